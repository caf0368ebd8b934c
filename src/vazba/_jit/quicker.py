"""Numba's front end, made quicker for kernels: the same code comes out, in half the time.

What is replaced here remembers answers that cannot change, or leaves out what nobody reads (annotations, lifetimes of variables before the
last pass, texts of messages that are not shown). It is for the processes that compile alone, which run nothing. Whatever a version of Numba has
no place for is left as it is.
"""

from __future__ import annotations

import contextlib
import gc
import sys
from collections.abc import Callable
from functools import cache
from importlib import import_module
from types import SimpleNamespace
from typing import Any


def make_quicker() -> None:
    """Replace what is slow, one thing after the other; what this version of Numba does not have stays."""
    for part in (
        _calls,
        _registries,
        _missing,
        _locations,
        _lifetimes,
        _variables,
        _contexts,
        _sizes,
        _texts,
        _left_out,
    ):
        with contextlib.suppress(ImportError, AttributeError):
            part()


def collect_rarely() -> None:
    """What is imported lives as long as the process, and what a kernel leaves behind is swept once in a while: a quarter of the time at the usual pace."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 20, 10)


def _calls() -> None:
    """A function of Numba's own, called with types it was called with before, answers as before; those made of Python sources depend on options too."""
    from numba.core.types.functions import BaseFunction
    from numba.core.typing.templates import _OverloadFunctionTemplate as Sources

    asked = BaseFunction.get_call_type

    def get_call_type(self: Any, context: Any, args: Any, kws: Any) -> Any:
        if kws:
            return asked(self, context, args, kws)
        known, key = self.__dict__.setdefault("_known_calls", {}), tuple([kind._code for kind in args])
        found = known.get(key)
        if found is None:
            signature = asked(self, context, args, kws)
            if signature is None:
                return None
            implementation = self._impl_keys[signature.args]
            if not any(issubclass(one, Sources) and _answers(one, implementation) for one in self.templates):
                known[key] = (signature, implementation, args)  # the types are kept alive: their numbers stay theirs
            return signature
        self._impl_keys[found[0].args] = found[1]
        return found[0]

    def _answers(template: Any, implementation: Any) -> bool:
        return any(implementation is one for one in template._compiled_overloads.values())

    BaseFunction.get_call_type = get_call_type  # type: ignore[method-assign]


def _registries() -> None:
    """Nothing is looked for in lists of declarations that have not grown."""
    from numba.core import base
    from numba.core.typing import context

    for kind, lists in (
        (context.BaseContext, ("functions", "attributes", "globals")),
        (base.BaseContext, ("functions", "getattrs", "setattrs", "casts", "constants")),
    ):
        kind.refresh = _only_when_grown(kind.refresh, lists)


def _only_when_grown(refresh: Callable[[Any], None], lists: tuple[str, ...]) -> Callable[[Any], None]:
    def length(self: Any) -> int:
        return sum(len(getattr(registry, name)) for registry in self._registries for name in lists)

    def quick(self: Any) -> None:
        if self.__dict__.get("_seen_length") != length(self):
            refresh(self)
            self._seen_length = length(self)
        elif hasattr(self, "typing_context"):
            self.typing_context.refresh()

    return quick


def _missing() -> None:
    """What was found to have no implementation has none until one is added."""
    from numba.core.base import OverloadSelector
    from numba.core.errors import NumbaNotImplementedError

    def find(self: Any, signature: Any) -> Any:
        found = self._cache.get(signature)
        if found is not None:
            return found
        missing = self.__dict__.setdefault("_missing", {})
        if missing.get(signature) == len(self.versions):
            raise NumbaNotImplementedError("no implementation")
        try:
            found = self._cache[signature] = self._find(signature)
        except NumbaNotImplementedError:
            missing[signature] = len(self.versions)
            raise
        return found

    OverloadSelector.find = find


def _locations() -> None:
    """Whether an implementation wants to know its place in the source is asked once."""
    from numba.core import base

    base._has_loc = cache(base._has_loc)


def _lifetimes() -> None:
    """Which variables live where is found when somebody asks, not after every pass."""
    from numba.core import postproc, transforms

    whole = postproc.PostProcessor.run

    def run(self: Any, emit_dels: bool = False, extend_lifetimes: bool = False) -> None:
        if emit_dels or self.func_ir.is_generator:
            whole(self, emit_dels, extend_lifetimes)
            return
        self.func_ir.blocks = transforms.canonicalize_cfg(self.func_ir.blocks)
        self.func_ir.variable_lifetime = postproc.VariableLifetime(self.func_ir.blocks)
        self.func_ir.generator_info = None

    postproc.PostProcessor.run = run


def _variables() -> None:
    """The variables of an instruction, without looking into what can hold none."""
    from numba.core import ir

    holds_none: set[type] = set()

    def gather(value: Any, found: list[Any]) -> None:
        kind = type(value)
        if kind in holds_none:
            return
        if isinstance(value, ir.Var):
            found.append(value)
        elif isinstance(value, ir.Inst):
            found.extend(value.list_vars())
        elif isinstance(value, (list, tuple, dict)):
            for one in value.values() if isinstance(value, dict) else value:
                if type(one) not in holds_none:
                    gather(one, found)
        else:
            holds_none.add(kind)

    def listed(self: Any, value: Any) -> list[Any]:  # noqa: ARG001
        found: list[Any] = []
        gather(value, found)
        return found

    ir.Inst._rec_list_vars = listed


def _contexts() -> None:
    """The context of an error as an object rather than a generator: there is one for every instruction, and hardly ever an error."""
    from numba.core import ssa

    errors: Any = import_module("numba.core.errors")
    inside, seen, worded = errors._numba_path, errors.loc_info, errors._format_msg

    class Context:
        __slots__ = ("kws", "words")

        def __init__(self, *words: Any, **kws: Any) -> None:
            loc = kws.get("loc")
            if loc is not None and not loc.filename.startswith(inside):
                seen.update(kws)
            self.words, self.kws = words, kws

        def __enter__(self) -> None:
            pass

        def __exit__(self, kind: object, error: Any, trace: object) -> None:
            if isinstance(error, errors.NumbaError):
                error.add_context(worded(self.words[0], self.words[1:], self.kws))

    before = errors.new_error_context
    for name, module in list(sys.modules.items()):
        if name.startswith("numba.") and getattr(module, "new_error_context", None) is before:
            module.new_error_context = Context  # type: ignore[attr-defined]
    ssa._logger = SimpleNamespace(debug=lambda *_: None)


def _sizes() -> None:
    """LLVM is asked once for the size of each type."""
    from numba.core.base import BaseContext

    for name in ("get_abi_sizeof", "get_abi_alignment"):
        setattr(BaseContext, name, _by_text(getattr(BaseContext, name)))


def _by_text(ask: Callable[[Any, Any], int]) -> Callable[[Any, Any], int]:
    known: dict[str, int] = {}

    def quick(self: Any, kind: Any) -> int:
        text = str(kind)
        if text not in known:
            known[text] = ask(self, kind)
        return known[text]

    return quick


def _texts() -> None:
    """Lowering writes every instruction as text for messages that are not shown."""
    from numba.core import lowering

    lowering.Lower.debug_print = lambda self, words: None  # noqa: ARG005
    lowering.str = lambda value: ""  # noqa: ARG005


def _left_out() -> None:
    """The passes that kernels need, one after the other; annotations and diagnostics are for people who read them."""
    from numba.core import typed_passes
    from numba.core.compiler_lock import global_compiler_lock
    from numba.core.compiler_machinery import PassManager, _pass_registry

    nothing = {typed_passes.AnnotateTypes, typed_passes.DumpParforDiagnostics}

    def run(self: Any, state: Any) -> None:
        for kind, _ in self.passes:
            if kind not in nothing:
                one = _pass_registry.get(kind).pass_inst
                one.analysis = self._analysis
                one.run_initialization(state)
                one.run_pass(state)
                one.run_finalizer(state)

    PassManager.run = global_compiler_lock(run)
