"""The three formulations of one model at the same state: accelerations, multipliers and joint wrenches from each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

import vazba as vz
from vazba.algebra.chart import moved_by
from vazba.equations import recursive
from vazba.equations.posture import PLACES
from vazba.equations.projection import project_state
from vazba.equations.tables import dynamics_of
from vazba.equations.verbs import EXTRA, FIXED
from vazba.formulations.in_bodies import Absolute
from vazba.formulations.in_independent import Minimal
from vazba.formulations.in_joints import Recursive
from vazba.kinematic.check import analyse
from vazba.reporting.observe import observed

NAMES = ("acceleration", "multipliers", "wrenches", "powers")


@dataclass(frozen=True)
class Seen:
    """What a formulation says of one state."""

    acceleration: Any  # v' of all bodies
    multipliers: Any  # of the cut joints, couplings and drivers
    wrenches: Any  # of all joints on their second bodies, forces and moments
    powers: Any  # put in, dissipated, stored in curves


class Formulations:
    """A model in all formulations, whose trees are laid out in its assembled posture."""

    def __init__(self, model: vz.Model) -> None:
        self.system = vz.compile_model(model)
        self.dynamics = dynamics_of(self.system)
        found, self.mobility = analyse(self.system, names=False)
        assert found.closed, found.gaps
        self.absolute = Absolute(self.system, self.dynamics, found.work)
        y = np.concatenate([found.q, np.zeros(self.system.nv + EXTRA)])
        self.assembled = y
        self.recursive, self.minimal = Recursive(self.absolute, y), Minimal(self.absolute, y)
        self.turns = found.work.turns.copy()

    @property
    def tree(self) -> Any:
        return self.recursive.tree

    def state(self, rng: np.random.Generator, t: float = 0.0, away: float = 0.4, speed: float = 1.0) -> Any:
        """A random state in joint coordinates, away from the posture in which the tree was laid out, that meets the loops; None: no such found."""
        form, nq, nv = self.recursive, self.tree.nq, self.tree.nv
        x = form.start(self.assembled)
        recursive_moved(self.tree, x, rng.uniform(-away, away, nv))
        x[nq : nq + nv] = speed * rng.normal(size=nv)
        for _ in range(12):
            gap = project_state(form.record.here, x.ctypes.data, t)
            if not np.isfinite(x).all():
                return None
            if gap < 1e-14:
                break
        project_state(form.record.here, x.ctypes.data, t)
        recursive.place(form.record.here, x.ctypes.data, t)
        residual = np.zeros(len(self.tree.rows))
        recursive.loop_rates(form.work.record, self.tree.record, residual)
        far = np.abs(x[:nq] - form.start(self.assembled)[:nq]).max(initial=0.0)
        return x if gap < 1e-13 and np.abs(residual).max(initial=0.0) < 1e-12 and far < 1.4 else None

    def minimal_state(self, x: Any) -> Any:
        """The state of the minimal formulation that belongs to one of the recursive."""
        nq, nv = self.tree.nq, self.tree.nv
        return np.concatenate([x[:nq], x[nq : nq + nv][self.minimal.arrays["independent"]], x[-EXTRA:]])

    def bodies(self, x: Any) -> Any:
        return self.recursive.bodies(x)

    def dense(self, x: Any, t: float = 0.0) -> Any:
        """The equations of motion as matrices, solved by NumPy."""
        y = self.bodies(x)
        return vz.matrices(self.system.model, y[: self.system.nq], y[self.system.nq : -EXTRA], t)

    def conditioned(self, x: Any, t: float = 0.0) -> float:
        """Smallest singular value of the constraints over the largest, in the metric of the masses; 1 without constraints."""
        m = self.dense(x, t)
        if not len(m.jacobian):
            return 1.0
        values = np.linalg.svd(m.jacobian @ np.linalg.cholesky(np.linalg.inv(m.M)), compute_uv=False)
        return float(values[-1] / values[0])

    def seen(self, name: str, x: Any, t: float = 0.0) -> Seen:
        """What the formulation `name` says of the state x (in joint coordinates) at t."""
        form: Any = getattr(self, name)
        y = {"absolute": self.bodies, "minimal": self.minimal_state}.get(name, np.copy)(x)
        rate = np.zeros(len(y))
        form.work.turns[: len(self.turns)] = self.turns
        _, more, *_ = observed(form, np.array([t]), y[None].copy(), self.turns[None].copy(), np.zeros(PLACES))
        form.work.turns[: len(self.turns)] = self.turns
        form.derivative(form.record.here, y.ctypes.data, rate.ctypes.data, t)
        rows = list(self.tree.rows)
        a = rate[self.system.nq :][: self.system.nv] if name == "absolute" else form.tree.arrays["acceleration"]
        wrenches = more[0, FIXED + self.system.m :]
        return Seen(a.copy(), more[0, FIXED : FIXED + self.system.m][rows], wrenches, rate[-EXTRA:])

    def differences(self, x: Any, t: float = 0.0, against: str = "absolute") -> dict[str, dict[str, float]]:
        """Largest difference of each quantity between the formulations, relative to its largest value (at least 1)."""
        first = self.seen(against, x, t)
        out = {}
        for name in ("absolute", "recursive", "minimal"):
            if name != against:
                other = self.seen(name, x, t)
                out[name] = {key: difference(getattr(other, key), getattr(first, key)) for key in NAMES}
        return out


def difference(a: Any, b: Any) -> float:
    return float(np.abs(a - b).max(initial=0.0) / max(1.0, np.abs(b).max(initial=0.0)))


def recursive_moved(tree: Any, x: Any, step: Any) -> None:
    """Move the joint coordinates at the head of x by a displacement in the speeds."""
    x[: tree.nq] = moved_by(tree.chart, x[: tree.nq], step)
