"""A kinematic run from Python: calls of the compiled loop, and what happens on the way (change points, jumps of motion laws, dead centres)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vazba._jit import packed
from vazba.kinematic.crossing import State, look_closely, pivot_roots, settle
from vazba.kinematic.evaluate import Work, evaluate_position, see_coordinates
from vazba.kinematic.explain import MOST_TIMES, Jump, jump_of_a_law
from vazba.kinematic.loop import (
    CLOCK,
    CROSSED,
    DONE,
    FOLLOWED,
    NEXT,
    NOW,
    REFUSED,
    ROOT,
    SINCE,
    STEP,
    STUCK,
    find_rates,
    go_on,
    store_column,
    turn_ahead,
)
from vazba.kinematic.newton import CONVERGED, FOLLOW, SEEK, close
from vazba.kinematic.watch import FEW, NONE, pairs_of_strips, take_roots
from vazba.system import System

Array = NDArray[np.float64]
FARTHER = 16.0  # times the step looked at: within it no singular posture is passed once it was seen to be a dead centre


class Following:
    """The state of a run: where it is, what it has stored, what it has passed."""

    def __init__(self, system: System, work: Work, q: Array, times: Array, idle: bool = False) -> None:
        self.system, self.work, self.times = system, work, times
        nq, nv, m = system.nq, system.nv, system.m
        self.q, self.v, self.a = q.copy(), np.zeros(nv), np.zeros(nv)
        self.out = np.zeros((nq + 2 * nv + 2 * len(system.tables.coordinates) + 2, len(times)))
        self.clock, self.notes = np.zeros(CLOCK), np.zeros(3)
        self.clock[NOW] = times[0]
        self.room = np.zeros(2 * nv + nq + 2 * m + system.jacobian_size)
        few = (
            nv <= FEW and not idle
        )  # else singular postures are told by the pivots: with idle freedoms `J^T J` is singular anyway
        self.dense = np.zeros(nv * nv if few else 0)
        self.pairs = pairs_of_strips(system.tables.strips) if few else np.zeros(0, np.int64)
        self.done, self.dependent = 0, 0
        arrays = {
            "q": self.q, "v": self.v, "a": self.a, "clock": self.clock, "times": times, "pairs": self.pairs, "room": self.room, "dense": self.dense,
            "out": self.out.reshape(-1), "notes": self.notes,
        }  # fmt: skip
        self.record = packed(FOLLOWED, arrays)
        self.jumps: list[Jump] = []
        self.passed: list[tuple[float, tuple[str, ...]]] = []

    def _store(self, k: int) -> None:
        """The state at hand into column k."""
        store_column(self.system.tables.here, self.work.here, self.record.here, k, 0)

    def begin(self) -> int:
        """Velocities and accelerations at the start; the first instant is stored."""
        s, w, size = self.system.tables.here, self.work.here, self.system.length
        closed, self.dependent = close(self.system, self.work, self.q, float(self.times[0]), SEEK)
        self.record.dependent = self.dependent
        code = (
            int(find_rates(s, w, self.v.ctypes.data, self.a.ctypes.data, size, self.dependent))
            if closed == CONVERGED
            else STUCK
        )
        if code == DONE:
            see_coordinates(s, w)
            self._store(0)
            self.done = 1
            self._watch_from_here()
        return code

    def advance(self, end: int) -> int:
        """Go on to the output before `end`."""
        while True:
            self.record.first, self.record.last = self.done, end
            code = go_on(self.system.tables.here, self.work.here, self.record.here, self.system.length)
            self.done = int(self.record.reached)
            if code == CROSSED:
                self._cross()
            elif code != STUCK or not self._jump():
                return int(code)
            if self.done >= end:
                return DONE

    def _watch_from_here(self) -> None:
        """Take the Jacobian and the roots of the pivots at the state at hand."""
        m = self.system.m
        at = 2 * self.system.nv + self.system.nq
        self.room[at + 2 * m :] = self.work.jacobian
        self.clock[ROOT], self.clock[SINCE] = (
            take_roots(self.system.tables.here, self.work.here, self.room[at:].ctypes.data),
            0.0,
        )

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
            self._store(self.done)
            self.done += 1
        self._take(found.behind, left)
        if found.time is not None:
            self.passed.append((found.time, found.involved))

    def _take(self, state: State, before: State) -> None:
        """Make a state the one at hand."""
        turn_ahead(self.system.tables.here, self.work.here, before.t, 0.0)
        settle(self.system, self.work, state, before)
        self.q[:], self.v[:], self.a[:] = state.q, state.v, state.a
        self.work.jerk[:] = 0.0
        self.clock[NOW] = state.t
        close(self.system, self.work, state.q.copy(), state.t, FOLLOW)
        self._watch_from_here()

    def _jump(self) -> bool:
        """Where a motion law jumps, go to the posture behind the jump if it is near; whether that was possible."""
        t, after = float(self.clock[NOW]), float(self.clock[NEXT])
        jump = jump_of_a_law(self.system, t, after)
        if jump is None:
            return False
        s, w, size, q = self.system.tables.here, self.work.here, self.system.length, self.q.copy()
        turn_ahead(s, w, t, after - t)
        status, small = close(self.system, self.work, q, after, FOLLOW)
        v, a = self.v.copy(), self.a.copy()
        if (
            status != CONVERGED
            or pivot_roots(self.system, self.work)[self.dependent] <= NONE
            or find_rates(s, w, v.ctypes.data, a.ctypes.data, size, small) != DONE
        ):
            turn_ahead(s, w, t, 0.0)
            return False
        here = State(t, self.q.copy(), self.v.copy(), self.a.copy())
        self._take(State(after, q, v, a), here)
        self.jumps.append(jump)
        self.clock[STEP] = 0.0
        if self.done < len(self.times) and self.times[self.done] == after:
            self._store(self.done)
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
        store_column(self.system.tables.here, self.work.here, self.record.here, 0, column.ctypes.data)
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
