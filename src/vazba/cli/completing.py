"""What the shell offers when Tab is pressed (`vazba --install-completion`): columns of results, parameters of models, names of examples.

Whatever goes wrong here, nothing is offered: a half-written line is no place for messages.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterable
from pathlib import Path

from vazba.cli.common import RESULT_ENDINGS, is_result


def columns(incomplete: str) -> list[str]:
    """Columns of the results named before; without one, result files."""
    files = [path for path in _named() if is_result(path)]
    if not files:
        return _files(incomplete)
    from vazba.result import Result

    try:
        found = [column for path in files for column in Result.load(path).columns]
    except Exception:  # noqa: BLE001
        return []
    return _fitting(found, incomplete)


def parameters(incomplete: str) -> list[str]:
    """`NAME=` for the parameters of the model named before."""
    from vazba.files import load

    path = next(iter(_named()), None)
    if path is None or path.suffix.lower() == ".py":  # it would be run
        return []
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            found = load(path).parameters
    except Exception:  # noqa: BLE001
        return []
    return _fitting([f"{name}=" for name in found], incomplete)


def example_names(incomplete: str) -> list[str]:
    """Names of the examples."""
    from vazba.cli.examples import held

    return _fitting(held(), incomplete)


def _named() -> list[Path]:
    """Files and folders on the line so far: shells hand it over in the environment, whatever of it can be read as a command yet."""
    line = os.environ.get("COMP_WORDS") or os.environ.get("_TYPER_COMPLETE_ARGS") or ""
    return [path for word in line.split()[2:] if (path := Path(word)).exists()]


def _fitting(found: Iterable[str], incomplete: str) -> list[str]:
    return [word for word in dict.fromkeys(found) if word.startswith(incomplete)]


def _files(incomplete: str) -> list[str]:
    """Result files and folders that begin so."""
    start = Path(incomplete)
    folder = start if incomplete.endswith("/") else start.parent
    try:
        beside = sorted(folder.iterdir())
    except OSError:
        return []
    told = [
        f"{path}/" if path.is_dir() else str(path) for path in beside if path.is_dir() or path.suffix in RESULT_ENDINGS
    ]
    return _fitting([word for word in told if not Path(word).name.startswith(".")], incomplete)
