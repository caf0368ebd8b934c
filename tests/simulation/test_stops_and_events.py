"""Stops that are hit and left, and events: located times against closed forms."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.special import ellipk

import vazba as vz

G = 9.81
TIGHT = {"rtol": 1e-11, "atol": 1e-13}
EXACT = ("dopri5", "dop853", "radau")
ALL = (*EXACT, "generalized_alpha")  # of second order


def guided(dimension, kind, speed, gravity=None):
    """A body of mass and inertia 2 with one freedom: a slide along x or a turn about z, without weight unless given."""
    m = vz.Model("guided", dimension=dimension, gravity=gravity or (0,) * dimension)
    flat, slides = dimension == 2, kind == "displacement"
    spin = 0.0 if slides else speed
    m.body("b", mass=2.0, inertia=2.0 if flat else [2.0, 2.0, 2.0], velocity=[speed if slides else 0.0, 0.0, 0.0][:dimension],
           angular_velocity=spin if flat else [0.0, 0.0, spin])  # fmt: skip
    if slides:
        m.prismatic("J", "ground", "b", at=(0,) * dimension, axis=(1, 0, 0)[:dimension])
    else:
        m.revolute("J", "ground", "b", at=(0,) * dimension, **({} if flat else {"axis": (0, 0, 1)}))
    return m


# --- stops ----------------------------------------------------------------------------------------------------------------


class Bounce:
    """A mass that hits a spring and damper that never pull: contact ends after `tc` when `K x + B x' = 0`, and the rebound is `e = exp(-d tc)`.

    `x = v/w exp(-d t) sin(w t)` with `d = B/2m`, `w^2 = K/m - d^2`; there `x = 2 d e v m/K`, still within the stop: it goes on free.
    """

    def __init__(self, mass, stiffness, damping):
        self.d, self.k = damping / (2 * mass), stiffness / mass
        self.w = np.sqrt(self.k - self.d**2)
        self.tc = (np.pi - np.arctan2(2 * self.d * self.w, self.k - 2 * self.d**2)) / self.w
        self.e = np.exp(-self.d * self.tc)

    def hits(self, speed, gap, first, count):
        """Times of touching, of losing the force and of leaving the stop, for stops `gap` apart, the first one reached at `first`."""
        t, v, out = first, speed, []
        for _ in range(count):
            v *= self.e
            loose = t + self.tc
            leave = loose + 2 * self.d / self.k  # the way left over the speed: 2 d e v / k / (e v)
            out += [t, loose, leave] if self.d else [t, leave]
            t = leave + gap / v
        return np.array(out), v


@pytest.mark.parametrize("damping", [0.0, 6.0])
@pytest.mark.parametrize("kind", ["displacement", "angle"])
@pytest.mark.parametrize("dimension", [2, 3])
def test_a_body_bounces_between_its_stops(dimension, kind, damping):
    speed, lower, upper = 3.0, -0.4, 0.9
    bounce = Bounce(2.0, 800.0, damping)
    m = guided(dimension, kind, speed)
    m.limit("L", "J", lower=lower, upper=upper, stiffness=800.0, damping=damping)
    times, left = bounce.hits(speed, upper - lower, upper / speed, 4)
    r = vz.simulate(m, float(times[-1]) + 0.1, 0.01, **TIGHT)
    found = np.array([t for t, name, _ in r.events if name == "limit L"])
    assert len(found) == len(times)
    assert found == pytest.approx(times, abs=1e-9)
    coordinate = "w" if dimension == 2 and kind == "angle" else "wz" if kind == "angle" else "vx"
    assert np.abs(r.body("b")[coordinate][-1]) == pytest.approx(left, abs=1e-9)
    assert r.energy.dissipated[-1] == pytest.approx(speed**2 - left**2, abs=1e-8)
    force, value = r.limit("L").force, r.limit("L").length
    assert (force[value > upper] >= 0).all()
    assert (force[value < lower] <= 0).all()
    assert np.all(force[(value > lower) & (value < upper)] == 0)
    assert np.abs(r.energy.balance).max() < 1e-9 * r.energy.kinetic[0]
    whats = [what for _, _, what in r.events]
    assert whats[0] == "touches the upper stop"
    assert whats[len(times) // 4] == "touches the lower stop"
    assert whats[-1] == "leaves the stop"


@pytest.mark.parametrize("integrator", EXACT)
def test_a_ball_comes_to_rest_on_its_stop(integrator):
    """Dropped onto a damped stop: the bounces die out; at rest it is pressed in by m g/K."""
    m = guided(2, "displacement", 0.0, gravity=(-G, 0))
    m.limit("floor", "J", lower=-0.2, stiffness=4000.0, damping=80.0)
    r = vz.simulate(m, 4.0, 0.02, rtol=1e-9, atol=1e-11, integrator=integrator)
    assert r.status == "done"
    assert r.events[0][0] == pytest.approx(np.sqrt(2 * 0.2 / G), abs=1e-9)
    assert r.joint("J").displacement[-1] == pytest.approx(-0.2 - 2.0 * G / 4000.0, abs=1e-7)
    assert r.limit("floor").force[-1] == pytest.approx(-2.0 * G, abs=1e-4)
    assert np.abs(r.energy.balance).max() < 1e-6


def test_one_stop_only_and_no_pull():
    """A stop on one side lets go for ever, and one that starts beyond its bound pushes at once."""
    m = guided(2, "displacement", 0.0)
    m.limit("L", "J", lower=0.1, stiffness=200.0)
    r = vz.simulate(m, 2.0, 0.05, **TIGHT)
    t_off = np.pi / 2 / 10.0
    free = r.time > t_off
    assert r.joint("J").displacement[~free] == pytest.approx(0.1 - 0.1 * np.cos(10 * r.time[~free]), abs=1e-10)
    assert r.joint("J").displacement[free] == pytest.approx(0.1 + 1.0 * (r.time[free] - t_off), abs=1e-9)
    assert [what for _, _, what in r.events] == ["leaves the stop"]


# --- events ---------------------------------------------------------------------------------------------------------------


def oscillator(**event):
    """`x = sin(10 t)/10`, and an event on it."""
    m = guided(2, "displacement", 1.0)
    m.spring("s", joint="J", stiffness=200.0)
    if event:
        m.event("e", **{"joint": "J", **event})
    return m


RISING = np.array([np.arcsin(0.5), np.arcsin(0.5) + 2 * np.pi, np.arcsin(0.5) + 4 * np.pi]) / 10
FALLING = np.array([np.pi - np.arcsin(0.5), 3 * np.pi - np.arcsin(0.5), 5 * np.pi - np.arcsin(0.5)]) / 10


@pytest.mark.parametrize("integrator", EXACT)
@pytest.mark.parametrize("direction", ["both", "rising", "falling"])
def test_times_of_passing(direction, integrator):
    r = vz.simulate(
        oscillator(value=0.05, direction=direction), 1.7, 0.1, rtol=1e-12, atol=1e-14, integrator=integrator
    )
    wanted = {"both": np.sort([*RISING, *FALLING]), "rising": RISING, "falling": FALLING}[direction]
    assert [t for t, _, _ in r.events] == pytest.approx(wanted, abs=1e-10)
    assert {name for _, name, _ in r.events} == {"event e"}
    for _, _, what in r.events[:: 2 if direction == "both" else 1]:
        assert what.endswith("falling" if direction == "falling" else "rising")
    plain = vz.simulate(oscillator(), 1.7, 0.1, rtol=1e-12, atol=1e-14, integrator=integrator)
    assert r.body("b").x == pytest.approx(plain.body("b").x, abs=1e-11)  # watching changes nothing


@pytest.mark.parametrize("integrator", EXACT)
def test_an_event_ends_the_run(integrator):
    r = vz.simulate(
        oscillator(value=0.05, direction="falling", stop=True), 5.0, 0.1, rtol=1e-12, atol=1e-14, integrator=integrator
    )
    assert r.status == "done"
    assert "event e" in r.message
    assert r.time[-1] == pytest.approx(FALLING[0], abs=1e-10)
    assert r.time[:-1] == pytest.approx([0.0, 0.1, 0.2], abs=1e-15)
    assert r.body("b").x[-1] == pytest.approx(0.05, abs=1e-10)
    assert r.body("b").vx[-1] == pytest.approx(-np.sqrt(0.75), abs=1e-9)


def test_a_pendulum_passes_its_lowest_point():
    """From rest at 120 degrees: after a quarter of the period `4 K/w`, and every half period from there."""
    m = vz.Model("pendulum", dimension=3, gravity=(0, -G, 0))
    m.body("rod", mass=2.0, inertia=[0.3, 0.1, 0.3], com=(0, -0.6, 0), orientation={"cardan": [0, 0, float(np.deg2rad(120))]})  # fmt: skip
    m.revolute("A", "ground", "rod", at=(0, 0, 0), axis=(0, 0, 1))
    m.event("down", joint="A", coordinate="angle", value=0.0)
    quarter = ellipk(0.75) / np.sqrt(2.0 * G * 0.6 / 1.02)
    r = vz.simulate(m, 6 * quarter, quarter / 2, rtol=1e-12, atol=1e-14)
    assert [t for t, _, _ in r.events] == pytest.approx([quarter, 3 * quarter, 5 * quarter], abs=1e-10)


def test_distance_of_two_points():
    """Two stones that pass each other: 1 m apart twice."""
    m = vz.Model("stones", dimension=2)
    for name, x, v in (("a", -2.0, 3.0), ("b", 1.0, -1.0)):
        m.body(name, mass=1.0, inertia=1.0, position=(x, 0.6 if name == "a" else 0.0), velocity=(v, 0.0))
        m.point(f"P{name}", name, (0, 0))
    m.event("near", points=("Pa", "Pb"), value=1.0)
    r = vz.simulate(m, 2.0, 0.5, **TIGHT)
    assert [t for t, _, _ in r.events] == pytest.approx([(3 - 0.8) / 4, (3 + 0.8) / 4], abs=1e-10)
    assert [what.split()[-1] for _, _, what in r.events] == ["falling", "rising"]


@pytest.mark.parametrize("compiled", [True, False])
def test_functions_that_are_watched(compiled):
    """Of length, rate and time: the rate passes zero at the turning points; of the state: a velocity passes -0.5 m/s."""
    if compiled:

        def rate(length, rate, t):
            return rate

        def speed(length, rate, t, q, v):
            return v[0] + 0.5 + 0.0 * q[0] * t

        m = oscillator(function=rate)
        m.event("speed", joint="J", function=speed, direction="falling", stop=True)
        r = vz.simulate(m, 2.0, 0.1, **TIGHT)
    else:
        names = {"which": "rate"}

        def rate(length, rate, t):
            return float({"length": length, "rate": rate}[names.get("which")])

        def speed(length, rate, t, q, v):
            return sum(float(str(x)) for x in v[:1]) + 0.5

        m = oscillator(function=rate)
        m.event("speed", joint="J", function=speed, direction="falling", stop=True)
        with pytest.warns(vz.VazbaWarning) as caught:
            r = vz.simulate(m, 2.0, 0.1, **TIGHT)
        assert {"event e: the function rate", "event speed: the function speed"} == {
            str(w.message).split(" cannot")[0] for w in caught
        }
    assert [name for _, name, _ in r.events] == ["event e", "event speed"]
    assert [t for t, _, _ in r.events] == pytest.approx([np.pi / 20, np.arccos(-0.5) / 10], abs=1e-10)
    assert "event speed" in r.message


@pytest.mark.parametrize("integrator", ALL)
def test_events_that_come_at_once(integrator):
    """Three on one value, and one of another path at the same moment: each passing counts once, and the run goes on."""
    m = oscillator(value=0.05)
    for name in "fg":
        m.event(name, joint="J", value=0.05)
    m.point("P", "b", (0, 0))
    m.point("O", "ground", (-1, 0))
    m.event("h", points=("O", "P"), value=1.05)
    r = vz.simulate(m, 1.7, 0.1, rtol=1e-10, atol=1e-12, integrator=integrator)
    near = 1e-8 if integrator in EXACT else 1e-5
    for name in "efgh":
        assert [t for t, who, _ in r.events if who == f"event {name}"] == pytest.approx(np.sort([*RISING, *FALLING]), abs=near)  # fmt: skip


@pytest.mark.parametrize("integrator", ALL)
def test_events_that_start_on_their_value(integrator):
    """Being there at the start is no passing, whichever way it goes; coming back is one."""
    for speed in (1.0, -1.0):
        m = guided(2, "displacement", speed)
        m.spring("s", joint="J", stiffness=200.0)
        for name, direction in (("e", "both"), ("f", "falling"), ("g", "rising")):
            m.event(name, joint="J", value=0.0, direction=direction)
        r = vz.simulate(m, 0.7, 0.1, rtol=1e-11, atol=1e-13, integrator=integrator)
        first, second = (("f", "g") if speed > 0 else ("g", "f"))  # fmt: skip
        near = 1e-9 if integrator in EXACT else 1e-6
        found = {name: [t for t, who, _ in r.events if who == f"event {name}"] for name in "efg"}
        assert found["e"] == pytest.approx([np.pi / 10, np.pi / 5], abs=near)
        assert found[first] == pytest.approx([np.pi / 10], abs=near)
        assert found[second] == pytest.approx([np.pi / 5], abs=near)


@pytest.mark.parametrize("integrator", EXACT)
def test_an_event_at_an_output_time(integrator):
    """The last time stands there once."""

    def clock(length, rate, t):
        return t - 0.5

    m = guided(2, "displacement", 1.0)
    m.event("e", joint="J", function=clock, stop=True)
    m.event("g", joint="J", value=0.5)
    r = vz.simulate(m, 1.0, 0.1, integrator=integrator)
    assert r.time == pytest.approx([0.0, 0.1, 0.2, 0.3, 0.4, 0.5], abs=1e-11)
    assert "event e" in r.message


@pytest.mark.parametrize("integrator", ALL)
def test_times_that_are_the_same_but_for_rounding(integrator):
    """Loads that stop, and events, a rounding error away from an output time, from each other and from the end: nothing stalls, nothing is late."""
    for stop, until in ((0.6, 1.0), (0.3, 0.1 * 3), (0.1 * 3, 0.3)):
        m = guided(2, "displacement", 1.0)
        m.point("P", "b", (0, 0))
        m.force("F", "P", [0.0, 6.0], stop=stop)
        m.torque("T", "b", 3.0, start=np.nextafter(stop, 1), stop=np.nextafter(stop + 0.05, 2))
        m.torque("U", "b", 3.0, start=stop, stop=stop + 0.05)
        m.joints.clear()
        m.event("e", points=(m.point("O", "ground", (-1, 0)), "P"), value=2.0)
        r = vz.simulate(m, until, 0.05, integrator=integrator)
        assert r.status == "done"
        assert r.time[-1] == until
        assert r.body("b").vy[-1] == pytest.approx(3.0 * stop, abs=1e-10)
        assert r.body("b").w[-1] == pytest.approx(0.15 if until > stop + 0.1 else 0.0, abs=1e-10)
