"""Quantities of results, for editors and type checkers alone: nothing imports it when a program runs.

Made by `tools/keywords.py`; a test says when it is out of date.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


class Quantities:
    """What a view of a result may have, each over time: `res.body("rod").x`."""

    x: Array  # m
    y: Array  # m
    z: Array  # m
    angle: Array  # rad
    phi_x: Array  # rad
    phi_y: Array  # rad
    phi_z: Array  # rad
    qw: Array
    qx: Array
    qy: Array
    qz: Array
    vx: Array  # m/s
    vy: Array  # m/s
    vz: Array  # m/s
    w: Array  # rad/s
    wx: Array  # rad/s
    wy: Array  # rad/s
    wz: Array  # rad/s
    ax: Array  # m/s^2
    ay: Array  # m/s^2
    az: Array  # m/s^2
    alpha: Array  # rad/s^2
    alx: Array  # rad/s^2
    aly: Array  # rad/s^2
    alz: Array  # rad/s^2
    N: Array  # N
    Q: Array  # N
    Qy: Array  # N
    Qz: Array  # N
    M: Array  # N m
    T: Array  # N m
    My: Array  # N m
    Mz: Array  # N m
    displacement: Array  # m
    angle_1: Array  # rad
    angle_2: Array  # rad
    displacement_1: Array  # m
    displacement_2: Array  # m
    angle_rate: Array  # rad/s
    displacement_rate: Array  # m/s
    angle_1_rate: Array  # rad/s
    angle_2_rate: Array  # rad/s
    displacement_1_rate: Array  # m/s
    displacement_2_rate: Array  # m/s
    angle_acceleration: Array  # rad/s^2
    displacement_acceleration: Array  # m/s^2
    angle_1_acceleration: Array  # rad/s^2
    angle_2_acceleration: Array  # rad/s^2
    displacement_1_acceleration: Array  # m/s^2
    displacement_2_acceleration: Array  # m/s^2
    fx: Array  # N
    fy: Array  # N
    fz: Array  # N
    m: Array  # N m
    mx: Array  # N m
    my: Array  # N m
    mz: Array  # N m
    drift: Array  # m
    value: Array
    value_x: Array
    value_y: Array
    value_z: Array
    effort: Array
    effort_x: Array
    effort_y: Array
    effort_z: Array
    power: Array  # W
    length: Array  # m
    rate: Array  # m/s
    force: Array  # N
    free_length: Array  # m
    px: Array  # kg m/s
    py: Array  # kg m/s
    pz: Array  # kg m/s
    l: Array  # kg m^2/s
    lx: Array  # kg m^2/s
    ly: Array  # kg m^2/s
    lz: Array  # kg m^2/s
    kinetic: Array  # J
    potential: Array  # J
    elastic: Array  # J
    input: Array  # J
    dissipated: Array  # J
    balance: Array  # J
    residual: Array  # N
    violation: Array  # N
    position: Array  # m
    velocity: Array
    acceleration: Array  # m/s^2
    cardan: Array
    quaternion: Array
    angular_velocity: Array
    angular_acceleration: Array
    force_vector: Array
    moment_vector: Array
    speed: Array  # m/s
    moment: Array  # N m
    total: Array  # J
