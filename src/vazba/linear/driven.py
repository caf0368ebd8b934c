"""Motions of drivers as inputs of a linear model.

A driven value that deviates by u moves the bodies at once, its rate u' too: the linear model has u and u' among its states and the acceleration u'' as input,

    x'' = .. + U_0 u + U_1 u' + U_2 u'',        (u)' = u',   (u')' = u''

with the states in the order x, u, x', u'.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from vazba.case.inputs import DRIVE
from vazba.linear.differences import derivative

if TYPE_CHECKING:
    from vazba.linear.elastic import ElasticPoint
    from vazba.linear.point import Point

Array = NDArray[np.float64]
STEP = 0.02  # rad, or of the characteristic length


class Drives:
    """Those of the inputs of a linear model that are motions of drivers."""

    def __init__(self, point: Point | ElasticPoint, chosen: tuple[str, ...]) -> None:
        self.point, self.chosen = point, chosen
        known = point.inputs.all
        self.names = tuple(name for name in chosen if known[name].kind == DRIVE)
        self.states = tuple(name.replace(".acceleration", ".value") for name in self.names)
        self.n, self.k = point.n, len(self.names)

    def differences(self, outputs: tuple[str, ...]) -> tuple[tuple[Array, Array], tuple[Array, Array]]:
        """What values, rates and accelerations of the drivers do to the independent accelerations and to outputs (3 x rows x drivers), and errors."""
        point, n, still = self.point, self.n, np.zeros(2 * self.n)
        u, e = np.zeros((3, n, self.k)), np.zeros((3, len(outputs), self.k))
        u_off, e_off = np.zeros_like(u), np.zeros_like(e)
        for k, name in enumerate(self.names):
            one = point.inputs.all[name]
            here = point.inputs.jets(name, np.array([point.t]))[:, 0].copy()
            long = point.system.length if one.unit.startswith("m/") else 1.0
            for order in range(3):

                def seen(parts: Array, order: int = order, name: str = name, here: Array = here) -> Array:
                    rows = []
                    for part in parts:
                        there = here.copy()
                        there[order] += part
                        point.inputs.put(name, *there.tolist())
                        quick = point.rates(still)[-n:] if n else still
                        rows.append(np.concatenate([quick, point.columns(still[None], outputs)[0]]))
                    point.inputs.put(name, *here.tolist())
                    return np.array(rows)

                found, off = derivative(seen, STEP * (long + (abs(here[order]) if order else 0.0)))
                u[order, :, k], e[order, :, k] = found[:n], found[n:]
                u_off[order, :, k], e_off[order, :, k] = off[:n], off[n:]
        point.rates(still)
        return (u, e), (u_off, e_off)

    def joined(self, a: Array, b: Array, u: Array, one: float) -> tuple[Array, Array]:
        """A and B of all states and inputs, from those without drivers and what drivers do; `one`: what stands for 1 (of errors: 0)."""
        n, k = self.n, self.k
        if not k:
            return a, b
        place = np.concatenate([np.arange(n), np.arange(n + k, 2 * n + k)])
        whole, more = np.zeros((2 * (n + k), 2 * (n + k))), np.zeros((2 * (n + k), len(self.chosen)))
        whole[np.ix_(place, place)] = a
        quick, rates = slice(n + k, 2 * n + k), slice(2 * n + k, 2 * (n + k))
        whole[quick, n : n + k], whole[quick, rates] = u[0], u[1]
        whole[n : n + k, rates] = one * np.eye(k)
        drives, forces = self._columns()
        more[np.ix_(place, forces)] = b
        more[quick, drives] = u[2]
        more[rates, drives] = one * np.eye(k)
        return whole, more

    def seen(self, c: Array, d: Array, e: Array) -> tuple[Array, Array]:
        """C and D of all states and inputs."""
        n = self.n
        if not self.k:
            return c, d
        drives, forces = self._columns()
        more = np.zeros((len(c), len(self.chosen)))
        more[:, forces], more[:, drives] = d, e[2]
        return np.hstack([c[:, :n], e[0], c[:, n:], e[1]]), more

    def _columns(self) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """Which inputs are motions of drivers, and which are not."""
        drives = np.array([name in self.names for name in self.chosen], bool)
        return np.flatnonzero(drives), np.flatnonzero(~drives)
