"""The package's one way to compile: `from vazba._jit import jit, inlined, boundary`.

Kernels are functions in a small part of Python (`language/`), which LLVM compiles. Those marked `boundary` have an address, and are what is compiled, kept
and loaded as machine code (`library.py`); what is marked `jit` or `inlined` is compiled into them. A process that runs an analysis loads the code
and needs no compiler.
"""

from __future__ import annotations

from vazba._jit.boundaries import Boundary, boundary
from vazba._jit.controls import Calling, control_address
from vazba._jit.functions import function_address, has_numba, in_python_because, law_address, stopped_in_callback
from vazba._jit.plain import call_address, call_law, caller, get, inlined, jit, matrix_of, put, summing, view_of
from vazba._jit.records import F8, I4, Record, Template, address_of, each, fields_of, on_lines, packed, record

__all__ = [
    "F8", "I4", "Boundary", "Calling", "Record", "Template", "address_of", "boundary", "call_address", "call_law", "caller", "control_address", "each",
    "fields_of", "function_address", "get", "has_numba", "in_python_because", "inlined", "jit", "law_address", "matrix_of", "on_lines", "packed", "put",
    "record", "stopped_in_callback", "summing", "view_of",
]  # fmt: skip
