"""Modes on disk: JSON (everything) and CSV (a row for each mode)."""

from __future__ import annotations

import csv
import json
import math
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from vazba.errors import Fault, ModelError
from vazba.files.atomic import write_whole

if TYPE_CHECKING:
    from vazba.statics.mode_results import Modes

ENDINGS = (".json", ".csv")
UNITS = {
    "frequency": "Hz", "omega": "rad/s", "damping": "", "damped_frequency": "Hz", "growth": "1/s", "eigenvalues": "1/s", "mass": "kg",
    "vx": "m/s", "vy": "m/s", "vz": "m/s", "w": "rad/s", "wx": "rad/s", "wy": "rad/s", "wz": "rad/s",
}  # fmt: skip


def write(modes: Modes, path: str | Path) -> None:
    """Write modes; the ending of the path says in which form."""
    path = Path(path)
    writer = {".json": _json, ".csv": _csv}.get(path.suffix.lower())
    if writer is None:
        said = f"ending '{path.suffix}'" if path.suffix else "a name without ending"
        remedy = f"use {' or '.join(ENDINGS)}"
        raise ModelError(Fault("", f"cannot write modes to a file with {said}", remedy=remedy, file=str(path)))
    write_whole(path, writer(modes))


def write_table(columns: dict[str, list[Any]], path: str | Path) -> None:
    """Write columns to .csv."""
    path = Path(path)
    if path.suffix.lower() != ".csv":
        raise ModelError(
            Fault("", f"cannot write a table to a file with ending '{path.suffix}'", remedy="use .csv", file=str(path))
        )
    write_whole(path, _lines(columns))


def _csv(modes: Modes) -> str:
    return _lines(modes.columns())


def _lines(columns: dict[str, list[Any]]) -> str:
    out = StringIO()
    table = csv.writer(out, lineterminator="\n")
    table.writerow(columns)
    for row in zip(*columns.values()):
        table.writerow(
            ["" if isinstance(cell, float) and math.isnan(cell) else _exact(cell) for cell in row]
        )  # a number in full
    return out.getvalue()


def _exact(cell: Any) -> Any:
    return repr(cell) if isinstance(cell, float) else cell


def _json(modes: Modes) -> str:
    from vazba import __version__

    whole = {
        "title": modes.model.name, "vazba_version": __version__, "analysis": "modes", "t": modes.t, "at": modes.at,
        "where": modes.where(), "residual": modes.residual, "asymmetry": modes.asymmetry, "units": UNITS, "free": modes.free, "idle": modes.idle,
        "warnings": modes.warnings, "coordinates": modes.q.tolist(), "modes": [_one(modes, k) for k in range(len(modes))],
        "model": _model(modes),
    }  # fmt: skip
    return json.dumps(whole, indent=1, allow_nan=False) + "\n"


def _model(modes: Modes) -> str | None:
    """The model as text, so that `vazba view` can move it; a model with a Python function has none."""
    from vazba.files.toml import write_text

    try:
        return write_text(modes.model)
    except ModelError:
        return None


def _one(modes: Modes, k: int) -> dict[str, Any]:
    mode = modes[k]
    shape: dict[str, dict[str, float]] = {}
    for (body, name), value in zip(modes.names, mode.shape.tolist()):
        shape.setdefault(body, {})[name] = value
    return {
        "mode": mode.number, "kind": mode.kind, "frequency": mode.frequency, "omega": mode.omega,
        "damping": None if math.isnan(mode.damping) else mode.damping, "damped_frequency": mode.damped_frequency, "growth": mode.growth,
        "eigenvalues": [[s.real, s.imag] for s in mode.eigenvalues], "mass": mode.mass, "energy": dict(mode.movers), "shape": shape,
        "whirl": mode.whirl,
    }  # fmt: skip
