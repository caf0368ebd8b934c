"""`vz.tensegrity.statics`: equilibrium under loads in steps; slack strings, buckling bars, yielding strings, a table of forces."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vazba.errors import Fault, ModelError, SolveError
from vazba.frozen import frozen
from vazba.model import Model
from vazba.statics.equilibrium import settled
from vazba.statics.equilibrium_result import Equilibrium
from vazba.statics.prepare import Prepared, prepared
from vazba.tensegrity.bars import axial_forces, eulers
from vazba.tensegrity.given import loads_of
from vazba.tensegrity.strength import Material, known_material, yields
from vazba.tensegrity.structure import BAR, STRING, Structure

Array = NDArray[np.float64]
Loads = Mapping[str, Sequence[float]]


@frozen
class Row:
    """One member: force (tension positive), length, how much of its limit it uses, and a word."""

    name: str
    kind: str
    force: float  # N
    length: float  # m
    limit: float | None  # yield of strings, Euler's load of bars; N
    use: float | None  # force over limit
    state: str  # "", "slack", "BUCKLES", "YIELDS"


@frozen
class Statics:
    """A structure at rest under loads: `.forces`, `.positions`, `.slack`, `.buckling`, `.yielding`, `.table`."""

    model: Model
    loads: dict[str, tuple[float, ...]]
    equilibrium: Equilibrium
    forces: dict[str, float]  # of all members and bars, N, tension positive
    positions: dict[str, Array]  # of all points and nodes, m
    slack: tuple[str, ...]  # strings that do not pull
    buckling: tuple[str, ...]  # bars that push with more than Euler's load
    yielding: tuple[str, ...]  # strings that pull with more than their yield force
    table: tuple[Row, ...]
    path: tuple[dict[str, float], ...] = field(repr=False)  # forces after each step of the loads
    warnings: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether forces balance."""
        return self.equilibrium.ok

    @property
    def stable(self) -> bool:
        """Whether it comes back after every small displacement."""
        return self.equilibrium.stable

    def __str__(self) -> str:
        wide = max((len(row.name) for row in self.table), default=4)
        lines = [f"{self.model.name}: {self.equilibrium.stability} equilibrium under {len(self.loads)} loads"]
        lines.append(f"  {'member':<{wide}}  kind     force [N]  length [m]   of its limit")
        for row in self.table:
            use = "" if row.use is None else f"{100 * row.use:.3g} %"
            lines.append(
                f"  {row.name:<{wide}}  {row.kind:<6} {row.force:>11.5g} {row.length:>11.5g}   {use} {row.state}".rstrip()
            )
        return "\n".join([*lines, *(f"  warning: {text}" for text in self.warnings)])


def statics(
    model: Model,
    loads: Loads | None = None,
    steps: int = 1,
    *,
    bars: Material | None = None,
    strings: Material | None = None,
) -> Statics:
    """Where it rests under forces (N, ground components) at nodes, points or bodies, applied in `steps` equal parts.

    Strings that would have to push go slack. With `bars` (a `Material`) the push of every bar is compared with Euler's load of a solid round bar
    of its mass; with `strings` the pull of every string with the yield force of its area `EA/E`. Raises `SolveError` where there is no equilibrium.
    """
    if not isinstance(steps, (int, np.integer)) or isinstance(steps, bool) or steps < 1:
        raise ModelError(Fault("statics", f"steps = {steps!r} is not possible", "loads come in whole parts", "give 1 or more"))  # fmt: skip
    known_material("statics", bars=bars, strings=strings)
    known = [*model.section("points"), *model.section("bodies"), *model.nodes]
    wanted = loads_of(model, "statics", {} if loads is None else loads, known, "node, point or body")
    q: Array | None = None
    path: list[dict[str, float]] = []
    for k in range(1, int(steps) + 1):
        loaded = _loaded(model, wanted, k / steps)
        start = prepared(loaded, 0.0)
        if q is not None:
            start = Prepared(start.model, start.mechanics, q, start.remarks, start.redundant)
        found = settled(start)
        if not found.ok:
            part = f" at {k} of {steps} parts of the loads" if steps > 1 else ""
            raise SolveError(f"{model.name}{part}: {found.message}", found)
        q = found.q
        path.append(found.tensions)
    return _told(model, wanted, found, Structure(model), path, bars, strings)


def _loaded(model: Model, loads: Mapping[str, tuple[float, ...]], part: float) -> Model:
    out = copy.copy(model)
    out.points, out.forces = dict(model.points), dict(model.forces)
    for name, vector in loads.items():
        point = name
        if name not in model.points and name not in model.nodes:
            point = _free_name(out.points, f"load-{name}")
            out.point(point, name, [0.0] * model.dimension)
        out.force(_free_name(out.forces, f"load-{name}"), point=point, force=[part * value for value in vector])
    return out


def _free_name(taken: Mapping[str, Any], name: str) -> str:
    """The name, longer where the model has one of it."""
    while name in taken:
        name += "-"
    return name


def _told(
    model: Model, loads: dict[str, tuple[float, ...]], found: Equilibrium, s: Structure, path: list[dict[str, float]],
    bars: Material | None, strings: Material | None,
) -> Statics:  # fmt: skip
    result = found.result
    s.q = _with_q(s, found)
    forces = {name: found.tensions[name] for name in s.names}
    reactions = {
        name: np.array([result.array("joint", name, c)[0] for c in ("fx", "fy", "fz")[: model.dimension]])
        for name in result.names.get("joint", ())
    }
    applied = {name: np.array(vector) for name, vector in loads.items()}
    axial = axial_forces(s, forces, applied, reactions)
    axial = {name: force for name, force in axial.items() if name not in forces}
    limits = {**yields(s, strings), **(eulers(s, bars) if bars is not None else {})}
    slack = tuple(name for name in found.slack if name in forces)
    rows, lengths = [], dict(zip(s.names, s.lengths.tolist()))
    kinds = {member.name: member.kind for member in s.members}
    from vazba.tensegrity.bars import rods

    lengths |= {rod.name: rod.length for rod in rods(s).values()}
    for name, force in {**axial, **forces}.items():
        kind, limit = kinds.get(name, BAR), limits.get(name)
        pressed = force if kind == STRING else -force
        use = None if limit is None else max(pressed, 0.0) / limit
        word = (
            "slack" if name in slack else "" if use is None or use <= 1 else "YIELDS" if kind == STRING else "BUCKLES"
        )
        rows.append(Row(name, kind, force, lengths[name], limit, use, word))
    points = {name: _place(result, "point", name, model.dimension) for name in result.names.get("point", ())}
    return Statics(
        model, loads, found, {**axial, **forces}, points, slack, tuple(row.name for row in rows if row.state == "BUCKLES"),
        tuple(row.name for row in rows if row.state == "YIELDS"), tuple(rows), tuple(path), found.warnings,
    )  # fmt: skip


def _with_q(s: Structure, found: Equilibrium) -> Array:
    """The place found, as the structure sees it from now on."""
    for name in ("lengths", "_drawn", "rows"):
        s.__dict__.pop(name, None)
    return found.q


def _place(result: Any, kind: str, name: str, dimension: int) -> Array:
    return np.array([result.array(kind, name, c)[0] for c in "xyz"[:dimension]])
