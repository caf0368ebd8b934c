"""Laws of time and curves that force elements hold: where they jump, how far they are known, what they may not become."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vazba.element import Element
from vazba.errors import Fault, ModelError
from vazba.laws.records import COMMAND
from vazba.motion import Constant, Motion
from vazba.system import System

Array = NDArray[np.float64]
COMMANDS = {  # sections and keys that hold laws of time
    "actuators": ("tension", "force", "torque"), "cables": ("free_length",), "springs": ("free_length", "free_angle"),
    "forces": ("force",), "torques": ("torque",),
}  # fmt: skip
PLAIN = {int, float, type(None)}  # what is written where there is no law
MOST_LOOKED = 5000  # times at which a law is looked at beforehand
CURVES = {"springs": "length", "dampers": "rate"}  # sections with a curve `force`, and what it is a curve over


def commands(system: System) -> Iterator[tuple[Element, Any, str, Motion]]:
    """`(record, its values, key, law)` of every law of time; elements for which nothing but numbers is given are passed over."""
    for section, keys in COMMANDS.items():
        for record in system.model.section(section).values():
            if PLAIN.issuperset([type(getattr(record, key, None)) for key in keys]):
                continue
            values = system.values[section][record.name]
            for key in keys:
                found = getattr(values, key)
                for law in found if isinstance(found, tuple) else (found,):
                    if law is not None and not law.columns:  # what depends on the motion is not known before
                        yield record, values, key, law


def depends_on_time(system: System) -> bool:
    """Whether anything that acts or drives follows the time by itself, so that a long step might pass over it unseen."""
    t = system.tables
    frames, paths = t.frames, t.paths
    moved = any(bool((frames[key] > 0).any()) for key in ("law_x", "law_y", "law_z"))
    commanded = bool(((paths["free_law"] > 0) | (paths["law"] == COMMAND) | (paths["pointer"] != 0)).any())
    return moved or commanded or bool((t.rows["law"] > 0).any()) or len(t.loads) > 0


def jumps(system: System) -> list[float]:
    """Times at which a commanded force or length, or a rate of it, jumps."""
    return [float(x) for _, _, _, law in commands(system) for x in law.breaks()]


def check_commands(system: System, times: Array) -> None:
    """Refuse a run that goes beyond the table of a load, or in which a law has no value or a cable is reeled in to nothing.

    Not asked where an event may end the run before.
    """
    faults: list[Fault] = []
    if any(event.stop for event in system.model.events.values()):
        return
    looked = times[:: max(1, len(times) // MOST_LOOKED)]
    for record, values, key, law in commands(system):
        if isinstance(law, Constant):
            continue  # judged where it was read
        first, last = law.span()
        begin = max(0.0, -np.inf if getattr(values, "start", None) is None else values.start)
        end = min(times[-1], np.inf if getattr(values, "stop", None) is None else values.stop)
        place = record.origin.file, record.origin.line_of(key)
        acting = looked[(looked >= begin) & ((looked < end) | (end == times[-1]))]
        with np.errstate(all="ignore"):
            found = law.at(acting)[0]
        if begin < end and (first > begin or last < end):
            faults.append(Fault(record.label, f"{key}: its table covers t = {first:g} s to {last:g} s, the run needs t = {begin:g} s to {end:g} s",
                                "a table is not continued beyond its ends", "shorten the run or extend the table", *place))  # fmt: skip
        elif not np.isfinite(found).all():
            t = acting[int(np.argmin(np.isfinite(found)))]
            faults.append(
                Fault(
                    record.label,
                    f"{key} has no finite value at t = {t:.6g} s",
                    "",
                    "correct it, or end the run before",
                    *place,
                )
            )
        elif record.SECTION == "cables" and not found.min(initial=np.inf) > 0:
            t = acting[int(np.argmin(found > 0))]
            faults.append(Fault(record.label, f"its free length becomes {found[found <= 0][0]:.6g} m at t = {t:.6g} s",
                                "it must stay positive: strain is measured by it", "reel in less, or end the run before", *place))  # fmt: skip
    if faults:
        raise ModelError(dict.fromkeys(faults))


def beyond_tables(system: System, times: Array, data: Mapping[str, Mapping[str, Array]]) -> list[str]:
    """Remarks on springs and dampers that left the table of their force."""
    out = []
    for section, quantity in CURVES.items():
        for k, record in enumerate(system.model.section(section).values()):
            values = system.values[section][record.name]
            if getattr(values, "force", None) is None or not len(times):
                continue
            x = data[record.KIND][quantity][:, k]
            if section == "springs":
                x = x - (values.free_angle or values.free_length).at(times)[0]
            first, last = values.force.span()
            slack = 1e-9 * (last - first)
            if x.min() < first - slack or x.max() > last + slack:
                out.append(f"{record.label}: x went from {x.min():.6g} to {x.max():.6g}, its table from {first:g} to {last:g}; "
                           "beyond its ends the curve goes on straight")  # fmt: skip
    return out


def breaks(system: System, loads: NDArray[np.void], times: Array, more: Array) -> Array:
    """Times within those of a run at which loads begin and end, and commanded forces and drivers' accelerations jump, and `more`: whatever the output times
    are, but for the last: no step could be made between it and what is the same time but for rounding."""
    found = [x for key in ("start", "stop") for x in loads[key]] + jumps(system) + more.tolist()
    laws = [motion for parts in system.driver_motions.values() for _, motion, _ in parts]
    found += [float(x) for motion in laws for x in motion.breaks()]
    begin, end = float(times[0]), float(times[-1])
    found = [x for x in found if begin < x < end - 1e-12 * (1.0 + end)]
    return np.unique(found) if found else np.zeros(0)
