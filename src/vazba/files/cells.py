"""Tables as spreadsheets of all regions write them: lines and cells, numbers and lists of IDs, each with its place.

Comma, semicolon or tab between cells; decimal point or comma; quotes, blank lines, spaces, padding at the end of rows.
"""

from __future__ import annotations

import csv
import io
import math
import re
from dataclasses import dataclass, field

from vazba.element import shown
from vazba.errors import Fault
from vazba.expressions.units import number_hint

_NUMBER = re.compile(r"[+-]?(\d+[.,]?\d*|[.,]\d+)([eE][+-]?\d+)?", re.ASCII)
_NOT_FINITE = re.compile(r"[+-]?(nan|inf|infinity)", re.IGNORECASE)


@dataclass
class Row:
    """One row: cells by column (small letters); what is wrong with a cell goes to `faults`."""

    cells: dict[str, str]
    line: int
    file: str
    element: str = ""
    faults: list[Fault] = field(default_factory=list)

    def fault(self, what: str, why: str = "", remedy: str = "") -> None:
        self.faults.append(Fault(self.element, what, why, remedy, self.file, self.line))

    def text(self, column: str) -> str:
        return self.cells.get(column.lower(), "")

    def number(self, column: str, blank: bool = False) -> float | None:
        """The number in a column; None where it is wrong, missing, or allowed to be blank."""
        cell = self.text(column)
        if not cell:
            if not blank:
                self.fault(f"the cell of column {column} is empty", remedy="write a number")
            return None
        value = number(cell)
        if value is None or not math.isfinite(value):
            odd = "a finite number" if value is not None else "a number"
            self.fault(
                f"{column} = {shown(cell)} is not {odd}",
                f"column {column} holds numbers",
                number_hint(cell) or "write a number such as 1.5",
            )
            return None
        return value

    def integer(self, column: str) -> int | None:
        """An ID: a whole number, zero or positive."""
        cell = self.text(column)
        value = number(cell) if cell else None
        if value is None or not math.isfinite(value) or value != int(value) or value < 0:
            self.fault(
                f"{column} = {shown(cell)} is not an ID", "IDs are whole numbers, 1, 2, 3 ...", "correct the cell"
            )
            return None
        return int(value)

    def vector(self, *columns: str, blank: bool = True) -> list[float] | None:
        """Numbers of several columns; None when all cells are blank. Single blank cells count as zero."""
        if blank and not any(self.text(column) for column in columns):
            return None
        return [self.number(column, blank=blank) or 0.0 for column in columns]

    def integers(self, column: str) -> list[int]:
        """IDs in one cell: `11,14`, `11;14` or `11 14`."""
        words = [word for word in re.split(r"[,;\s]+", self.text(column)) if word]
        odd = next((word for word in words if not re.fullmatch(r"\d{1,18}", word, re.ASCII)), None)
        if odd is not None:
            self.fault(
                f"{column} = {shown(self.text(column))} is not a list of IDs",
                f"{shown(odd)} is not an ID",
                'write "11,14" or 11;14',
            )
            return []
        return [int(word) for word in words]


@dataclass
class Sheet:
    """A table: its columns (as written) and rows."""

    file: str
    columns: list[str]
    rows: list[Row]
    line: int = 1  # of the header
    rejected: list[str] = field(default_factory=list)  # IDs of rows that could not be read


def number(cell: str) -> float | None:
    """A number with decimal point or comma; NaN and infinity as such; None for anything else."""
    cell = cell.replace("\u2212", "-")
    if _NOT_FINITE.fullmatch(cell):
        return math.nan
    return float(cell.replace(",", ".")) if _NUMBER.fullmatch(cell) else None


def raw_rows(text: str, file: str, faults: list[Fault]) -> tuple[list[tuple[int, int, list[str]]], str]:
    """Rows (line, number of cells, cells without blank ones at the end), blank rows left out, and the separator."""
    lines = text.split("\n")
    first = next((line for line in lines if line.strip(" \t,;")), "")
    told = re.fullmatch(r'"?sep=(.)"?\s*', first)
    if told:  # a line some spreadsheets put first
        lines[lines.index(first)] = ""
        separator = told[1]
    else:
        separator = max(";\t,", key=first.count)
    if separator not in ",;\t":
        faults.append(
            Fault(
                "",
                f"cells are separated by {separator!r}",
                remedy="separate them by commas or semicolons",
                file=file,
                line=1,
            )
        )
        return [], ","
    rows: list[tuple[int, int, list[str]]] = []
    reader = csv.reader(io.StringIO("\n".join(lines)), delimiter=separator)
    line = 1
    try:
        for row in reader:
            cells = [cell.strip().strip("\ufeff\u00a0").strip() for cell in row]
            while cells and not cells[-1]:
                cells.pop()
            if cells:
                rows.append((line, len(row), cells))
            line = reader.line_num + 1
    except csv.Error as error:
        faults.append(Fault("", "the table cannot be read", str(error), "check the quotes", file, line))
    return rows, separator


def sheet(text: str, file: str, faults: list[Fault], joined: str = "") -> Sheet | None:
    """A table with a header; None when it is empty. `joined` is a last column that takes all further cells of a row."""
    met = len(faults)
    rows, separator = raw_rows(text, file, faults)
    if not rows:
        if len(faults) == met:
            remedy = "write a header and a row for each element, or remove the file"
            faults.append(Fault("", "the table is empty", remedy=remedy, file=file))
        return None
    (line, _, columns), *body = rows
    if not body:
        remedy = "add a row for each element, or remove the file"
        faults.append(Fault("", "the table has a header but no rows", remedy=remedy, file=file, line=line))
    small = [column.lower() for column in columns]
    twice = [columns[k] for k, column in enumerate(small) if column and column in small[:k]]
    faults += [Fault("", f"column {c} stands twice", remedy="remove one of them", file=file, line=line) for c in twice]
    result = Sheet(file, columns, [], line)
    last = len(columns) - 1
    for line, count, cells in body:
        if separator == ";" and joined and small[last] == joined.lower() and len(cells) > len(columns):
            cells[last:] = [";".join(cell for cell in cells[last:] if cell)]
        if len(cells) > len(columns) or count < len(columns):
            number_of_cells = max(len(cells), min(count, len(columns)))
            faults.append(_cells_fault(number_of_cells, len(columns), separator).at(file, line))
            result.rejected += [cells[k] for k, column in enumerate(small) if column == "id" and k < len(cells)]
            continue
        written = cells + [""] * (len(columns) - len(cells))
        result.rows.append(Row(dict(zip(small, written, strict=True)), line, file))
    return result


def _cells_fault(count: int, expected: int, separator: str) -> Fault:
    remedy = "give every column a cell" if count < expected else "remove the extra cells"
    if count > expected and separator == ",":
        remedy = 'with decimal commas put semicolons between the cells; a list of IDs stands in quotes ("11,14")'
    return Fault("", f"the row has {count} cells, the header has {expected}", remedy=remedy)
