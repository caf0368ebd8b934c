"""Robots in URDF: links become bodies, joints become joints, all drawn where the joint values are zero.

Nothing but the file itself is read; no macros. Meshes are only looked at when the robot is drawn.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from vazba.element import Number
from vazba.errors import Fault, VazbaWarning, Wrong
from vazba.files.reading import Reading, read_bytes
from vazba.files.urdf_model import robot_model
from vazba.files.urdf_robot import Robot, read_robot
from vazba.files.urdf_tree import inertia_faults, tree_faults, tree_of
from vazba.files.urdf_xml import read_xml
from vazba.model import Model


@dataclass
class RobotReading(Reading):
    """A robot as far as it could be read; `notes` tell what became of it, `left_out` what could not be taken over."""

    notes: list[str] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)

    def finish(self, changes: Mapping[str, Number] | None = None) -> Model:
        self._meshes(self.model)
        model = super().finish(changes)
        for text in self.left_out:
            warnings.warn(text, VazbaWarning, stacklevel=3)
        return model

    def _meshes(self, model: Model) -> None:
        """Meshes outside the folders that may be read are not drawn, and change nothing else."""
        scope, places = model.scope(), set()
        for name, body in model.bodies.items():
            for mesh in body.mesh if isinstance(body.mesh, list) else [body.mesh] if body.mesh else ():
                path = mesh["file"] if isinstance(mesh, dict) else mesh
                try:
                    scope.file("mesh", path)
                except Wrong:
                    places.add(str(((scope.folder or Path()) / path).resolve().parent))
                    model.bodies[name] = replace(model.bodies[name], mesh=None)
        if places:
            allowed = " --allow-path ".join(sorted(places))
            self.left_out.append(
                f"meshes outside the folder of the robot's file (or its ROS package) are not drawn; to see them: --allow-path {allowed}"
            )


def urdf_reading(path: Path, floating_base: bool = False) -> RobotReading:
    """A URDF file as far as it can be read; raises `ModelError` where nothing can."""
    reading = text_reading(read_bytes(path), str(path), floating_base)
    reading.model.source = path
    reading.model.allowed = (_home(path),)
    return reading


def _home(path: Path) -> Path:
    """Where meshes may be read: the folder of the file, or the ROS package it is part of."""
    folder = path.resolve().parent
    return next((place for place in (folder, *list(folder.parents)[:3]) if (place / "package.xml").is_file()), folder)


def text_reading(data: bytes, file: str, floating_base: bool = False) -> RobotReading:
    """A URDF text as far as it can be read; `file` stands in messages."""
    faults: list[Fault] = []
    robot = read_robot(read_xml(data, file), file, Path(file).stem or "robot", faults)
    torn = tree_faults(robot, file)
    tree = None if torn or robot.torn or not robot.links else tree_of(robot)
    wrong, odd = inertia_faults(robot, tree, file, floating_base)
    faults += torn + wrong
    if tree is not None and not floating_base and len(tree.members) == 1 and not faults:
        faults.append(_nothing_moves(robot, tree.root, file))
    if tree is None or faults:
        return RobotReading(Model(robot.name), faults, evaluate=False)
    model, notes, left_out = robot_model(robot, tree, file, floating_base)
    return RobotReading(model, notes=notes, left_out=[*robot.oddities, *odd, *left_out])


def _nothing_moves(robot: Robot, root: str, file: str) -> Fault:
    what, why = "no joint lets a link move", f"the root link '{root}' is held by the ground"
    remedy = "add a joint that moves, or load it with floating_base=True"
    return Fault(f"link {root}", what, why, remedy, file, robot.links[root].line)
