"""Double pendulum with a cable that goes slack and taut, 10 s: vazba against pinocchio, MuJoCo and Exudyn at equal error of the plate."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
import numpy as np
import peers
from peers import Array, Job, Way

import vazba as vz

ROOT = Path(__file__).parent.parent
UNTIL, EVERY = 10.0, 0.05
TIMES = np.linspace(0.0, UNTIL, round(UNTIL / EVERY) + 1)
CASE = "double pendulum with a cable that goes slack, 10 s"
LEVELS = (1e-6, 1e-9)
# rod and plate hang on ball joints; the cable runs from the upper joint to a corner of the plate
ROD, PLATE = (30.0, (10.0, 10.0, 0.01)), (350.0, (30.0, 30.0, 60.0))
G, LENGTH, STIFFNESS, DAMPING, FREE = 9.8, 2.0, 10000 / 1.5, 100 / 1.5, 1.5
CENTRE, CORNER = (0.0, 1.0, 0.0), (-1.0, 1.0, 0.0)  # of the plate, from the joint that carries it
SLACK, TAUT, LOOSE = range(3)


def reference() -> Array:
    """Place of the plate, from the minimal coordinates of the tests (quaternions, located switches)."""
    pendulum = peers.load(ROOT / "tests" / "dynamics" / "references.py").Pendulum()
    states = pendulum.run(pendulum.start, TIMES, rtol=1e-12, atol=1e-13)
    return np.array([pendulum.centres(state)[1] for state in states])


def by_vazba() -> list[Way]:
    model = vz.load(ROOT / "examples" / "double-pendulum-tables")
    return peers.own_ways(model, UNTIL, EVERY, lambda r: np.column_stack([r["body2"].x, r["body2"].y, r["body2"].z]))


# --- pinocchio: the articulated-body algorithm; cable and quaternions in Numba, so that Python costs little -------------


@numba.njit(error_model="numpy")
def rotation(x, y, z, w):  # type: ignore[no-untyped-def]
    """Rotation matrix of a quaternion."""
    return (
        (w * w + x * x - y * y - z * z, 2 * (x * y - w * z), 2 * (x * z + w * y)),
        (2 * (x * y + w * z), w * w - x * x + y * y - z * z, 2 * (y * z - w * x)),
        (2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z),
    )


@numba.njit(error_model="numpy")
def turned(s, a):  # type: ignore[no-untyped-def]
    return (
        s[0][0] * a[0] + s[0][1] * a[1] + s[0][2] * a[2],
        s[1][0] * a[0] + s[1][1] * a[1] + s[1][2] * a[2],
        s[2][0] * a[0] + s[2][1] * a[1] + s[2][2] * a[2],
    )


@numba.njit(error_model="numpy")
def back(s, a):  # type: ignore[no-untyped-def]
    return (
        s[0][0] * a[0] + s[1][0] * a[1] + s[2][0] * a[2],
        s[0][1] * a[0] + s[1][1] * a[1] + s[2][1] * a[2],
        s[0][2] * a[0] + s[1][2] * a[1] + s[2][2] * a[2],
    )


@numba.njit(error_model="numpy")
def cross(a, b):  # type: ignore[no-untyped-def]
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


@numba.njit(error_model="numpy")
def cable(y):  # type: ignore[no-untyped-def]
    """Stretch, tension by the law without its limits, corner in components of the rod, length, turn of the plate against the rod."""
    s2 = rotation(y[4], y[5], y[6], y[7])
    w1, w2 = (y[8], y[9], y[10]), (y[11], y[12], y[13])
    arm = turned(s2, CORNER)
    place = (arm[0], arm[1], arm[2] - LENGTH)  # from the upper joint, components of the rod
    a, b = cross(w1, place), turned(s2, cross(w2, CORNER))
    length = math.sqrt(place[0] ** 2 + place[1] ** 2 + place[2] ** 2)
    rate = (place[0] * (a[0] + b[0]) + place[1] * (a[1] + b[1]) + place[2] * (a[2] + b[2])) / length
    stretch = length - FREE
    return stretch, STIFFNESS * stretch + DAMPING * rate, place, length, s2


@numba.njit(error_model="numpy")
def margins(y):  # type: ignore[no-untyped-def]
    """What changes its sign where the cable switches."""
    stretch, tension, _, _, _ = cable(y)
    return stretch, tension


@numba.njit(error_model="numpy")
def glue(y, mode, effort, out):  # type: ignore[no-untyped-def]
    """Efforts of the cable at the two joints and rates of the quaternions; `mode` -1: by the law."""
    stretch, tension, place, length, s2 = cable(y)
    pulls = mode == TAUT or (mode == -1 and stretch > 0 and tension > 0)
    pull = -tension / length if pulls else 0.0
    force = (place[0] * pull, place[1] * pull, place[2] * pull)
    on_rod, on_plate = cross(place, force), cross(CORNER, back(s2, force))
    for n in range(3):
        effort[n], effort[3 + n] = on_rod[n], on_plate[n]
    for k in range(2):
        x, v, z, w = y[4 * k], y[4 * k + 1], y[4 * k + 2], y[4 * k + 3]
        a, b, c = 0.5 * y[8 + 3 * k], 0.5 * y[9 + 3 * k], 0.5 * y[10 + 3 * k]
        longer = 0.5 * (1 - x * x - v * v - z * z - w * w)  # keeps the length of the quaternion
        out[4 * k] = w * a + v * c - z * b + longer * x
        out[4 * k + 1] = w * b + z * a - x * c + longer * v
        out[4 * k + 2] = w * c + x * b - v * a + longer * z
        out[4 * k + 3] = -x * a - v * b - z * c + longer * w


@numba.njit(error_model="numpy")
def centres(states):  # type: ignore[no-untyped-def]
    """Place of the plate's centre for each state."""
    out = np.empty((states.shape[0], 3))
    for k in range(states.shape[0]):
        y = states[k]
        s1, s2 = rotation(y[0], y[1], y[2], y[3]), rotation(y[4], y[5], y[6], y[7])
        c = turned(s2, CENTRE)
        c = turned(s1, (c[0], c[1], c[2] - LENGTH))
        out[k, 0], out[k, 1], out[k, 2] = c[0], c[1], c[2]
    return out


def by_pinocchio(pin: Any) -> list[Way]:
    model = pin.Model()
    model.gravity.linear = np.array([0, 0, -G])
    parent = 0
    for name, offset, (mass, inertia), centre in (
        ("rod", 0.0, ROD, (0, 0, -LENGTH / 2)),
        ("plate", -LENGTH, PLATE, CENTRE),
    ):
        place = pin.SE3(np.eye(3), np.array([0, 0, offset]))
        parent = model.addJoint(parent, pin.JointModelSpherical(), place, name)
        model.appendBodyToJoint(parent, pin.Inertia(mass, np.array(centre), np.diag(inertia)), pin.SE3.Identity())
    data, effort = model.createData(), np.zeros(6)
    start = np.zeros(14)
    start[[3, 7]] = 1

    def rate(_: float, y: Array, mode: int = -1) -> Array:
        out = np.empty(14)
        glue(y, mode, effort, out)
        out[8:] = pin.aba(model, data, y[:8], y[8:], effort)
        return out

    rate(0.0, start), margins(start), centres(start[None, :])  # compile
    ways = peers.scipy_ways("pinocchio", rate, start, TIMES, centres)
    return ways + [located(rate, start, method) for method in ("LSODA", "DOP853")]


def located(rate: Callable[..., Array], start: Array, method: str) -> Way:
    """The same with switches located by solve_ivp: within a part the mode of the cable does not change."""
    from scipy.integrate import solve_ivp

    def event(which: int, direction: int, to: int) -> Callable[[float, Array], float]:
        def crossing(_: float, y: Array) -> float:
            return margins(y)[which]

        crossing.terminal, crossing.direction, crossing.to = True, direction, to
        return crossing

    leaving = {
        SLACK: [event(0, 1, TAUT)],
        TAUT: [event(1, -1, LOOSE)],
        LOOSE: [event(0, -1, SLACK), event(1, 1, TAUT)],
    }

    def prepare(tolerance: float) -> Job:
        def job() -> Array:
            t, y, mode, states = 0.0, start, TAUT, []
            while t < UNTIL:
                events = leaving[mode]
                part = solve_ivp(
                    lambda t, y, mode=mode: rate(t, y, mode),
                    (t, UNTIL), y, method, TIMES[len(states) :], events=events, rtol=tolerance, atol=tolerance,
                )  # fmt: skip
                states += list(np.transpose(part.y))
                if part.status != 1:
                    break
                k = next(k for k, hits in enumerate(part.t_events) if len(hits))
                t, y, mode = part.t_events[k][-1], part.y_events[k][-1], events[k].to
            return centres(np.array(states))

        return job

    return Way(f"pinocchio + {method}, switches located", prepare)


def by_mujoco(mujoco: Any) -> list[Way]:
    """RK4; the cable is a spring-damper tendon that is switched on and off, and the step is cut where that happens."""

    def words(numbers: tuple[float, ...]) -> str:
        return " ".join(map(repr, numbers))

    def inertial(body: tuple[float, tuple[float, ...]], centre: tuple[float, ...]) -> str:
        mass, inertia = body
        return f'<inertial pos="{words(centre)}" mass="{mass}" diaginertia="{words(inertia)}"/>'

    model = mujoco.MjModel.from_xml_string(f"""
        <mujoco>
          <option gravity="0 0 {-G}" integrator="RK4"/>
          <worldbody>
            <site name="top"/>
            <body><joint type="ball"/>{inertial(ROD, (0, 0, -LENGTH / 2))}
              <body pos="0 0 {-LENGTH}"><joint type="ball"/>{inertial(PLATE, CENTRE)}
                <site name="corner" pos="{words(CORNER)}"/></body>
            </body>
          </worldbody>
          <tendon><spatial springlength="{FREE}" stiffness="1"><site site="top"/><site site="corner"/></spatial></tendon>
        </mujoco>""")
    data = mujoco.MjData(model)
    length, speed, stiffness, damping = data.ten_length, data.ten_velocity, model.tendon_stiffness, model.tendon_damping
    before, step = np.empty(14), mujoco.mj_RungeKutta

    def fitting() -> int:
        stretch = length[0] - FREE
        if stretch <= 0:
            return SLACK
        return TAUT if STIFFNESS * stretch + DAMPING * speed[0] > 0 else LOOSE

    def switch(mode: int) -> int:
        stiffness[0], damping[0] = (STIFFNESS, DAMPING) if mode == TAUT else (0.0, 0.0)
        mujoco.mj_forward(model, data)
        return mode

    def advance(span: float, mode: int) -> int:
        """One step, in parts if the cable switches; returns the mode at its end."""
        model.opt.timestep = span
        before[:8], before[8:] = data.qpos, data.qvel
        step(model, data, 4)
        mujoco.mj_forward(model, data)
        if fitting() == mode:
            return mode
        low, high = 0.0, span
        for _ in range(60):  # the switch is where the mode just does not fit
            middle = 0.5 * (low + high)
            data.qpos[:], data.qvel[:] = before[:8], before[8:]
            mujoco.mj_forward(model, data)
            model.opt.timestep = middle
            step(model, data, 4)
            mujoco.mj_forward(model, data)
            low, high = (middle, high) if fitting() == mode else (low, middle)
            if high - low < 1e-13:
                break
        if fitting() == mode:
            data.qpos[:], data.qvel[:] = before[:8], before[8:]
            mujoco.mj_forward(model, data)
            model.opt.timestep = high
            step(model, data, 4)
            mujoco.mj_forward(model, data)
        mode = switch(fitting())
        return advance(span - high, mode)

    def prepare(n: int) -> Job:
        def job() -> Array:
            mujoco.mj_resetData(model, data)
            mode = switch(TAUT)
            states = np.zeros((len(TIMES), 14))
            for k in range(len(TIMES)):
                states[k, [3, 0, 1, 2, 7, 4, 5, 6]] = data.qpos  # MuJoCo puts w first
                if k < len(TIMES) - 1:
                    for _ in range(n):
                        mode = advance(EVERY / n, mode)
            return centres(states)

        return job

    return [Way("MuJoCo RK4, switches located", prepare, peers.STEPS, say=peers.per_output(EVERY))]


def by_exudyn(exu: Any) -> list[Way]:
    """A kinematic tree (three hinges for each ball joint, far from their singularity here) under its adaptive DOPRI5; a symbolic law."""
    from exudyn import itemInterface as items
    from exudyn.advancedUtilities import CreateSymbolicUserFunction

    system = exu.SystemContainer().AddSystem()
    x, y, z = exu.JointType.RevoluteX, exu.JointType.RevoluteY, exu.JointType.RevoluteZ
    (m1, j1), (m2, j2) = ROD, PLATE
    none, nothing = np.zeros(3), np.zeros((3, 3))
    node = system.AddNode(
        items.NodeGenericODE2(
            referenceCoordinates=[0.0] * 6, initialCoordinates=[0.0] * 6, initialCoordinates_t=[0.0] * 6, numberOfODE2Coordinates=6
        )
    )  # fmt: skip
    tree = system.AddObject(
        items.ObjectKinematicTree(
            nodeNumber=node,
            gravity=[0, 0, -G],
            jointTypes=[x, z, y, z, x, y],
            linkParents=[-1, 0, 1, 2, 3, 4],
            jointTransformations=exu.Matrix3DList([np.eye(3)] * 6),
            jointOffsets=exu.Vector3DList([none, none, none, np.array([0, 0, -LENGTH]), none, none]),
            linkInertiasCOM=exu.Matrix3DList([nothing, nothing, np.diag(j1), nothing, nothing, np.diag(j2)]),
            linkCOMs=exu.Vector3DList([none, none, np.array([0, 0, -LENGTH / 2]), none, none, np.array(CENTRE)]),
            linkMasses=[0, 0, m1, 0, 0, m2],
        )
    )
    ground = system.AddObject(items.ObjectGround())
    top = system.AddMarker(items.MarkerBodyPosition(bodyNumber=ground, localPosition=[0, 0, 0]))
    corner = system.AddMarker(
        items.MarkerKinematicTreeRigid(objectNumber=tree, linkNumber=5, localPosition=list(CORNER))
    )

    def law(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force):  # type: ignore[no-untyped-def]  # noqa: ARG001, N803
        zero, tension = exu.symbolic.Real(0.0), stiffness * deltaL + damping * deltaL_t
        return exu.symbolic.IfThenElse(deltaL > 0, exu.symbolic.max(tension, zero), zero)

    spring = system.AddObject(
        items.ObjectConnectorSpringDamper(
            markerNumbers=[top, corner], referenceLength=FREE, stiffness=STIFFNESS, damping=DAMPING
        )
    )
    compiled = CreateSymbolicUserFunction(system, law, "springForceUserFunction", spring)
    system.SetObjectParameter(spring, "springForceUserFunction", compiled)
    kind = exu.OutputVariableType.Position
    sensor = system.AddSensor(
        items.SensorKinematicTree(
            objectNumber=tree, linkNumber=5, localPosition=list(CENTRE), storeInternal=True, outputVariableType=kind
        )
    )
    system.Assemble()
    settings = exu.SimulationSettings()
    run = settings.timeIntegration
    run.endTime, run.numberOfSteps, run.verboseMode = UNTIL, 10, 0  # the last number bounds the step
    run.automaticStepSize, run.initialStepSize, run.minimumStepSize = True, 1e-3, 1e-11
    run.explicit.computeEndOfStepAccelerations = False
    settings.solution.file.write = False
    settings.solution.sensors.writePeriod = UNTIL
    settings.linearSolver.solverType = exu.LinearSolverType.EXUdense

    def prepare(tolerance: float) -> Job:
        def job() -> Array:
            run.relativeTolerance = run.absoluteTolerance = tolerance
            system.SolveDynamic(settings, solverType=exu.DynamicSolverType.DOPRI5)
            # steps do not meet the other output times; the error is largest at the end
            return system.GetSensorStoredData(sensor)[-1:, 1:]

        job.alive = compiled
        return job

    return [Way("Exudyn tree + DOPRI5, error at the end", prepare)]


def run() -> bool:
    found = peers.installed("pinocchio", "mujoco", "exudyn")
    ways = by_vazba()
    for name, make in {"pinocchio": by_pinocchio, "mujoco": by_mujoco, "exudyn": by_exudyn}.items():
        if name in found:
            ways += make(found[name])
    exact = reference()
    times = peers.race(ways, LEVELS, lambda places: float(np.abs(places - exact[-len(places) :]).max()), "m", CASE)
    return peers.verdict(times, 8, "m")
