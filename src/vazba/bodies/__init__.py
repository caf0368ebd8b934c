"""Bodies own coordinates; importing this package registers them."""

from vazba.bodies import bar, node, rigid

__all__ = ["bar", "node", "rigid"]
