"""`--start` and `--start-time`: words, files, joint values, exit codes."""

from __future__ import annotations

from math import pi
from pathlib import Path

import pytest
from typer.testing import CliRunner

import vazba as vz
from vazba.cli.app import app

EXAMPLE = Path(__file__).parents[2] / "examples" / "four-bar-free" / "four-bar-free.toml"


def run(*words: object) -> tuple[int, str]:
    found = CliRunner().invoke(app, [str(word) for word in words])
    return found.exit_code, found.output


def test_joint_values_and_files(tmp_path: Path) -> None:
    first, second = tmp_path / "first.nc", tmp_path / "second.nc"
    common = ("simulate", EXAMPLE, "--every", 0.05)
    code, _ = run(*common, "--until", 0.2, "--start", "A.angle=60*deg", "--start", "A.angle_rate=2", "-o", first)
    assert code == 0
    res = vz.Result.load(first)
    assert res["A"].angle[0] == pytest.approx(pi / 3)
    assert res[vz.load(EXAMPLE).joints["A"].bodies[1]].w[0] == pytest.approx(2)
    code, _ = run(*common, "--until", 0.3, "--start", f"{first}@0.1", "-o", second)
    assert code == 0
    rest = vz.Result.load(second)
    assert rest.time[0] == pytest.approx(0.1)
    assert rest["A"].angle[0] == res["A"].angle[2]
    assert run(*common, "--until", 0.3, "--start", first, "--start-time", 0.25)[0] == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--start", "Q.angle=1"), "no joint 'Q'"),
        (("--start", "equilibrum"), "equilibrium"),
        (("--start", "A.angle=1", "--start", "drawn"), "several starts"),
        (("--start", "none.nc"), "no such file"),
        (("--start-time", "soon"), "--start-time"),
        (("--start", "A.angle=1", "--start", "B.angle=2.9"), "cannot be had together"),
    ],
)
def test_wrong_starts_end_with_2(words: tuple[str, ...], said: str) -> None:
    code, output = run("simulate", EXAMPLE, "--until", 0.1, *words)
    assert code == 2
    assert said in " ".join(output.split())
