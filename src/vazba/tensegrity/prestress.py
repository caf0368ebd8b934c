"""`vz.tensegrity.prestress`: free lengths that put a self-stress into the drawn shape."""

from __future__ import annotations

import copy
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vazba.errors import Fault, ModelError, VazbaWarning, suggestion
from vazba.model import Model
from vazba.tensegrity.analysis import Analysis, analyse, listed
from vazba.tensegrity.given import number, numbers
from vazba.tensegrity.stability import SLACK
from vazba.tensegrity.strength import Material, known_material, warned
from vazba.tensegrity.structure import BAR, SPRING, STRING, Structure

Array = NDArray[np.float64]
FITS = 1e-6  # of the largest force: what a wanted force may be missed by


def prestress(
    model: Model,
    forces: float | Mapping[str, float] | None = None,
    *,
    level: float | None = None,
    groups: Mapping[str, Sequence[str]] | None = None,
    bars: Material | None = None,
    strings: Material | None = None,
) -> Model:
    """A new model whose free lengths put a self-stress into the drawn shape: `.free_lengths` by member, m.

    `forces` (or `level`): one number, the largest member force (N), where there is one self-stress state; else as many forces as there are states, by member or
    by group (all members of a group with that force; groups as `analyse` finds them by symmetry, or given). Rods that are rigid bodies are no members:
    theirs do not count. A cable of stiffness k (EA) that is
    l long gets `l0 = k l / (k + F)` and so does an elastic bar, a spring `l0 = l - F/K`. Refused, with the reason, where the drawing has no such self-stress.

    `bars`, `strings`: materials; forces beyond yield or buckling are then told by a `VazbaWarning`.
    """
    if (forces is None) == (level is None):
        raise TypeError("prestress(model, forces) needs the forces, or level, the largest of them (N)")
    known_material("prestress", bars=bars, strings=strings)
    wanted: Any = forces if forces is not None else level
    found = analyse(model, groups=groups)
    if not found.static:
        raise ModelError(no_state(found))
    if isinstance(wanted, Mapping):
        tensions = _by_names(found, wanted)
    else:
        tensions = _by_level(found, wanted)
    refuse_pushing(found, tensions)
    out = with_tensions(found.structure, tensions)
    for text in warned(found.structure, dict(zip(found.members, tensions.tolist())), bars, strings):
        warnings.warn(text, VazbaWarning, stacklevel=2)
    return out


def no_state(found: Analysis) -> Fault:
    """Why there is no self-stress, and what is missing."""
    s = found.structure
    what = f"the drawn shape has no self-stress: rank {found.rank} of {len(found.members)} members"
    near = _nearest(s) if len(found.members) <= 400 else None
    why = "every member would change the forces on what the joints let move"
    if near is not None:
        why += f"; nearest to one leaves {near[0]:.2g} of its largest force unbalanced at {near[1]}"
    missing = f"add a member, or draw the shape that has one ({found.kinematic} mechanisms are there to be stiffened)"
    return Fault(found.model.name, what, why, missing)


def _nearest(s: Structure) -> tuple[float, str] | None:
    matrix = s.equilibrium_matrix(s.lifted(s.columns()))
    dense = matrix if isinstance(matrix, np.ndarray) else matrix.toarray()
    t = np.linalg.svd(dense)[2][-1]
    t = t / np.abs(t).max()
    columns = s.lifted(s.columns())
    left = columns @ t
    if s.rows.shape[0]:
        dense_rows = s.rows.toarray()
        left = left - dense_rows.T @ np.linalg.lstsq(dense_rows.T, left, rcond=None)[0]
    left = left / s.roots
    worst = int(np.abs(left).argmax())
    return float(np.abs(left).max()), s.mechanics.names[worst][0]


def _by_level(found: Analysis, raw: object) -> Array:
    level = number(found.model.scope(), "prestress", "level = {} N", raw, "it is the largest force of a member")
    if found.static > 1:
        what = f"one number is given, and there are {found.static} self-stress states"
        some = ", ".join(f"{name!r}: .." for name in _telling(found))
        raise ModelError(
            Fault(
                "prestress",
                what,
                "as many forces are needed as there are states",
                f"give {found.static} forces by member, such as {{{some}}}, or by group",
            )
        )
    t = found.self_stresses[:, 0]
    return np.asarray(level / np.abs(t).max() * t)


def _telling(found: Analysis) -> list[str]:
    """Members whose forces determine all states."""
    from scipy.linalg import qr

    _, _, order = qr(found.self_stresses.T, mode="economic", pivoting=True)
    return [found.members[k] for k in order[: min(found.static, 4)]]


def _by_names(found: Analysis, forces: Mapping[str, float]) -> Array:
    """The state with given forces of members or groups."""
    place = {name: k for k, name in enumerate(found.members)}
    faults = [
        Fault("prestress", f"there is no member or group '{name}'", "", suggestion(name, [*place, *found.groups]))
        for name in forces if name not in place and name not in found.groups
    ]  # fmt: skip
    if faults:
        raise ModelError(faults)
    by_group = [name for name in forces if name not in place]
    states = found.self_stresses
    if by_group:
        states = _alike(found, by_group)
    if len(forces) != states.shape[1]:
        kind = "self-stress states with forces alike in the groups" if by_group else "self-stress states"
        what = f"{len(forces)} forces are given, and there are {states.shape[1]} {kind}"
        raise ModelError(Fault("prestress", what, "as many forces are needed as there are states", "give one for each"))
    rows = [place[name] if name in place else place[found.groups[name][0]] for name in forces]
    wanted = np.array(list(numbers(found.model.scope(), "prestress", "N", forces).values()))
    factors = np.linalg.lstsq(states[rows], wanted, rcond=None)[0]
    tensions = states @ factors
    missed = np.abs(tensions[rows] - wanted)
    if missed.max() > FITS * max(np.abs(wanted).max(), 1e-300):
        k = int(missed.argmax())
        name = list(forces)[k]
        what = f"no self-stress has these forces: {name} would have {tensions[rows][k]:.4g} N, not {wanted[k]:.4g} N"
        raise ModelError(Fault("prestress", what, "the forces asked for depend on each other", "give forces of other members"))  # fmt: skip
    return np.asarray(tensions)


def _alike(found: Analysis, named: Sequence[str]) -> Array:
    """The states in which members of each of the groups have equal forces."""
    place = {name: k for k, name in enumerate(found.members)}
    uneven = []
    for group in named if set(named) < set(found.groups) and len(found.groups) > len(named) else found.groups:
        k = [place[name] for name in found.groups[group]]
        uneven.append(found.self_stresses[k] - found.self_stresses[k].mean(axis=0))
    values, vectors = np.linalg.eigh(sum(u.T @ u for u in uneven))
    states = found.self_stresses @ vectors[:, values <= 1e-14]
    if not states.shape[1]:
        worst = max(found.groups, key=lambda g: _spread(found, place, g))
        names = found.groups[worst]
        t = found.self_stresses[[place[n] for n in names], 0]
        what = f"the groups do not fit the symmetry: in no self-stress are the forces of group {worst} alike"
        why = (
            f"{names[int(t.argmax())]} and {names[int(t.argmin())]} are to each other as {t.max():.3g} to {t.min():.3g}"
        )
        raise ModelError(Fault("prestress", what, why, "make groups of members that a turn or a mirror maps onto each other"))  # fmt: skip
    return np.asarray(states)


def _spread(found: Analysis, place: Mapping[str, int], group: str) -> float:
    t = found.self_stresses[[place[n] for n in found.groups[group]]]
    return float(np.ptp(t, axis=0).max())


def refuse_pushing(found: Analysis, tensions: Array) -> None:
    s = found.structure
    size = np.abs(tensions).max()
    pushing = [n for n, t, string in zip(s.names, tensions, s.strings) if string and t < -SLACK * size]
    if pushing:
        worst = min(pushing, key=lambda n: tensions[s.names.index(n)])
        what = f"{listed(pushing)} would have to push"
        why = f"a string cannot: {worst} with {-tensions[s.names.index(worst)]:.4g} N"
        raise ModelError(Fault("prestress", what, why, "take other forces or signs, or make these members bars"))


def with_tensions(s: Structure, tensions: Array) -> Model:
    """A copy of the model with free lengths that give these tensions in the drawn shape."""
    out = copy.copy(s.model)
    out.cables, out.springs, out.bars = dict(out.cables), dict(out.springs), dict(out.bars)
    scope, faults = s.model.scope(), []
    free: dict[str, float] = {}
    for member, length, tension in zip(s.members, s.lengths, tensions):
        sections: dict[str, Any] = {STRING: out.cables, BAR: out.bars, SPRING: out.springs}
        section = sections[member.kind]
        record = section[member.name]
        stiffness = record.read(scope, []).stiffness
        if member.kind == BAR and stiffness is None:
            free[member.name] = float(length)  # rigid: as drawn
            continue
        if not stiffness:
            what = "it has no stiffness" if member.kind == STRING else "its force is not a stiffness times a stretch"
            faults.append(Fault(record.label, what, "its free length is not determined by its force", "give stiffness"))
            continue
        value = length - tension / stiffness if member.kind == SPRING else stiffness * length / (stiffness + tension)
        free[member.name] = float(value)
        if not value > 0 and member.kind != SPRING:
            faults.append(Fault(record.label, f"its free length would be {value:g} m", "", "make it stiffer"))
            continue
        section[member.name] = replace(record, free_length=float(value))
    if faults:
        raise ModelError(faults)
    out.free_lengths = free
    return out
