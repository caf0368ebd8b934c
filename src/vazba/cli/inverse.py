"""`vazba inverse MODEL`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from vazba.cli.common import (
    RESULT_ENDINGS,
    Allowed,
    Every,
    ModelPath,
    Outputs,
    Settings,
    Until,
    check_output,
    choice,
    number,
    read_model,
)
from vazba.cli.guard import Refused
from vazba.cli.running import carry_out, watched
from vazba.cli.say import complain, say, table, warn
from vazba.cli.simulate import words_of

if TYPE_CHECKING:
    from vazba.cli.progress import Step
    from vazba.model import Model
    from vazba.result import Result

MOST_EFFORTS = 40  # rows of the table
Motion = Annotated[
    str | None,
    typer.Option(metavar="rest|FILE", show_default=False,
                 help="The motion: rest (hold the described posture) or a result file; without it the drivers, run as kinematics."),
]  # fmt: skip
Actuators = Annotated[
    list[str] | None,
    typer.Option(metavar="NAME", show_default=False, help="An element that acts, instead of those the model says; several with commas."),
]  # fmt: skip
Minimum = Annotated[
    list[str] | None,
    typer.Option(metavar="[NAME=]NUMBER", show_default=False, help="Least effort of all, or of one element (N, N m; none: no bound)."),
]  # fmt: skip
Maximum = Annotated[
    list[str] | None, typer.Option(metavar="[NAME=]NUMBER", show_default=False, help="Greatest effort of all, or of one element; as --minimum.")
]  # fmt: skip
Objective = Annotated[
    str | None,
    typer.Option(metavar="NAME", show_default=False,
                 help="Of many efforts: norm (least weighted squares), level (closest to --level), smooth (least change along the path)."),
]  # fmt: skip
Level = Annotated[
    list[str] | None, typer.Option(metavar="[NAME=]NUMBER", show_default=False, help="Wanted effort of all, or of one element (N, N m).")
]  # fmt: skip
Replay = Annotated[
    bool, typer.Option("--replay", help="Run the model with the efforts found, without its drivers, and show how far it comes off the path.")
]  # fmt: skip
Gain = Annotated[
    str | None,
    typer.Option(
        metavar="NUMBER", show_default=False, help="Gains of a feedback in the replay: kp (N/m, N m/rad), kd."
    ),
]
Word = Annotated[
    str | None, typer.Option(metavar="NAME", show_default=False, help="Formulation or integrator of the replay, as in vazba simulate.")
]  # fmt: skip
Rtol = Annotated[
    str | None, typer.Option(metavar="NUMBER", show_default=False, help="Relative tolerance of the replay (1e-11).")
]
Atol = Annotated[
    str | None, typer.Option(metavar="NUMBER", show_default=False, help="Absolute tolerance of the replay (1e-12).")
]


def inverse(
    model: ModelPath,
    motion: Motion = None,
    until: Until = None,
    every: Every = None,
    actuators: Actuators = None,
    minimum: Minimum = None,
    maximum: Maximum = None,
    objective: Objective = None,
    level: Level = None,
    replay: Replay = False,
    kp: Gain = None,
    kd: Gain = None,
    method: Word = None,
    integrator: Word = None,
    rtol: Rtol = None,
    atol: Atol = None,
    set_: Settings = None,
    allow_path: Allowed = None,
    output: Outputs = None,
) -> None:
    """Find the efforts that make a mechanism move as wanted: cable tensions, motor torques, driver efforts."""
    outputs = [check_output(path, RESULT_ENDINGS) for path in output or ()]
    described = read_model(model, set_, allow_path)
    end, between = number(until, "--until", described), number(every, "--every", described)
    gains = {"kp": number(kp, "--kp", described, "100", positive=True), "kd": number(kd, "--kd", described, "10")}
    told = {
        "rtol": number(rtol, "--rtol", described, "1e-11", positive=True), "atol": number(atol, "--atol", described, "1e-12", positive=True),
        **{key: word for key, word in words_of(method, integrator, None).items() if word is not None},
        "feedback": {key: value for key, value in gains.items() if value is not None} or None,
    }  # fmt: skip
    asked = [f"--{key}" for key, value in {"kp": kp, "kd": kd}.items() if value is not None]
    if asked and not replay:
        raise Refused(asked[0], "it belongs to a replay", remedy="add --replay")
    if kd is not None and kp is None:
        raise Refused("--kd", "kp is not given", remedy="add --kp NUMBER")
    given = {
        "actuators": [name.strip() for word in actuators for name in word.split(",") if name.strip()] if actuators else None,
        "minimum": _numbers(minimum, "--minimum", described), "maximum": _numbers(maximum, "--maximum", described),
        "level": _numbers(level, "--level", described), "objective": choice(objective, "--objective", ("norm", "level", "smooth")) or "norm",
    }  # fmt: skip

    def analyse(tell: Step) -> Result:
        from vazba.inversion.inverse import inverse as run

        return run(described, motion, end, between, progress=tell, **given)

    def after(result: Result) -> int:
        _efforts(result)
        return _replayed(result, told, outputs) if replay else 0

    carry_out("inverse", model, described, outputs, analyse, after)


def _numbers(words: list[str] | None, option: str, model: Model) -> Any:
    """`["5", "c1=2"]` as a number for all, or by name; `none` is no bound."""
    if not words:
        return None
    found: dict[str, float | str] = {}
    for word in (part for one in words for part in one.split(",")):
        name, sign, text = (part.strip() for part in word.rpartition("="))
        value = "none" if text.lower() == "none" else number(text, option, model, "5")
        assert value is not None
        if not sign:
            if len(words) > 1 or "," in words[0]:
                raise Refused(
                    option, f"'{word}' is for all, and others are named", remedy=f"write {option} NAME={text}"
                )
            return value
        found[name] = value
    return found


def _efforts(result: Result) -> None:
    """Least and greatest effort of whatever acts."""
    rows = []
    for kind, words in {"driver": "effort", "actuator": "effort", "cable": "force", "spring": "force"}.items():
        for name in result.names.get(kind, ()):
            if result.info.get("actuators") and name not in result.info["actuators"]:
                continue
            for word in result.quantities(kind, name):
                if word.startswith(words):
                    values = result.array(kind, name, word)
                    low, high = int(values.argmin()), int(values.argmax())
                    rows.append((f"{name}.{word}", f"{values[low]:.6g}", f"{result.time[low]:.4g}", f"{values[high]:.6g}", f"{result.time[high]:.4g}",
                                 result.unit_of(kind, name, word)))  # fmt: skip
    if rows:
        table(
            "Efforts",
            ("name", "least", "at t [s]", "greatest", "at t [s]", "unit"),
            rows[:MOST_EFFORTS],
            right=range(1, 5),
        )
        if len(rows) > MOST_EFFORTS:
            say(f"... and {len(rows) - MOST_EFFORTS} more")


def _replayed(result: Result, told: dict[str, Any], outputs: list[Path]) -> int:
    """Run with the efforts found, and tell how far it is off; the run is saved beside the result."""
    from vazba.inversion.replay import replay as run

    other = watched("replaying", lambda tell: run(result, progress=tell, **told))
    tracking = other["tracking"]
    say(
        f"replay: {other.status}, {len(other)} instants; off the path by at most {tracking.position.max():.3g} m, {tracking.angle.max():.3g} rad"
    )
    warn(other.warnings)
    for path in outputs:
        beside = path.with_name(f"{path.stem}-replay{path.suffix}")
        other.save(beside)
        say(f"saved: {beside}")
    if other.status == "failed":
        complain(other.message)
        return 3
    return 0
