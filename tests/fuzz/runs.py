"""Short runs of one model: the methods and other integrators give the same motion, and no energy is lost without a word.

| fault   | what disagrees                                                                                                      |
|---------|---------------------------------------------------------------------------------------------------------------------|
| stops   | a method fails where the start is determined (unless it names a singular posture, which the oracle finds there, or     |
|         | all say that no motion follows: dead centre, no inertia, a bushing at half a turn)                                     |
| slow    | no end within the time limit                                                                                          |
| energy  | the ledger of the run is open by more than 1e-5 of the energy that is moved, the result does not say so, and tolerances |
|         | a thousand times tighter do not make that ten times less                                                              |
| told    | the same, and the result says so                                                                                      |
| motion  | poses (or joint angles, with whole turns) at the end differ from those of the first method by more than 1e-7 of the    |
|         | size, and tolerances a thousand times tighter do not make that ten times less (unless the motion is chaotic: the first |
|         | method is then as far from itself)                                                                                     |
| bits    | a run of one of the methods that is looked at after every step, with twice as many instants, is not the same to the bit   |
| coarse  | redundant mechanisms: at the tightest tolerances a method stays more than 1e-10 of the size away from the minimal one   |
|         | (1e-8 where the start is near a singular posture)                                                                      |
"""

from __future__ import annotations

from typing import Any

import numpy as np

import vazba as vz
from vazba.simulation import run as looking

from .check import METHODS, Check, Report, simulated, singular_at, state_of
from .poses import apart

UNTIL, LOOKS = 0.3, 6
ENDS = {
    ("moves next to nothing", "forces act on body"): "a body without inertia is led about its centre of mass",
    ("half a turn from where",): "the law of a bushing jumps",
}  # words of a run that ends because no motion follows, and what they mean
TURN = ("qw", "qx", "qy", "qz")
USUAL, TIGHT = {"rtol": 1e-9, "atol": 1e-11}, {"rtol": 1e-12, "atol": 1e-14}
SAME, ALWAYS, FINEST, OPEN = 1e-7, 1e-8, 1e-10, 1e-5
CHAOTIC = 1e-6  # of the size: as long as a method is no farther from itself at other tolerances, methods are no farther from each other
NOTHING = 1e-13  # of the weight over a metre: forces that cancel, in numbers of sixteen digits
QUICKER = "faster than steps can follow"  # words of an implicit method whose step cannot be solved
NEAR_BY = 1e-3  # smallest singular value, beside the largest
NOT_FAR = 1e-2  # the same, where a posture is said to be near
OTHERS = (
    ("absolute", "radau"),
    ("absolute", "dopri5"),
    ("recursive", "dop853"),
    ("minimal", "dopri5"),
    ("absolute", "generalized_alpha"),
)


def check_run(model: vz.Model, seed: int = 0, until: float = UNTIL) -> Report:
    """Runs by all methods and one more integrator."""
    start = Check(model, seed)
    report = Report()
    if not start.determined:
        report.notes.append("not determined at the start")
        return report
    wanted = [(method, "auto") for method in METHODS] + [OTHERS[seed % len(OTHERS)]]
    results: dict[str, Any] = {}
    stopped: dict[str, Any] = {}
    for method, integrator in wanted:
        label = method if integrator == "auto" else f"{method}/{integrator}"
        more = {"step": until / 3000} if integrator == "generalized_alpha" else {}
        result = _run(model, report, method, label, until, integrator=integrator, **USUAL, **more)
        if result is None:
            continue
        (results if result.status == "done" else stopped)[label] = result
        if result.status == "done" and integrator != "generalized_alpha":  # which damps by design
            _energy(model, label, result, report, until)
        if (method, integrator) == wanted[seed % len(wanted)]:
            again = {"integrator": integrator, **USUAL, **more}
            _bits(model, report, method, label, until, result, again)
    if (
        model.drivers
        and not results
        and len(stopped) > 2
        and any("singular posture" in r.message for r in stopped.values())
    ):
        report.notes.append("driven into a dead centre, and all methods say so")
        return report
    judged = [r.message for label, r in stopped.items() if "alpha" not in label]
    for words, meaning in ENDS.items():
        if len(stopped) > 2 and not results and all(any(word in text for word in words) for text in judged):
            report.notes.append(f"{meaning}, and all methods say so")
            return report
    for label, result in stopped.items():
        if any("starts at a singular posture" in text for text in result.warnings):
            report.notes.append(f"{label} starts at a singular posture, says so, and stops")
        elif "alpha" in label and QUICKER in result.message:
            report.notes.append(f"{label} cannot follow in its fixed step, and says so")
        elif "singular posture" in result.message and _singular(model, result, start):
            report.notes.append(f"{label} stops at a singular posture, and says so")
        else:
            report.add("stops", label, result.message)
    if len(results) < 2 or any(
        word in text for r in results.values() for text in r.warnings for word in ("singular posture",)
    ):
        return report
    (first, base), *others = results.items()
    for label, result in others:
        coarse = 1e5 if "alpha" in label else 1.0  # second order, fixed step
        off = _difference(base, result, start)
        if off <= coarse * SAME:
            continue
        if coarse > 1:
            report.notes.append(f"{label} is {off:.1g} off")
            continue
        method, _, integrator = label.partition("/")
        tight = [
            _run(model, report, m, m, until, integrator=i or "auto", **TIGHT)
            for m, i in ((first, ""), (method, integrator))
        ]
        if any(r is None or r.status != "done" for r in tight):
            report.notes.append(f"{label} differs by {off:.1g}; at tighter tolerances not all come to the end")
            continue
        again = _difference(*tight, start)
        own = [_difference(base, tight[0], start, i) for i in range(len(base.time))]
        sure = next((i for i, far in enumerate(own) if not far <= CHAOTIC), len(own)) - 1
        if own[-1] > 0.1 * off and sure > 0 and _difference(*tight, start, sure) <= CHAOTIC:
            report.notes.append(
                f"chaotic: from instant {sure + 1} on {first} is as far from itself at tighter tolerances"
            )
        elif again > 0.1 * off and again > ALWAYS:
            report.add(
                "motion", label, f"{off:.2g} of the size away from {first}, {again:.2g} at tighter tolerances", off
            )
        else:
            report.notes.append(
                f"{label} differs by {off:.1g} of the size: errors of integration ({again:.1g} at tighter tolerances)"
            )
    return report


def _singular(model: vz.Model, result: Any, start: Check) -> bool:
    return singular_at(model, result, start, NOT_FAR if "is near a singular posture" in result.message else NEAR_BY)


def check_tolerance(model: vz.Model, seed: int = 0, until: float = 1.0) -> Report:
    """Runs by all methods at the tightest tolerances: redundant constraints must not keep a method from becoming exact."""
    start, report = Check(model, seed), Report()
    if not start.determined:
        report.notes.append("not determined at the start")
        return report
    runs = {method: _run(model, report, method, method, until, **TIGHT) for method in METHODS}
    ended = {method: run for method, run in runs.items() if run is not None and run.status == "done"}
    for method in set(METHODS) - set(ended):
        report.notes.append(f"{method} does not come to the end at tight tolerances")
    if any("singular posture" in text for run in runs.values() if run is not None for text in run.warnings):
        report.notes.append("passes a singular posture, or stays near one, and some say so")
        return report
    if "minimal" in ended:
        for method in ended:
            off = _difference(ended["minimal"], ended[method], start)
            if not off <= (
                FINEST if start.answer.weakest > NEAR_BY else ALWAYS
            ):  # beside a singular posture rounding weighs more
                report.add("coarse", method, f"{off:.2g} of the size away from minimal at rtol {TIGHT['rtol']:g}", off)
    return report


def _run(model: vz.Model, report: Report, method: str, label: str, until: float, **options: Any) -> Any:
    """A run; what takes too long is slow, what is refused a note."""
    before = len(report.faults)
    result = simulated(model, report, method, until, until / LOOKS, **options)
    for fault in report.faults[before:]:
        fault.method, fault.kind = label, {"hang": "slow"}.get(fault.kind, fault.kind)
    return result


def with_signs_of(held: Any, key: str, values: Any, other: Any) -> Any:
    """Numbers of another run at every second instant; of quaternions with the sign that makes all four the same as those held, where there is one.

    q and -q are one orientation; stored ones follow the one before, which is another.
    """
    if key not in TURN:
        return values
    opposite = np.all([held[name] == -other[name][::2] for name in TURN], axis=0)
    return np.where(opposite, -values, values)


def _bits(model: vz.Model, report: Report, method: str, label: str, until: float, result: Any, options: Any) -> None:
    """The same run, looked at after every step, with twice as many instants."""
    before = looking.FEW_STEPS, looking.MANY_STEPS
    looking.FEW_STEPS = looking.MANY_STEPS = 1
    try:
        other = simulated(model, Report(), method, until, until / (2 * LOOKS), **options)
    finally:
        looking.FEW_STEPS, looking.MANY_STEPS = before
    if other is None or result.status != "done":  # too slow this way; or ended before its time
        return
    same = [
        np.array_equal(values, with_signs_of(held, key, other.data[kind][key][::2], other.data[kind]), equal_nan=True)
        for kind, held in result.data.items()
        for key, values in held.items()
        if other.status == "done"
    ]
    counts = [(r.status, r.info["steps"], r.info["rejected"], r.events) for r in (result, other)]
    if not all(same) or counts[0] != counts[1]:
        report.add("bits", label, f"{counts[0][:3]} and {counts[1][:3]}; {same.count(False)} columns differ")


def _open(result: Any) -> tuple[float, float]:
    """What is open in a ledger, beyond rounding of the energies and of what forces that cancel would do (J); and the energy that is moved."""
    data = {key: values[:, 0] for key, values in result.data["energy"].items()}
    moved = max(
        np.ptp(data["kinetic"]),
        np.ptp(data["potential"]),
        np.ptp(data["elastic"]),
        np.abs(data["input"]).max(),
        data["dissipated"].max(),
    )
    moved = max(moved, 1e-3 * float(data["kinetic"].max()))
    rounding = 1e-13 * sum(float(np.abs(values).max()) for values in data.values())
    return max(float(np.abs(data["balance"]).max()) - rounding, 0.0), moved


def _energy(model: vz.Model, label: str, result: Any, report: Report, until: float) -> None:
    left, moved = _open(result)
    mass, gravity = sum(body.mass for body in model.bodies.values()), np.linalg.norm(np.asarray(model.gravity, float))
    nothing = NOTHING * mass * max(float(gravity), 1.0)  # over a metre
    if left <= max(OPEN * moved, nothing):
        return
    if any("energy balance opens" in text or "energy balance)" in text for text in result.warnings):
        report.notes.append(f"told {label}: {left:.2g} J of {moved:.2g} J are open")
        return
    method, _, integrator = label.partition("/")
    tight = _run(model, report, method, label, until, integrator=integrator or "auto", **TIGHT)
    if tight is not None and tight.status == "done" and _open(tight)[0] <= max(0.1 * left, nothing):
        report.notes.append(f"{label}: {left:.2g} J of {moved:.2g} J are open: errors of integration")
    else:
        report.add("energy", label, f"{left:.2g} J of {moved:.2g} J are open", left / moved)


def _difference(a: Any, b: Any, start: Check, i: int = -1) -> float:
    """Of the poses at the end, or another instant, relative to the size; whole turns of angles count."""
    dim, size = start.dim, 1 + start.answer.length
    one, two = (state_of(r, dim, i) for r in (a, b))
    off = max(max(apart(one.r[n], two.r[n], 1 / size), apart(one.s[n], two.s[n], 1.0)) for n in one.bodies)
    if "joint" in a.names and off < 0.1:
        for key in ("angle", "angle_1", "angle_2"):
            if key in a.data["joint"]:
                d = np.abs(a.data["joint"][key][i] - b.data["joint"][key][i])
                off = max(off, float(np.nanmax(d, initial=0.0)) if not np.isnan(d).all() else 0.0)
    return off
