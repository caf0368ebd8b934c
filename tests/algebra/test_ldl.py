"""The block factorisation against dense solves, its order, and its growth."""

from __future__ import annotations

import time

import numpy as np
import pytest

from vazba.algebra.ldl import HUB, factor, fill, order, plan, solve


class Case:
    """A random system `[[W, J^T], [J, -mu E]]` with a given pattern, sparse and dense."""

    def __init__(self, body_sizes, group_sizes, touches, seed=0, mu=1e-3):
        rng = np.random.default_rng(seed)
        self.nv, self.m = sum(body_sizes), sum(group_sizes)
        self.mu, self.weights = mu, rng.uniform(0.5, 2.0, self.nv)
        columns, rows = np.cumsum([0, *body_sizes]), np.cumsum([0, *group_sizes])
        self.j = np.zeros((self.m, self.nv))
        starts, values, at = [], [], 0
        for g, touched in enumerate(touches):
            begin = []
            for body in touched:
                block = rng.normal(size=(group_sizes[g], body_sizes[body]))
                self.j[rows[g] : rows[g + 1], columns[body] : columns[body + 1]] = block
                begin.append(at)
                values.append(block.ravel())
                at += block.size
            starts.append(begin)
        self.jacobian = np.concatenate(values) if values else np.zeros(0)
        self.plan = plan(body_sizes, group_sizes, touches, starts)

    @property
    def dense(self):
        return np.block([[np.diag(self.weights), self.j.T], [self.j, -self.mu * np.eye(self.m)]])

    def solve(self, right, floor=1e-8):
        p = self.plan
        values, scratch, x = np.zeros(p.values), np.zeros(p.scratch), right.copy()
        places, nodes, entries, pairs = (t.view(np.recarray) for t in (p.places, p.nodes, p.entries, p.pairs))
        fill(places, p.pivots, self.jacobian, self.weights, self.mu, values)
        small = factor(nodes, entries, pairs, values, scratch, floor)
        solve(nodes, entries, values, x)
        return x, small


def random_pattern(rng, bodies, groups, dimension):
    sizes = [3 if dimension == 2 else 6] * bodies
    touches = [
        sorted(rng.choice(bodies, size=min(bodies, rng.integers(1, 5)), replace=False).tolist()) for _ in range(groups)
    ]
    return sizes, rng.integers(1, 7, groups).tolist(), touches


@pytest.mark.parametrize("seed", range(12))
def test_random_systems_against_a_dense_solve(seed):
    rng = np.random.default_rng(seed)
    pattern = random_pattern(rng, int(rng.integers(1, 15)), int(rng.integers(0, 20)), 2 + seed % 2)
    case = Case(*pattern, seed=seed)
    right = rng.normal(size=case.nv + case.m)
    x, _ = case.solve(right)
    assert np.allclose(case.dense @ x, right, rtol=0, atol=1e-9 * (1 + np.abs(x).max()))
    assert np.allclose(x, np.linalg.solve(case.dense, right), rtol=1e-7, atol=1e-9)


def ladder(n):
    """n loops, each of two posts and a rung, on the ground: bodies of six, pins of five."""
    touches = [(0,), (1,)]
    for k in range(n):
        left, right, rung = 3 * k, 3 * k + 1, 3 * k + 2
        touches += [(left, rung), (rung, right)]
        if k + 1 < n:
            touches += [(left, left + 3), (right, right + 3)]
    return [6] * (3 * n), [5] * len(touches), touches


def tree(n):
    touches = [(0,)] + [((k - 1) // 2, k) for k in range(1, n)]
    return [6] * n, [5] * n, touches


def hub(n):
    """One body on the ground and n pendulums hanging from it."""
    return [6] * (n + 1), [5] * (n + 1), [(0,)] + [(0, k) for k in range(1, n + 1)]


def chain(n):
    return [6] * n, [5] * n, [(0,)] + [(k - 1, k) for k in range(1, n)]


@pytest.mark.parametrize("shape", [chain, ladder, tree, hub])
def test_fill_and_updates_grow_linearly(shape):
    """Stored numbers and update blocks per body stay the same from 50 to 400 (a hub with 200 pendulums included)."""
    per_body = []
    for n in (50, 200, 400):
        sizes, groups, touches = shape(n)
        p = Case(sizes, groups, touches).plan
        per_body.append((p.values / len(sizes), len(p.pairs) / len(sizes)))
    (v0, p0), (_, _), (v2, p2) = per_body
    assert v2 < 1.1 * v0
    assert p2 < 1.1 * p0 + 1
    assert v2 < 800  # two blocks of 36 and a few of 30 a body


@pytest.mark.parametrize("shape", [chain, ladder, tree, hub])
def test_shapes_of_mechanisms_against_a_dense_solve(shape):
    case = Case(*shape(20), seed=3)
    right = np.random.default_rng(4).normal(size=case.nv + case.m)
    x, small = case.solve(right)
    assert np.allclose(x, np.linalg.solve(case.dense, right), rtol=1e-8, atol=1e-9)
    assert small == 0


def test_planning_time_of_a_large_ladder_is_modest():
    sizes, groups, touches = ladder(700)
    starts, at = [], 0
    for rows, touched in zip(groups, touches, strict=True):
        starts.append([])
        for body in touched:
            starts[-1].append(at)
            at += rows * sizes[body]
    began = time.process_time()
    plan(sizes, groups, touches, starts)
    assert time.process_time() - began < 8.0


@pytest.mark.parametrize("seed", range(6))
def test_order_eliminates_everything_once_and_constraints_after_their_bodies(seed):
    rng = np.random.default_rng(seed)
    sizes, groups, touches = random_pattern(rng, 20, 30, 3)
    sequence, later = order([*sizes, *groups], touches)
    assert sorted(sequence) == list(range(50))
    position = {node: k for k, node in enumerate(sequence)}
    degree = [sum(b in t for t in touches) for b in range(20)]
    for k, touched in enumerate(touches):
        assert all(position[b] < position[20 + k] for b in touched if degree[b] <= HUB)
        assert any(position[b] < position[20 + k] for b in touched)
    for node, neighbours in enumerate(later):
        assert all(position[other] > position[node] for other in neighbours)


def test_bodies_without_constraints_and_constraints_on_one_body():
    case = Case([3, 3, 3], [2], [(1,)])
    right = np.arange(11.0)
    x, _ = case.solve(right)
    assert np.allclose(x, np.linalg.solve(case.dense, right), atol=1e-10)


@pytest.mark.parametrize("mu", [1e-6, 1e-11])
def test_redundant_rows(mu):
    """Twice the same constraint: quasi-definite, so it factorises; J x = b has the least solution, and the rows are counted."""
    case = Case([6, 6], [5, 5, 2], [(0, 1), (0, 1), (1,)], seed=5, mu=mu)
    half = case.jacobian[:60]
    case.jacobian = np.concatenate([half, half, case.jacobian[120:]])
    case.j[5:10] = case.j[:5]
    b = np.random.default_rng(6).normal(size=case.m)
    b[5:10] = b[:5]
    right = np.concatenate([np.zeros(case.nv), b])
    x, small = case.solve(right, floor=1e-4)
    assert small == 5
    w = np.sqrt(case.weights)
    least = np.linalg.lstsq(case.j / w, b, rcond=1e-10)[0] / w
    assert np.allclose(x[: case.nv], least, rtol=0, atol=1e3 * mu + 1e-4)
    # refinement as the solver does it: residuals fall to rounding
    v = x[: case.nv].copy()
    for _ in range(3):
        step, _ = case.solve(np.concatenate([np.zeros(case.nv), b - case.j @ v]))
        v += step[: case.nv]
    assert np.abs(case.j @ v - b).max() < 1e-9
    assert np.allclose(v, least, rtol=0, atol=1e-8)


def test_rank_deficient_loop_of_constraints():
    """Three constraints round a triangle of bodies of which one follows from the other two."""
    case = Case([3, 3, 3], [2, 2, 2], [(0, 1), (1, 2), (0, 2)], seed=7, mu=1e-11)
    case.j[:] = 0
    e = np.hstack([np.eye(2), np.zeros((2, 1))])
    for rows, (a, b) in zip((slice(0, 2), slice(2, 4), slice(4, 6)), ((0, 1), (1, 2), (0, 2))):
        case.j[rows, 3 * a : 3 * a + 3], case.j[rows, 3 * b : 3 * b + 3] = e, -e
    case.jacobian = np.concatenate([np.concatenate([e.ravel(), -e.ravel()]) for _ in range(3)])
    b = np.array([0.3, -0.2, 0.5, 0.1, 0.8, -0.1])  # consistent: third = first + second
    x, small = case.solve(np.concatenate([np.zeros(9), b]))
    assert small == 2
    assert np.abs(case.j @ x[:9] - b).max() < 1e-5
