"""The tools of kernels for Numba, in the processes that compile: same names and meaning as in `plain.py`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba.core import cgutils, sigutils
from numba.core import types as nb_types
from numba.extending import intrinsic
from numba.np.arrayobj import populate_array

from vazba._jit.plain import FUNCTION, LAW, types_of

HOW: dict[str, Any] = {
    "error_model": "numpy",
    "fastmath": {"contract", "nsz"},
    "no_cfunc_wrapper": True,
    "no_cpython_wrapper": True,
    "_nrt": False,  # nothing is allocated, and arrays have no owners to be counted
}


def jit(function: Any) -> Any:
    """Compile a kernel: no Python objects inside, division by zero gives inf or nan instead of raising."""
    return numba.njit(**HOW)(function)


def summing(function: Any) -> Any:
    """As `jit`, for sums over long arrays: in what order is left to the compiler, which then takes several numbers at a time."""
    return numba.njit(**HOW | {"fastmath": {"contract", "nsz", "reassoc"}})(function)


def inlined(function: Any) -> Any:
    """As `jit`, for the smallest helpers: always pasted into their callers. A call that passes arrays costs more than they do."""
    return numba.njit(**HOW, forceinline=True)(function)


def caller(signature: str) -> Callable[..., Any]:
    """A function `(address, *arguments)` that calls a boundary of that signature from inside a kernel."""
    arguments, result = sigutils.normalize_signature(signature)

    def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]  # noqa: ANN001, ARG001
        given = [context.get_value_type(kind) for kind in arguments]
        returned = ir.VoidType() if result == nb_types.void else context.get_value_type(result)
        pointer = builder.inttoptr(args[0], ir.FunctionType(returned, given).as_pointer())
        value = builder.call(pointer, args[1:])
        return context.get_dummy_value() if result == nb_types.void else value

    names = ", ".join(f"x{k}" for k in range(len(types_of(signature)[1])))  # Numba looks at the number of arguments
    made: dict[str, Any] = {"typed": lambda: (result(nb_types.int64, *arguments), codegen)}
    exec(f"def call(typingctx, address, {names}):\n    return typed()", made)
    return intrinsic(made["call"])  # type: ignore[no-any-return]


def view_of(dtype: Any) -> Callable[[int, int], Any]:
    """A function `(address, count) -> array` of that type."""
    dtype = np.dtype(dtype)
    array_type = nb_types.Array(numba.from_dtype(dtype), 1, "C")

    @intrinsic
    def view(typingctx, address, count):  # type: ignore[no-untyped-def]  # noqa: ANN001, ARG001
        def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]  # noqa: ANN001, ARG001
            array = context.make_array(array_type)(context, builder)
            size = context.get_constant(nb_types.intp, dtype.itemsize)
            populate_array(
                array, data=builder.inttoptr(args[0], array.data.type), shape=cgutils.pack_array(builder, [args[1]]),
                strides=cgutils.pack_array(builder, [size]), itemsize=size, meminfo=None,
            )  # fmt: skip
            return array._getvalue()

        return array_type(nb_types.int64, nb_types.int64), codegen

    return view  # type: ignore[no-any-return]


def matrix_of(dtype: Any) -> Callable[[int, int, int], Any]:
    """A function `(address, rows, columns) -> matrix`."""
    dtype = np.dtype(dtype)
    array_type = nb_types.Array(numba.from_dtype(dtype), 2, "C")

    @intrinsic
    def matrix(typingctx, address, rows, columns):  # type: ignore[no-untyped-def]  # noqa: ANN001, ARG001
        def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]  # noqa: ANN001, ARG001
            array = context.make_array(array_type)(context, builder)
            size = context.get_constant(nb_types.intp, dtype.itemsize)
            populate_array(
                array, data=builder.inttoptr(args[0], array.data.type), shape=cgutils.pack_array(builder, [args[1], args[2]]),
                strides=cgutils.pack_array(builder, [builder.mul(args[2], size), size]), itemsize=size, meminfo=None,
            )  # fmt: skip
            return array._getvalue()

        return array_type(nb_types.int64, nb_types.int64, nb_types.int64), codegen

    return matrix  # type: ignore[no-any-return]


@intrinsic
def get(typingctx, array, index):  # type: ignore[no-untyped-def]  # noqa: ANN001, ARG001
    """`array[index]` of a contiguous vector, without looking whether the index is negative."""

    def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]  # noqa: ANN001, ARG001
        data = context.make_array(signature.args[0])(context, builder, args[0]).data
        return builder.load(builder.gep(data, [args[1]], inbounds=True))

    return array.dtype(array, nb_types.int64), codegen


@intrinsic
def put(typingctx, array, index, value):  # type: ignore[no-untyped-def]  # noqa: ANN001, ARG001
    """`array[index] = value` of a contiguous vector, without looking whether the index is negative."""

    def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]  # noqa: ANN001, ARG001
        data = context.make_array(signature.args[0])(context, builder, args[0]).data
        builder.store(args[2], builder.gep(data, [args[1]], inbounds=True))
        return context.get_dummy_value()

    return nb_types.void(array, nb_types.int64, array.dtype), codegen


call_address, call_law = caller(FUNCTION), caller(LAW)
