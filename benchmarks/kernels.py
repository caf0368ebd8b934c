"""Boundaries of the package, called from loops in Numba: the package itself runs without Numba, benchmarks compile with it."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numba
from llvmlite import ir
from numba.core import sigutils
from numba.core import types as nb_types
from numba.extending import intrinsic

from vazba.equations.verbs import DERIVATIVE, VERB


def caller(signature: str) -> Callable[..., Any]:
    """A function `(address, *arguments)` that calls a boundary of that signature from inside a loop in Numba."""
    arguments, result = sigutils.normalize_signature(signature)

    def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]  # noqa: ANN001, ARG001
        given = [context.get_value_type(kind) for kind in arguments]
        returned = ir.VoidType() if result == nb_types.void else context.get_value_type(result)
        value = builder.call(builder.inttoptr(args[0], ir.FunctionType(returned, given).as_pointer()), args[1:])
        return context.get_dummy_value() if result == nb_types.void else value

    names = ", ".join(f"x{k}" for k in range(len(arguments)))  # Numba looks at the number of arguments
    made: dict[str, Any] = {"typed": lambda: (result(nb_types.int64, *arguments), codegen)}
    exec(f"def call(typingctx, address, {names}):\n    return typed()", made)
    return intrinsic(made["call"])  # type: ignore[no-any-return]


call_derivative, call_tree = caller(DERIVATIVE), caller(VERB)


@numba.njit
def derivatives(kernel, d, y, out, many):  # type: ignore[no-untyped-def]
    """A derivative some times."""
    for _ in range(many):
        call_derivative(kernel, d, y, out, 0.0)


@numba.njit(error_model="numpy", fastmath={"contract", "nsz"})
def solve_symmetric(a, n, x):  # type: ignore[no-untyped-def]
    """As that of `vazba.algebra.dense`: a plain Cholesky factorisation, x in place."""
    for k in range(n):
        pivot = a[k * n + k]
        for j in range(k):
            pivot -= a[k * n + j] ** 2
        pivot = math.sqrt(pivot)
        a[k * n + k] = pivot
        for i in range(k + 1, n):
            value = a[i * n + k]
            for j in range(k):
                value -= a[i * n + j] * a[k * n + j]
            a[i * n + k] = value / pivot
    for k in range(n):
        value = x[k]
        for j in range(k):
            value -= a[k * n + j] * x[j]
        x[k] = value / a[k * n + k]
    for k in range(n - 1, -1, -1):
        value = x[k]
        for i in range(k + 1, n):
            value -= a[i * n + k] * x[i]
        x[k] = value / a[k * n + k]
