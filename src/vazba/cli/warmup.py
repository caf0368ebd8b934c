"""`vazba warmup`."""

from __future__ import annotations

import time

from vazba.cli.say import counted, duration, say


def warmup() -> None:
    """Build all compiled kernels now; later runs start at once."""
    from vazba._jit.boundaries import build_all
    from vazba._jit.library import where

    started = time.perf_counter()
    made = build_all()
    if made:
        say(f"built {counted(made, 'kernel')} in {duration(time.perf_counter() - started)}; {where()}")
    else:
        say(f"everything is built already; {where()}")
