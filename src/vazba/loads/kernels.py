"""Forces and torques as rows of one table."""

from __future__ import annotations

from vazba._jit import inlined, jit
from vazba.algebra.vectors import dot, scaled, triple, turned
from vazba.bodies.mechanics import add_force, add_wrench
from vazba.motion.kernels import motion_at

OFF, ON, BY_TIME = range(3)  # whether a load acts: decided at the start of a step, or by the time


@inlined
def acts(load, t):  # type: ignore[no-untyped-def]
    return load.on == ON or (load.on == BY_TIME and load.start <= t < load.stop)


@jit
def load_vector(load, poses, laws, ops, numbers, stack, t):  # type: ignore[no-untyped-def]
    """Force or moment, ground components."""
    x, _, _ = motion_at(laws, ops, numbers, stack, int(load.x), t)
    y, _, _ = motion_at(laws, ops, numbers, stack, int(load.y), t)
    z, _, _ = motion_at(laws, ops, numbers, stack, int(load.z), t)
    if load.axes >= 0:
        return turned(poses[load.axes].r, (x, y, z))
    return (x, y, z)


@jit
def apply_load(dimension, load, vector, frames, states, out):  # type: ignore[no-untyped-def]
    """Add it to the generalised forces."""
    frame = frames[load.frame]
    if load.torque == 0:
        if frame.body >= 0:
            add_force(dimension, frame.body, states[frame.body], triple(frame.s), vector, out)
        return
    zero = (0.0, 0.0, 0.0)
    if frame.body >= 0:
        add_wrench(dimension, frame.body, states[frame.body], triple(frame.s), zero, vector, out)
    if load.other >= 0 and frames[load.other].body >= 0:
        other = frames[load.other]
        add_wrench(dimension, other.body, states[other.body], triple(other.s), zero, scaled(vector, -1.0), out)


@inlined
def load_power(load, vector, poses):  # type: ignore[no-untyped-def]
    """Power it puts in."""
    if load.torque == 0:
        return dot(vector, triple(poses[load.frame].v))
    power = dot(vector, triple(poses[load.frame].w))
    if load.other >= 0:
        power -= dot(vector, triple(poses[load.other].w))
    return power
