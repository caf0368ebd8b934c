"""Rotors of motors (`armature`, `gear`): closed forms, one more body instead, another package, and all formulations, integrators and analyses together."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

import vazba as vz
from vazba.equations import absolute
from vazba.linear.exact import Motion
from vazba.linear.linearize import _by_states
from vazba.linear.point import Point

from .formulations import Formulations

METHODS = ("absolute", "recursive", "minimal")
G = 9.81
MASS, ARM, ABOUT = 2.0, 0.6, 0.3  # of the pendulum
ARMATURE, GEAR = 4e-5, 100.0
ROTOR = ARMATURE * GEAR**2


def pendulum(dimension=2, order=("ground", "rod"), hanging=False, **motor):
    m = vz.Model("pendulum", dimension=dimension, gravity=(0, -G) if dimension == 2 else (0, -G, 0))
    flat = dimension == 2
    at = (0, 0) if flat else (0, 0, 0)
    m.body(
        "rod",
        position=(0, -ARM) if hanging else (ARM, *at[1:]),
        mass=MASS,
        inertia=ABOUT if flat else [0.1, 0.2, ABOUT],
    )
    m.revolute("A", *order, at=at, **({} if flat else {"axis": (0, 0, 1)}))
    m.actuator("motor", joint="A", armature=ARMATURE, gear=GEAR, **motor)
    return m


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("order", [("ground", "rod"), ("rod", "ground")])
@pytest.mark.parametrize("dimension", [2, 3])
def test_a_pendulum_with_a_rotor(dimension, order, method):
    """`(J + m a^2 + I n^2) phi'' = -m g a cos phi + M`, M at the joint; the rotor turns beside the body, so that reactions are those of the body."""
    sign = 1.0 if order[1] == "rod" else -1.0
    m = pendulum(dimension, order, torque=3.0)
    r = vz.simulate(m, 1.0, 0.05, method=method, rtol=1e-10, atol=1e-12)
    phi = r.body("rod")["angle"] if dimension == 2 else sign * r["A.angle"]
    about = ABOUT + MASS * ARM**2 + ROTOR
    quick = (sign * 3.0 - MASS * G * ARM * np.cos(phi)) / about
    assert sign * r["A.angle_acceleration"] == pytest.approx(quick, abs=1e-9)
    speed = sign * r["A.angle_rate"]
    assert r["energy.kinetic"] == pytest.approx(0.5 * about * speed**2, abs=1e-8)
    assert np.abs(r["energy.balance"]).max() < 1e-8
    fy = sign * (MASS * (ARM * (quick * np.cos(phi) - speed**2 * np.sin(phi)) + G))
    assert r["A.fy"] == pytest.approx(fy, abs=1e-7)
    assert np.abs(r["A.m" if dimension == 2 else "A.mz"]).max() < 1e-8
    assert r["motor.effort"] == pytest.approx(3.0)


def five_bar(motors="AD", armature=0.01, gear=3.0, more=0.0):
    """Motors with rotors at some of its joints; `more` inertia of the cranks."""
    m = vz.Model("five bars", dimension=2)
    places = [(0, 0), (-0.2, 0.5), (0.3, 0.9), (0.8, 0.5), (0.6, 0)]
    for k in range(4):
        a, b = np.array(places[k]), np.array(places[k + 1])
        turn = math.atan2(*(b - a)[::-1])
        m.body(
            f"bar{k}",
            position=((a + b) / 2).tolist(),
            angle=turn,
            mass=1.0 + 0.3 * k,
            inertia=0.02 + 0.01 * k + (more if k in (0, 3) else 0.0),
        )
    bodies = ["ground", "bar0", "bar1", "bar2", "bar3", "ground"]
    for k, name in enumerate("ABCDE"):
        m.revolute(name, bodies[k], bodies[k + 1], at=places[k])
        if name in motors:
            m.actuator(
                f"motor {name}", joint=name, **({"armature": armature * (k + 1), "gear": gear} if armature else {})
            )
    return m


def spatial():
    """All joints that take rotors in one open chain, none of them at its zero, two of them backwards."""
    m = vz.Model("chain", gravity=(0.3, -1, -9))
    ends = [(0, 0, 0), (0.4, 0.1, 0), (0.7, 0.3, 0.2), (0.9, 0.2, 0.5), (1.2, 0.1, 0.4), (1.5, 0.3, 0.6)]
    for k in range(5):
        at = ((np.array(ends[k]) + ends[k + 1]) / 2).tolist()
        m.body(
            f"b{k}",
            position=at,
            mass=1.0 + 0.2 * k,
            inertia=[0.03, 0.02 + 0.01 * k, 0.025],
            com=[0.02, 0.01 * k, -0.03],
        )
    m.revolute("R", "ground", "b0", at=ends[0], axis=(0.2, 0.1, 1))
    m.prismatic("P", "b1", "b0", at=ends[1], axis=(1, 0.3, 0.2))
    m.cylindrical("C", "b1", "b2", at=ends[2], axis=(0.1, 1, 0.3))
    m.universal("U", "b3", "b2", at=ends[3], axes=[(0, 1, 0.4), (1, 0.4, -1)])
    m.screw("S", "b3", "b4", at=ends[4], axis=(0.5, 0.2, 1), lead=0.3)
    places = "R.angle P.displacement C.angle C.displacement U.angle_1 U.angle_2 S.angle"
    for k, place in enumerate(places.split()):
        joint, coordinate = place.split(".")
        m.actuator(f"m{k}", joint=joint, coordinate=coordinate, armature=0.02 + 0.03 * k, gear=1.5)
    return m


@pytest.mark.parametrize("make", [five_bar, spatial])
def test_all_formulations_say_the_same(make):
    """Accelerations, multipliers, reactions and powers at random states, and the equations as matrices, solved by NumPy."""
    found, rng, seen = Formulations(make()), np.random.default_rng(3), 0
    assert (found.tree.freedoms["rotor"] > 0).sum() == (2 if make is five_bar else 7)
    for _ in range(20):
        x = found.state(rng)
        if x is None or found.conditioned(x) < 1e-2:
            continue
        seen += 1
        assert max(max(d.values()) for d in found.differences(x).values()) < 1e-10
        assert found.dense(x).acceleration == pytest.approx(found.seen("recursive", x).acceleration, abs=1e-9)
    assert seen > 5


@pytest.mark.parametrize("make", [five_bar, spatial])
def test_the_factorised_matrix_has_rotors(make):
    """In the coordinates of all bodies one solution by the factors is the dense one already: refinement has nothing to make good."""
    found, rng, seen = Formulations(make()), np.random.default_rng(4), 0
    form = found.absolute
    for _ in range(20):
        x = found.state(rng)
        if x is None or found.conditioned(x) < 1e-2:
            continue
        seen += 1
        y = found.bodies(x)
        rate, once = np.zeros(len(y)), np.zeros(found.system.nv)
        form.derivative(form.record.here, y.ctypes.data, rate.ctypes.data, 0.0)
        absolute.solve_many(form.record.here, once.ctypes.data, 0)
        exact = found.dense(x).acceleration
        assert once == pytest.approx(exact, abs=1e-9 * np.abs(exact).max())
    assert seen > 5


def test_a_rotor_on_the_ground_is_more_inertia():
    """Where the first body is the ground, the rotor adds its inertia to that of the second; both cranks of a five-bar linkage."""
    m = five_bar("A", 0.01, -2.0)
    m.actuator("motor E", joint="E", armature=0.04)
    other = five_bar("", more=0.04)
    for method in METHODS:
        r, s = (vz.simulate(x, 0.6, 0.1, method=method, rtol=1e-10, atol=1e-12) for x in (m, other))
        for column in ("bar1.x", "bar2.angle", "C.fx", "A.m", "energy.kinetic"):
            assert r[column] == pytest.approx(s[column], abs=3e-8), (method, column)


@pytest.mark.parametrize("integrator", ["dop853", "radau", "generalized_alpha"])
@pytest.mark.parametrize("make", [five_bar, spatial])
def test_implicit_integrators_know_rotors(make, integrator):
    """The same motion, and as few steps as without rotors: Newton's iteration has them in its matrix."""
    tight = {"rtol": 1e-9, "atol": 1e-11} if integrator != "generalized_alpha" else {"rtol": 1e-6, "atol": 1e-8}
    first = vz.simulate(make(), 0.2, 0.05, method="recursive", rtol=1e-11, atol=1e-13)
    r = vz.simulate(make(), 0.2, 0.05, method="absolute", integrator=integrator, **tight)
    body = "bar1" if make is five_bar else "b4"
    assert r[f"{body}.x"] == pytest.approx(first[f"{body}.x"], abs=1e-6 if integrator == "generalized_alpha" else 1e-8)
    if integrator == "generalized_alpha":
        joints = vz.simulate(make(), 0.2, 0.05, method="recursive", integrator=integrator, **tight)
        assert joints[f"{body}.x"] == pytest.approx(first[f"{body}.x"], abs=1e-6)


def test_motors_at_all_joints_of_a_loop():
    """A rotor needs a coordinate of the tree: `auto` takes absolute coordinates, the others say why not. Nothing is lost."""
    m = five_bar("ABCDE")
    r = vz.simulate(m, 0.5, 0.1, rtol=1e-10, atol=1e-12)
    assert r.info["method"] == "absolute"
    assert np.abs(r["energy.balance"]).max() < 1e-7
    rates = sum(0.5 * 0.09 * (k + 1) * r[f"{name}.angle_rate"] ** 2 for k, name in enumerate("ABCDE"))
    bars = sum(
        0.5 * (1.0 + 0.3 * k) * (r[f"bar{k}.vx"] ** 2 + r[f"bar{k}.vy"] ** 2) + 0.5 * (0.02 + 0.01 * k) * r[f"bar{k}.w"] ** 2
        for k in range(4)
    )  # fmt: skip
    assert r["energy.kinetic"] == pytest.approx(rates + bars, rel=1e-9)
    for method in ("recursive", "minimal"):
        with pytest.raises(vz.ModelError, match=r"actuator motor [A-E]: armature: joint [A-E] is not in the tree"):
            vz.simulate(m, 0.1, method=method)


def test_inverse_dynamics_adds_what_turns_the_rotors():
    """`I s''` beside what the same motion needs without rotors: driven arms, loops, and trees by Newton-Euler."""
    m, bare = five_bar(), five_bar(armature=0)
    for k, name in enumerate("AD"):
        for x in (m, bare):
            drawn = float(x.bodies["bar0"].angle if name == "A" else x.bodies["bar3"].angle - x.bodies["bar2"].angle)
            x.drive(f"d{name}", joint=name, angle=f"{drawn} + {0.2 + 0.1 * k}*sin({2 + k}*t)")
    with_rotors, without = (vz.inverse(x, until=1.0, every=0.1) for x in (m, bare))
    for k, name in ((0, "A"), (3, "D")):
        more = 0.09 * (k + 1) * with_rotors[f"{name}.angle_acceleration"]
        found = with_rotors[f"motor {name}.effort"] - without[f"motor {name}.effort"]
        assert found == pytest.approx(more, abs=1e-9)
    back = vz.replay(with_rotors, rtol=1e-11, atol=1e-13)
    assert back["tracking.position"].max() < 1e-7
    tree, plain = vz.joint_tree(spatial()), spatial()
    plain.actuators.clear()
    rng = np.random.default_rng(5)
    q, v, a = rng.uniform(-0.5, 0.5, (3, tree.nv))
    tau = vz.inverse_dynamics(tree, q, v, a)
    diagonal = np.diag(vz.mass_matrix(tree, q) - vz.mass_matrix(plain, q))
    assert tau - vz.inverse_dynamics(plain, q, v, a) == pytest.approx(diagonal * a, abs=1e-10)
    for algorithm in ("articulated", "composite", "residual"):
        assert vz.forward_dynamics(tree, q, v, tau, algorithm=algorithm) == pytest.approx(a, abs=1e-9)


def test_exact_tangents_know_rotors():
    """`vz.linearize` along a motion against differences of the accelerations; sliding rotors on bodies that turn included."""
    for make in (five_bar, spatial):
        run = vz.simulate(make(), 0.3, 0.1, rtol=1e-10, atol=1e-12)
        point = Point(make(), (run, 0.3), None)
        exact, _ = Motion(point).rates()
        (found, _), (off, _) = _by_states(point, (), True)
        assert np.abs(off).max() < 1e-6
        assert exact == pytest.approx(found, abs=2e-6 * np.abs(found).max())


def test_linearised_pendulum_and_its_input():
    """`A = [[0, 1], [-m g a/J, 0]]`, `B = [0, 1/J]` with the rotor in J: efforts are those at the joint."""
    m = pendulum(hanging=True)
    found, about = vz.linearize(m, at="drawn"), ABOUT + MASS * ARM**2 + ROTOR
    assert pytest.approx(np.array([[0, 1], [-MASS * G * ARM / about, 0]]), abs=1e-11) == found.A
    assert pytest.approx(np.array([[0], [1 / about]]), abs=1e-12) == found.B


def test_modes_and_steady_motion():
    """A slider with a rotor on a table that turns at Omega, on a spring: `w^2 = (k - m Omega^2)/(m + I)` about `r = k l/(k - m Omega^2)`."""
    mass, rotor, k, length = 2.0, 0.05 * 4**2, 300.0, 0.5
    for omega in (0.0, 5.0):
        m, r = vz.Model("table", dimension=2, gravity=(0, 0)), k * length / (k - mass * omega**2)
        m.body("table", mass=1, inertia=1)
        m.body("slider", position=(r, 0), mass=mass, inertia=0.1, angular_velocity=omega, velocity=(0, omega * r))
        m.revolute("A", "ground", "table", at=(0, 0))
        m.prismatic("B", "table", "slider", at=(0, 0), axis=(1, 0))
        m.point("O", "table", (0, 0))
        m.point("P", "slider", (0, 0))
        m.spring("s", "O", "P", stiffness=k, free_length=length)
        m.actuator("motor", joint="B", armature=0.05, gear=4)
        m.drive("turn", joint="A", angle={"polynomial": [0.0, omega]})
        found = vz.modes(m, at="motion" if omega else "drawn")
        assert not any("change" in text or "balanced" in text for text in found.warnings)
        w = math.sqrt((k - mass * omega**2) / (mass + rotor))
        assert 2 * math.pi * found.modes[0].frequency == pytest.approx(w, rel=1e-8)


def test_stepper():
    """Held torque over one step: `phi = 1/2 (M/J) t^2` without gravity."""
    m = pendulum()
    m.gravity = (0, 0)
    stepper = vz.Stepper(m, rtol=1e-10, atol=1e-12)
    stepper.step({"motor": 2.0}, 0.5)
    quick = 2.0 / (ABOUT + MASS * ARM**2 + ROTOR)
    assert stepper.observe(["A.angle", "A.angle_rate"]) == pytest.approx([quick / 8, quick / 2], abs=1e-9)


def test_a_robot_against_another_package():
    """Mass matrix, inverse and forward dynamics of a UR5 with rotors behind gears (`rotorInertia`, `rotorGearRatio`)."""
    pin = pytest.importorskip("pinocchio")
    path = Path(pin.__file__).parents[4] / "share/example-robot-data/robots/ur_description/urdf/ur5_robot.urdf"
    if not path.is_file():
        pytest.skip("the package example-robot-data is not installed")
    other, m = pin.buildModelFromUrdf(str(path)), vz.load(path)
    m.dampers.clear()
    rng = np.random.default_rng(7)
    inertia, ratio = rng.uniform(1e-5, 1e-4, 6), rng.uniform(30, 120, 6)
    other.armature = inertia * ratio**2
    for name, i, n in zip(list(other.names)[1:], inertia, ratio, strict=True):
        m.actuator(f"motor {name}", joint=name, armature=i, gear=n)
    data, tree = other.createData(), vz.joint_tree(m)
    q, v, a = rng.uniform(-1, 1, (3, 6))
    mass = pin.crba(other, data, q)
    mass = np.triu(mass) + np.triu(mass, 1).T
    assert vz.mass_matrix(tree, q) == pytest.approx(mass, abs=1e-10)
    tau = pin.rnea(other, data, q, v, a)
    assert vz.inverse_dynamics(tree, q, v, a) == pytest.approx(tau, abs=1e-9)
    assert vz.forward_dynamics(tree, q, v, tau) == pytest.approx(a, abs=1e-8)


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"armature": -1}, r"armature = -1 is not allowed; it must be zero or positive"),
        ({"armature": 1, "gear": 0}, r"gear = 0 is not allowed"),
        ({"gear": 5}, r"gear is given without an armature.*efforts are those at the joint"),
        ({"armature": float("nan")}, r"armature"),
    ],
)
def test_what_is_wrong_is_told(given, told):
    m = pendulum()
    m.actuators.clear()
    with pytest.raises(vz.ModelError, match=told):
        checked(m, joint="A", **given)


def checked(m, **given):
    m.actuator("w", **given)
    return vz.check(m)


def test_rotors_at_the_wrong_places_are_told():
    m = pendulum()
    m.point("P", "ground", (1, 1))
    m.point("Q", "rod", (0, 0))
    with pytest.raises(vz.ModelError, match=r"actuator w: armature is given through points.*drum"):
        checked(m, through=("P", "Q"), armature=0.1)
    m = vz.Model("slot", dimension=2)
    m.body("rod", mass=1, inertia=1)
    m.joint("slot", "S", "ground", "rod", at=(0, 0), axis=(1, 0))
    m.actuator("motor", joint="S", armature=1)
    with pytest.raises(vz.ModelError, match=r"armature does not go with joint S \(slot\)"):
        vz.check(m)
    m = spatial()
    with pytest.raises(vz.ModelError, match=r"armature does not go with the displacement of joint S \(screw\)"):
        checked(m, joint="S", coordinate="displacement", armature=1)


def test_files_keep_rotors(tmp_path):
    path = tmp_path / "m.toml"
    vz.save(pendulum(), path)
    read = vz.load(path).actuators["motor"]
    assert (float(read.armature), float(read.gear)) == (ARMATURE, GEAR)
