"""Model -> System: reads every value, lays every joint and driver, numbers everything, reports all faults at once."""

from __future__ import annotations

import copy
import functools
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np

from vazba.attach import Attaching
from vazba.bodies.space import space_of
from vazba.driving import Driving
from vazba.element import GROUND, SECTIONS, Element, NameField, split_station
from vazba.errors import Fault, ModelError, Wrong
from vazba.faults import Drawn, checked, checked_values, drawn_of, in_order, values_again
from vazba.flexible.units import Net
from vazba.joints.coupling import Coupling
from vazba.joints.joint import UNIT, Coordinate, Laid, PairJoint, Placed, guides
from vazba.joints.rows import ANGLE, LENGTHS, NORMAL_A, TURN, Row
from vazba.layout import system_of
from vazba.lowering import Lowered, lower
from vazba.lowering.nodes import has_nodes, lower_nodes
from vazba.model import Model
from vazba.motion.kernels import LawTable
from vazba.motion.motion import Motion
from vazba.system import Group, System


def compile_model(
    model: Model, rigid: bool = False, read: Mapping[str, Mapping[str, SimpleNamespace]] | None = None
) -> System:
    """The system of a model; raises `ModelError` with everything that is wrong. `rigid` takes all its beams as rigid bodies; `read`: values that are known."""
    faults, values, drawn = checked(model, read=read)
    if faults:
        raise ModelError(model_faults(model))
    if has_nodes(model):
        plain, net, faults, known = lower_nodes(model, values, rigid)
        if faults:
            raise ModelError(model_faults(model))
        same = {
            heading: {
                n: values[heading][n] for n, r in plain.section(heading).items() if model.section(heading).get(n) is r
            }
            | dict(known.get(heading, {}))
            for heading in SECTIONS
        }
        inner = compile_model(plain, rigid, same)
        return replace(inner, net=net.joined(inner.net), told=model)
    if not model.beams:
        return Compiler(model, values, drawn).system()
    lowered, faults = lower(model, values, rigid)
    if faults:
        raise ModelError(model_faults(model))
    try:
        system = compile_model(lowered.model)
    except ModelError as error:
        raise ModelError(_of_beams(error.faults, lowered)) from error
    nets = [plan.net for plan in lowered.plans if plan.net is not None]
    return replace(system, beams=lowered.plans, told=model, net=functools.reduce(Net.joined, nets) if nets else None)


def compile_again(model: Model, kept: Mapping[str, Mapping[str, SimpleNamespace]]) -> System:
    """The system of a model without beams and nodes that was compiled before with other parameters; `kept`: values that do not depend on those."""
    faults, values = values_again(model, kept)
    if faults:
        raise ModelError(faults)
    return Compiler(model, values).system()


def model_faults(
    model: Model, declared: Mapping[str, Collection[str]] | None = None, spoiled: Collection[tuple[str, str]] = ()
) -> list[Fault]:
    """As `check_values`, and the faults of what the sound elements make together."""
    faults, values = checked_values(model, declared, spoiled)
    part = _sound_part(model, values)
    if has_nodes(part):
        plain, _, found, _ = lower_nodes(part, values)
        known = {heading: {*names} for heading, names in (declared or {}).items()}
        known["points"] = known.get("points", set()) | set(model.nodes)
        return in_order([*faults, *found, *model_faults(plain, known)])
    if not part.beams:
        return in_order([*faults, *Compiler(part, values).collected()])
    lowered, found = lower(part, values)
    faults += found
    open_beams = {*(declared or {}).get("beams", ()), *part.beams} - {plan.name for plan in lowered.plans}
    more, values = checked_values(lowered.model, {**(declared or {}), "beams": open_beams})
    more = [*more, *Compiler(_sound_part(lowered.model, values), values).collected()]
    return in_order([*faults, *_of_beams(more, lowered)])


def _of_beams(faults: Iterable[Fault], lowered: Lowered) -> list[Fault]:
    """Faults as they are told of beams: without the numbers of their segments."""
    names = {name: plan.name for plan in lowered.plans for name, _ in plan.bodies}

    def told(text: str) -> str:
        for name, beam in names.items():
            text = text.replace(f"'{name}'", f"'{beam}'")
        return text

    return [replace(f, what=told(f.what), why=told(f.why), remedy=told(f.remedy)) for f in faults]


def _sound_part(model: Model, values: Mapping[str, Mapping[str, SimpleNamespace]]) -> Model:
    """The elements whose values are sound, as far as all they refer to is there too."""
    part = copy.copy(model)
    kept = {heading: {n: r for n, r in model.section(heading).items() if n in values[heading]} for heading in SECTIONS}

    def stands(record: Element) -> bool:
        for key, schema in record.schema().items():
            if not isinstance(schema, NameField):
                continue
            for name in schema.names(getattr(values[record.SECTION][record.name], key)):
                beam = split_station(name, kept["beams"])[0] if "beams" in schema.to else None
                if name != GROUND and beam is None and not any(name in kept[heading] for heading in schema.to):
                    return False
        return True

    before = -1
    while before != (before := sum(len(section) for section in kept.values())):
        kept = {heading: {n: r for n, r in section.items() if stands(r)} for heading, section in kept.items()}
    for heading, section in kept.items():
        setattr(part, heading, section)
    return part


class Compiler:
    """Collects frames, rows and laws while going through the elements once."""

    def __init__(self, model: Model, values: dict[str, dict[str, SimpleNamespace]], drawn: Drawn | None = None) -> None:
        self.drawn = drawn or drawn_of(model.dimension, values)
        self.place, self.points = self.drawn.place, self.drawn.points
        self.model = model
        self.values = values
        self.dimension = model.dimension
        self.faults: list[Fault] = []
        self.scope = model.scope()
        self.laws = LawTable()
        self.frames: list[tuple[Any, ...]] = []
        self.frame_index: dict[tuple[Any, ...], int] = {}
        self.rows: list[dict[str, Any]] = []
        self.groups: list[Group] = []
        self.touches: list[tuple[int, ...]] = []
        self.guides: list[tuple[str, list[tuple[dict[str, Any], Row]]]] = []
        self.equations = 0
        self.laid: dict[str, Laid] = {}
        self.coordinates: dict[tuple[str, str], dict[str, Any]] = {}
        self.coordinate_names: list[tuple[str, Coordinate]] = []
        self.driver_rows: dict[str, tuple[int, ...]] = {}
        self.driver_spans: dict[str, tuple[float, float]] = {}
        self.driver_motions: dict[str, tuple[tuple[str, Motion, str], ...]] = {}
        self.turns: list[float] = []
        self.body_names = tuple(model.bodies)
        self.body_index = {name: k for k, name in enumerate(self.body_names)} | {GROUND: -1}

    def collected(self) -> list[Fault]:
        """Collect everything; what is wrong with it."""
        self._bodies()
        self._joints()
        driving = Driving(self)
        driving.enter()
        self.attached = Attaching(self).tables()
        driving.whole_turns()
        return self.faults

    def system(self) -> System:
        self.collected()
        if not self.model.bodies:
            origin = self.model.origins.get("bodies")
            self.faults.append(Fault("", "the model has no bodies", "there is nothing to move", "add [bodies.NAME]",
                                     origin.file if origin else (str(self.model.source) if self.model.source else None)))  # fmt: skip
        if self.faults:
            raise ModelError(in_order(self.faults))
        system = system_of(self)
        guided = [(name, rows) for name, rows in self.guides if rows]
        for name, rows in guided:
            self._group(name, "guide", rows)
        return replace(system, guided=system_of(self, system)) if guided else system

    # --- elements -----------------------------------------------------------------------------------------------------------

    def _read(self, record: Element) -> SimpleNamespace:
        return self.values[record.SECTION][record.name]

    def _bodies(self) -> None:
        q, keep, space = [], [], space_of(self.dimension)
        v: list[float] = []
        for name, body in self.model.bodies.items():
            values, pose = self._read(body), self.place[name]
            q += space.described(pose.r, self.drawn.quaternions[name], pose.angle)
            v += values.velocity if values.velocity is not None else (0.0,) * self.dimension
            omega = values.angular_velocity
            v += (0.0,) * space.turns if omega is None else np.broadcast_to(omega, space.turns).tolist()
            said = values.position is not None
            keep += [1e10 if values.fixed else 1.0 if said else 0.1] * space.nv
        self.q0, self.v0, self.keep = np.array(q, float), np.array(v, float), np.array(keep, float)

    def _joints(self) -> None:
        couplings = []
        for name, joint in self.model.joints.items():
            if isinstance(joint, Coupling):
                couplings.append(joint)
                continue
            assert isinstance(joint, PairJoint)
            values = self._read(joint)
            try:
                laid = self.drawn.laid.get(name) or joint.lay(values, self.place, self.points, self.dimension)
            except Wrong as remark:
                self.faults.append(joint.fault(remark))
                continue
            self.laid[name] = laid
            a, b = self._frame(laid.a), self._frame(laid.b)
            for coordinate in laid.coordinates:
                self._add_coordinate(name, coordinate, a, b)
            self._group(name, "joint", [(self._row(row, a, b, name), row) for row in laid.rows])
            self.guides.append((name, [(self._row(row, a, b, name), row) for row in guides(laid.rows)]))
        for joint in couplings:
            try:
                self._couple(joint)
            except Wrong as remark:
                self.faults.append(joint.fault(remark))

    def _couple(self, joint: Coupling) -> None:
        values = self._read(joint)
        ratio = joint.ratio_of(values)
        found = []
        held = [[c.name for c in self.laid[name].coordinates] for name in values.joints if name in self.laid]
        for name, wanted in zip(values.joints, joint.wanted(held), strict=True):
            if name not in self.laid:
                if name in self.model.joints and not isinstance(self.model.joints[name], Coupling):
                    return  # that joint has a fault of its own
                raise Wrong(
                    f"joints: {name} has no {wanted}",
                    "a coupling joins two joints between bodies",
                    f"name a joint with {_article(wanted)}",
                )
            match = [c for c in self.laid[name].coordinates if c.name == wanted]
            if not match:
                raise Wrong(f"joints: {name} ({self.model.joints[name].TYPE}) has no {wanted}",
                            remedy=f"name a joint with {_article(wanted)}, or swap the two names")  # fmt: skip
            found.append((name, match[0]))
        if values.joints[0] == values.joints[1]:
            raise Wrong(f"joints: {values.joints[0]} is named twice", "a coupling joins two different joints")
        first, second = (self._coordinate_row(name, c) for name, c in found)
        offset = values.offset
        if offset is None:
            offset = self._drawn(*found[0]) - ratio * self._drawn(*found[1])
        unit_row = Row(found[0][1].row.kind, "transmission")
        first = {**first, "value": offset}
        second = {**second, "factor": -ratio * second["factor"]}
        self._group(joint.name, "joint", [(first, unit_row), (second, replace(unit_row, continues=True))])

    # --- frames, rows, groups ----------------------------------------------------------------------------------------------

    def _frame(self, placed: Placed, laws: list[int] | None = None) -> int:
        body = self.body_index[placed.body]
        entry = (body, *(laws or (0, 0, 0)), tuple(placed.position.tolist()), tuple(placed.basis.ravel().tolist()))
        if entry not in self.frame_index:
            self.frame_index[entry] = len(self.frames)
            self.frames.append(entry)
        return self.frame_index[entry]

    def _point_frame(self, name: str) -> int:
        body, local = self.points[name]
        return self._frame(Placed(body, local, UNIT))

    def _row(self, row: Row, a: int, b: int, joint: str) -> dict[str, Any]:
        turn = -1
        if row.kind == TURN:
            key = next(
                c.name
                for c in self.laid[joint].coordinates
                if c.row.kind == TURN and (c.row.j, c.row.swap) == (row.j, row.swap)
            )
            turn = self.coordinates[joint, key]["turn"]
        return _entry(row, a, b, turn)

    def _add_coordinate(self, joint: str, coordinate: Coordinate, a: int, b: int) -> None:
        turn = -1
        if coordinate.row.kind == TURN:
            turn = len(self.turns)
            self.turns.append(self.laid[joint].drawn)
        self.coordinates[joint, coordinate.name] = _entry(coordinate.row, a, b, turn)
        self.coordinate_names.append((joint, coordinate))

    def _coordinate_row(self, joint: str, coordinate: Coordinate) -> dict[str, Any]:
        return dict(self.coordinates[joint, coordinate.name])

    def _drawn(self, joint: str, coordinate: Coordinate) -> float:
        """Value of a joint coordinate in the described configuration."""
        laid = self.laid[joint]
        a, b = (laid.b, laid.a) if coordinate.row.swap else (laid.a, laid.b)
        pose_a, pose_b = self.place[a.body], self.place[b.body]
        basis_a, basis_b = pose_a.s @ a.basis, pose_b.s @ b.basis
        d = pose_b.r + pose_b.s @ b.position - pose_a.r - pose_a.s @ a.position
        row = coordinate.row
        if row.kind == ANGLE:
            value = pose_b.angle - pose_a.angle
        elif row.kind == TURN:
            u = basis_b[:, row.j]
            value = float(np.arctan2(basis_a[:, 1] @ u, basis_a[:, 0] @ u))
            value += 2 * np.pi * round((laid.drawn - value) / (2 * np.pi))
        else:
            value = float((basis_a[:, row.i] if row.kind == NORMAL_A else basis_b[:, row.j]) @ d)
        return row.factor * value

    def _group(self, name: str, kind: str, rows: list[tuple[dict[str, Any], Row]]) -> None:
        first, directions, units, touched = self.equations, [], [], []
        for entry, row in rows:
            if not row.continues:
                directions.append(row.direction)
                units.append("m" if row.kind in LENGTHS else "rad")
                self.equations += 1
            entry["row"] = self.equations - 1
            entry["group"], entry["joint"] = len(self.groups), name if kind == "joint" else ""
            self.rows.append(entry)
            touched += [self.frames[entry[side]][0] for side in ("a", "b")]
        self.groups.append(Group(name, kind, first, tuple(directions), tuple(units)))
        self.touches.append(tuple(dict.fromkeys(body for body in touched if body >= 0)))


def _entry(row: Row, a: int, b: int, turn: int) -> dict[str, Any]:
    """A row of the table, between the frames a and b."""
    if row.swap:
        a, b = b, a
    return {
        "kind": row.kind, "i": row.i, "j": row.j, "a": a, "b": b, "row": 0, "law": 0, "turn": turn, "moving": 0, "block_a": -1, "block_b": -1,
        "factor": row.factor, "value": row.value, "scale": 1.0,
    }  # fmt: skip


def _article(word: str) -> str:
    return f"an {word}" if word[0] in "aeiou" else f"a {word}"
