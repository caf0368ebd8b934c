"""Everything that is wrong with the values of a model, at once.

Each value is evaluated where it stands (parameters, gravity, simulation settings, every field of every element), names
that refer to other elements are looked up, and joints are laid out as drawn. What a wrong value spoils further on is
not reported again.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import numpy as np

from vazba.bodies.rigid import described_pose
from vazba.drivers.driver import Driver
from vazba.element import (
    GROUND,
    NOWHERE,
    SECTIONS,
    ChoiceField,
    Element,
    Field,
    NameField,
    NamesField,
    NumberField,
    Scope,
    shown,
    split_station,
)
from vazba.errors import Fault, Wrong, suggestion
from vazba.frozen import frozen
from vazba.joints.coupling import Coupling
from vazba.joints.joint import ON_GROUND, Array, Laid, PairJoint, Pose
from vazba.model import name_fault
from vazba.points import Point

if TYPE_CHECKING:
    from vazba.model import Model

MANY = 500  # names among which a similar one is looked for; more would take too long

INTEGRATORS = [
    "auto",
    "taylor",
    "dop853",
    "dopri5",
    "radau",
    "generalized_alpha",
]  # others enter themselves (`integrate.method`)
STABILISATIONS = ("auto", "projection", "baumgarte", "none", "index2", "index3")


class TextField(Field):
    """A text."""

    def read(self, raw: Any, scope: Scope) -> str:  # noqa: ARG002
        if not isinstance(raw, str) or not raw.strip():
            raise Wrong(f"{self.name} = {shown(raw)} is not a text", remedy=f'write {self.name} = "..."')
        return raw


SIMULATION: dict[str, Field] = {
    "until": NumberField("end of the run", unit="s", minimum=0.0, largest=math.inf),
    "every": NumberField("time between stored results", unit="s", minimum=0.0, strict=True),
    "method": ChoiceField("formulation of the equations", choices=("auto", "absolute", "recursive", "minimal")),
    "integrator": ChoiceField("integration method", choices=INTEGRATORS),
    "rtol": NumberField("relative tolerance", minimum=0.0, strict=True),
    "atol": NumberField("absolute tolerance", minimum=0.0, strict=True),
    "stabilisation": ChoiceField("how the constraints are kept", choices=STABILISATIONS),
    "alpha": NumberField(
        "of Baumgarte's stabilisation, by velocities; follows the step when not given", unit="1/s", minimum=0.0
    ),
    "beta": NumberField("of Baumgarte's stabilisation, by positions; as alpha when not given", unit="1/s", minimum=0.0),
    "step": NumberField("longest step; of generalized_alpha its fixed step", unit="s", minimum=0.0, strict=True),
    "start": TextField("where it starts: drawn, equilibrium, or a result file .nc with @time"),
    "start_time": NumberField("time at which it starts", unit="s", minimum=0.0),
    "cuts": NamesField("joints that are cut (recursive, minimal)", to=("joints",), count=(0, None)),
    "independent": NamesField("independent coordinates, `A.angle` (minimal)", to=("joints", "bodies"), count=(0, None)),
    "root": NameField("body that floats, from which the tree of joints grows (recursive, minimal)", to=("bodies",)),
}
for _key, _schema in SIMULATION.items():
    _schema.name = _key


def check_values(
    model: Model, declared: Mapping[str, Collection[str]] | None = None, spoiled: Collection[tuple[str, str]] = ()
) -> list[Fault]:
    """All faults in the values of a model, sorted by file and line; an empty list when there are none.

    `declared` names elements (by section) that were written but could not be read: a reference to one is no fault.
    `spoiled` are (section, name) of elements of which something could not be read: what they lack is not reported.
    """
    return checked_values(model, declared, spoiled)[0]


def values_again(
    model: Model, kept: Mapping[str, Mapping[str, SimpleNamespace]]
) -> tuple[list[Fault], dict[str, dict[str, SimpleNamespace]]]:
    """As `checked_values` of a model that was sound with other parameters: what was `kept` is not read again."""
    faults: list[Fault] = []
    scope = model.scope(faults)
    known = {heading: set(model.section(heading)) for heading in SECTIONS}
    sound: dict[str, dict[str, SimpleNamespace]] = {heading: {} for heading in SECTIONS}
    with np.errstate(all="ignore"):
        for heading in SECTIONS:
            held = kept.get(heading, {})
            for name, record in model.section(heading).items():
                if name in held:
                    sound[heading][name] = held[name]
                else:
                    faults.extend(_check_element(record, scope, known, sound, False, model.lowered))
    return in_order(faults), sound


def checked_values(
    model: Model,
    declared: Mapping[str, Collection[str]] | None = None,
    spoiled: Collection[tuple[str, str]] = (),
    read: Mapping[str, Mapping[str, SimpleNamespace]] | None = None,
) -> tuple[list[Fault], dict[str, dict[str, SimpleNamespace]]]:
    """As `check_values`, and the values of all sound elements, by section and name; those that were `read` before are not read again."""
    return checked(model, declared, spoiled, read)[:2]


def checked(
    model: Model,
    declared: Mapping[str, Collection[str]] | None = None,
    spoiled: Collection[tuple[str, str]] = (),
    read: Mapping[str, Mapping[str, SimpleNamespace]] | None = None,
) -> tuple[list[Fault], dict[str, dict[str, SimpleNamespace]], Drawn]:
    """As `checked_values`, and what it drew."""
    faults: list[Fault] = []
    scope = model.scope(faults)
    known = {heading: {*model.section(heading), *(declared or {}).get(heading, ())} for heading in SECTIONS}
    _check_settings(model, scope, known, faults)
    sound: dict[str, dict[str, SimpleNamespace]] = {heading: {} for heading in SECTIONS}
    with np.errstate(all="ignore"):
        for heading in SECTIONS:
            before = (read or {}).get(heading, {})
            for record in model.section(heading).values():
                if record.name in before:
                    sound[heading][record.name] = before[record.name]
                    continue
                found = _check_element(record, scope, known, sound, (heading, record.name) in spoiled, model.lowered)
                faults.extend(found)
        drawn = drawn_of(model.dimension, sound)
        faults.extend(_check_joints(model, sound, drawn))
    faults.extend(
        beam.fault(Wrong("a body has the same name", "both are named where a body may be named", "rename one of them"))
        for name, beam in model.beams.items()
        if name in model.bodies
    )
    unsettled = [f"unknown name '{name}'" for name in model.parameters if name not in scope.parameters]
    found = in_order(
        fault
        for fault in faults
        if fault.element.startswith("parameter ") or not any(word in fault.what for word in unsettled)
    )
    return found, sound, drawn


def in_order(faults: Iterable[Fault]) -> list[Fault]:
    """Faults by file and line, each once."""
    return sorted(dict.fromkeys(faults), key=lambda fault: (fault.file or "", fault.line or 0))


# --- settings of the whole model ------------------------------------------------------------------------------------


def _check_settings(model: Model, scope: Scope, known: Mapping[str, Collection[str]], faults: list[Fault]) -> None:
    if model.gravity is not None:
        origin = model.origins.get("gravity", NOWHERE)
        try:
            scope.vector(model.gravity, model.dimension)
        except Wrong as remark:
            faults.append(
                Wrong(f"gravity: {remark.what}", remark.why, remark.remedy).fault("", origin.file, origin.line)
            )
    origin = model.origins.get("simulation", NOWHERE)
    for key, raw in model.simulation.items():
        try:
            _check_setting(key, raw, scope, known)
        except Wrong as remark:
            what = remark.what if remark.what.startswith(key) else f"{key}: {remark.what}"
            faults.append(Wrong(what, remark.why, remark.remedy).fault("simulation", origin.file, origin.line_of(key)))


def _check_setting(key: str, raw: Any, scope: Scope, known: Mapping[str, Collection[str]]) -> None:
    if key not in SIMULATION:
        raise Wrong(f"unknown key '{key}'", remedy=suggestion(key, SIMULATION))
    if raw is None:
        return
    if isinstance(SIMULATION[key], ChoiceField) and not isinstance(raw, str):
        raise Wrong(f"{key} = {shown(raw)} is not a name", remedy=f'write {key} = "auto"')
    schema = SIMULATION[key]
    value = schema.read(raw, scope)
    if remark := too_loose(key, value):
        raise remark
    if isinstance(schema, NameField):
        owners = (
            tuple(name.partition(".")[0] for name in schema.names(value))
            if key == "independent"
            else schema.names(value)
        )
        for remark in unknown_names(key, owners, schema, known):
            raise remark


def too_loose(key: str, value: Any) -> Wrong | None:
    """Said of a tolerance that tolerates everything."""
    if key not in ("rtol", "atol") or not value >= 1:
        return None
    why = "a step might be wrong by " + (
        "as much as the values themselves" if key == "rtol" else "1 m or 1 rad, or more"
    )
    return Wrong(f"{key} = {value:g} is not below 1", why, f"give one such as {'1e-8' if key == 'rtol' else '1e-10'}")


# --- one element alone ----------------------------------------------------------------------------------------------


def _check_element(
    record: Element,
    scope: Scope,
    known: Mapping[str, Collection[str]],
    sound: dict[str, dict[str, SimpleNamespace]],
    broken: bool,
    lowered: bool = False,
) -> list[Fault]:
    """Faults of one element; its values go to `sound` when there are none."""
    name = None if lowered else name_fault(record)
    faults = [] if name is None else [name]
    if scope.dimension not in record.DIMS:
        kind = f"a {record.TYPE or record.KIND} {record.KIND if record.TYPE else ''}".strip()
        where = "space (dimension = 3)" if record.DIMS == (3,) else "the plane (dimension = 2)"
        what = Wrong(
            f"{kind} is not possible in dimension {scope.dimension}", f"it exists only in {where}", "use another type"
        )
        return [*faults, record.fault(what, "type")]
    values = record.read(scope, faults)
    for key, schema in record.references():
        named = getattr(values, key)
        if named is not None:
            remarks = unknown_names(key, schema.names(named), schema, known)
            faults += [record.fault(remark, key) for remark in remarks]
    if broken:
        return [fault for fault in faults if not fault.what.endswith(" is missing")]
    try:
        _check_form(record)
    except Wrong as remark:
        faults.append(record.fault(remark))
    if not faults:
        sound[record.SECTION][record.name] = values
    return faults


def unknown_names(
    key: str, names: tuple[str, ...], schema: NameField, known: Mapping[str, Collection[str]]
) -> list[Wrong]:
    """Names that are in none of the sections the field refers to."""
    first = known[schema.to[0]]
    if all(name in first for name in names):
        return []
    places = [known[heading] for heading in schema.to] + [(GROUND,) if "bodies" in schema.to else ()]
    unknown = [name for name in dict.fromkeys(names) if not any(name in place for place in places)]
    if not unknown:
        return []
    named = [heading for heading in schema.to if heading not in ("beams", "nodes") or known[heading]] or schema.to
    kind = " or ".join(SECTIONS[heading].kind for heading in named)
    if "beams" in schema.to:
        try:
            unknown = [name for name in unknown if split_station(name, known["beams"])[0] is None]
        except Wrong as remark:
            return [remark]
    if sum(len(place) for place in places) > MANY:
        return [Wrong(f"{key}: there is no {kind} '{name}'", remedy="correct the name") for name in unknown]
    candidates = [other for place in places for other in place] if unknown else []
    return [Wrong(f"{key}: there is no {kind} '{name}'", remedy=suggestion(name, candidates)) for name in unknown]


def _check_form(record: Element) -> None:
    """What is given must go together; only asks what is there, not whether it is right."""
    if isinstance(record, Point) and record.position is not None and record.at is not None:
        raise Wrong("both position and at are given", "they say the same thing twice", "keep one of them")
    if isinstance(record, Driver):
        record.plan(SimpleNamespace(**{key: getattr(record, key) for key in record.schema()}))
    if isinstance(record, PairJoint):
        if record.bodies is not None and record.points is not None:
            raise Wrong("both bodies and points are given", "they say the same thing twice", "keep one of them")
        if record.bodies is None and record.points is None:
            raise Wrong(
                "neither bodies nor points are given",
                "what it joins is not known",
                'add bodies = ["ground", ".."] or points = ["..", ".."]',
            )
        if record.points is not None and record.at is not None:
            raise Wrong("both points and at are given", "the points say where the joint is", "remove at")
    if isinstance(record, Coupling):
        _two_of("joints", record.schema()["joints"], getattr(record, "joints", None), "it couples a joint with itself")
    record.check_form()


def _two_of(key: str, schema: Field, raw: Any, why: str) -> None:
    if (
        isinstance(raw, (list, tuple))
        and len(raw) == 2
        and all(isinstance(name, str) for name in raw)
        and raw[0] == raw[1]
    ):
        raise Wrong(f"{key} = {shown(raw)}", why, f"name two: {schema.doc}")


# --- joints among their bodies --------------------------------------------------------------------------------------


@frozen(eq=False, repr=False)
class Drawn:
    """Where bodies, points and joints are as described."""

    place: dict[str, Pose]
    quaternions: dict[str, Array]
    points: dict[str, tuple[str, Array]]  # body and local position
    laid: dict[str, Laid]  # joints; not those that are wrong


def drawn_of(dimension: int, sound: Mapping[str, Mapping[str, SimpleNamespace]]) -> Drawn:
    """Bodies and points; joints are laid out later."""
    place, quaternions = {GROUND: ON_GROUND}, {}
    for name, values in sound["bodies"].items():
        r, s, quaternions[name], angle = described_pose(values, dimension)
        place[name] = Pose(r, s, angle)
    points = {
        name: (values.body, _local(values, place)) for name, values in sound["points"].items() if values.body in place
    }
    return Drawn(place, quaternions, points, {})


def _check_joints(model: Model, sound: Mapping[str, Mapping[str, SimpleNamespace]], drawn: Drawn) -> list[Fault]:
    """Joints that hang on one body only, and joints that cannot be laid out as drawn."""
    place, points, faults = drawn.place, drawn.points, []
    for name, values in sound["joints"].items():
        record = model.joints[name]
        if not isinstance(record, PairJoint):
            continue
        carriers = (
            [points[p][0] if p in points else None for p in values.points]
            if values.points is not None
            else list(values.bodies)
        )
        try:
            if carriers[0] is not None and carriers[0] == carriers[1] and carriers[0] not in model.beams:
                raise _one_body(values, carriers[0])
            if all(body in place for body in carriers):
                drawn.laid[name] = record.lay(values, place, points, model.dimension)
        except Wrong as remark:
            faults.append(record.fault(remark))
    return faults


def _one_body(values: SimpleNamespace, body: str) -> Wrong:
    said = (
        f"bodies = {shown(list(values.bodies))}" if values.points is None else f"points = {shown(list(values.points))}"
    )
    remedy = f"name another body beside '{body}'" if values.points is None else "take one point of each body"
    return Wrong(f"{said} lie on one body only ('{body}')", "a joint joins two bodies", remedy)


def _local(values: SimpleNamespace, place: Mapping[str, Pose]) -> Any:
    raw = values.at if values.at is not None else values.position
    p = np.zeros(3)
    if raw is not None:
        p[: len(raw)] = raw
    return place[values.body].local(p) if values.at is not None else p
