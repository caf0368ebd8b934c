"""What a URDF file says about links and joints, with everything that is wrong about it."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vazba.algebra.rotations import cardan_matrix
from vazba.element import shown
from vazba.errors import Fault, suggestion
from vazba.files.urdf_xml import Node
from vazba.frozen import frozen

Array = NDArray[np.float64]
TYPES = ("revolute", "continuous", "prismatic", "fixed", "floating", "planar")
SINGLE = ("revolute", "continuous", "prismatic")  # joints with one coordinate
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?|[+-]?(inf|infinity)", re.ASCII | re.IGNORECASE)
_MOMENTS = ("ixx", "iyy", "izz", "ixy", "ixz", "iyz")
_KNOWN = {
    "link": ("inertial", "visual", "collision"),
    "joint": ("origin", "parent", "child", "axis", "limit", "dynamics", "mimic"),
    "inertial": ("origin", "mass", "inertia"),
}


@frozen
class Placing:
    """Where a frame lies in another one: origin and rotation matrix."""

    r: Array = field(default_factory=lambda: np.zeros(3))
    s: Array = field(default_factory=lambda: np.eye(3))

    def then(self, other: Placing) -> Placing:
        """A frame that is placed in this one, seen from outside."""
        return Placing(self.r + self.s @ other.r, self.s @ other.s)


@frozen
class Inertial:
    """Mass, centre of mass and tensor about it, in the frame and the axes of the link."""

    mass: float
    com: Array
    tensor: Array


@frozen
class Link:
    """A link and what it weighs."""

    name: str
    line: int
    inertial: Inertial | None = None
    inertia_line: int = 0
    node: Node | None = field(
        default=None, compare=False, repr=False
    )  # as it stands in the file, for what it looks like


@frozen
class RobotJoint:
    """A joint: its frame is that of the child link at joint value zero."""

    name: str
    type: str
    line: int
    parent: str = ""
    child: str = ""
    origin: Placing = field(default_factory=Placing)
    axis: Array = field(default_factory=lambda: np.array([1.0, 0.0, 0.0]))
    lower: float | None = None
    upper: float | None = None
    effort: float | None = None
    velocity: float | None = None
    damping: float = 0.0
    friction: float = 0.0
    mimic: str | None = None
    multiplier: float = 1.0
    offset: float = 0.0
    mimic_line: int = 0
    rotor: float = 0.0  # inertia of its motor's rotor, and the gear before it
    gear: float = 1.0
    rotor_line: int = 0

    @property
    def unit(self) -> str:
        return "m" if self.type == "prismatic" else "rad"


@dataclass
class Robot:
    """Links and joints by name in the order of the file."""

    name: str
    links: dict[str, Link] = field(default_factory=dict)
    joints: dict[str, RobotJoint] = field(default_factory=dict)
    oddities: list[str] = field(default_factory=list)
    torn: bool = False  # names are missing, so that it cannot be said what is joined to what


def read_robot(root: Node, file: str, stem: str, faults: list[Fault]) -> Robot:
    """Links and joints; what is wrong with them is added to `faults`."""
    return _Reader(file, faults).robot(root, stem)


class _Reader:
    def __init__(self, file: str, faults: list[Fault]) -> None:
        self.file, self.faults = file, faults

    def robot(self, root: Node, stem: str) -> Robot:
        if root.tag != "robot":
            self._fault("", root, f"the outermost element is <{root.tag}>", "a robot is expected", "write <robot ...>")
            return Robot(stem)
        robot = Robot(root.attributes.get("name", "").strip() or stem)
        for node in root.all("link"):
            self._odd(robot, node, node)
            name = self._named(node, robot.links)
            robot.torn |= name is None
            if name is not None:
                robot.links[name] = self._link(name, node)
        for node in root.all("joint"):
            if node.first("parent") is None and node.first("child") is None and "type" not in node.attributes:
                continue  # a mere reference, as transmissions hold them
            self._odd(robot, node, node)
            name = self._named(node, robot.joints)
            robot.torn |= name is None
            if name is not None:
                robot.joints[name] = self._joint(name, node)
                robot.torn |= not (robot.joints[name].parent and robot.joints[name].child)
        for node in root.all("transmission"):
            self._motor(robot, node)
        if not robot.links:
            self._fault("", root, "the robot has no links", "there is nothing to move", "add <link name=..>")
        return robot

    def _motor(self, robot: Robot, node: Node) -> None:
        """The rotor of a motor and its gear, where a transmission tells them as Drake's files do; else it says nothing of mechanics."""
        joint, motor = node.first("joint"), node.first("actuator")
        name = joint.attributes.get("name", "") if joint is not None else ""
        rotor = motor.first("drake:rotor_inertia") if motor is not None else None
        if motor is None or rotor is None:
            return
        label, before = f"transmission {node.attributes.get('name', '')}".strip(), len(self.faults)
        if name not in robot.joints:
            self._fault(
                label, node, f"there is no joint '{name}'", "its motor turns nothing", suggestion(name, robot.joints)
            )
            return
        inertia, gear = self._number(label, rotor, "value"), 1.0
        ratio = motor.first("drake:gear_ratio")
        if ratio is not None:
            gear = self._number(label, ratio, "value")
        if inertia < 0:
            self._fault(
                label, rotor, f"rotor_inertia = {inertia:g} is negative", "no rotor has that", "correct the value"
            )
        if gear == 0 and ratio is not None and len(self.faults) == before:
            self._fault(label, ratio, "gear_ratio = 0", "its rotor would not turn", "correct the value")
        robot.joints[name] = replace(robot.joints[name], rotor=inertia, gear=gear, rotor_line=rotor.line)

    def _named(self, node: Node, held: dict[str, Link] | dict[str, RobotJoint]) -> str | None:
        name = node.attributes.get("name", "")
        label = f"{node.tag} {name}".strip()
        if not name.strip():
            self._fault(
                label, node, "name is missing", "others refer to it by its name", f'write <{node.tag} name="..">'
            )
            return None
        if name in held:
            self._fault(label, node, "the name is used twice", f"first in line {held[name].line}", "rename one of them")
            return None
        return name

    def _odd(self, robot: Robot, node: Node, element: Node) -> None:
        """Elements whose names look like slips of known ones."""
        for child in node.children:
            close = get_close_matches(child.tag, _KNOWN[node.tag], n=1, cutoff=0.75)
            if close and child.tag not in _KNOWN[node.tag]:
                label = f"{element.tag} {element.attributes.get('name', '')}"
                text = f"{self.file}:{child.line}: {label}: <{child.tag}> is not known and is left out"
                robot.oddities.append(f"{text}; did you mean <{close[0]}>?")
            if child.tag == "inertial":
                self._odd(robot, child, element)

    # --- links ------------------------------------------------------------------------------------------------------

    def _link(self, name: str, node: Node) -> Link:
        link, inner = Link(name, node.line, node=node), node.first("inertial")
        if inner is None:
            return link
        label, before = f"link {name}", len(self.faults)
        mass_node, inertia_node = inner.first("mass"), inner.first("inertia")
        if mass_node is None:
            self._fault(label, inner, "<inertial> has no <mass>", "", 'add <mass value=".."/>, or remove <inertial>')
        if inertia_node is None:
            self._fault(label, inner, "<inertial> has no <inertia>", "", 'add <inertia ixx=".." .../>')
        mass = self._number(label, mass_node, "value") if mass_node is not None else 0.0
        if mass_node is not None and mass < 0:
            self._fault(label, mass_node, f"mass value = {mass:g} is negative", "no link has that", "correct the value")
        moments = self._moments(label, inertia_node) if inertia_node is not None else np.zeros((3, 3))
        origin = self._origin(label, inner)
        if len(self.faults) > before or (mass == 0 and not moments.any()):
            return link  # without mass is as without <inertial>
        tensor = origin.s @ moments @ origin.s.T if not np.array_equal(origin.s, np.eye(3)) else moments
        line = inertia_node.line if inertia_node is not None else inner.line
        return replace(link, inertial=Inertial(mass, origin.r, (tensor + tensor.T) / 2), inertia_line=line)

    def _moments(self, label: str, node: Node) -> Array:
        """The tensor as it stands: `ixy` is its entry (1, 2), minus the integral of x y dm."""
        ixx, iyy, izz, ixy, ixz, iyz = (
            self._number(label, node, key, 0.0 if key[1] != key[2] else None) for key in _MOMENTS
        )
        return np.array([[ixx, ixy, ixz], [ixy, iyy, iyz], [ixz, iyz, izz]])

    # --- joints -----------------------------------------------------------------------------------------------------

    def _joint(self, name: str, node: Node) -> RobotJoint:
        label, type_ = f"joint {name}", node.attributes.get("type", "")
        if type_ not in TYPES:
            what = f"type '{type_}' is unknown" if type_ else "type is missing"
            self._fault(label, node, what, "", suggestion(type_, TYPES))
        values: dict[str, Any] = {"origin": self._origin(label, node)}
        for end in ("parent", "child"):
            inner = node.first(end)
            values[end] = inner.attributes.get("link", "") if inner is not None else ""
            if not values[end]:
                self._fault(label, inner or node, f"its {end} link is missing", "", f'add <{end} link=".."/>')
        axis = node.first("axis")
        if axis is not None and type_ not in ("fixed", "floating"):
            values["axis"] = self._axis(label, axis)
        inner = node.first("dynamics")
        if inner is not None:
            for key in ("damping", "friction"):
                values[key] = self._number(label, inner, key, 0.0)
                if key == "friction" and values[key] < 0:
                    self._fault(label, inner, f"friction = {values[key]} is negative", "", "correct the value")
        joint = RobotJoint(name, type_, node.line, **values)
        return self._mimic(label, self._limits(label, joint, node), node)

    def _axis(self, label: str, node: Node) -> Array:
        axis = self._vector(label, node, "xyz", (1.0, 0.0, 0.0))
        length = float(np.linalg.norm(axis))
        if length < 1e-9:
            self._fault(
                label, node, "axis is a zero vector", "it must show a direction", 'write xyz="0 0 1" or the like'
            )
            return np.array([1.0, 0.0, 0.0])
        return axis if length == 1.0 else axis / length

    def _limits(self, label: str, joint: RobotJoint, node: Node) -> RobotJoint:
        inner = node.first("limit")
        if inner is None:
            return joint
        given: dict[str, Any] = {
            key: self._number(label, inner, key, endless=True)
            for key in ("lower", "upper", "effort", "velocity")
            if key in inner.attributes
        }
        if joint.type not in ("revolute", "prismatic"):  # others have none
            given.pop("lower", None)
            given.pop("upper", None)
        elif "lower" in given or "upper" in given:  # by the format the other one is zero
            given = {"lower": 0.0, "upper": 0.0, **given}
            if given["lower"] > given["upper"]:
                what = f"lower = {given['lower']:g} is above upper = {given['upper']:g}"
                self._fault(label, inner, what, "no value lies between them", "swap them")
        return replace(joint, **{key: value for key, value in given.items() if math.isfinite(value)})

    def _mimic(self, label: str, joint: RobotJoint, node: Node) -> RobotJoint:
        inner = node.first("mimic")
        if inner is None:
            return joint
        other = inner.attributes.get("joint", "")
        if not other:
            self._fault(label, inner, "mimic does not say which joint it follows", "", 'write <mimic joint=".."/>')
            return joint
        multiplier, offset = self._number(label, inner, "multiplier", 1.0), self._number(label, inner, "offset", 0.0)
        return replace(joint, mimic=other, multiplier=multiplier, offset=offset, mimic_line=inner.line)

    # --- values -----------------------------------------------------------------------------------------------------

    def _origin(self, label: str, node: Node) -> Placing:
        inner = node.first("origin")
        if inner is None:
            return Placing()
        r = self._vector(label, inner, "xyz", (0.0, 0.0, 0.0))
        roll, pitch, yaw = self._vector(label, inner, "rpy", (0.0, 0.0, 0.0))
        # about the fixed axes x, y, z in this order: S = Rz Ry Rx, the transpose of Rx(-roll) Ry(-pitch) Rz(-yaw)
        return Placing(r, np.ascontiguousarray(cardan_matrix((-roll, -pitch, -yaw)).T))

    def _vector(self, label: str, node: Node, key: str, default: tuple[float, float, float]) -> Array:
        text = node.attributes.get(key)
        if text is None:
            return np.array(default)
        words = text.split()
        if len(words) != 3 or not all(_finite(word) for word in words):
            what = f"{key} = {shown(text)} is not three numbers"
            self._fault(label, node, f"<{node.tag}> {what}", "", f'write {key}="0 0 0.1" or the like')
            return np.array(default)
        return np.array([float(word) for word in words])

    def _number(self, label: str, node: Node, key: str, default: float | None = None, endless: bool = False) -> float:
        text = node.attributes.get(key)
        if text is None:
            if default is None:
                self._fault(label, node, f"<{node.tag}> has no {key}", "", f'add {key}=".."')
            return 0.0 if default is None else default
        word = text.strip()
        if not (_NUMBER.fullmatch(word) and (endless or _finite(word))):
            self._fault(label, node, f"<{node.tag}> {key} = {shown(text)} is not a number", "", "correct the value")
            return 0.0
        return float(word)

    def _fault(self, label: str, node: Node, what: str, why: str, remedy: str) -> None:
        self.faults.append(Fault(label, what, why, remedy, self.file, node.line))


def _finite(word: str) -> bool:
    return bool(_NUMBER.fullmatch(word)) and math.isfinite(float(word))


def quiet_origin(node: Node) -> Placing:
    """Where something lies that changes no number: what is wrong with it is not told."""
    return _Reader("", [])._origin("", node)
