"""Controllers of a run: their table for the kernels, the functions of the user, the log of what sampled ones have found."""

from __future__ import annotations

import warnings
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vazba._jit import Calling, control_address, in_python_because, packed
from vazba.case.inputs import FREE, Input, Inputs
from vazba.controllers.computed_torque import ComputedTorque
from vazba.controllers.function import FunctionController, passing
from vazba.controllers.seen import ControlPlan
from vazba.equations.control import BLOCK, CONTROLS, FUNCTION, NEVER, OUT, PD, READ, TORQUE, sample
from vazba.equations.verbs import EXTRA
from vazba.errors import Fault, ModelError, VazbaWarning
from vazba.flexible.build import has_unknowns
from vazba.formulations.formulation import Formulation
from vazba.laws.records import COMMAND, COORDINATE, CURVE
from vazba.system import System

Array = NDArray[np.float64]
MOST = 10_000_000  # numbers of a log


class Controls:
    """Controllers that compute something; continuous PD controllers are laws of paths, and none of these."""

    def __init__(self, inputs: Inputs, plans: list[ControlPlan], begin: float, end: float | None) -> None:
        self.inputs, self.plans = inputs, plans
        self.calls: dict[str, Calling] = {}
        self._alive: list[object] = []
        self._paths = inputs.system.tables.paths
        blocks: list[tuple[Any, ...]] = []
        outs: list[tuple[Any, ...]] = []
        reads: list[tuple[int, int, int]] = []
        logs: list[Array] = []
        for plan in plans:
            found = self._outs(plan)
            every = plan.every or 0.0
            looks = 0 if end is None or not every else int((end - begin) / every * (1 + 1e-12)) + 2
            if looks * len(found) > MOST:
                what = f"every = {every:g} s means {looks:.2g} looks in a run of {(end or 0.0) - begin:g} s"
                raise ModelError(Fault(plan.record.label, what, "they do not fit into memory", "look less often"))
            log = np.zeros(looks * len(found))
            logs.append(log)
            blocks.append((
                self._kind(plan), every, begin, 0, len(reads), len(plan.reads), len(outs), len(found), self._function(plan), log.ctypes.data, looks,
            ))  # fmt: skip
            outs += found
            reads += list(plan.reads)
        self.blocks, self.outs = np.array(blocks, BLOCK), np.array(outs, OUT)
        self.places = self.outs["place"].astype(np.intp)
        most, system = max((len(plan.axes) for plan in plans), default=0), inputs.system
        arrays = {
            "blocks": self.blocks, "outs": self.outs, "reads": np.array(reads, READ), "values": np.zeros(max(len(reads), 1)),
            "found": np.zeros(len(outs)), "numbers": inputs.numbers, "matrix": np.zeros((most + 1) ** 2), "rates": np.zeros(system.nq + system.nv + EXTRA),
        }  # fmt: skip
        self._alive += [arrays, logs]
        self.record: Any = packed(CONTROLS, arrays)
        self.here, self.n_outs = int(self.record.here), len(outs)
        inputs.system = replace(system, controls=self)

    @property
    def looking(self) -> int:
        """Whether a report looks, or a run goes on."""
        return int(self.record.looking)

    @looking.setter
    def looking(self, how: int) -> None:
        self.record.looking = how

    @staticmethod
    def _kind(plan: ControlPlan) -> int:
        if isinstance(plan.record, FunctionController):
            return FUNCTION
        return TORQUE if isinstance(plan.record, ComputedTorque) else PD

    def _outs(self, plan: ControlPlan) -> list[tuple[Any, ...]]:
        """Where what it finds goes; elements follow these places from now on."""
        if plan.writes:
            return [self._written(plan, self.inputs.all[name]) for name in self.inputs.named(plan.writes)]
        out = []
        for row, axis in plan.axes:
            own, path = self.inputs.own[row], self._paths[row]
            joint = path["kind"] == COORDINATE
            forward = int(path["curve"]) if self._kind(plan) == PD else 0
            out.append((
                own.place, row, int(path["first"]) if joint else 0, forward, -1.0 if joint else 1.0, axis.kp, axis.kd, path["lower"], path["upper"], 0,
            ))  # fmt: skip
            path["law"], path["stiffness"], path["damping"], path["curve"] = (
                COMMAND,
                -1.0 if joint else 1.0,
                0.0,
                own.law,
            )
        return out

    def _written(self, plan: ControlPlan, one: Input) -> tuple[Any, ...]:
        length = one.kind == FREE
        if length:
            path = self._paths[one.row]
            if path["law"] == CURVE or not plan.every:
                what = "has a curve" if path["law"] == CURVE else "would change without a known rate"
                why = f"the free length of {one.label} {what}: the work that is done on it is not known"
                remedy = "write an effort instead" if path["law"] == CURVE else "add every = .., the period of looking"
                raise ModelError(Fault(plan.record.label, f"writes: '{one.name}' cannot be written", why, remedy))
            self.inputs.numbers[one.place] = path["free"]
        self.inputs.take(one.name)
        return one.place, one.row if length else -1, 0, 0, 1.0, 0.0, 0.0, -np.inf, np.inf, int(length)

    def _function(self, plan: ControlPlan) -> int:
        if not plan.writes:
            return 0
        record: Any = plan.record
        writes = {name: len(self.inputs.named([name])) for name in plan.writes}
        calling = Calling(record.function, len(plan.reads), writes, *passing(record.function, len(plan.reads)))
        address, keeper, compiled = control_address(calling, compiled=not plan.every)
        if not compiled and not plan.every:
            warnings.warn(f"{record.label}: {in_python_because(record.function)}", VazbaWarning, stacklevel=2)
        self.calls[record.label] = calling
        self._alive += [calling, keeper]
        return address

    def begin(self, form: Formulation, y: Array, t: float) -> float:
        """The first look of sampled controllers; when the next one is."""
        for record in (plan.record for plan in self.plans):
            anew = getattr(getattr(record, "function", None), "reset", None)
            if callable(anew):
                anew()
        self.blocks["begin"], self.blocks["taken"] = t, 0
        if not (self.blocks["every"] > 0).any():
            return NEVER
        return float(sample(form.record.here, y.ctypes.data, t))

    def like(self, other: Controls) -> None:
        """Go on where others of the same model are."""
        self.inputs.numbers[:] = other.inputs.numbers
        for name in ("begin", "taken"):
            self.blocks[name] = other.blocks[name]

    def why(self) -> str:
        """What went wrong in a controller, if anything."""
        for label, calling in self.calls.items():
            if calling.said:
                return f"{label}: {calling.said}. Correct the function"
        wrong = ~np.isfinite(self.inputs.numbers[self.places])
        for plan, block in zip(self.plans, self.blocks, strict=True):
            if wrong[block["first_out"] : block["first_out"] + block["outs"]].any():
                if self._kind(plan) == TORQUE:
                    names = ", ".join(plan.record.targets)  # type: ignore[attr-defined]
                    return f"{plan.record.label}: its efforts are not determined: the joints {names} cannot be moved independently of each other here"
                return f"{plan.record.label}: what it gives is not finite"
        return ""


def computing(system: System) -> list[ControlPlan]:
    """Controllers that are more than a law of a path."""
    return [plan for plan in system.plans if plan.every or plan.writes or isinstance(plan.record, ComputedTorque)]


def controls_of(inputs: Inputs | System, begin: float, end: float | None) -> Controls | None:
    """Controllers of a run, entered into the system of its inputs; `end`: None where it is not known, and nothing is logged."""
    system = inputs if isinstance(inputs, System) else inputs.system
    plans = computing(system)
    if not plans:
        return None
    if has_unknowns(system):
        wrong = [plan.record for plan in plans if isinstance(plan.record, ComputedTorque)]
        if wrong:
            why = "its efforts are found for rigid bodies and rigid finite elements"
            raise ModelError(
                Fault(wrong[0].label, "it does not go with modal and nodal beams", why, 'write model = "rfe"')
            )
    return Controls(Inputs(system) if isinstance(inputs, System) else inputs, plans, begin, end)


def refuse_controllers(system: System, what: str) -> None:
    """Raises `ModelError` where controllers act that an analysis does not know."""
    faults = [
        plan.record.fault_of(what)
        for plan in computing(system)
        if plan.writes or isinstance(plan.record, ComputedTorque)
    ]
    if faults:
        raise ModelError(faults)
