"""Dead centres and change points against the triangle inequality: a run stops exactly where it must, and passes where it can."""

from __future__ import annotations

import re
import warnings

import numpy as np
import pytest

import vazba as vz

from .mechanisms import (
    COUPLER,
    CRANK,
    GROUND,
    ROCKER,
    bennett,
    four_bar,
    four_bar_angles,
    pinned_loop,
    slider_crank,
)

STOPPED = re.compile(r"stops at t = ([^ ]+) s: the mechanism locks up at a dead centre")


def linkage(crank, coupler, rocker, ground, start, law, side=1):
    """A planar four-bar described at the crank angle `start`, driven there; `side`: on which side of the line from D to B the joint C lies."""
    x, y = crank * np.cos(start) - ground, crank * np.sin(start)
    at_d = np.arctan2(y, x) - side * np.arccos((x * x + y * y + rocker**2 - coupler**2) / (2 * np.hypot(x, y) * rocker))
    b = np.array([x + ground, y])
    c = np.array([ground + rocker * np.cos(at_d), rocker * np.sin(at_d)])
    m = vz.Model("four-bar", dimension=2)
    m.body("crank", angle=start)
    m.body("coupler", position=b.tolist(), angle=float(np.arctan2(*(c - b)[::-1])))
    m.body("rocker", position=(ground, 0), angle=float(at_d))
    for name, length in (("crank", crank), ("coupler", coupler), ("rocker", rocker)):
        m.point(f"{name}0", name, (0, 0))
        m.point(f"{name}1", name, (length, 0))
    m.revolute("A", m.point("G0", "ground", (0, 0)), "crank0")
    m.revolute("B", "crank1", "coupler0")
    m.revolute("C", "coupler1", "rocker1")
    m.revolute("D", m.point("G1", "ground", (ground, 0)), "rocker0")
    m.drive("A", angle=f"{start!r} + ({law})")
    return m


def limits(crank, coupler, rocker, ground):
    """Crank angles in (0, pi) at which coupler and rocker are in line: `a^2 + d^2 - 2 a d cos = (b +- c)^2`."""
    cosines = [(crank**2 + ground**2 - f * f) / (2 * crank * ground) for f in (coupler + rocker, coupler - rocker)]
    return sorted(float(np.arccos(x)) for x in cosines if abs(x) < 1)


def stop_ahead(lengths, start):
    """The first angle above `start` at which a crank that turns forward must stop; None when it turns fully."""
    angles = sorted({x + 2 * np.pi * k for a in limits(*lengths) for x in (a, -a) for k in (-1, 0, 1)})
    return next((a for a in angles if a > start), None)


def silently(m, **how):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return vz.kinematics(m, **how)


def stopped_at(result):
    found = STOPPED.search(result.message)
    assert result.status == "failed", result.status
    assert found, result.message
    return float(found.group(1))


def rocker_angle(lengths, theta, side):
    """Closed form on one side."""
    crank, coupler, rocker, ground = lengths
    x, y = crank * np.cos(theta) - ground, crank * np.sin(theta)
    far = np.hypot(x, y)
    return np.arctan2(y, x) - side * np.arccos(np.clip((far**2 + rocker**2 - coupler**2) / (2 * far * rocker), -1, 1))


@pytest.mark.parametrize("every", [0.01, 0.014, 0.02, 0.05])
@pytest.mark.parametrize("start", [0.5, 1.0, 1.1, 2.0])
def test_a_coupler_too_long_by_a_tenth_of_a_millimetre(start, every):
    """Of a parallelogram of 1 m and 2.5 m: a zone of 1.26 degrees cannot be reached."""
    lengths = (1.0, 2.5001, 1.0, 2.5)
    result = silently(linkage(*lengths, start, "2*pi*t"), until=2, every=every)
    zone = stop_ahead(lengths, start)
    assert 2 * (2 * np.pi - zone) == pytest.approx(np.radians(1.26), rel=0.05)
    assert 2 * np.pi * stopped_at(result) + start == pytest.approx(zone, abs=1e-6)
    assert result.time[-1] == pytest.approx(stopped_at(result), abs=1e-6)  # the posture reached is stored
    assert result["crank"].angle[-1] == pytest.approx(zone, abs=1e-6)
    for name in ("driver A cannot go on", "joint B", "joint C"):
        assert name in result.message


@pytest.mark.parametrize("every", [0.01, 0.03, 0.05])
def test_a_crank_longer_than_its_rod(every):
    """Slider-crank with a = 1.0001 b: the crank stops at `sin = b/a`, 0.81 degrees before it is upright."""
    m, _ = slider_crank(1.0001, 1.0)
    m.drive("A", angle="1 + 2*pi*t")
    result = silently(m, until=2, every=every)
    assert 1 + 2 * np.pi * stopped_at(result) == pytest.approx(np.arcsin(1 / 1.0001), abs=1e-6)
    assert result["crank"].angle[-1] == pytest.approx(np.arcsin(1 / 1.0001), abs=1e-6)


def around_the_grashof_limit(count, seed):
    """Linkages with `shortest + longest = sum of the others + e`, `|e|` from 1e-7 to 1e-2, any link as the crank."""
    rng = np.random.default_rng(seed)
    for _ in range(count):
        short, middle, long = np.sort(rng.uniform(0.3, 2.0, 3))
        e = float(rng.choice([-1, 1]) * 10 ** rng.uniform(-7, -2))
        lengths = [float(x) for x in rng.permutation([short, middle, long, long + middle - short - e])]
        if min(lengths) < 0.05:
            lengths = [x + 0.3 for x in lengths]
        crank, coupler, rocker, ground = lengths
        starts = rng.uniform(-np.pi, np.pi, 50)
        far = np.hypot(crank * np.cos(starts) - ground, crank * np.sin(starts))
        gap = np.minimum(far - abs(coupler - rocker), coupler + rocker - far)
        best = float(starts[np.argmax(gap > 0.3 * gap.max())])
        yield lengths, best, int(rng.choice([-1, 1])), float(np.radians(rng.uniform(1, 20)))


@pytest.mark.parametrize("part", range(5))
def test_linkages_around_the_grashof_limit(part):
    """500 of them, one to twenty degrees a step: each stops at its dead centre or goes round, as the lengths say."""
    turned, stopped = 0, 0
    for lengths, start, side, every in around_the_grashof_limit(100, part):
        result = silently(linkage(*lengths, start, "t", side), until=4 * np.pi, every=every)
        limit = stop_ahead(lengths, start)
        if limit is not None:
            assert start + stopped_at(result) == pytest.approx(limit, abs=1e-6), (lengths, start, side, every)
            assert "driver A cannot go on" in result.message
            stopped += 1
        else:
            assert result.status == "done", (lengths, start, side, every, result.message)
            assert result.warnings == ()
            turned += 1
        wanted = rocker_angle(lengths, start + result.time[:-1], side)
        off = np.abs(np.angle(np.exp(1j * (result["rocker"].angle[:-1] - wanted)))).max()
        assert off < 1e-6, (lengths, start, side, every, off)
    assert turned > 10
    assert stopped > 10


# --- change points ------------------------------------------------------------------------------------------------------------

PASSED = re.compile(r"passed (?:a change point|(\d+) change points) at t = ([^s]+) s")


def change_points(result):
    """How many the remark counts, and the times it tells."""
    (remark,) = (text for text in result.warnings if "change point" in text)
    count, times = PASSED.search(remark).groups()
    assert "not determine which" in remark
    return int(count or 1), [float(t) for t in times.split(", ")], remark


@pytest.mark.parametrize("every", [0.003, 0.01, 0.037, 0.05])
def test_a_parallelogram_passes_its_change_points_with_a_remark(every):
    result = silently(linkage(1.0, 2.5, 1.0, 2.5, 1.0, "2*pi*t"), until=1.6, every=every)
    assert result.status == "done"
    count, times, remark = change_points(result)
    assert count == 3
    assert times == pytest.approx([(k * np.pi - 1) / (2 * np.pi) for k in (1, 2, 3)], abs=1e-8)
    for joint in "ABCD":
        assert f"joint {joint}" in remark
    assert result["rocker"].angle == pytest.approx(1 + 2 * np.pi * result.time, abs=1e-10)  # the smooth one
    assert result["coupler"].angle == pytest.approx(0 * result.time, abs=1e-10)


def test_an_output_at_the_change_point_itself():
    """Positions and rates there are those of the smooth motion, also where the run ends at it."""
    for until in (0.5, 4.0):
        result = silently(linkage(1.0, 2.5, 1.0, 2.5, np.pi / 2, "pi*t"), until=until, every=0.25)
        assert result.status == "done"
        assert change_points(result)[1] == pytest.approx([0.5, 1.5, 2.5, 3.5][: 1 if until < 1 else 4], abs=1e-8)
        assert result["rocker"].angle == pytest.approx(np.pi / 2 + np.pi * result.time, abs=1e-10)
        assert result["rocker"].w == pytest.approx(np.pi, abs=1e-8)
        assert result["rocker"].alpha == pytest.approx(0.0, abs=1e-5)
        assert result["coupler"].ax == pytest.approx(-(np.pi**2) * np.cos(np.pi / 2 + np.pi * result.time), abs=1e-5)


@pytest.mark.parametrize("start", [1.0, 2.5])
def test_a_deltoid_passes_where_its_long_links_meet(start):
    """Crank and ground 1, coupler and rocker 2: at crank angle 0 the joint B comes to D."""
    result = silently(linkage(1.0, 2.0, 2.0, 1.0, start, "2*pi*t"), until=2, every=0.01)
    count, times, _ = change_points(result)
    assert count == 2
    assert times == pytest.approx([(2 * np.pi * k - start) / (2 * np.pi) for k in (1, 2)], abs=1e-8)
    theta = (
        start + 2 * np.pi * result.time
    )  # from D to B: 2 sin(theta/2) at an angle of (theta + pi)/2, a sign that changes included
    wanted = (theta + np.pi) / 2 - np.arccos(np.sin(theta / 2) / 2)
    assert np.abs(np.angle(np.exp(1j * (result["rocker"].angle - wanted)))).max() < 1e-9


def test_a_deltoid_stops_where_its_short_links_are_in_line():
    """Crank and ground 2, coupler and rocker 1: `4 sin(theta/2) = 2` at 60 degrees."""
    result = silently(linkage(2.0, 1.0, 1.0, 2.0, 0.5, "t"), until=2, every=0.1)
    assert 0.5 + stopped_at(result) == pytest.approx(np.pi / 3, abs=1e-6)


def test_a_hundred_turns_through_two_hundred_change_points():
    result = silently(linkage(1.0, 2.5, 1.0, 2.5, 1.0, "2*pi*t"), until=100, every=0.013)
    assert change_points(result)[0] == 200
    assert result["rocker"].angle == pytest.approx(1 + 2 * np.pi * result.time, abs=1e-9)


def ladder(loops, dimension):
    """Unit squares of pins side by side, all of which are flat at the same time."""
    z, axis = (0,) * (dimension - 2), {} if dimension == 2 else {"axis": (0, 0, 1)}
    m = vz.Model("ladder", dimension=dimension)
    m.body("crank0", position=(0, 0.5, *z))
    m.revolute("A0", "ground", "crank0", at=(0, 0, *z), **axis)
    for k in range(loops):
        m.body(f"coupler{k}", position=(k + 0.5, 1, *z))
        m.body(f"crank{k + 1}", position=(k + 1, 0.5, *z))
        m.revolute(f"B{k}", f"crank{k}", f"coupler{k}", at=(k, 1, *z), **axis)
        m.revolute(f"C{k}", f"coupler{k}", f"crank{k + 1}", at=(k + 1, 1, *z), **axis)
        m.revolute(f"A{k + 1}", "ground", f"crank{k + 1}", at=(k + 1, 0, *z), **axis)
    m.drive("A0", angle="2*pi*t")
    return m


@pytest.mark.parametrize(("loops", "dimension"), [(1, 2), (2, 2), (3, 2), (12, 2), (1, 3), (2, 3), (3, 3)])
def test_several_change_points_at_once(loops, dimension):
    """An even number of signs that change is seen too, with few and many unknowns, with and without redundant equations."""
    result = silently(ladder(loops, dimension), until=1.2, every=0.0137)
    assert result.status == "done"
    count, times, _ = change_points(result)
    assert count == 2
    assert times == pytest.approx([0.25, 0.75], abs=1e-6)
    last, rate = result[f"crank{loops}"], "w" if dimension == 2 else "wz"
    assert last[rate] == pytest.approx(2 * np.pi, abs=1e-8)


def test_redundant_mechanisms_go_round_without_a_word():
    m = pinned_loop(bennett())
    m.drive("d", joint="pin1", angle="2*pi*t")
    result = silently(m, until=20, every=0.1)
    assert (result.status, result.warnings, result.info["redundant"]) == ("done", (), 3)
    assert result.joint("pin1").angle == pytest.approx(2 * np.pi * result.time, abs=1e-10)
    assert result.constraint.position.max() < 1e-11


def test_a_dead_centre_in_space_with_redundant_equations():
    """The rocker of a spatial four-bar is driven to where crank and coupler are in line: law of cosines."""
    start = float(four_bar_angles(1.0)[1])
    m = four_bar(3, law=None)
    m.drive("D", angle=f"{start!r} + t")
    result = silently(m, until=3, every=0.05)
    limits_of_rocker = [
        np.pi - np.arccos((GROUND**2 + ROCKER**2 - f * f) / (2 * GROUND * ROCKER))
        for f in (COUPLER - CRANK, COUPLER + CRANK)
    ]
    ahead = min(x for x in limits_of_rocker if x > start)
    assert start + stopped_at(result) == pytest.approx(ahead, abs=1e-6)


# --- motion laws ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("every", [0.05, 0.25, 1.0])
def test_fast_motion_laws_with_long_steps(every):
    result = silently(four_bar(law="20*sin(10*t)"), until=3, every=every)
    coupler, rocker = four_bar_angles(1 + 20 * np.sin(10 * result.time))
    assert result.status == "done"
    assert np.abs(np.angle(np.exp(1j * (result["rocker"].angle - rocker)))).max() < 1e-9
    assert np.abs(np.angle(np.exp(1j * (result["coupler"].angle - coupler)))).max() < 1e-9


def test_a_kink_in_a_motion_law_is_passed():
    result = silently(four_bar(law="2*abs(t - 0.533) - 1.066"), until=1, every=0.1)
    _, rocker = four_bar_angles(2 * np.abs(result.time - 0.533) - 0.066)
    assert (result.status, result.warnings) == ("done", ())
    assert result["rocker"].angle == pytest.approx(rocker, abs=1e-9)


def test_a_small_jump_of_a_motion_law_is_named():
    result = silently(four_bar(law="0.01*floor(3*t + 0.5)"), until=1, every=0.1)
    _, rocker = four_bar_angles(1 + 0.01 * np.floor(3 * result.time + 0.5))
    assert result.status == "done"
    assert result["rocker"].angle == pytest.approx(rocker, abs=1e-9)
    jumps = [text for text in result.warnings if "jumps" in text]
    assert len(jumps) == 3
    for text, t in zip(jumps, (1 / 6, 1 / 2, 5 / 6), strict=True):
        assert "driver drive: its motion jumps at t = " in text
        assert float(text.split("t = ")[1].split(" s")[0]) == pytest.approx(t, abs=1e-8)


def test_a_large_jump_of_a_motion_law_is_not_blamed_on_lengths():
    result = silently(four_bar(law="1.5*floor(2*t)"), until=2, every=0.1)
    assert result.status == "failed"
    assert "the motion of driver drive jumps there from 1 to 2.5 rad" in result.message
    assert "lengths" not in result.message
    assert result.time[-1] == pytest.approx(0.5, abs=1e-8)


def test_one_driver_is_never_asked_to_be_one_of_several():
    for lengths in ((1.0, 2.5001, 1.0, 2.5), (1.0, 2.4999, 1.0, 2.5), (1.0, 2.500001, 1.0, 2.5)):
        result = silently(linkage(*lengths, 1.0, "2*pi*t"), until=2, every=0.01)
        assert result.status == "failed"
        assert "one of the drivers" not in result.message


@pytest.mark.parametrize("degrees", [0.0, 30.0, 120.0])
def test_the_direction_that_is_lost_is_that_of_the_stretched_arm(degrees):
    """Two links in line: their end cannot move along them. Driven there, and drawn there."""
    n = np.array([np.cos(np.radians(degrees)), np.sin(np.radians(degrees))])
    way = n if abs(n[0]) > abs(n[1]) else n * np.sign(n[1])
    told = re.escape(f"driver tool along ({', '.join(f'{x:.3g}' for x in way)})")

    def arm(bend, law):
        m, knee = (
            vz.Model("arm", dimension=2),
            np.array([[np.cos(bend), -np.sin(bend)], [np.sin(bend), np.cos(bend)]]) @ n,
        )
        for name, at, turn in (("upper", (0.0, 0.0), bend), ("lower", knee.tolist(), -bend)):
            m.body(name, position=at, angle=float(np.radians(degrees) + turn), mass=1, inertia=0.1)
        m.revolute("A", "ground", "upper", at=(0, 0))
        m.revolute("B", "upper", "lower", at=knee.tolist())
        m.point("end", "lower", (1, 0))
        m.drive("tool", point="end", position=[f"({law})*{float(x)!r}" for x in n])
        return m

    with pytest.warns(vz.VazbaWarning, match=told):
        r = vz.kinematics(arm(0.5, "2*cos(0.5) + 0.3*t"), 1.0, 0.1)
    assert r.time[-1] == pytest.approx((2 - 2 * np.cos(0.5)) / 0.3, abs=1e-6)
    with pytest.raises(vz.ModelError, match=told):
        vz.kinematics(arm(0.0, "2 - 0.1*t"), 1.0, 0.1)
