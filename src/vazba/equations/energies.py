"""Energies of the bodies and of the elements, at the state last evaluated."""

from __future__ import annotations

from vazba._jit import jit
from vazba.algebra.vectors import add, cross, dot, triple, turned
from vazba.bodies.mechanics import spin_energy
from vazba.equations.records import DYNAMICS
from vazba.equations.rotors import rotor_energy
from vazba.equations.verbs import BUSHED, FACTORISED
from vazba.laws.dispatch import elastic_energy
from vazba.tables import WORK


@jit
def energies(s, w, d, v):  # type: ignore[no-untyped-def]
    """`(kinetic, potential, elastic)` at the state last evaluated."""
    states, masses, paths = WORK.states(w), DYNAMICS.masses(d), WORK.paths(w)
    g = triple(DYNAMICS.gravity(d))
    kinetic, potential, elastic, t = 0.0, 0.0, 0.0, DYNAMICS.powers(d)[FACTORISED]
    for k in range(masses.shape[0]):
        b, mass = states[k], masses[k]
        c, u, w_g = turned(b.s, triple(mass.c)), triple(b.v), triple(b.w)
        spin = spin_energy(s.dimension, b, mass, v, k)
        kinetic += 0.5 * mass.m * dot(u, u) + mass.m * dot(u, cross(w_g, c)) + 0.5 * spin
        potential -= mass.m * dot(g, add(triple(b.r), c))
    if d.n_rotors > 0:
        kinetic += rotor_energy(s, w, DYNAMICS.rotors(d))
    for k in range(paths.shape[0]):
        elastic += elastic_energy(paths[k], t)
    if d.bushing_kernel != 0:
        elastic += DYNAMICS.powers(d)[BUSHED]
    return kinetic, potential, elastic
