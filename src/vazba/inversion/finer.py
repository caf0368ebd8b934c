"""Efforts at instants so close that splines through them are the efforts in between."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from vazba.element import SECTIONS
from vazba.inversion.acting import Cast, levels
from vazba.inversion.inverse import inverted
from vazba.inversion.motions import at_rest, driven
from vazba.inversion.splines import course_through, kinks_of
from vazba.model import Model
from vazba.result import Result

Array = NDArray[np.float64]
FINER = 2  # parts into which the spans between the instants are divided at first
ROUNDS, MOST = 8, 60_000  # of dividing; instants
ENOUGH, SHORT = (
    8,
    1e-7,
)  # instants between two kinks; part of the whole time below which what is between them does not matter
CLOSE = 1e-9  # of the largest effort: what a spline may be off


def finer(model: Model, result: Result, cast: Cast, jumps: Array) -> Result:
    """The same analysis at closer instants, where it can be made again: spans are halved where the spline through the efforts is off."""
    info = result.info
    if info.get("motion") not in ("drivers", "rest") or info.get("objective") == "smooth" or result.status != "done":
        return result
    wanted = levels(cast, info.get("level") or None)

    def at(times: Array) -> Result:
        course = at_rest(model, times) if info["motion"] == "rest" else driven(model, lambda: times)
        return inverted(model, course, cast, wanted, info["objective"])

    parts = [np.linspace(a, b, FINER, endpoint=False) for a, b in zip(result.time[:-1], result.time[1:], strict=True)]
    times = np.append(np.concatenate(parts), result.time[-1])
    found = at(times)
    divided = np.ones(len(times) - 1, bool)
    for _ in range(ROUNDS):
        middles = (0.5 * (times[:-1] + times[1:]))[divided]
        if not len(middles) or len(times) + len(middles) > MOST:
            break
        expected = _between(found, cast, jumps, middles)
        times = np.sort(np.concatenate([times, middles]))
        found = at(times)
        efforts, kinks = acted_efforts(found, cast, jumps)
        places = np.searchsorted(times, middles)
        off = np.abs(efforts[places] - expected).max(axis=1, initial=0.0) > CLOSE * max(
            float(np.abs(efforts).max(initial=0.0)), 1e-300
        )
        divided = np.zeros(len(times) - 1, bool)
        for place in places[off]:
            divided[max(place - 2, 0) : place + 2] = True
        divided |= _scarce(times, kinks)
    return found


def _scarce(times: Array, kinks: Array) -> NDArray[np.bool_]:
    """Spans between two kinks that hold too few instants for a spline of their own."""
    out = np.zeros(len(times) - 1, bool)
    for left, right in pairwise(kinks):
        first, last = np.searchsorted(times, [left, right])
        if last - first < ENOUGH and right - left > SHORT * float(times[-1] - times[0]):
            out[max(first - 1, 0) : last] = True
    return out


def _between(found: Result, cast: Cast, jumps: Array, middles: Array) -> Array:
    """What the splines say at other times."""
    efforts, kinks = acted_efforts(found, cast, jumps)
    return np.column_stack([course_through(found.time, column, kinks).at(middles)[0] for column in efforts.T])


def acted_efforts(result: Result, cast: Cast, jumps: Array) -> tuple[Array, Array]:
    """Efforts of all that acts (times x efforts), and when they have kinks: where they may jump, and where elements reach or leave bounds."""
    if not cast.acting:
        columns = [
            result.array("driver", name, word)
            for name in cast.drivers
            for word in result.quantities("driver", name)
            if word.startswith("effort")
        ]
        return np.column_stack(columns), jumps
    words = ["effort" if one.section == "actuators" else "force" for one in cast.acting]
    efforts = np.column_stack(
        [result.array(SECTIONS[one.section].kind, one.name, word) for one, word in zip(cast.acting, words, strict=True)]
    )
    low, high = (np.array([getattr(one, side) for one in cast.acting]) for side in ("minimum", "maximum"))
    return efforts, np.unique(np.concatenate([jumps, kinks_of(result.time, efforts, low, high)]))
