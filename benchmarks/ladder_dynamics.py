"""Ladder of N four-bars swinging freely, 1 s: vazba against MuJoCo, Exudyn and a sparse SciPy script at equal error; cost of one evaluation."""

from __future__ import annotations

import math
from typing import Any

import measure
import numpy as np
import peers
from kernels import derivatives
from peers import Array, Job, Way

import vazba as vz

GUARD = 16
PROTOTYPE = (93.0, 450.0, 2546.0)  # microseconds an evaluation
SIZES = (40, 200, 1000)
LEVEL = 1e-6
G, START = 9.81, -math.pi / 3  # cranks hang; rods of 1 m and 1 kg
INERTIA = 1 / 12
UNTIL, EVERY = 1.0, 0.1
TIMES = np.linspace(0.0, UNTIL, round(UNTIL / EVERY) + 1)
DX, DY = math.cos(START), math.sin(START)


def reference(n: int) -> Array:
    """Angle of all cranks: they stay parallel, so the ladder is one physical pendulum."""
    from scipy.integrate import solve_ivp

    stiffness = G * ((n + 1) / 2 + n) / ((n + 1) * (INERTIA + 1 / 4) + n)
    tight = {"rtol": 1e-13, "atol": 1e-14, "max_step": 0.01}

    def rate(_: float, y: Array) -> tuple[float, float]:
        return y[1], -stiffness * math.cos(y[0])

    return solve_ivp(rate, (0.0, UNTIL), (START, 0.0), "DOP853", t_eval=TIMES, **tight).y[0]


def model(n: int) -> vz.Model:
    """Parallelograms side by side: n + 1 cranks on the ground, n couplers; frames in the centres."""
    m = vz.Model(f"ladder {n}", dimension=2, gravity=(0, -G))
    for k in range(n + 1):
        m.body(f"crank{k}", position=(k + DX / 2, DY / 2), angle=START, mass=1.0, inertia=INERTIA)
        m.revolute(f"A{k}", "ground", f"crank{k}", at=(k, 0))
    for k in range(n):
        m.body(f"coupler{k}", position=(k + DX + 0.5, DY), mass=1.0, inertia=INERTIA)
        m.revolute(f"B{k}", f"crank{k}", f"coupler{k}", at=(k + DX, DY))
        m.revolute(f"C{k}", f"coupler{k}", f"crank{k + 1}", at=(k + 1 + DX, DY))
    return m


def by_vazba(n: int) -> list[Way]:
    def angles(result: vz.Result) -> Array:
        return np.column_stack([result[f"crank{k}"].angle for k in range(n + 1)])

    return peers.own_ways(model(n), UNTIL, EVERY, angles)


def evaluation(n: int) -> float:
    """CPU seconds of one evaluation of the accelerations in vazba."""
    from vazba.compiler import compile_model
    from vazba.equations.derivative import derivative
    from vazba.equations.tables import dynamics_of
    from vazba.equations.verbs import EXTRA
    from vazba.formulations.in_bodies import body_record
    from vazba.kinematic.check import analyse

    system = compile_model(model(n))
    dynamics = dynamics_of(system)
    assembly, _ = analyse(system, names=False)
    record = body_record(system, dynamics, assembly.work)
    y = np.concatenate([assembly.q, system.v0, np.zeros(EXTRA)])
    room, many = np.full(len(y) + GUARD, np.nan), 20000 // n  # rates, and behind them what nobody may write
    out = room[: len(y)]

    places = derivative.address, int(record.here), y.ctypes.data, out.ctypes.data
    taken = measure.least_cpu(lambda: derivatives(*places, many), repeat=9)[0] / many
    if np.isnan(out).any() or not np.isnan(room[len(y) :]).all():
        raise RuntimeError("the rates of a state do not fill their array, or are written past its end")
    return taken


def by_scipy(n: int) -> list[Way]:
    """`[[M, J^T], [J, 0]] (v', -lambda) = (f, gamma)` by a sparse LU; its pattern is made once."""
    from scipy.sparse import csc_matrix
    from scipy.sparse.linalg import splu

    bodies, nv, pins = 2 * n + 1, 3 * (2 * n + 1), 3 * n + 1  # crank k is body k, coupler k body n + 1 + k
    ends = [(k, k, -0.5, 1.0) for k in range(n + 1)]  # pin, body, place along it, sign
    for k in range(n):
        ends += [(n + 1 + 2 * k, n + 1 + k, -0.5, 1.0), (n + 1 + 2 * k, k, 0.5, -1.0)]
        ends += [(n + 2 + 2 * k, k + 1, 0.5, 1.0), (n + 2 + 2 * k, n + 1 + k, 0.5, -1.0)]
    pin, body = (np.array([end[i] for end in ends]) for i in (0, 1))
    arm, sign = (np.array([end[i] for end in ends]) for i in (2, 3))
    size = nv + 2 * pins
    down, across = (
        (nv + 2 * pin, nv + 2 * pin + 1, nv + 2 * pin, nv + 2 * pin + 1),
        (3 * body, 3 * body + 1, 3 * body + 2, 3 * body + 2),
    )
    down, across = np.concatenate(down), np.concatenate(across)
    diagonal = np.arange(nv)
    rows, columns = np.concatenate([diagonal, down, across]), np.concatenate([diagonal, across, down])
    matrix = csc_matrix((np.arange(1.0, len(rows) + 1), (rows, columns)), shape=(size, size))
    order = matrix.data.astype(int) - 1  # where each stored number comes from
    mass = np.tile([1.0, 1.0, INERTIA], bodies)
    right = np.zeros(size)
    right[1:nv:3] = -G

    def rate(_: float, y: Array) -> Array:
        angle, square = y[2:nv:3], y[nv + 2 :: 3] ** 2
        x, z = arm * np.cos(angle)[body], arm * np.sin(angle)[body]
        jacobian = np.concatenate([sign, sign, -sign * z, sign * x])
        matrix.data[:] = np.concatenate([mass, jacobian, jacobian])[order]
        right[nv::2] = np.bincount(pin, sign * x * square[body], pins)
        right[nv + 1 :: 2] = np.bincount(pin, sign * z * square[body], pins)
        accelerations = splu(matrix, permc_spec="COLAMD").solve(right)[:nv]
        return np.concatenate([y[nv:], accelerations])

    start = np.zeros(2 * nv)
    k = np.arange(n + 1)
    start[: 3 * (n + 1)] = np.column_stack([k + DX / 2, k * 0 + DY / 2, k * 0 + START]).ravel()
    start[3 * (n + 1) : nv] = np.column_stack([k[:n] + DX + 0.5, k[:n] * 0 + DY, k[:n] * 0]).ravel()
    return peers.scipy_ways(
        "SciPy splu", rate, start, TIMES, lambda states: states[:, 2 : 3 * (n + 1) : 3], which=("Adams", "DOP853")
    )


def by_mujoco(mujoco: Any, n: int) -> list[Way]:
    """Cranks on the world, couplers on cranks, ends of couplers connected to the next cranks; the stiffest constraint MuJoCo admits."""
    hinge = '<joint type="hinge" axis="0 0 1"/>'
    mass = f'<inertial pos="0.5 0 0" mass="1" diaginertia="0.001 {INERTIA!r} {INERTIA!r}"/>'
    bodies = []
    for k in range(n + 1):
        coupler = f'<body pos="1 0 0">{hinge}{mass}<site name="c{k}" pos="1 0 0"/></body>' if k < n else ""
        bodies.append(f'<body pos="{k} 0 0">{hinge}{mass}<site name="b{k}" pos="1 0 0"/>{coupler}</body>')
    connects = [f'<connect site1="c{k}" site2="b{k + 1}" solimp="0.9999 0.9999 0.001"/>' for k in range(n)]
    ladder = mujoco.MjModel.from_xml_string(f"""
        <mujoco>
          <option gravity="0 {-G} 0" integrator="RK4" solver="Newton" iterations="50" tolerance="1e-14" jacobian="sparse"/>
          <worldbody>{"".join(bodies)}</worldbody>
          <equality>{"".join(connects)}</equality>
        </mujoco>""")
    data = mujoco.MjData(ladder)
    cranks = np.array([2 * k for k in range(n + 1)])

    def prepare(steps: int) -> Job:
        def job() -> Array:
            mujoco.mj_resetData(ladder, data)
            ladder.opt.timestep = EVERY / steps
            ladder.eq_solref[:] = 2 * EVERY / steps, 1
            data.qpos[cranks] = START
            data.qpos[cranks[:-1] + 1] = -START
            angles = np.empty((len(TIMES), n + 1))
            angles[0] = START
            for k in range(1, len(TIMES)):
                mujoco.mj_step(ladder, data, steps)
                angles[k] = data.qpos[cranks]
            return angles

        return job

    return [Way("MuJoCo RK4", prepare, [s for s in peers.STEPS if s >= 8], say=peers.per_output(EVERY))]


def by_exudyn(exu: Any, n: int) -> list[Way]:
    """Planar bodies and revolute joints, sparse solver; trapezoidal rule (index 2)."""
    from exudyn import itemInterface as items

    system = exu.SystemContainer().AddSystem()
    ground = system.AddObject(items.ObjectGround())

    def body(x: float, y: float, angle: float) -> Any:
        node = system.AddNode(items.NodeRigidBody2D(referenceCoordinates=[x, y, angle]))
        rod = system.AddObject(items.ObjectRigidBody2D(mass=1.0, inertia=INERTIA, nodeNumber=node))
        marker = system.AddMarker(items.MarkerBodyMass(bodyNumber=rod))
        system.AddLoad(items.LoadMassProportional(markerNumber=marker, loadVector=[0, -G, 0]))
        return rod

    def pin(one: Any, x1: float, two: Any, x2: float) -> None:
        markers = [
            system.AddMarker(items.MarkerBodyPosition(bodyNumber=which, localPosition=[x, 0, 0]))
            for which, x in ((one, x1), (two, x2))
        ]
        system.AddObject(items.ObjectJointRevolute2D(markerNumbers=markers))

    cranks = [body(k + DX / 2, DY / 2, START) for k in range(n + 1)]
    couplers = [body(k + DX + 0.5, DY, 0.0) for k in range(n)]
    for k in range(n + 1):
        pin(ground, k, cranks[k], -0.5)
    for k in range(n):
        pin(cranks[k], 0.5, couplers[k], -0.5)
        pin(couplers[k], 0.5, cranks[k + 1], 0.5)
    kind = exu.OutputVariableType.Coordinates
    sensors = [
        system.AddSensor(items.SensorNode(nodeNumber=k, storeInternal=True, outputVariableType=kind))
        for k in (0, n // 2, n)
    ]
    system.Assemble()
    solve = peers.exudyn_solver(exu, system, UNTIL, EVERY, exu.DynamicSolverType.TrapezoidalIndex2, sparse=True)

    def prepare(steps: int) -> Job:
        def job() -> Array:
            solve(steps)
            return START + np.column_stack([system.GetSensorStoredData(sensor)[:, 3] for sensor in sensors])

        return job

    return [Way("Exudyn trapezoidal", prepare, [s for s in peers.STEPS if s >= 8], say=peers.per_output(EVERY))]


def run() -> bool:
    found = peers.installed("mujoco", "exudyn")
    met, costs = [], []
    for n, prototype in zip(SIZES, PROTOTYPE):
        print(f"  N = {n}")
        ways = by_vazba(n)
        if "mujoco" in found:
            ways += by_mujoco(found["mujoco"], n)
        if "exudyn" in found:
            ways += by_exudyn(found["exudyn"], n)
        ways += by_scipy(n)
        exact = reference(n)
        times = peers.race(
            ways,
            (LEVEL,),
            lambda angles, exact=exact: float(np.abs(angles.T - exact).max()),
            "m",
            f"ladder of {n} four-bars, 1 s",
        )
        met.append(peers.verdict(times, 3, "m"))
        costs.append(evaluation(n))
        met.append(
            measure.verdict(
                costs[-1] * 1e6 <= 1.5 * prototype,
                f"an evaluation within {1.5 * prototype:.0f} us (measured {costs[-1] * 1e6:.0f} us)",
            )
        )
    slope = np.polyfit(np.log(SIZES), np.log(costs), 1)[0]
    met.append(measure.verdict(bool(slope <= 1.1), f"an evaluation grows at most as N^1.1 (measured N^{slope:.2f})"))
    return all(met)
