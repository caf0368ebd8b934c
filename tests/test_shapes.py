"""Mass, inertia and pose of shapes against textbook formulas and sums over small pieces."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import vazba as vz


def tensor(body):
    ix, iy, iz, dxy, dxz, dyz = (*body.inertia, 0.0, 0.0, 0.0)[:6]
    return np.array([[ix, -dxy, -dxz], [-dxy, iy, -dyz], [-dxz, -dyz, iz]])


def pose(body):
    s = (
        Rotation.from_quat(body.orientation["quaternion"], scalar_first=True).as_matrix()
        if body.orientation
        else np.eye(3)
    )
    return np.array(body.position), s


def inertia_of_pieces(points, masses):
    """Centre of mass and tensor about it, ground axes."""
    mass = masses.sum()
    centre = masses @ points / mass
    x = points - centre
    return mass, centre, (masses * (x**2).sum(axis=1)).sum() * np.eye(3) - (x.T * masses) @ x


def grid(n):
    return (np.arange(n) + 0.5) / n


def test_rod_in_space():
    m = vz.Model("shapes")
    start, end = np.array([0.1, 0.2, -0.3]), np.array([1.1, -0.4, 0.9])
    body = m.rod("rod", start, end, diameter=0.3, density=7800.0)
    length = np.linalg.norm(end - start)
    mass = 7800 * math.pi * 0.15**2 * length
    assert body.mass == pytest.approx(mass, rel=1e-14)
    assert tensor(body) == pytest.approx(
        np.diag([mass * 0.15**2 / 2, *[mass * (3 * 0.15**2 + length**2) / 12] * 2]), rel=1e-13, abs=1e-12)  # fmt: skip
    r, s = pose(body)
    for name, place in (("rod_start", start), ("rod_end", end)):
        assert m.points[name].body == "rod"
        assert r + s @ np.array(m.points[name].position) == pytest.approx(place, abs=1e-14)
    assert m.cylinder("same", start, end, diameter=0.3, density=7800.0).inertia == body.inertia


def test_rod_in_space_by_pieces():
    """The tensor in ground axes, by summing a fine grid of the cylinder."""
    m = vz.Model("shapes")
    body = m.rod("rod", (0, 0, 0), (0.3, 0.4, -0.5), diameter=0.4, density=1000.0)
    r, s = pose(body)
    rho, angle, x = np.meshgrid(
        np.sqrt(grid(60)) * 0.2, grid(24) * 2 * np.pi, (grid(60) - 0.5) * np.sqrt(0.5), indexing="ij"
    )
    local = np.column_stack([x.ravel(), (rho * np.cos(angle)).ravel(), (rho * np.sin(angle)).ravel()])
    masses = np.full(len(local), body.mass / len(local))
    _, centre, about = inertia_of_pieces(r + local @ s.T, masses)
    assert centre == pytest.approx([0.15, 0.2, -0.25], abs=1e-12)
    assert s @ tensor(body) @ s.T == pytest.approx(about, rel=1e-3, abs=1e-3 * np.trace(about))


def test_rod_in_the_plane():
    m = vz.Model("shapes", dimension=2)
    body = m.rod("rod", (1, 1), (1, 3), diameter=0.1, density=2000.0)
    mass = 2000 * math.pi * 0.05**2 * 2
    assert body.position == pytest.approx([1, 2])
    assert body.angle == pytest.approx(math.pi / 2)
    assert body.mass == pytest.approx(mass)
    assert body.inertia == pytest.approx(mass * (3 * 0.05**2 + 2**2) / 12)
    assert m.points["rod_start"].position == pytest.approx([-1, 0])
    assert m.points["rod_end"].position == pytest.approx([1, 0])


def test_rod_against_x():
    """Exactly opposite to the x axis: the smallest rotation is not unique, the pose must still fit."""
    m = vz.Model("shapes")
    body = m.rod("rod", (1, 0, 0), (-1, 0, 0), diameter=0.1, density=1.0)
    r, s = pose(body)
    assert r + s @ np.array(m.points["rod_end"].position) == pytest.approx([-1, 0, 0], abs=1e-12)
    assert np.linalg.det(s) == pytest.approx(1.0)


def test_box_and_sphere():
    m = vz.Model("shapes")
    body = m.box("box", (1, 2, 3), (0.2, 0.3, 0.5), density=1000.0)
    mass = 1000 * 0.2 * 0.3 * 0.5
    assert body.mass == pytest.approx(mass)
    assert body.inertia == pytest.approx(
        [mass * (0.09 + 0.25) / 12, mass * (0.04 + 0.25) / 12, mass * (0.04 + 0.09) / 12]
    )
    ball = m.sphere("ball", (0, 0, 1), diameter=0.4, density=500.0)
    mass = 500 * 4 / 3 * math.pi * 0.2**3
    assert ball.mass == pytest.approx(mass)
    assert ball.inertia == pytest.approx([0.4 * mass * 0.04] * 3)
    flat = vz.Model("shapes", dimension=2)
    plate = flat.box("box", (1, 2), (0.2, 0.3, 0.5), density=1000.0)
    assert plate.inertia == pytest.approx(1000 * 0.03 * (0.04 + 0.09) / 12)
    assert flat.sphere("ball", (0, 0), diameter=0.4, density=500.0).inertia == pytest.approx(0.4 * mass * 0.04)


def test_box_with_a_pose():
    m = vz.Model("shapes")
    body = m.box("box", (1, 2, 3), (0.2, 0.3, 0.5), density=1.0, orientation={"cardan": [0.1, 0.2, 0.3]})
    assert body.orientation == {"cardan": [0.1, 0.2, 0.3]}


CORNERS = [(0.0, 0.0), (2.0, 0.0), (2.0, 1.0), (0.5, 0.8), (0.0, 2.0)]  # not convex


def pieces_of_polygon(corners, n=400):
    """Small squares whose centre lies inside, by the crossing rule."""
    corners = np.array(corners)
    low, high = corners.min(axis=0), corners.max(axis=0)
    x, y = np.meshgrid(low[0] + grid(n) * (high - low)[0], low[1] + grid(n) * (high - low)[1], indexing="ij")
    inside = np.zeros(x.shape, bool)
    for (xa, ya), (xb, yb) in zip(corners, np.roll(corners, -1, axis=0)):
        crosses = (ya > y) != (yb > y)
        with np.errstate(divide="ignore", invalid="ignore"):
            inside ^= crosses & (x < (xb - xa) * (y - ya) / (yb - ya) + xa)
    return np.column_stack([x[inside], y[inside], np.zeros(inside.sum())]), np.prod((high - low) / n)


@pytest.mark.parametrize("order", [1, -1])
def test_plate_by_pieces(order):
    """A plate in a tilted plane, its corners either way round: mass, centre, tensor in ground axes, corner points."""
    points, area = pieces_of_polygon(CORNERS)
    tilt, shift = Rotation.from_rotvec([0.4, -0.7, 0.3]).as_matrix(), np.array([0.5, -1.0, 2.0])
    thickness, density = 0.3, 800.0
    layers = (grid(40) - 0.5) * thickness
    solid = np.vstack([points + [0, 0, z] for z in layers]) @ tilt.T + shift
    mass, centre, about = inertia_of_pieces(solid, np.full(len(solid), density * area * thickness / len(layers)))
    corners = [(tilt @ [*c, 0.0] + shift).tolist() for c in CORNERS[::order]]
    m = vz.Model("shapes")
    body = m.plate("plate", corners, thickness=thickness, density=density)
    r, s = pose(body)
    assert body.mass == pytest.approx(mass, rel=2e-3)
    assert r == pytest.approx(centre, abs=2e-3)
    assert s @ tensor(body) @ s.T == pytest.approx(about, abs=3e-3 * np.trace(about))
    for k, corner in enumerate(corners):
        assert r + s @ np.array(m.points[f"plate_{k + 1}"].position) == pytest.approx(corner, abs=1e-12)


@pytest.mark.parametrize("order", [1, -1])
def test_plate_in_the_plane(order):
    m = vz.Model("shapes", dimension=2)
    body = m.plate("plate", CORNERS[::order], thickness=0.01, density=1000.0)
    points, area = pieces_of_polygon(CORNERS)
    mass, centre, about = inertia_of_pieces(points, np.full(len(points), 10 * area))
    assert body.mass == pytest.approx(mass, rel=2e-3)
    assert body.position == pytest.approx(centre[:2], abs=2e-3)
    assert body.inertia == pytest.approx(about[2, 2], rel=3e-3)


def test_triangle_by_the_textbook():
    """Right triangle with legs a, b: centroid at a third, `Iz = m (a^2 + b^2)/18`, `D_xy = -m a b/36`."""
    m = vz.Model("shapes")
    body = m.plate("plate", [(0, 0, 0), (3, 0, 0), (0, 2, 0)], thickness=1e-6, density=1e6)
    assert body.mass == pytest.approx(3.0)
    assert body.position == pytest.approx([1, 2 / 3, 0])
    ix, iy, iz, dxy, dxz, dyz = body.inertia
    assert [ix, iy, iz] == pytest.approx([3 * 4 / 18, 3 * 9 / 18, 3 * 13 / 18], rel=1e-9)
    assert dxy == pytest.approx(-3 * 6 / 36, rel=1e-9)
    assert dxz == dyz == 0


@pytest.mark.parametrize(("make", "word"), [
    (lambda m: m.rod("r", (0, 0, 0), (0, 0, 0), diameter=1.0, density=1.0), "length"),
    (lambda m: m.rod("r", (0, 0, 0), (1, 0, 0), diameter=-1.0, density=1.0), "diameter"),
    (lambda m: m.rod("r", (0, 0), (1, 0, 0), diameter=1.0, density=1.0), "components"),
    (lambda m: m.box("b", (0, 0, 0), (1, 0, 1), density=1.0), "positive"),
    (lambda m: m.sphere("s", (0, 0, 0), diameter=1.0, density=0.0), "density"),
    (lambda m: m.plate("p", [(0, 0, 0), (1, 0, 0)], thickness=1.0, density=1.0), "three"),
    (lambda m: m.plate("p", [(0, 0, 0), (1, 0, 0), (2, 0, 0)], thickness=1.0, density=1.0), "line"),
    (lambda m: m.plate("p", [(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0.5)], thickness=1.0, density=1.0), "plane"),
])  # fmt: skip
def test_impossible_shapes_are_refused(make, word):
    with pytest.raises(vz.ModelError, match=word):
        make(vz.Model("shapes"))
