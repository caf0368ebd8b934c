"""What the second derivatives of the stations of elastic beams add to the exact tangent: `-W . d^2(pose)/dq^2` for the wrench W a station carries.

The acceleration of a station while the velocities stay is `b(v) = sum_ij v_i v_j e_i(B_j)`, with the derivative `e_i` along velocity i: its polarisation gives
the symmetric part of `e_i(B_j)`. What is not symmetric follows from how displacements commute, `[e_i, e_j] = c_ij^k e_k`:

    e_i(B_j) - e_j(B_i) = c_ij^k B_k - (0, w_i x w_j)

with the angular velocities `w_i` of B (body components). In quaternions `c` is the vector product; of nodes in space the spin about the slope has the
curvature of the sphere, `t . (t_i x t_j)`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from vazba.equations import elastic as kernels
from vazba.flexible.records import OF_ANCF, OF_MODAL

if TYPE_CHECKING:
    from scipy.sparse import csc_array

    from vazba.formulations.elastic import Elastic

Array = NDArray[np.float64]


class Stations:
    """Of an elastic formulation: B of all bodies as one sparse matrix, and what stations add to the stiffness."""

    def __init__(self, form: Elastic) -> None:
        self.form, layout, nb = form, form.layout, form.layout.nb
        offsets = np.concatenate([[0], np.cumsum(layout.sizes)]).astype(int)
        rows, columns, places = [], [], []
        self.unknowns: dict[int, NDArray[np.int64]] = {}
        for body, parts in layout.parts.items():
            self.unknowns[body] = np.concatenate([offsets[block] + np.arange(size) for block, size, _ in parts])
            for block, size, b in parts:
                i, j = np.meshgrid(np.arange(nb), np.arange(size), indexing="ij")
                rows.append(nb * body + i.ravel())
                columns.append(offsets[block] + j.ravel())
                places.append(b + (i * size + j).ravel() if b >= 0 else np.where(i == j, -1, -2).ravel())
        self._rows, self._columns, self._places = (np.concatenate(x) for x in (rows, columns, places))
        self._bent = [
            st for st in form.flexible.arrays["stations"][: form.flexible.active] if st["kind"] in (OF_MODAL, OF_ANCF)
        ]

    def matrix(self) -> csc_array:
        """B at the state last placed."""
        from scipy.sparse import csc_array

        b = self.form.flexible.arrays["b"]
        values = np.where(self._places == -1, 1.0, 0.0)
        values[self._places >= 0] = b[self._places[self._places >= 0]]
        return csc_array((values, (self._rows, self._columns)), shape=(self.form.system.nv, self.form.flexible.nv))

    def stiffness(self, q: Array, t: float, wrenches: Array) -> csc_array:
        """`-sum W . e_j(B_i)` at rest at q, row i, column j; `wrenches`: generalised forces on the bodies."""
        from scipy.sparse import csc_array

        nv, nb = self.form.flexible.nv, self.form.layout.nb
        rows, columns, values = [np.zeros(0, int)], [np.zeros(0, int)], [np.zeros(0)]
        for st in self._bent:
            wrench = wrenches[nb * int(st["body"]) : nb * (int(st["body"]) + 1)]
            if not wrench.any():
                continue
            own = self.unknowns[int(st["body"])]
            g = self._second(st, own, q, t, wrench)
            rows.append(np.repeat(own, len(own)))
            columns.append(np.tile(own, len(own)))
            values.append(-g.ravel())
        return csc_array((np.concatenate(values), (np.concatenate(rows), np.concatenate(columns))), shape=(nv, nv))

    def _second(self, st: Any, own: NDArray[np.int64], q: Array, t: float, wrench: Array) -> Array:
        """`G[i, j] = W . e_j(B_i)`."""
        n, nb = len(own), self.form.layout.nb
        single = np.array([self._bias(st, q, t, own[[i]]) @ wrench for i in range(n)])
        g = np.diag(single)
        for i in range(n):
            for j in range(i):
                g[i, j] = g[j, i] = 0.5 * (self._bias(st, q, t, own[[i, j]]) @ wrench - single[i] - single[j])
        if nb == 3:
            return g
        self._bias(st, q, t, own[:0])
        b = self.matrix()[nb * int(st["body"]) : nb * (int(st["body"]) + 1)].toarray()[:, own]
        bracket = self._brackets(st, own, q)  # [i, j, k]
        turn = np.einsum("ijk,lk,l->ij", bracket, b, wrench)
        turn -= np.einsum("ijx,x->ij", np.cross(b[3:].T[:, None, :], b[3:].T[None, :, :]), wrench[3:])
        return g - 0.5 * turn  # e_j(B_i) = symmetric part - half of e_i(B_j) - e_j(B_i)

    def _bias(self, st: Any, q: Array, t: float, moving: NDArray[np.int64]) -> Array:
        """Acceleration of a station while these unknowns move with velocity one."""
        f = self.form.flexible
        y = np.concatenate([q, np.zeros(f.nv + 16)])
        y[f.nq + moving] = 1.0
        kernels.place(self.form.record.here, y.ctypes.data, t)
        return f.arrays["bias"][int(st["bias"]) : int(st["bias"]) + self.form.layout.nb].copy()

    def _brackets(self, st: Any, own: NDArray[np.int64], q: Array) -> Array:
        """Of the unknowns of a station in space: `[e_i, e_j] = c_ij^k e_k`."""
        n = len(own)
        c = np.zeros((n, n, n))
        if st["kind"] == OF_MODAL:
            for i in range(3):
                for j in range(3):
                    c[3 + i, 3 + j, 3:6] = np.cross(np.eye(3)[i], np.eye(3)[j])
            return c
        beam = self.form.flexible.arrays["ancf"][int(st["unit"])]
        for node in range(2):
            at = int(beam["q"]) + 9 * (int(st["element"]) + node) + 3
            u = q[at : at + 3]
            size = float(np.linalg.norm(u))
            for i in range(3):
                for j in range(3):
                    c[7 * node + 3 + i, 7 * node + 3 + j, 7 * node + 6] = (
                        np.cross(np.eye(3)[i], np.eye(3)[j]) @ u / size**3
                    )
        return c
