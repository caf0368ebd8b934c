"""Beams for the tests, and the small vibrations of a model by finite differences of its forces."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.linalg import eigh, null_space

import vazba as vz
from vazba.bodies.space import displaced
from vazba.equations.energies import energies
from vazba.equations.forces import generalised_forces
from vazba.equations.mass_matrix import mass_matrix
from vazba.equations.tables import dynamics_of
from vazba.formulations.in_bodies import body_record
from vazba.kinematic.evaluate import evaluate, work_for
from vazba.kinematic.rank import dense_jacobian

STEEL = {"E": 2.1e11, "G": 0.81e11, "density": 7800.0}
ROUND = {"shape": "round", "diameter": 0.01}


def beam_model(dimension: int = 2, length: float = 1.0, gravity: bool = False, **values: Any) -> vz.Model:
    """One beam along x from the origin, in space with local y along the ground's y; round steel of 10 mm unless said otherwise."""
    g = (0,) * dimension if not gravity else (0, -9.81, 0)[:dimension]
    m = vz.Model("beam", dimension=dimension, gravity=g)
    end = [length] + [0.0] * (dimension - 1)
    if dimension == 3:
        values.setdefault("orientation", {"quaternion": [1, 0, 0, 0]})
    m.beam("b", [0.0] * dimension, end, **{"section": ROUND, **STEEL, **values})
    return m


def clamp(m: vz.Model, at: float = 0.0, name: str = "clamp") -> vz.Model:
    m.fixed(name, "ground", "b", at=[at] + [0.0] * (m.dimension - 1))
    return m


class Small:
    """A model about its described configuration: forces anywhere, stiffness by their differences, motions the joints allow."""

    def __init__(self, m: vz.Model) -> None:
        self.system = system = vz.compile_model(m)
        self.work, self.dynamics = work_for(system), dynamics_of(system)
        self.record, self.still = body_record(system, self.dynamics, self.work), np.zeros(system.nv)
        self.step = 1e-4 * min(plan.span.length / plan.span.elements for plan in system.beams)
        self.q = system.q0.copy()

    def force(self, push: np.ndarray, v: np.ndarray | None = None) -> np.ndarray:
        """Generalised forces where `push` (in the velocity variables) leads from `q`."""
        system, q = self.system, self.q.copy()
        v = self.still if v is None else v
        q = displaced(system.dimension, self.q, push)
        evaluate(system, self.work, q, v, 0.0)
        generalised_forces(system.tables.record, self.work.record, self.record, q.ctypes.data, v.ctypes.data, 0.0)
        return self.dynamics.force.copy()

    def stiffness(self) -> np.ndarray:
        h = self.step
        return np.column_stack([(self.force(-h * e) - self.force(h * e)) / (2 * h) for e in np.eye(self.system.nv)])

    def free(self) -> np.ndarray:
        self.force(self.still)
        jacobian = dense_jacobian(self.system, self.work)
        return null_space(jacobian) if len(jacobian) else np.eye(self.system.nv)

    def mass(self) -> np.ndarray:
        self.force(self.still)
        return mass_matrix(self.system, self.dynamics, self.work)

    def elastic(self) -> float:
        return float(energies(self.system.tables.record, self.work.record, self.record, self.still)[2])

    def settle(self) -> Small:
        """Go to where the forces balance, by Newton's iteration."""
        for _ in range(20):
            free = self.free()
            push = free @ np.linalg.solve(free.T @ self.stiffness() @ free, free.T @ self.force(self.still))
            self.q[:] = displaced(self.system.dimension, self.q, push)
            if np.abs(push).max() < 1e-13:
                return self
        raise AssertionError(push)

    def place(self, point: str) -> np.ndarray:
        """Where a point is."""
        self.force(self.still)
        body, local = self.system.points[point]
        state = self.work.states[body]
        return np.asarray(state["r"] + state["s"].reshape(3, 3) @ local)


def frequencies(m: vz.Model, count: int = 6) -> np.ndarray:
    """Lowest angular frequencies of small vibrations about the described configuration; rigid motions: zero."""
    small = Small(m)
    free = small.free()
    k, mass = free.T @ small.stiffness() @ free, free.T @ small.mass() @ free
    assert np.abs(k - k.T).max() < 1e-6 * np.abs(k).max()
    squares = eigh((k + k.T) / 2, mass, eigvals_only=True)
    return np.sqrt(np.maximum(squares[:count], 0.0))


def slender(length: float = 1.0, **values: Any) -> tuple[dict[str, Any], float]:
    """A beam so slender that shear and rotary inertia do not count, and `sqrt(E J/(rho A))/L^2` of it."""
    d = 1e-3 * length
    unit = np.sqrt(STEEL["E"] * d**2 / 16 / STEEL["density"]) / length**2
    return {"section": {"shape": "round", "diameter": d}, "length": length, **values}, float(unit)
