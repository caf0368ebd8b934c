"""Friction and reactions depend on each other: the efforts e whose reactions make just these efforts, `g(e) = e - F(e) = 0`.

F is known only by solving for the reactions with the efforts e. Broyden's method keeps an estimate H of the inverse of `dg/de`, at first the unit matrix,
which makes a step of plain iteration:

    s = -H g,      y = g(e + s) - g(e),      H <- H + (s - H y) (s^T H) / (s^T H y)

For one friction that is the secant method. A step after which `dg/de` would have turned over (`s^T H y` not positive) leaves H as it is: behind it lie
solutions to which friction that grows from zero does not lead. What does not settle so is tried by plain iteration; where that fails too, a joint locks itself.
"""

from __future__ import annotations

import math

from vazba._jit import jit
from vazba.equations.records import DYNAMICS
from vazba.paths.kernels import push_row
from vazba.tables import TABLES, WORK

SETTLED, GOING_ON, NEVER = range(3)
ROUNDS, PLAIN_ROUNDS = 30, 60
EXACT = 1e-13  # of the efforts: settled
ROUNDING, STALE = (
    1e-6,
    3,
)  # of the efforts, rounds: settled where it does not become better, as with masses that differ much
TURNED = 1e-3  # `s^T H y` over `s^T s`: less leaves H as it is
# Numbers for n frictions: their rates and the efforts the reactions make (in pairs), e, g, s, H y, H; then round, least |g|, rounds without progress.
_E, _G, _S, _Z, _H = 2, 3, 4, 5, 6
_ROUND, _LEAST, _STALE = range(3)


def room_for(n: int) -> int:
    """How many numbers n frictions need."""
    return n * (n + _H) + 3


@jit
def begin_settling(s, d):  # type: ignore[no-untyped-def]
    """Start without friction, at the forces at hand."""
    force, applied = DYNAMICS.force(d), DYNAMICS.applied(d)
    for k in range(force.shape[0]):
        applied[k] = force[k]
    n, x = s.n_frictions, DYNAMICS.settling(d)
    _plain(n, x)
    at = n * (n + _H)
    x[at + _ROUND], x[at + _LEAST], x[at + _STALE] = 0.0, math.inf, 0.0


@jit
def _plain(n, x):  # type: ignore[no-untyped-def]
    """No efforts, and the unit matrix for H."""
    for k in range(n):
        x[_E * n + k] = 0.0
        for j in range(n):
            x[_H * n + k * n + j] = 1.0 if k == j else 0.0


@jit
def settle(s, w, d):  # type: ignore[no-untyped-def]
    """Compare the efforts of the solution at hand with those its reactions make, which stand in `settling`; returns `(state, power dissipated)`.

    GOING_ON: better efforts were added to the forces, with which is to be solved again.
    """
    n, x = s.n_frictions, DYNAMICS.settling(d)
    at = n * (n + _H)
    left, size, lost = 0.0, 0.0, 0.0
    for k in range(n):
        left += abs(x[_E * n + k] - x[2 * k + 1])
        size += abs(x[2 * k + 1])
        lost -= x[_E * n + k] * x[2 * k]
    if left <= EXACT * size:
        return SETTLED, lost
    if left < 0.5 * x[at + _LEAST]:
        x[at + _LEAST], x[at + _STALE] = left, 0.0
    else:
        x[at + _STALE] += 1.0
    if x[at + _STALE] >= STALE and left <= ROUNDING * size:
        return SETTLED, lost
    round_now = x[at + _ROUND]
    if not left < math.inf or round_now >= ROUNDS + PLAIN_ROUNDS:
        if round_now >= ROUNDS:
            return NEVER, lost
        round_now = float(ROUNDS)
    if round_now == ROUNDS:
        _plain(n, x)
        x[at + _LEAST] = math.inf
    else:
        _step(n, x, 0 < round_now < ROUNDS)
    x[at + _ROUND] = round_now + 1.0
    _push(s, w, d, n, x)
    return GOING_ON, lost


@jit
def _step(n, x, learning):  # type: ignore[no-untyped-def]
    """Better efforts into e, with H improved before by what the last step did where `learning`."""
    along, length = 0.0, 0.0
    for i in range(n):
        total = 0.0
        for j in range(n if learning else 0):
            total += x[_H * n + i * n + j] * (x[_E * n + j] - x[2 * j + 1] - x[_G * n + j])
        x[_Z * n + i] = total
        along += x[_S * n + i] * total
        length += x[_S * n + i] * x[_S * n + i]
    for k in range(n):
        x[_G * n + k] = x[_E * n + k] - x[2 * k + 1]
    if learning and along > TURNED * length:
        for j in range(n):
            total = 0.0
            for i in range(n):
                total += x[_S * n + i] * x[_H * n + i * n + j]
            total /= along
            for i in range(n):
                x[_H * n + i * n + j] += (x[_S * n + i] - x[_Z * n + i]) * total
    for i in range(n):
        total = 0.0
        for j in range(n):
            total -= x[_H * n + i * n + j] * x[_G * n + j]
        x[_S * n + i] = total
        x[_E * n + i] += total


@jit
def _push(s, w, d, n, x):  # type: ignore[no-untyped-def]
    """The forces without friction and the efforts e into `force`."""
    force, applied = DYNAMICS.force(d), DYNAMICS.applied(d)
    frames, states, poses = TABLES.frames(s), WORK.states(w), WORK.poses(w)
    frictions, coordinates = TABLES.frictions(s), TABLES.coordinates(s)
    for k in range(force.shape[0]):
        force[k] = applied[k]
    for k in range(n):
        push_row(s.dimension, coordinates[frictions[k].coordinate], frames, states, poses, x[_E * n + k], force)
