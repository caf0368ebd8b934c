"""Expressions of kernels, translated one by one: a node of Python's syntax tree in, a value out."""

from __future__ import annotations

import ast
import builtins as python_builtins
import types
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from vazba._jit.language import memory
from vazba._jit.language.arithmetic import binary, compared, converted, negative, truth
from vazba._jit.language.builtins import BUILTINS
from vazba._jit.language.emitter import Block, Emitter
from vazba._jit.language.kinds import (
    BOOL,
    COMPLEX,
    FLOAT,
    INT,
    NOTHING,
    THING,
    WORDS,
    ZERO,
    AnyKind,
    ArrayKind,
    KernelError,
    RecordKind,
    TupleKind,
    Value,
    constant,
    items_of,
    joined,
    tuple_of,
)
from vazba._jit.plain import types_of

_SIGNS: dict[type, str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%", ast.Pow: "**", ast.BitAnd: "&", ast.BitOr: "|",
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
}  # fmt: skip


class Expressions(Emitter):
    """The part of a function's translation that makes values; variables and calls of other kernels are `Function`'s."""

    function: Any  # that is translated

    def read(self, name: str) -> Value | None:
        """The value of a variable; None where there is none of that name."""
        raise NotImplementedError

    def call_kernel(self, function: types.FunctionType, given: list[Value]) -> Value:
        """What another kernel makes of these values."""
        raise NotImplementedError

    def value(self, node: ast.expr) -> Value:
        """Translate an expression."""
        make: Callable[[Any], Value] | None = getattr(self, f"_{type(node).__name__}", None)
        if make is None:
            raise KernelError(f"{ast.unparse(node)} is not in the language of kernels")
        return make(node)

    # --- names and constants ------------------------------------------------------------------------------------------------

    def _Constant(self, node: ast.Constant) -> Value:  # noqa: N802  (named like the nodes)
        return self._known(node.value)

    def _Name(self, node: ast.Name) -> Value:  # noqa: N802
        found = self.read(node.id)
        if found is not None:
            return found
        if node.id in self.function.__globals__:
            return self._known(self.function.__globals__[node.id])
        if hasattr(python_builtins, node.id):
            return self._known(getattr(python_builtins, node.id))
        raise KernelError(f"{node.id} is not known")

    def _known(self, thing: Any) -> Value:
        if isinstance(thing, np.ndarray):
            return memory.constant_array(self, thing)
        return constant(thing) or Value(THING, (), thing)

    def _Tuple(self, node: ast.Tuple) -> Value:  # noqa: N802
        return tuple_of([self.value(item) for item in node.elts])

    def _Attribute(self, node: ast.Attribute) -> Value:  # noqa: N802
        if node.attr == "data" and isinstance(node.value, ast.Attribute) and node.value.attr == "ctypes":
            return Value(INT, (self.made(f"ptrtoint ptr {self.value(node.value.value).parts[0]} to i64"),))
        owner, name = self.value(node.value), node.attr
        kind = owner.kind
        if kind == THING:
            return self._known(getattr(owner.known, name))
        if isinstance(kind, RecordKind):
            return memory.read(self, *memory.field(self, owner, name))
        if isinstance(kind, ArrayKind) and name == "shape":
            return tuple_of([Value(INT, (length,)) for length in owner.parts[1:]])
        if isinstance(kind, ArrayKind) and name == "itemsize":
            return self._known(kind.dtype.itemsize)
        if kind in (FLOAT, COMPLEX) and name in ("real", "imag"):
            return Value(FLOAT, (converted(self, owner, COMPLEX).parts[name == "imag"],))
        raise KernelError(f"{ast.unparse(node)}: {kind} has no {name}")

    def _Subscript(self, node: ast.Subscript) -> Value:  # noqa: N802
        whole = self.value(node.value)
        if isinstance(whole.kind, TupleKind):
            index = self.value(node.slice)
            return items_of(whole)[index.known] if isinstance(index.known, int) else memory.chosen(self, whole, index)
        if isinstance(whole.kind, RecordKind) and isinstance(node.slice, ast.Constant):
            return memory.read(self, *memory.field(self, whole, str(node.slice.value)))
        if isinstance(node.slice, ast.Slice):
            return self._cut(whole, node.slice)
        if isinstance(node.slice, ast.Tuple) and isinstance(node.slice.elts[-1], ast.Slice):
            row = memory.item(self, whole, [self.value(one) for one in node.slice.elts[:-1]])
            if isinstance(row, Value):
                return self._cut(row, node.slice.elts[-1])
        found = self.item(whole, node.slice)
        if isinstance(found, Value):
            return found
        value = memory.read(self, *found)
        of_shape = isinstance(node.value, ast.Attribute) and node.value.attr == "shape"
        return Value(value.kind, value.parts, value.known, value.natural or of_shape)

    def _cut(self, whole: Value, node: ast.Slice) -> Value:
        if node.step is not None:
            raise KernelError("arrays are cut without a step")
        start = self.value(node.lower) if node.lower else ZERO
        return memory.sliced(self, whole, start, self.value(node.upper) if node.upper else None)

    def item(self, whole: Value, index: ast.expr) -> Any:
        """A row of an array, or type and address of an item."""
        if not isinstance(whole.kind, ArrayKind):
            raise KernelError(f"{whole.kind} has no items")
        nodes = index.elts if isinstance(index, ast.Tuple) else [index]
        return memory.item(self, whole, [self.value(one) for one in nodes])

    # --- operations -----------------------------------------------------------------------------------------------------------

    def _BinOp(self, node: ast.BinOp) -> Value:  # noqa: N802
        return self.combined(node.op, self.value(node.left), self.value(node.right))

    def combined(self, operator: ast.operator, a: Value, b: Value) -> Value:
        """`a operator b`."""
        if type(operator) not in _SIGNS:
            raise KernelError(f"{type(operator).__name__} is not in the language of kernels")
        return binary(self, _SIGNS[type(operator)], a, b)

    def _UnaryOp(self, node: ast.UnaryOp) -> Value:  # noqa: N802
        value = self.value(node.operand)
        if isinstance(node.op, ast.USub):
            return negative(self, value)
        if isinstance(node.op, ast.Not):
            yes = truth(self, value)
            if yes.known is not None:
                return self._known(not yes.known)
            return Value(BOOL, (self.made(f"xor i1 {yes.only}, true"),))
        if isinstance(node.op, ast.UAdd):
            return value
        raise KernelError(f"{ast.unparse(node)} is not in the language of kernels")

    def _Compare(self, node: ast.Compare) -> Value:  # noqa: N802
        left, found = self.value(node.left), None
        for operator, other in zip(node.ops, node.comparators, strict=True):
            right = self.value(other)
            one = self._one_comparison(operator, left, right)
            found = one if found is None else binary(self, "&", found, one)
            left = right
        assert found is not None
        return found

    def _one_comparison(self, operator: ast.cmpop, left: Value, right: Value) -> Value:
        if isinstance(operator, (ast.In, ast.NotIn)):
            same = [compared(self, "==", left, item) for item in items_of(right)]
            found = same[0]
            for one in same[1:]:
                found = Value(BOOL, (self.made(f"or i1 {found.only}, {one.only}"),))
            return found if isinstance(operator, ast.In) else Value(BOOL, (self.made(f"xor i1 {found.only}, true"),))
        if type(operator) not in _SIGNS:
            raise KernelError(f"{type(operator).__name__} is not in the language of kernels")
        return compared(self, _SIGNS[type(operator)], left, right)

    def _BoolOp(self, node: ast.BoolOp) -> Value:  # noqa: N802
        """`a and b`, `a or b`: what decides; the rest is not looked at."""
        left = self.value(node.values[0])
        for other in node.values[1:]:
            yes = truth(self, left)
            goes_on = isinstance(node.op, ast.And)
            if yes.known is not None:
                left = self.value(other) if yes.known == goes_on else left
                continue
            more, done = self.fresh("more"), self.fresh("decided")
            here = self.block
            self.branch(yes.only, *((more, done) if goes_on else (done, more)))
            self.begin(more)
            right = self.value(other)
            left = self._met([(here, left), (self.block, right)], done, ended=1)
        return left

    def _IfExp(self, node: ast.IfExp) -> Value:  # noqa: N802
        yes = truth(self, self.value(node.test))
        if yes.known is not None:
            return self.value(node.body if yes.known else node.orelse)
        first, second, done = self.fresh("yes"), self.fresh("no"), self.fresh("either")
        self.branch(yes.only, first, second)
        self.begin(first)
        a = self.value(node.body)
        first = self.block
        self.begin(second)
        b = self.value(node.orelse)
        return self._met([(first, a), (self.block, b)], done)

    def _met(self, ways: Sequence[tuple[Block, Value]], done: Block, ended: int = 0) -> Value:
        """The value where two ways meet; `ended`: how many of the blocks, from the first on, are ended already by the branch that leads here."""
        kind: AnyKind = joined(ways[0][1].kind, ways[1][1].kind)
        values = []
        for number, (block, value) in enumerate(ways):
            self.block = block
            last = block.lines.pop() if number < ended else None  # what is converted stands before the branch
            values.append(converted(self, value, kind))
            if last is not None:
                block.lines.append(last)
            else:
                self.jump(done)
        self.begin(done)
        parts = tuple(
            self.made(f"phi {part} [ {values[0].parts[k]}, %{ways[0][0].label} ], [ {values[1].parts[k]}, %{ways[1][0].label} ]")
            for k, part in enumerate(kind.parts)
        )  # fmt: skip
        return Value(kind, parts, None, kind == INT and all(value.natural for value in values))

    # --- calls ----------------------------------------------------------------------------------------------------------------

    def _Call(self, node: ast.Call) -> Value:  # noqa: N802
        called = self.value(node.func)
        if called.kind != THING:
            raise KernelError(f"{ast.unparse(node.func)} cannot be called")
        given, named = [self.value(one) for one in node.args], {k.arg: self.value(k.value) for k in node.keywords}
        thing = called.known
        if not named and thing in BUILTINS:
            return BUILTINS[thing](self, given)
        if not isinstance(thing, types.FunctionType):
            raise KernelError(f"{ast.unparse(node.func)} is not known to kernels")
        if hasattr(thing, "__calls__"):
            return self._call_address(thing.__calls__, given)
        if hasattr(thing, "__views__"):
            return self._view(thing, given)
        if not hasattr(thing, "__kernel__"):
            raise KernelError(f"{ast.unparse(node.func)} is no kernel: mark it by jit or inlined")
        return self.call_kernel(thing, self._in_order(thing, given, named))

    def _in_order(
        self, function: types.FunctionType, given: list[Value], named: dict[str | None, Value]
    ) -> list[Value]:
        code, defaults = function.__code__, function.__defaults__ or ()
        names = code.co_varnames[: code.co_argcount]
        for k, name in list(enumerate(names))[len(given) :]:
            if name in named:
                given.append(named.pop(name))
            elif k >= len(names) - len(defaults):
                given.append(self._known(defaults[k - len(names)]))
        if named or len(given) != len(names):
            raise KernelError(f"{function.__name__} takes {', '.join(names)}")
        return given

    def _call_address(self, signature: str, given: list[Value]) -> Value:
        result, words = types_of(signature)
        if len(given) != len(words) + 1:
            raise KernelError(f"{signature} is called with its address and {len(words)} values")
        address = self.made(f"inttoptr i64 {converted(self, given[0], INT).only} to ptr")
        kinds = [WORDS[word] for word in words]
        values = [converted(self, value, kind) for value, kind in zip(given[1:], kinds, strict=True)]
        passed = ", ".join(f"{value.kind.parts[0]} {value.only}" for value in values)
        if result == "void":
            self.line(f"call void {address}({passed})")
            return Value(NOTHING, ())
        return Value(WORDS[result], (self.made(f"call {WORDS[result].parts[0]} {address}({passed})"),))

    def _view(self, thing: Any, given: list[Value]) -> Value:
        """An array or record at an address, or what a field of a record of addresses tells of."""
        dtype = np.dtype(thing.__views__)
        if hasattr(thing, "__place__"):
            words = [
                self.made(f"getelementptr inbounds i8, ptr {given[0].only}, i64 {thing.__place__ + k}") for k in (0, 8)
            ]
            length = self.made(f"load i64, ptr {words[1]}, align 8")
            return memory.view(dtype, self.made(f"load ptr, ptr {words[0]}, align 8"), [length])
        address = self.made(f"inttoptr i64 {converted(self, given[0], INT).only} to ptr")
        if thing.__name__ == "at":
            return Value(RecordKind(dtype), (address,))
        return memory.view(dtype, address, [converted(self, one, INT).only for one in given[1:]])
