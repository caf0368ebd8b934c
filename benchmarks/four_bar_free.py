"""Four-bar let go, 10 s: vazba against pinocchio, MuJoCo, Exudyn and a NumPy script at equal error of the crank angle."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import peers
from peers import Array, Job, Way

import vazba as vz

GROUND, CRANK, COUPLER, ROCKER = 2.5, 1.2, 2.2, 2.0
RADIUS, DENSITY, G = 0.005, 7800.0, 9.81
START = math.pi / 3
UNTIL, EVERY = 10.0, 0.05
TIMES = np.linspace(0.0, UNTIL, round(UNTIL / EVERY) + 1)
LEVELS = (1e-6, 1e-9)


def rod(length: float) -> tuple[float, float, float]:
    """Mass, and moments of inertia about the centre: across, and about the axis."""
    mass = DENSITY * math.pi * RADIUS**2 * length
    return mass, mass * (length**2 / 12 + RADIUS**2 / 4), mass * RADIUS**2 / 2


def closed(crank: float) -> tuple[float, float]:
    """Angles of coupler and rocker for the angle of the crank (the coupler above)."""
    bx, by = CRANK * math.cos(crank), CRANK * math.sin(crank)
    ex, ey = GROUND - bx, -by
    d = math.hypot(ex, ey)
    along = (COUPLER**2 - ROCKER**2 + d**2) / (2 * d)
    across = math.sqrt(COUPLER**2 - along**2)
    cx, cy = bx + (along * ex - across * ey) / d, by + (along * ey + across * ex) / d
    return math.atan2(cy - by, cx - bx), math.atan2(cy, cx - GROUND)


def reference() -> Array:
    """Crank angle from the one equation of motion of the mechanism, in the angle of the crank."""
    from scipy.integrate import solve_ivp

    (m1, j1, _), (m2, j2, _), (m3, j3, _) = rod(CRANK), rod(COUPLER), rod(ROCKER)
    j1, j3 = j1 + m1 * CRANK**2 / 4, j3 + m3 * ROCKER**2 / 4  # about the pins on the ground
    a, b, c = CRANK, COUPLER, ROCKER

    def rate(_: float, y: Array) -> tuple[float, float]:
        f1, w1 = y
        f2, f3 = closed(f1)
        s1, c1, s2, c2, s3, c3 = math.sin(f1), math.cos(f1), math.sin(f2), math.cos(f2), math.sin(f3), math.cos(f3)
        closing = math.sin(f2 - f3)
        k2, k3 = a * math.sin(f3 - f1) / (b * closing), a * math.sin(f2 - f1) / (c * closing)  # w2 = k2 w1, w3 = k3 w1
        w2, w3 = k2 * w1, k3 * w1
        # angular accelerations of coupler and rocker while that of the crank is zero
        rx = a * w1**2 * c1 + b * w2**2 * c2 - c * w3**2 * c3
        ry = a * w1**2 * s1 + b * w2**2 * s2 - c * w3**2 * s3
        g2 = -(rx * c3 + ry * s3) / (b * closing)
        g3 = -(rx * c2 + ry * s2) / (c * closing)
        tx, ty = -a * s1 - b / 2 * k2 * s2, a * c1 + b / 2 * k2 * c2  # velocity of the coupler's centre for w1 = 1
        ux = -a * w1**2 * c1 - b / 2 * (g2 * s2 + w2**2 * c2)
        uy = -a * w1**2 * s1 + b / 2 * (g2 * c2 - w2**2 * s2)
        mass = j1 + m2 * (tx**2 + ty**2) + j2 * k2**2 + j3 * k3**2
        weight = -G * (m1 * a / 2 * c1 + m2 * ty + m3 * c / 2 * k3 * c3)
        return w1, (weight - m2 * (tx * ux + ty * uy) - j2 * k2 * g2 - j3 * k3 * g3) / mass

    tight = {"rtol": 3e-14, "atol": 1e-15, "max_step": 0.005}
    return solve_ivp(rate, (0.0, UNTIL), (START, 0.0), "DOP853", t_eval=TIMES, **tight).y[0]


def by_vazba() -> list[Way]:
    m = vz.Model("four-bar", dimension=2, gravity=(0, -G))
    rocker = closed(START)[1]
    a, d = (0.0, 0.0), (GROUND, 0.0)
    b = (CRANK * math.cos(START), CRANK * math.sin(START))
    c = (GROUND + ROCKER * math.cos(rocker), ROCKER * math.sin(rocker))
    for name, start, end in (("crank", a, b), ("coupler", b, c), ("rocker", d, c)):
        m.rod(name, start, end, diameter=2 * RADIUS, density=DENSITY)
    m.revolute("A", "ground", "crank", at=a)
    m.revolute("B", "crank", "coupler", at=b)
    m.revolute("C", "coupler", "rocker", at=c)
    m.revolute("D", "ground", "rocker", at=d)
    return peers.own_ways(m, UNTIL, EVERY, lambda result: result["crank"].angle)


def by_numpy() -> list[Way]:
    """Newton and Euler with multipliers, `[[M, J^T], [J, 0]] (v', -lambda) = (f, gamma)`, as an engineer would write it."""
    lengths = np.array([CRANK, COUPLER, ROCKER])
    half = lengths / 2
    system, right = np.zeros((17, 17)), np.zeros(17)
    for k, length in enumerate(lengths):
        mass, inertia, _ = rod(length)
        system[range(3 * k, 3 * k + 3), range(3 * k, 3 * k + 3)] = mass, mass, inertia
        right[3 * k + 1] = -mass * G
    # ends that meet: (body, sign of the half length) pairs, -1 for the ground
    pins = (((-1, 0), (0, -1)), ((0, 1), (1, -1)), ((1, 1), (2, 1)), ((-1, 0), (2, -1)))
    rows = [
        (9 + 2 * n, body, end, side)
        for n, pin in enumerate(pins)
        for side, (body, end) in zip((-1, 1), pin)
        if body >= 0
    ]
    row, body, end, side = (np.array(column) for column in zip(*rows))
    arm = end * half[body]
    for x in (0, 1):
        system[row + x, 3 * body + x] = system[3 * body + x, row + x] = side
    which = (row - 9) // 2
    gather = np.zeros((4, len(rows)))
    gather[which, np.arange(len(rows))] = side

    def rate(_: float, y: Array) -> Array:
        angles, speeds = y[2:9:3], y[11::3]
        x, z = arm * np.cos(angles)[body], arm * np.sin(angles)[body]
        system[row, 3 * body + 2] = system[3 * body + 2, row] = -side * z
        system[row + 1, 3 * body + 2] = system[3 * body + 2, row + 1] = side * x
        square = (speeds * speeds)[body]
        right[9::2], right[10::2] = gather @ (x * square), gather @ (z * square)
        out = np.empty(18)
        out[:9] = y[9:]
        out[9:] = np.linalg.solve(system, right)[:9]
        return out

    f2, f3 = closed(START)
    angles = np.array([START, f2, f3])
    pivots = np.array([[0, 0], [CRANK * math.cos(START), CRANK * math.sin(START)], [GROUND, 0]])
    start = np.zeros(18)
    start[:9] = np.column_stack(
        [pivots + half[:, None] * np.column_stack([np.cos(angles), np.sin(angles)]), angles]
    ).ravel()
    return peers.scipy_ways("NumPy", rate, start, TIMES, lambda states: states[:, 2])


def pinocchio_chains(pin: Any) -> tuple[Any, int, int]:
    """Two chains: crank and coupler, and the rocker; the model, and the joints of coupler and rocker."""
    model = pin.Model()
    model.gravity.linear = np.array([0, -G, 0])

    def add(parent: int, place: tuple[float, float], length: float, name: str) -> int:
        joint = model.addJoint(parent, pin.JointModelRZ(), pin.SE3(np.eye(3), np.array([*place, 0])), name)
        mass, across, axial = rod(length)
        inertia = pin.Inertia(mass, np.array([length / 2, 0, 0]), np.diag([axial, across, across]))
        model.appendBodyToJoint(joint, inertia, pin.SE3.Identity())
        return joint

    crank = add(0, (0, 0), CRANK, "crank")
    coupler = add(crank, (CRANK, 0), COUPLER, "coupler")
    rocker = add(0, (GROUND, 0), ROCKER, "rocker")
    return model, coupler, rocker


def by_pinocchio(pin: Any) -> list[Way]:
    """The ends of the two chains meet in a point."""
    model, coupler, rocker = pinocchio_chains(pin)
    ends = (pin.SE3(np.eye(3), np.array([length, 0, 0])) for length in (COUPLER, ROCKER))
    loop = pin.RigidConstraintModel(
        pin.ContactType.CONTACT_3D, model, coupler, next(ends), rocker, next(ends), pin.ReferenceFrame.LOCAL
    )
    loops, datas = pin.StdVec_RigidConstraintModel(), pin.StdVec_RigidConstraintData()
    loops.append(loop)
    datas.append(loop.createData())
    data = model.createData()
    pin.initConstraintDynamics(model, data, loops, datas)
    proximal, effort = (
        pin.ProximalSettings(1e-13, 1e-10, 10),
        np.zeros(3),
    )  # the third row of the point is empty in a plane

    def rate(_: float, y: Array) -> Array:
        out = np.empty(6)
        out[:3] = y[3:]
        out[3:] = pin.constraintDynamics(model, data, y[:3], y[3:], effort, loops, datas, proximal)
        return out

    f2, f3 = closed(START)
    start = np.array([START, f2 - START, f3, 0, 0, 0])
    return peers.scipy_ways("pinocchio", rate, start, TIMES, lambda states: states[:, 0])


def by_mujoco(mujoco: Any) -> list[Way]:
    """RK4 and the stiffest constraint MuJoCo admits: time constant of two steps."""

    def inertial(length: float) -> str:
        mass, across, axial = rod(length)
        return f'<inertial pos="{length / 2!r} 0 0" mass="{mass!r}" diaginertia="{axial!r} {across!r} {across!r}"/>'

    hinge = '<joint type="hinge" axis="0 0 1"/>'
    model = mujoco.MjModel.from_xml_string(f"""
        <mujoco>
          <compiler angle="radian"/>
          <option gravity="0 {-G} 0" integrator="RK4" solver="Newton" iterations="50" tolerance="1e-14"/>
          <worldbody>
            <body>{hinge}{inertial(CRANK)}
              <body pos="{CRANK} 0 0">{hinge}{inertial(COUPLER)}<site name="C1" pos="{COUPLER} 0 0"/></body>
            </body>
            <body pos="{GROUND} 0 0">{hinge}{inertial(ROCKER)}<site name="C2" pos="{ROCKER} 0 0"/></body>
          </worldbody>
          <equality><connect site1="C1" site2="C2" solimp="0.9999 0.9999 0.001"/></equality>
        </mujoco>""")
    data = mujoco.MjData(model)
    f2, f3 = closed(START)

    def prepare(n: int) -> Job:
        def job() -> Array:
            mujoco.mj_resetData(model, data)
            model.opt.timestep = EVERY / n
            model.eq_solref[0] = 2 * EVERY / n, 1
            data.qpos[:] = START, f2 - START, f3
            angles = np.empty(len(TIMES))
            angles[0] = START
            for k in range(1, len(TIMES)):
                mujoco.mj_step(model, data, n)
                angles[k] = data.qpos[0]
            return angles

        return job

    return [Way("MuJoCo RK4", prepare, [n for n in peers.STEPS if n > 10], say=peers.per_output(EVERY))]


def by_exudyn(exu: Any) -> list[Way]:
    """Planar bodies and revolute joints; of its implicit integrators the trapezoidal one (index 2) is the most accurate here."""
    from exudyn import itemInterface as items

    system = exu.SystemContainer().AddSystem()
    bodies = [system.AddObject(items.ObjectGround())]
    f2, f3 = closed(START)
    pivots = ((0.0, 0.0), (CRANK * math.cos(START), CRANK * math.sin(START)), (GROUND, 0.0))
    for length, (x, y), angle in zip((CRANK, COUPLER, ROCKER), pivots, (START, f2, f3)):
        mass, inertia, _ = rod(length)
        place = [x + length / 2 * math.cos(angle), y + length / 2 * math.sin(angle), angle]
        node = system.AddNode(items.NodeRigidBody2D(referenceCoordinates=place))
        bodies.append(system.AddObject(items.ObjectRigidBody2D(mass=mass, inertia=inertia, nodeNumber=node)))
        marker = system.AddMarker(items.MarkerBodyMass(bodyNumber=bodies[-1]))
        system.AddLoad(items.LoadMassProportional(markerNumber=marker, loadVector=[0, -G, 0]))
    a, b, c = CRANK / 2, COUPLER / 2, ROCKER / 2
    for one, x1, two, x2 in ((0, 0.0, 1, -a), (1, a, 2, -b), (2, b, 3, c), (0, GROUND, 3, -c)):
        markers = [
            system.AddMarker(items.MarkerBodyPosition(bodyNumber=bodies[body], localPosition=[x, 0, 0]))
            for body, x in ((one, x1), (two, x2))
        ]
        system.AddObject(items.ObjectJointRevolute2D(markerNumbers=markers))
    kind = exu.OutputVariableType.Coordinates
    sensor = system.AddSensor(items.SensorNode(nodeNumber=0, storeInternal=True, outputVariableType=kind))
    system.Assemble()
    solve = peers.exudyn_solver(exu, system, UNTIL, EVERY, exu.DynamicSolverType.TrapezoidalIndex2, tight=True)

    def prepare(n: int) -> Job:
        def job() -> Array:
            solve(n)
            return START + system.GetSensorStoredData(sensor)[:, 3]

        return job

    return [Way("Exudyn trapezoidal", prepare, [n for n in peers.STEPS if n > 100], say=peers.per_output(EVERY))]


def run() -> bool:
    import four_bar_by_hand as hand

    found = peers.installed("pinocchio", "mujoco", "exudyn", "heyoka")
    ways = by_vazba()
    makers = {"pinocchio": by_pinocchio, "mujoco": by_mujoco, "exudyn": by_exudyn}
    by_hand = {"heyoka": hand.by_heyoka, "pinocchio": hand.by_pinocchio}
    for which in (makers, by_hand):
        for name, make in which.items():
            if name in found:
                ways += make(found[name])
    ways += by_numpy() + hand.by_numba()
    exact = reference()
    times = peers.race(ways, LEVELS, lambda angles: float(np.abs(angles - exact).max()), "rad", "four-bar let go, 10 s")
    general = {
        level: {name: taken for name, taken in of.items() if "by hand" not in name} for level, of in times.items()
    }
    print("  of those that are given the mechanism, as vazba is:")
    met = peers.verdict(general, 8, "rad")
    print("  of those that are given the equations of this mechanism, made by hand:")
    for name in ("heyoka", "Numba, one freedom", "Numba, two rows", "pinocchio, one freedom", "pinocchio, two rows"):
        peers.compared(times, name, "rad")
    return met
