"""From coordinates to poses: what every body and every frame on it does at one instant.

Planar body: `q = (x, y, phi)`, `v = q'`. Spatial body: `q = (r, p)` with the unit quaternion p, `v = (r', w)`, w in body components.
A frame on a body has the local position `s` and basis `F`: `p = r + S s`, `R = S F`, and with zero body accelerations
`a_0 = S ~w ~w s`. A frame may also be turned by three motion laws (Cardan angles): that is how an orientation is driven.
"""

from __future__ import annotations

import math

import numpy as np

from vazba._jit import get, inlined, jit, put, view_of
from vazba.algebra.rotations import cardan_terms, quaternion_matrix
from vazba.algebra.vectors import add, cross, sub, triple, turned, turned_back
from vazba.motion.kernels import motion_at

_numbers_at = view_of(np.float64)
FULL, POINT, PLACE = range(3)
FRAME = np.dtype([
    ("body", "i4"),  # -1: ground
    ("point", "i4"),  # POINT: nothing is asked of it but position and velocity; PLACE: and of the velocity not at every evaluation
    ("law_x", "i4"), ("law_y", "i4"), ("law_z", "i4"),  # motion laws of its Cardan angles (0, 0, 0: fixed in the body)
    ("s", "f8", 3), ("f", "f8", 9), ("spare", "f8"),  # two lines of the processor's cache
], align=True)  # fmt: skip

STATE = np.dtype([("r", "f8", 3), ("s", "f8", 9), ("v", "f8", 3), ("w", "f8", 3), ("angle", "f8")], align=True)


@jit
def body_poses(dimension, q, states):  # type: ignore[no-untyped-def]
    """Pose of every body."""
    for k in range(states.shape[0]):
        b = states[k]
        if dimension == 2:
            i = 3 * k
            c, s = math.cos(q[i + 2]), math.sin(q[i + 2])
            b.r[0], b.r[1] = q[i], q[i + 1]
            b.s[0], b.s[1], b.s[3], b.s[4], b.s[8] = c, -s, s, c, 1.0
            b.angle = q[i + 2]
        else:
            i = 7 * k
            b.r[0], b.r[1], b.r[2] = q[i], q[i + 1], q[i + 2]
            m = quaternion_matrix((q[i + 3], q[i + 4], q[i + 5], q[i + 6]))
            for n in range(9):
                b.s[n] = m[n]


@jit
def body_twists(dimension, v, states):  # type: ignore[no-untyped-def]
    """Velocity and angular velocity (ground components) of every body, whose poses are known."""
    for k in range(states.shape[0]):
        b = states[k]
        if dimension == 2:
            i = 3 * k
            b.v[0], b.v[1], b.w[2] = v[i], v[i + 1], v[i + 2]
        else:
            i = 6 * k
            b.v[0], b.v[1], b.v[2] = v[i], v[i + 1], v[i + 2]
            _put(b.w, turned(b.s, (v[i + 3], v[i + 4], v[i + 5])))


@jit
# many: motion laws need their four tables
def frame_positions(dimension, frames, states, laws, ops, numbers, stack, t, poses):  # type: ignore[no-untyped-def]
    """Position and basis of every frame; those on the ground stand still and are filled in once, by `ground_poses`."""
    for k in range(frames.shape[0]):
        f, pose = frames[k], poses[k]
        if f.body >= 0:
            b = states[f.body]
            if dimension == 2:
                pose.angle = b.angle
                c, s = b.s[0], b.s[3]
                pose.p[0], pose.p[1] = b.r[0] + c * f.s[0] - s * f.s[1], b.r[1] + s * f.s[0] + c * f.s[1]
                if f.point != FULL:
                    continue
                pose.r[0], pose.r[1] = c * f.f[0] - s * f.f[3], c * f.f[1] - s * f.f[4]
                pose.r[3], pose.r[4], pose.r[8] = -pose.r[1], pose.r[0], 1.0
            else:
                _put(pose.p, add(triple(b.r), turned(b.s, triple(f.s))))
                if f.point != FULL:
                    continue
                _product(b.s, f.f, pose.r)
        elif f.law_x + f.law_y + f.law_z > 0:
            for n in range(9):
                pose.r[n] = f.f[n]
        if f.law_x + f.law_y + f.law_z > 0:
            x = motion_at(laws, ops, numbers, stack, int(f.law_x), t)
            y = motion_at(laws, ops, numbers, stack, int(f.law_y), t)
            z = motion_at(laws, ops, numbers, stack, int(f.law_z), t)
            matrix, w_rel, al_rel = cardan_terms(x, y, z)
            _put(pose.w_t, turned(pose.r, w_rel))
            _put(pose.al_t, turned(pose.r, al_rel))
            r = (pose.r[0], pose.r[1], pose.r[2], pose.r[3], pose.r[4], pose.r[5], pose.r[6], pose.r[7], pose.r[8])
            _product(r, matrix, pose.r)


@jit
def frame_twists(dimension, frames, states, poses):  # type: ignore[no-untyped-def]
    """Velocities and bias accelerations of every frame of which they are asked, whose position is known."""
    for k in range(frames.shape[0]):
        f, pose = frames[k], poses[k]
        if f.point == PLACE:
            continue
        if f.body >= 0:
            b = states[f.body]
            if dimension == 2:
                x, y, w = pose.p[0] - b.r[0], pose.p[1] - b.r[1], b.w[2]
                pose.v[0], pose.v[1], pose.w[2] = b.v[0] - w * y, b.v[1] + w * x, w
                pose.a_0[0], pose.a_0[1] = -w * w * x, -w * w * y
                continue
            w = triple(b.w)
            across = cross(w, sub(triple(pose.p), triple(b.r)))
            _put(pose.v, add(triple(b.v), across))
            if f.point != FULL:
                continue
            _put(pose.a_0, cross(w, across))
            _put(pose.w, w)
        if f.law_x + f.law_y + f.law_z > 0:
            w_b = triple(states[f.body].w) if f.body >= 0 else (0.0, 0.0, 0.0)
            _put(pose.al_0, add(triple(pose.al_t), cross(w_b, triple(pose.w_t))))
            _put(pose.w, add(w_b, triple(pose.w_t)))


def ground_poses(frames: np.ndarray, poses: np.ndarray) -> None:
    """Fill in the frames on the ground, and the bodies of all."""
    poses["body"] = frames["body"]
    ground = frames["body"] < 0
    poses["p"][ground] = frames["s"][ground]
    poses["r"][ground] = frames["f"][ground]


@inlined
def _product(a, b, out):  # type: ignore[no-untyped-def]
    """`out = a b` for 3x3 matrices stored row by row."""
    for i in range(3):
        x, y, z = a[3 * i], a[3 * i + 1], a[3 * i + 2]
        for j in range(3):
            out[3 * i + j] = x * b[j] + y * b[3 + j] + z * b[6 + j]


@inlined
def _put(array, a):  # type: ignore[no-untyped-def]
    array[0], array[1], array[2] = a[0], a[1], a[2]


@inlined
def _add(array, k, x):  # type: ignore[no-untyped-def]
    put(array, k, get(array, k) + x)


@inlined
def add_row(dimension, b, frame, d_v, d_w, factor, jacobian, block):  # type: ignore[no-untyped-def]
    """Add the derivative of a row with respect to the velocities of a body in state b, given its derivative with respect to a frame."""
    s = triple(frame.s)
    if dimension == 2:
        x, y = b.s[0] * s[0] + b.s[1] * s[1], b.s[3] * s[0] + b.s[4] * s[1]
        _add(jacobian, block, factor * d_v[0])
        _add(jacobian, block + 1, factor * d_v[1])
        _add(jacobian, block + 2, factor * (d_v[1] * x - d_v[0] * y + d_w[2]))
    else:
        m = add(cross(s, turned_back(b.s, d_v)), turned_back(b.s, d_w))
        for n in range(3):
            _add(jacobian, block + n, factor * d_v[n])
            _add(jacobian, block + 3 + n, factor * m[n])
