"""From a model with beams to one without: every beam becomes bodies and force elements, and what takes hold of it takes hold of one of these bodies."""

from vazba.lowering.carrier import BeamPlan, Carrier, Socket, Station
from vazba.lowering.lower import Lowered, lower

__all__ = ["BeamPlan", "Carrier", "Lowered", "Socket", "Station", "lower"]
