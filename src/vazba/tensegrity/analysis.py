"""`vz.tensegrity.analyse`: rank, self-stress states, mechanisms, and whether prestress makes it stand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vazba.algebra.threads import one_thread
from vazba.element import Scope
from vazba.errors import Fault, ModelError
from vazba.frozen import frozen
from vazba.model import Model
from vazba.result import Result
from vazba.statics.naming import motions_in_words
from vazba.tensegrity.apart import anchored, rigid_motions, spins
from vazba.tensegrity.given import names_of, number
from vazba.tensegrity.groups import grouped
from vazba.tensegrity.nullspace import TOLERANCE, spaces
from vazba.tensegrity.stability import EXACT, SLACK, SOFT, Pull, Stiffening, pulling, stiffened
from vazba.tensegrity.structure import Structure

Array = NDArray[np.float64]
MOST_NUMBERS = 3e7  # of all K_i together; beyond it the state of the largest least tension alone is looked at
NAMED = 6  # names in a sentence


@frozen
class Analysis:
    """What a structure is: `print(vz.tensegrity.analyse(model))`.

    `matrix` is the equilibrium matrix A (allowed motions x members, orthonormal motions with turns at the characteristic length): `A t` are the
    forces of tensions t on the motions the joints allow. `self_stresses`: columns t with `A t = 0`, unit norm, tension positive, the first with the
    strings pulling where there is one such. `mechanisms`: columns, velocities of all bodies (or nodes), without rigid and idle motions.
    """

    model: Model
    members: tuple[str, ...]
    rank: int
    self_stresses: Array
    mechanisms: Array
    rigid: int  # motions of the whole that nothing holds
    idle: tuple[str, ...]  # bodies that can turn about the line through all that is fastened to them: counted nowhere
    static: int  # degree of static indeterminacy: number of self-stress states
    kinematic: int  # degree of kinematic indeterminacy without rigid (and idle) motions
    infinitesimal: int  # mechanisms that some self-stress stiffens
    finite: int  # mechanisms that none does
    groups: dict[str, tuple[str, ...]]  # members by symmetry
    bars_at_a_node: int  # class: how many bars meet at most
    stable: bool
    prestress: Array  # admissible tensions that stiffen best, largest 1; zeros where there is none
    stiffness: Array  # of the mechanisms under it, N/m a newton of the largest tension
    verdict: str
    tolerance: float
    structure: Structure = field(repr=False)

    @cached_property
    def matrix(self) -> Any:
        """A; sparse of large structures without joints."""
        return self.structure.equilibrium_matrix(self.structure.lifted(self.structure.columns()))

    def tension(self, state: int = 0) -> dict[str, float]:
        """A self-stress state by member."""
        return dict(zip(self.members, self.self_stresses[:, state].tolist()))

    def motion(self, mechanism: int = 1, amplitude: float | None = None, frames: int = 40) -> Result:
        """A swing of one second along a mechanism (1, 2, ..), made large enough to be seen; bars and joints keep their lengths: a result to be animated."""
        from vazba.statics.moving import swung

        if not 1 <= mechanism <= self.kinematic:
            remedy = f"give 1 to {self.kinematic}" if self.kinematic else "nothing can move"
            raise ModelError(Fault("mechanism", f"there is no mechanism number {mechanism}", f"there are {self.kinematic}", remedy))  # fmt: skip
        s, phases = self.structure, np.arange(frames) / frames
        names, data, size = swung(s.mechanics, s.q, self.mechanisms[:, mechanism - 1], phases, amplitude)
        info = {"analysis": "mechanism", "mechanism": mechanism, "amplitude": size}
        return Result(self.model, phases, data, names, info=info, name=f"{self.model.name}, mechanism {mechanism}")

    def summary(self) -> str:
        """Everything in a few lines."""
        lines = [
            f"{self.model.name}: {len(self.members)} members, rank {self.rank}",
            f"  self-stress states: {self.static};  mechanisms: {self.kinematic}"
            + (f" ({self.infinitesimal} infinitesimal, {self.finite} finite)" if self.kinematic else "")
            + f";  rigid motions: {self.rigid}",
            f"  singular values below {self.tolerance:g} of the largest count as zero",
        ]
        if self.idle:
            lines.append(f"  idle: {listed(self.idle)} can turn about its own axis" if len(self.idle) == 1
                         else f"  idle: {listed(self.idle)} can turn about their own axes")  # fmt: skip
        if self.static and self.prestress.any():
            for name, names in self.groups.items():
                t = self.prestress[[self.members.index(n) for n in names]]
                value = f"{t[0]:.4g}" if np.ptp(t) <= 1e-6 else f"{t.min():.4g} to {t.max():.4g}"
                lines.append(f"  group {name} ({len(names)}: {listed(names)}): {value}")
        return "\n".join([*lines, f"  {self.verdict}"])

    def __str__(self) -> str:
        return self.summary()


def listed(names: Sequence[str]) -> str:
    """`a, b and 3 more`."""
    if len(names) <= NAMED:
        return ", ".join(names)
    return f"{', '.join(names[: NAMED - 1])} and {len(names) - NAMED + 1} more"


def analyse(
    model: Model,
    *,
    members: Sequence[str] | None = None,
    groups: Mapping[str, Sequence[str]] | None = None,
    tolerance: float = TOLERANCE,
) -> Analysis:
    """Equilibrium matrix of the members on the motions the joints allow, its rank, self-stress states and mechanisms, and a verdict.

    Members are all cables and bars, and springs with `member = true`, or those named in `members`. `groups` gives members that are
    alike by name; unless given they are found by symmetry. Loads and weight are not looked at: see `statics`.
    """
    part = number(Scope(), "analyse", "tolerance = {}", tolerance, "it is a part of the largest singular value")
    if part >= 1:
        raise ModelError(Fault("analyse", f"tolerance = {part:g} is not below 1", "nothing would count", "give one such as 1e-8"))  # fmt: skip
    import scipy.linalg  # noqa: F401  loaded before its threads are asked for

    with one_thread():
        return analysed(Structure(model, None if members is None else names_of("members", members)), groups, part)


def analysed(s: Structure, groups: Mapping[str, Sequence[str]] | None = None, tolerance: float = TOLERANCE) -> Analysis:
    """As `analyse`, of a structure."""
    from scipy.sparse import csr_array, diags_array, vstack

    scale = diags_array(1.0 / s.roots)
    columns = s.lifted(s.columns())
    rows = vstack([columns.T, s.rows]).tocsr() @ scale
    whole = spaces(rows, tolerance, motions=False)
    count = len(s.members)
    states, multipliers = _states(whole.dependencies, count)
    rigid, idle, names = _apart(s, rows)
    apart = np.hstack([rigid, idle])  # motions that change nothing: they are orthogonal to all rows
    more = int((np.linalg.eigvalsh(apart.T @ apart) > 1e-12).sum()) if apart.size else 0
    below = [csr_array(apart.T)] if apart.size else []
    found = spaces(vstack([rows, *below]).tocsr(), tolerance, rank=whole.rank + more).motions / s.roots[:, None]
    alike = grouped(s, groups)
    pull = _even(states, s, alike)
    if pull.least > SLACK and states.shape[1] > 1:  # the first state is admissible, the rest orthogonal to it
        states, multipliers = _led(states, multipliers, pull.factors)
        pull = Pull(states.T @ pull.tensions, pull.tensions, pull.least)
    elif states.shape[1] == 1 and pull.tensions.any() and float(pull.factors[0]) < 0:
        states, multipliers, pull = -states, -multipliers, Pull(-pull.factors, pull.tensions, pull.least)
    admissible = bool(states.shape[1]) and (not s.strings.any() or pull.least > SLACK)
    soft = _none(s, columns.T, states, multipliers)
    chosen, infinitesimal = _stiffening(s, states, multipliers, found, pull, soft)
    stable, verdict = _verdict(s, states, admissible, pull.tensions, chosen, found, (rigid.shape[1], soft))
    best = states @ chosen.factors if admissible else np.zeros(count)
    size = np.abs(best).max(initial=0.0)
    return Analysis(
        s.model, s.names, count - states.shape[1], states, found, rigid.shape[1], tuple(names), states.shape[1],
        found.shape[1], infinitesimal, found.shape[1] - infinitesimal, alike, s.bars_at_a_node(), stable,
        best / size if size > 0 else best, chosen.stiffness / size if size > 0 else chosen.stiffness, verdict, tolerance, s,
    )  # fmt: skip


def _even(states: Array, s: Structure, groups: Mapping[str, Sequence[str]]) -> Pull:
    """A state in which all strings pull: one that is alike in all groups, where there is such."""
    place = {name: k for k, name in enumerate(s.names)}
    if states.shape[1] > 1 and len(groups) < len(s.names):
        mean = states.copy()
        for names in groups.values():
            k = [place[name] for name in names]
            mean[k] = states[k].mean(axis=0)
        uneven = states - mean
        values, vectors = np.linalg.eigh(uneven.T @ uneven)
        same = vectors[:, values <= 1e-14]
        if same.shape[1]:
            pull = pulling(states @ same, s.strings, [place[names[0]] for names in groups.values() if names])
            if pull.least > SLACK:
                return Pull(same @ pull.factors, pull.tensions, pull.least)
    return pulling(states, s.strings)


def _states(dependencies: Array, count: int) -> tuple[Array, Array]:
    """Self-stresses (orthonormal in the members) and their multipliers; dependencies of the joints alone are left out."""
    t = dependencies[:count]
    if len(dependencies) == count:  # no joints: they are orthonormal
        return dependencies, np.zeros((0, t.shape[1]))
    if not t.size:
        return np.zeros((count, 0)), np.zeros((len(dependencies) - count, 0))
    u, sizes, vt = np.linalg.svd(t, full_matrices=False)
    kept = sizes > 1e-7
    return u[:, kept], dependencies[count:] @ (vt[kept].T / sizes[kept])


def _led(states: Array, multipliers: Array, factors: Array) -> tuple[Array, Array]:
    """The same space with the state of the given factors first."""
    q, _ = np.linalg.qr(np.column_stack([factors, np.eye(len(factors))])[:, : len(factors)])
    if np.linalg.matrix_rank(q) < len(factors):
        q, _ = np.linalg.qr(
            np.column_stack([factors, np.random.default_rng(1).normal(size=(len(factors),) * 2)[:, 1:]])
        )
    q[:, 0] *= np.sign(q[:, 0] @ factors)
    return states @ q, multipliers @ q


def _apart(s: Structure, rows: object) -> tuple[Array, Array, list[str]]:
    """Rigid motions and idle turns (weighted, columns) that change nothing, and whose turns they are."""
    turns, names = spins(s)
    turns = turns * s.roots[:, None]
    turns = turns / np.maximum(np.linalg.norm(turns, axis=0), 1e-300)
    still = np.abs(rows @ turns).max(axis=0, initial=0.0) <= 1e-8 if turns.size else np.zeros(0, bool)  # type: ignore[operator]
    names = [name for name, kept in zip(names, still) if kept]
    size = np.array([1, 1, 1 / s.length] if s.planar else [1, 1, 1, *[1 / s.length] * 3])  # turns as lengths
    whole = rigid_motions(s) * size
    least = 1e-9 * float(np.linalg.norm(whole * s.roots[:, None]))
    moved = np.concatenate([np.asarray(rows @ (whole * s.roots[:, None])), anchored(s) * size])  # type: ignore[operator]
    if len(moved):
        _, sizes, vt = np.linalg.svd(moved.T @ moved)
        whole = whole @ vt[np.sqrt(np.maximum(sizes, 0.0)) <= 1e-7].T
    motions, sizes, _ = np.linalg.svd(whole * s.roots[:, None], full_matrices=False)
    return motions[:, sizes > least], turns[:, still], names  # nodes on a line do not notice turns about it


def _none(s: Structure, columns: Any, states: Array, multipliers: Array) -> float:
    """A stiffness that is none, N/m a newton: what the forces that states leave unbalanced (rounding, digits of the drawing) may feign."""
    if not states.size:
        return SOFT / s.length
    left = columns.T @ states + (s.rows.T @ multipliers if len(multipliers) else 0.0)
    feigned = 100.0 * float(np.abs(left / s.roots[:, None]).max() / np.abs(states).max())
    return min(SOFT, EXACT + feigned) / s.length


def _stiffening(
    s: Structure, states: Array, multipliers: Array, motions: Array, pull: Pull, soft: float
) -> tuple[Stiffening, int]:
    """The admissible state that stiffens best, and how many mechanisms some state stiffens or softens; `soft`: a stiffness that is none."""
    count, size = states.shape[1], motions.shape[1]
    if not size or not count:
        return Stiffening(pull.factors, np.zeros(size), np.eye(size)), 0

    def of(factors: Array) -> Array:
        k = motions.T @ (s.stiffened(states @ factors, motions) + s.bent(multipliers @ factors, motions))
        return np.asarray((k + k.T) / 2)

    single = of(pull.factors)
    values, directions = np.linalg.eigh(single)
    chosen = Stiffening(pull.factors, values, directions)
    if values[0] > soft * np.abs(pull.tensions).max():
        return chosen, size  # all are stiffened by this one
    few = count * size * size <= MOST_NUMBERS
    parts = np.array([of(factors) for factors in np.eye(count)]) if few else single[None]
    squares = np.einsum("sij,sik->jk", parts, parts)
    touched = int(
        (np.sqrt(np.maximum(np.linalg.eigvalsh(squares), 0.0)) > SOFT / s.length).sum()
    )  # squares have half the digits
    return stiffened(states, s.strings, parts, pull) if few else chosen, touched


def _verdict(
    s: Structure,
    states: Array,
    admissible: bool,
    tensions: Array,
    chosen: Stiffening,
    found: Array,
    more: tuple[int, float],
) -> tuple[bool, str]:
    """Whether it stands, and why (not); `more`: rigid motions, and a stiffness that is none."""
    rigid, none = more
    whole = "as a whole" if rigid else "where it is held"
    mechanisms = found.shape[1]
    if s.strings.any() and not admissible:
        if not states.shape[1]:
            need = f"; {mechanisms} mechanism{'s' if mechanisms != 1 else ''}" if mechanisms else ""
            return False, (
                f"NOT STABLE: there is no self-stress, so the strings cannot be tightened{need}"
                f" (rank {len(s.members)} of {len(s.members)} members)"
            )
        if states.shape[1] == 1:  # the sign in which fewer would have to push
            tensions = states[:, 0] * (1.0 if (states[s.strings, 0] > 0).sum() * 2 >= s.strings.sum() else -1.0)
        loose = [n for n, t, string in zip(s.names, tensions, s.strings) if string and t <= SLACK]
        return (
            False,
            f"NOT STABLE: in no self-stress do all strings pull; {listed(loose)} would be slack or have to push",
        )
    if not mechanisms:
        how = "a self-stress with all strings pulling makes" if s.strings.any() else "its members alone make"
        return True, f"STABLE: no mechanisms, and {how} it stiff {whole}"
    if not states.shape[1]:
        told = motions_in_words(s.mechanics, s.q, found)
        return False, f"NOT STABLE: {mechanisms} mechanisms and no self-stress that could stiffen them; {told[0]}"
    soft = none * float(np.abs(states @ chosen.factors).max())
    weak = chosen.stiffness <= soft
    if not weak.any():
        return True, (
            f"STABLE: prestress stiffens all {mechanisms} mechanisms, the softest with "
            f"{chosen.stiffness[0]:.3g} N/m a newton of the largest force"
        )
    told = motions_in_words(s.mechanics, s.q, found @ chosen.directions[:, weak][:, :1])
    word = "softens" if chosen.stiffness[0] < -soft else "does not stiffen"
    return False, f"NOT STABLE: prestress {word} {int(weak.sum())} of {mechanisms} mechanisms; {told[0]}"
