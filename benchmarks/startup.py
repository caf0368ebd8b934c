"""Start-up: import, a warm check, and the first run with nothing compiled (CPU seconds)."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

import measure

EXAMPLE = Path(__file__).parent.parent / "examples" / "slider-crank" / "slider-crank.toml"


def cpu(command: list[str], **environment: str) -> float:
    """CPU seconds of a command."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, capture_output=True, env={**os.environ, **environment})
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def run() -> bool:
    python = sys.executable
    plain = min(cpu([python, "-c", "pass"]) for _ in range(5))
    imported = min(cpu([python, "-c", "import vazba"]) for _ in range(5)) - plain
    check = [python, "-m", "vazba", "check", str(EXAMPLE)]
    cpu(check)
    warm = min(cpu(check) for _ in range(5))
    with tempfile.TemporaryDirectory() as folder:
        cold = cpu([python, "-m", "vazba", "kinematics", str(EXAMPLE)], VAZBA_CACHE=folder)
    measure.row("import vazba", f"{imported:.3f} s")
    measure.row("vazba check, warm", f"{warm:.2f} s")
    measure.row("vazba kinematics, nothing compiled", f"{cold:.1f} s")
    met = [
        measure.verdict(imported < 0.2, "import vazba < 0.2 s"),
        measure.verdict(warm < 1.5, "warm vazba check < 1.5 s"),
        measure.verdict(cold < 30, "first cold run < 30 s"),
    ]
    return all(met)
