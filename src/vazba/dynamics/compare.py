"""`vz.compare`: the same motion by every formulation and several integrators, and how far they agree.

The reference is the first method at tolerances a hundred times smaller. What differs by more than the tolerance is run again at those tolerances: an error of
integration becomes smaller, a wrong formulation does not. Where even the reference changes between the two (chaos: the smallest disturbance grows
exponentially), agreement is judged up to that time only.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence

import numpy as np

from vazba.dynamics.comparison import AGREES, DIFFERS, FAILED, NOT_FOR, OPEN, Compared, Comparison
from vazba.dynamics.prepare import prepared
from vazba.dynamics.run import simulate
from vazba.dynamics.settings import METHODS, settings_of
from vazba.errors import Fault, ModelError, VazbaError, VazbaWarning
from vazba.kinematic.check import analyse
from vazba.kinematic.mobility import DENSE_LIMIT
from vazba.kinematic.run import Progress
from vazba.model import Model
from vazba.result import Result
from vazba.result.agreement import Agreement, agreement, sizes
from vazba.system import System

RTOL, ATOL, TOLERANCE = 1e-10, 1e-12, 1e-6
TIGHTER, LEAST_RTOL, LEAST_ATOL = 100.0, 1e-13, 1e-16
OTHERS = ("dop853", "dopri5", "radau")  # integrators of models that are cheap to run
CHEAP = 0.5  # s in the steps of one run
DETERMINED = 0.1  # of the tolerance: a run that changes by more at tighter tolerances is not determined any more
SHARE = 0.2  # of the time in which the reference is determined, for which another run must be
MOST_NAMED = 12


def compare(
    model: Model, until: float | None = None, every: float | None = None, *, rtol: float | None = None, atol: float | None = None,
    tolerance: float = TOLERANCE, integrators: Sequence[str] | None = None, progress: Progress | None = None,
) -> Comparison:  # fmt: skip
    """Run all methods (and, where that is cheap or `integrators` names them, other integrators) and tell how far they agree.

    `tolerance` is relative to the size of each kind of quantity, for positions to the characteristic length. `rtol` (1e-10) and `atol` (1e-12) are those of
    the runs; the reference uses a hundredth of them. `print(vz.compare(model))` tells it; see `agree`, `summary`, `results` and `to_dataframe()` there.
    """
    if not 0 < tolerance < 1:
        what = f"tolerance = {tolerance:g} is not between 0 and 1"
        raise ModelError(Fault("compare", what, "it is relative to the size of each kind of quantity", "give one such as 1e-6"))  # fmt: skip
    given = {"rtol": RTOL if rtol is None else rtol, "atol": ATOL if atol is None else atol}
    usual = {"method": _methods()[0], "integrator": "auto", "stabilisation": "auto", "step": None, **given}
    _, _, system, dynamics = prepared(model, until, every, **usual)
    for name in integrators or ():
        settings_of(model, **{**usual, "integrator": name})
    work = _Work(system, (until, every), given, tolerance, progress)
    mass, gravity = float(dynamics.masses["m"].sum()), float(np.linalg.norm(dynamics.gravity))
    return work.compared(mass, gravity, integrators)


def _methods() -> list[str]:
    return [name for name in METHODS if name != "auto"]


class _Work:
    """The runs of one comparison."""

    def __init__(
        self, system: System, span: tuple[float | None, float | None], given: dict[str, float], tolerance: float, progress: Progress | None
    ) -> None:  # fmt: skip
        self.model, self.span, self.given, self.tolerance, self.progress = (
            system.model,
            span,
            given,
            tolerance,
            progress,
        )
        least = {"rtol": LEAST_RTOL, "atol": LEAST_ATOL}
        self.tight = {key: min(value, max(value / TIGHTER, least[key])) for key, value in given.items()}
        self.done, self.planned = 0, 1 + len(_methods())
        self.undetermined, self.notes = _undetermined(system)
        self.reference: Result | None = None
        self.scales: dict[str, float] = {}
        self.own: Agreement | None = None  # what the tighter tolerance changes of the first method

    def compared(self, mass: float, gravity: float, integrators: Sequence[str] | None) -> Comparison:
        """All runs, one after another; Ctrl-C ends them."""
        reference = self.reference = self._run(_methods()[0], "auto", self.tight)
        self.scales = sizes(reference, mass, gravity)
        if reference.status == "failed":
            self.notes.append(f"the reference run did not come to its end: {reference.message}")
        runs: list[Compared] = []
        pairs, interrupted = [(method, "auto") for method in _methods()], reference.status == "interrupted"
        while pairs and not interrupted:
            run = self._compared(*pairs.pop(0))
            runs.append(run)
            if len(runs) == 1 and run.result is not None:
                pairs += self._others(run.result, integrators)
                self.planned = 1 + len(runs) + len(pairs)
            interrupted = run.result is not None and run.result.status == "interrupted"
        return Comparison(
            self.model, self.tolerance, self.given, self.tight, reference, self.scales, tuple(runs), tuple(self.notes), interrupted
        )  # fmt: skip

    def _others(self, first: Result, wanted: Sequence[str] | None) -> list[tuple[str, str]]:
        """Further integrators, with each method: those that are named, or some where a run is cheap; explicit ones not for stiff models."""
        used = str(first.info.get("integrator", ""))
        if wanted is None:
            seconds = float(first.info.get("seconds", 0.0))
            if seconds > CHEAP:
                self.notes.append(
                    f"other integrators were not tried: a run takes {seconds:.2g} s; name those to be tried"
                )
                return []
            wanted = ("radau",) if "radau" in used else OTHERS
        return [(method, name) for name in wanted if name != used for method in _methods()]

    def _run(self, method: str, integrator: str, tolerances: dict[str, float]) -> Result:
        def tell(done: float, total: float) -> None:
            if self.progress is not None:
                self.progress(self.done * total + done, max(self.planned, self.done + 1) * total)

        with warnings.catch_warnings():
            warnings.simplefilter("ignore", VazbaWarning)  # what they tell stands in the message of the result
            result = simulate(
                self.model, *self.span, method=method, integrator=integrator, stabilisation="auto", progress=tell, **tolerances
            )  # fmt: skip
        self.done += 1
        return result

    def _against(self, reference: Result | None, result: Result) -> Agreement:
        assert reference is not None
        return agreement(reference, result, self.scales, self.undetermined)

    def _compared(self, method: str, integrator: str) -> Compared:
        try:
            result = self._run(method, integrator, self.given)
        except ModelError as error:
            fault = error.faults[0]
            return Compared(method, integrator, NOT_FOR, f"{fault.what}: {fault.why}" if fault.why else fault.what)
        except VazbaError as error:
            return Compared(method, integrator, FAILED, str(error))
        seen = self._against(self.reference, result)
        first, self.own = self.own is None, self.own or seen
        if result.status == "interrupted":
            return Compared(method, integrator, OPEN, result.message, result, seen)
        if self._failed(result):
            return Compared(method, integrator, FAILED, result.message, result, seen)
        if seen.within(self.tolerance) == len(seen.time):
            used = str(result.info.get("method", method))
            over = "" if used == method else f"the model is stiff: {used}"
            return Compared(method, integrator, AGREES, over, result, seen)
        assert self.reference is not None
        again = self.reference if first else self._run(method, integrator, self.tight)
        return self._closer(method, integrator, result, seen, again)

    def _failed(self, result: Result) -> bool:
        """Whether a run ended early where the reference did not."""
        return result.status == "failed" and self.reference is not None and self.reference.status != "failed"

    def _closer(self, method: str, integrator: str, result: Result, seen: Agreement, again: Result) -> Compared:
        """Judge a difference beyond the tolerance by a rerun at the tighter one: an error of integration, chaos, or a disagreement."""
        tight = f"at rtol {self.tight['rtol']:g}"
        if self._failed(again) or again.status == "interrupted":
            verdict = OPEN if again.status == "interrupted" else FAILED
            return Compared(method, integrator, verdict, f"{tight}: {again.message}", again, seen)
        now, changed = self._against(self.reference, again), self._against(again, result)
        most = float(np.max(changed.relative, initial=0.0))
        if again is not self.reference and now.within(self.tolerance) == len(now.time):
            remark = f"{tight}; at {self.given['rtol']:g} it is off by {_most(seen):.1e}: an error of integration"
            return Compared(method, integrator, AGREES, remark, again, now)
        own = self.own or seen
        alone = own.within(DETERMINED * self.tolerance)
        count = min(alone, changed.within(DETERMINED * self.tolerance), len(now.time))
        until = float(now.time[count - 1]) if count else 0.0
        if count < 2 or until < SHARE * float(own.time[max(alone - 1, 0)]):
            remark = f"not determined: tighter tolerances change it by up to {most:.1e}; ask for smaller ones"
            return Compared(method, integrator, OPEN, remark, again, now)
        verdict = AGREES if now.within(self.tolerance) >= count else DIFFERS
        if count == len(now.time):
            remark = f"tighter tolerances change it by {most:.1e} only: this is no error of integration"
            return Compared(method, integrator, verdict, remark, again, now)
        remark = f"until t = {until:.6g} s; later, tighter tolerances change the motion itself, by up to {most:.1e}"
        return Compared(method, integrator, verdict, remark, again, now, count)


def _most(seen: Agreement) -> float:
    return float(np.max(seen.relative, initial=0.0))


def _undetermined(system: System) -> tuple[frozenset[str], list[str]]:
    """Joints whose reactions are not unique, because equations follow from others; and what is to be said of them."""
    found = analyse(system)[1]
    if not found.redundant:
        return frozenset(), []
    if system.nv > DENSE_LIMIT:
        names = frozenset(group.name for group in system.groups if group.kind == "joint")
        listed = "the joints"
    else:
        members = (member for dependency in found.dependencies for member, _ in dependency.members)
        names = frozenset(member.removeprefix("joint ") for member in members)
        more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
        listed = f"joints {', '.join(sorted(names)[:MOST_NAMED])}{more}"
    count = f"{found.redundant} of their equations follow from others"
    return names, [f"the reactions of {listed} are not unique ({count}): they are not compared"]
