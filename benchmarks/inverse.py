"""What an instant of inverse dynamics costs: the platform with bounded tensions, and the legs of a Stewart platform.

Run as `python benchmarks/inverse.py`. Processor time of the compiled loop, the best of several runs.
"""

from __future__ import annotations

import time
from pathlib import Path

import vazba as vz
from vazba.compiler import compile_model
from vazba.inversion.acting import cast_of, silent
from vazba.inversion.inverse import solve
from vazba.inversion.motions import course_of

EXAMPLES = Path(__file__).parents[1] / "examples"


def cost(name: str, instants: int = 2000, repeats: int = 7) -> float:
    """Microseconds an instant."""
    model = vz.load(EXAMPLES / name / f"{name}.toml")
    until = model.scope().number(model.simulation["until"])
    cast = cast_of(model, None, None, None)
    course = course_of(model, None, until, until / instants)
    system = compile_model(silent(model, cast), rigid=True)
    best = float("inf")
    for _ in range(repeats):
        begun = time.process_time()
        solve(system, course, cast, {}, False)
        best = min(best, time.process_time() - begun)
    return 1e6 * best / len(course.times)


if __name__ == "__main__":
    for name in ("platform-cables", "eight-cables", "three-rrr", "stewart-forces"):
        print(f"{name:16s} {cost(name):6.1f} us an instant")
