"""Where `vazba simulate` writes: places that cannot be, full disks, closed screens."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

import vazba as vz
from vazba.cli.app import app
from vazba.errors import Fault

PENDULUM = """
name = "pendulum"
dimension = 2
[bodies.rod]
mass = 2
inertia = 0.5
com = [1, 0]
[joints.A]
type = "revolute"
bodies = ["ground", "rod"]
at = [0, 0]
[simulation]
until = 1
every = 0.1
"""


def run(*words: object):
    return CliRunner().invoke(app, [str(word) for word in words])


@pytest.fixture
def pendulum(tmp_path: Path) -> Path:
    path = tmp_path / "pendulum.toml"
    path.write_text(PENDULUM)
    return path


# --- where it is written ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("output", "said"), [
    ("no/run.nc", "there is no folder no; make it first"), ("run", "the name has no ending"), ("run.xlsx", "the ending '.xlsx' is not known"),
    (".", "the name has no ending"),
])  # fmt: skip
def test_an_output_that_cannot_be_is_refused_before_the_run(pendulum, output, said):
    done = run("simulate", pendulum, "-o", output)
    assert done.exit_code == 2
    assert said in done.stderr
    assert "instants" not in done.stdout


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="everything may be written here")
def test_a_folder_that_may_not_be_written(pendulum, tmp_path):
    (tmp_path / "held").mkdir(mode=0o500)
    done = run("simulate", pendulum, "-o", tmp_path / "held" / "run.nc")
    assert done.exit_code == 2
    assert "you may not write to" in done.stderr


def test_a_file_that_is_there_is_replaced(pendulum, tmp_path):
    (tmp_path / "run.nc").write_text("something else")
    assert run("simulate", pendulum, "-o", tmp_path / "run.nc").exit_code == 0
    assert vz.Result.load(tmp_path / "run.nc").status == "done"


def full_disk(limit: int, *words: object, **options: object) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own whose files may not grow beyond `limit` bytes."""
    import resource

    return subprocess.run(
        [sys.executable, "-m", "vazba", *map(str, words)], capture_output=True, text=True, timeout=300, check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)), **options,
    )  # fmt: skip


@pytest.mark.skipif(os.name == "nt", reason="limits of processes")
def test_a_full_disk_costs_neither_the_other_files_nor_the_summary(pendulum, tmp_path):
    done = full_disk(40_000, "simulate", pendulum, "-o", "run.nc", "-o", "run.csv", cwd=tmp_path)
    assert done.returncode == 2, done.stderr
    assert "run.nc: the file cannot be written; File too large" in done.stderr
    assert "fault in the model" not in done.stderr
    assert "energy balance" in done.stdout
    assert len(vz.Result.load(tmp_path / "run.csv").time) == 11
    assert sorted(p.name for p in tmp_path.iterdir()) == ["pendulum.toml", "run.csv"]


def test_a_result_that_can_be_saved_nowhere_else_goes_to_the_temporary_folder(pendulum, tmp_path, monkeypatch):
    from vazba.files import results

    write = results.write_whole

    def full(path, content):
        if Path(path).parent == tmp_path:
            raise vz.ModelError(Fault("", "the file cannot be written", "No space left on device"))
        return write(path, content)

    monkeypatch.setattr(results, "write_whole", full)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "spare"))
    (tmp_path / "spare").mkdir()
    done = run("simulate", pendulum, "-o", tmp_path / "run.nc")
    assert done.exit_code == 2
    assert "No space left on device" in done.stderr
    kept = Path(next(line for line in done.stdout.splitlines() if line.startswith("saved: ")).removeprefix("saved: "))
    assert kept.name == "run.nc"
    assert vz.Result.load(kept).status == "done"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device that is always full")
def test_a_screen_that_takes_nothing_ends_with_2_and_the_result_is_saved(pendulum, tmp_path):
    for model, code in ((pendulum, 2), (tmp_path / "none.toml", 2)):
        with open("/dev/full", "w") as full:
            words = [sys.executable, "-m", "vazba", "simulate", model, "-o", "run.nc"]
            done = subprocess.run(words, stdout=full, stderr=full, cwd=tmp_path, timeout=300, check=False)
        assert done.returncode == code
    assert vz.Result.load(tmp_path / "run.nc").status == "done"


@pytest.mark.skipif(os.name == "nt", reason="closing file handles")
def test_a_closed_screen_is_no_fault(pendulum, tmp_path):
    words = [sys.executable, "-m", "vazba", "simulate", str(pendulum), "-o", "run.nc"]
    done = subprocess.run(words, preexec_fn=lambda: (os.close(1), os.close(2)), cwd=tmp_path, timeout=300, check=False)
    assert done.returncode == 0
    assert vz.Result.load(tmp_path / "run.nc").status == "done"


def test_a_bare_table_cannot_be_animated(pendulum, tmp_path):
    assert run("simulate", pendulum, "-o", tmp_path / "run.csv").exit_code == 0
    done = run("animate", tmp_path / "run.csv")
    assert done.exit_code == 2
    assert (
        "run.csv: the result holds no model; the mechanism cannot be drawn without it; use its .nc file" in done.stderr
    )
