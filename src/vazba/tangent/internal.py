"""Stiffness and damping of elastic beams themselves, sparse: exact for nodal beams in the plane, else from differences of their own forces.

Unknowns of one beam act on its neighbours alone: so many beams and nodes are moved at once that there are never more differences than a node or a beam has
unknowns, times three.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from vazba._jit import boundary
from vazba.bodies.space import PLANE
from vazba.equations import elastic as kernels
from vazba.equations.records import DYNAMICS
from vazba.flexible.ancf_tangent import ancf_tangent
from vazba.flexible.records import FLEXIBLE
from vazba.tables import numbers_at
from vazba.tangent.sparse import Pattern

if TYPE_CHECKING:
    from scipy.sparse import csc_array

    from vazba.formulations.elastic import Elastic

Array = NDArray[np.float64]
SIX = ((1, 3 / 4), (2, -3 / 20), (3, 1 / 60))
STEP = 1e-3


@boundary("void(int64, int64)")
def gather_nodal(d_at, y_at):  # type: ignore[no-untyped-def]
    """Stiffness and damping of nodal beams into the blocks."""
    d = DYNAMICS.at(d_at)
    f = FLEXIBLE.at(d.flexible)
    ancf, blocks, q = FLEXIBLE.ancf(f), FLEXIBLE.blocks(f), numbers_at(y_at, f.nq)
    stiffness, damping = FLEXIBLE.stiffness(f), FLEXIBLE.damping(f)
    for k in range(stiffness.shape[0]):
        stiffness[k] = 0.0
        damping[k] = 0.0
    for k in range(ancf.shape[0]):
        ancf_tangent(ancf[k], f.dimension, q, blocks, stiffness, damping, FLEXIBLE.spare(f))


class Internal:
    """Of an elastic formulation."""

    def __init__(self, form: Elastic, length: float) -> None:
        self.form, f = form, form.flexible
        self.nothing = not len(f.units)
        self.exact = form.system.space is PLANE and not len(f.arrays["modal"])
        self.blocks = BlockPattern(f.arrays["blocks"], f.nv)
        self._length = length

    def gathered(self, q: Array, v: Array, t: float) -> tuple[csc_array, csc_array]:
        """`K` and `D` of all elastic beams."""
        f = self.form.flexible
        if self.nothing:
            from scipy.sparse import csc_array

            return csc_array((f.nv, f.nv)), csc_array((f.nv, f.nv))
        if not self.exact:
            return self._differences(q, v, t)
        y = np.concatenate([q, v])
        gather_nodal(self.form.record.here, y.ctypes.data)
        return self.blocks.filled(f.arrays["stiffness"]), self.blocks.filled(f.arrays["damping"])

    def _differences(self, q: Array, v: Array, t: float) -> tuple[csc_array, csc_array]:
        from scipy.sparse import csc_array

        f, form = self.form.flexible, self.form
        groups, reach = self._groups()
        turning = np.array([name.startswith(("w", "slope")) for _, name in f.names])
        steps = np.where(turning, STEP, STEP * self._length)

        def internal(dq: Array, dv: Array) -> Array:
            y = np.concatenate([form.moved(q, dq), v + dv, np.zeros(16)])
            kernels.place(form.record.here, y.ctypes.data, t)
            kernels.force(form.record.here, y.ctypes.data, t)
            return f.arrays["internal"].copy()

        rows, columns, values = [], [], ([], [])  # type: ignore[var-annotated]
        still = np.zeros(f.nv)
        for members in groups:
            e = np.zeros(f.nv)
            e[members] = steps[members]
            for k, of in enumerate((lambda x: internal(x, still), lambda x: internal(still, x))):
                change = -np.sum([c * (of(j * e) - of(-j * e)) for j, c in SIX], axis=0)
                values[k].extend(change[reach[n]] / steps[n] for n in members)
            rows += [reach[n] for n in members]
            columns += [np.full(len(reach[n]), n) for n in members]
        at = np.concatenate(rows), np.concatenate(columns)
        k, d = (csc_array((np.concatenate(x), at), shape=(f.nv, f.nv)) for x in values)
        return k, d

    def _groups(self) -> tuple[list[list[int]], dict[int, NDArray[np.int64]]]:
        """Unknowns of beams that may be moved together, and which unknowns each acts on."""
        form = self.form
        reach: dict[int, NDArray[np.int64]] = {}
        groups: dict[tuple[int, int], list[int]] = {}
        for u in form.flexible.arrays["modal"]:
            size = form.layout.nb + int(u["n"])
            for k in range(size):
                reach[int(u["v"]) + k] = int(u["v"]) + np.arange(size)
                groups.setdefault((0, k), []).append(int(u["v"]) + k)
        width = 4 if form.system.space is PLANE else 7
        for beam in form.flexible.arrays["ancf"]:
            first, count = int(beam["v"]), int(beam["n"]) + 1
            for node in range(count):
                near = (
                    first
                    + width * max(node - 1, 0)
                    + np.arange(width * (min(node + 1, count - 1) - max(node - 1, 0) + 1))
                )
                for k in range(width):
                    reach[first + width * node + k] = near
                    groups.setdefault((1 + node % 3, k), []).append(first + width * node + k)
        return list(groups.values()), reach


class BlockPattern:
    """Blocks of a symmetric matrix over the unknowns (upper ones once) as a sparse matrix."""

    def __init__(self, blocks: NDArray[np.void], nv: int) -> None:
        rows, columns, places = [np.zeros(0, int)], [np.zeros(0, int)], [np.zeros(0, int)]
        for b in blocks:
            n, m = int(b["rows"]), int(b["columns"])
            i, j = np.meshgrid(int(b["row"]) + np.arange(n), int(b["column"]) + np.arange(m), indexing="ij")
            at = int(b["start"]) + np.arange(n * m)
            rows.append(i.ravel())
            columns.append(j.ravel())
            places.append(at)
            if b["row"] != b["column"]:
                rows.append(j.ravel())
                columns.append(i.ravel())
                places.append(at)
        self._places = np.concatenate(places)
        self._pattern = Pattern(np.concatenate(rows), np.concatenate(columns), (nv, nv))

    def filled(self, values: Array) -> csc_array:
        return self._pattern.filled(values[self._places])
