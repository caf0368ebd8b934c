"""A run tells where the described start had to be changed to close the joints; a start that fits is not spoken of."""

from __future__ import annotations

import pytest

import vazba as vz


def rod(off: float, dimension: int = 2) -> vz.Model:
    """A rod whose end, 0.5 m from its middle, is pinned to the origin; it is described `off` away from there."""
    more = (0.0,) * (dimension - 2)
    m = vz.Model("rod", dimension=dimension)
    m.body("rod", position=(0.5 + off, 0, *more), mass=1, inertia=0.1 if dimension == 2 else [0.1, 0.1, 0.1])
    m.point("O", "ground", (0, 0, *more))
    m.point("end", "rod", (-0.5, 0, *more))
    m.joint("revolute" if dimension == 2 else "spherical", "A", points=("O", "end"))
    return m


@pytest.mark.parametrize("method", ["absolute", "recursive", "minimal"])
@pytest.mark.parametrize("dimension", [2, 3])
def test_a_start_that_was_changed_is_told(dimension, method):
    r = vz.simulate(rod(0.1, dimension), 0.1, 0.1, method=method)
    (said,) = r.warnings
    assert said.startswith("the start was changed to close the joints: body rod was moved by 0.1 m")
    assert "joint A by 0.1 m" in said
    assert r.body("rod").x[0] == pytest.approx(0.5, abs=1e-9)
    assert vz.simulate(rod(0.0, dimension), 0.1, 0.1, method=method).warnings == ()


@pytest.mark.parametrize("model", ["rfe", "modal"])
def test_a_beam_that_was_moved_is_told(model):
    """Beams start straight in the poses of rigid ones: those are what was changed."""
    m = vz.Model("beam", dimension=2)
    section = {"shape": "round", "diameter": 0.02}
    m.beam("b", length=1.0, position=(0.1, 0.0), angle=0.0, section=section, E=7e10, density=2700, model=model)
    m.point("O", "ground", (0, 0))
    m.point("end", "b@0", (0, 0))
    m.revolute("A", points=("O", "end"))
    said = [text for text in vz.simulate(m, 0.001, 0.001).warnings if "the start was changed" in text]
    assert len(said) == 1
    assert "body b was moved by 0.1 m" in said[0]
