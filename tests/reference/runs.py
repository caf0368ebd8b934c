"""Runs of the examples, and comparison of a result with a closed form over jets."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np

import vazba as vz
from reference.jets import body_rates, values

EXAMPLES = Path(__file__).parents[2] / "examples"


def home(name):
    """The model of an example: its .toml or .py file, or the folder of tables."""
    files = [EXAMPLES / name / f"{name}{ending}" for ending in (".toml", ".py")]
    return next((file for file in files if file.exists()), EXAMPLES / name)


@cache
def run(name):
    """The driven motion of the example with its own settings."""
    return vz.kinematics(vz.load(home(name)))


@cache
def let_go(name):
    """The dynamic run of the example with its own settings."""
    return vz.simulate(vz.load(home(name)))


@cache
def found_efforts(name):
    """The efforts of the example along its motion, with its own settings."""
    return vz.inverse(vz.load(home(name)))


def exchanged(res):
    """Largest change of a kind of energy over the run."""
    kinds = ("kinetic", "potential", "elastic", "input", "dissipated")
    return max(float(np.ptp(res.energy[kind])) for kind in kinds)


def near(actual, expected, tolerance):
    """Largest difference, relative to the largest expected value (at least 1)."""
    actual, expected = np.asarray(actual), np.asarray(expected)
    scale = max(1.0, float(np.abs(expected).max()))
    error = float(np.abs(actual - expected).max()) / scale
    assert error <= tolerance, f"differs by {error:.3g} (relative to {scale:.3g})"


def same(view, quantities, expected, tolerance, count=None, only=slice(None)):
    """Three columns of a view (value, rate, acceleration) follow a jet; a shorter list compares fewer."""
    for quantity, level in zip(quantities.split(), ("f", "d", "dd")):
        near(view[quantity][only], values(expected, count or len(view[quantity]), level)[only], tolerance)


def follows_planar(res, body, origin, angle, tolerance, only=slice(None)):
    """Position, angle and their two derivatives of a planar body."""
    view = res.body(body)
    same(view, "x vx ax", origin[0], tolerance, only=only)
    same(view, "y vy ay", origin[1], tolerance, only=only)
    same(view, "angle w alpha", angle, tolerance, only=only)


def matrices(quaternion):
    """Rotation matrices of unit quaternions w, x, y, z."""
    w, x, y, z = quaternion.T
    rows = [
        [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
        [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
        [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
    ]
    return np.moveaxis(np.array(rows), 2, 0)


def follows_point(view, place, tolerance):
    """Position, velocity and acceleration of a point or of a body's origin."""
    for axis, expected in zip("xyz", place):
        same(view, f"{axis} v{axis} a{axis}", expected, tolerance)


def follows_spatial(res, body, origin, rotation, tolerance):
    """Pose, twist and accelerations of a spatial body (angular ones in body components)."""
    view, count = res.body(body), len(res)
    follows_point(view, origin, tolerance)
    near(matrices(view.quaternion), values(rotation, count), tolerance)
    w, al = body_rates(rotation, count)
    near(view.angular_velocity, w, tolerance)
    near(view.angular_acceleration, al, tolerance)
