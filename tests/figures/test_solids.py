"""Solids in pictures: their faces enclose the volumes of the textbooks, and what is seen of them looks at the eye."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import vazba as vz
from vazba.figures.draw import projection
from vazba.figures.skeleton import skeleton
from vazba.figures.solids import ROUND, ZONES, faces, shaded


def volume(polygons: list[np.ndarray]) -> float:
    """By the divergence theorem: a sixth of the sum of (a x b) . c over the triangles of all faces, outward ones positive."""
    return sum(float(np.cross(p[k], p[k + 1]) @ p[0]) / 6 for p in polygons for k in range(1, len(p) - 1))


def polygon_share(count: int) -> float:
    """Area of a regular polygon over that of its circle."""
    return count / (2 * np.pi) * np.sin(2 * np.pi / count)


@pytest.mark.parametrize(
    ("shape", "expected"),
    [
        ({"form": "box", "size": [2.0, 3.0, 4.0], "centre": [1.0, -2.0, 5.0]}, 24.0),
        (
            {"form": "cylinder", "radius": 0.5, "length": 2.0, "axis": [1.0, 2.0, -1.0]},
            np.pi / 2 * polygon_share(ROUND),
        ),
        (
            {"form": "cylinder", "radius": 0.5, "start": [1, 1, 1], "end": [1, 1, 4]},
            3 * np.pi / 4 * polygon_share(ROUND),
        ),
        ({"form": "plate", "corners": [[0, 0, 1], [2, 0, 1], [0, 2, 1]], "thickness": 0.25}, 0.5),
    ],
)
def test_faces_enclose_the_volume(shape: dict[str, Any], expected: float) -> None:
    assert volume(faces(shape)) == pytest.approx(expected, rel=1e-12)


def test_a_ball_nearly_encloses_its_volume() -> None:
    found = volume(faces({"form": "sphere", "radius": 2.0, "centre": [3.0, 0.0, 0.0]}))
    whole = 4 / 3 * np.pi * 8
    assert whole * (1 - 3.0 * (np.pi / ZONES) ** 2 / 4) < found < whole


def test_what_is_seen_of_a_box_from_the_front_is_one_face() -> None:
    box = faces({"form": "box", "size": [2.0, 3.0, 4.0]})
    flat, colours = shaded(box, "#0072b2", projection(3, -90.0, 0.0))
    assert len(flat) == len(colours) == 1
    assert np.ptp(flat[0], axis=0) == pytest.approx([2.0, 4.0])  # x to the right, z up
    assert len(shaded(box, "red", projection(3))[0]) == 3


def test_meshes_and_colours_of_bodies_are_drawn(tmp_path: Path) -> None:
    corners = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0]], np.float32)
    (tmp_path / "part.stl").write_bytes(
        b"\0" * 80 + struct.pack("<I", 1) + struct.pack("<12fH", 0, 0, 1, *corners.ravel(), 0)
    )
    (tmp_path / "m.toml").write_text(
        'name = "m"\n[bodies.a]\nmesh = {file = "part.stl", scale = 2, position = [0, 0, 1]}\ncolour = "red"\n[bodies.b]\nshape = {sphere = 0.1}\n'
    )
    frame = skeleton(vz.load(tmp_path / "m.toml"))
    part = next(p for p in frame.parts if p.body == "a")
    assert np.allclose(part.faces[0], 2 * corners + [0, 0, 1])
    assert frame.colours == {"a": "#c8372d"}
    figure = vz.picture(vz.load(tmp_path / "m.toml"), view="top")
    drawn = [c.get_facecolors() for c in figure.axes[0].collections]
    assert len(drawn) == 2
    assert drawn[0][0][0] > drawn[0][0][1]  # red


def test_pictures_have_the_size_asked_for(tmp_path: Path) -> None:
    from PIL import Image

    m = vz.Model("one", dimension=2)
    m.body("a", shape={"box": [1, 1, 1]})
    vz.picture(m, tmp_path / "a.png", size=(420, 310))
    with Image.open(tmp_path / "a.png") as image:
        assert image.size == (420, 310)
