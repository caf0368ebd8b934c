"""How far joints may go: what a model says of it."""

from __future__ import annotations

import numpy as np

from vazba.model import Model


def model_limits(model: Model) -> dict[str, tuple[float, float]]:
    """Limits of joint coordinates: of stops, and of the events that stand for the limits in a robot's file."""
    scope, out = model.scope(), {}
    for limit in model.limits.values():
        values = limit.read(scope, [])
        coordinate = values.coordinate or _only(model, values.joint)
        low, high = (
            (-np.inf if values.lower is None else values.lower),
            (np.inf if values.upper is None else values.upper),
        )
        out[f"{values.joint}.{coordinate}"] = (float(low), float(high))
    for name, joint in model.joints.items():
        ends = []
        for word, way, open_end in (("lower", "falling", -np.inf), ("upper", "rising", np.inf)):
            event = model.events.get(f"{name}_{word}")
            ends.append(
                scope.number(event.value) if event and event.joint == name and event.direction == way else open_end
            )
        if np.isfinite(ends).any():
            out.setdefault(f"{name}.{'displacement' if joint.TYPE == 'prismatic' else 'angle'}", (ends[0], ends[1]))
    return out


def _only(model: Model, joint: str) -> str:
    return "displacement" if model.joints[joint].TYPE in ("prismatic", "slot") else "angle"
