"""Measured tables: times and columns, however they come."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vazba.errors import Fault, ModelError, suggestion
from vazba.frozen import frozen
from vazba.result import Result

Array = NDArray[np.float64]
TIME = "time"
TEXTS = (".csv", ".txt", ".tsv", ".dat")


@frozen
class Measured:
    """Columns over time (instants x columns); what was not measured is not-a-number."""

    time: Array
    columns: tuple[str, ...]
    values: Array


def measured(data: Any, columns: Iterable[str] | None = None) -> Measured:
    """A table from a file (.csv, .parquet, .nc), a `Result`, a data frame or a mapping of arrays; raises `ModelError`."""
    found = _table(data)
    faults: list[Fault] = []
    if TIME not in found:
        known = ", ".join(list(found)[:6]) or "none"
        raise ModelError(
            Fault("data", "there is no column 'time'", f"columns: {known}", "call the column of the times (s) time")
        )
    names = tuple(name for name in found if name != TIME) if columns is None else tuple(columns)
    faults += [
        Fault("data", f"there is no column '{name}'", "", suggestion(name, found))
        for name in names
        if name not in found
    ]
    if faults:
        raise ModelError(faults)
    time = found[TIME]
    values = np.column_stack([found[name] for name in names]) if names else np.zeros((len(time), 0))
    if not len(names):
        raise ModelError(Fault("data", "there is nothing but times", "", "add columns such as car.y"))
    if len(time) < 2 or not np.isfinite(time).all() or not (np.diff(time) > 0).all():
        raise ModelError(
            Fault(
                "data",
                "its times are not growing numbers",
                "each instant comes once",
                "sort and correct the column time",
            )
        )
    for name, column in zip(names, values.T, strict=True):
        if np.isinf(column).any():
            faults.append(Fault("data", f"column {name} holds infinite numbers", "", "leave such cells empty"))
        elif not np.isfinite(column).any():
            faults.append(Fault("data", f"column {name} holds no numbers", "", "remove it, or name others by columns"))
    if faults:
        raise ModelError(faults)
    return Measured(time, names, values)


def _table(data: Any) -> dict[str, Array]:
    if isinstance(data, (str, Path)):
        if Path(data).suffix.lower() in TEXTS:
            return _text(Path(data))
        data = Result.load(data)
    if isinstance(data, Result):
        names, numbers = data.table()
        return dict(zip(names, np.asarray(numbers, float).T, strict=True))
    if isinstance(data, Mapping):
        return _numbers({str(name): column for name, column in data.items()})
    if hasattr(data, "columns"):
        return _numbers({str(name): data[name] for name in data.columns})
    what = f"{type(data).__name__} is not a table"
    raise ModelError(Fault("data", what, "", "give a file, a Result, a data frame, or {'time': .., 'A.angle': ..}"))


def _text(path: Path) -> dict[str, Array]:
    """A table of text as instruments and spreadsheets write it: comma, semicolon or tab between cells, decimal comma beside the last two."""
    try:
        lines = [
            line
            for line in path.read_text(encoding="utf-8-sig").splitlines()
            if line.strip() and not line.startswith("#")
        ]
    except (OSError, UnicodeDecodeError) as error:
        raise ModelError(Fault(str(path), "it cannot be read", str(error), "give a table of text (.csv)")) from error
    if len(lines) < 2:
        raise ModelError(
            Fault(str(path), "it holds no table", "", "write names of columns into the first line, numbers below")
        )
    mark = max((";", "\t", ","), key=lines[0].count)
    names = [name.strip().strip('"') for name in lines[0].split(mark)]
    rows, faults = [], []
    for number, line in enumerate(lines[1:], start=2):
        cells = [cell.strip().strip('"') for cell in line.split(mark)]
        if len(cells) != len(names):
            faults.append(
                Fault(str(path), f"row {number} has {len(cells)} cells, the first line {len(names)}", "", "complete it")
            )
            break
        try:
            rows.append([float((cell if mark == "," else cell.replace(",", ".")) or "nan") for cell in cells])
        except ValueError:
            faults.append(
                Fault(
                    str(path),
                    f"row {number} holds something that is no number: {line[:60]}",
                    "",
                    "leave such cells empty",
                )
            )
            break
    if faults:
        raise ModelError(faults)
    return dict(zip(names, np.array(rows).T, strict=True))


def _numbers(columns: Mapping[str, Any]) -> dict[str, Array]:
    found, faults = {}, []
    for name, column in columns.items():
        try:
            found[name] = np.asarray(column, float).ravel()
        except (TypeError, ValueError):
            faults.append(Fault("data", f"column {name} does not hold numbers", "", "remove it"))
    if len({len(column) for column in found.values()}) > 1:
        faults.append(
            Fault("data", "its columns are not equally long", "", "leave cells empty where nothing was measured")
        )
    if faults:
        raise ModelError(faults)
    return found
