"""Modal data from another program: nodes with their masses, frequencies, and what every shape does at every node.

A TOML file (or the same as a table in the model):

    frequencies = [4.31, 27.0]        # Hz, one for each shape
    damping = [0.005, 0.01]           # parts of critical, one for each shape or one for all; may be left out
    [[nodes]]
    position = [0.0, 0.0, 0.0]        # m, in the frame of the beam; x grows from node to node
    mass = 0.05                       # kg
    inertia = [0.0, 0.0, 0.0]         # kg m^2, about the axes of the beam (plane: a number); may be left out
    shapes = [[0, 0, 0], [0, 0, 0]]   # displacement of the node in each shape
    turns = [[0, 0, 0], [0, 0, 0]]    # its rotation (plane: a number each); without it that of the line to its neighbours
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vazba.element import Field, Scope, shown
from vazba.errors import Wrong, suggestion
from vazba.frozen import frozen

Array = NDArray[np.float64]
KEYS, NODE_KEYS = ("frequencies", "damping", "nodes"), ("position", "mass", "inertia", "shapes", "turns")
LARGEST = 50_000_000  # bytes of a file


@frozen(eq=False)
class ModalData:
    """Of n shapes at k nodes; the plane is padded with zeros."""

    omegas: Array  # n, rad/s
    dampings: Array  # n, parts of critical
    places: Array  # k x 3
    masses: Array  # k
    inertias: Array  # k x 3
    shapes: Array  # k x 3 x n
    turns: Array  # k x 3 x n


class ModalDataField(Field):
    """The name of a TOML file with `frequencies`, `damping` and `nodes`, or these as a table; read as `ModalData`."""

    def read(self, raw: Any, scope: Scope) -> ModalData:
        if isinstance(raw, ModalData):
            return raw
        if isinstance(raw, (str, Path)):
            return _data(_opened(str(raw), scope), str(raw), scope.dimension)
        if isinstance(raw, Mapping):
            return _data(raw, "data", scope.dimension)
        raise Wrong(f"data = {shown(raw)} is not understood", "", 'give the name of a file: data = "arm.toml"')

    def alone(self, raw: Any, scope: Scope) -> Any:
        return _opened(str(raw), scope) if isinstance(raw, (str, Path)) else raw


def _opened(name: str, scope: Scope) -> Mapping[str, Any]:
    path = scope.file("data", name)
    if not path.is_file():
        raise Wrong(f"file '{name}' with modal data is not there", f"looked for {path}", "correct the name")
    try:
        if path.stat().st_size > LARGEST:
            raise Wrong(f"file '{name}' is too large", f"it has more than {LARGEST // 1_000_000} MB", "leave out nodes")
        return tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise Wrong(f"file '{name}' cannot be read", error.strerror or str(error)) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Wrong(f"file '{name}' is not TOML", str(error), "see the page on beams for the form") from error


def _data(raw: Mapping[str, Any], name: str, d: int) -> ModalData:
    for key in raw:
        if key not in KEYS:
            raise Wrong(f"{name}: unknown key '{key}'", "", suggestion(str(key), KEYS))
    frequencies = _numbers(raw.get("frequencies"), f"{name}: frequencies", None)
    if not len(frequencies) or not (frequencies > 0).all():
        what = f"{name}: frequencies = {shown(raw.get('frequencies'))} must be positive"
        raise Wrong(what, "each shape has one, in Hz", "leave out rigid shapes")
    n = len(frequencies)
    damping = raw.get("damping", 0.0)
    dampings = np.full(n, float(damping)) if _is_number(damping) else _numbers(damping, f"{name}: damping", n)
    if not (dampings >= 0).all():
        raise Wrong(f"{name}: damping = {shown(damping)} is negative", "it would feed energy in", "give parts of critical damping")  # fmt: skip
    nodes = raw.get("nodes")
    if not isinstance(nodes, Sequence) or isinstance(nodes, str) or len(nodes) < 2:
        raise Wrong(f"{name}: there are too few nodes", "", "write [[nodes]] with position, mass and shapes for two or more")  # fmt: skip
    read = [_node(node, f"{name}: node {k + 1}", n, d) for k, node in enumerate(nodes)]
    places, masses, inertias, shapes = (np.array([node[i] for node in read]) for i in range(4))
    for k in range(1, len(places)):
        if not places[k, 0] > places[k - 1, 0]:
            what = f"{name}: node {k + 1}: x = {places[k, 0]:g} does not lie beyond node {k}"
            raise Wrong(what, "nodes follow each other along the beam", "sort them by x")
    if not masses.sum() > 0:
        raise Wrong(f"{name}: all masses are zero", "", "give nodes a mass")
    turns = np.array([_neighbours(places, shapes, k) if node[4] is None else node[4] for k, node in enumerate(read)])
    return ModalData(2 * np.pi * frequencies, dampings, places, masses, inertias, shapes, turns)


def _node(raw: Any, name: str, n: int, d: int) -> tuple[Array, float, Array, Array, Array | None]:
    if not isinstance(raw, Mapping):
        raise Wrong(f"{name} is not a table", "", "write position, mass and shapes under [[nodes]]")
    for key in raw:
        if key not in NODE_KEYS:
            raise Wrong(f"{name}: unknown key '{key}'", "", suggestion(str(key), NODE_KEYS))
    place, inertia = np.zeros(3), np.zeros(3)
    place[:d] = _numbers(raw.get("position"), f"{name}: position", d)
    mass = raw.get("mass", 0.0)
    if not _is_number(mass) or not mass >= 0:
        raise Wrong(f"{name}: mass = {shown(mass)} is not possible", "a mass is zero or positive", "correct it")
    given = raw.get("inertia", 0.0 if d == 2 else [0.0] * 3)
    inertia[3 - (1 if d == 2 else 3) :] = _numbers([given] if d == 2 else given, f"{name}: inertia", 1 if d == 2 else 3)
    if not (inertia >= 0).all():
        raise Wrong(f"{name}: inertia = {shown(given)} is negative", "", "a moment of inertia is zero or positive")
    shapes = np.zeros((3, n))
    shapes[:d] = _rows(raw.get("shapes"), f"{name}: shapes", n, d).T
    if raw.get("turns") is None:
        return place, float(mass), inertia, shapes, None
    turns, rows = np.zeros((3, n)), raw["turns"]
    flat = [[row] if _is_number(row) else row for row in rows] if d == 2 and isinstance(rows, Sequence) else rows
    turns[3 - (1 if d == 2 else 3) :] = _rows(flat, f"{name}: turns", n, 1 if d == 2 else 3).T
    return place, float(mass), inertia, shapes, turns


def _neighbours(places: Array, shapes: Array, k: int) -> Array:
    """How the line from the node before to the next one turns in each shape (about x not at all)."""
    a, b = max(k - 1, 0), min(k + 1, len(places) - 1)
    along, move = places[b] - places[a], shapes[b] - shapes[a]
    turn = np.cross(along, move, axisb=0, axisc=0) / (along @ along)
    turn[0] = 0.0
    return np.asarray(turn)


def _is_number(raw: Any) -> bool:
    return isinstance(raw, (int, float)) and not isinstance(raw, bool) and bool(np.isfinite(raw))


def _numbers(raw: Any, name: str, count: int | None) -> Array:
    good = isinstance(raw, Sequence) and not isinstance(raw, str) and all(_is_number(x) for x in raw)
    if not good or (count is not None and len(raw) != count):
        many = "numbers" if count is None else f"{count} numbers" if count > 1 else "one number"
        raise Wrong(f"{name} = {shown(raw)} is not possible", f"it must be {many}", "correct it")
    return np.array(raw, float)


def _rows(raw: Any, name: str, n: int, d: int) -> Array:
    if not isinstance(raw, Sequence) or isinstance(raw, str) or len(raw) != n:
        raise Wrong(f"{name}: there are not {n} of them", "there is one for each frequency", "add or take away some")
    return np.array([_numbers(row, f"{name}, {k + 1}", d) for k, row in enumerate(raw)]).reshape(n, d)
