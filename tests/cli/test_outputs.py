"""Where `vazba simulate` writes: places that cannot be, full disks, closed screens."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
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


def test_a_folder_the_system_says_may_not_be_written(pendulum, tmp_path, monkeypatch):
    """As before, for users whom the system refuses nothing."""
    monkeypatch.setattr(os, "access", lambda *_: False)
    done = run("simulate", pendulum, "-o", tmp_path / "run.nc")
    assert done.exit_code == 2
    assert "you may not write to" in done.stderr
    assert not (tmp_path / "run.nc").exists()


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


# --- Ctrl-C -------------------------------------------------------------------------------------------------------------

SWINGING = """
import pathlib
import vazba as vz

model = vz.Model("swinging", dimension=2)
model.body("rod", mass=2, inertia=0.5, com=(1, 0))
model.revolute("A", "ground", "rod", at=(0, 0))
model.point("O", "ground", (0, 1))
model.point("P", "rod", (1, 0))
LAW
model.simulation = {"until": 1e5, "every": 0.01}
"""
IN_PYTHON = """
def law(length, rate, t):
    if t > 1:
        pathlib.Path("moving").touch()  # no compiler takes this
    return 100 * (length - 1)

model.spring("s", "O", "P", law=law)
"""


def minding_ctrl_c() -> None:
    """Tests that run in the background of a shell ignore Ctrl-C, and so would the processes they start."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def interrupted(
    words: list[str],
    folder: Path,
    ready: Callable[[subprocess.Popen[str]], object],
    how_to_stop: signal.Signals = signal.SIGINT,
) -> tuple[int, str]:
    """A command in a process of its own, stopped by Ctrl-C once it is `ready`: its exit code, and what it said."""
    how = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True, "cwd": folder}
    with subprocess.Popen(words, **how, preexec_fn=minding_ctrl_c) as process:  # noqa: PLW1509  (no threads here)
        try:
            ready(process)
            process.send_signal(how_to_stop)
            said, _ = process.communicate(timeout=60)
        finally:
            process.kill()
    return process.returncode, said


def wait_for(path: Path) -> None:
    for _ in range(2400):
        if path.exists():
            return
        time.sleep(0.05)
    raise AssertionError(f"{path} does not appear")


@pytest.mark.skipif(os.name == "nt", reason="signals")
@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_keeps_what_was_computed_also_inside_a_law_of_ones_own(stop, tmp_path):
    (tmp_path / "m.py").write_text(SWINGING.replace("LAW", IN_PYTHON))
    words = [sys.executable, "-m", "vazba", "simulate", "m.py", "-o", "run.nc"]
    code, said = interrupted(words, tmp_path, lambda _: wait_for(tmp_path / "moving"), stop)
    assert code == 130, said
    assert "Traceback" not in said
    assert "stopped by the user at t = " in said
    result = vz.Result.load(tmp_path / "run.nc")
    assert result.status == "interrupted"
    assert result.time[-1] > 1
    energy = 0.5 * 2.5 * result["rod"].w ** 2 + 2 * 9.81 * np.sin(result["rod"].angle)
    energy += 50 * (np.hypot(result.point("P").x, result.point("P").y - 1) - 1) ** 2  # of the spring
    assert np.abs(energy - energy[0]).max() < 1e-3  # no value of the law was lost


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_ctrl_c_inside_compiled_code_keeps_every_result_up_to_it(tmp_path):
    (tmp_path / "m.py").write_text(SWINGING.replace("LAW", ""))
    script = (
        "import vazba as vz\n"
        "told = []\n"
        "def tell(t, end):\n"
        "    if not told:\n"
        "        print('moving', flush=True)\n"
        "    told.append(t)\n"
        "result = vz.simulate(vz.load('m.py'), progress=tell)\n"
        "print(result.status, len(result), result.time[-1], told[-1], flush=True)\n"
    )
    words = [sys.executable, "-c", script]
    code, said = interrupted(words, tmp_path, lambda process: process.stdout.readline())
    assert code == 0, said
    status, count, last, told = said.split()
    assert status == "interrupted"
    assert float(last) >= float(told)
    assert int(count) >= float(last) / 0.01  # all instants, and the one at which it ended


def test_a_failed_run_is_saved_with_its_message(pendulum, tmp_path):
    text = (
        '[points]\nP = { body = "rod", position = [1, 0] }\n[forces.f]\npoint = "P"\nforce = ["1/(t - 0.55)**2", 0]\n'
    )
    pendulum.write_text(PENDULUM + text)
    done = run("simulate", pendulum, "-o", tmp_path / "run.nc", "-o", tmp_path / "run.csv")
    assert done.exit_code == 3
    assert "the run stops at t = 0.55 s: force f: force grows beyond all bounds" in done.stderr
    assert "Traceback" not in done.output
    result = vz.Result.load(tmp_path / "run.nc")
    assert result.status == "failed"
    assert "force f" in result.message
    assert len(result) == 7
    assert len(vz.Result.load(tmp_path / "run.csv")) == 7


# --- Python files -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("text", "said"), [
    ("1/0", "m.py:12: ZeroDivisionError: division by zero; the file was run and failed; correct the line"),
    ("model.spring('s', 'O', 'P', stifness=3)", "m.py:12: spring s: unknown key 'stifness'; did you mean 'stiffness'?"),
    ("model.spring('s', 'O', 'P', stiffness='much')", "m.py:12: spring s: stiffness: expression 'much': unknown name 'much'"),
    ("model.body('b')", "m.py:12: body b: mass and inertia are not given"),
    ("for k in range(2):\n    model.body(f'b{k}')", "m.py:13: body b1: mass and inertia are not given"),
    ("model.spring('s', 'O', 'P', law=lambda l, r, t: 1/0)", "m.py:12: spring s: law: the Python function <lambda> gives no number"),
    ("model.simulation = {}", "m.py: simulation: until is not given"),
])  # fmt: skip
def test_python_models_are_told_with_their_lines(text, said, tmp_path):
    (tmp_path / "m.py").write_text(SWINGING.replace("LAW", "") + text + "\n")
    done = run("simulate", tmp_path / "m.py")
    assert done.exit_code == 2
    assert said in done.stderr
