"""A wheel with compiled kernels (`make wheel`), installed where there is no Numba, no compiler and an empty home."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import venv
import zipfile
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parent.parent
FOUND = [Path(os.environ["VAZBA_TEST_WHEEL"])] if "VAZBA_TEST_WHEEL" in os.environ else [*(ROOT / "dist").glob("vazba-*.whl")]  # fmt: skip
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not FOUND, reason="there is no wheel in dist/ (make wheel), and VAZBA_TEST_WHEEL names none"),
]


class Installed(NamedTuple):
    """A new environment with the wheel alone, an empty home and an empty folder to work in."""

    bin: Path
    home: Path

    def run(self, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
        known = {"PATH": str(self.bin), "HOME": str(self.home), "LANG": "C.UTF-8", "COLUMNS": "200"}
        command = [str(self.bin / words[0]), *words[1:]]
        return subprocess.run(
            command, env=known | environment, cwd=self.home.parent, capture_output=True, text=True, timeout=120, check=False
        )  # fmt: skip


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    folder = tmp_path_factory.mktemp("wheel")
    venv.create(folder / "env", with_pip=True)
    (folder / "work" / "home").mkdir(parents=True)
    found = Installed(folder / "env" / "bin", folder / "work" / "home")
    pip = [str(found.bin / "python"), "-m", "pip", "--disable-pip-version-check", "install", "-q", str(FOUND[0])]
    subprocess.run(pip, check=True, cwd=folder)
    assert found.run("vazba", "examples", "four-bar-free", "--copy-to", ".").returncode == 0
    return found


@pytest.fixture(scope="module")
def kernels(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("unpacked")
    with zipfile.ZipFile(FOUND[0]) as wheel:
        wheel.extractall(folder, [name for name in wheel.namelist() if name.startswith("vazba/_kernels/")])
    return folder / "vazba" / "_kernels"


def test_it_is_for_a_platform_and_for_every_python(kernels: Path) -> None:
    assert FOUND[0].name.split("-", 2)[2].startswith("py3-none-")
    assert not FOUND[0].name.endswith("-any.whl")
    index = json.loads((kernels / "index.json").read_text())
    assert {"index.json", *(one["file"] for one in index["libraries"].values())} == {p.name for p in kernels.iterdir()}


@pytest.mark.skipif(not shutil.which("readelf") or not sys.platform.startswith("linux"), reason="readelf is not there")
def test_the_libraries_need_the_c_library_alone_and_an_old_one(kernels: Path) -> None:
    for path in kernels.glob("*.so"):
        said = subprocess.run(["readelf", "-dVW", path], check=True, capture_output=True, text=True).stdout
        needed = {line.split("[")[1].rstrip("]") for line in said.splitlines() if "(NEEDED)" in line}
        assert needed <= {"libm.so.6", "libc.so.6"}
        versions = {word for word in said.split() if word.startswith("GLIBC_")}
        assert versions <= {"GLIBC_2.2.5", "GLIBC_2.17"}
        stack = subprocess.run(["readelf", "-lW", path], check=True, capture_output=True, text=True).stdout
        assert "RWE" not in stack, "an executable stack is refused by newer systems"


@pytest.mark.skipif(not shutil.which("objdump"), reason="objdump is not there")
def test_the_plain_library_uses_no_wide_registers(kernels: Path) -> None:
    if not (kernels / "kernels-x86-64.so").exists():
        pytest.skip("the wheel is for another family of processors")
    code = [
        subprocess.run(["objdump", "-d", kernels / name], check=True, capture_output=True, text=True).stdout
        for name in ("kernels-x86-64.so", "kernels-x86-64-v3.so")
    ]
    assert ["%ymm" in text for text in code] == [False, True]
    assert ["vfmadd" in text for text in code] == [False, True]


def test_there_is_no_numba_and_no_compiler(here: Installed) -> None:
    assert "ModuleNotFoundError" in here.run("python", "-c", "import numba").stderr
    assert (
        here.run("python", "-c", "import shutil; print(shutil.which('cc'), shutil.which('gcc'))").stdout
        == "None None\n"
    )


def test_commands_run_and_leave_nothing_behind(here: Installed) -> None:
    model = "four-bar-free/four-bar-free.toml"
    for words in (("simulate", model), ("check", model)):
        done = here.run("vazba", *words)
        assert done.returncode == 0, done.stderr
        assert "building" not in done.stderr
    assert here.run("vazba", "warmup").stdout.startswith("everything is built already; came with the package")
    assert list(here.home.iterdir()) == []


def test_doctor_tells_where_the_kernels_come_from(here: Installed) -> None:
    done = here.run("vazba", "doctor")
    assert done.returncode == 0, done.stderr
    assert "came with the package: kernels-" in done.stdout
    assert "pip install 'vazba[laws]'" in done.stdout
    assert "all is well" in done.stdout
    plain = here.run("vazba", "doctor", VAZBA_CPU="x86-64")
    assert plain.returncode == 0
    if "x86_64" in FOUND[0].name:
        assert "kernels-x86-64.so" in plain.stdout


MOTION = """
import json, vazba as vz
m = vz.load("four-bar-free/four-bar-free.toml")
r = vz.simulate(m, until=1.0, every=0.05)
assert r.status == "done"
print(json.dumps({f"{body}.{key}": getattr(r[body], key).tolist() for body in m.bodies for key in ("x", "y", "vx", "vy")}))
"""


def test_the_plain_library_gives_the_same_motion_to_rounding(here: Installed) -> None:
    found = [here.run("python", "-c", MOTION, **kind) for kind in ({}, {"VAZBA_CPU": "x86-64"})]
    assert [done.returncode for done in found] == [0, 0], [done.stderr for done in found]
    a, b = (json.loads(done.stdout) for done in found)
    for key, values in a.items():
        assert values == pytest.approx(b[key], rel=1e-10, abs=1e-10), key


LAW = """
import vazba as vz

def stiffening(length, rate, t):
    return 100.0 * (length - 1.0) + (5.0 if length > 1.1 else 0.0)

model = vz.Model("swing", dimension=2)
model.body("bob", position=(1.2, 0), mass=1.0, inertia=0.1)
model.point("O", "ground", (0, 0))
model.point("P", "bob", (0, 0))
model.spring("s", "O", "P", law=stiffening)
"""


def test_a_law_in_python_runs_and_it_is_said(here: Installed) -> None:
    (here.home.parent / "swing.py").write_text(LAW)
    done = here.run("vazba", "simulate", "swing.py", "--until", "0.5", "--every", "0.1")
    assert done.returncode == 0, done.stderr
    told = " ".join(done.stderr.split())
    assert told.count("spring s: the function stiffening is called in Python") == 1
    assert "since Numba is not installed: pip install 'vazba[laws]'" in told


def test_without_its_library_it_says_what_to_do(here: Installed) -> None:
    where = "import vazba, pathlib; print(pathlib.Path(vazba.__file__).parent / '_kernels')"
    folder = Path(here.run("python", "-c", where).stdout.strip())
    folder.rename(folder.with_name("_away"))
    try:
        done = here.run("vazba", "check", "four-bar-free/four-bar-free.toml")
    finally:
        folder.with_name("_away").rename(folder)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert "pip install 'vazba[laws]', or install vazba from a wheel again" in " ".join(done.stderr.split())
