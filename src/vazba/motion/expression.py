"""Any expression in the time t and the parameters, such as "t**2 + pi/2"."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import field
from functools import lru_cache
from typing import Any, Self

import numpy as np

from vazba.element import shown
from vazba.errors import Wrong
from vazba.expressions import ExpressionError, Program, parse
from vazba.frozen import frozen
from vazba.motion.motion import Lowered, Motion, Scope


@lru_cache(maxsize=1024)
def _program(text: str, values: tuple[tuple[str, float, float], ...]) -> Program:
    """Code with these values (name, value, its sign: there are two zeros); a law is asked for it several times in a run."""
    return parse(text).program({name: value for name, value, _ in values})


@frozen
class Formula(Motion):
    """`f(t)` as written; both derivatives are formed exactly, operation by operation.

    abs, min, max, sign, floor are differentiated piece by piece: a jump of their value has no derivative.
    """

    text: str
    parameters: Mapping[str, float] = field(default_factory=dict, hash=False)  # those the text names

    key = "expression"

    @classmethod
    def from_raw(cls, raw: Any) -> Formula:
        if not isinstance(raw, str):
            raise Wrong(f"expression = {shown(raw)} is not a text", remedy='write expression = "..."')
        return cls(raw)

    def program(self, parameters: Mapping[str, float]) -> Program:
        """Code for the stack machine."""
        try:
            names = sorted(parse(self.text).names - {"t"} - set(self.columns))
            if not all(name in parameters for name in names):
                return parse(self.text).program(parameters)  # which says what is missing
            values = [float(parameters[name]) for name in names]
            return _program(self.text, tuple((n, x, math.copysign(1.0, x)) for n, x in zip(names, values, strict=True)))
        except ExpressionError as error:
            raise Wrong(f"expression {shown(self.text)}: {error}") from error

    def resolve(self, scope: Scope) -> Formula:
        known = {**scope.parameters, **self.parameters}
        self.program(known)
        names = sorted(parse(self.text).names - {"t"} - set(self.columns))
        return Formula(self.text, {name: float(known[name]) for name in names})

    @property
    def columns(self) -> tuple[str, ...]:
        """Columns of the result in it, such as `A.angle`."""
        try:
            return tuple(sorted(parse(self.text).columns))
        except ExpressionError:
            return ()  # said elsewhere

    def lower(self) -> Lowered:
        return Lowered.from_program(self.program(self.parameters))

    def to_raw(self) -> Any:
        return self.text

    @classmethod
    def example(cls, rng: np.random.Generator) -> Self:
        a, b, c = (float(x) for x in rng.uniform(0.5, 2.0, size=3))
        return cls("a*sin(b*t)*exp(-c*t) + t**3/(2 + cos(t))", {"a": a, "b": b, "c": c})
