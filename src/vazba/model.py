"""Model: what the user said. Elements are added and looked up by name; nothing is evaluated before `compile`.

m = vz.Model("slider-crank", dimension=2)
crank = m.body("crank", angle="60*deg")
m.revolute("A", "ground", crank, at=(0, 0))
m.drive("A", angle="t**2")
"""

from __future__ import annotations

import copy
import operator
import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import vazba.beams
import vazba.bodies
import vazba.controllers
import vazba.drivers
import vazba.joints
import vazba.loads
import vazba.paths  # noqa: F401  (importing the element packages registers their records)
from vazba.adding import Adding
from vazba.beams.beam import Beam
from vazba.bodies.bar import Bar
from vazba.bodies.node import Node
from vazba.bodies.rigid import Body
from vazba.controllers.controller import Controller
from vazba.drivers.driver import Driver
from vazba.element import GROUND, NOWHERE, SECTIONS, Element, Number, Origin, Scope, Vector
from vazba.errors import Fault, ModelError, Wrong, suggestion
from vazba.expressions import evaluate_parameters
from vazba.joints.joint import Joint
from vazba.loads.bushing import Bushing
from vazba.loads.force import Force
from vazba.loads.friction import Friction
from vazba.loads.torque import Torque
from vazba.paths.actuator import Actuator
from vazba.paths.cable import Cable
from vazba.paths.damper import Damper
from vazba.paths.event import Event
from vazba.paths.limit import Limit
from vazba.paths.spring import Spring
from vazba.points import Point

if TYPE_CHECKING:
    pass

Named = str | Element
SIMULATION_KEYS = (
    "until",
    "every",
    "method",
    "integrator",
    "rtol",
    "atol",
    "stabilisation",
    "alpha",
    "beta",
    "step",
    "cuts",
    "independent",
    "root",
    "start",
    "start_time",
)
_FORBIDDEN_IN_NAMES = re.compile(r"[.,;:'\"\[\]{}=#\\/\x00-\x1f\x7f]")


class Model(Adding):
    """A mechanism as described: name, dimension (2 or 3), gravity, parameters, elements by section, simulation settings."""

    def __init__(
        self,
        name: str = "model",
        dimension: int = 3,
        gravity: Vector | None = None,
        parameters: Mapping[str, Number] | None = None,
    ) -> None:
        if dimension not in (2, 3) or isinstance(dimension, bool):
            raise ModelError(
                Fault(
                    "",
                    f"dimension = {dimension!r} is not possible",
                    "a model is planar (2) or spatial (3)",
                    "dimension = 2 or 3",
                )
            )
        self.name = name
        self.dimension = dimension
        self.gravity: Vector | None = gravity
        self.parameters: dict[str, Number] = dict(parameters or {})
        self._said: list[
            Any
        ] = []  # what the scope was made of when it was last asked for: it is made anew only when that has changed
        self._scope = Scope()
        self._wrong: dict[str, str] = {}
        self.simulation: dict[str, Any] = {}
        self.start: dict[str, Any] = {}  # joint values and rates with which it starts
        self.source: Path | None = None  # the file it came from
        self.allowed: tuple[Path, ...] | None = (
            None  # where `table` and `data` may be read; None: anywhere (made in Python)
        )
        self.origins: dict[str, Origin] = {}  # where parameters, gravity ... were written
        self.free_lengths: dict[str, float] = {}  # of members that `vz.tensegrity.prestress` gave them, m
        self.lowered = False  # made from a model with beams (`vazba.lowering`)
        self.bodies: dict[str, Body] = {}
        self.beams: dict[str, Beam] = {}
        self.nodes: dict[str, Node] = {}
        self.bars: dict[str, Bar] = {}
        self.points: dict[str, Point] = {}
        self.joints: dict[str, Joint] = {}
        self.drivers: dict[str, Driver] = {}
        self.springs: dict[str, Spring] = {}
        self.dampers: dict[str, Damper] = {}
        self.cables: dict[str, Cable] = {}
        self.actuators: dict[str, Actuator] = {}
        self.limits: dict[str, Limit] = {}
        self.events: dict[str, Event] = {}
        self.forces: dict[str, Force] = {}
        self.torques: dict[str, Torque] = {}
        self.bushings: dict[str, Bushing] = {}
        self.frictions: dict[str, Friction] = {}
        self.controllers: dict[str, Controller] = {}
        self.kept: Any = None  # its system, for the next run (`case.kept`)

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "kept": None}  # a copy has none

    def __repr__(self) -> str:
        counts = ", ".join(f"{len(self.section(s))} {s}" for s in SECTIONS if self.section(s))
        return f"<Model {self.name!r}, {self.dimension}D: {counts or 'empty'}>"

    def _repr_html_(self) -> str:
        """In a notebook: the mechanism in a frame."""
        from vazba.viewer import notebook

        return notebook.lines([repr(self)[1:-1]]) + (notebook.shown(self) if self.bodies or self.beams else "")

    # --- elements ---------------------------------------------------------------------------------------------------------

    def section(self, heading: str) -> dict[str, Any]:
        """The elements of one section by name."""
        return getattr(self, heading)  # type: ignore[no-any-return]

    def add(self, record: Element) -> Element:
        """Add an element; a record without a name gets one (`body1`, `joint3`)."""
        held = self.section(record.SECTION)
        if not record.name:
            number = len(held) + 1
            while f"{record.KIND}{number}" in held:
                number += 1
            record = copy.copy(record)
            object.__setattr__(record, "name", f"{record.KIND}{number}")
        fault = name_fault(record)
        if fault is None and record.name in held:
            fault = record.fault(Wrong(f"the name is used twice in {record.SECTION}", remedy="rename one of them"))
        if fault is not None:
            raise ModelError(fault)
        held[record.name] = record
        return record

    # --- lookup and evaluation ---------------------------------------------------------------------------------------------

    def scope(self, faults: list[Fault] | None = None) -> Scope:
        """Parameter values, dimension and folder, in which raw values are read."""
        said = [self.dimension, self.source, self.allowed, *self.parameters, *self.parameters.values()]
        if len(said) != len(self._said) or not all(map(operator.is_, said, self._said)):
            values, self._wrong = evaluate_parameters(self.parameters)
            self._scope = Scope(values, self.dimension, self.source.parent if self.source else None, self.allowed)
            self._said = said
        for name, message in self._wrong.items():
            origin = self.origins.get("parameters", NOWHERE)
            if faults is not None:
                faults.append(Fault(f"parameter {name}", message, file=origin.file, line=origin.line_of(name)))
        return self._scope

    def with_parameters(self, **changes: Number) -> Model:
        """A copy with other parameter values; unknown names are faults."""
        unknown = [name for name in changes if name not in self.parameters]
        if unknown:
            raise ModelError(
                [
                    Fault(f"parameter {name}", "there is no such parameter", remedy=suggestion(name, self.parameters))
                    for name in unknown
                ]
            )
        other = copy.copy(self)
        other.parameters = {**self.parameters, **changes}
        return other


def name_fault(record: Element) -> Fault | None:
    """What is wrong with an element's name, if anything."""
    name = record.name
    if not isinstance(name, str) or not name.strip() or name != name.strip():
        return record.fault(Wrong(f"name {name!r} is not usable", remedy="use letters, digits, - and _"))
    if _FORBIDDEN_IN_NAMES.search(name):
        return record.fault(
            Wrong(
                f"name {name!r} holds a character that is not allowed",
                "columns are called NAME.quantity",
                "use letters, digits, - and _",
            )
        )
    if name == GROUND and record.SECTION in ("bodies", "beams"):
        return record.fault(
            Wrong("'ground' is not free as a name", "it is the fixed frame itself", f"rename the {record.KIND}")
        )
    return None
