"""How kernels are run in this process.

Usually their machine code is loaded from a library (`library.py`). Where code is missing, worker processes import the same sources and make it.
`NUMBA_DISABLE_JIT=1` runs all kernels as plain Python: readable tracebacks, true coverage, slow.
"""

from __future__ import annotations

import os

PLAIN = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")
