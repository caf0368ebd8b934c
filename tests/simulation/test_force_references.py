"""Springs, dampers, actuators, forces and torques against closed forms and SciPy."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.interpolate import CubicSpline
from scipy.special import ellipj

import vazba as vz
from vazba.algebra.rotations import matrices as rotation_matrices

G = 9.81
TIGHT = {"rtol": 1e-11, "atol": 1e-13}


def columns(view, names):
    return np.column_stack([view[name] for name in names])


def rotor(dimension=2, order=("ground", "rotor"), inertia=0.4, **values):
    """A balanced rotor on a pin along z (its frame and mass centre there)."""
    m = vz.Model("rotor", dimension=dimension)
    flat = dimension == 2
    m.body("rotor", mass=2.0, inertia=inertia if flat else [0.3, 0.3, inertia], **values)
    m.revolute("A", *order, at=(0,) * dimension, **({} if flat else {"axis": (0, 0, 1)}))
    return m


def slider(dimension=2, order=("ground", "slider"), gravity=None, **values):
    """A slider of 2 kg on a level guide along x."""
    m = vz.Model("slider", dimension=dimension, gravity=gravity)
    m.body("slider", mass=2.0, inertia=0.3 if dimension == 2 else [0.3, 0.4, 0.5], **values)
    m.prismatic("S", *order, at=(0,) * dimension, axis=(1, 0, 0)[:dimension])
    return m


def along_x(dimension, value):
    return [value] + [0.0] * (dimension - 1)


def spun(dimension, value):
    return value if dimension == 2 else [0.0, 0.0, value]


# --- springs and dampers at joints ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("damping", [0.0, 0.3])
@pytest.mark.parametrize("order", [("ground", "rotor"), ("rotor", "ground")])
@pytest.mark.parametrize("dimension", [2, 3])
def test_torsion_pendulum(dimension, order, damping):
    """`J phi'' + B phi' + K (phi - phi0) = 0`, wound up by more than one turn."""
    j, k, free, speed = 0.4, 3.0, 0.2, 30.0
    sign = 1.0 if order[1] == "rotor" else -1.0
    m = rotor(dimension, order, angular_velocity=spun(dimension, speed))
    m.spring("s", joint="A", stiffness=k, free_angle=sign * free, damping=damping)
    r = vz.simulate(m, 6.0, 0.05, **TIGHT)
    decay = damping / (2 * j)
    w = np.sqrt(k / j - decay**2)
    t = r.time
    swing = np.exp(-decay * t) * (-free * np.cos(w * t) + (speed - free * decay) / w * np.sin(w * t))
    assert np.ptp(swing) > 2 * np.pi
    assert sign * r.joint("A").angle == pytest.approx(free + swing, abs=1e-8)
    assert sign * r.spring("s").length == pytest.approx(free + swing, abs=1e-8)
    moment = k * swing + damping * sign * r.spring("s").rate
    assert sign * r.spring("s").force == pytest.approx(moment, abs=1e-7)
    assert r.energy.elastic == pytest.approx(0.5 * k * swing**2, abs=1e-6)
    assert np.abs(r.energy.balance).max() < 1e-8 * r.energy.kinetic[0]


@pytest.mark.parametrize("dimension", [2, 3])
def test_spring_with_damping_on_a_guide(dimension):
    """A spring at a displacement: the damped frequency, and the energy lost between two turning points."""
    m = slider(dimension, velocity=along_x(dimension, 0.5))
    m.spring("s", joint="S", stiffness=50.0, free_length=0.3, damping=3.0)
    r = vz.simulate(m, 4.0, 0.02, **TIGHT)
    decay, t = 0.75, r.time
    w = np.sqrt(25.0 - decay**2)
    swing = np.exp(-decay * t) * (-0.3 * np.cos(w * t) + (0.5 - 0.3 * decay) / w * np.sin(w * t))
    assert r.joint("S").displacement == pytest.approx(0.3 + swing, abs=1e-10)
    energy = r.energy.kinetic + r.energy.elastic
    assert r.energy.dissipated == pytest.approx(energy[0] - energy, abs=1e-10)
    assert np.diff(r.energy.dissipated).min() > 0


def duffing(a, b, amplitude, t):
    """`x'' + a x + b x^3 = 0` from rest: `x = A cn(W t, m)`, `W^2 = a + b A^2`, `m = b A^2 / (2 W^2)`."""
    w = np.sqrt(a + b * amplitude**2)
    return amplitude * ellipj(w * t, b * amplitude**2 / (2 * w**2))[1]


@pytest.mark.parametrize("force", ["80*x + 600*x**3", {"polynomial": [0, 80, 0, 600]}, {"expression": "80*x + c*x**3"}])
def test_cubic_spring_by_elliptic_functions(force):
    m = slider()
    m.parameters["c"] = 600.0
    m.spring("s", joint="S", force=force, free_length=-0.4)
    r = vz.simulate(m, 3.0, 0.02, **TIGHT)
    x = duffing(40.0, 300.0, 0.4, r.time)
    assert r.joint("S").displacement == pytest.approx(x - 0.4, abs=1e-9)
    assert r.spring("s").force == pytest.approx(80 * x + 600 * x**3, abs=1e-6)
    potential = 40 * x**2 + 150 * x**4
    assert r.energy.elastic == pytest.approx(potential - potential[0], abs=1e-8)  # of a curve: beside the start
    assert np.abs(r.energy.balance).max() < 1e-9


def test_table_spring_beside_scipy():
    """A table is the not-a-knot spline SciPy makes of it."""
    x = np.array([-0.6, -0.45, -0.3, -0.1, 0.0, 0.15, 0.3, 0.6])
    f = np.array([-90, -50, -12, -6, 0.0, 9, 40, 100])
    m = slider(velocity=[2.0, 0.0])
    m.spring(
        "s", joint="S", force={"table": {"times": x.tolist(), "values": f.tolist()}}, free_length=0.05, damping=0.4
    )
    r = vz.simulate(m, 3.0, 0.05, **TIGHT)
    curve = CubicSpline(x, f)
    found = solve_ivp(lambda _, y: [y[1], -(curve(y[0] - 0.05) + 0.4 * y[1]) / 2.0], (0, 3), [0.0, 2.0], "DOP853", r.time,
                      rtol=1e-12, atol=1e-13)  # fmt: skip
    assert r.joint("S").displacement == pytest.approx(found.y[0], abs=1e-8)
    assert r.spring("s").force == pytest.approx(curve(found.y[0] - 0.05) + 0.4 * found.y[1], abs=1e-6)
    work = curve.antiderivative()(found.y[0] - 0.05)
    assert r.energy.elastic == pytest.approx(work - work[0], abs=1e-7)
    assert not r.warnings


@pytest.mark.parametrize("given", [{"stiffness": 80.0}, {"force": "80*x"}])
def test_a_free_length_that_moves_puts_work_in(given):
    """A slider dragged by the far end of a spring that leaves with the speed u: `x = u t - u/w sin(w t)`."""
    u, w = 0.7, np.sqrt(40.0)
    m = slider()
    m.spring("s", joint="S", free_length=f"{u}*t", **given)
    r = vz.simulate(m, 2.0, 0.05, **TIGHT)
    t = r.time
    stretch = -u / w * np.sin(w * t)
    assert r.joint("S").displacement == pytest.approx(u * t + stretch, abs=1e-10)
    assert r.energy.elastic == pytest.approx(40 * stretch**2, abs=1e-9)
    assert r.energy.input == pytest.approx(2.0 * u**2 * (1 - np.cos(w * t)), abs=1e-9)  # u times the momentum gained
    assert np.abs(r.energy.balance).max() < 1e-10


def test_a_damper_by_a_curve_of_its_rate():
    """Drag `c x'|x'|`: `v = v0 / (1 + c v0 t/m)`, `x = m/c ln(1 + c v0 t/m)`."""
    m = slider(velocity=[3.0, 0.0])
    m.damper("d", joint="S", force="1.6*x*abs(x)")
    r = vz.simulate(m, 5.0, 0.1, **TIGHT)
    grown = 1 + 1.6 * 3.0 * r.time / 2.0
    assert r.body("slider").vx == pytest.approx(3.0 / grown, abs=1e-9)
    assert r.joint("S").displacement == pytest.approx(2.0 / 1.6 * np.log(grown), abs=1e-9)
    assert r.energy.dissipated == pytest.approx(9.0 * (1 - grown**-2), abs=1e-9)


def test_a_reeled_cable_lifts_its_load():
    """`l'' = g - (k/(m l0)) (l - l0) - (b/(m l0)) l'` with `l0(t)` winding in, beside SciPy."""
    k, b, mass = 900.0, 40.0, 2.0
    m = vz.Model("hoist", dimension=3)
    m.body("load", mass=mass, inertia=[1, 1, 1], position=(0, 0, -3.1))
    m.point("eye", "load", (0, 0, 0))
    m.point("drum", "ground", (0, 0, 0))
    m.cable("rope", ["drum", "eye"], stiffness=k, damping=b, free_length="3 - 0.4*t")
    r = vz.simulate(m, 3.0, 0.05, **TIGHT)

    def rate(t, y):
        free = 3 - 0.4 * t
        return [y[1], G - (k * (y[0] - free) + b * y[1]) / (mass * free)]

    found = solve_ivp(rate, (0, 3), [3.1, 0.0], "DOP853", r.time, rtol=1e-12, atol=1e-13)
    assert r.cable("rope").length == pytest.approx(found.y[0], abs=1e-9)
    assert r.cable("rope").force.min() > 0
    assert np.abs(r.energy.balance).max() < 1e-9 * np.ptp(r.energy.potential)
    assert r.energy.input[-1] > 0.8 * mass * G * 1.1  # lifted by more than a metre


# --- actuators, forces and torques ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("order", [("ground", "rotor"), ("rotor", "ground")])
@pytest.mark.parametrize("dimension", [2, 3])
def test_a_motor_spins_up_its_rotor(dimension, order):
    """`w = T t/J`, power `T w`; it turns the second body forward."""
    m = rotor(dimension, order)
    m.actuator("motor", joint="A", torque=1.2)
    r = vz.simulate(m, 4.0, 0.1, **TIGHT)
    sign, w = (1.0 if order[1] == "rotor" else -1.0), 3.0 * r.time
    motor, spin = r.actuator("motor"), r.body("rotor")["w" if dimension == 2 else "wz"]
    assert spin == pytest.approx(sign * w, abs=1e-10)
    assert motor.effort == pytest.approx(1.2, abs=1e-14)
    assert motor.rate == pytest.approx(w, abs=1e-10)  # of the coordinate: second body relative to the first
    assert motor.value == pytest.approx(1.5 * r.time**2, abs=1e-9)
    assert motor.power == pytest.approx(1.2 * w, abs=1e-10)
    assert r.energy.input == pytest.approx(0.2 * w**2, abs=1e-9)


def test_a_motor_on_a_free_stator_turns_both():
    """A motor between two free discs: equal and opposite momentum."""
    m = vz.Model("discs", dimension=2, gravity=(0, 0))
    m.body("stator", mass=1.0, inertia=0.8)
    m.body("disc", mass=1.0, inertia=0.2)
    m.revolute("A", "stator", "disc", at=(0, 0))
    m.actuator("motor", joint="A", torque="2*sin(3*t)")
    r = vz.simulate(m, 2.0, 0.05, **TIGHT)
    impulse = 2 / 3 * (1 - np.cos(3 * r.time))
    assert r.body("disc").w == pytest.approx(impulse / 0.2, abs=1e-9)
    assert r.body("stator").w == pytest.approx(-impulse / 0.8, abs=1e-9)
    assert r.momentum.l == pytest.approx(0, abs=1e-12)
    assert r.energy.input == pytest.approx(0.5 * impulse**2 * (1 / 0.2 + 1 / 0.8), abs=1e-9)


def test_a_pusher_on_a_guide_and_a_winch_between_points():
    """`force` pushes the second body along the displacement; `tension` pulls points together."""
    m = slider()
    m.actuator("push", joint="S", force="4*t")
    r = vz.simulate(m, 2.0, 0.1, **TIGHT)
    assert r.body("slider").x == pytest.approx(r.time**3 / 3, abs=1e-10)
    assert r.actuator("push").power == pytest.approx(4 * r.time * r.time**2, abs=1e-9)
    m = vz.Model("tug", dimension=3, gravity=(0, 0, 0))
    for name, mass, x in (("a", 1.0, 0.0), ("b", 3.0, 5.0)):
        m.body(name, mass=mass, inertia=[1, 1, 1], position=(x, 1.0, 2.0))
        m.point(f"P{name}", name, (0, 0, 0))
    m.actuator("winch", through=("Pa", "Pb"), tension=1.5)
    r = vz.simulate(m, 2.0, 0.1, **TIGHT)
    assert r.body("a").x == pytest.approx(0.75 * r.time**2, abs=1e-10)
    assert r.body("b").x == pytest.approx(5 - 0.25 * r.time**2, abs=1e-10)
    winch = r.actuator("winch")
    assert winch.value == pytest.approx(5 - r.time**2, abs=1e-10)
    assert winch.effort == pytest.approx(1.5, abs=1e-14)
    assert winch.power == pytest.approx(1.5 * 2 * r.time, abs=1e-10)
    assert r.energy.input == pytest.approx(1.5 * r.time**2, abs=1e-10)


def ball(**values):
    m = vz.Model("ball", dimension=3, gravity=(0, 0, 0))
    m.body("b", mass=2.0, inertia=[0.3, 0.3, 0.3], orientation={"cardan": [0.4, -0.7, 1.1]}, **values)
    return m


def test_torque_in_body_and_in_ground_components():
    """A ball (all moments of inertia equal): `w = T t/J` in the components the torque is given in."""
    torque = np.array([0.6, -0.9, 0.3])
    for frame in ("b", None):
        m = ball()
        m.torque("T", "b", torque.tolist(), frame=frame)
        r = vz.simulate(m, 2.0, 0.1, **TIGHT)
        w = columns(r.body("b"), ("wx", "wy", "wz"))
        if frame is None:
            turns = rotation_matrices(columns(r.body("b"), ("qw", "qx", "qy", "qz")))
            w = np.einsum("tij,tj->ti", turns, w)
        assert w == pytest.approx(np.outer(r.time, torque / 0.3), abs=1e-9)
        assert r.energy.input == pytest.approx(torque @ torque / 0.6 * r.time**2, abs=1e-9)


def test_torque_between_two_bodies():
    """On the second, its opposite on the first: nothing is gained as a whole."""
    m = ball()
    m.body("c", mass=1.0, inertia=[0.1, 0.1, 0.1], position=(3, 0, 0))
    m.torque("T", bodies=("b", "c"), torque=[0.0, "cos(t)", 0.2])
    r = vz.simulate(m, 2.0, 0.1, **TIGHT)
    assert columns(r.momentum, ("px", "py", "pz", "lx", "ly", "lz")) == pytest.approx(0, abs=1e-10)
    assert r.body("c").wy[1] > 0  # (c is not turned: at first its own axes are the ground's)
    energy = 0.5 * (np.sin(r.time) ** 2 + 0.04 * r.time**2) * (1 / 0.1 + 1 / 0.3)
    assert r.energy.kinetic == pytest.approx(energy, abs=1e-9)
    assert r.energy.input == pytest.approx(energy, abs=1e-9)
    flat = vz.Model("flat", dimension=2, gravity=(0, 0))
    flat.body("b", mass=1.0, inertia=0.5, com=(0.3, 0.1))
    flat.torque("T", "b", "3*t")
    r = vz.simulate(flat, 1.0, 0.1, **TIGHT)
    assert r.body("b").w == pytest.approx(3 * r.time**2, abs=1e-11)
    assert r.momentum.l == pytest.approx(1.5 * r.time**2, abs=1e-11)


def test_a_thruster_turns_with_its_body():
    """A force in body components at the mass centre of a body that spins steadily: `a = F/m e(phi0 + w t)`."""
    w, angle = 3.0, 0.4
    m = vz.Model("thruster", dimension=2, gravity=(0, 0))
    m.body("b", mass=2.0, inertia=0.3, angle=angle, angular_velocity=w)
    m.point("P", "b", (0, 0))
    m.force("F", "P", [5.0, 0.0], frame="b")
    r = vz.simulate(m, 3.0, 0.05, **TIGHT)
    phi, accel = angle + w * r.time, 2.5
    assert r.body("b").vx == pytest.approx(accel / w * (np.sin(phi) - np.sin(angle)), abs=1e-9)
    assert r.body("b").vy == pytest.approx(accel / w * (np.cos(angle) - np.cos(phi)), abs=1e-9)
    place = accel / w**2 * (np.cos(angle) - np.cos(phi)) - accel / w * np.sin(angle) * r.time
    assert r.body("b").x == pytest.approx(place, abs=1e-9)


@pytest.mark.parametrize("every", [0.1, 0.07])
def test_loads_with_start_and_stop(every):
    """A force from 0.3 to 0.8 s and a torque until 0.5 s: parabolas and straight lines, joined exactly."""
    m = vz.Model("pushed", dimension=2, gravity=(0, 0))
    m.body("b", mass=2.0, inertia=0.5)
    m.point("P", "b", (0, 0))
    m.force("F", "P", [6.0, 0.0], start=0.3, stop=0.8)
    m.torque("T", "b", 4.0, stop="0.5")
    r = vz.simulate(m, 1.4, every)
    t, b = r.time, r.body("b")
    pushed, coasted = np.clip(t - 0.3, 0, 0.5), np.clip(t - 0.8, 0, None)
    assert b.x == pytest.approx(1.5 * pushed**2 + 1.5 * coasted, abs=1e-12)
    turned, free = np.clip(t, 0, 0.5), np.clip(t - 0.5, 0, None)
    assert b.angle == pytest.approx(4 * turned**2 + 4 * free, abs=1e-12)
    assert b.ax == pytest.approx(np.where((t >= 0.3) & (t < 0.8), 3.0, 0.0), abs=1e-13)
    assert r.energy.input[-1] == pytest.approx(0.5 * 2 * 1.5**2 + 0.5 * 0.5 * 4.0**2, abs=1e-10)


def test_jumps_within_a_load_are_not_stepped_across():
    """A short trapezoid as force: its impulse is exact to rounding whatever the tolerance."""
    m = vz.Model("kick", dimension=2, gravity=(0, 0))
    m.body("b", mass=2.0, inertia=0.5)
    m.point("P", "b", (0, 0))
    m.force("F", "P", [{"trapezoid": {"start": 0, "speed": 40.0, "times": [0.3, 0.301, 0.302, 0.303]}}, 0])
    m.torque("T", "b", {"trapezoid": {"start": 0, "speed": -40.0, "times": [0.3, 0.301, 0.302, 0.303]}})
    r = vz.simulate(m, 1.0, 0.1, rtol=1e-5, atol=1e-7)
    final = 40.0 * 0.002  # value reached; its integral up to 0.303 is half of the rise, by symmetry
    impulse = 0.5 * final * 0.003 + final * 0.697
    assert r.body("b").vx[-1] == pytest.approx(impulse / 2.0, rel=1e-12)
    assert r.body("b").w[-1] == pytest.approx(-impulse / 0.5, rel=1e-12)


# --- what is reported -----------------------------------------------------------------------------------------------------


def test_momentum_of_a_thrown_body():
    """`p = m v_c`, `l = c x p + J w` about the ground origin: `p' = m g`, `l' = c x m g`; the frame away from the mass centre."""
    com, w, mass, inertia = np.array([0.3, -0.2, 0.5]), np.array([0.4, -1.2, 0.9]), 3.0, np.diag([0.2, 0.5, 0.6])
    r0, v0, g = np.array([1.0, 2.0, -1.0]), np.array([0.5, 1.0, 3.0]), np.array([0.3, 0.2, -9.0])
    m = vz.Model("stone", dimension=3, gravity=g.tolist())
    m.body("b", mass=mass, inertia=inertia.tolist(), com=com.tolist(), position=r0.tolist(), velocity=v0.tolist(), angular_velocity=w.tolist())  # fmt: skip
    r = vz.simulate(m, 1.5, 0.1, **TIGHT)
    c, v, t = r0 + com, v0 + np.cross(w, com), r.time[:, None]
    p = mass * (v + g * t)
    moment = np.cross(c, mass * v) + inertia @ w + mass * np.cross(c, g) * t + mass * np.cross(v, g) * t**2 / 2
    assert columns(r.momentum, ("px", "py", "pz")) == pytest.approx(p, abs=1e-9)
    assert columns(r.momentum, ("lx", "ly", "lz")) == pytest.approx(moment, abs=1e-8)


@pytest.mark.parametrize("dimension", [2, 3])
def test_a_point_mass_is_a_mathematical_pendulum(dimension):
    """Without any inertia of its own, and without a word about it."""
    m = vz.Model("bob", dimension=dimension, gravity=(0, -G, 0)[:dimension])
    m.body("bob", mass=2.0, inertia=0.0 if dimension == 2 else [0, 0, 0], position=(0.0, -0.8, 0)[:dimension],
           velocity=(0.3, 0, 0)[:dimension], angular_velocity=spun(dimension, 0.375))  # fmt: skip
    m.revolute("A", "ground", "bob", at=(0,) * dimension, **({} if dimension == 2 else {"axis": (0, 0, 1)}))
    r = vz.simulate(m, 3.0, 0.02, **TIGHT)
    assert r.warnings == ()
    k, w = 0.3 / (2 * np.sqrt(G * 0.8)), np.sqrt(G / 0.8)
    assert r.joint("A").angle == pytest.approx(2 * np.arcsin(k * ellipj(w * r.time, k**2)[0]), abs=1e-7)
