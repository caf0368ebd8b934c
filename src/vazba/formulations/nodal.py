"""The formulation of models whose bodies are nodes alone: that of elastic bodies, by kernels that know nodes only.

Implicit methods ask for a tangent, which reads poses and rows as the general kernels leave them: these then take over.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vazba._jit import on_lines, packed
from vazba.equations import elastic as general
from vazba.equations import elastic_shown, forces, nodes
from vazba.flexible.nodal import NODAL, nodal_tables
from vazba.formulations.elastic import Elastic
from vazba.formulations.in_bodies import Absolute
from vazba.kinematic.newton import MU
from vazba.laws.records import CABLE, EFFORT

Array = NDArray[np.float64]


class Nodal(Elastic):
    """Coordinates of nodes."""

    def __init__(self, whole: Absolute, y: Array) -> None:
        super().__init__(whole, y)
        paths = self.system.tables.paths
        others = ((paths["law"] > CABLE) | (paths["count"] != 2) | (paths["free_law"] != 0)) & (paths["kind"] != EFFORT)
        weight = np.outer(self.dynamics.masses["m"], self.dynamics.gravity)
        arrays, numbers = self._tables(weight)
        kernels = {
            "place_all": general.place.address, "force_all": general.force.address, "show_all": elastic_shown.show.address,
        }  # fmt: skip
        if others.any():
            kernels["others"] = forces.other_paths.address
        self._nodal = arrays, packed(NODAL, arrays, **numbers, **kernels)
        state = self.start(y)
        general.place(self.record.here, state.ctypes.data, 0.0)  # bases of frames stay as they are
        self._take(nodes)
        self.record.nodal, self.record.see, self.record.show = (
            self._nodal[1].here,
            nodes.see.address,
            nodes.show.address,
        )

    def _tables(self, weight: Array) -> tuple[dict[str, NDArray[Any]], dict[str, int]]:
        """Arrays and numbers of the kernels' record, which they write into: copies, where the system is used again."""
        system, reference = self.system, float(self.dynamics.reference[0])

        def made() -> tuple[dict[str, NDArray[Any]], dict[str, int]]:
            return nodal_tables(system, self.layout, weight, reference, MU)

        if not system.reused:
            return made()
        arrays, numbers = system.remembered("nodal tables", (weight.tobytes(), reference), made)
        return {name: on_lines(x) if x.dtype.names else x.copy() for name, x in arrays.items()}, numbers

    def tangent(self, collocating: bool) -> Any:
        self._take(general)
        self.record.see, self.record.show = 0, elastic_shown.show.address
        return super().tangent(collocating)

    def _take(self, kernels: ModuleType) -> None:
        """Go on by the kernels of a module."""
        r = self.record
        for name in ("place", "factorise", "solve", "slack", "step"):
            setattr(r, name, getattr(kernels, name).address)
        r.pose, r.force_kernel = r.place, kernels.force.address
