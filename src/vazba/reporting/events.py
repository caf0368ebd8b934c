"""Located switches in words."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vazba.element import SECTIONS
from vazba.laws.records import ABOVE, BY_LAW, LIMIT, LOOSE, SLACK, UPPER, UPPER_LOOSE, WATCH
from vazba.system import System

_CABLE = {SLACK: "goes slack", LOOSE: "shortens too fast to pull", BY_LAW: "switches rapidly"}
_LIMIT = {
    SLACK: "leaves the stop",
    LOOSE: "is thrown back from the stop",
    UPPER_LOOSE: "is thrown back from the stop",
    BY_LAW: "touches rapidly",
}


def described(system: System, time: float, path: float, before: float, after: float) -> tuple[float, str, str]:  # noqa: ARG001
    """`(time, element, what happens)` of one entry of the log."""
    section, name = system.path_names[int(path)]
    law, mode = int(system.tables.paths[int(path)]["law"]), int(after)
    if law == WATCH:
        what = "passes its value rising" if mode == ABOVE else "passes its value falling"
    elif law == LIMIT:
        what = _LIMIT.get(mode, f"touches the {'upper' if mode == UPPER else 'lower'} stop")
    else:
        what = _CABLE.get(mode, "goes taut")
    return float(time), f"{SECTIONS[section].kind} {name}", what


def ended_by(system: System, log: NDArray[np.float64]) -> str:
    """The event that ended the run: the last one logged that may."""
    paths, seen = system.tables.paths, [int(row[1]) for row in log]
    ends = [k for k in seen if paths[k]["law"] == WATCH and paths[k]["upper"] > 0]
    return system.path_names[ends[-1]][1] if ends else ""
