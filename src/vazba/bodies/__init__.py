"""Bodies own coordinates; importing this package registers them."""

from vazba.bodies import rigid

__all__ = ["rigid"]
