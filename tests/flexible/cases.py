"""Beams held in the usual ways, in all models; all that the tests share."""

from __future__ import annotations

from typing import Any

import numpy as np

import vazba as vz

# (beta L) of the first bending modes: W. Weaver, S. P. Timoshenko, D. H. Young, Vibration Problems in Engineering, 5th ed., Wiley 1990, section 5.11
BETA = {
    "supported": (np.pi, 2 * np.pi, 3 * np.pi),
    "clamped": (1.8751040687, 4.6940911330, 7.8547574382),
    "free": (4.7300407449, 7.8532046241, 10.9956078380),
}
FINE: dict[str, dict[str, Any]] = {  # each with an error well below a per cent
    "rfe": {"model": "rfe", "elements": 16},
    "modal": {"model": "modal", "modes": 6, "axial": 3},
    "ancf": {"model": "ancf", "elements": 6},
}


def vector(dimension: int, *values: float) -> list[float]:
    return [*values, 0.0, 0.0, 0.0][:dimension]


def round_beam(dimension: int, ratio: float, gravity: Any = None, **values: Any) -> tuple[vz.Model, float]:
    """A beam of length 1 along x, local y along the ground's y, with `E A = 1 N`, `rho A = 1 kg/m` and the radius of gyration `ratio`;
    and its unit of frequency `sqrt(E J/(rho A))/L^2`, which is the same number."""
    m = vz.Model("beam", dimension=dimension, gravity=gravity or vector(dimension))
    j = ratio**2
    section = {"A": 1.0, "J": j} if dimension == 2 else {"A": 1.0, "Jy": j, "Jz": j, "It": 2 * j}
    if dimension == 3:
        values.setdefault("orientation", {"quaternion": [1, 0, 0, 0]})
    m.beam("b", vector(dimension), vector(dimension, 1.0), **{"section": section, "E": 1.0, "density": 1.0, **values})
    return m, ratio


def hold(m: vz.Model, how: str) -> vz.Model:
    """`supported`: a pin at the start and a slide along x at the end; `clamped` at the start; `free`."""
    d = m.dimension
    if how == "clamped":
        m.fixed("A", "ground", "b", at=vector(d))
    elif how == "supported":
        m.revolute("A", "ground", "b", at=vector(d), **({"axis": (0, 0, 1)} if d == 3 else {}))
        slide = "slot" if d == 2 else "point_on_line"
        m.joint(slide, "B", "b", "ground", at=vector(d, 1.0), axis=vector(d, 1.0))
    return m


def bending(m: vz.Model, count: int, **how: Any) -> np.ndarray:
    """The lowest frequencies that are not rigid motions, rad/s."""
    found = vz.modes(m, **how)
    return np.array([mode.omega for mode in found if mode.kind != "free"][:count])
