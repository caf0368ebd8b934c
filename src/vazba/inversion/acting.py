"""Which elements act in an inverse analysis, between which bounds, and at which price."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import fields, replace
from numbers import Real
from types import SimpleNamespace
from typing import Any

from vazba.element import Element
from vazba.errors import Fault, ModelError, Wrong, suggestion
from vazba.frozen import frozen
from vazba.laws.records import LINEAR
from vazba.model import Model
from vazba.paths.actuation import NO_BOUND, bounds_of
from vazba.paths.path import Law
from vazba.paths.rotor import reflected

SECTIONS = ("cables", "springs", "actuators")
OBJECTIVES = ("norm", "level", "smooth")
COMMANDS = ("tension", "force", "torque")


@frozen
class Acting:
    """One element whose effort is chosen: bounds (N or N m) and weight; `pushes`: its effort moves the second body of a joint along the coordinate."""

    section: str
    record: Any
    minimum: float
    maximum: float
    weight: float
    pushes: bool

    @property
    def name(self) -> str:
        return str(self.record.name)

    @property
    def label(self) -> str:
        return str(self.record.label)


@frozen
class Cast:
    """Who acts: elements with efforts, or else drivers."""

    acting: tuple[Acting, ...]
    drivers: tuple[str, ...]


def cast_of(model: Model, actuators: Any, minimum: Any, maximum: Any) -> Cast:
    """Who acts in a model, by its keys or as the call says; raises `ModelError`."""
    elements = {name: record for section in SECTIONS for name, record in model.section(section).items()}
    chosen = [record for record in elements.values() if is_actuated(record)]
    drivers: list[str] = []
    if actuators is not None:
        chosen, drivers = _named(model, elements, chosen, actuators)
    if not chosen and not drivers:
        drivers = list(model.drivers)
    if not chosen and not drivers:
        raise ModelError(
            Fault("", "no element is actuated and nothing is driven", "there is no effort to be found",
                  "write actuated = true in a cable, spring or actuator, or add [drivers.NAME]", str(model.source) if model.source else None)
        )  # fmt: skip
    faults: list[Fault] = []
    scope = model.scope()
    acting = []
    low = _by_name(minimum, "minimum", chosen, -math.inf, faults)
    high = _by_name(maximum, "maximum", chosen, math.inf, faults)
    for record in chosen:
        values: SimpleNamespace = record.read(scope, faults)
        values.minimum = low.get(record.name, values.minimum)
        values.maximum = high.get(record.name, values.maximum)
        try:
            bounds = bounds_of(values, record.LEAST)
        except Wrong as remark:
            faults.append(record.fault(remark, "minimum"))
            continue
        pushes = record.SECTION == "actuators" and record.joint is not None
        acting.append(Acting(record.SECTION, record, *bounds, values.weight, pushes))
    if faults:
        raise ModelError(faults)
    return Cast(tuple(acting), tuple(drivers))


def is_actuated(record: Any) -> bool:
    """Whether its effort is to be chosen, as the model says."""
    return bool(record.actuated) or (
        record.SECTION == "actuators" and all(getattr(record, key) is None for key in COMMANDS)
    )


def _named(model: Model, elements: Mapping[str, Any], usual: list[Any], actuators: Any) -> tuple[list[Any], list[str]]:
    """The elements and drivers that a call names: a name, several, or `{name: true or false}` beside what the model says."""
    if isinstance(actuators, Mapping):
        wanted = [record.name for record in usual if actuators.get(record.name, True)]
        wanted += [_word(name) for name, acts in actuators.items() if acts and _word(name) not in wanted]
        said = [*actuators]
    else:
        said = [actuators] if isinstance(actuators, (str, Element)) else list(actuators)
        wanted = [_word(name) for name in said]
    known = {**dict.fromkeys(model.drivers), **elements}
    faults = [
        Fault("actuators", f"there is no cable, spring, actuator or driver '{_word(name)}'", "", suggestion(_word(name), known))
        for name in said
        if _word(name) not in known
    ]  # fmt: skip
    if faults:
        raise ModelError(faults)
    chosen, drivers = (
        [elements[name] for name in wanted if name in elements],
        [name for name in wanted if name not in elements],
    )
    if chosen and drivers:
        raise ModelError(
            Fault("actuators", f"{chosen[0].label} and driver {drivers[0]} are named together",
                  "drivers exert nothing where elements are actuated", "name elements, or drivers")
        )  # fmt: skip
    return chosen, drivers


def _word(name: Any) -> str:
    return str(getattr(name, "name", name))


def _by_name(given: Any, what: str, chosen: list[Any], free: float, faults: list[Fault]) -> dict[str, float]:
    """A bound or level of a call, a number for all or by name."""
    if given is None:
        return {}
    names = {record.name for record in chosen}
    if not isinstance(given, Mapping):
        given = dict.fromkeys(sorted(names), given)
    found: dict[str, float] = {}
    for key, value in given.items():
        name = _word(key)
        if name not in names:
            faults.append(
                Fault(what, f"'{name}' is not actuated", "its effort is not to be chosen", suggestion(name, names))
            )
        elif isinstance(value, str) and value.strip().lower() == NO_BOUND:
            found[name] = free
        elif not isinstance(value, Real) or math.isnan(float(value)):
            faults.append(
                Fault(what, f"{value!r} of {name} is not a number", remedy='give a number (N or N m), or "none"')
            )
        else:
            found[name] = float(value)
    return found


def levels(cast: Cast, level: Any) -> dict[str, float]:
    """The wanted efforts by name: of all, or of those named (others 0)."""
    faults: list[Fault] = []
    found = _by_name(level, "level", [one.record for one in cast.acting], 0.0, faults)
    faults += [Fault("level", f"{value} of {name} is not finite") for name, value in found.items() if math.isinf(value)]
    if faults:
        raise ModelError(faults)
    return found


def made(kind: Any, name: str, **values: Any) -> Any:
    """An element with some of its values, others as by default."""
    return kind(name=name, **values)


def played(record: Element, law: Law) -> Element:
    """The same element with another law instead of its own, and with its rotor; in files it is written as before."""
    kind = type(record)
    other = type(kind.__name__, (kind,), {"law_of": lambda _, values: replace(law, rotor=reflected(values))})
    return other(**{field.name: getattr(record, field.name) for field in fields(record)})  # type: ignore[no-any-return]


def silent(model: Model, cast: Cast) -> Model:
    """A copy of a model in which what acts exerts nothing by itself; of the drivers those that act are left."""
    import copy

    other = copy.copy(model)
    other.drivers = {name: record for name, record in model.drivers.items() if name in cast.drivers}
    other.controllers = {}  # they would act besides
    return replaced(other, {one.name: played(one.record, Law(LINEAR)) for one in cast.acting}, cast.acting)


def replaced(model: Model, records: Mapping[str, Element], acting: Iterable[Acting]) -> Model:
    """A model with other records in the places of acting elements (changed in place)."""
    for section in {one.section for one in acting}:
        own = {one.name for one in acting if one.section == section}
        setattr(
            model,
            section,
            {name: records[name] if name in own else old for name, old in model.section(section).items()},
        )
    return model
