"""Controllers: what acts by what it sees; importing this package registers them."""

from vazba.controllers import computed_torque, function, pd

__all__ = ["computed_torque", "function", "pd"]
