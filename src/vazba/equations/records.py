"""What kernels of the equations of motion are given: `MASS` of each body, and `DYNAMICS`, the record of one formulation."""

from __future__ import annotations

import numpy as np

from vazba._jit import F8, I4, each, record
from vazba.algebra.chart import CHART

MASS = np.dtype(
    [("m", "f8"), ("c", "f8", 3), ("inertia", "f8", 9), ("inverse", "f8", 36), ("soft", "f8"), ("soft_turn", "f8")],
    align=True,
)  # inertia about the frame's origin, body axes; inverse of the mass block in body axes, times the reference mass; what is added to mass and
# inertia where the mass block is factorised (`refinement`)
# A rotor: coordinate of the joint it turns with, bodies (-1: ground), where the block between them stands, inertia along the coordinate, and the derivative
# of the coordinate by the velocities of both bodies, at the position last factorised.
ROTOR = np.dtype(
    [
        ("coordinate", "i4"), ("a", "i4"), ("b", "i4"), ("target", "i4"), ("down", "i4"), ("across", "i4"), ("inertia", "f8"),
        ("c_a", "f8", 6), ("c_b", "f8", 6),
    ],
    align=True,
)  # fmt: skip
NAMES = (
    "gravity", "reference", "force", "applied", "acceleration", "multipliers", "block", "inverse", "baumgarte", "powers",
    "diagonals", "settling", "shown", "room", "refining", "dense",
)  # fmt: skip
VERBS = (
    "pose", "place", "force_kernel", "factorise", "solve", "slack", "step", "rub", "show", "amend", "project", "rechoose", "derivative", "solve_once",
    "inner_force", "sample", "see",
)  # fmt: skip  # boundaries of the formulation: see `verbs`; 0: it has none
ELEMENTS = ("path_kernel", "bushing_kernel", "load_kernel")  # 0: not needed, not compiled
# Numbers: q and v of the state; where all velocities stand, if not in it; the same dynamics in the coordinates of all bodies;
# whether reactions are not unique; tables of the formulation.
DYNAMICS = record(
    "DYNAMICS", {"masses": MASS, "chart": CHART, "rotors": ROTOR} | each(F8, *NAMES, "change") | each(I4, "order"),
    *VERBS, *ELEMENTS, "tables", "work", "plain", "light", "uneven", "slender", "nq", "nv", "velocities", "whole", "redundant", "tree", "minimal",
    "flexible", "nodal", "controls",
)  # fmt: skip
