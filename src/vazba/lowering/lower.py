"""`lower`: a model without beams that moves like the one with them.

Every element that names a beam where a body may be named takes hold of the body that carries its station: that of a point is the first of its local
components, that of a joint or bushing where it is drawn, that of `"NAME@0.5"` is said; of all others it is the start. Names, files and lines
of the elements stay as they are.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np

from vazba.beams.beam import Beam, Span, check_station
from vazba.element import SECTIONS, Element, NameField, split_station
from vazba.errors import Fault, Wrong
from vazba.frozen import frozen
from vazba.joints.joint import Array, Pose
from vazba.lowering.carrier import BeamPlan, Carrier
from vazba.lowering.elastic import ElasticBeam, modal_shapes
from vazba.lowering.natural import NaturalBeam
from vazba.lowering.places import Places, Values
from vazba.lowering.rfe import RfeBeam
from vazba.lowering.rigid import RigidBeam
from vazba.model import Model
from vazba.points import Point


@frozen
class Lowered:
    """A model without beams, and how each beam stands in it."""

    model: Model
    plans: tuple[BeamPlan, ...]


def carrier_for(span: Span, record: Beam, rigid: bool) -> Carrier:
    """What stands for a beam, by its `model`: the one place that knows which models there are. Raises `Wrong`."""
    if rigid or span.model == "rigid":
        return RigidBeam(span, record.origin)
    if span.model == "rfe":
        return RfeBeam(span, record.origin)
    if span.model == "natural":
        return NaturalBeam(span, record.origin)
    if span.model == "ancf":
        return ElasticBeam(span, record.origin, None)
    return ElasticBeam(span, record.origin, modal_shapes(span))


def lower(model: Model, values: Values, rigid: bool = False) -> tuple[Lowered, list[Fault]]:
    """The lowered model of sound elements (`values` as `checked_values` gives them), and what is wrong; `rigid` takes all beams as rigid."""
    faults: list[Fault] = []
    spans = Places(model, values).spans(faults)
    carriers: dict[str, Carrier] = {}
    for name, span in spans.items():
        record = model.beams[name]
        try:
            carriers[name] = carrier_for(span, record, rigid)
        except Wrong as remark:
            faults.append(record.fault(remark, "modes" if remark.what.startswith("modes") else "model"))
    out = copy.copy(model)
    out.lowered = True
    rewriter = _Rewriter(model, values, carriers)
    for heading in SECTIONS:
        kept: dict[str, Element] = {}
        for name, record in model.section(heading).items():
            if heading == "beams":
                continue
            try:
                kept[name] = rewriter.rewritten(record)
            except Wrong as remark:
                faults.append(record.fault(remark))
        setattr(out, heading, kept)
    _drop_within(out, {name for name, c in carriers.items() if isinstance(c, RigidBeam)}, joints=rigid)
    for carrier in carriers.values():
        for record in carrier.records():
            out.section(record.SECTION)[record.name] = record
    return Lowered(out, tuple(carrier.plan() for carrier in carriers.values())), faults


def _drop_within(model: Model, rigid: set[str], joints: bool) -> None:
    """Leave out what acts between two stations of one rigid beam: it does nothing there. With `joints` also these, and what acts on them."""
    on = {name: point.body for name, point in model.points.items()}

    def within(record: Any) -> bool:
        points = getattr(record, "points", None)
        held = [on.get(p) for p in points] if points else list(getattr(record, "bodies", None) or ())
        return len(held) == 2 and held[0] == held[1] and held[0] in rigid

    for heading in ("torques", "bushings", *(["joints"] if joints else [])):
        section = model.section(heading)
        gone = {name for name, record in section.items() if within(record)}
        setattr(model, heading, {name: record for name, record in section.items() if name not in gone})
        for other in SECTIONS if heading == "joints" and gone else ():
            left = model.section(other).items()
            setattr(model, other, {name: r for name, r in left if not gone & _joints_of(r)})


def _joints_of(record: Element) -> set[str]:
    keys = [key for key, schema in record.schema().items() if isinstance(schema, NameField) and "joints" in schema.to]
    named = [getattr(record, key) for key in keys]
    return {name for raw in named if raw for name in ([raw] if isinstance(raw, str) else raw)}


class _Rewriter:
    """Elements that name beams, as they name the bodies that carry their stations."""

    def __init__(self, model: Model, values: Values, carriers: Mapping[str, Carrier]) -> None:
        self.model, self.values, self.carriers = model, values, carriers

    def rewritten(self, record: Element) -> Element:
        """The record itself when it names no beam. Raises `Wrong`."""
        read = self.values[record.SECTION].get(record.name)
        if read is None:
            return record
        changes: dict[str, Any] = {}
        for key, schema in record.schema().items():
            if not isinstance(schema, NameField) or "beams" not in schema.to:
                continue
            said = getattr(read, key)
            names = schema.names(said)
            if not any(split_station(name, self.carriers)[0] for name in names):
                continue
            if isinstance(record, Point):
                return self._point(record)
            found = [self._body(name, record, read, key) for name in names]
            changes[key] = found[0] if isinstance(said, str) else found
        return replace(record, **changes) if changes else record

    def _body(self, name: str, record: Element, read: SimpleNamespace, key: str) -> str:
        beam, station = split_station(name, self.carriers)
        if beam is None:
            return name
        carrier = self.carriers[beam]
        if station is None:
            station = self._station(carrier, record, read, key)
        return carrier.socket(check_station(station, beam, carrier.span.length)).body

    def _station(self, carrier: Carrier, record: Element, read: SimpleNamespace, key: str) -> float:
        """Where an element that names a beam without a station takes hold of it."""
        if key == "bodies" and getattr(read, "at", None) is not None:
            at = np.zeros(3)
            at[: len(read.at)] = read.at
            return float(carrier.pose_at(0.0).local(at)[0])
        if key == "frame" and record.SECTION == "drivers" and read.points:  # the body of the first point is meant
            body, station, _ = self._held(read.points[0])
            return station if body == carrier.span.name else 0.0
        return 0.0

    def _point(self, record: Point) -> Element:
        beam, station, p = self._held(record.name)
        carrier = self.carriers[beam]
        socket = carrier.socket(check_station(station, beam, carrier.span.length))
        local = socket.pose.local(p)[: self.model.dimension].tolist()
        return replace(record, body=socket.body, position=local, at=None)

    def _held(self, name: str) -> tuple[str, float, Array]:
        """Of a point: its body or beam, its station and where it is drawn (both only of a beam)."""
        read = self.values["points"][name]
        beam, station = split_station(read.body, self.carriers)
        p = np.zeros(3)
        if beam is None:
            return read.body, 0.0, p
        frame: Pose = self.carriers[beam].pose_at(station or 0.0)
        if read.at is not None:
            p[: len(read.at)] = read.at
        else:
            if read.position is not None:
                p[: len(read.position)] = read.position
            p = frame.r + frame.s @ p
        return beam, float(frame.local(p)[0]) if station is None else station, p
