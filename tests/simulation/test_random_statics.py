"""Random mechanisms with all joints and force elements, held by bushings: at rest nothing accelerates, and close to it accelerations are those of the modes."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, assume, given, settings

import vazba as vz
from vazba.kinematic.mobility import mobility
from vazba.statics.prepare import prepared

from .mechanisms import Plan, build, plans

LEAST = 1e-2  # condition of the constraints below which a posture counts as singular


def fixed(count: int) -> Any:
    return settings(
        max_examples=count, derandomize=True, database=None, deadline=None, suppress_health_check=list(HealthCheck),
        phases=(Phase.explicit, Phase.generate),
    )  # fmt: skip


def held(plan: Plan) -> vz.Model:
    """The mechanism of a plan with every body on a bushing to the ground."""
    m = build(plan)
    for name, body in list(m.bodies.items()):
        m.bushing(f"u_{name}", "ground", name, at=body.position, stiffness=[90.0] * (3 if m.dimension == 2 else 6))
    return m


def check(plan: Plan) -> None:
    m = held(plan)
    try:
        start, wrong = prepared(m, 0.0), ()
    except vz.ModelError as error:
        start, wrong = None, error.faults
    # another plan is drawn where drivers take one freedom twice, and for no other reason
    assert all(fault.element.startswith("driver ") for fault in wrong), wrong
    assert all(fault.why.endswith(("depend on each other", "contradict each other")) for fault in wrong), wrong
    assume(not wrong)
    mechanics = start.mechanics
    assume(mobility(mechanics.system, mechanics.work, start.q, 0.0).smallest > LEAST or not mechanics.system.m)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", vz.VazbaWarning)
        rest = vz.equilibrium(m)
    assume("until they meet" not in rest.message)
    assert rest.ok, rest.message
    still = np.zeros(len(mechanics.names))
    at = vz.matrices(m, rest.q, still, 0.0)
    assert rest.result.constraint.position[0] < 1e-9
    left = at.force - at.jacobian.T @ np.linalg.lstsq(at.jacobian.T, at.force)[0] if len(at.phi) else at.force
    assert np.abs(left).max(initial=0.0) < 1e-7  # reactions balance all forces
    found = vz.modes(m, at="equilibrium")
    linear = found.tangent
    n, h = linear.posture.n, 1e-3
    if not n.shape[1]:
        return
    mechanics.look(rest.q)
    mechanics.hold(rest.q)  # cables keep their state, as small motions do
    for k in range(n.shape[1]):
        rates = 0.0
        for j, weight in ((1, 2 / 3), (2, -1 / 12)):
            for sign in (1, -1):
                q = mechanics.closed(mechanics.moved(rest.q, sign * j * h * n[:, k]))
                assert q is not None
                mass, jacobian = mechanics.mass(q), mechanics.jacobian(q)
                force = mechanics.force(q, still)
                whole = np.block([[mass, jacobian.T], [jacobian, np.zeros((len(jacobian),) * 2)]])
                right = np.concatenate([force, np.zeros(len(jacobian))])
                a = np.linalg.lstsq(whole, right, rcond=1e-12)[0][: len(still)]
                rates = rates + sign * weight * a / h
        expected = -np.linalg.solve(linear.mass, linear.stiffness[:, k])
        # accelerations at rest are N y'', and y'' = -M_r^-1 K_r y
        got = n.T @ (mechanics.weights * rates)
        scale = np.abs(np.linalg.solve(linear.mass, linear.stiffness)).max()
        np.testing.assert_allclose(got, expected, atol=1e-6 * scale)


@pytest.mark.parametrize("dimension", [2, 3])
def test_random_trees(dimension: int) -> None:
    @fixed(15)
    @given(plans(dimension))
    def run(plan: Plan) -> None:
        check(plan)

    run()


@pytest.mark.parametrize("dimension", [2, 3])
def test_random_loops(dimension: int) -> None:
    @fixed(15)
    @given(plans(dimension, loops=2))
    def run(plan: Plan) -> None:
        check(plan)

    run()
