"""Results on disk: NetCDF (all of a result, lossless, with the text of its model), CSV and Parquet (the flat table).

NetCDF layout: dimension and variable `time` at the root; for each kind a group with a dimension and a coordinate
variable of the kind's name (the element names) and one variable (time x element) for each quantity with the attribute
`units`; for models with elastic beams also `state_q`, `state_v` and `state_unknowns` (time x number) at the root. Root
attributes: `title`, `vazba_version`, `model_text`, `status`, `message`, `warnings`, `info`, `absent` (the
last three JSON).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

import numpy as np

from vazba.errors import Fault, ModelError, VazbaError
from vazba.files.atomic import write_whole
from vazba.result import LONE, QUANTITIES, Result

ENDINGS = (".nc", ".csv", ".parquet")
STATE = "state_"  # variables at the root: what columns do not hold of the state
_HDF5 = b"\x89HDF\r\n\x1a\n"
_CHUNK = 1 << 16  # numbers in one piece of a NetCDF variable
_LARGE = 400_000  # numbers from which a CSV file is worth the import of pyarrow
_ROWS = 2048  # rows of a CSV file formatted at a time


def write(result: Result, path: str | Path, columns: Iterable[str] | None = None) -> None:
    """Write a result; the ending of the path says in which form. A table may hold some columns alone."""
    path = Path(path)
    ending = _ending(path, "write results to")
    if ending == ".nc" and columns is not None:
        raise _wrong(path, "some columns alone are no result", "a .nc file holds all of it", "use .csv or .parquet")
    write_whole(
        path, _netcdf(result) if ending == ".nc" else {".csv": _csv, ".parquet": _parquet}[ending](result, columns)
    )


def read(path: str | Path) -> Result:
    """Read a result; faults of the file are a `ModelError`."""
    path = Path(path)
    reader = {".nc": _read_netcdf, ".csv": _read_csv, ".parquet": _read_parquet}[_ending(path, "read results from")]
    return reader(path, _start(path))


def model_text(path: str | Path) -> str:
    """The text of the model inside a result file."""
    path = Path(path)
    text: Any = None
    if _ending(path, "read results from") == ".nc":
        with _netcdf_file(path, _start(path)) as root:
            text = root.attrs.get("model_text")
    if text is None:
        raise _wrong(path, "holds no model", "only .nc files keep it", "save the result as .nc")
    return _text(text)


def beginning(path: Path) -> tuple[str, float]:
    """The analysis a result file is of, and its first instant (0 where it has none)."""
    with _netcdf_file(path, _start(path)) as root:
        times = root.variables["time"]
        return str(json.loads(_text(root.attrs["info"])).get("analysis", "")), float(times[0]) if len(times) else 0.0


def _start(path: Path) -> bytes:
    """The first bytes of a file, which tell what it is."""
    if path.is_dir():
        raise _wrong(path, "is a folder, not a file of results", remedy="name the file inside it")
    try:
        with open(path, "rb") as file:
            return file.read(8)
    except FileNotFoundError:
        raise _wrong(path, "there is no such file", remedy="check the path") from None
    except (OSError, ValueError) as error:
        raise _wrong(path, "cannot be read", getattr(error, "strerror", None) or str(error)) from error


def _ending(path: Path, doing: str) -> str:
    ending = path.suffix.lower()
    if ending not in ENDINGS:
        said = f"ending '{path.suffix}'" if path.suffix else "a name without ending"
        raise _wrong(path, f"cannot {doing} a file with {said}", remedy=f"use {', '.join(ENDINGS)}")
    return ending


def _wrong(path: Path, what: str, why: str = "", remedy: str = "") -> ModelError:
    return ModelError(Fault("", what, why, remedy, file=str(path)))


# --- NetCDF -----------------------------------------------------------------------------------------------------------


def _netcdf(result: Result) -> bytes:
    # Made in memory: HDF5 that runs out of disk space can take the whole process down.
    image = BytesIO()
    import h5netcdf
    import h5py

    with h5netcdf.File(image, "w") as root:
        root.attrs["title"] = result.name
        root.attrs["vazba_version"] = _version()
        text, warnings = _model_of(result)
        if text is not None:
            root.attrs["model_text"] = text
        root.attrs["status"], root.attrs["message"] = result.status, result.message
        root.attrs["warnings"] = _json(warnings)
        root.attrs["info"] = _json(result.info)
        root.attrs["absent"] = _json(sorted(result.absent))
        root.dimensions = {"time": len(result.time)}
        _numbers(root, "time", ("time",), result.time).attrs["units"] = "s"
        for key, array in result.state.items():
            root.dimensions[f"{STATE}{key}"] = array.shape[1]
            _numbers(root, f"{STATE}{key}", ("time", f"{STATE}{key}"), array)
        for kind, arrays in result.data.items():
            group = root.create_group(kind)
            held = result.names[kind]
            group.dimensions = {kind: len(held)}
            group.create_variable(kind, (kind,), dtype=h5py.string_dtype())[...] = np.array(held, dtype=object)
            for quantity, array in arrays.items():
                variable = _numbers(group, quantity, ("time", kind), array)
                units = [result.unit_of(kind, name, quantity) for name in held]
                variable.attrs["units"] = units[0] if len(set(units)) == 1 else "mixed"
                if len(set(units)) > 1:
                    variable.attrs["units_of_elements"] = _json(units)
    return image.getvalue()


def _model_of(result: Result) -> tuple[str | None, list[str]]:
    """Text of the model and the warnings; a model that cannot be written as text must not cost the numbers."""
    try:
        return result.model_text, list(result.warnings)
    except ModelError as error:
        return None, [*result.warnings, f"the file is without its model: {error}"]


def _numbers(group: Any, name: str, dimensions: tuple[str, ...], array: np.ndarray) -> Any:
    if not array.size:
        return group.create_variable(name, dimensions, data=array)
    width = array.shape[1] if array.ndim == 2 else 1
    rows = min(len(array), max(1, _CHUNK // width))
    chunks = (rows, width)[: array.ndim]
    return group.create_variable(name, dimensions, data=array, chunks=chunks, fletcher32=True)  # damage is noticed


@contextmanager
def _netcdf_file(path: Path, start: bytes) -> Iterator[Any]:
    """The open file; whatever the library stumbles over is a fault of the file."""
    if start != _HDF5:
        what = "is empty" if not start else "is not a NetCDF-4 file"
        raise _wrong(path, what, "it does not begin like one", "name a file that `vazba ... -o FILE.nc` wrote")
    import h5netcdf

    try:
        with h5netcdf.File(path, "r") as root:
            if "vazba_version" not in root.attrs:
                raise _wrong(path, "is a NetCDF file, but not a result of vazba", remedy="name a file that vazba wrote")
            yield root
    except ModelError:
        raise
    except (OSError, RuntimeError, KeyError, ValueError, TypeError, AttributeError, IndexError, EOFError) as error:
        why = " ".join(str(error).split())[:160]
        raise _wrong(path, "is damaged or cut short", why, "run the analysis again") from error


def _read_netcdf(path: Path, start: bytes) -> Result:
    with _netcdf_file(path, start) as root:
        return _taken(root, path)


def _taken(root: Any, path: Path) -> Result:
    notes = dict(root.attrs)
    data: dict[str, dict[str, np.ndarray]] = {}
    names: dict[str, tuple[str, ...]] = {}
    units: dict[tuple[str, ...], str] = {}
    for kind, group in root.groups.items():
        names[kind] = tuple(_text(name) for name in group.variables[kind][...])
        data[kind] = {}
        for quantity, variable in group.variables.items():
            if quantity == kind:
                continue
            data[kind][quantity] = np.array(variable[...], dtype=float)
            if "units_of_elements" in variable.attrs:
                each = json.loads(_text(variable.attrs["units_of_elements"]))
                units |= {(kind, name, quantity): unit for name, unit in zip(names[kind], each)}
            else:
                units[kind, quantity] = _text(variable.attrs["units"])
    text = notes.get("model_text")
    return Result(
        None,
        np.array(root.variables["time"][...], dtype=float),
        data,
        names,
        units,
        _text(notes["status"]),
        _text(notes["message"]),
        json.loads(_text(notes["warnings"])),
        json.loads(_text(notes["info"])),
        None if text is None else _text(text),
        absent=[(kind, name, quantity) for kind, name, quantity in json.loads(_text(notes["absent"]))],
        name=_text(notes["title"]),
        source=path,
        state={
            key.removeprefix(STATE): np.array(variable[...], dtype=float)
            for key, variable in root.variables.items()
            if key.startswith(STATE)
        },
    )


def _text(value: Any) -> str:
    return value.decode() if isinstance(value, bytes) else str(value)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, default=lambda v: v.tolist() if hasattr(v, "tolist") else str(v))


def _version() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("vazba")
    except PackageNotFoundError:  # run from its sources
        return "unknown"


# --- flat tables ------------------------------------------------------------------------------------------------------


def _csv(result: Result, named: Iterable[str] | None = None) -> bytes:
    columns, table = result.table(named)
    if table.size > _LARGE:
        numbers = _csv_by_arrow(table)
        if numbers is not None:
            return (",".join(columns) + "\n").encode() + numbers
    pieces = [",".join(columns)]
    for first in range(0, len(table), _ROWS):  # repr of a float is the shortest text that reads back exactly
        rows = table[first : first + _ROWS].tolist()
        pieces.append("\n".join([",".join(map(repr, row)) for row in rows]))
    return ("\n".join(pieces) + "\n").encode()


def _csv_by_arrow(table: np.ndarray) -> bytes | None:
    """The same numbers (also shortest texts that read back exactly), several times faster; None without pyarrow."""
    try:
        import pyarrow
        import pyarrow.csv
    except ImportError:
        return None
    columns = {str(i): np.ascontiguousarray(table[:, i]) for i in range(table.shape[1])}
    image = BytesIO()
    pyarrow.csv.write_csv(pyarrow.table(columns), image, pyarrow.csv.WriteOptions(include_header=False))
    return image.getvalue()


def _read_csv(path: Path, start: bytes) -> Result:
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise _wrong(path, "is not a text file", f"byte {error.start} is not UTF-8") from error
    head, _, body = text.partition("\n")
    columns = [word.strip().strip('"') for word in head.split(",")]
    if not start or columns[0] != "time":
        raise _wrong(
            path, "is not a table of results", "the first column must be 'time'", "name a file that vazba wrote"
        )
    if not text.endswith("\n"):
        raise _wrong(path, "is cut short", "its last line has no end", "run the analysis again, or end the last line")
    try:
        table = (
            np.loadtxt(StringIO(body), delimiter=",", ndmin=2, comments=None)
            if body.strip()
            else np.zeros((0, len(columns)))
        )
    except ValueError as error:
        raise _wrong(path, "is not a table of numbers", str(error).split("; use")[0]) from error
    if table.shape[1] != len(columns):
        raise _wrong(
            path, f"has {len(columns)} names and {table.shape[1]} columns of numbers", remedy="check its first line"
        )
    return _from_columns(path, {column: table[:, i] for i, column in enumerate(columns)})


def _parquet(result: Result, named: Iterable[str] | None = None) -> bytes:
    arrow, parquet = _arrow()
    columns, table = result.table(named)
    fields = [arrow.field(c, arrow.float64(), metadata={"units": result.unit(c)}) for c in columns]
    notes = {"title": result.name, "vazba_version": _version(), "status": result.status, "message": result.message}
    text, _ = _model_of(result)
    if text is not None:
        notes["model_text"] = text
    arrays = [arrow.array(np.ascontiguousarray(table[:, i])) for i in range(len(columns))]
    image = BytesIO()
    parquet.write_table(arrow.Table.from_arrays(arrays, schema=arrow.schema(fields, metadata=notes)), image)
    return image.getvalue()


def _read_parquet(path: Path, start: bytes) -> Result:
    if not start.startswith(b"PAR1"):
        raise _wrong(path, "is not a Parquet file", "it does not begin like one")
    arrow, parquet = _arrow()
    try:
        table = parquet.read_table(path)
        columns = {name: np.array(table[name].to_numpy(), dtype=float) for name in table.column_names}
    except (arrow.ArrowException, OSError, ValueError, TypeError) as error:
        raise _wrong(
            path, "is damaged or cut short", " ".join(str(error).split())[:160], "run the analysis again"
        ) from error
    if "time" not in columns:
        raise _wrong(path, "is not a table of results", "it has no column 'time'", "name a file that vazba wrote")
    notes = {key.decode(): value.decode() for key, value in (table.schema.metadata or {}).items()}
    units = {f.name: (f.metadata or {}).get(b"units", b"").decode() for f in table.schema if f.metadata}
    return _from_columns(path, columns, notes, units)


def _arrow() -> tuple[Any, Any]:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        raise VazbaError(f"Parquet files need pyarrow: pip install 'vazba[tables]' ({error})") from error
    return pyarrow, pyarrow.parquet


def _from_columns(
    path: Path, columns: dict[str, np.ndarray], notes: dict[str, str] | None = None, units: dict[str, str] | None = None
) -> Result:
    """A result of bare columns: elements are of kind `table`, unless the column says their kind."""
    notes, time = notes or {}, columns["time"]
    held: dict[tuple[str, str, str], str] = {}
    for column in columns:
        if column == "time":
            continue
        head, _, quantity = column.rpartition(".")
        name, _, kind = head.rpartition(".")
        if not name or kind not in QUANTITIES:
            name, kind = head, ""
        dotted = "." in name and "@" not in name  # only the number of a station has a point
        if name and quantity and not dotted:
            lone = name in LONE and quantity in QUANTITIES[name]
            held[kind or (name if lone else "table"), name, quantity] = column
        else:
            raise _wrong(
                path, f"column '{column}' is not understood", remedy="columns are time and <element>.<quantity>"
            )
    names: dict[str, dict[str, None]] = {}
    quantities: dict[str, dict[str, None]] = {}
    for kind, name, quantity in held:
        names.setdefault(kind, {})[name] = None
        quantities.setdefault(kind, {})[quantity] = None
    data, absent = {}, []
    nothing = np.full(len(time), np.nan)
    for kind in names:
        keys = {q: [(kind, name, q) for name in names[kind]] for q in quantities[kind]}
        absent += [key for each in keys.values() for key in each if key not in held]
        data[kind] = {q: np.stack([columns[held[k]] if k in held else nothing for k in keys[q]], axis=1) for q in keys}
    return Result(
        None,
        time,
        data,
        {kind: tuple(each) for kind, each in names.items()},
        {key: (units or {})[column] for key, column in held.items() if column in (units or {})},
        notes.get("status", "done"),
        notes.get("message", ""),
        model_text=notes.get("model_text"),
        absent=absent,
        name=notes.get("title", path.stem),
        source=path,
    )
