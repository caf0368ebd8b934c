"""How far one result is from a reference, by kinds of quantities, each relative to the size such quantities have in the reference.

Angles count at the characteristic length `L` of the mechanism: an angle with `L`, a moment with `1/L`. So all of a kind have one unit, and each
difference stands beside one size. Positions are measured by `L` itself, energies by what is exchanged or present, forces at least by a thousandth of
the weight: rounding of what is zero is no difference.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from vazba.frozen import frozen
from vazba.result.difference import common_instants, over_time

if TYPE_CHECKING:
    from vazba.result.result import Result

Array = NDArray[np.float64]
UNITS = {
    "positions": "m", "velocities": "m/s", "accelerations": "m/s^2", "reactions": "N", "efforts": "N", "forces": "N", "energy": "J",
}  # fmt: skip
JUMPING = ("accelerations", "reactions", "efforts", "forces")  # what may jump where an element switches
ELEMENTS = ("spring", "damper", "cable", "actuator", "limit", "friction")  # force elements
ENERGIES = ("kinetic", "potential", "elastic", "input", "dissipated")
SMALL = 1e-3  # part of a usual size below which a size is not taken
AT_ONCE = 1e-9  # part of the run: instants this near to a switch may be on either side of it
SHIFTED = 1e-6  # part of the run: a switch that is farther apart in two results does not excuse them
_LEVELS = {"m": "positions", "rad": "positions", "m/s": "velocities", "rad/s": "velocities", "m/s^2": "accelerations", "rad/s^2": "accelerations"}  # fmt: skip


@frozen
class Apart:
    """The largest difference of a kind: of which quantity of which element, when, and how large beside quantities of that kind."""

    kind: str
    element: str  # `body rod`
    quantity: str
    difference: float
    unit: str
    relative: float
    time: float  # s

    def __str__(self) -> str:
        at = f"at t = {self.time:.6g} s"
        return f"{self.element}, {self.quantity}: {self.difference:.2e} {self.unit} {at} ({self.relative:.1e} of the largest)"


@frozen
class _Series:
    kind: str
    element: str
    quantity: str
    unit: str
    factor: float  # to the unit of the kind
    apart: Array


class Agreement:
    """Differences of a result from a reference over their common instants."""

    def __init__(self, time: Array, scales: dict[str, float], series: list[_Series]) -> None:
        self.time, self.scales, self._series = time, scales, series
        self.kinds = tuple(kind for kind in UNITS if any(s.kind == kind for s in series))
        self.apart: dict[str, Array] = {  # by kind: the largest difference of any element at each instant, in its unit
            kind: np.max([s.apart * s.factor for s in series if s.kind == kind], axis=0) for kind in self.kinds
        }

    @property
    def relative(self) -> Array:
        """At each instant the largest difference of any kind, relative to the size of its kind."""
        if not self.kinds:
            return np.zeros(len(self.time))
        return np.asarray(np.max([self.apart[kind] / self.scales[kind] for kind in self.kinds], axis=0))

    def largest(self, kind: str, count: int | None = None) -> Apart:
        """The largest difference of a kind, at the first `count` instants."""
        held = [s for s in self._series if s.kind == kind]
        peaks = [float(np.max(s.apart[:count], initial=0.0) * s.factor) for s in held]
        s = held[int(np.argmax(peaks))]
        k = int(np.argmax(s.apart[:count])) if len(s.apart[:count]) else 0
        when = float(self.time[k]) if len(self.time) else 0.0
        value = float(s.apart[k]) if len(s.apart) else 0.0
        return Apart(kind, s.element, s.quantity, value, s.unit, max(peaks) / self.scales[kind], when)

    def worst(self, count: int | None = None) -> Apart | None:
        """The relatively largest difference of all."""
        return max((self.largest(kind, count) for kind in self.kinds), key=lambda row: row.relative, default=None)

    def within(self, tolerance: float) -> int:
        """Number of instants before the first at which a difference exceeds the tolerance."""
        beyond = ~(self.relative <= tolerance)
        return int(np.argmax(beyond)) if beyond.any() else len(self.time)


def agreement(
    reference: Result, result: Result, scales: dict[str, float], undetermined: Collection[str] = ()
) -> Agreement:
    """Compare with a reference; the reactions of the joints `undetermined` are left out."""
    mine, yours = common_instants(reference.time, result.time)
    time, length = reference.time[mine], _length(reference)
    jumps = _at_switches(reference, result, time)
    series = []
    for of, name, quantity, unit, apart, size in over_time(reference, result, mine, yours):
        kind = _kind(of, quantity, unit, reference.quantities(of, name))
        if kind is None or (kind == "reactions" and name in undetermined):
            continue
        lost = np.isnan(apart)  # a number in one of them only is as far away as can be
        apart = np.where(lost & np.isnan(size), 0.0, np.where(lost, np.inf, apart))
        if kind in JUMPING:
            apart = np.where(jumps, 0.0, apart)
        label = of if of == name else f"{of} {name}"
        series.append(_Series(kind, label, quantity.replace("_", " "), unit, _factor(unit, length, scales), apart))
    return Agreement(time, scales, series)


def sizes(reference: Result, mass: float, gravity: float) -> dict[str, float]:
    """The size of each kind of quantity, in its unit: what differences are divided by. `mass` (kg) and `gravity` (m/s^2) of the whole."""
    length, span = _length(reference), max(float(np.ptp(reference.time)) if len(reference) else 0.0, 1e-300)
    every = np.arange(len(reference))
    found = dict.fromkeys(UNITS, 0.0)
    powers = 0.0
    for of, name, quantity, unit, _, size in over_time(reference, reference, every, every):
        kind = _kind(of, quantity, unit, reference.quantities(of, name))
        largest = float(np.nanmax(size, initial=0.0))
        if kind == "efforts" and unit == "W":
            powers = max(powers, largest)
        elif kind not in (None, "positions", "energy"):
            found[kind] = max(found[kind], largest * _factor(unit, length, {}))
    found["positions"] = length
    found["velocities"] = max(found["velocities"], SMALL * length / span)
    usual = max(found["accelerations"], gravity, length / span**2)
    found["accelerations"] = max(found["accelerations"], SMALL * usual)
    found["efforts"] = max(found["efforts"], powers / found["velocities"])
    for kind in ("reactions", "efforts", "forces"):
        found[kind] = max(found[kind], SMALL * mass * usual, 1e-300)
    energy = reference.data.get("energy", {})
    moved = [float(np.ptp(energy[kind])) for kind in ENERGIES if kind in energy and len(reference)]
    present = [float(np.max(energy[kind])) for kind in ("kinetic", "elastic") if kind in energy and len(reference)]
    found["energy"] = max(*moved, *present, SMALL * mass * found["velocities"] ** 2, 1e-300)
    return found


def _length(result: Result) -> float:
    return float(result.info.get("length", 0.0)) or 1.0


def _kind(of: str, quantity: str, unit: str, present: Collection[str]) -> str | None:
    """The kind of a quantity; None when it follows from others and is not compared."""
    if of in ("body", "point") or (of == "joint" and not quantity.startswith("reaction")):
        return _LEVELS.get(unit)
    if of == "joint":
        return "reactions"
    if of == "driver":  # one with several motions has no single effort
        return "efforts" if quantity == "effort" or (quantity == "power" and "effort" not in present) else None
    if of in ELEMENTS:
        return "forces" if quantity in ("force", "effort") else None
    return "energy" if of == "energy" and quantity in ENERGIES else None


def _factor(unit: str, length: float, scales: dict[str, float]) -> float:
    """From a unit to that of its kind."""
    if unit == "W":
        return 1.0 / scales["velocities"]
    return length if unit.startswith("rad") else 1.0 / length if unit == "N m" else 1.0


def _at_switches(a: Result, b: Result, time: Array) -> NDArray[np.bool_]:
    """Instants that lie before a switch in one result and after it in the other."""
    out = np.zeros(len(time), bool)
    span = float(np.ptp(time)) if len(time) else 0.0
    found: dict[tuple[str, ...], tuple[list[float], list[float]]] = {}
    for k, result in enumerate((a, b)):
        for when, *what in result.events:
            found.setdefault(tuple(what), ([], []))[k].append(when)
    for mine, yours in found.values():
        for first, second in zip(mine, yours):
            if abs(first - second) <= SHIFTED * span:
                low, high = min(first, second) - AT_ONCE * span, max(first, second) + AT_ONCE * span
                out |= (time >= low) & (time <= high)
    return out
