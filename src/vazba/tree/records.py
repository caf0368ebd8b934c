"""The tables of a tree: one record per body, per freedom and per constraint row carried by a body.

A body's *internal frame* sits where its primary joint does, so that the joint's motion is simple in it. It is numbered so that parents come
first; the ground is the last record, `n`. Planar quantities are `(x, y, turn)`, spatial ones `(force or velocity, moment or turn)`, ground axes.
"""

from __future__ import annotations

import numpy as np

from vazba._jit import F8, I4, each, record
from vazba.bodies.kernels import STATE

PLAIN = 1  # code of a body whose freedoms are all turns about its internal origin
TURN, SLIDE, BALL = range(
    3
)  # kinds of freedom; a ball has three, whose speeds are the relative angular velocity in body axes

_INTEGERS = [
    ("parent", "i4"), ("first", "i4"), ("count", "i4"), ("at", "i4"), ("code", "i4"),  # freedoms; where its coordinates stand
    ("slot", "i4"), ("solved", "i4"), ("slots", "i4"), ("pair", "i4"),  # rows it carries: `solved` here first, then those handed on
]  # fmt: skip


def _soft(n: int) -> list[tuple[str, str] | tuple[str, str, int]]:
    """Mass and inertia beside the true ones where masses are eliminated, and what is kept of the way to take it back: see `light`."""
    return [
        ("soft", "f8"),
        ("soft_turn", "f8"),
        ("found", "f8", n),
        ("p", "f8", n),
        ("made", "f8", n),
        ("now", "f8", n),
    ]


PLANAR_BODY = np.dtype([
    *_INTEGERS, ("x", "f8"), ("y", "f8"), ("turn", "f8"), ("cos", "f8"), ("sin", "f8"),  # place of the joint in the parent
    ("m", "f8"), ("cx", "f8"), ("cy", "f8"), ("j", "f8"), ("lightness", "f8", 2), *_soft(3),  # mass, its centre, moment of inertia about the internal origin
    ("bx", "f8"), ("by", "f8"), ("dx", "f8"), ("dy", "f8"),  # acceleration when parent and speeds stand still; from the parent
    ("mass", "f8", 6),  # articulated: xx xy yy | x y with the turn | turn
    ("f", "f8", 3), ("a", "f8", 3),
], align=True)  # fmt: skip

SPATIAL_BODY = np.dtype([
    *_INTEGERS, ("place", "f8", 3), ("basis", "f8", 9), ("m", "f8"), ("c", "f8", 3), ("j", "f8", 6), ("lightness", "f8", 2), *_soft(6),
    ("b", "f8", 6), ("d", "f8", 3), ("mass", "f8", 21),  # A (xx xy xz yy yz zz), B row by row, D as A: [[A, B], [B^T, D]]
    ("f", "f8", 6), ("a", "f8", 6),
], align=True)  # fmt: skip

PLANAR_FREEDOM = np.dtype([
    ("kind", "i4"), ("nx", "f8"), ("ny", "f8"), ("sign", "f8"),  # direction of a slide in the body
    ("c", "f8", 3), ("u", "f8", 3), ("n", "f8"), ("r", "f8"),  # column, M c, 1/(c . M c), (effort + c . f)/n
    ("rotor", "f8"), ("rate", "f8"),  # inertia of what only this freedom moves (`tree.rotors`); its acceleration
], align=True)  # fmt: skip

SPATIAL_FREEDOM = np.dtype([
    ("kind", "i4"), ("axis", "i4"), ("sign", "f8"), ("advance", "f8"),
    ("c", "f8", 6), ("u", "f8", 6), ("n", "f8"), ("r", "f8"), ("rotor", "f8"), ("rate", "f8"),
], align=True)  # fmt: skip

# A row at a body that carries it: `g` its derivative with respect to the twist, `s` what the freedoms' columns make of it; `up`: its slot in the parent.
# Where it is solved: its closure's first slot and number of rows, `own` coupling, the slots it is coupled with; `rank`: when it is eliminated, `turn`: which
# slot is eliminated as this one in number.
_SLOT = [
    ("row", "i4"), ("up", "i4"), ("rank", "i4"), ("turn", "i4"), ("lead", "i4"), ("size_of", "i4"), ("own", "i4"), ("near", "i4"), ("nears", "i4"),
    ("filled", "i4"),
]  # fmt: skip
PLANAR_SLOT = np.dtype([*_SLOT, ("g", "f8", 3), ("s", "f8", 3)], align=True)
SPATIAL_SLOT = np.dtype([*_SLOT, ("g", "f8", 6), ("s", "f8", 6)], align=True)

# Where a block of the Jacobian of the loop rows belongs: its slot and body.
TOUCH = np.dtype([("slot", "i4"), ("body", "i4"), ("start", "i4")], align=True)

# The primary joint of a body: among all joints (-1: it floats), the body that carries it, whether it carries its second body, whether it is a ball, and where
# its point on the parent is.
LINK = np.dtype([("joint", "i4"), ("parent", "i4"), ("forward", "i4"), ("ball", "i4"), ("other", "f8", 3)], align=True)

# A spring at a joint of one freedom: see `springs`.
SPRING = np.dtype(
    [("freedom", "i4"), ("at", "i4"), ("stiffness", "f8"), ("damping", "f8"), ("offset", "f8")], align=True
)

# A motor at such a joint: its path, whose command is looked up there. An event: its path, whose length and rate are written there.
MOTOR = np.dtype([("path", "i4"), ("freedom", "i4")], align=True)
WATCHED = np.dtype([("path", "i4"), ("freedom", "i4"), ("at", "i8"), ("offset", "f8")], align=True)

# `left_out`: rows that depend on others (1.0), which count as such at every state for as long as `keeps` is set; `kept`: whether they were found;
# `too_many`: how many there are where the posture is not singular (`equations.recursive.keep_rows`).
TREE = record(
    "TREE",
    each(None, "bodies", "freedoms", "slots")
    | {"states": STATE, "touches": TOUCH, "springs": SPRING, "motors": MOTOR, "watches": WATCHED, "links": LINK}
    | each(I4, "pairs", "near_slots", "near_pairs", "fills", "equations")
    | each(
        F8,
        "couplings",
        "scales",
        "alone",
        "compliances",
        "rho",
        "multipliers",
        "stiffness",
        "damping",
        "stiff",
        "given",
        "efforts",
        "rates",
        "force",
        "q",
        "v",
        "acceleration",
        "wrenches",
        "frames_in",
        "own",
        "lit",
        "asked",
        "left",
        "left_out",
    ),
    "dimension",
    "nb",
    "nq",
    "nv",
    "rows",
    "keeps",
    "kept",
    "too_many",
    "elements",
    "sweep",
    "factor",
    "solve",
    "loads",
    "still",
    "wrench",
    "absolute",
    "state",
    "light",
    "articulated",
    "lighten",
    "loop_loads",
    "q_now",
    "v_now",
)
PLANAR_TREE = TREE.with_kinds("PLANAR_TREE", bodies=PLANAR_BODY, freedoms=PLANAR_FREEDOM, slots=PLANAR_SLOT)
SPATIAL_TREE = TREE.with_kinds("SPATIAL_TREE", bodies=SPATIAL_BODY, freedoms=SPATIAL_FREEDOM, slots=SPATIAL_SLOT)
