"""States at output times: projected copies, of which the motion knows nothing."""

from __future__ import annotations

from vazba._jit import inlined, jit
from vazba.equations.records import DYNAMICS
from vazba.equations.verbs import FACTORISED, call_project
from vazba.integrate.run_record import call_attempt, call_between, call_step_kernel
from vazba.tables import WORK, numbers_at

SAME_TIME = 1e-13  # times nearer than this (relative) are one: no step is made between them


@inlined
def keep(r, w, y_at, i):  # type: ignore[no-untyped-def]
    """Store a state, and behind it the angles by which whole turns are counted."""
    y, turns, out = numbers_at(y_at, r.n), WORK.turns(w), numbers_at(r.out + 8 * i * r.width, r.width)
    for j in range(r.n):
        out[j] = y[j]
    for j in range(turns.shape[0]):
        out[r.n + j] = turns[j]


@inlined
def keep_due(r, w):  # type: ignore[no-untyped-def]
    """Store the state y at all output times that are t."""
    times = numbers_at(r.times, r.n_times)
    while r.i < r.n_times and times[r.i] <= r.t + SAME_TIME * (1.0 + abs(r.t)):
        keep(r, w, r.y, r.i)
        r.i += 1


@inlined
def extend(r):  # type: ignore[no-untyped-def]
    """Prepare `between`, once a step."""
    if not r.extended:
        if r.extend != 0:
            call_step_kernel(r.extend, r.here)
        r.extended = 1


@jit
def _step_aside(r, t):  # type: ignore[no-untyped-def]
    """A step to an output time from where the run's own step began, into `trial`; whether it could be made. The run's own step is left as it is."""
    here, aside = numbers_at(r.store, r.rows * r.wide), numbers_at(r.aside, r.rows * r.wide)
    for k in range(here.shape[0]):
        aside[k] = here[k]
    h, span, next_h, last_h, last_error = r.h, r.span, r.next_h, r.last_h, r.last_error
    grow, ceiling, evaluated, extended = r.grow, r.ceiling, r.evaluated, r.extended
    r.store, r.aside, r.new, r.trial = r.aside, r.store, r.trial, r.new
    r.h = t - r.t
    error = call_attempt(r.attempt, r.here)
    r.store, r.aside, r.new, r.trial = r.aside, r.store, r.trial, r.new
    r.h, r.span, r.next_h, r.last_h, r.last_error = h, span, next_h, last_h, last_error
    r.grow, r.ceiling, r.evaluated, r.extended = grow, ceiling, evaluated, extended
    return error == error


@inlined
def due_before(r, t):  # type: ignore[no-untyped-def]
    """Whether there is an output time before t."""
    return r.i < r.n_times and numbers_at(r.times, r.n_times)[r.i] < t


@jit
def keep_within(d, r, w, t_new):  # type: ignore[no-untyped-def]
    """Store the states at the output times within the step, its end not among them; returns the next output time.

    Where a method's states between are not as good as those at the end of a step (forces of stiff elements would show it), a step aside is made.
    Pivots found on the way are not those of the motion: who watches postures shall not look at them.
    """
    times, i, powers = numbers_at(r.times, r.n_times), r.i, DYNAMICS.powers(d)
    factorised = powers[FACTORISED]
    while i < r.n_times and times[i] < t_new:
        if r.aside == 0 or not _step_aside(r, times[i]):
            extend(r)
            call_between(r.between, r.here, (times[i] - r.t) / r.span, r.trial)
        if r.closing:
            call_project(d.project, r.d, r.trial, times[i])
        keep(r, w, r.trial, i)
        i += 1
    powers[FACTORISED] = factorised
    return i
