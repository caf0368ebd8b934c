"""The first run of a version compiles; this says so, and only then."""

from __future__ import annotations

import os
from pathlib import Path

from vazba.cli.say import note

# The kernel each analysis compiles last, by the name Numba gives its file.
_LAST = {
    "check": "newton.close_position-*.nbc", "kinematics": "loop.run-*.nbc", "simulate": "observe.observe-*.nbc",
    "statics": "forces.generalised_forces-*.nbc",
}  # fmt: skip


def compiled(analysis: str) -> bool:
    """Whether an analysis will find its compiled code on disk."""
    if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"):
        return True
    from vazba._jit import CACHE, is_warm

    return is_warm() and any(Path(CACHE).rglob(_LAST[analysis]))


def announce(analysis: str) -> bool:
    """Tell that the first run takes longer, and return whether it does."""
    cold = not compiled(analysis)
    if cold:
        note("compiling for the first time (one to two minutes, once per version) ...")
    return cold


def files() -> int:
    """Number of compiled pieces on disk."""
    from vazba._jit import CACHE

    return sum(1 for _ in Path(CACHE).rglob("*.nbc"))
