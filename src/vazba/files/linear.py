"""Linear models on disk: .mat (Matlab, Octave), .npz (NumPy), .json."""

from __future__ import annotations

import json
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from vazba.errors import Fault, ModelError
from vazba.files.atomic import write_whole

if TYPE_CHECKING:
    from vazba.linear.linear_model import LinearModel

ENDINGS = (".mat", ".json", ".npz")
NAMES = ("states", "inputs", "outputs")


def write(found: LinearModel, path: str | Path) -> None:
    """Write a linear model; the ending of the path says in which form."""
    path = Path(path)
    writers: dict[str, Callable[[LinearModel], str | bytes]] = {".json": _json, ".npz": _npz, ".mat": _mat}
    writer = writers.get(path.suffix.lower())
    if writer is None:
        said = f"ending '{path.suffix}'" if path.suffix else "a name without ending"
        remedy = f"use {' or '.join(ENDINGS)}"
        raise ModelError(Fault("", f"cannot write a linear model to a file with {said}", remedy=remedy, file=str(path)))
    write_whole(path, writer(found))


def _arrays(found: LinearModel) -> dict[str, Any]:
    return {
        "A": found.A, "B": found.B, "C": found.C, "D": found.D, "eigenvalues": found.eigenvalues, "nominal": found.nominal,
        "acceleration": found.acceleration, "t": found.t, "error": found.error,
    }  # fmt: skip


def _json(found: LinearModel) -> str:
    from vazba import __version__

    arrays = _arrays(found)
    arrays["eigenvalues"] = [[s.real, s.imag] for s in found.eigenvalues.tolist()]
    plain = {key: value.tolist() if isinstance(value, np.ndarray) else value for key, value in arrays.items()}
    whole = {
        "title": found.model.name, "vazba_version": __version__, "analysis": "linearize", "where": found.where, **plain,
        **{key: list(getattr(found, key)) for key in NAMES}, "input_units": list(found.input_units), "errors": found.errors,
        "warnings": list(found.warnings),
    }  # fmt: skip
    return json.dumps(whole, indent=1, allow_nan=False) + "\n"


def _npz(found: LinearModel) -> bytes:
    out = BytesIO()
    whole: dict[str, Any] = _arrays(found) | {key: np.array(getattr(found, key), dtype=str) for key in NAMES}
    np.savez(out, allow_pickle=False, **whole)
    return out.getvalue()


def _mat(found: LinearModel) -> bytes:
    from scipy.io import savemat

    out = BytesIO()
    savemat(out, _arrays(found) | {key: np.array(getattr(found, key), dtype=object) for key in NAMES})
    return out.getvalue()
