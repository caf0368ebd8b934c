"""The recursion with closed loops, the equations in independent coordinates and the block system of all unknowns, every matrix by its textbook name.

    v_i = B_i v_p + C_i eta_i            a_i = B_i a_p + C_i eta'_i + abar_i          loops: G a + gbarbar = 0
    N = C^T M* C,   P = 1 - M* C N^-1 C^T,   M*_p += B^T P M* B,   f*_p += B^T (P (f* - M* abar) - M* C N^-1 tau),   G*_p += B^T P G*
    a = a0 + A lambda,   fp = fp0 + F lambda,   eta' = eta'0 + L lambda,     G A lambda = -G a0 - gbarbar

Twists, accelerations and loads of bodies are in ground axes about the internal origins (where the joint is that carries the body): velocity or force first,
then turn or moment; in the plane `x, y, turn`. Written with NumPy for reading and comparison, as another road than the kernels'.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from vazba.algebra.rotations import cross_matrix
from vazba.bodies.space import PLANE
from vazba.equations import recursive
from vazba.equations.verbs import EXTRA
from vazba.errors import Fault, ModelError, SolveError, suggestion
from vazba.frozen import frozen
from vazba.kinematic.assembly import row_scales
from vazba.model import Model
from vazba.textbook.joint_space import composite_at
from vazba.textbook.joint_tree import JointTree, tree_for, vectors

Array = NDArray[np.float64]
RANK = 1e-10  # part of the largest pivot below which loop equations depend on others


@frozen
class Recursion:
    """All terms of the recursion with closed loops at one state; stacks of matrices are ordered as `bodies`, parents first."""

    bodies: tuple[str, ...]
    parents: tuple[int, ...]  # -1: the ground
    names: tuple[str, ...]  # of the speeds
    rows: tuple[str, ...]  # of the loop equations
    B: Array
    C: tuple[Array, ...]
    M: Array  # of each body alone
    M_star: Array  # articulated
    N: tuple[Array, ...]
    P: Array
    abar: Array
    f: Array  # gravity, gyroscopic terms and elements
    f_star: Array
    tau: Array  # efforts at the speeds
    G: Array  # loop equations by accelerations of all bodies, one behind another
    gbarbar: Array
    G_star: Array  # bodies x numbers x loop equations
    a0: Array
    A: Array
    fp0: Array
    F: Array
    etadot0: Array
    L: Array
    multipliers: Array

    @property
    def GA(self) -> Array:
        """`G A`, the matrix that couples the loops."""
        return self.G @ self.A.reshape(self.G.shape[1], -1)

    @property
    def lambda_(self) -> Array:
        """The multipliers of the loop equations."""
        return self.multipliers

    @property
    def a(self) -> Array:
        """Accelerations of the bodies."""
        return self.a0 + self.A @ self.multipliers

    @property
    def fp(self) -> Array:
        """What the joints that carry them exert on the bodies, efforts included."""
        return self.fp0 + self.F @ self.multipliers

    @property
    def etadot(self) -> Array:
        """Accelerations of the speeds."""
        return self.etadot0 + self.L @ self.multipliers


def recursion_matrices(
    model: Model | JointTree, q: ArrayLike, v: ArrayLike, effort: ArrayLike | None = None, t: float = 0.0
) -> Recursion:
    """The recursion with closed loops at joint coordinates q and speeds v."""
    j = tree_for(model)
    x, speeds = j.inner(q)[0].copy(), vectors(v, j.nv, "v")[0].copy()
    tau = _placed(j, x, speeds, t) + vectors(effort, j.nv, "effort")[0]
    tree, nb = j._tree, j.system.space.nv
    n = len(tree.topology.links)
    f, abar = tree.bodies["f"][:n].copy(), _bias(j)
    parents = tuple(link.parent for link in tree.topology.links)
    shift = np.array([_shift(j, k) for k in range(n)]).reshape(n, nb, nb)
    columns = tuple(_columns(j, k) for k in range(n))
    own = np.array([_mass(j, k) for k in range(n)]).reshape(n, nb, nb)
    g, gamma = _rows(j)
    m = len(gamma)
    mass, load, rows = own.copy(), f.copy(), g.T.reshape(n, nb, m).copy()
    nn: list[Array] = [np.zeros((0, 0))] * n
    pp = np.zeros((n, nb, nb))
    for k in reversed(range(n)):
        c, first = columns[k], int(tree.bodies[k]["first"])
        own_tau = tau[first : first + c.shape[1]]
        nn[k] = c.T @ mass[k] @ c + np.diag(tree.freedoms["rotor"][first : first + c.shape[1]])
        gain = mass[k] @ c @ np.linalg.inv(nn[k])
        pp[k] = np.eye(nb) - gain @ c.T
        i = parents[k]
        if i >= 0:
            mass[i] += shift[k].T @ pp[k] @ mass[k] @ shift[k]
            load[i] += shift[k].T @ (pp[k] @ (load[k] - mass[k] @ abar[k]) - gain @ own_tau)
            rows[i] += shift[k].T @ pp[k] @ rows[k]
    a, wrench, rates = np.zeros((n, nb, m + 1)), np.zeros((n, nb, m + 1)), np.zeros((j.nv, m + 1))
    for k in range(n):
        c, first, i = columns[k], int(tree.bodies[k]["first"]), parents[k]
        carried = shift[k] @ a[i] if i >= 0 else np.zeros((nb, m + 1))
        carried[:, 0] += abar[k]
        right = np.column_stack([load[k], rows[k]]) - mass[k] @ carried
        push = c.T @ right
        push[:, 0] += tau[first : first + c.shape[1]]
        rates[first : first + c.shape[1]] = np.linalg.solve(nn[k], push)
        a[k] = carried + c @ rates[first : first + c.shape[1]]
        wrench[k] = mass[k] @ a[k] - np.column_stack([load[k], rows[k]])
    loops, a0 = a[:, :, 1:], a[:, :, 0]
    right = gamma - g @ a0.ravel()
    multipliers = np.linalg.lstsq(g @ loops.reshape(n * nb, m), right, rcond=1e-11)[0] if m else np.zeros(0)
    names = tuple(f"{group.label} {way}" for group in tree.attached.groups for way in group.directions)
    return Recursion(
        tuple(j.system.body_names[link.body] for link in tree.topology.links), parents, j.names, names, shift, columns, own, mass, tuple(nn), pp, abar, f,
        load, tau, g, -gamma, rows, a0, loops, wrench[:, :, 0], wrench[:, :, 1:], rates[:, 0], rates[:, 1:], np.asarray(multipliers),
    )  # fmt: skip


# --- what the kernels leave in the tables ---------------------------------------------------------------------------------


def _placed(j: JointTree, x: Array, v: Array, t: float) -> Array:
    """Sweep the tree, evaluate loops and loads; returns the efforts of springs and dampers at joints."""
    form, tree = j._form, j._tree
    if j.system.model.frictions:
        raise SolveError("friction depends on reactions: these matrices are of models without it")
    y = np.concatenate([x, v, np.zeros(EXTRA)])
    recursive.place(form.record.here, y.ctypes.data, t)
    recursive.force(form.record.here, y.ctypes.data, t)
    tree.rooms[0].loads(tree.record.here, form.record.gravity, tree.has_elements)
    return np.asarray(tree.arrays["efforts"]).copy()


def _rows(j: JointTree) -> tuple[Array, Array]:
    """Loop equations by accelerations of the bodies (in their internal frames), and what they must give."""
    tree, work = j._tree, j._form.work
    nb, n = j.system.space.nv, len(tree.topology.links)
    g = np.zeros((len(tree.rows), n * nb))
    slots = tree.carried.slots["row"]
    for touch in tree.carried.touches:
        k, at = int(touch["body"]), int(touch["start"])
        block = work.jacobian[at : at + nb].copy()
        if nb == 6:
            block[3:] = tree.states[k]["s"].reshape(3, 3) @ block[3:]
        g[slots[touch["slot"]], nb * k : nb * k + nb] += block
    scale = row_scales(tree.attached)[: len(tree.rows)]
    return g / scale[:, None], work.gamma / scale


def _bias(j: JointTree) -> Array:
    bodies = j._tree.bodies[:-1]
    if j.system.space is not PLANE:
        return np.asarray(bodies["b"]).copy()
    return np.column_stack([bodies["bx"], bodies["by"], np.zeros(len(bodies))])


def _shift(j: JointTree, k: int) -> Array:
    b = j._tree.bodies[k]
    if j.system.space is PLANE:
        return np.array([[1.0, 0.0, -b["dy"]], [0.0, 1.0, b["dx"]], [0.0, 0.0, 1.0]])
    out = np.eye(6)
    out[:3, 3:] = -cross_matrix(b["d"])
    return out


def _columns(j: JointTree, k: int) -> Array:
    b = j._tree.bodies[k]
    return np.asarray(j._tree.freedoms["c"][int(b["first"]) : int(b["first"] + b["count"])]).T.copy()


def _mass(j: JointTree, k: int) -> Array:
    b, s = j._tree.bodies[k], j._tree.states[k]["s"].reshape(3, 3)
    m = float(b["m"])
    if j.system.space is PLANE:
        x, y = s[:2, :2] @ np.array([b["cx"], b["cy"]])
        return np.array([[m, 0.0, -m * y], [0.0, m, m * x], [-m * y, m * x, float(b["j"])]])
    xx, xy, xz, yy, yz, zz = b["j"]
    out, c = np.zeros((6, 6)), cross_matrix(s @ b["c"])
    out[:3, :3], out[:3, 3:], out[3:, :3] = m * np.eye(3), -m * c, m * c
    out[3:, 3:] = s @ np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]) @ s.T
    return out


def loop_rows(j: JointTree, x: Array, v: Array, t: float) -> tuple[Array, Array]:
    """Loop equations in the speeds: `G eta' = gamma`."""
    _placed(j, x.copy(), v.copy(), t)
    tree, work, inverse = j._tree, j._form.work, j._tree.rooms[1]
    g, rho = np.zeros((len(tree.rows), j.nv)), work.gamma.copy()
    inverse.closure(tree.record.here, work.record.jacobian, g.ctypes.data)
    inverse.loop_bias(tree.record.here, work.record.jacobian, rho.ctypes.data)
    scale = row_scales(tree.attached)[: len(tree.rows)]
    return g / scale[:, None], rho / scale


# --- independent coordinates ------------------------------------------------------------------------------------------------


@frozen
class MinimalEquations:
    """`(J^T M J) s' = J^T (k - M etabarbar)` with `eta = J s + etabar` and `eta' = J s' + etabarbar`."""

    names: tuple[str, ...]  # of all speeds
    independent: tuple[str, ...]
    J: Array
    etabar: Array
    etabarbar: Array
    M: Array  # of the tree, in all its speeds
    k: Array  # efforts less gravity, gyroscopic terms and elements
    s: Array
    gap: float  # how far the loops are open at the coordinates given, m or rad

    @property
    def M_bar(self) -> Array:
        """`J^T M J`."""
        return self.J.T @ self.M @ self.J

    @property
    def right(self) -> Array:
        """`J^T (k - M etabarbar)`."""
        return self.J.T @ (self.k - self.M @ self.etabarbar)

    @property
    def sdot(self) -> Array:
        """Accelerations of the independent speeds."""
        return np.asarray(np.linalg.solve(self.M_bar, self.right)) if len(self.s) else np.zeros(0)

    @property
    def etadot(self) -> Array:
        """Accelerations of all speeds."""
        return self.J @ self.sdot + self.etabarbar


def minimal_matrices(
    model: Model | JointTree, q: ArrayLike, v: ArrayLike, effort: ArrayLike | None = None, t: float = 0.0,
    independent: Sequence[str] | None = None,
) -> MinimalEquations:  # fmt: skip
    """The equations in independent speeds at joint coordinates q, which close the loops, and speeds v.

    `independent` names them (`"A.angle"`); else those are taken that the loop equations determine the others best by.
    """
    from vazba.textbook.joint_space import inverse_many, many_states

    j = tree_for(model)
    x, speeds = j.inner(q), vectors(v, j.nv, "v")
    bias = many_states(inverse_many, j, j._tree.rooms[1].inverse.address, x, speeds, np.zeros_like(speeds), t)[0]
    mass = composite_at(j, x[0])
    g, gamma = loop_rows(j, x[0], speeds[0], t)
    scale = row_scales(j._tree.attached)[: len(g)]
    work = j._form.work
    gap, nu = float(np.abs(work.phi / scale).max(initial=0.0)), work.nu / scale
    chosen = _independent(j, g, mass, independent)
    dependent = np.setdiff1d(np.arange(j.nv), chosen)
    jac, bar, barbar = np.zeros((j.nv, len(chosen))), np.zeros(j.nv), np.zeros(j.nv)
    jac[chosen, np.arange(len(chosen))] = 1.0
    if len(dependent):
        jac[dependent] = -np.linalg.lstsq(g[:, dependent], g[:, chosen], rcond=RANK)[0]
        bar[dependent] = np.linalg.lstsq(g[:, dependent], nu, rcond=RANK)[0]
        barbar[dependent] = np.linalg.lstsq(g[:, dependent], gamma, rcond=RANK)[0]
    k = vectors(effort, j.nv, "effort")[0] - bias
    names = j.coordinate_names
    return MinimalEquations(names, tuple(names[i] for i in chosen), jac, bar, barbar, mass, k, speeds[0][chosen], gap)


def _independent(j: JointTree, g: Array, mass: Array, named: Sequence[str] | None) -> NDArray[np.int64]:
    """Speeds that are independent: those named, or the columns that a pivoted factorisation of the loop equations leaves."""
    from scipy.linalg import qr

    if not len(g) and named is None:
        return np.arange(j.nv)
    scaled = g / np.sqrt(np.diag(mass))
    rank = (
        int((np.linalg.svd(scaled, compute_uv=False) > RANK * max(np.abs(scaled).max(initial=0.0), 1e-300)).sum())
        if len(g)
        else 0
    )
    if named is None:
        order = qr(scaled, mode="r", pivoting=True)[1]
        return np.sort(order[rank:]).astype(np.int64)
    unknown = [name for name in named if name not in j.coordinate_names]
    if unknown:
        raise ModelError(
            [Fault("independent", f"'{n}' is no coordinate of the tree of joints", "", suggestion(n, j.coordinate_names)) for n in unknown]
        )  # fmt: skip
    places = np.array([j.coordinate_names.index(name) for name in named], np.int64)
    rest = np.setdiff1d(np.arange(j.nv), places)
    left = np.linalg.matrix_rank(scaled[:, rest], tol=RANK * np.abs(scaled).max()) if rank else 0
    if len(places) != j.nv - rank or left < rank:
        such = ", ".join(j.coordinate_names[k] for k in _independent(j, g, mass, None))
        what = f"{', '.join(named)} do not determine the others: {j.nv - rank} independent coordinates are needed"
        raise ModelError(Fault("independent", what, "", f"such are {such}"))
    return places


# --- the block system -----------------------------------------------------------------------------------------------------


@frozen
class BlockSystem:
    """One linear system in accelerations of bodies `a`, wrenches of the joints that carry them `fp`, accelerations of dependent and of independent speeds, and
    multipliers of the loops: `matrix @ (a, fp, eta'_d, eta'_i, lambda) = right`."""

    matrix: Array
    right: Array
    blocks: dict[str, slice]  # places of the unknowns
    dependent: tuple[str, ...]
    independent: tuple[str, ...]
    names: tuple[str, ...]

    @property
    def solution(self) -> Array:
        """All unknowns; where reactions are not unique, the smallest."""
        return np.asarray(np.linalg.lstsq(self.matrix, self.right, rcond=1e-13)[0])

    def part(self, name: str) -> Array:
        """One kind of unknown: `a`, `fp`, `dependent`, `independent`, `lambda`."""
        return self.solution[self.blocks[name]]

    @property
    def etadot(self) -> Array:
        """Accelerations of the speeds in the order of the tree."""
        found = dict(zip((*self.dependent, *self.independent), [*self.part("dependent"), *self.part("independent")]))
        return np.array([found[name] for name in self.names])


def block_system(
    model: Model | JointTree, q: ArrayLike, v: ArrayLike, effort: ArrayLike | None = None, t: float = 0.0
) -> BlockSystem:
    """Balance of every body, what its joint lets it do, the efforts, and the loops, as one system:

        M a - T^T fp - G^T lambda = f,      T a - C eta' = abar,      C^T fp = tau,      G a = -gbarbar

    where `(T a)_i = a_i - B_i a_p`.
    """
    j = tree_for(model)
    r = recursion_matrices(j, q, v, effort, t)
    n, nb = r.f.shape
    size, nv, m = n * nb, j.nv, len(r.gbarbar)
    mass, tree, columns, first = np.zeros((size, size)), np.eye(size), np.zeros((size, nv)), 0
    for k in range(n):
        here = slice(nb * k, nb * k + nb)
        mass[here, here] = r.M[k]
        if r.parents[k] >= 0:
            tree[here, nb * r.parents[k] : nb * r.parents[k] + nb] = -r.B[k]
        columns[here, first : first + r.C[k].shape[1]] = r.C[k]
        first += r.C[k].shape[1]
    g, _ = loop_rows(j, j.inner(q)[0], vectors(v, nv, "v")[0], t)
    chosen = _independent(j, g, columns.T @ columns, None)
    order = np.concatenate([np.setdiff1d(np.arange(nv), chosen), chosen])
    matrix = np.zeros((2 * size + nv + m,) * 2)
    a, fp, eta, lam = slice(0, size), slice(size, 2 * size), slice(2 * size, 2 * size + nv), slice(2 * size + nv, None)
    matrix[a, a], matrix[a, fp], matrix[a, lam] = mass, -tree.T, -r.G.T
    matrix[fp, a], matrix[fp, eta] = tree, -columns[:, order]
    matrix[eta, fp] = columns[:, order].T
    matrix[lam, a] = r.G
    right = np.concatenate([r.f.ravel(), r.abar.ravel(), r.tau[order], -r.gbarbar])
    split = 2 * size + nv - len(chosen)
    blocks = {
        "a": a,
        "fp": fp,
        "dependent": slice(2 * size, split),
        "independent": slice(split, 2 * size + nv),
        "lambda": lam,
    }
    names = j.coordinate_names
    return BlockSystem(
        matrix,
        right,
        blocks,
        tuple(names[k] for k in order[: nv - len(chosen)]),
        tuple(names[k] for k in chosen),
        names,
    )
