"""Energies of the bodies and of the elements, at the state last evaluated."""

from __future__ import annotations

from vazba._jit import jit
from vazba.algebra.vectors import add, cross, dot, triple, turned
from vazba.equations.tables import masses_at
from vazba.equations.verbs import BUSHED
from vazba.kinematic.evaluate import states_at
from vazba.paths.kernels import elastic_energy
from vazba.system import numbers_at, paths_at


@jit
def energies(s, w, d, v):  # type: ignore[no-untyped-def]
    """`(kinetic, potential, elastic)` at the state last evaluated."""
    states, masses, paths = (
        states_at(w.states, w.n_states),
        masses_at(d.masses, d.n_masses),
        paths_at(w.paths, w.n_paths),
    )
    g = triple(numbers_at(d.gravity, d.n_gravity))
    kinetic, potential, elastic = 0.0, 0.0, 0.0
    for k in range(masses.shape[0]):
        b, mass = states[k], masses[k]
        c, u, w_g = turned(b.s, triple(mass.c)), triple(b.v), triple(b.w)
        if s.dimension == 2:
            spin = mass.inertia[8] * w_g[2] * w_g[2]
        else:
            w_b = (v[6 * k + 3], v[6 * k + 4], v[6 * k + 5])
            spin = dot(w_b, turned(mass.inertia, w_b))
        kinetic += 0.5 * mass.m * dot(u, u) + mass.m * dot(u, cross(w_g, c)) + 0.5 * spin
        potential -= mass.m * dot(g, add(triple(b.r), c))
    for k in range(paths.shape[0]):
        elastic += elastic_energy(paths[k])
    if d.bushing_kernel != 0:
        elastic += numbers_at(d.powers, d.n_powers)[BUSHED]
    return kinetic, potential, elastic
