"""Where all forces balance: from a state near it to `N^T F = 0`, `Phi = 0`.

Newton's method in the motions the constraints allow, with the tangent stiffness of `tangent`. Directions of negative stiffness are followed downhill
(`|k|` takes the place of k), so that where forces have a potential it ends in a minimum: a stable equilibrium. A step is shortened until the
force along it has not turned round: that needs no potential, and holds for cables that go slack and taut within the step. After each step the
bodies are brought back onto the constraints. Idle motions (`idle`) are not made: nothing asks for them.

When that fails the loads are applied in parts (with elastic beams: they grow along the path of equilibria); when that fails too, the heavily damped
motion `W v = F` is followed by implicit steps that grow as it comes to rest (dynamic relaxation).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from vazba.statics.following import follow
from vazba.statics.idle import idle_parts, without
from vazba.statics.large import Downhill, LargePosture, is_large, large_posture, large_stiffness, signs, softest
from vazba.statics.large_balance import descend_large, relax_large, settle_large
from vazba.statics.mechanics import Bodies, Mechanics
from vazba.statics.relaxation import relaxed
from vazba.statics.search import (
    LONGEST,
    MOST,
    MOST_FREE,
    MOST_NEARBY,
    MOST_PART,
    NEAR,
    NO_STIFFNESS,
    PARTS,
    Balance,
    enough_for,
    gone,
    in_metres,
    searched,
)
from vazba.statics.tangent import Posture, posture, stiffness

Array = NDArray[np.float64]


def balance(mechanics: Mechanics, q: Array) -> Balance:
    """Search from q, by one way after another."""
    turns = mechanics.work.turns if isinstance(mechanics, Bodies) else np.zeros(0)
    begun = turns.copy()  # every way counts whole turns from the drawing
    first = _descend(mechanics, q, MOST)
    steps, best = first.steps, first
    hopeless = first.balanced or unheld(mechanics, first.last or first.posture, first.force) is not None
    bent = isinstance(mechanics, Bodies) and any(plan.model != "rigid" for plan in mechanics.system.beams)
    for way in () if hopeless else (_grown, _in_parts, _relax) if bent else (_in_parts, _relax):
        turns[:] = begun
        try:
            found = way(mechanics, q)
        finally:
            mechanics.load_part(1.0)
        steps += found.steps
        if found.balanced:
            return _counted(found, steps)
        if found.posture.size < best.posture.size and not found.gone:
            best = found
        best = Balance(best.posture, best.force, False, best.how, steps, first.gone or found.gone, first.last)
    return _counted(best, steps)


def _counted(found: Balance, steps: int) -> Balance:
    return Balance(found.posture, found.force, found.balanced, found.how, steps, found.gone, found.last)


def stiffnesses(mechanics: Mechanics, at: Posture) -> tuple[Array, Array, Array]:
    """Stiffnesses (N/m) of K_r, their directions, and what is not symmetric of K_r; what switches keeps its state."""
    mechanics.hold(at.q)
    try:
        k = stiffness(mechanics, at)
    finally:
        mechanics.hold(None)
    values, directions = np.linalg.eigh((k + k.T) / 2)
    return values, directions, (k - k.T) / 2


def least_stiffness(mechanics: Mechanics, values: Array, force: float) -> float:
    """A stiffness that is none, N/m."""
    return float(NO_STIFFNESS * force / mechanics.length + 1e-11 * np.abs(values).max(initial=0.0))


def unheld(mechanics: Mechanics, at: Posture | LargePosture, force: float) -> tuple[Array, float] | None:
    """A motion without stiffness (in velocities) that takes most of the unbalanced force, and that force, N; None where there is none."""
    if not np.isfinite(at.size):
        return None
    if isinstance(at, LargePosture):
        k = large_stiffness(mechanics, at)
        least = NO_STIFFNESS * force / mechanics.length + 1e-11 * float(np.abs(k.data).max(initial=0.0))
        counted = signs(mechanics, at, k, least)
        if counted is None or not counted[1] or counted[1] > MOST_FREE:
            return None
        values, motions = softest(mechanics, at, k, sum(counted) + 2, least)
        motions = motions[:, np.abs(values) <= least]
        along = motions.T @ at.left
        size = float(np.linalg.norm(along))
        return (motions @ along, size) if size > 0.5 * np.linalg.norm(at.left / np.sqrt(mechanics.weights)) else None
    values, directions, _ = stiffnesses(mechanics, at)
    along = directions.T @ at.residual
    along[np.abs(values) > least_stiffness(mechanics, values, force)] = 0.0
    size = float(np.linalg.norm(along))
    return (at.n @ (directions @ along), size) if size > 0.5 * np.linalg.norm(at.residual) else None


def _at(mechanics: Mechanics, q: Array) -> Posture:
    """The posture at q, with motions that are not idle."""
    return _still(mechanics, posture(mechanics, q))


def _still(mechanics: Mechanics, at: Posture) -> Posture:
    if not isinstance(mechanics, Bodies) or mechanics.elastic or not np.isfinite(at.size):
        return at
    return without(mechanics, at, idle_parts(mechanics, at))


def settle_nearby(mechanics: Mechanics, at: Any) -> Any:
    """The balanced posture beside one that is nearly balanced, stable or not: Newton's steps with the stiffness as it is."""
    if isinstance(at, LargePosture):
        return settle_large(mechanics, at)
    for _ in range(MOST_NEARBY):
        near = _still(mechanics, at)
        force = mechanics.largest_force(at.q)
        if not near.freedoms or not near.size > 0:
            break
        values, directions, skew = stiffnesses(mechanics, near)
        held = np.abs(values) > least_stiffness(mechanics, values, force)
        whole = np.diag(values) + directions.T @ skew @ directions
        y = directions[:, held] @ np.linalg.solve(whole[np.ix_(held, held)], directions[:, held].T @ near.residual)
        step = near.n @ y
        q = (
            mechanics.closed(mechanics.moved(at.q, step))
            if in_metres(mechanics, step) < LONGEST * mechanics.length
            else None
        )
        after = None if q is None else posture(mechanics, q)
        if q is None or after is None or not _still(mechanics, after).size < near.size:
            break
        mechanics.look(q)
        at = after
    return at


def _descend(mechanics: Mechanics, q: Array, most: int) -> Balance:
    """Newton's method with a search along each step."""
    if is_large(mechanics):
        return descend_large(mechanics, q, most)
    start, limit, how, before = q, LONGEST * mechanics.length, "as drawn", np.inf
    mechanics.look(q)
    at = _at(mechanics, q)
    best = Balance(at, mechanics.largest_force(q), not at.freedoms, how, 0)
    for step in range(most + 1):
        force = mechanics.largest_force(at.q)
        if not np.isfinite(at.size):
            break
        if at.size < best.posture.size:
            best = Balance(at, force, False, how, step)
        if not at.freedoms:
            return best
        values, directions, skew = stiffnesses(mechanics, at)
        if not np.isfinite(values).all():
            break
        enough = enough_for(mechanics, force, float(np.abs(values).max()))
        y = _newton(at, values, directions, skew, least_stiffness(mechanics, values, force), enough)
        last = step == most or at.size > 0.5 * before or in_metres(mechanics, at.n @ y) <= NEAR * mechanics.length
        if at.size <= enough and last:
            return Balance(_polished(mechanics, at, y), force, True, how, step)
        tried = searched(mechanics, at, at.n @ y, limit) if step < most else None
        if tried is None:
            if at.size <= enough:
                return Balance(at, force, True, how, step)
            break
        before = at.size if at.size <= enough else np.inf
        after, length, free_way = tried
        limit = 2 * limit if free_way else max(min(limit, 4 * length), 1e-6 * mechanics.length)
        mechanics.look(after.q)
        how, at = "Newton", _still(mechanics, after)
        if gone(mechanics, start, at.q):
            return Balance(best.posture, best.force, False, how, step, gone=True, last=at)
    return Balance(best.posture, best.force, False, how, best.steps, last=at)


def distance(mechanics: Mechanics, at: Posture | LargePosture, force: float, part: float) -> float:
    """How far away the equilibrium is, m, as the stiffness at a posture tells; unbalanced forces below `part` of the largest in directions without
    stiffness are not counted."""
    if isinstance(at, LargePosture):
        k = large_stiffness(mechanics, at)
        return in_metres(mechanics, Downhill(mechanics).step(at, k, NO_STIFFNESS * force / mechanics.length)[0])
    at = _still(mechanics, at)
    if not at.freedoms:
        return 0.0
    values, directions, skew = stiffnesses(mechanics, at)
    least = least_stiffness(mechanics, values, force)
    return in_metres(mechanics, at.n @ _newton(at, values, directions, skew, least, part * force))


def _newton(at: Posture, values: Array, directions: Array, skew: Array, least: float, enough: float) -> Array:
    """`(|K| + skew) y = r`; directions without stiffness that nothing pushes are left alone."""
    along = directions.T @ at.residual
    idle = (np.abs(values) <= least) & (np.abs(along) <= enough)
    sizes = np.maximum(np.abs(values), max(least, 1e-300))
    if np.abs(skew).max(initial=0.0) <= 1e-9 * sizes.max(initial=0.0):
        return np.asarray(directions @ np.where(idle, 0.0, along / sizes))
    whole = np.diag(sizes) + directions.T @ skew @ directions
    return np.asarray(directions @ np.linalg.solve(whole, np.where(idle, 0.0, along)))


def _polished(mechanics: Mechanics, at: Posture, y: Array) -> Posture:
    """After one more full step, if that is better."""
    q = mechanics.closed(mechanics.moved(at.q, at.n @ y))
    if q is None:
        return at
    after = _at(mechanics, q)
    if after.size < at.size:
        mechanics.look(q)
        return after
    return at


def _grown(mechanics: Any, q: Array) -> Balance:
    """Loads that grow from nothing, along the path of equilibria: an end that is unstable is not taken."""
    path = follow(mechanics, q)
    balanced = bool(len(path.parts)) and not path.message and int(path.negative[-1]) <= 0  # below: not known
    end = path.q[-1] if balanced else q
    at = large_posture(mechanics, end) if is_large(mechanics) else _at(mechanics, end)
    return Balance(at, mechanics.largest_force(at.q), balanced, "growing loads", max(len(path.parts) - 1, 0))


def _in_parts(mechanics: Mechanics, q: Array) -> Balance:
    """Loads applied in parts, each from where the part before led."""
    steps = 0
    for part in np.arange(1, PARTS + 1) / PARTS:
        mechanics.load_part(float(part))
        found = _descend(mechanics, q, MOST_PART)
        steps += found.steps
        if not found.balanced:
            break
        q = found.posture.q
    mechanics.load_part(1.0)
    at = found.posture if found.balanced else large_posture(mechanics, q) if is_large(mechanics) else _at(mechanics, q)
    return Balance(
        at, mechanics.largest_force(at.q), found.balanced, f"loads in {PARTS} parts", steps, found.gone, found.last
    )


def _relax(mechanics: Mechanics, q: Array) -> Balance:
    """Dynamic relaxation."""
    if is_large(mechanics):
        return relax_large(mechanics, q)

    def step_from(at: Posture, force: float, tau: float) -> tuple[Array, Posture | None]:
        values, directions, skew = stiffnesses(mechanics, at)
        enough = enough_for(mechanics, force, float(np.abs(values).max(initial=0.0)))
        if at.size <= enough:
            y = _newton(at, values, directions, skew, least_stiffness(mechanics, values, force), enough)
            return y, _polished(mechanics, at, y)
        whole = np.diag(1.0 / tau + np.maximum(values, 0.0)) + directions.T @ skew @ directions
        return at.n @ (directions @ np.linalg.solve(whole, directions.T @ at.residual)), None

    return relaxed(mechanics, q, _at, step_from)
