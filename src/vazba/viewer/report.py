"""A report of a run for a document: what was modelled, how it was computed, how exact it is, what the bearings carry. It prints well."""

from __future__ import annotations

import base64
import platform
import tempfile
from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from vazba.element import KINDS
from vazba.errors import VazbaError
from vazba.files.atomic import write_whole
from vazba.viewer.facts import checked, mobility_facts, run_facts
from vazba.viewer.notebook import table

if TYPE_CHECKING:
    from vazba.model import Model
    from vazba.result import Result

MOST_ROWS = 400
_STYLE = Path(__file__).with_name("report.css")


def report(result: Result, path: str | Path, columns: Iterable[str] = ()) -> Path:
    """Write a report of a result as one HTML file, with curves of the `columns` named (without them, a few that tell most)."""
    return write_whole(Path(path), report_text(result, columns))


def report_text(result: Result, columns: Iterable[str] = ()) -> str:
    """The same as text."""
    from vazba import __version__
    from vazba.viewer.first import curves_first

    model = result.model
    wanted = list(columns) or [column for plot in curves_first(result, None) for column in plot]
    found = checked(model) if model is not None else None
    parts = [
        f"<h1>{escape(result.name)}</h1>",
        f'<p class="said">Report of a run: {escape(str(result.info.get("analysis", "table")))}, {escape(result.status)}</p>',
    ]
    if model is not None:
        parts.append(_picture(result))
    parts += [_section("How it was computed", _plain(run_facts(result)))]
    if found is not None:
        parts += [
            _section(
                "Mobility",
                _plain(mobility_facts(found)) + _texts([str(m) for m in found.mobility.free_motions], "Free to move"),
            )
        ]
    parts += [
        _section("Largest reactions of the joints", _reactions(result)),
        _section("Extremes of force elements", _extremes(result)),
    ]
    parts += [
        _section("Energy", _energy(result)),
        _section("Curves", "".join(_curve(result, column) for column in wanted)),
    ]
    parts += [_section("Events", _events(result)), _section("Warnings", _texts(result.warnings, ""))]
    if model is not None:
        parts += [_section("What was modelled", _model(model))]
    versions = [["vazba", __version__], ["Python", platform.python_version()], ["NumPy", np.__version__]]
    parts += [_section("Versions", _plain(versions))]
    if (text := _text(result)) is not None:
        parts += [_section("Model text", f"<pre>{escape(text)}</pre>")]
    policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
    head = f'<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="{policy}">'
    head += f"<title>{escape(result.name)} · report</title><style>{_STYLE.read_text(encoding='utf-8')}</style>"
    return (
        f'<!doctype html>\n<html lang="en"><head>{head}</head>\n<body>\n'
        + "\n".join(part for part in parts if part)
        + "\n</body></html>\n"
    )


def _section(heading: str, inner: str) -> str:
    return f"<h2>{escape(heading)}</h2>\n{inner}" if inner else ""


def _plain(rows: Iterable[Sequence[str]]) -> str:
    body = "".join(f"<tr><th>{escape(str(key))}</th><td>{escape(str(value))}</td></tr>" for key, value in rows)
    return f"<table>{body}</table>" if body else ""


def _texts(texts: Iterable[str], heading: str) -> str:
    items = "".join(f"<li>{escape(text)}</li>" for text in texts)
    return (f"<h3>{escape(heading)}</h3>" if heading and items else "") + (f"<ul>{items}</ul>" if items else "")


def _text(result: Result) -> str | None:
    try:
        return result.model_text
    except VazbaError:
        return None


def digits(value: float) -> str:
    """Four significant digits."""
    return f"{value:.4g}"


def reactions(result: Result) -> list[tuple[str, float, float, float, float]]:
    """Of each joint: the largest force (N) and its time (s), the largest moment (N m) and its time."""
    rows = []
    for name in result.names.get("joint", ()):
        held = result.quantities("joint", name)
        found: list[float] = []
        for parts in (("fx", "fy", "fz"), ("m", "mx", "my", "mz")):
            arrays = [result.array("joint", name, q) for q in parts if q in held]
            if arrays and len(result):
                size = np.sqrt(np.sum(np.square(arrays), axis=0))
                k = int(np.nanargmax(size)) if np.isfinite(size).any() else 0
                found += [float(size[k]), float(result.time[k])]
            else:
                found += [float("nan"), float("nan")]
        if np.isfinite(found[0]) or np.isfinite(found[2]):
            rows.append((name, found[0], found[1], found[2], found[3]))
    return rows


def _reactions(result: Result) -> str:
    rows = [
        (name, *("–" if not np.isfinite(x) else digits(x) for x in (force, at, moment, when)))
        for name, force, at, moment, when in reactions(result)
    ]
    return (
        table(("joint", "largest |F| [N]", "at t [s]", "largest |M| [N m]", "at t [s]"), rows[:MOST_ROWS])
        if rows
        else ""
    )


def _extremes(result: Result) -> str:
    rows = []
    for kind, quantity in (
        ("bar", "force"),
        ("spring", "force"),
        ("damper", "force"),
        ("cable", "force"),
        ("actuator", "effort"),
        ("controller", "effort"),
        ("driver", "effort"),
    ):
        for name in result.names.get(kind, ()):
            if quantity not in result.quantities(kind, name) or not len(result):
                continue
            values = result.array(kind, name, quantity)
            if not np.isfinite(values).any():
                continue
            low, high = int(np.nanargmin(values)), int(np.nanargmax(values))
            unit = result.unit_of(kind, name, quantity)
            rows.append(
                (
                    f"{kind} {name}",
                    unit,
                    digits(values[low]),
                    digits(result.time[low]),
                    digits(values[high]),
                    digits(result.time[high]),
                )
            )
    return table(("element", "unit", "smallest", "at t [s]", "largest", "at t [s]"), rows[:MOST_ROWS]) if rows else ""


def _energy(result: Result) -> str:
    if "energy" not in result.names or not len(result):
        return ""
    rows = [
        (kind, *(digits(float(f(result.array("energy", "energy", kind)))) for f in (_first, np.min, np.max, _last)))
        for kind in result.data["energy"]
    ]
    return table(("energy [J]", "at the start", "smallest", "largest", "at the end"), rows)


def _first(values: Any) -> float:
    return float(values[0])


def _last(values: Any) -> float:
    return float(values[-1])


def _events(result: Result) -> str:
    rows = [(f"{t:.6g}", element, what) for t, element, what in result.events]
    more = f"<p>and {len(rows) - MOST_ROWS} more</p>" if len(rows) > MOST_ROWS else ""
    return table(("t [s]", "element", "what"), rows[:MOST_ROWS]) + more if rows else ""


def _model(model: Model) -> str:
    gravity = "default" if model.gravity is None else model.gravity
    out = [_plain([["name", model.name], ["dimension", str(model.dimension)], ["gravity [m/s^2]", str(gravity)]])]
    if model.parameters:
        values = model.scope().parameters
        rows = [(name, raw, digits(values[name]) if name in values else "–") for name, raw in model.parameters.items()]
        out.append("<h3>Parameters</h3>" + table(("name", "as written", "value"), rows))
    for heading in KINDS:
        held = model.section(heading)
        if not held:
            continue
        keys = [key for record in held.values() for key in record.given()]
        keys = list(dict.fromkeys(keys))
        units = {key: field.unit for record in held.values() for key, field in record.schema().items()}
        rows = [
            (name, *([record.TYPE] if record.TYPE else []), *(_cell(record.given().get(key)) for key in keys))
            for name, record in list(held.items())[:MOST_ROWS]
        ]
        typed = any(record.TYPE for record in held.values())
        heads = [
            "name",
            *(["type"] if typed else []),
            *(f"{key} [{units[key]}]" if units.get(key) else key for key in keys),
        ]
        out.append(f"<h3>{escape(heading)}</h3>" + table(heads, rows))
    return "".join(out)


def _cell(raw: Any) -> str:
    if raw is None:
        return ""
    if isinstance(raw, float):
        return f"{raw:.6g}"
    if isinstance(raw, (list, tuple)):
        return "[" + ", ".join(_cell(item) for item in raw) + "]"
    return str(raw)


def _picture(result: Result) -> str:
    try:
        from vazba.figures.picture import picture

        with tempfile.TemporaryDirectory() as folder:
            place = Path(folder) / "picture.png"
            picture(result, place)
            data = base64.b64encode(place.read_bytes()).decode("ascii")
    except VazbaError:
        return ""
    return f'<figure><img alt="The mechanism at its first instant" src="data:image/png;base64,{data}"></figure>'


def _curve(result: Result, column: str) -> str:
    """A curve as a drawing of lines: no library, and it prints sharply."""
    values, time = result.column(column), result.time
    good = np.isfinite(values)
    if good.sum() < 2:
        return ""
    values, time = values[good], time[good]
    some = slice(None, None, max(1, len(time) // 1500))
    wide, high, left, foot = 840, 190, 70, 24
    low, top = float(values.min()), float(values.max())
    low, top = (low - 1.0, top + 1.0) if low == top else (low, top)
    x = left + (time - time[0]) / (time[-1] - time[0] or 1.0) * (wide - left - 8)
    y = 8 + (top - values) / (top - low) * (high - foot - 8)
    points = " ".join(f"{a:.1f},{b:.1f}" for a, b in zip(x[some], y[some]))
    marks = ""
    for value in (low, (low + top) / 2, top):
        at = 8 + (top - value) / (top - low) * (high - foot - 8)
        marks += f'<text x="{left - 8}" y="{at + 4:.1f}" text-anchor="end">{value:.4g}</text>'
        marks += f'<line x1="{left}" x2="{wide - 8}" y1="{at:.1f}" y2="{at:.1f}" stroke="#e3e7ee"/>'
    marks += "".join(
        f'<text x="{left + s * (wide - left - 8):.1f}" y="{high - 6}" text-anchor="{a}">{time[0] + s * (time[-1] - time[0]):.4g} s</text>'
        for s, a in ((0.0, "start"), (0.5, "middle"), (1.0, "end"))
    )
    line = f'<polyline points="{points}" fill="none" stroke="#0072b2" stroke-width="1.4"/>'
    said = f"{column} [{result.unit(column)}]" if result.unit(column) else column
    return (
        f'<figure><figcaption>{escape(said)}</figcaption><svg viewBox="0 0 {wide} {high}" role="img" font-size="11" fill="#657083">'
        f"{marks}{line}</svg></figure>"
    )
