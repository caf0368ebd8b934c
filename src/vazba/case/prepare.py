"""Everything that must be right before a dynamic run, looked at together so that all that is wrong is told at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vazba.case.beam_start import compiled
from vazba.case.time_laws import check_commands
from vazba.equations.tables import Dynamics, dynamics_of, mass_faults
from vazba.errors import Fault, ModelError, gathered
from vazba.faults import in_order
from vazba.formulations.settings import Settings, settings_of
from vazba.kinematic.check import motion_faults
from vazba.kinematic.outputs import driven_motions
from vazba.kinematic.run import check_size, check_spans, time_grid
from vazba.model import Model
from vazba.system import System

Array = NDArray[np.float64]
MOST_STEPS = 1e9  # of a length that is given


def require_model(model: Model) -> None:
    """Raises `ModelError` for what is no model."""
    if not isinstance(model, Model):
        remedy = "read it with vz.load(...)" if isinstance(model, (str, bytes)) or hasattr(model, "__fspath__") else ""
        raise ModelError(Fault("", f"{model!r} is not a model", "a vazba.Model is expected", remedy))


def prepared(
    model: Model, until: float | None, every: float | None, begin: float = 0.0, **said: Any
) -> tuple[Settings, Array, System, Dynamics]:
    """Settings, output times, system and masses of a run; raises `ModelError` with all that is wrong."""
    return prepared_by(compiled, model, until, every, begin, **said)


def prepared_by(
    compiling: Callable[[Model, float], System], model: Model, until: float | None, every: float | None, begin: float, **said: Any
) -> tuple[Settings, Array, System, Dynamics]:  # fmt: skip
    """The same, with the system that `compiling` makes."""
    require_model(model)
    faults: list[Fault] = []
    settings = gathered(faults, settings_of, model, **said)
    times = gathered(faults, time_grid, model, until, every, begin)
    system = gathered(faults, compiling, model, begin)
    dynamics = None
    if system is None:
        faults += mass_faults(model)
    else:
        dynamics = gathered(faults, dynamics_of, system)
    if system is not None and times is not None:
        gathered(faults, check_size, system, times)
        gathered(faults, check_spans, system, float(times[-1]), begin)
        gathered(faults, check_commands, system, times)
        faults += motion_faults(system, times, driven_motions(system, times))
    if settings is not None and times is not None and settings.step is not None:
        faults += _too_many(settings.step, float(times[-1]) - begin)
    if faults or settings is None or times is None or system is None or dynamics is None:
        raise ModelError(in_order(faults))
    return settings, times, system, dynamics


def _too_many(step: float, end: float) -> list[Fault]:
    if end / step <= MOST_STEPS:
        return []
    return [
        Fault("simulation", f"step = {step:g} s means {end / step:.1g} steps", "that takes days", "give a longer step")
    ]
