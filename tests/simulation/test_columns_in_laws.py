"""Laws of forces that name columns (`-20*A.angle - 2*A.angle_rate`), and expressions of columns of results."""

from __future__ import annotations

import math

import numpy as np
import pytest

import vazba as vz

METHODS = ("absolute", "recursive", "minimal")
TIGHT = {"rtol": 1e-10, "atol": 1e-12}
FILE = """
name = "pendulum"
dimension = 2
[parameters]
k = 20
c = 0.7
[bodies.rod]
position = [0.6, 0]
mass = 2
inertia = 0.3
[joints.A]
type = "revolute"
bodies = ["ground", "rod"]
at = [0, 0]
[actuators.motor]
joint = "A"
torque = "-k*A.angle - c*A.angle_rate + 0.1*sin(t)"
[simulation]
until = 1
every = 0.1
"""


def pendulum(dimension=2, order=("ground", "rod"), spring=False):
    flat = dimension == 2
    m = vz.Model("pendulum", dimension=dimension, gravity=(0, -9.81) if flat else (0, -9.81, 0))
    at = (0, 0) if flat else (0, 0, 0)
    m.body("rod", position=(0.6, *at[1:]), mass=2, inertia=0.3 if flat else [0.1, 0.2, 0.3])
    m.revolute("A", *order, at=at, **({} if flat else {"axis": (0, 0, 1)}))
    if spring:
        m.spring("s", joint="A", stiffness=20)
        m.damper("d", joint="A", damping=0.7)
    else:
        m.actuator("motor", joint="A", torque="-20*A.angle - 0.7*A.angle_rate")
    return m


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("dimension", [2, 3])
@pytest.mark.parametrize("order", [("ground", "rod"), ("rod", "ground")])
def test_a_motor_that_is_a_spring(dimension, order, method):
    """An effort `-k phi - c phi'` is a spring and a damper at the joint; what it does is put in."""
    r, s = (vz.simulate(pendulum(dimension, order, x), 1.0, 0.1, method=method, **TIGHT) for x in (False, True))
    assert r["A.angle"] == pytest.approx(s["A.angle"], abs=1e-8)
    assert r["motor.effort"] == pytest.approx(-20 * r["A.angle"] - 0.7 * r["A.angle_rate"], abs=1e-9)
    assert np.abs(r["energy.balance"]).max() < 1e-8
    assert r["energy.input"] == pytest.approx(-s["energy.elastic"] - s["energy.dissipated"], abs=1e-7)


@pytest.mark.parametrize("integrator", ["radau", "generalized_alpha"])
def test_implicit_integrators(integrator):
    """As near as with a spring and a damper, whose slopes they know."""
    exact = vz.simulate(pendulum(spring=True), 1.0, 0.1, **TIGHT)["A.angle"]
    how = {"method": "absolute", "integrator": integrator, "rtol": 1e-7, "atol": 1e-9}
    r, s = (vz.simulate(pendulum(spring=x), 1.0, 0.1, **how)["A.angle"] for x in (False, True))
    assert np.abs(r - exact).max() < 2 * np.abs(s - exact).max() + 1e-8 < 1e-4


@pytest.mark.parametrize("method", METHODS)
def test_a_force_and_a_torque_by_columns_of_bodies_and_points(method):
    """A central force `-k r` on a free body and a drag by its speed: motions `exp(-c t/2m) cos`, one for each axis."""
    m = vz.Model("bead", dimension=2, gravity=(0, 0))
    m.body("bead", position=(1.0, 0.2), velocity=(0.0, 0.5), angular_velocity=2.0, mass=2, inertia=0.1)
    m.point("P", "bead", (0, 0))
    m.force("pull", "P", ("-8*P.x - 0.4*bead.vx", "-8*bead.y - 0.4*P.vy"))
    m.torque("brake", body="bead", torque="-0.05*bead.w")
    r = vz.simulate(m, 2.0, 0.1, method=method, **TIGHT)
    d, w = 0.1, math.sqrt(4 - 0.01)
    assert r["bead.x"] == pytest.approx(
        np.exp(-d * r.time) * (np.cos(w * r.time) + d / w * np.sin(w * r.time)), abs=1e-8
    )
    assert r["bead.w"] == pytest.approx(2 * np.exp(-0.5 * r.time), abs=1e-8)


def test_statics_modes_and_linear_models():
    """Rest where `m g a cos phi = k phi`; eigenvalues of the linear model are those of the spring and damper."""
    m, s = pendulum(), pendulum(spring=True)
    rest, same = vz.equilibrium(m), vz.equilibrium(s)
    assert rest["A.angle"] == pytest.approx(same["A.angle"], abs=1e-8)
    a, b = (vz.linearize(x, at="equilibrium", inputs=[]) for x in (m, s))
    assert pytest.approx(b.A, abs=1e-6) == a.A
    assert vz.modes(m).modes[0].frequency == pytest.approx(vz.modes(s).modes[0].frequency, rel=1e-6)
    run = vz.simulate(s, 0.5, 0.1, **TIGHT)
    point = {"A.angle": float(run["A.angle"][-1]), "A.angle_rate": float(run["A.angle_rate"][-1])}
    a, b = (vz.linearize(x, at=point, inputs=[]) for x in (m, s))
    assert pytest.approx(b.A, abs=1e-6) == a.A


def test_stepper_and_inverse_know_them():
    stepper = vz.Stepper(pendulum(), **TIGHT)
    for _ in range(10):
        stepper.step({}, 0.1)
    s = vz.simulate(pendulum(spring=True), 1.0, 0.1, **TIGHT)
    assert stepper.observe(["A.angle"]) == pytest.approx(s["A.angle"][-1:], abs=1e-8)
    efforts = []
    for spring in (False, True):
        m = pendulum(spring=spring)
        m.drive("turn", joint="A", angle="0.3*sin(2*t)")
        efforts.append(vz.inverse(m, until=1, every=0.1, actuators=["turn"])["turn.effort"])
    assert efforts[0] == pytest.approx(efforts[1], abs=1e-9)


def test_files(tmp_path):
    path = tmp_path / "m.toml"
    path.write_text(FILE)
    m = vz.load(path)
    r = vz.simulate(m, **TIGHT)
    effort = -20 * r["A.angle"] - 0.7 * r["A.angle_rate"] + 0.1 * np.sin(r.time)
    assert r["motor.effort"] == pytest.approx(effort, abs=1e-9)
    vz.save(m, tmp_path / "n.toml")
    again = vz.simulate(vz.load(tmp_path / "n.toml"), **TIGHT)
    assert np.array_equal(again["A.angle"], r["A.angle"])


@pytest.mark.parametrize(
    ("torque", "told"),
    [
        ("-20*B.angle", r"actuator motor: expression: there is nothing called 'B'"),
        ("-20*A.angel", r"actuator motor: expression: 'A.angel' cannot be read.*did you mean 'A.angle'"),
        ("A.fx", r"'A.fx' cannot be read.*A.angle_rate"),
        ("-q*A.angle", r"unknown name 'q'"),
        ("A.angle.x", r"unexpected character"),
        ("__import__('os').x", r"names may not start with an underscore"),
    ],
)
def test_what_is_wrong_is_told(torque, told):
    m = pendulum(spring=True)
    m.actuator("motor", joint="A", torque=torque)
    with pytest.raises(vz.ModelError, match=told):
        vz.check(m)


def test_where_columns_have_no_value():
    m = pendulum(spring=True)
    m.drive("turn", joint="A", angle="0.1*rod.x")
    with pytest.raises(vz.ModelError, match=r"driver turn: .*rod.x has no value here.*forces, torques and actuators"):
        vz.check(m)
    m = pendulum(spring=True)
    m.body("more", mass="2*rod.x", inertia=1)
    with pytest.raises(vz.ModelError, match=r"'rod.x' has no value here"):
        vz.check(m)


def test_free_lengths_and_events_tell_what_to_do_instead():
    """Free lengths do not name columns; an actuator does what such a cable would do: with a constant free length it is the cable."""

    def hung(kind, **values):
        m = pendulum(spring=True)
        m.point("roof", "ground", (1.5, 1))
        m.point("tip", "rod", (0.3, 0))
        getattr(m, kind)("rope", **values)
        return m

    through = ("roof", "tip")
    for said in (
        hung("cable", through=through, stiffness=200, free_length="1 + 0.1*A.angle"),
        hung("spring", points=through, stiffness=200, free_length="1 + 0.1*A.angle"),
    ):
        with pytest.raises(
            vz.ModelError, match=r"rope: free_length: .*A.angle has no value here.* an actuator .*tension"
        ):
            vz.check(said)
    m = pendulum()
    m.event("low", joint="A", value="0.1 + rod.x")
    with pytest.raises(vz.ModelError, match=r"event low: value: .*'rod.x' has no value here.*m.event"):
        vz.check(m)
    cable = vz.simulate(hung("cable", through=through, stiffness=200, free_length=1.05), 1.0, 0.1, **TIGHT)
    law = "max(0, 200*(rope.value/1.05 - 1))"
    actuator = vz.simulate(hung("actuator", through=through, tension=law), 1.0, 0.1, **TIGHT)
    assert cable["rope.force"].max() > 1
    assert actuator["rope.effort"] == pytest.approx(cable["rope.force"], abs=1e-5)
    assert actuator["A.angle"] == pytest.approx(cable["A.angle"], abs=1e-6)


def test_expressions_of_results():
    """The same numbers as from the columns by hand; in pictures and tables too."""
    r = vz.simulate(pendulum(), 0.5, 0.1)
    assert r["hypot(rod.vx, rod.vy)"] == pytest.approx(r["rod.speed"], abs=1e-14)
    assert r.column("2*energy.total - t**2 + max(rod.x, 0)") == pytest.approx(
        2 * r["energy.total"] - r.time**2 + np.maximum(r["rod.x"], 0)
    )
    names, table = r.table(["rod.x", "A.force/9.81"])
    assert names == ("time", "rod.x", "A.force/9.81")
    assert table[:, 2] == pytest.approx(r["A.force"] / 9.81)
    with pytest.raises(KeyError, match=r"no column 'rod.u'"):
        r["rod.x + rod.u"]
