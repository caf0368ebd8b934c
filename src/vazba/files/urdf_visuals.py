"""What a robot's links look like: boxes, cylinders, spheres and meshes of <visual>, as shapes of bodies.

A box that is turned becomes a plate of its thickness, a cylinder is given by its ends. Meshes are taken over where they are STL or OBJ files named
by a path, neither turned, shifted nor scaled. Whatever cannot be read is left out: it changes no number.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

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


def mesh_of(place: Placing, node: Node) -> str | None:
    """The file of a mesh that stands as it is."""
    name = node.attributes.get("filename", "")
    plain = (
        np.array_equal(place.s, np.eye(3))
        and not place.r.any()
        and node.attributes.get("scale", "1 1 1").split() == ["1"] * 3
    )
    return (
        name if node.tag == "mesh" and plain and "://" not in name and name.lower().endswith((".stl", ".obj")) else None
    )


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
