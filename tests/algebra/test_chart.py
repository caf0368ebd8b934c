"""The manifold as a table: rates, displacements and tangents belong together, whatever a row is."""

from __future__ import annotations

import numpy as np
import pytest

from vazba.algebra.chart import (
    CHART,
    LINE,
    NODE,
    QUATERNION,
    chart_of,
    move,
    moved_by,
    normalise,
    put_rates,
    put_tangent,
)
from vazba.bodies.space import bodies_chart, displaced

PARTS = [(LINE, 2), (QUATERNION, 1), (NODE, 1), (LINE, 3), (QUATERNION, 1), (NODE, 1)]
COORDINATES, VELOCITIES = 2 + 4 + 9 + 3 + 4 + 9, 2 + 3 + 7 + 3 + 3 + 7


@pytest.fixture
def chart():
    return chart_of(PARTS).view(np.recarray)


@pytest.fixture
def q(chart):
    q = np.random.default_rng(4).normal(size=COORDINATES)
    normalise(chart, q)
    return q


def rates(chart, q, v):
    out = np.zeros(len(q), v.dtype)
    put_rates(chart, q, v, out)
    return out


def test_rows_stand_one_behind_another_and_neighbouring_lines_are_one():
    found = chart_of([(LINE, 1), (LINE, 2), (QUATERNION, 1), (LINE, 0), (LINE, 1), (LINE, 1)])
    assert found.tolist() == [(LINE, 0, 0, 3), (QUATERNION, 3, 3, 1), (LINE, 7, 6, 2)]
    assert found.dtype == CHART
    assert chart_of([]).tolist() == []


def test_bodies_in_the_plane_are_one_line_and_in_space_have_quaternions():
    assert bodies_chart(2, 4).tolist() == [(LINE, 0, 0, 12)]
    assert bodies_chart(3, 2).tolist() == [
        (LINE, 0, 0, 3),
        (QUATERNION, 3, 3, 1),
        (LINE, 7, 6, 3),
        (QUATERNION, 10, 9, 1),
    ]


def test_rates_are_the_derivative_of_displacements(chart, q):
    rng, h = np.random.default_rng(5), 1e-6
    for _ in range(5):
        v = rng.normal(size=VELOCITIES)
        difference = (moved_by(chart, q, v, h) - moved_by(chart, q, v, -h)) / (2 * h)
        assert rates(chart, q, v) == pytest.approx(difference, abs=1e-8)


def test_the_tangent_takes_rates_back_to_velocities(chart, q):
    rng = np.random.default_rng(6)
    for v in (rng.normal(size=VELOCITIES), rng.normal(size=VELOCITIES) + 1j * rng.normal(size=VELOCITIES)):
        out = np.zeros(VELOCITIES, v.dtype)
        put_tangent(chart, q, rates(chart, q, v), out)
        assert out == pytest.approx(v, abs=1e-13)


def test_a_displacement_stays_on_the_manifold_and_may_be_made_in_place(chart, q):
    step = np.random.default_rng(7).normal(size=VELOCITIES)
    out, aside = moved_by(chart, q, step, 0.7), q.copy()
    move(chart, aside, step, 0.7, aside)
    assert aside == pytest.approx(out, abs=1e-15)  # but for contracted products of compiled code
    again = out.copy()
    normalise(chart, again)
    assert again == pytest.approx(out, abs=1e-14)
    for row in chart:
        if row.kind == QUATERNION:
            assert np.linalg.norm(out[row.q : row.q + 4]) == pytest.approx(1.0, abs=1e-15)
        elif row.kind == NODE:
            u, e = out[row.q + 3 : row.q + 6], out[row.q + 6 : row.q + 9]
            assert (np.linalg.norm(e), u @ e) == (pytest.approx(1.0, abs=1e-15), pytest.approx(0.0, abs=1e-14))


def test_a_turn_about_one_axis_in_parts_is_the_turn_as_a_whole():
    q, axis = np.array([0.0, 0, 0, 1, 0, 0, 0]), np.array([0.0, 0, 0, 0.3, -0.2, 0.6])
    once = displaced(3, q, axis, 3.0)
    for _ in range(3):
        q = displaced(3, q, axis)
    angle = 3.0 * np.linalg.norm(axis)
    exact = np.concatenate([[np.cos(angle / 2)], np.sin(angle / 2) * axis[3:] / np.linalg.norm(axis)])
    assert once[3:] == pytest.approx(exact, abs=1e-15)
    assert q == pytest.approx(once, abs=1e-15)
