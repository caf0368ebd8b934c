"""Time of one evaluation against the number of bodies, chains of revolute joints in space: direct, composite, articulated and residual methods.

    python benchmarks/cost.py        measures, and writes the figure and the table of the page docs/cost.md

The mass matrices of the composite and residual methods are solved by a plain Cholesky factorisation and, where it says blocked, by LAPACK's (`dposv`,
one thread). All of them are compiled and are given the same states; each gives the same accelerations, which is checked. The two direct ones solve for the
accelerations of all bodies and the multipliers of all joints, `[[M, J^T], [J, 0]]`; the others for those of the joint coordinates.
"""

from __future__ import annotations

import ctypes
import platform
from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any

import measure
import numba
import numpy as np
import trees
from kernels import call_tree, derivatives, solve_symmetric
from numba.extending import get_cython_function_address

import vazba as vz
from vazba.equations.posture import PLACES
from vazba.equations.verbs import EXTRA
from vazba.reporting.observe import observed
from vazba.tree import spatial, spatial_inverse

DOCS = Path(__file__).parents[1] / "docs"
SIZES = (2, 3, 5, 7, 10, 15, 20, 30, 50, 70, 100, 150, 200, 300, 500, 700, 1000)
PATIENCE = 4.0  # s for one evaluation: a method that would take longer is not asked for longer chains
PASSES, LONG = 8, 0.1  # how often all is measured; s of one evaluation that is measured only once
LAWS = {
    "direct, dense": 3.0, "direct, sparse": 1.0, "residual": 3.0, "composite": 3.0, "residual, blocked": 3.0, "composite, blocked": 3.0, "articulated": 1.0,
}  # fmt: skip
NOTED = (7, 50, 300)
DENSE = 200  # bodies: the dense matrix of the direct method has 11 rows for each


_pointer = ctypes.c_void_p
dposv = ctypes.CFUNCTYPE(None, *(_pointer,) * 8)(get_cython_function_address("scipy.linalg.cython_lapack", "dposv"))
UPPER, ONE = (
    np.array([ord("U")], np.uint8),
    np.ones(1, np.int32),
)  # a matrix stored by rows is its transpose to LAPACK, which is the same here


@numba.njit
def solved(mass, nv, out, blocked, numbers):  # type: ignore[no-untyped-def]
    """`mass x = out` in place, by a plain Cholesky factorisation or by LAPACK's blocked one."""
    if blocked:
        numbers[0] = nv
        n, info = numbers.ctypes.data, numbers.ctypes.data + 4
        dposv(UPPER.ctypes.data, n, ONE.ctypes.data, mass.ctypes.data, n, out.ctypes.data, n, info)
    else:
        solve_symmetric(mass, nv, out)


@numba.njit
def by_composite(kernels, tree, gravity, y, nq, nv, mass, out, still, blocked, numbers, many):  # type: ignore[no-untyped-def]
    """Kinematics, loads at rest by Newton and Euler, mass matrix by composite bodies, Cholesky."""
    for _ in range(many):
        call_tree(kernels[0], tree, y, y + 8 * nq)
        call_tree(kernels[1], tree, gravity, 0)
        call_tree(kernels[2], tree, still.ctypes.data, out.ctypes.data)
        call_tree(kernels[3], tree, mass.ctypes.data, 0)
        for k in range(nv):
            out[k] = -out[k]
        solved(mass, nv, out, blocked, numbers)


@numba.njit
def by_residual(kernels, tree, gravity, y, nq, nv, mass, out, still, blocked, numbers, many):  # type: ignore[no-untyped-def]
    """The same with the mass matrix column by column: the loads of a unit acceleration of each freedom, at rest and without gravity."""
    for _ in range(many):
        call_tree(kernels[0], tree, y, y + 8 * nq)
        call_tree(kernels[1], tree, gravity, 0)
        call_tree(kernels[2], tree, still.ctypes.data, out.ctypes.data)
        for k in range(nv):
            call_tree(kernels[4], tree, 0, 0)
            still[k] = 1.0
            call_tree(kernels[2], tree, still.ctypes.data, mass.ctypes.data + 8 * k * nv)
            still[k] = 0.0
            out[k] = -out[k]
        solved(mass, nv, out, blocked, numbers)


def methods(n: int, y: Any) -> dict[str, tuple[Callable[[int], Any], Callable[[], Any]]]:
    """For a chain and a state: a function that evaluates some times, and one that gives what it found (accelerations of the joints, or of all bodies)."""
    tree = vz.joint_tree(trees.model(n))
    form, nq, nv = tree._form, tree.nq, tree.nv
    whole, record = form.whole, form.tree.record
    rate, still, out, mass = np.zeros(len(y)), np.zeros(nv), np.zeros(nv), np.zeros(nv * nv)
    kernels = np.array([
        kernel.address
        for kernel in (spatial.sweep, spatial.loads, spatial_inverse.inverse, spatial_inverse.composite, spatial.still)
    ])  # fmt: skip
    given = kernels, int(record.here), int(form.record.gravity), y.ctypes.data, nq, nv, mass, out, still
    numbers = np.zeros(2, np.int32)
    bodies = form.bodies(y)
    whole_rate = np.zeros(len(bodies))
    found: dict[str, tuple[Callable[[int], Any], Callable[[], Any]]] = {
        "articulated": (
            lambda many: derivatives(form.derivative.address, int(form.record.here), y.ctypes.data, rate.ctypes.data, many),
            lambda: rate[nq : nq + nv],
        ),
        "composite": (lambda many: by_composite(*given, False, numbers, many), lambda: out),
        "residual": (lambda many: by_residual(*given, False, numbers, many), lambda: out),
        "composite, blocked": (lambda many: by_composite(*given, True, numbers, many), lambda: out),
        "residual, blocked": (lambda many: by_residual(*given, True, numbers, many), lambda: out),
        "direct, sparse": (
            lambda many: derivatives(
                whole.derivative.address, int(whole.record.here), bodies.ctypes.data, whole_rate.ctypes.data, many
            ),
            lambda: whole_rate[whole.system.nq : whole.system.nq + whole.system.nv],
        ),
    }  # fmt: skip
    if n <= DENSE:
        found["direct, dense"] = dense(n, bodies)
    return found


def dense(n: int, bodies: Any) -> tuple[Callable[[int], Any], Callable[[], Any]]:
    """The whole matrix solved by LAPACK (symmetric, indefinite); what it takes to fill it is not counted."""
    from scipy.linalg import solve

    nq = 7 * n
    found = vz.matrices(trees.model(n), bodies[:nq], bodies[nq:-EXTRA])
    rows = len(found.jacobian)
    matrix = np.asfortranarray(np.block([[found.M, found.jacobian.T], [found.jacobian, np.zeros((rows, rows))]]))
    right, last = np.concatenate([found.force, found.gamma]), [np.zeros(0)]

    def some(many: int) -> None:
        for _ in range(many):
            last[0] = solve(matrix, right, assume_a="sym", check_finite=False)

    return some, lambda: last[0][: 6 * n]


class Chain:
    """A chain of n: what each method takes, the least of all passes, and how far the methods are apart."""

    def __init__(self, n: int, skip: Collection[str]) -> None:
        rng = np.random.default_rng(n)
        tree = vz.joint_tree(trees.model(n))
        y = np.concatenate([rng.normal(size=n), rng.normal(size=n), np.zeros(EXTRA)])
        form = tree._form
        stored = observed(form, np.zeros(1), y[None].copy(), form.work.turns[None].copy(), np.zeros(PLACES))[0]
        nq, nv = form.system.nq, form.system.nv
        exact = {n: vz.forward_dynamics(tree, y[:n], y[n : 2 * n]), nv: stored[nq + nv : nq + 2 * nv, 0]}
        self.jobs = {name: job for name, job in methods(n, y).items() if name not in skip}
        self.seconds, self.apart = {}, 0.0
        for name, (some, found) in self.jobs.items():
            some(1)
            self.seconds[name] = measure.least_cpu(lambda some=some: some(1), 1)[0]
            right = exact[len(found())]
            self.apart = max(self.apart, float(np.abs(found() - right).max() / np.abs(right).max()))

    def again(self) -> None:
        for name, (some, _) in self.jobs.items():
            if self.seconds[name] < LONG:
                many = max(1, round(1e-3 / max(self.seconds[name], 1e-9)))
                taken = measure.least_cpu(lambda some=some, many=many: some(many), 5)[0] / many
                self.seconds[name] = min(self.seconds[name], taken)


def slope(table: dict[int, dict[str, float]], name: str, above: int = 0) -> float:
    """Exponent of the growth over the longest chains measured, the last threefold of sizes."""
    sizes = [n for n in table if name in table[n]]
    last = [n for n in sizes if 3 * n >= sizes[-1] and n > above]
    return float(np.polyfit(np.log(last), np.log([table[n][name] for n in last]), 1)[0])


def gathered() -> dict[int, dict[str, float]]:
    """CPU seconds of one evaluation by chain and method; several passes, so that what else the machine does spoils none of them."""
    chains: dict[int, Chain] = {}
    slow: set[str] = set()
    for n in SIZES:
        chains[n] = Chain(n, slow)
        slow |= {name for name, seconds in chains[n].seconds.items() if seconds * 2 ** LAWS[name] > PATIENCE}
    for _ in range(PASSES):
        for chain in chains.values():
            chain.again()
    table = {n: {name: chain.seconds[name] for name in LAWS if name in chain.seconds} for n, chain in chains.items()}
    widths = (8, *(16,) * len(LAWS), 12)
    measure.row("bodies", *LAWS, "apart", widths=widths)
    for n, chain in chains.items():
        cells = (f"{table[n][name] * 1e6:.3g} us" if name in table[n] else "" for name in LAWS)
        measure.row(n, *cells, f"{chain.apart:.0e}", widths=widths)
        if not chain.apart < 1e-6:
            raise RuntimeError(f"the methods do not agree on a chain of {n}")
    return table


def noted(table: dict[int, dict[str, float]]) -> None:
    """A few sizes for the page of times; ratios are to the articulated method."""
    for n in NOTED:
        for k, (name, seconds) in enumerate(sorted(table[n].items(), key=lambda pair: pair[1])):
            ratio = seconds / table[n]["articulated"]
            measure.note(f"accelerations of a chain of {n} links" if k == 0 else "", name, seconds, "", ratio)


def run() -> bool:
    table = gathered()
    noted(table)
    met = True
    for name, wanted in (("articulated", 1.0), ("direct, sparse", 1.0)):
        found = slope(table, name)
        target = f"{name} grows at most as n^{wanted + 0.15:.2f} (measured n^{found:.2f})"
        met &= measure.verdict(found <= wanted + 0.15, target)
    return met


def write(table: dict[int, dict[str, float]]) -> None:
    """The figure and the table of the page."""
    from matplotlib.figure import Figure

    from vazba.figures.style import look, save_figure

    with look():
        figure = Figure(figsize=(7.2, 4.8), layout="constrained")
        axes = figure.add_subplot()
        marks = dict(zip(LAWS, "sDovx+^", strict=True))
        for name in LAWS:
            sizes = [n for n in table if name in table[n]]
            label = f"{name}: n^{slope(table, name):.1f} in the end"
            axes.loglog(sizes, [table[n][name] * 1e6 for n in sizes], marker=marks[name], markersize=4, label=label)
        axes.set_xlabel("bodies in the chain")
        axes.set_ylabel("time of one evaluation [µs]")
        axes.set_ylim(top=1e7)
        axes.set_title("Accelerations of a chain of revolute joints in space")
        for axis in (axes.xaxis, axes.yaxis):
            axis.set_major_formatter(lambda x, _: f"{x:,.0f}" if x >= 1 else f"{x:g}")
        axes.grid(which="minor", linewidth=0.3)
        axes.legend(loc="upper left")
        save_figure(figure, DOCS / "cost.svg")
    lines = ["bodies," + ",".join(f'"{name} [µs]"' for name in LAWS)]
    lines += [
        f"{n}," + ",".join(f"{table[n][name] * 1e6:.3g}" if name in table[n] else "" for name in LAWS) for n in table
    ]
    (DOCS / "cost.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    print(f"  {platform.machine()}, Python {platform.python_version()}, NumPy {np.__version__}")
    write(gathered())
