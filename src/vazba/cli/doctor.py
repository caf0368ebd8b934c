"""`vazba doctor`."""

from __future__ import annotations

import os
import platform
import tempfile
import time
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import typer

from vazba import __version__
from vazba.cli.say import complain, duration, pairs, say

NEEDED = ("numpy", "scipy", "numba", "llvmlite", "typer", "rich", "h5netcdf", "h5py")
EXTRAS = {"plot": ("matplotlib", "pillow"), "tables": ("pandas", "pyarrow", "xarray")}
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
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def _machine(faults: list[str]) -> list[tuple[str, str]]:
    from vazba._jit import CACHE
    from vazba.cli.compiling import compiled, files

    writable = _writable(Path(CACHE))
    if not writable:
        remedy = "set VAZBA_CACHE to a folder you may write to"
        faults.append(f"compiled code cannot be kept in {CACHE}: every run compiles anew; {remedy}")
    state = f"{files()} pieces compiled" if compiled("kinematics") else "nothing compiled yet: vazba warmup does it"
    return [
        ("processors", str(os.cpu_count())),
        ("compiled code", str(CACHE)),
        ("", f"{state}, {'writable' if writable else 'NOT writable'}"),
    ]


def _writable(folder: Path) -> bool:
    try:
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _self_test(faults: list[str]) -> str:
    """`x = cos f + sqrt(25 - (4 - sin f)^2)`, `f = t^2 + pi/2`, and its rate."""
    import numpy as np

    from vazba.cli.compiling import announce
    from vazba.cli.warmup import slider_crank
    from vazba.errors import VazbaError
    from vazba.kinematic.run import kinematics

    announce("kinematics")
    started = time.perf_counter()
    try:
        res = kinematics(slider_crank(), until=1.25, every=0.05)
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
