"""Shapes from another program (`beams.modal_data`) as those of a modal beam: sums over nodes instead of integrals.

Between nodes displacement and turn are interpolated; what lies beside the axis of the beam is carried to it rigidly: `u - theta x (offset)`.
Frequencies and damping of the shapes are those given: `K = diag(w^2 m)`, `D = diag(2 zeta w m)` with the modal masses m by the nodes.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from vazba.beams.beam import Span
from vazba.beams.modal_data import ModalData
from vazba.errors import Wrong
from vazba.flexible.inertia import inertia_sums
from vazba.frozen import frozen

Array = NDArray[np.float64]
SINGULAR = 1e-10  # least eigenvalue of a mass matrix with ones on its diagonal


@frozen(eq=False)
class ImportedShapes:
    """As `flexible.shapes.Shapes`; nothing is known of strains inside."""

    span: Span
    data: ModalData
    kind = "imported"
    axial = bends = points = twists = 0

    def __post_init__(self) -> None:
        first, last, length = float(self.data.places[0, 0]), float(self.data.places[-1, 0]), self.span.length
        if first > 1e-6 * length or last < (1 - 1e-6) * length:
            raise Wrong(
                f"data: nodes reach from x = {first:g} to {last:g} m",
                f"the beam reaches from 0 to {length:g} m",
                "add nodes at its ends, or correct its length",
            )
        self._check_masses()

    def _check_masses(self) -> None:
        """Motions that move no mass have no acceleration."""
        d, space = self.data, self.span.dimension == 3
        axes = np.eye(3)[None] if space else np.array([[[0.0], [0.0], [1.0]]])  # g x 3 x turns
        moves = np.tile(np.eye(3)[:, : self.span.dimension], (len(d.places), 1, 1))
        turns = np.cross(axes, d.places[:, :, None], axis=1)
        move = np.concatenate([moves, turns, d.shapes], axis=2)
        turn = np.concatenate([0 * moves, np.broadcast_to(axes, turns.shape), d.turns], axis=2)
        mass = np.einsum("g,gin,gim->nm", d.masses, move, move) + np.einsum("gi,gin,gim->nm", d.inertias, turn, turn)
        size = np.sqrt(np.diag(mass))
        if not (size > 0).all() or np.linalg.eigvalsh(mass / np.outer(size, size))[0] < SINGULAR:
            raise Wrong(
                "data: its shapes and rigid motions are not all different in the masses of the nodes",
                "each must move masses in a way of its own" + (", also turns about its axis" if space else ""),
                "give more nodes a mass or an inertia, or leave out shapes",
            )

    @property
    def count(self) -> int:
        return len(self.data.omegas)

    def _between(self, values: Array, x: Array) -> Array:
        known, flat = self.data.places[:, 0], values.reshape(len(values), -1)
        found = np.column_stack([np.interp(x, known, column) for column in flat.T])
        return found.reshape(len(x), *values.shape[1:])

    def displacement(self, x: Array) -> Array:
        """`A` on the axis of the beam: (stations, 3, shapes)."""
        d, x = self.data, np.atleast_1d(np.asarray(x, float))
        offset = d.places * [0.0, 1.0, 1.0]
        return self._between(d.shapes - np.cross(d.turns, offset[:, :, None], axis=1), x)

    def rotation(self, x: Array) -> Array:
        """`Theta`: (stations, 3, shapes)."""
        return self._between(self.data.turns, np.atleast_1d(np.asarray(x, float)))

    @cached_property
    def invariants(self) -> dict[str, Array]:
        """Sums over the nodes: see `flexible.modal`."""
        d = self.data
        found = inertia_sums(d.masses, d.places, d.shapes, d.inertias, d.turns)
        own = np.diag(found["mass"])
        stiffness, damping = np.diag(d.omegas**2 * own), np.diag(2 * d.dampings * d.omegas * own)
        nothing = {"kappa": np.zeros(0), "bent": np.zeros(0)}
        return found | nothing | {"stiffness": stiffness, "damping": damping}
