"""`model = "natural"`: rigid finite elements with the ends of the segments as coordinates."""

from __future__ import annotations

import numpy as np
import pytest

import vazba as vz

from .beams import beam_model
from .natural import NaturalBeam

ROOTS = {"cantilever": (1.8751040687, 4.6940911330), "pinned": (np.pi, 2 * np.pi)}


def _held(support: str, **values: object) -> vz.Model:
    m = beam_model(2, model="natural", flexibility="bending", **values)
    if support == "cantilever":
        m.fixed("A", "ground", "b", at=(0, 0))
    else:
        m.revolute("A", "ground", "b", at=(0, 0))
        m.point("P", "ground", [1, 0])
        m.point("Q", "b", [1, 0])
        m.joint("slot", "S", "Q", "P", axis=[1, 0])
    return m


@pytest.mark.parametrize("support", ROOTS)
def test_frequencies_converge_with_the_second_order(support: str) -> None:
    """`w = (beta L)^2 sqrt(EJ/(mu L^4))`; bending alone, a section so thin that its rotary inertia does not count."""
    E, side, density = 2e11, 1e-3, 8000.0
    unit = np.sqrt(E * side**2 / (12 * density))
    section = {"shape": "rectangle", "width": side, "height": side}
    for k, root in enumerate(ROOTS[support]):
        errors = []
        for n in (6, 12, 24):
            omegas = vz.modes(_held(support, elements=n, E=E, density=density, section=section)).omegas
            errors.append(abs(omegas[k] / (root**2 * unit) - 1))
        order = np.log2(np.array(errors[:-1]) / errors[1:])
        assert (
            order == pytest.approx(2.0, abs=0.15) if support == "cantilever" else order.min() > 2.0
        )  # of sines even more
        assert errors[-1] < 6e-3


def test_it_moves_like_a_program_of_its_own_and_like_rfe() -> None:
    """Let fall from rest: ends of all segments against `natural.py` (nothing of the package), section forces and energies against `rfe`."""
    values = {"E": 5e6, "G": 2e6, "kappa": 0.8, "density": 1200.0, "damping": 1e-3}
    side, runs = 0.02, {}
    for model in ("natural", "rfe"):
        m = beam_model(2, elements=3, gravity=True, model=model, section={"shape": "rectangle", "width": side, "height": side}, **values)  # fmt: skip
        m.revolute("A", "ground", "b", at=(0, 0))
        runs[model] = vz.simulate(m, until=0.4, every=0.1, rtol=1e-10, atol=1e-12)
    r = runs["natural"]
    found = NaturalBeam(1.0, 3, side**2, side**4 / 12, **values).fall(r.time)
    assert found[:, -1, 1] == pytest.approx(r.station("b", 1.0).position, abs=1e-7)
    assert found[:, 0, 0] == pytest.approx(r.station("b", 0.0).position, abs=1e-7)
    assert np.abs(r["energy.balance"]).max() < 1e-7
    for column in (
        "b@0.5.M",
        "b@0.5.N",
        "b@0.5.ay",
        "A.fy",
        "energy.kinetic",
        "energy.elastic",
        "b.angle",
        "momentum.l",
    ):
        assert r[column] == pytest.approx(runs["rfe"][column], abs=2e-5 * np.abs(runs["rfe"][column]).max())
    assert not [name for name in r.columns if "#" in name]


def test_rolled_by_a_moment() -> None:
    """Every spring turns by `M dl/EJ`, here to a quarter of a circle: the tip of the chain of segments, summed by hand; nearly `2 L/pi`."""
    n, ej = 16, 2e11 * 0.01**4 / 12
    m = beam_model(
        2,
        model="natural",
        flexibility="bending",
        elements=n,
        E=2e11,
        section={"shape": "rectangle", "width": 0.01, "height": 0.01},
    )
    m.fixed("A", "ground", "b", at=(0, 0))
    m.torque("turn", body="b@1", torque=ej * np.pi / 2)
    res = vz.equilibrium(m).result
    long = np.array([0.5, *[1.0] * (n - 1), 0.5]) / n
    angles = np.arange(n + 1) * np.pi / 2 / n
    assert res["b@1.x"][0] == pytest.approx(float(long @ np.cos(angles)), abs=1e-8)
    assert res["b@1.y"][0] == pytest.approx(float(long @ np.sin(angles)), abs=1e-8)
    assert res["b@1.y"][0] == pytest.approx(2 / np.pi, rel=2e-3)
    assert res.station("b", 0.5 + 0.5 / n).M[0] == pytest.approx(ej * np.pi / 2, rel=1e-8)


def test_what_takes_hold_of_it_and_starts_again() -> None:
    """A natural beam hung between a node with a bar and a spring at its middle, against `rfe`; the run goes on from a stored instant."""
    ends = {}
    for model in ("natural", "rfe"):
        m = beam_model(2, model=model, elements=4, gravity=True, E=1e8, section={"shape": "rectangle", "width": 0.02, "height": 0.02})  # fmt: skip
        m.node("N", [0.0, 0.5], mass=0.1)
        m.node("O", [0.0, 1.5], fixed=True)
        m.bar("rod", ("O", "N"), mass=0.2)
        m.point("P", "b", [0.0, 0.0])
        m.point("Q", "b", [0.6, 0.0])
        m.point("W", "ground", [0.6, 1.0])
        m.cable("c", through=["N", "P"], stiffness=1e4, free_length=0.5, mass=0.05)
        m.spring("s", "W", "Q", stiffness=200.0, free_length=0.9)
        whole = vz.simulate(m, until=0.3, every=0.1, rtol=1e-9, atol=1e-11)
        again = vz.simulate(
            m,
            until=0.3,
            every=0.1,
            rtol=1e-9,
            atol=1e-11,
            start=vz.simulate(m, until=0.1, every=0.1, rtol=1e-9, atol=1e-11),
        )
        assert again["b@1.y"][-1] == pytest.approx(whole["b@1.y"][-1], abs=1e-6)
        ends[model] = [whole[c][-1] for c in ("b@1.x", "b@1.y", "N.x", "c.force", "s.length", "rod.force")]
    assert ends["natural"] == pytest.approx(ends["rfe"], rel=2e-5, abs=1e-6)


def test_what_it_cannot_is_told() -> None:
    with pytest.raises(vz.ModelError, match='beam b: model = "natural" is not possible in space'):
        vz.check(beam_model(3, model="natural"))
    m = _held("cantilever", elements=3)
    with pytest.raises(vz.ModelError, match="method = recursive does not go with beam b"):
        vz.simulate(m, until=0.1, method="recursive")
    with pytest.raises(vz.ModelError, match=r"beam b: vz.matrices does not know model = natural"):
        vz.matrices(m)
