"""The table of elements along a path: where each lies, which law it has, and what is known of it now.

With the length l (or angle), its rate l' and the stretch `s = l - l0(t)`, positive where it pulls the ends together (or turns the joint back):

| law     | tension                                                                                             |
|---------|-----------------------------------------------------------------------------------------------------|
| LINEAR  | `K s + B l'`                                                                                        |
| CABLE   | `K s + B l'`, zero when the elastic part or the sum is negative                                     |
| REELED  | the same with `K = k/l0`, `B = b/l0` and a free length that changes                                 |
| CURVE   | `g(s) + B l'`                                                                                       |
| RATE    | `g(l')`                                                                                             |
| COMMAND | `c g(t)`                                                                                            |
| USER    | `f(l, l', t, q, v)`                                                                                 |
| LIMIT   | `K (l - bound) + B l'` beyond a bound, never towards it                                             |
| WATCH   | none: an event when `l` passes `l0`                                                                 |
| ENTERED | a law of its own file, by the boundaries it entered (`laws.entered`)                                |
| SERVO   | `K s + B s' + g(t)` between two bounds: a controller that holds the length at its target l0         |
| LISTEN  | none: a place whose position, or a length whose value, a controller reads                           |
"""

from __future__ import annotations

import numpy as np

from vazba._jit import view_of

POINTS, COORDINATE, EFFORT = range(
    3
)  # EFFORT: a joint coordinate whose spring, motor or event is one of the tree's own (`tree.springs`)
LINEAR, CABLE, REELED, CURVE, RATE, COMMAND, USER, LIMIT, WATCH, ENTERED, SERVO, LISTEN = range(12)
SWITCHING = (CABLE, REELED, LIMIT, WATCH)
# What a switching element does between two events: its law as it stands; no force; the law without its limit (at the lower bound, at the upper
# one); no force though beyond the bound. WATCH: below or above.
BY_LAW, SLACK, TAUT, LOOSE, UPPER, UPPER_LOOSE = range(6)
BELOW, ABOVE = SLACK, TAUT

PATH = np.dtype([
    ("law", "i2"), ("mode", "i2"),  # for the mode see `integrate.switching`
    ("first", "u4"), ("count", "i4"),  # its stops, or the row of its coordinate
    ("free_law", "i4"),  # motion law of the free length (0: constant)
    ("stiffness", "f8"), ("damping", "f8"), ("free", "f8"), ("tension", "f8"), ("length", "f8"), ("rate", "f8"),
    # up to here one line of the processor's cache: what most need at every evaluation; the next line is for every step
    ("kind", "i4"), ("held", "i4"),
    ("met", "f8"),  # when two neighbouring points first met while it pulled
    ("free_rate", "f8"),
    ("x_0", "f8"), ("v_0", "f8"), ("x_1", "f8"), ("v_1", "f8"),  # stretch and its rate at the ends of the span a switch is looked for in
    ("pointer", "i8"), ("curve", "i8"),  # a user's function, or the boundaries of an entered law; motion law of the curve or command
    ("lower", "f8"), ("upper", "f8"), ("flipped", "f8"), ("missed", "f8"),
    ("end_length", "f8"), ("end_rate", "f8"), ("end_free", "f8"), ("end_free_rate", "f8"),  # at the end of the step
    ("rotor", "f8"),  # inertia that moves along with a joint coordinate: a motor's rotor behind its gear
    ("after", "i8"),  # of those that may have switched within the step that is looked at: the next one, -1 for none
    ("spare", "f8", 5),
], align=True)  # fmt: skip
NO_PATH = dict(zip(PATH.names or (), np.zeros(1, PATH)[0].item()))  # what stands in a field nobody gives
paths_at = view_of(PATH)
