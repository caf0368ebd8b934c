"""Laws written in Python: compiled or not, they move a model as the built-in ones do; and what is said when they fail."""

from __future__ import annotations

import numpy as np
import pytest

import vazba as vz

TIGHT = {"rtol": 1e-11, "atol": 1e-13}
SAME = {
    "rtol": 1e-8,
    "atol": 1e-10,
    "step": 0.002,
}  # steps so short that the tolerance does not choose them: the same in every run
K, B, L0 = 300.0, 4.0, 0.6


def two_balls(**spring):
    """Two bodies in space with a spring between points away from their centres, and one at a pin."""
    m = vz.Model("two", dimension=3, gravity=(0, 0, -9.81))
    m.body("a", mass=2.0, inertia=[0.3, 0.4, 0.5], angular_velocity=(0, 3.0, 0))
    m.revolute("A", "ground", "a", at=(0, 0, 0), axis=(0, 1, 0))
    m.body("b", mass=1.0, inertia=[0.1, 0.2, 0.2], position=(1.0, 0.2, -0.3), velocity=(0, 1.0, 2.0), angular_velocity=(1, 2, -1))  # fmt: skip
    m.point("P", "a", (0.3, 0.1, 0.0))
    m.point("Q", "b", (0.0, -0.2, 0.1))
    if spring:
        m.spring("s", "P", "Q", **spring)
    return m


def linear(length, rate, t):
    return K * (length - L0) + B * rate


def of_the_state(length, rate, t, q, v):
    """The same from the coordinates alone: points, their distance and its rate (quaternions to rotation matrices by hand)."""
    d = np.zeros(3)
    u = np.zeros(3)
    for body in range(2):
        s = (0.3, 0.1, 0.0) if body == 0 else (0.0, -0.2, 0.1)
        p0, px, py, pz = q[7 * body + 3], q[7 * body + 4], q[7 * body + 5], q[7 * body + 6]
        wx, wy, wz = v[6 * body + 3], v[6 * body + 4], v[6 * body + 5]
        ws = (wy * s[2] - wz * s[1], wz * s[0] - wx * s[2], wx * s[1] - wy * s[0])
        rows = (
            (p0 * p0 + px * px - py * py - pz * pz, 2 * (px * py - p0 * pz), 2 * (px * pz + p0 * py)),
            (2 * (px * py + p0 * pz), p0 * p0 - px * px + py * py - pz * pz, 2 * (py * pz - p0 * px)),
            (2 * (px * pz - p0 * py), 2 * (py * pz + p0 * px), p0 * p0 - px * px - py * py + pz * pz),
        )
        sign = 1.0 if body == 1 else -1.0
        for i in range(3):
            row = rows[i]
            d[i] += sign * (q[7 * body + i] + row[0] * s[0] + row[1] * s[1] + row[2] * s[2])
            u[i] += sign * (v[6 * body + i] + row[0] * ws[0] + row[1] * ws[1] + row[2] * ws[2])
    found = np.sqrt(d[0] ** 2 + d[1] ** 2 + d[2] ** 2)
    return K * (found - L0) + B * (d[0] * u[0] + d[1] * u[1] + d[2] * u[2]) / found


NUMBERS = {"stiffness": K, "damping": B, "free": L0}


def in_python(length, rate, t):
    """Looks its numbers up in a dictionary of the module: nothing a compiler takes."""
    return NUMBERS["stiffness"] * (length - NUMBERS["free"]) + float(str(NUMBERS["damping"])) * rate


def of_the_state_in_python(length, rate, t, q, v):
    assert isinstance(q, np.ndarray)
    assert (len(q), len(v)) == (14, 12)
    return in_python(length, rate, t)


@pytest.fixture(scope="module")
def built_in():
    return vz.simulate(two_balls(stiffness=K, damping=B, free_length=L0), 1.0, 0.05, **SAME)


def agrees(r, other, tolerance):
    for name in "ab":
        for q in ("x", "y", "z", "qw", "qx", "qy", "qz", "vx", "vy", "vz", "wx", "wy", "wz"):
            assert r.body(name)[q] == pytest.approx(other.body(name)[q], abs=tolerance)
    assert r.spring("s").force == pytest.approx(other.spring("s").force, abs=1e3 * tolerance)


@pytest.mark.parametrize("law", [linear, of_the_state])
def test_a_compiled_law_moves_the_model_as_the_built_in_one(law, built_in):
    r = vz.simulate(two_balls(law=law), 1.0, 0.05, **SAME)
    agrees(r, built_in, 1e-12)
    taken = built_in.energy.elastic - built_in.energy.elastic[0] + built_in.energy.dissipated
    assert r.energy.input == pytest.approx(
        -taken, abs=1e-8
    )  # what a law of one's own does with it is not known: it counts as work
    assert np.abs(r.energy.balance).max() < 1e-8


@pytest.mark.parametrize("law", [in_python, of_the_state_in_python])
def test_a_law_that_cannot_be_compiled_is_called_in_python(law, built_in):
    with pytest.warns(vz.VazbaWarning, match=f"spring s: the function {law.__name__} cannot be compiled"):
        r = vz.simulate(two_balls(law=law), 1.0, 0.05, **SAME)
    agrees(r, built_in, 1e-12)


def test_at_one_state_and_in_kinematics_too():
    one, two = (
        vz.matrices(two_balls(**s)) for s in ({"law": linear}, {"stiffness": K, "damping": B, "free_length": L0})
    )
    assert one.tensions == pytest.approx(two.tensions, rel=1e-14)
    assert one.acceleration == pytest.approx(two.acceleration, rel=1e-13)


@pytest.mark.parametrize("integrator", ["dopri5", "radau"])
def test_other_integrators_take_them_too(integrator, built_in):
    r = vz.simulate(two_balls(law=linear), 1.0, 0.05, integrator=integrator, rtol=1e-10, atol=1e-12)
    for q in "xyz":
        assert r.body("b")[q] == pytest.approx(built_in.body("b")[q], abs=1e-8)


def test_at_a_joint_and_with_time():
    """`F = k (phi - sin 2t)`: a rotor on a spring whose far end is shaken; `phi = A (sin 2t - 2/w sin w t)`, `A = w^2/(w^2 - 4)`."""

    def shaken(angle, rate, t):
        return 8.0 * (angle - np.sin(2.0 * t))

    m = vz.Model("rotor", dimension=2)
    m.body("r", mass=1.0, inertia=0.5)
    m.revolute("A", "ground", "r", at=(0, 0))
    m.spring("s", joint="A", law=shaken)
    r = vz.simulate(m, 3.0, 0.05, **TIGHT)
    w = 4.0
    phi = w**2 / (w**2 - 4) * (np.sin(2 * r.time) - 2 / w * np.sin(w * r.time))
    assert r.joint("A").angle == pytest.approx(phi, abs=1e-9)


# --- laws that fail -------------------------------------------------------------------------------------------------------


def thrown(law):
    """A body of 1 kg leaving with 2 m/s from x = 1, held by a law."""
    m = vz.Model("thrown", dimension=2, gravity=(0, 0))
    m.body("b", mass=1.0, inertia=1.0, position=(1, 0), velocity=(2, 0))
    m.point("P", "b", (0, 0))
    m.point("O", "ground", (0, 0))
    m.spring("rope", "O", "P", law=law)
    return m


def raises(length, rate, t):
    if length > 1.2:
        raise ValueError("torn")
    return 0.0


def gives_nan(length, rate, t):
    return np.sqrt(1.2 - length) * 0.0


def raises_in_python(length, rate, t):
    return 0.0 * NUMBERS["stiffness" if length < 1.2 else "torn"]


def too_fast(length, rate, t):
    return 0.0 if rate < 1.9 else np.nan


@pytest.mark.filterwarnings("ignore:.*cannot be compiled:vazba.VazbaWarning")
@pytest.mark.parametrize("law", [raises, gives_nan, raises_in_python])
@pytest.mark.parametrize("integrator", ["dop853", "radau"])
def test_a_law_that_fails_on_the_way_is_named_and_what_was_computed_is_kept(law, integrator):
    """It goes 0.2 m at 2 m/s, so that it ends at 0.1 s."""
    with pytest.warns(vz.VazbaWarning, match="spring rope: its law gives no finite number at length 1.2"):
        r = vz.simulate(thrown(law), 1.0, 0.01, integrator=integrator)
    assert r.status == "failed"
    assert "spring rope" in r.message
    assert float(r.message.split("t = ")[1].split(" s")[0]) == pytest.approx(0.1, abs=1e-6)
    assert r.time[-1] == pytest.approx(0.1, abs=0.011)
    assert r.body("b").x == pytest.approx(1 + 2 * r.time, abs=1e-9)
    assert np.isfinite(r.energy.balance).all()


def test_a_law_that_fails_at_once_is_named():
    with pytest.warns(vz.VazbaWarning, match="spring rope"):
        r = vz.simulate(thrown(too_fast), 1.0, 0.01)
    assert (r.status, list(r.time)) == ("failed", [0.0])


def test_an_expression_that_leaves_its_domain_is_named():
    m = thrown(linear)
    m.springs.clear()
    m.spring("rope", "O", "P", force="0*sqrt(1.2 - x)")
    with pytest.warns(vz.VazbaWarning, match="spring rope: its force is no finite number at length 1.2"):
        r = vz.simulate(m, 1.0, 0.01)
    assert r.status == "failed"


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"law": 3.0}, "not a function"),
        ({"law": linear, "stiffness": 3.0}, "together"),
        ({"law": linear, "damping": 3.0}, "damping is given beside law"),
        ({"law": linear, "free_length": 0.3}, "free_length is given beside law"),
        ({"stiffness": 3.0, "free_angle": 0.3}, "free_angle does not fit a length"),
        ({}, "stiffness is missing"),
    ],
)
def test_springs_that_cannot_be(values, words):
    m = two_balls()
    m.spring("s", "P", "Q", **values)
    with pytest.raises(vz.ModelError, match=words) as caught:
        vz.simulate(m, 1.0)
    assert "spring s" in str(caught.value)


def test_actuators_that_cannot_be():
    m = two_balls()
    m.actuator("one", joint="A", torque=1.0, tension=2.0)
    m.actuator("two", through=("P", "Q"), tension=1.0, force=2.0)
    with pytest.raises(vz.ModelError, match=r"(?s)actuator one: .* given together.*actuator two: .* given together"):
        vz.simulate(m, 1.0)
    m.actuators.clear()
    m.actuator("three", joint="A", force=1.0)
    with pytest.raises(vz.ModelError, match="actuator three: force does not fit an angle"):
        vz.simulate(m, 1.0)


# --- laws of time and tables of loads -------------------------------------------------------------------------------------


def test_tables_that_end_too_early_and_cables_reeled_in_to_nothing():
    m = two_balls()
    short = {"table": {"times": [0, 1, 2], "values": [0, 1, 0]}}
    m.force("push", "P", [short, 0, 0])
    m.torque("turn", "b", [0, 0, short], stop=1.5)
    m.cable("rope", ["P", "Q"], stiffness=10.0, free_length="1 - 0.5*t")
    with pytest.raises(vz.ModelError) as caught:
        vz.simulate(m, 3.0, 0.1)
    assert "force push" in str(caught.value)
    assert "cable rope: its free length" in str(caught.value)
    assert "turn" not in str(caught.value)  # it ends before its table


def test_a_spring_that_leaves_its_table_is_remarked():
    m = thrown(linear)
    m.springs.clear()
    m.spring("rope", "O", "P", force={"table": {"times": [-0.5, 0, 0.5], "values": [-1, 0, 1]}}, free_length=1.0)
    m.damper("d", "O", "P", force={"table": {"times": [-5, 0, 5], "values": [-1, 0, 1]}})
    r = vz.simulate(m, 0.2, 0.1)
    assert not r.warnings
    r = vz.simulate(m, 1.0, 0.1)
    (remark,) = r.warnings
    assert "spring rope" in remark
    assert "-0.5 to 0.5" in remark
