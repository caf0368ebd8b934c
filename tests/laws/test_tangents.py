"""The exact tangent of every joint, driver, coupling and force element is the derivative of what it does, in plane and space, at rest and in motion."""

from __future__ import annotations

import numpy as np
import pytest
from tests.reference.differences import by_differences

from vazba.equations.mass_matrix import mass_matrix
from vazba.equations.tables import dynamics_of
from vazba.kinematic.rank import dense_jacobian
from vazba.statics.mechanics import Bodies
from vazba.tangent.sparse import ExactTangent

from .builders import (
    FREE_DRIVERS,
    compiled,
    coupling_model,
    couplings,
    driven_coordinates,
    driven_joint_model,
    driver_model,
    joint_model,
    pair_joints,
)
from .force_builders import EVERY, acting, force_model

T = 0.3


def worst_difference(system, q, v, seed):
    """Of K = -d(F + J^T lambda - M a)/dq and D = -dF/dv, beside their largest."""
    rng = np.random.default_rng(seed)
    system.tables.frictions["coefficient"] = 0.0  # at rest only what is viscous counts
    mechanics = Bodies(system, dynamics_of(system), T)
    multipliers, a = rng.normal(size=system.m), rng.normal(size=system.nv)
    mechanics.look(q)
    mechanics.hold(q)

    def acts(at):
        force = mechanics._force(at, v)
        return (
            force
            + dense_jacobian(system, mechanics.work).T @ multipliers
            - mass_matrix(system, mechanics.dynamics, mechanics.work) @ a
        )

    k = -by_differences(lambda step: acts(mechanics.moved(q, step)), system.nv)
    d = -by_differences(lambda step: mechanics._force(q, v + step), system.nv)
    exact = ExactTangent(system)
    mechanics._force(q, v)
    mechanics.dynamics.multipliers[:], exact.arrays["accelerations"][:] = multipliers, a
    found = exact.gathered(mechanics.record, np.concatenate([q, v]), T)
    return [np.abs(x.toarray() - y).max() / (1 + np.abs(y).max()) for x, y in zip(found, (k, d), strict=True)]


@pytest.mark.parametrize(("name", "dimension"), EVERY)
def test_of_force_elements(name, dimension):
    for seed in (1, 2):
        here = acting(force_model(name, dimension, seed))
        q, v = here.state(seed)
        assert max(worst_difference(here.system, q, v, seed)) < 1e-8
        assert worst_difference(here.system, q, np.zeros_like(v), seed)[0] < 1e-8  # laws may have a kink at rest


def rows_of(kind, dimension, rng, what):
    if what == "joint":
        model = joint_model(kind, dimension, rng, rng.choice(["both", "first", "second"]))
    elif what == "coupling":
        model = coupling_model(kind, dimension, rng)
    elif what == "driver":
        model = driver_model(kind, dimension, rng, rng.choice(["both", "first", "second"]))
    else:
        model = driven_joint_model(kind, dimension, what, rng)
    for body in model.bodies:
        record = model.bodies[body]
        com, size = rng.normal(size=dimension).tolist(), rng.uniform(0.5, 2.0)
        object.__setattr__(record, "mass", size)
        object.__setattr__(record, "com", com)
        object.__setattr__(record, "inertia", size if dimension == 2 else [size, 1.1 * size, 1.3 * size])
    return model


JOINTS = [(kind, dim, "joint") for kind, dim in pair_joints()] + [(kind, dim, "coupling") for kind, dim in couplings()]
DRIVERS = [(kind, dim, "driver") for kind, dims in FREE_DRIVERS.items() for dim in dims]


@pytest.mark.parametrize(("kind", "dimension", "what"), [*JOINTS, *DRIVERS, *driven_coordinates()])
def test_of_rows(kind, dimension, what):
    """Anywhere, not only where the rows are closed."""
    for seed in (1, 2):
        rng = np.random.default_rng(seed)
        here = compiled(rows_of(kind, dimension, rng, what))
        q, v = here.random_state(rng)
        assert max(worst_difference(here.system, q, v, seed)) < 1e-7
