"""A planar beam of rigid finite elements in natural coordinates: each segment is a bar described by its two ends.

The same segments and springs as `rfe`; what differs are the coordinates, `(x_1, y_1, x_2, y_2)` for each segment with the constant mass `[[a, b], [b, a]]` for
each direction, `a = m/4 + I/l^2`, `b = m/4 - I/l^2`, and one row `|r_2 - r_1| = l`. Springs and joints take hold of the frame in the middle of the bar.
"""

from __future__ import annotations

import numpy as np

from vazba.bodies.rigid import Body
from vazba.element import Element
from vazba.flexible.units import Net
from vazba.joints.distance import Distance
from vazba.lowering.carrier import BeamPlan
from vazba.lowering.rfe import RfeBeam
from vazba.points import Point


class NaturalBeam(RfeBeam):
    """Segments `NAME#k` with ends `NAME#k-` and `NAME#k+`."""

    def records(self) -> list[Element]:
        out = super().records()
        for k in range(self.span.elements + 1):
            low, high = self.ends(k)
            mass, _ = self.span.mass(high - low)
            for end, at in zip(self._nodes(k), (low, high)):
                motion = self.motion_at(at)
                still = {key: motion[key] for key in ("position", "velocity") if key in motion}
                out.append(Body(name=end, origin=self.origin, mass=mass / 2, inertia=mass / 2, **still))
                out.append(
                    Point(name=end, origin=self.origin, body=end, position=[0.0, 0.0], at=None, orientation=None)
                )
            out.append(Distance(name=f"{self.name(k)}=", origin=self.origin, points=list(self._nodes(k)), length=None))
        return out

    def _nodes(self, k: int) -> tuple[str, str]:
        return f"{self.name(k)}-", f"{self.name(k)}+"

    def plan(self) -> BeamPlan:
        count, masses, frames, ends = self.span.elements + 1, [], [], []
        for k in range(count):
            (a, b), (low, high) = self._nodes(k), self.ends(k)
            mass, inertia = self.span.mass(high - low)
            masses.append((a, b, mass, mass / 4 - inertia / (high - low) ** 2))
            frames.append((self.name(k), a, b))
            ends += [(name, np.array([at, 0.0, 0.0])) for name, at in ((a, low), (b, high))]
        names = tuple(name for name, _ in ends)
        base = super().plan()
        net = Net(names, (0.0,) * len(names), {}, tuple(masses), frames=tuple(frames))
        return BeamPlan(base.span, base.model, base.start, (*base.bodies, *ends), base.stations, base.hidden, None, net)
