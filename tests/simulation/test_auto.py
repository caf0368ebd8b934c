"""Which method `auto` takes, and that the other one gives the same motion."""

from __future__ import annotations

from typing import Any

import pytest

import vazba as vz

from .test_formulations import four_bar, same_run

TIGHT = {"rtol": 1e-11, "atol": 1e-13}


def tied(n: int, dimension: int, pins: int = 0, bars: int = 0) -> vz.Model:
    """Bodies in a row, tied by springs; the first ones are pinned to the ground, the last ones held by bars instead of springs."""
    m = vz.Model("row", dimension)
    m.point("wall", "ground", (-1, 0, 0)[:dimension])
    for k in range(n):
        inertia: Any = 0.1 if dimension == 2 else (0.1, 0.2, 0.3)
        m.body(f"b{k}", position=(float(k), 0, 0)[:dimension], mass=1.0, inertia=inertia)
        m.point(f"l{k}", f"b{k}", (-0.2, 0.1, 0.05)[:dimension])
        m.point(f"r{k}", f"b{k}", (0.2, 0.1, -0.05)[:dimension])
        ends = (f"r{k - 1}" if k else "wall", f"l{k}")
        if k < n - bars:
            m.spring(f"s{k}", *ends, stiffness=200.0, damping=0.5, free_length=0.5)
        else:
            m.joint("distance", f"bar{k}", points=list(ends))
        if k < pins:
            axis = {} if dimension == 2 else {"axis": (0, 1, 0)}
            m.revolute(f"pin{k}", "ground", f"b{k}", at=(k - 0.2, 0.1, 0)[:dimension], **axis)
    return m


@pytest.mark.parametrize(("model", "method"), [
    (tied(3, 2), "absolute"), (tied(10, 3, pins=1), "absolute"), (tied(10, 2, pins=1), "absolute"), (tied(4, 3, bars=4), "absolute"),
    (tied(4, 3, pins=1, bars=3), "absolute"), (tied(2, 3, pins=1), "recursive"), (tied(2, 2, pins=1), "recursive"), (tied(6, 3, pins=4), "recursive"),
    (four_bar(2, 2.5, 1.2, 1.8, 2.0, 1.05), "recursive"), (four_bar(3, 2.5, 1.2, 1.8, 2.0, 1.05), "recursive"),
])  # fmt: skip
def test_absolute_where_most_bodies_float_else_recursive(model: vz.Model, method: str) -> None:
    r = vz.simulate(model, 0.5, 0.05, **TIGHT)
    other = vz.simulate(model, 0.5, 0.05, method="recursive" if method == "absolute" else "absolute", **TIGHT)
    assert (r.info["method"], r.info["chosen"]) == (method, "auto")
    if model.joints and not (
        model.dimension == 3 and "A" in model.joints
    ):  # reactions of the redundant pins are not unique
        same_run(r, other, 1e-8)
    else:
        for body in model.bodies:
            for quantity in ("x", "y", "vx", "vy"):
                assert r.body(body)[quantity] == pytest.approx(other.body(body)[quantity], abs=1e-8)


@pytest.mark.parametrize("integrator", ["radau", "generalized_alpha"])
def test_absolute_with_implicit_integrators(integrator: str) -> None:
    step = {"step": 1e-3} if integrator == "generalized_alpha" else {}
    r = vz.simulate(four_bar(2, 2.5, 1.2, 1.8, 2.0, 1.05), 0.1, 0.1, integrator=integrator, **step)
    assert r.info["method"] == "absolute"
