"""A spatial model as CSV tables: numbers instead of expressions, IDs instead of names."""

from __future__ import annotations

import csv
import io
import itertools
import os
import re
import shutil
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np

from vazba.algebra.rotations import cardan_angles, matrices
from vazba.bodies.rigid import described_pose
from vazba.bodies.space import SPACE, space_of
from vazba.element import GROUND, SECTIONS, Element, NameField, Scope
from vazba.errors import Fault, ModelError, Wrong
from vazba.faults import check_values
from vazba.files.atomic import not_written, write_whole
from vazba.files.toml_writing import write_toml
from vazba.joints.joint import PairJoint
from vazba.model import Model
from vazba.motion import Constant, Motion

Cells = list[Any]
_HEADERS = {
    "BODY": "ID Mass Ix Iy Iz Dxy Dxz Dyz x0 y0 z0 px0 py0 pz0 vx0 vy0 vz0 wx0 wy0 wz0",
    "POINT": "ID IDCON x y z",
    "JOINT": "ID ID_FROM ID_TO TYPE ax ay az bx by bz lead length",
    "SPRING": "ID ID_FROM ID_TO k l0",
    "DAMPER": "ID ID_FROM ID_TO b",
    "CABLE": "ID k b l0 ID_THROUGH",
    "NODE": "ID x y z mass fix",
    "BAR": "ID ID_FROM ID_TO mass EA l0",
    "FORCE": "ID ID_POINT fx fy fz t_start",
}


def write_tables(model: Model, folder: str | os.PathLike[str]) -> Path:
    """Write a model as tables into a folder, and beside them `model.toml` with its name, gravity, parameters, simulation settings, and all elements
    that do not fit into tables (drivers, laws of time, centres of mass, ...), which refer to the others by the names tables give them.

    Raises `ModelError` that lists all that is wrong or stands in the way; then nothing is written.
    """
    folder = Path(folder)
    if space_of(model.dimension) is not SPACE:
        raise ModelError(Fault("", "a planar model does not fit into tables", "tables are spatial", "save it as TOML"))
    faults = check_values(model)
    if faults:
        raise ModelError(faults)
    tables = _Tables(model)
    files = {f"{name}.CSV": _csv(_HEADERS[name].split(), rows) for name, rows in tables.tables() if rows}
    if not files and any(model.section(heading) for heading in SECTIONS):
        raise ModelError(Fault("", "nothing of this model fits into tables", "", "save it as TOML"))
    moved = model.source is None or model.source.parent.resolve() != folder.resolve()
    files["model.toml"] = write_toml(tables.beside(), standalone=moved)
    try:
        _put(folder, files)
    except OSError as error:
        raise not_written(folder, error) from error
    return folder


def _put(folder: Path, files: dict[str, str]) -> None:
    """A new folder appears whole; in one that is there the tables are replaced one by one."""
    if not folder.exists():
        made = Path(tempfile.mkdtemp(dir=folder.parent, prefix=f".{folder.name[:40]}."))
        try:
            for name, text in files.items():
                write_whole(made / name, text)
            made.chmod(0o755)
            made.rename(folder)
        except BaseException:
            shutil.rmtree(made, ignore_errors=True)
            raise
        return
    there = {path.name.lower(): path for path in folder.iterdir()}
    wanted = {name.lower() for name in files}
    tables = {f"{name.lower()}.csv" for name in (*_HEADERS, "SIMULATION")}
    stale = [path for small, path in there.items() if small in tables and small not in wanted]
    if stale:
        raise ModelError(
            [
                Fault(
                    "",
                    "this table is in the way",
                    "it would become part of the model",
                    "remove it or choose another folder",
                    str(p),
                )
                for p in stale
            ]
        )
    for name, text in files.items():
        write_whole(there.get(name.lower(), folder / name), text)


def _csv(header: list[str], rows: Iterable[Cells]) -> str:
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(rows)
    return stream.getvalue()


# --- what does not fit ----------------------------------------------------------------------------------------------


def _fits(record: Element, scope: Scope) -> bool:
    """Whether a row of a table can say all that an element says."""
    said, values = set(record.given()), record.read(scope, [])
    if record.SECTION not in _FITTING:
        return False
    if record.SECTION == "bodies":
        return (
            not values.fixed and not said & {"shape", "mesh", "colour"} and (values.com is None or not any(values.com))
        )
    if record.SECTION == "joints":
        return isinstance(record, PairJoint) and values.points is not None and not said - _FITTING["joints"]
    if said - _FITTING[record.SECTION]:
        return False
    try:
        if record.SECTION in ("springs", "cables") and not isinstance(values.free_length, Constant):
            scope.number(record.given()["free_length"])
        if record.SECTION == "forces":
            _constants(record, scope)
    except Wrong:  # it changes with time
        return False
    return True


_FITTING: dict[str, set[str]] = {
    "bodies": set(), "points": {"body", "position", "at"}, "joints": {"points", "axis", "axes", "lead", "length"},
    "springs": {"points", "stiffness", "free_length"}, "dampers": {"points", "damping"},
    "cables": {"through", "stiffness", "damping", "free_length"}, "nodes": {"position", "mass", "fixed"},
    "bars": {"nodes", "mass", "stiffness", "free_length"}, "forces": {"point", "force", "start"},
}  # fmt: skip


def _constants(record: Element, scope: Scope) -> list[float]:
    raw = record.given().get("force", ())
    return [scope.number(component) for component in raw]


# --- rows -----------------------------------------------------------------------------------------------------------


class _Tables:
    """Rows of all tables, with an ID for each element."""

    def __init__(self, model: Model) -> None:
        self.model, self.scope = model, model.scope()
        self.ids = {heading: _ids(model, heading) for heading in SECTIONS}
        self.ids["nodes"] = _ids(model, "nodes", self.ids["points"].values())
        self.fits = {
            heading: {name for name, record in model.section(heading).items() if _fits(record, self.scope)}
            for heading in SECTIONS
        }

    def beside(self) -> Model:
        """What stands in `model.toml`."""
        head = Model(self.model.name, 3, self.model.gravity)
        head.parameters, head.simulation, head.source = self.model.parameters, self.model.simulation, self.model.source
        head.start = self.model.start
        head.allowed = self.model.allowed
        for heading in SECTIONS:
            for name, record in self.model.section(heading).items():
                if name not in self.fits[heading]:
                    called = self._called(heading, name)
                    head.section(heading)[called] = self._renamed(record, called)
        return head

    def _called(self, heading: str, name: str) -> str:
        """The name of an element when the tables are read again."""
        return f"{SECTIONS[heading].kind}{self.ids[heading][name]}" if heading in _FITTING else name

    def _renamed(self, record: Element, called: str) -> Element:
        changes: dict[str, Any] = {}
        for key, schema in record.schema().items():
            raw = getattr(record, key)
            if isinstance(schema, NameField) and raw is not None:
                names = [raw] if isinstance(raw, str) else raw
                found = [
                    next((self._called(h, name) for h in schema.to if name in self.model.section(h)), name)
                    for name in names
                ]
                changes[key] = found[0] if isinstance(raw, str) else found
        return replace(record, name=called, **changes)

    def tables(self) -> Iterator[tuple[str, list[Cells]]]:
        rows = {
            "BODY": self._body, "POINT": self._point, "JOINT": self._joint, "SPRING": self._spring,
            "DAMPER": self._damper, "CABLE": self._cable, "NODE": self._node, "BAR": self._bar, "FORCE": self._force,
        }  # fmt: skip
        for name, heading in zip(
            _HEADERS,
            ("bodies", "points", "joints", "springs", "dampers", "cables", "nodes", "bars", "forces"),
            strict=True,
        ):
            records = self.model.section(heading)
            yield (
                name,
                [
                    [self.ids[heading][key], *rows[name](record, record.read(self.scope, []))]
                    for key, record in records.items()
                    if key in self.fits[heading]
                ],
            )

    def _points(self, names: Iterable[str]) -> list[int]:
        return [self.ids["nodes" if name in self.model.nodes else "points"][name] for name in names]

    def _body(self, record: Element, values: SimpleNamespace) -> Cells:
        tensor = values.inertia
        inertia: Cells = [""] * 6
        if tensor is not None:
            inertia = [tensor[0, 0], tensor[1, 1], tensor[2, 2], -tensor[0, 1], -tensor[0, 2], -tensor[1, 2]]
        angles: Any = np.zeros(3)
        if values.orientation is not None:
            raw = record.given()["orientation"]
            angles = (
                self.scope.vector(raw["cardan"], 3) if "cardan" in raw else cardan_angles(matrices(values.orientation))
            )
        zero = (0.0,) * 3
        rest = (values.position or zero, angles, values.velocity or zero, values.angular_velocity or zero)
        mass = "" if values.mass is None else values.mass
        return [mass, *_numbers(inertia), *(number for vector in rest for number in _numbers(vector))]

    def _point(self, record: Element, values: SimpleNamespace) -> Cells:  # noqa: ARG002
        local = values.position or (0.0,) * 3
        if values.at is not None:
            local = values.at
            if values.body != GROUND:
                r, s, _, _ = described_pose(self.model.bodies[values.body].read(self.scope, []), 3)
                local = s.T @ (np.array(values.at) - r)
        return [0 if values.body == GROUND else self.ids["bodies"][values.body], *_numbers(local)]

    def _joint(self, record: Element, values: SimpleNamespace) -> Cells:
        a, b = values.axes if values.axes is not None else (values.axis, None)
        sizes = [getattr(values, key, None) for key in ("lead", "length")]
        directions = [number for vector in (a, b) for number in (_numbers(vector) if vector is not None else [""] * 3)]
        return [
            *self._points(values.points),
            record.TYPE,
            *directions,
            *("" if size is None else size for size in sizes),
        ]

    def _spring(self, record: Element, values: SimpleNamespace) -> Cells:  # noqa: ARG002
        return [*self._points(values.points), values.stiffness, _start(values.free_length)]

    def _damper(self, record: Element, values: SimpleNamespace) -> Cells:  # noqa: ARG002
        return [*self._points(values.points), values.damping]

    def _cable(self, record: Element, values: SimpleNamespace) -> Cells:  # noqa: ARG002
        return [
            values.stiffness,
            values.damping,
            _start(values.free_length),
            ",".join(str(i) for i in self._points(values.through)),
        ]

    def _node(self, record: Element, values: SimpleNamespace) -> Cells:  # noqa: ARG002
        return [
            *_numbers(values.position),
            values.mass,
            "".join(values.fixed or ()) if len(values.fixed or ()) < 3 else 1,
        ]

    def _bar(self, record: Element, values: SimpleNamespace) -> Cells:  # noqa: ARG002
        sizes = (values.mass, values.stiffness, values.free_length)
        return [*(self.ids["nodes"][name] for name in values.nodes), *("" if size is None else size for size in sizes)]

    def _force(self, record: Element, values: SimpleNamespace) -> Cells:
        return [
            self._points([values.point])[0],
            *_constants(record, self.scope),
            "" if values.start is None else values.start,
        ]


def _start(motion: Motion) -> float:
    """A free length that does not change."""
    return float(motion.at(0.0)[0])


def _numbers(values: Iterable[Any]) -> Cells:
    return [value if value == "" else float(value) + 0.0 for value in values]


def _ids(model: Model, heading: str, others: Iterable[int] = ()) -> dict[str, int]:
    """IDs of the elements of a section: `point11` keeps 11, other names get free numbers; `others` are not free."""
    others = set(others)
    pattern = re.compile(rf"{SECTIONS[heading].kind}([1-9]\d{{0,8}})", re.ASCII)
    ids = {
        name: int(match[1])
        for name in model.section(heading)
        if (match := pattern.fullmatch(name)) and int(match[1]) not in others
    }
    taken = {*ids.values(), *others}
    free = (number for number in itertools.count(1) if number not in taken)
    return {name: ids[name] if name in ids else next(free) for name in model.section(heading)}
