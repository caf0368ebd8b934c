"""Drawing a skeleton at an instant: lines and marks in a plane, into which spatial models are projected.

The projection is parallel (orthographic), seen from the front right and above, so that equal lengths along one
direction stay equal in the picture.
"""

from __future__ import annotations

from math import cos, radians, sin
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vazba.element import GROUND
from vazba.errors import Fault, ModelError, suggestion
from vazba.figures.skeleton import Array, Bent, Link, Mark, Poses, Skeleton, world
from vazba.figures.solids import shaded
from vazba.figures.style import COLOURS, INK

AXES = (("x", "#c0392b"), ("y", "#1e8449"), ("z", "#2e5fa3"))
_MARKERS = {"revolute": "o", "spherical": "o", "universal": "P", "fixed": "s", "planar": "D", "slot": "o", "screw": "h"}
_MEETING = ("revolute", "spherical", "universal", "fixed")  # joints whose two points coincide


def projection(dimension: int, azimuth: float = -60.0, elevation: float = 22.0) -> Array:
    """Rows: right, up, towards the eye."""
    if dimension == 2:
        return np.eye(3)
    a, e = radians(azimuth), radians(elevation)
    eye = np.array([cos(e) * cos(a), cos(e) * sin(a), sin(e)])
    right = np.array([-sin(a), cos(a), 0.0])
    return np.array([right, np.cross(eye, right), eye])


VIEWS = {
    "iso": (-60.0, 22.0), "front": (-90.0, 0.0), "back": (90.0, 0.0), "right": (0.0, 0.0), "left": (180.0, 0.0), "top": (-90.0, 90.0),
    "bottom": (-90.0, -90.0),
}  # fmt: skip


def direction(view: str | tuple[float, float] | None) -> tuple[float, float]:
    """Azimuth and elevation (degrees) of a word (`front`, `top`, `iso` ...) or of `"azimuth,elevation"`."""
    if view is None:
        return VIEWS["iso"]
    if isinstance(view, str):
        if view in VIEWS:
            return VIEWS[view]
        try:
            azimuth, elevation = (float(part) for part in view.split(","))
        except ValueError:
            remedy = suggestion(view, VIEWS) + "; or two angles in degrees, as in -60,22"
            raise ModelError(Fault("view", f"'{view}' is unknown", "", remedy)) from None
        return azimuth, elevation
    return float(view[0]), float(view[1])


class Scene:
    """A skeleton with its poses over all instants, ready to be drawn with fixed limits."""

    def __init__(
        self,
        skeleton: Skeleton,
        poses: Poses,
        also: list[Array] | None = None,
        view: str | tuple[float, float] | None = None,
    ) -> None:
        """`also`: further positions (n, 3) that must be in sight; `view`: from where a spatial mechanism is seen."""
        self.skeleton, self.poses = skeleton, poses
        self.view = projection(skeleton.dimension, *direction(view))
        self.parts = [(p, [self._moved(p.body, line) for line in p.lines]) for p in skeleton.parts]
        self.ends = {
            mark.name: (self.flat(world(poses, mark.a)), self.flat(world(poses, mark.b))) for mark in skeleton.marks
        }
        self.links = [
            (link, np.stack([self.flat(world(poses, p)) for p in link.through], axis=1)) for link in skeleton.links
        ]
        self.ground = [self.flat(place) for place in skeleton.ground]
        self.size, self.limits = self._limits([self.flat(positions) for positions in also or ()])
        self.unit = 0.022 * self.size  # of the symbols
        own = skeleton.colours
        self.colours = {p.body: own.get(p.body, COLOURS[i % len(COLOURS)]) for i, p in enumerate(skeleton.parts)}

    def flat(self, positions: Array) -> Array:
        """Positions (..., 3) in the picture (..., 2)."""
        return np.asarray(positions @ self.view[:2].T)

    def _moved(self, body: str, line: Array) -> Array:
        r, s = self.poses[body]
        if isinstance(self.poses[body], Bent):
            return self.flat(np.stack([world(self.poses, (body, local)) for local in line], axis=1))
        return self.flat(r[:, None, :] + np.einsum("nij,kj->nki", s, line))

    def _limits(self, also: list[Array]) -> tuple[float, NDArray[np.float64]]:
        clouds = [line.reshape(-1, 2) for _, lines in self.parts for line in lines]
        clouds += [end for pair in self.ends.values() for end in pair]
        clouds += [points.reshape(-1, 2) for _, points in self.links]
        clouds += [self.flat(self.poses[part.body][0]) for part, _ in self.parts]
        clouds += [place[None] for place in self.ground] + [positions.reshape(-1, 2) for positions in also]
        cloud = np.concatenate(clouds) if clouds else np.zeros((1, 2))
        cloud = cloud[np.isfinite(cloud).all(axis=1)]
        if not len(cloud):
            cloud = np.zeros((1, 2))
        low, high = cloud.min(axis=0), cloud.max(axis=0)
        size = float(max(*(high - low), 1e-9 * np.abs(cloud).max()))
        if size <= 0:
            size = 1.0
        margin = 0.12 * size
        return size, np.array([low - margin, high + margin])

    # --- what stands still --------------------------------------------------------------------------------------------

    def stage(self, ax: Any) -> None:
        """Axes with fixed limits, the ground and its frame."""
        ax.set_aspect("equal")
        ax.set_xlim(self.limits[:, 0])
        ax.set_ylim(self.limits[:, 1])
        ax.set_autoscale_on(False)
        if self.skeleton.dimension == 2:
            ax.set_xlabel("x [m]")
            ax.set_ylabel("y [m]")
        else:
            ax.set_axis_off()
            self._scale_bar(ax)
        for place in self.ground:
            self._support(ax, place)
        if np.all((self.limits[0] <= 0) & (self.limits[1] >= 0)):
            self._axes(ax, np.zeros(3), np.eye(3), 3.2 * self.unit, 1.4, names=True)

    def _support(self, ax: Any, p: Array) -> None:
        """A pin support: triangle, base line and hatching."""
        u = self.unit
        triangle = np.array([[0, 0], [-1.0, -1.6], [1.0, -1.6], [0, 0]]) * u + p
        ax.fill(*triangle.T, facecolor="#eeeeee", edgecolor=INK, linewidth=1.0, zorder=1.5)
        self._hatch(ax, p + u * np.array([-1.6, -1.6]), p + u * np.array([1.6, -1.6]))

    def _hatch(self, ax: Any, start: Array, end: Array) -> None:
        """A line with strokes on its lower side."""
        along = end - start
        length = float(np.hypot(*along))
        if length == 0 or not np.isfinite(length):
            return
        along = along / length
        across = np.array([along[1], -along[0]])
        across = -across if across[1] > 0 or (across[1] == 0 and across[0] < 0) else across
        count = max(4, min(60, int(length / (0.75 * self.unit))))
        tops = start + np.linspace(0.06, 0.98, count)[:, None] * length * along
        feet = tops + 0.8 * self.unit * (across - 0.7 * along)
        strokes = np.stack([tops, feet, np.full_like(tops, np.nan)], axis=1).reshape(-1, 2)
        ax.plot(*strokes.T, color=INK, linewidth=0.8, zorder=1.4)
        ax.plot(*np.array([start, end]).T, color=INK, linewidth=1.4, zorder=1.5)

    def _scale_bar(self, ax: Any) -> None:
        target = 0.25 * self.size
        power = 10.0 ** np.floor(np.log10(target))
        length = float(max(k for k in (1, 2, 5, 10) if k * power <= target * (1 + 1e-9)) * power)
        x0, y0 = self.limits[0] + 0.03 * self.size
        ax.plot([x0, x0 + length], [y0, y0], color=INK, linewidth=2, solid_capstyle="butt", zorder=5)
        ax.text(x0 + length / 2, y0 + 0.5 * self.unit, f"{length:g} m", ha="center", va="bottom", fontsize=9)

    def _axes(self, ax: Any, r: Array, s: Array, length: float, width: float, names: bool = False) -> list[Any]:
        artists = []
        for k, (name, colour) in enumerate(AXES[: self.skeleton.dimension]):
            line = self.flat(np.array([r, r + length * s[:, k]]))
            artists += ax.plot(*line.T, color=colour, linewidth=width, zorder=4, solid_capstyle="round", alpha=0.85)
            if names:
                tip = line[0] + 1.25 * (line[1] - line[0])
                artists.append(ax.text(*tip, name, color=colour, fontsize=9, ha="center", va="center", zorder=4))
        return artists

    # --- what moves ---------------------------------------------------------------------------------------------------

    def draw(self, ax: Any, k: int, frames: bool = False) -> list[Any]:
        """The mechanism at instant `k`; returns the artists."""
        artists: list[Any] = []
        for part, lines in self.parts:
            r, s = self.poses[part.body]
            if part.faces:
                artists += self._solid(ax, [face @ s[k].T + r[k] for face in part.faces], part.body, k)
            else:
                seen = [line[k] for line in lines]
                artists += self._body(ax, part.filled, seen, self.colours[part.body], self._depth(part.body, k))
            if (frames or not lines) and not self.skeleton.is_node(part.body):
                artists += self._axes(ax, r[k], s[k], 1.5 * self.unit, 1.0)
        for link, points in self.links:
            artists += self._link(ax, link, points[k])
        for mark in self.skeleton.marks:
            artists += self._mark(ax, mark, k)
        return artists

    def _depth(self, body: str, k: int) -> float:
        """Drawing order between 2 and 3: what is nearer to the eye comes later."""
        if self.skeleton.dimension == 2 or not self.size:
            return 2.0
        depth = float(self.view[2] @ self.poses[body][0][k]) / self.size
        return 2.5 + 0.5 * float(np.tanh(depth)) if np.isfinite(depth) else 2.5

    def _solid(self, ax: Any, faces: list[Array], body: str, k: int) -> list[Any]:
        """The faces that are seen, shaded, farthest first."""
        from matplotlib.collections import PolyCollection

        flat, colours = shaded(faces, self.colours[body], self.view)
        if not flat or not all(np.isfinite(one).all() for one in flat):
            return []
        made = PolyCollection(flat, facecolors=colours, edgecolors=colours, linewidths=0.4, zorder=self._depth(body, k))
        return [ax.add_collection(made)]

    def _body(self, ax: Any, filled: bool, lines: list[Array], colour: str, order: float) -> list[Any]:
        artists: list[Any] = []
        if filled:
            artists += ax.fill(*lines[0].T, facecolor=colour, alpha=0.28, edgecolor="none", zorder=order)
        width = 3.0 if filled else 5.0
        for line in lines:
            style = {"color": colour, "linewidth": width, "solid_capstyle": "round", "solid_joinstyle": "round"}
            artists += ax.plot(*line.T, zorder=order, alpha=0.9, **style)
        return artists

    def _link(self, ax: Any, link: Link, points: Array) -> list[Any]:
        if link.kind == "spring":
            return list(
                ax.plot(*zigzag(points[0], points[-1], self.unit).T, color="#7d6608", linewidth=1.4, zorder=3.2)
            )
        if link.kind == "damper":
            artists = list(ax.plot(*points.T, color="#5b2c6f", linewidth=1.3, zorder=3.2))
            return artists + self._block(ax, points.mean(axis=0), points[-1] - points[0], 1.6, 0.6, "#d7bde2", 3.3)
        width = 1.1 if link.kind == "cable" else 2.2
        return list(ax.plot(*points.T, color=INK, linewidth=width, zorder=3.1))

    def _block(self, ax: Any, p: Array, axis: Array, half: float, wide: float, colour: str, order: float) -> list[Any]:
        length = float(np.hypot(*axis))
        e = axis / length if length > 1e-12 else np.array([1.0, 0.0])
        n = np.array([-e[1], e[0]])
        corners = [p + self.unit * (i * half * e + j * wide * n) for i, j in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
        return list(ax.fill(*np.array(corners).T, facecolor=colour, edgecolor=INK, linewidth=1.2, zorder=order))

    def _mark(self, ax: Any, mark: Mark, k: int) -> list[Any]:
        a, b = self.ends[mark.name][0][k], self.ends[mark.name][1][k]
        p = a if mark.block is mark.a else b
        _, s = self.poses[mark.b[0]]
        axis = self.flat(s[k] @ mark.axis)
        artists: list[Any] = []
        if mark.slides:
            artists += self._rail(ax, mark, k, axis)
        elif self.skeleton.dimension == 3 and mark.type in ("revolute", "screw"):
            stub = np.array([p - 1.5 * self.unit * axis, p + 1.5 * self.unit * axis])
            artists += ax.plot(*stub.T, color=INK, linewidth=3.2, solid_capstyle="butt", zorder=3.4)
        if mark.type in ("prismatic", "cylindrical"):
            return artists + self._block(ax, p, axis, 1.6, 0.9, "white", 3.5)
        dark = mark.type in ("spherical", "fixed", "universal")
        style = {"marker": _MARKERS.get(mark.type, "o"), "markersize": 7, "markeredgewidth": 1.3, "linestyle": ""}
        artists += ax.plot(*p[:, None], color=INK, markerfacecolor=INK if dark else "white", zorder=3.6, **style)
        if mark.type in _MEETING and np.hypot(*(a - b)) > 0.002 * self.size:  # not assembled: show the gap
            artists += ax.plot(*np.array([a, b]).T, color="#c0392b", linestyle=":", linewidth=1.4, zorder=3.7)
        return artists

    def _rail(self, ax: Any, mark: Mark, k: int, axis: Array) -> list[Any]:
        """The line along which a block slides, as far as it comes in the whole run."""
        ends = self.ends[mark.name]
        blocks, rails = ends if mark.block is mark.a else ends[::-1]
        axes = self.flat(self.poses[mark.b[0]][1] @ mark.axis)
        shares = np.einsum("ni,ni->n", blocks - rails, axes) / np.maximum(np.einsum("ni,ni->n", axes, axes), 1e-12)
        stub = 2.6 * self.unit
        shares = shares[np.isfinite(shares)] if np.isfinite(shares).any() else np.zeros(1)
        if mark.rail[0] != GROUND:  # a slot is drawn from the place where it belongs to its body
            shares = np.append(shares, 0.0)
        low, high = shares.min() - stub, shares.max() + stub
        start, end = rails[k] + low * axis, rails[k] + high * axis
        if mark.rail[0] == GROUND:
            before = len(ax.lines)
            shift = (
                np.array([0.0, -0.9 * self.unit]) if abs(axis[0]) >= abs(axis[1]) else np.array([0.9 * self.unit, 0.0])
            )
            self._hatch(ax, start + shift, end + shift)
            return list(ax.lines[before:])
        colour = self.colours.get(mark.rail[0], INK)
        return list(ax.plot(*np.array([start, end]).T, color=colour, linewidth=2.0, alpha=0.6, zorder=3.0))


def zigzag(start: Array, end: Array, unit: float, turns: int = 6) -> Array:
    """A coil drawn as a zigzag with straight ends."""
    along = end - start
    length = float(np.hypot(*along))
    if length < 1e-12:
        return np.array([start, end])
    across = np.array([-along[1], along[0]]) / length * 0.9 * unit
    shares = np.linspace(0.2, 0.8, 2 * turns + 1)
    sides = np.array([0.0, *([1.0, -1.0] * turns)[: 2 * turns - 1], 0.0])
    middle = start + shares[:, None] * along + sides[:, None] * across
    return np.concatenate([start[None], middle, end[None]])
