"""From coordinates to poses: what every body and every frame on it does at one instant.

Planar body: `q = (x, y, phi)`, `v = q'`. Spatial body: `q = (r, p)` with the unit quaternion p, `v = (r', w)`, w in body components.
A frame on a body has the local position `s` and basis `F`: `p = r + S s`, `R = S F`, and with zero body accelerations
`a_0 = S ~w ~w s`. A frame may also be turned by three motion laws (Cardan angles): that is how an orientation is driven.
"""

from __future__ import annotations

import math

import numpy as np

from vazba._jit import jit
from vazba.algebra.rotations import cardan_terms, quaternion_matrix, quaternion_turned
from vazba.algebra.vectors import add, cross, triple, turned, turned_back
from vazba.motion.kernels import motion_at

FRAME = np.dtype([
    ("body", "i4"),  # -1: ground
    ("law_x", "i4"), ("law_y", "i4"), ("law_z", "i4"),  # motion laws of its Cardan angles (0, 0, 0: fixed in the body)
    ("s", "f8", 3), ("f", "f8", 9),
], align=True)  # fmt: skip

STATE = np.dtype(
    [("r", "f8", 3), ("s", "f8", 9), ("v", "f8", 3), ("w", "f8", 3), ("w_b", "f8", 3), ("angle", "f8")], align=True
)


@jit
def body_states(dimension, q, v, states):  # type: ignore[no-untyped-def]
    """Pose and twist of every body."""
    for k in range(states.shape[0]):
        b = states[k]
        if dimension == 2:
            i = 3 * k
            b.r[0], b.r[1], b.r[2] = q[i], q[i + 1], 0.0
            c, s = math.cos(q[i + 2]), math.sin(q[i + 2])
            b.s[0], b.s[1], b.s[2] = c, -s, 0.0
            b.s[3], b.s[4], b.s[5] = s, c, 0.0
            b.s[6], b.s[7], b.s[8] = 0.0, 0.0, 1.0
            b.v[0], b.v[1], b.v[2] = v[i], v[i + 1], 0.0
            b.w[0], b.w[1], b.w[2] = 0.0, 0.0, v[i + 2]
            b.w_b[0], b.w_b[1], b.w_b[2] = 0.0, 0.0, v[i + 2]
            b.angle = q[i + 2]
        else:
            i, j = 7 * k, 6 * k
            b.r[0], b.r[1], b.r[2] = q[i], q[i + 1], q[i + 2]
            m = quaternion_matrix((q[i + 3], q[i + 4], q[i + 5], q[i + 6]))
            for n in range(9):
                b.s[n] = m[n]
            b.v[0], b.v[1], b.v[2] = v[j], v[j + 1], v[j + 2]
            b.w_b[0], b.w_b[1], b.w_b[2] = v[j + 3], v[j + 4], v[j + 5]
            w = turned(m, (v[j + 3], v[j + 4], v[j + 5]))
            b.w[0], b.w[1], b.w[2] = w[0], w[1], w[2]
            b.angle = 0.0


@jit
def frame_poses(frames, states, laws, ops, numbers, stack, t, poses):  # type: ignore[no-untyped-def]
    """Pose, twist and bias accelerations of every frame."""
    for k in range(frames.shape[0]):
        f, pose = frames[k], poses[k]
        _put(pose.w_t, (0.0, 0.0, 0.0))
        _put(pose.al_0, (0.0, 0.0, 0.0))
        if f.body < 0:
            for n in range(9):
                pose.r[n] = f.f[n]
            _put(pose.p, triple(f.s))
            _put(pose.v, (0.0, 0.0, 0.0))
            _put(pose.w, (0.0, 0.0, 0.0))
            _put(pose.a_0, (0.0, 0.0, 0.0))
            pose.angle = 0.0
        else:
            b = states[f.body]
            arm, w = turned(b.s, triple(f.s)), triple(b.w)
            across = cross(w, arm)
            _put(pose.p, add(triple(b.r), arm))
            _put(pose.v, add(triple(b.v), across))
            _put(pose.a_0, cross(w, across))
            _put(pose.w, w)
            pose.angle = b.angle
            for i in range(3):
                for j in range(3):
                    pose.r[3 * i + j] = b.s[3 * i] * f.f[j] + b.s[3 * i + 1] * f.f[3 + j] + b.s[3 * i + 2] * f.f[6 + j]
        if f.law_x + f.law_y + f.law_z > 0:
            x = motion_at(laws, ops, numbers, stack, f.law_x, t)
            y = motion_at(laws, ops, numbers, stack, f.law_y, t)
            z = motion_at(laws, ops, numbers, stack, f.law_z, t)
            _turn_frame(pose, x, y, z)


@jit
def _turn_frame(pose, x, y, z):  # type: ignore[no-untyped-def]
    """Turn a frame's basis by Cardan angles given as jets; its own rotation adds to w and to the accelerations."""
    matrix, w_rel, al_rel = cardan_terms(x, y, z)
    w_t, al_t = turned(pose.r, w_rel), turned(pose.r, al_rel)
    _put(pose.w_t, w_t)
    _put(pose.al_0, add(al_t, cross(triple(pose.w), w_t)))
    _put(pose.w, add(triple(pose.w), w_t))
    r = (pose.r[0], pose.r[1], pose.r[2], pose.r[3], pose.r[4], pose.r[5], pose.r[6], pose.r[7], pose.r[8])
    for i in range(3):
        for j in range(3):
            pose.r[3 * i + j] = r[3 * i] * matrix[j] + r[3 * i + 1] * matrix[3 + j] + r[3 * i + 2] * matrix[6 + j]


@jit
def _put(array, a):  # type: ignore[no-untyped-def]
    array[0], array[1], array[2] = a[0], a[1], a[2]


@jit
def add_row(dimension, b, frame, d_v, d_w, factor, jacobian, block):  # type: ignore[no-untyped-def]
    """Add the derivative of a row with respect to the velocities of a body in state b, given its derivative with respect to a frame."""
    s = triple(frame.s)
    if dimension == 2:
        x, y = b.s[0] * s[0] + b.s[1] * s[1], b.s[3] * s[0] + b.s[4] * s[1]
        jacobian[block] += factor * d_v[0]
        jacobian[block + 1] += factor * d_v[1]
        jacobian[block + 2] += factor * (d_v[1] * x - d_v[0] * y + d_w[2])
    else:
        m = add(cross(s, turned_back(b.s, d_v)), turned_back(b.s, d_w))
        for n in range(3):
            jacobian[block + n] += factor * d_v[n]
            jacobian[block + 3 + n] += factor * m[n]


@jit
def moved(dimension, q, step, scale, out):  # type: ignore[no-untyped-def]
    """Coordinates after a displacement `scale * step` given in the velocity variables (rotation vectors in body components)."""
    if dimension == 2:
        for k in range(q.shape[0]):
            out[k] = q[k] + scale * step[k]
        return
    for k in range(q.shape[0] // 7):
        i, j = 7 * k, 6 * k
        for n in range(3):
            out[i + n] = q[i + n] + scale * step[j + n]
        p = quaternion_turned(
            (q[i + 3], q[i + 4], q[i + 5], q[i + 6]), scale * step[j + 3], scale * step[j + 4], scale * step[j + 5]
        )
        out[i + 3], out[i + 4], out[i + 5], out[i + 6] = p[0], p[1], p[2], p[3]
