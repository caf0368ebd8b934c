"""`vz.feasible`: where in a plane a platform on cables can be held within the bounds of their tensions, and with which extra force."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vazba.bodies.space import PLANE
from vazba.compiler import compile_model
from vazba.drivers.driver import Driver
from vazba.errors import Fault, ModelError, suggestion
from vazba.frozen import frozen
from vazba.inversion.acting import Cast, cast_of, made, silent
from vazba.inversion.inverse import Bound, solve
from vazba.inversion.kernels import RESIDUAL, SIZE, VIOLATION
from vazba.inversion.motions import Course as Postures
from vazba.inversion.motions import refuse_elastic
from vazba.inversion.report import NOTABLE
from vazba.inversion.splines import Course
from vazba.kinematic.assembly import assemble, refuse
from vazba.kinematic.evaluate import evaluate, work_for
from vazba.kinematic.newton import CONVERGED, SEEK, close
from vazba.loads.force import Force
from vazba.model import Model
from vazba.system import System

Array = NDArray[np.float64]
PLANES = {2: ("xy",), 3: ("xy", "xz", "yz")}
STEPS = 8  # from the place as drawn to any other
AROUND = 0.1  # of the span of the ground points: what is looked at beyond them


@frozen
class Feasible:
    """Where a platform can be held: arrays over `second` (rows) and `first` (columns) coordinate of the point in the plane."""

    model: Model
    point: str
    plane: str
    first: Array
    second: Array
    feasible: NDArray[np.bool_]
    violation: Array  # N that are missing; nan where the joints do not reach
    efforts: dict[str, Array]
    anchors: dict[str, Array]  # ground points of what acts, m

    @property
    def area(self) -> float:
        """Area of the region, m^2: of the cells around the points that are feasible."""
        cells = np.gradient(self.first)[None, :] * np.gradient(self.second)[:, None]
        return float(np.abs(cells)[self.feasible].sum())

    def picture(self, path: str | Path | None = None) -> Any:
        """A matplotlib figure of the region with the largest effort in it and the ground points of what acts, saved to .png, .svg or .pdf."""
        from vazba.figures.region import draw_region

        return draw_region(self, path)


# many: what a user may say, by keyword
def feasible(
    model: Model, point: str, plane: str = "xy", *, first: Sequence[float] | None = None, second: Sequence[float] | None = None,
    count: int | Sequence[int] = 41, force: Sequence[float] | None = None, actuators: Any = None, minimum: Bound | None = None,
    maximum: Bound | None = None,
) -> Feasible:  # fmt: skip
    """Where in a plane (`"xy"`, `"xz"`, `"yz"`) through a point as drawn its body can be held at rest by what acts, within the bounds.

    `first`, `second`: from where to where the coordinates of the point go (default: over the ground points of what acts); `count` values of each. `force`: an
    extra force at the point, ground components. A body without joints keeps its orientation; one with joints goes where they lead it, moving least.
    """
    cast = cast_of(model, actuators, minimum, maximum)
    _look(model, point, plane, cast)
    refuse_elastic(model, "rest")
    name = getattr(point, "name", point)
    loaded = copy.copy(model)
    loaded.drivers = {}
    if force is not None:
        loaded.forces = {**model.forces, "extra": made(Force, "extra", point=name, force=list(force))}
    system = compile_model(loaded, rigid=True)
    axes = ["xyz".index(letter) for letter in plane]
    sides = [_side(system, cast, axis, given) for axis, given in zip(axes, (first, second), strict=True)]
    counts = [count, count] if isinstance(count, int) else list(count)
    if len(counts) != 2 or min(counts) < 2:
        raise ModelError(
            Fault("count", f"{count!r} is not a number of points", "", "give one of at least 2, or two of them")
        )
    one, two = (np.linspace(*side, n) for side, n in zip(sides, counts, strict=True))
    q, reached = _postures(loaded, system, name, axes, one, two)
    held = compile_model(silent(loaded, cast), rigid=True)
    zeros = np.zeros((len(q), system.nv))
    solved = solve(held, Postures(np.zeros(len(q)), q, zeros, zeros, True, "rest", True), cast, {}, False)
    shape = (len(two), len(one))
    balance = solved.balance
    missing = np.where(reached, np.hypot(balance[:, VIOLATION], balance[:, RESIDUAL]), np.nan)
    good = (
        reached
        & (balance[:, VIOLATION] <= NOTABLE * balance[:, SIZE])
        & (balance[:, RESIDUAL] <= NOTABLE * balance[:, SIZE])
    )
    efforts = {
        acting.name: np.where(reached, solved.efforts[:, k], np.nan).reshape(shape)
        for k, acting in enumerate(cast.acting)
    }
    anchors = _anchors(system, cast)
    return Feasible(model, name, plane, one, two, good.reshape(shape), missing.reshape(shape), efforts, anchors)


def _look(model: Model, point: Any, plane: str, cast: Cast) -> None:
    """Refuse what cannot be asked."""
    name = getattr(point, "name", point)
    faults = []
    if name not in model.points:
        faults.append(Fault("point", f"there is no point '{name}'", "", suggestion(str(name), model.points)))
    elif model.points[name].body == "ground":
        faults.append(
            Fault(
                f"point {name}", "it belongs to the ground", "the ground does not move", "name a point of the platform"
            )
        )
    if plane not in PLANES[model.dimension]:
        faults.append(Fault("plane", f"'{plane}' is unknown", "", suggestion(str(plane), PLANES[model.dimension])))
    if not cast.acting:
        faults.append(
            Fault("", "no element is actuated", "drivers have no bounds", "write actuated = true in the cables")
        )
    if faults:
        raise ModelError(faults)


def _side(system: System, cast: Cast, axis: int, given: Sequence[float] | None) -> tuple[float, float]:
    """From where to where a coordinate goes."""
    if given is not None:
        if len(given) != 2 or not given[0] < given[1]:
            raise ModelError(Fault("plane", f"{list(given)!r} is not a span", "", "give (from, to)"))
        return float(given[0]), float(given[1])
    places = [place[axis] for place in _anchors(system, cast).values()]
    if not places or np.ptp(places) == 0:
        word = "first or second"
        raise ModelError(
            Fault(
                "plane",
                "its span is not known",
                "what acts has no ground points apart in it",
                f"give {word} = (from, to)",
            )
        )
    margin = AROUND * float(np.ptp(places))
    return min(places) - margin, max(places) + margin


def _anchors(system: System, cast: Cast) -> dict[str, Array]:
    """The ground points of what acts."""
    found = {}
    for one in cast.acting:
        for name in getattr(one.record, "through", None) or getattr(one.record, "points", None) or ():
            body, local = system.points[name]
            if body < 0:
                found[name] = local
    return found


def _postures(
    model: Model, system: System, point: str, axes: list[int], one: Array, two: Array
) -> tuple[Array, NDArray[np.bool_]]:
    """Coordinates of all bodies with the point at each place, row by row, and which places are reached."""
    assembly = assemble(system)
    if not assembly.closed:
        raise refuse(system, assembly, 0.0)
    body, local = system.points[point]
    grid = np.array([(x, y) for y in two for x in one])
    if not any(body in touched for touched in system.touches):
        evaluate(system, assembly.work, assembly.q, np.zeros(system.nv), 0.0)
        here = np.array(assembly.work.states[body]["r"]) + _turned(system, assembly.work.states[body]) @ local
        q = np.tile(assembly.q, (len(grid), 1))
        width = system.space.nq
        for k, axis in enumerate(axes):
            q[:, width * body + axis] += grid[:, k] - here[axis]
        return q, np.ones(len(grid), bool)
    return _led(model, system, assembly.q, point, axes, grid)


def _turned(system: System, state: Any) -> Array:
    s = np.array(state["s"]).reshape(3, 3)
    if system.space is PLANE:
        s[2], s[:, 2] = (0.0, 0.0, 1.0), (0.0, 0.0, 1.0)
    return s


def _led(
    model: Model, system: System, q0: Array, point: str, axes: list[int], grid: Array
) -> tuple[Array, NDArray[np.bool_]]:
    """The same for a body with joints: straight from where it is drawn to each place, by the smallest steps that fit."""
    body, local = system.points[point]
    work = work_for(system)
    evaluate(system, work, q0, np.zeros(system.nv), 0.0)
    drawn = (np.array(work.states[body]["r"]) + _turned(system, work.states[body]) @ local)[axes]
    parts = np.arange(1, STEPS + 1)[None, :, None] / STEPS
    places = (drawn + parts * (grid[:, None, :] - drawn)).reshape(-1, 2)
    starts: Array = np.arange(len(places), dtype=np.float64) - 0.5  # place k is where the point is driven to at t = k
    laws = {"xyz"[axis]: Course(starts, places[:, k : k + 1].copy()) for k, axis in enumerate(axes)}
    led = copy.copy(model)
    led.drivers = {"place": made(Driver, "place", point=point, **laws)}
    system = compile_model(led, rigid=True)
    work = work_for(system)
    q, reached = np.tile(q0, (len(grid), 1)), np.ones(len(grid), bool)
    for k in range(len(places)):
        place = k // STEPS
        if reached[place]:
            status, _ = close(system, work, q[place], float(k), SEEK)
            reached[place] = status == CONVERGED and bool(np.abs(work.phi).max() < 1e-9 * system.length)
    return q, reached
