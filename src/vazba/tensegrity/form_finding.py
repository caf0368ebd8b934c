"""`vz.tensegrity.form_find`: shapes from force densities, or from free lengths.

Force densities q (force over length): every free node balances where `D x = 0`, `D = C^T diag(q) C` with the incidence matrix C, in each direction
by itself. With nodes held, `D_ff x_f = -D_fs x_s` is one linear solution. Without, D must have one null vector more than the space has directions; the
shape is then the one nearest to the drawing among all that balance (they differ by an affine map).
"""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vazba.errors import Fault, ModelError, SolveError, Wrong, suggestion
from vazba.frozen import frozen
from vazba.model import Model
from vazba.scope import Scope, shown
from vazba.statics.balance import _descend, _relax
from vazba.statics.equilibrium import settled
from vazba.tensegrity.analysis import listed
from vazba.tensegrity.drawing import net_of, pin_jointed
from vazba.tensegrity.given import names_of, number, numbers, table
from vazba.tensegrity.net import Net
from vazba.tensegrity.structure import Structure

Array = NDArray[np.float64]
METHODS = ("force_densities", "nonlinear", "dynamic_relaxation")
NULL = 1e-9  # of the largest eigenvalue of D: less is none
STEPS = 200


@frozen
class Form:
    """A shape: positions of nodes (m), forces (N) and lengths (m) of members, and how far each node moved."""

    positions: dict[str, Array]
    lengths: dict[str, float]
    forces: dict[str, float]
    moved: dict[str, float]
    how: str
    model: Model | None = None  # as drawn anew, where a model of nodes was given

    def __str__(self) -> str:
        far = sorted(self.moved, key=lambda name: -self.moved[name])
        lines = [f"shape by {self.how}: {len(self.positions)} nodes"]
        if far and self.moved[far[0]] > 0:
            lines += [f"  {name} moved by {self.moved[name]:.5g} m" for name in far[:8] if self.moved[name] > 0]
        else:
            lines.append("  nothing moved")
        return "\n".join(lines)


def form_find(
    what: Model | Mapping[str, Sequence[float]],
    force_densities: float | Mapping[str, float] | None = None,
    *,
    members: Mapping[str, Sequence[str]] | None = None,
    fixed: Sequence[str] = (),
    groups: Mapping[str, Sequence[str]] | None = None,
    method: str | None = None,
) -> Form:
    """A shape in which all forces balance; what moved is in `.moved`.

    `what`: a model, or nodes (`{name: place}`) with `members` (`{name: (node, node)}`) and `fixed` nodes. With `force_densities` (N/m; one number, or by
    member or group) by one linear solution; else for a model with its own free lengths: `method="nonlinear"` (Newton's method) or
    `"dynamic_relaxation"` (the heavily damped motion is followed until it rests).
    """
    method = method or ("force_densities" if force_densities is not None else "nonlinear")
    if method not in METHODS:
        raise ModelError(Fault("form_find", f"method = {method!r} is unknown", "", suggestion(str(method), METHODS)))
    if method != "force_densities":
        if not isinstance(what, Model):
            raise ModelError(
                Fault(
                    "form_find",
                    f"method = {method!r} needs a model",
                    "free lengths and stiffnesses are used",
                    "give a model, or force_densities",
                )
            )
        return _from_lengths(what, method)
    if force_densities is None:
        raise ModelError(Fault("form_find", "force_densities are missing", "", "give a number, or numbers by member or group"))  # fmt: skip
    net = _net(what, members, fixed)
    densities = _densities(net, force_densities, groups)
    x = _solved(net, densities)
    place = {name: x[k] for k, name in enumerate(net.nodes)}
    shaped = replace(net, nodes=place)
    lengths = {name: shaped.length(name) for name in net.members}
    moved = {name: float(np.linalg.norm(place[name] - net.nodes[name])) for name in net.nodes}
    forces = {name: float(q) * lengths[name] for name, q in zip(net.members, densities)}
    model = _redrawn(what, place) if isinstance(what, Model) else None
    return Form(place, lengths, forces, moved, "force densities", model)


def _net(
    what: Model | Mapping[str, Sequence[float]], members: Mapping[str, Sequence[str]] | None, fixed: Sequence[str]
) -> Net:
    if isinstance(what, Model):
        net, _ = pin_jointed(Structure(what), "form_find")
        _refuse_unknown(fixed, net.nodes)
        return replace(net, fixed=tuple(dict.fromkeys([*net.fixed, *fixed])))
    nodes: dict[str, Array] = {}
    faults: list[Fault] = []
    for name, place in table("form_find", "what", what, 'a model, or {"n1": (0, 0, 0), ..}').items():
        try:
            size = len(place) if hasattr(place, "__len__") else 0
            nodes[name] = np.array(Scope().vector(place, size))
            if size not in (2, 3) or size != len(next(iter(nodes.values()))):
                raise Wrong("")
        except Wrong:
            faults.append(Fault(f"node {name}", f"{shown(place)} is no place", "", "give 2 or 3 coordinates, as many for all"))  # fmt: skip
    if faults:
        raise ModelError(faults)
    for name, ends in (members or {}).items():
        for end in ends:
            if end not in nodes:
                faults.append(Fault(f"member {name}", f"there is no node '{end}'", "", suggestion(end, nodes)))
        if len(ends) != 2 or ends[0] == ends[1]:
            faults.append(Fault(f"member {name}", f"its ends are {list(ends)}", "", "give two different nodes"))
    if not members:
        faults.append(Fault("form_find", "there are no members", "", 'give members = {"a": ("n1", "n2"), ..}'))
    if faults:
        raise ModelError(faults)
    _refuse_unknown(fixed, nodes)
    return Net("structure", nodes, {}, {n: (e[0], e[1]) for n, e in (members or {}).items()}, {}, tuple(fixed))


def _refuse_unknown(fixed: Sequence[str], nodes: Mapping[str, Any]) -> None:
    faults = [Fault("fixed", f"there is no node '{n}'", "", suggestion(n, nodes)) for n in fixed if n not in nodes]
    if faults:
        raise ModelError(faults)


def _densities(net: Net, given: float | Mapping[str, float], groups: Mapping[str, Sequence[str]] | None) -> Array:
    names, scope = list(net.members), Scope()
    if not isinstance(given, Mapping):
        one = number(scope, "form_find", "force_densities = {} N/m", given, remedy="give a number, or numbers by member or group")  # fmt: skip
        return np.full(len(names), one)
    more = table("form_find", "groups", groups or {}, '{"g": ["a", "b"]}').items()
    listed_groups = {group: tuple(names_of(f"group {group}", some)) for group, some in more}
    known = {**{name: (name,) for name in names}, **listed_groups}
    faults: list[Fault] = []
    out: dict[str, float] = {}
    for group, some in listed_groups.items():
        if group in net.members and set(some) != {group}:
            faults.append(Fault(f"group {group}", "a member has the same name", "one of them would be lost", "rename the group"))  # fmt: skip
    values = numbers(scope, "force_densities", "N/m", {n: v for n, v in given.items() if n in known})
    for name in given:
        if name not in known:
            faults.append(
                Fault("force_densities", f"there is no member or group '{name}'", "", suggestion(name, known))
            )
            continue
        for member in known[name]:
            if member not in net.members:
                faults.append(Fault(f"group {name}", f"there is no member '{member}'", "", suggestion(member, names)))
            if out.setdefault(member, values[name]) != values[name]:
                what = f"member {member} is given {out[member]:g} and {values[name]:g} N/m"
                faults.append(Fault("force_densities", what, "by its name and by its group, or by two groups", "give one"))  # fmt: skip
    missing = [name for name in names if name not in out]
    if missing and not faults:
        faults.append(Fault("force_densities", f"none is given for {listed(missing)}", "", "give one for every member, or by group"))  # fmt: skip
    if faults:
        raise ModelError(faults)
    return np.array([out[name] for name in names])


def _solved(net: Net, densities: Array) -> Array:
    from scipy.sparse import diags_array

    c = net.incidence()
    d = (c.T @ diags_array(densities) @ c).tocsc()
    x = np.array(list(net.nodes.values()))
    loose = [name for name, used, free in zip(net.nodes, np.abs(c).sum(axis=0), net.free) if used == 0 and free.any()]
    if loose:
        raise ModelError(
            [
                Fault(f"node {name}", "no member holds it", "it may be anywhere", "fasten a member to it, or remove it")
                for name in loose
            ]
        )
    nowhere = net.free.all(axis=0)  # axes along which no node is held
    out = x.copy()
    if nowhere.any():
        out[:, nowhere] = _free_standing(d.toarray(), x[:, nowhere])
    for held, axes in _held_alike(net.free):
        out[~held] = np.where(axes, _carried(net, d, x, held), out[~held])
    return out


def _held_alike(free: NDArray[np.bool_]) -> list[tuple[NDArray[np.bool_], NDArray[np.bool_]]]:
    """Which nodes are held along some axes, and which axes these are; without axes along which none or all are."""
    found, columns = [], free.T.tolist()
    for column in [c for k, c in enumerate(columns) if c not in columns[:k]]:
        if any(column) and not all(column):
            found.append((~np.array(column, bool), np.array([other == column for other in columns])))
    return found


def _carried(net: Net, d: Any, x: Array, held: NDArray[np.bool_]) -> Array:
    """Where the nodes that are not held balance."""
    from scipy.sparse.linalg import splu

    inner = d[~held][:, ~held].tocsc()
    try:
        factor = splu(inner)
    except RuntimeError as error:
        raise _singular(net, held, inner) from error
    pivots = np.abs(factor.U.diagonal())
    if pivots.min() <= NULL * pivots.max():
        raise _singular(net, held, inner)
    return np.asarray(factor.solve(-(d[~held][:, held] @ x[held])))


def _singular(net: Net, held: NDArray[np.bool_], inner: Any) -> ModelError:
    free = [name for name, fixed in zip(net.nodes, held) if not fixed]
    values, vectors = np.linalg.eigh(inner.toarray()) if len(free) <= 600 else (np.zeros(1), np.ones((len(free), 1)))
    v = vectors[:, int(np.abs(values).argmin())]
    involved = [free[k] for k in np.argsort(-np.abs(v))[:6] if abs(v[k]) > 0.1 * np.abs(v).max()]
    what = "with these force densities the linear form-finding is singular"
    why = f"nodes {listed(involved)} can be anywhere along a line: pulls and pushes on them cancel"
    return ModelError(Fault("form_find", what, why, "change the force densities of the members there"))


def _free_standing(d: Array, x: Array) -> Array:
    """The balanced shape nearest to the drawing, of a structure that nothing holds."""
    values, vectors = np.linalg.eigh(d)
    null = np.abs(values) <= NULL * np.abs(values).max(initial=0.0)
    need, count = x.shape[1] + 1, int(null.sum())
    if count < need:
        flat = {1: "a point", 2: "a line", 3: "a plane"}[count]
        what = f"with these force densities the linear form-finding is singular: the only shapes that balance lie in {flat}"
        why = f"without held nodes D must have {need} null vectors, and has {count}; the next eigenvalue is {np.sort(np.abs(values))[count]:.3g} N/m"
        raise ModelError(Fault("form_find", what, why, "change their ratios, or hold nodes with fixed = [..]"))
    basis = vectors[:, null]
    return np.asarray(basis @ (basis.T @ x))


def _redrawn(model: Model, places: Mapping[str, Array]) -> Model | None:
    """The model with its nodes at other places; None where it has none."""
    if not model.nodes:
        return None
    out = copy.copy(model)
    out.nodes = {
        name: replace(record, position=places[name].tolist()) if name in places else record
        for name, record in model.nodes.items()
    }
    return out


def _from_lengths(model: Model, method: str) -> Form:
    s = Structure(model)
    mechanics, before = s.mechanics, s.q.copy()
    drawn, names = net_of(s)
    found = _descend(mechanics, before, STEPS) if method == "nonlinear" else _relax(mechanics, before)
    if not found.balanced:
        left = f"{found.posture.size:.4g} N are left beside {found.force:.4g} N"
        raise SolveError(
            f"{model.name}: no shape was found by {method.replace('_', ' ')}: {left}; draw it nearer, or hold it"
        )
    s.q = found.posture.q
    for cached in ("lengths", "_drawn", "rows"):
        s.__dict__.pop(cached, None)
    shaped, _ = net_of(s)
    places = {name: shaped.nodes.get(names.get(name, name), place) for name, place in drawn.nodes.items()}
    moved = {name: float(np.linalg.norm(places[name] - drawn.nodes[name])) for name in drawn.nodes}
    found_forces = settled(replace(s.start, q=s.q)).tensions
    tension = {name: found_forces[name] for name in s.names}
    return Form(
        places,
        dict(zip(s.names, s.lengths.tolist())),
        tension,
        moved,
        method.replace("_", " "),
        _redrawn(model, places),
    )
