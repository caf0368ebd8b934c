"""What there is to see of a model: its elements, solids fixed in bodies, and what lies between them. All in local coordinates.

Every element tells by `drawing()` what it is; where it lies is known to the compiled system. Outlines of bodies without a shape of their own are those
of the pictures (`figures.skeleton`), so that picture and page show the same thing.
"""

from __future__ import annotations

import itertools
import math
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from vazba.element import GROUND, KINDS, SECTIONS
from vazba.errors import Wrong
from vazba.figures.skeleton import Part, Place, Skeleton, skeleton_of
from vazba.figures.style import COLOURS

if TYPE_CHECKING:
    from vazba.system import System
    from vazba.viewer.codec import Blob

Array = NDArray[np.float64]


class Scene:
    """The scene of a compiled system; `bodies` is the order in which motions give poses, -1 is the ground."""

    def __init__(self, system: System, blob: Blob) -> None:
        self.system, self.model, self.blob = system, system.described, blob
        self.frame: Skeleton = skeleton_of(system)
        self.bodies: tuple[str, ...] = tuple(part.body for part in self.frame.parts)
        self.index = {name: k for k, name in enumerate(self.bodies)} | {GROUND: -1}
        self.values = self._values()
        self.colours = self._colours()
        self.notes: list[str] = []

    def described(self) -> dict[str, Any]:
        """Everything for the page."""
        solids = [solid for part in self.frame.parts for solid in self._solids(part)]
        return {
            "bodies": list(self.bodies),
            "elements": self.elements(),
            "solids": solids,
            "joints": self._joints() + self._motors(),
            "links": self._links(),
            "wheels": self._wheels(),
            "beams": self._beams(),
            "supports": [place.tolist() for place in self.frame.ground],
            "points": [
                {"element": f"points/{name}", "at": self._at(place)} for name, place in self.frame.points.items() if name in self.model.points
            ],
        }  # fmt: skip

    # --- elements -----------------------------------------------------------------------------------------------------

    def elements(self) -> list[dict[str, Any]]:
        """All elements in the order of the file, with what is said about each."""
        out = []
        for heading in KINDS:
            for name, record in self.model.section(heading).items():
                entry = {
                    "id": f"{heading}/{name}", "name": name, "section": heading, "kind": record.KIND, "type": str(record.TYPE or ""),
                    "line": record.origin.line, "note": self._said(heading, name, record),
                }  # fmt: skip
                if heading in ("bodies", "beams"):
                    entry["colour"] = self.colours.get(name, "")
                out.append(entry)
        return out

    def _said(self, heading: str, name: str, record: Any) -> list[list[str]]:
        """Values as given, in words."""
        rows = [[key, _short(raw)] for key, raw in record.given().items()]
        place = self.system.joint_places.get(name) if heading == "joints" else None
        if place is not None and not any(key == "bodies" for key, _ in rows):
            rows.insert(0, ["joins", f"{place.body_a} – {place.body_b}"])
        return rows

    def _values(self) -> dict[str, Any]:
        scope = self.model.scope()
        return {name: body.read(scope, []) for name, body in self.model.bodies.items()}

    def _colours(self) -> dict[str, str]:
        own = {name: values.colour for name, values in self.values.items() if values.colour}
        return {name: own.get(name, COLOURS[k % len(COLOURS)].lower()) for k, name in enumerate(self.bodies)}

    def _at(self, place: Place) -> list[Any]:
        return [self.index[place[0]], [float(x) for x in place[1]]]

    # --- bodies -------------------------------------------------------------------------------------------------------

    def _solids(self, part: Part) -> list[dict[str, Any]]:
        if part.body in self.model.nodes:  # seen by what ends there
            return []
        section = "beams" if part.body in self.model.beams else "bodies"
        head = {"element": f"{section}/{part.body}", "body": self.index[part.body]}
        if section == "beams":
            return [{**head, "form": "rod", "a": line[0].tolist(), "b": line[-1].tolist()} for line in part.lines[1:]]
        values = self.values[part.body]
        meshes = [mesh for each in values.mesh or () if (mesh := self._mesh(part.body, each)) is not None]
        if meshes and values.shape is None:
            return [{**head, **mesh} for mesh in meshes]
        shapes = values.shape if isinstance(values.shape, list) else [values.shape] if values.shape else []
        if bounded := [shape for shape in shapes if shape["form"] != "plane"]:
            return [{**head, **shape} for shape in (*bounded, *meshes)]
        if part.filled:
            corners = part.lines[0][:-1]
            return [{**head, "form": "outline", "corners": corners.tolist()}]
        out: list[dict[str, Any]] = [
            {**head, "form": "rod", "a": a.tolist(), "b": b.tolist()}
            for line in part.lines
            for a, b in itertools.pairwise(line)
        ]
        distinct = {tuple(np.round(local, 9)) for _, local in self.system.attachments[part.body]}
        lone = len(distinct - {(0.0, 0.0, 0.0)}) < 2 and (0.0, 0.0, 0.0) not in distinct
        if not out or lone:
            com = [0.0, 0.0, 0.0] if values.com is None else [*values.com, 0.0][:3]
            out.append({**head, "form": "weight", "centre": com})
        return out

    def _mesh(self, body: str, mesh: dict[str, Any]) -> dict[str, Any] | None:
        from vazba.viewer.meshes import placed, read_mesh

        try:
            corners = placed(read_mesh(mesh["path"]), mesh)
        except Wrong as remark:
            self.notes.append(f"body {body}: mesh: {remark}")
            return None
        from vazba.viewer.codec import floats

        return {"form": "mesh", "corners": self.blob.add(floats(corners.ravel().astype(float)))}

    # --- joints and what lies between bodies ----------------------------------------------------------------------------

    def _joints(self) -> list[dict[str, Any]]:
        out = []
        for name, place in self.system.joint_places.items():
            record = self.model.joints.get(name)
            if record is None or place.type == "distance":
                continue
            out.append(
                {
                    "element": f"joints/{name}", "form": record.drawing()["form"],
                    "a": self._at((place.body_a, place.local_a)), "b": self._at((place.body_b, place.local_b)),
                    "axis": place.axis_b.tolist(), "across": place.basis_b[:, 0].tolist(), "first": place.basis_a[:, 0].tolist(),
                }
            )  # fmt: skip
        return out

    def _motors(self) -> list[dict[str, Any]]:
        """Drivers, actuators, springs, dampers and stops at joints: a ring about the axis."""
        out = []
        for heading in ("drivers", "actuators", "controllers", "springs", "dampers", "limits"):
            for name, record in self.model.section(heading).items():
                said = record.drawing()
                place = self.system.joint_places.get(said.get("joint") or "")
                if place is None:
                    continue
                out.append(
                    {
                        "element": f"{heading}/{name}", "form": f"{said['form']} ring",
                        "a": self._at((place.body_a, place.local_a)), "b": self._at((place.body_b, place.local_b)),
                        "axis": place.axis_b.tolist(), "across": place.basis_b[:, 0].tolist(), "first": place.basis_a[:, 0].tolist(),
                    }
                )  # fmt: skip
        return out

    def _links(self) -> list[dict[str, Any]]:
        """Springs, dampers, cables, rods, actuators, cylinders and bushings through places."""
        out: list[dict[str, Any]] = []
        for name, place in self.system.joint_places.items():
            if place.type == "distance" and name in self.model.joints:
                ends = [self._at((place.body_a, place.local_a)), self._at((place.body_b, place.local_b))]
                out.append({"element": f"joints/{name}", "form": "bar", "through": ends})
        for heading in SECTIONS:
            if heading in ("bodies", "beams", "points", "nodes", "joints"):
                continue
            for name, record in self.model.section(heading).items():
                said = record.drawing()
                through = [self.frame.points.get(point) for point in said.get("through", ())]
                if not through or any(place is None for place in through):
                    continue
                link = {
                    "element": f"{heading}/{name}",
                    "form": said["form"],
                    "through": [self._at(place) for place in through if place],
                }
                if heading in ("springs", "dampers", "cables", "bars"):
                    link["force"] = f"{name}.force"
                if heading == "actuators":
                    link["force"] = f"{name}.effort"
                out.append(link)
        return out

    def _wheels(self) -> list[dict[str, Any]]:
        """Gears as wheels on the second bodies of their joints; a rack's pinion."""
        out: list[dict[str, Any]] = []
        scope = self.model.scope()
        for name, record in self.model.joints.items():
            said = record.drawing()
            if "joints" not in said:
                continue
            places = [self.system.joint_places.get(joint) for joint in said["joints"]]
            if any(place is None for place in places):
                continue
            values = record.read(scope, [])
            try:
                ratio = abs(record.ratio_of(values))  # type: ignore[attr-defined]
            except Wrong:
                continue
            centres = [self._drawn(place.body_a, place.local_a) for place in places if place is not None]
            if said["form"] == "rack":
                radii, internal = [0.0, ratio], False
            else:  # angle_1 = ratio * angle_2, so the radii are as 1 to ratio
                apart = float(np.linalg.norm(centres[1] - centres[0]))
                internal = bool(values.internal) or (values.ratio or -1.0) > 0
                first = apart / max(abs(ratio - 1) if internal else ratio + 1, 1e-9)
                radii = [first, first * ratio]
            for place, radius in zip(places, radii):
                if place is not None and radius > 1e-9 and math.isfinite(radius):
                    out.append(
                        {
                            "element": f"joints/{name}", "radius": float(radius), "inside": internal and radius == max(radii),
                            "at": self._at((place.body_b, place.local_b)),
                            "axis": place.axis_b.tolist() if self.system.dimension == 3 else [0.0, 0.0, 1.0],
                        }
                    )  # fmt: skip
        return out

    def _drawn(self, body: str, local: Array) -> Array:
        from vazba.figures.skeleton import described, world

        if not hasattr(self, "_poses"):
            self._poses = described(self.model)
        return world(self._poses, (body, local))[0]

    def _beams(self) -> list[dict[str, Any]]:
        out = []
        for plan in self.system.beams:
            section = plan.span.section
            size = math.sqrt(section.A)
            out.append(
                {
                    "element": f"beams/{plan.name}", "body": self.index[plan.name], "length": plan.span.length,
                    "shape": section.shape or "round", "height": section.height or size, "width": section.width or size,
                }
            )  # fmt: skip
        return out


def _short(raw: Any) -> str:
    if isinstance(raw, (list, tuple)):
        return "[" + ", ".join(_short(item) for item in raw) + "]"
    if isinstance(raw, float):
        return f"{raw:.6g}"
    text = " ".join(str(raw).split())
    return text if len(text) <= 90 else text[:87] + "..."
