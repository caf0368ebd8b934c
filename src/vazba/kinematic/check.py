"""`vz.check`: does it assemble, how many degrees of freedom, what is redundant, what is not driven, what looks odd."""

from __future__ import annotations

import copy
import math
from dataclasses import replace

import numpy as np

from vazba.bodies.space import PLANE, SPACE
from vazba.compiler import compile_model
from vazba.element import GROUND
from vazba.errors import Fault, ModelError
from vazba.frozen import frozen
from vazba.kinematic.assemblies import Assemblies, find_assemblies
from vazba.kinematic.assembly import Assembly, assemble, open_gaps
from vazba.kinematic.beam_check import beam_lines
from vazba.kinematic.beam_warnings import beam_warnings
from vazba.kinematic.evaluate import evaluate, work_for
from vazba.kinematic.mobility import Mobility, mobility, singular_here
from vazba.kinematic.oddities import odd_values
from vazba.kinematic.outputs import Samples, driven_motions
from vazba.kinematic.start import start_moved
from vazba.laws.records import POINTS, WATCH
from vazba.model import Model
from vazba.system import Array, System

NEAR_SINGULAR = 1e-3
BRIEFLY = 16  # starts from which other assemblies are looked for without being asked


@frozen
class Check:
    """The answer of `vz.check`; `str()` tells it, `problems` hold what must be mended, `warnings` what looks odd."""

    model: Model
    system: System
    assembly: Assembly
    mobility: Mobility
    bodies: tuple[tuple[str, ...], ...]  # name, position, orientation as assembled, mass
    joints: tuple[tuple[str, ...], ...]  # name, type, bodies, equations, coordinates as assembled, gap
    drivers: tuple[tuple[str, ...], ...]  # name, what, value at the start, gap
    problems: tuple[Fault, ...]
    warnings: tuple[str, ...]
    beams: tuple[
        str, ...
    ] = ()  # of each beam: its first bending frequency beside the highest drive frequency, and what follows
    assemblies: Assemblies | None = None  # other ways to assemble it, where they were looked for

    @property
    def assembles(self) -> bool:
        return self.assembly.closed

    @property
    def exit_code(self) -> int:
        """0: nothing to mend; 3: it does not assemble; 2: drivers contradict or are too many."""
        if self.problems:
            return 2
        return 0 if self.assembles else 3

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def _repr_html_(self) -> str:
        """In a notebook: the findings, and tables of bodies, joints and drivers."""
        from vazba.viewer.notebook import lines, table

        out = lines(self.lines())
        if self.bodies:
            out += table(("body", "origin [m]", "angles [deg]", "mass [kg]"), self.bodies)
        if self.joints:
            out += table(("joint", "type", "joins", "equations", "coordinates", "gap"), self.joints)
        return out + (table(("driver", "drives", "at the start", "gap"), self.drivers) if self.drivers else "")

    def lines(self) -> list[str]:
        """The findings in words, without the tables."""
        m = self.mobility
        counts = (
            (self.model.bodies, "body", "bodies"),
            *((found, one, f"{one}s") for one in ("beam", "node", "bar") if (found := self.model.section(f"{one}s"))),
            (self.joints, "joint", "joints"),
            (self.drivers, "driver", "drivers"),
        )
        words = ", ".join(f"{len(things)} {one if len(things) == 1 else many}" for things, one, many in counts)
        out = [f"{self.model.name}: {self.model.dimension}D, {words}"]
        out += self._assembly_lines()
        out.append(f"degrees of freedom: {m.freedoms} by rank, {m.freedoms_counted} by counting")
        if m.redundant:
            state = "consistent" if self.assembles else "conflicting: see the gaps"
            out.append(f"redundant constraints: {m.redundant} ({state}); the smallest dependent sets:")
            out += [f"  {k}. {dependency}" for k, dependency in enumerate(m.dependencies, 1)]
        else:
            out.append("redundant constraints: none")
        driven = m.freedoms - m.undriven
        if self.drivers:
            out.append(f"driven: {driven} of {m.freedoms} degrees of freedom")
        if m.undriven:
            out.append(f"not driven: {m.undriven}" + (", free to move:" if m.free_motions else ""))
            out += [f"  {k}. {motion}" for k, motion in enumerate(m.free_motions, 1)]
        if not math.isnan(m.smallest):
            near = m.smallest < NEAR_SINGULAR
            word = "AT A SINGULAR POSTURE (dead centre or change point)" if m.singular else "NEAR SINGULAR"
            out.append(f"nearness to a singular posture: smallest singular value {m.smallest:.3g} of the largest"
                       + (f": {word}, involved: {', '.join(m.weak)}" if near else ""))  # fmt: skip
        if any(beam.model != "rigid" for beam in self.model.beams.values()):
            out.append("all this with rigid beams: their elasticity adds freedoms of its own")
        out += self.beams
        out += [f"warning: {text}" for text in self.warnings]
        out += [f"problem: {fault}" for fault in self.problems]
        return out

    def _assembly_lines(self) -> list[str]:
        a = self.assembly
        if a.closed:
            as_drawn = a.moved < 1e-9 * self.system.length and a.turned < 1e-7
            far = f"after moving bodies by up to {a.moved:.3g} m and {math.degrees(a.turned):.3g} deg"
            gap = _gap(a.gaps[0][1] if a.gaps else 0.0)
            first = f"assembles: yes, {'as described' if as_drawn else far} (largest gap {gap})"
            return [first, *start_moved(self.system, a), *self._ways()]
        out = ["assembles: NO; gaps that stay open in the best configuration found:"]
        return out + [f"  {name}: {gap:.4g} {unit}" for name, gap, unit in open_gaps(self.system, a)]

    def _ways(self) -> list[str]:
        """In how many ways it can be assembled, and which."""
        ways = self.assemblies
        if ways is None:
            return []
        if not ways.starts:
            return ["assemblies: not looked for: its freedoms are not all joint coordinates that could be held"]
        count = len(ways.found)
        kept = f", {', '.join(ways.held)} held" if ways.held else ""
        number = "1 way" if count == 1 else f"{count} ways"
        out = [f"assemblies: at least {number} found from {ways.starts} starts{kept}"]
        if ways.starts <= BRIEFLY and count > 1:
            return [f"{out[0]}; the nearest one is used, --assemblies (assemblies=True) lists them"]
        for k, q in enumerate(ways.found, 1):
            work = work_for(self.system)
            evaluate(self.system, work, q, np.zeros(self.system.nv), 0.0)
            here = replace(self.assembly, q=q, work=work)
            bodies = "; ".join(
                f"{name} at ({at}) m, {turned} deg" for name, at, turned, _ in _bodies(self.system, here)
            )
            joints = "; ".join(f"{row[0]} {row[4]}" for row in _joints(self.system, here) if row[4])
            out.append(f"  {k}. {bodies}" + (f"; joints: {joints}" if joints else "") + (" (used)" if k == 1 else ""))
        return out


def check(model: Model, assemblies: bool = False) -> Check:
    """Check a model: assembly at t = 0, mobility, tables. Raises `ModelError` when the input itself is wrong.

    With `assemblies` other ways to assemble it are looked for, and listed. A start that had to be changed is looked at briefly in any case.
    """
    system = compile_model(model, rigid=True)
    assembly, found = analyse(system)
    ways = None
    if assembly.closed and (assemblies or start_moved(system, assembly)):
        ways = find_assemblies(system, assembly, None if assemblies else BRIEFLY)
    return Check(
        model, system, assembly, found, _bodies(system, assembly), _joints(system, assembly), _drivers(system, assembly),
        tuple(driver_faults(system, assembly, found)), tuple(_warnings(system, assembly)),
        tuple(beam_lines(system)) if system.beams else (), ways if assemblies or (ways and len(ways.found) > 1) else None,
    )  # fmt: skip


def analyse(system: System, names: bool = True, t: float = 0.0) -> tuple[Assembly, Mobility]:
    """Assembly at t = 0 (or another time) and mobility there (without `names`: counts only, unless drivers are too many).

    Where the drivers prevent assembly, mobility is that of the joints closed without them.
    """
    now = np.array([t])
    faults = motion_faults(system, now, driven_motions(system, now))
    if faults:
        raise ModelError(faults)
    assembly = assemble(system, t)
    if assembly.closed or not system.driver_rows:
        found = mobility(system, assembly.work, assembly.q, t, names)
        if not names and found.surplus_drivers:
            found = mobility(system, assembly.work, assembly.q, t)
        dependent = (
            found.redundant or found.surplus_drivers
        )  # else the rank cannot rise: all equations are independent here
        if dependent and (names or found.undriven or found.surplus_drivers):
            found = singular_here(system, undriven(system) if system.driver_rows else system, assembly.q, found)
        return assembly, found
    closed = assemble(undriven(system), t)
    found = mobility(system, work_for(system), closed.q if closed.closed else assembly.q, t)
    return assembly, found if closed.closed else replace(found, surplus_drivers=0)


def undriven(system: System) -> System:
    """The same mechanism without its drivers."""
    model = copy.copy(system.model)
    model.drivers = {}
    return compile_model(model)


def _gap(value: float) -> str:
    """A gap as shown: what is rounding is zero."""
    return "0" if value < 1e-15 else f"{value:.1e}"


def _clean(value: float) -> float:
    """A value as shown: what is rounding is zero."""
    return 0.0 if abs(value) < 1e-11 else value


def driver_faults(system: System, assembly: Assembly, found: Mobility) -> list[Fault]:
    """Drivers that contradict each other or take more freedoms than there are."""
    if not found.surplus_drivers:
        return []
    involved = [
        name.removeprefix("driver ")
        for d in found.driver_dependencies
        for name, _ in d.members
        if name.startswith("driver ")
    ]
    names = list(dict.fromkeys(involved)) or list(system.driver_rows)
    record = system.model.drivers[names[-1]]
    driver_rows = system.m - system.joint_rows
    what = (
        f"driven values: {driver_rows}, degrees of freedom: {found.freedoms}"
        if driver_rows > found.freedoms
        else "it drives what is already determined"
    )
    if found.singular:
        return []  # not the drivers are wrong: the posture is told of
    if found.freedoms == 0:
        return [
            Fault(record.label, "there is nothing to drive", "the joints leave no degree of freedom",
                  "check lengths and axes of the joints, or remove the driver", record.origin.file, record.origin.line)
        ]  # fmt: skip
    gaps = {name: (gap, unit) for name, gap, unit in assembly.gaps}
    contradict = not assembly.closed and any(
        gaps.get(f"driver {name}", (0.0, ""))[0] > 1e-9 * system.length for name in names
    )
    subject = f"drivers {', '.join(names)} " if len(names) > 1 else f"driver {names[0]} and the joints "
    why = subject + ("contradict each other" if contradict else "depend on each other")
    return [Fault(record.label, what, why, "remove one of them", record.origin.file, record.origin.line)]


def _bodies(system: System, assembly: Assembly) -> tuple[tuple[str, ...], ...]:
    from vazba.algebra.rotations import cardan_angles, matrices

    out = []
    for k, name in enumerate(system.body_names):
        mass = system.values["bodies"][name].mass
        if system.space is PLANE:
            x, y, angle = (_clean(value) for value in assembly.q[3 * k : 3 * k + 3])
            pose = (f"{x:.6g}, {y:.6g}", f"{math.degrees(angle):.6g}")
        else:
            q = assembly.q[7 * k : 7 * k + 7]
            pose = (
                ", ".join(f"{_clean(x):.6g}" for x in q[:3]),
                ", ".join(f"{_clean(math.degrees(x)):.6g}" for x in cardan_angles(matrices(q[3:]))),
            )
        out.append((name, *pose, "" if mass is None else f"{mass:.6g}"))
    return tuple(out)


def _joints(system: System, assembly: Assembly) -> tuple[tuple[str, ...], ...]:
    gaps = {name: (gap, unit) for name, gap, unit in assembly.gaps}
    values: dict[str, list[str]] = {}
    for (joint, coordinate), value in zip(system.coordinate_names, assembly.work.coordinates, strict=True):
        value = _clean(value)
        shown = f"{math.degrees(value):.6g} deg" if coordinate.unit == "rad" else f"{value:.6g} m"
        values.setdefault(joint, []).append(f"{coordinate.name} {shown}")
    out = []
    for group in system.groups:
        if group.kind == "joint":
            record = system.model.joints[group.name]
            place = system.joint_places.get(group.name)
            joined = f"{place.body_a} - {place.body_b}" if place else " - ".join(getattr(record, "joints", ()))
            gap, unit = gaps[group.label]
            out.append(
                (
                    group.name,
                    str(record.TYPE),
                    joined,
                    str(len(group.directions)),
                    ", ".join(values.get(group.name, [])),
                    f"{_gap(gap)} {unit}",
                )
            )
    return tuple(out)


def _drivers(system: System, assembly: Assembly) -> tuple[tuple[str, ...], ...]:
    gaps = {name: (gap, unit) for name, gap, unit in assembly.gaps}
    out = []
    for group in system.groups:
        if group.kind == "driver":
            record = system.model.drivers[group.name]
            target = next(
                str(getattr(record, key))
                for key in ("joint", "point", "points", "body", "bodies")
                if getattr(record, key) is not None
            )
            start = ", ".join(
                f"{float(motion.at(0.0)[0]):.6g} {unit}" for _, motion, unit in system.driver_motions[group.name]
            )
            gap, unit = gaps[group.label]
            out.append((group.name, f"{', '.join(group.directions)} of {target}", start, f"{_gap(gap)} {unit}"))
    return tuple(out)


def _warnings(system: System, assembly: Assembly) -> list[str]:
    """What is allowed but looks odd."""
    joined = {system.body_names[k] for touched in system.touches for k in touched} | _carried(system)
    beams = system.described.beams
    out = [
        f"{'beam' if name in beams else 'body'} {name}: nothing is joined to it"
        for name in system.model.bodies
        if name not in joined
    ]
    out += odd_values(system)
    out += beam_warnings(system)
    out += held_angle_warnings(system)
    if assembly.closed and assembly.restarts:
        out.append("the description does not lead to an assembled configuration by itself: another start near it was used; "
                   "look at the picture whether this is the assembly you mean")  # fmt: skip
    return out


def _carried(system: System) -> set[str]:
    """Bodies that force elements (springs, dampers, cables, actuators, bushings) hold or pull."""
    tables = system.tables
    frames = [
        frame
        for path in tables.paths
        if path["kind"] == POINTS and path["law"] != WATCH
        for frame in tables.stops[path["first"] : path["first"] + path["count"]]
    ]
    frames += [bushing[end] for bushing in tables.bushings for end in ("a", "b")]
    bodies = {int(tables.frames[frame]["body"]) for frame in frames}
    return {system.body_names[k] for k in bodies if k >= 0}


def held_angle_warnings(system: System) -> list[str]:
    """Planar guides given by points hold their bodies aligned, whatever angle was drawn: said when the two differ."""
    out, index = [], {name: k for k, name in enumerate(system.body_names)}
    for name, place in system.joint_places.items():
        record = system.model.joints[name]
        if system.space is SPACE or place.type != "prismatic" or record.given().keys() & {"angle", "bodies"}:
            continue
        drawn = [0.0 if body == GROUND else system.q0[3 * index[body] + 2] for body in (place.body_a, place.body_b)]
        between = math.remainder(drawn[1] - drawn[0], 2 * math.pi)
        if abs(between) > 1e-6:
            out.append(
                f"joint {name}: holds {place.body_a} and {place.body_b} aligned, but they are drawn at an angle of "
                f"{math.degrees(between):.6g} deg: give angle = .. to hold another one"
            )
    return out


def motion_faults(system: System, times: Array, samples: Samples) -> list[Fault]:
    """Drivers whose motion has no finite value, rate or acceleration at one of the times."""
    out = []
    for name, motions in samples.items():
        for values in motions:
            if np.isfinite(sum(abs(x).sum() for x in values)):
                continue
            good = np.isfinite(np.array(values)).all(axis=0)
            if not good.all():
                record = system.model.drivers[name]
                when = f"at t = {times[int(np.argmin(good))]:.6g} s"
                out.append(
                    Fault(record.label, f"its motion has no finite value, rate or acceleration {when}", "",
                          "correct the motion, or end the run before", record.origin.file, record.origin.line)
                )  # fmt: skip
                break
    return out
