"""Small motions in the words of the model: which joints turn, which bodies move, and how."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vazba.case.start import meeting
from vazba.element import SECTIONS
from vazba.kinematic.mobility import described_motions
from vazba.laws.records import POINTS
from vazba.statics.large import LargePosture
from vazba.statics.mechanics import Bodies
from vazba.statics.tangent import Posture

Array = NDArray[np.float64]
MOST = 12  # motions that are described
NEAR = 1e-2  # of the characteristic length: points so near have nearly met


def motions_in_words(mechanics: Bodies, q: Array, motions: Array) -> tuple[str, ...]:
    """Motions (columns, in velocities) told one by one, after a choice of combinations in which few bodies move."""
    if not motions.shape[1]:
        return ()
    rates = mechanics.twists(q, motions) * np.sqrt(mechanics.system.tables.weights)[:, None]
    basis = np.linalg.qr(rates)[0].T
    told = described_motions(mechanics.system, mechanics.work, mechanics.bodies(q), mechanics.t, basis[:MOST])
    rest = len(basis) - MOST
    return (*(str(motion) for motion in told), *((f"and {rest} more",) if rest > 0 else ()))


def points_that_meet(mechanics: Bodies, q: Array) -> str:
    """Two neighbouring points of a path that pulls, nearly at one place; empty where there are none."""
    mechanics.force(q, mechanics.still)
    system, work = mechanics.system, mechanics.work
    for k in np.flatnonzero((work.paths["tension"] != 0) & (work.paths["kind"] == POINTS)).tolist():
        met = meeting(system, work, k, NEAR)
        if met:
            section, name = system.path_names[k]
            return f"the points {met[0]} and {met[1]} of {SECTIONS[section].kind} {name}"
    return ""


def bodies_in_words(mechanics: Bodies, at: Posture | LargePosture) -> str:
    """The bodies on which the largest forces are left."""
    left = np.abs(at.left) / np.sqrt(mechanics.weights)
    sizes: dict[str, float] = {}
    for (name, _), size in zip(mechanics.names, left):
        sizes[name] = max(sizes.get(name, 0.0), float(size))
    ranked = sorted(sizes, key=lambda name: -sizes[name])[:3]
    return ", ".join(f"{name} ({sizes[name]:.3g} N)" for name in ranked)
