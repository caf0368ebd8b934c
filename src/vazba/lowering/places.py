"""Where points are drawn and how they move at the start, and where beams lie."""

from __future__ import annotations

from collections.abc import Mapping
from types import SimpleNamespace

import numpy as np

from vazba.beams.beam import Span
from vazba.bodies.rigid import described_pose
from vazba.element import GROUND, split_station
from vazba.errors import Fault, Wrong
from vazba.joints.joint import Array
from vazba.model import Model

Values = Mapping[str, Mapping[str, SimpleNamespace]]


class Places:
    """Where points are drawn and beams lie, which may depend on each other."""

    def __init__(self, model: Model, values: Values) -> None:
        self.model, self.values = model, values
        self.found: dict[str, Span] = {}
        self.open: list[str] = []  # beams that are being placed

    def spans(self, faults: list[Fault]) -> dict[str, Span]:
        for name in self.values["beams"]:
            try:
                self.span(name)
            except Wrong as remark:
                faults.append(self.model.beams[name].fault(remark))
        return {name: self.found[name] for name in self.values["beams"] if name in self.found}

    def span(self, name: str) -> Span:
        if name in self.found:
            return self.found[name]
        if name in self.open:
            chain = " - ".join([*self.open[self.open.index(name) :], name])
            raise Wrong(f"where it lies is not determined: {chain}", "each starts at a point of another", "give start and end as vectors")  # fmt: skip
        self.open.append(name)
        try:
            record = self.model.beams[name]
            self.found[name] = record.span(self.values["beams"][name], self.model.dimension, self.point)
        finally:
            self.open.pop()
        return self.found[name]

    def point(self, name: str) -> Array:
        """Where a point is drawn."""
        return self.moving(name)[0]

    def moving(self, name: str) -> tuple[Array, Array]:
        """Where a point is drawn, and its velocity by the described motion of its body or beam."""
        values = self.values["points"].get(name)
        if values is None:
            raise Wrong(f"point {name} has a fault of its own", "where it is drawn is not known", f"correct point {name}")  # fmt: skip
        p, drawn = np.zeros(3), values.at is not None
        raw = values.at if drawn else values.position
        if raw is not None:
            p[: len(raw)] = raw
        if values.body == GROUND:
            return p, np.zeros(3)
        beam, station = split_station(values.body, self.model.beams)
        if beam is not None:
            span = self.span(beam)
            at = p if drawn else np.asarray(span.at(station or 0.0) + span.s @ p)
            return at, np.asarray(span.velocity + np.cross(span.s @ span.spin, at - span.r))
        body = self.values["bodies"].get(values.body)
        if body is None:
            raise Wrong(f"body {values.body} has a fault of its own", "where its points are is not known", f"correct body {values.body}")  # fmt: skip
        r, s, _, _ = described_pose(body, self.model.dimension)
        at = p if drawn else np.asarray(r + s @ p)
        velocity, spin = np.zeros(3), np.zeros(3)
        if body.velocity is not None:
            velocity[: self.model.dimension] = body.velocity
        if body.angular_velocity is not None:
            spin[3 - (1 if self.model.dimension == 2 else 3) :] = body.angular_velocity
        return at, np.asarray(velocity + np.cross(s @ spin, at - r))
