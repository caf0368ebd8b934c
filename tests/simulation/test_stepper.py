"""`vz.Stepper`: many short steps are one run, inputs act as commands do, and what is wrong is told by name."""

from __future__ import annotations

import math

import numpy as np
import pytest

import vazba as vz

CART, POLE, LENGTH, G = 1.3, 0.4, 0.7, 9.81


def cart_pole(angle=0.3, command=None):
    """A cart on a rail with a point-like pole on a pin; theta from upright."""
    m = vz.Model("cart-pole", dimension=2, gravity=(0, -G))
    m.body("cart", position=(0, 0), mass=CART, inertia=0.1)
    m.body("pole", position=(-LENGTH * math.sin(angle), LENGTH * math.cos(angle)), angle=angle, mass=POLE, inertia=0.02)
    m.prismatic("rail", "ground", "cart", at=(0, 0), axis=(1, 0))
    m.revolute("pin", "cart", "pole", at=(0, 0))
    m.point("tip", "pole", (0, 0.2))
    m.point("hook", "cart", (0, 0))
    values = {} if command is None else {"force": command}
    m.actuator("motor", joint="rail", **values)
    return m


def pulled(reel=None):
    """A weight on a cable and a spring; its pin has a torsion spring."""
    m = vz.Model("pulled", dimension=2)
    m.body("arm", position=(0.5, 0), mass=2, inertia=0.2)
    m.revolute("A", "ground", "arm", at=(0, 0))
    m.point("end", "arm", (0.5, 0))
    m.point("roof", "ground", (0.8, 1.2))
    m.point("floor", "ground", (0.6, -1))
    m.cable("rope", ("roof", "end"), stiffness=400, damping=3, free_length=1.0 if reel is None else reel)
    m.spring("s", "floor", "end", stiffness=20, free_length=0.8)
    m.spring("turn", joint="A", stiffness=2, free_angle=0.1)
    m.force("push", "end", (0, 0))
    return m


TIGHT = {"rtol": 1e-10, "atol": 1e-12}


@pytest.mark.parametrize("method", ["absolute", "recursive", "minimal"])
def test_many_steps_are_one_run(method):
    """A motor whose force is a staircase: a run for each stair, which starts where the last one ended, and the stepper all through."""
    steps = [(1.0, 0.25), (-3.0, 0.25), (2.0, 0.25), (0.5, 0.25)]
    st = vz.Stepper(cart_pole(), method=method, **TIGHT)
    state, begin = None, 0.0
    for force, span in steps:
        described = cart_pole(command=force)
        run = vz.simulate(described, begin + span, span, method=method, start=state, start_time=begin, **TIGHT)
        for _ in range(25):
            st.step({"motor": force}, span / 25)
        begin += span
        assert st.time == pytest.approx(begin, abs=1e-12)
        names = ["tip.x", "tip.y", "pin.angle_rate", "rail.displacement", "motor.effort"]
        assert st.observe(names) == pytest.approx([run[name][-1] for name in names], abs=2e-8)
        state = run


def test_energy_put_in_is_that_of_the_motor():
    st = vz.Stepper(cart_pole(), **TIGHT)
    before = st.observe(["energy.total"])[0]
    for k in range(100):
        st.step({"motor": math.sin(k)}, 0.01)
    now, given = st.observe(["energy.total", "energy.input"])
    assert now - before == pytest.approx(given, abs=1e-7)
    assert abs(given) > 1e-3


@pytest.mark.parametrize("method", ["absolute", "recursive"])
def test_free_lengths_and_forces_by_name(method):
    """Constant inputs are those of a model that is described with them."""
    st = vz.Stepper(pulled(), method=method, **TIGHT)
    for _ in range(40):
        st.step({"rope": 0.9, "push": (1.0, -2.0), "turn.free_angle": 0.3}, 0.02)
    m = pulled(0.9)
    m.forces["push"] = vz.Model("x", dimension=2).force("push", "end", (1.0, -2.0))
    del m.springs["turn"]
    m.spring("turn", joint="A", stiffness=2, free_angle=0.3)
    # a cable's stiffness is per strain: K = k / l0, of the length it has now
    run = vz.simulate(m, 0.8, 0.8, method=method, **TIGHT)
    names = ["A.angle", "A.angle_rate", "rope.force", "s.length"]
    assert st.observe(names) == pytest.approx([run[name][-1] for name in names], abs=1e-7)


def test_an_input_keeps_its_law_until_it_is_given_and_then_its_value():
    m = cart_pole(command="3*sin(t)")
    st = vz.Stepper(m, **TIGHT)
    assert st.needed == ()
    st.step({}, 0.5)
    assert st.observe(["motor.effort"]) == pytest.approx([3 * math.sin(0.5)])
    st.step({"motor": 2.0}, 0.1)
    st.step({}, 0.1)
    assert st.observe(["motor.effort"]) == pytest.approx([2.0])
    st.reset()
    st.step({}, 0.5)
    assert st.observe(["motor.effort"]) == pytest.approx([3 * math.sin(0.5)])


def test_looking_does_not_change_a_bit():
    one, other = vz.Stepper(pulled()), vz.Stepper(pulled())
    for _ in range(50):
        one.step({"rope": 0.95}, 0.01)
        one.observe(["A.angle"])
        one.matrices()
        other.step({"rope": 0.95}, 0.01)
    assert (one.state == other.state).all()


@pytest.mark.parametrize("integrator", ["auto", "radau", "dopri5"])
def test_a_copy_goes_its_own_way(integrator):
    one = vz.Stepper(pulled(), integrator=integrator, **TIGHT)
    one.step({"rope": 0.95}, 0.3)
    other = one.copy()
    assert (other.state == one.state).all()
    assert other.time == one.time
    assert other.observe(["rope.force"]) == pytest.approx(one.observe(["rope.force"]), rel=1e-14)
    one.step({"push.x": 5.0}, 0.2)
    assert other.time == pytest.approx(0.3)
    third = other.copy()
    other.step({"push.x": 5.0}, 0.2)
    assert other.state == pytest.approx(one.state, abs=1e-9)
    third.step({"push.x": -5.0}, 0.2)
    assert abs(third.state - one.state).max() > 1e-3


def test_a_state_can_be_returned_to():
    st = vz.Stepper(cart_pole(), **TIGHT)
    st.step({"motor": 1.0}, 0.4)
    state, t = st.state, st.time
    st.step({"motor": -1.0}, 0.4)
    end = st.state
    st.reset(state, t)
    assert st.time == t
    assert st.state == pytest.approx(state, abs=1e-13)
    st.step({"motor": -1.0}, 0.4)
    assert st.state == pytest.approx(end, abs=1e-8)


def test_start_with_joint_values():
    st = vz.Stepper(cart_pole(), start={"pin.angle": 0.5, "pin.angle_rate": 2.0})
    assert st.observe(["pin.angle", "pin.angle_rate"]) == pytest.approx([0.5, 2.0])
    st.reset({"pin.angle": -0.2})
    assert st.observe(["pin.angle"]) == pytest.approx([-0.2])


def test_matrices_have_the_inputs_at_hand():
    """The force of the motor is in the generalised forces; accelerations are those that are observed."""
    st = vz.Stepper(cart_pole(), method="absolute")
    st.step({"motor": 4.0}, 0.1)
    found = st.matrices()
    assert found.t == st.time
    assert found.force[0] == pytest.approx(4.0)
    assert found.acceleration[0] == pytest.approx(st.observe(["cart.ax"])[0], abs=1e-9)


def test_an_event_ends_the_step():
    m = cart_pole()
    m.event("down", joint="pin", value=1.0, stop=True)
    st = vz.Stepper(m)
    while not st.message:
        st.step({"motor": 0.0}, 0.1)
    assert "event down" in st.message
    assert st.observe(["pin.angle"]) == pytest.approx([1.0], abs=1e-6)
    with pytest.raises(vz.SolveError, match="event down"):
        st.step({"motor": 0.0}, 0.1)


@pytest.mark.parametrize(
    ("inputs", "told"),
    [
        ({}, "motor: it is not given"),
        (None, "motor: it is not given"),
        ({"motor": 1.0, "motr": 1.0}, "'motr' is no input"),
        ({"motor": math.nan}, "motor: nan is not finite"),
        ({"motor": math.inf}, "motor: inf is not finite"),
        ({"motor": "1"}, "motor: '1' is not a number"),
        ({"motor": [1.0, 2.0]}, "motor: 2 numbers given, 1 needed"),
        ([1.0, 2.0, 3.0], r"an array of shape \(3,\) is given"),
        ([math.nan], "motor: nan is not finite"),
        (1.0, "1.0 is given"),
        ("motor", "'motor' is given"),
    ],
)
def test_wrong_inputs_are_told_by_name(inputs, told):
    st = vz.Stepper(cart_pole())
    state = st.state
    with pytest.raises(vz.ModelError, match=told):
        st.step(inputs, 0.1)
    assert (st.state == state).all()
    assert st.time == 0.0


@pytest.mark.parametrize("dt", [0.0, -1.0, math.nan, None])
def test_wrong_steps_are_refused(dt):
    with pytest.raises(vz.ModelError, match="is not a step"):
        vz.Stepper(cart_pole()).step({"motor": 0.0}, dt)


def test_a_cable_of_no_length_and_all_faults_at_once():
    st = vz.Stepper(pulled())
    with pytest.raises(vz.ModelError) as told:
        st.step({"rope": -0.1, "push": 1.0, "oar": 2.0}, 0.1)
    text = str(told.value)
    assert "rope.free_length: -0.1 m is not positive" in text
    assert "push: 1 number given, 2 needed" in text
    assert "'oar' is no input" in text


def test_unknown_columns_are_told():
    with pytest.raises(vz.ModelError, match="angle"):
        vz.Stepper(cart_pole()).observe(["pin.angel"])


def test_an_array_in_the_order_of_the_inputs_is_the_same_to_the_bit():
    one, other = vz.Stepper(pulled()), vz.Stepper(pulled())
    names = list(one.inputs)
    for k in range(5):
        row = np.array([0.9 + 0.01 * k if "free" in name else 1.0 - k for name in names])
        one.step(dict(zip(names, row.tolist(), strict=True)), 0.01)
        other.step(row, 0.01)
        assert (one.state == other.state).all()
    with pytest.raises(vz.ModelError, match=r"inputs: an array of shape \(9,\) is given"):
        one.step(np.zeros(9), 0.01)
    motor = vz.Stepper(cart_pole())
    assert motor.step(np.array([1.0]), 0.01) == pytest.approx(0.01)
    with pytest.raises(vz.ModelError, match="not finite"):
        motor.step(np.array([np.nan]), 0.01)


def test_inputs_given_again_act_as_those_given_first():
    """A stepper that is given its force anew each time, against one that was reset to the state before: only the first step of each differs in its way in."""
    st = vz.Stepper(cart_pole(), **TIGHT)
    for k in range(20):
        state, t = st.state, st.time
        fresh = vz.Stepper(cart_pole(), **TIGHT)
        fresh.reset(state, t)
        force = math.sin(1.3 * k)
        st.step({"motor": force}, 0.02)
        fresh.step({"motor": force}, 0.02)
        assert st.state == pytest.approx(fresh.state, abs=1e-9)


@pytest.mark.parametrize("integrator", ["dop853", "dopri5"])
def test_a_step_allocates_nothing_that_stays(integrator):
    """Python's own numbers come and go; no array is made, and nothing is kept."""
    import tracemalloc

    st = vz.Stepper(cart_pole(), integrator=integrator)
    rows = [{"motor": math.sin(0.1 * k)} for k in range(400)]
    for row in rows[:100]:
        st.step(row, 1e-3)
    peaks = np.zeros(300)
    tracemalloc.start()
    try:
        first, _ = tracemalloc.get_traced_memory()
        for k, row in enumerate(rows[100:]):
            before, _ = tracemalloc.get_traced_memory()
            tracemalloc.reset_peak()
            st.step(row, 1e-3)
            after, peak = tracemalloc.get_traced_memory()
            peaks[k] = peak - before
    finally:
        tracemalloc.stop()
    assert np.median(peaks) < 400  # bytes: a handful of numbers; an array alone has more than 100
    assert after - first < 10 * len(peaks)
