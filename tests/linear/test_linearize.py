"""`vz.linearize` against closed forms, `vz.modes`, and small motions of runs."""

from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np
import pytest
from scipy.linalg import expm

import vazba as vz

EXAMPLES = Path(__file__).parents[2] / "examples"
G = 9.81


def pendulum(damping=0.0):
    m = vz.Model("pendulum", dimension=2)
    m.body("rod", position=(0, -0.6), mass=2, inertia=0.3)
    m.revolute("A", "ground", "rod", at=(0, 0))
    m.point("tip", "rod", (0, -0.4))
    m.actuator("motor", joint="A")
    if damping:
        m.damper("d", joint="A", damping=damping)
    return m


def test_pendulum():
    """`(J + m a^2) phi'' = -m g a phi - b phi' + M`."""
    about, weight = 0.3 + 2 * 0.6**2, 2 * G * 0.6
    found = vz.linearize(pendulum(0.7), outputs=["tip.x", "tip.vx", "A.angle_acceleration", "motor.effort"])
    assert found.states == ("A.angle", "A.angle_rate")
    assert found.inputs == ("motor",)
    a, b = np.array([[0, 1], [-weight / about, -0.7 / about]]), np.array([[0], [1 / about]])
    assert pytest.approx(a, abs=1e-11) == found.A
    assert pytest.approx(b, abs=1e-12) == found.B
    assert pytest.approx(np.array([[1.0, 0], [0, 1.0], a[1], [0, 0]]), abs=1e-10) == found.C
    assert pytest.approx(np.array([[0], [0], [1 / about], [1]]), abs=1e-11) == found.D
    assert found.error < 1e-10
    assert found.steady


def test_cart_and_pole_upright():
    """Textbook: with `M`, `m`, `l`, `J` about the centre of mass and `p = J (M + m) + M m l^2`; theta positive to the left."""
    big, small, arm, about = 1.3, 0.4, 0.7, 0.02
    m = vz.Model("cart-pole", dimension=2)
    m.body("cart", position=(0, 0), mass=big, inertia=1)
    m.body("pole", position=(0, arm), mass=small, inertia=about)
    m.prismatic("rail", "ground", "cart", at=(0, 0), axis=(1, 0))
    m.revolute("pin", "cart", "pole", at=(0, 0))
    m.actuator("motor", joint="rail")
    found = vz.linearize(m, at="drawn")
    p = about * (big + small) + big * small * arm**2
    a, b = np.zeros((4, 4)), np.zeros((4, 1))
    a[0, 2] = a[1, 3] = 1
    a[2, 1], a[3, 1] = (small * arm) ** 2 * G / p, small * arm * G * (big + small) / p
    b[2, 0], b[3, 0] = (about + small * arm**2) / p, small * arm / p
    assert pytest.approx(a, abs=1e-11) == found.A
    assert pytest.approx(b, abs=1e-12) == found.B
    root = math.sqrt(a[3, 1])
    assert found.eigenvalues == pytest.approx([0, 0, -root, root], abs=1e-10)
    assert (found.eigenvalues[:2] == 0).all()  # the cart may stand anywhere


def double_pendulum():
    m = vz.Model("double", dimension=2)
    m.body("a", position=(0, -1), mass=1.5, inertia=0)
    m.body("b", position=(0, -1.8), mass=0.8, inertia=0)
    m.revolute("A", "ground", "a", at=(0, 0))
    m.revolute("B", "a", "b", at=(0, -1))
    return m


def test_double_pendulum():
    """Two point masses: `det(K - w^2 M) = 0` with `M = [[(m1+m2) l1^2, m2 l1 l2], [., m2 l2^2]]`, `K = g diag((m1+m2) l1, m2 l2)`."""
    m1, m2, l1, l2 = 1.5, 0.8, 1.0, 0.8
    mass = np.array([[(m1 + m2) * l1**2, m2 * l1 * l2], [m2 * l1 * l2, m2 * l2**2]])
    stiffness = G * np.diag([(m1 + m2) * l1, m2 * l2])
    squares = np.sort(np.linalg.eigvals(np.linalg.solve(mass, stiffness)).real)
    found = vz.linearize(double_pendulum())
    assert found.inputs == ()
    assert found.B.shape == (4, 0)
    frequencies = np.sort(np.abs(found.eigenvalues.imag))[::2]
    assert frequencies == pytest.approx(np.sqrt(squares), rel=1e-6)  # tips without inertia are given a billionth
    assert np.abs(found.eigenvalues.real).max() < 1e-9


def test_a_long_chain():
    """Point masses on massless links, hanging: in absolute angles `M_ij = m l^2 (n - max(i, j))`, `K_ii = m g l (n - i)`; dampers in the joints."""
    n, mass, long, damping = 70, 0.4, 0.3, 0.02
    m = vz.Model("chain", dimension=2)
    below = "ground"
    for k in range(n):
        m.body(f"b{k}", position=(0, -long * (k + 1)), mass=mass, inertia=0)
        m.revolute(f"j{k}", below, f"b{k}", at=(0, -long * k))
        m.damper(f"d{k}", joint=f"j{k}", damping=damping)
        below = f"b{k}"
    m.actuator("motor", joint="j0")
    found = vz.linearize(m, at="drawn")
    assert found.states[:n] == tuple(f"j{k}.angle" for k in range(n))
    place = np.arange(n)
    full, stiff = mass * long**2 * (n - np.maximum.outer(place, place)), mass * G * long * np.diag(n - place)
    angles = np.tril(np.ones((n, n)))  # absolute from relative
    heavy = angles.T @ full @ angles
    by_angle, by_rate = -np.linalg.solve(heavy, angles.T @ stiff @ angles), -np.linalg.solve(heavy, damping * np.eye(n))
    assert pytest.approx(by_angle, abs=1e-6 * np.abs(by_angle).max()) == found.A[n:, :n]
    assert pytest.approx(by_rate, abs=1e-6 * np.abs(by_rate).max()) == found.A[n:, n:]
    by_motor = np.linalg.solve(heavy, np.eye(n)[:, 0])
    assert pytest.approx(by_motor, abs=1e-6 * np.abs(by_motor).max()) == found.B[n:, 0]


@pytest.mark.parametrize("spin", [60.0, 12.0])
def test_sleeping_top(spin):
    """`J_1 z'' - i J_3 W z' - m g l z = 0` of the axis in the ground; deviations are measured in axes that spin along, where rates are less by `i W`."""
    j1, j3, mass, arm = 0.05, 0.02, 2.0, 0.3
    m = vz.Model("top", dimension=3)
    m.body("top", position=(0, 0, arm), mass=mass, inertia=(j1, j1, j3), angular_velocity=(0, 0, spin))
    m.joint("spherical", "foot", "ground", "top", at=(0, 0, 0))
    found = vz.linearize(m, at="motion")
    about = j1 + mass * arm**2
    ground = np.roots([about, -1j * j3 * spin, -mass * G * arm])
    turning = [s - 1j * spin for s in ground]
    expected = np.array([*turning, *np.conj(turning), 0, 0])
    got = found.eigenvalues
    assert found.steady
    for s in expected:
        assert np.abs(got - s).min() < 1e-6 * spin
    assert (np.sort(np.abs(got))[:2] == 0).all()
    stable = (j3 * spin) ** 2 > 4 * about * mass * G * arm
    assert (got.real.max() < 1e-6) == stable


def test_frame_of_spin_does_not_change_growth_of_a_thrown_body():
    """A free body about its middle axis: `s^2 = W^2 (J2 - J1)(J3 - J2) / (J1 J3)`, Euler."""
    j, w = (1.0, 2.0, 3.0), 5.0
    m = vz.Model("thrown", dimension=3, gravity=(0, 0, 0))
    m.body("b", position=(0, 0, 0), mass=1, inertia=j, angular_velocity=(0, w, 0))
    found = vz.linearize(m, at="motion")
    growth = w * math.sqrt((j[1] - j[0]) * (j[2] - j[1]) / (j[0] * j[2]))
    assert found.eigenvalues.real.max() == pytest.approx(growth, rel=1e-9)


@pytest.mark.parametrize("name", ["quarter-car", "platform-cables", "four-bar-free", "three-loops"])
def test_at_rest_it_has_the_frequencies_of_modes(name):
    m = vz.load(EXAMPLES / name / f"{name}.toml")
    found, modes = vz.linearize(m, inputs=()), vz.modes(m)
    assert len(found.states) == 2 * len(modes)
    expected = np.concatenate([mode.eigenvalues for mode in modes])
    scale = max(1.0, np.abs(expected).max())  # a platform that is driven all through keeps nothing but rods that spin
    for s in expected:
        assert np.abs(found.eigenvalues - s).min() < 3e-6 * scale
    for s in found.eigenvalues:
        assert np.abs(expected - s).min() < 3e-6 * scale


def driven_crank():
    """A crank driven at constant speed, and a pendulum on its end."""
    m = vz.Model("driven", dimension=2)
    m.body("crank", position=(0, 0.15), angle=math.pi / 2, mass=1, inertia=0.02)
    m.body("bob", position=(0, 0.3 - 0.5), mass=0.7, inertia=0.03)
    m.revolute("A", "ground", "crank", at=(0, 0))
    m.revolute("B", "crank", "bob", at=(0, 0.3))
    m.drive("spin", joint="A", angle={"polynomial": [0.0, 4.0]})
    m.force("push", m.point("P", "bob", (0, -0.3)), (0, 0))
    return m


def test_along_a_driven_motion_it_is_the_derivative_of_runs():
    """The transition from t to t + dt by central differences of runs from `t`: `(Phi - E)/dt -> A` as dt goes to 0 (extrapolated)."""
    m = driven_crank()
    tight = {"rtol": 1e-12, "atol": 1e-13}
    run = vz.simulate(m, 0.6, 0.1, **tight)
    found = vz.linearize(m, at=(run, 0.6), inputs=["push"])
    assert found.states == ("B.angle", "B.angle_rate")
    assert not found.steady
    here = np.array([run["B.angle"][-1], run["B.angle_rate"][-1]])

    def after(x, dt):
        r = vz.simulate(m, 0.6 + dt, dt, start={"B.angle": x[0], "B.angle_rate": x[1]}, start_time=0.6, **tight)
        return np.array([r["B.angle"][-1], r["B.angle_rate"][-1]])

    def slope(dt):
        h = 1e-3
        columns = [(after(here + h * e, dt) - after(here - h * e, dt)) / (2 * h) for e in np.eye(2)]
        return (np.array(columns).T - np.eye(2)) / dt

    dt = 0.01
    once = [slope(dt / 2**k) for k in range(3)]
    twice = [2 * once[k + 1] - once[k] for k in range(2)]
    assert pytest.approx((4 * twice[1] - twice[0]) / 3, abs=2e-4) == found.A


def test_small_motions_of_the_run():
    """A loop with springs, pushed for a while from outside: the linear model does what the run does, to second order."""
    m = pendulum(0.4)
    found = vz.linearize(m, outputs=["tip.x", "A.angle_rate"])
    push, dt, n = 1e-3, 0.02, 60
    st = vz.Stepper(m, rtol=1e-11, atol=1e-13)
    step = expm(np.block([[found.A, found.B], [np.zeros((1, 3))]]) * dt)
    x = np.zeros(2)
    for k in range(n):
        u = push * math.sin(0.3 * k)
        st.step({"motor": u}, dt)
        x = step[:2, :2] @ x + step[:2, 2] * u
        assert st.observe(found.outputs) == pytest.approx(found.C @ x + found.D[:, 0] * u, abs=1e-9)
    assert np.abs(x).max() > 1e-5


def test_a_cable_and_its_free_length():
    """`F = k (l - l0)/l0`: `dF/dl0 = -k l/l0^2`; a weight that hangs on it moves up and down with `k/(l0 m)`."""
    k, l0, mass = 300.0, 1.2, 2.0
    m = vz.Model("hanging", dimension=2)
    m.body("w", position=(0, -1.2), mass=mass, inertia=0.1)
    m.prismatic("rail", "ground", "w", at=(0, 0), axis=(0, 1))
    m.point("top", "ground", (0, 0))
    m.point("eye", "w", (0, 0))
    m.cable("rope", ("top", "eye"), stiffness=k, free_length=l0)
    found = vz.linearize(m, inputs="rope", outputs="rope.force")
    length = l0 + mass * G * l0 / k
    assert found.A[1, 0] == pytest.approx(-k / l0 / mass, rel=1e-9)
    assert found.inputs == ("rope.free_length",)
    assert found.B[1, 0] == pytest.approx(-k * length / l0**2 / mass, rel=1e-9)
    assert found.D[0, 0] == pytest.approx(-k * length / l0**2, rel=1e-9)


def test_to_scipy_and_to_control():
    found = vz.linearize(pendulum(0.7), outputs="tip.x")
    space = found.to_scipy()
    assert np.sort_complex(space.poles) == pytest.approx(np.sort_complex(found.eigenvalues))
    try:
        import control  # noqa: F401
    except ImportError:
        with pytest.raises(vz.VazbaError, match="pip install control"):
            found.to_control()
    else:
        assert np.sort_complex(found.to_control().poles()) == pytest.approx(np.sort_complex(found.eigenvalues))


def test_files(tmp_path):
    from scipy.io import loadmat

    found = vz.linearize(pendulum(0.7), outputs=["tip.x"])
    for ending in ("mat", "npz", "json"):
        found.save(tmp_path / f"lin.{ending}")
    mat, npz = loadmat(tmp_path / "lin.mat"), np.load(tmp_path / "lin.npz")
    text = json.loads((tmp_path / "lin.json").read_text())
    for key in "ABCD":
        for kept in (mat[key], npz[key], text[key]):
            assert np.array_equal(np.asarray(kept), getattr(found, key))
    assert tuple(npz["states"]) == found.states == tuple(text["states"])
    assert [str(x[0]) for x in mat["states"].ravel()] == list(found.states)
    with pytest.raises(vz.ModelError, match=r"ending '\.txt'"):
        found.save(tmp_path / "lin.txt")


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"at": "rest"}, "at = 'rest' is unknown"),
        ({"inputs": "moter"}, "'moter' is no input"),
        ({"outputs": ["tip.q"]}, "q"),
    ],
)
def test_what_is_wrong_is_told(given, told):
    with pytest.raises(vz.ModelError, match=told):
        vz.linearize(pendulum(), **given)


def test_continuous_controllers_along_a_motion():
    """Computed torque makes `x'' = -kp x - kd x'` of any arm; a function `-k phi` is a spring. Those that look now and then have no linear model."""
    m = pendulum()
    del m.actuators["motor"]
    m.controller("computed_torque", targets={"A": 0.0}, kp=30, kd=7)
    found = vz.linearize(m, at={"A.angle": 0.3, "A.angle_rate": 1.2})
    assert pytest.approx(np.array([[0, 1], [-30, -7]]), abs=1e-6) == found.A
    m, about = pendulum(), 0.3 + 2 * 0.6**2
    m.controller(lambda t, angle: -20.0 * angle, reads=["A.angle"], writes=["motor"])  # noqa: ARG005
    found = vz.linearize(m, at="motion", inputs=[])
    assert pytest.approx(np.array([[0, 1], [-(20 + 2 * G * 0.6) / about, 0]]), abs=1e-6) == found.A
    m = pendulum()
    m.controller("pd", joint="A", target=0.0, kp=30, kd=7, every=0.01)
    with pytest.raises(vz.ModelError, match=r"a linear model .* does not go with it"):
        vz.linearize(m, at="motion")


def test_a_law_that_names_columns_belongs_to_the_system() -> None:
    """`T = 1 - 4 A.angle - 0.2 A.angle_rate` on a point mass at 1 m: it is in A, not an input, unless it is asked for."""
    m = vz.Model("fed back", dimension=2, gravity=(0, 0))
    m.body("b", mass=1, inertia=0.0, position=(1, 0))
    m.revolute("A", "ground", "b", at=(0, 0))
    m.actuator("motor", joint="A", torque="1 - 4*A.angle - 0.2*A.angle_rate")
    lin = vz.linearize(m, at="drawn")
    assert lin.inputs == ()
    assert pytest.approx(np.array([[0, 1], [-4, -0.2]]), abs=1e-8) == lin.A
    asked = vz.linearize(m, at="drawn", inputs="motor")
    assert pytest.approx(np.array([[0], [1]]), abs=1e-8) == asked.B
    assert pytest.approx(np.array([[0, 1], [0, 0]]), abs=1e-8) == asked.A
