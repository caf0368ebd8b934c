"""Chains of revolute joints in space: forward and inverse dynamics of one state, against Pinocchio and MuJoCo.

Ours is called once for many states; Pinocchio and MuJoCo from a Python loop, whose cost (an empty call) is taken off their times.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import measure
import numpy as np
import peers

import vazba as vz

SIZES = (7, 20, 100, 1000)
AXES = ((0, 0, 1), (0, 1, 0), (1, 0, 0))
LINK, COM, INERTIA = 0.5, (0.25, 0.01, 0.02), (0.02, 0.03, 0.04)
FORWARD, INVERSE = 2.0, 1.5
MOST_OF_PEERS = 400  # links: more do not fit into Pinocchio's stack, and MuJoCo's time grows with the square


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
    text = [
        '<mujoco><compiler angle="radian"/><option><flag contact="disable"/></option>',
        f'<size memory="{1 + n // 50}M"/><worldbody>',
    ]
    for k in range(n):
        text.append(
            f'<body pos="{LINK if k else 0} 0 0"><joint type="hinge" axis="{" ".join(map(str, AXES[k % 3]))}"/>'
        )
        com, inertia = " ".join(map(str, COM)), " ".join(map(str, INERTIA))
        text.append(f'<inertial mass="{mass(k)}" pos="{com}" diaginertia="{inertia}"/>')
    return mujoco.MjModel.from_xml_string("".join(text) + "</body>" * n + "</worldbody></mujoco>")


def each(job: Callable[[], Any], count: int) -> float:
    """Least CPU time of one of `count`, microseconds."""
    return measure.least_cpu(job, 7)[0] / count * 1e6


def called(job: Callable[[int], Any], count: int) -> float:
    """The same of a Python loop, without the loop."""

    def loop(what: Callable[[int], Any]) -> None:
        for k in range(count):
            what(k)

    return each(lambda: loop(job), count) - each(lambda: loop(lambda _: None), count)


def raced(n: int, there: dict[str, Any]) -> bool:
    """All on a chain of n links; whether the targets are met."""
    tree, count = vz.joint_tree(model(n)), max(10, 20000 // n)
    rng = np.random.default_rng(1)
    q, v, effort = rng.normal(size=(3, count, n))
    a = vz.forward_dynamics(tree, q, v, effort)
    ours = (
        each(lambda: vz.forward_dynamics(tree, q, v, effort), count),
        each(lambda: vz.inverse_dynamics(tree, q, v, a), count),
    )
    back = np.abs(vz.inverse_dynamics(tree, q, v, a) - effort).max()
    measure.row(f"vazba, {n} links", f"{ours[0]:.2f}", f"{ours[1]:.2f}", f"{back:.1e} of inverse(forward)")
    forward, inverse = [], []
    if "pinocchio" in there and n < MOST_OF_PEERS:
        pin = there["pinocchio"]
        chain = by_pinocchio(pin, n)
        data = chain.createData()
        apart = np.abs(pin.aba(chain, data, q[0], v[0], effort[0]) - a[0]).max() / np.abs(a[0]).max()
        forward.append(called(lambda k: pin.aba(chain, data, q[k], v[k], effort[k]), count))
        inverse.append(called(lambda k: pin.rnea(chain, data, q[k], v[k], a[k]), count))
        measure.row(f"Pinocchio, {n} links", f"{forward[-1]:.2f}", f"{inverse[-1]:.2f}", f"{apart:.1e}")
    if "mujoco" in there and n < MOST_OF_PEERS:
        mujoco = there["mujoco"]
        links = by_mujoco(mujoco, n)
        state = mujoco.MjData(links)

        def one(k: int) -> None:
            state.qpos[:], state.qvel[:], state.qfrc_applied[:] = q[k], v[k], effort[k]
            mujoco.mj_forward(links, state)

        one(0)
        apart = np.abs(state.qacc - a[0]).max() / np.abs(a[0]).max()
        forward.append(called(one, count))
        measure.row(f"MuJoCo, {n} links", f"{forward[-1]:.2f}", "", f"{apart:.1e}")
    if not inverse:
        return True
    ahead, back_ahead = min(forward) / ours[0], min(inverse) / ours[1]
    met = measure.verdict(ahead >= FORWARD, f"forward at least {FORWARD:g}x faster, {n} links (measured {ahead:.1f}x)")
    return met & measure.verdict(
        back_ahead >= INVERSE, f"inverse at least {INVERSE:g}x faster, {n} links (measured {back_ahead:.1f}x)"
    )


def run() -> bool:
    there = peers.installed("pinocchio", "mujoco")
    measure.row("", "forward us", "inverse us", "difference")
    met = [raced(n, there) for n in SIZES]
    return all(met)
