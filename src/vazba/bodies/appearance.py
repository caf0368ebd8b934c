"""How a body looks: `shape`, `mesh` and `colour`. None of it has a mass; contact may take hold of a shape."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

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
    """Name of an STL or OBJ file in metres, body frame; read only inside the model's folder."""

    def read(self, raw: Any, scope: Scope) -> Path:
        if not isinstance(raw, str) or Path(raw).suffix.lower() not in MESHES:
            raise Wrong(f"mesh = {shown(raw)} is not a mesh", "", f"name a file ending in {' or '.join(MESHES)}")
        return scope.file(self.name, raw)


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
