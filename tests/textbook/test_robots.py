"""Robots from arbitrary starts against another package (Pinocchio), by the joint values of their files: arms, and legged robots that float."""

from __future__ import annotations

import warnings
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import vazba as vz
from vazba.algebra.rotations import matrices

pin = pytest.importorskip("pinocchio")
SHARE = Path(pin.__file__).parents[4] / "share" / "example-robot-data" / "robots"
ROBOTS = {  # file, whether it floats, a frame to look at
    "ur5": ("ur_description/urdf/ur5_robot.urdf", False, "ee_link"),
    "panda": ("panda_description/urdf/panda.urdf", False, "panda_link8"),
    "anymal": ("anymal_b_simple_description/robots/anymal.urdf", True, "LF_FOOT"),
    "talos": ("talos_data/robots/talos_full_v2.urdf", True, "gripper_left_base_link"),
}
pytestmark = pytest.mark.skipif(not SHARE.is_dir(), reason="the package example-robot-data is not installed")


class Pair:
    """One robot read twice, and how coordinates and speeds of one are those of the other."""

    def __init__(self, name: str) -> None:
        file, self.floats, self.frame = ROBOTS[name]
        path = SHARE / file
        self.pin = pin.buildModelFromUrdf(str(path), *([pin.JointModelFreeFlyer()] if self.floats else []))
        self.data = self.pin.createData()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            self.model = vz.load(path, floating_base=self.floats)
        for key in [key for key in self.model.joints if key.endswith("_mimic")]:
            del self.model.joints[key]  # the other side takes joints that follow others as free
        self.model.dampers.clear()
        self.tree = vz.joint_tree(self.model)
        first = 6 if self.floats else 0
        joints = [
            self.pin.joints[self.pin.getJointId(n.rpartition(".")[0])] for n in self.tree.coordinate_names[first:]
        ]
        self.places = [(j.idx_q, j.nq, j.idx_v) for j in joints]
        self.order = np.array([*range(first), *(v for _, _, v in self.places)])

    def state(self, seed: int) -> tuple[np.ndarray, ...]:
        """q, v, a of the other package, then the same as this one counts them."""
        rng, first = np.random.default_rng(seed), 6 if self.floats else 0
        q = pin.integrate(self.pin, pin.neutral(self.pin), rng.uniform(-1, 1, self.pin.nv))
        v, a = rng.uniform(-1, 1, (2, self.pin.nv))
        values = [q[k] if n == 1 else np.arctan2(q[k + 1], q[k]) for k, n, _ in self.places]
        base, speeds, rates = [], v[self.order], a[self.order]
        if self.floats:  # position, quaternion with w first; velocity in ground, turns in body components
            turn = pin.Quaternion(q[3:7]).toRotationMatrix()
            base = [*q[:3], *q[[6, 3, 4, 5]]]
            speeds[:3], rates[:3] = turn @ v[:3], turn @ (a[:3] + np.cross(v[3:6], v[:3]))
        assert first + len(values) == self.pin.nv
        return q, v, a, np.array([*base, *values]), speeds, rates

    def efforts(self, q: np.ndarray, tau: np.ndarray) -> np.ndarray:
        """Generalised forces of the other package in the speeds of this one."""
        out = tau[self.order].copy()
        if self.floats:
            out[:3] = pin.Quaternion(q[3:7]).toRotationMatrix() @ tau[:3]
        return out


@cache
def _pair(name: str) -> Pair:
    return Pair(name)


@pytest.fixture(params=ROBOTS)
def pair(request: pytest.FixtureRequest) -> Pair:
    return _pair(request.param)


def test_placements_and_jacobians_of_many_postures(pair: Pair) -> None:
    states = [pair.state(seed) for seed in range(5)]
    q = np.array([state[3] for state in states])
    turns, places = vz.placement(pair.tree, q, pair.frame)
    jacobians, number = vz.jacobian(pair.tree, q, pair.frame), pair.pin.getFrameId(pair.frame, pin.FrameType.BODY)
    for k, (theirs, v, _, _, speeds, _) in enumerate(states):
        pin.framesForwardKinematics(pair.pin, pair.data, theirs)
        assert turns[k] == pytest.approx(pair.data.oMf[number].rotation, abs=1e-12)
        assert places[k] == pytest.approx(pair.data.oMf[number].translation, abs=1e-12)
        jac = pin.computeFrameJacobian(pair.pin, pair.data, theirs, number, pin.LOCAL_WORLD_ALIGNED)
        assert jacobians[k] @ speeds == pytest.approx(jac @ v, abs=1e-11)


def test_dynamics_from_arbitrary_starts(pair: Pair) -> None:
    """Inverse dynamics, mass matrix and forward dynamics by all three algorithms, with forces on a point."""
    q, v, a, mine, speeds, rates = pair.state(11)
    push = np.random.default_rng(0).normal(size=6) * 20
    number = pair.pin.getFrameId(pair.frame, pin.FrameType.BODY)
    jac = pin.computeFrameJacobian(pair.pin, pair.data, q, number, pin.LOCAL_WORLD_ALIGNED)
    tau = pair.efforts(q, pin.rnea(pair.pin, pair.data, q, v, a) - jac.T @ push)
    size = np.abs(tau).max()
    found = vz.inverse_dynamics(pair.tree, mine, speeds, rates, forces={pair.frame: push})
    assert found == pytest.approx(tau, abs=1e-11 * size)
    for algorithm in ("articulated", "composite", "residual"):
        back = vz.forward_dynamics(pair.tree, mine, speeds, tau, forces={pair.frame: push}, algorithm=algorithm)
        assert back == pytest.approx(rates, abs=1e-7)
    theirs = pin.crba(pair.pin, pair.data, q)
    mass = np.triu(theirs) + np.triu(theirs, 1).T
    assert speeds @ vz.mass_matrix(pair.tree, mine) @ speeds == pytest.approx(v @ mass @ v, rel=1e-12)


def test_joint_values_as_start_are_those_of_the_file(pair: Pair) -> None:
    """A run from joint values and rates: bodies stand where the other package puts them, accelerate as it says, and joint rates are body rates projected."""
    q, v, _, mine, speeds, _ = pair.state(5)
    first, at = (6, 7) if pair.floats else (0, 0)
    names = pair.tree.coordinate_names[first:]
    start = dict(zip(names, mine[at:], strict=True)) | {
        f"{n}_rate": x for n, x in zip(names, speeds[first:], strict=True)
    }
    res = vz.simulate(pair.model, 1e-3, 1e-3, start=start, method="recursive")
    if pair.floats:  # its base stays as drawn, at rest
        q, v = np.concatenate([pin.neutral(pair.pin)[:7], q[7:]]), np.concatenate([np.zeros(6), v[6:]])
    pin.framesForwardKinematics(pair.pin, pair.data, q)
    for frame in pair.pin.frames:
        if frame.type == pin.FrameType.BODY and frame.name in pair.model.bodies:
            place = pair.data.oMf[pair.pin.getFrameId(frame.name, pin.FrameType.BODY)]
            assert res.body(frame.name).position[0] == pytest.approx(place.translation, abs=1e-9)
            assert matrices(res.body(frame.name).quaternion[0]) == pytest.approx(place.rotation, abs=1e-9)
    theirs = pin.aba(pair.pin, pair.data, q, v, np.zeros(pair.pin.nv))[pair.order]
    expected: dict[str, Any] = dict(zip(pair.tree.coordinate_names, theirs, strict=True))
    found = vz.speeds(pair.tree, (res, 0.0))
    for k, name in enumerate(pair.tree.coordinate_names):
        if k >= first:
            assert res[f"{name}_rate"][0] == pytest.approx(speeds[k], abs=1e-9)
            assert found[k] == pytest.approx(res[f"{name}_rate"][0], abs=1e-9)
            assert res[f"{name}_acceleration"][0] == pytest.approx(expected[name], abs=1e-6 * np.abs(theirs).max())


def test_inverse_kinematics_of_redundant_arms() -> None:
    pair = _pair("panda")
    q = pair.state(3)[3]
    turn, place = vz.placement(pair.tree, q, pair.frame)
    found = vz.inverse_kinematics(pair.tree, pair.frame, place, turn, limits=False)
    assert found.reached, found.message
    back = vz.placement(pair.tree, found.q, pair.frame)
    assert back[0] == pytest.approx(turn, abs=1e-8)
    assert back[1] == pytest.approx(place, abs=1e-8)
    assert np.linalg.norm(found.q - pair.tree.zero) <= np.linalg.norm(q - pair.tree.zero) + 1e-9
