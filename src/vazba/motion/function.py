"""Any Python function of time."""

from __future__ import annotations

from collections.abc import Callable
from numbers import Real
from typing import Any, Self

import numpy as np

from vazba.element import shown
from vazba.errors import Wrong
from vazba.frozen import frozen
from vazba.motion.motion import POINTER, Lowered, Motion, Scope
from vazba.motion.tracer import trace


@frozen
class Function(Motion):
    """`f(t)` with `rate(t) = f'` and `acceleration(t) = f''`, both optional.

    Without them the function is first read as an expression (arithmetic and NumPy functions; exact derivatives). A
    function that branches on t or uses `math` is compiled, or called in Python where it cannot be, and what is not
    given is differenced: sixth order, the best of four steps from 1/128 s to 1/8192 s. For `f = a sin(w t)` with w from
    0.1 to 1000 rad/s the errors of f' and f'' stay below 1e-7 a w and 1e-7 a w^2, usually by far. Within 0.4 ms of a
    kink of f the differences are not to be trusted: give `rate` and `acceleration` there.
    """

    f: Callable[[float], float]
    rate: Callable[[float], float] | None = None
    acceleration: Callable[[float], float] | None = None

    key = "function"

    @classmethod
    def from_raw(cls, raw: Any) -> Function:
        if not callable(raw):
            raise Wrong("a function can be given in Python only", remedy="write an expression in t or a table")
        return cls(raw)

    def resolve(self, scope: Scope) -> Function:
        for word, function in (("f", self.f), ("rate", self.rate), ("acceleration", self.acceleration)):
            if function is not None:
                _try_out(word, function)
        return self

    def lower(self) -> Lowered:
        if self.rate is None and self.acceleration is None:
            expression = trace(self.f)
            if expression is not None:
                return Lowered.from_program(expression.program({}))
        from vazba._jit import function_address, in_python_because

        functions = (self.f, self.rate, self.acceleration)
        found = [(0, None, True) if f is None else function_address(f) for f in functions]
        value, rate, acceleration = (address for address, _, _ in found)
        slow = tuple(in_python_because(f) for f, (_, _, fast) in zip(functions, found) if f is not None and not fast)
        alive = tuple(keeper for _, keeper, _ in found)
        return Lowered(POINTER, addresses=(value, rate, acceleration), alive=alive, in_python=slow)

    def to_raw(self) -> Any:
        raise Wrong("a Python function cannot be written to a file", remedy="use an expression in t or a table instead")

    @classmethod
    def example(cls, rng: np.random.Generator) -> Self:
        a, b = (float(x) for x in rng.uniform(0.5, 2.0, size=2))
        return cls(lambda t: a * np.sin(b * t) / (1.0 + t**2))


def _try_out(word: str, function: Callable[[float], Any]) -> None:
    """Refuse what gives no number at all."""
    if not callable(function):
        raise Wrong(f"{word} = {shown(function)} is not a function of time")
    why = ""
    for time in (0.0, 1.0):
        try:
            result = function(time)
            zero_dimensional = isinstance(result, np.ndarray) and result.ndim == 0
            if (zero_dimensional or isinstance(result, Real)) and not isinstance(result, bool):
                return
            why = why or f"at t = {time:g} it gives {shown(result)}"
        except Exception as error:  # noqa: BLE001  (a user's function may raise anything)
            why = why or f"at t = {time:g} it raises {type(error).__name__}: {error}"
    name = getattr(function, "__name__", word)
    raise Wrong(f"the Python function {name} gives no number", why, "return a number for a time in s")
