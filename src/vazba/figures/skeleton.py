"""What to draw of a mechanism: outlines of bodies, joints, springs, cables and the ground, all in local coordinates.

frame = skeleton(model)
poses = described(model)                 # or motion(result): arrays over all instants
frame.world(poses, body, local)          # r + S s, (instants, 3)
"""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from vazba.algebra.rotations import matrices
from vazba.element import GROUND
from vazba.errors import Fault, ModelError
from vazba.figures.outlines import outline
from vazba.figures.solids import faces, mesh_faces
from vazba.frozen import frozen
from vazba.result import Result

if TYPE_CHECKING:
    from vazba.model import Model

Array = NDArray[np.float64]
Place = tuple[str, Array]  # body (or ground) and local position
Poses = dict[str, tuple[Array, Array]]  # body -> origins (n, 3) and rotation matrices (n, 3, 3)
BEAM_POINTS = 33  # of the line of a beam
LINKED = {"springs": "spring", "dampers": "damper", "cables": "cable", "actuators": "cable"}
SLIDING = ("prismatic", "slot", "cylindrical", "point_on_line")


class Bent(tuple):  # type: ignore[type-arg]
    """Pose of a beam's start frame, and where its stations are (instants, stations, 3)."""

    stations: Array
    places: Array

    def spot(self, local: Array) -> Array:
        """Where a local place is: carried by its station, and turned from the start frame as the line there."""
        last = len(self.stations) - 1
        k = int(np.clip(np.searchsorted(self.stations, local[0]) - 1, 0, last - 1))
        share = (local[0] - self.stations[k]) / (self.stations[k + 1] - self.stations[k])
        base = (1 - share) * self.places[:, k] + share * self.places[:, k + 1]
        arm = self[1] @ np.array([0.0, local[1], local[2]])
        if not arm.any():
            return np.asarray(base)
        along, x = self.places[:, k + 1] - self.places[:, k], self[1][:, :, 0]
        along = along / np.maximum(np.linalg.norm(along, axis=1, keepdims=True), 1e-300)
        w, c = np.cross(x, along), np.einsum("ni,ni->n", x, along)[:, None]
        lean = np.einsum("ni,ni->n", w, arm)[:, None] / np.maximum(1.0 + c, 1e-9)
        return np.asarray(base + c * arm + np.cross(w, arm) + lean * w)


@frozen
class Part:
    """A body's outline: polylines in local coordinates, the first one a filled polygon if `filled`; faces of a solid where it is one."""

    body: str
    lines: tuple[Array, ...]
    filled: bool = False
    faces: tuple[Array, ...] = ()


@frozen
class Mark:
    """A joint: its type, its place on both bodies, and its axis in the second."""

    name: str
    type: str
    a: Place
    b: Place
    axis: Array

    @property
    def slides(self) -> bool:
        return self.type in SLIDING

    @property
    def block(self) -> Place:
        """Where the sliding block (or the pin) is drawn: on the first body unless that is the ground."""
        return self.b if self.a[0] == GROUND and self.type != "slot" else self.a

    @property
    def rail(self) -> Place:
        """The other side: what the block slides along."""
        return self.a if self.block is self.b else self.b


@frozen
class Link:
    """A spring, damper, cable or rod through points."""

    name: str
    kind: str  # "spring" "damper" "cable" "distance"
    through: tuple[Place, ...]


@frozen
class Skeleton:
    """Everything drawn, in local coordinates."""

    name: str
    dimension: int
    parts: tuple[Part, ...]
    marks: tuple[Mark, ...]
    links: tuple[Link, ...]
    ground: tuple[Array, ...]  # where the mechanism is held (guides apart), ground coordinates
    points: dict[str, Place] = field(default_factory=dict)
    colours: dict[str, str] = field(default_factory=dict)  # of bodies that have one of their own

    def is_node(self, body: str) -> bool:
        """Whether a body is the point of its name, without orientation."""
        place = self.points.get(body)
        return place is not None and place[0] == body and not np.any(place[1])

    def place(self, name: str) -> Place | None:
        """A named point, or the origin of a named body."""
        if name in self.points:
            return self.points[name]
        return (name, np.zeros(3)) if any(part.body == name for part in self.parts) else None


def skeleton(model: Model) -> Skeleton:
    """What to draw of a model."""
    from vazba.compiler import compile_model

    return skeleton_of(compile_model(model, rigid=True))


def skeleton_of(system: Any) -> Skeleton:
    """The same from a compiled system."""
    model = system.model
    names = (*system.body_names, GROUND)
    points = {name: (names[body], local) for name, (body, local) in system.points.items()}
    marks = [
        Mark(name, place.type, (place.body_a, place.local_a), (place.body_b, place.local_b), place.axis_b)
        for name, place in system.joint_places.items()
    ]
    links = [Link(mark.name, "distance", (mark.a, mark.b)) for mark in marks if mark.type == "distance"]
    for heading, kind in LINKED.items():
        for name, record in model.section(heading).items():
            through = record.drawing().get("through", ())
            if through and all(point in points for point in through):
                links.append(Link(name, kind, tuple(points[point] for point in through)))
    attached = system.attachments
    lengths = {plan.name: plan.span.length for plan in system.beams}
    parts = tuple(
        _beam(name, [local for _, local in attached[name]], lengths[name])
        if name in lengths
        else _shaped(system, name) or _part(name, [local for _, local in attached[name]], system.dimension)
        for name in system.body_names
    )
    used = [place for mark in marks if not mark.slides for place in (mark.a, mark.b)]
    used += [place for link in links for place in link.through]
    held = tuple(_distinct([local for body, local in used if body == GROUND]))
    shown = tuple(mark for mark in marks if mark.type != "distance")
    values = system.values.get("bodies", {})
    colours = {name: values[name].colour for name in values if getattr(values[name], "colour", None)}
    return Skeleton(model.name, system.dimension, parts, shown, tuple(links), held, points, colours)


def _shaped(system: Any, body: str) -> Part | None:
    """The outline of a body that carries a shape."""
    values = system.values.get("bodies", {}).get(body)
    shape = None if values is None else getattr(values, "shape", None)
    found = [
        outline(each, system.dimension) for each in (shape if isinstance(shape, list) else [shape]) if each is not None
    ]
    drawn = [each for each in found if each is not None]
    solid: list[Array] = []
    if system.dimension == 3 and values is not None:
        for each in shape if isinstance(shape, list) else [shape] if shape is not None else ():
            solid += faces(each)
        for mesh in getattr(values, "mesh", None) or ():
            solid += mesh_faces(mesh)
    if not drawn and not solid:
        return None
    lines = [line for held, _ in drawn for line in held] or [np.array([face.mean(axis=0) for face in solid])]
    return Part(body, tuple(lines), len(drawn) == 1 and drawn[0][1], tuple(solid))


def _part(body: str, places: list[Array], dimension: int) -> Part:
    """One place: a line from the origin; two, or all in line: a line; in a plane: a polygon; otherwise spokes."""
    places = _distinct(places)
    if not places:
        return Part(body, ())
    if len(places) == 1:
        line = np.array([np.zeros(3), places[0]])
        return Part(body, (line,) if np.linalg.norm(places[0]) > 0 else ())
    cloud = np.array(places)
    centre = cloud.mean(axis=0)
    _, sizes, directions = np.linalg.svd(cloud - centre)
    sizes = np.append(sizes, np.zeros(3))[:3]
    if dimension == 3 and sizes[2] > 1e-6 * sizes[0]:
        return Part(body, tuple(np.array([centre, place]) for place in places))
    flat = (cloud - centre) @ directions[:2].T
    order = hull(flat) if sizes[1] > 1e-6 * sizes[0] else [int(np.argmin(flat[:, 0])), int(np.argmax(flat[:, 0]))]
    if len(order) > 2:
        return Part(body, (cloud[[*order, order[0]]],), filled=True)
    return Part(body, (cloud[order],))


def _beam(body: str, places: list[Array], length: float) -> Part:
    """Its line, which may be bent, and arms to what is attached beside it."""
    line = np.zeros((BEAM_POINTS, 3))
    line[:, 0] = np.linspace(0.0, length, BEAM_POINTS)
    beside = [place for place in _distinct(places) if np.abs(place[1:]).max() > 1e-9 * length]
    return Part(body, (line, *(np.array([[place[0], 0.0, 0.0], place]) for place in beside)))


def _distinct(places: list[Array]) -> list[Array]:
    kept: list[Array] = []
    for place in places:
        if not any(np.allclose(place, other, rtol=0, atol=1e-9) for other in kept):
            kept.append(np.asarray(place, dtype=float))
    return kept


def hull(points: Array) -> list[int]:
    """Indices of the convex hull of points in the plane, counterclockwise (monotone chain)."""
    order = np.lexsort((points[:, 1], points[:, 0])).tolist()

    def chain(indices: list[int]) -> list[int]:
        kept: list[int] = []
        for i in indices:
            while len(kept) > 1:
                u, v = points[kept[-1]] - points[kept[-2]], points[i] - points[kept[-2]]
                if u[0] * v[1] - u[1] * v[0] > 0:
                    break
                kept.pop()
            kept.append(i)
        return kept[:-1]

    return chain(order) + chain(order[::-1])


# --- poses ------------------------------------------------------------------------------------------------------------


def described(model: Model) -> Poses:
    """The poses the model describes (one instant)."""
    from vazba.bodies.rigid import described_pose

    faults: list[Fault] = []
    scope = model.scope(faults)
    read = {name: body.read(scope, faults) for name, body in model.bodies.items()}
    nodes = {name: node.read(scope, faults).position for name, node in model.nodes.items()}
    if faults:
        raise ModelError(faults)
    poses = _grounded(1)
    for name, values in read.items():
        r, s, _, _ = described_pose(values, model.dimension)
        poses[name] = (r[None], s[None])
    for name, position in nodes.items():
        poses[name] = (np.array([[*position, 0.0][:3]], float), np.eye(3)[None])
    if model.beams:
        from vazba.compiler import compile_model

        for plan in compile_model(model, rigid=True).beams:
            poses[plan.name] = (plan.span.r[None], plan.span.s[None])
    return poses


def motion(result: Result, instants: Any = slice(None)) -> Poses:
    """The poses of all bodies of a result, at all or some instants."""
    poses = _grounded(len(result.time[instants]))
    for name in result.names.get("body", ()):
        view = result.body(name)
        planar = "angle" in view
        r = np.zeros((len(result.time[instants]), 3))
        r[:, : 2 if planar else 3] = view.position[instants]
        if planar:
            c, s, o = np.cos(view.angle[instants]), np.sin(view.angle[instants]), np.zeros(len(r))
            turn = np.array([[c, -s, o], [s, c, o], [o, o, o + 1]]).transpose(2, 0, 1)
        else:
            turn = matrices(view.quaternion[instants])
        poses[name] = (r, turn)
    nodes = result.model.nodes if result.model is not None else {}
    for name in set(nodes) & set(result.names.get("point", ())):  # they have no orientation
        position = result.point(name).position[instants]
        r = np.zeros((len(position), 3))
        r[:, : position.shape[1]] = position
        poses[name] = (r, np.broadcast_to(np.eye(3), (len(r), 3, 3)))
    for name, stations in _stations(result).items():
        pose = Bent(poses[name])
        pose.stations = np.array([at for at, _ in stations])
        pose.places = np.zeros((len(poses[name][0]), len(stations), 3))
        for k, (_, station) in enumerate(stations):
            position = result.station(station).position[instants]
            pose.places[:, k, : position.shape[1]] = position
        poses[name] = pose
    if result.model is not None and any(name not in poses for name in result.model.beams):
        _carried(result.model, poses)
    return poses


def _carried(model: Model, poses: Poses) -> None:
    """Beams of a result that knows only the bodies which carry their stations (a mode set in motion)."""
    from vazba.compiler import compile_model

    for plan in compile_model(model).beams:
        needed = {plan.start[0], *(body for station in plan.stations for body, _ in station.places)}
        if plan.name in poses or not needed <= set(poses):
            continue
        stations = sorted(plan.stations, key=lambda station: station.at)
        pose = Bent((world(poses, plan.start), poses[plan.start[0]][1]))
        pose.stations = np.array([station.at for station in stations])
        spots = [np.mean([world(poses, place) for place in station.places], axis=0) for station in stations]
        pose.places = np.stack(spots, axis=1)
        poses[plan.name] = pose


def _stations(result: Result) -> dict[str, list[tuple[float, str]]]:
    """Stations of each beam of a result, in order."""
    found: dict[str, list[tuple[float, str]]] = {}
    for name in result.names.get("station", ()):
        beam, _, at = name.rpartition("@")
        found.setdefault(beam, []).append((float(at), name))
    return {beam: sorted(stations) for beam, stations in found.items()}


def _grounded(count: int) -> Poses:
    return {GROUND: (np.zeros((count, 3)), np.broadcast_to(np.eye(3), (count, 3, 3)))}


def world(poses: Poses, place: Place) -> Array:
    """Positions `r + S s` of a place at all instants, (n, 3)."""
    pose = poses[place[0]]
    if isinstance(pose, Bent):
        return pose.spot(place[1])
    return np.asarray(pose[0] + pose[1] @ place[1])
