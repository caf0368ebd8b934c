"""The rotor of a motor at a joint: it turns `gear` times as fast as the joint and resists its acceleration with `armature gear^2`.

With the coordinate s of the joint the rotor's energy is `1/2 armature (gear s')^2`. That it also turns with the body that carries it belongs to that body's
inertia; the moment of its spin when the body turns aside is left out, as usual.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from vazba.element import Element, NumberField, given
from vazba.errors import Wrong

JOINTS = ("revolute", "prismatic", "cylindrical", "screw", "universal")  # whose coordinates are freedoms of their own


def armature_field() -> Any:
    return given(
        NumberField("moment of inertia of the motor's rotor about its own axis", unit="kg m^2", minimum=0.0, default=None)
    )  # fmt: skip


def gear_field() -> Any:
    return given(
        NumberField("gear ratio: turns of the rotor in one of the joint (at a displacement: rad/m); efforts are those at the joint", nonzero=True, default=None)
    )  # fmt: skip


def check_rotor_form(record: Any) -> None:
    """A rotor belongs to a joint, and a gear ratio to a rotor; raises `Wrong`."""
    if record.armature is not None and record.joint is None:
        raise Wrong(
            "armature is given through points",
            "a rotor turns along with a joint",
            "name a joint, or make the drum a body on a joint of its own",
        )
    if record.gear is not None and record.armature is None:
        raise Wrong(
            "gear is given without an armature",
            "efforts are those at the joint, so that the ratio alone changes nothing",
            "add armature = .. (of the rotor, kg m^2), or remove gear",
        )


def check_rotor(joint: Element, coordinate: str | None) -> None:
    """Refuse coordinates that are not freedoms of their own."""
    if joint.TYPE == "screw" and coordinate == "displacement":
        raise Wrong(
            f"armature does not go with the displacement of joint {joint.name} (screw)",
            "its rotor turns with the nut",
            'write coordinate = "angle"',
        )
    if joint.TYPE not in JOINTS:
        raise Wrong(
            f"armature does not go with joint {joint.name} ({joint.TYPE})",
            "its coordinate is not a freedom of its own",
            f"take one of {', '.join(JOINTS)}",
        )


def reflected(values: SimpleNamespace) -> float:
    """Inertia along the coordinate: kg m^2, or kg at a displacement."""
    if getattr(values, "armature", None) is None:  # a cable, a spring
        return 0.0
    return float(values.armature * (1.0 if values.gear is None else values.gear) ** 2)
