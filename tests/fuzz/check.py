"""One model against the oracle, against itself and against the laws of mechanics; what disagrees is listed.

At one state (the first instant of a run of 10 microseconds), for each method:

| fault        | what disagrees                                                                                                   |
|--------------|------------------------------------------------------------------------------------------------------------------|
| drawing      | the model is not assembled as drawn: a fault of this folder                                                         |
| crash, hang  | an exception other than the package's own; no end within the time limit                                           |
| refused      | some methods run, others do not want to; or a model that is drawn exactly is refused                               |
| stops        | the run fails though the accelerations are determined                                                            |
| start        | the run starts elsewhere than drawn                                                                              |
| acceleration | from the oracle's                                                                                                |
| reaction     | the determined part, from the oracle's; of drivers: effort                                                        |
| balance      | mass times acceleration of a body is not the sum of what the result and the oracle say acts on it                  |
| methods      | reactions that are not determined (smallest ones are promised) differ between methods                              |
| order, frame | renamed and reordered, or seen from another ground frame, the physics is another                                   |

Accelerations and reactions may differ by 1e-8 of the largest one, and by a thousand times what the oracle's own answer changes when all its numbers are
disturbed in the fifteenth digit: that is the condition of the problem. Beside that by ten times what the package itself tells rounding of the start to do
(near singular postures), and reactions by what rounding of the largest acceleration asks of the heaviest body. The same holds for those that are not determined
(between methods: 1e-6 of the largest), and for the start, where a gap of rounding is closed by 1e-16 over the square of the weakest singular value.
Where this is more than a thousandth of the largest, nothing is compared.
A method that says that it loses digits is not compared either: what `auto` takes then is.
"""

from __future__ import annotations

import time
import warnings
from dataclasses import dataclass, field
from typing import Any

import numpy as np

import vazba as vz

from .oracle import Answer, Oracle
from .poses import GROUND, LD, State, apart, cross, described, ld, quaternion_matrix, turned
from .variants import moved, reordered

METHODS = ("absolute", "recursive", "minimal")
CLOSE, SMALLEST, CONDITION, HOPELESS = 1e-8, 1e-6, 1e3, 1e-3
STILL = 1e-3  # m/s^2, and part of what forces would do to the bodies without joints: accelerations that are compared with that at least
ROUNDED = 10.0  # times what rounding of the state is told to do
LAST = 100 * np.finfo(float).eps  # of the largest acceleration: what some roundings add up to
INSTANT = 1e-5
POLE = 2e-6  # weakest singular value of a posture that may be passed within the instant
PATIENCE, USUAL = (
    10.0,
    0.3,
)  # s of the processor for a run of so many seconds: other processes, and kernels that are built, do not count


@dataclass
class Fault:
    """One disagreement: its kind, the method, by how much, and in words."""

    kind: str
    method: str
    text: str
    size: float = 0.0

    def __str__(self) -> str:
        return f"{self.kind} ({self.method}): {self.text}"


@dataclass
class Report:
    """What was found of one model; `notes` say what could not be compared, and why."""

    faults: list[Fault] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def add(self, kind: str, method: str, text: str, size: float = 0.0) -> None:
        self.faults.append(Fault(kind, method, text, size))


def simulated(
    model: vz.Model, report: Report, method: str, until: float = INSTANT, every: float | None = None, **options: Any
) -> Any:
    """A run, or None; a crash is a fault, an error of the package a note that begins with `refused`."""
    patience = PATIENCE * max(1.0, until / USUAL)
    end = time.process_time() + patience

    def watch(done: float, total: float) -> None:
        if time.process_time() > end:
            raise TimeoutError(f"{done:.3g} of {total:.3g} s after {patience:g} s")

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return vz.simulate(model, until, every or until, method=method, progress=watch, **options)
    except TimeoutError as error:
        report.add("hang", method, str(error))
    except vz.VazbaError as error:
        report.notes.append(f"refused {method}: {type(error).__name__}: {str(error).splitlines()[0]}")
    except Exception as error:  # noqa: BLE001  (any other exception is what is looked for)
        report.add("crash", method, f"{type(error).__name__}: {error}")
    return None


def state_of(result: Any, dimension: int, i: int = 0) -> State:
    """The state a result tells at an instant."""
    data, state = result.data["body"], State(dimension, {}, {}, {}, {}, {}, float(result.time[i]))
    zero = np.zeros(3, dtype=LD)
    state.r[GROUND], state.s[GROUND], state.angle[GROUND] = zero, np.eye(3, dtype=LD), LD(0)
    state.v[GROUND], state.w[GROUND] = zero, zero
    for k, name in enumerate(result.names["body"]):
        get = lambda *keys, k=k: ld([data[key][i, k] for key in keys])  # noqa: E731
        if dimension == 2:
            angle = get("angle")[0]
            c, s = np.cos(angle), np.sin(angle)
            state.r[name], state.angle[name] = np.append(get("x", "y"), LD(0)), angle
            state.s[name] = ld([[c, -s, 0], [s, c, 0], [0, 0, 1]])
            state.v[name], state.w[name] = np.append(get("vx", "vy"), LD(0)), np.append(zero[:2], get("w"))
        else:
            state.r[name], state.angle[name], state.s[name] = (
                get("x", "y", "z"),
                LD(0),
                quaternion_matrix(get("qw", "qx", "qy", "qz")),
            )
            state.v[name], state.w[name] = get("vx", "vy", "vz"), get("wx", "wy", "wz")
    return state


def accelerations(result: Any, dimension: int, i: int = 0) -> dict[str, Any]:
    """Six accelerations of each body."""
    data = result.data["body"]
    keys = {2: ("ax", "ay", None, None, None, "alpha"), 3: ("ax", "ay", "az", "alx", "aly", "alz")}[dimension]
    return {
        name: np.array([0.0 if key is None else data[key][i, k] for key in keys])
        for k, name in enumerate(result.names["body"])
    }


def wrenches(result: Any, dimension: int, i: int = 0) -> dict[str, Any]:
    """Force and moment of each joint that tells them."""
    if "joint" not in result.names or "fx" not in result.data["joint"]:
        return {}
    data = result.data["joint"]
    keys = {2: ("fx", "fy", None, None, None, "m"), 3: ("fx", "fy", "fz", "mx", "my", "mz")}[dimension]
    return {
        name: np.array([0.0 if key is None else data[key][i, k] for key in keys])
        for k, name in enumerate(result.names["joint"]) if ("joint", name, "fx") not in result.absent
    }  # fmt: skip


def singular_at(model: vz.Model, result: Any, start: Check, near: float) -> bool:
    """Whether the oracle finds a singular posture, or one near by, where a run has ended."""
    there = Oracle(model, state_of(result, start.dim, -1)).answer()
    return there.rank < start.answer.rank or there.weakest < near


def loses_digits(result: Any) -> bool:
    """Whether a method says itself that it is not the right one here."""
    return any("its accelerations differ by" in text for text in result.warnings)


class Check:
    """All checks of one model at its drawn state."""

    def __init__(self, model: vz.Model, seed: int = 0, truth: vz.Model | None = None) -> None:
        """`truth`: another model that the oracle is asked about instead (it must then disagree)."""
        self.truth = truth or model
        self.model, self.dim, self.rng = model, model.dimension, np.random.default_rng(seed)
        self.report, self.seed = Report(), seed
        self.drawn = described(model)
        self.oracle = Oracle(self.truth, self.drawn)
        self.answer: Answer = self.oracle.answer()
        self.turn, self.arm = (
            np.array([1.0] * 3 + [self.answer.length] * 3),
            np.array([1.0] * 3 + [1 / self.answer.length] * 3),
        )
        self.results: dict[str, Any] = {}

    @property
    def determined(self) -> bool:
        """Whether accelerations exist and are what the equations say."""
        a = self.answer
        return a.clear and a.consistent and a.settled

    @property
    def near(self) -> float:
        """What rounding does to a start: a gap is closed by 1e-16 over the weakest singular value, and that changes velocities by as much again."""
        return CONDITION * 1e-16 / self.answer.weakest**2

    def run(self) -> Report:
        """All of it."""
        if self.answer.gap > 1e-9 or self.answer.violation > 1e-9 * (1 + self.answer.length):
            self.report.add(
                "drawing", "", f"not assembled as drawn: {self.answer.gap:.2g} m, {self.answer.violation:.2g} m/s"
            )
        told = False
        for method in METHODS:
            result = simulated(self.model, self.report, method)
            if result is not None and loses_digits(result):
                told = True
                self.report.notes.append(f"told {method}: it loses digits")
            elif result is not None:
                self.results[method] = result
                self._one(method, result)
        if told:  # then the choice must be better
            result = simulated(self.model, self.report, "auto")
            if result is not None:
                self._one("auto", result)
        refused = [note for note in self.report.notes if note.startswith("refused")]
        if refused and (self.results or self.determined):
            self.report.add("refused", refused[0].split()[1].strip(":"), refused[0])
        if len(self.results) > 1:
            self._between()
        if self.results and self.determined and not self.report.faults:
            self._told_otherwise()
        return self.report

    def _limits(self, answer: Answer) -> tuple[float, float, float]:
        """Allowed difference of accelerations, and the scales of accelerations and forces."""
        pushed = [np.abs(answer.forces[b]).max() / body.mass for b, body in self.model.bodies.items() if body.mass > 0]
        scale = max(
            answer.scale, float(np.abs(self.oracle.gravity).max()), STILL * float(max(pushed, default=1.0)), STILL
        )
        force = max(
            [answer.load, 1e-3, *(float(np.abs(np.asarray(f, float) * self.arm).max()) for f in answer.forces.values())]
        )
        return CLOSE * scale + CONDITION * answer.shaken, scale, force

    def _one(self, method: str, result: Any) -> None:
        """One method against the oracle."""
        report, answer = self.report, self.answer
        if result.status == "failed" and self.determined:
            if any("starts at a singular posture" in text for text in result.warnings):
                report.notes.append(f"{method} starts at a singular posture, says so, and stops")
            elif "singular posture" in result.message and singular_at(self.truth, result, self, POLE):
                report.notes.append(f"{method} comes to a singular posture in that instant, and says so")
            else:
                report.add("stops", method, result.message)
        if not len(result.time):
            return
        state = state_of(result, self.dim)
        away = max((apart(state.r[b], self.drawn.r[b], 1.0) for b in state.bodies), default=0.0)
        away = max([away, *(apart(state.s[b], self.drawn.s[b], answer.length) for b in state.bodies)])
        slip = max((apart(state.v[b], self.drawn.v[b], 1.0) for b in state.bodies), default=0.0)
        slip = max([slip, *(apart(state.w[b], self.drawn.w[b], answer.length) for b in state.bodies)])
        if max(away, slip) > (1e-7 + self.near) * (1 + answer.length) and self.determined:
            report.add(
                "start",
                method,
                f"poses {away:.2g} m and velocities {slip:.2g} m/s away from what is drawn",
                max(away, slip),
            )
        if max(away, slip) > 1e-14:
            answer = Oracle(self.truth, state).answer()
        limit, scale, force = self._limits(answer)
        found, told = accelerations(result, self.dim), wrenches(result, self.dim)
        self._balance(method, result, answer, found, told)
        if not (answer.clear and answer.consistent and answer.settled and self.determined):
            report.notes.append(
                "not determined: "
                + ("rank" if not answer.clear else "accelerations" if not answer.consistent else "friction")
            )
            return
        if limit > HOPELESS * scale:
            report.notes.append("ill-conditioned")
            return
        worst, body = max((apart(found[b], answer.acceleration[b], self.turn), b) for b in found)
        moved, pushed = (ROUNDED * x for x in result.info["rounding"] or (0.0, 0.0))
        heaviest = max(body.mass for body in self.model.bodies.values())
        if not worst <= limit + moved * scale:
            report.add("acceleration", method, f"body {body}: {found[body]} is not {np.asarray(answer.acceleration[body], float)}: off by "
                       f"{worst:.2g} of {scale:.2g} (allowed {limit:.2g})", worst / scale)  # fmt: skip
        for name, wrench in answer.wrenches.items():
            off = apart(
                wrench.determined @ (told[name] * self.arm),
                wrench.determined @ np.asarray(wrench.value * self.arm, float),
                1.0,
            )
            if not off <= (CLOSE + pushed) * force + CONDITION * wrench.shaken + LAST * scale * heaviest:
                report.add("reaction", method, f"joint {name}: {told[name]} is not {np.asarray(wrench.value, float)}: off by {off:.2g} of {force:.2g}",
                           off / force)  # fmt: skip
                break
        for name, (effort, sure) in answer.efforts.items():
            k = result.names["driver"].index(name)
            off = abs(result.data["driver"]["effort"][0, k] - effort)
            if (
                sure
                and not off <= 10 * CLOSE * force * max(1.0, answer.length) + CONDITION * answer.shaken * force / scale
            ):
                report.add(
                    "reaction",
                    method,
                    f"driver {name}: effort {result.data['driver']['effort'][0, k]} is not {effort}",
                    off / force,
                )

    def _balance(self, method: str, result: Any, answer: Answer, found: Any, told: Any) -> None:
        """`M a - f` of each body against the reactions told; what is not told (couplings, drivers of several rows) is fitted."""
        if not (answer.clear and answer.consistent and answer.settled):
            return
        _, scale, force = self._limits(answer)
        left = {b: answer.masses[b] @ ld(found[b]) - answer.forces[b] for b in found}
        state = state_of(result, self.dim)
        fitted: list[Any] = []
        for equation, d in answer.parts:
            if equation.place is None:
                fitted += [{b: block[row] for b, block in d.by.items() if b != GROUND} for row in range(len(d.value))]
                continue
            second, local = equation.place
            first = next((b for b in equation.bodies if b != second), second)
            six = ld(told[equation.name])
            at = state.r[second] + turned(state.s[second], local)
            for body, sign in ((second, 1), (first, -1)):
                if body == GROUND:
                    continue
                moment = six[3:] + cross(at - state.r[body], six[:3])
                own = np.concatenate([six[:3], turned(state.s[body].T, moment)])
                left[body] = left[body] - sign * own
        columns = list(state.columns)
        y = np.concatenate([np.asarray(left[b][columns] * self.arm[columns], float) for b in left])
        if fitted and np.isfinite(y).all():
            x = np.array(
                [
                    np.concatenate(
                        [
                            np.asarray(row.get(b, np.zeros(6, dtype=LD))[columns] * self.arm[columns], float)
                            for b in left
                        ]
                    )
                    for row in fitted
                ]
            ).T
            y = y - x @ np.linalg.lstsq(x, y, rcond=None)[0]
        worst = float(np.abs(y).max())
        heavy = max(
            float(np.abs(np.asarray(answer.masses[b] @ answer.acceleration[b], float) * self.arm).max()) for b in found
        )
        allowed = 10 * CLOSE * force + CONDITION * answer.shaken / scale * heavy
        if not worst <= allowed:
            report_of = list(left)[int(np.argmax(np.abs(y))) // len(columns)]
            self.report.add(
                "balance", method, f"body {report_of}: {worst:.3g} N of {force:.3g} N are missing", worst / force
            )

    def _between(self) -> None:
        """Reactions that are not determined are the smallest ones, in every method the same."""
        if not (self.answer.undetermined and self.determined) or self.near > HOPELESS:
            return
        (first, base), *others = [
            (name, wrenches(result, self.dim)) for name, result in self.results.items() if len(result.time)
        ]
        _, _, force = self._limits(self.answer)
        for method, told in others:
            name = max(self.answer.undetermined, key=lambda n: apart(told[n], base[n], self.arm))
            off = apart(told[name], base[name], self.arm)
            if not off <= (SMALLEST + self.near) * force + CONDITION * self.answer.wrenches[name].shaken_all:
                self.report.add(
                    "methods", method, f"joint {name}: {told[name]} is not {base[name]} of {first}", off / force
                )

    def _told_otherwise(self) -> None:
        """Another order and other names (two answers that may each be off by the limit), another ground frame (which is rounded too)."""
        method = METHODS[self.seed % 3]
        if method not in self.results:
            return
        base, told = accelerations(self.results[method], self.dim), wrenches(self.results[method], self.dim)
        limit, scale, force = self._limits(self.answer)
        if limit > HOPELESS * scale:
            return
        other, names = reordered(self.model, self.rng)
        result = simulated(other, self.report, method)
        if result is None:
            self.report.add("order", method, f"refused when reordered: {self.report.notes[-1:]}")
        elif not loses_digits(result):
            found, forces = accelerations(result, self.dim), wrenches(result, self.dim)
            told_moved = self._told_rounding(0, self.results[method], result) * scale
            self._same(
                "order", method, base, {b: found[names["bodies"][b]] for b in base}, 2 * limit + told_moved, scale
            )
            for name in told:
                if name in self.answer.undetermined:
                    off = apart(told[name], forces[names["joints"][name]], self.arm)
                    pushed = self._told_rounding(1, self.results[method], result)
                    if not off <= (SMALLEST + pushed) * force + CONDITION * self.answer.wrenches[name].shaken_all:
                        self.report.add(
                            "order",
                            method,
                            f"joint {name}: {forces[names['joints'][name]]} is not {told[name]}",
                            off / force,
                        )
                        break
        other, s = moved(self.model, self.rng)
        result = simulated(other, self.report, method)
        if result is None:
            self.report.add("frame", method, f"refused when moved: {self.report.notes[-1:]}")
        elif not loses_digits(result):
            found = accelerations(result, self.dim)
            back = {b: np.concatenate([s.T @ found[b][:3], found[b][3:]]) for b in base}
            told_moved = self._told_rounding(0, self.results[method], result) * scale
            self._same("frame", method, base, back, 10 * limit + told_moved, scale)

    @staticmethod
    def _told_rounding(which: int, *results: Any) -> float:
        """What results say themselves that rounding of the start does to their accelerations (0) or reactions (1), relative to the largest."""
        return sum(ROUNDED * result.info["rounding"][which] for result in results if result.info["rounding"])

    def _same(self, kind: str, method: str, base: Any, found: Any, limit: float, scale: float) -> None:
        worst, body = max((apart(found[b], base[b], self.turn), b) for b in base)
        if not worst <= limit:
            self.report.add(
                kind,
                method,
                f"body {body}: {found[body]} is not {base[body]}: off by {worst:.2g} of {scale:.2g}",
                worst / scale,
            )
