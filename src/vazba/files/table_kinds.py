"""The tables of elements: their columns, and what a row says."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from vazba.algebra.rotations import cardan_matrix, cardan_rates_to_angular
from vazba.element import GROUND, SECTIONS, shown
from vazba.errors import suggestion
from vazba.files.cells import Row
from vazba.frozen import frozen
from vazba.joints.joint import PairJoint

Values = dict[str, Any]


# --- one row of each table ------------------------------------------------------------------------------------------


def _body(row: Row) -> Values:
    inertia, products = row.vector("Ix", "Iy", "Iz"), row.vector("Dxy", "Dxz", "Dyz")
    if inertia is not None and products is not None and any(products):
        inertia += products
    angles = row.vector("px0", "py0", "pz0")
    w, rates = row.vector("wx0", "wy0", "wz0"), row.vector("dpx0", "dpy0", "dpz0")
    if rates is not None and not row.faults:
        s = cardan_matrix(angles or [0.0] * 3)
        w = [float(x) for x in s.T @ cardan_rates_to_angular(angles or [0.0] * 3, rates)]
    velocity = row.vector("vx0", "vy0", "vz0")
    return {
        "position": row.vector("x0", "y0", "z0", blank=False),
        "orientation": {"cardan": angles} if angles is not None and any(angles) else None,
        "mass": row.number("Mass", blank=True),
        "inertia": inertia,
        "velocity": velocity if velocity is not None and any(velocity) else None,
        "angular_velocity": w if w is not None and any(w) else None,
    }


def _point(row: Row) -> Values:
    body = row.integer("IDCON")
    return {"body": f"body{body}" if body else GROUND, "position": row.vector("x", "y", "z", blank=False)}


def _ends(row: Row) -> list[str]:
    return [f"point{row.integer(column)}" for column in ("ID_FROM", "ID_TO")]


def _joint(row: Row) -> Values:
    type_ = row.text("TYPE").lower().replace("-", "_").replace(" ", "_") or "spherical"
    types = {str(t): record for t, record in SECTIONS["joints"].types.items()}
    fits = [t for t, record in types.items() if issubclass(record, PairJoint) and 3 in record.DIMS]
    if type_ not in fits:
        why = "a table holds joints between two points" if type_ in types and 3 in types[type_].DIMS else ""
        row.fault(f"TYPE = {shown(row.text('TYPE'))} is not possible here", why or "there is no such joint in space",
                  "write it into model.toml" if why else suggestion(type_, fits))  # fmt: skip
    a, b = row.vector("ax", "ay", "az"), row.vector("bx", "by", "bz")
    direction: Values = {"axes": [a or [0.0] * 3, b]} if b is not None else {"axis": a}
    sizes = {key: row.number(key, blank=True) for key in ("lead", "length") if row.text(key)}
    for key in sizes:
        if type_ in fits and key not in types[type_].schema():
            row.fault(f"{key} has no meaning for a {type_} joint", remedy="leave the cell empty")
    return {"type": type_, "points": _ends(row), **direction, **sizes}


def _spring(row: Row) -> Values:
    return {"points": _ends(row), "stiffness": row.number("k"), "free_length": row.number("l0")}


def _damper(row: Row) -> Values:
    return {"points": _ends(row), "damping": row.number("b")}


def _cable(row: Row) -> Values:
    through = [f"point{point}" for point in row.integers("ID_THROUGH")]
    return {
        "through": through,
        "stiffness": row.number("k"),
        "damping": row.number("b"),
        "free_length": row.number("l0"),
        "mass": row.number("mass", blank=True) if row.text("mass") else None,
    }


def _node(row: Row) -> Values:
    held = row.text("fix").strip().lower()
    axes = [axis for axis in "xyz" if axis in held]
    fixed: Any = True if held in ("1", "true", "yes") else False if held in ("", "0", "false", "no") else axes
    if isinstance(fixed, list) and (not axes or set(held) - set("xyz ,;")):
        row.fault(f"fix = {shown(row.text('fix'))} is not understood", "", "write 1, 0, or axes such as xz")
    return {
        "position": row.vector("x", "y", "z", blank=False),
        "mass": row.number("mass", blank=True),
        "fixed": fixed or None,
    }


def _bar(row: Row) -> Values:
    nodes = [f"node{row.integer(column)}" for column in ("ID_FROM", "ID_TO")]
    sizes = {
        key: row.number(column, blank=True)
        for key, column in (("mass", "mass"), ("stiffness", "EA"), ("free_length", "l0"))
    }
    return {"nodes": nodes, **sizes}


def _force(row: Row) -> Values:
    point = row.integer("ID_POINT")
    return {
        "point": f"point{point}",
        "force": row.vector("fx", "fy", "fz", blank=False),
        "start": row.number("t_start", blank=True),
    }


@frozen
class TableKind:
    """Columns of one table. `optional` columns come in groups, all or none; `joined` takes the rest of a row."""

    section: str
    values: Callable[[Row], Values]
    required: str
    optional: tuple[str, ...] = ()
    ignored: str = ""
    joined: str = ""

    @property
    def columns(self) -> list[str]:
        return " ".join([self.required, *self.optional, self.ignored]).split()


TABLES: dict[str, TableKind] = {
    "BODY": TableKind("bodies", _body, "ID Mass Ix Iy Iz x0 y0 z0",
                      ("Dxy Dxz Dyz", "px0 py0 pz0", "vx0 vy0 vz0", "wx0 wy0 wz0", "dpx0 dpy0 dpz0")),
    "POINT": TableKind("points", _point, "ID IDCON x y z", ignored="IDREF"),
    "JOINT": TableKind("joints", _joint, "ID ID_FROM ID_TO", ("TYPE", "ax ay az", "bx by bz", "lead", "length")),
    "SPRING": TableKind("springs", _spring, "ID ID_FROM ID_TO k l0"),
    "DAMPER": TableKind("dampers", _damper, "ID ID_FROM ID_TO b"),
    "CABLE": TableKind("cables", _cable, "ID k b l0 ID_THROUGH", ("mass",), joined="ID_THROUGH"),
    "NODE": TableKind("nodes", _node, "ID x y z", ("mass", "fix")),
    "BAR": TableKind("bars", _bar, "ID ID_FROM ID_TO mass", ("EA", "l0")),
    "FORCE": TableKind("forces", _force, "ID ID_POINT fx fy fz", ("t_start",)),
}  # fmt: skip
