"""`vazba doctor`."""

from __future__ import annotations

import os
import platform
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from vazba import __version__
from vazba.cli.say import complain, duration, pairs, say

if TYPE_CHECKING:
    from vazba.model import Model

NEEDED = ("numpy", "scipy", "typer", "rich", "h5py")
EXTRAS = {
    "laws": ("numba", "llvmlite"),
    "plot": ("matplotlib", "pillow"),
    "tables": ("pandas", "pyarrow", "xarray", "h5netcdf"),
}
CLOSE = 1e-9  # m and m/s, self-test against the closed form


def doctor() -> None:
    """What is installed, and does it work here?"""
    faults: list[str] = []
    say("Versions", "bold")
    rows = [
        ("vazba", __version__),
        ("python", f"{platform.python_version()}, {platform.system()} {platform.machine()}"),
    ]
    for package in NEEDED:
        found = _version(package)
        rows.append((package, found or "MISSING"))
        if found is None:
            faults.append(f"{package} is missing: pip install {package}")
    for extra, packages in EXTRAS.items():
        for package in packages:
            rows.append((package, _version(package) or f"not installed (optional): pip install 'vazba[{extra}]'"))
    pairs(rows)
    if not faults:
        say("\nThis computer", "bold")
        pairs(_machine(faults))
        say("\nSelf-test", "bold")
        pairs([("slider-crank against its closed form", _self_test(faults))])
    say()
    for fault in faults:
        complain(fault)
    if faults:
        raise typer.Exit(1)
    say("all is well", "green")


def _version(package: str) -> str | None:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(package)
    except PackageNotFoundError:
        return None


def _machine(faults: list[str]) -> list[tuple[str, str]]:
    from vazba._jit.functions import has_numba
    from vazba._jit.library import cache_folder, cpu_kind, shipped, where

    folder = cache_folder()
    rows = [("processors", f"{os.cpu_count()}, {cpu_kind()}"), ("compiled kernels", where())]
    if not shipped() and not _writable(folder):
        remedy = "set VAZBA_CACHE to a folder you may write to"
        faults.append(f"compiled kernels cannot be kept in {folder}: every process builds them anew; {remedy}")
    own = "compiled" if has_numba() else "called back in Python, slower: pip install 'vazba[laws]' compiles them"
    return [*rows, ("your own force laws", own)]


def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _self_test(faults: list[str]) -> str:
    """`x = cos f + sqrt(25 - (4 - sin f)^2)`, `f = t^2 + pi/2`, and its rate."""
    import numpy as np

    from vazba.errors import VazbaError
    from vazba.kinematic.run import kinematics

    started = time.perf_counter()
    try:
        res = kinematics(_slider_crank(), until=1.25, every=0.05)
        f, rate = res.time**2 + np.pi / 2, 2 * res.time
        root = np.sqrt(25 - (4 - np.sin(f)) ** 2)
        x = np.cos(f) + root
        vx = rate * (-np.sin(f) + (4 - np.sin(f)) * np.cos(f) / root)
        error = max(float(np.abs(res["slider"].x - x).max()), float(np.abs(res["slider"].vx - vx).max()))
        well = res.status == "done" and len(res) == 26 and error < CLOSE
    except (VazbaError, ArithmeticError, ValueError) as problem:
        faults.append(f"the self-test failed: {problem}")
        return "FAILED"
    if not well:
        remedy = "reinstall vazba, and report it if that does not help"
        faults.append(f"the self-test gives wrong numbers (off by {error:.1e}): {remedy}")
        return "FAILED"
    return f"right to {error:.0e} ({duration(time.perf_counter() - started)})"


def _slider_crank() -> Model:
    """Crank 1, rod 5, slider on the line y = 4, crank angle t^2 + pi/2: its motion is known in closed form."""
    from vazba.model import Model

    m = Model("slider-crank", dimension=2)
    m.body("crank", angle="90*deg")
    m.body("rod", position=(0, 1), angle="37*deg")
    m.body("slider", position=(4, 4))
    m.point("B1", "crank", (1, 0))
    m.point("B2", "rod", (0, 0))
    m.point("C2", "rod", (5, 0))
    m.point("C3", "slider", (0, 0))
    m.point("G", "ground", (0, 4))
    m.revolute("A", "ground", "crank", at=(0, 0))
    m.revolute("B", "B1", "B2")
    m.revolute("C", "C2", "C3")
    m.prismatic("S", "C3", "G", axis=(1, 0))
    m.drive("A", angle="t**2 + pi/2")
    return m
