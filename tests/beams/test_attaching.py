"""Everything that takes hold of a body takes hold of a beam, at any station, in the plane and in space."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import vazba as vz

from .beams import STEEL, beam_model

SOFT = {"E": 2e8, "G": 8e7, "damping": 5e-3, "elements": 4, "section": {"shape": "round", "diameter": 0.03}}


def vector(dimension: int, *values: float) -> list[float]:
    return [*values, 0.0, 0.0, 0.0][:dimension]


def attach_joint(m: vz.Model, d: int) -> None:
    m.body("w", position=vector(d, 0.5, 0.2), mass=1.0, inertia=0.1 if d == 2 else [0.1] * 3)
    m.fixed("J", "b", "w", at=vector(d, 0.5))


def attach_points(m: vz.Model, d: int) -> None:
    m.body("w", position=vector(d, 0.5, -0.2), mass=1.0, inertia=0.1 if d == 2 else [0.1] * 3)
    m.point("P", "b", vector(d, 0.5))
    m.point("Q", "w", vector(d, 0.0, 0.2))
    m.joint("revolute" if d == 2 else "spherical", "J", "P", "Q")


def attach_drawn_point(m: vz.Model, d: int) -> None:
    m.point("P", body="b", at=vector(d, 0.5, 0.1))
    m.force("F", "P", vector(d, 1.0, -2.0))


def attach_cable(m: vz.Model, d: int) -> None:
    m.point("P", "b", vector(d, 0.75))
    m.point("up", at=vector(d, 0.75, 1.0))
    m.point("side", at=vector(d, 1.75, 1.0))
    m.cable("c", ["P", "up", "side"], stiffness=200.0, damping=5.0, free_length=1.9)


def attach_spring(m: vz.Model, d: int) -> None:
    m.point("P", "b", vector(d, 0.25))
    m.point("G", at=vector(d, 0.25, 1.0))
    m.spring("s", "P", "G", stiffness=100.0, free_length=0.5)
    m.damper("d", "P", "G", damping=1.0)


def attach_force(m: vz.Model, d: int) -> None:
    m.point("P", "b", vector(d, 1.0))
    m.force("F", "P", vector(d, 1.0, 3.0), frame="b@1", start=0.05)


def attach_torque(m: vz.Model, d: int) -> None:
    m.torque("T", "b@0.5", 2.0 if d == 2 else [0.5, 0.0, 2.0])


def attach_torque_between(m: vz.Model, d: int) -> None:
    m.torque("T", bodies=["b@0.25", "b@1"], torque=1.0 if d == 2 else [0.2, 0.0, 1.0], frame="b")


def attach_bushing(m: vz.Model, d: int) -> None:
    m.bushing("B", "ground", "b", at=vector(d, 0.8), stiffness=[500.0] * (3 if d == 2 else 6))


def attach_driver(m: vz.Model, d: int) -> None:
    m.point("P", "b", vector(d, 1.0))
    m.drive("move", point="P", y="0.05*sin(10*t)")


def attach_vector_driver(m: vz.Model, d: int) -> None:
    m.point("P", "b", vector(d, 0.6))
    m.body("w", position=vector(d, 0.6, 0.5), mass=0.5, inertia=0.1 if d == 2 else [0.1] * 3)
    m.point("Q", "w")
    m.drive("keep", points=["P", "Q"], frame="b", y="0.5 + 0.05*sin(10*t)")


def attach_angle_driver(m: vz.Model, d: int) -> None:
    if d == 2:
        m.drive("turn", body="b@1", angle="0.1*sin(5*t)")
    else:
        m.drive("turn", body="b@1", orientation={"cardan": [0, 0, "0.1*sin(5*t)"]})


ATTACHED = {name.removeprefix("attach_"): f for name, f in globals().items() if name.startswith("attach_")}


def hung(dimension: int, **values: Any) -> vz.Model:
    """A beam pinned at its start."""
    m = beam_model(dimension, gravity=True, **{**SOFT, **values})
    m.joint("revolute" if dimension == 2 else "spherical", "pin", "ground", "b", at=vector(dimension))
    return m


@pytest.mark.parametrize("dimension", [2, 3])
@pytest.mark.parametrize("what", ATTACHED)
def test_energy_balances_with_anything_attached(what, dimension):
    """Power put in and taken out at a station is that of the station: otherwise the ledger would not close."""
    m = hung(dimension)
    ATTACHED[what](m, dimension)
    r = vz.simulate(m, until=0.2, every=0.02, rtol=1e-9, atol=1e-11)
    assert r.status == "done"
    moved = max(np.ptp(r.energy.kinetic), np.ptp(r.energy.elastic))
    assert moved > 1e-6
    assert np.abs(r.energy.balance).max() < 1e-7 * max(moved, 1.0)


@pytest.mark.parametrize("dimension", [2, 3])
@pytest.mark.parametrize("what", sorted(set(ATTACHED) - {"torque_between"}))
def test_on_a_stiff_beam_it_acts_as_on_a_rigid_one(what, dimension):
    """The same words mean the same place: with E of 10^4 times that of a soft beam the motion is that of the rigid one."""
    runs = []
    for model in ("rigid", "rfe"):
        m = hung(dimension, E=1e13, G=4e12, damping=1e-3, model=model)
        ATTACHED[what](m, dimension)
        runs.append(vz.simulate(m, until=0.1, every=0.02, rtol=1e-7, atol=1e-9))
    rigid, stiff = runs
    for word in ("x", "y", "vx", "vy"):
        values = rigid[f"b@1.{word}"]
        assert stiff[f"b@1.{word}"] == pytest.approx(values, abs=2e-4 * max(1.0, np.abs(values).max())), word
    for name in ("P", "w", "c"):
        for word in ("x", "y", "length"):
            if f"{name}.{word}" in rigid:
                assert stiff[f"{name}.{word}"] == pytest.approx(rigid[f"{name}.{word}"], abs=2e-5), (name, word)


def test_two_beams_and_a_joint_between_their_stations():
    """A cross of two beams pinned in their middles: `at` says both stations."""
    m = vz.Model("cross", dimension=2, gravity=(0, 0))
    m.beam("a", (0, 0), (1, 1), **{**STEEL, **SOFT})
    m.beam("b", (0, 1), (1, 0), **{**STEEL, **SOFT}, angular_velocity=2.0)
    m.revolute("J", "a", "b", at=(0.5, 0.5))
    r = vz.simulate(m, until=0.2, every=0.02, rtol=1e-9, atol=1e-11)
    system = vz.compile_model(m)
    place = system.joint_places["J"]
    assert (place.body_a, place.body_b) == ("a#2", "b#2")
    assert np.abs(r.energy.balance).max() < 1e-9
    assert np.abs(r.constraint.position).max() < 1e-9


def test_a_bow_is_strung_between_stations_of_one_beam():
    """A rod between its ends: of the rigid beam nothing is left to do, and the mechanism is checked without them."""
    m = hung(2)
    m.point("P", "b", (0, 0.1))
    m.point("Q", "b", (1, 0.1))
    m.joint("distance", "string", "P", "Q", length=0.98)
    found = vz.check(m)
    assert found.mobility.freedoms == 1
    r = vz.simulate(m, until=0.1, every=0.02, rtol=1e-9, atol=1e-11)
    assert np.hypot(r["P.x"] - r["Q.x"], r["P.y"] - r["Q.y"]) == pytest.approx(0.98, abs=1e-9)
    assert r.station("b", 0.375).M[-1] > 0.1  # the string lies on the +y side: it bends the beam towards +y


def test_ends_at_points_of_bodies_and_of_other_beams():
    """`start` and `end` may be points: of the ground, of a body, of another beam; the length is what is drawn."""
    m = vz.Model("chain", dimension=2)
    m.body("w", position=(1, 1), angle="90*deg", mass=1, inertia=0.1)
    m.point("A", (0.0, 0.0))
    m.point("B", "w", (0.0, -1.0))  # at (2, 1)
    m.beam("second", "middle", "B", **{**STEEL, **SOFT})
    m.beam("first", "A", (2, 0), **{**STEEL, **SOFT})
    m.point("middle", "first", (1.0, 0.0))
    spans = {plan.name: plan.span for plan in vz.compile_model(m).beams}
    assert spans["first"].length == pytest.approx(2.0)
    assert spans["second"].length == pytest.approx(2**0.5)
    assert spans["second"].angle == pytest.approx(np.pi / 4)
    assert spans["second"].r == pytest.approx([1, 0, 0])


def test_stations_of_the_user_are_reported():
    m = hung(2, stations=[0.3, "1/3", 1.0])
    r = vz.simulate(m, until=0.1, every=0.02)
    assert {"b@0.3", "b@0.333333", "b@1"} <= set(r.names["station"])
    assert "M" in r.station("b", 0.375)
    assert "M" not in r.station("b", 0.3)
    one, other = r.station("b", 0.3), r.station("b@0.3")
    assert one.x == pytest.approx(other.x)
    assert r["b@0.3"].y == pytest.approx(r["b@0.3.y"])


def test_kinematics_takes_beams_as_rigid_and_says_so():
    m = beam_model(2, elements=4)
    m.revolute("A", "ground", "b", at=(0, 0))
    m.point("tip", "b", (1, 0))
    m.drive("A", angle="t**2")
    r = vz.kinematics(m, 1.0, 0.1)
    assert r["tip.x"] == pytest.approx(np.cos(r.time**2), abs=1e-12)
    assert r["b@1.y"] == pytest.approx(np.sin(r.time**2), abs=1e-12)
    assert any("beam b is taken as rigid" in text for text in r.warnings)


def test_a_run_starts_straight_where_the_mechanism_assembles():
    """Drawn roughly: rigid beams are assembled and the elastic ones laid into their places, moving as the driver asks."""
    m = vz.Model("rough", dimension=2, gravity=(0, 0))
    m.beam("crank", length=1.0, angle=1.0, model="rigid", section={"shape": "round", "diameter": 0.02}, **STEEL)
    m.beam("rod", length=3.0, position=(0.4, 0.8), angle=-0.3, section={"shape": "round", "diameter": 0.02}, **STEEL)
    m.point("B1", "crank", (1, 0))
    m.point("B2", "rod", (0, 0))
    m.point("C", "rod", (3, 0))
    m.point("rail", (0, 0))
    m.revolute("A", "ground", "crank", at=(0, 0))
    m.revolute("B", "B1", "B2")
    m.joint("slot", "S", "C", "rail", axis=(1, 0))
    m.drive("A", angle="1.0 + 4*t")
    r = vz.simulate(m, until=0.01, every=0.01)
    q, w = 1.0, 4.0
    assert r["C.x"][0] == pytest.approx(np.cos(q) + np.sqrt(9 - np.sin(q) ** 2), abs=1e-9)
    speed = -np.sin(q) - np.sin(q) * np.cos(q) / np.sqrt(9 - np.sin(q) ** 2)
    assert r["C.vx"][0] == pytest.approx(w * speed, abs=1e-8)
    assert r.energy.elastic[0] < 1e-15 * r.energy.kinetic[0]
