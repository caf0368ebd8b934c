"""The one stepping loop: output times, times no step may cross, located switches, whole turns.

What a method does is behind its boundaries (`run_record`); all that is remembered is in the record of the run. Output states are projected copies,
made after everything that matters for the next step has been seen, so that how many there are and where they lie cannot change the motion.
"""

from __future__ import annotations

from vazba._jit import boundary, inlined, jit
from vazba.equations.minimal import BEST, MINIMAL
from vazba.equations.posture import NEAR, PLACES, watch_posture, watch_value, worn
from vazba.equations.records import DYNAMICS
from vazba.equations.verbs import call_project, call_rechoose, call_sample
from vazba.integrate.outputs import due_before, extend, keep_due, keep_within
from vazba.integrate.run_record import (
    DONE,
    PAUSED,
    REVIEW,
    STIFF,
    STOPPED,
    TOO_SMALL,
    call_attempt,
    call_between,
    call_step_kernel,
    runs_at,
)
from vazba.integrate.switching import (
    crossing,
    fit_modes,
    hold,
    keep_ends,
    look_back,
    look_for_meetings,
    measure_all,
    reeled,
    reeled_unseen,
    suspected,
    take_by_law,
)
from vazba.kinematic.evaluate import joint_coordinates
from vazba.loads.bushing import passes_half_a_turn
from vazba.tables import ANYHOW, CHANGED, TABLES, WORK, numbers_at
from vazba.tree.records import TREE

CLOSE = 1e-7  # parts of a step: a switch this near to a place where it was looked for is known to rounding
FAILED, MADE, HERE = range(3)
NOW = 2e-12  # instants that are nearer than this (relative) are one
MOST_STIFF = 15  # steps as long as stability allows, after which a run is called stiff


MANY, HARDLY = (
    4000,
    1e-7,
)  # attempts, part of the run (of 1 s at least) they must come forward, by implicit methods ten times as far


FEW, NOWHERE, LEFT = (
    500,
    1e-6,
    5_000,
)  # the same next to a singular posture, which is a pole for what is not exactly on the constraints; if so many attempts at least would be left


@inlined
def _shortest(t):  # type: ignore[no-untyped-def]
    return 1e-13 * (abs(t) + 1e-3)


@inlined
def _stuck(r, near):  # type: ignore[no-untyped-def]
    """Whether so many attempts have hardly moved the run: the rest would take billions of steps. `near`: it is next to a singular posture."""
    attempts = r.steps + r.rejected
    if near == 0.0:
        r.near_marked, r.near_mark = attempts, r.t
    elif attempts - r.near_marked >= FEW:
        times, moved = numbers_at(r.times, r.n_times), r.t - r.near_mark
        r.near_marked, r.near_mark = attempts, r.t
        left = times[r.n_times - 1] - r.t
        if moved < NOWHERE * max(times[r.n_times - 1] - times[0], 1.0) and left * FEW > LEFT * moved:
            return True
    if attempts - r.marked < MANY:
        return False
    times, moved = numbers_at(r.times, r.n_times), r.t - r.mark
    r.marked, r.mark = attempts, r.t
    return moved < (HARDLY if r.aside == 0 else 10.0 * HARDLY) * max(times[r.n_times - 1] - times[0], 1.0)


@inlined
def _choose_step(r):  # type: ignore[no-untyped-def]
    """The step to try, up to the next time no step may cross."""
    times, breaks, t = numbers_at(r.times, r.n_times), numbers_at(r.breaks, r.n_breaks), r.t
    end = times[r.n_times - 1]
    for j in range(r.n_breaks - 1, -1, -1):
        if t + 1e-12 * (1.0 + abs(t)) < breaks[j] < end:
            end = breaks[j]
    end = min(end, r.due)
    h = min(r.next_h, r.longest)
    if h > 0.999 * (end - t):
        h = end - t
    elif h > 0.5 * (end - t) and not r.whole:
        h = 0.5 * (end - t)
    r.h, r.last_end, r.limit = (
        h,
        end,
        end - 2e-15 * (1.0 + abs(end)),
    )  # a law that jumps at the end of the step must not do so before


@jit
def _switch_part(d, r, last, dip):  # type: ignore[no-untyped-def]
    """`(part of the step after which the first element is just past its switch, that element)`, -1 for none; see `look_back` for `last` and `dip`.

    The next guess is where cubics through the lengths at both ends of the bracket say; bisection where that is slow.
    """
    low, high, which, before, t, h = 0.0, 1.0, -1, 2.0, r.t, r.h
    trial = numbers_at(r.trial, r.n)
    if dip < 1.0:
        call_between(r.between, r.here, dip, r.trial)
        g, which = suspected(d, trial, t + dip * h)
        if g < 0.0:
            high = dip
            hold(d, False)
        elif last >= 0.0:
            return 1.0, -1
    for count in range(100):
        part, expected, sure = crossing(d, (high - low) * h)
        middle = low + part * (high - low)
        if count % 5 == 4 or expected < 0 or (not low < middle < high and reeled(d, expected)):
            middle = 0.5 * (low + high)
        else:
            which = expected
            if sure and abs(middle - before) < CLOSE:
                high = middle
                break
        if not low < middle < high:
            high = low if middle <= low else high
            break
        call_between(r.between, r.here, middle, r.trial)
        g, here = suspected(d, trial, t + middle * h)
        settled = abs(g) < 1e-13 or abs(middle - before) * h <= 1e-14 * (abs(t) + 1.0)
        before = middle
        if g < 0.0:
            high, which = middle, here
            hold(d, False)
        else:
            low = middle
            hold(d, True)
            if settled:  # a hair before: the element that is nearest switches here
                high, which = middle, here if g < 1e-13 else which
        if settled or (high - low) * h <= 1e-14 * (abs(t) + 1.0):
            break
    return high, which


@inlined
def _halve(r):  # type: ignore[no-untyped-def]
    """The step made does not count: one half as long is to be tried."""
    r.next_h, r.fresh, r.last_h = 0.5 * r.h, 1, 0.0
    if r.propose != 0:
        r.ceiling = r.next_h


@jit
def _cut_at_switch(d, r):  # type: ignore[no-untyped-def]
    """Look for a switch within the step; where there is one the step ends there. MADE, FAILED where a shorter step is needed or could not be made, HERE: it is
    so near to the beginning that no step is worth making."""
    r.pending = -1
    g, dip = look_back(d, r.h)  # which finds the rates that nobody asked for on the way
    if reeled_unseen(d, r.t, r.h):
        _halve(r)
        return FAILED
    if g >= 0.0 and dip >= 1.0:
        return MADE
    extend(r)
    part, r.pending = _switch_part(d, r, g, dip)
    r.evaluated = 0
    if r.pending < 0:
        return MADE
    wanted, pending = r.next_h, r.pending
    if part * r.h < r.least * (1.0 + abs(r.t)):
        call_between(r.between, r.here, part, r.trial)
        measure_all(d, numbers_at(r.trial, r.n), r.t + part * r.h, False)  # just past it: what fits there
        return HERE
    r.h = max(part * r.h, 1e-14 * (1.0 + abs(r.t)))
    if not r.redo:
        call_between(r.between, r.here, r.h / r.span, r.new)
        if r.projecting:
            call_project(d.project, r.d, r.new, r.t + r.h)
        return MADE
    error = call_attempt(r.attempt, r.here)  # the continuous extension is of lower order: the step again
    r.span, r.evaluated = r.h, 0
    if error != error:
        return FAILED
    r.next_h, r.pending = wanted, pending
    return MADE


@inlined
def _rechoose(r, d, posture):  # type: ignore[no-untyped-def]
    """Let the formulation look at its choices, and watch the best one."""
    if call_rechoose(d.rechoose, r.d, r.y, r.t) != 0:
        r.fresh = 1
    if d.minimal == 0:
        return
    m = MINIMAL.at(d.minimal)
    if m.r > 0:
        watch_value(posture, r.t, 0, MINIMAL.pivots(m)[BEST])


@inlined
def _jumps(d, r):  # type: ignore[no-untyped-def]
    """Whether a bushing jumps within the step made: no step leads across that, so shorter ones come nearer until none is left."""
    s, w = TABLES.at(d.tables), WORK.at(d.work)
    bushings = TABLES.bushings(s)
    if not passes_half_a_turn(bushings, WORK.poses(w), numbers_at(r.posture + 8 * PLACES, 4 * bushings.shape[0])):
        return False
    r.rejected += 1
    _halve(r)
    return True


@inlined
def _watch(d, posture, t):  # type: ignore[no-untyped-def]
    """What is seen at the end of a step that counts: whole turns, singular postures, points that meet."""
    joint_coordinates(TABLES.at(d.tables), WORK.at(d.work))
    watch_posture(d, posture)
    if d.path_kernel != 0:
        look_for_meetings(d, t)


@jit
def _go_on(run_at, most):  # type: ignore[no-untyped-def]
    """Make steps until the last output time, an event that ends the run, or `most` attempts (PAUSED); returns the status."""
    r = runs_at(run_at, 1)[0]
    d = DYNAMICS.at(r.d)
    w, posture = WORK.at(d.work), numbers_at(r.posture, PLACES)
    y, new = numbers_at(r.y, r.n), numbers_at(r.new, r.n)
    keep_due(r, w)
    for _ in range(most):
        if r.i >= r.n_times:
            return DONE
        if r.propose != 0:
            call_step_kernel(r.propose, run_at)
        _choose_step(r)
        if not r.h > _shortest(r.t) or _stuck(r, posture[NEAR]):
            return TOO_SMALL
        wanted, r.span, r.extended, r.reached = min(r.next_h, r.longest), r.h, 0, -1
        r.error = call_attempt(r.attempt, run_at)
        if not r.error <= 1.0:
            r.rejected += 1
            if not r.next_h > _shortest(r.t):
                return r.refused
            continue
        if r.h < wanted:
            r.next_h = max(r.next_h, wanted)
        if d.see != 0 and r.evaluated:
            measure_all(d, new, r.t + r.h, False)
        if d.path_kernel != 0:
            if not r.evaluated:
                measure_all(d, new, r.t + r.h, False)
            cut = _cut_at_switch(d, r)
            if cut == FAILED:
                r.rejected += 1
                continue
            if cut == HERE:
                r.fresh, switched = 1, r.switches
                r.rejected += 1
                if fit_modes(d, r, r.t):
                    return STOPPED
                if r.switches == switched:
                    take_by_law(d, r.pending)
                continue
        t_new = r.last_end if r.h == r.last_end - r.t else r.t + r.h
        r.at_break = t_new == r.last_end
        if (r.at_break or not r.evaluated) and (d.path_kernel != 0 or not r.evaluated):
            measure_all(d, new, t_new, False)
        if d.bushing_kernel != 0 and _jumps(d, r):
            continue
        _watch(d, posture, t_new)
        if r.reached >= 0:
            r.i = r.reached
        elif due_before(r, t_new):
            keep_ends(d, False)
            r.i = keep_within(d, r, w, t_new)
            keep_ends(d, True)
        switched = r.switches
        call_step_kernel(r.accept, run_at)
        for j in range(r.n):
            y[j] = new[j]
        r.t = t_new
        if t_new >= r.due - NOW * (1.0 + abs(t_new)):
            r.due, r.fresh, r.last_h = call_sample(d.sample, r.d, r.y, t_new), 1, 0.0
            measure_all(d, y, t_new, False)
        stop = fit_modes(d, r, t_new)
        if r.pending >= 0 or r.at_break or r.switches != switched:
            r.fresh, r.last_h = 1, 0.0
        if d.rechoose != 0:
            _rechoose(r, d, posture)
        r.steps += 1
        keep_due(r, w)
        if stop:
            return STOPPED
        if posture[NEAR] != 0.0:  # short steps are no sign of stiffness there
            r.stiff_seen = 0
        if r.stiff_seen >= MOST_STIFF:
            return STIFF
        if r.review > 0 and (r.steps % r.review == 0 or worn(posture)):  # by counts and pivots, never by the clock
            return REVIEW
    return DONE if r.i >= r.n_times else PAUSED


@boundary("int64(int64, int64)")
def advance(run_at, most):  # type: ignore[no-untyped-def]
    """`_go_on`, during which nobody else writes modes, and rows once left out stay so."""
    r = runs_at(run_at, 1)[0]
    d = DYNAMICS.at(r.d)
    w = WORK.at(d.work)
    if (
        d.rechoose != 0 and d.minimal == 0 and call_rechoose(d.rechoose, r.d, r.y, r.t) != 0
    ):  # the same again, but for the first time
        r.fresh = 1
    w.modes = CHANGED
    status = _go_on(run_at, most)
    w.modes = ANYHOW
    if d.tree != 0:
        TREE.at(d.tree).keeps = 0
    return status
