"""A small package of toy kernels outside of vazba, so that building them takes seconds."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest

HELPER = """
from vazba._jit import jit

@jit
def square(x):
    return x * x
"""
KERNELS = """
import math
from toys import helper
from vazba._jit import boundary, view_of

numbers_at = view_of("f8")

@boundary("float64(float64)")
def squared(x):
    return helper.square(x)

@boundary("float64(float64, float64)")
def hypotenuse(x, y):
    return math.sqrt(helper.square(x) + helper.square(y))

@boundary("void(int64, int64, float64)")
def scale(at, n, factor):
    numbers = numbers_at(at, n)
    for k in range(n):
        numbers[k] *= factor
"""
NAMES = ["toys.kernels:hypotenuse", "toys.kernels:scale", "toys.kernels:squared"]


class Toys(NamedTuple):
    """A folder with the toy package, and an empty cache beside it."""

    folder: Path
    cache: Path

    def start(self, program: str, **environment: str) -> subprocess.Popen[str]:
        """A new process that runs a program; it finds the toys and this vazba."""
        path = os.pathsep.join([str(self.folder), *(x for x in sys.path if x)])
        known = {key: value for key, value in os.environ.items() if key not in ("NUMBA_DISABLE_JIT", "VAZBA_LINKER")}
        given = known | {"PYTHONPATH": path, "VAZBA_CACHE": str(self.cache)} | environment
        pipe = subprocess.PIPE
        return subprocess.Popen([sys.executable, "-c", program], env=given, stdout=pipe, stderr=pipe, text=True)

    def run(self, program: str, **environment: str) -> Any:
        """What a program prints, as Python values; it must end well."""
        process = self.start(program, **environment)
        out, err = process.communicate(timeout=300)
        assert process.returncode == 0, err
        return eval(out)

    def objects(self) -> list[Path]:
        return sorted(self.cache.glob("kernels-*/objects/*.o"))


def made(folder: Path) -> Toys:
    package = folder / "src" / "toys"
    package.mkdir(parents=True)
    for name, text in (("__init__", ""), ("helper", HELPER), ("kernels", KERNELS)):
        (package / f"{name}.py").write_text(text)
    return Toys(folder / "src", folder / "cache")


@pytest.fixture
def toys(tmp_path: Path) -> Toys:
    return made(tmp_path)


@pytest.fixture(scope="session")
def objects(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """Object code of the toy kernels, built once, by name."""
    toys = made(tmp_path_factory.mktemp("toys"))
    return toys.run("from vazba._jit.boundaries import BOUNDARIES\nfrom vazba._jit.builder import built\nimport toys.kernels\n"
                    "print({name: code for name, code in built(list(BOUNDARIES.values())).items() if name.startswith('toys')})")  # fmt: skip
