"""Meshes from files: STL (binary and text) and OBJ, as triangles (n, 3, 3) in metres."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vazba.errors import Wrong

LARGEST = 40_000_000  # bytes
MOST = 400_000  # triangles
_FACE = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("more", "<u2")])


def read_mesh(path: Path) -> NDArray[np.float32]:
    """The triangles of a file; raises `Wrong`."""
    try:
        size = path.stat().st_size
        if size > LARGEST:
            raise Wrong(f"{path.name} has {size / 1e6:.0f} MB", "a page cannot carry it", "use a coarser mesh")
        data = path.read_bytes()
    except OSError as error:
        raise Wrong(f"{path.name} cannot be read", error.strerror or str(error), "check the name") from error
    try:
        triangles = _obj(data) if path.suffix.lower() == ".obj" else _stl(data)
    except (ValueError, IndexError, UnicodeDecodeError) as error:
        raise Wrong(f"{path.name} is damaged", str(error)[:80], "export it again") from error
    if not len(triangles):
        raise Wrong(f"{path.name} holds no triangle", "", "export it again")
    if len(triangles) > MOST:
        raise Wrong(f"{path.name} has {len(triangles)} triangles", f"at most {MOST} are drawn", "use a coarser mesh")
    if not np.isfinite(triangles).all():
        raise Wrong(f"{path.name} is damaged", "a coordinate is not a number", "export it again")
    return triangles


def placed(triangles: NDArray[np.float32], mesh: Mapping[str, Any]) -> NDArray[np.float32]:
    """Triangles in the body frame: `position + turn (scale c)`; a mirrored mesh keeps its outside outside."""
    scale, turn = np.array(mesh["scale"]), np.array(mesh["turn"])
    out = (triangles * scale) @ turn.T + np.array(mesh["position"])
    return np.asarray(out[:, ::-1] if np.prod(scale) < 0 else out, np.float32)


def _stl(data: bytes) -> NDArray[np.float32]:
    count = int.from_bytes(data[80:84], "little") if len(data) >= 84 else -1
    if count >= 0 and len(data) == 84 + 50 * count:
        return np.frombuffer(data, _FACE, count, 84)["corners"].copy()
    words = data.decode("ascii").split()
    if not words or words[0].lower() != "solid":
        raise ValueError("it is no STL file")
    numbers = [words[k + 1 : k + 4] for k, word in enumerate(words) if word == "vertex"]
    return np.array(numbers, np.float32).reshape(-1, 3, 3)


def _obj(data: bytes) -> NDArray[np.float32]:
    corners: list[list[float]] = []
    faces: list[tuple[int, int, int]] = []
    for line in data.decode("utf-8", "replace").splitlines():
        words = line.split()
        if words[:1] == ["v"]:
            corners.append([float(x) for x in words[1:4]])
        elif words[:1] == ["f"]:
            at = [int(word.split("/")[0]) for word in words[1:]]
            at = [k - 1 if k > 0 else len(corners) + k for k in at]
            faces += [(at[0], at[k], at[k + 1]) for k in range(1, len(at) - 1)]
    if faces and (min(map(min, faces)) < 0 or max(map(max, faces)) >= len(corners)):
        raise ValueError("a face names a corner that is not there")
    return np.array(corners, np.float32).reshape(-1, 3)[np.array(faces, int).reshape(-1, 3)]
