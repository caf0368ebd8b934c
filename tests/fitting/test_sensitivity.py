"""Derivatives of runs by parameters against closed forms."""

from __future__ import annotations

import numpy as np
import pytest

import vazba as vz


def oscillator(**changes):
    """A mass on a damped spring, pulled out by `a`."""
    given = {"m": 2.0, "k": 50.0, "c": 1.2, "a": 0.3, "idle": 1.0} | changes
    model = vz.Model("oscillator", dimension=2, gravity=(0, 0), parameters=given)
    model.body("b", position=("a", 0), mass="m", inertia=1.0)
    model.prismatic("P", model.point("O", "ground", (0, 0)), model.point("C", "b", (0, 0)), axis=(1, 0))
    model.spring("s", joint="P", stiffness="k", damping="c")
    model.point("tip", "b", (0, 0.5))
    return model


def motion(t, m, k, c, a):
    decay = c / (2 * m)
    w = np.sqrt(k / m - decay**2)
    return a * np.exp(-decay * t) * (np.cos(w * t) + decay / w * np.sin(w * t))


def exact(t, name):
    """By complex differences of the closed form."""
    at = {"m": 2.0, "k": 50.0, "c": 1.2, "a": 0.3}
    at[name] = at[name] + 1e-30j
    return motion(t, **at).imag / 1e-30


@pytest.fixture(scope="module")
def found():
    return vz.sensitivity(
        oscillator(), ["b.x", "tip.x", "P.displacement_rate"], ["m", "k", "c", "a", "idle"], 2.0, 0.05
    )


@pytest.mark.parametrize("name", ["m", "k", "c", "a"])
def test_derivatives_and_their_errors(found, name):
    expected = exact(found.time, name)
    off = np.abs(found["b.x", name] - expected)
    assert off.max() < 1e-7 * np.abs(expected).max()
    assert np.all(off <= 3 * found.error["b.x", name])
    assert np.abs(found.error["b.x", name]).max() < 1e-5 * np.abs(expected).max()
    assert np.allclose(found["tip.x", name], found["b.x", name], atol=1e-9)


def test_rates_are_derivatives_in_time_too(found):
    """`d(x')/da = (dx/da)'` of the closed form."""
    h = 1e-6
    expected = (exact(found.time + h, "a") - exact(found.time - h, "a")) / (2 * h)
    assert np.allclose(found["P.displacement_rate", "a"], expected, atol=1e-6)


def test_what_does_nothing_is_zero_and_the_table_says_so(found):
    assert np.abs(found["b.x", "idle"]).max() < 1e-12
    assert found.largest["b.x", "k"] > found.largest["b.x", "c"] > found.largest["b.x", "idle"]
    assert "d(b.x)/d(k)" in found.to_dataframe().columns
    with pytest.raises(KeyError, match="'kk'"):
        found["b.x", "kk"]


def test_a_whole_report_gives_the_same_as_few_columns():
    """Accelerations of coordinates are not among what is looked at quickly."""
    model = oscillator()
    one = vz.sensitivity(model, ["P.displacement_acceleration", "b.ax"], "k", 0.5, 0.1)
    assert np.allclose(one["P.displacement_acceleration", "k"], one["b.ax", "k"], atol=1e-6)


def test_faults():
    with pytest.raises(vz.ModelError, match="kk"):
        vz.sensitivity(oscillator(), ["b.x"], ["kk"], 1, 0.1)
    with pytest.raises(vz.ModelError, match="nonsense"):
        vz.sensitivity(oscillator(), ["b.nonsense"], ["k"], 1, 0.1)
    model = vz.Model("bare", dimension=2)
    model.body("b", mass=1, inertia=1)
    with pytest.raises(vz.ModelError, match="nothing to change"):
        vz.sensitivity(model, ["b.x"], None, 1, 0.1)
