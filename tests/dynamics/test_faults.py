# ruff: noqa: E501  (one case, one line)
"""Wrong input of a dynamic run, one case each: what is said, with file and line, and all of it at once."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest

import vazba as vz

PENDULUM = """\
dimension = 2
[bodies.rod]
mass = 2
inertia = 0.5
com = [1, 0]
[joints.A]
type = "revolute"
bodies = ["ground", "rod"]
at = [0, 0]
[points]
O = { position = [0, 1] }
P = { body = "rod", position = [1, 0] }
Q = { body = "rod", position = [2, 0] }
[simulation]
until = 1
every = 0.1
"""  # 16 lines


def model(tmp_path: Path, text: str) -> vz.Model:
    path = tmp_path / "m.toml"
    path.write_text(text, encoding="utf-8")
    return vz.load(path)


def said(tmp_path: Path, text: str, *times: float, **options: object) -> list[str]:
    """Messages about a wrong model or wrong settings, without the folder."""
    with pytest.raises(vz.ModelError) as caught:
        vz.simulate(model(tmp_path, text), *times, **options)  # type: ignore[arg-type]
    assert caught.value.exit_code == 2
    return [str(fault).replace(f"{tmp_path}{os.sep}", "") for fault in caught.value.faults]


def pendulum() -> vz.Model:
    """The same in Python."""
    m = vz.Model("pendulum", dimension=2)
    m.body("rod", mass=2, inertia=0.5, com=(1, 0))
    m.revolute("A", "ground", "rod", at=(0, 0))
    m.point("O", "ground", (0, 1))
    m.point("P", "rod", (1, 0))
    return m


# --- settings -----------------------------------------------------------------------------------------------------------

SETTINGS = {
    "no end": ("until = 1\n", "", "m.toml:14: simulation: until is not given; the end of the run is not known; give --until SECONDS, or until = .. in [simulation]"),
    "end in the past": ("until = 1", "until = -1", "m.toml:15: simulation: until = -1 is not allowed; it must be zero or positive"),
    "too short": ("until = 1", "until = 1e-200", "m.toml:15: simulation: until = 1e-200 s is too short"),
    "no time between": ("every = 0.1", "every = 0", "m.toml:16: simulation: every = 0 is not allowed; it must be positive"),
    "too many instants": ("every = 0.1", "every = 1e-12", "m.toml:16: simulation: 1e+12 instants are too many; they do not fit into memory; raise every"),
    "step": ("every = 0.1", "step = 0", "m.toml:16: simulation: step = 0 is not allowed; it must be positive"),
    "rtol": ("every = 0.1", "rtol = 0", "m.toml:16: simulation: rtol = 0 is not allowed; it must be positive"),
    "too fine": ("every = 0.1", "rtol = 1e-20", "m.toml:16: simulation: rtol = 1e-20 is too small; numbers have 16 digits; give 1e-16 or more"),
    "integrator": ("every = 0.1", 'integrator = "dopri6"', "m.toml:16: simulation: integrator = 'dopri6' is unknown; did you mean 'dopri5'?"),
    "capitals": ("every = 0.1", 'integrator = "RADAU"', "m.toml:16: simulation: integrator = 'RADAU' is unknown; did you mean 'radau'?"),
    "stabilisation": ("every = 0.1", 'stabilisation = "baumgart"', "m.toml:16: simulation: stabilisation = 'baumgart' is unknown; did you mean 'baumgarte'?"),
    "unfitting": ("every = 0.1", 'stabilisation = "index3"', "m.toml:16: simulation: stabilisation = index3 needs integrator = generalized_alpha; use projection or baumgarte, or that integrator"),
    "method": ("every = 0.1", 'method = "recursive"', "m.toml:16: simulation: method = 'recursive' is not available"),
}  # fmt: skip


@pytest.mark.parametrize("case", SETTINGS)
def test_settings_in_a_file(case: str, tmp_path: Path) -> None:
    old, new, expected = SETTINGS[case]
    messages = said(tmp_path, PENDULUM.replace(old, new))
    assert len(messages) == 1, messages
    assert messages[0].startswith(expected)


def test_a_file_without_settings_is_named(tmp_path: Path) -> None:
    assert said(tmp_path, PENDULUM.split("[simulation]")[0])[0].startswith(
        "m.toml: simulation: until is not given; the end of the run is not known; give --until"
    )


@pytest.mark.parametrize(("options", "expected"), [
    ({"integrator": "dopri"}, "integrator = 'dopri' is not available; did you mean 'dopri5'?"),
    ({"integrator": 3}, "integrator = 3 is not available"),
    ({"stabilisation": "index"}, "stabilisation = 'index' is not available; did you mean 'index3'?"),
    ({"integrator": "generalized_alpha", "stabilisation": "projection"}, "stabilisation = projection does not go with generalized_alpha; it keeps the constraints itself; use index3 or index2"),
    ({"integrator": "radau", "stabilisation": "index2"}, "stabilisation = index2 needs integrator = generalized_alpha"),
    ({"rtol": 0}, "rtol = 0 is not positive; give a positive tolerance"),
    ({"rtol": float("nan")}, "rtol: nan is not a finite number"),
    ({"atol": -1}, "atol = -1 is not positive"),
    ({"atol": [1]}, "atol: [1] is not a number"),
    ({"step": 0}, "step = 0 is not positive; give a positive time step"),
    ({"step": 1e-12}, "step = 1e-12 s means 1e+12 steps; that takes days; give a longer step"),
    ({"step": "half"}, "step: expression 'half': unknown name 'half'"),
])  # fmt: skip
def test_settings_of_a_call(options: dict[str, object], expected: str) -> None:
    with pytest.raises(vz.ModelError) as caught:
        vz.simulate(pendulum(), 1, 0.1, **options)
    assert [str(fault).startswith(f"simulation: {expected}") for fault in caught.value.faults] == [True], caught.value


def test_all_wrong_settings_come_at_once() -> None:
    with pytest.raises(vz.ModelError) as caught:
        vz.simulate(
            pendulum(), -1, 0, integrator="dopri", stabilisation="none", rtol=0, atol="x", step=-1, method="any"
        )
    assert len(caught.value.faults) == 8


@pytest.mark.parametrize("thing", [None, "m.toml", Path("m.toml"), 3])
def test_what_is_not_a_model(thing: object) -> None:
    with pytest.raises(vz.ModelError, match=r"is not a model; a vazba\.Model is expected"):
        vz.simulate(thing, 1)  # type: ignore[arg-type]


def test_a_run_that_ends_where_it_starts_has_one_instant() -> None:
    result = vz.simulate(pendulum(), 0)
    assert result.time.tolist() == [0.0]
    assert result["rod"].alpha[0] == pytest.approx(-2 * 9.81 / 2.5, rel=1e-12)


def test_a_run_much_shorter_than_the_time_between_results_has_both_ends() -> None:
    assert vz.simulate(pendulum(), 1e-11, 0.1).time.tolist() == [0.0, 1e-11]


def test_instants_finer_than_steps_lie_on_the_same_curve() -> None:
    fine, coarse = vz.simulate(pendulum(), 0.5, 1e-4), vz.simulate(pendulum(), 0.5, 0.1)
    assert fine.info["steps"] < 50
    energy = 0.5 * 2.5 * fine["rod"].w ** 2 + 2 * 9.81 * np.sin(fine["rod"].angle)
    assert np.abs(energy).max() < 1e-6
    assert fine["rod"].angle[::1000] == pytest.approx(coarse["rod"].angle, abs=1e-8)


# --- masses -------------------------------------------------------------------------------------------------------------

MASSES = {
    "no mass": ("mass = 2\n", "", "m.toml:2: body rod: mass is not given; its motion under forces is not determined; give mass and inertia"),
    "zero mass": ("mass = 2", "mass = 0", "m.toml:3: body rod: its mass is zero; its motion"),
    "no inertia": ("inertia = 0.5\n", "", "m.toml:2: body rod: inertia is not given; its motion"),
    "neither": ("mass = 2\ninertia = 0.5\n", "", "m.toml:2: body rod: mass and inertia are not given; its motion"),
    "negative mass": ("mass = 2", "mass = -2", "m.toml:3: body rod: mass = -2 is not allowed"),
    "negative inertia": ("inertia = 0.5", "inertia = -1", "m.toml:4: body rod: inertia = -1 is negative; a moment of inertia is zero or positive; correct the value"),
    "free body": ("[joints.A]", "[bodies.free]\n[joints.A]", "m.toml:6: body free: mass and inertia are not given; its motion"),
}  # fmt: skip


@pytest.mark.parametrize("case", MASSES)
def test_masses(case: str, tmp_path: Path) -> None:
    old, new, expected = MASSES[case]
    messages = said(tmp_path, PENDULUM.replace(old, new))
    assert len(messages) == 1, messages
    assert messages[0].startswith(expected)


def test_masses_of_tables(tmp_path: Path) -> None:
    (tmp_path / "BODY.CSV").write_text("ID,Mass,Ix,Iy,Iz,x0,y0,z0\n1,,1,1,1,0,0,0\n2,0,1,1,1,0,0,0\n3,1,,,,0,0,0\n")
    with pytest.raises(vz.ModelError) as caught:
        vz.simulate(vz.load(tmp_path), 1)
    assert [str(fault).replace(f"{tmp_path}{os.sep}", "")[:40] for fault in caught.value.faults] == [
        "BODY.CSV:2: body body1: mass is not give",
        "BODY.CSV:3: body body2: its mass is zero",
        "BODY.CSV:4: body body3: inertia is not g",
    ]


def test_a_moment_of_inertia_of_zero_is_replaced_and_said(tmp_path: Path) -> None:
    """A point mass on a massless arm: the pendulum of one length."""
    result = vz.simulate(model(tmp_path, PENDULUM.replace("inertia = 0.5", "inertia = 0")))
    assert result.warnings == ("body rod: a moment of inertia of 0 kg m^2 is taken as 2e-09 kg m^2",)
    assert 0.5 * result["rod"].w ** 2 + 9.81 * np.sin(result["rod"].angle) == pytest.approx(0, abs=1e-5)


def test_faults_of_values_of_joints_and_of_the_run_come_together(tmp_path: Path) -> None:
    text = PENDULUM.replace("mass = 2\n", "").replace("until = 1\n", "")
    text += '[limits.l]\njoint = "A"\nlower = 1\nupper = -1\nstiffness = 10\n[springs.s]\njoint = "A"\ncoordinate = "agle"\nstiffness = 1\n'
    text += '[frictions.f]\njoint = "A"\ncoefficient = 0.1\n'
    starts = [
        "m.toml:2: body rod",
        "m.toml:13: simulation: until",
        "m.toml:15: limit l",
        "m.toml:20: spring s",
        "m.toml:24: friction f",
    ]
    messages = said(tmp_path, text, rtol=0)
    assert [message.startswith(start) for message, start in zip(messages[1:], starts, strict=True)] == [True] * 5, (
        messages
    )
    assert messages[0] == "simulation: rtol = 0 is not positive; give a positive tolerance"
    with_a_wrong_value = said(tmp_path, text + '[forces.f]\npoint = "PP"\nforce = [1, 0]\n')
    starts = [
        "m.toml:15: limit l",
        "m.toml:20: spring s",
        "m.toml:24: friction f",
        "m.toml:28: force f: point: there is no point 'PP'",
    ]
    assert [m.startswith(s) for m, s in zip(with_a_wrong_value, starts, strict=True)] == [True] * 4, with_a_wrong_value
