"""A process that compiles kernels: names of boundaries come in line by line, object code goes out.

Numba types the kernels and writes them as LLVM code. Nothing is optimised before all that a boundary calls is linked into it; then it is
optimised once, for a processor that is named and not the one at hand, with every symbol but its entry internal, and written as position-independent
object code. Exceptions cannot leave it (kernels do not raise), so that it needs nothing of Python: only the C library's mathematical functions.
"""

from __future__ import annotations

import importlib
import sys
import time
import traceback
from typing import Any

from vazba._jit import quicker

MATHS = frozenset(
    f"{name}{suffix}" for suffix in ("", "f") for name in (
        "sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh", "exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "pow", "sqrt",
        "floor", "ceil", "fmod", "hypot", "cbrt", "fabs", "copysign", "ldexp", "frexp", "sincos", "fmin", "fmax", "round", "trunc", "nextafter", "rint",
    )
) | {"memset", "memcpy", "memmove"}  # fmt: skip


def symbol_of(name: str) -> str:
    """The symbol of a boundary in object code: `vazba.tree.planar:sweep` as `vazba_tree_planar__sweep`."""
    return name.replace(":", "__").replace(".", "_")


class Compiler:
    """Numba, made to write object code for one kind of processor."""

    def __init__(self, cpu: str) -> None:
        from numba.core import codegen
        from numba.core import cpu as numba_cpu
        from numba.core.registry import cpu_target

        quicker.make_quicker()
        context = cpu_target.target_context
        context._internal_codegen = codegen.AOTCPUCodegen("vazba", cpu_name=cpu)
        numba_cpu.CPUContext.get_executable = lambda self, library, fndesc, env: [].append  # noqa: ARG005  (nothing runs here; a key)
        self.optimise = codegen.CPUCodeLibrary._optimize_final_module
        codegen.CPUCodeLibrary._optimize_final_module = lambda library: None  # noqa: ARG005  (once, at the end)
        codegen.CPUCodeLibrary._verify_declare_only_symbols = lambda library: None  # noqa: ARG005
        self.context = context
        # Arrays inside kernels are views without an owner: what Numba would call when the last user of an owner is gone is never called.
        from llvmlite import binding

        self.nothing = binding.parse_assembly("define linkonce_odr void @NRT_MemInfo_call_dtor(ptr %x) { ret void }")

    def object_code(self, function: Any, signature: str, symbol: str) -> bytes:
        """Object code of one boundary."""
        from llvmlite import ir
        from numba.core import compiler as numba_compiler
        from numba.core import sigutils
        from numba.core.ccallback import _CFuncCompiler  # type: ignore[attr-defined]
        from numba.core.compiler_lock import global_compiler_lock
        from numba.core.registry import cpu_target

        arguments, result = sigutils.normalize_signature(signature)
        compiler = _CFuncCompiler(
            function,
            cpu_target,
            {"error_model": "numpy", "fastmath": {"contract", "nsz"}, "_nrt": False},
            {},
            numba_compiler.Compiler,
        )
        compiler._customize_flags = _without_wrappers
        made = compiler.compile(arguments, result)
        description, library, convention = made.fndesc, made.library, self.context.call_conv
        module = self.context.create_module("entry")
        inner = ir.Function(module, convention.get_function_type(result, arguments), description.llvm_func_name)
        kinds = [self.context.get_value_type(kind) for kind in arguments]
        nothing = str(result) == "none"
        outer = ir.Function(
            module, ir.FunctionType(ir.VoidType() if nothing else self.context.get_value_type(result), kinds), symbol
        )
        builder = ir.IRBuilder(outer.append_basic_block("entry"))
        _, value = convention.call_function(builder, inner, result, arguments, outer.args)
        if nothing:
            builder.ret_void()
        else:
            builder.ret(value)
        library.add_ir_module(module)
        with global_compiler_lock:
            library.finalize()
        return self.emitted(library, symbol)

    def emitted(self, library: Any, symbol: str) -> bytes:
        """The final module with all but the entry internal, optimised, as object code; raises where it needs more than mathematics."""
        module = library._final_module
        module.link_in(self.nothing.clone())
        for part in (*module.functions, *module.global_variables):
            if part.is_declaration or part.name == symbol:
                continue
            part.linkage = "internal"
        self.optimise(library)
        strange = [
            f.name
            for f in module.functions
            if f.is_declaration and not f.name.startswith("llvm.") and f.name not in MATHS
        ]
        code = library._codegen._tm.emit_object(module)
        if strange:
            raise RuntimeError(f"{symbol} needs {', '.join(strange)}: kernels must not allocate, reshape or raise")
        return bytes(code)


def _without_wrappers(flags: Any) -> Any:
    flags.no_cpython_wrapper = flags.no_cfunc_wrapper = flags.no_compile = True
    flags.enable_pyobject = False
    return flags


def main() -> None:
    """`python -m vazba._jit.worker CPU`: each line `module:function`; answered by `name, seconds, length` and as many bytes (0: what went wrong follows)."""
    compiler, out = Compiler(sys.argv[1]), sys.stdout.buffer
    quicker.collect_rarely()
    sys.stdout = sys.stderr  # nothing but answers
    for line in sys.stdin:
        name = line.strip()
        started, fault = time.perf_counter(), b""
        try:
            module, _, function = name.partition(":")
            boundary = getattr(importlib.import_module(module), function)
            code = compiler.object_code(boundary.function, boundary.signature, symbol_of(name))
        except Exception:  # noqa: BLE001  (told to the process that asked)
            code, fault = b"", traceback.format_exc().encode()
        head = f"{name} {time.perf_counter() - started:.3f} {len(code)} {len(fault)}\n".encode()
        out.write(head + code + fault)
        out.flush()


if __name__ == "__main__":
    main()
