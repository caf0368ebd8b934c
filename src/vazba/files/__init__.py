"""Model files: TOML, folders of CSV tables, URDF, Python files; result files are in `vazba.files.results`."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from pathlib import Path

from vazba.element import Number
from vazba.files.reading import Reading, refused
from vazba.model import Model

__all__ = ["load", "save"]

_EXPECTED = "a model is a .toml file, a folder of CSV tables, a .urdf file, a .py file that defines `model`, or a result file .nc"


def load(
    path: str | os.PathLike[str],
    set: Mapping[str, Number] | None = None,  # noqa: A002
    floating_base: bool = False,
    allow: Iterable[str | os.PathLike[str]] = (),
) -> Model:
    """Read a model from a file or folder, with some parameters set to other values.

    The root link of a robot (`.urdf`) is the ground; with `floating_base` it is a body that nothing holds.
    Files that a model names (`table`, `data`) are read inside its own folder only; `allow` lists more folders or files.
    Raises `ModelError` with everything that is wrong, each fault with its file and line. Only a `.py` file runs code.
    """
    reading = _reading(Path(path), floating_base)
    if reading.model.allowed is not None:
        reading.model.allowed += tuple(
            _there(Path(place)) for place in ([allow] if isinstance(allow, (str, os.PathLike)) else allow)
        )
    return reading.finish(set)


def _there(place: Path) -> Path:
    """A folder or file the user allows, links followed."""
    try:
        return place.resolve(strict=True)
    except (OSError, RuntimeError, ValueError) as error:
        raise refused(
            ascii(str(place))[1:-1], "this is to be allowed, and is not there", _similar(place), "correct the path"
        ) from error


def save(model: Model, path: str | os.PathLike[str]) -> Path:
    """Write a model: `.toml`, or (no ending, or a folder that is there) a folder of CSV tables. Whole or not at all."""
    from vazba.files.atomic import not_written, write_whole

    path = Path(path)
    try:
        folder = path.is_dir()
        if path.suffix.lower() == ".toml" and not folder:
            from vazba.files.toml import write_toml

            moved = model.source is None or model.source.parent.resolve() != path.parent.resolve()
            return write_whole(path, write_toml(model, standalone=moved))
    except (OSError, ValueError) as error:
        raise not_written(path, error) from error
    if folder or not path.suffix:
        from vazba.files.tables import write_tables

        return write_tables(model, path)
    remedy = "use NAME.toml, or a folder for CSV tables"
    raise refused(path, f"models are not written as '{path.suffix}'", remedy=remedy)


def _reading(path: Path, floating_base: bool = False) -> Reading:
    """The reader for what stands at a path."""
    try:
        folder, there = path.is_dir(), path.exists()
    except (OSError, ValueError) as error:
        raise refused(ascii(str(path)), "there is no such file", str(error), _EXPECTED) from error
    if not there:
        raise refused(path, "there is no such file or folder", _similar(path), _EXPECTED)
    if folder and not floating_base:
        return _folder(path)
    suffix = path.suffix.lower()
    if suffix == ".urdf":
        from vazba.files.urdf import urdf_reading

        return urdf_reading(path, floating_base)
    if floating_base:
        raise refused(path, "floating_base is given", "only a robot (.urdf) has a base", "leave it out")
    if suffix == ".toml":
        from vazba.files.toml import toml_reading

        return toml_reading(path)
    if suffix == ".py":
        from vazba.files.python import python_reading

        return python_reading(path)
    if suffix == ".nc":
        return _inside_result(path)
    why = f"found a file ending in '{path.suffix}'" if path.suffix else "found a file without ending"
    if suffix == ".csv":
        raise refused(path, "a single table is not a model", why, f"give the folder with the tables: {path.parent}")
    raise refused(path, "this is not a model file", why, _EXPECTED)


def _folder(path: Path) -> Reading:
    from vazba.files.tables import is_table_folder, tables_reading

    try:
        if is_table_folder(path):
            return tables_reading(path)
        held = sorted(p.name for p in path.iterdir())
    except OSError as error:
        why = error.strerror or str(error)
        raise refused(path, "the folder cannot be read", why, "check its permissions") from error
    models = [name for name in held if name.lower().endswith((".toml", ".py", ".urdf"))]
    why = "found " + (", ".join(held[:6]) + (", ..." if len(held) > 6 else "") if held else "an empty folder")
    remedy = "expected BODY.CSV, POINT.CSV, JOINT.CSV and the like"
    if len(models) == 1:
        remedy = f"give the file itself: {path / models[0]}"
    raise refused(path, "there are no tables in this folder", why, remedy)


def _inside_result(path: Path) -> Reading:
    """The model whose text a result file keeps."""
    from vazba.files.results import beginning, model_text
    from vazba.files.toml import text_reading

    reading = text_reading(model_text(path), str(path))
    model = reading.model
    model.source = path
    analysis, first = beginning(path)
    if analysis == "equilibrium" or str(model.simulation.get("start", "drawn")) not in ("drawn", "equilibrium"):
        # it starts where it lies, also when the file it once started from is no more
        model.start, model.simulation["start"] = {}, f"{path.name}@{first!r}"
        model.allowed = (*(model.allowed or ()), path.resolve())
    return reading


def _similar(path: Path) -> str:
    """Names in the folder that are close to one that is not there."""
    try:
        parent = path.parent
        while not parent.exists():
            path, parent = parent, parent.parent
        held = {p.name.lower(): p.name for p in parent.iterdir()}
    except OSError:
        return ""
    close = get_close_matches(path.name.lower(), held, n=2, cutoff=0.5)
    stem = [name for small, name in held.items() if Path(small).stem == path.stem.lower()]
    names = list(dict.fromkeys([*stem, *(held[name] for name in close)]))[:3]
    return f"did you mean {' or '.join(names)}?" if names else ""
