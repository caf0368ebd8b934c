"""Integrators and stabilisations against each other, their order, stiff models, and the tangents against differences."""

from __future__ import annotations

import numpy as np
import pytest

import vazba as vz
from vazba.compiler import compile_model
from vazba.equations.derivative import derivative
from vazba.equations.forces import generalised_forces
from vazba.equations.tables import dynamics_of
from vazba.formulations.in_bodies import body_record
from vazba.formulations.settings import INTEGRATORS, STABILISATIONS
from vazba.kinematic.assembly import assemble
from vazba.kinematic.evaluate import evaluate
from vazba.tangent.bodies import gather, tangent_of

TIGHT = {"rtol": 1e-11, "atol": 1e-13}


def rods(stiffness=1e3, damping=1.0):
    """Two rods on pins, held by a spring-damper."""
    m = vz.Model("rods", dimension=2)
    b, c = m.body("b", position=(1, 0), mass=1, inertia=0.1), m.body("c", position=(2, 0), mass=1, inertia=0.1)
    m.revolute("A", "ground", b, at=(0, 0))
    m.revolute("B", b, c, at=(1.5, 0))
    m.spring(
        "s",
        m.point("P", c, (0.5, 0)),
        m.point("Q", "ground", (2.5, 1)),
        stiffness=stiffness,
        free_length=1.0,
        damping=damping,
    )
    return m


def hung():
    """A spatial body on a ball joint and a cable that goes slack and taut."""
    m = vz.Model("hung", dimension=3)
    m.body("b", mass=2, inertia=[0.2, 0.3, 0.4], position=(0.5, 0, 0), angular_velocity=(0, 0, 1))
    m.spherical("A", m.point("A0", "ground", (0, 0, 0)), m.point("A1", "b", (-0.5, 0, 0)))
    m.cable(
        "c",
        [m.point("P", "b", (0.5, 0, 0)), m.point("Q", "ground", (0, 0, 1))],
        stiffness=300,
        damping=1,
        free_length=1.5,
    )
    return m


def place(result):
    return np.array(result[result.names["body"][-1]].position)


@pytest.mark.parametrize("step", [1e-4, 1e-3, 1e-2])
def test_generalized_alpha_takes_a_slender_body_far_from_its_centre(step):
    """Thrown freely: it turns evenly and its centre falls; next to nothing of its inertia about the origin is left about the centre."""
    c, v, w, g = np.array([-0.37, -0.054]), np.array([-0.276, 0.126]), 0.524, np.array([4.25, 8.84])
    m = vz.Model("thrown", dimension=2, gravity=tuple(g))
    m.body("b", mass=0.87, inertia=1.4e-6, com=tuple(c), angle=-0.33, velocity=tuple(v), angular_velocity=w)
    run = vz.simulate(m, 1.0, 0.1, method="absolute", integrator="generalized_alpha", step=step)
    assert run.status == "done"

    def arm(angle):
        return np.array([np.cos(angle) * c[0] - np.sin(angle) * c[1], np.sin(angle) * c[0] + np.cos(angle) * c[1]])

    begin, t = arm(-0.33), 1.0
    speed = v + w * np.array([-begin[1], begin[0]])
    assert run["b.angle"][-1] == pytest.approx(-0.33 + w * t, abs=1e-8)
    end = begin + speed * t + g * t**2 / 2 - arm(-0.33 + w * t)
    assert (run["b.x"][-1], run["b.y"][-1]) == pytest.approx(tuple(end), abs=5 * step**2)


CHOICES = [
    (integrator, stabilisation)
    for integrator in INTEGRATORS
    for stabilisation in STABILISATIONS
    if stabilisation == "auto" or (stabilisation in ("index2", "index3")) == (integrator == "generalized_alpha")
    if integrator != "radau" or stabilisation not in ("baumgarte", "none")
    if integrator != "taylor"  # not for springs between points and cables: test_taylor
]


@pytest.mark.parametrize(("integrator", "stabilisation"), CHOICES)
@pytest.mark.parametrize("model", [rods, hung])
def test_every_integrator_and_stabilisation_gives_the_same_motion(model, integrator, stabilisation):
    exact = place(vz.simulate(model(), 1.0, 0.1, integrator="dop853", **TIGHT))
    tolerance = 1e-7 if integrator == "generalized_alpha" else 1e-9
    r = vz.simulate(
        model(), 1.0, 0.1, integrator=integrator, stabilisation=stabilisation, rtol=tolerance, atol=tolerance / 100
    )
    assert r.status == "done"
    assert np.abs(place(r) - exact).max() < 1e3 * tolerance
    drift = {"baumgarte": 1e3 * tolerance}.get(stabilisation, 1e-12)
    assert r.constraint.position.max() < drift
    if stabilisation not in ("baumgarte", "index3") and (integrator, stabilisation) != ("generalized_alpha", "auto"):
        assert r.constraint.velocity.max() < 1e-11


@pytest.mark.parametrize(
    ("integrator", "stabilisation"), [("radau", "baumgarte"), ("generalized_alpha", "projection"), ("dop853", "index2")]
)
def test_words_that_do_not_go_together_are_refused(integrator, stabilisation):
    with pytest.raises(vz.ModelError, match=stabilisation):
        vz.simulate(rods(), 1.0, 0.1, integrator=integrator, stabilisation=stabilisation)


@pytest.mark.parametrize("stabilisation", ["index2", "index3"])
@pytest.mark.parametrize("model", [rods, hung])
def test_generalised_alpha_is_of_second_order(model, stabilisation):
    exact = place(vz.simulate(model(), 0.25, 0.05, integrator="dop853", **TIGHT))  # before the cable switches
    steps = [2e-3, 1e-3, 5e-4, 2.5e-4]
    how = {"integrator": "generalized_alpha", "stabilisation": stabilisation}
    errors = [np.abs(place(vz.simulate(model(), 0.25, 0.05, step=step, **how)) - exact).max() for step in steps]
    assert np.polyfit(np.log(steps), np.log(errors), 1)[0] == pytest.approx(2.0, abs=0.15)


def test_radau_is_of_fifth_order():
    m, errors, steps = rods(30.0, 0.1), [], []
    exact = place(vz.simulate(m, 0.8, 0.8, integrator="dop853", **TIGHT))
    for tolerance in (1e-5, 1e-6, 1e-7, 1e-8):  # errors down to 1e-11: the reference is good to 1e-12
        r = vz.simulate(m, 0.8, 0.8, integrator="radau", rtol=tolerance, atol=tolerance)
        errors.append(np.abs(place(r) - exact).max())
        steps.append(r.info["steps"])
        assert errors[-1] < 10 * tolerance
    assert -np.polyfit(np.log(steps), np.log(errors), 1)[0] == pytest.approx(5.0, abs=0.8)


@pytest.mark.parametrize("model", [rods, hung])
def test_tighter_radau_converges(model):
    exact = place(vz.simulate(model(), 1.0, 0.1, integrator="dop853", **TIGHT))
    errors = [
        np.abs(place(vz.simulate(model(), 1.0, 0.1, integrator="radau", rtol=t, atol=t)) - exact).max()
        for t in (1e-4, 1e-7, 1e-10)
    ]
    assert errors[2] < 1e-9
    assert errors[1] < 1e-6
    assert errors[2] < errors[1] < errors[0] or errors[0] < 1e-7


def test_auto_notices_stiffness_and_is_faster_for_it():
    m = rods(1e8, 1e6)  # overdamped: the transient is over at once, its rate constant 1e6 1/s stays
    auto = vz.simulate(m, 1.0, 0.1)
    explicit = vz.simulate(m, 0.02, 0.01, integrator="dop853")
    assert auto.status == "done"
    assert auto.info["integrator"].endswith("radau")
    assert auto.info["evaluations"] < explicit.info["evaluations"]
    tight = vz.simulate(m, 1.0, 0.1, integrator="radau", rtol=1e-11, atol=1e-13)
    assert place(auto) == pytest.approx(place(tight), abs=1e-7)
    assert not vz.simulate(rods(), 1.0, 0.1).info["integrator"].endswith("radau")


def _full():
    """One of everything that has a tangent."""
    m = vz.Model("full", dimension=3)
    m.body("a", mass=1, inertia=[1, 2, 1.5], position=(0.3, 0.1, 0.2))
    m.body(
        "b",
        mass=1,
        inertia=[1, 2, 1.5],
        position=(1.3, 0.4, 0.1),
        velocity=(0.3, -0.2, 0.1),
        angular_velocity=(0.1, 0.2, -0.3),
    )
    m.revolute("A", "ground", "a", at=(0, 0, 0), axis=(0, 0, 1))
    m.point("P", "a", (0.2, 0.1, 0))
    m.point("Q", "b", (-0.1, 0.2, 0.1))
    m.spring("s", "P", "Q", stiffness=50, free_length=0.3, damping=2)
    m.spring("curve", "P", "Q", force="40*x + 300*x**3", free_length=0.5, damping=1)
    m.spring("law", "P", "Q", law=lambda length, rate, _: 20 * length**2 + 3 * rate)
    m.spring("turn", joint="A", stiffness=7, damping=0.3)
    m.damper("d", "P", "Q", force="2*x + x**3")
    m.cable("c", ["P", "Q", m.point("G", "ground", (0, 0, 1))], stiffness=30, damping=1, free_length=1.0)
    m.bushing("u", "a", "b", at=(0.8, 0.2, 0.1), stiffness=[10, 20, 30, 1, 2, 3], damping=[1, 2, 3, 0.1, 0.2, 0.3])
    return m


def test_tangents_against_differences():
    """`K` and `D` of the paths along their own columns are the differences of the generalised forces."""
    system = compile_model(_full())
    dynamics, assembly = dynamics_of(system), assemble(system)
    work = assembly.work
    record, y = body_record(system, dynamics, work), np.concatenate([assembly.q, system.v0, np.zeros(3)])
    rates = np.zeros(len(y))
    derivative(record.here, y.ctypes.data, rates.ctypes.data, 0.0)
    tangent = tangent_of(system)
    gather(record.here, tangent.record.here, y.ctypes.data, 0.0)
    columns = np.zeros((tangent.record.rows, system.nv))
    for k, hold in enumerate(tangent.arrays["holds"]):
        for touch in tangent.arrays["touches"][hold["first"] : hold["first"] + hold["count"]]:
            columns[k, 6 * touch["body"] : 6 * touch["body"] + 6] = tangent.arrays["columns"][
                touch["start"] : touch["start"] + 6
            ]
    slopes = tangent.arrays["slopes"].reshape(-1, 2)
    q, v = y[: system.nq].copy(), y[system.nq : system.nq + system.nv].copy()

    def forces(v):
        evaluate(system, work, q, v, 0.0)
        generalised_forces(system.tables.record, work.record, record, q.ctypes.data, v.ctypes.data, 0.0)
        return dynamics.force.copy(), work.paths["tension"].copy(), work.paths["length"].copy()

    # damping: exact for the whole generalised force but for the gyroscopic terms, which the tangent leaves out
    rng = np.random.default_rng(3)
    step = rng.normal(size=system.nv)
    step[[3, 4, 5, 9, 10, 11]] = 0.0  # translations alone: no gyroscopic part
    change = (forces(v + 1e-6 * step)[0] - forces(v - 1e-6 * step)[0]) / 2e-6
    np.testing.assert_allclose(change, -columns.T @ (slopes[:, 1] * (columns @ step)), rtol=1e-7, atol=1e-7)
    # stiffness: slope of the tension over the length, path by path
    for k, path in enumerate(system.tables.paths):
        del path
        shifted = []
        for sign in (1, -1):
            moved = q.copy()
            moved[7:10] += sign * 1e-6 * np.array([0.3, -0.5, 0.8])
            evaluate(system, work, moved, v, 0.0)
            generalised_forces(system.tables.record, work.record, record, moved.ctypes.data, v.ctypes.data, 0.0)
            shifted.append((work.paths["tension"][k], work.paths["length"][k], work.paths["rate"][k]))
        (f1, l1, r1), (f0, l0, r0) = shifted
        if l1 != l0:
            assert f1 - f0 == pytest.approx(slopes[k, 0] * (l1 - l0) + slopes[k, 1] * (r1 - r0), rel=1e-5, abs=1e-12)


def test_a_method_of_more_stages_than_the_compiled_loop_adds_is_refused():
    from dataclasses import replace

    from vazba.integrate import dop853, dopri5

    for method in (dop853.tableau(), dopri5.tableau()):
        for name, width in (("error", 9), ("error_low", 9), ("a", 17)):
            with pytest.raises(ValueError, match=f"stages count in a row of {name}"):
                replace(method, **{name: np.ones((1, width)) if name == "a" else np.ones(width)})


@pytest.mark.parametrize("integrator", ["radau", "dop853", "dopri5", "generalized_alpha"])
@pytest.mark.parametrize("rtol", [1e-3, 1e-4, 1e-5, 1e-7, 1e-8])
@pytest.mark.parametrize("part", [1.0, 0.01])
def test_every_switch_is_told_and_none_is_crept_up_to(integrator, rtol, part):
    """Taut, too fast to pull, slack, taut, whatever the tolerance; a step that ends a hair before a switch has made it."""
    r = vz.simulate(hung(), 1.0, 0.1, integrator=integrator, rtol=rtol, atol=part * rtol)
    assert [what for _, _, what in r.info["located"]] == [
        "goes taut", "shortens too fast to pull", "goes slack", "goes taut",
    ]  # fmt: skip
    assert r.info["steps"] < (1500 if integrator == "generalized_alpha" else 400)
