"""What statics and modes need before they start: the model compiled, its drivers held, its bodies where the joints close."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vazba.case.beam_start import compiled
from vazba.case.controls import refuse_controllers
from vazba.case.start import look_at_start
from vazba.case.time_laws import check_commands
from vazba.element import SECTIONS
from vazba.equations.tables import dynamics_of, mass_faults
from vazba.errors import Fault, ModelError, SolveError, gathered
from vazba.faults import in_order
from vazba.frozen import frozen
from vazba.kinematic.assembly import refuse
from vazba.kinematic.beam_warnings import beams_at_rest
from vazba.kinematic.check import analyse, driver_faults, motion_faults
from vazba.kinematic.oddities import odd_values
from vazba.kinematic.outputs import driven_motions
from vazba.kinematic.run import check_spans
from vazba.model import Model
from vazba.statics.elastic import mechanics_of
from vazba.statics.frozen_drivers import followed, held
from vazba.statics.mechanics import Bodies

Array = NDArray[np.float64]


@frozen
class Prepared:
    """A mechanism with held drivers, where it is drawn (and assembled), and what is to be said of it."""

    model: Model
    mechanics: Bodies
    q: Array
    remarks: list[str]
    redundant: int  # equations of joints that follow from others


def prepared(model: Model, t: float) -> Prepared:
    """Raises `ModelError` with all that is wrong, `AssemblyError` where the joints do not close."""
    if not isinstance(model, Model):
        remedy = "read it with vz.load(...)" if isinstance(model, (str, bytes)) or hasattr(model, "__fspath__") else ""
        raise ModelError(Fault("", f"{model!r} is not a model", "a vazba.Model is expected", remedy))
    if not np.isfinite(t) or t < 0:
        raise ModelError(
            Fault("t", f"t = {t:g} s is no time of the model", "time starts at 0", "give 0 or a later time")
        )
    faults: list[Fault] = []
    system = gathered(faults, compiled, model, float(t))
    dynamics = None
    if system is None:
        faults += mass_faults(model)
    else:
        times = np.array([float(t)])
        dynamics = gathered(faults, dynamics_of, system)
        gathered(faults, refuse_controllers, system, "a search for rest or modes")
        gathered(faults, check_spans, system, float(t))
        gathered(faults, check_commands, system, times)
        faults += motion_faults(system, times, driven_motions(system, times))
    if faults or system is None or dynamics is None:
        raise ModelError(in_order(faults))
    still = held(system, float(t))
    assembly, found = analyse(still, names=False)
    faults = driver_faults(still, assembly, found)
    if faults:
        raise ModelError(faults)
    led = followed(system, float(t)) if t > 0 and system.driver_rows and not system.beams else None
    if led is None and not assembly.closed:
        raise refuse(still, assembly, float(t))
    q = assembly.q if led is None else led[0]
    remarks = [*dynamics.remarks, *odd_values(system), *beams_at_rest(system)]
    if found.singular:
        remarks.append(f"it is drawn at a singular posture; involved: {', '.join(found.weak)}")
    scope = model.scope()
    rubbing = [name for name, record in model.frictions.items() if record.read(scope, []).coefficient > 0]
    if rubbing:
        remarks.append(
            f"friction {', '.join(rubbing)}: Coulomb friction is left out (at rest it may hold with any force up to its limit)"
        )
    mechanics, x = mechanics_of(still, dynamics, float(t), q)
    if led is not None:
        mechanics.work.turns[: len(led[1])] = led[1]
    mechanics.look(x)
    look_at_start(still, mechanics.work, mechanics.record, np.concatenate([q, np.zeros(still.nv)]))
    if not np.isfinite(mechanics.force(x, mechanics.still)).all():
        odd = np.flatnonzero(~np.isfinite(mechanics.work.paths["tension"]))
        named = [f"{SECTIONS[section].kind} {name}" for section, name in (still.path_names[k] for k in odd)]
        raise SolveError(f"{', '.join(named) or 'forces'}: no finite force as drawn, at t = {t:g} s")
    return Prepared(model, mechanics, x, remarks, found.redundant)
