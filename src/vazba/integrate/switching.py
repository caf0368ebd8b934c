"""Cables that go slack and taut: the switch is located, so that no step runs across it.

Within a step each cable keeps its mode (SLACK: shorter than its free length, TAUT: it pulls, LOOSE: stretched, but shortening too fast to
pull), which makes the equations and the energy ledger smooth.
A step at whose end a cable does not fit its mode is cut where the first one switches. A cable that switches again at once
(grazing, chatter) is taken by its law for some steps, so that a run is never stalled.
"""

from __future__ import annotations

from vazba._jit import inlined, jit
from vazba.dynamics.forces import path_state
from vazba.dynamics.tables import BY_LAW, CABLE, LOOSE, OFF, ON, SLACK, TAUT, loads_at, paths_at
from vazba.kinematic.evaluate import call_position, call_velocity, poses_at, work_at
from vazba.system import integers_at, tables_at

HOLD = 25  # steps a chattering cable is taken by its law


@inlined
def _mode(path, length, rate):  # type: ignore[no-untyped-def]
    """The mode that fits a length and rate; a cable shortening fast is loose (no tension) though still stretched."""
    elastic = path.stiffness * (length - path.free_length)
    if elastic <= 0.0:
        return SLACK
    return TAUT if elastic + path.damping * rate > 0.0 else LOOSE


@jit
def off_mode(d, y, t):  # type: ignore[no-untyped-def]
    """Whether a cable does not fit its mode at the state y."""
    paths = paths_at(d.paths, d.n_paths)
    if paths.shape[0] == 0:
        return False
    s, w = tables_at(d.tables, 1)[0], work_at(d.work, 1)[0]
    call_position(w.position, s.here, w.here, y.ctypes.data, t)
    call_velocity(w.velocity, s.here, w.here, y.ctypes.data + 8 * s.nq)
    poses, stops = poses_at(w.poses, w.n_poses), integers_at(d.stops, d.n_stops)
    for k in range(paths.shape[0]):
        path = paths[k]
        if path.law == CABLE and path.mode != BY_LAW:
            length, rate = path_state(path, stops, poses)
            if _mode(path, length, rate) != path.mode:
                return True
    return False


@jit
def switch(d, y, t):  # type: ignore[no-untyped-def]
    """Give each cable the mode that fits the state y, and switch on the loads whose time has come."""
    loads, paths = loads_at(d.loads, d.n_loads), paths_at(d.paths, d.n_paths)
    for k in range(loads.shape[0]):
        loads[k].on = ON if t >= loads[k].start else OFF
    if paths.shape[0] == 0:
        return
    s, w = tables_at(d.tables, 1)[0], work_at(d.work, 1)[0]
    call_position(w.position, s.here, w.here, y.ctypes.data, t)
    call_velocity(w.velocity, s.here, w.here, y.ctypes.data + 8 * s.nq)
    poses, stops = poses_at(w.poses, w.n_poses), integers_at(d.stops, d.n_stops)
    for k in range(paths.shape[0]):
        path = paths[k]
        if path.law != CABLE:
            continue
        if path.held > 0:
            path.held -= 1
            continue
        length, rate = path_state(path, stops, poses)
        mode = _mode(path, length, rate)
        if mode != path.mode and path.mode != BY_LAW:
            if t - path.flipped < 1e-9 * (1.0 + abs(t)):
                mode, path.held = BY_LAW, HOLD
            path.flipped = t
        path.mode = mode
