"""Members that are alike: given by name, or found by symmetry.

Found: two members are alike where they are of one kind and the distances from their ends to all ends of members are the same. That is what every
turn and mirror image that maps the structure onto itself leaves alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from vazba.errors import Fault, ModelError, suggestion
from vazba.tensegrity.given import names_of, table
from vazba.tensegrity.structure import Structure

Array = NDArray[np.float64]
ALIKE = 1e-6  # of the characteristic length
MANY = 1500  # ends of members beyond which distances are looked at only within this many


def grouped(s: Structure, given: Mapping[str, Sequence[str]] | None = None) -> dict[str, tuple[str, ...]]:
    """Groups of members by name; all members are in one."""
    if given is not None:
        return _given(s, given)
    signs = _signatures(s)
    found: dict[tuple[object, ...], list[str]] = {}
    for member, sign in zip(s.members, signs):
        found.setdefault(sign, []).append(member.name)
    counts: dict[str, int] = {}
    out = {}
    for sign, names in found.items():
        kind = str(sign[0])
        counts[kind] = counts.get(kind, 0) + 1
        out[f"{kind}s {counts[kind]}"] = tuple(names)
    return out


def _given(s: Structure, given: Mapping[str, Sequence[str]]) -> dict[str, tuple[str, ...]]:
    faults: list[Fault] = []
    seen: dict[str, str] = {}
    read = {
        group: names_of(f"group {group}", names)
        for group, names in table("analyse", "groups", given, '{"g": ["a", "b"]}').items()
    }
    for group, names in read.items():
        if not names:
            faults.append(Fault(f"group {group}", "it is empty", "", "name its members, or leave it out"))
        if group in s.names and set(names) != {group}:
            label = s.label(s.names.index(group))
            faults.append(
                Fault(f"group {group}", f"{label} has the same name", "one of them would be lost", "rename the group")
            )
        for name in names:
            if name not in s.names:
                faults.append(Fault(f"group {group}", f"there is no member '{name}'", "", suggestion(name, s.names)))
            elif name in seen:
                why = "a member can be in one group only"
                faults.append(Fault(f"group {group}", f"member {name} is in group {seen[name]} too", why, "take it out of one"))  # fmt: skip
            seen[name] = group
    if faults:
        raise ModelError(faults)
    out = {group: tuple(names) for group, names in read.items()}
    kinds = {m.name: m.kind for m in s.members}
    for group, names in out.items():
        if len({kinds[name] for name in names}) > 1:
            what = f"it holds {' and '.join(sorted({kinds[name] + 's' for name in names}))}"
            faults.append(Fault(f"group {group}", what, "no symmetry maps one onto the other", "make groups of one kind"))  # fmt: skip
    if faults:
        raise ModelError(faults)
    out.update({name: (name,) for name in s.names if name not in seen})
    return out


def _signatures(s: Structure) -> list[tuple[object, ...]]:
    """Kind, and sorted distances of both ends (rounded), the same for members that are alike."""
    ends = s.places(s.q)
    first = np.unique(s.segments.member, return_index=True)[1]  # segments stand in the order of the members
    last = np.append(first[1:], len(s.segments.member)) - 1
    a, b = ends[first, 0], ends[last, 1]
    cloud, which = _distinct(np.concatenate([a, b]), ALIKE * s.length)
    unit = ALIKE * s.length
    sample = cloud if len(cloud) <= MANY else cloud[:: len(cloud) // MANY + 1]
    distances = np.sort(np.linalg.norm(cloud[:, None] - sample[None], axis=2), axis=1)
    label = _classes(distances, unit)
    count = len(s.members)
    lengths = _classes(s.lengths[:, None], unit)
    pairs = np.sort(np.column_stack([label[which[:count]], label[which[count:]]]), axis=1)
    return [(m.kind, int(lengths[k]), int(pairs[k, 0]), int(pairs[k, 1])) for k, m in enumerate(s.members)]


def _distinct(points: Array, unit: float) -> tuple[Array, NDArray[np.intp]]:
    """Places that differ, and which of them each point is."""
    from scipy.spatial import cKDTree

    tree = cKDTree(points)
    which = np.full(len(points), -1, np.intp)
    kept: list[int] = []
    for k, near in enumerate(tree.query_ball_point(points, unit)):
        if which[k] < 0:
            which[near] = len(kept)
            kept.append(k)
    return points[kept], which


def _classes(values: Array, unit: float) -> NDArray[np.intp]:
    """Numbers of rows that agree within `unit` (rows that differ by less than ten units count as the same)."""
    out, kept = np.full(len(values), -1, np.intp), 0
    summed = values.sum(axis=1)
    order = np.argsort(summed, kind="stable")
    for position, k in enumerate(order):
        if out[k] >= 0:
            continue
        near = order[position : np.searchsorted(summed[order], summed[k] + 10 * unit * values.shape[1], side="right")]
        alike = near[(np.abs(values[near] - values[k]).max(axis=1) <= 10 * unit) & (out[near] < 0)]
        out[alike] = kept
        kept += 1
    return out
