"""Bars among the bodies of a model: rods to which everything is fastened at two ends; the force along each."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from vazba.equations.tables import dynamics_of
from vazba.frozen import frozen
from vazba.tensegrity.strength import Material
from vazba.tensegrity.structure import BAR, SAME, Structure

Array = NDArray[np.float64]


@frozen
class Rod:
    """A body that is a bar: its ends (ground components, drawn), the points there, its mass."""

    name: str
    start: Array
    end: Array
    points: tuple[tuple[str, ...], tuple[str, ...]]
    mass: float

    @property
    def length(self) -> float:
        return float(np.linalg.norm(self.end - self.start))

    @property
    def axis(self) -> Array:
        return np.asarray((self.end - self.start) / self.length)


@lru_cache(maxsize=16)
def rods(s: Structure) -> dict[str, Rod]:
    """Bodies to which everything is fastened at two places."""
    r, turn = s.poses(s.q)
    masses = dynamics_of(s.system).masses["m"]
    fastened = s.system.attachments
    found = {}
    for k, name in enumerate(s.system.body_names):
        held = fastened[name]
        if len(held) < 2:
            continue
        places = np.array([local for _, local in held]).reshape(len(held), -1)
        places = np.column_stack([places, np.zeros((len(held), 3 - places.shape[1]))])
        far = int(np.linalg.norm(places - places[0], axis=1).argmax())
        near = np.linalg.norm(places - places[0], axis=1) <= SAME * s.length
        away = np.linalg.norm(places - places[far], axis=1) <= SAME * s.length
        if far == 0 or not (near | away).all():
            continue
        names = [tuple(n for (n, _), at in zip(held, which) if at) for which in (near, away)]
        ends = [r[k] + turn[k] @ places[i] for i in (0, far)]
        found[name] = Rod(name, ends[0], ends[1], (names[0], names[1]), float(masses[k]))
    return found


def eulers(s: Structure, bars: Material) -> dict[str, float]:
    """Euler's load of each bar, N: solid, round, of its mass, or of its own area (or `EA/E`)."""
    scope = s.model.scope()
    found = {}
    for member, length in zip(s.members, s.lengths):
        if member.kind == BAR:
            read = s.model.bars[member.name].read(scope, [])
            area = read.area or (
                read.stiffness / bars.E if read.stiffness else (read.mass or 0.0) / (bars.density * length)
            )
            found[member.name] = bars.euler(float(area), float(length))
    return found | {
        rod.name: bars.euler(rod.mass / (bars.density * rod.length), rod.length) for rod in rods(s).values()
    }


def axial_forces(
    s: Structure, forces: Mapping[str, float], loads: Mapping[str, Array] | None = None, reactions: Mapping[str, Array] | None = None
) -> dict[str, float]:  # fmt: skip
    """The force along each bar in the drawn shape (tension positive), in the middle: from what pulls at its ends.

    `loads` by point; `reactions` of joints on their second bodies; without them bars that meet at joints are balanced by least squares.
    """
    found = rods(s)
    if reactions is None and s.system.joint_places:
        return _by_nodes(s, forces, loads or {})
    index = {name: k for k, name in enumerate(s.system.body_names)}
    ends = s.places(s.q)
    tension = np.array([forces.get(name, 0.0) for name in s.names])[s.segments.member]
    n = ends[:, 1] - ends[:, 0]
    n = n / np.linalg.norm(n, axis=1)[:, None]
    out = {}
    for name, rod in found.items():
        pull = [np.zeros(3), np.zeros(3)]
        for end, sign in ((0, 1.0), (1, -1.0)):
            for k in np.flatnonzero(s.segments.body[:, end] == index[name]):
                at_start = np.linalg.norm(ends[k, end] - rod.start) < np.linalg.norm(ends[k, end] - rod.end)
                pull[0 if at_start else 1] += sign * tension[k] * n[k]
        for side in (0, 1):
            for point in rod.points[side]:
                pull[side] += _three((loads or {}).get(point, np.zeros(3)))
                if reactions and point in reactions:
                    sign = 1.0 if s.system.joint_places[point].body_b == name else -1.0
                    pull[side] += sign * _three(reactions[point])
        out[name] = float((pull[1] - pull[0]) @ rod.axis / 2)
    return out


def _three(v: Array) -> Array:
    v = np.asarray(v, float)
    return np.append(v, np.zeros(3 - len(v)))


def _by_nodes(s: Structure, forces: Mapping[str, float], loads: Mapping[str, Array]) -> dict[str, float]:
    """All bars together: the forces along them that balance every free node best."""
    from vazba.tensegrity.drawing import net_of

    net, names = net_of(s)
    if not net.bars:
        return {}
    a = net.equilibrium()
    load = np.zeros(a.shape[0])
    for point, force in loads.items():
        if point in names:
            load += net.load({names[point]: force})
    members, (whole, pieces) = list(net.members), net.whole()
    pull = pieces @ np.array([forces.get(name, 0.0) for name in whole])  # of the strings; those of bars are looked for
    known = np.array([f / net.length(name) if name in net.strings else 0.0 for f, name in zip(pull, members)])
    rest = load + _pull(a, known)
    bar = [k for k, name in enumerate(members) if name in net.bars]
    from scipy.sparse.linalg import lsqr

    density = lsqr(a[:, bar], rest, atol=1e-14, btol=1e-14, iter_lim=20 * len(bar) + 200)[0]
    return {members[k]: float(q * net.length(members[k])) for k, q in zip(bar, density)}


def _pull(a: object, densities: Array) -> Array:
    """Forces of members on nodes: `-C^T diag(C x) q`."""
    return -np.asarray(a @ densities)  # type: ignore[operator]
