"""What a robot's links look like: boxes, cylinders, spheres and meshes of <visual>, as shapes of bodies.

A box that is turned becomes a plate of its thickness, a cylinder is given by its ends. Meshes are taken over where they are STL or OBJ files, named by
a path or by `package://NAME/..`, which is looked for about the file and in ROS_PACKAGE_PATH. Whatever cannot be read is left out: it changes no number.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from vazba.algebra.rotations import quaternion
from vazba.files.urdf_robot import Array, Placing
from vazba.files.urdf_xml import Node

_AROUND = ((-1, -1), (1, -1), (1, 1), (-1, 1))


def visuals(node: Node, origin: Callable[[Node], Placing]) -> tuple[tuple[Placing, Node, str | None], ...]:
    """Of each <visual> of a link: where it lies, its geometry, and its colour where one is given there."""
    out = []
    for visual in node.all("visual"):
        geometry = visual.first("geometry")
        if geometry is not None and geometry.children:
            out.append((origin(visual), geometry.children[0], _colour(visual)))
    return tuple(out)


def shape_of(place: Placing, node: Node) -> dict[str, Any] | None:
    """A shape in the frame of the body."""
    words = node.attributes
    if node.tag == "sphere" and (radius := _number(words.get("radius"))):
        return {"sphere": {"radius": radius, "centre": _list(place.r)}}
    if node.tag == "cylinder" and (radius := _number(words.get("radius"))) and (length := _number(words.get("length"))):
        half = place.s[:, 2] * length / 2
        return {"cylinder": {"radius": radius, "start": _list(place.r - half), "end": _list(place.r + half)}}
    if node.tag == "box" and (size := _numbers(words.get("size"))) is not None:
        if np.array_equal(place.s, np.eye(3)):
            return {"box": _list(size), "centre": _list(place.r)}
        thin = int(np.argmin(size))
        i, j = (k for k in range(3) if k != thin)
        corners = [place.r + place.s[:, i] * a * size[i] / 2 + place.s[:, j] * b * size[j] / 2 for a, b in _AROUND]
        return {"plate": {"corners": [_list(corner) for corner in corners], "thickness": float(size[thin])}}
    return None


def mesh_of(place: Placing, node: Node, folder: Path) -> str | dict[str, Any] | None:
    """The file of a mesh, with its scale and place where it has them; relative to the folder of the robot's file."""
    name = located(node.attributes.get("filename", ""), folder)
    if node.tag != "mesh" or not name.lower().endswith((".stl", ".obj")):
        return None
    try:
        scale = [float(word) for word in node.attributes.get("scale", "1 1 1").split()]
    except ValueError:
        scale = []
    if len(scale) != 3 or 0.0 in scale or not np.isfinite(scale).all():
        return None
    words: dict[str, Any] = {"file": name}
    if scale != [1.0, 1.0, 1.0]:
        words["scale"] = scale
    if place.r.any():
        words["position"] = _list(place.r)
    if not np.array_equal(place.s, np.eye(3)):
        words["orientation"] = {"quaternion": _list(quaternion(place.s))}
    return words if len(words) > 1 else name


def located(name: str, folder: Path) -> str:
    """A path as it stands in the file, relative to its folder; of `package://NAME/rest` where that is found, else empty."""
    kind, sign, rest = name.partition("://")
    if not sign:
        return name
    if kind == "file":
        return os.path.relpath(rest, folder) if Path(rest).is_file() else ""
    if kind != "package":
        return ""
    package, _, inside = rest.partition("/")
    here = folder.resolve()
    above = [here, *list(here.parents)[:4]]
    places = [place / inside for place in above if place.name == package] + [
        place / package / inside for place in above
    ]
    places += [
        Path(root) / package / inside for root in os.environ.get("ROS_PACKAGE_PATH", "").split(os.pathsep) if root
    ]
    found = next((place for place in (*places, here / inside) if place.is_file()), None)
    return "" if found is None else os.path.relpath(found, here)


def _colour(visual: Node) -> str | None:
    material = visual.first("material")
    node = material.first("color") if material is not None else None
    values = None if node is None else node.attributes.get("rgba", "").split()
    try:
        shares = [min(max(float(word), 0.0), 1.0) for word in (values or ())[:3]]
    except ValueError:
        return None
    return "#" + "".join(f"{round(255 * share):02x}" for share in shares) if len(shares) == 3 else None


def _number(text: str | None) -> float | None:
    try:
        value = float(text or "")
    except ValueError:
        return None
    return value if np.isfinite(value) and value > 0 else None


def _numbers(text: str | None) -> Array | None:
    values = [_number(word) for word in (text or "").split()]
    return np.array(values, float) if len(values) == 3 and all(values) else None


def _list(values: Array) -> list[float]:
    return [float(value) for value in values]
