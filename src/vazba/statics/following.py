"""The path of equilibria as loads grow, past limit points (snap-through) and far beyond buckling: arc-length continuation.

Gravity, loads and commanded forces act by the part p. Equilibria `F(q, p) + J^T lambda = 0` form a curve; a step goes along its tangent,

    K x_p = dF/dp,     direction (x_p, 1), onward

and Newton's method brings it back onto the curve in the plane across that direction: `K dx = r + dp dF/dp` with dp such that the step stays in the plane
(E. Riks, Int. J. Solids Structures 15 (1979) 529). Steps grow where this takes few rounds and are halved where it fails. No search along the steps throttles
slender beams, whose axial stiffness is many times that of bending.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from vazba.frozen import frozen
from vazba.statics.bordered import Bordered
from vazba.statics.large import large_posture, large_stiffness
from vazba.statics.mechanics import Bodies

if TYPE_CHECKING:
    from vazba.result import Result

Array = NDArray[np.float64]
FIRST, LEAST, MOST_LONG = (
    0.05,
    1e-7,
    0.2,
)  # steps along the curve: part of the loads, or of the characteristic length (mean of all bodies)
MOST_ROUNDS, FEW_ROUNDS = 14, 5
MOST_STEPS = 2000
BALANCED = 1e-9  # of the largest force
ROUNDING = 1e-14  # of the largest stiffness times the characteristic length
NEAR = 1e-8  # characteristic lengths: the last correction
GROWN = 1e6  # times: a residual that grows so much will not come back


@frozen
class LoadPath:
    """Equilibria along the path: `parts` of the loads, coordinates `q` at each, and how many motions fall there."""

    parts: Array
    q: Array  # steps x coordinates
    negative: NDArray[np.int64]  # how many motions fall there; -1: not told
    message: str = ""  # why it ends before the last part
    result: Result | None = (
        None  # where bodies and points are at each step (`time` counts the steps): `path.result["tip.y"]`
    )

    @property
    def turning(self) -> list[int]:
        """Steps at which the load turns back: limit points."""
        return [
            k
            for k in range(1, len(self.parts) - 1)
            if (self.parts[k] - self.parts[k - 1]) * (self.parts[k + 1] - self.parts[k]) < 0
        ]

    def columns(self) -> dict[str, list[float]]:
        """Parts of the loads, motions that fall, and places of all bodies and points."""
        out: dict[str, list[float]] = {"part": self.parts.tolist(), "falling": self.negative.astype(float).tolist()}
        if self.result is not None:
            for kind, names in self.result.names.items():
                for name in names:
                    for quantity in self.result.quantities(kind, name):
                        out[f"{name}.{quantity}"] = np.asarray(self.result.array(kind, name, quantity), float).tolist()
        return out

    def save(self, path: str | Path) -> None:
        """Write to .csv: a row for each step."""
        from vazba.files.modes import write_table

        write_table(self.columns(), path)


class Follower:
    """Goes along the curve."""

    def __init__(self, mechanics: Bodies, q: Array) -> None:
        self.mechanics, self.weights = mechanics, mechanics.weights
        self.length = mechanics.length
        self.metric = self.weights / (self.length**2 * max(len(self.weights), 1))  # the mean of all velocities
        self.q, self.part = q, 0.0
        self.direction: tuple[Array, float] | None = None
        self.negative = -1

    def _loads(self, q: Array) -> Array:
        """`dF/dp`."""
        m, still = self.mechanics, np.zeros(len(self.mechanics.names))
        m.load_part(1.0)
        whole = m.force(q, still)
        m.load_part(0.0)
        bare = m.force(q, still)
        m.load_part(self.part)
        return whole - bare

    def _size(self, x: Array, p: float) -> float:
        return float(np.sqrt(x @ (self.metric * x) + p * p))

    def tangent(self) -> tuple[Array, float]:
        """Direction of the curve, of length one, onward."""
        self.mechanics.load_part(self.part)
        at = large_posture(self.mechanics, self.q)
        solver = Bordered(large_stiffness(self.mechanics, at), at.jacobian, self.weights)
        self.negative = -1 if solver.negative is None else solver.negative
        x = solver.solve(self._loads(self.q))[0]
        size = self._size(x, 1.0)
        x, p = x / size, 1.0 / size
        if self.direction is not None:
            before = self.direction[0] @ (self.metric * x) + self.direction[1] * p
            if before < 0:
                x, p = -x, -p
        self.direction = (x, p)
        return x, p

    def corrected(self, q: Array, part: float, across: tuple[Array, float] | None) -> tuple[Array, float, int] | None:
        """The equilibrium beside (q, part) in the plane across a direction, or at this part (None); and how many rounds it took."""
        m, first, before = self.mechanics, np.inf, np.inf
        for rounds in range(MOST_ROUNDS):
            m.load_part(part)
            self.part = part
            at = large_posture(m, q)
            force = m.largest_force(q)
            if not np.isfinite(at.size) or at.size > GROWN * max(first, force):
                return None
            first = min(first, at.size)
            k = large_stiffness(m, at)
            solver = Bordered(k, at.jacobian, self.weights)
            enough = max(BALANCED * force, ROUNDING * solver.size * self.length)
            x = solver.solve(at.left)[0]
            p: float = 0.0
            if across is not None:
                by_load = solver.solve(self._loads(q))[0]
                n = self.metric * across[0]
                below = n @ by_load + across[1]
                p = -float(n @ x) / float(below) if below else 0.0
                x = x + p * by_load
            far = self._size(x, p)
            if at.size <= enough and (far <= NEAR or at.size > 0.5 * before):
                return q, part, rounds
            if not np.isfinite(far) or far > 10.0:
                return None
            before = at.size
            closed = m.closed(m.moved(q, x))
            if closed is None:
                return None
            m.look(closed)
            q, part = closed, part + p
        return None


def follow(mechanics: Bodies, q: Array, until: float = 1.0, most: int = MOST_STEPS) -> LoadPath:
    """The path from rest without loads to the part `until` of them (or as far as `most` steps lead)."""
    follower = Follower(mechanics, q)
    start = follower.corrected(q, 0.0, None)
    if start is None:
        mechanics.load_part(1.0)
        return LoadPath(
            np.zeros(0),
            np.zeros((0, len(q))),
            np.zeros(0, int),
            "without loads there is no equilibrium near the drawing",
        )
    follower.q, follower.part = start[0], 0.0
    parts, places, negative, step, message = [0.0], [follower.q], [], FIRST, ""
    while len(parts) <= most:
        x, p = follower.tangent()
        negative.append(follower.negative)
        q, part = follower.q, follower.part
        while True:
            ahead = part + step * p
            last = (ahead - until) * (part - until) <= 0.0 and p * (until - part) > 0.0
            reach = step if not last else (until - part) / p
            mechanics.look(q)
            guess = mechanics.closed(mechanics.moved(q, reach * x))
            found = (
                None if guess is None else follower.corrected(guess, until if last else ahead, None if last else (x, p))
            )
            if (
                found is not None and (found[1] - until) * (part - until) < 0.0
            ):  # corrected past the end: it lies between
                mechanics.look(q)
                found, last = follower.corrected(found[0], until, None), True
            if found is not None:
                break
            step *= 0.5
            if step < LEAST:
                message = f"the path could not be followed beyond {part:.6g} of the loads"
                break
        if found is None:
            break
        follower.q, follower.part = found[0], found[1]
        mechanics.look(follower.q)
        parts.append(follower.part)
        places.append(follower.q)
        if last:
            break
        step = min(step * (1.5 if found[2] <= FEW_ROUNDS else 1.0 if found[2] <= 8 else 0.6), MOST_LONG)
    else:
        message = f"{most} steps led to {parts[-1]:.6g} of the loads"
    if len(negative) < len(parts):
        follower.tangent()
        negative.append(follower.negative)
    mechanics.load_part(1.0)
    return LoadPath(np.array(parts), np.array(places), np.array(negative, int), message)
