"""Stations of modal and nodal beams: their twist is the rate of their pose, and their acceleration that of their twist."""

from __future__ import annotations

import numpy as np
import pytest

import vazba as vz
from vazba.algebra.rotations import matrices
from vazba.case.beam_start import compiled
from vazba.equations.tables import dynamics_of
from vazba.kinematic.assembly import assemble
from vazba.statics.elastic import ElasticBodies

from .alone import Alone
from .test_laws import each


def turning(beam: Alone, q: np.ndarray, before: np.ndarray, after: np.ndarray) -> np.ndarray:
    """Angular velocity from rotation matrices before and after, times the time between: `S^T dS`, plane: about z; space: own components."""
    s = beam.poses(q)[1]
    skew = np.einsum("gji,gjk->gik", s, after - before)
    if beam.d == 2:
        return skew[:, 1:, 0]
    return (
        np.stack([skew[:, 2, 1] - skew[:, 1, 2], skew[:, 0, 2] - skew[:, 2, 0], skew[:, 1, 0] - skew[:, 0, 1]], 1) / 2
    )


@each
def test_b_is_the_derivative_of_the_pose(model, dimension):
    beam, rng = Alone(model, dimension), np.random.default_rng(11)
    for bent in (0.0, 0.25):
        q, h = beam.coordinates(rng, bent), 1e-4
        b = beam.big_b(q)
        for k, e in enumerate(np.eye(beam.nv)):
            found = 0.0
            for size, part in ((1, 4 / 3), (2, -1 / 6)):
                (r0, s0), (r1, s1) = (beam.poses(beam.of.moved(q, sign * size * h * e)) for sign in (-1, 1))
                found = found + part * np.hstack([r1 - r0, turning(beam, q, s0, s1)]) / (2 * h)
            assert b[:, :, k] == pytest.approx(found, abs=1e-9 * np.abs(found).max()), k


@each
def test_bias_is_the_rate_of_the_twist_at_constant_velocities(model, dimension):
    """`b = dB/dt v`: also where it was straight and where a section hardly turns (the series of the rotation vector)."""
    beam, rng = Alone(model, dimension), np.random.default_rng(12)
    for bent in (0.0, 2e-3, 0.25):
        q, v, h = beam.coordinates(rng, bent), beam.velocities(rng), 1e-4
        found = 0.0
        for size, part in ((1, 4 / 3), (2, -1 / 6)):
            ends = [beam.twists(beam.of.moved(q, sign * size * h * v), v) for sign in (-1, 1)]
            found = found + part * (ends[1] - ends[0]) / (2 * h)
        scale = np.abs(found).max()
        assert scale > 0.1
        assert beam.bias(q, v) == pytest.approx(found, abs=3e-8 * scale)


@each
def test_wrenches_on_stations_work_on_their_twists(model, dimension):
    """A load at a station does the power `F.r' + M.w` whatever the state: its generalised force is `B^T (F, M)`."""
    force, moment = np.array([0.7, -1.1, 0.4])[:dimension], np.array([0.3, 0.9, -0.6])
    m = vz.Model("pushed", dimension=dimension, gravity=[0.0] * dimension)
    section = {"A": 1.0, "J": 0.05} if dimension == 2 else {"A": 1.0, "Jy": 0.05, "Jz": 0.05, "It": 0.08}
    m.beam(
        "b",
        [0.0] * dimension,
        [1.5, 0.0, 0.0][:dimension],
        section=section,
        E=2.0,
        density=1.2,
        model=model,
        elements=3,
    )
    m.point("P", "b", [1.1, 0.0, 0.0][:dimension])
    m.force("F", "P", force.tolist())
    m.torque("T", "b@1.1", moment[2] if dimension == 2 else moment.tolist())
    system = compiled(m)
    of = ElasticBodies(system, dynamics_of(system), 0.0, assemble(system).q)
    rng = np.random.default_rng(13)
    q = of.moved(of.start, (0.02 if model == "modal" else 0.1) * rng.normal(size=len(of.still)))
    loaded = of.force(q, of.still)
    of.load_part(0.0)
    pushed = loaded - of.force(q, of.still)
    k, nb = system.body_names.index("b@1.1"), 3 if dimension == 2 else 6
    b = of.twists(q, np.eye(len(of.still)))[nb * k : nb * k + nb]
    if dimension == 2:
        wrench = np.concatenate([force, moment[2:]])
    else:
        wrench = np.concatenate([force, matrices(of.bodies(q)[7 * k + 3 : 7 * k + 7]).T @ moment])
    assert pushed == pytest.approx(b.T @ wrench, abs=1e-13)
