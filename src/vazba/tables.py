"""The two records every kernel is given: `TABLES`, what a system is, and `WORK`, what is computed of it at one instant."""

from __future__ import annotations

import numpy as np

from vazba._jit import F8, I4, each, record, view_of
from vazba.algebra.chart import CHART
from vazba.algebra.ldl import ENTRY, NODE, PAIR, PLACE
from vazba.algebra.schur import COUPLE, STRIP
from vazba.bodies.kernels import FRAME, STATE
from vazba.joints.rows import POSE, ROW
from vazba.laws.records import PATH
from vazba.motion.kernels import LAW

LOAD = np.dtype([
    ("frame", "i4"), ("other", "i4"),  # where it acts, and where its opposite does (-1: nowhere)
    ("torque", "i4"), ("axes", "i4"),  # 1: a moment; frame whose components are meant (-1: the ground's)
    ("x", "i4"), ("y", "i4"), ("z", "i4"), ("start", "f8"), ("stop", "f8"), ("on", "i4"),
], align=True)  # fmt: skip
BUSHING = np.dtype([
    ("a", "i4"), ("b", "i4"), ("n", "i4"), ("k", "f8", 36), ("b_matrix", "f8", 36),
    ("turn", "f8"),  # planar: angle of the second body relative to the first where the frames are aligned
    ("exact", "i4"),  # in space: turns are the rotation vector, otherwise sines
    ("middle", "i4"),  # displacements are measured in axes half-way between both frames, otherwise in those of the first
], align=True)  # fmt: skip
FRICTION = np.dtype([
    ("coordinate", "i4"), ("first", "i4"), ("count", "i4"),  # the joint's coordinate and its rows
    ("coefficient", "f8"), ("arm", "f8"), ("viscous", "f8"), ("speed", "f8"),
], align=True)  # fmt: skip

# A column that laws depend on: the path or place at which it is seen, what of it, along which axis, and where its value goes among the numbers.
SIGHT = np.dtype([("path", "i8"), ("what", "i8"), ("axis", "i8"), ("place", "i8")], align=True)
NO_SIGHTS = np.zeros(0, SIGHT)

U4 = "u4"  # never negative: an index that may be costs more
TABLES = record(
    "TABLES",
    {
        "frames": FRAME, "rows": ROW, "coordinates": ROW, "laws": LAW, "ops": I4, "numbers": F8, "nodes": NODE, "entries": ENTRY, "pairs": PAIR,
        "places": PLACE, "pivots": I4, "strips": STRIP, "couples": COUPLE, "stops": U4, "bushings": BUSHING, "frictions": FRICTION, "weights": F8,
        "chart": CHART, "sights": SIGHT,
    },
    "dimension", "nq", "nv", "nb", "small", "twists",
)  # fmt: skip

KERNELS = ("position", "velocity", "factor", "solve", "factorise", "step_kernel")  # boundaries, by their addresses
WORK = record(
    "WORK",
    {"states": STATE, "poses": POSE, "paths": PATH, "loads": LOAD}
    | each(
        F8, "phi", "nu", "law", "gamma", "jacobian", "values", "scratch", "x", "residual", "step", "q_try", "jerk", "turns", "rates", "coordinates",
        "stack", "drift", "kept",
    ),
    *KERNELS, "dropped", "suspect", "modes",  # rows that are left out; the first path that may have switched (`integrate.switching`); see below
)  # fmt: skip
# Modes of the paths: anybody may write them; within a run they have been written since they were last listed; they are as listed.
ANYHOW, CHANGED, KEPT = range(3)
numbers_at, integers_at = view_of(F8), view_of(I4)
