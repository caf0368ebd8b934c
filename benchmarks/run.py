"""Benchmarks: timing only, side by side with other ways to do the same job, accuracy beside every time.

    python benchmarks/run.py [NAME ...]

Times are CPU seconds (this process and its children), the least of several runs; run them on a machine that does nothing else. Peers that are not
installed are told and left out. What is measured goes to docs/speed/NAME.csv, targets and verdicts to docs/speed/targets.csv: the page docs/speed.md.
"""

from __future__ import annotations

import importlib
import os
import sys
from pathlib import Path

for library in ("OMP", "OPENBLAS", "MKL"):  # one thread for everybody: these problems are too small for more
    os.environ.setdefault(f"{library}_NUM_THREADS", "1")

sys.path.insert(0, str(Path(__file__).parent))

import measure  # noqa: E402

NAMES = (
    "slider_crank",
    "ladder",
    "startup",
    "four_bar_free",
    "variants",
    "double_pendulum_cable",
    "tensegrity",
    "nets",
    "ladder_dynamics",
    "user_law",
    "trees",
    "beams",
    "chain",
    "loops",
    "stepper",
    "inverse",
    "cost",
    "methods",
    "accuracy",
    "page",
)


def main(names: list[str]) -> int:
    unknown = [name for name in names if name not in NAMES]
    if unknown:
        print(f"unknown benchmark {', '.join(unknown)}; known: {', '.join(NAMES)}")
        return 2
    missed = 0
    for name in names or NAMES:
        module = importlib.import_module(name)
        print(f"\n{(module.__doc__ or name).strip().splitlines()[0]}")
        missed += not module.run()
        measure.write_tables(name)
    print("\nall targets met" if not missed else f"\n{missed} benchmark(s) missed a target")
    return 1 if missed else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
