"""What all controllers share: when they look, and on what they act.

A controller without `every` is continuous: it acts by what is the case at every instant. A sampled one looks every so many seconds, from the start of
the run on, and holds what it has found until it looks again (zero-order hold); these instants are never stepped over. All work that controllers do is
put in.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any, ClassVar

from vazba.element import Element, Field, NumberField, Scope, given, shown
from vazba.errors import Fault, Wrong, suggestion
from vazba.frozen import frozen
from vazba.paths.path import Law


@frozen
class Axis:
    """One length or joint coordinate that a controller moves: the name of its columns, where it lies, and the law it has there when it acts continuously."""

    name: str
    law: Law
    kp: float
    kd: float
    joint: str | None = None
    coordinate: str | None = None
    cable: str | None = None


class Controller(Element):
    """Base of all controllers."""

    QUANTITIES: ClassVar[tuple[str, ...]] = ("value", "rate", "effort", "power")

    def axes(self, values: SimpleNamespace) -> list[Axis]:  # noqa: ARG002
        """What it acts on by itself; raises `Wrong`."""
        return []

    def fault_of(self, analysis: str) -> Fault:
        """What is said of it by an analysis that does not know it."""
        why = f"{analysis} takes elements by their laws, and a {self.TYPE} controller has none"
        return self.fault(Wrong(f"{analysis} does not go with it", why, "leave it out there, or use a pd controller"))

    def drawing(self) -> Mapping[str, Any]:
        """Something about the joint it acts on."""
        joint = getattr(self, "joint", None)
        return {"form": "cylinder", "joint": joint} if isinstance(joint, str) else {"form": ""}


def every_field() -> Any:
    return given(
        NumberField("seconds from one look to the next; without it the controller is continuous", unit="s", minimum=0.0, strict=True, default=None)
    )  # fmt: skip


def split_coordinate(key: str) -> tuple[str, str | None]:
    """Joint and coordinate of `A` or `A.angle`."""
    joint, _, coordinate = key.partition(".")
    return joint, coordinate or None


class GainField(Field):
    """A number, not negative, for all joints, or a table by joint."""

    def read(self, raw: Any, scope: Scope) -> float | dict[str, float]:
        if isinstance(raw, Mapping):
            return {str(key): self._one(value, scope, f"{self.name}.{key}") for key, value in raw.items()}
        return self._one(raw, scope, self.name)

    def _one(self, raw: Any, scope: Scope, what: str) -> float:
        value = scope.number(raw)
        if not value >= 0:
            raise Wrong(f"{what} = {value:g} is not allowed", "it must be zero or positive", "correct the value")
        return value


def gain(values: Mapping[str, float] | float, key: str, what: str, keys: Mapping[str, Any]) -> float:
    """The gain of one joint; raises `Wrong` where others are named, or this one is not."""
    if not isinstance(values, Mapping):
        return values
    for other in values:
        if other not in keys:
            raise Wrong(f"{what}: '{other}' has no target", "", suggestion(other, keys))
    if key not in values:
        raise Wrong(
            f"{what} of {key} is missing", f"{what} = {shown(dict(values))} names others only", f"add {key} = .."
        )
    return values[key]
