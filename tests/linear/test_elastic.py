"""`vz.linearize` of models with modal and nodal beams, and nodes, about rest: against differences of the compiled accelerations, `vz.modes`, runs."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.linalg import expm

import vazba as vz
from vazba.linear.differences import derivative
from vazba.linear.elastic import ElasticPoint
from vazba.statics.modes import place

FLAT = {"shape": "rectangle", "width": 0.02, "height": 0.01}
BEAMS = [("modal", {"modes": 3}), ("ancf", {"elements": 3})]


def on_a_cart(kind: str, size: dict) -> vz.Model:
    """A beam that leans from a cart on springs, with a weight on its end: it hangs bent under its weight."""
    m = vz.Model("leaning", dimension=2)
    m.body("cart", position=(0, 0), mass=2, inertia=1)
    m.prismatic("rail", "ground", "cart", at=(0, 0), axis=(1, 0))
    m.spring("hold", joint="rail", stiffness=300, damping=3)
    m.beam("arm", start=(0, 0), end=(0.8, 0.5), section=FLAT, E=2e10, density=2000, damping=1e-3, model=kind, **size)
    m.fixed("clamp", "cart", "arm", at=(0, 0))
    m.body("bob", position=(0.8, 0.5), mass=0.1, inertia=1e-3)
    m.revolute("pin", "arm", "bob", at=(0.8, 0.5))
    m.spring("turn", joint="pin", stiffness=5)
    m.actuator("motor", joint="rail")
    return m


def in_a_loop(kind: str, size: dict) -> vz.Model:
    """A four-bar in the plane whose coupler bends, held by a spring."""
    m = vz.Model("loop", dimension=2)
    m.body("crank", position=(0, 0.2), angle=math.pi / 2, mass=1, inertia=0.02)
    m.body("rocker", position=(1, 0.3), angle=math.pi / 2, mass=1.5, inertia=0.05)
    m.beam("coupler", start=(0, 0.4), end=(1, 0.6), section=FLAT, E=2e10, density=2000, model=kind, **size)
    m.revolute("A", "ground", "crank", at=(0, 0))
    m.revolute("B", "crank", "coupler", at=(0, 0.4))
    m.revolute("C", "coupler", "rocker", at=(1, 0.6))
    m.revolute("D", "rocker", "ground", at=(1, 0))
    m.spring("hold", joint="A", stiffness=200)
    m.actuator("motor", joint="A")
    return m


def in_space(kind: str, size: dict) -> vz.Model:
    """A cantilever on a hinge with a spring."""
    m = vz.Model("space", dimension=3)
    m.beam(
        "arm",
        start=(0, 0, 0),
        end=(1, 0, 0),
        section=FLAT,
        E=2e10,
        G=8e9,
        density=2000,
        damping=1e-3,
        model=kind,
        **size,
    )
    m.revolute("A", "ground", "arm", at=(0, 0, 0), axis=(0, 1, 0))
    m.spring("hold", joint="A", stiffness=100)
    m.actuator("motor", joint="A")
    return m


@pytest.mark.parametrize(("kind", "size"), BEAMS)
@pytest.mark.parametrize("build", [on_a_cart, in_a_loop, in_space])
def test_it_is_the_derivative_of_the_accelerations_and_has_the_rates_of_modes(build, kind, size):
    m = build(kind, size)
    found = vz.linearize(m)
    point = ElasticPoint(place(m, "auto", 0.0, "linearize"))
    assert found.states[: point.n] == point.coordinates
    n, scale = point.n, np.abs(found.A).max()
    for k in range(2 * n):

        def along(parts, k=k):
            return np.array([point.rates(part * np.eye(2 * n)[k]) for part in parts])

        column, off = derivative(along, 1e-3)
        assert np.abs(column - found.A[:, k]).max() < 1e-7 * scale + 10 * off.max()
        assert off.max() < 1e-6 * scale
    modes = vz.modes(m)
    expected = np.concatenate([mode.eigenvalues for mode in modes])
    assert len(expected) == 2 * n
    for s in expected:
        assert np.abs(found.eigenvalues - s).min() < 1e-6 * abs(s) + 1e-9 * np.abs(expected).max()


@pytest.mark.parametrize(("kind", "size"), BEAMS)
def test_small_motions_of_a_run(kind, size):
    """Pushed by the motor for a while, from rest: `x = A^-1 (e^(A t) - E) B u`."""
    m = on_a_cart(kind, size)
    found = vz.linearize(m, at="equilibrium", outputs=["rail.displacement", "bob.y", "pin.angle_rate", "rail.force"])
    push, until = 1e-3, 0.3
    rest = vz.equilibrium(m)
    del m.actuators["motor"]
    m.actuator("motor", joint="rail", force=push)
    run = vz.simulate(m, until, until, start=rest, rtol=1e-10, atol=1e-12)
    n = len(found.states)
    whole = expm(np.block([[found.A, found.B], [np.zeros((1, n + 1))]]) * until)
    expected = found.C @ whole[:n, n] * push + found.D[:, 0] * push
    for row, name in enumerate(found.outputs):
        moved = run[name][-1] - rest.result[name][-1]
        assert moved == pytest.approx(expected[row], rel=2e-3, abs=1e-3 * push * np.abs(found.C[row]).max())


@pytest.mark.parametrize(("kind", "size"), [("modal", {"modes": 4}), ("ancf", {"elements": 8})])
def test_a_cantilever(kind, size):
    """Bending: `w = 1.875104^2 sqrt(E J / (rho A)) / l^2`."""
    m = vz.Model("cantilever", dimension=2, gravity=(0, 0))
    m.beam("arm", start=(0, 0), end=(1, 0), section=FLAT, E=2e10, density=2000, model=kind, **size)
    m.fixed("clamp", "ground", "arm", at=(0, 0))
    found = vz.linearize(m)
    w = 1.875104068711961**2 * math.sqrt(2e10 * 0.01**2 / 12 / 2000)
    assert np.abs(found.eigenvalues.imag).min() == pytest.approx(w, rel=1e-3)


def test_nodes():
    """A node between two stretched strings: along them `k_1 + k_2`, across them `N_1/l_1 + N_2/l_2`."""
    m = vz.Model("string", dimension=2, gravity=(0, 0))
    m.point("left", "ground", (0, 0))
    m.point("right", "ground", (2, 0))
    m.node("mid", position=(1, 0), mass=0.5)
    m.spring("a", "left", "mid", stiffness=80, free_length=0.9)
    m.spring("b", "mid", "right", stiffness=80, free_length=0.9)
    m.force("push", "mid", (0, 0))
    found = vz.linearize(m)
    assert found.states == ("mid.x", "mid.y", "mid.x_rate", "mid.y_rate")
    assert pytest.approx(np.diag([-320.0, -32.0]), abs=1e-9) == found.A[2:, :2]
    assert found.inputs == ("push.x", "push.y")
    assert pytest.approx(2 * np.eye(2), abs=1e-9) == found.B[2:]


def test_what_cannot_be_is_told():
    m = on_a_cart(*BEAMS[0])
    with pytest.raises(vz.ModelError, match=r"beam arm: vz.linearize about a motion does not know model = modal"):
        vz.linearize(m, at="motion")
    with pytest.raises(vz.ModelError, match=r'not balanced as drawn.*use at = "equilibrium"'):
        vz.linearize(m, at="drawn")
    m.drive("slide", joint="rail", displacement="0.1*t")
    with pytest.raises(vz.ModelError, match=r"driver slide .*modal and ancf beams"):
        vz.linearize(m, inputs=["slide"])
