"""Words for slips that everybody makes: units and decimal commas, degrees taken for radians, `time` for `t`, exponents beyond all measure."""

from __future__ import annotations

import warnings
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

import vazba as vz
from vazba.cli.app import app
from vazba.expressions import ExpressionError, parse
from vazba.joints.joint import aligned, coincide, guides, no_turn
from vazba.joints.rows import PERP, Row
from vazba.joints.universal import Universal

CRANK = """name = "crank"
dimension = 2
[bodies.crank]
mass = MASS
inertia = 0.1
[joints.A]
type = "revolute"
bodies = ["ground", "crank"]
at = [0, 0]
[drivers.d]
joint = "A"
angle = ANGLE
[simulation]
until = 0.1
every = 0.05
"""


def crank(folder: Path, mass: str = "1", angle: str = '"t"') -> Path:
    path = folder / "m.toml"
    path.write_text(CRANK.replace("MASS", mass).replace("ANGLE", angle))
    return path


def said(folder: Path, mass: str = "1", angle: str = '"t"') -> str:
    with pytest.raises(vz.ModelError) as caught:
        vz.load(crank(folder, mass, angle))
    (fault,) = caught.value.faults
    return str(fault).removeprefix(f"{folder}/")


def driven(angle: object) -> vz.Model:
    m = vz.Model("crank", dimension=2)
    m.body("crank", mass=1, inertia=1)
    m.revolute("A", "ground", "crank", at=(0, 0))
    m.drive("A", angle=angle)
    return m


# --- expressions --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("word", ["time", "Time", "TIME"])
def test_the_time_is_called_t(word, tmp_path):
    assert f"m.toml:12: driver d: angle: expression 'sin({word})': unknown name '{word}'; the time is called t" in said(
        tmp_path, angle=f'"sin({word})"'
    )
    assert parse(f"2*{word}").value({word: 3.0}) == 6.0  # a parameter of that name is one


@pytest.mark.parametrize(("text", "hint"), [
    ("2 kg", "write 2, without the unit (kg): all values are in SI units (m, kg, s, N, rad)"),
    ("50mm", "write 0.05, without the unit (m)"),
    ("3*(50 mm)", "write 0.05, without the unit (m)"),
    ("1.5 kN + 3", "write 1500, without the unit (N)"),
    ("210 GPa", "write 2.1e+11, without the unit (Pa)"),
    ("60 deg", "write 60*deg"),
    ("2 a", "write * to multiply"),
    ("2 3", "write * to multiply"),
])  # fmt: skip
def test_units_behind_numbers_are_told_of(text, hint):
    with pytest.raises(ExpressionError) as caught:
        parse(text)
    assert hint in str(caught.value)


@pytest.mark.parametrize(("mass", "hint"), [
    ("50mm", "write 0.05, without the unit (m)"),
    ("2 kg  # heavy", "write 2, without the unit (kg)"),
    ("1,5", "write 1.5: numbers have a decimal point"),
    ("-1,5e3", "write -1.5e3: numbers have a decimal point"),
    ("60*deg", 'texts and expressions stand in quotes ("60*deg")'),
])  # fmt: skip
def test_units_and_decimal_commas_without_quotes_are_told_of(mass, hint, tmp_path):
    text = said(tmp_path, mass)
    assert text.startswith("m.toml:4: not valid TOML: ")
    assert hint in text


def test_units_and_decimal_commas_in_tables_are_told_of(tmp_path):
    m = vz.Model("crank")
    m.body("body1", mass=1.25, inertia=(1, 1, 1))
    m.joint("revolute", "joint5", "ground", "body1", at=(0, 0, 0), axis=(0, 0, 1))
    vz.save(m, tmp_path / "t")
    table = next(p for p in (tmp_path / "t").iterdir() if p.name.upper() == "BODY.CSV")
    text = table.read_text()
    assert "1.25" in text
    for written, hint in (
        ("2 kg", "write 2, without the unit (kg)"),
        ("1,25", "with decimal commas put semicolons between the cells"),
    ):
        table.write_text(text.replace("1.25", written))
        with pytest.raises(vz.ModelError) as caught:
            vz.load(tmp_path / "t")
        assert hint in str(caught.value)
        assert f"{table}:" in str(caught.value)


# --- degrees, exponents, tolerances -------------------------------------------------------------------------------------


@pytest.mark.parametrize("angle", ["60 + 2*pi*t", 60, {"polynomial": [60, 1]}])
def test_degrees_taken_for_radians_are_asked_about(angle):
    hint = "driver A, angle at the start: 60 rad is 9.5 turns; did you mean 60*deg?"
    assert hint in vz.check(driven(angle)).warnings
    assert hint in vz.kinematics(driven(angle), until=0.1).warnings
    assert hint in vz.simulate(driven(angle), until=0.1).warnings


@pytest.mark.parametrize("angle", ["60*deg + 2*pi*t", "20*pi", "5 + t", "t", "6.2"])
def test_angles_that_may_well_be_meant_are_left_alone(angle):
    assert not any("turns" in text for text in vz.check(driven(angle)).warnings)


def test_described_angles_in_degrees_are_asked_about():
    m = driven("t")
    m.body("plate", mass=1, inertia=1, angle=90)
    assert "body plate, angle: 90 rad is 14 turns; did you mean 90*deg?" in vz.check(m).warnings


@pytest.mark.parametrize("mass", ["1e308", '"1e200*1e100"', "-1e120"])
def test_values_beyond_all_measure_are_refused(mass, tmp_path):
    text = said(tmp_path, mass)
    assert text.startswith("m.toml:4: body crank: mass = ")
    assert "is too large; nothing in a mechanism is above 1e+100" in text
    assert "correct the exponent" in text


@pytest.mark.parametrize("command", ["check", "kinematics", "simulate", "equilibrium", "modes", "compare"])
@pytest.mark.parametrize("mass", ["1e308", "1e99", "1e-99"])
def test_no_command_prints_a_raw_warning_or_a_fault_of_its_own(command, mass, tmp_path):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        done = CliRunner().invoke(app, [command, str(crank(tmp_path, mass))])
    assert done.exit_code in (0, 2, 3), done.output
    assert not [w for w in caught if issubclass(w.category, RuntimeWarning)]
    assert "RuntimeWarning" not in done.output
    assert "fault of vazba" not in done.output


def test_whole_numbers_of_thousands_of_digits_are_told_with_their_line(tmp_path):
    text = said(tmp_path, "1" * 5000)
    assert (
        text
        == "m.toml:4: a number with 5000 digits cannot be read; numbers hold 16 digits; write it with an exponent, as in 1.5e10"
    )
    m = vz.Model("crank", dimension=2)
    m.body("crank", mass=10**5000, inertia=1)
    with pytest.raises(vz.ModelError, match="a number of thousands of digits is not a finite number"):
        vz.check(m)


@pytest.mark.parametrize("key", ["rtol", "atol"])
@pytest.mark.parametrize("value", [1, 10.0])
def test_tolerances_that_tolerate_everything_are_refused(key, value, tmp_path):
    why = f"{key} = {value:g} is not below 1; a step might be wrong by "
    with pytest.raises(vz.ModelError) as caught:
        vz.simulate(driven("t"), until=0.1, **{key: value})
    assert why in str(caught.value)
    with pytest.raises(vz.ModelError) as caught:
        vz.compare(driven("t"), until=0.1, **{key: value})
    assert why in str(caught.value)
    path = crank(tmp_path)
    done = CliRunner().invoke(app, ["simulate", str(path), f"--{key}", str(value)])
    assert done.exit_code == 2
    assert f"--{key}: {why}" in " ".join(done.output.split())
    path.write_text(path.read_text() + f"{key} = {value}\n")
    done = CliRunner().invoke(app, ["check", str(path)])
    assert done.exit_code == 2
    assert f"m.toml:16: simulation: {why}" in " ".join(done.output.split())


# --- structures, singular postures, guides ------------------------------------------------------------------------------


def test_a_structure_that_cannot_move_is_not_told_to_add_a_driver():
    m = vz.Model("bracket", dimension=2)
    m.body("arm", mass=2, inertia=1)
    m.fixed("A", "ground", "arm", at=(0, 0))
    with pytest.raises(vz.ModelError) as caught:
        vz.kinematics(m, until=1)
    assert "the structure cannot move; degrees of freedom: 0" in str(caught.value)
    assert "driver" not in str(caught.value)
    assert vz.equilibrium(m)["A"].fy == pytest.approx(2 * 9.81)  # what the words point to


def parallelogram(stiffness: float) -> vz.Model:
    """Links 1, 3, 1 on a base of 3, let go at 0.5 rad with a torsion spring that pulls the crank through the posture in which all lie on one line."""
    a, d, phi = 1.0, 3.0, 0.5
    b = a * np.array([np.cos(phi), np.sin(phi)])
    ends = {"crank": (np.zeros(2), b), "rod": (b, b + (d, 0.0)), "rocker": (np.array([d, 0.0]), b + (d, 0.0))}
    m = vz.Model("parallelogram", dimension=2)
    for name, (p, q) in ends.items():
        length = float(np.hypot(*(q - p)))
        m.body(
            name, position=tuple((p + q) / 2), angle=float(np.arctan2(*(q - p)[::-1])), mass=1, inertia=length**2 / 12
        )
    m.revolute("A", "ground", "crank", at=(0, 0))
    m.revolute("B", "crank", "rod", at=tuple(b))
    m.revolute("C", "rod", "rocker", at=tuple(b + (d, 0.0)))
    m.revolute("D", "ground", "rocker", at=(d, 0))
    m.spring("s", joint="A", stiffness=stiffness, free_angle=0.0)
    return m


def test_a_run_that_stops_at_a_singular_posture_does_not_blame_a_spring():
    """Whether a run passes the change point or stops there hangs on rounding; where it stops, the posture is named."""
    stopped = 0
    for stiffness in (3e3, 1e4, 1e5):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", vz.VazbaWarning)
            r = vz.simulate(
                parallelogram(stiffness), 5, 0.01, method="minimal", integrator="dop853", rtol=1e-10, atol=1e-12
            )
        if r.status == "failed":
            stopped += 1
            assert abs(np.sin(r["A"].angle[-1])) < 1e-5
            assert "the mechanism is at a singular posture" in r.message
            assert "joint A, joint B, joint C, joint D" in r.message
            assert "spring" not in r.message
    assert stopped


def test_guides_belong_to_aligned_axes_only():
    """`a_x . b_y - a_y . b_x = 0` (shafts of constant velocity) leaves the axes at any angle: no guide may ask them to be parallel."""
    constant_velocity = (Row(PERP, "turn", i=0, j=1), Row(PERP, "turn", i=1, j=0, factor=-1.0, continues=True))
    assert guides((*coincide(3), *constant_velocity)) == ()
    assert guides((*coincide(3), Row(PERP, "alone", i=0, j=1))) == ()
    assert guides((Row(PERP, "x", i=0, j=2, value=0.5), Row(PERP, "y", i=1, j=2))) == ()
    assert [(row.i, row.j, row.value) for row in guides(aligned())] == [(2, 2, 1.0)]
    assert [(row.i, row.j, row.value) for row in guides((*aligned(), no_turn()))] == [(2, 2, 1.0), (0, 0, 1.0)]


def test_a_joint_drawn_exactly_assembles_though_one_of_its_rows_is_like_that_of_a_weld(monkeypatch):
    rows = (*coincide(3), Row(PERP, "turn", i=0, j=1), Row(PERP, "turn", i=1, j=0, factor=-1.0, continues=True))
    monkeypatch.setattr(Universal, "ROWS", {3: rows})
    m = vz.Model("shafts")
    for name, turned in (("in", 0.0), ("out", 0.4)):
        m.body(name, position=(0, 0, 0), orientation={"cardan": (turned, 0, 0)}, mass=1, inertia=(1, 1, 1))
    m.universal("J", "in", "out", at=(0, 0, 0), axes=[(1, 0, 0), (0, 1, 0)])
    found = vz.check(m)
    assert found.assembles
    assert found.assembly.moved < 1e-9
    assert found.assembly.turned < 1e-6
