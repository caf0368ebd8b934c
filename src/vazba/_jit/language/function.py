"""Statements of kernels: the translation of one function."""

from __future__ import annotations

import ast
import types
from typing import TYPE_CHECKING, Any

from vazba._jit.language import memory
from vazba._jit.language.arithmetic import compared, converted, truth
from vazba._jit.language.emitter import Block
from vazba._jit.language.expressions import Expressions
from vazba._jit.language.kinds import (
    INT,
    NOTHING,
    ONE,
    THING,
    ZERO,
    AnyKind,
    KernelError,
    RecordKind,
    Value,
    items_of,
    joined,
)
from vazba._jit.language.source import Translated, counters_of, tree_of

if TYPE_CHECKING:
    from vazba._jit.language.translate import Program

Version = tuple[str, int]  # a name, and which of the kinds of things it stands for one after the other
FLAGS = {"summing": "reassoc nsz contract ", "": "nsz contract "}


class Function(Expressions):
    """The translation of one kernel for given kinds of its arguments.

    A variable has one kind throughout; where a wider one turns up (a whole number, then a floating one), the function is `widened` and to be translated again
    with the kinds it found. Every variable stands in memory at first, which LLVM turns into registers.
    """

    def __init__(
        self,
        program: Program,
        function: types.FunctionType,
        kinds: tuple[AnyKind, ...],
        variables: dict[Version, AnyKind],
        result: AnyKind | None,
    ) -> None:
        how = getattr(function, "__kernel__", "")
        super().__init__(FLAGS.get(how, FLAGS[""]))
        self.how, self.program, self.function, self.arguments = how, program, function, kinds
        self.kinds, self.result, self.widened = dict(variables), result, False
        self.calls: dict[str, Translated] = {}
        self._rooms: dict[Version, tuple[str, ...]] = {}
        self._counted: set[Version] = set()
        self._version: dict[str, Version] = {}  # of each name, what it stands for where we are
        self._loops: list[tuple[Block, Block]] = []  # where `continue` and `break` lead
        self.tree = tree_of(function)
        self._natural = counters_of(self.tree)
        self._things: dict[str, Value] = {}

    def translate(self) -> None:
        """Write the whole function."""
        node: Any = self.tree
        try:
            names = [a.arg for a in self.tree.args.args]
            if len(names) != len(self.arguments):
                raise KernelError(f"takes {', '.join(names)}")
            at = 0
            for name, kind in zip(names, self.arguments, strict=True):
                self._assign(name, Value(kind, tuple(f"%a{at + k}" for k in range(len(kind.parts)))))
                at += len(kind.parts)
            for node in self.tree.body:
                self._statement(node)
            self._return(Value(NOTHING, ()))
        except KernelError as error:
            where = f"{self.function.__module__}:{self.function.__name__}"
            if str(error).startswith("in "):
                raise
            raise KernelError(f"in {where}, line {getattr(self, 'line_number', node.lineno)}: {error}") from error

    def whole(self, name: str, outside: bool) -> Translated:
        """All that was written, as a function of that name; `outside`: others may call it."""
        result = self.result or NOTHING
        given = [part for kind in self.arguments for part in kind.parts]
        head = ", ".join(f"{part} %a{k}" for k, part in enumerate(given))
        linkage, words = (
            ("", "nounwind")
            if outside
            else ("internal ", "alwaysinline nounwind" if self.how == "inlined" else "nounwind")
        )
        text = f"define {linkage}{_returned(result)} @{name}({head}) {words} {{\n{self.body()}\n}}"
        return Translated(
            name, result, text, tuple(self.calls.values()), frozenset(self.declared), frozenset(self.constants)
        )

    # --- variables ------------------------------------------------------------------------------------------------------------

    def read(self, name: str) -> Value | None:
        if name in self._things:
            return self._things[name]
        if name not in self._version:
            return None
        version = self._version[name]
        kind = self.kinds[version]
        parts = zip(kind.parts, self._rooms_of(version), strict=True)
        return Value(
            kind, tuple(self.made(f"load {part}, ptr {room}") for part, room in parts), None, name in self._natural
        )

    def _rooms_of(self, version: Version) -> tuple[str, ...]:
        if version not in self._rooms:
            self._rooms[version] = tuple(self.room(part) for part in self.kinds[version].parts)
        return self._rooms[version]

    def _assign(self, name: str, value: Value, counter: bool = False) -> None:
        """Set a variable. One that counts through a range stays a whole number: a floating one of that name is another."""
        if value.kind == THING:
            self._things[name] = value
            return
        version = self._version.get(name, (name, 0))
        while True:
            have = self.kinds.get(version, value.kind)
            try:
                kind = joined(have, value.kind)
                if kind == INT or not (counter or version in self._counted):
                    break
            except KernelError:
                pass
            version = (name, version[1] + 1)  # from here on the name stands for something else
        self._version[name] = version
        if counter:
            self._counted.add(version)
        if kind != have:
            self.widened = True
            self._rooms.pop(version, None)
        self.kinds[version] = kind
        new = converted(self, value, kind).parts
        for part, room, one in zip(kind.parts, self._rooms_of(version), new, strict=True):
            self.line(f"store {part} {one}, ptr {room}")

    def _set(self, target: ast.expr, value: Value) -> None:
        """`target = value`."""
        if isinstance(target, ast.Name):
            self._assign(target.id, value)
        elif isinstance(target, ast.Tuple):
            items = items_of(value)
            if len(items) != len(target.elts):
                raise KernelError(f"{len(items)} values for {ast.unparse(target)}")
            for one, item in zip(target.elts, items, strict=True):
                self._set(one, item)
        elif isinstance(target, ast.Subscript):
            found = self.item(self.value(target.value), target.slice)
            if isinstance(found, Value):
                raise KernelError(f"{ast.unparse(target)} is a whole row: write it item by item")
            dtype, place = found
            memory.write(self, dtype, place, value)
        elif isinstance(target, ast.Attribute):
            owner = self.value(target.value)
            if not isinstance(owner.kind, RecordKind):
                raise KernelError(f"{ast.unparse(target)} is no field of a record")
            dtype, place, align = memory.field(self, owner, target.attr)
            memory.write(self, dtype, place, value, align)
        else:
            raise KernelError(f"{ast.unparse(target)} cannot be set")

    # --- statements -----------------------------------------------------------------------------------------------------------

    def _statements(self, nodes: list[ast.stmt]) -> None:
        for node in nodes:
            if self.block.ended:
                return
            self._statement(node)

    def _statement(self, node: ast.stmt) -> None:
        self.line_number = node.lineno
        if self.block.ended:
            return
        if isinstance(node, ast.Assign):
            value = self.value(node.value)
            for target in node.targets:
                self._set(target, value)
        elif isinstance(node, ast.AugAssign):
            self._set(node.target, self.combined(node.op, self.value(node.target), self.value(node.value)))
        elif isinstance(node, ast.Expr):
            if not isinstance(node.value, ast.Constant):
                self.value(node.value)
        elif isinstance(node, ast.Return):
            self._return(self.value(node.value) if node.value is not None else Value(NOTHING, ()))
        elif isinstance(node, ast.If):
            self._if(node)
        elif isinstance(node, ast.While):
            self._while(node)
        elif isinstance(node, ast.For):
            self._for(node)
        elif isinstance(node, ast.Continue):
            self.jump(self._loops[-1][0])
        elif isinstance(node, ast.Break):
            self.jump(self._loops[-1][1])
        elif not isinstance(node, ast.Pass):
            raise KernelError(f"{type(node).__name__} is not in the language of kernels")

    def _if(self, node: ast.If) -> None:
        yes = truth(self, self.value(node.test))
        if yes.known is not None:
            self._statements(node.body if yes.known else node.orelse)
            return
        first, second, after = self.fresh("then"), self.fresh("else"), self.fresh("after")
        self.branch(yes.only, first, second)
        for block, body in ((first, node.body), (second, node.orelse)):
            self.begin(block)
            self._statements(body)
            self.jump(after)
        self.begin(after)

    def _while(self, node: ast.While) -> None:
        ask, body, after = self.fresh("ask"), self.fresh("do"), self.fresh("done")
        self.jump(ask)
        self.begin(ask)
        self.branch(truth(self, self.value(node.test)).only, body, after)
        self.begin(body)
        self._looped(node.body, ask, after)
        self.jump(ask)
        self.begin(after)

    def _looped(self, body: list[ast.stmt], again: Block, after: Block) -> None:
        self._loops.append((again, after))
        self._statements(body)
        self._loops.pop()

    def _for(self, node: ast.For) -> None:
        if node.orelse:
            raise KernelError("for .. else is not in the language of kernels")
        if isinstance(node.iter, ast.Call) and isinstance(node.iter.func, ast.Name) and node.iter.func.id == "range":
            self._over_range(node, [self.value(one) for one in node.iter.args])
            return
        after = self.fresh("done")
        for item in items_of(self.value(node.iter)):  # of a tuple: one after the other
            again = self.fresh("next")
            self._set(node.target, item)
            self._looped(node.body, again, after)
            self.jump(again)
            self.begin(again)
        self.jump(after)
        self.begin(after)

    def _over_range(self, node: ast.For, given: list[Value]) -> None:
        if any(value.kind != INT for value in given):
            raise KernelError(f"{ast.unparse(node.iter)}: ranges are of whole numbers")
        start, stop, step = (ZERO, *given, ONE) if len(given) == 1 else (*given, ONE)[:3]
        counter = self.room("i64")
        self.line(f"store i64 {start.only}, ptr {counter}")
        ask, body, again, after = (self.fresh(word) for word in ("ask", "do", "next", "done"))
        self.jump(ask)
        self.begin(ask)
        natural = (start.natural and (step.known or 0) > 0) or (
            stop.known is not None and stop.known >= -1 and (step.known or 0) < 0
        )
        now = Value(INT, (self.made(f"load i64, ptr {counter}"),), None, natural)
        more = compared(self, ">" if (step.known or 0) < 0 else "<", now, stop).only
        if step.known is None:  # which way it goes is not known
            up, less = compared(self, ">", step, ZERO).only, compared(self, ">", now, stop).only
            more = self.made(f"select i1 {up}, i1 {more}, i1 {less}")
        self.branch(more, body, after)
        self.begin(body)
        assert isinstance(node.target, ast.Name)
        if not natural:
            self._natural.discard(node.target.id)
        self._assign(node.target.id, now, counter=True)
        self._looped(node.body, again, after)
        self.jump(again)
        self.begin(again)
        later = self.made(f"load i64, ptr {counter}")
        self.line(f"store i64 {self.made(f'add nsw i64 {later}, {step.only}')}, ptr {counter}")
        self.jump(ask)
        self.begin(after)

    # --- calls and returns ----------------------------------------------------------------------------------------------------

    def call_kernel(self, function: types.FunctionType, given: list[Value]) -> Value:
        found = self.program.translated(function, tuple(value.kind for value in given))
        self.calls[found.name] = found
        kinds = [part for value in given for part in value.kind.parts]
        passed = ", ".join(
            f"{kind} {part}" for kind, part in zip(kinds, (p for v in given for p in v.parts), strict=True)
        )
        parts, returned = found.result.parts, _returned(found.result)
        if not parts:
            self.line(f"call void @{found.name}({passed})")
            return Value(found.result, ())
        whole = self.made(f"call {returned} @{found.name}({passed})")
        if len(parts) == 1:
            return Value(found.result, (whole,))
        return Value(found.result, tuple(self.made(f"extractvalue {returned} {whole}, {k}") for k in range(len(parts))))

    def _return(self, value: Value) -> None:
        if self.block.ended:
            return
        if self.result is None:
            self.result = value.kind
        kind = self.result
        if value.kind == NOTHING != kind:  # the end of a function that returns elsewhere
            self.end("unreachable")
            return
        if value.kind != kind:
            wider = joined(kind, value.kind)
            if wider != kind:
                self.widened, self.result, kind = True, wider, wider
        parts = converted(self, value, kind).parts
        if not parts:
            self.end("ret void")
        elif len(parts) == 1:
            self.end(f"ret {kind.parts[0]} {parts[0]}")
        else:
            whole = "poison"
            for k, (word, part) in enumerate(zip(kind.parts, parts, strict=True)):
                whole = self.made(f"insertvalue {_returned(kind)} {whole}, {word} {part}, {k}")
            self.end(f"ret {_returned(kind)} {whole}")


def _returned(kind: AnyKind) -> str:
    parts = kind.parts
    return "void" if not parts else parts[0] if len(parts) == 1 else f"{{ {', '.join(parts)} }}"
