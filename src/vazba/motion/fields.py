"""Fields of records that hold motion laws."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from vazba.element import Field, Scope, shown
from vazba.errors import Wrong
from vazba.motion import read_motion
from vazba.motion.motion import Motion


class MotionField(Field):
    """A motion law: number, expression in t, `{polynomial = ..}` and the like, or a Python function; `columns`: also of columns of the result."""

    def __init__(
        self, doc: str, *, columns: bool = False, instead: str = "write a function of t", **options: Any
    ) -> None:
        """`instead`: what to do where somebody names columns and they have no value."""
        super().__init__(doc, **options)
        self.columns, self.instead = columns, instead

    def read(self, raw: Any, scope: Scope) -> Motion:
        return read_motion(raw, scope, self.columns, self.instead)


class MotionsField(MotionField):
    """One motion law for each component."""

    def read(self, raw: Any, scope: Scope) -> Any:
        return _motions(raw, scope.dimension, scope, self.name, self.columns)


class CardanMotionField(Field):
    """`{cardan = [a, b, c]}` with a motion law for each angle: `S = Rx(a) Ry(b) Rz(c)`."""

    def read(self, raw: Any, scope: Scope) -> tuple[Motion, ...]:
        if not isinstance(raw, Mapping) or set(raw) != {"cardan"}:
            raise Wrong(
                f"{self.name} = {shown(raw)} is not understood",
                remedy="write {cardan = [a, b, c]} with a motion law for each angle",
            )
        return _motions(raw["cardan"], 3, scope, self.name)


def _motions(raw: Any, count: int, scope: Scope, name: str, columns: bool = False) -> tuple[Motion, ...]:
    if isinstance(raw, (str, Mapping)) or not hasattr(raw, "__len__") or len(raw) != count:
        raise Wrong(
            f"{name} = {shown(raw)} is not a list of {count} components",
            remedy=f"give {count} numbers or expressions in t",
        )
    return tuple(read_motion(component, scope, columns) for component in raw)
