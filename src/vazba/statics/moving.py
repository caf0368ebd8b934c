"""A mode shape set in motion, as a result that can be drawn and animated."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from vazba.errors import Fault, ModelError
from vazba.kinematic.outputs import Motions
from vazba.result import Result
from vazba.statics.mechanics import Bodies
from vazba.statics.prepare import prepared

if TYPE_CHECKING:
    from vazba.statics.mode_results import Modes

Array = NDArray[np.float64]
VISIBLE, MOST_TURNED = 0.15, 0.5  # of the size of the mechanism; rad
PARTS = 5  # in which a large displacement is made, closing the joints after each


def moving(modes: Modes, number: int, amplitude: float | None, phases: Array) -> Result:
    """Places of all bodies at parts of one period: along the shape, with the joints closed; `phases` 0.25 is the largest displacement."""
    if not 1 <= number <= len(modes):
        remedy = f"give 1 to {len(modes)}" if len(modes) else "nothing can move"
        raise ModelError(Fault("modes", f"there is no mode {number}", "", remedy))
    mode, mechanics = modes[number - 1], prepared(modes.model, modes.t).mechanics
    mechanics.work.turns[:] = modes.turns
    names, data, size = swung(mechanics, modes.q, mode.shape, phases, amplitude)
    period = 1.0 / mode.frequency if mode.frequency > 0 else 1.0
    info = {"analysis": "mode", "mode": mode.number, "frequency": mode.frequency, "amplitude": size}
    title = f"{modes.model.name}, mode {mode.number}"
    return Result(modes.model, period * phases, data, names, info=info, name=title)


def swung(
    mechanics: Bodies, q: Array, shape: Array, phases: Array, amplitude: float | None = None
) -> tuple[dict[str, tuple[str, ...]], dict[str, dict[str, Array]], float]:
    """Names and places of all bodies at parts of a swing along a shape, with the joints closed; and its amplitude, one that is well seen unless given."""
    size = _visible(mechanics, q, shape) if amplitude is None else float(amplitude)
    found = np.array([_displaced(mechanics, q, size * np.sin(2 * np.pi * phase) * shape) for phase in phases])
    places = _places(mechanics, np.array([mechanics.bodies(x) for x in found]))
    return {"body": mechanics.system.body_names}, {"body": places}, size


def _visible(mechanics: Bodies, q: Array, shape: Array) -> float:
    """An amplitude that is seen, and leaves the shape what it is."""
    mechanics.look(q)
    places = mechanics.work.states["r"]
    extent = max(float(np.ptp(places, axis=0).max()) if len(places) else 0.0, mechanics.length)
    turning = mechanics.turning
    slide, turn = (float(np.abs(shape[which]).max(initial=0.0)) for which in (~turning, turning))
    return min(VISIBLE * extent / max(slide, 1e-9), MOST_TURNED / max(turn, 1e-9))


def _displaced(mechanics: Bodies, q: Array, step: Array) -> Array:
    for _ in range(PARTS):
        q = mechanics.moved(q, step / PARTS)
        closed = mechanics.closed(q)
        q = q if closed is None else closed
    return q


def _places(mechanics: Bodies, q: Array) -> dict[str, Array]:
    from vazba.algebra.rotations import cardan_angles

    system = mechanics.system
    still = np.zeros((len(q), system.nv))
    at = Motions(system, q, still, still)
    if at.planar:
        return {name: at.q[..., k] for k, name in enumerate(("x", "y", "angle"))}
    cardan = cardan_angles(at.s)
    names = ("x", "y", "z", "qw", "qx", "qy", "qz")
    out = {name: at.q[..., k] for k, name in enumerate(names)}
    return out | {f"phi_{axis}": cardan[..., k] for k, axis in enumerate("xyz")}
