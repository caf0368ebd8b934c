"""Elements along a path between points; importing this package registers them."""

from vazba.paths import cable, damper, spring

__all__ = ["cable", "damper", "spring"]
