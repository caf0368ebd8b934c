"""Natural frequencies, damping and shapes against closed forms."""

from __future__ import annotations

from itertools import pairwise
from math import cos, pi, sin, sqrt

import numpy as np
import pytest
from scipy.linalg import eigh
from scipy.optimize import brentq, minimize_scalar

import vazba as vz
from vazba.statics.mode_results import CREEPS, FREE, UNSTABLE, VIBRATES

G = 9.81


def pendulum(angle: float = -pi / 2, dimension: int = 2, **gravity: object) -> vz.Model:
    m = vz.Model("pendulum", dimension=dimension, **gravity)
    if dimension == 2:
        m.body("rod", angle=angle, mass=2.0, inertia=0.3, com=(0.7, 0))
        m.revolute("A", "ground", "rod", at=(0, 0))
    else:
        m.body("rod", mass=2.0, inertia=(0.3, 0.2, 0.1), com=(0, 0, -0.7))
        m.revolute("A", "ground", "rod", at=(0, 0, 0), axis=(1, 0, 0))
    return m


PENDULUM = sqrt(2 * G * 0.7 / (0.3 + 2 * 0.7**2))


# --- one freedom ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dimension", [2, 3])
def test_compound_pendulum(dimension: int) -> None:
    found = vz.modes(pendulum(dimension=dimension))
    assert found.at == "drawn"
    np.testing.assert_allclose(found.omegas, [PENDULUM], rtol=1e-11)
    np.testing.assert_allclose(found.frequencies, [PENDULUM / (2 * pi)], rtol=1e-11)
    assert found[0].kind == VIBRATES
    assert found[0].damping == 0
    assert found[0].movers == (("rod", pytest.approx(1.0)),)


@pytest.mark.parametrize("angle", [-1.2, 0.0, 1.4, 3.0])
def test_a_pendulum_drawn_anywhere_swings_about_where_it_hangs(angle: float) -> None:
    found = vz.modes(pendulum(angle))
    assert found.at == "equilibrium"
    assert found.equilibrium is not None
    assert sin(found.equilibrium["rod"].angle[0]) == pytest.approx(-1, abs=1e-15)
    np.testing.assert_allclose(found.omegas, [PENDULUM], rtol=1e-10)
    assert "equilibrium" in found.where()


def test_an_inverted_pendulum_grows_with_its_rate() -> None:
    found = vz.modes(pendulum(pi / 2))
    assert found.at == "drawn"
    assert [mode.kind for mode in found] == [UNSTABLE]
    assert found[0].growth == pytest.approx(PENDULUM, rel=1e-11)
    assert found[0].frequency == 0
    assert np.isnan(found[0].damping)
    assert not found.stable
    assert "UNSTABLE, grows with 3.27562 1/s" in found.summary()


@pytest.mark.parametrize("ratio", [0.02, 0.6, 0.999, 1.001, 3.0])
def test_damped_oscillator(ratio: float) -> None:
    mass, stiffness = 1.7, 230.0
    omega = sqrt(stiffness / mass)
    m = vz.Model("oscillator", dimension=2)
    m.body("block", position=(0, -2), mass=mass, inertia=1.0)
    m.prismatic("guide", "ground", "block", at=(0, -2), axis=(0, 1))
    ends = m.point("O", "ground", (0, 0)), m.point("P", "block", (0, 0))
    m.spring(*ends, stiffness=stiffness, free_length=1.0)
    m.damper(*ends, damping=2 * ratio * mass * omega)
    (mode,) = vz.modes(m)
    assert mode.omega == pytest.approx(omega, rel=1e-10)
    assert mode.damping == pytest.approx(ratio, rel=1e-9)
    assert mode.kind == (VIBRATES if ratio < 1 else CREEPS)
    roots = np.sort_complex(np.roots([1, 2 * ratio * omega, omega**2]))
    np.testing.assert_allclose(np.sort_complex(mode.eigenvalues), roots, rtol=1e-6)


def test_viscous_friction_damps_and_coulomb_friction_is_said_to_be_left_out() -> None:
    m = pendulum()
    m.friction("pin", "A", coefficient=0.3, radius=0.02, viscous=0.4)
    found = vz.modes(m)
    inertia = 0.3 + 2 * 0.7**2
    assert found[0].damping == pytest.approx(0.4 / (2 * inertia * PENDULUM), rel=1e-9)
    assert any("Coulomb friction is left out" in text for text in found.warnings)


def test_a_driven_joint_is_held_at_its_angle_at_the_time() -> None:
    """Two bars bent at the elbow by its driver swing as one body."""
    t = 0.5
    bend = 0.3 + t
    m = vz.Model("arm", dimension=2)
    m.body("upper", angle=-pi / 2, mass=1.0, inertia=0.1, com=(0.5, 0))
    m.body("fore", position=(0, -1), angle=0.3 - pi / 2, mass=2.0, inertia=0.3, com=(0.4, 0))
    m.revolute("shoulder", "ground", "upper", at=(0, 0))
    m.revolute("elbow", "upper", "fore", at=(0, -1))
    m.drive("elbow", angle="0.3 + t + sin(3*t)*0")
    found = vz.modes(m, t=t)
    fore = np.array([1 + 0.4 * cos(bend), 0.4 * sin(bend)])  # its centre of mass, upper arm along x
    moment = np.linalg.norm(np.array([0.5, 0]) + 2 * fore) * G
    inertia = 0.1 + 0.25 + 0.3 + 2 * fore @ fore
    np.testing.assert_allclose(found.omegas, [sqrt(moment / inertia)], rtol=1e-10)
    assert "drivers held as at t = 0.5 s" in found.where()


def test_a_driven_orientation_is_held() -> None:
    """A body whose orientation is driven slides on a spring; at another time it is turned otherwise, and still slides alike."""
    m = vz.Model("turned", dimension=3, gravity=(0, 0, 0))
    m.body("b", position=(0, 0, 0), mass=2.0, inertia=(1, 2, 3))
    m.drive("turn", body="b", orientation={"cardan": ["t", "2*t", 0]})
    m.bushing("u", "ground", "b", at=(0, 0, 0), stiffness=(100, 200, 300, 0, 0, 0))
    for t in (0.0, 0.4):
        np.testing.assert_allclose(vz.modes(m, t=t, at="drawn").omegas, np.sqrt(np.array([50, 100, 150.0])), rtol=1e-10)
        np.testing.assert_allclose(vz.equilibrium(m, t=t)["b"].cardan[0], [t, 2 * t, 0], atol=1e-12)


# --- several freedoms -------------------------------------------------------------------------------------------------


def test_double_pendulum_of_equal_masses() -> None:
    """`w^2 = (2 -+ sqrt 2) g/l`."""
    m = vz.Model("double pendulum", dimension=2)
    for k in (1, 2):
        m.body(f"m{k}", position=(0, -k), mass=1.3, inertia=0.0)
        m.point(f"P{k}", f"m{k}", (0, 0))
    m.revolute("A", "ground", "m1", at=(0, 0))
    m.revolute("B", "m1", "m2", at=(0, -1))
    found = vz.modes(m)
    np.testing.assert_allclose(found.omegas**2, G * np.array([2 - sqrt(2), 2 + sqrt(2)]), rtol=1e-8)
    # shapes: the lower mass moves sqrt 2 + 1 (in phase) and sqrt 2 - 1 (against) times as far as the upper
    x = found.shapes[[found.names.index((name, "vx")) for name in ("m1", "m2")]]
    np.testing.assert_allclose(x[1] / x[0], [1 + sqrt(2), 1 - sqrt(2)], rtol=1e-7)


def test_double_pendulum_of_bars() -> None:
    m = vz.Model("bars", dimension=2)
    m.body("a", angle=-pi / 2, mass=1.0, inertia=0.2, com=(0.6, 0))
    m.body("b", position=(0, -1.1), angle=-pi / 2, mass=0.7, inertia=0.05, com=(0.3, 0.0))
    m.revolute("A", "ground", "a", at=(0, 0))
    m.revolute("B", "a", "b", at=(0, -1.1))
    mass = np.array([[0.2 + 0.36 + 0.7 * 1.21, 0.7 * 1.1 * 0.3], [0.7 * 1.1 * 0.3, 0.05 + 0.7 * 0.09]])
    stiff = np.diag([(0.6 + 0.7 * 1.1) * G, 0.7 * 0.3 * G])
    np.testing.assert_allclose(vz.modes(m).omegas ** 2, eigh(stiff, mass)[0], rtol=1e-11)


def chain(n: int, stiffness: float, free: float, ends: bool = True, damping: float = 0.0) -> vz.Model:
    """Masses 0.5 kg one metre apart on the x axis, joined by springs."""
    m = vz.Model("chain", dimension=2, gravity=(0, 0))
    points = [m.point("P0", "ground", (0, 0))] if ends else []
    for k in range(1, n + 1):
        m.body(f"b{k}", position=(k, 0), mass=0.5, inertia=0.01)
        points.append(m.point(f"P{k}", f"b{k}", (0, 0)))
    points += [m.point("E", "ground", (n + 1, 0))] if ends else []
    for k, (p, q) in enumerate(pairwise(points)):
        m.spring(f"s{k}", p, q, stiffness=stiffness, free_length=free, damping=damping)
    return m


@pytest.mark.parametrize("n", [1, 2, 7])
def test_prestressed_string_of_masses(n: int) -> None:
    """Across: `w = 2 sqrt(T/(m a)) sin(j pi/(2 n + 2))`; along: `w = 2 sqrt(k/m) sin(..)`; nothing turns the masses back."""
    stiffness, free = 400.0, 0.9
    found = vz.modes(chain(n, stiffness, free))
    tension = stiffness * (1 - free)
    waves = 2 * np.sin(np.arange(1, n + 1) * pi / (2 * n + 2))
    expected = np.sort(np.concatenate([waves * sqrt(tension / 0.5), waves * sqrt(stiffness / 0.5)]))
    assert found.counted(FREE) == n
    np.testing.assert_allclose(found.omegas[n:], expected, rtol=1e-11)


def test_free_chain_has_rigid_motions() -> None:
    """Along: `w = 2 sqrt(k/m) sin(j pi/(2 n))`, j from 0. Across an unstressed chain is a mechanism: n freedoms, and n turns."""
    n, stiffness = 4, 400.0
    found = vz.modes(chain(n, stiffness, 1.0, ends=False))
    waves = 2 * sqrt(stiffness / 0.5) * np.sin(np.arange(n) * pi / (2 * n))
    assert found.counted(FREE) == 2 * n + 1
    np.testing.assert_allclose(found.omegas[2 * n :], waves, rtol=1e-11)
    assert len(found.free) == 2 * n + 1


def test_springs_with_dampers_damp_in_proportion_to_the_frequency() -> None:
    n, stiffness, damping = 5, 400.0, 1.5
    m = chain(n, stiffness, 1.0, damping=damping)
    found = [mode for mode in vz.modes(m) if mode.kind == VIBRATES]
    omega = 2 * sqrt(stiffness / 0.5) * np.sin(np.arange(1, n + 1) * pi / (2 * n + 2))
    np.testing.assert_allclose([mode.omega for mode in found], omega, rtol=1e-11)
    np.testing.assert_allclose([mode.damping for mode in found], damping / stiffness * omega / 2, rtol=1e-10)


def test_damping_that_couples_the_modes() -> None:
    """Two masses, a damper at one of them only: eigenvalues of the state form written by hand."""
    m = vz.Model("two", dimension=2)
    points = [m.point("O", "ground", (0, 0))]
    for k in (1, 2):
        m.body(f"b{k}", position=(k, 0), mass=float(k), inertia=1.0)
        m.prismatic(f"g{k}", "ground", f"b{k}", at=(k, 0), axis=(1, 0))
        points.append(m.point(f"P{k}", f"b{k}", (0, 0)))
        m.spring(points[-2], points[-1], stiffness=100.0 * k, free_length=1.0)
    m.damper("O", "P1", damping=12.0)
    found = vz.modes(m)
    k, d, mass = np.array([[300.0, -200], [-200, 200]]), np.diag([12.0, 0]), np.diag([1.0, 2])
    state = np.block([
        [np.zeros((2, 2)), np.eye(2)],
        [-np.linalg.solve(mass, k), -np.linalg.solve(mass, d)],
    ])  # fmt: skip
    expected = np.sort_complex(np.linalg.eigvals(state))
    np.testing.assert_allclose(np.sort_complex(found.eigenvalues.ravel()), expected, rtol=1e-9)
    np.testing.assert_allclose(found.omegas**2, eigh(k, mass)[0], rtol=1e-11)
    assert [mode.damped_frequency for mode in found] == sorted(mode.damped_frequency for mode in found)


def test_bifilar_pendulum() -> None:
    """A bar on two strings of length h at +-b: it sways with `g/h` both ways, and turns with `m g b^2/(J h)`; about itself nothing turns it back."""
    h, b, mass, inertia = 1.5, 0.4, 3.0, 0.2
    m = vz.Model("bifilar", dimension=3)
    m.body("bar", position=(0, 0, -h), mass=mass, inertia=(0.05, 0.3, inertia))
    for k, x in enumerate((-b, b)):
        top = m.point(f"T{k}", "ground", (x, 0, 0))
        m.distance(f"string{k}", top, m.point(f"B{k}", "bar", (x, 0, 0)))
    found = vz.modes(m)
    assert found.counted(FREE) == 1
    assert "turn about x" in found.free[0]
    expected = sorted([G / h, G / h, mass * G * b**2 / (inertia * h)])
    np.testing.assert_allclose(found.omegas[1:] ** 2, expected, rtol=1e-10)


def test_taut_cables_are_stiff_and_slack_ones_are_not() -> None:
    m = vz.Model("between cables", dimension=2, gravity=(0, 0))
    m.body("b", position=(0, 0), mass=2.0, inertia=1.0)
    m.prismatic("g", "ground", "b", at=(0, 0), axis=(1, 0))
    m.point("P", "b", (0, 0))
    for name, x, free in (("taut_1", -2.0, 1.0), ("taut_2", 2.0, 1.0), ("slack", 3.0, 4.0)):
        m.cable(name, [m.point(f"Q{name}", "ground", (x, 0)), "P"], stiffness=50.0, free_length=free)
    np.testing.assert_allclose(vz.modes(m).omegas, [sqrt(2 * 50 / 2.0)], rtol=1e-11)


def test_a_cable_at_its_free_length_is_told() -> None:
    m = vz.Model("undecided", dimension=2, gravity=(0, 0))
    m.body("b", position=(1, 0), mass=2.0, inertia=1.0)
    m.cable("c", [m.point("O", "ground", (0, 0)), m.point("P", "b", (0, 0))], stiffness=50.0, free_length=1.0)
    assert any("cable c is just as long as its free length" in text for text in vz.modes(m).warnings)


# --- space ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("com", [(0, 0, 0), (0.1, -0.2, 0.3)])
def test_a_free_body_has_six_rigid_motions(com: tuple[float, ...]) -> None:
    m = vz.Model("free", dimension=3, gravity=(0, 0, 0))
    m.body("b", position=(1, 2, 3), mass=2.0, inertia=(0.3, 0.4, 0.5), com=com)
    found = vz.modes(m)
    assert [mode.kind for mode in found] == [FREE] * 6
    assert found.frequencies.tolist() == [0.0] * 6
    assert sum("slide" in text for text in found.free) == 3
    assert sum("turn" in text for text in found.free) == 3


def test_a_body_on_bushings() -> None:
    """`K = sum B^T diag(k) B` with `B = [[E, -~s], [0, E]]` for bushings with axes of the ground."""
    rng = np.random.default_rng(4)
    mass, inertia, com = 3.0, np.diag([0.4, 0.5, 0.7]), np.array([0.1, 0.05, -0.02])
    m = vz.Model("engine", dimension=3, gravity=(0, 0, 0))
    m.body("engine", position=(0.3, 0.2, 0.1), mass=mass, inertia=inertia.tolist(), com=com.tolist())
    stiff = np.zeros((6, 6))

    def cross(a: np.ndarray) -> np.ndarray:
        return np.array([[0, -a[2], a[1]], [a[2], 0, -a[0]], [-a[1], a[0], 0]])

    for k in range(4):
        at, values = rng.normal(size=3), rng.uniform(100, 1000, 6)
        m.bushing(f"u{k}", "ground", "engine", at=at.tolist(), stiffness=values.tolist())
        b = np.block([[np.eye(3), -cross(at - [0.3, 0.2, 0.1])], [np.zeros((3, 3)), np.eye(3)]])
        stiff += b.T @ np.diag(values) @ b
    c = cross(com)
    masses = np.block([[mass * np.eye(3), -mass * c], [mass * c, inertia - mass * c @ c]])
    found = vz.modes(m)
    np.testing.assert_allclose(found.omegas**2, eigh(stiff, masses)[0], rtol=1e-10)
    assert found.asymmetry < 1e-10


def test_spherical_pendulum_swings_both_ways_and_may_spin() -> None:
    m = vz.Model("ball", dimension=3)
    m.body("b", position=(0, 0, 0), mass=2.0, inertia=(0.3, 0.5, 0.1), com=(0, 0, -0.7))
    m.spherical("A", "ground", "b", at=(0, 0, 0))
    found = vz.modes(m)
    expected = sorted([2 * G * 0.7 / (0.5 + 2 * 0.49), 2 * G * 0.7 / (0.3 + 2 * 0.49)])
    assert found[0].kind == FREE
    np.testing.assert_allclose(found.omegas[1:] ** 2, expected, rtol=1e-11)


def test_soft_motions_beside_very_stiff_ones_keep_their_digits() -> None:
    """A pendulum on a bearing of 1e9 N/m: with the flexibility of the bearing `w^2` changes by less than `m g/(l k)`."""
    m = vz.Model("stiff bearing", dimension=2)
    m.body("rod", angle=-pi / 2, mass=2.0, inertia=0.3, com=(0.7, 0))
    m.bushing("A", "ground", "rod", at=(0, 0), stiffness=(1e9, 1e9, 0))
    found = vz.modes(m)
    assert found[0].omega == pytest.approx(PENDULUM, rel=3e-7)
    assert found[2].omega > 1e4


# --- closed loops -----------------------------------------------------------------------------------------------------


def test_parallelogram_linkage() -> None:
    """`w^2 = (2 m a + M l) g/(2 J_O + M l^2)`."""
    length, m_arm, inertia, m_bar = 0.8, 1.2, 0.1, 2.5
    m = vz.Model("swing", dimension=2)
    for k in (0, 1):
        m.body(f"arm{k}", position=(k, -length / 2), angle=-pi / 2, mass=m_arm, inertia=inertia)
    m.body("bar", position=(0.5, -length), mass=m_bar, inertia=0.3)
    for k in (0, 1):
        m.revolute(f"A{k}", "ground", f"arm{k}", at=(k, 0))
        m.revolute(f"B{k}", f"arm{k}", "bar", at=(k, -length))
    about = inertia + m_arm * length**2 / 4
    square = (m_arm * length + m_bar * length) * G / (2 * about + m_bar * length**2)
    np.testing.assert_allclose(vz.modes(m).omegas, [sqrt(square)], rtol=1e-10)


def test_four_bar_against_its_reduced_equation() -> None:
    """One angle phi: `w^2 = V''(phi)/m(phi)` at the minimum of V, all from the closure by circles, differenced with seven places."""
    a, b, c, d = 1.0, 2.2, 1.7, 2.0  # crank, coupler, rocker, ground
    masses, inertias = (1.0, 2.0, 1.5), (0.1, 0.9, 0.4)

    def places(phi: float) -> np.ndarray:
        """Middles of the three bars and their angles; the coupler's end is below the line of the pins."""
        p, o = a * np.array([cos(phi), sin(phi)]), np.array([d, 0.0])
        gap = o - p
        far = float(np.hypot(*gap))
        along = (b * b - c * c + far * far) / (2 * far)
        e = gap / far
        across = np.array([e[1], -e[0]])
        q = p + along * e + sqrt(b * b - along * along) * across
        ends = ((np.zeros(2), p), (p, q), (o, q))
        return np.array([[*((s + t) / 2), np.arctan2(*(t - s)[::-1])] for s, t in ends])

    def slope(f, x: float, h: float = 2e-3):
        return sum(w * (f(x + j * h) - f(x - j * h)) for j, w in ((1, 3 / 4), (2, -3 / 20), (3, 1 / 60))) / h

    def potential(phi: float) -> float:
        return G * float(np.array(masses) @ places(phi)[:, 1])

    low = minimize_scalar(potential, bounds=(-2.2, -0.7), method="bounded").x
    rest = brentq(lambda x: slope(potential, x), low - 0.05, low + 0.05, xtol=1e-14)
    rates = slope(places, rest)
    inertia = sum(mass * r[:2] @ r[:2] + turn * r[2] ** 2 for mass, turn, r in zip(masses, inertias, rates))
    square = slope(lambda x: slope(potential, x), rest) / inertia

    m = vz.Model("four-bar", dimension=2)
    start = places(rest + 0.2)
    for name, (x, y, angle), mass, turn, length in zip("abc", start, masses, inertias, (a, b, c)):
        m.body(name, position=(x, y), angle=angle, mass=mass, inertia=turn)
        m.point(f"{name}0", name, (-length / 2, 0))
        m.point(f"{name}1", name, (length / 2, 0))
    m.point("O", "ground", (0, 0))
    m.point("D", "ground", (d, 0))
    for k, pair in enumerate((("O", "a0"), ("a1", "b0"), ("b1", "c1"), ("D", "c0"))):
        m.revolute(f"j{k}", *pair)
    found = vz.modes(m)
    assert found.equilibrium is not None
    assert found.equilibrium["a"].angle[0] == pytest.approx(rest, abs=1e-8)
    np.testing.assert_allclose(found.omegas**2, [square], rtol=1e-7)
    moving = found.shapes[[found.names.index(("b", "w")), found.names.index(("c", "w"))], 0]
    np.testing.assert_allclose(
        moving / found.shapes[found.names.index(("a", "w")), 0], rates[1:, 2] / rates[0, 2], rtol=1e-7
    )


# --- loads that turn with a body --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("load", "flutters"), [(1.9, False), (2.05, False), (2.12, True), (2.5, True)])
def test_the_column_of_ziegler_flutters_beyond_its_load(load: float, flutters: bool) -> None:
    """Masses 2 m and m on two rods l with springs k at the pins: a load that follows the upper rod makes it flutter from `(7/2 - sqrt 2) k/l` on.

    H. Ziegler, Die Stabilitaetskriterien der Elastomechanik, Ingenieur-Archiv 20 (1952); G. Herrmann, I.-C. Jong, J. Appl. Mech. 32 (1965).
    """
    assert 2.05 < 3.5 - sqrt(2) < 2.12
    m = vz.Model("column", dimension=2, gravity=(0, 0))
    m.body("lower", position=(1, 0), mass=2.0, inertia=0.0)
    m.body("upper", position=(2, 0), mass=1.0, inertia=0.0)
    m.revolute("A", "ground", "lower", at=(0, 0))
    m.revolute("B", "lower", "upper", at=(1, 0))
    for joint in "AB":
        m.spring(f"k{joint}", joint=joint, stiffness=1.0, free_angle=0.0)
    m.force("push", m.point("T", "upper", (0, 0)), (-load, 0), frame="upper")
    found = vz.modes(m)
    assert found.stable != flutters
    assert found.asymmetry > 0.1
    assert any("not symmetric" in text for text in found.warnings)
    stiff = np.array([[2 - load, load - 1], [-1, 1]])
    squares = np.linalg.eigvals(np.linalg.solve(np.array([[3.0, 1], [1, 1]]), stiff))
    expected = np.sort_complex(np.concatenate([np.sqrt(-squares + 0j), -np.sqrt(-squares + 0j)]))
    np.testing.assert_allclose(np.sort_complex(found.eigenvalues.ravel()).imag, expected.imag, atol=1e-6)
    np.testing.assert_allclose(np.sort(found.eigenvalues.ravel().real), np.sort(expected.real), atol=1e-6)


# --- the motion itself ------------------------------------------------------------------------------------------------


def pair(a: dict | None = None, b: dict | None = None) -> vz.Model:
    """Two pendulums in space, one of them on a ball, joined by a rod and held by a spring."""
    m = vz.Model("pair", dimension=3)
    m.body("a", **({"position": (0, 0, -0.5)} if a is None else a), mass=1.0, inertia=(0.1, 0.08, 0.02))
    m.body("b", **({"position": (0.6, 0, -0.5)} if b is None else b), mass=1.4, inertia=(0.12, 0.07, 0.03))
    m.point("A0", "a", (0, 0, 0.5))
    m.point("B0", "b", (0, 0, 0.5))
    m.point("O", "ground", (0, 0, 0))
    m.point("D", "ground", (0.6, 0, 0))
    m.joint("revolute", "A", points=["O", "A0"], axes=[[0, 1, 0], [0, 1, 0]])
    m.spherical("B", "D", "B0")
    m.point("P", "a", (0, 0, -0.5))
    m.point("Q", "b", (0, 0.1, -0.5))
    m.distance("rod", "P", "Q", length=0.62)
    m.spring(
        "s", m.point("R", "b", (0.1, 0, 0)), m.point("S", "ground", (0.6, 1, -0.6)), stiffness=20.0, free_length=0.8
    )
    return m


@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_small_start_in_one_mode_moves_as_the_mode_says(number: int) -> None:
    """Let go a little beside its equilibrium, along a shape, after some periods it is where `cos(w t)` says."""
    found, size, periods = vz.modes(pair()), 1e-6, 3.3
    assert len(found) == 3
    rest, mode = found.equilibrium, found[number - 1]
    assert rest is not None
    beside = found.motion(number, amplitude=size, frames=4)
    places = {
        name: {
            "position": beside.body(name).position[1].tolist(),
            "orientation": {"quaternion": beside.body(name).quaternion[1].tolist()},
        }
        for name in ("a", "b")
    }
    until = periods / mode.frequency
    res = vz.simulate(pair(**places), until=until, every=until, rtol=1e-12, atol=1e-15)
    for name in ("a", "b"):
        start, end = res.body(name).position[[0, -1]] - rest.result.body(name).position[0]
        np.testing.assert_allclose(end, start * cos(2 * pi * periods), atol=1e-4 * size)


def slider(mass):
    """One on a spring, beside a pendulum of 2 kg at 1 m."""
    m = vz.Model("slider", dimension=2)
    m.body("bob", position=(0, -1), mass=2, inertia=0.5)
    m.body("slider", position=(1, 0), mass=mass, inertia=0)
    m.revolute("pin", "ground", "bob", at=(0, 0))
    m.prismatic("rail", "ground", "slider", at=(1, 0), axis=(1, 0))
    m.spring("k", joint="rail", stiffness=10)
    return m


def test_a_motion_without_mass_has_no_frequency():
    """The pendulum's frequency is told, and that the other means nothing."""
    found = vz.modes(slider(0.0))
    assert found.modes[0].omega == pytest.approx(np.sqrt(2 * 9.81 / 2.5), rel=1e-8)
    assert any("mode 2 (slider) moves no mass" in text for text in found.warnings)
    assert not vz.modes(slider(0.1)).warnings
