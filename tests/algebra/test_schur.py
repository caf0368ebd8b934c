"""The dense elimination of multipliers against NumPy, with diagonal and block weights, with redundant rows."""

from __future__ import annotations

import numpy as np
import pytest

from vazba.algebra import schur
from vazba.algebra.ldl import plan


class Case:
    """A random small system whose bodies have n velocities each."""

    def __init__(self, seed, copies=0, mu=1e-12):
        rng = np.random.default_rng(seed)
        self.n, bodies = (3, 6)[seed % 2], int(rng.integers(1, 5))
        sizes = rng.integers(1, 4, int(rng.integers(1, 4))).tolist()
        touches = [sorted(rng.choice(bodies, size=min(bodies, 2), replace=False).tolist()) for _ in sizes]
        blocks = [
            [rng.normal(size=(size, self.n)) for _ in touched] for size, touched in zip(sizes, touches, strict=True)
        ]
        for _ in range(copies):  # the same joint once more: its rows depend on the first
            sizes, touches, blocks = [*sizes, sizes[0]], [*touches, touches[0]], [*blocks, blocks[0]]
        self.m, self.nv, self.mu = sum(sizes), bodies * self.n, mu
        self.j, starts, flat, row = np.zeros((self.m, self.nv)), [], [], 0
        for size, touched, here in zip(sizes, touches, blocks, strict=True):
            starts.append([])
            for body, block in zip(touched, here, strict=True):
                starts[-1].append(sum(len(x) for x in flat))
                flat.append(block.ravel())
                self.j[row : row + size, body * self.n : (body + 1) * self.n] = block
            row += size
        self.flat = np.concatenate(flat)
        self.strips = schur.strips(plan([self.n] * bodies, sizes, touches, starts).places)
        self.couples = schur.couples(self.strips, self.m).view(np.recarray)
        self.strips = self.strips.view(np.recarray)
        roots = [rng.normal(size=(self.n, self.n)) for _ in range(bodies)]
        self.blocks = [root @ root.T + np.eye(self.n) for root in roots]
        self.weights = rng.uniform(0.5, 2.0, self.nv)
        self.right = rng.normal(size=self.nv + self.m)

    def solve(self, divided, loaded, inverse_load):
        stride = (self.m + 3) // 4 * 4
        s, y, work = np.zeros(self.m * stride), np.zeros(stride), np.zeros(stride)
        small = schur.factor(self.couples, self.n, self.flat, divided, s, self.m, self.mu, 0.0, 1e-8, np.zeros(self.m))
        x = self.right[: self.nv].copy()
        y[: self.m] = self.right[self.nv :]
        schur.solve(self.strips, self.n, divided, s, self.m, loaded, x, y, work)
        return x + inverse_load, y[: self.m], small

    def dense(self, weight):
        return np.block([[weight, self.j.T], [self.j, -self.mu * np.eye(self.m)]])


@pytest.mark.parametrize("seed", range(16))
def test_block_weights_against_a_dense_solve(seed):
    case = Case(seed)
    inverse = [np.linalg.inv(block) for block in case.blocks]
    divided = np.zeros_like(case.flat)
    schur.divide_by_blocks(case.strips, case.n, case.flat, np.concatenate([b.ravel() for b in inverse]), divided)
    load = np.concatenate([b @ f for b, f in zip(inverse, case.right[: case.nv].reshape(-1, case.n), strict=True)])
    x, multipliers, small = case.solve(divided, True, load)
    weight = np.zeros((case.nv, case.nv))
    for k, block in enumerate(case.blocks):
        weight[k * case.n : (k + 1) * case.n, k * case.n : (k + 1) * case.n] = block
    rank = np.linalg.matrix_rank(case.j)
    assert small == case.m - rank
    if rank == case.m:
        expected = np.linalg.solve(case.dense(weight), case.right)
        np.testing.assert_allclose(np.concatenate([x, multipliers]), expected, rtol=1e-7, atol=1e-9)


@pytest.mark.parametrize("seed", range(8))
def test_redundant_rows_are_counted_and_give_the_smallest_step(seed):
    case = Case(seed, copies=1)
    divided, inverse = np.zeros_like(case.flat), np.zeros(case.nv)
    schur.divide_by_weights(case.strips, case.n, case.flat, case.weights, inverse, divided)
    np.testing.assert_array_equal(inverse, 1.0 / case.weights)
    goal = case.j @ np.linspace(-1, 1, case.nv)  # something the rows can meet
    case.right[: case.nv], case.right[case.nv :] = 0.0, goal
    x, _, small = case.solve(divided, False, 0.0)
    assert small == case.m - np.linalg.matrix_rank(case.j) > 0
    root = np.sqrt(case.weights)
    expected = np.linalg.pinv(case.j / root, rcond=1e-10) @ goal / root
    np.testing.assert_allclose(x, expected, rtol=1e-3, atol=1e-3 * np.abs(expected).max())
