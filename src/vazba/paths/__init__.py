"""Elements along a path; importing this package registers them."""

from vazba.paths import actuator, cable, damper, event, limit, spring

__all__ = ["actuator", "cable", "damper", "event", "limit", "spring"]
