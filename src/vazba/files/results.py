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

from vazba import __version__
from vazba.errors import Fault, ModelError, VazbaError
from vazba.files.atomic import write_whole
from vazba.result import LONE, QUANTITIES, Result

ENDINGS = (".nc", ".csv", ".parquet")
STATE = "state_"  # variables at the root: what columns do not hold of the state
NAMESAKE = "_nc4_non_coord_"  # before the name of a NetCDF variable that is called as a dimension is
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
        times = root["time"]
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
    # Made in memory: HDF5 that runs out of disk space can take the whole process down. By h5py alone: h5netcdf takes ten times as long.
    import h5py

    with h5py.File("result.nc", "w", driver="core", backing_store=False) as root:
        text, warnings = _model_of(result)
        notes = {
            "title": result.name, "vazba_version": __version__, "model_text": text, "status": result.status, "message": result.message,
            "warnings": _json(warnings), "info": _json(result.info), "absent": _json(sorted(result.absent)),
            "_NCProperties": np.bytes_(f"version=2,hdf5={h5py.version.hdf5_version},h5py={h5py.__version__}"),
        }  # fmt: skip
        root.attrs.update({key: note for key, note in notes.items() if note is not None})
        time = _dimension(_numbers(root, "time", result.time), 0, "time")
        time.attrs["units"], time.attrs["_Netcdf4Coordinates"] = "s", np.zeros(1, np.int32)
        for number, (key, array) in enumerate(result.state.items(), 1):
            other = root.create_dataset(f"{STATE}{key}", array.shape[1:], ">f4", track_order=True)
            _dimension(other, number, f"This is a netCDF dimension but not a netCDF variable.{array.shape[1]:10}")
            _along(_numbers(root, f"{NAMESAKE}{STATE}{key}", array), time, other, number)
        for number, (kind, arrays) in enumerate(result.data.items(), 1 + len(result.state)):
            group, held = root.create_group(kind, track_order=True), result.names[kind]
            names = np.array(held, object)
            other = group.create_dataset(kind, data=names, dtype=h5py.string_dtype(), track_order=True)
            _dimension(other, number, kind).attrs["_Netcdf4Coordinates"] = np.array([number], np.int32)
            for quantity, array in arrays.items():
                variable = _along(_numbers(group, quantity, array), time, other, number)
                units = [result.unit_of(kind, name, quantity) for name in held]
                variable.attrs["units"] = units[0] if len(set(units)) == 1 else "mixed"
                if len(set(units)) > 1:
                    variable.attrs["units_of_elements"] = _json(units)
        root.flush()
        return bytes(root.id.get_file_image())


def _model_of(result: Result) -> tuple[str | None, list[str]]:
    """Text of the model and the warnings; a model that cannot be written as text must not cost the numbers."""
    try:
        return result.model_text, list(result.warnings)
    except ModelError as error:
        return None, [*result.warnings, f"the file is without its model: {error}"]


def _numbers(group: Any, name: str, array: np.ndarray) -> Any:
    """A variable; damage to it is noticed."""
    rows = min(len(array), max(1, _CHUNK // (array.shape[1] if array.ndim == 2 else 1)))
    if not array.size:
        return group.create_dataset(name, data=array, maxshape=(None, *array.shape[1:]), track_order=True)
    return group.create_dataset(name, data=array, chunks=(rows, *array.shape[1:]), fletcher32=True, track_order=True)


def _dimension(variable: Any, number: int, name: str) -> Any:
    """Make a variable the dimension of this number."""
    variable.make_scale(name)
    variable.attrs["_Netcdf4Dimid"] = np.int32(number)
    return variable


def _along(variable: Any, time: Any, other: Any, number: int) -> Any:
    """Tell that a variable is stored along the time, the dimension of number 0, and another one."""
    dimensions = variable.dims
    dimensions[0].attach_scale(time)
    dimensions[1].attach_scale(other)
    variable.attrs["_Netcdf4Coordinates"] = np.array([0, number], np.int32)
    return variable


@contextmanager
def _netcdf_file(path: Path, start: bytes) -> Iterator[Any]:
    """The open file; whatever the library stumbles over is a fault of the file."""
    if start != _HDF5:
        what = "is empty" if not start else "is not a NetCDF-4 file"
        raise _wrong(path, what, "it does not begin like one", "name a file that `vazba ... -o FILE.nc` wrote")
    import h5py

    try:
        with h5py.File(path, "r") as root:
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
    for kind in [key for key in root if key != "time" and not key.startswith((STATE, NAMESAKE))]:
        group = root[kind]
        names[kind] = tuple(_text(name) for name in group[kind][...])
        data[kind] = {}
        for quantity, variable in group.items():
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
        np.array(root["time"][...], dtype=float),
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
            key.removeprefix(NAMESAKE + STATE): np.array(root[key][...], dtype=float)
            for key in root
            if key.startswith(NAMESAKE + STATE)
        },
    )


def _text(value: Any) -> str:
    return value.decode() if isinstance(value, bytes) else str(value)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, default=lambda v: v.tolist() if hasattr(v, "tolist") else str(v))


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
    notes = {"title": result.name, "vazba_version": __version__, "status": result.status, "message": result.message}
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
