"""Cables that go slack and taut, stops that are touched, events: the switch is located, so that no step runs across it.

Within a step each switching element keeps its mode (`paths.kernels`), which makes the equations and the energy ledger smooth. `margin` is positive
as long as all fit their modes; a step at whose end it is negative is cut where it passes zero. An element that switches again at once (grazing,
chatter) is taken by its law for some steps, so that a run is never stalled.
"""

from __future__ import annotations

import math

import numpy as np

from vazba._jit import boundary, inlined, jit
from vazba.algebra.vectors import dot, sub, triple
from vazba.bodies.kernels import PLACE
from vazba.bodies.mechanics import velocity_of
from vazba.equations.posture import PLACES
from vazba.equations.records import DYNAMICS
from vazba.equations.recursive import state_addresses
from vazba.equations.verbs import call_place
from vazba.integrate.run_record import LOGGED, matrix_at, runs_at
from vazba.laws.curves import law_value
from vazba.laws.dispatch import margin, natural_mode, switches
from vazba.laws.records import (
    ABOVE,
    BELOW,
    BY_LAW,
    EFFORT,
    LIMIT,
    LINEAR,
    LOOSE,
    POINTS,
    RATE,
    SLACK,
    TAUT,
    UPPER,
    WATCH,
)
from vazba.laws.slackening import behind, stiffness_of
from vazba.loads.bushing import passes_half_a_turn
from vazba.loads.kernels import OFF, ON
from vazba.paths.kernels import is_straight, measure, rate_between, straight_force
from vazba.tables import CHANGED, TABLES, WORK, numbers_at

HOLD = 25  # steps a chattering element is taken by its law
ON_VALUE = 1e-12  # an event this near to its value has not passed it, unless located
MEET = 1e-6  # points closer than this part of the characteristic length have met
CLOSE_BY = 1e3  # times that: how far ahead and back their straight way is looked at
PARTS, BESIDE = (
    8,
    4.0,
)  # of a step at which reels are looked at; times what they are beside their cubics: how near a switch is near
UNSEEN, LITTLE = (
    0.01,
    1e-9,
)  # of what a cable is stretched in a step, and of its free length: less beside the cubic does not count
NEAR = 0.01  # an element this near to a switch (change of rate times span) within a step may have passed it: the cubic is not better


@inlined
def _located(path):  # type: ignore[no-untyped-def]
    """Whether it is one whose next switch is to be located."""
    if not switches(path) or path.mode == BY_LAW:
        return False
    return path.law != WATCH or abs(path.length - path.free) > 2.0 * path.missed


@inlined
def _cubic(path, span):  # type: ignore[no-untyped-def]
    """Coefficients of the stretch `x_0 + c1 u + c2 u^2 + c3 u^3` over the part u of a span, from its ends; of a user's function no rate is known."""
    change, a, b = path.x_1 - path.x_0, span * path.v_0, span * path.v_1
    if path.law == WATCH and path.pointer != 0:
        return change, 0.0, 0.0
    return a, 3.0 * change - 2.0 * a - b, a + b - 2.0 * change


@inlined
def _dip(path, span):  # type: ignore[no-untyped-def]
    """Where in a span an element that fits its mode at both ends comes nearest to its switch, if it may pass it there; otherwise 2."""
    sign, offset = -1.0 if path.mode == SLACK else 1.0, 0.0
    if path.law == LIMIT:
        upper = path.mode >= UPPER or (path.mode == SLACK and path.v_0 > 0.0)
        offset = path.free - (path.upper if upper else path.lower)
        sign = 1.0 if upper == (path.mode != SLACK) else -1.0
    if not (sign * path.v_0 < 0.0 < sign * path.v_1) or (path.law == WATCH and path.pointer != 0):
        return 2.0
    c1, c2, c3 = _cubic(path, span)
    c1, c2, c3 = sign * c1, sign * c2, sign * c3
    u = -c1 / (c2 + math.sqrt(c2 * c2 - 3.0 * c1 * c3))
    nearest = sign * (path.x_0 + offset) + u * (c1 + u * (c2 + u * c3))
    return u if nearest < NEAR * span * sign * (path.v_1 - path.v_0) else 2.0


@inlined
def _find_velocities(s, w):  # type: ignore[no-untyped-def]
    """Velocities of the points of which none is asked at every evaluation."""
    frames, poses, states = TABLES.frames(s), WORK.poses(w), WORK.states(w)
    for k in range(frames.shape[0]):
        if frames[k].point == PLACE:
            v, pose = velocity_of(s.dimension, states, poses[k]), poses[k]
            pose.v[0], pose.v[1], pose.v[2] = v[0], v[1], v[2]


@jit
def measure_all(d, y, t, suspects):  # type: ignore[no-untyped-def]
    """Lengths and rates of all paths at the state y, or only of those that may have switched."""
    s, w = TABLES.at(d.tables), WORK.at(d.work)
    call_place(d.see if d.see != 0 else d.place, d.here, y.ctypes.data, t)
    q_at, v_at = state_addresses(d, s, np.int64(y.ctypes.data))
    paths, stops, poses = WORK.paths(w), TABLES.stops(s), WORK.poses(w)
    _find_velocities(s, w)
    k = np.int64(w.suspect if suspects else 0)
    while 0 <= k < paths.shape[0]:
        path = paths[k]
        k = path.after if suspects else k + 1
        if is_straight(path):
            a, b = poses[stops[path.first]], poses[stops[path.first + 1]]
            along = sub(triple(b.p), triple(a.p))
            path.length = math.sqrt(dot(along, along))
            path.rate = rate_between(a, b, path.length)
            if d.see != 0:
                path.tension, _ = straight_force(path, path.length, path.rate)
        elif path.kind != EFFORT:
            measure(path, s, w, t, q_at, v_at)


@jit
def suspected(d, y, t):  # type: ignore[no-untyped-def]
    """As `margin`, of the elements `look_back` suspects."""
    w = WORK.at(d.work)
    paths, least, which = WORK.paths(w), math.inf, -1
    measure_all(d, y, t, True)
    k = np.int64(w.suspect)
    while k >= 0:
        m = margin(paths[k], paths[k].length, paths[k].rate)
        if m < least:
            least, which = m, k
        k = paths[k].after
    return least, which


@jit
def look_back(d, span):  # type: ignore[no-untyped-def]
    """`(smallest margin at the lengths last measured, part of the span where an element may have switched to and fro)`; the second beyond 1: nowhere.

    The lengths are those at the end of a step of this span, and kept as such; those at its start were kept by `fit_modes`.
    """
    s, w = TABLES.at(d.tables), WORK.at(d.work)
    paths, stops, poses = WORK.paths(w), TABLES.stops(s), WORK.poses(w)
    least, dip, last = math.inf, 2.0, -1
    w.suspect = -1
    if paths.shape[0] > 0:
        _find_velocities(s, w)
    for k in range(paths.shape[0]):
        path = paths[k]
        if not switches(path):
            continue
        located = _located(path)
        if located and path.damping == 0.0 and is_straight(path):  # its rate was not asked for on the way
            path.rate = rate_between(poses[stops[path.first]], poses[stops[path.first + 1]], path.length)
        path.x_1, path.v_1 = path.length - path.free, path.rate - path.free_rate
        if located:
            m = margin(path, path.length, path.rate)
            least = min(least, m)
            own = _dip(path, span) if m >= 0.0 else 2.0
            dip = min(dip, own)
            if m < 0.0 or own < 1.0:
                path.after = -1
                if last < 0:
                    w.suspect = k
                else:
                    paths[last].after = k
                last = k
    return least, dip


@inlined
def reeled(d, k):  # type: ignore[no-untyped-def]
    """Whether it has a free length that moves by itself, so that guesses of its switch by cubics may be beside the bracket."""
    return WORK.paths(WORK.at(d.work))[k].free_law > 0


@jit
def reeled_unseen(d, t, span):  # type: ignore[no-untyped-def]
    """Whether a reel moves so quickly within a step that its cable may have switched to and fro unseen: shorter steps are needed.

    What is looked for later follows cubics through both ends of the step; a slack cable tells the error estimate nothing. So its free length is asked for
    in between: where it is far from its cubic, and the cable as near to a switch; or where the cable fits its mode at the end and not on the way.
    """
    s, w = TABLES.at(d.tables), WORK.at(d.work)
    paths = WORK.paths(w)
    for n in range(paths.shape[0]):
        path = paths[n]
        if path.free_law == 0 or not _located(path):
            continue
        free, slope = law_value(s, w, path.free_law, t)
        k, b = stiffness_of(path)
        x, v, off, nearest = path.length - path.free, path.rate - path.free_rate, 0.0, math.inf
        change, low, high = x - path.x_0, span * path.v_0, span * v
        c2, c3 = 3.0 * change - 2.0 * low - high, low + high - 2.0 * change
        reeled, f0, f1 = path.free - free, span * slope, span * path.free_rate
        g2, g3 = 3.0 * reeled - 2.0 * f0 - f1, f0 + f1 - 2.0 * reeled
        for j in range(1, PARTS):
            u = j / PARTS
            between, _ = law_value(s, w, path.free_law, t + u * span)
            beside = between - (free + u * (f0 + u * (g2 + u * g3)))
            stretch = path.x_0 + u * (low + u * (c2 + u * c3)) - beside
            rate = (low + u * (2.0 * c2 + 3.0 * u * c3) + f0 + u * (2.0 * g2 + 3.0 * u * g3)) / span
            pull = stretch + b / k * rate if k > 0.0 else stretch
            room = -stretch if path.mode == SLACK else min(stretch, -pull if path.mode == LOOSE else pull)
            off, nearest = max(off, abs(beside)), min(nearest, room)
        moved, little = abs(change) + abs(c2) + abs(c3), LITTLE * abs(path.free)
        if off > max(UNSEEN * moved, little) and nearest < BESIDE * off:
            return True
        if path.mode != TAUT and nearest < -little and margin(path, path.length, path.rate) >= 0.0:
            return True
    return False


@jit
def keep_ends(d, recall):  # type: ignore[no-untyped-def]
    """Remember lengths, rates and free lengths as they were last measured, at the end of the step; or take what is remembered for it, to the bit."""
    paths = WORK.paths(WORK.at(d.work))
    for k in range(paths.shape[0]):
        path = paths[k]
        if recall:
            path.length, path.rate = path.end_length, path.end_rate
            path.free, path.free_rate = path.end_free, path.end_free_rate
        else:
            path.end_length, path.end_rate = path.length, path.rate
            path.end_free, path.end_free_rate = path.free, path.free_rate


@jit
def hold(d, start):  # type: ignore[no-untyped-def]
    """Keep the lengths last measured as those at the start, or at the end, of the span a switch is looked for in."""
    w = WORK.at(d.work)
    paths, k = WORK.paths(w), np.int64(w.suspect)
    while k >= 0:
        path = paths[k]
        k = path.after
        if start:
            path.x_0, path.v_0 = path.length - path.free, path.rate - path.free_rate
        else:
            path.x_1, path.v_1 = path.length - path.free, path.rate - path.free_rate


@jit
def crossing(d, span):  # type: ignore[no-untyped-def]
    """Where the first element that no longer fits at the end of the span switches, by the cubic through both ends.

    Returns `(part of the span, element, whether that is good to second order in the distance from the nearer end)`.
    """
    w = WORK.at(d.work)
    paths, first, which, after = WORK.paths(w), 1.0, -1, np.int64(w.suspect)
    while after >= 0:
        k, path = after, paths[after]
        after = path.after
        if margin(path, path.x_1 + path.free, path.v_1 + path.free_rate) >= 0.0:
            continue
        c1, c2, c3 = _cubic(path, span)
        low, high = 0.0, 1.0
        for _ in range(60):
            u = 0.5 * (low + high)
            x, v = path.x_0 + u * (c1 + u * (c2 + u * c3)), (c1 + u * (2.0 * c2 + 3.0 * u * c3)) / span
            if margin(path, x + path.free, v + path.free_rate) < 0.0:
                high = u
            else:
                low = u
            if low >= first or high - low < 1e-16:
                break
        if low < first:
            first, which = high, k
    sure = False
    if which >= 0:
        path = paths[which]
        sure = path.law != WATCH and path.free_law == 0 and (path.damping == 0.0 or path.mode == SLACK)
    return first, which, sure


@inlined
def _met(dimension, states, a, b, near):  # type: ignore[no-untyped-def]
    """Whether two points meet, or, passing at the velocities they have, have met or will meet close by."""
    d = sub(triple(b.p), triple(a.p))
    aside = dot(d, d)
    if aside < near or aside >= CLOSE_BY * CLOSE_BY * near:
        return aside < near
    u = sub(velocity_of(dimension, states, b), velocity_of(dimension, states, a))
    along, speed = dot(d, u), dot(u, u)
    return speed > 0.0 and aside - along * along / speed < near


@jit
def look_for_meetings(d, t):  # type: ignore[no-untyped-def]
    """Note the first time at which two points of a path that pulls meet.

    A spring without free length is spared: its force is that of the vector between its ends, whatever that is.
    """
    s, w = TABLES.at(d.tables), WORK.at(d.work)
    paths, poses, stops = WORK.paths(w), WORK.poses(w), TABLES.stops(s)
    states = WORK.states(w)
    size = TABLES.weights(s)[s.nb - 1]  # the characteristic length squared
    near = MEET * MEET * size
    for k in range(paths.shape[0]):
        path = paths[k]
        if path.kind == POINTS and path.met == math.inf and path.tension != 0.0:
            plain = path.law == RATE or (path.law == LINEAR and path.free == 0.0)
            if path.count == 2 and (plain or path.length * path.length > CLOSE_BY * CLOSE_BY * near):
                continue
            for n in range(path.first, path.first + path.count - 1):
                if _met(s.dimension, states, poses[stops[n]], poses[stops[n + 1]], near):
                    path.met = t


@jit
def fit_modes(d, r, t):  # type: ignore[no-untyped-def]
    """Give each switching element the mode that fits the lengths last measured, and switch loads on and off; returns whether the run is to end here.

    `r.pending` is the element whose switch was located here (-1: none): it switches even where rounding leaves it a hair before.
    `r.switches` counts switches; `r.log` keeps them.
    """
    s, w, log = TABLES.at(d.tables), WORK.at(d.work), matrix_at(r.log, r.n_log, LOGGED)
    loads, paths, end = WORK.loads(w), WORK.paths(w), False
    now = t + 2e-12 * (1.0 + abs(t))  # no step ends at a break that follows the last one as closely
    for k in range(loads.shape[0]):
        loads[k].on = ON if loads[k].start <= now < loads[k].stop else OFF
    if d.path_kernel == 0:  # nothing but springs of the tree itself
        return end
    for k in range(paths.shape[0]):
        path = paths[k]
        if not switches(path):
            continue
        path.x_0, path.v_0 = path.length - path.free, path.rate - path.free_rate
        if path.held > 0:
            path.held -= 1
            continue
        before = path.mode
        mode = _watched(path, k == r.pending) if path.law == WATCH else natural_mode(path, path.length, path.rate)
        if k == r.pending and mode == before and path.law != WATCH:
            mode = behind(path)
        if mode != before and before != BY_LAW:
            if path.law != WATCH and t - path.flipped < 1e-9 * (1.0 + abs(t)):
                mode, path.held = BY_LAW, HOLD
            path.flipped = t
            rising = mode == ABOVE
            counts = path.law != WATCH or path.lower == 0.0 or (path.lower > 0.0) == rising
            if counts:
                if r.switches < log.shape[0]:
                    at = int(r.switches)
                    log[at, 0], log[at, 1], log[at, 2], log[at, 3] = t, k, before, mode
                r.switches += 1
                end = end or (path.law == WATCH and path.upper > 0.0)
        if mode != path.mode:
            path.mode, w.modes = mode, CHANGED
    return end and s.nv > 0


@inlined
def take_by_law(d, k):  # type: ignore[no-untyped-def]
    """Leave an element to its law for some steps: it will not settle on a mode."""
    w = WORK.at(d.work)
    path = WORK.paths(w)[k]
    path.mode, path.held, w.modes = BY_LAW, HOLD, CHANGED


@inlined
def _watched(path, located):  # type: ignore[no-untyped-def]
    """The mode of an event. One that starts on its value is undecided (BY_LAW) until it has left it.

    The state a located event is left in may be short of its value, by the error of the continuous extension (`missed`): it counts as passed until
    it is farther away than that, or events that come at once would undo each other for ever.
    """
    aside = path.length - path.free
    if located:
        mode = BELOW if path.mode == ABOVE else ABOVE
        path.missed = abs(aside) if (aside > 0.0) != (mode == ABOVE) else 0.0
        return mode
    if abs(aside) <= max(2.0 * path.missed, ON_VALUE * (1.0 + abs(path.free))):
        return path.mode
    path.missed = 0.0
    return ABOVE if aside > 0.0 else BELOW


@boundary("void(int64)")
def begin_modes(run_at):  # type: ignore[no-untyped-def]
    """Modes that fit the state a run starts from."""
    r = runs_at(run_at, 1)[0]
    r.pending = -1
    d = DYNAMICS.at(r.d)
    if d.path_kernel != 0 or d.bushing_kernel != 0:
        measure_all(d, numbers_at(r.y, r.n), r.t, False)
    if d.path_kernel != 0:
        look_for_meetings(d, r.t)
    if d.bushing_kernel != 0:
        bushings = TABLES.bushings(TABLES.at(d.tables))
        seen = numbers_at(r.posture + 8 * PLACES, 4 * bushings.shape[0])
        passes_half_a_turn(bushings, WORK.poses(WORK.at(d.work)), seen)
    fit_modes(d, r, r.t)
