"""Where a run starts: what `start` and `start_time` mean, and the system that starts there.

`drawn` (as described and assembled), `equilibrium`, a state that was stored (a result, its file with `@time`, an equilibrium), or values of joint
coordinates and their rates, `A.angle`, `A.angle_rate`; of modal beams `arm.shape_1`, `arm.shape_1_rate`.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import field, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vazba.element import NOWHERE
from vazba.errors import Fault, ModelError, Wrong, suggestion
from vazba.flexible.build import net_of
from vazba.frozen import frozen
from vazba.joints.rows import TURN
from vazba.model import Model
from vazba.result import Result
from vazba.system import System

Array = NDArray[np.float64]
DRAWN, EQUILIBRIUM = "drawn", "equilibrium"
RATE = "_rate"


@frozen
class Start:
    """What was asked for: a stored state, values of coordinates, `equilibrium`, or as drawn (none of them)."""

    time: float = 0.0
    result: Result | None = None
    instant: int = 0
    equilibrium: bool = False
    values: Mapping[str, float] = field(default_factory=dict)

    @property
    def as_drawn(self) -> bool:
        return self.result is None and not self.values and not self.equilibrium


def start_of(model: Model, start: Any = None, start_time: float | None = None) -> Start:
    """What is given with the call, or stands in the model; raises `ModelError`."""
    said, written = start, start is None
    if start is None:
        said = model.simulation.get("start")
        if model.start and said is None:
            said = model.start
        elif model.start:
            raise _fault(
                model, "start", "both [start] and start in [simulation] say where it starts", "", "keep one of them"
            )
    try:
        time = _time(model, start_time)
        if said is None or (isinstance(said, str) and said == DRAWN):
            return Start(time or 0.0)
        if isinstance(said, str) and said == EQUILIBRIUM:
            return Start(time or 0.0, equilibrium=True)
        if isinstance(said, Mapping):
            return Start(time or 0.0, values={str(key): _number(model, key, raw) for key, raw in said.items()})
        result, instant = _stored(model, said, written)
    except Wrong as wrong:
        raise _fault(model, "start", wrong.what, wrong.why, wrong.remedy, written) from None
    return Start(float(result.time[instant]) if time is None else time, result, instant)


def _fault(model: Model, key: str, what: str, why: str = "", remedy: str = "", written: bool = True) -> ModelError:
    origin = model.origins.get("simulation" if key in model.simulation else "start", NOWHERE) if written else NOWHERE
    return ModelError(Fault("start", what, why, remedy, origin.file, origin.line_of(key) if origin.file else None))


def _number(model: Model, key: str, raw: Any) -> float:
    try:
        return model.scope().number(raw)
    except Wrong as wrong:
        raise Wrong(f"{key}: {wrong.what}", wrong.why, wrong.remedy) from None


def _time(model: Model, given: float | None) -> float | None:
    raw = model.simulation.get("start_time") if given is None else given
    if raw is None:
        return None
    time = _number(model, "start_time", raw)
    if time < 0:
        raise Wrong(f"start_time = {time:g} s lies before all times", "time starts at 0", "give 0 or a later time")
    return time


def _stored(model: Model, said: Any, written: bool) -> tuple[Result, int]:
    """A result and one of its instants."""
    time: float | None = None
    if isinstance(said, tuple) and len(said) == 2:
        said, time = said[0], float(said[1])
    if isinstance(said, (str, os.PathLike)):
        name = os.fspath(said)
        head, at, tail = name.rpartition("@")
        if at and not Path(name).exists():
            name, time = head, _number(model, "start: the time after @", tail)
        path = model.scope().file("start", name) if written else Path(name)
        if path.suffix.lower() != ".nc":
            why = "a start is drawn, equilibrium, a result file .nc (with @time), or values of joints"
            raise Wrong(f"start = {name!r} is not understood", why, suggestion(name, (DRAWN, EQUILIBRIUM)))
        said = Result.load(path)
    elif hasattr(said, "result") and hasattr(said, "stability"):
        if said.status != "done":
            raise Wrong("the equilibrium given as start is none", said.message, "mend that first")
        said = said.result
    if not isinstance(said, Result):
        raise Wrong(
            f"start = {said!r:.60} is not understood",
            "",
            "give drawn, equilibrium, a result (file), or a table of joint values",
        )
    if not len(said.time):
        raise Wrong("the result given as start holds no instant", said.message, "take another one")
    if time is None:
        return said, len(said.time) - 1
    instant = said.index(time)
    if abs(said.time[instant] - time) > 1e-9 * max(1.0, abs(time), float(np.ptp(said.time))):
        why = f"the nearest one is {said.time[instant]:.12g} s, and nothing is interpolated"
        raise Wrong(f"t = {time:.12g} s is no stored instant of the start", why, "give a stored one")
    return said, instant


# --- a stored state ---------------------------------------------------------------------------------------------------


def at_state(system: System, start: Start) -> tuple[System, Array | None]:
    """The system that starts at a stored state, whole turns of its joints included; and the elastic unknowns stored with it."""
    result, i = start.result, start.instant
    assert result is not None
    q, v = _bodies(system, result, i)
    turns = system.turns0.copy()
    for k, (joint, coordinate) in enumerate(system.coordinate_names):
        row = system.tables.coordinates[k]
        if row["kind"] == TURN and coordinate.name in result.data.get("joint", {}) and joint in result.names["joint"]:
            turns[int(row["turn"])] = result.array("joint", joint, coordinate.name)[i] / row["factor"]
    unknowns = result.state.get("unknowns")
    return moved_start(system, q, v, turns), None if unknowns is None else unknowns[i]


def moved_start(system: System, q: Array, v: Array, turns: Array | None = None) -> System:
    """The same system, starting elsewhere."""
    turns = system.turns0 if turns is None else turns
    own = np.ones_like(system.keep) if system.guided is None else system.guided.keep
    guided = (
        None
        if system.guided is None
        else replace(system.guided, q0=q, v0=v, keep=own, turns0=extended(turns, system.guided.turns0))
    )
    return replace(system, q0=q, v0=v, turns0=turns, guided=guided)


def extended(turns: Array, of: Array) -> Array:
    """Angles from which whole turns are counted, as many as another system has."""
    out = of.copy()
    out[: min(len(turns), len(of))] = turns[: len(of)]
    return out


def _bodies(system: System, result: Result, i: int) -> tuple[Array, Array]:
    """Coordinates and velocities of all bodies of a system."""
    q, v = (result.state.get(key) for key in ("q", "v"))
    if q is not None and v is not None and q.shape[1] == system.nq and v.shape[1] == system.nv:
        return q[i].copy(), v[i].copy()
    beams = [plan.name for plan in system.beams if plan.model != "rigid"]
    if beams:
        why = (
            "the result holds no coordinates of it: it comes from a table, an older file, or a beam computed otherwise"
        )
        raise ModelError(
            Fault(
                "start", f"beam {beams[0]} cannot start where the result ends", why, "take a .nc file of the same model"
            )
        )
    wanted = [system.space.coordinates, system.space.motion]
    held, points = result.names.get("body", ()), result.names.get("point", ())
    nodes = {name: name.partition("#")[0] for name in net_of(system).nodes}  # of a heavy cable: at a point
    lacking = [("body", name) for name in system.body_names if name not in held and name not in nodes]
    lacking += [("node", name) for name, point in nodes.items() if point not in points]
    if lacking or (held and not set(wanted[0] + wanted[1]) <= set(result.data.get("body", {}))):
        what = "positions and velocities of the bodies are not in it"
        what = " ".join(lacking[0]) + " is not in it" if lacking else what
        raise ModelError(
            Fault("start", f"the result {result.name!r} is of another model", what, "take a result (.nc) of this one")
        )
    parts = []
    for keys, drawn in zip(wanted, (system.q0, system.v0)):
        part = drawn.reshape(len(system.body_names), -1).copy()  # nodes do not turn
        for k, name in enumerate(system.body_names):
            kind, of = ("point", nodes[name]) if name in nodes else ("body", name)
            known = keys[: system.dimension] if name in nodes else keys
            part[k, : len(known)] = [result.array(kind, of, key)[i] for key in known]
        parts.append(part.ravel())
    return parts[0], parts[1]
