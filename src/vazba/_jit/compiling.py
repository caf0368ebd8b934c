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


def _array(context, builder, array_type, address, shape):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
    """The contiguous array that stands at an address."""
    array = context.make_array(array_type)(context, builder)
    size = context.get_constant(nb_types.intp, context.get_abi_sizeof(context.get_data_type(array_type.dtype)))
    strides = [size]
    for length in reversed(shape[1:]):
        strides.insert(0, builder.mul(length, strides[0]))
    populate_array(
        array, data=builder.inttoptr(address, array.data.type), shape=cgutils.pack_array(builder, shape),
        strides=cgutils.pack_array(builder, strides), itemsize=size, meminfo=None,
    )  # fmt: skip
    return array._getvalue()


def view_of(dtype: Any) -> Callable[[int, int], Any]:
    """A function `(address, count) -> array` of that type."""
    array_type = nb_types.Array(numba.from_dtype(np.dtype(dtype)), 1, "C")

    @intrinsic
    def view(typingctx, address, count):  # type: ignore[no-untyped-def]  # noqa: ANN001, ARG001
        def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]  # noqa: ANN001, ARG001
            return _array(context, builder, array_type, args[0], args[1:])

        return array_type(nb_types.int64, nb_types.int64), codegen

    return view  # type: ignore[no-any-return]


def matrix_of(dtype: Any) -> Callable[[int, int, int], Any]:
    """A function `(address, rows, columns) -> matrix`."""
    array_type = nb_types.Array(numba.from_dtype(np.dtype(dtype)), 2, "C")

    @intrinsic
    def matrix(typingctx, address, rows, columns):  # type: ignore[no-untyped-def]  # noqa: ANN001, ARG001
        def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]  # noqa: ANN001, ARG001
            return _array(context, builder, array_type, args[0], args[1:])

        return array_type(nb_types.int64, nb_types.int64, nb_types.int64), codegen

    return matrix  # type: ignore[no-any-return]


def record_at(dtype: Any) -> Callable[[int], Any]:
    """A function `address -> record` of that type."""
    record_type = numba.from_dtype(dtype)

    @intrinsic
    def at(typingctx, address):  # type: ignore[no-untyped-def]  # noqa: ANN001, ARG001
        def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]  # noqa: ANN001, ARG001
            return builder.inttoptr(args[0], context.get_value_type(record_type))

        return record_type(nb_types.int64), codegen

    return at  # type: ignore[no-any-return]


def field_of(dtype: Any, name: str, kind: Any) -> Callable[[Any], Any]:
    """A function `record -> array` of the array a record of addresses holds under that name, of that kind."""
    record_type, array_type = numba.from_dtype(dtype), nb_types.Array(numba.from_dtype(kind), 1, "C")
    place = dtype.fields[name][1] // 8

    @intrinsic
    def field(typingctx, held):  # type: ignore[no-untyped-def]  # noqa: ANN001, ARG001
        def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]  # noqa: ANN001, ARG001
            words = builder.bitcast(args[0], ir.IntType(64).as_pointer())
            address, count = (
                builder.load(builder.gep(words, [ir.Constant(ir.IntType(64), place + k)], inbounds=True))
                for k in (0, 1)
            )
            return _array(context, builder, array_type, address, [count])

        return array_type(record_type), codegen

    return field  # type: ignore[no-any-return]


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
