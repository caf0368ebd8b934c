"""Whether the shapes of a modal beam are enough for what acts on it: the estimated error of its bending, and of its twist (`flexible.truncation`).

What acts on a beam, each by its own law over the run and at rest:

- forces and torques at its stations,
- the inertia and weight of a beam that is carried along: its supports are shifted and turned by the law of the fastest drive elsewhere,
- at joints with bodies that it carries: forces and moments by that law; where the beam is not held without them, the station also as held, for the truth
  is between.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from vazba.element import GROUND, split_station
from vazba.flexible.truncation import BEND, Held, Law, Load, Truncation
from vazba.flexible.truncation import TWIST as TWISTING
from vazba.kinematic.beam_check import CLAMPING, Source, drives
from vazba.lowering.elastic import MODES, MOST_MODES, TWIST
from vazba.system import JointPlace, System

if TYPE_CHECKING:
    from vazba.lowering.carrier import BeamPlan

ERROR = 0.01  # of the bending, from which on it is told
NEAR = 1e-6  # of the length: what lies on the axis
ALONG = 0.7  # cosine from which on an axis lies along a beam


class Hold(NamedTuple):
    """A joint of a beam: where, what it holds, and whether what it holds to moves by itself."""

    at: float
    clamped: bool
    twists: bool
    loose: bool
    joint: str


class Case(NamedTuple):
    """Loads, each by itself, how the beam is held, and by what law they act (None: at rest)."""

    held: tuple[Held, ...]
    loads: tuple[Load, ...]
    source: Source | None
    element: str


def few_shapes(system: System, plans: list[BeamPlan], end: float | None = None, still: bool = False) -> list[str]:
    """Warnings of modal beams whose shapes are too few: of bending (in space in the plane where it counts most) and of twist; `still`: at rest alone."""
    if not plans:
        return []
    found = [source for source in drives(system, end) if np.isfinite(source.law).all() and source.law.any()]
    if still:
        found = [source._replace(drive=source.drive._replace(frequency=0.0)) for source in found]
    return [text for plan in plans for text in _of_beam(system, plan, found)]


def _of_beam(system: System, plan: BeamPlan, found: list[Source]) -> list[str]:
    span, out = plan.span, []
    holds = _holds(system, plan)
    cases = _bending(system, plan, holds, found)
    out += max((_verdict(BEND, plan, cases, *plane) for plane in _planes(plan)), key=lambda one: one.error).told(plan)
    if len(span.bending_moments) == 2 and span.values.twist != 0 and (cases := _twisting(system, plan, holds, found)):
        section = span.section
        unit = math.sqrt(span.G * (section.It or 0.0) / (span.density * (section.Jy + section.Jz))) / span.length
        out += _verdict(TWISTING, plan, cases, "", unit).told(plan)
    return out


def _planes(plan: BeamPlan) -> list[tuple[str, float]]:
    """`sqrt(E J/(rho A))/L^2`, 1/s, of each plane in which it bends another way."""
    span, moments = plan.span, plan.span.bending_moments
    units = [math.sqrt(span.E * j / span.mass_per_length) / span.length**2 for j in moments]
    if len(units) == 1 or abs(units[0] - units[1]) < 1e-9 * units[0]:
        return [("", units[0])]
    return [(" along y", units[0]), (" along z", units[1])]


def _far(system: System) -> dict[str, int]:
    """Joints between each body and the ground; stations of a beam are one body."""
    owner = {name: plan.name for plan in system.beams for name, _ in plan.bodies}
    pairs = [(owner.get(p.body_a, p.body_a), owner.get(p.body_b, p.body_b)) for p in system.joint_places.values()]
    far, reached = {GROUND: 0}, [GROUND]
    for body in reached:
        for a, b in (*pairs, *((b, a) for a, b in pairs)):
            if a == body and b not in far:
                far[b] = far[body] + 1
                reached.append(b)
    return far | {name: far[beam] for name, beam in owner.items() if beam in far}


def _holds(system: System, plan: BeamPlan) -> list[Hold]:
    far = _far(system)
    bodies = {name: float(offset[0]) for name, offset in plan.bodies}
    driven = {driver.joint for driver in system.model.drivers.values()}
    out = []
    for name, place in system.joint_places.items():
        for body, local, other in (
            (place.body_a, place.local_a, place.body_b),
            (place.body_b, place.local_b, place.body_a),
        ):
            if body not in bodies:
                continue
            clamped = place.type in CLAMPING or name in driven
            at = min(max((bodies[body] + float(local[0])) / plan.span.length, 0.0), 1.0)
            carries = name in driven and far.get(other, 0) < far.get(body, 0)  # the beam is what it carries
            out.append(Hold(at, clamped, _holds_twist(place, body), other != GROUND and not carries, name))
    return out


def _holds_twist(place: JointPlace, body: str) -> bool:
    """Whether a joint keeps a beam (its x axis) from turning about its axis."""
    basis = place.basis_a if body == place.body_a else place.basis_b
    if place.type in ("fixed", "prismatic"):
        return True
    return place.type == "revolute" and abs(float(basis[0, 2])) < ALONG


def _on_beam(system: System, plan: BeamPlan, section: str, name: str) -> list[tuple[float, bool]]:
    """Stations of a beam where a force or torque takes hold (parts of its length), and whether beside its axis."""
    length = plan.span.length
    if section == "torques":  # by the words of the model: a rigid beam does not keep stations
        record = system.described.torques[name]
        named = [split_station(str(body), system.described.beams) for body in (record.bodies or (record.body,))]
        return [(min(max((at or 0.0) / length, 0.0), 1.0), False) for beam, at in named if beam == plan.name]
    bodies = {body: float(offset[0]) for body, offset in plan.bodies}
    number, local = system.points[system.values[section][name].point]
    body = system.body_names[number] if number >= 0 else GROUND
    if body not in bodies:
        return []
    at, beside = (bodies[body] + float(local[0])) / length, bool(np.abs(local[1:]).max() > NEAR * length)
    return [(min(max(at, 0.0), 1.0), beside)]


def _bending(system: System, plan: BeamPlan, holds: list[Hold], found: list[Source]) -> list[Case]:
    """What bends a beam."""
    own: list[tuple[Load, Source]] = []
    others: list[Source] = []
    for source in found:
        stations = _on_beam(system, plan, source.section, source.name) if source.section != "drivers" else []
        others += [source] if not stations else []
        for at, beside in stations:
            kinds = ("moment",) if source.section == "torques" else ("force", "moment") if beside else ("force",)
            own += [(Load(kind, at), source) for kind in kinds]
    fastest = max(others, key=lambda one: one.drive.frequency, default=None)
    firm, out = tuple(h for h in holds if not h.loose), []
    stays = any(h.clamped for h in firm) or len({h.at for h in firm}) > 1  # by what is firm alone
    for kept in dict.fromkeys((firm,) if stays else (tuple(holds), firm)):
        held = tuple(dict.fromkeys(Held(h.at, h.clamped) for h in kept))
        carried = [Load("shift"), Load("turn")] if held else []
        for h in holds if kept == firm else ():
            if h.loose:
                carried += [Load("force", h.at), *([Load("moment", h.at)] if h.clamped else [])]
        for load, source in own:
            out += _moving_and_still(held, (load,), source)
        if carried:
            out += _moving_and_still(held, tuple(carried), fastest)
    return out


def _moving_and_still(held: tuple[Held, ...], loads: tuple[Load, ...], source: Source | None) -> list[Case]:
    out = [Case(held, loads, None, "" if source is None or source.section == "drivers" else source.drive.element)]
    if source is not None and source.drive.frequency:
        out.append(Case(held, loads, source, source.drive.element))
    return out


def _twisting(system: System, plan: BeamPlan, holds: list[Hold], found: list[Source]) -> list[Case]:
    """What twists a beam in space: torques, forces beside its axis, and drivers that turn it about its axis."""
    held, out = tuple(dict.fromkeys(Held(h.at) for h in holds if h.twists)), []
    for source in found:
        if source.section == "drivers":
            joint = system.model.drivers[source.name].joint
            place = system.joint_places.get(joint) if joint is not None else None
            if place is not None and _turns_along(plan, place):
                at = tuple(dict.fromkeys((*held, *(Held(h.at) for h in holds if h.joint == joint))))
                out += _moving_and_still(at, (Load("shift"),), source)
            continue
        for at, beside in _on_beam(system, plan, source.section, source.name):
            if beside or source.section == "torques":
                out += _moving_and_still(held, (Load("force", at),), source)
    return out


def _turns_along(plan: BeamPlan, place: JointPlace) -> bool:
    bodies = {name for name, _ in plan.bodies}
    sides = ((place.body_a, place.basis_a), (place.body_b, place.basis_b))
    return any(body in bodies and abs(float(basis[0, 2])) > ALONG for body, basis in sides)


class Verdict(NamedTuple):
    """The largest error of a beam by its shapes, which these are, what brings it forth, and what helps."""

    error: float
    what: str
    case: Case | None
    remedy: str

    def told(self, plan: BeamPlan) -> list[str]:
        if self.case is None or self.error <= ERROR:
            return []
        source, bent = self.case.source, "twist" if "twist" in self.what else "bending"
        when = "at rest" if source is None else f"for a drive of {source.drive.frequency:.4g} Hz"
        by = f" ({self.case.element})" if self.case.element else ""
        size = "more than half of it" if self.error > 0.5 else f"about {100 * self.error:.2g} %"
        return [f"beam {plan.name}: {self.what} are too few {when}{by}: its {bent} is off by {size}; {self.remedy}"]


def _verdict(order: int, plan: BeamPlan, cases: list[Case], plane: str, unit: float) -> Verdict:
    """`unit`: of frequencies (`flexible.truncation`), 1/s."""
    values, kind = plan.span.values, plan.span.values.shapes or "static"
    given, usual = (values.modes, MODES) if order == BEND else (values.twist, TWIST)
    count = usual if given is None else given
    what = f"{count} {kind} bending shapes{plane}" if order == BEND else f"{count} {kind} shapes of twist"
    judged = [Truncation(order, case.held, case.loads, _law(case.source, unit, plan.span.damping)) for case in cases]
    errors = [one.error(kind, count) for one in judged]
    worst = max(errors, default=0.0)
    if worst <= ERROR:
        return Verdict(worst, what, None, "")
    case, key = cases[errors.index(worst)], "modes" if order == BEND else "twist"
    for family in dict.fromkeys((kind, "static")):
        needed = _enough(judged, family, count + 1 if family == kind else 2)
        if needed is not None:
            other = f'shapes = "{family}" and ' if family != kind else ""
            return Verdict(worst, what, case, f"with {other}{key} = {needed} it is less than {100 * ERROR:g} %")
    return Verdict(worst, what, case, "divide the beam, or use ancf")


def _enough(judged: list[Truncation], family: str, least: int) -> int | None:
    """The first number of shapes that is enough, and of which the next one is."""

    def good(count: int) -> bool:
        return all(one.error(family, count) <= ERROR for one in judged)

    if not good(MOST_MODES):
        return None
    fine = False
    for count in range(least, MOST_MODES):
        before, fine = fine, good(count)
        if before and fine:
            return count - 1
    return MOST_MODES


def _law(source: Source | None, unit: float, damping: float) -> Law | None:
    if source is None:
        return None
    return Law(source.law, source.span * unit, 2 * math.pi * source.drive.frequency / unit, damping * unit)
