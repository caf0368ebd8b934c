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
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import vazba.beams
import vazba.bodies
import vazba.controllers
import vazba.drivers
import vazba.joints
import vazba.loads
import vazba.paths  # noqa: F401  (importing the element packages registers their records)
from vazba.beams.beam import Beam
from vazba.bodies import shapes
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
from vazba.signatures import told

if TYPE_CHECKING:
    from typing import Unpack

    from vazba import joint_keywords, keywords

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
RUNNING: list[str] = []  # the Python file that is being run to read its model
_FORBIDDEN_IN_NAMES = re.compile(r"[.,;:'\"\[\]{}=#\\/\x00-\x1f\x7f]")


class Model:
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

    def body(self, name: str = "", **values: Unpack[keywords.BodyKeys]) -> Body:
        """Add a body: `position`, `angle` (2D) or `orientation` (3D), `mass`, `inertia`, `com`, `velocity`, `angular_velocity`, `fixed`."""
        return self._make("bodies", None, name, values)  # type: ignore[return-value]

    def beam(self, name: str = "", start: Any = None, end: Any = None, **values: Unpack[keywords.BeamKeys]) -> Beam:
        """Add an elastic beam from `start` to `end` (vectors or points), or by `length` and pose; `section`, `E`, `density`, `model`.

        m.beam("arm", (0, 0), (1, 0), section={"shape": "round", "diameter": 0.01}, E=2.1e11, density=7800, model="rfe", elements=8)
        """
        return self._make("beams", None, name, {"start": start, "end": end, **values})  # type: ignore[return-value]

    def node(self, name: str = "", position: Any = None, **values: Unpack[keywords.NodeKeys]) -> Node:
        """Add a node, a point with mass and without orientation: `m.node("N", (0, 0, 1), mass=0.1)`; `fixed` = True, or axes ("x", "z")."""
        return self._make("nodes", None, name, {"position": position, **values})  # type: ignore[return-value]

    def bar(self, name: str = "", nodes: Sequence[Named] = (), **values: Unpack[keywords.BarKeys]) -> Bar:
        """Add a bar between two nodes: `mass` or `density` and `area`; rigid, or elastic with `stiffness` (EA, N), `free_length`, `damping` (N s)."""
        return self._make("bars", None, name, {"nodes": [_name(node) for node in nodes], **values})  # type: ignore[return-value]

    def point(self, *what: Any, **values: Unpack[keywords.PointKeys]) -> Point:
        """Add a point: `m.point("B", crank, (1, 0))`, `m.point(crank, at=(1, 0))`; the name is optional."""
        if len(what) not in (0, 1, 2, 3):
            raise TypeError("point(name, body, position)")
        rest = list(what)
        if (rest and isinstance(rest[-1], Sequence) and not isinstance(rest[-1], str)) or (
            rest and hasattr(rest[-1], "shape") and not isinstance(rest[-1], Element)
        ):
            values["position"] = rest.pop()
        if len(rest) == 2 or (
            rest and (isinstance(rest[0], Element) or ("body" not in values and self._is_body(rest[0])))
        ):
            values["body"] = _name(rest.pop())
        return self._make("points", None, rest[0] if rest else "", values)  # type: ignore[return-value]

    def joint(self, type: str, *what: Any, **values: Unpack[joint_keywords.JointKeys]) -> Joint:  # noqa: A002
        """Add a joint of any type: `m.joint("revolute", "A", "ground", crank, at=(0, 0))`; the two things joined are bodies or points."""
        if len(what) > 3:
            raise TypeError(f"{type}(name, first, second, ...)")
        name = what[0] if len(what) in (1, 3) else ""
        pair = what[-2:] if len(what) >= 2 else ()
        if pair:
            names = [_name(thing) for thing in pair]
            kinds = [thing.SECTION if isinstance(thing, Element) else self._kind_of(thing) for thing in pair]
            word = "joints" if "joints" in kinds else "points" if {"points", "nodes"} & set(kinds) else "bodies"
            return self._make("joints", type, name, {**values, word: names})  # type: ignore[return-value]
        return self._make("joints", type, name, values)  # type: ignore[return-value]

    def revolute(self, *what: Any, **values: Unpack[joint_keywords.PairKeys]) -> Joint:
        """A pin: `m.revolute("A", "ground", crank, at=(0, 0), axis=(0, 0, 1))` (axis in 3D only)."""
        return self.joint("revolute", *what, **values)

    def prismatic(self, *what: Any, **values: Unpack[joint_keywords.PrismaticKeys]) -> Joint:
        """A guide along `axis`."""
        return self.joint("prismatic", *what, **values)

    def slot(self, *what: Any, **values: Unpack[joint_keywords.PairKeys]) -> Joint:
        """A pin of the first body in a slot of the second (2D)."""
        return self.joint("slot", *what, **values)

    def fixed(self, *what: Any, **values: Unpack[joint_keywords.FixedKeys]) -> Joint:
        """Two bodies made one."""
        return self.joint("fixed", *what, **values)

    def spherical(self, *what: Any, **values: Unpack[joint_keywords.PairKeys]) -> Joint:
        """A ball joint (3D)."""
        return self.joint("spherical", *what, **values)

    def universal(self, *what: Any, **values: Unpack[joint_keywords.PairKeys]) -> Joint:
        """A Hooke joint; `axes` are the arms of its cross (3D)."""
        return self.joint("universal", *what, **values)

    def cylindrical(self, *what: Any, **values: Unpack[joint_keywords.PairKeys]) -> Joint:
        """A shaft that turns and slides (3D)."""
        return self.joint("cylindrical", *what, **values)

    def planar(self, *what: Any, **values: Unpack[joint_keywords.PairKeys]) -> Joint:
        """Two faces that slide on each other; `axis` is their normal (3D)."""
        return self.joint("planar", *what, **values)

    def screw(self, *what: Any, **values: Unpack[joint_keywords.ScrewKeys]) -> Joint:
        """A nut on its thread; `lead` is the advance in one turn (3D)."""
        return self.joint("screw", *what, **values)

    def distance(self, *what: Any, **values: Unpack[joint_keywords.DistanceKeys]) -> Joint:
        """A massless rod between two points."""
        return self.joint("distance", *what, **values)

    def point_on_line(self, *what: Any, **values: Unpack[joint_keywords.PairKeys]) -> Joint:
        """A point of the first body on a line of the second (3D)."""
        return self.joint("point_on_line", *what, **values)

    def point_on_plane(self, *what: Any, **values: Unpack[joint_keywords.PairKeys]) -> Joint:
        """A point of the first body in a plane of the second (3D)."""
        return self.joint("point_on_plane", *what, **values)

    def gear(self, *what: Any, **values: Unpack[joint_keywords.GearKeys]) -> Joint:
        """A gear pair between two joints: `m.gear("G", "A", "B", teeth=(20, 40))`."""
        if len(what) >= 2:
            values["joints"] = [_name(thing) for thing in what[-2:]]
        return self._make("joints", "gear", what[0] if len(what) in (1, 3) else "", values)  # type: ignore[return-value]

    def rack(self, *what: Any, **values: Unpack[joint_keywords.RackKeys]) -> Joint:
        """Rack and pinion: `m.rack("R", "guide", "pin", radius=0.1)`."""
        if len(what) >= 2:
            values["joints"] = [_name(thing) for thing in what[-2:]]
        return self._make("joints", "rack", what[0] if len(what) in (1, 3) else "", values)  # type: ignore[return-value]

    def drive(self, *what: Any, **keys: Unpack[keywords.DriveKeys]) -> Driver:
        """Prescribe a motion: `m.drive("A", angle="t**2")`, `m.drive("legs", points=(P, Q), distance="1 + 0.1*sin(t)")`.

        The last word is a joint; one word alone that is no joint is the driver's name.
        """
        rest, values = [_name(thing) for thing in what], {**cast("dict[str, Any]", keys)}
        if rest and "joint" not in values and rest[-1] in self.joints:
            values["joint"] = rest.pop()
        targets = ("joint", "point", "points", "body", "bodies")
        if rest and not any(key in values for key in targets):
            values["joint"] = rest.pop()  # no such joint: the compiler says so, with a suggestion
        for key in (*targets, "frame"):
            if key in values:
                thing = values[key]
                values[key] = [_name(t) for t in thing] if key in ("points", "bodies") else _name(thing)
        name = rest[0] if rest else (values.get("joint", "") if values.get("joint", "") not in self.drivers else "")
        return self._make("drivers", None, name, values)  # type: ignore[return-value]

    def spring(self, *what: Any, **values: Unpack[keywords.SpringKeys]) -> Spring:
        """A spring between two points (`m.spring(P, Q, stiffness=.., free_length=..)`) or at a joint (`joint=A`, `free_angle=..`).

        `damping` beside it, `force` for a curve over the stretch, `law` for a Python function `(length, rate, t)`.
        """
        return self._between("springs", what, values)  # type: ignore[return-value]

    def damper(self, *what: Any, **values: Unpack[keywords.DamperKeys]) -> Damper:
        """A damper between two points or at a joint (`joint=A`): `damping`, or `force` for a curve over the rate."""
        return self._between("dampers", what, values)  # type: ignore[return-value]

    def cable(self, name: str = "", through: Sequence[Named] = (), **values: Unpack[keywords.CableKeys]) -> Cable:
        """A cable through two or more points: `stiffness` (N), `damping` (N s), `free_length` (m)."""
        return self._make(
            "cables",
            None,
            name,
            {"through": through if isinstance(through, str) else [_name(p) for p in through], **values},
        )  # type: ignore[return-value]

    def force(
        self, name: str = "", point: Named = "", force: Any = None, **values: Unpack[keywords.ForceKeys]
    ) -> Force:
        """A force at a point; components are numbers or expressions in `t`, of the ground or of the body `frame`."""
        return self._make("forces", None, name, {"point": _name(point), "force": force, **values})  # type: ignore[return-value]

    def torque(
        self, name: str = "", body: Named | None = None, torque: Any = None, **values: Unpack[keywords.TorqueKeys]
    ) -> Torque:
        """A moment on a body, or between two: `m.torque("T", rotor, 2.0)`, `m.torque(bodies=(stator, rotor), torque="sin(t)")`."""
        return self._make("torques", None, name, {"body": body, "torque": torque, **values})  # type: ignore[return-value]

    def actuator(self, name: str = "", **values: Unpack[keywords.ActuatorKeys]) -> Actuator:
        """A commanded effort: `m.actuator("motor", joint=A, torque="2*sin(t)")`, `m.actuator("winch", through=(P, Q), tension=50)`."""
        return self._make("actuators", None, name, values)  # type: ignore[return-value]

    def limit(self, name: str = "", joint: Named = "", **values: Unpack[keywords.LimitKeys]) -> Limit:
        """Elastic stops of a joint: `m.limit("stop", A, lower=-1, upper=1, stiffness=1e4, damping=10)`."""
        return self._make("limits", None, name, {"joint": joint, **values})  # type: ignore[return-value]

    def event(self, name: str = "", **values: Unpack[keywords.EventKeys]) -> Event:
        """A moment to be noticed: `m.event("down", joint=A, value=0, stop=True)`; `res.events` lists them."""
        return self._make("events", None, name, values)  # type: ignore[return-value]

    def bushing(self, *what: Any, **values: Unpack[keywords.BushingKeys]) -> Bushing:
        """An elastic bearing: `m.bushing("B", frame, arm, at=(0, 0, 0), stiffness=(..), damping=(..))` (two bodies or two points)."""
        if len(what) >= 2:
            names = [_name(thing) for thing in what[-2:]]
            points = any(isinstance(t, Point) or self._kind_of(t) == "points" for t in what[-2:])
            values["points" if points else "bodies"] = names
        return self._make("bushings", None, what[0] if len(what) in (1, 3) else "", values)  # type: ignore[return-value]

    def friction(self, name: str = "", joint: Named = "", **values: Unpack[keywords.FrictionKeys]) -> Friction:
        """Friction in a joint: `m.friction("pin", A, coefficient=0.1, radius=0.01)`."""
        return self._make("frictions", None, name, {"joint": joint, **values})  # type: ignore[return-value]

    def controller(self, what: Any, name: str = "", **values: Any) -> Controller:
        """What acts by what it sees: `m.controller("pd", joint=A, target="sin(t)", kp=100, kd=10)`, or a Python function of the time and of columns:

        m.controller(lambda t, angle, rate: -40 * angle - 5 * rate, reads=["A.angle", "A.angle_rate"], writes=["motor"], every=0.001)
        """
        if callable(what) and not isinstance(what, Element):
            return self._make("controllers", "function", name, {"function": what, **values})  # type: ignore[return-value]
        kind = values.pop("type", None)
        if kind is not None:  # m.controller("hold", type="pd", ...)
            name, what = what, kind
        return self._make("controllers", what, name, values)  # type: ignore[return-value]

    # --- bodies from their geometry ----------------------------------------------------------------------------------------

    def rod(self, name: str, start: Vector, end: Vector, *, diameter: float, density: float) -> Body:
        """A round rod from `start` to `end` (ground components): frame in the middle, local x along it; points `NAME_start`, `NAME_end`."""
        return self._shaped(name, shapes.rod(start, end, diameter, density, self.dimension))

    def cylinder(self, name: str, start: Vector, end: Vector, *, diameter: float, density: float) -> Body:
        """A solid cylinder along its axis from `start` to `end`; as `rod`, with the exact inertia."""
        return self._shaped(name, shapes.rod(start, end, diameter, density, self.dimension))

    def box(self, name: str, centre: Vector, size: Vector, *, density: float, **pose: Any) -> Body:
        """A box with edges `size` along its local axes (2D: [a, b, thickness])."""
        return self._shaped(name, shapes.box(centre, size, density, self.dimension), pose)

    def plate(self, name: str, corners: Sequence[Vector], *, thickness: float, density: float) -> Body:
        """A flat plate with the given corners (in order, ground components); frame in its centre of mass; points `NAME_1`, `NAME_2` ..."""
        return self._shaped(name, shapes.plate(corners, thickness, density, self.dimension))

    def sphere(self, name: str, centre: Vector, *, diameter: float, density: float) -> Body:
        """A solid ball."""
        return self._shaped(name, shapes.sphere(centre, diameter, density, self.dimension))

    def _shaped(self, name: str, shape: shapes.Shape, more: Mapping[str, Any] | None = None) -> Body:
        body = self.body(name, **shape.values, **(more or {}))
        for suffix, position in shape.points.items():
            self.point(f"{body.name}_{suffix}", body, position)
        return body

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

    def _make(self, section: str, type: str | None, name: str, values: Mapping[str, Any]) -> Element:  # noqa: A002
        types = SECTIONS[section].types
        if type not in types:
            raise ModelError(
                Fault(
                    f"{SECTIONS[section].kind} {name}",
                    f"type {type!r} is unknown",
                    remedy=suggestion(str(type), [str(t) for t in types]),
                )
            )
        record = types[type]
        unknown = [key for key in values if key not in record.schema()]
        if unknown:
            raise ModelError(
                [
                    Fault(f"{record.KIND} {name}", f"unknown key '{key}'", remedy=suggestion(key, record.schema()))
                    for key in unknown
                ]
            )
        return self.add(record(name=name, origin=_line(), **{key: _plain(value) for key, value in values.items()}))

    def _between(self, section: str, what: tuple[Any, ...], values: Mapping[str, Any]) -> Element:
        if len(what) >= 2:
            values = {**values, "points": [_name(thing) for thing in what[-2:]]}
        return self._make(section, None, what[0] if len(what) in (1, 3) else "", values)

    def _kind_of(self, name: Any) -> str:
        return "bodies" if self._is_body(name) else "points" if name in self.points or name in self.nodes else "bodies"

    def _is_body(self, name: Any) -> bool:
        """A body, the ground, or a beam (also a station of it)."""
        if name in self.bodies or name in self.beams or name == GROUND:
            return True
        return isinstance(name, str) and name.rpartition("@")[0] in self.beams


told(Model)


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


def _line() -> Origin:
    """Where in the Python file that is being read an element is made."""
    frame = sys._getframe(1) if RUNNING else None
    while frame is not None and frame.f_code.co_filename != RUNNING[-1]:
        frame = frame.f_back
    return NOWHERE if frame is None else Origin(RUNNING[-1], frame.f_lineno)


def _name(thing: Any) -> Any:
    return thing.name if isinstance(thing, Element) else thing


def _plain(value: Any) -> Any:
    """Handles as names and NumPy arrays as lists, so that records hold plain values."""
    if isinstance(value, Element):
        return value.name
    if hasattr(value, "tolist"):
        return value.tolist()
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    if isinstance(value, Mapping):
        return {key: _plain(item) for key, item in value.items()}
    return value
