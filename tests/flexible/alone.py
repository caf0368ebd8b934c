"""One modal or nodal beam without joints: everything its kernels say of it, at any state."""

from __future__ import annotations

from typing import Any

import numpy as np

import vazba as vz
from vazba.algebra.rotations import matrices
from vazba.case.beam_start import compiled
from vazba.equations.tables import dynamics_of
from vazba.equations.verbs import EXTRA
from vazba.kinematic.assembly import assemble
from vazba.statics.elastic import ElasticBodies
from vazba.tangent.elastic import flexible_tangent_of, gather

MODELS = ("modal", "ancf")
# stretching, bending and twisting count alike, and so do translation and turning of sections
THICK = {"A": 1.0, "Jy": 0.05, "Jz": 0.05, "It": 0.08}
PANELS, POINTS = 6, 8
LENGTH = 1.5


def gauss(length: float = LENGTH, panels: int = PANELS, points: int = POINTS) -> tuple[np.ndarray, np.ndarray]:
    """Stations and weights of a quadrature over a beam; where elements meet, panels meet."""
    x, w = np.polynomial.legendre.leggauss(points)
    step = length / panels
    return ((np.arange(panels)[:, None] + (x + 1) / 2) * step).ravel(), np.tile(w * step / 2, panels)


class Alone:
    """Forces, energies, masses and stations at coordinates q and velocities v of a beam that nothing holds."""

    def __init__(self, model: str, dimension: int, gravity: bool = False, **values: Any) -> None:
        self.d, self.model = dimension, model
        self.g = np.array([1.3, -2.1, 0.7])[:dimension] * (1.0 if gravity else 0.0)
        m = vz.Model("alone", dimension=dimension, gravity=self.g.tolist())
        section = dict(THICK) if dimension == 3 else {"A": 1.0, "J": THICK["Jz"]}
        self.x, self.weights = gauss()
        known: dict[str, Any] = {"section": section, "E": 2.0, "G": 1.5, "density": 1.2, "model": model}
        known |= {"elements": 3, "stations": self.x.tolist()} if model == "ancf" else {"elements": 2, "stations": self.x.tolist()}  # fmt: skip
        m.beam("b", [0.2, -0.4, 0.1][:dimension], [0.2 + LENGTH, -0.4, 0.1][:dimension], **(known | values))
        self.system = compiled(m)
        self.of = ElasticBodies(self.system, dynamics_of(self.system), 0.0, assemble(self.system).q)
        self.span = self.system.beams[0].span
        self.nq, self.nv = self.of.flexible.nq, self.of.flexible.nv
        names = self.system.body_names
        self.index = [names.index(f"b@{at:g}") for at in self.x]  # of the stations of the quadrature

    # --- states ------------------------------------------------------------------------------------------------------------

    def coordinates(self, rng: np.random.Generator, bent: float = 0.2) -> np.ndarray:
        """A random place, and a random shape."""
        rigid, free = (3, 2) if self.d == 2 else (6, 3)
        q = self.of.start
        if self.model == "modal":
            step = rng.normal(size=self.nv)
            step[free:rigid] *= 0.7
            step[rigid:] *= 0.1 * bent  # slopes up to a half and more: shape k has k pi/L times its coordinate
            return self.of.moved(q, step)
        return self.rigidly(self.of.moved(q, bent * self.span.length / 3 * rng.normal(size=self.nv)), rng)

    def rigidly(self, q: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        """Nodal coordinates moved as a rigid body."""
        return self.turned(q, self.turn(rng), rng.normal(size=self.d))

    def turned(self, q: np.ndarray, turn: np.ndarray, shift: np.ndarray) -> np.ndarray:
        vectors = q.reshape(-1, 2 if self.d == 2 else 3, self.d) @ turn.T
        vectors[:, 0] += shift
        return vectors.ravel()

    def turn(self, rng: np.random.Generator) -> np.ndarray:
        if self.d == 2:
            c, s = np.cos(a := rng.uniform(-2, 2)), np.sin(a)
            return np.array([[c, -s], [s, c]])
        p = rng.normal(size=4) * [3, 1, 1, 1]
        return matrices(p / np.linalg.norm(p))

    def velocities(self, rng: np.random.Generator) -> np.ndarray:
        return rng.normal(size=self.nv)

    # --- what is said at a state -------------------------------------------------------------------------------------------

    def force(self, q: np.ndarray, v: np.ndarray | None = None) -> np.ndarray:
        return self.of.force(q, self.of.still if v is None else v)

    def elastic(self, q: np.ndarray) -> float:
        self.force(q)
        return float(self.of.flexible.arrays["energies"][0])

    def lost(self, q: np.ndarray, v: np.ndarray) -> float:
        """Power dissipated."""
        self.force(q, v)
        return float(self.of.dynamics.powers[1])

    def acceleration(self, q: np.ndarray, v: np.ndarray) -> np.ndarray:
        y = np.concatenate([q, v, np.zeros(EXTRA)])
        out = np.zeros_like(y)
        self.of.form.derivative(self.of.record.here, y.ctypes.data, out.ctypes.data, 0.0)
        return out[self.nq : self.nq + self.nv]

    def poses(self, q: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Positions and rotation matrices of the stations of the quadrature."""
        all_of_them = self.of.bodies(q).reshape(-1, 3 if self.d == 2 else 7)[self.index]
        r = all_of_them[:, : self.d]
        if self.d == 3:
            return r, np.array([matrices(p) for p in all_of_them[:, 3:]])
        c, s = np.cos(all_of_them[:, 2]), np.sin(all_of_them[:, 2])
        return r, np.moveaxis(np.array([[c, -s], [s, c]]), 2, 0)

    def big_b(self, q: np.ndarray) -> np.ndarray:
        """B of the stations of the quadrature: (station, component of the twist, velocity)."""
        return self.of.twists(q, np.eye(self.nv)).reshape(-1, 3 if self.d == 2 else 6, self.nv)[self.index]

    def twists(self, q: np.ndarray, v: np.ndarray) -> np.ndarray:
        return self.of.twists(q, v[:, None]).reshape(-1, 3 if self.d == 2 else 6)[self.index]

    def bias(self, q: np.ndarray, v: np.ndarray) -> np.ndarray:
        """Accelerations of the stations while the velocities do not change."""
        self.twists(q, v)
        nb, layout = (3 if self.d == 2 else 6), self.of.form.layout
        return np.array([self.of.flexible.arrays["bias"][layout.bias[k] :][:nb] for k in self.index])

    def tangent(self, q: np.ndarray, v: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Stiffness and damping the implicit integrator uses."""
        y = np.concatenate([q, v, np.zeros(EXTRA)])
        held = flexible_tangent_of(self.of.form)
        self.acceleration(q, v)
        gather(self.of.record.here, held.record.here, y.ctypes.data, 0.0)
        arrays = held.implicit.arrays
        return self.dense(arrays["stiffness"]), self.dense(arrays["damping"])

    def dense(self, values: np.ndarray) -> np.ndarray:
        out = np.zeros((self.nv, self.nv))
        for b in self.of.flexible.arrays["blocks"]:
            i, j, n, m = (int(b[key]) for key in ("row", "column", "rows", "columns"))
            block = values[int(b["start"]) :][: n * m].reshape(n, m)
            out[i : i + n, j : j + m] = block
            out[j : j + m, i : i + n] = block.T
        return out

    # --- by quadrature over the stations -------------------------------------------------------------------------------------

    def potential(self, q: np.ndarray) -> float:
        """Of gravity."""
        return float(-self.span.mass_per_length * self.weights @ self.poses(q)[0] @ self.g)

    def energy(self, q: np.ndarray, v: np.ndarray) -> float:
        return float(0.5 * v @ self.of.mass(q) @ v) + self.elastic(q) + self.potential(q)

    def derivative(self, function: Any, q: np.ndarray, h: float = 1e-3) -> np.ndarray:
        """Of a function of the coordinates by each velocity: central differences over six places."""
        out = []
        for e in np.eye(self.nv):
            parts = [
                (function(self.of.moved(q, k * h * e)) - function(self.of.moved(q, -k * h * e))) * c
                for k, c in ((1, 3 / 4), (2, -3 / 20), (3, 1 / 60))
            ]
            out.append(sum(parts) / h)
        return np.array(out)
