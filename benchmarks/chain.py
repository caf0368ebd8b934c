"""Chain of ten links let go, 2 s, in the plane and in space: vazba against pinocchio, MuJoCo and Exudyn at equal error of the joint angles."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numba
import numpy as np
import peers
from peers import Array, Job, Way

import vazba as vz

N = 10
LINK, MASS, COM, INERTIA = 0.5, 1.0, (0.25, 0.02, 0.01), (0.002, 0.03, 0.03)  # m, kg, m, kg m^2 about the centre
G = 9.81  # along -y: the chain starts straight along x, at rest
UNTIL, EVERY = 2.0, 0.05
TIMES = np.linspace(0.0, UNTIL, round(UNTIL / EVERY) + 1)
LEVELS = (1e-6, 1e-9)
AHEAD = 4.0
AXES = {"plane": "z" * N, "space": "zyx" * 3 + "z"}


@numba.njit(error_model="numpy")
def accelerations(axes, q, v):  # type: ignore[no-untyped-def]
    """`M v' = -h` with M and h summed over the bodies from their Jacobians: a plain script that shares nothing with anybody."""
    n = len(q)
    mass, h = np.zeros((n, n)), np.zeros(n)
    centre, inertia, along = np.array(COM), np.diag(np.array(INERTIA)), np.array([LINK, 0.0, 0.0])
    r, p = np.eye(3), np.zeros(3)
    w, wd, pdd = np.zeros(3), np.zeros(3), np.array([0.0, G, 0.0])  # gravity as an acceleration of the ground
    lines, origins = np.zeros((n, 3)), np.zeros((n, 3))
    for k in range(n):
        if k:
            arm = r @ along
            p = p + arm
            pdd = pdd + np.cross(wd, arm) + np.cross(w, np.cross(w, arm))
        a = r[:, axes[k]].copy()
        lines[k], origins[k] = a, p
        wd = wd + np.cross(w, a * v[k])
        w = w + a * v[k]
        c, s, i, j = np.cos(q[k]), np.sin(q[k]), (axes[k] + 1) % 3, (axes[k] + 2) % 3
        turn = np.eye(3)
        turn[i, i], turn[i, j], turn[j, i], turn[j, j] = c, -s, s, c
        r = r @ turn
        arm = r @ centre
        add = pdd + np.cross(wd, arm) + np.cross(w, np.cross(w, arm))
        tensor = r @ inertia @ r.T
        moment = tensor @ wd + np.cross(w, tensor @ w)
        jv, jw = np.zeros((3, n)), np.zeros((3, n))
        for m in range(k + 1):
            jv[:, m], jw[:, m] = np.cross(lines[m], p + arm - origins[m]), lines[m]
        mass += MASS * jv.T @ jv + jw.T @ (tensor @ jw)
        h += MASS * jv.T @ add + jw.T @ moment
    return np.linalg.solve(mass, -h)


def reference(axes: str, tolerance: float = 3e-14, longest: float = 0.005) -> Callable[[Array], Array]:
    """Angles of the joints by that script, integrated to rounding: at given times a row each."""
    from scipy.integrate import solve_ivp

    numbers = np.array(["xyz".index(axis) for axis in axes])

    def rate(_: float, y: Array) -> Array:
        return np.concatenate([y[N:], accelerations(numbers, y[:N], y[N:])])

    tight = {"rtol": tolerance, "atol": tolerance / 30, "max_step": longest}
    found = solve_ivp(rate, (0.0, UNTIL), np.zeros(2 * N), "DOP853", dense_output=True, **tight).sol
    return lambda times: found(times)[:N].T


def by_vazba(axes: str) -> list[Way]:
    flat = set(axes) == {"z"}
    size = 2 if flat else 3
    m, before = vz.Model("chain", dimension=size, gravity=(0, -G, 0)[:size]), "ground"
    for k, axis in enumerate(axes):
        place, inertia = (LINK * k, 0, 0)[:size], INERTIA[2] if flat else INERTIA
        m.body(f"b{k}", position=place, mass=MASS, inertia=inertia, com=COM[:size])
        more = {} if flat else {"axis": [float(axis == word) for word in "xyz"]}
        m.revolute(f"j{k}", before, f"b{k}", at=place, **more)
        before = f"b{k}"
    return peers.own_ways(m, UNTIL, EVERY, lambda r: np.column_stack([r.joint(f"j{k}").angle for k in range(N)]))


def by_pinocchio(pin: Any, axes: str) -> list[Way]:
    """The articulated-body algorithm, called by SciPy's integrators."""
    chain, parent = pin.Model(), 0
    chain.gravity.linear = np.array([0, -G, 0])
    for k, axis in enumerate(axes):
        joint = {"x": pin.JointModelRX, "y": pin.JointModelRY, "z": pin.JointModelRZ}[axis]()
        parent = chain.addJoint(parent, joint, pin.SE3(np.eye(3), np.array([LINK if k else 0.0, 0, 0])), f"j{k}")
        chain.appendBodyToJoint(parent, pin.Inertia(MASS, np.array(COM), np.diag(INERTIA)), pin.SE3.Identity())
    data, effort, aba = chain.createData(), np.zeros(N), pin.aba

    def rate(_: float, y: Array) -> Array:
        out = np.empty(2 * N)
        out[:N] = y[N:]
        out[N:] = aba(chain, data, y[:N], y[N:], effort)
        return out

    return peers.scipy_ways("pinocchio", rate, np.zeros(2 * N), TIMES, lambda states: states[:, :N])


def by_mujoco(mujoco: Any, axes: str) -> list[Way]:
    com, inertia = (" ".join(map(repr, numbers)) for numbers in (COM, INERTIA))
    text = [f'<mujoco><option gravity="0 {-G} 0" integrator="RK4"><flag contact="disable" constraint="disable"/></option><worldbody>']  # fmt: skip
    for k, axis in enumerate(axes):
        direction = " ".join(str(int(axis == word)) for word in "xyz")
        text.append(f'<body pos="{LINK if k else 0} 0 0"><joint type="hinge" axis="{direction}"/>')
        text.append(f'<inertial mass="{MASS}" pos="{com}" diaginertia="{inertia}"/>')
    model = mujoco.MjModel.from_xml_string("".join(text) + "</body>" * N + "</worldbody></mujoco>")
    data = mujoco.MjData(model)

    def prepare(n: int) -> Job:
        def job() -> Array:
            mujoco.mj_resetData(model, data)
            model.opt.timestep = EVERY / n
            angles = np.zeros((len(TIMES), N))
            for k in range(1, len(TIMES)):
                mujoco.mj_step(model, data, n)
                angles[k] = data.qpos
            return angles

        return job

    return [Way("MuJoCo RK4", prepare, peers.STEPS, say=peers.per_output(EVERY))]


def by_exudyn(exu: Any, axes: str) -> list[Way]:
    """Its kinematic tree (minimal coordinates); explicit Runge-Kutta of order 6 with fixed steps, and of order 5 with step control."""
    from exudyn import itemInterface as items

    types = {"x": exu.JointType.RevoluteX, "y": exu.JointType.RevoluteY, "z": exu.JointType.RevoluteZ}
    system = exu.SystemContainer().AddSystem()
    zeros = [0.0] * N
    node = system.AddNode(
        items.NodeGenericODE2(
            referenceCoordinates=zeros, initialCoordinates=zeros, initialCoordinates_t=zeros, numberOfODE2Coordinates=N
        )
    )
    system.AddObject(
        items.ObjectKinematicTree(
            nodeNumber=node, jointTypes=[types[axis] for axis in axes], linkParents=list(range(-1, N - 1)), gravity=[0, -G, 0],
            jointTransformations=exu.Matrix3DList([np.eye(3)] * N), jointOffsets=exu.Vector3DList([[LINK if k else 0.0, 0, 0] for k in range(N)]),
            linkInertiasCOM=exu.Matrix3DList([np.diag(INERTIA)] * N), linkCOMs=exu.Vector3DList([list(COM)] * N), linkMasses=[MASS] * N,
        )
    )  # fmt: skip
    kind = exu.OutputVariableType.Coordinates
    sensor = system.AddSensor(items.SensorNode(nodeNumber=node, storeInternal=True, outputVariableType=kind))
    system.Assemble()
    kinds = exu.DynamicSolverType

    def found() -> Array:
        """Times and angles: with step control they are stored after the first step that passes an output time."""
        return np.array(system.GetSensorStoredData(sensor))

    def fixed(n: int) -> Job:
        solve = peers.exudyn_solver(exu, system, UNTIL, EVERY, kinds.RK67)

        def job() -> Array:
            solve(n)
            return found()

        return job

    def adaptive(tolerance: float) -> Job:
        settings = exu.SimulationSettings()
        run = settings.timeIntegration
        run.endTime, run.verboseMode, run.automaticStepSize = UNTIL, 0, True
        run.numberOfSteps = round(UNTIL / EVERY)  # no step is longer
        run.relativeTolerance = run.absoluteTolerance = tolerance
        run.minimumStepSize = 1e-5
        settings.solution.file.write = False
        settings.solution.sensors.writePeriod = EVERY
        settings.linearSolver.solverType = exu.LinearSolverType.EigenDense

        def job() -> Array:
            system.SolveDynamic(settings, solverType=kinds.DOPRI5)
            return found()

        return job

    return [
        Way("Exudyn RK67", fixed, [n for n in peers.STEPS if n < 2000], say=peers.per_output(EVERY)),
        Way("Exudyn DOPRI5", adaptive, peers.TOLERANCES[:13]),
    ]


def run() -> bool:
    there = peers.installed("pinocchio", "mujoco", "exudyn")
    makers = {"pinocchio": by_pinocchio, "mujoco": by_mujoco, "exudyn": by_exudyn}
    met = True
    for name, axes in AXES.items():
        print(f"  in {'the plane' if name == 'plane' else 'space'}")
        ways = by_vazba(axes)
        for package, make in makers.items():
            if package in there:
                ways += make(there[package], axes)
        exact = reference(axes)
        times = peers.race(
            ways,
            LEVELS,
            lambda angles, exact=exact: _error(angles, exact),
            "rad",
            f"chain of ten links in {'the plane' if name == 'plane' else 'space'}, 2 s",
        )
        met &= peers.verdict(times, AHEAD, "rad")
    return met


def _error(angles: Array, exact: Callable[[Array], Array]) -> float:
    """Largest error at the output times, or at the times that stand in the first column; infinite where a run ended early."""
    times = angles[:, 0] if angles.shape[1] > N else TIMES
    if len(times) != len(angles) or times[-1] < UNTIL - 1e-9:
        return math.inf
    return float(np.abs(angles[:, -N:] - exact(times)).max())
