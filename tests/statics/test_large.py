"""Large mechanisms in sparse matrices: closed forms, and the same answers as full matrices give."""

from __future__ import annotations

import numpy as np
import pytest

import vazba as vz
from vazba.statics import large

G = 9.81


@pytest.fixture
def sparse(monkeypatch):
    monkeypatch.setattr(large, "MOST_DENSE", 5)


def hanging(n, supported=True):
    """A string of n equal beads between two points at one height, of stiff pieces without bending: a parabola under small sag."""
    m = vz.Model("string", dimension=2)
    for k in range(n + 2):
        m.node(f"n{k}", (k / (n + 1), 0.0), mass=0.01, fixed=True if k in (0, n + 1) else None)
    for k in range(n + 1):
        m.cable(f"c{k}", [f"n{k}", f"n{k + 1}"], stiffness=1000.0, free_length=0.9 / (n + 1))
    return m


def test_frequencies_of_a_loaded_string():
    """`w_k = 2 sqrt(S/(m h)) sin(k pi/(2 (n + 1)))` across, for n beads under the tension S: J. L. Lagrange; along it by the stiffness of the pieces."""
    n = 150
    m = hanging(n)
    m.gravity = (0, 0)
    h = 1.0 / (n + 1)
    tension, stiff = 1000.0 * (h - 0.9 * h) / (0.9 * h), 1000.0 / (0.9 * h)
    found = vz.modes(m, count=8)
    assert len(found) == 8
    k = np.arange(1, 40)
    across = 2 * np.sqrt(tension / (0.01 * h)) * np.sin(k * np.pi / (2 * (n + 1)))
    along = 2 * np.sqrt(stiff / 0.01) * np.sin(k * np.pi / (2 * (n + 1)))
    assert found.omegas == pytest.approx(np.sort(np.concatenate([across, along]))[:8], rel=1e-8)


def test_sagging_net_balances():
    """Every bead carries its weight by its two cables, which the test finds from places and tensions alone."""
    n = 150
    found = vz.equilibrium(hanging(n))
    assert found.stable
    places = np.array([[0.0, 0.0], *[[found[f"n{k}"].x[0], found[f"n{k}"].y[0]] for k in range(1, n + 1)], [1.0, 0.0]])
    d = np.diff(places, axis=0)
    pull = d / np.linalg.norm(d, axis=1)[:, None] * np.array([found.tensions[f"c{k}"] for k in range(n + 1)])[:, None]
    assert np.abs(pull[1:] - pull[:-1] + [0.0, -0.01 * G]).max() < 1e-8


@pytest.mark.parametrize("supported", [True, False])
def test_tower_in_sparse_and_full_matrices(supported, monkeypatch):
    m = vz.tensegrity.tower(3, 3, supported=supported)
    full, shapes = vz.equilibrium(m), vz.modes(m, count=12)
    monkeypatch.setattr(large, "MOST_DENSE", 5)
    few, others = vz.equilibrium(m), vz.modes(m, count=12)
    assert (few.stability, len(few.idle)) == (full.stability, len(full.idle)) == ("stable", 0 if supported else 6)
    assert few.stiffness[:6] == pytest.approx(full.stiffness[:6], abs=1e-6 * full.stiffness.max())
    assert others.omegas == pytest.approx(shapes.omegas, abs=1e-8 * shapes.omegas.max())
    assert len(others.idle) == len(shapes.idle)


def chain(n, up=1.0, damping=0.0):
    """Rigid rods hanging (or standing) on each other, with pins."""
    m = vz.Model("chain", dimension=2)
    for k in range(n):
        m.body(f"b{k}", position=(0, -up * (k + 0.5)), mass=1.0 + 0.1 * k, inertia=0.1)
        m.revolute(f"j{k}", "ground" if k == 0 else f"b{k - 1}", f"b{k}", at=(0, -up * k))
        if damping:
            m.damper(f"d{k}", joint=f"j{k}", damping=damping * (1 + k))
    return m


def test_damped_modes_follow_the_whole_equations(monkeypatch):
    m = chain(5, damping=0.05)
    full = vz.modes(m, count=3)
    monkeypatch.setattr(large, "MOST_DENSE", 5)
    few = vz.modes(m, count=3)
    assert few.eigenvalues == pytest.approx(full.eigenvalues, rel=1e-8)
    assert (few.dampings > 1e-4).all()
    assert not few.warnings
    assert "damped so much" in vz.modes(chain(5, damping=0.4), count=3).warnings[0]


def test_a_chain_that_stands_is_unstable(sparse):
    found = vz.modes(chain(5, up=-1.0), at="drawn", count=5)
    assert found.counted("UNSTABLE") == 5
    rest = vz.equilibrium(chain(5, up=-1.0))
    assert rest.how == "as drawn"
    assert rest.stability == "UNSTABLE"


def test_what_nothing_holds_is_named_in_large_mechanisms_too(sparse):
    m = chain(3)
    m.body("lost", position=(2, 0), mass=1, inertia=1)
    with pytest.warns(vz.VazbaWarning, match="nothing holds the mechanism.*lost"):
        assert not vz.equilibrium(m).ok


def test_stiff_net_of_a_thousand_nodes_is_quick():
    """Sag of a square net under small load: `(T/h)(4 w - w's of neighbours) = m g`, solved in the test by its own matrix."""
    from scipy.sparse import diags_array, eye_array, kron
    from scipy.sparse.linalg import spsolve

    n, mass, pre = 16, 1e-4, 50.0
    m = vz.Model("net")
    h = 1.0 / (n + 1)
    for i in range(n + 2):
        for j in range(n + 2):
            m.node(
                f"n{i}-{j}", (i * h, j * h, 0), mass=mass, fixed=True if i in (0, n + 1) or j in (0, n + 1) else None
            )
    free = h / (1 + pre / 1e4)
    for i in range(n + 2):
        for j in range(n + 2):
            for di, dj in ((1, 0), (0, 1)):
                if i + di <= n + 1 and j + dj <= n + 1 and (0 < i < n + 1 if dj else 0 < j < n + 1):
                    m.cable(f"c{i}-{j}-{di}", [f"n{i}-{j}", f"n{i + di}-{j + dj}"], stiffness=1e4, free_length=free)
    found = vz.equilibrium(m)
    assert found.stable
    line = diags_array([-np.ones(n - 1), 2 * np.ones(n), -np.ones(n - 1)], offsets=[-1, 0, 1])
    one = eye_array(n)
    w = spsolve((pre / h * (kron(line, one) + kron(one, line))).tocsc(), np.full(n * n, -mass * G))
    z = np.array([found[f"n{i}-{j}"].z[0] for i in range(1, n + 1) for j in range(1, n + 1)])
    assert z == pytest.approx(w, rel=1e-4)
