"""How a body looks: `shape`, `mesh` and `colour`. None of it has a mass; contact may take hold of a shape."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from vazba.algebra.rotations import cardan_matrix, matrices
from vazba.element import Field, Scope, shown
from vazba.errors import Wrong, suggestion

FORMS = {  # form: what it needs, what it may have beside it
    "box": ((), ("centre",)),
    "sphere": (("radius",), ("centre",)),
    "circle": (("radius",), ("centre",)),
    "cylinder": (("radius",), ("length", "axis", "centre", "start", "end")),
    "plane": (("normal",), ("point",)),
    "plate": (("corners",), ("thickness",)),
}
MESHES = (".stl", ".obj")
_HEX = re.compile(r"#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})")
NAMED = {
    "black": "#222222", "white": "#f5f5f5", "grey": "#8a8f98", "gray": "#8a8f98", "red": "#c8372d", "green": "#009e73", "blue": "#0072b2",
    "orange": "#d55e00", "yellow": "#e6b800", "purple": "#8e5bb5", "pink": "#cc79a7", "brown": "#8a5a2b", "cyan": "#56b4e9",
}  # fmt: skip


class ShapeField(Field):
    """`{box = [a, b, c]}`, `{sphere = {radius}}`, `{cylinder = {radius, length, axis}}`, `{plate = {corners, thickness}}`, `{circle = {radius}}`,
    `{plane = {point, normal}}`, all in the body frame, or a list of them; read as `{"form": ..}` with numbers."""

    def read(self, raw: Any, scope: Scope) -> Any:
        if isinstance(raw, (list, tuple)) and raw:
            return [self._one(each, scope) for each in raw]
        return self._one(raw, scope)

    def _one(self, raw: Any, scope: Scope) -> dict[str, Any]:
        forms = [key for key in raw if key in FORMS] if isinstance(raw, Mapping) else []
        if len(forms) != 1:
            unknown = next((key for key in raw if key not in FORMS), None) if isinstance(raw, Mapping) else None
            remedy = (
                suggestion(str(unknown), FORMS) if unknown else "write {box = [a, b, c]} or {sphere = {radius = r}}"
            )
            raise Wrong(f"shape = {shown(raw)} is not understood", "it says one form", remedy)
        form = forms[0]
        beside = {key: value for key, value in raw.items() if key != form}
        inner = raw[form]
        if form == "box":
            size = _vector(inner, scope, "box")
            if min(size[: len(inner)]) <= 0:
                raise Wrong(f"shape: box = {shown(inner)} is not possible", "edges are positive", "correct it")
            return {"form": form, "size": size, **self._known(form, beside, scope)}
        if not isinstance(inner, Mapping):
            inner = {FORMS[form][0][0]: inner}  # {sphere = 0.1}
        return {"form": form, **self._known(form, {**inner, **beside}, scope)}

    def _known(self, form: str, words: Mapping[str, Any], scope: Scope) -> dict[str, Any]:
        needed, more = FORMS[form]
        for key in words:
            if key not in (*needed, *more):
                raise Wrong(f"shape: {form}: unknown key '{key}'", remedy=suggestion(key, (*needed, *more)))
        missing = next((key for key in needed if key not in words), None)
        if missing is not None:
            raise Wrong(f"shape: {form}: {missing} is missing", remedy=f"add {missing} = ..")
        out: dict[str, Any] = {}
        for key, value in words.items():
            if key in ("radius", "length", "thickness"):
                out[key] = scope.number(value)
                if not out[key] > 0:
                    raise Wrong(f"shape: {form}: {key} = {out[key]:g} is not positive", remedy="correct the value")
            elif key == "corners":
                if isinstance(value, str) or not hasattr(value, "__len__") or len(value) < 3:
                    raise Wrong("shape: plate: it has fewer than three corners", remedy="give a list of corners")
                out[key] = [_vector(corner, scope, "corner") for corner in value]
            else:
                out[key] = _vector(value, scope, key)
        return out


def _vector(raw: Any, scope: Scope, key: str) -> list[float]:
    """Three numbers; in the plane two are enough."""
    count = len(raw) if hasattr(raw, "__len__") and not isinstance(raw, (str, Mapping)) else 0
    if count not in ((2, 3) if scope.dimension == 2 else (3,)):
        raise Wrong(f"shape: {key} = {shown(raw)} is not a vector", remedy=f"give {scope.dimension} numbers")
    return [*scope.vector(raw, count), 0.0][:3]


class MeshField(Field):
    """`"part.stl"` (STL or OBJ, metres, body frame), or `{file, scale, position, orientation}`, or a list of them; read only inside the model's folder.

    Read as a list of `{path, scale, position, turn}`: a corner `c` of the file is at `position + turn (scale c)`.
    """

    KEYS = ("file", "scale", "position", "orientation")

    def read(self, raw: Any, scope: Scope) -> list[dict[str, Any]]:
        return [self._one(each, scope) for each in (raw if isinstance(raw, (list, tuple)) and raw else [raw])]

    def _one(self, raw: Any, scope: Scope) -> dict[str, Any]:
        words = raw if isinstance(raw, Mapping) else {"file": raw}
        for key in words:
            if key not in self.KEYS:
                raise Wrong(f"mesh: unknown key '{key}'", remedy=suggestion(key, self.KEYS))
        name = words.get("file")
        if not isinstance(name, str) or Path(name).suffix.lower() not in MESHES:
            raise Wrong(f"mesh = {shown(raw)} is not a mesh", "", f"name a file ending in {' or '.join(MESHES)}")
        scale = words.get("scale", 1.0)
        sizes = scope.vector(scale, 3) if isinstance(scale, (list, tuple)) else (scope.number(scale),) * 3
        if 0.0 in sizes:
            raise Wrong(
                f"mesh: scale = {shown(scale)} is not possible", "nothing would be left", "0.001 reads millimetres"
            )
        place = _vector(words.get("position", [0.0] * scope.dimension), scope, "position")
        return {
            "path": scope.file(self.name, name),
            "scale": list(sizes),
            "position": place,
            "turn": _turn(words.get("orientation"), scope),
        }


def _turn(raw: Any, scope: Scope) -> list[list[float]]:
    """The matrix of `{cardan = [a, b, c]}` or `{quaternion = [w, x, y, z]}`; in the plane of an angle."""
    if raw is None:
        return np.eye(3).tolist()
    if not isinstance(raw, Mapping):
        if scope.dimension == 2:
            return cardan_matrix([0.0, 0.0, scope.number(raw)]).tolist()
        raise Wrong(
            f"mesh: orientation = {shown(raw)} is not understood",
            "",
            "write {cardan = [a, b, c]} or {quaternion = [w, x, y, z]}",
        )
    if set(raw) == {"cardan"}:
        return cardan_matrix(scope.vector(raw["cardan"], 3)).tolist()
    if set(raw) != {"quaternion"}:
        raise Wrong(
            f"mesh: orientation = {shown(raw)} is not understood",
            "",
            "write {cardan = [a, b, c]} or {quaternion = [w, x, y, z]}",
        )
    p = np.array(scope.vector(raw["quaternion"], 4))
    if np.linalg.norm(p) < 1e-9:
        raise Wrong("mesh: quaternion = [0, 0, 0, 0] is no rotation", remedy="[1, 0, 0, 0] means: not turned")
    return matrices((p / np.linalg.norm(p))[None])[0].tolist()


class ColourField(Field):
    """`"#0072b2"`, or one of a few names."""

    def read(self, raw: Any, scope: Scope) -> str:  # noqa: ARG002
        if isinstance(raw, str) and _HEX.fullmatch(raw):
            return raw.lower() if len(raw) == 7 else "#" + "".join(2 * c for c in raw[1:].lower())
        if raw not in NAMED:
            raise Wrong(
                f"colour = {shown(raw)} is unknown", remedy='write "#rrggbb", or ' + suggestion(str(raw), NAMED)
            )
        return NAMED[raw]
