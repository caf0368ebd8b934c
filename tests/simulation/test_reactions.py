"""Reactions, efforts and driven runs: each body in balance with what the result says acts on it."""

from __future__ import annotations

import numpy as np
import pytest

import vazba as vz

from .references import matrix

G = 9.81
TIGHT = {"rtol": 1e-11, "atol": 1e-13}


def columns(view, names):
    return np.column_stack([view[name] for name in names])


# --- statics and signs ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dimension", [2, 3])
@pytest.mark.parametrize("order", [("ground", "rod"), ("rod", "ground")])
def test_a_hanging_pendulum_weighs_on_its_pin(dimension, order):
    """The pin carries the weight: up on the rod, down on the ground, whichever is the second body."""
    m = vz.Model("pendulum", dimension=dimension)
    down = (0, -1.0) if dimension == 2 else (0, 0, -1.0)
    m.body("rod", mass=2.0, inertia=0.3 if dimension == 2 else [0.3, 0.3, 0.01], com=down)
    m.revolute("A", *order, at=(0,) * dimension, **({} if dimension == 2 else {"axis": (1, 0, 0)}))
    r = vz.simulate(m, 0.2, 0.1)
    up = 2.0 * G if order[1] == "rod" else -2.0 * G
    parts = ("fx", "fy", "m") if dimension == 2 else ("fx", "fy", "fz", "mx", "my", "mz")
    expected = np.zeros(len(parts))
    expected[dimension - 1] = up
    assert columns(r.joint("A"), parts) == pytest.approx(np.tile(expected, (3, 1)), abs=1e-10)


def test_a_cantilever_carries_weight_and_moment():
    m = vz.Model("bracket", dimension=3)
    m.body("beam", mass=3.0, inertia=[0.1, 0.2, 0.3], position=[1.0, 0, 0], com=[0.5, 0.2, 0])
    m.fixed("A", "ground", "beam", at=(0, 0, 0))
    r = vz.simulate(m, 0.1, 0.1)
    found = columns(r.joint("A"), ("fx", "fy", "fz", "mx", "my", "mz"))
    weight = np.array([0, 0, -3.0 * G])
    expected = [*-weight, *-np.cross([1.5, 0.2, 0], weight)]
    assert found == pytest.approx(np.tile(expected, (2, 1)), abs=1e-9)


# --- free bodies ----------------------------------------------------------------------------------------------------------

LINKS = {"crank": 1.2, "coupler": 1.8, "rocker": 2.0}
SPAN = 2.5


def four_bar(dimension=2, law=None):
    """Four-bar of uniform rods (5 kg/m) with frames at their first ends; the crank stands at 60 degrees."""
    b = LINKS["crank"] * np.array([np.cos(np.pi / 3), np.sin(np.pi / 3)])
    d = np.array([SPAN, 0.0])
    gap = np.linalg.norm(d - b)
    turn = np.arccos((gap**2 + LINKS["coupler"] ** 2 - LINKS["rocker"] ** 2) / (2 * gap * LINKS["coupler"]))
    along = np.arctan2(*(d - b)[::-1]) + turn
    c = b + LINKS["coupler"] * np.array([np.cos(along), np.sin(along)])
    m = vz.Model("four-bar", dimension=dimension, gravity=(0, -G, 0)[:dimension])
    starts = {"crank": ((0.0, 0.0), np.pi / 3), "coupler": (b, along), "rocker": (d, np.arctan2(*(c - d)[::-1]))}
    flat = (0.0,) * (dimension - 2)
    for name, (at, angle) in starts.items():
        length = LINKS[name]
        mass = 5.0 * length
        turned = {"angle": angle} if dimension == 2 else {"orientation": {"cardan": [0, 0, float(angle)]}}
        moment = mass * length**2 / 12
        m.body(name, position=[*map(float, at), *flat], mass=mass, com=[length / 2, 0.0, *flat],
               inertia=moment if dimension == 2 else [0.01, moment, moment], **turned)  # fmt: skip
    axis = {} if dimension == 2 else {"axis": (0, 0, 1)}
    pairs = {"A": ("ground", "crank"), "B": ("crank", "coupler"), "C": ("rocker", "coupler"), "D": ("rocker", "ground")}
    for name, at in {"A": (0.0, 0.0), "B": b, "C": c, "D": d}.items():
        place = [*map(float, at), *flat]
        m.point(f"P{name}", pairs[name][1], at=place)
        m.revolute(name, *pairs[name], at=place, **axis)
    m.point("L", "coupler", [0.5, 0.0, *flat])
    if law is not None:
        m.drive("motor", joint="A", **law)
    return m, pairs


@pytest.mark.parametrize("driven", [False, True])
def test_every_link_of_a_four_bar_is_in_balance(driven):
    """`m a_c = sum F + m g` and `J alpha = sum (p - c) x F + M`, with the columns of the result alone."""
    m, pairs = four_bar(law={"angle": "pi/3 + 2*t + 0.3*sin(3*t)"} if driven else None)
    r = vz.simulate(m, 1.0, 0.02)
    assert r.status == "done"
    for name, length in LINKS.items():
        b, mass = r.body(name), 5.0 * length
        arm = length / 2 * np.column_stack([np.cos(b.angle), np.sin(b.angle)])
        centre = columns(b, "xy") + arm
        acceleration = columns(b, ("ax", "ay")) + b.alpha[:, None] * arm[:, ::-1] * [-1, 1] - b.w[:, None] ** 2 * arm
        force, moment = np.tile([0.0, -mass * G], (len(r.time), 1)), np.zeros(len(r.time))
        if driven and name == "crank":
            moment = moment + r.driver("motor").effort
        for joint, pair in pairs.items():
            if name in pair:
                sign = 1.0 if pair[1] == name else -1.0
                f, p = sign * columns(r.joint(joint), ("fx", "fy")), columns(r.point(f"P{joint}"), "xy") - centre
                force += f
                moment = moment + p[:, 0] * f[:, 1] - p[:, 1] * f[:, 0] + sign * r.joint(joint).m
        assert mass * acceleration == pytest.approx(force, abs=1e-8)
        assert mass * length**2 / 12 * b.alpha == pytest.approx(moment, abs=1e-8)


def test_both_bodies_of_a_spatial_double_pendulum_are_in_balance():
    """A pin and a universal joint, with moments, and a cable; each body by Newton and Euler."""
    inertias = {"a": [0.3, 0.4, 0.2], "b": [0.2, 0.5, 0.6]}
    masses, coms = {"a": 2.0, "b": 3.0}, {"a": np.array([0.1, 0.05, -0.4]), "b": np.array([0.3, -0.1, -0.2])}
    m = vz.Model("double", dimension=3)
    m.body("a", mass=2.0, inertia=inertias["a"], com=coms["a"].tolist(), angular_velocity=[1.5, 0, 0])
    m.body(
        "b", mass=3.0, inertia=inertias["b"], com=coms["b"].tolist(), position=[0, 0, -1], angular_velocity=[1, 2, 0]
    )
    m.revolute("A", "ground", "a", at=(0, 0, 0), axis=(1, 0, 0))
    m.universal("B", "a", "b", at=(0, 0, -1), axes=[[1, 0, 0], [0, 1, 0]])
    m.point("PA", "a", (0, 0, 0))
    m.point("PB", "b", (0, 0, 0))
    m.point("end", "b", (0.4, 0, -0.5))
    m.point("wall", "ground", (1.0, 1.0, 0))
    m.cable("c", ["wall", "end"], stiffness=200.0, damping=3.0, free_length=1.2)
    r = vz.simulate(m, 1.0, 0.02)
    assert r.status == "done"
    line = columns(r.point("wall"), "xyz") - columns(r.point("end"), "xyz")
    tension = r.cable("c").force[:, None] * line / np.linalg.norm(line, axis=1)[:, None]
    assert r.cable("c").force.max() > 1
    for name in "ab":
        b = r.body(name)
        turns = np.array([matrix(p) for p in columns(b, ("qw", "qx", "qy", "qz"))])
        w, al = columns(b, ("wx", "wy", "wz")), columns(b, ("alx", "aly", "alz"))
        c, j = coms[name], np.array(inertias[name])
        centre = columns(b, "xyz") + turns @ c
        bent = np.cross(al, c) + np.cross(w, np.cross(w, c))
        acceleration = columns(b, ("ax", "ay", "az")) + np.einsum("tij,tj->ti", turns, bent)
        spin = np.einsum("tij,tj->ti", turns, j * al + np.cross(w, j * w))
        force, moment = np.tile([0, 0, -masses[name] * G], (len(r.time), 1)), np.zeros((len(r.time), 3))
        acting = [(f"P{k}", s * columns(r.joint(k), ("fx", "fy", "fz")), s * columns(r.joint(k), ("mx", "my", "mz")))
                  for k, s in (("A", 1.0), ("B", -1.0)) if name == "a"]  # fmt: skip
        if name == "b":
            acting = [("PB", columns(r.joint("B"), ("fx", "fy", "fz")), columns(r.joint("B"), ("mx", "my", "mz"))), ("end", tension, 0.0)]  # fmt: skip
        for point, f, couple in acting:
            force = force + f
            moment = moment + np.cross(columns(r.point(point), "xyz") - centre, f) + couple
        assert masses[name] * acceleration == pytest.approx(force, abs=1e-8)
        assert spin == pytest.approx(moment, abs=1e-8)
    assert r.joint("A").mx == pytest.approx(0, abs=1e-9)  # a pin carries no moment about its axis


@pytest.mark.parametrize("order", [("ground", "slider"), ("slider", "ground")])
def test_a_pushed_slider_is_held_by_its_guide(order):
    """The guide's force and moment at the joint's point on the second body hold the slider straight."""
    m = vz.Model("slider", dimension=2)
    m.body("slider", mass=2.0, inertia=0.3, com=[0.1, 0.2])
    m.prismatic("S", *order, at=(0.5, 0.0), axis=(1, 0))
    m.point("P", "slider", (0.3, 0.7))
    m.force("F", "P", [5.0, -4.0])
    r = vz.simulate(m, 1.0, 0.1)
    b = r.body("slider")
    assert b.x == pytest.approx(1.25 * r.time**2, abs=1e-10)
    sign = 1.0 if order[1] == "slider" else -1.0
    pin = b.x + 0.5 if order[1] == "slider" else np.full(len(r.time), 0.5)
    centre = np.column_stack([b.x + 0.1, b.y + 0.2])
    assert sign * r.joint("S").fx == pytest.approx(0, abs=1e-9)
    assert sign * r.joint("S").fy == pytest.approx(2.0 * G + 4.0, abs=1e-9)
    pushed = (b.x + 0.3 - centre[:, 0]) * -4.0 - (0.7 - 0.2) * 5.0
    assert sign * (r.joint("S").m + (pin - centre[:, 0]) * r.joint("S").fy) + pushed == pytest.approx(0, abs=1e-8)


# --- drivers --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("order", [("ground", "rod"), ("rod", "ground")])
def test_effort_of_a_driven_pendulum(order):
    """`M = (J + m l^2) phi'' + m g l cos phi`; power = M phi', and its integral is the energy gained."""
    sign = 1.0 if order[1] == "rod" else -1.0
    m = vz.Model("crane", dimension=2)
    m.body("rod", mass=2.0, inertia=0.3, com=[0.6, 0])
    m.revolute("A", *order, at=(0, 0))
    m.drive("motor", joint="A", angle=f"{sign}*(0.8*t**2 + 0.2*sin(4*t))")
    r = vz.simulate(m, 2.0, 0.02, **TIGHT)
    t = r.time
    phi, rate, bend = 0.8 * t**2 + 0.2 * np.sin(4 * t), 1.6 * t + 0.8 * np.cos(4 * t), 1.6 - 3.2 * np.sin(4 * t)
    torque = (0.3 + 2.0 * 0.36) * bend + 2.0 * G * 0.6 * np.cos(phi)
    assert r.body("rod").angle == pytest.approx(phi, abs=1e-12)
    assert r.body("rod").w == pytest.approx(rate, abs=1e-12)
    assert r.driver("motor").effort == pytest.approx(sign * torque, abs=1e-8)
    assert r.driver("motor").power == pytest.approx(torque * rate, abs=1e-8)
    energy = 0.5 * 1.02 * rate**2 + 2.0 * G * 0.6 * np.sin(phi)
    assert r.energy.input == pytest.approx(energy - energy[0], abs=1e-8)
    assert r.energy.kinetic + r.energy.potential == pytest.approx(energy, abs=1e-10)


def test_effort_of_a_hoist():
    m = vz.Model("hoist", dimension=3)
    m.body("load", mass=7.0, inertia=[1, 1, 1])
    m.prismatic("guide", "ground", "load", at=(0, 0, 0), axis=(0, 0, 1))
    m.drive("rope", joint="guide", displacement="0.5*t**3")
    r = vz.simulate(m, 1.0, 0.1, **TIGHT)
    assert r.driver("rope").effort == pytest.approx(7.0 * (G + 3 * r.time), abs=1e-8)
    assert r.driver("rope").power == pytest.approx(7.0 * (G + 3 * r.time) * 1.5 * r.time**2, abs=1e-8)
    assert r.energy.input[-1] == pytest.approx(0.5 * 7 * 1.5**2 + 7 * G * 0.5, abs=1e-9)
    assert columns(r.joint("guide"), ("fx", "fy", "fz", "mx", "my", "mz")) == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize("dimension", [2, 3])
def test_a_driven_four_bar_moves_as_in_kinematics(dimension):
    """Crank through a full turn, and the coupler point from the crossing of two circles."""
    m, _ = four_bar(dimension, law={"angle": "pi/3 + pi*t + t**2"})
    r, k = vz.simulate(m, 1.5, 0.05), vz.kinematics(m, 1.5, 0.05)
    for quantity in ("x", "y", "vx", "vy", "ax", "ay"):
        scale = 1 + np.abs(k.point("L")[quantity]).max()
        assert r.point("L")[quantity] == pytest.approx(k.point("L")[quantity], abs=1e-8 * scale)
    phi = np.pi / 3 + np.pi * r.time + r.time**2
    b = 1.2 * np.column_stack([np.cos(phi), np.sin(phi)])
    to_d = np.array([SPAN, 0]) - b
    gap = np.linalg.norm(to_d, axis=1)
    along = np.arctan2(to_d[:, 1], to_d[:, 0]) + np.arccos((gap**2 + 1.8**2 - 2.0**2) / (2 * gap * 1.8))
    tip = b + 0.5 * np.column_stack([np.cos(along), np.sin(along)])
    assert columns(r.point("L"), "xy") == pytest.approx(tip, abs=1e-8)
    assert np.abs(r.energy.balance).max() < 1e-6 * np.ptp(r.energy.kinetic)


def test_redundant_pins_change_nothing():
    """Four parallel pins in space hold their links three times over; they fall as the planar twin does."""
    planar, spatial = (vz.simulate(four_bar(dimension)[0], 2.0, 0.02, **TIGHT) for dimension in (2, 3))
    assert spatial.status == "done"
    assert columns(spatial.point("L"), "xy") == pytest.approx(columns(planar.point("L"), "xy"), abs=1e-8)
    assert np.abs(spatial.point("L").z).max() < 1e-10
    for joint in "ABCD":
        for quantity in ("fx", "fy"):
            assert spatial.joint(joint)[quantity] == pytest.approx(planar.joint(joint)[quantity], abs=1e-5)
    assert np.abs(spatial.energy.balance).max() < 1e-8 * np.ptp(spatial.energy.kinetic)
    assert max(spatial.constraint.position.max(), spatial.constraint.velocity.max()) < 1e-10
