"""Long and stacked loops: a ring of up to 1000 rods and a tower of platforms on legs: one evaluation, a short run, growth; the ring against others.

The ring hangs from one pin in the plane: one loop through all its bodies. A storey of the tower is a platform on three legs, each with a universal joint below
and a spherical joint above: two loops in space a storey, one storey on the other. Recursive and absolute formulations check each other; the ring is
also raced against Exudyn, MuJoCo and a sparse SciPy script at equal error.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import measure
import numpy as np
import peers
from kernels import derivatives
from peers import Array, Job, Way

import vazba as vz
from vazba.compiler import compile_model
from vazba.equations.posture import PLACES
from vazba.equations.tables import dynamics_of
from vazba.equations.verbs import EXTRA
from vazba.formulations.in_bodies import Absolute
from vazba.formulations.in_joints import Recursive
from vazba.kinematic.check import analyse
from vazba.reporting.observe import observed

RINGS, STOREYS = (10, 100, 1000), (3, 30, 300)
RACED, MANY = (
    (100, 1000),
    500,
)  # others take minutes for 1000: they are not tried with settings that cannot do, nor MuJoCo, whose time grows as N^2 and more
LEVEL, AHEAD, LINEAR = 1e-6, 3.0, 1.1
G, ROD, INERTIA = 9.81, 0.1, 0.1**2 / 12  # rods of 0.1 m and 1 kg
UNTIL, EVERY = 0.2, 0.02
TIMES = np.linspace(0.0, UNTIL, round(UNTIL / EVERY) + 1)
WIDTHS = (26, 14, 14, 16, 16, 16)


# --- models -----------------------------------------------------------------------------------------------------------------


def corners(n: int) -> Array:
    """Of the ring as it is let go: a regular polygon, the first corner in the pin, the first rod at 30 degrees to the level."""
    angles = -math.pi / 6 - 2 * math.pi * np.arange(n) / n
    return ROD * np.concatenate([[[0.0, 0.0]], np.cumsum(np.column_stack([np.cos(angles), np.sin(angles)]), axis=0)])


def ring(n: int) -> vz.Model:
    m, at = vz.Model(f"ring of {n}", dimension=2, gravity=(0, -G)), corners(n)
    for k in range(n):
        along = at[k + 1] - at[k]
        middle = ((at[k] + at[k + 1]) / 2).tolist()
        m.body(f"rod{k}", position=middle, angle=math.atan2(along[1], along[0]), mass=1.0, inertia=INERTIA)
    m.revolute("pin", "ground", "rod0", at=(0, 0))
    for k in range(n):
        m.revolute(f"joint{k}", f"rod{k}", f"rod{(k + 1) % n}", at=at[(k + 1) % n].tolist())
    return m


def tower(n: int) -> vz.Model:
    """Platforms of radius 1 m on legs of 1 m, each storey a little turned, so that the legs lean; let go with a slow twist."""
    m, below = vz.Model(f"tower of {n}", dimension=3), "ground"
    twist, height = 0.2, math.sqrt(1 - (2 * math.sin(0.1)) ** 2)
    for k in range(n):
        heights = (k * height, (k + 1) * height)
        feet, heads = (
            [(math.cos(a), math.sin(a), z) for a in (2 * math.pi * i / 3 + turn for i in range(3))]
            for z, turn in zip(heights, (k * twist, (k + 1) * twist), strict=True)
        )
        m.body(f"floor{k}", position=(0, 0, heights[1]), mass=5.0, inertia=(1.0, 1.0, 2.0))
        for i, (foot, head) in enumerate(zip(feet, heads, strict=True)):
            name, along = f"leg{k}_{i}", np.array(head) - foot
            side = np.cross(along, (0.0, 0.0, 1.0))
            m.body(name, position=foot, mass=1.0, inertia=(0.08, 0.08, 0.08), com=(along / 2).tolist())
            other = np.cross(side, along)
            m.joint("universal", f"foot{k}_{i}", bodies=[below, name], at=foot, axes=[side.tolist(), other.tolist()])
            m.joint("spherical", f"head{k}_{i}", bodies=[name, f"floor{k}"], at=head)
        below = f"floor{k}"
    return m


# --- one evaluation and a short run -------------------------------------------------------------------------------------------


def evaluations(model: vz.Model) -> tuple[dict[str, float], float]:
    """CPU seconds of one evaluation by formulation, and the largest relative difference of the accelerations of the bodies."""
    system = compile_model(model)
    dynamics = dynamics_of(system)
    assembly, _ = analyse(system, names=False)
    whole = Absolute(system, dynamics, assembly.work)
    y = np.concatenate([assembly.q, np.zeros(system.nv + EXTRA)])
    seconds, accelerations = {}, []
    for form in (Recursive(whole, y), whole):
        state = form.start(y)
        out, many = np.zeros_like(state), max(3, 20000 // len(system.body_names))
        places = form.derivative.address, int(form.record.here), state.ctypes.data, out.ctypes.data
        seconds[form.name] = measure.least_cpu(lambda places=places, many=many: derivatives(*places, many), 7)[0] / many
        turns = form.work.turns[None].copy()
        stored = observed(form, np.zeros(1), state[None].copy(), turns, np.zeros(PLACES))[0]
        accelerations.append(stored[system.nq + system.nv : system.nq + 2 * system.nv, 0])
    return seconds, float(np.abs(accelerations[0] - accelerations[1]).max() / np.abs(accelerations[1]).max())


def short(model: vz.Model) -> tuple[dict[str, float], dict[str, int], float]:
    """CPU seconds and evaluations of a run of 0.1 s by method, and how far the positions are apart in the end."""
    seconds, counts, places = {}, {}, []
    for method in ("recursive", "absolute"):
        vz.simulate(model, 0.001, 0.001, method=method)
        best = math.inf
        for _ in range(3):
            job = peers.Own(model, 0.1, 0.05, _places, method=method, rtol=1e-8, atol=1e-10)
            found = job()
            best = min(best, job.seconds)
        seconds[method], counts[method] = best, int(job.info["evaluations"])
        places.append(found)
    return seconds, counts, float(np.abs(places[0] - places[1]).max())


def _places(result: vz.Result) -> Array:
    words = "xy" if result.model is not None and result.model.dimension == 2 else "xyz"
    return np.array([result.data["body"][word][-1] for word in words])


def grown(kind: str, make: Any, sizes: Sequence[int]) -> bool:
    print(f"  {kind}")
    measure.row("", "recursive us", "absolute us", "apart", "run recursive", "run absolute", widths=WIDTHS)
    costs, runs = [], []
    for n in sizes:
        model = make(n)
        one, apart = evaluations(model)
        whole, counts, far = short(model)
        costs.append(one["recursive"])
        runs.append(whole["recursive"] / counts["recursive"])
        cells = [f"{one[name] * 1e6:.1f}" for name in ("recursive", "absolute")]
        cells += [f"{apart:.0e}, {far:.0e} m", *(f"{whole[name] * 1e3:.1f} ms" for name in ("recursive", "absolute"))]
        measure.row(f"{n}, {len(model.bodies)} bodies", *cells, widths=WIDTHS)
    met = True
    for what, found in (("an evaluation", costs), ("a run, for each evaluation,", runs)):
        slope = np.polyfit(np.log(sizes), np.log(found), 1)[0]
        target = f"{what} grows at most as N^{LINEAR:g} from {sizes[0]} to {sizes[-1]} (measured N^{slope:.2f})"
        met &= measure.verdict(bool(slope <= LINEAR), target)
    return met


# --- the ring by others ---------------------------------------------------------------------------------------------------------


def by_vazba(n: int) -> list[Way]:
    return peers.own_ways(ring(n), UNTIL, EVERY, lambda result: result.data["body"]["angle"])


def script(n: int) -> tuple[Any, Array]:
    """`[[M, J^T], [J, 0]] (v', -lambda) = (f, gamma)` by a sparse LU whose pattern is made once; and the start."""
    from scipy.sparse import csc_matrix
    from scipy.sparse.linalg import splu

    nv, pins, at = 3 * n, n + 1, corners(n)
    ends = [(0, 0, -0.5 * ROD, 1.0)]  # pin, body, place along it, sign
    for k in range(n):
        ends += [(k + 1, k, 0.5 * ROD, -1.0), (k + 1, (k + 1) % n, -0.5 * ROD, 1.0)]
    pin, body = (np.array([end[i] for end in ends]) for i in (0, 1))
    arm, sign = (np.array([end[i] for end in ends]) for i in (2, 3))
    down = np.concatenate([nv + 2 * pin, nv + 2 * pin + 1, nv + 2 * pin, nv + 2 * pin + 1])
    across = np.concatenate([3 * body, 3 * body + 1, 3 * body + 2, 3 * body + 2])
    diagonal, size = np.arange(nv), nv + 2 * pins
    rows, columns = np.concatenate([diagonal, down, across]), np.concatenate([diagonal, across, down])
    matrix = csc_matrix((np.arange(1.0, len(rows) + 1), (rows, columns)), shape=(size, size))
    order = matrix.data.astype(int) - 1  # where each stored number comes from
    mass, right = np.tile([1.0, 1.0, INERTIA], n), np.zeros(size)
    right[1:nv:3] = -G

    def rate(_: float, y: Array) -> Array:
        angle, square = y[2:nv:3], y[nv + 2 :: 3] ** 2
        x, z = arm * np.cos(angle)[body], arm * np.sin(angle)[body]
        jacobian = np.concatenate([sign, sign, -sign * z, sign * x])
        matrix.data[:] = np.concatenate([mass, jacobian, jacobian])[order]
        right[nv::2] = np.bincount(pin, sign * x * square[body], pins)
        right[nv + 1 :: 2] = np.bincount(pin, sign * z * square[body], pins)
        return np.concatenate([y[nv:], splu(matrix, permc_spec="COLAMD").solve(right)[:nv]])

    start, along = np.zeros(2 * nv), np.diff(at, axis=0)
    start[:nv] = np.column_stack([(at[1:] + at[:-1]) / 2, np.arctan2(along[:, 1], along[:, 0])]).ravel()
    return rate, start


def reference(n: int) -> Array:
    """Angles of the rods by the script, at tight tolerances."""
    from scipy.integrate import solve_ivp

    rate, start = script(n)
    tight = {"rtol": 1e-11, "atol": 1e-12}
    return solve_ivp(rate, (0.0, UNTIL), start, "DOP853", t_eval=TIMES, **tight).y[2 : 3 * n : 3].T


def by_scipy(n: int) -> list[Way]:
    rate, start = script(n)
    which, settings = (("Adams", "DOP853"), peers.TOLERANCES) if n < MANY else (("DOP853",), (1e-6, 1e-8, 1e-9, 1e-10))
    return peers.scipy_ways(
        "SciPy splu", rate, start, TIMES, lambda states: states[:, 2 : 3 * n : 3], which=which, settings=settings
    )


def by_mujoco(mujoco: Any, n: int) -> list[Way]:
    """Two branches from the pin; their ends are connected by the stiffest constraint MuJoCo admits."""
    at = corners(n)
    along = np.diff(at, axis=0)
    angles = np.arctan2(along[:, 1], along[:, 0])
    spec = mujoco.MjSpec()
    spec.option.gravity = [0, -G, 0]
    spec.option.integrator = mujoco.mjtIntegrator.mjINT_RK4
    spec.option.iterations, spec.option.tolerance = 50, 1e-14
    spec.memory = (64 + n) * 2**20
    rods: dict[int, Any] = {}

    def add(k: int, parent: Any, before: int | None, forth: bool) -> None:
        """Rod k, with its x axis along it; `forth`: it is carried at its first end."""
        turn = angles[k] - (angles[before] if before is not None else 0.0)
        place = 0.0 if before is None or (before == 0 and not forth) else ROD if forth else -ROD
        rods[k] = parent.add_body(
            pos=[place, 0, 0], quat=[math.cos(turn / 2), 0, 0, math.sin(turn / 2)], mass=1.0,
            ipos=[ROD / 2 if forth else -ROD / 2, 0, 0], inertia=[1e-6, INERTIA, INERTIA], explicitinertial=True,
        )  # fmt: skip
        rods[k].add_joint(type=mujoco.mjtJoint.mjJNT_HINGE, axis=[0, 0, 1], name=f"j{k}")

    add(0, spec.worldbody, None, True)
    half = n // 2
    for k in range(1, half + 1):
        add(k, rods[k - 1], k - 1, True)
    for k in range(n - 1, half, -1):
        add(k, rods[(k + 1) % n], (k + 1) % n, False)
    rods[half].add_site(name="one", pos=[ROD, 0, 0])
    rods[half + 1].add_site(name="two", pos=[-ROD, 0, 0])
    tie = spec.add_equality(type=mujoco.mjtEq.mjEQ_CONNECT, name1="one", name2="two", objtype=mujoco.mjtObj.mjOBJ_SITE)
    tie.solimp[:3] = 0.9999, 0.9999, 0.001
    model = spec.compile()
    data = mujoco.MjData(model)
    where = {k: int(model.joint(f"j{k}").qposadr[0]) for k in range(n)}
    forth, back = list(range(half + 1)), [0, *range(n - 1, half, -1)]

    def prepare(steps: int) -> Job:
        def job() -> Array:
            mujoco.mj_resetData(model, data)
            model.opt.timestep = EVERY / steps
            model.eq_solref[:] = 2 * EVERY / steps, 1
            out = np.empty((len(TIMES), n))
            out[0] = angles
            for k in range(1, len(TIMES)):
                mujoco.mj_step(model, data, steps)
                for branch in (forth, back):
                    out[k, branch] = angles[branch] + np.cumsum(data.qpos[[where[j] for j in branch]])
            return out

        return job

    return [Way("MuJoCo RK4", prepare, [s for s in peers.STEPS if 8 <= s < 2000], say=peers.per_output(EVERY))]


def by_exudyn(exu: Any, n: int) -> list[Way]:
    """Planar bodies and revolute joints, sparse solver; trapezoidal rule (index 2)."""
    from exudyn import itemInterface as items

    at = corners(n)
    along = np.diff(at, axis=0)
    angles = np.arctan2(along[:, 1], along[:, 0])
    system = exu.SystemContainer().AddSystem()
    ground, rods = system.AddObject(items.ObjectGround()), []
    for k in range(n):
        middle = (at[k] + at[k + 1]) / 2
        node = system.AddNode(items.NodeRigidBody2D(referenceCoordinates=[*middle, angles[k]]))
        rods.append(system.AddObject(items.ObjectRigidBody2D(mass=1.0, inertia=INERTIA, nodeNumber=node)))
        marker = system.AddMarker(items.MarkerBodyMass(bodyNumber=rods[-1]))
        system.AddLoad(items.LoadMassProportional(markerNumber=marker, loadVector=[0, -G, 0]))

    def pin(one: Any, x1: float, two: Any, x2: float) -> None:
        markers = [
            system.AddMarker(items.MarkerBodyPosition(bodyNumber=which, localPosition=[x, 0, 0]))
            for which, x in ((one, x1), (two, x2))
        ]
        system.AddObject(items.ObjectJointRevolute2D(markerNumbers=markers))

    pin(ground, 0.0, rods[0], -ROD / 2)
    for k in range(n):
        pin(rods[k], ROD / 2, rods[(k + 1) % n], -ROD / 2)
    kind = exu.OutputVariableType.Coordinates
    sensors = [
        system.AddSensor(items.SensorNode(nodeNumber=k, storeInternal=True, outputVariableType=kind)) for k in range(n)
    ]
    system.Assemble()
    solve = peers.exudyn_solver(exu, system, UNTIL, EVERY, exu.DynamicSolverType.TrapezoidalIndex2, sparse=True)

    def prepare(steps: int) -> Job:
        def job() -> Array:
            solve(steps)
            return angles + np.column_stack([system.GetSensorStoredData(sensor)[:, 3] for sensor in sensors])

        return job

    least = 8 if n < MANY else 64
    return [Way("Exudyn trapezoidal", prepare, [s for s in peers.STEPS if s >= least], say=peers.per_output(EVERY))]


def run() -> bool:
    found = peers.installed("mujoco", "exudyn")
    met = grown("ring of N rods, one loop", ring, RINGS)
    met &= grown("tower of N storeys, 2 N loops", tower, STOREYS)
    for n in RACED:
        exact = reference(n)
        print(f"  ring of {n}, {UNTIL:g} s")
        ways = by_vazba(n)
        if "mujoco" in found and n < MANY:
            ways += by_mujoco(found["mujoco"], n)
        if "exudyn" in found:
            ways += by_exudyn(found["exudyn"], n)
        ways += by_scipy(n)
        times = peers.race(
            ways,
            (LEVEL,),
            lambda angles, exact=exact: float(np.abs(angles - exact).max()),
            "rad",
            f"ring of {n} rods, 0.2 s",
        )
        met &= peers.verdict(times, AHEAD, "rad")
    return met
