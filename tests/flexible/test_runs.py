"""Runs of modal and nodal beams: energy and momentum, free-body balance, limits that are other models, integrators that agree."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import vazba as vz

from .alone import gauss
from .cases import BETA, hold, round_beam, vector

SIZES: dict[str, dict[str, Any]] = {"modal": {"modes": 4, "axial": 2}, "ancf": {"elements": 4}}
EACH = [(model, d) for model in SIZES for d in (2, 3)]
each = pytest.mark.parametrize(("model", "dimension"), EACH)
X, W = gauss(1.0, 4, 5)  # stations at which particles are watched


def pendulum(model: str, dimension: int, ratio: float = 0.05, mass: bool = False, **values: Any) -> vz.Model:
    """A beam that falls from a pin with its axis along z, with a mass at its end; `E A = 10^4 N`, so that it bends in a second."""
    size = SIZES.get(model, {"elements": 8})
    m, _ = round_beam(
        dimension, ratio, gravity=vector(dimension, 0.0, -9.81), model=model, **(size | {"E": 1e4, "G": 4e3} | values)
    )
    m.revolute("A", "ground", "b", at=vector(dimension), **({"axis": (0, 0, 1)} if dimension == 3 else {}))
    m.point("tip", "b", vector(dimension, 1.0))
    if mass:
        m.body(
            "m", position=vector(dimension, 1.0, 0.2), mass=0.5, inertia=0.01 if dimension == 2 else [0.02, 0.03, 0.01]
        )
        m.fixed("F", "b", "m", at=vector(dimension, 1.0))
    return m


def watched(r: vz.Result, word: str, dimension: int) -> np.ndarray:
    """Positions, velocities or accelerations of the stations of the quadrature: (instant, station, component)."""
    return np.stack([np.stack([r[f"b@{x:g}.{word}{axis}"] for axis in "xyz"[:dimension]], 1) for x in X], 1)


# --- energy, momentum ------------------------------------------------------------------------------------------------------


INERTIA = {2: [0.01], 3: [0.02, 0.03, 0.01]}


def thrown(model: str, dimension: int, joint: str = "fixed") -> tuple[vz.Result, float]:
    """A spinning beam with a mass at its end, bent by its own inertia; its radius of gyration."""
    ratio, stiff = (0.05, 3e3) if model == "ancf" else (0.005, 3e5)  # the same against bending
    spin = 6.0 if dimension == 2 else [1.0, -3.0, 5.0]
    values = {"E": stiff, "G": stiff / 3, "angular_velocity": spin, "stations": X.tolist()} | SIZES[model]
    m, _ = round_beam(dimension, ratio, model=model, **values)
    arm = np.array(vector(dimension, 1.0, 0.3, 0.2) + [0.0])[:3]
    speed = np.cross([0, 0, spin] if dimension == 2 else spin, arm)[:dimension]
    inertia = INERTIA[dimension] if dimension == 3 else INERTIA[2][0]
    m.body(
        "m",
        position=arm[:dimension].tolist(),
        velocity=speed.tolist(),
        angular_velocity=spin,
        mass=0.5,
        inertia=inertia,
    )
    m.joint(joint, "F", "b", "m", at=vector(dimension, 1.0))
    return vz.simulate(m, until=0.3, every=0.03, rtol=1e-8, atol=1e-10), ratio


def kept(r: vz.Result) -> None:
    """Energy, momentum and moment of momentum do not change."""
    assert r.energy.elastic.max() > 1e-3 * r.energy.kinetic[0]
    assert np.abs(r.energy.balance).max() < 1e-9 * r.energy.kinetic[0]
    words = [word for word in r.momentum.quantities if word[0] in "pl"]
    for word in words:
        assert np.ptp(r.momentum[word]) < 1e-8 * max(np.abs(r.momentum[w]).max() for w in words), word


@each
def test_a_thrown_beam_keeps_energy_and_momentum(model, dimension):
    """Kinetic energy and momenta are those of its stations (sections of modal beams have inertia of their own: at most rho J w^2 L)."""
    r, ratio = thrown(model, dimension, "spherical" if (model, dimension) == ("ancf", 3) else "fixed")
    kept(r)
    place, velocity, body = watched(r, "", dimension), watched(r, "v", dimension), r.body("m")
    spins = np.stack([body[w] for w in (("w",) if dimension == 2 else ("wx", "wy", "wz"))], 1)
    speed = np.stack([body[f"v{a}"] for a in "xyz"[:dimension]], 1)
    own = 0.25 * (speed**2).sum(1) + 0.5 * spins**2 @ INERTIA[dimension]
    particles = 0.5 * np.einsum("g,tgi,tgi->t", W, velocity, velocity)
    sections = ratio**2 if model == "modal" or dimension == 3 else 0.0
    assert r.energy.kinetic - own == pytest.approx(particles, abs=1e-9 + 60 * sections)
    for k, axis in enumerate("xyz"[:dimension]):
        momentum = np.einsum("g,tg->t", W, velocity[:, :, k]) + 0.5 * speed[:, k]
        assert r.momentum[f"p{axis}"] == pytest.approx(momentum, abs=1e-9), axis
    moment = np.einsum("g,tg->t", W, place[:, :, 0] * velocity[:, :, 1] - place[:, :, 1] * velocity[:, :, 0])
    whole = moment + 0.5 * (body.x * speed[:, 1] - body.y * speed[:, 0])
    if dimension == 2:
        assert r.momentum.l == pytest.approx(whole + 0.01 * spins[:, 0], abs=1e-9 + 10 * sections)


def test_a_thrown_nodal_beam_in_space_with_a_body_fixed_to_it():
    kept(thrown("ancf", 3)[0])


@each
def test_energy_of_a_pendulum(model, dimension):
    """Kept without damping; with damping what is lost is accounted for, and is never given back. Potential energy is that of its stations."""
    for damping in (0.0, 2e-3):
        m = pendulum(model, dimension, ratio=0.02, damping=damping, stations=X.tolist())
        r = vz.simulate(m, until=0.4, every=0.02, rtol=1e-8, atol=1e-10)
        assert r.status == "done"
        moved = np.ptp(r.energy.potential)
        assert np.abs(r.energy.balance).max() < 1e-8 * moved
        height = np.einsum("g,tg->t", W, watched(r, "", dimension)[:, :, 1])
        assert r.energy.potential == pytest.approx(9.81 * height, abs=1e-9 * moved)
        total = r.energy.kinetic + r.energy.potential + r.energy.elastic
        if damping:
            assert np.diff(r.energy.dissipated).min() > -1e-12
            assert total[0] - total[-1] > 1e-5 * moved
        else:
            assert np.ptp(total) < 1e-8 * moved


@each
def test_free_body_balance(model, dimension):
    """The pin's force and the weight are what accelerates its particles: `int rho A r'' dx = F + m g`; about the pin `int r x r'' dm = r_c x m g`."""
    m = pendulum(model, dimension, ratio=0.01, E=1e5, damping=1e-3, stations=X.tolist())
    r = vz.simulate(m, until=0.5, every=0.02, rtol=1e-8, atol=1e-10)
    place, push = watched(r, "", dimension), watched(r, "a", dimension)
    inertia = np.einsum("g,tgi->ti", W, push)
    force = np.stack([r[f"A.f{axis}"] for axis in "xyz"[:dimension]], 1)
    force[:, 1] -= 9.81
    assert np.abs(force).max() > 5.0
    assert force == pytest.approx(inertia, abs=1e-8)
    moment = np.einsum("g,tg->t", W, place[:, :, 0] * push[:, :, 1] - place[:, :, 1] * push[:, :, 0])
    weight = -9.81 * np.einsum("g,tg->t", W, place[:, :, 0])
    assert moment == pytest.approx(weight, abs=1e-8 if model == "ancf" else 0.01**2 * 60)  # inertia of the sections


# --- other models as limits ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("model", ["rfe", *SIZES])
@pytest.mark.parametrize("dimension", [2, 3])
def test_a_very_stiff_beam_is_the_rigid_one(dimension, model):
    """With `E` of 10^8 N/m^2, damped so that nothing rings; sections so small that their inertia does not count."""
    runs = {}
    for way in ("rigid", model):
        m = pendulum(way, dimension, ratio=0.01, mass=True, E=1e8, G=4e7, damping=1e-3)
        m.point("P", "b", vector(dimension, 0.7, 0.1))
        m.point("Q", "m", vector(dimension, 0.1))
        runs[way] = vz.simulate(m, until=0.4, every=0.05, rtol=1e-6, atol=1e-9)
    rigid, stiff = runs["rigid"], runs[model]
    for point in ("P", "Q"):
        for word in ("x", "y", "vx", "vy"):
            values = rigid[f"{point}.{word}"]
            assert stiff[f"{point}.{word}"] == pytest.approx(values, abs=2e-3 * np.abs(values).max()), (point, word)
    for joint, word in (("A", "fx"), ("A", "fy"), ("F", "fy"), ("F", "m" if dimension == 2 else "mz")):
        values = rigid[f"{joint}.{word}"]
        assert stiff[f"{joint}.{word}"][1:] == pytest.approx(values[1:], abs=5e-3 * np.abs(values).max()), (joint, word)


@pytest.mark.parametrize("model", SIZES)
def test_a_beam_in_space_moving_in_a_plane_is_the_planar_one(model):
    """With a joint, a mass, a spring and a driver: places, reactions, section forces and efforts."""
    runs = {}
    for d in (2, 3):
        m = pendulum(model, d, ratio=0.02, mass=True, damping=2e-3)
        m.point("P", "b", vector(d, 0.5))
        m.point("G", at=vector(d, 0.5, 1.0))
        m.spring("s", "P", "G", stiffness=40.0, damping=1.0, free_length=0.7)
        m.drive("A", angle="0.4*sin(5*t)")
        runs[d] = vz.simulate(m, until=0.6, every=0.05, rtol=1e-9, atol=1e-11)
    flat, space = runs[2], runs[3]
    assert np.ptp(flat["tip.y"]) > 0.2
    pairs = [(f"{name}.{word}",) * 2 for name in ("tip", "P") for word in ("x", "y", "vx", "vy", "ax", "ay")]
    pairs += [
        ("A.fx",) * 2,
        ("A.fy",) * 2,
        ("F.fx",) * 2,
        ("F.fy",) * 2,
        ("F.m", "F.mz"),
        ("s.force",) * 2,
        ("A.effort",) * 2,
    ]
    for one, other in pairs:
        assert space[other] == pytest.approx(flat[one], abs=1e-7 * np.abs(flat[one]).max()), one
    for name in flat.names["station"]:
        for one, other in (("N", "N"), ("Q", "Qy"), ("M", "Mz")):
            values = flat.station(name)[one]
            size = max(np.abs(flat.station(each)[one]).max() for each in flat.names["station"])
            assert space.station(name)[other] == pytest.approx(values, abs=1e-6 * size), (name, one)
    for word in ("kinetic", "elastic", "potential", "dissipated"):
        assert space.energy[word] == pytest.approx(flat.energy[word], abs=1e-8 * np.abs(flat.energy.kinetic).max()), (
            word
        )


def swung(model: str, joint: str, turn: Rotation) -> tuple[np.ndarray, np.ndarray]:
    """Place of a point of a beam held at its start, pulled aside by gravity and a spring, and the force of its joint; all drawn turned, and turned back."""
    m = vz.Model("turned", dimension=3, gravity=turn.apply([0, -9.81, 3.0]).tolist())
    section = {"A": 1.0, "Jy": 4e-4, "Jz": 4e-4, "It": 8e-4}
    values = {"section": section, "E": 1e4, "density": 1.0, "damping": 1e-3} | SIZES[model]
    m.beam("b", length=1.0, orientation={"quaternion": np.roll(turn.as_quat(), 1).tolist()}, model=model, **values)
    axes = {"axes": turn.apply(np.eye(3)[1:]).tolist()} if joint == "universal" else {}
    m.joint(joint, "A", "ground", "b", at=(0, 0, 0), **axes)
    m.point("P", "b", (0.6, 0.0, 0.0))
    m.point("G", at=turn.apply([0.6, 0.5, 0.5]).tolist())
    m.spring("s", "P", "G", stiffness=30.0, free_length=0.2)
    r = vz.simulate(m, until=0.3, every=0.03, rtol=1e-8, atol=1e-10)
    back = turn.inv()
    return back.apply(np.stack([r["P.x"], r["P.y"], r["P.z"]], 1)), back.apply(
        np.stack([r["A.fx"], r["A.fy"], r["A.fz"]], 1)
    )


@pytest.mark.parametrize("model", SIZES)
def test_it_does_not_matter_where_it_is_drawn(model):
    (place, force), other = (swung(model, "spherical", Rotation.from_rotvec(v)) for v in ((0, 0, 0), (0.5, -0.7, 1.4)))
    assert np.ptp(place, axis=0).min() > 0.02
    assert other[0] == pytest.approx(place, abs=1e-7)
    assert other[1] == pytest.approx(force, abs=2e-6 * np.abs(force).max())


@pytest.mark.parametrize("model", ["modal", "ancf"])
def test_a_universal_joint_holds_a_light_beam_as_a_ball_does(model):
    """They differ in the turn of the beam about its axis only, which takes hardly any energy."""
    ball, cross = (swung(model, joint, Rotation.identity())[0] for joint in ("spherical", "universal"))
    assert cross == pytest.approx(ball, abs=1e-3)


# --- integrators -----------------------------------------------------------------------------------------------------------


@each
def test_explicit_and_implicit_integrators_agree(model, dimension):
    m = pendulum(model, dimension, ratio=0.02, mass=True, damping=2e-3)
    explicit, implicit = (
        vz.simulate(m, until=0.5, every=0.05, rtol=1e-9, atol=1e-11, integrator=name) for name in ("dop853", "radau")
    )
    for key in ("tip.x", "tip.y", "tip.vy", "A.fx", "A.fy"):
        values = explicit[key]
        assert implicit[key] == pytest.approx(values, abs=2e-6 * np.abs(values).max()), key
    assert implicit.energy.dissipated == pytest.approx(
        explicit.energy.dissipated, abs=1e-7 * np.ptp(explicit.energy.potential)
    )


@each
def test_damping_lets_implicit_steps_grow(model, dimension):
    """Stiff and damped, and only slowly driven: steps follow the motion, not the fastest vibration of the beam."""
    m = pendulum(model, dimension, ratio=0.01, E=1e8, damping=1e-3)
    m.drive("A", angle="0.1*sin(t)")
    r = vz.simulate(m, until=3.0, every=0.1, rtol=1e-5, atol=1e-8, integrator="radau")
    assert r.status == "done"
    assert r.info["steps"] < 1000


def test_compare_beams_tells_the_deflection_of_a_loaded_cantilever() -> None:
    """A force at the tip, all at once: `w(t) = sum_k 4 F/(m w_k^2) (1 - cos w_k t)` with `w_k = (beta_k)^2 sqrt(E J/(m L^3))`, and the rigid beam stays."""
    force, ratio = 1e-6, 0.01
    m, unit = round_beam(2, ratio, model="rfe", elements=16)
    m.beams["b"] = dataclasses.replace(m.beams["b"], modes=4)
    hold(m, "clamped")
    m.point("tip", "b", (1.0, 0.0))
    m.force("F", "tip", (0.0, force))
    until = 0.6 * 2 * np.pi / (BETA["clamped"][0] ** 2 * unit)
    found = vz.compare_beams(m, until, until / 60)
    t = found.results["modal"].time
    beta = np.array([*BETA["clamped"], *((np.arange(4, 40) - 0.5) * np.pi)])
    omega = beta**2 * unit
    w = (4 * force / omega**2 * (1 - np.cos(np.outer(t, omega)))).sum(axis=1)
    assert found.points == ("tip",)
    for model in ("rfe", "modal", "ancf"):
        assert found.apart("rigid", model, "tip") == pytest.approx(w, abs=0.01 * w.max()), model
        largest, point = found.largest(model, "rigid")
        assert (largest, point) == (pytest.approx(w.max(), rel=0.01), "tip")
        assert found.largest(model, "rigid") == found.largest("rigid", model)
    cells = {row[0]: row[1:5] for row in found.rows()}
    assert float(cells["rigid"][found.headings.index("to modal [m]") - 1]) == pytest.approx(w.max(), rel=0.02)
    assert cells["modal"][found.headings.index("to modal [m]") - 1] == ""
