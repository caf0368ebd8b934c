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
    "too long": ("until = 1", "until = 1e200", "m.toml:15: simulation: until = 1e+200 s is too long; the universe is younger; give a shorter time"),
    "no time between": ("every = 0.1", "every = 0", "m.toml:16: simulation: every = 0 is not allowed; it must be positive"),
    "too many instants": ("every = 0.1", "every = 1e-12", "m.toml:16: simulation: 1e+12 instants are too many; they do not fit into memory; raise every"),
    "step": ("every = 0.1", "step = 0", "m.toml:16: simulation: step = 0 is not allowed; it must be positive"),
    "rtol": ("every = 0.1", "rtol = 0", "m.toml:16: simulation: rtol = 0 is not allowed; it must be positive"),
    "too fine": ("every = 0.1", "rtol = 1e-20", "m.toml:16: simulation: rtol = 1e-20 is too small; numbers have 16 digits; give 1e-16 or more"),
    "integrator": ("every = 0.1", 'integrator = "dopri6"', "m.toml:16: simulation: integrator = 'dopri6' is unknown; did you mean 'dopri5'?"),
    "capitals": ("every = 0.1", 'integrator = "RADAU"', "m.toml:16: simulation: integrator = 'RADAU' is unknown; did you mean 'radau'?"),
    "stabilisation": ("every = 0.1", 'stabilisation = "baumgart"', "m.toml:16: simulation: stabilisation = 'baumgart' is unknown; did you mean 'baumgarte'?"),
    "unfitting": ("every = 0.1", 'stabilisation = "index3"', "m.toml:16: simulation: stabilisation = index3 needs integrator = generalized_alpha; use projection or baumgarte, or that integrator"),
    "method": ("every = 0.1", 'method = "recursiv"', "m.toml:16: simulation: method = 'recursiv' is unknown; did you mean 'recursive'?"),
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
            pendulum(), -1, 0, integrator="dopri", stabilisation="never", rtol=0, atol="x", step=-1, method="any"
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
        "BODY.CSV:4: body body3: inertia is not g",
    ]


def test_a_tiny_moment_of_inertia_is_replaced_and_said_and_none_is_taken_as_it_is(tmp_path: Path) -> None:
    """A point mass on a massless arm: the pendulum of one length."""
    tiny = vz.simulate(model(tmp_path, PENDULUM.replace("inertia = 0.5", "inertia = 1e-14")))
    assert tiny.warnings == ("body rod: a moment of inertia of 1e-14 kg m^2 is taken as 2e-09 kg m^2",)
    result = vz.simulate(model(tmp_path, PENDULUM.replace("inertia = 0.5", "inertia = 0")))
    assert result.warnings == ()
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


# --- force elements -----------------------------------------------------------------------------------------------------

SPRING = '[springs.s]\npoints = ["O", "P"]\n'
CABLE = "[cables.c]\nstiffness = 100\nfree_length = 0.5\n"
SAME = '[points.P2]\nbody = "rod"\nposition = [1, 0]\n'
ELEMENTS = {
    "misspelt section": ("[spring.s1]\nstiffness = 1", "m.toml:17: unknown section 'spring'; did you mean 'springs'?"),
    "cable through one point": (CABLE + 'through = ["O"]', "m.toml:20: cable c: through has 1 names, expected at least 2"),
    "cable through a point twice": (CABLE + 'through = ["P", "O", "O"]', "m.toml:17: cable c: it goes from O to O, which are the same place; a segment without length has no direction; remove one of the points"),
    "cable through one place twice": (SAME + CABLE + 'through = ["O", "P", "P2"]', "m.toml:20: cable c: it goes from P to P2, which are the same place"),
    "spring in one place": (SAME + '[springs.s]\npoints = ["P", "P2"]\nstiffness = 1', "m.toml:20: spring s: it goes from P to P2, which are the same place"),
    "cable without length": ('[cables.c]\nthrough = ["O", "P"]\nstiffness = 1\nfree_length = 0', "m.toml:20: cable c: free_length = 0 is not allowed; it must be positive: strain is measured by it; correct the value"),
    "cable of negative length": ('[cables.c]\nthrough = ["O", "P"]\nstiffness = 1\nfree_length = -1', "m.toml:20: cable c: free_length = -1 is not allowed; it must be positive"),
    "force on an unknown point": ('[forces.f]\npoint = "PP"\nforce = [1, 0]', "m.toml:18: force f: point: there is no point 'PP'; did you mean 'P'?"),
    "force of three components": ('[forces.f]\npoint = "P"\nforce = [1, 0, 0]', "m.toml:19: force f: force = [1, 0, 0] is not a list of 2 components"),
    "force that never acts": ('[forces.f]\npoint = "P"\nforce = [1, 0]\nstart = "2*1"\nstop = 1', "m.toml:17: force f: stop = 1 is not after start = 2; it would never act; correct the times"),
    "torque on an unknown body": ('[torques.m]\nbody = "rd"\ntorque = 1', "m.toml:18: torque m: body: there is no body 'rd'; did you mean 'rod'?"),
    "torque on nothing": ("[torques.m]\ntorque = 1", "m.toml:17: torque m: give either body or bodies; what it acts on is not determined"),
    "torque between one body": ('[torques.m]\nbodies = ["rod", "rod"]\ntorque = 1', "m.toml:17: torque m: bodies = ['rod', 'rod']; on one body it and its opposite cancel; name two bodies"),
    "spring without stiffness": (SPRING, "m.toml:17: spring s: stiffness is missing; its force is not determined; give one of stiffness, force, law"),
    "curve and stiffness": (SPRING + 'stiffness = 1\nforce = "x"', "m.toml:17: spring s: stiffness and force are given together; its force is not determined; give one of stiffness, force, law"),
    "curve in t": (SPRING + 'force = "2*t"', "m.toml:19: spring s: force: expression '2*t': the time 't' has no value here"),
    "curve of unknown key": (SPRING + 'force = { tabel = "c.csv" }', "m.toml:19: spring s: force: unknown motion law 'tabel'; did you mean 'table'?"),
    "curve in time": (SPRING + "force = { harmonic = { amplitude = 1, frequency = 1 } }", "m.toml:19: spring s: force = {'harmonic': {'amplitude': 1, 'frequency': 1}} is not a curve; write {table"),
    "free angle between points": (SPRING + "stiffness = 1\nfree_angle = 1", "m.toml:17: spring s: free_angle does not fit a length; use free_length"),
    "free angle and length": ('[springs.s]\njoint = "A"\nstiffness = 1\nfree_angle = 1\nfree_length = 1', "m.toml:17: spring s: free_length and free_angle are given together"),
    "free length of an angle": ('[springs.s]\njoint = "A"\nstiffness = 1\nfree_length = 1', "m.toml:17: spring s: free_length does not fit an angle; use free_angle"),
    "law in a file": (SPRING + 'law = "x"', "m.toml:19: spring s: law = 'x' is not a function; a law of one's own is given in Python; write a table or an expression"),
    "unknown joint": ('[springs.s]\njoint = "AA"\nstiffness = 1', "m.toml:18: spring s: joint: there is no joint 'AA'; did you mean 'A'?"),
    "misspelt coordinate": ('[springs.s]\njoint = "A"\ncoordinate = "angel"\nstiffness = 1', "m.toml:17: spring s: joint A (revolute) has no angel; give coordinate = angle"),
    "coordinate without joint": (SPRING + 'stiffness = 1\ncoordinate = "angle"', "m.toml:17: spring s: coordinate is given without a joint"),
    "joint without coordinate": ('[bodies.b]\nmass = 1\ninertia = 1\n[joints.F]\ntype = "fixed"\nbodies = ["rod", "b"]\nat = [1, 0]\n[dampers.d]\njoint = "F"\ndamping = 1', "m.toml:24: damper d: joint F (fixed) has no coordinates; name a joint with an angle or a displacement"),
    "limits the wrong way round": ('[limits.l]\njoint = "A"\nlower = 1\nupper = -1\nstiffness = 1', "m.toml:17: limit l: lower = 1 is not below upper = -1; swap them"),
    "limit without bounds": ('[limits.l]\njoint = "A"\nstiffness = 1', "m.toml:17: limit l: neither lower nor upper is given; it limits nothing"),
    "limit without joint": ("[limits.l]\nlower = 0\nstiffness = 1", "m.toml:17: limit l: it lies nowhere; its path is not known; add joint = \"..\""),
    "soft limit": ('[limits.l]\njoint = "A"\nlower = 0\nstiffness = -1', "m.toml:20: limit l: stiffness = -1 is not allowed; it must be positive"),
    "friction without radius": ('[frictions.f]\njoint = "A"\ncoefficient = 0.1', "m.toml:17: friction f: radius is missing; the moment of friction depends on the radius of the pin; add radius"),
    "friction of nothing": ('[frictions.f]\njoint = "A"', "m.toml:17: friction f: neither coefficient nor viscous is given; there is no friction"),
    "friction nowhere": ("[frictions.f]\nviscous = 1", "m.toml:17: friction f: joint is missing; where it acts is not known"),
    "event without path": ("[events.e]\nvalue = 1", "m.toml:17: event e: it lies nowhere; its path is not known; give one of points, joint"),
    "event of unknown direction": ('[events.e]\njoint = "A"\ndirection = "rise"', "m.toml:19: event e: direction = 'rise' is unknown; did you mean 'rising'?"),
    "force about an axis": ('[actuators.a]\njoint = "A"\nforce = 1', "m.toml:17: actuator a: force does not fit an angle; use torque"),
    "tension at a joint": ('[actuators.a]\njoint = "A"\ntorque = 1\ntension = 1', "m.toml:17: actuator a: torque and tension are given together; one of them would be ignored; remove tension"),
    "torque between points": ('[actuators.a]\nthrough = ["O", "P"]\ntorque = 1', "m.toml:17: actuator a: tension is missing; what it commands is not determined; add tension"),
    "bushing within a body": ('[bushings.b]\nbodies = ["rod", "rod"]\nat = [0, 0]\nstiffness = [1, 1, 1]', "m.toml:17: bushing b: it lies on one body only ('rod'); a bushing joins two bodies"),
    "bushing of wrong size": ('[bushings.b]\nbodies = ["ground", "rod"]\nat = [0, 0]\nstiffness = [1, 1]', "m.toml:20: bushing b: stiffness = [1, 1] is not understood; give 3 numbers, or 3 rows of 3"),
}  # fmt: skip


@pytest.mark.parametrize("case", ELEMENTS)
def test_force_elements(case: str, tmp_path: Path) -> None:
    text, expected = ELEMENTS[case]
    messages = said(tmp_path, PENDULUM + text)
    assert len(messages) == 1, messages
    assert messages[0].startswith(expected)


def test_a_joint_with_several_coordinates_asks_which(tmp_path: Path) -> None:
    text = '[bodies.b]\nmass = 1\ninertia = [1, 1, 1]\n[joints.C]\ntype = "cylindrical"\nbodies = ["ground", "b"]\nat = [0, 0, 0]\naxis = [0, 0, 1]\n'
    expected = "m.toml:9: spring s: joint C (cylindrical) has 2 coordinates; give coordinate = angle or displacement"
    assert said(tmp_path, text + '[springs.s]\njoint = "C"\nstiffness = 1', 1) == [expected]


TABLES = {
    "unsorted": ("0,0\n2,1\n1,3\n", "c.csv row 3: the first column, 1, is below the one before (2); sort the rows by the first column, each of its values once"),
    "repeated": ("0,0\n1,1\n1,3\n", "c.csv row 3: the first column, 1, is the same as the one before (1)"),
    "one row": ("x,F\n0,0\n", "c.csv has too few rows of numbers (1); give at least two rows"),
    "empty": ("", "c.csv has too few rows of numbers (0); give at least two rows"),
    "text": ("0,0\n1,much\n", "c.csv row 2: 'much' is not a finite number; correct the cell"),
    "nan": ("0,0\n1,nan\n", "c.csv row 2: 'nan' is not a finite number; correct the cell"),
    "three columns": ("0,0,1\n1,2,3\n", "c.csv row 1 has 3 columns, expected 2; with decimal commas separate the columns by semicolons"),
    "one column": ("0\n1\n", "c.csv row 1 has 1 column, expected 2; write two columns, as in 0.5,1.2"),
}  # fmt: skip


@pytest.mark.parametrize("case", TABLES)
def test_curves_from_tables(case: str, tmp_path: Path) -> None:
    text, expected = TABLES[case]
    (tmp_path / "c.csv").write_text(text)
    assert said(tmp_path, PENDULUM + SPRING + 'force = { table = "c.csv" }')[0].startswith(
        f"m.toml:19: spring s: force: {expected}"
    )


def test_a_table_that_is_not_there(tmp_path: Path) -> None:
    message = said(tmp_path, PENDULUM + SPRING + 'force = { table = "c.csv" }')[0]
    assert message == "m.toml:19: spring s: force: table file 'c.csv' is not there; looked for c.csv; correct the name"


def test_points_of_a_cable_are_a_list() -> None:
    m = pendulum()
    m.cable("c", "OP", stiffness=1, free_length=1)
    with pytest.raises(vz.ModelError, match=r"cable c: through = 'OP' is not a list of names; write through = \["):
        vz.simulate(m, 1)


# --- what looks odd -----------------------------------------------------------------------------------------------------

ODD = {
    "spring": (SPRING + "stiffness = -10", "spring s: stiffness = -10 is negative: it pushes away from where it should hold"),
    "spring damping": (SPRING + "stiffness = 10\ndamping = -1", "spring s: damping = -1 is negative: it feeds energy in"),
    "spring length": (SPRING + "stiffness = 10\nfree_length = -1", "spring s: free_length = -1 is negative: it pulls at every length"),
    "damper": ('[dampers.d]\njoint = "A"\ndamping = -1', "damper d: damping = -1 is negative: it feeds energy in"),
    "cable": ('[cables.c]\nthrough = ["O", "P"]\nstiffness = -100\nfree_length = 1.2', "cable c: stiffness = -100 is negative: it pushes away from where it should hold"),
    "cable damping": ('[cables.c]\nthrough = ["O", "P"]\nstiffness = 100\ndamping = -1\nfree_length = 1', "cable c: damping = -1 is negative: it feeds energy in"),
    "bushing": ('[bushings.b]\nbodies = ["ground", "rod"]\nat = [1, 0]\nstiffness = [[1, 2, 0], [2, 1, 0], [0, 0, 1]]', "bushing b: stiffness is not positive (least principal value -1): it pushes away"),
    "within a body": ('[springs.s]\npoints = ["P", "Q"]\nstiffness = 1', "spring s: all its points lie on one body: nothing moves by it"),
    "force on the ground": ('[forces.f]\npoint = "O"\nforce = [1, 0]', "force f: it acts on the ground: nothing moves by it"),
    "torque on the ground": ('[torques.m]\nbody = "ground"\ntorque = 1', "torque m: it acts on the ground: nothing moves by it"),
}  # fmt: skip


@pytest.mark.parametrize("case", ODD)
def test_odd_values_are_said_and_the_run_goes_on(case: str, tmp_path: Path) -> None:
    text, expected = ODD[case]
    m = model(tmp_path, PENDULUM + text)
    result = vz.simulate(m)
    assert result.status == "done"
    assert [remark.startswith(expected) for remark in result.warnings] == [True], result.warnings
    assert [remark.startswith(expected) for remark in vz.check(m).warnings] == [True]
    assert np.abs(result.energy.balance).max() < 1e-4


def test_an_inertia_no_body_has_is_said() -> None:
    m = vz.Model("plate")
    m.body("plate", mass=5, inertia=(1, 1, 5))
    result = vz.simulate(m, 0.1)
    expected = "body plate: principal moments 1, 1, 5 violate the triangle inequality: no real body has them"
    assert result.warnings == (expected,)
    assert expected in vz.check(m).warnings
    m = vz.Model("disc")
    m.body("disc", mass=5, inertia=(1, 1, 2))
    assert vz.simulate(m, 0.1).warnings == ()


# --- where a run starts -------------------------------------------------------------------------------------------------

TIED = "[points.G]\nposition = [1, 0]\n"  # where P is at the start


def test_a_routed_cable_whose_points_coincide_at_the_start_is_refused(tmp_path: Path) -> None:
    expected = "m.toml:19: cable c: its points G and P coincide where the run starts; a segment without length has no direction; move one of them, or leave one out"
    assert said(tmp_path, PENDULUM + TIED + CABLE + 'through = ["O", "G", "P"]') == [expected]
    text = TIED + '[springs.s]\npoints = ["G", "P"]\nstiffness = 10\nfree_length = 0.1'
    assert said(tmp_path, PENDULUM + text)[0].startswith("m.toml:19: spring s: its points G and P coincide")


def test_a_slack_cable_may_start_where_its_points_coincide(tmp_path: Path) -> None:
    """As long as it is slack the pendulum swings as without it."""
    text = PENDULUM.replace("until = 1", "until = 0.3")
    result = vz.simulate(model(tmp_path, text + TIED + CABLE + 'through = ["G", "P"]'))
    assert result.warnings == ("cable c: its points G and P coincide where the run starts; it does not pull yet",)
    free = vz.simulate(model(tmp_path, text))
    slack = result["c"].length < 0.5
    assert slack[:3].all()
    assert result["rod"].angle[slack] == pytest.approx(free["rod"].angle[slack], abs=1e-8)
    assert np.isfinite(result["c"].rate).all()
    assert result["c"].rate[0] == 0


def test_a_damper_and_a_spring_without_length_may_start_closed(tmp_path: Path) -> None:
    """Both act as the vector between their ends: K d and B d'."""
    text = PENDULUM.replace("until = 1", "until = 0.5") + TIED
    text += '[dampers.d]\npoints = ["G", "P"]\ndamping = 3\n[springs.s]\npoints = ["G", "P"]\nstiffness = 20\n'
    result = vz.simulate(model(tmp_path, text))
    assert result.warnings == ()
    assert result.status == "done"

    from scipy.integrate import solve_ivp

    def rates(t: float, y: np.ndarray) -> list[float]:
        c, s = np.cos(y[0]), np.sin(y[0])
        moment = -2 * 9.81 * c - 20 * s  # spring from (1, 0) to (c, s): 20 (1 - c, -s) at arm (c, s)
        length = np.hypot(1 - c, s)
        moment -= 3 * y[1] * (s / length) ** 2 if length > 0 else 3 * y[1]  # rate of the length: s w / length
        return [y[1], moment / 2.5]

    reference = solve_ivp(rates, (0, 0.5), (0, 0), t_eval=result.time, rtol=1e-10, atol=1e-12)
    assert result["rod"].angle == pytest.approx(reference.y[0], abs=1e-7)


def test_points_that_meet_on_the_way_are_named(tmp_path: Path) -> None:
    """Down where G is the spring's force turns round."""
    text = (
        PENDULUM + '[points.G]\nposition = [0, -1]\n[springs.s]\npoints = ["G", "P"]\nstiffness = 10\nfree_length = 0.5'
    )
    result = vz.simulate(model(tmp_path, text))
    assert len(result.warnings) == 1
    angle = np.interp(float(result.warnings[0].split("t = ")[1].split(" s")[0]), result.time, result["rod"].angle)
    assert angle == pytest.approx(-np.pi / 2, abs=0.1)
    assert result.warnings[0].startswith("spring s: two of its points meet at t = ")
    assert np.abs(result.energy.balance).max() < 1e-4


def test_a_stop_that_is_passed_at_the_start_is_said(tmp_path: Path) -> None:
    result = vz.simulate(model(tmp_path, PENDULUM + '[limits.l]\njoint = "A"\nlower = 0.5\nupper = 1\nstiffness = 1e3'))
    assert result.warnings == ("limit l: the run starts 0.5 rad beyond its lower stop, which pushes with 500 N m",)


def test_velocities_that_do_not_fit_are_changed_and_said(tmp_path: Path) -> None:
    """The rod cannot slide: of the momentum given, the turn about the pin is kept."""
    with pytest.warns(vz.VazbaWarning, match="the described velocities do not fit") as caught:
        result = vz.simulate(
            model(tmp_path, PENDULUM.replace("mass = 2", "mass = 2\nvelocity = [1, 1]\nangular_velocity = 3"))
        )
    assert caught[0].filename == __file__  # told of the line that asked for the run
    assert result.warnings == (str(caught[0].message),)
    # from (1, 1) m/s and 3 rad/s of the body's frame, which lies on the pin, to rest and 3.8 rad/s
    assert result.warnings[0] == (
        "the described velocities do not fit the joints and drivers: they were changed, most at body rod, by 1.41 m/s and 0.8 rad/s"
    )
    about_the_pin = (2 * 1 * (1 + 3) + 0.5 * 3) / 2.5  # moment of momentum over the moment of inertia
    assert result["rod"].w[0] == pytest.approx(about_the_pin, rel=1e-12)
    fits = PENDULUM.replace("mass = 2", "mass = 2\nangular_velocity = 3")
    assert vz.simulate(model(tmp_path, fits)).warnings == ()


# --- laws of time -------------------------------------------------------------------------------------------------------

LAWS = {
    "force": ('[forces.f]\npoint = "P"\nforce = ["1/(t - 0.5)", 0]', "m.toml:19: force f: force has no finite value at t = 0.5 s; correct it, or end the run before"),
    "force from the start": ('[forces.f]\npoint = "P"\nforce = ["log(t)", 0]', "m.toml:19: force f: force has no finite value at t = 0 s"),
    "torque": ('[torques.m]\nbody = "rod"\ntorque = "sqrt(0.55 - t)"', "m.toml:19: torque m: torque has no finite value at t = 0.6 s"),
    "actuator": ('[actuators.a]\njoint = "A"\ntorque = "1/(t - 0.5)"', "m.toml:19: actuator a: torque has no finite value at t = 0.5 s"),
    "reeled in": ('[cables.c]\nthrough = ["O", "P"]\nstiffness = 10\nfree_length = "0.5 - t"', "m.toml:20: cable c: its free length becomes 0 m at t = 0.5 s; it must stay positive: strain is measured by it; reel in less, or end the run before"),
    "table that ends": ('[forces.f]\npoint = "P"\nforce = [{ table = { times = [0, 0.5], values = [0, 1] } }, 0]', "m.toml:19: force f: force: its table covers t = 0 s to 0.5 s, the run needs t = 0 s to 1 s; a table is not continued beyond its ends"),
    "table of a free length": ('[cables.c]\nthrough = ["O", "P"]\nstiffness = 10\nfree_length = { table = { times = [0, 0.5], values = [1, 1] } }', "m.toml:20: cable c: free_length: its table covers t = 0 s to 0.5 s"),
    "driver": ('[drivers.d]\njoint = "A"\nangle = "1/(t - 0.5)"', "m.toml:17: driver d: its motion has no finite value, rate or acceleration at t = 0.5 s"),
}  # fmt: skip


@pytest.mark.parametrize("case", LAWS)
def test_laws_of_time_without_a_value(case: str, tmp_path: Path) -> None:
    text, expected = LAWS[case]
    messages = said(tmp_path, PENDULUM + text)
    assert len(messages) == 1, messages
    assert messages[0].startswith(expected)


def test_a_law_without_a_value_before_it_acts_or_behind_an_event_is_fine(tmp_path: Path) -> None:
    late = '[forces.f]\npoint = "P"\nforce = ["1/t", 0]\nstart = 0.5'
    assert vz.simulate(model(tmp_path, PENDULUM + late)).status == "done"
    table = '[forces.f]\npoint = "P"\nforce = [{ table = { times = [0.5, 0.75], values = [0, 1] } }, 0]\nstart = 0.5\nstop = 0.75'
    assert vz.simulate(model(tmp_path, PENDULUM + table)).status == "done"
    ends = '[forces.f]\npoint = "P"\nforce = ["1/(t - 0.5)", 0]\n[events.e]\njoint = "A"\nvalue = -0.1\nstop = true'
    assert "by event e" in vz.simulate(model(tmp_path, PENDULUM + ends)).message


def test_a_curve_that_leaves_its_table_goes_on_straight_and_says_so(tmp_path: Path) -> None:
    """A table of a straight line acts as a spring, also beyond its ends."""
    fine = {"rtol": 1e-11, "atol": 1e-12}
    (tmp_path / "c.csv").write_text("stretch,force\n-0.1,-1\n0,0\n0.05,0.5\n0.1,1\n")
    table = vz.simulate(model(tmp_path, PENDULUM + SPRING + 'force = { table = "c.csv" }\nfree_length = 1.4'), **fine)
    line = vz.simulate(model(tmp_path, PENDULUM + SPRING + "stiffness = 10\nfree_length = 1.4"), **fine)
    assert table["rod"].angle == pytest.approx(line["rod"].angle, abs=1e-8)
    assert len(table.warnings) == 1
    assert table.warnings[0].startswith("spring s: x went from ")
    assert table.warnings[0].endswith("its table from -0.1 to 0.1; beyond its ends the curve goes on straight")
    inside = vz.simulate(model(tmp_path, PENDULUM + SPRING + 'force = { table = "c.csv" }\nfree_length = 1.4'), 0.05)
    assert inside.warnings == ()
