"""Robots as another package reads them: places of all links, masses, centres of mass, and joint efforts (Pinocchio)."""

import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import vazba as vz
from vazba.algebra.rotations import matrices
from vazba.files.urdf_model import usable_names

pin = pytest.importorskip("pinocchio")

HERE = Path(__file__).parents[2] / "examples" / "serial-robot" / "arm.urdf"
ROBOTS = {  # of the package example-robot-data
    "ur5": "ur_description/urdf/ur5_robot.urdf",
    "panda": "panda_description/urdf/panda.urdf",
    "xarm7": "xarm_description/urdf/xarm7.urdf",
    "talos arm": "talos_data/robots/talos_left_arm.urdf",
    "kinova": "kinova_description/robots/kinova.urdf",
    "so101": "so_arm_description/urdf/so101.urdf",
    "allegro hand": "allegro_hand_description/urdf/allegro_left_hand.urdf",
    "g1": "g1_description/urdf/g1_29dof_rev_1_0.urdf",
    "double pendulum": "double_pendulum_description/urdf/double_pendulum_continuous.urdf",
    "icub": "icub_description/robots/icub.urdf",
}
WITHOUT_INERTIA = ("icub",)  # links with mass but without moments of inertia, for which a run takes small ones


SHARE = Path(pin.__file__).parents[4] / "share" / "example-robot-data" / "robots"
NAMES = ("example", *ROBOTS)


def robot(name: str) -> Path:
    """The example, or one of the collection; a test whose robot is not installed says so."""
    if name != "example" and not SHARE.is_dir():
        pytest.skip("the package example-robot-data is not installed")
    path = HERE if name == "example" else SHARE / ROBOTS[name]
    assert path.is_file(), f"{path} is not there: has the collection changed?"
    return path


class Pair:
    """One robot read twice, and the names of its joints and links in both."""

    def __init__(self, path: Path) -> None:
        self.pin = pin.buildModelFromUrdf(str(path))
        self.data = self.pin.createData()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            self.model = vz.load(path)
        for name in [name for name in self.model.joints if name.endswith("_mimic")]:
            del self.model.joints[name]  # the other side takes joints that follow others as free
        self.frames = [f for f in self.pin.frames if f.type == pin.FrameType.BODY]
        self.links = usable_names([f.name for f in self.frames])
        self.joints = usable_names(list(self.pin.names)[1:])
        for name in self.links.values():
            assert name in self.model.bodies or name in self.model.points

    def state(self, seed: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Random joint values, rates and accelerations, and drivers that make the model pass through them at t = 0."""
        rng, q = np.random.default_rng(seed), pin.neutral(self.pin)
        v, a = rng.uniform(-1, 1, (2, self.pin.nv))
        for name, mine in self.joints.items():
            j = self.pin.joints[self.pin.getJointId(name)]
            value = rng.uniform(-0.8, 0.8)
            q[j.idx_q : j.idx_q + j.nq] = value if j.nq == 1 else (np.cos(value), np.sin(value))
            key = "displacement" if self.model.joints[mine].TYPE == "prismatic" else "angle"
            law = {"polynomial": [value, v[j.idx_v], a[j.idx_v] / 2]}
            self.model.drive(mine, joint=mine, **{key: law})
        return q, v, a


@pytest.fixture(params=NAMES)
def pair(request: pytest.FixtureRequest) -> Pair:
    return Pair(robot(request.param))


@pytest.fixture(params=[name for name in NAMES if name not in WITHOUT_INERTIA])
def sound(request: pytest.FixtureRequest) -> Pair:
    return Pair(robot(request.param))


def test_masses_and_centres_of_mass(pair: Pair) -> None:
    total = 0.0
    for name, mine in pair.joints.items():
        theirs, joint = pair.pin.inertias[pair.pin.getJointId(name)], pair.model.joints[mine]
        body = pair.model.bodies[joint.bodies[1]]
        assert (body.mass or 0.0) == pytest.approx(theirs.mass, rel=1e-12)
        np.testing.assert_allclose(body.com or np.zeros(3), theirs.lever, atol=1e-12)
        tensor = np.array(body.inertia if body.inertia is not None else np.zeros(3), float)
        tensor = np.diag(tensor) if tensor.ndim == 1 else tensor
        np.testing.assert_allclose(tensor, theirs.inertia, atol=1e-12 * max(1.0, theirs.mass))
        total += body.mass or 0.0
    at_zero = pin.centerOfMass(pair.pin, pair.data, pin.neutral(pair.pin))
    assert total == pytest.approx(pair.data.mass[0], rel=1e-12)
    centre = sum(_centre(body) * body.mass for body in pair.model.bodies.values() if body.mass)
    np.testing.assert_allclose(centre / total, at_zero, atol=1e-12)


def _centre(body: Any) -> np.ndarray:
    s = matrices(body.orientation["quaternion"]) if body.orientation else np.eye(3)
    return np.array(body.position) + s @ np.array(body.com or np.zeros(3))


def test_places_of_all_links(pair: Pair) -> None:
    """At random joint values."""
    q, _, _ = pair.state(0)
    res = vz.kinematics(pair.model, 1e-4, 1e-4)
    pin.framesForwardKinematics(pair.pin, pair.data, q)
    for frame in pair.frames:
        name = pair.links[frame.name]
        place = pair.data.oMf[pair.pin.getFrameId(frame.name, pin.FrameType.BODY)]
        if name in pair.model.bodies:
            np.testing.assert_allclose(res.body(name).position[0], place.translation, atol=1e-11)
            np.testing.assert_allclose(matrices(res.body(name).quaternion[0]), place.rotation, atol=1e-11)
        else:
            np.testing.assert_allclose(res.point(name).position[0], place.translation, atol=1e-11)


def test_efforts_of_a_moving_robot(sound: Pair) -> None:
    """At random joint values, rates and accelerations: what the drives must give (inverse dynamics)."""
    q, v, a = sound.state(1)
    efforts = pin.rnea(sound.pin, sound.data, q, v, a)
    res = vz.simulate(sound.model, 1e-4, 1e-4)
    for name, mine in sound.joints.items():
        j = sound.pin.joints[sound.pin.getJointId(name)]
        resisted = res.damper(mine).force[0] if mine in sound.model.dampers else 0.0  # the other side knows none here
        got = res.driver(mine).effort[0] - resisted
        assert got == pytest.approx(efforts[j.idx_v], abs=1e-10 * max(1.0, np.abs(efforts).max()))
        dry = resisted - sound.pin.damping[j.idx_v] * v[j.idx_v]
        assert dry * v[j.idx_v] >= -1e-12
        assert dry == 0 or mine in sound.model.dampers


def test_gravity_at_rest(sound: Pair) -> None:
    """All joint values zero, nothing moves: the drives hold the weight."""
    for mine in sound.joints.values():
        slides = sound.model.joints[mine].TYPE == "prismatic"
        sound.model.drive(mine, joint=mine, **{"displacement" if slides else "angle": 0.0})
    expected = pin.computeGeneralizedGravity(sound.pin, sound.data, pin.neutral(sound.pin))
    res = vz.simulate(sound.model, 1e-4, 1e-4)
    for name, mine in sound.joints.items():
        j = sound.pin.joints[sound.pin.getJointId(name)]
        assert res.driver(mine).effort[0] == pytest.approx(
            expected[j.idx_v], abs=1e-10 * max(1, np.abs(expected).max())
        )
