"""`vz.tensegrity.size`: the lightest bars and strings of a drawn shape that carry given loads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from vazba.errors import Fault, ModelError
from vazba.frozen import frozen
from vazba.model import Model
from vazba.tensegrity.analysis import listed
from vazba.tensegrity.drawing import pin_jointed
from vazba.tensegrity.given import ZERO_OR_MORE, loads_of, number
from vazba.tensegrity.net import Net
from vazba.tensegrity.strength import STEEL, Material, known_material
from vazba.tensegrity.structure import Structure

Array = NDArray[np.float64]
ROUNDS, SETTLED = 60, 1e-10
FLOOR = 1e-9  # of the largest force: what the slope of a bar's mass is taken at, at least


@frozen
class Sizes:
    """Areas (m2), masses (kg), largest forces (N, tension positive) of all members, and what each is sized by."""

    mass: float
    areas: dict[str, float]
    masses: dict[str, float]
    forces: tuple[dict[str, float], ...]  # of each load case
    by: dict[str, str]  # "yield", "buckling", "none"

    def __str__(self) -> str:
        wide = max(len(name) for name in self.areas)
        lines = [
            f"minimal mass {self.mass:.6g} kg",
            f"  {'member':<{wide}}  area [mm2]   mass [kg]  largest force [N]  by",
        ]
        for name, area in self.areas.items():
            force = max((case[name] for case in self.forces), key=abs)
            lines.append(
                f"  {name:<{wide}}  {1e6 * area:>10.4g} {self.masses[name]:>11.4g} {force:>18.5g}  {self.by[name]}"
            )
        return "\n".join(lines)


def size(
    model: Model,
    loads: Mapping[str, Sequence[float]] | Sequence[Mapping[str, Sequence[float]]],
    *,
    bars: Material = STEEL,
    strings: Material = STEEL,
    factor: float = 1.0,
    least_tension: float = 0.0,
) -> Sizes:
    """Least mass for one load case or several (forces by node or point, N), each in equilibrium in the drawn shape.

    Strings are sized by yield, `A = F/strength`; solid round bars by yield and by buckling, `A = sqrt(4 l^2 F/(pi E))`, whichever is more. Forces of each
    case are chosen for the least mass (prestress included): a linear programme, repeated with the slopes of the bars' masses until it settles.
    `factor` of safety multiplies all forces; `least_tension` keeps strings taut.
    """
    known_material("size", bars=bars, strings=strings)
    factor = number(model.scope(), "size", "factor = {}", factor, "it multiplies the forces")
    why = "a string that may push is no string"
    least_tension = number(model.scope(), "size", "least_tension = {} N", least_tension, why, ZERO_OR_MORE)
    net, names = pin_jointed(Structure(model), "size")
    cases = [loads] if isinstance(loads, Mapping) or not isinstance(loads, Sequence) else list(loads)
    if not cases:
        raise ModelError(Fault("size", "there are no loads", "", 'give loads = {"n1": [0, 0, -10]}'))
    vectors = [_vector(model, net, names, case) for case in cases]
    members, pieces = net.whole()
    lengths = pieces.T @ np.array([net.length(name) for name in net.members])
    is_bar = np.array([name in net.bars for name in members])
    forces = _lightest(net, vectors, lengths, is_bar, bars, strings, factor, least_tension)
    push = factor * np.maximum(-forces, 0.0).max(axis=0)
    most = factor * np.abs(forces).max(axis=0)
    by_yield = np.where(is_bar, most / bars.strength, most / strings.strength)
    by_buckling = np.where(is_bar, [bars.area_against_buckling(f, length) for f, length in zip(push, lengths)], 0.0)
    areas = np.maximum(by_yield, by_buckling)
    masses = areas * lengths * np.where(is_bar, bars.density, strings.density)
    word = np.where(areas == 0, "none", np.where(by_buckling > by_yield, "buckling", "yield"))
    return Sizes(
        float(masses.sum()), dict(zip(members, areas.tolist())), dict(zip(members, masses.tolist())),
        tuple(dict(zip(members, case.tolist())) for case in forces), dict(zip(members, word.tolist())),
    )  # fmt: skip


def _vector(model: Model, net: Net, names: Mapping[str, str], case: object) -> Array:
    out = np.zeros(len(net.rows))
    for name, force in loads_of(model, "size", case, names, "node or point").items():
        out += net.load({names[name]: force})
    return out


def _lightest(
    net: Net, vectors: list[Array], lengths: Array, is_bar: NDArray[np.bool_], bars: Material, strings: Material, factor: float, least: float
) -> Array:  # fmt: skip
    """Forces of all members (cases x members) of the least mass."""
    from scipy.optimize import linprog
    from scipy.sparse import block_diag, csr_array, diags_array, eye_array, hstack, vstack

    count, cases = len(lengths), len(vectors)
    a = net.equilibrium() @ diags_array([1.0 / net.length(name) for name in net.members]) @ net.whole()[1]
    equal = hstack([block_diag([a] * cases), csr_array((a.shape[0] * cases, count))]).tocsr()
    one = eye_array(count)
    above = vstack(
        [
            hstack([*(sign * one if k == c else csr_array((count, count)) for k in range(cases)), -one])
            for c in range(cases)
            for sign in (1, -1)
        ]
    ).tocsr()
    bounds = [(None, None) if bar else (least, None) for bar in is_bar] * cases + [(0, None)] * count
    cost = np.where(is_bar, bars.density / bars.strength, strings.density / strings.strength) * lengths
    before, found = np.inf, np.zeros((cases, count))
    for _ in range(ROUNDS):
        answer = linprog(
            np.concatenate([np.zeros(cases * count), cost / cost.max()]), A_ub=above, b_ub=np.zeros(above.shape[0]), A_eq=equal,
            b_eq=np.concatenate(vectors), bounds=bounds, method="highs",
        )  # fmt: skip
        if not answer.success:
            _refuse(net, vectors, a)
        found = answer.x[: cases * count].reshape(cases, count)
        most = factor * np.abs(found).max(axis=0)
        push = np.maximum(most, FLOOR * max(float(most.max()), 1e-300))
        by_buckling = np.array([bars.area_against_buckling(f, length) for f, length in zip(push, lengths)])
        area = np.where(is_bar, np.maximum(push / bars.strength, by_buckling), push / strings.strength)
        cost = area * lengths * np.where(is_bar, bars.density, strings.density) / push
        mass = float((cost * most).sum())
        if abs(before - mass) <= SETTLED * mass:
            break
        before = mass
    return np.asarray(found)


def _refuse(net: Net, vectors: list[Array], a: object) -> None:
    """Why no forces of the members carry the loads."""
    from scipy.sparse.linalg import lsqr

    for vector in vectors:
        left = np.abs(vector - a @ lsqr(a, vector, atol=1e-13, btol=1e-13)[0])  # type: ignore[operator]
        if left.max() > 1e-6 * max(float(np.abs(vector).max()), 1e-300):
            worst = [net.rows[int(k)] for k in np.argsort(-left)[:3] if left[k] > 0.1 * left.max()]
            what = f"the loads cannot be carried in the drawn shape: {left.max():.4g} N are left at {listed(worst)}"
            raise ModelError(Fault("size", what, "they do not balance, or a mechanism gives way", "hold it, balance the loads, or add members"))  # fmt: skip
    raise ModelError(
        Fault(
            "size",
            "the loads cannot be carried without strings that push",
            "",
            "make these members bars, or turn the loads round",
        )
    )
