"""How kernels are run in this process.

Usually their machine code is loaded from a library (`library.py`), and Numba is not even imported. Where code is missing, worker processes
that were started for it (`VAZBA_COMPILING=1`) import the same sources with Numba and make it. `NUMBA_DISABLE_JIT=1` runs all kernels as plain
Python: readable tracebacks, true coverage, slow.
"""

from __future__ import annotations

import os

PLAIN = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")
COMPILING = not PLAIN and os.environ.get("VAZBA_COMPILING") == "1"
