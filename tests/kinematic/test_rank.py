"""The sparse analysis of constraint rows gives what the singular value decomposition gives."""

from __future__ import annotations

import numpy as np
import pytest

import vazba as vz
from vazba.compiler import compile_model
from vazba.kinematic.assembly import assemble
from vazba.kinematic.rank import Dense, Sparse, dense_jacobian

from .mechanisms import bennett, four_bar, pinned_loop, sarrus, slider_crank, stewart
from .test_mobility import parallelogram


def ladder(loops: int, dimension: int = 3) -> vz.Model:
    """Parallelograms side by side; in space each has three redundant equations."""
    m = vz.Model("ladder", dimension=dimension)

    def place(x: float, y: float) -> tuple[float, ...]:
        return (x, y) if dimension == 2 else (x, y, 0.0)

    def pin(name: str, a: str, b: str, at: tuple[float, ...]) -> None:
        m.revolute(name, a, b, at=at, **({} if dimension == 2 else {"axis": (0, 0, 1)}))

    for k in range(loops + 1):
        m.body(f"crank{k}", position=place(k, 0))
        pin(f"A{k}", "ground", f"crank{k}", place(k, 0))
    for k in range(loops):
        m.body(f"coupler{k}", position=place(k + 0.3, 1))
        pin(f"B{k}", f"crank{k}", f"coupler{k}", place(k + 0.3, 1))
        pin(f"C{k}", f"coupler{k}", f"crank{k + 1}", place(k + 1.3, 1))
    return m


def driven_twice() -> vz.Model:
    m = ladder(6)
    m.drive("A0", angle=0)
    m.drive("A3", angle=0)
    return m


def nearly_straight(bend: float) -> vz.Model:
    """A chain of three rods between fixed ends, bent a little: the closer to straight, the closer its equations depend."""
    m = vz.Model("straight", dimension=2)
    for k in range(3):
        m.body(f"rod{k}", position=(k, 0.0))
    corners = ((0, 0), (1, bend), (2, 0), (3, 0))
    for k, (a, b) in enumerate((("ground", "rod0"), ("rod0", "rod1"), ("rod1", "rod2"), ("rod2", "ground"))):
        m.revolute(f"P{k}", a, b, at=corners[k])
    m.drive("P0", angle=0)
    return m


MODELS = {
    "four-bar": lambda: four_bar(3, law=None),
    "bennett": lambda: pinned_loop(bennett()),
    "sarrus": sarrus,
    "stewart": stewart,
    "slider-crank": lambda: slider_crank()[0],
    "parallelogram": lambda: parallelogram(20),
    "plane ladder": lambda: ladder(30, 2),
    "ladder": lambda: ladder(8),
    "driven twice": driven_twice,
    "bent": lambda: nearly_straight(1e-3),
    "hardly bent": lambda: nearly_straight(3e-6),
    "straight": lambda: nearly_straight(0.0),
}


@pytest.mark.parametrize("name", MODELS)
def test_sparse_and_dense_agree(name: str) -> None:
    system = compile_model(MODELS[name]())
    work = assemble(system).work
    a = dense_jacobian(system, work) / np.sqrt(system.tables.weights)
    for count in {system.m, system.joint_rows}:
        dense, sparse = Dense(a[:count]), Sparse(system, work, count)
        u, s, vt = np.linalg.svd(a[:count])
        assert sparse.rank == dense.rank == np.linalg.matrix_rank(a[:count], tol=1e-7 * s[0])
        assert sparse.largest == pytest.approx(s[0], rel=1e-9)
        y = sparse.dependencies()
        assert y.shape == (count - dense.rank, count)
        assert y @ y.T == pytest.approx(np.eye(len(y)), abs=1e-12)
        assert y @ u[:, : dense.rank] == pytest.approx(0, abs=1e-7)
        motions = sparse.motions(1000)
        assert motions.shape == (system.nv - dense.rank, system.nv)
        assert motions @ motions.T == pytest.approx(np.eye(len(motions)), abs=1e-12)
        assert a[:count] @ motions.T == pytest.approx(0, abs=1e-11)
        assert vt[: dense.rank] @ sparse.some_motion(np.random.default_rng(1)) == pytest.approx(0, abs=1e-5)
        size, vector = sparse.weakest()
        last = dense.rank - 1
        assert size == pytest.approx(s[last] / s[0], rel=1e-6)
        cluster = np.abs(s / s[last] - 1) < 1e-3  # of equal ones any combination
        assert np.linalg.norm(u[:, : len(s)][:, cluster].T @ vector) == pytest.approx(1, abs=1e-3)
