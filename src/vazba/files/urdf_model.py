"""A robot's tree as a model: bodies, points, joints, couplings, dampers, and events at the limits of the joints."""

from __future__ import annotations

import math
import re
from collections.abc import Container, Iterable
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from vazba.algebra.rotations import quaternion
from vazba.bodies.rigid import Body
from vazba.element import GROUND, Element, Origin
from vazba.files.urdf_robot import SINGLE, Array, Inertial, Robot, RobotJoint, quiet_origin
from vazba.files.urdf_tree import Tree, lumped_body
from vazba.files.urdf_visuals import mesh_of, shape_of, visuals
from vazba.joints.coupling import Gear, Rack
from vazba.joints.joint import PairJoint
from vazba.joints.planar import Planar
from vazba.joints.prismatic import Prismatic
from vazba.joints.revolute import Revolute
from vazba.model import Model
from vazba.paths.actuator import Actuator
from vazba.paths.damper import Damper
from vazba.paths.event import Event
from vazba.points import Point

T = TypeVar("T", bound=Element)

MASSLESS = Inertial(0.0, np.zeros(3), np.zeros((3, 3)))
SPEED = 1e-3  # below which friction is smoothed
_JOINTS: dict[str, type[PairJoint]] = {
    "revolute": Revolute, "continuous": Revolute, "prismatic": Prismatic, "planar": Planar,
}  # fmt: skip
_NOT_IN_NAMES = re.compile(r"[^\w -]")


def robot_model(robot: Robot, tree: Tree, file: str, floating_base: bool) -> tuple[Model, list[str], list[str]]:
    """The model, notes about what became of the robot, and what could not be taken over."""
    return _Maker(robot, tree, file, floating_base).made()


class _Maker:
    def __init__(self, robot: Robot, tree: Tree, file: str, floating_base: bool) -> None:
        self.robot, self.tree, self.file, self.floating = robot, tree, file, floating_base
        self.model = Model(robot.name)
        self.notes: list[str] = []
        self.left_out: list[str] = []
        self.links = usable_names(robot.links, () if tree.root == GROUND and not floating_base else (GROUND,))
        self.joints = usable_names(robot.joints)
        moving = [c for c in tree.members if c != tree.root or floating_base]
        self.heavy = any(lumped_body(robot, tree, c) is not None for c in moving)

    def made(self) -> tuple[Model, list[str], list[str]]:
        for carrier in self.tree.members:
            self._body(carrier)
        for carrier in self.tree.members:
            if carrier != self.tree.root:
                self._joint(self.tree.above[carrier])
        moving = [joint for joint in self.robot.joints.values() if joint.type in SINGLE]
        for joint in moving:
            self._follow(joint)
            self._resist(joint)
            self._watch(joint)
            self._turn(joint)
        if self.floating:
            self.model.simulation["root"] = self._body_name(self.tree.root)
        self._tell(moving)
        return self.model, self.notes, self.left_out

    # --- bodies -----------------------------------------------------------------------------------------------------

    def _body_name(self, link: str) -> str:
        carrier = self.tree.carrier[link]
        return GROUND if carrier == self.tree.root and not self.floating else self.links[carrier]

    def _body(self, carrier: str) -> None:
        name, place = self._body_name(carrier), self.tree.place[carrier]
        members = self.tree.members[carrier]
        for link in members if name == GROUND else members[1:]:
            inside = self.tree.inside[link]
            self._add(
                Point, self.robot.links[link].line, name=self.links[link], body=name, position=_plain(inside.r), orientation=_turned(inside.s),
            )  # fmt: skip
        if name == GROUND:
            return
        mass = lumped_body(self.robot, self.tree, carrier) or (MASSLESS if self.heavy else None)
        self._add(
            Body,
            self.robot.links[carrier].line,
            name=name,
            position=_plain(place.r),
            orientation=_turned(place.s),
            mass=None if mass is None else mass.mass,
            inertia=None if mass is None else _moments(mass.tensor),
            com=None if mass is None or not mass.com.any() else _plain(mass.com),
            **self._looks(members),
        )

    def _looks(self, members: list[str]) -> dict[str, Any]:
        """Shapes, mesh and colour of a body, of the <visual>s of its links."""
        shapes: list[dict[str, Any]] = []
        meshes: list[Any] = []
        colours: list[str] = []
        for link in members:
            node = self.robot.links[link].node
            for place, geometry, colour in visuals(node, quiet_origin) if node is not None else ():
                here = self.tree.inside[link].then(place)
                shape, mesh = shape_of(here, geometry), mesh_of(here, geometry, Path(self.file).parent)
                shapes += [shape] if shape is not None else []
                meshes += [mesh] if mesh is not None else []
                colours += [colour] if colour is not None else []
        looks: dict[str, Any] = {"colour": colours[0]} if colours else {}
        if shapes:
            looks["shape"] = shapes[0] if len(shapes) == 1 else shapes
        if meshes:
            looks["mesh"] = meshes[0] if len(meshes) == 1 else meshes
        return looks

    def _add(self, kind: type[T], line: int, **values: Any) -> T:
        record = kind(origin=Origin(self.file, line), **values)
        self.model.add(record)
        return record

    # --- joints -----------------------------------------------------------------------------------------------------

    def _joint(self, joint: RobotJoint) -> None:
        if joint.type == "floating":
            return
        place, name = self.tree.place[joint.child], self.joints[joint.name]
        value = {} if joint.type == "planar" else {"drawn": self.tree.values[joint.name]}
        self._add(
            _JOINTS[joint.type],
            joint.line,
            name=name,
            bodies=[self._body_name(joint.parent), self._body_name(joint.child)],
            at=_plain(place.r),
            axis=_plain(place.s @ joint.axis),
            **value,
        )

    def _follow(self, joint: RobotJoint) -> None:
        if joint.mimic is None:
            return
        leader = self.robot.joints[joint.mimic]
        pair = [self.joints[joint.name], self.joints[leader.name]]
        slides = (joint.type == "prismatic", leader.type == "prismatic")
        ratio, offset = joint.multiplier, joint.offset
        name = _free(f"{pair[0]}_mimic", self.model.joints)
        if slides[0] == slides[1]:
            self._add(Gear, joint.mimic_line, name=name, joints=pair, ratio=ratio, offset=offset)
        elif slides == (True, False):
            self._add(Rack, joint.mimic_line, name=name, joints=pair, radius=ratio, offset=offset)
        else:  # the angle follows the displacement
            turned = {"joints": pair[::-1], "radius": 1 / ratio, "offset": -offset / ratio}
            self._add(Rack, joint.mimic_line, name=name, **turned)

    # --- forces and limits ------------------------------------------------------------------------------------------

    def _resist(self, joint: RobotJoint) -> None:
        """Damping, and friction as a constant effort against the motion, smoothed where it turns round."""
        name = self.joints[joint.name]
        if joint.friction:
            self.model.parameters.setdefault("friction_speed", SPEED)
            force = f"{joint.friction!r}*x/sqrt(x**2 + friction_speed**2)"
            viscous = f" + {joint.damping!r}*x" if joint.damping else ""
            self._add(Damper, joint.line, name=name, joint=name, force=force + viscous)
        elif joint.damping:
            self._add(Damper, joint.line, name=name, joint=name, damping=joint.damping)

    def _watch(self, joint: RobotJoint) -> None:
        name = self.joints[joint.name]
        for end, way in (("lower", "falling"), ("upper", "rising")):
            bound = getattr(joint, end)
            if bound is not None:
                free = _free(f"{name}_{end}", self.model.events)
                self._add(Event, joint.line, name=free, joint=name, value=bound, direction=way)

    def _turn(self, joint: RobotJoint) -> None:
        """A motor without a command, where the file tells its rotor."""
        if joint.rotor > 0.0:
            name = self.joints[joint.name]
            free = _free(f"{name}_motor", self.model.actuators)
            self._add(Actuator, joint.rotor_line, name=free, joint=name, armature=joint.rotor, gear=joint.gear)

    # --- what is told -----------------------------------------------------------------------------------------------

    def _tell(self, moving: list[RobotJoint]) -> None:
        say, tree, links = self.notes.append, self.tree, self.robot.links
        for wanted, names in (("link", self.links), ("joint", self.joints)):
            changed = [f"{old} is {new}" for old, new in names.items() if old != new]
            if changed:
                say(f"{wanted} names that are not possible here: {_listed(changed)}")
        for carrier, members in tree.members.items():
            held = [self._weighed(link) for link in members[1:]]
            if carrier == tree.root and not self.floating:
                own = links[carrier].inertial
                say(f"fixed to the ground: {_listed([self._weighed(carrier) if own else self.links[carrier], *held])}")
            elif held:
                say(f"one body with {self.links[carrier]}: {_listed(held)}")
        bare = [name for name, body in self.model.bodies.items() if not body.mass]
        if bare:
            say(f"without mass{'' if self.heavy else ', which is enough for kinematics only'}: {_listed(bare)}")
        if self.heavy:
            self._idle()
        limited = [j for j in moving if j.lower is not None or j.upper is not None]
        if limited:
            spans = [f"{self.joints[j.name]} {_bound(j.lower)} to {_bound(j.upper)} {j.unit}" for j in limited]
            say(f"limits are watched by events, nothing stops there: {_listed(spans)}")
        beyond = [self.joints[j.name] for j in limited if not _within(tree.values[j.name], j)]
        if beyond:
            say(f"drawn beyond the limits, as joint value zero lies there: {_listed(beyond)}")
        strong = [f"{self.joints[j.name]} {_capacity(j)}" for j in moving if j.effort or j.velocity]
        if strong:
            say(f"limits of effort and speed are not enforced: {_listed(strong)}")
        rubbing = [self.joints[j.name] for j in moving if j.friction]
        if rubbing:
            say(f"friction is smoothed below friction_speed = {SPEED:g} rad/s or m/s: {_listed(rubbing)}")
        loose = [
            j for j in self.robot.joints.values() if j.type in ("planar", "floating") and (j.damping or j.friction)
        ]
        for joint in loose:
            text = f"damping and friction of a {joint.type} joint are left out"
            self.left_out.append(f"{self.file}:{joint.line}: joint {joint.name}: {text}")

    def _idle(self) -> None:
        """Joints beyond which nothing has mass: nothing says how they move under forces."""
        heavy: dict[str, bool] = {}
        for carrier in reversed(self.tree.members):  # children first
            below = [
                c
                for c in self.tree.members
                if c != self.tree.root and self.tree.carrier[self.tree.above[c].parent] == carrier
            ]
            heavy[carrier] = bool(self.model.bodies.get(self.links[carrier], MASSLESS).mass) or any(
                heavy[c] for c in below
            )
            if carrier != self.tree.root and not heavy[carrier]:
                joint = self.tree.above[carrier]
                text = "nothing beyond it has mass: its motion under forces is not determined; drive it, or give mass"
                self.left_out.append(f"{self.file}:{joint.line}: joint {joint.name}: {text}")

    def _weighed(self, link: str) -> str:
        inertial = self.robot.links[link].inertial
        return self.links[link] if inertial is None else f"{self.links[link]} ({inertial.mass:.4g} kg)"


def usable_names(names: Iterable[str], taken: tuple[str, ...] = ()) -> dict[str, str]:
    """Names as a model allows them: other signs than letters, digits, spaces, - and _ become _."""
    used, out = set(taken), {}
    for name in names:
        new = _free(_NOT_IN_NAMES.sub("_", name.strip()), used)
        used.add(new)
        out[name] = new
    return out


def _free(name: str, used: Container[str]) -> str:
    number, new = 2, name
    while new in used:
        new, number = f"{name}_{number}", number + 1
    return new


def _plain(vector: Array) -> list[float]:
    """Numbers without the last bits of what should be zero."""
    size = max(1.0, float(np.abs(vector).max()))
    return [0.0 if abs(x) < 1e-15 * size else float(x) for x in vector]


def _turned(s: Array) -> dict[str, Any] | None:
    """An orientation, where it is not that of its surroundings."""
    return None if np.array_equal(s, np.eye(3)) else {"quaternion": _plain(quaternion(s))}


def _moments(tensor: Array) -> list[float] | list[list[float]]:
    plain: list[list[float]] = tensor.tolist()
    return [plain[k][k] for k in range(3)] if not (tensor - np.diag(np.diag(tensor))).any() else plain


def _listed(words: list[str]) -> str:
    return ", ".join(words)


def _bound(value: float | None) -> str:
    return "any" if value is None else f"{value:.4g}"


def _within(value: float, joint: RobotJoint) -> bool:
    low, high = (-math.inf if joint.lower is None else joint.lower), (math.inf if joint.upper is None else joint.upper)
    return low - 1e-9 <= value <= high + 1e-9


def _capacity(joint: RobotJoint) -> str:
    units = ("N", "m/s") if joint.type == "prismatic" else ("N m", "rad/s")
    pairs = zip((joint.effort, joint.velocity), units)
    return " and ".join(f"{value:.4g} {unit}" for value, unit in pairs if value)
