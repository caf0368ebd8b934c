"""Lengths, rates and forces of all paths along a run, by the kernels that move it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vazba._jit import boundary, matrix_of
from vazba.kinematic.evaluate import Work, call_position, call_velocity
from vazba.kinematic.sights import look
from vazba.laws.dispatch import tension
from vazba.paths.kernels import measure
from vazba.system import System
from vazba.tables import TABLES, WORK, numbers_at

Array = NDArray[np.float64]
table_at = matrix_of(np.float64)


@boundary("void(int64, int64, int64, int64, int64, int64)")
def along_run(s_at, w_at, times_at, count, stored_at, out_at):  # type: ignore[no-untyped-def]
    """`out[path, (length, rate, tension), time]` from what a run has stored."""
    s, w, times = TABLES.at(s_at), WORK.at(w_at), numbers_at(times_at, count)
    stored, out = table_at(stored_at, s.nq + 2 * s.nv + s.n_coordinates, count), table_at(out_at, 3 * w.n_paths, count)
    q, v = WORK.q_try(w), WORK.jerk(w)
    turns, paths = WORK.turns(w), WORK.paths(w)
    coordinates = TABLES.coordinates(s)
    for i in range(times.shape[0]):
        for k in range(s.nq):
            q[k] = stored[k, i]
        for k in range(s.nv):
            v[k] = stored[s.nq + k, i]
        for k in range(coordinates.shape[0]):
            c = coordinates[k]
            if c.turn >= 0:
                turns[c.turn] = stored[s.nq + 2 * s.nv + k, i] / c.factor
        call_position(w.position, s.here, w.here, w.q_try, times[i])
        call_velocity(w.velocity, s.here, w.here, w.jerk)
        if s.n_sights > 0:
            look(s, w)
        for k in range(paths.shape[0]):
            path = paths[k]
            measure(path, s, w, times[i], w.q_try, w.jerk)
            out[3 * k, i], out[3 * k + 1, i] = path.length, path.rate
            out[3 * k + 2, i] = tension(path, s, w, times[i], w.q_try, w.jerk)


def along(system: System, work: Work, times: Array, stored: Array, written: Array | None = None) -> Array:
    """Length, rate and tension of every path at every time (paths x 3 x times); `written`: what controllers write (times x outputs)."""
    out = np.zeros((len(system.tables.paths), 3, len(times)))
    if not out.size:
        return out
    work.paths[:] = system.tables.paths
    turns = work.turns.copy()
    if system.controls is None or written is None:
        _along(system, work, times, stored, out)
    else:
        places, before = system.controls.places, system.tables.numbers[system.controls.places].copy()
        for i in range(len(times)):
            system.tables.numbers[places] = written[i]
            one = np.zeros((len(out), 3, 1))
            _along(system, work, times[i : i + 1], stored[:, i : i + 1], one)
            out[:, :, i] = one[:, :, 0]
        system.tables.numbers[places] = before
    work.turns[:] = turns
    return out


def _along(system: System, work: Work, times: Array, stored: Array, out: Array) -> None:
    times, stored = np.ascontiguousarray(times), np.ascontiguousarray(stored)
    along_run(
        system.tables.record.here, work.record.here, times.ctypes.data, len(times), stored.ctypes.data, out.ctypes.data
    )
