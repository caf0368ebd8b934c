"""Results: labelled arrays of a run."""

from vazba.result.quantities import LONE, QUANTITIES, UNITS
from vazba.result.result import Result
from vazba.result.view import UnknownName, View

__all__ = ["LONE", "QUANTITIES", "UNITS", "Result", "UnknownName", "View"]
