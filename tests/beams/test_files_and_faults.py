"""Beams in files and in Python, written back as they were given; everything wrong with them is told with file, line and remedy."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

import vazba as vz
from vazba.beams.section import rectangle_torsion
from vazba.files.toml import read_text, write_toml

HEAD = "dimension = 2\n[parameters]\nL = 1.5\nd = 0.01\n"
BEAM = """[beams.arm]
from = [0, 0]
to = ["L", 0]
section = { shape = "round", diameter = "d" }
E = 2.1e11
density = 7800
"""


def faults(text: str) -> list[str]:
    with pytest.raises(vz.ModelError) as error:
        vz.compile_model(read_text(text, "m.toml"))
    return [str(fault) for fault in error.value.faults]


# --- files -----------------------------------------------------------------------------------------------------------------


def test_a_beam_of_a_file_is_that_of_python(tmp_path: Path) -> None:
    read = read_text(HEAD + BEAM + 'model = "rigid"\n')
    m = vz.Model("m", dimension=2, parameters={"L": 1.5, "d": 0.01})
    made = m.beam(
        "arm", [0, 0], ["L", 0], section={"shape": "round", "diameter": "d"}, E=2.1e11, density=7800, model="rigid"
    )
    assert read.beams["arm"] == made
    for model in (read, m):
        vz.save(model, tmp_path / "again.toml")
        assert vz.load(tmp_path / "again.toml").beams == model.beams
    text = write_toml(read)
    assert "start = [0, 0]" in text
    assert 'diameter = "d"' in text


def test_beams_stand_beside_tables(tmp_path: Path) -> None:
    m = vz.Model("m")
    m.body("body1", mass=1, inertia=[1, 1, 1])
    m.beam("arm", [0, 0, 0], [1, 0, 0], section={"A": 1e-4, "J": 1e-9, "It": 2e-9}, E=2e11, density=7800)
    m.fixed("joint1", "body1", "arm", at=(1, 0, 0))
    vz.save(m, tmp_path)
    again = vz.load(tmp_path)
    assert again.beams == m.beams
    assert vz.compile_model(again).body_names == vz.compile_model(m).body_names


def test_length_and_pose_say_the_same_as_two_ends() -> None:
    common = {"section": {"shape": "tube", "diameter": 0.02, "thickness": 0.002}, "E": 7e10, "density": 2700}
    m = vz.Model(dimension=2)
    m.beam("a", (1, 2), (1 + 2 * math.cos(0.7), 2 + 2 * math.sin(0.7)), **common)
    m.beam("b", length=2, position=(1, 2), angle=0.7, **common)
    a, b = (plan.span for plan in vz.compile_model(m).beams)
    assert a.length == pytest.approx(b.length)
    assert a.s == pytest.approx(b.s)
    assert a.angle == pytest.approx(b.angle)


def test_axes_of_a_beam_in_space() -> None:
    """y in the vertical plane, upwards; for a vertical beam along the ground's y; or as `orientation` says."""
    common = {"section": {"shape": "rectangle", "width": 0.02, "height": 0.01}, "E": 7e10, "density": 2700}
    m = vz.Model()
    m.beam("level", (0, 0, 0), (1, 1, 0), **common)
    m.beam("up", (0, 0, 0), (0, 0, 1), **common)
    m.beam("said", (0, 0, 0), (1, 0, 0), orientation={"cardan": [math.pi / 2, 0, 0]}, **common)
    level, up, said = (plan.span.s for plan in vz.compile_model(m).beams)
    assert level[:, 1] == pytest.approx([0, 0, 1], abs=1e-12)
    assert up[:, 1] == pytest.approx([0, 1, 0], abs=1e-12)
    assert said[:, 1] == pytest.approx([0, 0, 1], abs=1e-12)
    for s in (level, up, said):
        assert s.T @ s == pytest.approx(np.eye(3), abs=1e-12)
        assert np.linalg.det(s) == pytest.approx(1)


# --- sections ----------------------------------------------------------------------------------------------------------------


def section(raw: object, dimension: int = 3) -> object:
    m = vz.Model(dimension=dimension)
    m.beam("b", [0] * dimension, [1] + [0] * (dimension - 1), section=raw, E=2.1e11, density=7800)
    return vz.compile_model(m).beams[0].span


def test_sections_by_hand() -> None:
    """Area and moments of the figures; `It` of round ones is the polar moment; of a rectangle by the table of Timoshenko and Goodier."""
    d, t = 0.02, 0.003
    tube = section({"shape": "tube", "diameter": d, "thickness": t}).section
    i = d - 2 * t
    assert (tube.A, tube.Jz) == pytest.approx((math.pi * (d**2 - i**2) / 4, math.pi * (d**4 - i**4) / 64))
    assert tube.It == pytest.approx(2 * tube.Jy)
    flat = section({"shape": "rectangle", "width": 0.01, "height": 0.04}).section
    assert (flat.A, flat.Jz, flat.Jy) == pytest.approx((4e-4, 0.01 * 0.04**3 / 12, 0.04 * 0.01**3 / 12))
    for ratio, factor in ((1.0, 0.1406), (2.0, 0.229), (4.0, 0.281), (10.0, 0.312)):
        assert rectangle_torsion(ratio, 1.0) == pytest.approx(factor * ratio, rel=3e-3)
        assert rectangle_torsion(1.0, ratio) == pytest.approx(rectangle_torsion(ratio, 1.0))
    given = section({"A": 1.0, "Jy": 2.0, "Jz": 3.0, "It": 4.0}).section
    assert (given.A, given.Jy, given.Jz, given.It) == (1, 2, 3, 4)


@pytest.mark.parametrize("raw", [{"round": {"diameter": 0.01}}, {"type": "round", "diameter": 0.01}])
def test_other_words_for_a_section(raw: object) -> None:
    assert section(raw).section == section({"shape": "round", "diameter": 0.01}).section


def test_shear_factors() -> None:
    """Cowper (1966) for nu = 0.3: round 0.886, thin tube 0.53; rectangle 5/6; and one that is given."""
    assert section({"shape": "round", "diameter": 0.01}).kappa == pytest.approx(0.886, abs=5e-4)
    assert section({"shape": "tube", "diameter": 0.1, "thickness": 1e-5}).kappa == pytest.approx(0.531, abs=1e-3)
    assert section({"shape": "rectangle", "width": 0.01, "height": 0.02}).kappa == pytest.approx(5 / 6)
    m = vz.Model(dimension=2)
    m.beam("b", (0, 0), (1, 0), section={"A": 1, "J": 1}, E=1.0, density=1.0, kappa=0.5)
    assert vz.compile_model(m).beams[0].span.kappa == 0.5


# --- faults --------------------------------------------------------------------------------------------------------------------


def changed(old: str, new: str) -> str:
    assert old in BEAM
    return HEAD + BEAM.replace(old, new)


CASES = {
    "no length": (changed('to = ["L", 0]', "to = [0, 0]"), "m.toml:5: beam arm: its start and its end are the same place; its length must be positive"),
    "negative length": (changed('from = [0, 0]\nto = ["L", 0]', "length = -1"), "m.toml:6: beam arm: length = -1 is not allowed; it must be positive"),
    "no diameter": (changed('diameter = "d"', "diameter = 0"), "m.toml:8: beam arm: section: diameter = 0 is not positive"),
    "negative area": (changed('{ shape = "round", diameter = "d" }', "{A = -1, J = 1}"), "m.toml:8: beam arm: section: A = -1 is not positive"),
    "unknown shape": (changed('"round"', '"rond"'), "m.toml:8: beam arm: section: shape 'rond' is unknown; did you mean 'round'?"),
    "unknown size": (changed("diameter", "diametre"), "m.toml:8: beam arm: section: unknown key 'diametre'; did you mean 'diameter'?"),
    "thick wall": (changed('shape = "round", diameter = "d"', 'shape = "tube", diameter = 0.01, thickness = 0.006'),
                   "m.toml:8: beam arm: section: thickness = 0.006 is too large; the wall is thicker than half the diameter"),
    "no moment": (changed('{ shape = "round", diameter = "d" }', "{A = 1}"), "m.toml:8: beam arm: section: J is missing"),
    "section is a number": (changed('{ shape = "round", diameter = "d" }', "3"), "m.toml:8: beam arm: section = 3 is not understood; write {shape"),
    "no modulus": (changed("E = 2.1e11", "E = 0"), "m.toml:9: beam arm: E = 0 is not allowed; it must be positive"),
    "modulus missing": (changed("E = 2.1e11\n", ""), "m.toml:5: beam arm: E is missing"),
    "no density": (changed("7800", "-1"), "m.toml:10: beam arm: density = -1 is not allowed"),
    "one element": (HEAD + BEAM + "elements = 1\n", "m.toml:11: beam arm: elements = 1 is not allowed; it must be at least 2"),
    "half an element": (HEAD + BEAM + "elements = 2.5\n", "m.toml:11: beam arm: elements = 2.5 is not possible; it counts things"),
    "negative damping": (HEAD + BEAM + "damping = -1\n", "m.toml:11: beam arm: damping = -1 is not allowed"),
    "unknown model": (HEAD + BEAM + 'model = "rfem"\n', "m.toml:11: beam arm: model = 'rfem' is unknown; did you mean 'rfe'?"),
    "station asked for outside": (HEAD + BEAM + "stations = [0.5, 2]\n", "beam arm: station 2 m lies outside beam arm; the beam is 1.5 m long"),
    "both ends and pose": (HEAD + BEAM + "length = 1\n", "m.toml:5: beam arm: both start and length are given"),
    "one end": (changed('to = ["L", 0]\n', ""), "m.toml:5: beam arm: end is missing; a beam has two ends"),
    "from and start": (changed("from = [0, 0]", "from = [0, 0]\nstart = [0, 0]"), "m.toml:6: beam arm: both from and start are given; remove from"),
    "unknown point": (changed("[0, 0]", '"A"'), "m.toml:6: beam arm: start: there is no point 'A'"),
    "in a circle": (HEAD + BEAM.replace("[0, 0]", '"P"') + '[points.P]\nbody = "arm"\nposition = [1, 0]\n',
                    "beam arm: where it lies is not determined: arm - arm"),
    "name of a body": (HEAD + BEAM + "[bodies.arm]\nmass = 1\n", "beam arm: a body has the same name"),
    "point outside": (HEAD + BEAM + '[points.P]\nbody = "arm"\nposition = [1.6, 0]\n',
                      "m.toml:11: point P: station 1.6 m lies outside beam arm; the beam is 1.5 m long; take a station from 0 to 1.5 m"),
    "point before": (HEAD + BEAM + '[points.P]\nbody = "arm"\nat = [-0.1, 0]\n', "m.toml:11: point P: station -0.1 m lies outside beam arm"),
    "joint outside": (HEAD + BEAM + '[joints.A]\ntype = "revolute"\nbodies = ["ground", "arm"]\nat = [2, 0]\n',
                      "m.toml:11: joint A: station 2 m lies outside beam arm"),
    "torque outside": (HEAD + BEAM + '[torques.T]\nbody = "arm@3"\ntorque = 1\n', "m.toml:11: torque T: station 3 m lies outside beam arm"),
    "station is no number": (HEAD + BEAM + '[torques.T]\nbody = "arm@end"\ntorque = 1\n', "m.toml:12: torque T: arm@end: 'end' is not a station"),
    "no such beam": (HEAD + BEAM + '[points.P]\nbody = "arn"\n', "m.toml:12: point P: body: there is no body or beam 'arn'; did you mean 'arm'?"),
    "one segment": (HEAD + BEAM + '[joints.A]\ntype = "revolute"\nbodies = ["arm", "arm"]\nat = [0, 0]\n',
                    "joint A: bodies = ['arm', 'arm'] lie on one body only ('arm')"),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_bad_input(case: str) -> None:
    text, expected = CASES[case]
    messages = faults(text)
    assert len(messages) == 1, messages
    assert expected in messages[0], messages


def test_too_many_and_too_few_shapes() -> None:
    text = HEAD + BEAM + 'model = "modal"\n'
    assert faults(text + "modes = 100\n") == [
        "m.toml:12: beam arm: modes = 100 is too many; give 40 or fewer, or use more beams"
    ]
    (told,) = faults(text + "modes = 1\n")
    assert told.startswith(
        "m.toml:12: beam arm: modes = 1 is too few; static shapes begin with one that turns each end"
    )


@pytest.mark.parametrize("model", ["modal", "ancf"])
def test_methods_that_do_not_know_elastic_coordinates(model: str) -> None:
    m = vz.Model("m", dimension=2)
    m.beam("arm", (0, 0), (1, 0), section={"shape": "round", "diameter": 0.01}, E=2.1e11, density=7800, model=model)
    for method in ("recursive", "minimal"):
        with pytest.raises(vz.ModelError, match=f"method = {method} does not go with beam arm"):
            vz.simulate(m, 0.01, 0.01, method=method)
    with pytest.raises(vz.ModelError, match="generalized_alpha does not go with beam arm"):
        vz.simulate(m, 0.01, 0.01, integrator="generalized_alpha")
    for function in (vz.matrices, vz.joint_tree):
        with pytest.raises(vz.ModelError, match=f"does not know model = {model}"):
            function(m)


def test_bending_alone_is_for_the_plane() -> None:
    m = vz.Model()
    m.beam(
        "b",
        (0, 0, 0),
        (1, 0, 0),
        section={"shape": "round", "diameter": 0.1},
        E=1e9,
        density=1e3,
        flexibility="bending",
    )
    with pytest.raises(vz.ModelError, match=r"bending.* is not possible in space"):
        vz.compile_model(m)


def test_an_orientation_across_the_beam_is_refused() -> None:
    m = vz.Model()
    m.beam(
        "b",
        (0, 0, 0),
        (0, 1, 0),
        section={"shape": "round", "diameter": 0.1},
        E=1e9,
        density=1e3,
        orientation={"cardan": [0, 0, 0]},
    )
    with pytest.raises(vz.ModelError, match="does not lie along the beam"):
        vz.compile_model(m)


def test_all_faults_at_once() -> None:
    """A wrong beam hides neither what is wrong elsewhere nor what is wrong with sound beams."""
    text = (
        HEAD
        + BEAM
        + BEAM.replace("arm", "leg").replace("2.1e11", "-1")
        + '[points.P]\nbody = "arm"\nposition = [9, 0]\n[bodies.w]\nmass = -1\n'
    )
    messages = faults(text)
    assert [message.split(":")[2].strip() for message in messages] == ["beam leg", "point P", "body w"]


def test_stations_may_lie_at_the_ends_but_for_rounding() -> None:
    m = vz.Model(dimension=2, parameters={"L": 0.1 + 0.2})
    m.beam("b", (0, 0), (0.3, 0), section={"shape": "round", "diameter": 0.01}, E=1e9, density=1e3)
    m.point("P", "b", ["L", 0])
    m.point("Q", "b", [-1e-17, 0])
    assert [vz.compile_model(m).body_names[body] for body, _ in vz.compile_model(m).points.values()] == ["b#8", "b#0"]


# --- check -----------------------------------------------------------------------------------------------------------------------


def driven(speed: float, model: str = "rfe", **values: object) -> vz.Model:
    m = vz.Model("arm", dimension=2)
    m.beam(
        "b", (0, 0), (1, 0), section={"shape": "round", "diameter": 0.01}, E=2.1e11, density=7800, model=model, **values
    )
    m.revolute("A", "ground", "b", at=(0, 0))
    m.drive("A", angle=f"{speed}*t")
    m.simulation["until"] = 2.0
    return m


def test_check_tells_the_first_frequency_beside_that_of_the_drive() -> None:
    """Clamped by its drive: `1.8751^2/(2 pi) sqrt(E J/(rho A))` = 7.258 Hz for 10 mm of steel, 1 m long."""
    first = 1.875104**2 / (2 * math.pi) * math.sqrt(2.1e11 * 0.01**2 / 16 / 7800)
    text = str(vz.check(driven(2 * math.pi * 0.5)))
    assert f"beam b: rfe of 8 elements, 1 m, 0.6126 kg; first bending frequency {first:.4g} Hz (clamped - free)" in text
    assert "highest drive frequency 0.5 Hz (driver A): rigid is good enough" in text
    assert "2D, 0 bodies, 1 beam, 1 joint, 1 driver" in text
    text = str(vz.check(driven(2 * math.pi * 2.0)))
    assert "highest drive frequency 2 Hz (driver A): its elasticity counts" in text
    assert "degrees of freedom: 1 by rank" in text
    assert "rigid may not be good enough" in str(vz.check(driven(2 * math.pi * 2.0, "rigid")))


@pytest.mark.parametrize(("law", "expected", "close"), [
    ({"harmonic": {"amplitude": 0.1, "frequency": 7}}, 7.0, 0.6), ("0.01*sin(2*pi*11*t)", 11.0, 0.6), ("0.3", 0.0, 0.0),
])  # fmt: skip
def test_frequencies_of_drives(law: object, expected: float, close: float) -> None:
    m = driven(0.0)
    object.__setattr__(m.drivers["A"], "angle", law)
    from vazba.kinematic.beam_check import highest_drive

    assert highest_drive(vz.compile_model(m, rigid=True)).frequency == pytest.approx(expected, abs=close)


def test_frequencies_of_forces() -> None:
    m = driven(0.0)
    m.point("tip", "b", (1, 0))
    m.force("push", "tip", [0, "3*cos(2*pi*20*t)"])
    from vazba.kinematic.beam_check import highest_drive

    drive = highest_drive(vz.compile_model(m, rigid=True))
    assert drive.frequency == pytest.approx(20.0, abs=1.0)
    assert drive.element == "force push"


def test_too_few_elements_for_the_drive_are_told() -> None:
    """Two elements for a half wave: n follow bending up to `pi/2 (n/2)^2 sqrt(E J/(rho A))/L^2`."""
    m = driven(0.0, elements=4)
    object.__setattr__(m.drivers["A"], "angle", "0.001*sin(2*pi*100*t)")
    m.simulation["until"] = 0.2
    found = [text for text in vz.check(m).warnings if "too coarse" in text]
    assert len(found) == 1
    assert "beam b: 4 elements are too coarse for a drive of 1" in found[0]
    assert "take at least 5 elements" in found[0]
    r = vz.simulate(m, until=0.05, every=0.01)
    assert any("too coarse" in text for text in r.warnings)
    assert not any("too coarse" in text for text in vz.check(driven(3.0, elements=4)).warnings)


def test_a_beam_that_nothing_holds_is_told() -> None:
    m = vz.Model(dimension=2)
    m.beam("b", (0, 0), (1, 0), section={"shape": "round", "diameter": 0.01}, E=2.1e11, density=7800)
    assert "beam b: nothing is joined to it" in vz.check(m).warnings


# --- pictures and results -------------------------------------------------------------------------------------------------------


def test_pictures_draw_bent_beams(tmp_path: Path) -> None:
    m = vz.Model("soft", dimension=2)
    m.beam(
        "b",
        (0, 0),
        (1, 0),
        section={"shape": "rectangle", "width": 0.02, "height": 0.01},
        E=2e7,
        density=1000,
        damping=0.05,
    )
    m.fixed("A", "ground", "b", at=(0, 0))
    m.point("tip", "b", (1, 0))
    m.point("ear", "b", (0.5, 0.1))
    vz.picture(m, tmp_path / "a.png")
    r = vz.simulate(m, until=0.4, every=0.05)
    r.save(tmp_path / "r.nc")
    again = vz.Result.load(tmp_path / "r.nc")
    vz.picture(again, tmp_path / "b.png")
    from vazba.figures.skeleton import motion, skeleton, world

    frame, poses = skeleton(again.model), motion(again)
    assert world(poses, frame.points["tip"])[:, :2] == pytest.approx(
        np.stack([r["tip.x"], r["tip.y"]], axis=1), abs=1e-12
    )
    ear = world(poses, frame.points["ear"])[:, :2]
    assert ear == pytest.approx(
        np.stack([r["ear.x"], r["ear.y"]], axis=1), abs=0.02
    )  # the turn there is taken from the chord
    assert np.ptp(r["tip.y"]) > 0.2


def test_results_of_beams_come_back_from_files(tmp_path: Path) -> None:
    m = driven(3.0, elements=4)
    r = vz.simulate(m, until=0.1, every=0.02)
    for name in ("r.nc", "r.csv", "r.parquet"):
        r.save(tmp_path / name)
        again = vz.Result.load(tmp_path / name)
        assert again.columns == r.columns
        assert again["b@0.125.M"] == pytest.approx(r["b@0.125.M"], rel=1e-12)
        assert again["b@0.125"].x == pytest.approx(r["b@0.125.x"])
    assert r.unit("b@0.125.M") == "N m"
    vz.plot(r, ["b@0.125", "b@0.125.M"], tmp_path / "p.png")  # a station by its name is drawn by its places
    assert r[m.beams["b"]].angle == pytest.approx(r["b.angle"])
    assert not any("#" in column for column in r.columns)


def test_nodal_beams_in_space_tell_that_they_are_equally_stiff_both_ways() -> None:
    values = {"E": 1e9, "density": 1000.0, "model": "ancf", "elements": 2}
    m = vz.Model("flat", dimension=3, gravity=(0, 0, 0))
    m.beam("flat", (0, 0, 0), (1, 0, 0), section={"shape": "rectangle", "width": 0.04, "height": 0.02}, **values)
    m.beam("rod", (1, 0, 0), (2, 0, 0), section={"shape": "round", "diameter": 0.02}, **values)
    m.fixed("wall", "ground", "flat", at=(0, 0, 0))
    m.spherical("ball", "flat", "rod", at=(1, 0, 0))
    (told,) = vz.simulate(m, until=1e-4).warnings
    assert told.startswith("beam flat: ancf takes Jz = 2.667e-08 m^4")
    assert "Jy = 1.067e-07 m^4" in told
    assert "use rfe or modal" in told


def test_a_comparison_repeats_the_warnings_of_its_runs() -> None:
    m = vz.Model("arm", dimension=3, gravity=(0, 0, 0))
    strip = {
        "section": {"shape": "rectangle", "width": 0.04, "height": 0.02},
        "E": 1e9,
        "density": 1000.0,
        "elements": 2,
    }
    m.beam("strip", (0, 0, 0), (1, 0, 0), **strip)
    m.spherical("ball", "ground", "strip", at=(0, 0, 0))
    said = vz.compare_beams(m, until=1e-4, models=("rfe", "ancf")).remarks()
    assert [line[: line.index(" takes")] for line in said] == ["ancf: beam strip: ancf"]
