"""`vz.matrices`: the equations of motion of a model at one state, every term by its textbook name.

    M v' = f + Phi_v^T lambda,     Phi_v v' = gamma,     q' = T v

With redundant constraints the multipliers are the smallest ones (minimum norm). Friction, which depends on them, is part of f; where both do not
settle (a joint that locks itself) they are not-a-number.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from vazba.bodies.space import PLANE
from vazba.case.beam_start import compiled, without_elastic
from vazba.element import SECTIONS
from vazba.equations.forces import all_forces, pull_path, settle_bodies
from vazba.equations.friction import GOING_ON, NEVER
from vazba.equations.mass_matrix import mass_matrix
from vazba.equations.tables import Dynamics, dynamics_of
from vazba.formulations.in_bodies import body_record
from vazba.frozen import frozen
from vazba.kinematic.assembly import assemble, refuse, row_scales
from vazba.kinematic.evaluate import Work, evaluate, work_for
from vazba.kinematic.rank import dense_jacobian
from vazba.model import Model
from vazba.system import System

Array = NDArray[np.float64]
SPEEDS = {2: ("vx", "vy", "w"), 3: ("vx", "vy", "vz", "wx", "wy", "wz")}
RANK = 1e-10  # part of the largest pivot or singular value below which a constraint depends on others


@frozen
class Matrices:
    """All terms of the equations of motion at one state (ground velocities, body-component angular velocities)."""

    q: Array
    v: Array
    t: float
    M: Array  # mass matrix
    T: Array  # q' = T v
    phi: Array  # constraint equations
    jacobian: Array  # Phi_v
    nu: Array  # -Phi_t: Phi_v v = nu
    gamma: Array  # Phi_v v' = gamma
    force: Array  # f: applied, friction and gyroscopic generalised forces
    columns: Array  # distribution columns -(dl/dv)^T of springs, dampers and cables
    tensions: Array
    acceleration: Array  # v'
    multipliers: Array  # lambda
    rows: tuple[str, ...]  # what each constraint equation is
    paths: tuple[str, ...]  # what each distribution column is
    velocities: tuple[str, ...] = ()  # what each component of v is

    def _repr_html_(self) -> str:
        """In a notebook: all terms with their meaning and size, each to be opened."""
        from vazba.viewer.notebook import lines, matrix

        n, m = len(self.v), len(self.phi)
        v, unit = self.velocities, [f"q{k + 1}" for k in range(len(self.q))]
        terms = (
            ("M", "mass matrix", self.M, v, v), ("jacobian", "Phi_v: constraint Jacobian", self.jacobian, self.rows, v),
            ("force", "f: applied, friction and gyroscopic", self.force, v, ()), ("gamma", "right-hand side of Phi_v v' = gamma", self.gamma, self.rows, ()),
            ("columns", "distribution columns of springs, dampers, cables", self.columns, v, self.paths), ("tensions", "N", self.tensions, self.paths, ()),
            ("acceleration", "v'", self.acceleration, v, ()), ("multipliers", "lambda", self.multipliers, self.rows, ()),
            ("phi", "constraint equations", self.phi, self.rows, ()), ("nu", "-Phi_t", self.nu, self.rows, ()),
            ("q", "coordinates", self.q, unit, ()), ("v", "velocities", self.v, v, ()), ("T", "q' = T v", self.T, unit, v),
        )  # fmt: skip
        head = (
            f"M v' = f + Phi_v^T lambda, Phi_v v' = gamma at t = {self.t:g} s: {n} velocities, {m} constraint equations"
        )
        return lines([head]) + "".join(matrix(*term) for term in terms if term[2].size)

    def projected(self, basis: str = "null space") -> Projected:
        """The equations without multipliers: projected onto the motions the constraints allow.

        `basis`: `"null space"` (orthonormal, in the metric of unit velocities), or `"partition"` (each column moves one of the velocities chosen as
        independent by one).
        """
        if basis not in ("null space", "partition"):
            raise ValueError(f"basis = {basis!r} is unknown: use 'null space' or 'partition'")
        r, independent = _null_space(self.jacobian) if basis == "null space" else _partition(self.jacobian)
        particular = (
            np.linalg.lstsq(self.jacobian, self.gamma, rcond=None)[0] if len(self.gamma) else np.zeros(len(self.v))
        )
        if basis == "partition" and len(self.gamma):  # the one that leaves the independent velocities alone
            dependent = np.setdiff1d(np.arange(len(self.v)), independent)
            particular = np.zeros(len(self.v))
            particular[dependent] = np.linalg.lstsq(self.jacobian[:, dependent], self.gamma, rcond=None)[0]
        mass, force = r.T @ self.M @ r, r.T @ (self.force - self.M @ particular)
        speeds = np.linalg.lstsq(r, self.v - _moved_by_drivers(self, independent), rcond=None)[0]
        rates = np.linalg.solve(mass, force) if r.shape[1] else np.zeros(0)
        return Projected(r, independent, mass, force, np.asarray(speeds), np.asarray(rates), r @ rates + particular)


@frozen
class Projected:
    """`(R^T M R) s' = R^T (f - M a_0)` with `v' = R s' + a_0`, where `Phi_v R = 0` and `Phi_v a_0 = gamma`."""

    R: Array
    independent: NDArray[np.int64]  # velocities chosen as independent; empty for a null space
    M: Array
    force: Array
    speeds: Array  # s
    rates: Array  # s'
    acceleration: Array  # v' of all bodies


def _moved_by_drivers(m: Matrices, independent: NDArray[np.int64]) -> Array:
    """The part of the velocities that drivers alone account for."""
    if not len(m.nu) or not m.nu.any():
        return np.zeros(len(m.v))
    out = np.zeros(len(m.v))
    if len(independent):
        dependent = np.setdiff1d(np.arange(len(m.v)), independent)
        out[dependent] = np.linalg.lstsq(m.jacobian[:, dependent], m.nu, rcond=None)[0]
        return out
    return np.asarray(np.linalg.lstsq(m.jacobian, m.nu, rcond=None)[0])


def _null_space(jacobian: Array) -> tuple[Array, NDArray[np.int64]]:
    from scipy.linalg import null_space

    n = jacobian.shape[1]
    basis = null_space(jacobian, rcond=RANK) if len(jacobian) else np.eye(n)
    return np.asarray(basis), np.zeros(0, np.int64)


def _partition(jacobian: Array) -> tuple[Array, NDArray[np.int64]]:
    """Dependent velocities are the columns a QR factorisation with pivoting takes first."""
    from scipy.linalg import qr

    n = jacobian.shape[1]
    if not len(jacobian):
        return np.eye(n), np.arange(n)
    triangle, order = qr(jacobian, mode="r", pivoting=True)[:2]
    size = np.abs(np.diag(triangle[: min(triangle.shape)]))
    rank = int((size > RANK * size[0]).sum())
    dependent, independent = np.sort(order[:rank]), np.sort(order[rank:])
    basis = np.zeros((n, n - rank))
    basis[independent, np.arange(n - rank)] = 1.0
    basis[dependent] = -np.linalg.lstsq(jacobian[:, dependent], jacobian[:, independent], rcond=None)[0]
    return basis, independent.astype(np.int64)


def matrices(model: Model, q: ArrayLike | None = None, v: ArrayLike | None = None, t: float = 0.0) -> Matrices:
    """Equations of motion at `(q, v, t)`; by default at the assembled configuration with the described velocities."""
    system = without_elastic(compiled(model, t), "vz.matrices")
    dynamics = dynamics_of(system)
    if q is None:
        assembly = assemble(system, t)
        if not assembly.closed:
            raise refuse(system, assembly, t)
        q = assembly.q
    q = np.ascontiguousarray(q, dtype=float)
    v = np.ascontiguousarray(system.v0 if v is None else v, dtype=float)
    return matrices_at(system, dynamics, work_for(system), q, v, float(t))


def matrices_at(system: System, dynamics: Dynamics, work: Work, q: Array, v: Array, t: float) -> Matrices:
    """The same for a system, with work arrays that hold what acts now."""
    evaluate(system, work, q, v, t)
    record = body_record(system, dynamics, work)
    all_forces(record.here, q.ctypes.data, v.ctypes.data, float(t))
    scale = row_scales(system)
    jacobian, gamma = dense_jacobian(system, work) / scale[:, None], work.gamma / scale
    mass = mass_matrix(system, dynamics, work)
    force = dynamics.force.copy()
    acceleration, multipliers = accelerations(mass, jacobian, force, gamma)
    if len(system.tables.frictions):
        state = settle_bodies(record.here, 1)
        while state == GOING_ON:
            force = dynamics.force.copy()
            acceleration, multipliers = accelerations(mass, jacobian, force, gamma)
            dynamics.multipliers[:] = multipliers / scale
            state = settle_bodies(record.here, 0)
        if state == NEVER:
            acceleration[:], multipliers[:] = np.nan, np.nan
    return Matrices(
        q, v, float(t), mass, _rates(system, q), work.phi / scale, jacobian, work.nu / scale, gamma, force,
        distribution(system, work), work.paths["tension"].copy(), acceleration, multipliers,
        tuple(f"{g.label} {direction}" for g in system.groups for direction in g.directions),
        tuple(f"{SECTIONS[section].kind} {name}" for section, name in system.path_names),
        tuple(f"{name}.{word}" for name in system.body_names for word in SPEEDS[system.dimension]),
    )  # fmt: skip


def accelerations(mass: Array, jacobian: Array, force: Array, gamma: Array) -> tuple[Array, Array]:
    """`v'` and `lambda` from `[[M, J^T], [J, 0]] (v', -lambda) = (f, gamma)`; dependent rows share their multiplier."""
    free: Array = np.asarray(np.linalg.solve(mass, force), dtype=float)
    if len(gamma) == 0:
        return free, np.zeros(0)
    flexibility = jacobian @ np.linalg.solve(mass, jacobian.T)
    multipliers: Array = np.asarray(np.linalg.lstsq(flexibility, gamma - jacobian @ free, rcond=1e-12)[0], dtype=float)
    held: Array = np.asarray(np.linalg.solve(mass, jacobian.T @ multipliers), dtype=float)
    return free + held, multipliers


def distribution(system: System, work: Work) -> Array:
    """The columns `T_k = -(dl_k/dv)^T`: generalised forces of a unit tension in each path."""
    out = np.zeros((system.nv, len(work.paths)))
    for k in range(len(work.paths)):
        column = np.zeros(system.nv)
        pull_path(system.tables.here, work.here, k, 1.0, column.ctypes.data)
        out[:, k] = column
    return out


def _rates(system: System, q: Array) -> Array:
    """`T` in `q' = T v`: for quaternions `p' = 1/2 p * (0, w)`."""
    if system.space is PLANE:
        return np.eye(system.nv)
    out = np.zeros((system.nq, system.nv))
    for k in range(len(system.body_names)):
        i, j = 7 * k, 6 * k
        out[i : i + 3, j : j + 3] = np.eye(3)
        w, x, y, z = q[i + 3 : i + 7]
        out[i + 3 : i + 7, j + 3 : j + 6] = 0.5 * np.array([[-x, -y, -z], [w, -z, y], [z, w, -x], [-y, x, w]])
    return out
