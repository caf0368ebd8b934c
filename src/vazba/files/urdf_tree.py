"""The tree of a robot: whether it is one, where its links lie, and which of them are one rigid body."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np

from vazba.algebra.rotations import rotation_about
from vazba.errors import Fault, suggestion
from vazba.files.urdf_robot import SINGLE, TYPES, Array, Inertial, Placing, Robot, RobotJoint


@dataclass
class Tree:
    """Links in order from the root; those that fixed joints hold to another are carried by it."""

    root: str
    values: dict[str, float]  # joint values as drawn
    place: dict[str, Placing] = field(default_factory=dict)  # of the link frames in the ground
    carrier: dict[str, str] = field(default_factory=dict)  # the link whose body a link belongs to
    inside: dict[str, Placing] = field(default_factory=dict)  # of the link frames in that body
    above: dict[str, RobotJoint] = field(default_factory=dict)  # the joint between a link and its parent

    members: dict[str, list[str]] = field(
        default_factory=dict
    )  # the links of each body, that which carries the others first


def tree_faults(robot: Robot, file: str) -> list[Fault]:
    """What keeps links and joints from being one tree, and joints from following others."""
    faults = []
    parent_of: dict[str, RobotJoint] = {}
    for joint in robot.joints.values():
        label = f"joint {joint.name}"
        for end in (joint.parent, joint.child):
            if end and end not in robot.links:
                what = f"there is no link '{end}'"
                faults.append(Fault(label, what, "", suggestion(end, robot.links), file, joint.line))
        if joint.parent and joint.parent == joint.child:
            what, remedy = f"its parent and its child are both '{joint.child}'", "name two links"
            faults.append(Fault(label, what, "a joint joins two links", remedy, file, joint.line))
        elif joint.child and joint.child in parent_of:
            other = parent_of[joint.child]
            what = f"link '{joint.child}' has two parents: {other.parent} and {joint.parent}"
            why, remedy = f"joint {other.name} (line {other.line}) holds it already", "a loop cannot be written as URDF"
            faults.append(Fault(label, what, why, remedy, file, joint.line))
        else:
            parent_of[joint.child] = joint
    if not faults and robot.links and not robot.torn:
        faults += _one_root(robot, parent_of, file)
    return faults + _mimic_faults(robot, file)


def _one_root(robot: Robot, parent_of: dict[str, RobotJoint], file: str) -> list[Fault]:
    roots = [name for name in robot.links if name not in parent_of]
    if len(roots) > 1:
        what = f"{len(roots)} links have no parent: {', '.join(roots[:6])}{', ...' if len(roots) > 6 else ''}"
        remedy = f"hold {roots[1]} by a joint (fixed, or floating), or remove it"
        line = robot.links[roots[1]].line
        return [Fault(f"link {roots[1]}", what, "a robot is one tree with one root", remedy, file, line)]
    faults, seen = [], set(roots)
    for name in robot.links:
        way: list[str] = []
        while name not in seen and name not in way:
            way.append(name)
            name = parent_of[name].parent
        if name in way:
            circle = way[way.index(name) :]
            joint = parent_of[circle[0]]
            what = f"the links hold each other in a circle: {' - '.join([*circle[:8], circle[0]])}"
            faults.append(
                Fault(f"joint {joint.name}", what, "a robot is a tree", "remove one of the joints", file, joint.line)
            )
        seen.update(way)
    return faults


def _mimic_faults(robot: Robot, file: str) -> list[Fault]:
    faults, circles = [], _circles(robot)
    for joint in robot.joints.values():
        if joint.mimic is None or joint.type == "fixed":
            continue
        what = remedy = why = ""
        other = robot.joints.get(joint.mimic)
        if other is None:
            what, remedy = f"mimic: there is no joint '{joint.mimic}'", suggestion(joint.mimic, robot.joints)
        elif joint.name in circles:
            what, why = f"mimic: it follows '{joint.mimic}', and so in a circle itself", "its value is not known"
            remedy = "let one of them go free"
        elif wrong := next((j for j in (joint, other) if j.type in TYPES and j.type not in SINGLE), None):
            what, remedy = f"mimic: joint {wrong.name} is {wrong.type}", "use revolute, continuous or prismatic joints"
            why = "only joints with one coordinate can follow each other"
        elif joint.multiplier == 0:
            what, why, remedy = "mimic: multiplier = 0", "then it never moves", 'use type="fixed"'
        if what:
            faults.append(Fault(f"joint {joint.name}", what, why, remedy, file, joint.mimic_line))
    return faults


def _circles(robot: Robot) -> set[str]:
    """Joints that follow themselves, at once or through others."""
    done: set[str] = set()
    found: set[str] = set()
    for start in robot.joints:
        way: dict[str, None] = {}
        name: str | None = start
        while name in robot.joints and name not in done and name not in way:
            way[name] = None
            name = robot.joints[name].mimic
        if name in way:
            order = list(way)
            found.update(order[order.index(name) :])
        done.update(way)
    return found


def _drawn_values(robot: Robot) -> dict[str, float]:
    """Zero, and for a joint that follows another one what it has then."""
    values: dict[str, float] = {}
    for start in robot.joints.values():
        chain = [start]
        while chain[-1].name not in values and chain[-1].mimic is not None and chain[-1].type in SINGLE:
            chain.append(robot.joints[chain[-1].mimic])
        values.setdefault(chain[-1].name, 0.0)
        for other, joint in zip(reversed(chain), reversed(chain[:-1])):
            values[joint.name] = joint.multiplier * values[other.name] + joint.offset
    return values


def tree_of(robot: Robot) -> Tree:
    """Places of all links where all joint values are zero (those that follow others: as they must)."""
    below: dict[str, list[RobotJoint]] = {}
    for joint in robot.joints.values():
        below.setdefault(joint.parent, []).append(joint)
    children = {joint.child for joint in robot.joints.values()}
    root = next(name for name in robot.links if name not in children)
    tree = Tree(root, _drawn_values(robot))
    tree.place[root], tree.inside[root], tree.carrier[root] = Placing(), Placing(), root
    tree.members[root] = [root]
    waiting = list(reversed(below.get(root, [])))
    while waiting:
        joint = waiting.pop()
        parent, child = joint.parent, joint.child
        tree.above[child] = joint
        tree.place[child] = tree.place[parent].then(joint.origin).then(_moved(joint, tree.values[joint.name]))
        fixed = joint.type == "fixed"
        tree.carrier[child] = tree.carrier[parent] if fixed else child
        tree.members.setdefault(tree.carrier[child], []).append(child)
        tree.inside[child] = tree.inside[parent].then(joint.origin) if fixed else Placing()
        waiting.extend(reversed(below.get(child, [])))
    return tree


def _moved(joint: RobotJoint, value: float) -> Placing:
    if value == 0:
        return Placing()
    if joint.type == "prismatic":
        return Placing(r=joint.axis * value)
    return Placing(s=rotation_about(joint.axis, value))


def inertia_faults(robot: Robot, tree: Tree | None, file: str, floating_base: bool) -> tuple[list[Fault], list[str]]:
    """Links whose inertia no body has: a fault where that spoils a moving body, else a warning."""
    faults, texts = [], []
    moving = [] if tree is None else [c for c in tree.members if c != tree.root or floating_base]
    spoiled = {c for c in moving if tree and (body := lumped_body(robot, tree, c)) and negative(body)}
    for link in robot.links.values():
        if link.inertial is None or (moments := negative(link.inertial)) is None:
            continue
        what = f"inertia is not positive: principal moments {moments} kg m^2"
        if tree is None or tree.carrier[link.name] in spoiled:
            why = "no link has a negative moment of inertia"
            remedy = "check the six values; ixy is an entry of the tensor, minus the integral of x y dm"
            faults.append(Fault(f"link {link.name}", what, why, remedy, file, link.inertia_line))
        else:
            where = tree.carrier[link.name] if tree.carrier[link.name] in moving else "the ground"
            texts.append(f"{file}:{link.inertia_line}: link {link.name}: {what}; it matters little as part of {where}")
    return faults, texts


def negative(inertial: Inertial) -> str | None:
    """The principal moments, where one is negative beyond rounding."""
    principal = np.linalg.eigvalsh(inertial.tensor)
    least = -1e-9 * abs(principal[2]) - 1e-12 * inertial.mass  # rounding
    return ", ".join(f"{p:.4g}" for p in principal) if principal[0] < least else None


def lumped_body(robot: Robot, tree: Tree, carrier: str) -> Inertial | None:
    """Mass, centre of mass and inertia of a link and all that is fixed to it, in its frame; None where nothing has mass."""
    held = [(tree.inside[name], robot.links[name].inertial) for name in tree.members[carrier]]
    body = lumped([(inside, inertial) for inside, inertial in held if inertial is not None])
    if body is None or negative(body):
        return body
    moments, axes = np.linalg.eigh(body.tensor)
    return body if moments[0] >= 0 else replace(body, tensor=axes @ np.diag(np.maximum(moments, 0.0)) @ axes.T)


def lumped(parts: list[tuple[Placing, Inertial]]) -> Inertial | None:
    """Several rigidly joined links as one: `m = sum m_k`, `c = sum m_k c_k / m`, `J = sum (J_k + m_k (d^2 E - d d^T))`, `d = c_k - c`."""
    if not parts:
        return None
    if len(parts) == 1 and np.array_equal(parts[0][0].s, np.eye(3)) and not parts[0][0].r.any():
        return parts[0][1]
    held = [(part.mass, place.r + place.s @ part.com, place.s @ part.tensor @ place.s.T) for place, part in parts]
    mass = sum(m for m, _, _ in held)
    com = sum((m * c for m, c, _ in held), np.zeros(3)) / mass if mass > 0 else np.zeros(3)
    tensor = sum((j + _steiner(m, c - com) for m, c, j in held), np.zeros((3, 3)))
    return Inertial(mass, com, (tensor + tensor.T) / 2)


def _steiner(mass: float, d: Array) -> Array:
    return mass * (d @ d * np.eye(3) - np.outer(d, d))
