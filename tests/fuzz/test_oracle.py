"""The oracle against closed forms: it must be trusted before anything is held against it."""

from __future__ import annotations

import numpy as np
import pytest

import vazba as vz

from .oracle import Oracle, ask
from .poses import EXTENDED, described

pytestmark = pytest.mark.skipif(
    not EXTENDED, reason="numbers of this machine have no extended precision: differences are too coarse"
)
G = 9.81


def turned_about(axis, angle):
    return {"quaternion": [np.cos(angle / 2), *(np.sin(angle / 2) * np.array(axis, float))]}


@pytest.mark.parametrize("dimension", [2, 3])
def test_pendulum(dimension):
    """`(J + m c^2) phi'' = -m g c cos(phi)`; the pin carries `m (a_c - g)`."""
    m, j, c, phi, w = 2.0, 0.3, 0.7, 0.4, 1.9
    model = vz.Model("pendulum", dimension=dimension, gravity=(0, -G, 0)[:dimension])
    if dimension == 2:
        model.body("a", mass=m, inertia=j, com=[c, 0], angle=phi, angular_velocity=w)
        model.revolute("A", "ground", "a", at=(0, 0))
    else:
        model.body(
            "a",
            mass=m,
            inertia=[0.1, 0.2, j],
            com=[c, 0, 0],
            orientation=turned_about((0, 0, 1), phi),
            angular_velocity=[0, 0, w],
        )
        model.revolute("A", "ground", "a", at=(0, 0, 0), axis=(0, 0, 1))
    found = ask(model, described(model))
    alpha = -m * G * c * np.cos(phi) / (j + m * c**2)
    e, n = np.array([np.cos(phi), np.sin(phi)]), np.array([-np.sin(phi), np.cos(phi)])
    force = m * (c * alpha * n - c * w**2 * e + [0, G])
    assert float(found.acceleration["a"][5]) == pytest.approx(alpha, rel=1e-13)
    assert np.asarray(found.wrenches["A"].value[:2], float) == pytest.approx(force, rel=1e-12)
    assert found.undetermined == []


def test_double_pendulum():
    """Two point masses on massless rods (here: with small moments of inertia, which enter the textbook equations as they stand)."""
    m1, m2, l1, l2, j1, j2 = 1.3, 0.8, 0.9, 0.6, 0.02, 0.05
    a, b, u, w = 0.7, -1.1, 1.4, -2.3  # angles from the x axis, and their rates
    model = vz.Model("double", dimension=2)
    knee = l1 * np.array([np.cos(a), np.sin(a)])
    model.body("one", mass=m1, inertia=j1, com=[l1, 0], angle=a, angular_velocity=u)
    velocity = l1 * u * np.array([-np.sin(a), np.cos(a)])
    model.body("two", position=knee, mass=m2, inertia=j2, com=[l2, 0], angle=b, angular_velocity=w, velocity=velocity)
    model.revolute("A", "ground", "one", at=(0, 0))
    model.revolute("B", "one", "two", at=knee)
    found = ask(model, described(model)).acceleration
    mass = np.array(
        [[j1 + (m1 + m2) * l1**2, m2 * l1 * l2 * np.cos(a - b)], [m2 * l1 * l2 * np.cos(a - b), j2 + m2 * l2**2]]
    )
    right = np.array([
        -m2 * l1 * l2 * np.sin(a - b) * w**2 - (m1 + m2) * G * l1 * np.cos(a), m2 * l1 * l2 * np.sin(a - b) * u**2 - m2 * G * l2 * np.cos(b),
    ])  # fmt: skip
    expected = np.linalg.solve(mass, right)
    assert [float(found["one"][5]), float(found["two"][5])] == pytest.approx(expected, rel=1e-12)


def reduced(place, masses, phi, w):
    """`m*(phi) phi'' + 1/2 m*' phi'^2 = Q(phi)` of a mechanism with one freedom; `place(phi)` gives centre and angle of each body."""
    h = 1e-4

    def rates(x, k):  # derivatives of centres and angles, order six
        weights = np.array([-1, 9, -45, 0, 45, -9, 1]) / 60
        return sum(c * place(x + n * h)[k] for c, n in zip(weights, range(-3, 4))) / h

    def inertia(x):
        return sum(
            m * (rates(x, k)[0] ** 2 + rates(x, k)[1] ** 2) + j * rates(x, k)[2] ** 2 for k, (m, j) in enumerate(masses)
        )

    slope = (inertia(phi + 1e-3) - inertia(phi - 1e-3)) / 2e-3
    slope = (4 * (inertia(phi + 5e-4) - inertia(phi - 5e-4)) / 1e-3 - slope) / 3
    force = -sum(m * G * rates(phi, k)[1] for k, (m, _) in enumerate(masses))
    return (force - 0.5 * slope * w**2) / inertia(phi)


@pytest.mark.parametrize("dimension", [2, 3])
def test_four_bar(dimension):
    """One equation in the crank angle; in space four parallel pins are three times redundant and move the same."""
    crank, coupler, rocker, base = 1.2, 1.8, 2.0, 2.5
    phi, w, masses = 1.0, 2.2, [(6.0, 0.72), (9.0, 2.43), (10.0, 3.3)]

    def place(x):
        b, d = crank * np.array([np.cos(x), np.sin(x)]), np.array([base, 0.0])
        gap = np.linalg.norm(d - b)
        along = np.arctan2(*(d - b)[::-1]) + np.arccos((gap**2 + coupler**2 - rocker**2) / (2 * gap * coupler))
        c = b + coupler * np.array([np.cos(along), np.sin(along)])
        swing = np.arctan2(*(c - d)[::-1])
        return [np.array([*(b / 2), x]), np.array([*((b + c) / 2), along]), np.array([*((c + d) / 2), swing])]

    h, flat = 1e-4, (0.0,) * (dimension - 2)
    rates = [(45 * (p - q) - 9 * (r - s) + (t - u)) / (60 * h) * w for p, q, r, s, t, u in zip(
        place(phi + h), place(phi - h), place(phi + 2 * h), place(phi - 2 * h), place(phi + 3 * h), place(phi - 3 * h))]  # fmt: skip
    model = vz.Model("four-bar", dimension=dimension, gravity=(0, -G, 0)[:dimension])
    axis = {} if dimension == 2 else {"axis": (0, 0, 1)}
    now = place(phi)
    for name, (x, y, angle), (u, v, spin), (m, j) in zip("abc", now, rates, masses):
        if dimension == 2:
            model.body(name, position=[x, y], angle=angle, mass=m, inertia=j, velocity=[u, v], angular_velocity=spin)
        else:
            model.body(name, position=[x, y, 0], orientation=turned_about((0, 0, 1), angle), mass=m, inertia=[1e-4, j, j],
                       velocity=[u, v, 0], angular_velocity=[0, 0, spin])  # fmt: skip
    b, d = 2 * now[0][:2], np.array([base, 0.0])
    c = 2 * now[2][:2] - d
    for name, pair, at in zip("ABCD", [("ground", "a"), ("a", "b"), ("b", "c"), ("c", "ground")], [(0, 0), b, c, d]):
        model.revolute(name, *pair, at=[*at, *flat], **axis)
    found = ask(model, described(model))
    assert found.violation < 1e-10
    assert float(found.acceleration["a"][5]) == pytest.approx(reduced(place, masses, phi, w), rel=1e-8)
    assert found.freedoms == 1
    assert found.rows - found.rank == (0 if dimension == 2 else 3)
    assert (found.undetermined == []) == (dimension == 2)
    for wrench in (
        found.wrenches.values()
    ):  # forces in the plane of the linkage are determined, and the pins carry no moment about their axes
        assert wrench.determined[:2, :2] == pytest.approx(np.eye(2), abs=1e-9)
        assert abs(float(wrench.value[5])) < 1e-9


def test_slider_crank_driven():
    """`x = a cos(phi) + sqrt(b^2 - a^2 sin^2(phi))`; the drive balances what the slider's inertia and weight need."""
    a, b, phi, w, mass = 0.5, 1.3, 0.8, 3.0, 2.5
    x = lambda p: a * np.cos(p) + np.sqrt(b**2 - (a * np.sin(p)) ** 2)  # noqa: E731
    h = 1e-3
    slope = (8 * (x(phi + h) - x(phi - h)) - (x(phi + 2 * h) - x(phi - 2 * h))) / (12 * h)
    bend = (-x(phi + 2 * h) + 16 * x(phi + h) - 30 * x(phi) + 16 * x(phi - h) - x(phi - 2 * h)) / (12 * h * h)
    model = vz.Model("slider-crank", dimension=2, gravity=(-G, 0))
    pin, end = np.array([a * np.cos(phi), a * np.sin(phi)]), np.array([x(phi), 0.0])
    model.body("crank", angle=phi, mass=1e-9, inertia=1e-9, angular_velocity=w)
    model.body("rod", position=pin, mass=1e-9, inertia=1e-9)
    model.body("slider", position=end, mass=mass, inertia=0.1, velocity=[slope * w, 0])
    model.revolute("A", "ground", "crank", at=(0, 0))
    model.revolute("B", "crank", "rod", at=pin)
    model.revolute("C", "rod", "slider", at=end)
    model.prismatic("D", "ground", "slider", at=end, axis=(1, 0))
    model.drive("motor", joint="A", angle=f"{phi} + {w}*t + 0.4*t**2")
    oracle = Oracle(model, described(model))
    speeds = oracle.consistent_velocities(np.zeros(oracle.n))
    assert speeds[6] == pytest.approx(slope * w, rel=1e-9)
    model.bodies["rod"] = vz.Model("x", 2).body(
        "rod", position=pin, mass=1e-9, inertia=1e-9, velocity=speeds[3:5], angular_velocity=speeds[5]
    )
    found = ask(model, described(model))
    acceleration = slope * 0.8 + bend * w**2
    assert float(found.acceleration["slider"][0]) == pytest.approx(acceleration, rel=1e-8)
    assert found.efforts["motor"][0] == pytest.approx(mass * (acceleration + G) * slope, rel=1e-6)
    assert found.freedoms == 0


def test_door_on_two_hinges():
    """Two hinges on one line share the weight in a way rigid bodies do not tell; across the line, the couple is told."""
    model = vz.Model("door")
    model.body("door", mass=30.0, inertia=[8.0, 5.0, 3.0], position=[0.4, 0, 1.0])
    model.revolute("low", "ground", "door", at=(0, 0, 0.2), axis=(0, 0, 1))
    model.revolute("high", "ground", "door", at=(0, 0, 1.8), axis=(0, 0, 1))
    found = ask(model, described(model))
    assert sorted(found.undetermined) == ["high", "low"]
    assert (found.rank, found.rows) == (5, 10)
    total = sum(found.wrenches[n].value for n in ("low", "high"))
    assert float(total[2]) == pytest.approx(30 * G, rel=1e-12)


@pytest.mark.parametrize("length", [0.5, 0.008, 0.001])
def test_short_rod(length):
    """A free body turns at the end of a short rod: the rod turns far while a difference is taken."""
    m, j, c, phi, w, turn = 1.5, 0.2, 0.3, 0.4, 1.7, 2.1  # the rod turns by w, the body by turn
    e, n = np.array([np.cos(phi), np.sin(phi)]), np.array([-np.sin(phi), np.cos(phi)])
    model = vz.Model("short rod", dimension=2, gravity=(0, 0))
    model.body("a", mass=m, inertia=j, com=[0, c], position=length * e, velocity=length * w * n, angular_velocity=turn)
    model.point("p", "ground", (0, 0))
    model.point("q", "a", (0, 0))
    model.distance("rod", "p", "q")
    found = ask(model, described(model))
    # pull s at the origin: centre -s e/m, turn alpha = -s c e_x/j, origin: centre + (c alpha, c turn^2); e . origin = -l w^2
    s = (length * w**2 + c * turn**2 * e[1]) / (1 / m + c**2 * e[0] ** 2 / j)
    assert float(found.acceleration["a"][5]) == pytest.approx(-s * c * e[0] / j, rel=1e-12)
    assert np.abs(np.asarray(found.wrenches["rod"].value[:2], float)) == pytest.approx(s * np.abs(e), rel=1e-12)
