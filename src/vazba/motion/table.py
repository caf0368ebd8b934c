"""Measured or planned values at given times, joined by a smooth curve."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Self

import numpy as np

from vazba.element import shown
from vazba.errors import Wrong
from vazba.frozen import frozen
from vazba.motion.motion import Lowered, Motion, Number, Scope, Values, keys_of, numbers, plain


@frozen
class Table(Motion):
    """Cubic spline through `values` at `times`: f, f', f'' are continuous.

    The two end conditions are "not a knot" (the third derivative does not jump at the second and last but one time), so
    a cubic polynomial is met exactly. Three rows: natural spline; two rows: a straight line. The law is known from the
    first to the last time (`span`); beyond them the end pieces go on, which is good for rounding errors of t only.
    """

    times: Sequence[Number] = ()  # s, growing
    values: Sequence[Number] = ()  # rad or m
    source: str = ""  # file of two columns time, value, read when times are not given

    key = "table"

    def __post_init__(self) -> None:
        for name in ("times", "values"):
            if isinstance(getattr(self, name), (list, np.ndarray)):
                object.__setattr__(self, name, tuple(getattr(self, name)))

    @classmethod
    def from_raw(cls, raw: Any) -> Table:
        if isinstance(raw, (str, Path)):
            return cls(source=str(raw))
        if isinstance(raw, Mapping):
            return cls(**keys_of(cls, raw, ["times", "values"]))
        remedy = 'write table = "file.csv" or table = {times = [...], values = [...]}'
        raise Wrong(f"table = {shown(raw)} is not a table", remedy=remedy)

    def resolve(self, scope: Scope) -> Table:
        if self.source and not len(self.times):
            rows = read_table(scope.file("table", self.source), self.source)
            check_rows([f"{self.source} row {line}" for line, _, _ in rows], [t for _, t, _ in rows], self.source)
            return Table(tuple(t for _, t, _ in rows), tuple(f for _, _, f in rows), self.source)
        times, values = numbers(scope, "times", self.times), numbers(scope, "values", self.values)
        if len(times) != len(values):
            raise Wrong(f"table has {len(times)} times and {len(values)} values", remedy="give one value for each time")
        check_rows([f"table row {k + 1}" for k in range(len(times))], times, "table")
        return Table(times, values, self.source)

    def lower(self) -> Lowered:
        times, values = np.array(self.times, np.float64), np.array(self.values, np.float64)
        return Lowered.from_pieces(list(times[:-1]), spline(times, values))

    def span(self) -> tuple[float, float]:
        return (float(self.times[0]), float(self.times[-1])) if len(self.times) else super().span()

    def to_raw(self) -> Any:
        if self.source and not len(self.times):
            return {"table": self.source}
        return {"table": {"times": plain(self.times), "values": plain(self.values)}}  # a saved model stands alone

    @classmethod
    def example(cls, rng: np.random.Generator) -> Self:
        times = np.cumsum(rng.uniform(0.1, 0.6, size=rng.integers(4, 12)))
        return cls(tuple(float(t) for t in times), tuple(float(f) for f in rng.normal(size=len(times))))


def check_rows(rows: Sequence[str], times: Sequence[float], source: str) -> None:
    """At least two rows, in order of the first column: the time, or the stretch or rate of a curve."""
    if len(times) < 2:
        raise Wrong(f"{source} has too few rows of numbers ({len(times)})", remedy="give at least two rows")
    for row, before, time in zip(rows[1:], times, times[1:]):
        if not before < time:
            word = "is the same as" if time == before else "is below"
            remedy = "sort the rows by the first column, each of its values once"
            raise Wrong(f"{row}: the first column, {time:g}, {word} the one before ({before:g})", remedy=remedy)


def read_table(path: Path, name: str) -> list[tuple[int, float, float]]:
    """Rows (line, time, value) of a text file.

    Comma or semicolon separated, with semicolons also decimal commas; a heading, blank lines and a BOM are tolerated.
    """
    if not path.is_file():
        raise Wrong(f"table file '{name}' is not there", f"looked for {path}", "correct the name")
    try:
        data = path.read_bytes()
    except OSError as error:
        raise Wrong(f"table file '{name}' cannot be read", error.strerror or str(error)) from error
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    lines = [(k, line) for k, line in enumerate(text.splitlines(), start=1) if line.strip(" \t\r,;")]
    semicolons = any(";" in line for _, line in lines)
    rows = []
    for k, line in lines:
        cells = [cell.strip().strip('"').strip() for cell in line.split(";" if semicolons else ",")]
        while len(cells) > 2 and not cells[-1]:
            cells.pop()  # spreadsheets pad rows with empty cells
        found = [_number(cell.replace(",", ".") if semicolons else cell) for cell in cells]
        if k == lines[0][0] and found[0] is None:
            continue  # the heading
        if len(cells) != 2:
            hint = (
                "with decimal commas separate the columns by semicolons"
                if len(cells) > 2
                else "write two columns, as in 0.5,1.2"
            )
            raise Wrong(f"{name} row {k} has {len(cells)} column{'s' * (len(cells) != 1)}, expected 2", remedy=hint)
        time, value = found
        if time is None or value is None:
            wrong = cells[0] if time is None else cells[1]
            raise Wrong(f"{name} row {k}: {shown(wrong)} is not a finite number", remedy="correct the cell")
        rows.append((k, time, value))
    return rows


def _number(cell: str) -> float | None:
    try:
        value = float(cell)
    except ValueError:
        return None
    return value if np.isfinite(value) and "_" not in cell else None


def spline(x: Values, y: Values) -> Values:
    """Coefficients (rows: pieces; columns: powers of t - start) of the interpolating cubic spline.

    With steps `h`, slopes of the chords `m` and unknown derivatives `s` at the points, continuity of f'' asks

        h[i] s[i-1] + 2 (h[i-1] + h[i]) s[i] + h[i-1] s[i+1] = 3 (h[i] m[i-1] + h[i-1] m[i]).
    """
    h = np.diff(x)
    m = np.diff(y) / h
    n = len(x)
    if n == 2:
        return np.array([[y[0], m[0], 0.0, 0.0]])
    low, mid, high, right = np.zeros(n), np.zeros(n), np.zeros(n), np.zeros(n)
    low[1:-1], mid[1:-1], high[1:-1] = h[1:], 2.0 * (h[:-1] + h[1:]), h[:-1]
    right[1:-1] = 3.0 * (h[1:] * m[:-1] + h[:-1] * m[1:])
    if n == 3:  # natural: f'' = 0 at both ends
        mid[0], high[0], right[0] = 2.0, 1.0, 3.0 * m[0]
        mid[-1], low[-1], right[-1] = 2.0, 1.0, 3.0 * m[-1]
    else:  # not a knot: f''' continuous at the second and last but one point
        d, e = h[0] + h[1], h[-1] + h[-2]
        mid[0], high[0], right[0] = h[1], d, ((h[0] + 2.0 * d) * h[1] * m[0] + h[0] ** 2 * m[1]) / d
        mid[-1], low[-1] = h[-2], e
        right[-1] = (h[-1] ** 2 * m[-2] + (2.0 * e + h[-1]) * h[-2] * m[-1]) / e
    s = _tridiagonal(low.tolist(), mid.tolist(), high.tolist(), right.tolist())
    c3 = (s[:-1] + s[1:] - 2.0 * m) / h**2
    c2 = (m - s[:-1]) / h - c3 * h
    return np.column_stack([y[:-1], s[:-1], c2, c3])


def _tridiagonal(low: list[float], mid: list[float], high: list[float], right: list[float]) -> Values:
    """Gauss elimination without pivoting; pivots stay positive for growing times."""
    for i in range(1, len(mid)):
        factor = low[i] / mid[i - 1]
        mid[i] -= factor * high[i - 1]
        right[i] -= factor * right[i - 1]
    right[-1] /= mid[-1]
    for i in range(len(mid) - 2, -1, -1):
        right[i] = (right[i] - high[i] * right[i + 1]) / mid[i]
    return np.array(right)
