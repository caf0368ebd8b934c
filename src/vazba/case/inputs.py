"""Inputs of a model: what a loop outside, or a linear model, may set. Commands of actuators, forces, torques, free lengths, targets and motions of drivers.

Each has a place of its own in the table of numbers, as a law that is constant until it is written anew. An element follows the law it is described
with until its input is first given; from then on it follows its place.

| input                   | names                                     | unit                        |
|-------------------------|-------------------------------------------|-----------------------------|
| actuator                | `motor`, `motor.effort`                   | N m, N (as its command)     |
| force                   | `push.x`, `push.y` .., or `push`: all     | N                           |
| torque                  | `twist` (2D), `twist.x` .., or all        | N m                         |
| free length of a cable  | `rope.free_length`, or `rope`             | m                           |
| free length of a spring | the same; at a joint `hinge.free_angle`   | m, rad                      |
| target of a controller  | `hold.target`, `arm_A.target`             | m, rad                      |
| motion of a driver      | `crank.acceleration`, `xy.acceleration_x` | m/s^2, rad/s^2              |
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cached_property
from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vazba.bodies.space import PLANE
from vazba.case.steered import HELD, Steered, driven_rows
from vazba.element import SECTIONS
from vazba.errors import Fault, ModelError, suggestion
from vazba.frozen import frozen
from vazba.kinematic.evaluate import Work
from vazba.laws.records import CABLE, COMMAND, COORDINATE, CURVE, LINEAR, LISTEN, REELED
from vazba.motion.kernels import motions_over, pieces_law
from vazba.motion.polynomial import Polynomial
from vazba.system import System

Array = NDArray[np.float64]
AXES = ("x", "y", "z")
EFFORT, FREE, LOAD, OWN, DRIVE = "effort", "free", "load", "own", "drive"
WORDS = {"actuators": "effort", "cables": "free_length"}


@frozen
class Input:
    """One number that may be set."""

    name: str  # as it is listed: `motor`, `push.x`, `rope.free_length`
    owner: str  # element
    kind: str  # EFFORT, FREE, LOAD, OWN, DRIVE
    row: int  # of the table of paths, loads or rows
    axis: int  # component of a load
    law: int  # its own law, constant
    place: int  # of its number
    needed: bool  # its element is said to be chosen from outside, or has no command
    unit: str
    label: str  # `actuator motor`
    base: int = 0  # of a driver: the law its row follows


class Inputs:
    """Inputs of a system. `system` is the same system with places for them, in tables of its own."""

    def __init__(self, system: System, steered: bool = False) -> None:
        """`steered`: with motions of drivers."""
        self.all: dict[str, Input] = {}
        self.own: dict[int, Input] = {}  # efforts of controllers, by path: nobody else sets them
        self.written: dict[str, str] = {}  # inputs that controllers write, and the labels of these
        self.groups: dict[str, tuple[str, ...]] = {}  # other names, of one or several
        self._laws: list[tuple[int, ...]] = []
        self._numbers: list[Array] = []
        self._count = len(system.tables.numbers)
        self._tables = system.tables
        self._taken: set[str] = set()
        self._works: list[Work] = []
        self.time = 0.0  # now: where motions of drivers go on from
        self.motions: dict[str, tuple[str, ...]] = {}  # of each driver: its accelerations
        self.turning: tuple[str, ...] = ()  # drivers of orientations
        paths, rows = system.tables.paths.copy(), system.tables.rows
        for k, (section, name) in enumerate(system.path_names):
            self._path(system, k, section, name, paths[k])
        self._loads(system)
        if steered and system.driver_rows:
            rows = rows.copy()
            system = self._drives(system, rows)
        self.numbers = np.concatenate([system.tables.numbers, *self._numbers])
        laws = np.concatenate([system.tables.laws, np.array(self._laws, system.tables.laws.dtype)])
        for plan in system.plans:
            for name in self.named(plan.writes, plan.record.label):
                self.written[name] = plan.record.label
        for one in self.all.values():  # a spring of a joint would be taken into the tree, where nothing can be set
            if one.kind == FREE and paths[one.row]["kind"] == COORDINATE and not paths[one.row]["free_law"]:
                self.numbers[one.place] = paths[one.row]["free"]
                paths[one.row]["free_law"] = one.law
        self.system = replace(
            system, tables=replace(system.tables, laws=laws, numbers=self.numbers, paths=paths, rows=rows), guided=system.guided,
        )  # fmt: skip
        self.loads = self.system.tables.loads
        self._memory: Any = self.numbers.data
        self._again: dict[str, int] = {}  # places of inputs that were given, and for which any number will do

    @cached_property
    def plain(self) -> frozenset[str]:
        """Those for which any finite number will do."""
        return frozenset(
            name for name, one in self.all.items() if name not in self.written and not one.label.startswith("cable ")
        )

    @cached_property
    def needed(self) -> tuple[str, ...]:
        """Those without which no step is made."""
        return tuple(name for name, one in self.all.items() if one.needed and name not in self.written)

    @cached_property
    def _needs(self) -> frozenset[str]:
        return frozenset(self.needed)

    def _enter(
        self, name: str, owner: str, section: str, kind: str, row: int, axis: int, needed: bool, unit: str
    ) -> Input:
        t = self._tables
        lowered = HELD if kind == DRIVE else Polynomial((0.0,)).lower()
        number = self._count
        shape = (len(t.ops), len(t.ops), number, lowered.pieces, lowered.width)
        self._laws.append((lowered.kind, *shape, *lowered.addresses, pieces_law.address))
        self._numbers.append(lowered.numbers)
        self._count += len(lowered.numbers)
        law, place = len(t.laws) + len(self._laws) - 1, number + len(lowered.numbers) - 1
        label = f"{SECTIONS[section].kind} {owner}"
        one = Input(name, owner, kind, row, axis, law, place, needed, unit, label)
        if kind != OWN:
            self.all[name] = one
        return one

    def _path(self, system: System, k: int, section: str, name: str, path: Any) -> None:
        if section == "controllers":
            if path["law"] != LISTEN:
                self.own[k] = self._enter(name, name, section, OWN, k, 0, False, "N")
                self._enter(f"{name}.target", name, section, FREE, k, 0, False, system.path_units[k])
            return
        described = system.model.section(section)[name]
        if path["law"] == COMMAND and section == "actuators":
            bare = all(getattr(described, key) is None for key in ("tension", "force", "torque"))
            unit = "N m" if system.path_units[k] == "rad" else "N"
            self._enter(name, name, section, EFFORT, k, 0, bool(bare or described.actuated), unit)
            self.groups[f"{name}.effort"] = (name,)
        elif path["law"] in (LINEAR, CABLE, REELED, CURVE) and section in ("cables", "springs"):
            word = "free_angle" if system.path_units[k] == "rad" else "free_length"
            self._enter(f"{name}.{word}", name, section, FREE, k, 0, bool(described.actuated), system.path_units[k])
            self.groups.setdefault(name, (f"{name}.{word}",))

    def _drives(self, system: System, rows: Any) -> System:
        """Motions of drivers: each row follows a law of its own from now on, so far the one described."""
        found, self.turning = driven_rows(system)
        for name, (driver, row, unit) in found.items():
            one = self._enter(name, driver, "drivers", DRIVE, row, 0, False, f"{unit}/s^2")
            described = int(rows[row]["law"])
            self._laws.append(tuple(self._tables.laws[described].item()) if described else self._laws[-1])
            rows[row]["law"] = base = len(self._tables.laws) + len(self._laws) - 1
            self.all[name] = replace(one, base=base)
            self.motions[driver] = (*self.motions.get(driver, ()), name)
        motions = {
            driver: tuple((suffix, Steered(motion, self, f"{driver}.acceleration{suffix}"), unit) for suffix, motion, unit in parts)
            if driver in self.motions
            else parts
            for driver, parts in system.driver_motions.items()
        }  # fmt: skip
        return replace(system, driver_motions=motions)

    def _loads(self, system: System) -> None:
        row, planar = 0, system.space is PLANE
        for section, unit in (("forces", "N"), ("torques", "N m")):
            for name in system.model.section(section):
                if section == "torques" and planar:
                    self._enter(name, name, section, LOAD, row, 2, False, unit)
                else:
                    words = AXES[: system.dimension]
                    for axis, word in enumerate(words):
                        self._enter(f"{name}.{word}", name, section, LOAD, row, axis, False, unit)
                    self.groups.setdefault(name, tuple(f"{name}.{word}" for word in words))
                row += 1

    # --- setting ------------------------------------------------------------------------------------------------------

    def follow(self, *works: Work) -> None:
        """Work arrays in which inputs are to act; those of formulations are made from the tables, before or after something was taken."""
        self._works = list({id(work.paths): work for work in works}.values())
        for name in self._taken:
            self._take(self.all[name])

    def named(self, names: Iterable[str], what: str = "inputs") -> tuple[str, ...]:
        """Inputs by name, groups spread out; raises `ModelError` with all that are none."""
        found: list[str] = []
        faults = []
        for name in names:
            if name in self.all:
                found.append(name)
            elif name in self.groups:
                found += self.groups[name]
            elif name in self.motions:
                found += self.motions[name]
            else:
                faults.append(self._unknown(str(name), what))
        if faults:
            raise ModelError(faults)
        return tuple(dict.fromkeys(found))

    def _unknown(self, name: str, what: str) -> Fault:
        known = [*self.all, *self.groups]
        if name in self.motions:
            why = "it is given by its acceleration, which is held: a value that jumps would need an infinite effort"
            return Fault(what, f"'{name}' is the motion of a driver", why, f"give {', '.join(self.motions[name])}")
        if name.partition(".")[0] in self.turning:
            why = "it prescribes an orientation, whose angles are no equations of their own"
            return Fault(what, f"driver {name.partition('.')[0]} is no input", why, "drive joints, or points, instead")
        why = "" if known else "the model has no actuators, forces, torques, cables and springs"
        return Fault(what, f"'{name}' is no input", why, suggestion(name, known) if known else "leave it out")

    def values_of(self, given: Mapping[str, Any]) -> dict[str, float]:
        """Numbers by the names of single inputs; raises `ModelError` with all that is unknown, missing, or no finite number."""
        faults: list[Fault] = []
        found: dict[str, float] = {}
        for name, said in given.items():
            if type(said) is float and name in self.plain and -math.inf < said < math.inf:  # most are
                found[name] = said
                continue
            own = (name,) if name in self.all else self.groups.get(name)
            if own is None:
                faults.append(self._unknown(str(name), "inputs"))
                continue
            values = [said] if isinstance(said, Real) or np.ndim(said) == 0 else list(said)
            if len(values) != len(own):
                what = f"{len(values)} number{'s' * (len(values) != 1)} given, {len(own)} needed"
                faults.append(Fault(f"inputs: {name}", what, "", f"give {', '.join(own)}"))
                continue
            for key, value in zip(own, values, strict=True):
                fault = self._judged(key, value) if key not in self.written else self._taken_by(key)
                if fault is not None:
                    faults.append(fault)
                else:
                    found[key] = float(value)
        for key in self.needed:
            owner = self.all[key].owner
            if key not in found and not any(
                fault.element in (f"inputs: {key}", f"inputs: {owner}") for fault in faults
            ):
                why = f"{self.all[key].label} has no command, or is said to be actuated"
                faults.append(Fault(f"inputs: {key}", "it is not given", why, f'give {{"{key}": ..}} with every step'))
        if faults:
            raise ModelError(faults)
        return found

    def _taken_by(self, key: str) -> Fault:
        what = f"{self.written[key]} writes it"
        return Fault(f"inputs: {key}", what, "one of both would be lost", "leave it out, or remove the controller")

    def _judged(self, key: str, value: Any) -> Fault | None:
        one = self.all[key]
        if isinstance(value, bool) or not isinstance(value, (Real, np.number, np.ndarray)):
            return Fault(f"inputs: {key}", f"{value!r:.40} is not a number", "", f"give a number ({one.unit})")
        if not np.isfinite(float(value)):
            return Fault(f"inputs: {key}", f"{float(value)} is not finite", "", f"give a number ({one.unit})")
        if one.label.startswith("cable ") and not float(value) > 0:
            return Fault(
                f"inputs: {key}", f"{float(value):g} m is not positive", "strain is measured by it", "give a length"
            )
        return None

    def by_order(self, given: Any) -> dict[str, Any]:
        """Numbers in the order of what must be given, or of all inputs, by name; raises `ModelError` where it is another number of them."""
        held = given if isinstance(given, np.ndarray) else np.array(given, object)
        for names in (self.needed, tuple(self.all)):
            if held.shape == (len(names),):
                return dict(zip(names, held.tolist(), strict=True))
        what = f"an array of shape {held.shape} is given" if held.ndim else f"{given!r:.40} is given"
        why = f"inputs come in the order of `needed` ({len(self.needed)}), or of `inputs` ({len(self.all)})"
        raise ModelError(Fault("inputs", what, why, "give as many numbers, or names and numbers"))

    def set_again(self, given: Mapping[str, Any]) -> int:
        """Write values of inputs that were given before; 1: some have changed, 0: none. -1: there are others, or odd ones, and nothing is written."""
        places, numbers = self._again, self._memory
        if not self._needs <= given.keys():
            return -1
        for name, value in given.items():
            if type(value) is not float or name not in places or not -math.inf < value < math.inf:
                return -1
        changed = 0
        for name, value in given.items():
            place = places[name]
            if numbers[place] != value:
                numbers[place], changed = value, 1
        return changed

    def set(self, values: Mapping[str, float]) -> bool:
        """Write values; whether any has changed."""
        changed = False
        for key, value in values.items():
            one = self.all[key]
            if key not in self._taken:
                self._taken.add(key)
                self._take(one)
                changed = True
                if one.kind != DRIVE and key in self.plain:
                    self._again[key] = one.place
            if one.kind == DRIVE:
                changed = self._steer(one, value) or changed
                continue
            changed = changed or bool(self.numbers[one.place] != value)
            self.numbers[one.place] = value
        return changed

    def _steer(self, one: Input, value: float) -> bool:
        """Go on with another acceleration; whether it is another."""
        if 2.0 * self.numbers[one.place] == value:
            return False
        now = self.jets(one.name, np.array([self.time]))
        self.put(one.name, float(now[0][0]), float(now[1][0]), value)
        return True

    def put(self, name: str, value: float, rate: float, acceleration: float) -> None:
        """Where a driver is now, its rate, and its acceleration from now on."""
        place = self.all[name].place
        self.numbers[place - 3 : place + 1] = self.time, value, rate, 0.5 * acceleration

    def jets(self, name: str, times: Array) -> Array:
        """Value, rate and acceleration of a driver at some times."""
        tables = self.system.tables
        return motions_over(tables.laws, tables.ops, tables.numbers, self.all[name].base, times)

    def is_taken(self, name: str) -> bool:
        """Whether its input was given."""
        return name in self._taken

    def like(self, other: Inputs) -> None:
        """Be given what others of the same model were given."""
        self.time = other.time
        for name in other._taken - self._taken:
            self.take(name)
        self.numbers[:] = other.numbers

    def take(self, name: str) -> None:
        """From now on an element follows its place."""
        self._taken.add(name)
        self._take(self.all[name])

    def _take(self, one: Input) -> None:
        """From now on the element follows its place."""
        if one.kind == DRIVE:
            now = self.jets(one.name, np.array([self.time]))[:, 0]
            self.put(one.name, *now.tolist())
            self.system.tables.laws[one.base] = self.system.tables.laws[one.law]
            return
        if one.kind == LOAD:
            for loads in (self.loads, *(work.loads for work in self._works)):
                loads[AXES[one.axis]][one.row] = one.law
                loads["start"][one.row], loads["stop"][one.row] = -np.inf, np.inf
            return
        for paths in (self.system.tables.paths, *(work.paths for work in self._works)):
            path = paths[one.row]
            if one.kind in (EFFORT, OWN):
                path["curve"] = one.law
                continue
            if path["law"] == CABLE:
                path["law"] = REELED
                path["stiffness"], path["damping"] = path["stiffness"] * path["free"], path["damping"] * path["free"]
            path["free_law"], path["free_rate"] = one.law, 0.0

    def now(self, names: Iterable[str], t: float) -> Array:
        """Values that act at time t."""
        return np.array([self._value(self.all[name], t) for name in names])

    def _value(self, one: Input, t: float) -> float:
        tables = self.system.tables
        if one.kind == DRIVE:
            return float(self.jets(one.name, np.array([t]))[2, 0])
        if one.kind == LOAD:
            law = int(self.loads[AXES[one.axis]][one.row])
        elif one.kind == EFFORT:
            law = int(tables.paths[one.row]["curve"])
        else:
            law = int(tables.paths[one.row]["free_law"])
            if not law:
                return float(tables.paths[one.row]["free"])
        return float(motions_over(tables.laws, tables.ops, tables.numbers, law, np.array([t]))[0, 0])

    def taken(self) -> dict[str, float]:
        """Inputs that were given, and their values."""
        now = {name: float(self.numbers[one.place]) for name, one in self.all.items() if name in self._taken}
        return {name: 2.0 * value if self.all[name].kind == DRIVE else value for name, value in now.items()}
