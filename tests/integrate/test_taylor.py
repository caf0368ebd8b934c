"""Series of high order: coefficients and motion against closed forms, differences and other integrators; where they are taken and where not."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.special import ellipj

import vazba as vz
from vazba.integrate.run_record import TOO_SMALL
from vazba.integrate.taylor import LEAST_ORDER, MOST_ORDER, order_for
from vazba.simulation import run

G = 9.81
TIGHT = {"rtol": 1e-12, "atol": 1e-13}


def rods(m, *places):
    for name, start, end in places:
        m.rod(name, start, end, diameter=0.03, density=7800)


def four_bar():
    m = vz.Model("four-bar", dimension=2)
    rods(m, ("crank", (0, 0), (0.4, 0.6)), ("coupler", (0.4, 0.6), (1.6, 0.9)), ("rocker", (1.8, 0), (1.6, 0.9)))
    m.revolute("A", "ground", "crank", at=(0, 0))
    m.revolute("B", "crank", "coupler", at=(0.4, 0.6))
    m.revolute("C", "coupler", "rocker", at=(1.6, 0.9))
    m.revolute("D", "ground", "rocker", at=(1.8, 0))
    return m


def slider_crank():
    """The guide is inclined and the piston's mass centre beside it."""
    m = vz.Model("slider-crank", dimension=2)
    rods(m, ("crank", (0, 0), (0.1, 0.2)), ("conrod", (0.1, 0.2), (0.6, 0.05)))
    m.body("piston", mass=0.5, inertia=0.01, position=(0.6, 0.05), com=(0.03, 0.02))
    m.revolute("A", "ground", "crank", at=(0, 0))
    m.revolute("B", "crank", "conrod", at=(0.1, 0.2))
    m.revolute("C", "conrod", "piston", at=(0.6, 0.05))
    m.prismatic("P", "ground", "piston", at=(0.6, 0.05), axis=(1, 0.3))
    return m


def quick_return():
    """A pin that slides along an arm which turns: the slide follows a turn, and the loop closes through both."""
    m = vz.Model("quick return", dimension=2)
    rods(m, ("crank", (0, 0), (0.3, 0.2)), ("arm", (0.1, -0.8), (0.5, 0.8)))
    m.body("block", mass=0.4, inertia=0.003, position=(0.3, 0.0), angle=0.3, com=(0.02, 0.01))
    m.revolute("A", "ground", "crank", at=(0, 0))
    m.revolute("B", "ground", "arm", at=(0.1, -0.8))
    m.prismatic("S", "arm", "block", at=(0.3, 0.0), axis=(0.4, 1.6))
    m.revolute("C", "crank", "block", at=(0.3, 0.2))
    return m


def pin_in_slot():
    """A pin of a swinging arm holds a plate by its slot: turn, then slide, in one joint."""
    m = vz.Model("pin in slot", dimension=2)
    rods(m, ("arm", (0, 0), (0.6, 0.3)))
    m.body("plate", mass=1.0, inertia=0.05, position=(0.7, 0.25), angle=0.5, com=(0.1, -0.2), angular_velocity=2.0)
    m.revolute("A", "ground", "arm", at=(0, 0))
    m.slot("S", "arm", "plate", at=(0.6, 0.3), axis=(0.8, 0.6))
    return m


def slot_in_arm():
    """The slot is in the arm, and a pendulum hangs on the pin: slide, then turn."""
    m = vz.Model("slot in arm", dimension=2)
    rods(m, ("arm", (0, 0), (0.6, 0.3)), ("pendulum", (0.3, 0.15), (0.2, -0.5)))
    m.revolute("A", "ground", "arm", at=(0, 0))
    m.slot("S", "pendulum", "arm", at=(0.3, 0.15), axis=(0.6, 0.3))
    return m


def thrown():
    """Two rods on a pin, thrown."""
    m = vz.Model("thrown", dimension=2)
    m.body("a", mass=1, inertia=0.2, com=(0.2, 0.1), position=(1, 2), velocity=(1, 2), angular_velocity=3)
    rods(m, ("b", (1.2, 2), (2, 2.5)))
    m.revolute("J", "a", "b", at=(1.2, 2))
    return m


def two_loops():
    """A six-bar: a second loop stands on the coupler of the first."""
    m = four_bar()
    rods(m, ("link", (1.0, 0.75), (1.4, 1.6)), ("tail", (2.6, 1.2), (1.4, 1.6)))
    m.revolute("E", "coupler", "link", at=(1.0, 0.75))
    m.revolute("F", "link", "tail", at=(1.4, 1.6))
    m.revolute("H", "ground", "tail", at=(2.6, 1.2))
    return m


def parallelogram():
    """Three equal cranks: one too many, so that constraints depend on each other all the time."""
    m = vz.Model("parallelogram", dimension=2)
    for k in range(3):
        rods(m, (f"crank{k}", (k, 0), (k + 0.5, -0.8)))
    rods(m, ("table", (0.5, -0.8), (2.5, -0.8)))
    for k in range(3):
        m.revolute(f"A{k}", "ground", f"crank{k}", at=(k, 0))
        m.revolute(f"B{k}", f"crank{k}", "table", at=(k + 0.5, -0.8))
    return m


def sprung():
    """Springs and dampers at turning and sliding joints of a tree."""
    m = slider_crank()
    m.spring("s", joint="A", stiffness=3.0, free_angle=0.4, damping=0.05)
    m.spring("p", joint="P", stiffness=40.0, free_length=0.1, damping=0.8)
    return m


ALL = (four_bar, slider_crank, quick_return, pin_in_slot, slot_in_arm, thrown, two_loops, parallelogram, sprung)


@pytest.mark.parametrize("make", ALL)
def test_same_motion_as_by_runge_kutta(make):
    """In absolute coordinates, of which the series know nothing."""
    series = vz.simulate(make(), 1.5, 0.05, integrator="taylor", **TIGHT)
    other = vz.simulate(make(), 1.5, 0.05, integrator="dop853", method="absolute", **TIGHT)
    assert (series.info["integrator"], series.status) == ("taylor", "done")
    assert series.info["steps"] < 0.7 * other.info["steps"]
    for name in series.names["body"]:
        for key, error in (("x", 1e-8), ("y", 1e-8), ("angle", 1e-8), ("vx", 1e-7), ("w", 1e-7)):
            assert series.body(name)[key] == pytest.approx(other.body(name)[key], abs=error), (name, key)
    assert series.energy.dissipated == pytest.approx(other.energy.dissipated, abs=1e-8)
    assert np.abs(series.energy.balance).max() < 1e-8
    assert series.constraint.position.max() < 1e-12
    assert series.constraint.velocity.max() < 1e-11


def pendulum(start):
    """From rest: model, and the angle by elliptic functions, `sin(phi/2) = k cd(w t)`."""
    m = vz.Model("pendulum", dimension=2, gravity=(0, -G))
    m.body("rod", mass=2.0, inertia=0.3, com=(0, -0.6), angle=start)
    m.revolute("A", "ground", "rod", at=(0, 0))
    k = np.sin(start / 2)

    def angle(time):
        _, cn, dn, _ = ellipj(np.sqrt(2.0 * G * 0.6 / 1.02) * time, k**2)
        return 2 * np.arcsin(k * cn / dn)

    return m, angle


def test_pendulum_by_elliptic_functions():
    m, angle = pendulum(np.deg2rad(170))
    for tolerance in (1e-4, 1e-6, 1e-8, 1e-10, 1e-12):
        r = vz.simulate(m, 6.0, 0.1, integrator="taylor", rtol=tolerance, atol=tolerance)
        assert r["rod"].angle == pytest.approx(angle(r.time), abs=200 * tolerance)


def test_observed_order():
    """The least one where the tolerance is loose; the step is held by `step`."""
    assert order_for(1e-3, 1e-3) == LEAST_ORDER
    assert order_for(1e-16, 1e-30) <= MOST_ORDER
    m, angle = pendulum(np.deg2rad(100))
    steps, errors = np.array([0.1, 0.08, 0.06, 0.05]), []
    for h in steps:
        r = vz.simulate(m, 3.0, 0.1, integrator="taylor", rtol=1e-2, atol=1e-2, step=h)
        errors.append(np.abs(r["rod"].angle - angle(r.time)).max())
    assert np.polyfit(np.log(steps), np.log(errors), 1)[0] == pytest.approx(LEAST_ORDER, abs=0.5)


def test_outputs_do_not_change_the_steps():
    """The polynomials are the output: what is stored between steps costs none, and agrees with steps that end there."""
    m = four_bar()
    seldom, often = (vz.simulate(m, 1.0, every, integrator="taylor", **TIGHT) for every in (0.5, 0.001))
    assert seldom.info["steps"] == often.info["steps"]
    assert often["crank"].angle[::500] == pytest.approx(seldom["crank"].angle, abs=1e-12)
    stopped = vz.simulate(m, 0.777, 0.777, integrator="taylor", **TIGHT)
    assert often["crank"].angle[777] == pytest.approx(stopped["crank"].angle[-1], abs=1e-10)


def test_auto_takes_series_under_gravity_alone():
    free = four_bar()
    assert vz.simulate(free, 0.1, 0.1).info["integrator"] == "taylor"
    assert vz.simulate(free, 0.1, 0.1, stabilisation="baumgarte").info["integrator"] == "dop853"
    assert vz.simulate(free, 0.1, 0.1, method="absolute").info["integrator"] == "dop853"
    assert vz.simulate(free, 0.1, 0.1, method="minimal").info["integrator"] == "dop853"
    assert vz.simulate(sprung(), 0.1, 0.1).info["integrator"] == "dop853"  # which notices when springs are stiff


def rhombus():
    """A square that folds flat: there its loop may open to either side."""
    m = vz.Model("rhombus", dimension=2, gravity=(0, 0))
    m.body("a", mass=1, inertia=0.1, com=(0, 0.5), angular_velocity=-1.0)
    m.body("table", mass=1, inertia=0.1, position=(0, 1), com=(0.5, 0), velocity=(1.0, 0))
    m.body("b", mass=1, inertia=0.1, position=(1, 0), com=(0, 0.5), angular_velocity=-1.0)
    m.revolute("A", "ground", "a", at=(0, 0))
    m.revolute("B", "a", "table", at=(0, 1))
    m.revolute("C", "table", "b", at=(1, 1))
    m.revolute("D", "ground", "b", at=(1, 0))
    return m


def test_a_singular_posture_is_passed_and_said():
    """The momentum carries it through: it goes on turning evenly."""
    r = vz.simulate(rhombus(), 3.0, 0.01)
    assert (r.status, r.info["integrator"]) == ("done", "taylor")
    assert r["a"].angle == pytest.approx(-r.time, abs=1e-6)
    assert any("singular posture near t = 1.571 s" in warning for warning in r.warnings)


@pytest.mark.parametrize("how", [{}, {"integrator": "taylor"}])
def test_runge_kutta_goes_on_where_series_end(monkeypatch, how):
    whole, calls = run.advance, []

    def ends(record, most):
        code = whole(record, most)
        calls.append(code)
        return TOO_SMALL if len(calls) == 2 else code

    monkeypatch.setattr(run, "advance", ends)
    monkeypatch.setattr(run, "FEW_STEPS", 3)
    r = vz.simulate(four_bar(), 1.0, 0.05, **TIGHT, **how)
    assert (r.status, r.info["integrator"], len(calls)) == ("done", "taylor then dop853", len(calls))
    assert len(calls) > 2
    monkeypatch.undo()
    exact = vz.simulate(four_bar(), 1.0, 0.05, **TIGHT)
    assert r["crank"].angle == pytest.approx(exact["crank"].angle, abs=1e-9)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda m: m.spring("s", "crank_end", "rocker_start", stiffness=80.0, free_length=1.2), "s is not a linear spring at a joint"),
        (lambda m: m.torque("motor", "crank", 3.0), "loads, bushings or friction"),
        (lambda m: m.friction("rough", "B", coefficient=0.2, radius=0.02), "loads, bushings or friction"),
        (lambda m: m.drive("turn", "A", angle="2*t"), "turn closes a loop and is not a pin"),
        (lambda m: m.limit("stop", "D", lower=1.0, stiffness=2000.0), "stop is not a linear spring at a joint"),
    ],
)  # fmt: skip
def test_what_has_no_series_is_refused_by_name(change, said):
    m = four_bar()
    change(m)
    with pytest.raises(vz.ModelError, match=said) as caught:
        vz.simulate(m, 1.0, 0.1, integrator="taylor")
    assert "use auto" in str(caught.value)
    assert vz.simulate(m, 0.02, 0.01).status == "done"


def test_spatial_models_and_other_methods_are_refused():
    m = vz.Model("top", dimension=3)
    m.body("b", mass=2, inertia=[0.2, 0.3, 0.4], position=(0.5, 0, 0))
    m.spherical("A", "ground", "b", at=(0, 0, 0))
    with pytest.raises(vz.ModelError, match="it is spatial"):
        vz.simulate(m, 1.0, 0.1, integrator="taylor")
    for how in ({"method": "absolute"}, {"method": "minimal"}, {"stabilisation": "baumgarte"}):
        with pytest.raises(vz.ModelError, match="taylor"):
            vz.simulate(four_bar(), 1.0, 0.1, integrator="taylor", **how)


def test_a_body_that_nothing_holds_or_pulls():
    """Its series end: the step is as long as the run."""
    m = vz.Model("puck", dimension=2, gravity=(0, 0))
    m.body("puck", mass=1, inertia=0.1, com=(0.1, 0), velocity=(1, 0.5), angular_velocity=20.0)
    m.rod("rod", (1, 0), (2, 0), diameter=0.02, density=1000)
    m.revolute("A", "ground", "rod", at=(1, 0))
    r = vz.simulate(m, 10.0, 0.5, integrator="taylor")
    assert r["puck"].angle == pytest.approx(20.0 * r.time, abs=1e-6)
    assert r["rod"].angle == pytest.approx(0.0, abs=1e-12)


def anything(seed):
    """A mechanism drawn by lot: up to six bodies on pins, slides, slots or nothing, some with springs and dampers, some in loops."""
    lot = np.random.default_rng(seed)
    m, count = vz.Model(f"drawn by lot {seed}", dimension=2), int(lot.integers(2, 7))
    for k in range(count):
        m.body(
            f"b{k}", mass=lot.uniform(0.2, 3), inertia=lot.uniform(0.02, 0.5), position=lot.uniform(-1, 1, 2), angle=lot.uniform(-3, 3),
            com=lot.uniform(-0.3, 0.3, 2), velocity=lot.uniform(-1, 1, 2), angular_velocity=lot.uniform(-2, 2),
        )  # fmt: skip
        pair = ["ground" if k == 0 or lot.random() < 0.25 else f"b{lot.integers(0, k)}", f"b{k}"]
        kind, at = lot.choice(["revolute", "revolute", "prismatic", "slot", "free"]), lot.uniform(-1.2, 1.2, 2)
        lot.shuffle(pair)
        if kind == "revolute":
            m.revolute(f"j{k}", *pair, at=at)
        elif kind != "free":
            m.joint(kind, f"j{k}", *pair, at=at, axis=lot.normal(size=2))
        if kind in ("revolute", "prismatic") and lot.random() < 0.6:
            free = {"free_angle": lot.uniform(-1, 1)} if kind == "revolute" else {"free_length": lot.uniform(0.1, 1)}
            m.spring(f"s{k}", joint=f"j{k}", stiffness=lot.uniform(0, 20), damping=lot.uniform(0, 0.5), **free)
    if count > 2 and lot.random() < 0.6:
        a, b = lot.choice(count, 2, replace=False)
        m.revolute("loop", f"b{a}", f"b{b}", at=lot.uniform(-1, 1, 2))
    return m


def test_mechanisms_drawn_by_lot():
    compared, refused = 0, []
    for seed in range(60):
        m = anything(seed)
        try:
            series = vz.simulate(m, 0.5, 0.1, integrator="taylor", rtol=1e-10, atol=1e-11)
        except vz.ModelError as fault:  # a slide or a slot closes its loop, or the joint of a spring is cut
            refused.append(str(fault))
            continue
        other = vz.simulate(m, 0.5, 0.1, integrator="dop853", method="absolute", rtol=1e-11, atol=1e-12)
        assert (series.status, other.status) == ("done", "done"), seed
        for name in series.names["body"]:
            assert series[name].position == pytest.approx(other[name].position, abs=1e-7), (seed, name)
        assert series.energy.dissipated == pytest.approx(other.energy.dissipated, abs=1e-7), seed
        compared += 1
    assert compared > 40
    assert all("integrator = taylor does not go with this model" in said for said in refused)
