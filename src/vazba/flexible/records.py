"""The tables of elastic bodies. Unknowns are numbered: rigid bodies first, then modal beams, nodes of absolute nodal coordinates, single nodes.

A *station* is where something takes hold of an elastic body, or what is reported of it: to the rest of the model it is a rigid body without
mass, whose twist is `B v` with the velocities v of the elastic body.
"""

from __future__ import annotations

import numpy as np

from vazba._jit import F8, I4, each, record
from vazba.algebra.chart import CHART
from vazba.algebra.ldl import ENTRY, NODE, PAIR, PLACE

RIGID = np.dtype([("body", "i4"), ("q", "i4"), ("v", "i4")], align=True)
MODAL = np.dtype([
    ("q", "i4"), ("v", "i4"), ("n", "i4"),  # where its coordinates and velocities begin; number of shapes
    ("constants", "i4"), ("work", "i4"),  # where its integrals and its work numbers begin
    ("axial", "i4"), ("bends", "i4"),  # how many of them are axial, and bend along y: these come first
    ("points", "i4"),  # where the curvature is looked at again, for the slope it has
    ("m", "f8"), ("c0", "f8", 3), ("damping", "f8"), ("stretch", "f8"),  # mass, first moments, Kelvin-Voigt time, E A L
    ("j_y", "f8"), ("j_z", "f8"), ("j_t", "f8"),  # Jz, which bends along y, Jy, and G It/E
], align=True)  # fmt: skip
ANCF = np.dtype([
    ("q", "i4"), ("v", "i4"), ("n", "i4"), ("blocks", "i4"),  # elements; the first of its blocks of the matrix
    ("h", "f8"), ("line", "f8"), ("ea", "f8"), ("ej", "f8"), ("damping", "f8"),  # length of an element, mass per length, stiffness
    ("gi", "f8"), ("roll", "f8"),  # space: G It, moment of inertia per length about the beam
], align=True)  # fmt: skip
# Of a single node and of the middle of a bar: `unit` and `element` are where its velocities and coordinates (of its first node) begin.
OF_MODAL, OF_ANCF, OF_POINT, OF_BAR = range(4)
STATION = np.dtype([
    ("body", "i4"), ("kind", "i4"), ("unit", "i4"), ("element", "i4"),
    ("b", "i4"), ("bias", "i4"), ("constants", "i4"), ("turn", "i4"),  # where B, the bias of the acceleration, and the shapes stand; the angle last seen
    ("x", "f8"),  # modal: station; ancf: part of its element
], align=True)  # fmt: skip

# Mass `[[a, b], [b, a]]` between two nodes: where their coordinates and velocities begin (-1: held, at the place given), and b.
PIN = np.dtype([("q", "i4", 2), ("v", "i4", 2), ("between", "f8"), ("place", "f8", 6)], align=True)

# A block of the symmetric matrix between unknowns: numbers from `start` on, row by row; where it stands in the values of the factorisation.
BLOCK = np.dtype([
    ("row", "i4"), ("column", "i4"), ("rows", "i4"), ("columns", "i4"), ("start", "i4"), ("target", "i4"), ("down", "i4"), ("across", "i4"),
], align=True)  # fmt: skip
# Rows that touch a body become rows that touch its unknowns: `b` is where its B stands, -1 for a rigid body (copied).
LINK = np.dtype([("source", "i4"), ("target", "i4"), ("rows", "i4"), ("size_of", "i4"), ("b", "i4")], align=True)
# One row of the reduced Jacobian: where it stands, its equation, the first unknown, how many.
STRIPE = np.dtype([("start", "i4"), ("row", "i4"), ("column", "i4"), ("count", "i4")], align=True)
# One row of the Jacobian that touches a station: where it stands, its equation, and the bias.
BENT = np.dtype([("start", "i4"), ("row", "i4"), ("bias", "i4")], align=True)

KERNELS = ("place", "place_all", "base_gather")  # boundaries, by their addresses
FLEXIBLE = record(
    "FLEXIBLE",
    {
        "rigid": RIGID,
        "chart": CHART,
        "modal": MODAL,
        "ancf": ANCF,
        "pins": PIN,
        "stations": STATION,
        "blocks": BLOCK,
        "links": LINK,
        "stripes": STRIPE,
        "bent": BENT,
    }
    | {"nodes": NODE, "entries": ENTRY, "pairs": PAIR, "places": PLACE, "pivots": I4}  # the factorisation
    | each(
        F8,
        "constants",
        "work",
        "b",
        "bias",
        "mass",
        "stiffness",
        "damping",
        "internal",
        "jacobian",
        "values",
        "scratch",
        "x",
        "step",
        "theta",
        "rates",
        "q",
        "v",
        "energies",
        "spare",
        "v_dot",
    )
    | each(np.complex128, "values_c", "scratch_c", "x_c", "theta_c", "rates_c"),
    *KERNELS,
    "nq",
    "nv",
    "nb",
    "dimension",
    "active",
    "implicit",
    "rows",
)
