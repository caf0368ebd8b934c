"""Which formulation a run takes."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vazba.flexible.build import has_unknowns
from vazba.formulations import in_bodies, in_independent, in_joints  # noqa: F401  (each enters itself)
from vazba.formulations.formulation import FORMULATIONS, Formulation
from vazba.formulations.freedom_names import topology_with
from vazba.formulations.in_bodies import Absolute
from vazba.formulations.settings import IMPLICIT, Settings
from vazba.system import System
from vazba.tree.topology import Topology

# Freedoms of a tree that cost as much as one equation of the absolute method (few of them, by dimension; many), and as one that closes a loop.
FEW, MANY, CLOSING = {2: 4.0, 3: 2.5}, 5.0, 6.0


def formulation_named(settings: Settings, whole: Absolute, y: NDArray[np.float64], stiff: bool = False) -> Formulation:
    """The formulation of the settings, at the state y of the bodies; `stiff`: it is known to need an implicit integrator.

    `auto` takes the absolute one with an implicit integrator, else the cheaper one; where cuts or independent coordinates are named, the one they are for.
    """
    name = settings.method
    if has_unknowns(whole.system):
        from vazba.flexible.nodal import is_nodal
        from vazba.formulations.elastic import Elastic
        from vazba.formulations.nodal import Nodal

        return (Nodal if is_nodal(whole.system) else Elastic)(whole, y)
    if stiff:
        return whole
    if name == "auto":
        name = _best(settings, whole)
    return FORMULATIONS[name].make(whole, y, settings)


def _best(settings: Settings, whole: Absolute) -> str:
    system = whole.system
    if settings.independent or settings.cuts:
        return "minimal" if settings.independent else "recursive"
    if settings.integrator == "taylor":
        return "recursive"
    if settings.integrator in IMPLICIT or whole.dynamics.light:  # which alone does without some mass
        return "absolute"
    topology = topology_with(system, settings.cuts, settings.places["cuts"])
    rotors = {system.coordinate_names[int(k)][0] for k in system.tables.paths["first"][system.tables.rotors]}
    if not rotors <= {link.joint for link in topology.links}:
        return "absolute"
    return "absolute" if cheaper_in_bodies(system, topology) else "recursive"


def cheaper_in_bodies(system: System, topology: Topology) -> bool:
    """Whether an evaluation costs less in the coordinates of the bodies than in those of the joints: where most bodies float.

    Measured by `benchmarks/methods.py`; the reasons stand on the page `docs/cost.md`.
    """
    freedoms = sum(
        len(system.joint_places[link.joint].free) if link.joint is not None else system.space.nv
        for link in topology.links
    )
    closing = sum(len(system.groups[closure.group].directions) for closure in topology.closures)
    each = FEW[system.dimension] if system.tables.small else MANY
    return not system.m or each * system.m < freedoms + CLOSING * closing
