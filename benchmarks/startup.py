"""Start-up: import, warm commands, memory, what a call of `vz.simulate` spends outside its steps, first use from a wheel and with nothing compiled."""

from __future__ import annotations

import copy
import os
import resource
import subprocess
import sys
import tempfile
import time
import zipfile
from pathlib import Path

import measure

EXAMPLES = Path(__file__).parent.parent / "examples"
FREE = EXAMPLES / "four-bar-free" / "four-bar-free.toml"
DRIVEN = EXAMPLES / "four-bar" / "four-bar.toml"
CALLS = 50
WIDTHS = (44, 12, 12, 12, 12)


def cpu(command: list[str], **environment: str) -> float:
    """CPU seconds of a command."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, capture_output=True, env={**os.environ, **environment})
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def least(command: list[str], pyc: str, repeat: int = 5) -> float:
    """Least CPU seconds of a process from its start to its end, with its modules in bytecode as after an installation."""
    environment = {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": pyc}
    cpu(command, **environment)  # fills the caches
    return min(cpu(command, **environment) for _ in range(repeat))


def chain(bodies: int = 30):  # type: ignore[no-untyped-def]  # noqa: ANN201
    """A chain of pendulums, let go from a straight line."""
    import vazba as vz

    m = vz.Model("chain", dimension=2, parameters={"l": 0.2, "m": 0.5})
    m.point("end0", "ground", (0, 0))
    for k in range(1, bodies + 1):
        m.body(f"rod{k}", position=(f"{k - 1}*l", 0), angle=0, mass="m", inertia="m*l**2/12", com=("l/2", 0))
        m.point(f"top{k}", f"rod{k}", (0, 0))
        m.point(f"end{k}", f"rod{k}", ("l", 0))
        m.revolute(f"pin{k}", f"end{k - 1}", f"top{k}")
    m.simulation = {"until": 0.5, "every": 0.01}
    return m


def split(model, copied: bool = False) -> tuple[float, float]:  # type: ignore[no-untyped-def]  # noqa: ANN001
    """CPU seconds of a call of `vz.simulate` in a process that has made one before: in its steps, and besides; the least of many calls.

    `copied`: every call has a copy of the model, as where parameters change; else all have the same model, whose system is kept.
    """
    import peers

    import vazba as vz

    peers.simulation.clock_time = peers.CPU_CLOCK
    vz.simulate(model)
    found = []
    for _ in range(CALLS):
        model = copy.copy(model) if copied else model
        start = time.process_time()
        result = vz.simulate(model)
        found.append((time.process_time() - start - result.info["seconds"], result.info["seconds"]))
    rest, steps = min(found)
    return steps, rest


def processes() -> list[bool]:
    """Import, `check` and `simulate` as processes."""
    python = sys.executable
    with tempfile.TemporaryDirectory() as folder:
        plain, numpy, own = (least([python, "-c", code], folder) for code in ("pass", "import numpy", "import vazba"))
        check = least([python, "-m", "vazba", "check", str(DRIVEN)], folder)
        run = least([python, "-m", "vazba", "simulate", str(FREE), "-o", f"{folder}/run.nc"], folder)
    rows = {
        "python with nothing": plain,
        "import vazba, more than that": own - plain,
        "import numpy, more than that": numpy - plain,
        "`vazba check`, four-bar, warm": check,
        "`vazba simulate -o run.nc`, four-bar, warm": run,
    }
    measure.row("process, CPU seconds", "", widths=WIDTHS)
    for name, seconds in rows.items():
        measure.row(name, f"{seconds:.3f}", widths=WIDTHS)
        measure.note("processes" if name == "python with nothing" else "", name, seconds)
    return [
        measure.verdict(own - plain <= 0.05, "import vazba <= 0.05 s"),
        measure.verdict(check <= 0.5, "warm vazba check <= 0.5 s"),
        measure.verdict(run <= 0.7, "warm vazba simulate, result written <= 0.7 s"),
    ]


def calls() -> list[bool]:
    """What calls of `vz.simulate` spend in their steps and besides."""
    import vazba as vz

    cases = {
        "four-bar, let go (3 bodies)": vz.load(FREE),
        "double pendulum with cables, tables": vz.load(EXAMPLES / "double-pendulum-tables"),
        "chain of 30 pendulums": chain(),
        "robot of six axes, driven": vz.load(EXAMPLES / "serial-robot" / "serial-robot.py"),
    }
    measure.row("a call of vz.simulate, ms", "steps", "the rest", "instants", widths=WIDTHS)
    rests = []
    for name, model in cases.items():
        steps, rest = split(model)
        count = len(vz.simulate(model).time)
        measure.row(name, f"{1e3 * steps:.2f}", f"{1e3 * rest:.2f}", count, widths=WIDTHS)
        measure.note("a call of vz.simulate" if not rests else "", f"{name}: steps", steps)
        measure.note("", f"{name}: the rest", rest)
        rests.append(rest)
    name, (steps, rest) = "four-bar, a new copy each time", split(cases["four-bar, let go (3 bodies)"], copied=True)
    measure.row(name, f"{1e3 * steps:.2f}", f"{1e3 * rest:.2f}", widths=WIDTHS)
    measure.note("", f"{name}: the rest", rest)
    return [
        measure.verdict(
            rests[0] < 3e-3,
            f"four-bar, again and again: less than 3 ms of CPU time outside its steps (measured {1e3 * rests[0]:.2f} ms)",
        ),
        measure.verdict(
            rest < 3e-3,
            f"four-bar, a new copy each time: less than 3 ms of CPU time outside its steps (measured {1e3 * rest:.2f} ms)",
        ),
    ]


def memory() -> None:
    """Largest memory of a process that imports a package and, of vazba, simulates a four-bar."""
    status = Path("/proc/self/status")
    if not status.exists():
        print("  memory: not measured on this system")
        return
    code = "{}; print([line for line in open('/proc/self/status') if line.startswith('VmHWM')][0].split()[1])"
    jobs = {
        "python with nothing": "pass", "NumPy": "import numpy", "vazba, four-bar simulated": f"import vazba as vz; vz.simulate(vz.load({str(FREE)!r}))",
        "Numba": "import numba", "MuJoCo": "import mujoco", "pinocchio": "import pinocchio", "Exudyn": "import exudyn", "heyoka": "import heyoka",
    }  # fmt: skip
    case = "memory of a process (others: imported, nothing done)"
    for name, job in jobs.items():
        done = subprocess.run([sys.executable, "-c", code.format(job)], check=False, capture_output=True, text=True)
        said = f"{int(done.stdout.split()[-1]) / 1024:.0f} MB" if done.returncode == 0 else "not installed"
        measure.row(f"memory, {name}", said, widths=WIDTHS)
        measure.note(case, name, said)
        case = ""


def from_wheel() -> None:
    """The first command after an installation from the wheel in dist/ (`make wheel`), where there is one: unpacked, its kernels inside."""
    wheels = sorted((EXAMPLES.parent / "dist").glob("*.whl"))
    if not wheels:
        print("  first use from a wheel: not measured, there is none in dist/ (make wheel)")
        measure.note("first use", "`vazba simulate` from a wheel", "not measured: no wheel in dist/")
        return
    with tempfile.TemporaryDirectory() as folder, zipfile.ZipFile(wheels[-1]) as wheel:
        wheel.extractall(folder)
        start = time.perf_counter()
        seconds = cpu(
            [sys.executable, "-m", "vazba", "simulate", str(FREE)], PYTHONPATH=folder, VAZBA_CACHE=f"{folder}/cache"
        )
        took = time.perf_counter() - start
    measure.row("first vazba simulate from a wheel", f"{took:.2f}", f"{seconds:.2f}", widths=WIDTHS)
    measure.note("first use", "`vazba simulate`, four-bar, from a wheel, CPU time", seconds)


def run() -> bool:
    met = processes() + calls()
    memory()
    from_wheel()
    measure.row("nothing compiled, seconds", "wall", "CPU", widths=WIDTHS)
    for name, words, most in (
        ("first vazba simulate, four-bar", ["simulate", str(FREE)], 30),
        ("first vazba simulate, tables", ["simulate", str(EXAMPLES / "double-pendulum-tables")], 30),
        ("vazba warmup: all kernels", ["warmup"], 60),
    ):
        with tempfile.TemporaryDirectory() as folder:
            start = time.perf_counter()
            seconds = cpu([sys.executable, "-m", "vazba", *words], VAZBA_CACHE=folder)
            took = time.perf_counter() - start
        measure.row(name, f"{took:.1f}", f"{seconds:.1f}", widths=WIDTHS)
        measure.note("", f"nothing compiled: {name}, CPU time", seconds)
        met.append(measure.verdict(took <= most, f"{name} <= {most} s"))
    return all(met)
