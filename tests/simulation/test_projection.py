"""Projection onto the constraints: it closes what is open, and what a wrong step would make worse stays as it was."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import vazba as vz
from vazba.case.prepare import prepared
from vazba.equations.projection import project_state
from vazba.formulations.in_bodies import Absolute
from vazba.formulations.in_joints import Recursive
from vazba.kinematic.assembly import assemble

MODEL = Path(__file__).parents[2] / "examples" / "four-bar-free" / "four-bar-free.toml"
STRAY = 1e-6


@pytest.fixture
def start() -> tuple[Recursive, np.ndarray]:
    """A four-bar in joint coordinates, and a state a little beside the constraints."""
    _, _, system, dynamics = prepared(vz.load(MODEL), 0.0, None, 0.0)
    assembly = assemble(system)
    y = np.concatenate([assembly.q, system.v0, np.zeros(3)])
    form = Recursive(Absolute(system, dynamics, assembly.work), y)
    state = form.start(y)
    state[: form.tree.nq + form.tree.nv] += STRAY * np.random.default_rng(0).uniform(-1, 1, form.tree.nq + form.tree.nv)
    return form, state


def test_it_closes_positions_and_velocities(start):
    form, y = start
    before = y.copy()
    assert project_state(form.record.here, y.ctypes.data, 0.0) < 1e-14
    assert np.abs(y - before).max() < 10 * STRAY
    again = y.copy()
    project_state(form.record.here, again.ctypes.data, 0.0)
    assert again == pytest.approx(y, abs=1e-14)


def test_a_step_that_makes_it_worse_is_taken_back(start):
    """Instead of finding a step, the place where it stands is left as it is: filled with something else."""
    form, y = start
    before = y.copy()
    form.record.step = form.record.factorise
    form.tree.arrays["rates"][:] = 0.1
    left = project_state(form.record.here, y.ctypes.data, 0.0)
    assert y == pytest.approx(before, abs=1e-14)
    assert 0.01 * STRAY < left < 10 * STRAY
