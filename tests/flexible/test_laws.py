"""Laws of modal and nodal beams at random states: masses, forces, tangents, power, each by another way."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from vazba.equations.verbs import EXTRA
from vazba.flexible.section_forces import section_forces

from .alone import LENGTH, MODELS, THICK, Alone

CASES = [(model, d) for model in MODELS for d in (2, 3)]
KINDS = ("supported", "clamped", "free", "static")
each = pytest.mark.parametrize(("model", "dimension"), CASES)
DAMPED = {"damping": 0.3}


def flat(model: str, dimension: int) -> dict[str, Any]:
    """A section that is stiffer one way, where the model can have one."""
    return {"section": THICK | {"Jy": 0.02}} if (model, dimension) == ("modal", 3) else {}


def spins(beam: Alone) -> np.ndarray:
    """Inertia of a section, by length, against turning: about x, y, z."""
    rho = beam.span.density
    return rho * np.array([THICK["Jy"] + THICK["Jz"], THICK["Jy"], THICK["Jz"]])


def quadrature_mass(beam: Alone, q: np.ndarray) -> np.ndarray:
    """`int rho A B_r^T B_r dx`; modal beams also carry the inertia of their sections, as it is undeformed: `int B_w^T (rho J) B_w dx`."""
    b, d = beam.big_b(q), beam.d
    mass = beam.span.mass_per_length * np.einsum("g,gin,gim->nm", beam.weights, b[:, :d], b[:, :d])
    if beam.model == "modal":
        turning = beam.big_b(beam.of.start)[:, d:]
        own = spins(beam)[2:] if d == 2 else spins(beam)
        mass += np.einsum("g,i,gin,gim->nm", beam.weights, own, turning, turning)
    return mass


@each
def test_mass_is_positive_and_that_of_the_stations(model, dimension):
    """Kinetic energy is that of all its particles: `1/2 v M v = 1/2 int rho A r'.r' dx` for every v."""
    beam, rng = Alone(model, dimension), np.random.default_rng(1)
    for _ in range(3):
        q = beam.coordinates(rng)
        mass = beam.of.mass(q)
        assert np.abs(mass - mass.T).max() < 1e-14 * np.abs(mass).max()
        assert np.linalg.eigvalsh(mass).min() > 0
        expected = quadrature_mass(beam, q)
        if (model, dimension) == ("ancf", 3):  # spins of the nodes, linear between them
            spins, h = np.arange(6, beam.nv, 7), LENGTH / 3
            own = np.diag([2.0, 4.0, 4.0, 2.0]) + np.diag([1.0] * 3, 1) + np.diag([1.0] * 3, -1)
            expected[np.ix_(spins, spins)] += 1.2 * (THICK["Jy"] + THICK["Jz"]) * h / 6 * own
        assert mass == pytest.approx(expected, abs=1e-11)


@pytest.mark.parametrize("dimension", [2, 3])
@pytest.mark.parametrize("kind", KINDS)
def test_mass_of_every_family_of_shapes(kind, dimension):
    beam, rng = Alone("modal", dimension, shapes=kind, modes=4, axial=3), np.random.default_rng(2)
    q = beam.coordinates(rng)
    assert np.linalg.eigvalsh(beam.of.mass(q)).min() > 0
    assert beam.of.mass(q) == pytest.approx(quadrature_mass(beam, q), abs=1e-10)


@each
def test_forces_at_rest_are_the_slope_of_the_energy(model, dimension):
    """`F = -d(U + V)/dq`, U as it is reported, V by the places of the stations."""
    beam, rng = Alone(model, dimension, gravity=True, **flat(model, dimension)), np.random.default_rng(3)
    for _ in range(2):
        q = beam.coordinates(rng)
        slope = beam.derivative(lambda p: beam.elastic(p) + beam.potential(p), q)
        force = beam.force(q)
        assert np.abs(beam.elastic(q)) > 1e-2
        assert force == pytest.approx(-slope, abs=1e-9 * np.abs(force).max())


@pytest.mark.parametrize(
    ("model", "dimension", "section"), [*((*case, "round") for case in CASES), ("modal", 3, "flat")]
)
def test_tangent_is_the_derivative_of_the_forces(model, dimension, section):
    """Stiffness by differences of the forces at rest, damping by differences at small speeds; both symmetric, damping never feeds energy in.

    Of nodal beams in space what the moment of the twist adds to the stiffness is not symmetric, and left out: there twist has no stiffness here.
    """
    soft = {"G": 1e-12} if (model, dimension) == ("ancf", 3) else {}
    values = DAMPED | soft | (flat(model, dimension) if section == "flat" else {})
    beam, rng = Alone(model, dimension, **values), np.random.default_rng(4)
    for _ in range(2):
        q = beam.coordinates(rng)
        stiffness, damping = beam.tangent(q, beam.of.still)
        assert stiffness == pytest.approx(-beam.derivative(beam.force, q).T, abs=1e-9 * np.abs(stiffness).max())
        pushed = [(beam.force(q, -e) - beam.force(q, e)) / 2 for e in np.eye(beam.nv)]  # what is quadratic drops out
        assert damping == pytest.approx(np.array(pushed).T, abs=1e-12 * np.abs(damping).max())
        assert np.linalg.eigvalsh(damping).min() > -1e-12 * np.abs(damping).max()
        v = beam.velocities(rng)
        assert beam.lost(q, v) == pytest.approx(v @ damping @ v, rel=1e-12)


def test_tangent_of_a_nodal_beam_in_space_that_is_not_twisted():
    """Straight, and turned about: its stiffness against twist is exact."""
    beam, rng = Alone("ancf", 3, **DAMPED), np.random.default_rng(4)
    q = beam.rigidly(beam.of.start, rng)
    stiffness, damping = beam.tangent(q, beam.of.still)
    assert stiffness == pytest.approx(-beam.derivative(beam.force, q).T, abs=1e-9 * np.abs(stiffness).max())
    assert stiffness[6, 6] == pytest.approx(1.5 * THICK["It"] / (LENGTH / 3))
    pushed = [(beam.force(q, -e) - beam.force(q, e)) / 2 for e in np.eye(beam.nv)]
    assert damping == pytest.approx(np.array(pushed).T, abs=1e-12 * np.abs(damping).max())


@each
def test_rigid_motion_strains_nothing(model, dimension):
    """The straight beam, wherever it is and however it flies and spins: no elastic energy, no elastic force, nothing dissipated."""
    beam, rng = Alone(model, dimension, **DAMPED), np.random.default_rng(5)
    start, d = beam.of.start, dimension
    if model == "modal":
        step = np.zeros(beam.nv)
        step[: 3 * d - 3] = rng.normal(size=3 * d - 3)
        q, v = beam.of.moved(start, step), step * 2.0
    else:
        q = beam.rigidly(start, rng)
        spin = np.array([[0, -1.7], [1.7, 0]]) if d == 2 else np.cross(np.eye(3), rng.normal(size=3))
        v = spinning(q, spin, rng.normal(size=d)).ravel()
    assert beam.elastic(q) < 1e-28
    assert beam.lost(q, v) < 1e-28
    assert np.abs(beam.force(q)).max() < 1e-13
    assert np.abs(beam.of.twists(q, v[:, None])).max() > 1.0


def spinning(q: np.ndarray, spin: np.ndarray, speed: np.ndarray) -> np.ndarray:
    """Velocities of nodes that move as a rigid body: `x' = spin x + speed`."""
    d = len(speed)
    vectors = q.reshape(-1, 2 if d == 2 else 3, d)
    out = np.zeros((len(vectors), 4 if d == 2 else 7))
    out[:, :d], out[:, d : 2 * d] = vectors[:, 0] @ spin.T + speed, vectors[:, 1] @ spin.T
    if d == 3:
        about = np.array([spin[2, 1], spin[0, 2], spin[1, 0]])
        out[:, 6] = vectors[:, 1] @ about / np.linalg.norm(vectors[:, 1], axis=1)
    return out


def turned_nodes(values: np.ndarray, turn: np.ndarray) -> np.ndarray:
    """Velocities or forces of nodes, turned."""
    d = len(turn)
    out = values.reshape(-1, 4 if d == 2 else 7).copy()
    for part in (slice(0, d), slice(d, 2 * d)):
        out[:, part] = out[:, part] @ turn.T
    return out.ravel()


def spun(beam: Alone, q: np.ndarray, v: np.ndarray, rng: np.random.Generator, rate: float) -> tuple[np.ndarray, ...]:
    """The same nodal beam elsewhere and turned, spinning besides; the matrix it is turned by."""
    turn, d = beam.turn(rng), beam.d
    spin = (np.array([[0, -1.0], [1.0, 0]]) if d == 2 else np.cross(np.eye(3), [0.5, -1.0, 0.2])) * rate
    other = beam.turned(q, turn, np.zeros(d))
    return other, turned_nodes(v + spinning(q, spin, np.zeros(d)).ravel(), turn), turn


@pytest.mark.parametrize(("dimension", "rate"), [(2, 0.0), (2, 3.0), (3, 0.0), (3, 3.0)])
def test_nodal_forces_turn_with_the_beam(dimension, rate):
    """A deformed beam, moved as a rigid body: the same energy, forces turned, and the same power dissipated, however it spins besides."""
    beam, rng = Alone("ancf", dimension, **DAMPED), np.random.default_rng(6)
    q, v = beam.coordinates(rng), beam.velocities(rng)
    other, moving, turn = spun(beam, q, v, rng, rate)
    assert beam.elastic(other) == pytest.approx(beam.elastic(q), rel=1e-12)
    assert beam.lost(other, moving) == pytest.approx(beam.lost(q, v), rel=1e-11)
    turned = turned_nodes(beam.force(q, v), turn)
    if (dimension, rate) == (3, 3.0):  # spins about the beam make it a top
        return
    assert beam.force(other, moving) == pytest.approx(turned, abs=1e-11 * np.abs(turned).max())


@pytest.mark.parametrize("dimension", [2, 3])
def test_sections_do_not_feel_how_a_nodal_beam_turns(dimension):
    """Damped, moved as a rigid body and spinning besides: the same N, M and T in the axes of each section."""
    beam, rng = Alone("ancf", dimension, **DAMPED), np.random.default_rng(7)
    q, v = beam.coordinates(rng), beam.velocities(rng)
    other, moving, _ = spun(beam, q, v, rng, 3.0)
    here, there = (section_forces(beam.of.flexible, np.append(x, np.zeros(EXTRA))[None]) for x in (np.append(q, v), np.append(other, moving)))  # fmt: skip
    columns = [0, 2] if dimension == 2 else [0, 3, 4, 5]  # all but Q
    for name, values in here.items():
        assert np.abs(values[0, columns]).min() > 1e-6, name
        assert there[name][0, columns] == pytest.approx(values[0, columns], rel=1e-9, abs=1e-10), name


@each
def test_energy_of_a_free_beam_does_not_change(model, dimension):
    """`d/dt (T + U + V) = 0` along `v` and `v'`: what the quadratic velocity terms do is no work."""
    beam, rng = Alone(model, dimension, gravity=True), np.random.default_rng(7)
    for _ in range(3):
        q, v = beam.coordinates(rng), beam.velocities(rng)
        a, h, rate = beam.acceleration(q, v), 1e-5, 0.0
        for size, part in ((1, 4 / 3), (2, -1 / 6)):
            ends = [beam.energy(beam.of.moved(q, s * v), v + s * a) for s in (size * h, -size * h)]
            rate += part * (ends[0] - ends[1]) / (2 * h)
        scale = np.abs(v) @ np.abs(beam.of.mass(q) @ a)
        assert scale > 1.0
        assert rate == pytest.approx(0.0, abs=3e-9 * scale)


@pytest.mark.parametrize("dimension", [2, 3])
@pytest.mark.parametrize("kind", KINDS)
def test_quadratic_velocity_terms_are_those_of_the_stations(kind, dimension):
    """d'Alembert: `Q_v = -int rho A B_r^T b dx` with the accelerations b of the stations at `v' = 0`; the sections are so small that they do not count."""
    small = 1e-14
    section = {"A": 1.0, "J": small} if dimension == 2 else {"A": 1.0, "Jy": small, "Jz": small, "It": small}
    beam, rng = Alone("modal", dimension, section=section, shapes=kind, modes=3), np.random.default_rng(8)
    for _ in range(2):
        q, v = beam.coordinates(rng), beam.velocities(rng)
        b, bias = beam.big_b(q)[:, :dimension], beam.bias(q, v)[:, :dimension]
        expected = -beam.span.mass_per_length * np.einsum("g,gin,gi->n", beam.weights, b, bias)
        found = beam.force(q, v) - beam.force(q)
        assert found == pytest.approx(expected, abs=1e-9 * np.abs(expected).max())


@pytest.mark.parametrize("dimension", [2, 3])
def test_nodal_beams_have_no_quadratic_velocity_terms(dimension):
    """A constant mass matrix: forces do not depend on the velocities."""
    beam, rng = Alone("ancf", dimension), np.random.default_rng(9)
    q, p, v = beam.coordinates(rng), beam.coordinates(rng), beam.velocities(rng)
    if dimension == 3:
        v[6::7] = 0.0  # but for those of a spin about the beam
    assert beam.force(q, v) == pytest.approx(beam.force(q), abs=0)
    assert beam.of.mass(q) == pytest.approx(beam.of.mass(p), abs=0)
