"""The examples at rest: reactions balance all forces, and what was let go downhill stays: nothing grows, nothing is damped the wrong way."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import vazba as vz

ROOT = Path(__file__).parents[2] / "examples"
NAMES = ("crane-cable", "double-pendulum-tables", "engine-gas", "four-bar-free", "four-bar-ladder", "heavy-top",
         "pendulum-chain", "platform-tables", "quarter-car", "three-loops", "serial-robot")  # fmt: skip


def model(name: str) -> vz.Model:
    folder = ROOT / name
    found = [folder / f"{name}{ending}" for ending in (".toml", ".py") if (folder / f"{name}{ending}").exists()]
    return vz.load(found[0] if found else folder)


@pytest.mark.parametrize("name", NAMES)
def test_at_rest(name: str) -> None:
    m = model(name)
    rest = vz.equilibrium(m)
    assert rest.ok, rest.message
    assert rest.stability in ("stable", "indifferent")
    at = vz.matrices(
        m, rest.q, np.zeros(len(rest.q) // (3 if m.dimension == 2 else 7) * (3 if m.dimension == 2 else 6))
    )
    left = at.force - at.jacobian.T @ np.linalg.lstsq(at.jacobian.T, at.force)[0] if len(at.phi) else at.force
    assert np.abs(left).max() < 1e-9 * rest.force
    found = vz.modes(m)
    assert found.stable
    assert len(found) == vz.check(m).mobility.undriven
    damping = found.dampings[np.isfinite(found.dampings)]
    assert (damping >= 0).all()
    assert found.asymmetry < 1e-8


def test_a_quarter_of_a_car_has_its_two_frequencies_and_dampings() -> None:
    """Body and wheel as two masses on suspension and tyre: eigenvalues of the state form written by hand."""
    m = model("quarter-car")
    p, found = m.scope().parameters, vz.modes(m)

    def coupled(own: float, below: float) -> np.ndarray:
        return np.array([[own, -own], [-own, own + below]])

    stiff, damping = coupled(p["ks"], p["kt"]), coupled(p["cs"], p["ct"])
    inverse = np.diag([1 / p["ms"], 1 / p["mu"]])
    state = np.block([[np.zeros((2, 2)), np.eye(2)], [-inverse @ stiff, -inverse @ damping]])
    expected = np.sort_complex(np.linalg.eigvals(state))
    np.testing.assert_allclose(np.sort_complex(found.eigenvalues.ravel()), expected, rtol=1e-9)
    np.testing.assert_allclose(np.sort(found.omegas**2), np.sort(np.linalg.eigvals(inverse @ stiff)), rtol=1e-9)
