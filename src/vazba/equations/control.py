"""Controllers inside a run: what they see, what they make of it, and where it goes.

What a controller finds is written into places of the table of numbers, where commands, loads and free lengths follow it (`case.inputs`). Continuous
ones are asked before the forces of every evaluation (`controlled`), sampled ones at instants that no step crosses (`sample`); what these found is kept
in a log, by which reports know it.

    PD        u = kp (l - l0) + kd (l' - l0') + g            as `laws.servo`, held
    TORQUE    G u = l0'' + kd (l0' - l') + kp (l0 - l) - c   c: accelerations of the coordinates without u; G: what efforts of one add to them
    FUNCTION  a user's, of the time and what it reads
"""

from __future__ import annotations

import math

import numpy as np

from vazba._jit import F8, boundary, caller, each, inlined, jit, matrix_of, record
from vazba.equations.records import DYNAMICS
from vazba.equations.verbs import FACTORISED, PLACE, PROJECT, call_place, call_verb
from vazba.kinematic.joint_history import coordinate_acceleration
from vazba.kinematic.sights import seen_at
from vazba.laws.dispatch import elastic_energy
from vazba.laws.servo import demand, within
from vazba.motion.kernels import motion_at
from vazba.paths.kernels import measure, path_state
from vazba.tables import TABLES, WORK, numbers_at

PD, TORQUE, FUNCTION = range(3)
RUNNING, LOOKING = range(2)  # in a run; in a report, where sampled controllers are looked up in their logs
NEVER = math.inf
NOW = 2e-12  # instants that are nearer than this (relative) are one
BLOCK = np.dtype([
    ("kind", "i8"), ("every", "f8"), ("begin", "f8"), ("taken", "i8"),  # period (0: continuous), first look, looks so far
    ("first_read", "i8"), ("reads", "i8"), ("first_out", "i8"), ("outs", "i8"), ("function", "i8"),
    ("log", "i8"), ("n_log", "i8"),  # what was found at each look, one row after another
], align=True)  # fmt: skip
OUT = np.dtype([
    ("place", "i8"), ("path", "i8"), ("coordinate", "i8"), ("forward", "i8"), ("sign", "f8"),
    # of the number; path, or -1; coordinate of the joint, among those of the whole; law of what is fed forward; effort of a tension of one
    ("kp", "f8"), ("kd", "f8"), ("lower", "f8"), ("upper", "f8"), ("length", "i8"),  # `length`: of a free length, whose jumps do work
], align=True)  # fmt: skip
READ = np.dtype([("path", "i8"), ("what", "i8"), ("axis", "i8")], align=True)
CONTROLS = record(
    "CONTROLS", {"blocks": BLOCK, "outs": OUT, "reads": READ} | each(F8, "values", "found", "numbers", "matrix", "rates"), "looking", "busy",
)  # fmt: skip
table_at = matrix_of(np.float64)
CONTROL = "void(float64, int64, int64)"  # of the time, what is read, and where what is written goes
call_function = caller(CONTROL)


@inlined
def _target(s, w, path, t):  # type: ignore[no-untyped-def]
    """Target of a path with its first two derivatives."""
    if path.free_law == 0:
        return path.free, 0.0, 0.0
    laws, ops, numbers = TABLES.laws(s), TABLES.ops(s), TABLES.numbers(s)
    return motion_at(laws, ops, numbers, WORK.stack(w), int(path.free_law), t)


@jit
def _servo(d, c, block, t):  # type: ignore[no-untyped-def]
    """Efforts of a PD controller into `found`."""
    s, w = TABLES.at(d.tables), WORK.at(d.work)
    paths, outs, found = WORK.paths(w), CONTROLS.outs(c), CONTROLS.found(c)
    for j in range(block.first_out, block.first_out + block.outs):
        out, path = outs[j], paths[outs[j].path]
        measure(path, s, w, t, 0, 0)
        pull = demand(path, s, w, t, (out.kp, out.kd), out.forward)
        found[j] = out.sign * within(pull, out.lower, out.upper)


@jit
def _accelerations(d, c, block, y_at, t, row, fresh):  # type: ignore[no-untyped-def]
    """Accelerations of the coordinates of a controller with the efforts at hand, into a row of its matrix."""
    powers, speeds_at = DYNAMICS.powers(d), c.rates + 8 * d.nq
    call_place(d.inner_force, d.here, y_at, t)
    if fresh and d.factorise != 0:
        call_verb(d.factorise, d.here, 0, 0)
    powers[FACTORISED] = t
    call_verb(d.solve, d.here, speeds_at, 0)
    call_verb(d.show, d.here, y_at, c.rates)
    whole = DYNAMICS.at(d.whole)
    s, w = TABLES.at(whole.tables), WORK.at(whole.work)
    v, a = numbers_at(whole.shown + 8 * s.nq, s.nv), DYNAMICS.acceleration(whole)
    coordinates, outs = TABLES.coordinates(s), CONTROLS.outs(c)
    matrix = table_at(c.matrix, block.outs + 1, block.outs + 1)
    for i in range(block.outs):
        matrix[row, i] = coordinate_acceleration(s, w, coordinates[outs[block.first_out + i].coordinate], v, a)


@jit
def _eliminate(matrix, n):  # type: ignore[no-untyped-def]
    """Solve `sum_j matrix[j, i] x_j = matrix[n, i]` in place; x stands in the last row. Not-a-number where it is singular."""
    size = 0.0
    for j in range(n):
        for i in range(n):
            size = max(size, abs(matrix[j, i]))
    for k in range(n):
        best = k
        for i in range(k + 1, n):
            if abs(matrix[k, i]) > abs(matrix[k, best]):
                best = i
        for j in range(n + 1):
            matrix[j, k], matrix[j, best] = matrix[j, best], matrix[j, k]
        if not abs(matrix[k, k]) > 1e-13 * size:
            matrix[k, k] = math.nan
        for i in range(k + 1, n):
            part = matrix[k, i] / matrix[k, k]
            for j in range(k, n + 1):
                matrix[j, i] -= part * matrix[j, k]
    for k in range(n - 1, -1, -1):
        for j in range(k + 1, n):
            matrix[n, k] -= matrix[j, k] * matrix[n, j]
        matrix[n, k] /= matrix[k, k]


@jit
def _torques(d, c, block, y_at, t):  # type: ignore[no-untyped-def]
    """Efforts of computed torque into `found`: the accelerations of all coordinates are affine in the efforts."""
    s, w = TABLES.at(d.tables), WORK.at(d.work)
    paths, outs, found = WORK.paths(w), CONTROLS.outs(c), CONTROLS.found(c)
    numbers, n, first = CONTROLS.numbers(c), block.outs, block.first_out
    matrix = table_at(c.matrix, n + 1, n + 1)
    c.busy = 1
    for j in range(n):
        numbers[outs[first + j].place] = 0.0
    _accelerations(d, c, block, y_at, t, n, True)
    for j in range(n):
        numbers[outs[first + j].place] = 1.0
        _accelerations(d, c, block, y_at, t, j, False)
        numbers[outs[first + j].place] = 0.0
        for i in range(n):
            matrix[j, i] -= matrix[n, i]
    c.busy = 0
    call_place(d.place, d.here, y_at, t)
    for i in range(n):
        out, path = outs[first + i], paths[outs[first + i].path]
        value, rate = path_state(path, s, w)
        f, f1, f2 = _target(s, w, path, t)
        matrix[n, i] = f2 + out.kd * (f1 - rate) + out.kp * (f - value) - matrix[n, i]
    _eliminate(matrix, n)
    for j in range(n):
        found[first + j] = within(matrix[n, j], outs[first + j].lower, outs[first + j].upper)


@jit
def _find(d, c, block, y_at, t):  # type: ignore[no-untyped-def]
    """What a controller makes of what it sees, into `found`."""
    if block.kind == PD:
        _servo(d, c, block, t)
        return
    if block.kind == TORQUE:
        _torques(d, c, block, y_at, t)
        return
    s, w = TABLES.at(d.tables), WORK.at(d.work)
    paths, reads, values = WORK.paths(w), CONTROLS.reads(c), CONTROLS.values(c)
    for k in range(block.first_read, block.first_read + block.reads):
        values[k] = seen_at(s, w, paths[reads[k].path], reads[k].what, reads[k].axis)
    call_function(block.function, t, c.values + 8 * block.first_read, c.found + 8 * block.first_out)


@inlined
def _write(c, block, row):  # type: ignore[no-untyped-def]
    """Put what was found, or what stands at an address, to its places."""
    outs, numbers, values = CONTROLS.outs(c), CONTROLS.numbers(c), numbers_at(row, block.outs)
    for j in range(block.outs):
        numbers[outs[block.first_out + j].place] = values[j]


@boundary(PLACE)
def controlled(d_at, y_at, t):  # type: ignore[no-untyped-def]
    """What acts on the bodies, controllers asked before; the state was placed."""
    d = DYNAMICS.at(d_at)
    c = CONTROLS.at(d.controls)
    blocks = CONTROLS.blocks(c)
    for k in range(blocks.shape[0] if c.busy == 0 else 0):
        block = blocks[k]
        if block.every == 0.0:
            _find(d, c, block, y_at, t)
            _write(c, block, c.found + 8 * block.first_out)
        elif c.looking == LOOKING and block.n_log > 0:
            at = math.floor((t - block.begin) / block.every + 1e-9)
            at = max(0, min(at, block.taken - 1))
            _write(c, block, block.log + 8 * at * block.outs)
    call_place(d.inner_force, d_at, y_at, t)


@boundary(PROJECT)
def sample(d_at, y_at, t):  # type: ignore[no-untyped-def]
    """Sampled controllers look that are to look now; returns when the next one does. Work that jumps of free lengths do is booked."""
    d = DYNAMICS.at(d_at)
    s, w, c, due = TABLES.at(d.tables), WORK.at(d.work), CONTROLS.at(d.controls), NEVER
    blocks, outs, paths = CONTROLS.blocks(c), CONTROLS.outs(c), WORK.paths(w)
    given = numbers_at(y_at + 8 * (d.nq + d.nv), 1)
    for k in range(blocks.shape[0]):
        block = blocks[k]
        if block.every == 0.0:
            continue
        if block.begin + block.taken * block.every <= t + NOW * (1.0 + abs(t)):
            call_place(d.place, d_at, y_at, t)
            _find(d, c, block, y_at, t)
            for sign in (-1.0, 1.0):
                for j in range(block.first_out, block.first_out + block.outs):
                    if outs[j].length != 0:
                        path = paths[outs[j].path]
                        measure(path, s, w, t, 0, 0)
                        given[0] += sign * elastic_energy(path, t)
                if sign < 0.0:
                    _write(c, block, c.found + 8 * block.first_out)
            if block.taken < block.n_log:
                log, found = (
                    numbers_at(block.log + 8 * block.taken * block.outs, block.outs),
                    CONTROLS.found(c),
                )
                for j in range(block.outs):
                    log[j] = found[block.first_out + j]
            block.taken += 1
        due = min(due, block.begin + block.taken * block.every)
    return due
