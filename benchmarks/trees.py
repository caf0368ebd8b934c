"""Chains of revolute joints in space: forward and inverse dynamics of one state, against Pinocchio, MuJoCo and Exudyn; up to 10,000 links.

Ours is called once for many states, and so is Pinocchio (`abaInParallel`, `rneaInParallel`, on one thread); Pinocchio also, and MuJoCo, from a Python
loop, whose cost (an empty call) is taken off their times; the better of the two counts. Of Exudyn it is one more step of the explicit Euler method on its
kinematic tree: mass matrix, forces and a dense solution.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import measure
import numpy as np
import peers

import vazba as vz

SIZES = (7, 20, 100, 1000, 10_000)
AXES = ((0, 0, 1), (0, 1, 0), (1, 0, 0))
LINK, COM, INERTIA = 0.5, (0.25, 0.01, 0.02), (0.02, 0.03, 0.04)
FORWARD, INVERSE = 2.0, 1.5
LINEAR = 1.15  # exponent of the growth from 100 links on
MOST = {
    "pinocchio": 600,
    "mujoco": 1000,
    "exudyn": 1000,
}  # links: Pinocchio does not make its data for 1000; those of the others are too slow


def mass(k: int) -> float:
    return 1.0 + 0.1 * (k % 3)


def model(n: int) -> vz.Model:
    m, before = vz.Model(f"chain of {n}", dimension=3), "ground"
    for k in range(n):
        m.body(f"b{k}", position=(LINK * k, 0, 0), mass=mass(k), inertia=INERTIA, com=COM)
        m.revolute(f"j{k}", before, f"b{k}", at=(LINK * k, 0, 0), axis=AXES[k % 3])
        before = f"b{k}"
    return m


def by_pinocchio(pin: Any, n: int) -> Any:
    chain, parent = pin.Model(), 0
    for k in range(n):
        joint = (pin.JointModelRZ, pin.JointModelRY, pin.JointModelRX)[k % 3]()
        parent = chain.addJoint(parent, joint, pin.SE3(np.eye(3), np.array([LINK if k else 0.0, 0, 0])), f"j{k}")
        chain.appendBodyToJoint(parent, pin.Inertia(mass(k), np.array(COM), np.diag(INERTIA)), pin.SE3.Identity())
    return chain


def by_mujoco(mujoco: Any, n: int) -> Any:
    """Body by body: its reader of XML does not take so deep a nesting."""
    chain = mujoco.MjSpec()
    chain.option.disableflags = mujoco.mjtDisableBit.mjDSBL_CONTACT
    chain.memory = (1 + n // 50) * 2**20
    body = chain.worldbody
    for k in range(n):
        body = body.add_body(
            pos=[LINK if k else 0, 0, 0], mass=mass(k), ipos=COM, inertia=INERTIA, explicitinertial=True
        )
        body.add_joint(type=mujoco.mjtJoint.mjJNT_HINGE, axis=AXES[k % 3])
    return chain.compile()


def by_exudyn(exu: Any, n: int, q: Any, v: Any, effort: Any) -> Callable[[int, float], Any]:
    """A function that makes some Euler steps of a length from the given state and returns the velocities at their end."""
    from exudyn import itemInterface as items

    types = exu.JointType.RevoluteZ, exu.JointType.RevoluteY, exu.JointType.RevoluteX
    system, zeros = exu.SystemContainer().AddSystem(), [0.0] * n
    node = system.AddNode(
        items.NodeGenericODE2(
            referenceCoordinates=zeros, initialCoordinates=q.tolist(), initialCoordinates_t=v.tolist(), numberOfODE2Coordinates=n
        )
    )  # fmt: skip
    system.AddObject(
        items.ObjectKinematicTree(
            nodeNumber=node, jointTypes=[types[k % 3] for k in range(n)], linkParents=list(range(-1, n - 1)), gravity=[0, 0, -9.81],
            jointTransformations=exu.Matrix3DList([np.eye(3)] * n), jointOffsets=exu.Vector3DList([[LINK if k else 0.0, 0, 0] for k in range(n)]),
            linkInertiasCOM=exu.Matrix3DList([np.diag(INERTIA)] * n), linkCOMs=exu.Vector3DList([list(COM)] * n),
            linkMasses=[mass(k) for k in range(n)], jointForceVector=effort.tolist(),
        )
    )  # fmt: skip
    system.Assemble()
    settings = exu.SimulationSettings()
    settings.timeIntegration.verboseMode = 0
    settings.timeIntegration.explicit.computeEndOfStepAccelerations = False
    settings.solution.file.write = False
    settings.linearSolver.solverType = exu.LinearSolverType.EigenDense  # the fastest of its solvers here

    def steps(count: int, length: float) -> Any:
        settings.timeIntegration.numberOfSteps, settings.timeIntegration.endTime = count, count * length
        system.SolveDynamic(settings, solverType=exu.DynamicSolverType.ExplicitEuler)
        return np.array(system.systemData.GetODE2Coordinates_t())

    return steps


def each(job: Callable[[], Any], count: int) -> float:
    """Least CPU time of one of `count`, microseconds."""
    return measure.least_cpu(job, 7)[0] / count * 1e6


def called(job: Callable[[int], Any], count: int) -> float:
    """The same of a Python loop, without the loop."""

    def loop(what: Callable[[int], Any]) -> None:
        for k in range(count):
            what(k)

    return each(lambda: loop(job), count) - each(lambda: loop(lambda _: None), count)


def raced(n: int, there: dict[str, Any]) -> tuple[bool, float]:
    """All on a chain of n links; whether the targets are met, and our time of forward dynamics."""
    tree, count = vz.joint_tree(model(n)), max(10, 20000 // n)
    rng = np.random.default_rng(1)
    q, v, effort = rng.normal(size=(3, count, n))
    a = vz.forward_dynamics(tree, q, v, effort)
    size = np.abs(a[0]).max()
    ours = (
        each(lambda: vz.forward_dynamics(tree, q, v, effort), count),
        each(lambda: vz.inverse_dynamics(tree, q, v, a), count),
    )
    back = np.abs(vz.inverse_dynamics(tree, q, v, a) - effort).max()
    measure.row(f"vazba, {n} links", f"{ours[0]:.2f}", f"{ours[1]:.2f}", f"{back:.1e} of inverse(forward)")
    forward, inverse = [], []
    if "pinocchio" in there and n <= MOST["pinocchio"]:
        pin = there["pinocchio"]
        chain = by_pinocchio(pin, n)
        data = chain.createData()
        apart = np.abs(pin.aba(chain, data, q[0], v[0], effort[0]) - a[0]).max() / size
        forward.append(called(lambda k: pin.aba(chain, data, q[k], v[k], effort[k]), count))
        inverse.append(called(lambda k: pin.rnea(chain, data, q[k], v[k], a[k]), count))
        measure.row(f"Pinocchio, {n} links", f"{forward[-1]:.2f}", f"{inverse[-1]:.2f}", f"{apart:.1e}")
        pool, out = pin.ModelPool(chain, 1), np.zeros((n, count), order="F")
        columns = [np.asfortranarray(x.T) for x in (q, v, effort, a)]
        pin.abaInParallel(1, pool, columns[0], columns[1], columns[2], out)
        batched = np.abs(out.T[0] - a[0]).max() / size
        forward.append(each(lambda: pin.abaInParallel(1, pool, columns[0], columns[1], columns[2], out), count))
        inverse.append(each(lambda: pin.rneaInParallel(1, pool, columns[0], columns[1], columns[3], out), count))
        measure.row(f"Pinocchio, {n} links, batched", f"{forward[-1]:.2f}", f"{inverse[-1]:.2f}", f"{batched:.1e}")
        for what, taken, mine in (("forward", forward, ours[0]), ("inverse", inverse, ours[1])):
            measure.note(f"{what} dynamics of a chain of {n} links", "**vazba, batched**", mine * 1e-6, "", 1.0)
            for who, seconds, off in (
                ("Pinocchio, a call a state", taken[-2], apart),
                ("Pinocchio, batched", taken[-1], batched),
            ):
                measure.note("", who, seconds * 1e-6, f"{off:.0e} apart", seconds / mine)
    if "mujoco" in there and n <= MOST["mujoco"]:
        mujoco = there["mujoco"]
        links = by_mujoco(mujoco, n)
        state = mujoco.MjData(links)

        def one(k: int) -> None:
            state.qpos[:], state.qvel[:], state.qfrc_applied[:] = q[k], v[k], effort[k]
            mujoco.mj_forward(links, state)

        one(0)
        apart = np.abs(state.qacc - a[0]).max() / size
        forward.append(called(one, count if n < MOST["mujoco"] else 2))
        measure.row(f"MuJoCo, {n} links", f"{forward[-1]:.2f}", "", f"{apart:.1e}")
    if "exudyn" in there and n <= MOST["exudyn"]:
        steps = by_exudyn(there["exudyn"], n, q[0], v[0], effort[0])
        apart = np.abs((steps(1, 1e-8) - v[0]) / 1e-8 - a[0]).max() / size  # a difference: good to about 1e-8
        few, many = (1, 4) if n >= MOST["exudyn"] else (10, 10 + count)
        forward.append((each(lambda: steps(many, 1e-9), 1) - each(lambda: steps(few, 1e-9), 1)) / (many - few))
        measure.row(f"Exudyn, {n} links", f"{forward[-1]:.2f}", "", f"{apart:.1e}")
    met = True
    if forward:
        ahead = min(forward) / ours[0]
        met = measure.verdict(
            ahead >= FORWARD, f"forward at least {FORWARD:g}x faster, {n} links (measured {ahead:.1f}x)"
        )
    if inverse:
        ahead = min(inverse) / ours[1]
        met &= measure.verdict(
            ahead >= INVERSE, f"inverse at least {INVERSE:g}x faster, {n} links (measured {ahead:.1f}x)"
        )
    return met, ours[0]


def run() -> bool:
    there = peers.installed("pinocchio", "mujoco", "exudyn")
    measure.row("", "forward us", "inverse us", "difference")
    found = [raced(n, there) for n in SIZES]
    large = [(n, seconds) for n, (_, seconds) in zip(SIZES, found, strict=True) if n >= 100]
    slope = np.polyfit(*np.log(np.array(large)).T, 1)[0]
    met = measure.verdict(
        bool(slope <= LINEAR),
        f"forward grows at most as n^{LINEAR:g} from 100 to {SIZES[-1]} links (measured n^{slope:.2f})",
    )
    return met and all(good for good, _ in found)
