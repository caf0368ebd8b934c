"""Which self-stress puts all strings into tension, and whether it stiffens every mechanism.

A state `t = S a` is admissible where every string pulls. Stiffness of the mechanisms M under it: `K(a) = sum_i a_i K_i`, which is linear in the
factors. The least eigenvalue of K(a) is a concave function of a; its maximum over admissible states is found by cutting planes: each
eigenvector v of a negative or smallest eigenvalue gives the linear condition `v^T K(a) v >= s`, and s is made as large as possible.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vazba.frozen import frozen

Array = NDArray[np.float64]
ROUNDS = 60
SLACK = 1e-7  # of the largest tension: a string that pulls less does not pull
SOFT = 1e-7  # of the largest tension over the characteristic length: less stiffness is none,
EXACT = 1e-11  # or less than this, where the states are exact


@frozen
class Pull:
    """The state in which the least tension of a string is largest, scaled to a largest tension of one."""

    factors: Array
    tensions: Array
    least: float  # of the strings


def pulling(states: Array, strings: NDArray[np.bool_], some: list[int] | None = None) -> Pull:
    """By a linear programme: largest s with `t_k >= s` for strings and `|t| <= 1` for all; `some`: members to which all others are alike in these states."""
    count = states.shape[1]
    if not count:
        return Pull(np.zeros(0), np.zeros(len(states)), 0.0)
    if not strings.any():
        t = states[:, 0] / np.abs(states[:, 0]).max()
        return Pull(np.eye(count)[0] / np.abs(states[:, 0]).max(), t, 0.0)
    rows = slice(None) if some is None else some
    factors, least = _programme(states[rows], strings[rows], [], count)
    tensions = states @ factors
    size = np.abs(tensions).max()
    if size > 0:
        factors, tensions, least = factors / size, tensions / size, least / size
    return Pull(factors, tensions, float(least))


def _programme(states: Array, strings: NDArray[np.bool_], cuts: list[Array], count: int) -> tuple[Array, float]:
    """Largest s with `t_k >= s` of strings (without cuts), or with `cut . a >= s` and strings that do not push (with cuts)."""
    from scipy.optimize import linprog

    pull = -states[strings]
    if cuts:
        above = np.column_stack([-np.array(cuts), np.ones(len(cuts))])
        above = np.concatenate([above, np.column_stack([pull, np.zeros(len(pull))])])
    else:
        above = np.column_stack([pull, np.ones(len(pull))])
    bound = np.concatenate(
        [np.column_stack([states, np.zeros(len(states))]), np.column_stack([-states, np.zeros(len(states))])]
    )
    found = linprog(
        np.append(np.zeros(count), -1.0),
        A_ub=np.concatenate([above, bound]),
        b_ub=np.concatenate([np.zeros(len(above)), np.ones(len(bound))]),
        bounds=[(None, None)] * (count + 1),
        method="highs",
    )
    if not found.success:
        return np.zeros(count), 0.0
    return np.asarray(found.x[:-1]), float(found.x[-1])


@frozen
class Stiffening:
    """The admissible state that makes the softest mechanism as stiff as it found, and what it makes of all."""

    factors: Array
    stiffness: Array  # of the mechanisms, smallest first, for a largest tension of one, N/m
    directions: Array  # in the mechanisms


def stiffened(states: Array, strings: NDArray[np.bool_], parts: Array, start: Pull) -> Stiffening:
    """`parts`: the K_i (states x mechanisms x mechanisms)."""
    factors, count = start.factors, states.shape[1]
    best = _measured(factors, parts)
    if count == 1:
        if not strings.any():
            other = _measured(-factors, parts)
            best = other if other.stiffness[0] > best.stiffness[0] else best
        return best
    cuts: list[Array] = []
    now = best
    for _ in range(ROUNDS):
        for v in now.directions.T[: max(1, int((now.stiffness < 0).sum()))]:
            cuts.append(np.einsum("sij,i,j->s", parts, v, v))
        factors, bound = _programme(states, strings, cuts, count)
        now = _measured(factors, parts)
        if now.stiffness[0] > best.stiffness[0]:
            best = now
        if bound - best.stiffness[0] <= 0.05 * abs(bound) or bound <= 0:
            break
    # a little of the state that pulls every string keeps those taut that the optimum leaves at zero
    if strings.any() and start.least > 0:
        mixed = _measured(0.95 * best.factors + 0.05 * start.factors, parts)
        if mixed.stiffness[0] > 0:
            return mixed
    return best


def _measured(factors: Array, parts: Array) -> Stiffening:
    values, directions = np.linalg.eigh(np.einsum("s,sij->ij", factors, parts))
    return Stiffening(factors, values, directions)
