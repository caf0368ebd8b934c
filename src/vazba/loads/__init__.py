"""Applied loads; importing this package registers them."""

from vazba.loads import force

__all__ = ["force"]
