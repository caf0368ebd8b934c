"""What all readers share: bytes and text of a file, and a model as far as it could be read with all faults met."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from vazba.element import Number, shown
from vazba.errors import Fault, ModelError, suggestion
from vazba.faults import check_values, in_order
from vazba.model import Model

MAX_BYTES = 50_000_000

_SIGNATURES = {
    b"PK\x03\x04": "a zip archive or a spreadsheet (.xlsx, .ods)",
    b"\xd0\xcf\x11\xe0": "an old spreadsheet (.xls)",
    b"\x89HDF": "a result file (.nc)",
    b"CDF": "a result file (.nc)",
    b"%PDF": "a PDF document",
    b"\x89PNG": "a picture",
    b"\x1f\x8b": "a gzip archive",
    b"PAR1": "a Parquet table",
}


@dataclass
class Reading:
    """A model as far as it could be read, and what was wrong on the way.

    `declared`: elements by section that were written but could not be made; `spoiled`: (section, name) of elements of
    which a part could not be read; `evaluate`: False when the values cannot be judged (the dimension is not known).
    """

    model: Model
    faults: list[Fault] = field(default_factory=list)
    declared: dict[str, set[str]] = field(default_factory=dict)
    spoiled: set[tuple[str, str]] = field(default_factory=set)
    evaluate: bool = True

    def declare(self, section: str, name: str) -> None:
        """Note an element that could not be made, so that references to it are not reported."""
        self.declared.setdefault(section, set()).add(name)

    def finish(self, changes: Mapping[str, Number] | None = None) -> Model:
        """The model with some parameters changed; raises `ModelError` with all faults of reading and of values."""
        model, faults = self.model, list(self.faults)
        changes = dict(changes or {})
        unknown = [name for name in changes if name not in model.parameters]
        faults += [
            Fault(f"parameter {name}", "there is no such parameter to set", remedy=suggestion(name, model.parameters))
            for name in unknown
        ]
        if changes:
            model = copy.copy(model)
            model.parameters = {
                **model.parameters,
                **{name: raw for name, raw in changes.items() if name not in unknown},
            }
        if self.evaluate:
            found = check_values(model, self.declared, self.spoiled)
            if found or faults:  # then all there are, also those that are met only when the elements are put together
                from vazba.compiler import model_faults

                found = model_faults(model, self.declared, self.spoiled)
            faults += [_of_change(fault, changes) for fault in found]
        if faults:
            raise ModelError(in_order(faults))
        return model


def _of_change(fault: Fault, changes: Mapping[str, Number]) -> Fault:
    """A wrong parameter that was set from outside does not stand in the file."""
    name = fault.element.removeprefix("parameter ")
    if fault.element == name or name not in changes:
        return fault
    return replace(fault, what=f"set to {shown(changes[name])}: {fault.what}", file=None, line=None)


def refused(file: str | Path, what: str, why: str = "", remedy: str = "", line: int | None = None) -> ModelError:
    """The error of a file that cannot be read at all."""
    return ModelError(Fault("", what, why, remedy, str(file), line))


def read_bytes(path: Path) -> bytes:
    """The bytes of a file of bearable size."""
    try:
        size = path.stat().st_size
        if size > MAX_BYTES:
            why = f"models larger than {MAX_BYTES // 1_000_000} MB are not read"
            raise refused(path, f"the file has {size / 1e6:.0f} MB", why, "check that it is the right file")
        return path.read_bytes()
    except OSError as error:
        why = error.strerror or str(error)
        raise refused(path, "the file cannot be read", why, "check its name and permissions") from error


def decode(data: bytes, file: str, what: str, regional: bool = False) -> str:
    """Text of a file that should be `what`; `regional` also takes the encodings spreadsheets write (UTF-16, cp1250)."""
    remedy = "save the table as CSV" if "CSV" in what else "check that it is the right file"
    for signature, kind in _SIGNATURES.items():
        if data.startswith(signature):
            raise refused(file, f"this is not {what}", f"it looks like {kind}", remedy)
    text = _text(data, file, regional)
    odd = next((k for k, c in enumerate(text) if c < " " and c not in "\t\n\r\f"), None)
    if odd is not None:
        line = text.count("\n", 0, odd) + 1
        raise refused(file, f"this is not {what}", f"it holds the control character {text[odd]!r}", remedy, line)
    if text.lstrip().startswith("<"):
        raise refused(file, f"this is not {what}", "it looks like a web page or XML", remedy, 1)
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _text(data: bytes, file: str, regional: bool) -> str:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        if regional:
            return data.decode("utf-16", errors="replace")
        raise refused(file, "the encoding is UTF-16", "only UTF-8 is read", "save the file as UTF-8")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        if regional and b"\0" not in data:
            return data.decode("cp1250", errors="replace")
        line = data.count(b"\n", 0, error.start) + 1
        what = f"byte 0x{data[error.start]:02X} at position {error.start} is not UTF-8"
        why = "the file has another encoding or is not a text"
        raise refused(file, what, why, "save the file as UTF-8", line) from error
