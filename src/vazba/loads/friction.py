"""Friction in a joint, from its physical reaction."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from vazba._jit import inlined, jit
from vazba.algebra.vectors import add, dot, scaled
from vazba.element import Element, Number, NumberField, element, given
from vazba.errors import Wrong
from vazba.joints.rows import scalar_terms
from vazba.paths.path import coordinate_field, joint_field


@element("frictions")
class Friction(Element):
    """Against the rate x' of a joint's coordinate acts `mu r N x'/sqrt(x'^2 + x_s^2) + c x'`.

    N is the joint's reaction force (its magnitude, found together with the accelerations), r the `radius` of the pin for an angle and 1 for a
    displacement, x_s the `speed` below which the jump at rest is smoothed: at rest the joint creeps instead of sticking.
    """

    joint: str | None = joint_field()
    coordinate: str | None = coordinate_field()
    coefficient: Number = given(NumberField("coefficient of friction mu", minimum=0.0, default=0.0))
    radius: Number | None = given(
        NumberField("radius of the pin, for an angle", unit="m", minimum=0.0, strict=True, default=None)
    )
    viscous: Number = given(NumberField("viscous friction c", unit="N m s/rad or N s/m", minimum=0.0, default=0.0))
    speed: Number = given(
        NumberField(
            "speed x_s of the smoothed jump at rest", unit="rad/s or m/s", minimum=0.0, strict=True, default=1e-3
        )
    )

    def check_form(self) -> None:
        if self.joint is None:
            raise Wrong("joint is missing", "where it acts is not known", 'add joint = ".."')
        if self.coefficient == 0 and self.viscous == 0:
            raise Wrong("neither coefficient nor viscous is given", "there is no friction", "add coefficient = ..")

    def drawing(self) -> Mapping[str, Any]:
        """Nothing of its own: it is told of at its joint."""
        return {"form": "", "joint": self.joint}


@jit
def normal_force(f, rows, poses, multipliers):  # type: ignore[no-untyped-def]
    """Magnitude of the reaction force of the joint."""
    total = (0.0, 0.0, 0.0)
    for k in range(f.first, f.first + f.count):
        r = rows[k]
        _, _, _, _, d_vb, _ = scalar_terms(r.kind, r.i, r.j, poses[r.a], poses[r.b], 0.0)
        total = add(total, scaled(d_vb, multipliers[r.row] * r.factor * r.scale))
    return math.sqrt(dot(total, total))


@inlined
def friction_effort(f, rate, normal):  # type: ignore[no-untyped-def]
    """What friction adds to the generalised force of the coordinate."""
    return -f.coefficient * f.arm * normal * rate / math.sqrt(rate * rate + f.speed * f.speed) - f.viscous * rate
