"""Dead centres and change points against the triangle inequality: a run stops exactly where it must, and passes where it can."""

from __future__ import annotations

import re
import warnings

import numpy as np
import pytest

import vazba as vz

from .mechanisms import slider_crank

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
