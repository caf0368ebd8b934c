"""Modes from their .json file: computed again from the model inside, for only shapes and frequencies are kept as numbers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from vazba.errors import Fault, ModelError

if TYPE_CHECKING:
    from vazba.statics.mode_results import Modes


def read_modes(path: Path) -> Modes:
    """The modes of a file that `vazba modes MODEL -o modes.json` wrote."""
    try:
        held = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise _wrong(path, "there is no such file", "", "check the path") from None
    except (OSError, ValueError) as error:
        raise _wrong(
            path, "this file cannot be read as modes", str(error)[:80], "write it by vazba modes MODEL -o modes.json"
        ) from error
    if not isinstance(held, dict) or held.get("analysis") != "modes":
        raise _wrong(path, "this file holds no modes", "", "write it by vazba modes MODEL -o modes.json")
    if not isinstance(held.get("model"), str):
        raise _wrong(
            path, "the modes are without their model", "the mechanism cannot be drawn", "run vazba modes again"
        )
    from vazba.files.toml import read_text
    from vazba.statics.modes import modes

    return modes(
        read_text(held["model"], str(held.get("title", "model"))),
        at=str(held.get("at", "auto")),
        t=float(held.get("t", 0.0)),
    )


def _wrong(path: Path, what: str, why: str, remedy: str) -> ModelError:
    return ModelError(Fault("", what, why, remedy, file=str(path)))
