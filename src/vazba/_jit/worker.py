"""A process that compiles kernels: names of boundaries come in line by line, object code goes out.

A boundary and all it calls are translated to text of LLVM (`language/`), which is optimised once, for a processor that is named and not the one at hand, and
written as position-independent object code. It needs nothing of Python: only the C library's mathematical functions.
"""

from __future__ import annotations

import importlib
import sys
import time
import traceback
from typing import Any

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
    """LLVM, for one kind of processor."""

    def __init__(self, cpu: str) -> None:
        from llvmlite import binding

        from vazba._jit.language.translate import Program

        binding.initialize_native_target()
        binding.initialize_native_asmprinter()
        target = binding.Target.from_default_triple()
        self.machine = target.create_target_machine(cpu=cpu, opt=3, reloc="pic", codemodel="default")
        self.binding, self.program = binding, Program()

    def object_code(self, function: Any, signature: str, symbol: str) -> bytes:
        """Object code of one boundary; raises where it needs more than mathematics."""
        module = self.binding.parse_assembly(self.program.module(function, signature, symbol))
        module.triple, module.data_layout = self.machine.triple, str(self.machine.target_data)
        module.verify()
        options = self.binding.create_pipeline_tuning_options(speed_level=3)
        options.loop_vectorization, options.slp_vectorization = True, False  # the latter slows chains down
        passes = self.binding.create_pass_builder(self.machine, options)
        passes.getModulePassManager().run(module, passes)
        outside = [one.name for one in module.functions if one.is_declaration and not one.name.startswith("llvm.")]
        strange = [name for name in outside if name not in MATHS]
        if strange:
            raise RuntimeError(f"{symbol} needs {', '.join(strange)}, which is no mathematics")
        return bytes(self.machine.emit_object(module))


def main() -> None:
    """`python -m vazba._jit.worker CPU`: each line `module:function`; answered by `name, seconds, length` and as many bytes (0: what went wrong follows)."""
    compiler, out = Compiler(sys.argv[1]), sys.stdout.buffer
    sys.stdout = sys.stderr  # nothing but answers
    for line in sys.stdin:
        name = line.strip()
        started, fault = time.perf_counter(), b""
        try:
            module, _, function = name.partition(":")
            boundary = getattr(importlib.import_module(module), function)
            code = compiler.object_code(boundary.function, boundary.signature, symbol_of(name))
        except Exception as error:  # noqa: BLE001  (told to the process that asked)
            known = type(error).__name__ == "KernelError"
            code, fault = b"", (str(error) if known else traceback.format_exc()).encode()
        head = f"{name} {time.perf_counter() - started:.3f} {len(code)} {len(fault)}\n".encode()
        out.write(head + code + fault)
        out.flush()


if __name__ == "__main__":
    main()
