"""`vz.compare`: the same motion by every formulation and several integrators, and how far they agree.

The reference is the first method at tolerances a hundred times smaller. What differs by more than the tolerance is run again at those tolerances: an error of
integration becomes smaller, a wrong formulation does not. Where even the reference changes between the two (chaos: the smallest disturbance grows
exponentially), agreement is judged up to that time only.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence

import numpy as np

from vazba.case.prepare import prepared
from vazba.comparison.comparison import AGREES, DIFFERS, FAILED, NOT_FOR, OPEN, Compared, Comparison
from vazba.errors import Fault, ModelError, VazbaError, VazbaWarning
from vazba.formulations.settings import METHODS, settings_of
from vazba.kinematic.check import analyse
from vazba.kinematic.mobility import DENSE_LIMIT
from vazba.kinematic.run import Progress
from vazba.model import Model
from vazba.result import Result
from vazba.result.agreement import Agreement, agreement, sizes
from vazba.simulation.simulate import simulate
from vazba.system import System

RTOL, ATOL, TOLERANCE = 1e-10, 1e-12, 1e-6
TIGHTER, LEAST_RTOL, LEAST_ATOL = 100.0, 1e-13, 1e-16
OTHERS = ("dop853", "dopri5", "radau")  # integrators of models that are cheap to run
CHEAP = 0.5  # s in the steps of one run
DETERMINED = 0.1  # of the tolerance: a run that changes by more at tighter tolerances is not determined any more
SHARE = 0.2  # of the time in which the reference is determined, for which another run must be
PLAUSIBLE = 1e3  # times the error of integration of the first method, which that of another may be
AROUND = 1e-3  # part of its time by which a singular posture is kept away from
MOST_NAMED = 12


def compare(
    model: Model, until: float | None = None, every: float | None = None, *, rtol: float | None = None, atol: float | None = None,
    tolerance: float = TOLERANCE, integrators: Sequence[str] | None = None, progress: Progress | None = None,
) -> Comparison:  # fmt: skip
    """Run all methods the model has (and, where that is cheap or `integrators` names them, other integrators) and tell how far they agree.

    Agreement says that the equations of this description were set up and solved rightly; the model, the equations of the joints, the laws of forces and the
    integrators are shared, and a fault there shows nowhere.

    `tolerance` is relative to the size of each kind of quantity, for positions to the characteristic length. `rtol` (1e-10) and `atol` (1e-12) are those of
    the runs; the reference uses a hundredth of them. `print(vz.compare(model))` tells it; see `agree`, `summary`, `results` and `to_dataframe()` there.
    """
    if not 0 < tolerance < 1:
        what = f"tolerance = {tolerance:g} is not between 0 and 1"
        raise ModelError(Fault("compare", what, "it is relative to the size of each kind of quantity", "give one such as 1e-6"))  # fmt: skip
    given = {"rtol": RTOL if rtol is None else rtol, "atol": ATOL if atol is None else atol}
    usual = {"method": _methods()[0], "integrator": "auto", "stabilisation": "auto", "step": None, **given}
    _, _, system, dynamics = prepared(model, until, every, 0.0, **usual)
    for name in integrators or ():
        settings_of(model, **{**usual, "method": "auto", "integrator": name})
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
            system.described,
            span,
            given,
            tolerance,
            progress,
        )
        least = {"rtol": LEAST_RTOL, "atol": LEAST_ATOL}
        self.tight = {key: min(value, max(value / TIGHTER, least[key])) for key, value in given.items()}
        self.done, self.planned = 0, 1 + len(_methods())
        self.undetermined, self.notes = _undetermined(system)
        self.reference: Result  # the first method at the tighter tolerances
        self.scales: dict[str, float] = {}
        self.singular = np.inf  # s: when the first method tells of a singular posture
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

        rtol, atol = tolerances["rtol"], tolerances["atol"]
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", VazbaWarning)  # what they tell stands in the message of the result
            result = simulate(
                self.model, *self.span, method=method, integrator=integrator, stabilisation="auto", progress=tell, rtol=rtol, atol=atol
            )  # fmt: skip
        self.done += 1
        return result

    def _against(self, reference: Result, result: Result) -> Agreement:
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
        if first:
            self.singular = min(_singular(self.reference), _singular(result))
        count = self._determined(seen)
        if seen.within(self.tolerance) >= count and (count > 1 or len(seen.time) < 2):
            used = set(str(result.info.get("method", method)).split(" then ")) - {method}
            over = f"the model is stiff: its later part is computed by the method {', '.join(used)}" if used else ""
            return Compared(method, integrator, AGREES, over, result, seen, count)
        again = self.reference if first else self._run(method, integrator, self.tight)
        return self._closer(method, integrator, result, seen, again)

    def _determined(self, seen: Agreement) -> int:
        """Number of instants before a singular posture, beyond which the branch is not determined."""
        count = int(np.searchsorted(seen.time, self.singular * (1.0 - AROUND)))
        where = f"a singular posture near t = {self.singular:.4g} s, where it may branch"
        if count < len(seen.time) and not any(where in text for text in self.notes):
            self.notes.append(f"the mechanism passes {where}: what follows is not compared")
        return count

    def _failed(self, result: Result) -> bool:
        """Whether a run ended early where the reference did not, and not at a singular posture."""
        early = not len(result) or float(result.time[-1]) < self.singular * (1.0 - AROUND)
        return result.status == "failed" and self.reference.status != "failed" and early

    def _closer(self, method: str, integrator: str, result: Result, seen: Agreement, again: Result) -> Compared:
        """Judge a difference beyond the tolerance by a rerun at the tighter one: an error of integration, chaos, or a disagreement."""
        tight, own = f"at rtol {self.tight['rtol']:g}", self.own or seen
        if self._failed(again) or again.status == "interrupted":
            verdict = OPEN if again.status == "interrupted" else FAILED
            return Compared(method, integrator, verdict, f"{tight}: {again.message}", again, seen)
        now, changed = self._against(self.reference, again), self._against(again, result)
        count = self._determined(now)
        most, off = _most(changed, count), _most(seen, count)
        if again is not self.reference and now.within(self.tolerance) >= count > 1:
            remark = f"{tight}, but at {self.given['rtol']:g} it is off by {off:.1e}"
            if off > PLAUSIBLE * _most(own, count):
                remark += (
                    f": too much for an error of integration, which is {_most(own, count):.1e} for the first method"
                )
                return Compared(method, integrator, DIFFERS, remark, result, seen, count)
            return Compared(method, integrator, AGREES, f"{remark}: an error of integration", again, now, count)
        alone = min(own.within(DETERMINED * self.tolerance), count)
        judged = min(alone, changed.within(DETERMINED * self.tolerance))
        until = float(now.time[judged - 1]) if judged else 0.0
        if judged < 2 or until < SHARE * float(own.time[alone - 1]):
            remark = f"not determined: tighter tolerances change it by up to {most:.1e}; ask for smaller ones"
            return Compared(method, integrator, OPEN, remark, again, now)
        verdict = AGREES if now.within(self.tolerance) >= judged else DIFFERS
        if judged == count:
            remark = f"tighter tolerances change it by {most:.1e} only: this is no error of integration"
        else:
            remark = f"until t = {until:.6g} s; later, tighter tolerances change the motion itself, by up to {most:.1e}"
        return Compared(method, integrator, verdict, remark, again, now, judged)


def _singular(result: Result) -> float:
    """Time of the first singular posture that a run tells of; infinite where there is none."""
    when = result.info.get("singular")
    return np.inf if when is None else float(when)


def _most(seen: Agreement, count: int) -> float:
    return float(np.max(seen.relative[:count], initial=0.0))


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
