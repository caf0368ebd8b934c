"""Laws every force element obeys, whatever it is and wherever it stands."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import vazba as vz
from vazba.element import SECTIONS
from vazba.laws.records import POINTS

from .force_builders import CASES, EVERY, Move, acting, force_model, some

GEOMETRY = {"bodies", "beams", "points", "joints", "drivers", "nodes", "bars"}


@cache
def held(name, dimension, seed):
    """The model of a case compiled with its element, and a state."""
    here = acting(force_model(name, dimension, seed))
    return here, *here.state(seed)


def element_force(name, dimension, seed, rest=False):
    """Generalised force of the element alone: with it less without it, at a closed configuration."""
    here, q, v = held(name, dimension, seed)
    v = np.zeros_like(v) if rest else v
    model = here.system.model
    bare = force_model(name, dimension, seed)
    bare.section(CASES[name].section).clear()
    with_it = vz.matrices(model, q, v).force if model.frictions else here.on(q, v)["force"]
    return q, v, with_it - vz.matrices(bare, q, v).force


def wrench_about_origin(here, q, f):
    """Sum of forces and of their moments about the ground origin."""
    size, force, moment = (3 if here.system.dimension == 2 else 6), np.zeros(3), np.zeros(3)
    for k, name in enumerate(here.system.body_names):
        r, s = here.pose(q, name)
        part = f[size * k : size * (k + 1)]
        push, turn = (np.array([part[0], part[1], 0]), np.array([0, 0, part[2]])) if size == 3 else (part[:3], s @ part[3:])  # fmt: skip
        force, moment = force + push, moment + np.cross(r, push) + turn
    return force, moment


def test_every_section_of_force_elements_has_a_case():
    assert {case.section for case in CASES.values()} == set(SECTIONS) - GEOMETRY


@pytest.mark.parametrize("name", CASES)
def test_every_case_acts_somewhere(name):
    if CASES[name].section == "events":
        return
    for dimension in (2, 3):
        assert any(np.abs(element_force(name, dimension, seed)[2]).max() > 1e-3 for seed in (1, 2, 3, 4, 5))


@pytest.mark.parametrize(("name", "dimension"), EVERY)
def test_forces_between_bodies_balance(name, dimension):
    """Action equals reaction: no net force and no net moment (and none at all from an event)."""
    for seed in (1, 2):
        q, _, f = element_force(name, dimension, seed)
        force, moment = wrench_about_origin(held(name, dimension, seed)[0], q, f)
        size = 1 + np.abs(f).max()
        if CASES[name].internal:
            assert np.abs(force).max() < 1e-12 * size
            assert np.abs(moment).max() < 1e-11 * size
        else:
            assert max(np.abs(force).max(), np.abs(moment).max()) > 1e-3
        if CASES[name].section == "events":
            assert np.all(f == 0)


WITHOUT_PATH = {"bushings", "forces", "torques", "frictions"}  # sections of elements that are no tension along a length


@pytest.mark.parametrize(("name", "dimension"), EVERY)
def test_elements_with_a_path_are_those_expected(name, dimension):
    """So that none is left out of the next test in silence."""
    here, _, _ = held(name, dimension, 1)
    assert (len(here.system.tables.paths) == 0) == (CASES[name].section in WITHOUT_PATH)


@pytest.mark.parametrize(("name", "dimension"), [(n, d) for n, d in EVERY if CASES[n].section not in WITHOUT_PATH])
def test_columns_are_the_derivatives_of_the_length(name, dimension):
    """`T = -(dl/dv)^T`, by central differences; the rate is `dl/dv v` and the force `T F`."""
    for seed in (1, 2):
        here, q, v = held(name, dimension, seed)
        h, now = 1e-6, here.on(q, v)
        ends = np.array([[here.on(here.moved(q, e, sign * h), v)["length"][0] for sign in (1, -1)] for e in np.eye(here.system.nv)])  # fmt: skip
        slope = (ends[:, 0] - ends[:, 1]) / (2 * h)
        assert now["columns"][:, 0] == pytest.approx(-slope, abs=1e-7)
        assert now["rate"][0] == pytest.approx(-now["columns"][:, 0] @ v, abs=1e-11)
        assert element_force(name, dimension, seed)[2] == pytest.approx(now["columns"][:, 0] * now["tension"][0], abs=1e-10)  # fmt: skip
        path = here.system.tables.paths[0]
        if path["kind"] == POINTS:
            stops = [here.system.model.points[p] for p in _stops(here.system.model)]
            places = []
            for point in stops:
                r, s = here.pose(q, point.body)
                places.append(r + s[:, :dimension] @ np.array(point.position))
            assert now["length"][0] == pytest.approx(np.linalg.norm(np.diff(places, axis=0), axis=1).sum(), rel=1e-13)


def _stops(model):
    (record,) = (e for section in ("springs", "dampers", "cables", "actuators", "events") for e in model.section(section).values())  # fmt: skip
    return getattr(record, "points", None) or record.through


@pytest.mark.parametrize(("name", "dimension"), some(elastic=True))
def test_elastic_forces_are_the_gradient_of_their_energy(name, dimension):
    """`f = -dU/dq`, by central differences of the energy the ledger holds (of a curve: of its integral)."""
    for seed in (1, 2):
        here, _, _ = held(name, dimension, seed)
        q, rest, f = element_force(name, dimension, seed, rest=True)
        potential = CASES[name].potential

        def energy(q, here=here, rest=rest, potential=potential):
            now = here.on(q, rest)
            return now["elastic"] if potential is None else float(potential(now["length"][0]))

        h = 1e-5
        steps = np.eye(here.system.nv)
        slope = np.array([(energy(here.moved(q, e, h)) - energy(here.moved(q, e, -h))) / (2 * h) for e in steps])
        assert f == pytest.approx(-slope, abs=1e-6 * (1 + np.abs(f).max()))


@pytest.mark.parametrize(("name", "dimension"), EVERY)
def test_where_the_ground_is_does_not_matter(name, dimension):
    """All turned and shifted as one: the same tensions, and the same forces (with friction: accelerations) in turned axes."""
    case = CASES[name]
    for seed in (1,) if "function" in name else (1, 2):
        move = Move.any(dimension, np.random.default_rng(seed))
        if not case.turns:
            move = Move(np.eye(dimension), move.shift)
        here, q, v = held(name, dimension, seed)
        there = force_model(name, dimension, seed, move)
        q_moved, v_moved = moved(q, v, dimension, move)
        if case.section == "frictions":
            one, other = vz.matrices(here.system.model, q, v), vz.matrices(there, q_moved, v_moved)
            pairs = [(one.force, other.force), (one.acceleration, other.acceleration)]
        else:
            one, other = here.on(q, v), acting(there).on(q_moved, v_moved)
            pairs = [(one["force"], other["force"])]
            for quantity in ("tension", "length", "rate", "elastic"):
                assert other[quantity] == pytest.approx(one[quantity], rel=1e-10, abs=1e-10)
        for first, second in pairs:
            assert second == pytest.approx(turned(first, dimension, move), abs=1e-10 * (1 + np.abs(first).max()))


def turned(x, dimension, move):
    """Velocities, accelerations or forces in turned axes (turns are in body components already)."""
    out = np.array(x).reshape(-1, 3 if dimension == 2 else 6)
    out[:, :dimension] = out[:, :dimension] @ move.turn.T
    return out.ravel()


def moved(q, v, dimension, move):
    """Coordinates and velocities of everything moved as one."""
    out = q.reshape(-1, 3 if dimension == 2 else 7).copy()
    out[:, :dimension] = out[:, :dimension] @ move.turn.T + move.shift
    if dimension == 2:
        out[:, 2] += np.arctan2(move.turn[1, 0], move.turn[0, 0])
    else:
        turns = Rotation.from_matrix(move.turn) * Rotation.from_quat(out[:, 3:], scalar_first=True)
        out[:, 3:] = turns.as_quat(scalar_first=True)
    return out.ravel(), turned(v, dimension, move)


# --- along runs -----------------------------------------------------------------------------------------------------------


@pytest.mark.filterwarnings("ignore:the described velocities do not fit")  # drawn by lot
@pytest.mark.parametrize(("name", "dimension"), EVERY)
def test_energy_and_momentum_along_a_run(name, dimension):
    """What the bodies lose is stored, dissipated or put in; what acts between them leaves momentum and its moment."""
    case = CASES[name]
    m = force_model(name, dimension, 7)
    r = vz.simulate(m, 0.3, 0.01, rtol=1e-10, atol=1e-12)
    assert r.status == "done"
    e, size = r.energy, 1 + r.energy.kinetic.max() + np.abs(r.energy.elastic).max()
    assert np.abs(e.balance).max() < 1e-7 * size
    if case.elastic:
        assert np.abs(e.input).max() == np.abs(e.dissipated).max() == 0
        assert e.kinetic + e.elastic == pytest.approx(e.kinetic[0] + e.elastic[0], abs=1e-7 * size)
    if case.dissipates:
        assert np.diff(e.dissipated).min() >= -1e-12 * size
        assert e.dissipated[0] == 0
    elif not case.elastic:
        assert np.abs(e.dissipated).max() == 0
    if case.internal:
        for quantity in ("px", "py", "l") if dimension == 2 else ("px", "py", "pz", "lx", "ly", "lz"):
            p = r.momentum[quantity]
            assert p == pytest.approx(p[0], abs=1e-7 * size)


@pytest.mark.parametrize(
    ("name", "dimension"), [pair for pair in some(turns=True, on="points") if pair[0] != "spring by function"]
)
def test_the_same_run_elsewhere(name, dimension):
    """Turned and shifted as one: the same distances of points along the whole run."""
    move = Move.any(dimension, np.random.default_rng(9))
    one, other = (vz.simulate(force_model(name, dimension, 8, where), 0.2, 0.05, rtol=1e-10, atol=1e-12) for where in (None, move))  # fmt: skip
    axes = "xyz"[:dimension]
    for point in one.names["point"]:
        there = np.column_stack([one.point(point)[x] for x in axes]) @ move.turn.T + move.shift
        assert np.column_stack([other.point(point)[x] for x in axes]) == pytest.approx(there, abs=1e-7)
