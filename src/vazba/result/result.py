"""Result: the labelled arrays of a run, its status and its model.

    res = vz.kinematics(model, until=1, every=0.01)
    res.time, res["rod"].x, res["rod"].position, res.point("B").velocity, res["rod.vx"]

Inside, each kind of element (body, point, joint ...) has one array (time x element) for each quantity. As a flat
table the columns are `time` and `<element>.<quantity>`; where a name is used by several kinds and both have the
quantity, the first kind (in the order of `QUANTITIES`) keeps that column and the later one is called
`<element>.<kind>.<quantity>`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from vazba.element import Element
from vazba.errors import Fault, ModelError, VazbaError
from vazba.result.expressed import expressed
from vazba.result.quantities import CONSTRAINT_UNITS, LONE, QUANTITIES, SUMS, UNITS, derived_from
from vazba.result.view import UnknownName, View
from vazba.result.views import Views

if TYPE_CHECKING:
    from vazba.model import Model
    from vazba.result.difference import Differences
    from vazba.result.view import Found

Array = NDArray[np.float64]
STATUSES = ("done", "stopped", "failed", "interrupted")


class Result(Views):
    """Labelled arrays of a run (time x element for each kind and quantity), status, message and model."""

    def __init__(
        self,
        model: Model | None,
        time: ArrayLike,
        data: Mapping[str, Mapping[str, ArrayLike]],
        names: Mapping[str, Iterable[str]],
        units: Mapping[tuple[str, ...], str] | None = None,
        status: str = "done",
        message: str = "",
        warnings: Iterable[str] = (),
        info: Mapping[str, Any] | None = None,
        model_text: str | None = None,
        *,
        absent: Iterable[tuple[str, str, str]] = (),
        name: str | None = None,
        source: Path | None = None,
        state: Mapping[str, ArrayLike] | None = None,
    ) -> None:
        """`units` overrides the usual ones, by (kind, quantity) or (kind, element, quantity). `absent` lists the
        (kind, element, quantity) that do not exist and are no columns: a revolute joint has no displacement. `source`
        is the file it came from; `state` holds what columns do not tell of the state of elastic beams (instants x numbers), to start from it."""
        if status not in STATUSES:
            raise ValueError(f"status {status!r} is none of {', '.join(STATUSES)}")
        self.time: Array = np.ascontiguousarray(time, dtype=float)
        if self.time.ndim != 1:
            raise ValueError("time must be a 1-D array")
        self.status, self.message, self.warnings = status, message, tuple(warnings)
        self.info: dict[str, Any] = dict(info or {})
        self.absent = frozenset(absent)
        self.state: dict[str, Array] = {key: np.asarray(values, dtype=float) for key, values in (state or {}).items()}
        self.source = source
        self.name = name if name is not None else model.name if model is not None else "result"
        self._model, self._model_text = model, model_text
        known = [*QUANTITIES, "segment"]  # these (of beams) are kept, not shown
        kinds = sorted(
            data, key=lambda kind: known.index(kind) if kind in known else -1
        )  # "table": columns of a file, first
        self.names: dict[str, tuple[str, ...]] = {}
        self.data: dict[str, dict[str, Array]] = {}
        for kind in kinds:
            elements = tuple(names.get(kind, (kind,) if kind in LONE else ()))
            if not elements:
                continue
            order = [q for q in QUANTITIES.get(kind, ()) if q in data[kind]]
            order += [q for q in data[kind] if q not in order]
            self.names[kind] = elements
            self.data[kind] = {q: self._shaped(kind, q, data[kind][q], len(elements)) for q in order}
        self._units = dict(units or {})
        self._place = {kind: {name: i for i, name in enumerate(held)} for kind, held in self.names.items()}

    def _shaped(self, kind: str, quantity: str, values: ArrayLike, count: int) -> Array:
        array = np.asarray(values, dtype=float)
        if array.ndim == 1 and count == 1:
            array = array[:, None]
        if array.shape != (len(self.time), count):
            raise ValueError(f"{kind} {quantity} has shape {array.shape}, expected {(len(self.time), count)}")
        return array

    # --- the model ----------------------------------------------------------------------------------------------------

    @property
    def model(self) -> Model | None:
        """The model, parsed when first asked for if the result was read from a file; None for a bare table."""
        if self._model is None and self._model_text is not None:
            from vazba.files.toml import read_text

            self._model = read_text(self._model_text, self.name)
        return self._model

    @property
    def model_text(self) -> str | None:
        """The model as TOML text, which is kept in NetCDF files."""
        if self._model_text is None and self._model is not None:
            from vazba.files.toml import write_text

            self._model_text = write_text(self._model)
        return self._model_text

    @property
    def dimension(self) -> int:
        """2 or 3, as the columns show."""
        held = {quantity for arrays in self.data.values() for quantity in arrays}
        if held & {"z", "qw", "fz"}:
            return 3
        if held & {"x", "y", "angle"}:
            return 2
        return self.model.dimension if self.model is not None else 3

    @property
    def analysis(self) -> str:
        """Which analysis made it: "kinematics", "simulate", "inverse", "replay"; empty for a bare table."""
        return str(self.info.get("analysis", ""))

    @property
    def events(self) -> list[tuple[float, str, str]]:
        """Located switches and events of a simulation, in order: `(time, element, what happened)`."""
        return [(float(t), str(element), str(what)) for t, element, what in self.info.get("located", ())]

    # --- access -------------------------------------------------------------------------------------------------------

    def __len__(self) -> int:
        """Number of instants."""
        return len(self.time)

    def kinds_of(self, name: str) -> tuple[str, ...]:
        """The kinds of element that have this name."""
        return tuple(kind for kind, held in self._place.items() if name in held)

    def quantities(self, kind: str, name: str) -> tuple[str, ...]:
        """The quantities an element has."""
        return tuple(q for q in self.data[kind] if (kind, name, q) not in self.absent)

    def array(self, kind: str, name: str, quantity: str) -> Array:
        """One quantity of one element over time, stored or derived (`speed`, `acceleration`, `force`, `moment`, `total`)."""
        place = self._place[kind][name]
        if quantity in self.data[kind]:
            return self.data[kind][quantity][:, place]
        parts = derived_from(quantity, self.quantities(kind, name))
        if not parts:
            raise UnknownName(f"{kind} quantity", f"{name}.{quantity}", self.quantities(kind, name))
        held = [self.data[kind][part][:, place] for part in parts]
        return np.sum(held, axis=0) if quantity in SUMS else np.sqrt(np.sum(np.square(held), axis=0))

    @overload
    def __getitem__(self, key: Element) -> View: ...
    @overload
    def __getitem__(self, key: str) -> Found: ...

    def __getitem__(self, key: str | Element) -> Any:
        """`res["rod"]` is a view, `res["rod.x"]` a column, `res["time"]` the time; elements of a model are keys too."""
        if isinstance(key, Element):
            return self._view("body" if key.KIND == "beam" else key.KIND, key.name)
        if key == "time":
            return self.time
        kinds = self.kinds_of(key)
        if "." in key and not kinds:
            return self.column(key)
        if not kinds:
            raise UnknownName("element", key, {name for held in self.names.values() for name in held})
        return View(self, key, kinds)

    def _ipython_key_completions_(self) -> list[str]:
        """What may stand in `res["..."]`: elements and columns."""
        return [
            *dict.fromkeys(name for kind, held in self.names.items() if kind != "segment" for name in held),
            *self.columns,
        ]

    def __contains__(self, key: str) -> bool:
        return key == "time" or bool(self.kinds_of(key)) or self._find(key) is not None

    __iter__ = None  # instants or columns? Say `res.time` or `res.columns`

    # --- the flat table -----------------------------------------------------------------------------------------------

    @cached_property
    def _flat(self) -> dict[str, tuple[str, str, str]]:
        flat: dict[str, tuple[str, str, str]] = {}
        for kind, held in self.names.items():
            for name in held:
                for quantity in self.quantities(kind, name):
                    column = f"{name}.{quantity}"
                    flat[f"{name}.{kind}.{quantity}" if column in flat else column] = (kind, name, quantity)
        return flat

    @property
    def columns(self) -> tuple[str, ...]:
        """Names of the flat table's columns: `time`, then `<element>.<quantity>`."""
        return ("time", *self._flat)

    def _find(self, column: str) -> tuple[str, str, str] | None:
        if column in self._flat:
            return self._flat[column]
        name, _, rest = column.partition(".")
        kind, _, quantity = rest.partition(".")
        if name in self._place.get(kind, {}) and self._has(kind, name, quantity):
            return (kind, name, quantity)
        name, _, quantity = column.rpartition(".")
        return next(((kind, name, quantity) for kind in self.kinds_of(name) if self._has(kind, name, quantity)), None)

    def _has(self, kind: str, name: str, quantity: str) -> bool:
        """Whether a quantity is stored, or follows from what is."""
        held = self.quantities(kind, name)
        return quantity in held or bool(derived_from(quantity, held))

    def _known_column(self, column: str) -> tuple[str, str, str]:
        found = self._find(column)
        if found is None:
            name = column.partition(".")[0]
            near = [c for c in self._flat if c.startswith(f"{name}.")]
            raise UnknownName("column", column, near or self._flat)
        return found

    def place(self, column: str) -> tuple[str, str, str]:
        """Kind, element and quantity of a column."""
        return self._known_column(column)

    def column(self, column: str) -> Array:
        """One column: `rod.x`; `B.point.x` says the kind as well. Also an expression of columns: `hypot(rod.vx, rod.vy)`."""
        if column == "time":
            return self.time
        values = self.expressed(column) if self._find(column) is None else None
        return self.array(*self._known_column(column)) if values is None else values

    def expressed(self, text: str) -> Array | None:
        """Values of an expression of columns and of `t`; None where the text is none."""
        return expressed(text, self.time, lambda name: self.array(*self._known_column(name)))

    def unit(self, column: str) -> str:
        """Unit of a column (`m/s`); empty for a pure number, and for expressions."""
        if self._find(column) is None and column != "time" and self.expressed(column) is not None:
            return ""
        return "s" if column == "time" else self.unit_of(*self._known_column(column))

    def unit_of(self, kind: str, name: str, quantity: str) -> str:
        """Unit of a quantity of an element."""
        for key in ((kind, name, quantity), (kind, quantity)):
            if key in self._units:
                return self._units[key]
        if kind == "driver" and quantity in ("value", "effort") and self._model is not None:
            record = self._model.drivers.get(name)
            if record is not None:
                turns = any(key.startswith(("angle", "orientation")) for key in record.given())
                return {"value": "rad" if turns else "m", "effort": "N m" if turns else "N"}[quantity]
        return CONSTRAINT_UNITS.get(quantity, "") if kind == "constraint" else UNITS.get(quantity, "")

    def table(self, columns: Iterable[str] | None = None) -> tuple[tuple[str, ...], Array]:
        """The flat table: names of the columns, and the numbers (instants x columns); some columns, derived ones too, where they are named."""
        if columns is not None:
            names = ("time", *(name for name in dict.fromkeys(columns) if name != "time"))
            return names, np.column_stack([self.column(name) for name in names])
        table = np.empty((len(self.time), len(self._flat) + 1))
        table[:, 0] = self.time
        for i, place in enumerate(self._flat.values(), start=1):
            table[:, i] = self.array(*place)
        return self.columns, table

    def index(self, t: float) -> int:
        """Index of the stored instant nearest to `t`."""
        if not len(self.time):
            raise ModelError(Fault("result", "it holds no instant", self.message, "look at its status and message"))
        return int(np.argmin(np.abs(self.time - t)))

    def at(self, t: float) -> dict[str, float]:
        """All columns at a stored instant; nothing is interpolated."""
        i = self.index(t)
        if abs(self.time[i] - t) > 1e-9 * max(abs(t), float(np.ptp(self.time))):
            why = f"the nearest one is {self.time[i]:.12g} s, and nothing is interpolated"
            raise ModelError(
                Fault("result", f"t = {t:.12g} s is no stored instant", why, "use res.index(t) for the nearest")
            )
        return {"time": float(self.time[i]), **{c: float(self.array(*place)[i]) for c, place in self._flat.items()}}

    def to_dataframe(self) -> Any:
        """The flat table as a pandas DataFrame; units in `frame.attrs["units"]`."""
        pandas = _table_package("pandas")
        columns, table = self.table()
        frame = pandas.DataFrame(table, columns=list(columns))
        frame.attrs["units"] = {column: self.unit(column) for column in columns}
        return frame

    def to_xarray(self) -> Any:
        """An xarray Dataset: dimensions time, body, point ...; variables `body_x`, `joint_fx`, `energy_kinetic` ..."""
        xarray = _table_package("xarray")
        variables = {}
        for kind, arrays in self.data.items():
            for quantity, array in arrays.items():
                units = {self.unit_of(kind, name, quantity) for name in self.names[kind]}
                notes = {"units": units.pop()} if len(units) == 1 else {}
                lone = kind in LONE
                dims = ("time",) if lone else ("time", kind)
                variables[f"{kind}_{quantity}"] = (dims, array[:, 0] if lone else array, notes)
        places: dict[str, Any] = {"time": ("time", self.time, {"units": "s"})}
        places |= {kind: (kind, list(held)) for kind, held in self.names.items() if kind not in LONE}
        return xarray.Dataset(variables, places, {"title": self.name, "status": self.status, "message": self.message})

    def difference(self, other: Result) -> Differences:
        """How far another result of the same model (or a table with the same columns) is from this one, at common instants; the relatively largest first.

        Each row has `kind`, `element`, `quantity`, `largest`, `unit`, `time` and `relative` (to the largest value of that unit). Columns that only
        one of them has are listed: `only_first`, `only_second`.
        """
        from vazba.result.difference import difference

        return difference(self, other)

    # --- files and words ----------------------------------------------------------------------------------------------

    def save(self, path: str | Path, columns: Iterable[str] | None = None) -> None:
        """Write to .nc (everything, lossless, with the model), .csv or .parquet (the flat table, or some `columns` of it, also derived ones)."""
        from vazba.files import results

        results.write(self, path, columns)

    @classmethod
    def load(cls, path: str | Path) -> Result:
        """Read a result: all of it from .nc, the columns alone from .csv and .parquet."""
        from vazba.files import results

        return results.read(path)

    def html(self, path: str | Path, other: Result | None = None, columns: Iterable[str] | None = None) -> Path:
        """Write one HTML file that shows motion and curves anywhere, without a network; `other` is a second result, seen as a ghost."""
        from vazba.viewer.export import html

        return html(self, path, other, columns)

    def _repr_html_(self) -> str:
        """In a notebook: the page in a frame, and the result in a few lines."""
        from vazba.viewer import notebook

        return notebook.lines(self.summary().splitlines()[:12]) + (notebook.shown(self) if self._drawable else "")

    @property
    def _drawable(self) -> bool:
        try:
            return len(self.time) > 0 and "body" in self.names and self.model is not None
        except VazbaError:
            return False

    def __repr__(self) -> str:
        count = f"{len(self.time)} instant{'' if len(self.time) == 1 else 's'}"
        span = f", {self.time[0]:.6g} to {self.time[-1]:.6g} s" if len(self.time) else ""
        return f"<Result {self.name!r}: {count}{span}, {self.status}{': ' + self.message if self.message else ''}>"

    def summary(self) -> str:
        """Name, instants, span, status, message, warnings and what is in it, in a few lines."""
        lines = [repr(self)[1:-1]]
        lines += [f"  {kind}: {', '.join(held)}" for kind, held in self.names.items() if kind not in LONE]
        return "\n".join(lines + [f"  warning: {warning}" for warning in self.warnings])


def _table_package(name: str) -> Any:
    from importlib import import_module

    try:
        return import_module(name)
    except ImportError as error:
        raise VazbaError(f"this needs {name}: pip install 'vazba[tables]' ({error})") from error
