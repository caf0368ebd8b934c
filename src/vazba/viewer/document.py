"""What the page is given: a header (JSON) and one block of packed numbers.

    header = {name, dimension, kind, size, box, tracks, columns, events, summary, warnings, faults, parameters, scene ...}

Times are those of the tracks; a column belongs to a track. Lengths in m, matrices column by column (as WebGL has them).
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from vazba.element import KINDS
from vazba.errors import VazbaError
from vazba.figures.skeleton import Bent, Poses, described, motion
from vazba.result import LONE
from vazba.viewer.codec import Blob, floats
from vazba.viewer.facts import checked, faults_of, gaps_in_words, mobility_facts, run_facts
from vazba.viewer.first import curves_first
from vazba.viewer.scene import Scene
from vazba.viewer.tracks import extent, track

if TYPE_CHECKING:
    from vazba.kinematic.check import Check
    from vazba.model import Model
    from vazba.result import Result
    from vazba.statics.mode_results import Modes

Array = NDArray[np.float64]
FORMAT = 1
BUDGET = 10_200_000  # bytes of packed numbers in a file: 13.6 MB as text, and the page itself is 0.7 MB
FIRST = (
    "energy",
    "joint",
    "driver",
    "cable",
    "spring",
    "damper",
    "actuator",
    "limit",
    "friction",
    "constraint",
    "point",
    "body",
)
_SECTIONS = {kind: heading for heading, kind in KINDS.items()}


@dataclass
class Document:
    """The header and the packed numbers; `columns` are served one by one where they are not among them."""

    header: dict[str, Any]
    blob: bytes
    results: tuple[Result, ...] = ()

    def column(self, index: int) -> bytes | None:
        """A curve as float32, by its place among the columns."""
        columns = self.header["columns"]
        if not 0 <= index < len(columns):
            return None
        entry = columns[index]
        values = self.results[entry["run"]].column(entry["key"])
        with np.errstate(over="ignore"):
            return np.asarray(values, "<f4").tobytes()


def of_result(
    result: Result, other: Result | None = None, *, columns: Iterable[str] | None = None, live: bool = False, budget: int = BUDGET
) -> Document:  # fmt: skip
    """The page of a result, with a second one as a ghost beside it. `columns` are kept first; `live`: all are served when asked for."""
    model = _model(result)
    from vazba.compiler import compile_model

    blob = Blob()
    system = compile_model(model, rigid=True)
    scene = Scene(system, blob)
    poses = motion(result)
    tracks = [track("run", result.time, poses, scene.bodies, blob, label=_label(result))]
    runs = [result]
    header = _head(scene, "result", poses, result.name)
    if other is not None:
        shade = _shade(other, result, scene, blob)
        if shade is not scene:
            header["shade"] = shade.described()
        tracks.append(track("ghost", other.time, motion(other), shade.bodies, blob, label=_label(other), ghost=True))
        runs.append(other)
    info = result.info.get("analysis", "")
    header |= {
        "analysis": str(info), "status": result.status, "message": result.message, "tracks": tracks, "warnings": list(result.warnings),
        "events": [[t, element, what] for t, element, what in result.events], "text": _text(result),
        "forces": _forces(scene, result.time, blob), "bounds": bounds(result),
    }  # fmt: skip
    found = checked(model)
    header["summary"] = run_facts(result) + mobility_facts(found)
    header |= _findings(found)
    header["columns"], left_out = _columns(runs, blob, columns, live, budget)
    header["left_out"] = left_out
    header["shown"] = curves_first(result, columns)
    header["warnings"] += scene.notes
    return Document(header, blob.bytes(), tuple(runs))


def of_model(
    model: Model, run: Result | None = None, trouble: VazbaError | None = None, live: bool = False
) -> Document:
    """The page of a model: as described, as assembled, its free motions, and a run where there is one."""
    from vazba.compiler import compile_model
    from vazba.viewer.postures import assembled, free_motions

    blob = Blob()
    system = compile_model(model, rigid=True)
    scene = Scene(system, blob)
    found = checked(model)
    still = np.zeros(1)
    drawn = described(model)
    tracks = [track("described", still, drawn, scene.bodies, blob, label="as described")]
    poses: Poses = drawn
    if found is not None:
        poses = assembled(found)
        word = "assembled" if found.assembles else "best found"
        open_ = {} if found.assembles else {"gaps": True, "note": gaps_in_words(found)}
        tracks.append(track("assembled", still, poses, scene.bodies, blob, label=word, **open_))
        for k, (words, time, moving) in enumerate(free_motions(found), 1):
            tracks.append(
                track(f"free {k}", time, moving, scene.bodies, blob, label=f"free motion {k}", note=words, loop=True)
            )
    columns: list[dict[str, Any]] = []
    runs: list[Result] = []
    if run is not None and len(run):
        poses = motion(run)
        tracks.append(track("run", run.time, poses, scene.bodies, blob, label=_label(run)))
        runs.append(run)
        columns = _columns(runs, blob, None, live, BUDGET)[0]
    header = _head(scene, "model", poses, model.name)
    header |= {
        "analysis": "" if run is None else str(run.info.get("analysis", "")), "status": "" if run is None else run.status,
        "message": "" if run is None else run.message, "tracks": tracks, "columns": columns, "left_out": [],
        "events": [] if run is None else [[t, e, w] for t, e, w in run.events],
        "forces": [] if run is None else _forces(scene, run.time, blob),
        "summary": ([] if run is None else run_facts(run)) + mobility_facts(found), "text": "",
        "warnings": [*([] if found is None else found.warnings), *([] if run is None else run.warnings), *scene.notes],
        "shown": [] if run is None else curves_first(run, None), "parameters": parameters(model),
    }  # fmt: skip
    header |= _findings(found)
    if trouble is not None:
        header["trouble"] = faults_of(trouble)
    return Document(header, blob.bytes(), tuple(runs))


def of_modes(modes: Modes, most: int = 24) -> Document:
    """The page of modes: a track for each, with a list of frequencies."""
    from vazba.compiler import compile_model

    blob = Blob()
    scene = Scene(compile_model(modes.model, rigid=True), blob)
    tracks, poses = [], described(modes.model)
    for mode in list(modes)[:most]:
        moving = modes.motion(mode.number)
        poses = motion(moving)
        words = f"{mode.frequency:.5g} Hz" if mode.kind in ("vibrates", "creeps") else mode.kind
        closed = _once_more(poses)
        tracks.append(
            track(f"mode {mode.number}", np.linspace(0.0, 2.0, len(moving) + 1), closed, scene.bodies, blob,
                  label=f"mode {mode.number}: {words}", note=str(mode), loop=True)
        )  # fmt: skip
    if not tracks:
        tracks.append(track("described", np.zeros(1), poses, scene.bodies, blob, label="as described"))
    header = _head(scene, "modes", poses, modes.model.name)
    header |= {
        "analysis": "modes", "status": "", "message": "", "tracks": tracks, "columns": [], "left_out": [], "events": [], "forces": [],
        "summary": [["state", modes.where()], ["modes", modes.headline()]], "warnings": list(modes.warnings), "shown": [], "text": "",
    }  # fmt: skip
    header |= _findings(None)
    return Document(header, blob.bytes())


def _once_more(poses: Poses) -> Poses:
    """The first instant again at the end, so that a period closes."""

    def closed(values: Array) -> Array:
        return np.concatenate([values, values[:1]])

    out: Poses = {}
    for name, pose in poses.items():
        out[name] = (closed(pose[0]), closed(pose[1]))
        if isinstance(pose, Bent):
            bent = Bent(out[name])
            bent.stations, bent.places = pose.stations, closed(pose.places)
            out[name] = bent
    return out


def _shade(other: Result, first: Result, scene: Scene, blob: Blob) -> Scene:
    """The scene of a second result: its own where its model is another one (a longer crank, say)."""
    from vazba.compiler import compile_model

    if other.model is None or (_text(other) and _text(other) == _text(first)):
        return scene
    return Scene(compile_model(other.model, rigid=True), blob)


def _model(result: Result) -> Model:
    from vazba.figures.picture import model_of

    return model_of(result)


def _text(result: Result) -> str:
    """The model as text; nothing where it holds a function of Python."""
    try:
        return result.model_text or ""
    except VazbaError:
        return ""


def _label(result: Result) -> str:
    return result.source.name if result.source is not None else result.name


def _head(scene: Scene, kind: str, poses: Poses, name: str) -> dict[str, Any]:
    cloud = {body: [local for _, local in places] for body, places in scene.system.attachments.items()}
    low, high = extent(poses, cloud)
    gravity = scene.model.gravity
    try:
        down = [float(scene.model.scope().number(g)) for g in gravity] if gravity is not None else None
    except (VazbaError, TypeError, ValueError):
        down = None
    size = max(math.dist(low, high), 1e-6)
    return {
        "format": FORMAT, "kind": kind, "name": name, "dimension": scene.system.dimension, "box": [low, high], "size": size,
        "gravity": down, "scene": scene.described(), "parameters": [], "faults": [], "trouble": [], "bounds": {},
    }  # fmt: skip


def _findings(found: Check | None) -> dict[str, Any]:
    if found is None:
        return {"gaps": [], "redundant": [], "free": [], "coordinates": []}
    from vazba.viewer.postures import free_coordinates

    open_ = [[name, float(gap), unit] for name, gap, unit in found.assembly.gaps if gap > 1e-9 * found.system.length]
    doubled = sorted({name for d in found.mobility.dependencies for name, _ in d.members}) if found.assembles else []
    return {
        "gaps": open_ if not found.assembles else [], "redundant": doubled, "free": [str(m) for m in found.mobility.free_motions],
        "coordinates": free_coordinates(found),
    }  # fmt: skip


def bounds(result: Result) -> dict[str, list[float | None]]:
    """Of an inverse analysis: the least and the largest effort that each acting element may exert, by column; None where there is no bound."""
    low, high = result.info.get("minimum") or {}, result.info.get("maximum") or {}
    out = {}
    for kind, quantity in (("actuator", "effort"), ("cable", "force"), ("spring", "force")):
        for name in result.names.get(kind, ()):
            ends = [float(side.get(name, math.nan)) for side in (low, high)]
            if any(math.isfinite(end) for end in ends):
                out[f"{name}.{quantity}"] = [end if math.isfinite(end) else None for end in ends]
    return out


def parameters(model: Model) -> list[dict[str, Any]]:
    """Named numbers: those given as numbers get sliders, the others follow."""
    values = model.scope().parameters
    out = []
    for name, raw in model.parameters.items():
        value = float(values.get(name, math.nan))
        free = not isinstance(raw, str) or _is_number(raw) or raw.replace(" ", "").endswith("*deg")
        out.append({"name": name, "value": value if math.isfinite(value) else None, "text": str(raw), "free": free})
    return out


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _forces(scene: Scene, time: Array, blob: Blob) -> list[dict[str, Any]]:
    """Applied forces over time, as vectors at their points."""
    out = []
    scope = scene.model.scope()
    for name, record in scene.model.forces.items():
        values = record.read(scope, [])
        place = scene.frame.points.get(record.point)
        if place is None or values.force is None:
            continue
        laws = [*values.force][:3]
        on = (time >= (-math.inf if values.start is None else values.start)) & (
            time < (math.inf if values.stop is None else values.stop)
        )
        try:
            vector = [np.array([float(law.at(float(t))[0]) for t in time]) * on for law in laws]
        except (VazbaError, TypeError, ValueError, ArithmeticError):
            continue
        out.append(
            {
                "element": f"forces/{name}", "at": scene._at(place), "frame": scene.index.get(record.frame or "ground", -1),
                "vector": [blob.add(floats(component)) for component in vector],
            }
        )  # fmt: skip
    return out


def _columns(
    runs: list[Result], blob: Blob, wanted: Iterable[str] | None, live: bool, budget: int
) -> tuple[list[dict[str, Any]], list[str]]:
    """All columns with unit and element; those that fit are packed."""
    first = set(wanted or ())
    out: list[dict[str, Any]] = []
    left_out: list[str] = []
    full = False  # once several curves in a row found no room, the rest is not packed to find out
    missed = 0
    for run, result in enumerate(runs):
        ordered = []
        for key in result.columns[1:]:
            kind, name, quantity = result.place(key)
            ordered.append((0 if key in first else 1, _rank(kind, quantity), key, kind, name, quantity))
        ordered.sort(key=lambda entry: entry[:2])
        for _, _, key, kind, name, quantity in ordered:
            entry = {
                "name": key, "key": key, "unit": result.unit(key), "quantity": quantity, "run": run, "element": _element(kind, name, result),
            }  # fmt: skip
            if not live:
                data = None if full else blob.add(floats(result.column(key)), budget - blob.size)
                if data is None:
                    left_out.append(key)
                    missed += 1
                    full = missed > 8
                    continue
                entry["data"] = data
            out.append(entry)
    return out, left_out


def _rank(kind: str, quantity: str) -> int:
    late = quantity in ("qw", "qx", "qy", "qz", "phi_x", "phi_y", "phi_z", "alx", "aly", "alz", "ax", "ay", "az")
    return (FIRST.index(kind) if kind in FIRST else len(FIRST)) + (len(FIRST) + 2 if late else 0)


def _element(kind: str, name: str, result: Result) -> str:
    if kind in LONE:
        return kind
    if kind == "station":
        return f"beams/{name.rpartition('@')[0]}"
    model = result.model
    if kind == "body" and model is not None and name in model.beams:
        return f"beams/{name}"
    return f"{_SECTIONS.get(kind, kind)}/{name}"
