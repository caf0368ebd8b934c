"""Closed forms with nothing in a special place: masses beside the origin, slanting gravity, elements whose ends lie apart."""

from __future__ import annotations

import numpy as np
import pytest

import vazba as vz

RUNS = [
    ("absolute", "dop853", 1e-9),
    ("absolute", "generalized_alpha", 1e-4),
    ("recursive", "dop853", 1e-9),
    ("recursive", "generalized_alpha", 1e-6),
    ("minimal", "dop853", 1e-9),
]


@pytest.mark.parametrize(("method", "integrator", "error"), RUNS)
@pytest.mark.parametrize("dimension", [2, 3])
def test_a_thrown_body_whose_mass_lies_beside_its_origin(dimension, method, integrator, error):
    """Its centre flies along `c0 + u0 t + g t^2/2`; a body with equal moments keeps its spin. `T = m u^2/2 + J w^2/2`, `V = -m g c`."""
    mass, inertia, c = 2.0, 0.3, np.array([0.3, -0.4, 0.25][:dimension])
    g, v0 = np.array([1.5, -9.0, 2.0][:dimension]), np.array([0.7, 1.1, -0.4][:dimension])
    w = np.array([0.0, 0.0, 2.5]) if dimension == 2 else np.array([1.0, -2.0, 1.5])
    m = vz.Model("thrown", dimension=dimension, gravity=tuple(g))
    spin = 2.5 if dimension == 2 else tuple(w)
    m.body("b", mass=mass, inertia=inertia if dimension == 2 else [inertia] * 3, com=tuple(c), velocity=tuple(v0), angular_velocity=spin)  # fmt: skip
    m.point("C", "b", tuple(c))
    r = vz.simulate(m, 0.8, 0.1, method=method, integrator=integrator, rtol=1e-11, atol=1e-13, **({"step": 1e-4} if "alpha" in integrator else {}))  # fmt: skip
    arm = np.cross(w, np.append(c, [0.0] * (3 - dimension)))[:dimension]
    t, u0 = r.time[:, None], v0 + arm
    assert r.point("C").position == pytest.approx(c + u0 * t + 0.5 * g * t**2, abs=error)
    u = u0 + g * t
    spinning = r.body("b").w if dimension == 2 else r.body("b").angular_velocity
    assert spinning == pytest.approx(np.broadcast_to(2.5 if dimension == 2 else w, spinning.shape), abs=10 * error)
    assert r.energy.kinetic == pytest.approx(0.5 * mass * (u**2).sum(axis=1) + 0.5 * inertia * w @ w, abs=100 * error)
    assert r.energy.potential == pytest.approx(-mass * (c + u0 * t + 0.5 * g * t**2) @ g, abs=100 * error)
    centre, moving = (np.pad(x, ((0, 0), (0, 3 - dimension))) for x in (c + u0 * t + 0.5 * g * t**2, u))
    turning = mass * np.cross(centre, moving) + inertia * w
    for k, name in enumerate(("lx", "ly", "lz") if dimension == 3 else ("l",)):
        assert r.momentum[name] == pytest.approx(turning[:, k if dimension == 3 else 2], abs=100 * error), name


@pytest.mark.parametrize(("method", "integrator", "error"), RUNS)
def test_a_damper_between_points_slows_a_slider(method, integrator, error):
    """`v = v0 exp(-b t/m)`; it dissipates `m (v0^2 - v^2)/2`."""
    mass, b, v0 = 2.0, 3.0, 1.5
    m = vz.Model("slider", dimension=2, gravity=(0, 0))
    m.body("s", mass=mass, inertia=0.1, velocity=(v0, 0))
    m.joint("prismatic", "P", bodies=["ground", "s"], at=(0, 0), axis=(1, 0))
    m.point("O", "ground", (-2.0, 0))
    m.point("E", "s", (0, 0))
    m.damper("d", "O", "E", damping=b)
    r = vz.simulate(m, 1.0, 0.1, method=method, integrator=integrator, rtol=1e-11, atol=1e-13, **({"step": 1e-4} if "alpha" in integrator else {}))  # fmt: skip
    v = v0 * np.exp(-b * r.time / mass)
    assert r.body("s").vx == pytest.approx(v, abs=error)
    assert r.energy.dissipated == pytest.approx(0.5 * mass * (v0**2 - v**2), abs=10 * error)
    assert r.energy.balance == pytest.approx(np.zeros(len(r)), abs=10 * error)


def two_free(dimension, stiffness, damping, **start):
    """Two free bodies, and a bushing between points of them that lie apart."""
    m, flat = vz.Model("two", dimension=dimension, gravity=(0,) * dimension), dimension == 2
    for name, x in {"a": (0.0, 0.0, 0.0), "b": (1.0, 0.5, 0.3)}.items():
        inertia = 0.2 if flat else [0.2, 0.25, 0.3]
        m.body(
            name,
            mass=1.5,
            inertia=inertia,
            position=x[:dimension],
            **{key: value[name] for key, value in start.items()},
        )
    m.point("A", "a", (0.3, 0.1, 0.2)[:dimension])
    m.point("B", "b", (-0.2, 0.1, -0.1)[:dimension])
    size = 3 if flat else 6
    m.bushing("k", "A", "B", stiffness=(stiffness,) * size, damping=(damping,) * size)
    return m


@pytest.mark.parametrize("dimension", [2, 3])
def test_a_bushing_between_free_bodies_keeps_their_momentum(dimension):
    velocity = {"a": (0.4, -0.2, 0.1)[:dimension], "b": (-0.3, 0.5, 0.2)[:dimension]}
    r = vz.simulate(two_free(dimension, 30.0, 0.5, velocity=velocity), 1.0, 0.1, method="absolute", rtol=1e-11, atol=1e-13)  # fmt: skip
    for name in ("px", "py", "l") if dimension == 2 else ("px", "py", "pz", "lx", "ly", "lz"):
        values = r.momentum[name]
        assert values == pytest.approx(np.full(len(values), values[0]), abs=1e-9), name
    assert np.ptp(r.body("a").x) > 0.01


@pytest.mark.parametrize("dimension", [2, 3])
def test_a_bushing_that_turns_as_a_whole_damps_nothing(dimension):
    """Both bodies turn about one axis: seen from the first frame nothing moves, so that a damper there pulls at nothing."""
    w = np.array([0.0, 0.0, 2.0]) if dimension == 2 else np.array([0.5, -1.0, 2.0])
    place = {"a": (0.0, 0.0, 0.0), "b": (1.0, 0.5, 0.3 if dimension == 3 else 0.0)}
    start = {
        "velocity": {name: tuple(np.cross(w, x)[:dimension]) for name, x in place.items()},
        "angular_velocity": {name: 2.0 if dimension == 2 else tuple(w) for name in place},
    }
    r = vz.simulate(two_free(dimension, 0.0, 4.0, **start), 1e-3, 1e-3, method="absolute")
    for name in place:
        view = r.body(name)
        assert [view[f"a{q}"][0] for q in "xyz"[:dimension]] == pytest.approx([0.0] * dimension, abs=1e-11)


@pytest.mark.parametrize(("method", "integrator", "error"), RUNS)
def test_a_torque_between_free_bodies(method, integrator, error):
    """`J_a w_a = -J_b w_b = M t`; its work is the kinetic energy of both, `(M t)^2 (1/J_a + 1/J_b)/2`."""
    m = vz.Model("two", dimension=2, gravity=(0, 0))
    m.body("a", mass=1.0, inertia=0.2)
    m.body("b", mass=1.0, inertia=0.5, position=(1, 0))
    m.torque("M", bodies=("b", "a"), torque=0.7)
    r = vz.simulate(m, 1.0, 0.1, method=method, integrator=integrator)
    assert r.body("a").w == pytest.approx(0.7 * r.time / 0.2, abs=error)
    assert r.body("b").w == pytest.approx(-0.7 * r.time / 0.5, abs=error)
    assert r.energy.input == pytest.approx(0.5 * (0.7 * r.time) ** 2 * (1 / 0.2 + 1 / 0.5), abs=error)
    assert r.momentum.l == pytest.approx(np.zeros(len(r)), abs=error)


@pytest.mark.parametrize("method", ["absolute", "recursive", "minimal"])
def test_a_damped_cable_lets_go_before_it_is_slack(method):
    """Released when stretched: `x = x0 exp(-d t) (cos(o t) + d/o sin(o t))`, `d = b/2m`, `o^2 = k/m - d^2`; the tension `-m x''` ends at
    `tan(o t) = o/d`, while the cable is still longer than its free length; from there the body flies on."""
    mass, k, b, x0 = 1.0, 100.0, 4.0, 0.1
    m = vz.Model("caught", dimension=2, gravity=(0, 0))
    m.body("s", mass=mass, inertia=0.1, position=(1.0 + x0, 0))
    m.joint("prismatic", "P", bodies=["ground", "s"], at=(0, 0), axis=(1, 0))
    m.point("O", "ground", (0, 0))
    m.point("E", "s", (0, 0))
    m.cable("c", ["O", "E"], stiffness=k, damping=b, free_length=1.0)
    r = vz.simulate(m, 0.3, 0.01, method=method, rtol=1e-11, atol=1e-13)
    d = b / (2 * mass)
    o = np.sqrt(k / mass - d * d)
    end = np.arctan2(o, d) / o
    v = -x0 * k / mass / o * np.exp(-d * np.minimum(r.time, end)) * np.sin(o * np.minimum(r.time, end))
    assert r.events[0][0] == pytest.approx(end, abs=1e-9)
    assert r.body("s").vx == pytest.approx(v, abs=1e-8)
    assert r["c"].force.min() >= 0.0


@pytest.mark.parametrize("method", ["absolute", "recursive", "minimal"])
@pytest.mark.parametrize("order", [("ground", "s"), ("s", "ground")])
@pytest.mark.parametrize("kind", ["fixed", "prismatic"])
def test_what_carries_a_body_at_rest(kind, order, method):
    """Slanting weight beside the joint: the second body is held by what balances the weight, or gets its opposite."""
    mass, c, g = 2.0, np.array([0.6, 0.4]), np.array([3.0, -9.0])
    m = vz.Model("carried", dimension=2, gravity=tuple(g))
    m.body("s", mass=mass, inertia=0.1, position=(0.2, 0.1), com=tuple(c - (0.2, 0.1)))
    slide = {"axis": (1, 0)} if kind == "prismatic" else {}
    m.joint(kind, "P", bodies=list(order), at=(-0.5, 0.2), **slide)
    r = vz.simulate(m, 1e-3, 1e-3, method=method)
    sign, j = (1 if order[1] == "s" else -1), r.joint("P")
    arm = c - (-0.5, 0.2)
    along = 0.0 if kind == "prismatic" else -mass * g[0]
    moment = -mass * (arm[0] * g[1] - arm[1] * g[0])
    if kind == "prismatic":  # it is not held along x and moves as it must: inertia beside the joint turns it
        moment += -arm[1] * mass * g[0]
    assert [j.fx[0], j.fy[0], j.m[0]] == pytest.approx([sign * along, -sign * mass * g[1], sign * moment], abs=1e-6)
