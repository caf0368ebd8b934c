"""Steps of 1 ms of a six-axis arm from a loop in Python, torques held over each step: vz.Stepper against the compiled loop and against MuJoCo at equal error.

Run as `python benchmarks/stepper.py`. Processor time, the best of several rounds; errors are those of the joint angles after a second, against runs with
tolerances of 1e-12. MuJoCo is left out where it is not installed.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np
import peers

import vazba as vz

LENGTHS, MASSES = (0.15, 0.4, 0.4, 0.12, 0.1, 0.1), (3.7, 8.4, 2.3, 1.2, 1.2, 0.2)  # about those of a UR5, m and kg
AXES = ("0 0 1", "0 1 0", "0 1 0", "0 1 0", "0 0 1", "0 1 0")
STEPS, DT, G = 1000, 1e-3, 9.81
SIZES = np.array([20.0, 60.0, 25.0, 4.0, 1.0, 0.1])  # N m
TORQUES = SIZES * np.sin(np.arange(STEPS)[:, None] * DT * np.arange(3, 9))
DAMPING = 0.5  # N m s


def inertia(mass: float, length: float) -> tuple[float, float, float]:
    across = mass * length**2 / 12 + 2e-3 * mass
    return across, across, 2e-3 * mass


def arm() -> vz.Model:
    m = vz.Model("arm")
    height, below = 0.0, "ground"
    for k, (length, mass, axis) in enumerate(zip(LENGTHS, MASSES, AXES, strict=True)):
        m.body(f"l{k}", position=(0, 0, height + length / 2), mass=mass, inertia=inertia(mass, length))
        m.revolute(f"j{k}", below, f"l{k}", at=(0, 0, height), axis=tuple(float(x) for x in axis.split()))
        m.damper(f"d{k}", joint=f"j{k}", damping=DAMPING)
        m.actuator(f"m{k}", joint=f"j{k}")
        height, below = height + length, f"l{k}"
    return m


def best(once: Callable[[], Any], rounds: int = 5) -> tuple[float, Any]:
    """Processor time of the best of several rounds, and what the last one gave."""
    spent, found = float("inf"), None
    for _ in range(rounds):
        begun = time.process_time()
        found = once()
        spent = min(spent, time.process_time() - begun)
    return spent, found


def stepped(**tolerances: float) -> tuple[float, np.ndarray]:
    stepper = vz.Stepper(arm(), integrator="dop853", **tolerances)
    names, columns = [f"m{k}" for k in range(6)], [f"j{k}.angle" for k in range(6)]

    def once() -> np.ndarray:
        stepper.reset()
        for row in TORQUES.tolist():
            stepper.step(dict(zip(names, row, strict=True)), DT)
        return stepper.observe(columns)

    return best(once)


def looped() -> float:
    """The same motion in one compiled run: torques as laws that jump every millisecond."""
    m = arm()
    for k in range(6):
        column = TORQUES[:, k]
        m.controller(
            lambda t, _x, column=column: float(column[min(int(t / DT + 1e-6), STEPS - 1)]),  # noqa: ARG005
            reads=[f"j{k}.angle"],
            writes=[f"m{k}"],
            every=DT,
        )
    spent = float("inf")
    for _ in range(3):
        res = vz.simulate(m, STEPS * DT, STEPS * DT, integrator="dop853")
        spent = min(spent, res.info["seconds"])
    return spent


def constant() -> float:
    """Bare integration: 1000 steps of 1 ms with constant torques, nothing asked of Python."""
    m = arm()
    for k, size in enumerate(SIZES):
        m.actuators[f"m{k}"] = vz.Model().actuator(f"m{k}", joint=f"j{k}", torque=0.3 * size)
    return best(lambda: vz.simulate(m, STEPS * DT, STEPS * DT, integrator="dop853", step=DT))[0]


def by_mujoco(mujoco: Any, parts: int) -> tuple[float, np.ndarray]:
    text = [
        f'<mujoco><option gravity="0 0 {-G}" integrator="RK4" timestep="{DT / parts}"><flag contact="disable"/></option><worldbody>'
    ]
    height = 0.0
    for k, (length, mass, axis) in enumerate(zip(LENGTHS, MASSES, AXES, strict=True)):
        moments = " ".join(f"{x!r}" for x in inertia(mass, length))
        place = f'pos="0 0 {LENGTHS[k - 1] if k else 0.0}"'
        text.append(
            f'<body {place}><joint name="j{k}" axis="{axis}" damping="{DAMPING}"/><inertial pos="0 0 {length / 2}" mass="{mass}" diaginertia="{moments}"/>'
        )
        height += length
    motors = "".join(f'<motor joint="j{k}"/>' for k in range(6))
    model = mujoco.MjModel.from_xml_string(
        "".join(text) + "</body>" * 6 + f"</worldbody><actuator>{motors}</actuator></mujoco>"
    )
    data = mujoco.MjData(model)

    def once() -> np.ndarray:
        mujoco.mj_resetData(model, data)
        for row in TORQUES:
            data.ctrl[:] = row
            mujoco.mj_step(model, data, parts)
        return np.array(data.qpos)

    return best(once)


def main() -> None:
    _, exact = stepped(rtol=1e-12, atol=1e-13)
    for name, tolerances in (("usual tolerances", {}), ("rtol 1e-6", {"rtol": 1e-6, "atol": 1e-8})):
        spent, found = stepped(**tolerances)
        print(
            f"vz.Stepper, {name:17s} {1e6 * spent / STEPS:7.1f} us a step   error {np.abs(found - exact).max():.1e} rad"
        )
    print(f"compiled loop, constant torques, steps of 1 ms {1e6 * constant() / STEPS:7.1f} us a step")
    print(f"compiled loop, sampled Python controllers      {1e6 * looped() / STEPS:7.1f} us a step")
    there = peers.installed("mujoco")
    for parts in (1, 2, 4, 8) if "mujoco" in there else ():
        spent, found = by_mujoco(there["mujoco"], parts)
        print(
            f"MuJoCo RK4, {parts} x mj_step                        {1e6 * spent / STEPS:7.1f} us a step   error {np.abs(found - exact).max():.1e} rad"
        )


if __name__ == "__main__":
    main()
