"""From force elements to table rows: paths, loads, bushings and friction, held by the frames and coordinates the compiler has collected."""

from __future__ import annotations

import inspect
import itertools
from numbers import Real
from types import SimpleNamespace
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from vazba._jit import in_python_because, law_address
from vazba.bodies.space import space_of
from vazba.controllers.controller import Axis, Controller
from vazba.controllers.seen import ANGLE, CARDAN, TURNING, ControlPlan, Seen, inputs_of, seen
from vazba.element import GROUND, Element, shown
from vazba.errors import VazbaWarning, Wrong, suggestion
from vazba.joints.joint import Array, Coordinate, Laid, Placed, Pose
from vazba.laws.records import BY_LAW, COORDINATE, LINEAR, LISTEN, NO_PATH, PATH, POINTS
from vazba.loads.bushing import Bushing
from vazba.loads.kernels import BY_TIME
from vazba.model import Model
from vazba.motion.constant import Constant
from vazba.motion.kernels import LawTable
from vazba.paths.path import Law, PathElement
from vazba.paths.rotor import check_rotor
from vazba.system import System
from vazba.tables import BUSHING, FRICTION, LOAD, NO_SIGHTS, SIGHT

Place = tuple[int, int, int, str]  # kind, first stop or coordinate, how many stops, unit of the length
PATHS = ("springs", "dampers", "cables", "actuators", "limits", "events")


def depends_on_state(system: System) -> bool:
    """Whether a force follows the state in a way no tangent knows: a user's function of all of it, or an expression of columns."""
    return bool(len(system.tables.sights) or laws_of_the_state(system.model))


def laws_of_the_state(model: Model) -> list[tuple[Element, str]]:
    """Elements whose law is a user's function of the whole state, `f(length, rate, t, q, v)`, and the key it stands under."""
    found = []
    for heading in PATHS:
        for record in model.section(heading).values():
            for key in ("law", "function"):
                function = getattr(record, key, None)
                if callable(function) and len(inspect.signature(function).parameters) >= 5:
                    found.append((record, key))
    return found


class Attached(NamedTuple):
    """Tables of everything that acts on bodies."""

    paths: NDArray[np.void]
    stops: NDArray[np.uint32]
    loads: NDArray[np.void]
    bushings: NDArray[np.void]
    frictions: NDArray[np.void]
    path_names: tuple[tuple[str, str], ...]  # (section, name) of each path
    path_units: tuple[str, ...]  # "m" or "rad"
    alive: tuple[object, ...]  # keeps users' functions
    controls: tuple[ControlPlan, ...] = ()
    full: tuple[int, ...] = ()  # frames of which controllers ask how they are turned
    sights: NDArray[np.void] = NO_SIGHTS  # columns that laws of forces depend on


class Collecting(Protocol):
    """What is used of the compiler."""

    model: Model
    dimension: int
    laws: LawTable
    laid: dict[str, Laid]
    points: dict[str, tuple[str, Array]]
    place: dict[str, Pose]
    body_index: dict[str, int]
    coordinates: dict[tuple[str, str], dict[str, Any]]
    rows: list[dict[str, Any]]
    faults: list[Any]
    q0: Array
    v0: Array

    def _read(self, record: Element) -> SimpleNamespace: ...
    def _point_frame(self, name: str) -> int: ...
    def _frame(self, placed: Placed) -> int: ...


class Attaching:
    """Goes through the force elements once."""

    def __init__(self, compiler: Any) -> None:
        self.c: Collecting = compiler
        self.stops: list[int] = []
        self.paths: list[tuple[Any, ...]] = []
        self.names: list[tuple[str, str]] = []
        self.units: list[str] = []
        self.alive: list[object] = []
        self.functions: dict[
            int, tuple[int, object, bool, object]
        ] = {}  # laws of the user: address, keeper, whether compiled
        self.places: dict[tuple[str, str], int] = {}  # of the joints' coordinates
        self.joint_rows: dict[str, list[int]] = {}
        self.controls: list[ControlPlan] = []
        self.full: list[int] = []
        self.looking: list[
            tuple[Element, list[tuple[int, str]]]
        ] = []  # elements whose laws name columns: places of these among the numbers
        self.sights: list[tuple[int, int, int, int]] = []

    def tables(self) -> Attached:
        loads: list[tuple[Any, ...]] = []
        bushings: list[tuple[Any, ...]] = []
        frictions: list[tuple[Any, ...]] = []
        model = self.c.model
        for heading in PATHS:
            for record in model.section(heading).values():
                self._try(record, lambda v, r=record: self._path(r, v))
        for record in model.forces.values():
            self._try(record, lambda v: loads.append(self._load(v, self.c._point_frame(v.point), -1, v.force, False)))
        for record in model.torques.values():
            self._try(record, lambda v: loads.append(self._torque(v)))
        for record in model.bushings.values():
            self._try(record, lambda v, r=record: bushings.append(self._bushing(r, v)))
        for record in model.frictions.values():
            self._try(record, lambda v: frictions.append(self._friction(v)))
        for record in model.controllers.values():
            self._try(record, lambda v, r=record: self._controller(r, v))
        for record, slots in self.looking:
            self._try(record, lambda _, r=record, s=slots: self._look(r, s))
        return Attached(
            np.array(self.paths, PATH), np.array(self.stops, np.uint32), np.array(loads, LOAD), np.array(bushings, BUSHING),
            np.array(frictions, FRICTION), tuple(self.names), tuple(self.units), tuple(self.alive), tuple(self.controls), tuple(self.full),
            np.array(self.sights, SIGHT),
        )  # fmt: skip

    def _try(self, record: Element, enter: Any) -> None:
        try:
            enter(self.c._read(record))
        except Wrong as remark:
            self.c.faults.append(record.fault(remark))
        if self.c.laws.slots:
            self.looking.append((record, list(self.c.laws.slots)))
            self.c.laws.slots.clear()
        self.c.laws.tell_of(record.label)

    def _look(self, record: Element, slots: list[tuple[int, str]]) -> None:
        """Where the columns are seen that the laws of an element name."""
        coordinates = {name: [c.name for c in laid.coordinates] for name, laid in self.c.laid.items()}
        for place, name in slots:
            column = seen(self.c.model, name, coordinates, "expression")
            self.sights.append((*self._listening(record, column, "controllers"), place))

    # --- paths --------------------------------------------------------------------------------------------------------------

    def _path(self, record: PathElement, values: SimpleNamespace) -> None:
        law = record.law_of(values)
        names = getattr(values, "points", None) or getattr(values, "through", None)
        place = self._points(names) if names else self._joint(values.joint, values.coordinate)
        self._unit(record, place[3])
        if law.rotor > 0.0:
            check_rotor(self.c.model.joints[values.joint], values.coordinate)
        self._row(record, record.name, law, place)

    def _points(self, names: tuple[str, ...]) -> Place:
        """The path through points: kind, first stop, how many, unit of its length."""
        self._distinct(names)
        first = len(self.stops)
        self.stops += [self.c._point_frame(name) for name in names]
        return POINTS, first, len(names), "m"

    def _joint(self, joint: str, coordinate: str | None) -> Place:
        index, found = self._coordinate(SimpleNamespace(joint=joint, coordinate=coordinate))
        return COORDINATE, index, 1, found.unit

    def _row(self, record: Element, name: str, law: Law, place: Place, section: str = "") -> int:
        """A row of the table of paths; its number."""
        kind, first, count, unit = place
        free_law = 0 if isinstance(law.free, Constant) else self.c.laws.add(law.free)
        curve = 0 if law.curve is None else self.c.laws.add(law.curve)
        pointer = self._function(record, law)
        free = float(law.free.at(0.0)[0])
        given = {
            "law": law.kind, "mode": BY_LAW, "first": first, "count": count, "free_law": free_law, "stiffness": law.stiffness, "damping": law.damping,
            "free": free, "kind": kind, "met": np.inf, "pointer": pointer, "curve": curve, "lower": law.lower, "upper": law.upper, "flipped": -np.inf,
            "rotor": law.rotor,
        }  # fmt: skip
        self.paths.append(tuple((NO_PATH | given).values()))
        self.names.append((section or record.SECTION, name))
        self.units.append(unit)
        return len(self.paths) - 1

    # --- controllers --------------------------------------------------------------------------------------------------------

    def _controller(self, record: Controller, values: SimpleNamespace) -> None:
        """Rows of a controller: those along which it acts, and those by which it sees."""
        axes = tuple((self._axis(record, axis), axis) for axis in record.axes(values))
        reads: tuple[str, ...] = getattr(values, "reads", None) or ()
        writes: tuple[str, ...] = getattr(values, "writes", None) or ()
        known = inputs_of(self.c.model)
        for name in writes:
            if name not in known:
                raise Wrong(
                    f"writes: '{name}' is no input",
                    "" if known else "the model has no actuators, forces, torques, cables and springs",
                    suggestion(name, known) if known else 'add [actuators.motor] with joint = ".."',
                )
            other = next((plan.record.label for plan in self.controls if name in plan.writes), None)
            if other is not None:
                raise Wrong(f"writes: '{name}' is written by {other} too", "one of them would be lost", "remove one")
        coordinates = {name: [c.name for c in laid.coordinates] for name, laid in self.c.laid.items()}
        rows = tuple(self._listening(record, seen(self.c.model, name, coordinates)) for name in reads)
        self.controls.append(ControlPlan(record, axes, rows, writes, values.every))

    def _axis(self, record: Controller, axis: Axis) -> int:
        if axis.cable is None:
            return self._row(record, axis.name, axis.law, self._joint(axis.joint or "", axis.coordinate))
        row = self.names.index(("cables", axis.cable))  # its own law no longer acts
        still = {"law": LINEAR, "stiffness": 0.0, "damping": 0.0, "free_law": 0}
        self.paths[row] = tuple(still.get(name, value) for name, value in zip(NO_PATH, self.paths[row], strict=True))
        through = self.c._read(self.c.model.cables[axis.cable]).through
        return self._row(record, axis.name, axis.law, self._points(through))

    def _listening(self, record: Element, column: Seen, section: str = "") -> tuple[int, int, int]:
        """The path or place at which a column is read: an own one, but for lengths between points."""
        if column.path is not None:
            return self.names.index(column.path), column.what, column.axis
        if column.joint is not None:
            place = self._joint(column.joint, column.coordinate)
        else:
            frame = (
                self.c._point_frame(column.point)
                if column.point is not None
                else self.c._frame(Placed(column.body or GROUND, np.zeros(3), np.eye(3)))
            )
            if column.what in (ANGLE, TURNING, CARDAN):
                self.full.append(frame)
            self.stops.append(frame)
            place = (POINTS, len(self.stops) - 1, 1, "m")
        return self._row(record, record.name, Law(LISTEN), place, section), column.what, column.axis

    def _distinct(self, names: tuple[str, ...]) -> None:
        """Neighbouring points of a path must differ: their line has no direction otherwise."""
        for a, b in itertools.pairwise(names):
            (body_a, local_a), (body_b, local_b) = self.c.points[a], self.c.points[b]
            if a == b or (body_a == body_b and np.abs(local_a - local_b).max() < 1e-12):
                raise Wrong(
                    f"it goes from {a} to {b}, which are the same place",
                    "a segment without length has no direction",
                    "remove one of the points",
                )

    def _coordinate(self, values: SimpleNamespace) -> tuple[int, Coordinate]:
        """Row of the coordinate a joint element acts on."""
        name = values.joint
        if name not in self.c.laid:
            raise Wrong(f"joint {name} has no coordinate", remedy="name a joint with an angle or a displacement")
        known = {c.name: c for c in self.c.laid[name].coordinates}
        wanted = values.coordinate
        if wanted is None and len(known) == 1:
            wanted = next(iter(known))
        if wanted not in known:
            kind = self.c.model.joints[name].TYPE
            what = (
                f"joint {name} ({kind}) has no {wanted}"
                if wanted
                else f"joint {name} ({kind}) has {len(known) or 'no'} coordinates"
            )
            raise Wrong(
                what,
                "",
                f"give coordinate = {' or '.join(known)}" if known else "name a joint with an angle or a displacement",
            )
        if not self.places:
            self.places = {key: k for k, key in enumerate(self.c.coordinates)}
        return self.places[name, wanted], known[wanted]

    def _unit(self, record: Element, unit: str) -> None:
        """Refuse words that do not fit the coordinate."""
        turning = ("force",) if record.SECTION == "actuators" else ("free_length",)
        said = record.given()
        for key in {"m": ("free_angle", "torque"), "rad": turning}[unit]:
            if key in said:
                other = {"free_angle": "free_length", "torque": "force", "force": "torque", "free_length": "free_angle"}
                raise Wrong(
                    f"{key} does not fit {'a length' if unit == 'm' else 'an angle'}", remedy=f"use {other[key]}"
                )

    def _function(self, record: Element, law: Law) -> int:
        if law.entered is not None:
            table = law.entered.table(law.stiffness, law.damping, float(law.free.at(0.0)[0]), law.lower, law.upper)
            self.alive.append(table)
            return int(table.ctypes.data)
        if law.function is None:
            return 0
        if id(law.function) not in self.functions:  # one that many elements share is compiled once
            self._try_out(record, law.function)
            self.functions[id(law.function)] = (*law_address(law.function), law.function)
            self.alive.append(self.functions[id(law.function)])
        address, _, compiled, _ = self.functions[id(law.function)]
        if not compiled:
            import warnings

            warnings.warn(f"{record.label}: {in_python_because(law.function)}", VazbaWarning, stacklevel=2)
        return address

    def _try_out(self, record: Element, function: Any) -> None:
        """Refuse a law that gives no number at all."""
        key = next(key for key in ("law", "function") if getattr(record, key, None) is function)
        try:
            whole = len(inspect.signature(function).parameters) >= 5
        except (TypeError, ValueError):
            whole = False
        state = (self.c.q0.copy(), self.c.v0.copy()) if whole else ()
        why = ""
        for length, rate, t in ((1.0, 0.0, 0.0), (0.5, 0.1, 1.0)):
            at = f"at length {length:g}, rate {rate:g}, t = {t:g} it"
            try:
                found = function(length, rate, t, *state)
                if (
                    isinstance(found, (Real, np.ndarray))
                    and np.ndim(np.asarray(found)) == 0
                    and not isinstance(found, bool)
                ):
                    return
                why = why or f"{at} gives {shown(found)}"
            except Exception as error:  # noqa: BLE001  (a user's function may raise anything)
                why = why or f"{at} raises {type(error).__name__}: {error}"
        name = getattr(function, "__name__", key)
        raise Wrong(f"{key}: the Python function {name} gives no number", why, "return a number for (length, rate, t)")

    # --- loads --------------------------------------------------------------------------------------------------------------

    def _load(self, values: SimpleNamespace, frame: int, other: int, motions: Any, torque: bool) -> tuple[Any, ...]:
        grounded = values.frame in (None, GROUND)
        axes = -1 if grounded else self.c._frame(Placed(values.frame, np.zeros(3), np.eye(3)))
        laws = [self.c.laws.add(f) for f in (*motions, Constant(0.0))[:3]]
        start = -np.inf if values.start is None else values.start
        stop = np.inf if values.stop is None else values.stop
        if not start < stop:
            raise Wrong(f"stop = {stop:g} is not after start = {start:g}", "it would never act", "correct the times")
        return (frame, other, int(torque), axes, *laws, start, stop, BY_TIME)

    def _torque(self, values: SimpleNamespace) -> tuple[Any, ...]:
        names = values.bodies or (None, values.body)
        if names[0] == names[1]:
            raise Wrong(f"bodies = {list(names)}", "on one body it and its opposite cancel", "name two bodies")
        frames = [-1 if name is None else self.c._frame(Placed(name, np.zeros(3), np.eye(3))) for name in names]
        return self._load(values, frames[1], frames[0], values.torque, True)

    def _bushing(self, record: Bushing, values: SimpleNamespace) -> tuple[Any, ...]:
        held = record.frames(values, self.c.place, self.c.points)
        if held[0][0] == held[1][0]:
            what = f"it lies on one body only ('{held[0][0]}')"
            raise Wrong(what, "a bushing joins two bodies", "take a point of another body, or name another body")
        a, b = (self.c._frame(Placed(*frame)) for frame in held)
        turn = self.c.place[held[1][0]].angle - self.c.place[held[0][0]].angle
        n = space_of(self.c.dimension).nv
        k, damping = np.zeros(36), np.zeros(36)
        k[: n * n] = values.stiffness.ravel()
        if values.damping is not None:
            damping[: n * n] = values.damping.ravel()
        return (
            a, b, n, k, damping, turn, int(values.turns == "vector"), int(record.in_the_middle(values, self.c.dimension)),
        )  # fmt: skip

    def _friction(self, values: SimpleNamespace) -> tuple[Any, ...]:
        index, coordinate = self._coordinate(values)
        if coordinate.unit == "rad" and values.coefficient > 0 and values.radius is None:
            raise Wrong(
                "radius is missing", "the moment of friction depends on the radius of the pin", "add radius = .."
            )
        if not self.joint_rows:
            for k, row in enumerate(self.c.rows):
                self.joint_rows.setdefault(row["joint"], []).append(k)
        mine = self.joint_rows.get(values.joint, [])
        first, count = (mine[0], len(mine)) if mine else (0, 0)
        arm = values.radius if coordinate.unit == "rad" and values.radius is not None else 1.0
        return (index, first, count, values.coefficient, arm, values.viscous, values.speed)
