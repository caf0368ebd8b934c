"""Models written as a Python file that defines `model`: the only form that runs code."""

from __future__ import annotations

import runpy
import sys
import traceback
from pathlib import Path

from vazba.adding import RUNNING
from vazba.errors import ModelError
from vazba.files.reading import Reading, read_bytes, refused
from vazba.model import Model


def python_reading(path: Path) -> Reading:
    """Run a Python file and take its `model`. What it raises is a `ModelError` with the line."""
    read_bytes(path)  # readable, and of bearable size
    file, folder = str(path), str(path.resolve().parent)
    sys.path.insert(0, folder)  # it may import its neighbours
    RUNNING.append(file)
    try:
        names = runpy.run_path(file, run_name="vazba_model")
    except ModelError as error:
        raise ModelError([fault.at(file, _line(error, file)) for fault in error.faults]) from error
    except SystemExit as error:
        why = f"it exits with {error.code!r}"
        raise refused(file, "the file ends the program", why, "remove the exit", _line(error, file)) from error
    except Exception as error:
        what = f"{type(error).__name__}: {error}".strip(": ")
        raise refused(file, what, "the file was run and failed", "correct the line", _line(error, file)) from error
    finally:
        RUNNING.pop()
        if folder in sys.path:
            sys.path.remove(folder)
    model = names.get("model")
    if model is None:
        own = [name for name, value in names.items() if isinstance(value, Model)]
        raise refused(file, "the file defines no `model`", remedy=f"write model = {own[0] if own else 'vz.Model(...)'}")
    if not isinstance(model, Model):
        what = f"`model` is a {type(model).__name__}"
        raise refused(file, what, "it must be a vazba.Model", "write model = vz.Model(...)")
    model.source = model.source or path
    return Reading(model)


def _line(error: BaseException, file: str) -> int | None:
    """The last line of the file on the way to an exception."""
    if isinstance(error, SyntaxError) and error.filename == file:
        return error.lineno
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == file]
    return lines[-1] if lines else None
