"""What `vz.equilibrium` returns."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vazba.bodies.space import space_of
from vazba.element import Element
from vazba.frozen import frozen
from vazba.model import Model
from vazba.result import Result
from vazba.result.quantities import UNITS
from vazba.statics.following import LoadPath

Array = NDArray[np.float64]
STABLE, INDIFFERENT, UNSTABLE = "stable", "indifferent", "UNSTABLE"
PULLING = ("bar", "spring", "cable", "actuator", "limit")  # a damper does not at rest


@frozen
class Equilibrium:
    """A state in which all forces balance: `eq["rod"].x`, `eq.tensions`, `eq.reaction("A")`; `eq.result` holds everything, as one instant.

    Where none was found `status` is "failed", `message` tells why, and the state is the one with the least unbalanced force.
    """

    model: Model
    t: float  # drivers are held, and loads act, as they are at this time
    status: str  # "done" or "failed"
    message: str
    result: Result  # one instant
    q: Array  # coordinates of the bodies
    residual: float  # largest unbalanced force, N (moments at the characteristic length)
    force: float  # largest single force, N
    how: str  # "as drawn", "Newton", "growing loads", "loads in 10 parts", "relaxation", "path"
    steps: int
    moved: float  # largest displacement of a body from where it is drawn, m
    turned: float  # largest turn of a body, rad
    stability: str  # "stable", "indifferent", "UNSTABLE"
    stiffness: (
        Array  # of the motions joints and drivers allow, smallest first, N/m (turns count at the characteristic length)
    )
    free: tuple[str, ...]  # what can move without stiffness, in words
    idle: tuple[
        str, ...
    ]  # of these, what changes nothing (a rod about its own axis, a floating structure as one): no part of the verdict
    slack: tuple[str, ...]  # cables that do not pull
    warnings: tuple[str, ...]
    path: LoadPath | None = None  # equilibria on the way, where the loads were followed

    @property
    def ok(self) -> bool:
        """Whether forces balance."""
        return self.status == "done"

    @property
    def stable(self) -> bool:
        """Whether it is one, and comes back after every small displacement (but an idle one)."""
        return self.ok and self.stability == STABLE

    def __getitem__(self, key: str | Element) -> Any:
        """As `eq.result[key]`: `eq["rod"].x`, `eq["rod.x"]`; arrays of one number."""
        return self.result[key]

    @property
    def tensions(self) -> dict[str, float]:
        """Force of every spring, cable, actuator and stop, N or N m."""
        out: dict[str, float] = {}
        for kind in PULLING:
            for name in self.result.names.get(kind, ()):
                quantity = "effort" if kind == "actuator" else "force"
                out[name if name not in out else f"{name}.{kind}"] = float(self.result.array(kind, name, quantity)[0])
        return out

    def reaction(self, joint: str | Element) -> Array:
        """Force and moment of a joint on its second body, ground components: `fx, fy, m` or `fx, fy, fz, mx, my, mz`."""
        view = self.result.joint(joint)
        parts = space_of(self.result.dimension).wrench
        return np.array([view[part][0] for part in parts])

    def moved_in_words(self) -> str:
        """How far bodies are from where they are drawn."""
        if self.moved < 1e-9 and self.turned < 1e-9:
            return "where it is drawn"
        return f"up to {self.moved:.3g} m and {math.degrees(self.turned):.3g} deg from where it is drawn"

    def found_in_words(self) -> str:
        """How it was found."""
        if self.how == "as drawn":
            return "as drawn"
        return f"{self.how}, {self.steps} step{'' if self.steps == 1 else 's'}"

    def stability_in_words(self) -> str:
        """The verdict, and what it leaves out."""
        if not self.idle or self.stability == INDIFFERENT:
            return self.stability
        return f"{self.stability} (apart from {len(self.idle)} idle motion{'' if len(self.idle) == 1 else 's'})"

    def residual_in_words(self) -> str:
        """What is left of the forces, beside the largest of them."""
        beside = f" beside {self.force:.4g} N" if self.force > 0 else ""
        return f"{self.residual:.1e} N are left{beside}"

    def summary(self) -> str:
        """Everything in a few lines."""
        outcome = (
            f"{self.stability_in_words()} equilibrium, {self.moved_in_words()}" if self.ok else "NO equilibrium found"
        )
        lines = [f"{self.model.name}: {outcome}", f"  {self.found_in_words()}; {self.residual_in_words()}"]
        if self.message:
            lines.append(f"  {self.message}")
        for name, value in self.tensions.items():
            kind = next(kind for kind in PULLING if name.split(".")[0] in self.result.names.get(kind, ()))
            unit = self.result.unit_of(kind, name.split(".")[0], "effort" if kind == "actuator" else "force")
            note = ", slack" if name in self.slack else ""
            lines.append(f"  {kind} {name}: {value:.6g} {unit or UNITS['force']}{note}")
        lines += [f"  {'idle' if text in self.idle else 'free'}: {text}" for text in self.free]
        return "\n".join(lines + [f"  warning: {text}" for text in self.warnings])

    def __str__(self) -> str:
        return self.summary()

    def _repr_html_(self) -> str:
        """In a notebook: what was found, tensions, and where the mechanism rests."""
        from vazba.viewer.notebook import lines, shown

        return lines(self.summary().splitlines()) + shown(self.result)

    def save(self, path: str | Path) -> None:
        """Write it to .nc (everything, with the model), .csv or .parquet (the flat table): a result of one instant."""
        self.result.save(path)
