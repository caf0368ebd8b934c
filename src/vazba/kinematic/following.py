"""A kinematic run from Python: calls of the compiled loop, and what happens on the way (change points, jumps of motion laws, dead centres)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vazba.kinematic.crossing import State, look_closely, pivot_roots, settle
from vazba.kinematic.evaluate import Work, evaluate_position, joint_coordinates
from vazba.kinematic.explain import MOST_TIMES, Jump, jump_of_a_law
from vazba.kinematic.loop import (
    CLOCK,
    CROSSED,
    DONE,
    NEXT,
    NOW,
    REFUSED,
    ROOT,
    SINCE,
    STEP,
    STUCK,
    predict_turns,
    rates_at,
    run,
    store,
)
from vazba.kinematic.newton import CONVERGED, FOLLOW, SEEK, close_position
from vazba.kinematic.watch import FEW, NONE, follow_roots, pairs_of_strips
from vazba.system import System

Array = NDArray[np.float64]
FARTHER = 16.0  # times the step looked at: within it no singular posture is passed once it was seen to be a dead centre


class Following:
    """The state of a run: where it is, what it has stored, what it has passed."""

    def __init__(self, system: System, work: Work, q: Array, times: Array) -> None:
        self.system, self.work, self.times = system, work, times
        nq, nv, m = system.nq, system.nv, system.m
        self.q, self.v, self.a = q.copy(), np.zeros(nv), np.zeros(nv)
        self.out = np.zeros((nq + 2 * nv + 2 * len(system.tables.coordinates) + 2, len(times)))
        self.clock, self.notes = np.zeros(CLOCK), np.zeros(3)
        self.room = np.zeros(2 * nv + nq + 2 * m + system.jacobian_size)
        self.dense = np.zeros(nv * nv if nv <= FEW else 0)
        self.pairs = pairs_of_strips(system.tables.strips) if nv <= FEW else np.zeros(0, np.int64)
        self.done, self.dependent = 0, 0
        self.jumps: list[Jump] = []
        self.passed: list[tuple[float, tuple[str, ...]]] = []

    def begin(self) -> int:
        """Velocities and accelerations at the start; the first instant is stored."""
        s, w, size = self.system.tables.record, self.work.record, self.system.length
        closed, _, self.dependent = close_position(s, w, self.q, 0.0, size, SEEK)
        code = int(rates_at(s, w, self.v, self.a, size, self.dependent)) if closed == CONVERGED else STUCK
        if code == DONE:
            joint_coordinates(s, w)
            predict_turns(s, w, 0.0, 0.0)  # nothing to predict: compiled with the rest, not at the first change point
            store(w, self.q, self.v, self.a, 0, self.out)
            self.done = 1
            self._watch_from_here()
        return code

    def advance(self, end: int) -> int:
        """Go on to the output before `end`."""
        s, w, size = self.system.tables.record, self.work.record, self.system.length
        while True:
            code, done = run(
                s, w, self.q, self.v, self.a, self.clock, size, self.dependent, self.times, self.done, end, self.pairs, self.room,
                self.dense, self.out, self.notes,
            )  # fmt: skip
            self.done = int(done)
            if code == CROSSED:
                self._cross()
            elif code != STUCK or not self._jump():
                return int(code)
            if self.done >= end:
                return DONE

    def _watch_from_here(self) -> None:
        """Take the Jacobian and the roots of the pivots at the state at hand."""
        s, w, m = self.system.tables.record, self.work.record, self.system.m
        at = 2 * self.system.nv + self.system.nq
        self.room[at + 2 * m :] = self.work.jacobian
        self.clock[ROOT], self.clock[SINCE] = follow_roots(s, w, self.room[at : at + 2 * m], 0.0), 0.0

    def _cross(self) -> None:
        """Pass a change point along the smooth motion, or see to it that a dead centre is not stepped over."""
        left, tried = (
            State(float(self.clock[NOW]), self.q.copy(), self.v.copy(), self.a.copy()),
            float(self.clock[NEXT]),
        )
        found = look_closely(self.system, self.work, self.dependent, left, tried, names=len(self.passed) < MOST_TIMES)
        if found is None:
            self.clock[REFUSED] = left.t + FARTHER * (tried - left.t)
            settle(self.system, self.work, left, left)
            return
        while self.done < len(self.times) and self.times[self.done] < found.behind.t:
            self._take(found.between.at(float(self.times[self.done])), left)
            store(self.work.record, self.q, self.v, self.a, self.done, self.out)
            self.done += 1
        self._take(found.behind, left)
        if found.time is not None:
            self.passed.append((found.time, found.involved))

    def _take(self, state: State, before: State) -> None:
        """Make a state the one at hand."""
        predict_turns(self.system.tables.record, self.work.record, before.t, 0.0)
        settle(self.system, self.work, state, before)
        self.q[:], self.v[:], self.a[:] = state.q, state.v, state.a
        self.work.jerk[:] = 0.0
        self.clock[NOW] = state.t
        close_position(self.system.tables.record, self.work.record, state.q.copy(), state.t, self.system.length, FOLLOW)
        self._watch_from_here()

    def _jump(self) -> bool:
        """Where a motion law jumps, go to the posture behind the jump if it is near; whether that was possible."""
        t, after = float(self.clock[NOW]), float(self.clock[NEXT])
        jump = jump_of_a_law(self.system, t, after)
        if jump is None:
            return False
        s, w, size, q = self.system.tables.record, self.work.record, self.system.length, self.q.copy()
        predict_turns(s, w, t, after - t)
        status, _, small = close_position(s, w, q, after, size, FOLLOW)
        v, a = self.v.copy(), self.a.copy()
        if (
            status != CONVERGED
            or pivot_roots(self.system, self.work)[self.dependent] <= NONE
            or rates_at(s, w, v, a, size, small) != DONE
        ):
            predict_turns(s, w, t, 0.0)
            return False
        here = State(t, self.q.copy(), self.v.copy(), self.a.copy())
        self._take(State(after, q, v, a), here)
        self.jumps.append(jump)
        self.clock[STEP] = 0.0
        if self.done < len(self.times) and self.times[self.done] == after:
            store(w, self.q, self.v, self.a, self.done, self.out)
            self.done += 1
        return True

    def posture(self) -> tuple[Array, Array]:
        """Times and columns that were reached; where the run stopped between two output times, that posture too."""
        t, count = float(self.clock[NOW]), self.done
        times, out = self.times[:count], self.out[:, :count]
        if count == 0 or not t > times[-1]:
            return times, out
        last = State(t, self.q, self.v, self.a)
        settle(self.system, self.work, last, last)
        column = np.zeros((len(self.out), 1))
        store(self.work.record, self.q, self.v, self.a, 0, column)
        return np.append(times, t), np.hstack([out, column])

    def locked_at(self) -> float:
        """When the velocities become infinite: before a dead centre `|v|^2 = c / (t_d - t)`, so that `t_d = t + |v|^2 / (2 v . a)`."""
        weights = self.system.tables.weights
        grows = 2 * float(weights @ (self.v * self.a))
        t = float(self.clock[NOW])
        if not grows > 0:
            return t
        ahead = float(weights @ (self.v * self.v)) / grows
        return t + ahead if ahead < 1e-3 * max(t, float(self.times[-1]) / len(self.times)) else t

    def evaluate(self) -> None:
        """Evaluate the constraints at the state at hand."""
        evaluate_position(self.system, self.work, self.q, float(self.clock[NOW]))
