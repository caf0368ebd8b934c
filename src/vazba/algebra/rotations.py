"""Rotations: quaternions for the compiled state, matrices and Cardan angles for input and output (NumPy, over whole runs).

A unit quaternion `p = (w, x, y, z)` gives `S = (w^2 - e.e) E + 2 e e^T + 2 w ~e` with `e = (x, y, z)`.
Cardan angles: `S = Rx(a) Ry(b) Rz(c)`.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from vazba._jit import inlined, jit

Array = NDArray[np.float64]
Quat = tuple[float, float, float, float]


@jit
def quaternion_matrix(p: Quat) -> tuple[float, float, float, float, float, float, float, float, float]:
    """`S(p)` row by row; `p` need not be exactly of unit length."""
    w, x, y, z = p
    n = 2.0 / (w * w + x * x + y * y + z * z)
    return (
        1.0 - n * (y * y + z * z), n * (x * y - w * z), n * (x * z + w * y),
        n * (x * y + w * z), 1.0 - n * (x * x + z * z), n * (y * z - w * x),
        n * (x * z - w * y), n * (y * z + w * x), 1.0 - n * (x * x + y * y),
    )  # fmt: skip


@jit
def matrix_quaternion(e):  # type: ignore[no-untyped-def]
    """Unit quaternion of a rotation matrix, from its largest component."""
    trace = e[0] + e[4] + e[8]
    if trace >= e[0] and trace >= e[4] and trace >= e[8]:
        p = (1.0 + trace, e[7] - e[5], e[2] - e[6], e[3] - e[1])
    elif e[0] >= e[4] and e[0] >= e[8]:
        p = (e[7] - e[5], 1.0 + e[0] - e[4] - e[8], e[1] + e[3], e[2] + e[6])
    elif e[4] >= e[8]:
        p = (e[2] - e[6], e[1] + e[3], 1.0 - e[0] + e[4] - e[8], e[5] + e[7])
    else:
        p = (e[3] - e[1], e[2] + e[6], e[5] + e[7], 1.0 - e[0] - e[4] + e[8])
    size = 1.0 / math.sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2] + p[3] * p[3])
    return (p[0] * size, p[1] * size, p[2] * size, p[3] * size)


@jit
def quaternion_turned(p: Quat, a: float, b: float, c: float) -> Quat:
    """`p` turned by the rotation vector `(a, b, c)` in body components: `p * exp(r/2)`, normalised."""
    angle = math.sqrt(a * a + b * b + c * c)
    if angle < 1e-4:  # series: no division by zero, exact to rounding
        k = 0.5 - angle * angle / 48.0
        h = 1.0 - angle * angle / 8.0 + angle * angle * angle * angle / 384.0
    else:
        k = math.sin(0.5 * angle) / angle
        h = math.cos(0.5 * angle)
    x, y, z = k * a, k * b, k * c
    w0, x0, y0, z0 = p
    w1 = w0 * h - x0 * x - y0 * y - z0 * z
    x1 = w0 * x + x0 * h + y0 * z - z0 * y
    y1 = w0 * y - x0 * z + y0 * h + z0 * x
    z1 = w0 * z + x0 * y - y0 * x + z0 * h
    n = 1.0 / math.sqrt(w1 * w1 + x1 * x1 + y1 * y1 + z1 * z1)
    return (w1 * n, x1 * n, y1 * n, z1 * n)


@inlined
def put_quaternion_rate(q, i, w, j, out):  # type: ignore[no-untyped-def]
    """`p' = 1/2 p * (0, w)` of the quaternion that stands from `q[i]` on, w (body components) from `w[j]` on, into `out[i]` and on. Complex w too."""
    p0, px, py, pz = q[i], q[i + 1], q[i + 2], q[i + 3]
    x, y, z = 0.5 * w[j], 0.5 * w[j + 1], 0.5 * w[j + 2]
    out[i] = -px * x - py * y - pz * z
    out[i + 1] = p0 * x + py * z - pz * y
    out[i + 2] = p0 * y + pz * x - px * z
    out[i + 3] = p0 * z + px * y - py * x


@inlined
def put_spin(q, i, x, out, j):  # type: ignore[no-untyped-def]
    """The inverse: `w = 2 conj(p) * x`, where x (in the places of q) is a rate of the quaternion, into `out[j]` and on."""
    p0, px, py, pz = q[i], q[i + 1], q[i + 2], q[i + 3]
    x0, x1, x2, x3 = x[i], x[i + 1], x[i + 2], x[i + 3]
    out[j] = 2.0 * (-px * x0 + p0 * x1 + pz * x2 - py * x3)
    out[j + 1] = 2.0 * (-py * x0 - pz * x1 + p0 * x2 + px * x3)
    out[j + 2] = 2.0 * (-pz * x0 + py * x1 - px * x2 + p0 * x3)


@jit
def cardan_terms(x, y, z):  # type: ignore[no-untyped-def]
    """Matrix, angular velocity and its derivative of `S = Rx Ry Rz` from jets (value, rate, second rate) of the angles.

    In components of the frame the angles start from: `w = Hinv(eta) eta'` (page 01), `w' = Hinv eta'' + Hinv' eta'`.
    """
    cx, sx, cy, sy, cz, sz = (
        math.cos(x[0]),
        math.sin(x[0]),
        math.cos(y[0]),
        math.sin(y[0]),
        math.cos(z[0]),
        math.sin(z[0]),
    )
    matrix = (
        cy * cz, -cy * sz, sy,
        cx * sz + sx * sy * cz, cx * cz - sx * sy * sz, -sx * cy,
        sx * sz - cx * sy * cz, sx * cz + cx * sy * sz, cx * cy,
    )  # fmt: skip
    w = (x[1] + sy * z[1], cx * y[1] - sx * cy * z[1], sx * y[1] + cx * cy * z[1])
    al = (
        x[2] + sy * z[2] + cy * y[1] * z[1],
        cx * y[2] - sx * cy * z[2] - sx * x[1] * y[1] - (cx * cy * x[1] - sx * sy * y[1]) * z[1],
        sx * y[2] + cx * cy * z[2] + cx * x[1] * y[1] + (-sx * cy * x[1] - cx * sy * y[1]) * z[1],
    )
    return matrix, w, al


# --- NumPy, for input and output -------------------------------------------------------------------------------------------


def matrices(p: ArrayLike) -> Array:
    """Rotation matrices (..., 3, 3) of quaternions (..., 4)."""
    p = np.asarray(p, dtype=float)
    p = p / np.linalg.norm(p, axis=-1, keepdims=True)
    w, x, y, z = np.moveaxis(p, -1, 0)
    rows = [
        [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
        [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
        [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
    ]
    return np.moveaxis(np.array(rows), (0, 1), (-2, -1))


def quaternion(matrix: ArrayLike) -> Array:
    """The unit quaternion of a rotation matrix, with `w >= 0`."""
    m = np.asarray(matrix, dtype=float)
    k = np.array([
        [m[0, 0] - m[1, 1] - m[2, 2], 0, 0, 0],
        [m[0, 1] + m[1, 0], m[1, 1] - m[0, 0] - m[2, 2], 0, 0],
        [m[0, 2] + m[2, 0], m[1, 2] + m[2, 1], m[2, 2] - m[0, 0] - m[1, 1], 0],
        [m[2, 1] - m[1, 2], m[0, 2] - m[2, 0], m[1, 0] - m[0, 1], m[0, 0] + m[1, 1] + m[2, 2]],
    ])  # fmt: skip
    x, y, z, w = np.linalg.eigh(k)[1][:, -1]  # the eigenvector of the largest eigenvalue (Bar-Itzhack)
    p = np.array([w, x, y, z])
    return -p if w < 0 else p


def cardan_matrix(angles: ArrayLike) -> Array:
    """`S = Rx(a) Ry(b) Rz(c)`."""
    a, b, c = np.asarray(angles, dtype=float)
    (ca, sa), (cb, sb), (cc, sc) = (np.cos(a), np.sin(a)), (np.cos(b), np.sin(b)), (np.cos(c), np.sin(c))
    rx = np.array([[1, 0, 0], [0, ca, -sa], [0, sa, ca]])
    ry = np.array([[cb, 0, sb], [0, 1, 0], [-sb, 0, cb]])
    rz = np.array([[cc, -sc, 0], [sc, cc, 0], [0, 0, 1]])
    return np.asarray(rx @ ry @ rz)


def cardan_angles(matrix: ArrayLike) -> Array:
    """Cardan angles (..., 3) of rotation matrices (..., 3, 3); at `b = +-90 deg`, where only `a +- c` is known, `a` is 0."""
    m = np.asarray(matrix, dtype=float)
    cos_b = np.hypot(m[..., 0, 0], m[..., 0, 1])
    b = np.arctan2(m[..., 0, 2], cos_b)
    regular = cos_b > 1e-9
    a = np.where(regular, np.arctan2(-m[..., 1, 2], m[..., 2, 2]), 0.0)
    c = np.where(regular, np.arctan2(-m[..., 0, 1], m[..., 0, 0]), np.arctan2(m[..., 1, 0], m[..., 1, 1]))
    return np.stack([a, b, c], axis=-1)


def cardan_rates_to_angular(angles: ArrayLike, rates: ArrayLike) -> Array:
    """Ground-frame angular velocity from Cardan rates: `w = Hinv(eta) eta'`."""
    x, y, _ = np.asarray(angles, dtype=float)
    h_inv = np.array([
        [1, 0, np.sin(y)], [0, np.cos(x), -np.sin(x) * np.cos(y)], [0, np.sin(x), np.cos(x) * np.cos(y)],
    ])  # fmt: skip
    return np.asarray(h_inv @ np.asarray(rates, dtype=float))


def rotation_about(axis: ArrayLike, angle: float) -> Array:
    """Rotation by `angle` about `axis` (Rodrigues)."""
    n = np.asarray(axis, dtype=float) / np.linalg.norm(axis)
    k = cross_matrix(n)
    return np.asarray(np.eye(3) + math.sin(angle) * k + (1 - math.cos(angle)) * (k @ k))


def smallest_rotation(a: ArrayLike, b: ArrayLike) -> Array:
    """The smallest rotation that takes direction `a` to direction `b`; for opposite ones about any perpendicular."""
    a, b = np.asarray(a, dtype=float), np.asarray(b, dtype=float)
    if a.tolist() == b.tolist():
        return np.eye(3)
    a, b = unit_of(a), unit_of(b)
    axis, cosine = cross_of(a, b), float(a @ b)
    sine = math.sqrt(axis @ axis)
    if sine < 1e-12:
        return np.eye(3) if cosine > 0 else rotation_about(perpendicular(a), math.pi)
    return rotation_about(axis, math.atan2(sine, cosine))


def perpendicular(a: ArrayLike) -> Array:
    """A unit vector perpendicular to `a`, the same one every time."""
    a = np.asarray(a, dtype=float)
    sizes = [abs(x) for x in a.tolist()]
    other = np.zeros(3)
    other[sizes.index(min(sizes))] = 1.0
    return unit_of(cross_of(cross_of(a, other), a))


def unit_of(a: Array) -> Array:
    """One vector made one long: `np.linalg.norm` takes ten times as long for so few numbers."""
    return np.asarray(a / math.sqrt(a @ a))


def cross_of(a: Array, b: Array) -> Array:
    """`a x b` of two vectors: as `np.cross`, which takes ten times as long for so few numbers."""
    (a_x, a_y, a_z), (b_x, b_y, b_z) = a.tolist(), b.tolist()
    return np.array([a_y * b_z - a_z * b_y, a_z * b_x - a_x * b_z, a_x * b_y - a_y * b_x])


def cross_matrix(a: Any) -> Array:
    """`~a` with `~a b = a x b`."""
    return np.array([[0, -a[2], a[1]], [a[2], 0, -a[0]], [-a[1], a[0], 0]], dtype=float)


def steiner(c: Array) -> Array:
    """`-~c ~c` of all vectors (rows): what a mass of 1 kg there adds to an inertia."""
    return np.asarray((c**2).sum(axis=1)[:, None, None] * np.eye(3) - c[:, :, None] * c[:, None, :])


def rotation_vectors(turns: ArrayLike) -> Array:
    """Rotation vectors (axis times angle, up to half a turn) of rotation matrices (..., 3, 3)."""
    p = np.apply_along_axis(_upper, -1, np.reshape(turns, (-1, 9)))
    sine = np.linalg.norm(p[:, 1:], axis=1)
    angle = 2 * np.arctan2(sine, p[:, 0])
    with np.errstate(invalid="ignore"):
        factor = np.where(sine > 1e-9, angle / sine, 2.0)
    return np.asarray((p[:, 1:] * factor[:, None]).reshape((*np.shape(turns)[:-2], 3)))


def _upper(turn: Array) -> Array:
    """Quaternion with w >= 0."""
    p = quaternion(turn.reshape(3, 3))
    return p if p[0] >= 0 else -p


def vector_rates(phi: Array, w: Array) -> Array:
    """Rates of rotation vectors (n, 3) that turn with w (in the axes they turn from): `phi' = w - 1/2 phi x w + c phi x (phi x w)`."""
    square = (phi**2).sum(axis=-1, keepdims=True)
    angle = np.sqrt(square)
    with np.errstate(invalid="ignore", divide="ignore"):
        c = np.where(
            square > 0.04, 1 / square - 0.5 / (angle * np.tan(angle / 2)), 1 / 12 + square * (1 / 720 + square / 30240)
        )
    across = np.cross(phi, w)
    return np.asarray(w - 0.5 * across + c * np.cross(phi, across))


def half_turned(s: Array, phi: Array) -> Array:
    """Frames s (n, 3, 3) turned by half of the rotation vectors phi (n, 3), which are given in their axes."""
    angle = np.linalg.norm(phi, axis=1)[:, None, None] / 2
    k = np.zeros_like(s)
    for i, j, axis in ((2, 1, 0), (0, 2, 1), (1, 0, 2)):
        k[:, i, j], k[:, j, i] = phi[:, axis] / 2, -phi[:, axis] / 2
    return np.asarray(s @ (np.eye(3) + np.sinc(angle / np.pi) * k + 0.5 * np.sinc(angle / (2 * np.pi)) ** 2 * (k @ k)))
