"""Bushings against the linear system and against elliptic functions."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.linalg import expm
from scipy.special import ellipj

import vazba as vz

from .references import skew

TIGHT = {"rtol": 1e-11, "atol": 1e-13}


def columns(view, names):
    return np.column_stack([view[name] for name in names])


@pytest.mark.parametrize("damped", [False, True])
@pytest.mark.parametrize("dimension", [2, 3])
def test_small_motion_on_a_bushing_is_that_of_the_linear_system(dimension, damped):
    """`M x'' + B x' + K x = 0` for the pose x of the mass centre, by the matrix exponential; K and B full matrices."""
    rng = np.random.default_rng(5)
    n = 3 if dimension == 2 else 6
    root = rng.normal(size=(n, n))
    stiffness, damping = 200 * np.eye(n) + 30 * root @ root.T, (np.eye(n) + 0.2 * root @ root.T) * float(damped)
    arm = np.array([0.3, -0.2, 0.1])[:dimension]  # from the mass centre to the bushing
    start = 1e-6 * rng.normal(size=n)
    m = vz.Model("mount", dimension=dimension, gravity=(0,) * dimension)
    inertia = 0.4 if dimension == 2 else [0.3, 0.5, 0.6]
    m.body("b", mass=2.0, inertia=inertia, velocity=start[:dimension].tolist(), angular_velocity=start[2] if n == 3 else start[3:].tolist())  # fmt: skip
    m.bushing("B", "ground", "b", at=arm.tolist(), stiffness=stiffness.tolist(), damping=damping.tolist())
    r = vz.simulate(m, 1.0, 0.02, rtol=1e-11, atol=1e-18)
    carry = np.eye(n)  # displacement of the bushing's frame by that of the mass centre
    if n == 3:
        carry[:2, 2], mass = (-arm[1], arm[0]), np.diag([2.0, 2.0, 0.4])
    else:
        carry[:3, 3:], mass = -skew(arm), np.diag([2.0, 2.0, 2.0, *inertia])
    k, b = carry.T @ stiffness @ carry, carry.T @ damping @ carry
    system = np.block([[np.zeros((n, n)), np.eye(n)], [-np.linalg.solve(mass, k), -np.linalg.solve(mass, b)]])
    found = np.array([expm(system * t) @ [*np.zeros(n), *start] for t in r.time])
    body = r.body("b")
    turns = body.angle[:, None] if n == 3 else 2 * columns(body, ("qx", "qy", "qz"))
    pose = np.hstack([columns(body, "xyz"[:dimension]), turns])
    size = np.abs(found[:, :n]).max()
    assert pose == pytest.approx(found[:, :n], abs=1e-5 * size)  # what is left out is of second order
    assert r.energy.elastic == pytest.approx(0.5 * np.einsum("ti,ij,tj->t", pose, k, pose), abs=1e-5 * r.energy.kinetic[0])  # fmt: skip
    assert np.abs(r.energy.balance).max() < 1e-8 * r.energy.kinetic[0]  # rounding of places is 1e-10 of the motion


def test_large_turns_on_a_bushing():
    """In the plane the moment is `K phi`. In space it follows the sine, with the energy `1/2 K sin^2`: twice the angle swings like a pendulum."""
    k, amplitude = 5.0, 0.6
    runs = {}
    for dimension in (2, 3):
        m = vz.Model("rotor", dimension=dimension)
        w = np.sqrt(k / 0.4)
        speed = w * (amplitude if dimension == 2 else np.sin(amplitude))
        flat = dimension == 2
        m.body(
            "rotor",
            mass=2.0,
            inertia=0.4 if flat else [0.3, 0.3, 0.4],
            angular_velocity=speed if flat else [0.0, 0.0, speed],
        )
        m.revolute("A", "ground", "rotor", at=(0,) * dimension, **({} if flat else {"axis": (0, 0, 1)}))
        stiffness = (0, 0, k) if dimension == 2 else (0, 0, 0, 0, 0, k)
        m.bushing("B", "ground", "rotor", at=(0,) * dimension, stiffness=stiffness)
        runs[dimension] = vz.simulate(m, 3.0, 0.05, **TIGHT)
    t = runs[2].time
    assert runs[2].joint("A").angle == pytest.approx(amplitude * np.sin(w * t), abs=1e-9)
    sn = ellipj(w * t, np.sin(amplitude) ** 2)[0]
    assert runs[3].joint("A").angle == pytest.approx(np.arcsin(np.sin(amplitude) * sn), abs=1e-9)


def test_rotation_vectors_turn_harmonically_about_any_axis():
    """With equal stiffness k about all axes the moment is `k phi`: a ball swings about a fixed axis by `phi = A sin(w t)`, far beyond a quarter turn."""
    k, inertia, amplitude = 5.0, 0.4, 2.4
    axis = np.array([0.36, -0.48, 0.8])
    m = vz.Model("rotor", gravity=(0, 0, 0))
    w = np.sqrt(k / inertia)
    m.body("rotor", mass=2.0, inertia=[inertia] * 3, angular_velocity=(w * amplitude * axis).tolist())
    m.bushing("B", "ground", "rotor", at=(0, 0, 0), stiffness=(9, 9, 9, k, k, k), turns="vector")
    r = vz.simulate(m, 3.0, 0.05, **TIGHT)
    body, angle = r.body("rotor"), amplitude * np.sin(w * r.time)
    p = columns(body, ("qw", "qx", "qy", "qz"))
    expected = np.column_stack([np.cos(angle / 2), np.sin(angle / 2)[:, None] * axis])
    assert p * np.sign(p[:, :1]) == pytest.approx(expected * np.sign(expected[:, :1]), abs=1e-8)
    assert r.energy.elastic == pytest.approx(0.5 * k * angle**2, abs=1e-7)


@pytest.mark.parametrize("dimension", [2, 3])
def test_a_bushing_is_relaxed_as_described(dimension):
    """Between bodies drawn at any angles, in either order; and by points, where the axes are aligned but not the places."""
    m = vz.Model("mount", dimension=dimension, gravity=(0,) * dimension)
    turns = ({"angle": 0.3}, {"angle": 1.1}) if dimension == 2 else tuple({"orientation": {"cardan": [a, 0.5, -a]}} for a in (0.3, 1.1))  # fmt: skip
    for name, turn in zip("ab", turns):
        m.body(name, mass=1.0, inertia=1.0 if dimension == 2 else [1, 1, 1], position=(0.4, -0.1, 0.2)[:dimension], **turn)  # fmt: skip
    n = 3 if dimension == 2 else 6
    m.bushing("B", "a", "b", at=(0.5, 0.2, 0.3)[:dimension], stiffness=range(100, 100 + n))
    m.bushing("C", "b", "ground", at=(0.5, 0.2, 0.3)[:dimension], stiffness=range(100, 100 + n))
    assert np.abs(vz.matrices(m).force).max() < 1e-13
    m.bushings.clear()
    m.point("P", "a", (0, 0, 0)[:dimension])
    m.point("Q", "ground", (0.4, -0.1, 0.2)[:dimension])
    m.bushing("B", "P", "Q", stiffness=range(100, 100 + n))
    assert np.abs(vz.matrices(m).force).max() < 1e-13


HALF_TURNS = [
    ("absolute", "dop853"), ("absolute", "dopri5"), ("absolute", "radau"), ("absolute", "generalized_alpha"),
    ("recursive", "auto"), ("minimal", "auto"),
]  # fmt: skip


def spun(peak, method, integrator):
    """A ball on a ball joint with a bushing that measures turns by the rotation vector, about an oblique axis: `angle = peak sin(5 t)`."""
    axis, stiffness, inertia = np.array([1.0, 2.0, -2.0]) / 3, 10.0, 0.4
    m = vz.Model("ball", dimension=3, gravity=(0, 0, 0))
    m.body("b", mass=2.0, inertia=[inertia] * 3, angular_velocity=(peak * np.sqrt(stiffness / inertia) * axis).tolist())
    m.joint("spherical", "A", bodies=["ground", "b"], at=[0, 0, 0])
    m.bushing("B", "ground", "b", at=[0, 0, 0], stiffness=[0, 0, 0] + [stiffness] * 3, turns="vector")
    more = {"step": 1e-4} if integrator == "generalized_alpha" else {"rtol": 1e-9, "atol": 1e-11}
    return vz.simulate(m, 0.6, 0.05, method=method, integrator=integrator, **more)


@pytest.mark.filterwarnings("ignore:the run stops:vazba.VazbaWarning")
@pytest.mark.parametrize(("method", "integrator"), HALF_TURNS)
def test_no_step_passes_half_a_turn_of_a_rotation_vector(method, integrator):
    """`I angle'' = -K angle` until the angle is pi, where the law jumps: the run ends there, with all its energy, and names the bushing."""
    r = spun(5.0, method, integrator)
    close = 1e-6 if integrator == "generalized_alpha" else 1e-8
    assert r.status == "failed"
    assert "bushing B: its bodies are half a turn from where they were" in r.message
    assert r.time[-1] == pytest.approx(np.arcsin(np.pi / 5.0) / 5.0, abs=close)
    assert r.energy.elastic[-1] == pytest.approx(0.5 * 10.0 * np.pi**2, rel=10 * close)
    assert np.abs(r.energy.balance).max() < 1e3 * close


@pytest.mark.parametrize(("method", "integrator"), HALF_TURNS)
def test_a_bushing_that_turns_back_before_half_a_turn_goes_on(method, integrator):
    """The same with a largest angle of 3.14 rad, 0.1 degrees short of half a turn."""
    r = spun(3.14, method, integrator)
    assert r.status == "done"
    found = 2 * np.arctan2(np.linalg.norm(columns(r.body("b"), ("qx", "qy", "qz")), axis=1), np.abs(r.body("b").qw))
    exact = np.abs(3.14 * np.sin(5 * r.time))
    assert found == pytest.approx(exact, abs=1e-4 if integrator == "generalized_alpha" else 1e-7)
