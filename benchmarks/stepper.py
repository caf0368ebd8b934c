"""A UR5 stepped by 1 ms from a loop in Python, torques held over each step: vz.Stepper against the bare compiled loop and against MuJoCo at equal error.

The arm is that of the package example-robot-data (its URDF file, without shapes). Errors are those of the joint angles after a second, against a run of
vazba in steps of 1 ms at tolerances of 1e-13 by another integrator; MuJoCo comes to the same angles as its steps are made shorter.

Torques change every millisecond, so that is the longest step for both; within it MuJoCo may make several (in one call), as its integrators ask for an error.
Its own choice, Euler's method, and the one it advises, implicitfast, are of first order: 0.2 rad off after a second of such steps. Of its integrators RK4 is
by far the cheapest at any error below that, and is what we are held against. vazba watches the joint limits of the file meanwhile, MuJoCo's constraints
are off.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import measure
import numpy as np
import peers

import vazba as vz

STEPS, DT = 1000, 1e-3
SIZES = np.array([20.0, 60.0, 25.0, 4.0, 1.0, 0.1])  # N m
TORQUES = SIZES * np.sin(np.arange(STEPS)[:, None] * DT * np.arange(3, 9))
NAMES = [f"m{k}" for k in range(6)]
EQUAL, LOOSE, ROUNDS = 4.0, 1e-6, 5  # times as far off as ours counts as equal; rad, at which RK4 needs one step
OTHERS = [(name, n) for name in ("Euler", "implicitfast") for n in (1, 16)] + [("RK4", n) for n in (1, 2, 4, 8, 16, 32)]
Job = Callable[[], tuple[float, np.ndarray]]  # CPU seconds of the steps alone, and the angles in the end


def robot() -> Path | None:
    """The file of the arm, where it is installed."""
    for prefix in peers.sys.path:
        for path in Path(prefix).glob(
            "cmeel.prefix/share/example-robot-data/robots/ur_description/urdf/ur5_robot.urdf"
        ):
            return path
        for path in Path(prefix).glob("../../../../share/example-robot-data/robots/ur_description/urdf/ur5_robot.urdf"):
            return path
    return None


def bare(path: Path) -> str:
    """The file without shapes: nobody needs them here."""
    text = path.read_text(encoding="utf-8")
    return re.sub(r"<(visual|collision)\b.*?</\1>", "", text, flags=re.DOTALL)


def arm(path: Path) -> tuple[vz.Model, list[str]]:
    """The model with a motor in each joint, and the names of the joints."""
    m = vz.load(path)
    joints = [name for name, joint in m.joints.items() if joint.TYPE == "revolute"]
    for k, name in enumerate(joints):
        m.actuator(NAMES[k], joint=name)
    return m, joints


def stepped(path: Path, **how: Any) -> Job:
    model, joints = arm(path)
    stepper, columns = vz.Stepper(model, **how), [f"{name}.angle" for name in joints]
    inputs = [dict(zip(NAMES, row, strict=True)) for row in TORQUES.tolist()]

    def once() -> tuple[float, np.ndarray]:
        stepper.reset()
        begun = time.process_time()
        for row in inputs:
            stepper.step(row, DT)
        return time.process_time() - begun, stepper.observe(columns)

    return once


def compiled_loop(path: Path, integrator: str) -> Job:
    """The same work without Python: one run that makes a step of 1 ms a thousand times, with constant torques."""
    model, _ = arm(path)
    for k, size in enumerate(SIZES):
        model.actuators[NAMES[k]] = vz.Model().actuator(
            NAMES[k], joint=model.actuators[NAMES[k]].joint, torque=0.3 * size
        )
    peers.simulation.clock_time = peers.CPU_CLOCK

    def once() -> tuple[float, np.ndarray]:
        result = vz.simulate(model, STEPS * DT, STEPS * DT, integrator=integrator, step=DT)
        if not STEPS <= result.info["steps"] <= 1.02 * STEPS:  # a few are shorter at the beginning
            raise RuntimeError(f"{result.info['steps']} steps instead of {STEPS}")
        return result.info["seconds"], np.zeros(0)

    return once


def by_mujoco(mujoco: Any, path: Path, integrator: str, parts: int) -> Job:
    model = mujoco.MjModel.from_xml_string(bare(path))
    model.opt.integrator = getattr(mujoco.mjtIntegrator, f"mjINT_{integrator.upper()}")
    model.opt.timestep = DT / parts
    model.opt.disableflags |= mujoco.mjtDisableBit.mjDSBL_CONTACT | mujoco.mjtDisableBit.mjDSBL_CONSTRAINT
    data = mujoco.MjData(model)

    def once() -> tuple[float, np.ndarray]:
        mujoco.mj_resetData(model, data)
        begun = time.process_time()
        for row in TORQUES:
            data.qfrc_applied[:] = row
            mujoco.mj_step(model, data, parts)
        return time.process_time() - begun, np.array(data.qpos)

    return once


def race(jobs: dict[str, Job], exact: np.ndarray) -> dict[str, tuple[float, float]]:
    """Seconds a step and error of each, in turns."""
    least = dict.fromkeys(jobs, float("inf"))
    errors = {}
    for _ in range(ROUNDS):
        for name, job in jobs.items():
            seconds, found = job()
            least[name] = min(least[name], seconds / STEPS)
            errors[name] = float(np.abs(found - exact).max()) if len(found) else 0.0
    return {name: (least[name], errors[name]) for name in jobs}


def cheapest(found: dict[str, tuple[float, float]], error: float) -> tuple[float, str] | None:
    """Seconds and name of MuJoCo's cheapest way to steps that are no farther off than this."""
    return min(
        ((seconds, name) for name, (seconds, off) in found.items() if name.startswith("mj_step") and off <= error),
        default=None,
    )


def run() -> bool:
    there, path = peers.installed("mujoco"), robot()
    if path is None:
        print("  example-robot-data is not installed: there is no UR5 to step")
        measure.verdict(None, "a step of 1 ms of a UR5 (example-robot-data not installed)")
        return True
    _, exact = stepped(path, integrator="dopri5", rtol=1e-13, atol=1e-14)()
    jobs: dict[str, Job] = {f"vz.Stepper, {name}": stepped(path, integrator=name) for name in ("dop853", "dopri5")}
    loops = {f"vazba, bare loop, {name}": compiled_loop(path, name) for name in ("dop853", "dopri5")}
    if "mujoco" in there:
        jobs |= {f"mj_step, {name}, {DT / n:.2g} s": by_mujoco(there["mujoco"], path, name, n) for name, n in OTHERS}
    found = race(jobs | loops, exact)
    measure.row("", "us a step", "error rad")
    for name, (seconds, error) in found.items():
        measure.row(name, f"{seconds * 1e6:.1f}", "" if "bare" in name else f"{error:.1e}")
    met = True
    for name in ("dop853", "dopri5"):
        ratio = found[f"vz.Stepper, {name}"][0] / found[f"vazba, bare loop, {name}"][0]
        met &= measure.verdict(
            ratio <= 3, f"vz.Stepper ({name}) within 3x of the bare compiled loop (measured {ratio:.2f}x)"
        )
    for name in ("dopri5", "dop853"):
        seconds, error = found[f"vz.Stepper, {name}"]
        case = f"a step of 1 ms of a UR5 from Python, {error:.0e} rad"
        measure.note(case, f"**vz.Stepper, {name}**", seconds, f"{error:.0e} rad", 1.0)
        measure.note(
            "",
            f"vazba, bare loop, {name}",
            found[f"vazba, bare loop, {name}"][0],
            "",
            found[f"vazba, bare loop, {name}"][0] / seconds,
        )
        target = f"a step at the error of {name}: 3x faster than MuJoCo"
        other = cheapest(found, EQUAL * error)
        if other is None:
            why = "which does not reach it" if "mujoco" in there else "mujoco not installed"
            measure.note("", "MuJoCo", why)
            measure.verdict(None, f"{target} ({why})")
            continue
        measure.note("", f"MuJoCo, {other[1]}", other[0], f"{found[other[1]][1]:.0e} rad", other[0] / seconds)
        errors = f"{error:.0e} rad against {found[other[1]][1]:.0e} rad"
        met &= measure.verdict(other[0] >= 3 * seconds, f"{target} (measured {other[0] / seconds:.2g}x, {errors})")
    loose, own = cheapest(found, LOOSE), found["vz.Stepper, dopri5"][0]
    if loose is not None:
        errors = f"{found[loose[1]][1]:.0e} rad"
        measure.note(
            f"the same, where {LOOSE:.0e} rad are enough", f"MuJoCo, {loose[1]}", loose[0], errors, loose[0] / own
        )
    return met


if __name__ == "__main__":
    run()
