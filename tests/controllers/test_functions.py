"""Python functions as controllers: names in, names out."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

import vazba as vz

from .test_laws import METHODS, slider, two_links


def motor(m, **values):
    m.actuator("motor", joint="P")
    return m


@pytest.mark.parametrize("every", [None, 0.01])
@pytest.mark.parametrize("method", METHODS)
def test_a_function_is_what_pd_is(method, every):
    def servo(t, x, v):
        return 50.0 * (0.3 * np.sin(t) - x) + 6.0 * (0.3 * np.cos(t) - v)

    own = motor(slider())
    own.controller(servo, reads=["P.displacement", "P.displacement_rate"], writes=["motor"], every=every)
    ready = slider(target="0.3*sin(t)", kp=50, kd=6, every=every)
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # compiled where it is continuous
        a, b = (vz.simulate(m, 1, 0.05, method=method) for m in (own, ready))
    assert np.abs(a["P.displacement"] - b["P.displacement"]).max() < 1e-9
    assert np.abs(a["motor.effort"] - b["hold.effort"]).max() < 1e-7
    assert np.abs(a["energy.input"] - b["energy.input"]).max() < 1e-8


def spatial():
    """A free body and a pendulum on a ball joint, in space."""
    m = vz.Model("space")
    m.body(
        "free",
        position=(0.3, 0.1, 2),
        velocity=(0.2, 0.1, 3),
        angular_velocity=(1, -2, 0.5),
        mass=1,
        inertia=(0.1, 0.2, 0.15),
    )
    m.body("p", position=(1.0, 0.4, 0), mass=1, inertia=(0.1, 0.1, 0.02), angular_velocity=(0.3, 0.2, 0.7))
    m.universal("U", "ground", "p", at=(0, 0, 0), axes=((0, 0, 1), (0, 1, 0)))
    m.point("Q", "free", (0.2, -0.1, 0.05))
    m.point("O", "ground", (0, 0, 0))
    m.spring("s", "Q", "O", stiffness=2.0, free_length=1.0)
    m.spring("turn", joint="U", coordinate="angle_1", stiffness=0.5)
    m.force("push", "Q", (0, 0, 0))
    return m


SEEN_3D = [
    "free.x", "free.vz", "free.wx", "free.wz", "free.phi_x", "free.phi_y", "free.phi_z", "Q.y", "Q.vx", "U.angle_1", "U.angle_2_rate", "s.length", "s.rate",
    "turn.length",
]  # fmt: skip
SEEN_2D = ["l.x", "l.vy", "l.angle", "l.w", "A.angle", "B.angle_rate", "s.length", "d.rate", "tip.x", "tip.vy"]


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("dimension", [2, 3])
def test_what_is_read_are_the_columns_of_the_result(method, dimension):
    if dimension == 3:
        m, names, write = spatial(), SEEN_3D, "push.x"
    else:
        m, names, write = two_links(), SEEN_2D, "motor"
        m.point("tip", "l", (0.4, 0.1))
        m.actuator("motor", joint="B")
    seen = []

    def look(t, x):
        seen.append([t, *x])
        return 0.1 * x[0]

    m.controller(look, reads=names, writes=[write], every=0.05)
    res = vz.simulate(m, 0.5, 0.05, method=method)
    assert res.status == "done", res.message
    rows = np.array(seen)[: len(res.time)]
    assert np.allclose(rows[:, 0], res.time[: len(rows)])
    for k, name in enumerate(names):
        assert np.abs(rows[:, 1 + k] - res[name][: len(rows)]).max() < 1e-9, name


def test_several_inputs_in_order_or_by_name_and_forces_as_a_whole():
    def by_name(t):
        return {"twist": 0.5, "push": (1.0, 2.0)}

    def in_order(t, x):
        return (1.0, 2.0), 0.5

    ends = []
    for function, reads in ((by_name, ["b.x"]), (in_order, ["b.x"])):
        m = vz.Model("free", dimension=2, gravity=(0, 0))
        m.body("b", mass=2.0, inertia=0.5)
        m.point("c", "b", (0, 0))
        m.force("push", "c", (0, 0))
        m.torque("twist", "b", 0.0)
        if function is by_name:
            m.controller(lambda t, x: by_name(t), reads=reads, writes=["push", "twist"], every=0.1)
        else:
            m.controller(function, reads=reads, writes=["push", "twist"], every=0.1)
        res = vz.simulate(m, 1, 1)
        ends.append([res[f"b.{word}"][-1] for word in ("x", "y", "angle")])
    assert np.allclose(ends, [[0.25, 0.5, 0.5]] * 2, atol=1e-12)


def test_free_lengths_jump_and_the_ledger_knows():
    """A spring whose free length is set: the work of the jump is the change of its energy."""
    m = slider()
    m.point("wall", "ground", (-1, 0))
    m.point("end", "b", (0, 0))
    m.spring("k", "wall", "end", stiffness=40.0, free_length=1.0)
    m.controller(lambda t, x: 1.2 if t > 0.45 else 1.0, reads=["b.x"], writes=["k.free_length"], every=0.1)
    res = vz.simulate(m, 1.5, 0.05, rtol=1e-10, atol=1e-12)
    t = res.time - 0.5
    expected = np.where(t < 0, 0.0, 0.2 * (1 - np.cos(np.sqrt(20.0) * t)))
    assert np.abs(res["b.x"] - expected).max() < 1e-9
    assert np.abs(res["energy.balance"]).max() < 1e-9
    assert np.allclose(res["energy.input"][-1], 0.5 * 40 * 0.2**2)


def test_one_that_remembers_is_reset_and_called_in_python():
    class Integral:
        def __init__(self):
            self.sum = 5.0

        def reset(self):
            self.sum = 0.0

        def __call__(self, t, x):
            self.sum += 0.01 * (0.2 - x)
            return 40 * (0.2 - x) + 30 * self.sum

    m = motor(slider())
    m.damper("d", joint="P", damping=12.0)
    m.force("wind", m.point("c", "b", (0, 0)), (3.0, 0))
    m.controller(Integral(), reads=["P.displacement"], writes=["motor"], every=0.01)
    one, two = vz.simulate(m, 12, 12), vz.simulate(m, 12, 12)
    assert one["P.displacement"][-1] == two["P.displacement"][-1]
    assert abs(one["P.displacement"][-1] - 0.2) < 1e-3  # no offset is left, in spite of the wind


def said(m, **run):
    with pytest.raises(vz.ModelError) as caught:
        vz.simulate(m, 0.1, 0.1, **run)
    return str(caught.value)


def test_faults_are_told_by_name():
    def with_controller(*what, **values):
        m = motor(slider())
        m.controller(*what, **values)
        return m

    one = {"reads": ["P.displacement"], "writes": ["motor"]}
    assert "'moter' is no input" in said(with_controller(lambda t, x: 0, reads=["b.x"], writes=["moter"]))
    assert "motor" in said(with_controller(lambda t, x: 0, reads=["b.x"], writes=["moter"]))
    assert "there is nothing called 'arm'" in said(with_controller(lambda t, x: 0, reads=["arm.x"], writes=["motor"]))
    assert "'b.speedy' cannot be read" in said(with_controller(lambda t, x: 0, reads=["b.speedy"], writes=["motor"]))
    assert "3 values beside the time" in said(
        with_controller(lambda t, x, y, z: 0, reads=["b.x", "b.y"], writes=["motor"])
    )
    assert "there is no joint 'Q'" in said(with_controller("pd", joint="Q", target=0, kp=1))
    assert "it acts on nothing" in said(with_controller("pd", target=0, kp=1))
    assert "kp is missing" in said(with_controller("pd", joint="P", target=0))
    assert "there is no joint 'Q'" in said(with_controller("computed_torque", targets={"Q": 0}, kp=1, kd=1))
    assert "kd of P is missing" in said(with_controller("computed_torque", targets={"P": 0}, kp=1, kd={}))
    assert "every" in said(with_controller(lambda t, x: 0, every=-1, **one))
    twice = with_controller(lambda t, x: 0, **one)
    twice.controller(lambda t, x: 0, **one)
    assert "written by controller" in said(twice)
    with pytest.raises(vz.ModelError, match="pdd"):
        with_controller("pdd", joint="P", target=0, kp=1)


@pytest.mark.parametrize("every", [None, 0.01])
def test_a_function_that_fails_stops_the_run_with_what_it_said(every):
    def bad(t, x):
        if t > 0.05:
            raise RuntimeError("no sensor")
        return 0.0

    m = motor(slider())
    m.controller(bad, "eye", reads=["b.x"], writes=["motor"], every=every)
    with pytest.warns(vz.VazbaWarning):
        res = vz.simulate(m, 0.2, 0.01)
    assert res.status == "failed"
    assert "controller eye" in res.message
    assert every is None or "no sensor" in res.message
    assert res.time[-1] >= 0.04


def test_other_analyses_say_what_they_do_not_know():
    m = motor(slider())
    m.spring("k", joint="P", stiffness=1.0)
    m.controller(lambda t, x: 0.0, reads=["b.x"], writes=["motor"])
    for analysis in (vz.equilibrium, vz.modes):
        with pytest.raises(vz.ModelError, match="controller controller1"):
            analysis(m)
