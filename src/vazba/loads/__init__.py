"""Applied loads, bushings and friction; importing this package registers them."""

from vazba.loads import bushing, force, friction, torque

__all__ = ["bushing", "force", "friction", "torque"]
