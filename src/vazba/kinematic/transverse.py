"""Transverse forces of nodal beams, by equilibrium from the middles of their elements.

The curvature of a cubic element is nearly linear along it, so that `Q = -M'` is one number for the whole element: that of its middle, where it is right to
the second order. From there to a station the section force V changes by what accelerates the piece between,

    V(x) = V(x_m) + rho A int (r'' - g) dx

(nothing else acts along an element), with `r''` taken as linear. `Q` are the components of V across the beam at the station.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from vazba.kinematic.outputs import Motions
    from vazba.lowering.carrier import BeamPlan

Array = NDArray[np.float64]


def transverse(
    plan: BeamPlan, moving: Motions, index: dict[str, int], known: dict[str, Array], gravity: Array
) -> dict[str, Array]:
    """The section forces of a nodal beam's stations, with transverse forces that belong to where they are."""
    span, n = plan.span, plan.span.elements
    part, line, d = span.length / n, span.mass_per_length, span.dimension
    stations = {station.name: station for station in plan.stations}
    middles = {round(s.at / part - 0.5): s for s in plan.stations if _between(s.at, part) < 1e-6}
    found = {}
    for name, station in stations.items():
        middle = middles.get(min(int(station.at / part + 1e-9), n - 1))
        if name not in known or middle is None or middle.name not in known or middle is station:
            continue
        here, there = (index[s.places[0][0]] for s in (station, middle))
        rates = [np.stack(moving.point(k, np.zeros(3))[2], axis=1) for k in (here, there)]
        force = np.einsum("tij,tj->ti", _axes(moving, there), known[middle.name][:, :d])
        force = force + line * (station.at - middle.at) * (0.5 * (rates[0] + rates[1]) - gravity[:d])
        values = known[name].copy()
        values[:, 1:d] = np.einsum("tji,tj->ti", _axes(moving, here), force)[:, 1:]
        found[name] = values
    return found


def _between(at: float, part: float) -> float:
    """How far a station is from the middle of an element, in elements."""
    return abs(at / part - 0.5 - round(at / part - 0.5))


def _axes(moving: Motions, body: int) -> Array:
    """Axes of a body over time (times x ground components x axes)."""
    if not moving.planar:
        return np.asarray(moving.s[:, body])
    c, s = moving.cos[:, body], moving.sin[:, body]
    return np.stack([np.stack([c, -s], axis=1), np.stack([s, c], axis=1)], axis=1)
