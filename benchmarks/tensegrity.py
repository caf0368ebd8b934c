"""Stack of three-rod tensegrity prisms after a blow, 1 s: vazba against a Numba script under SciPy and MuJoCo at equal error of the nodes."""

from __future__ import annotations

import dataclasses
import math
from dataclasses import dataclass
from typing import Any

import numba
import numpy as np
import peers
from numpy.typing import NDArray
from peers import Array, Job, Way

import vazba as vz

PRISMS = (1, 10, 100)
LEVEL = 1e-6
RADIUS, HEIGHT, MASS, AXIAL = 0.5, 1.0, 1.0, 1e-4  # of a prism; of a rod: mass and moment of inertia about its axis
STIFFNESS, TENSION = 2000.0, 60.0  # N for unit strain; N in the upright cables
SPIN, BLOW = 1.0, 2.0  # rad/s about the axis of the stack; m/s upward, of one of the lowest rods
UNTIL, EVERY = 1.0, 0.05
TIMES = np.linspace(0.0, UNTIL, round(UNTIL / EVERY) + 1)


@dataclass
class Stack:
    """Prisms on top of each other, floating; node 2k is the lower and 2k + 1 the upper end of rod k."""

    nodes: Array
    speeds: Array  # of the nodes
    cables: NDArray[np.int64]  # pairs of nodes
    free: Array  # lengths

    @property
    def rods(self) -> int:
        return len(self.nodes) // 2


def stack(prisms: int) -> Stack:
    """Prisms of alternating hand in equilibrium.

    The upper triangle of a prism is turned by 150 degrees against the lower one; with force densities (tension over length) v in the upright
    cables and -v in the rods, the nodes of a triangle need the inward pull `3 h r`, `h = v/sqrt(3)`, r the radius. At the ends of the stack
    the triangle gives it. Between two prisms the triangles are turned by 60 degrees and lie in one plane: they give half of it,
    the other half the six cables of the hexagon, with the force density 3/2 h.
    """
    upright = math.hypot(HEIGHT, 2 * RADIUS * math.sin(math.pi / 12))
    v = TENSION / upright
    h = v / math.sqrt(3)
    places, cables, densities = [], [], []
    turn = 0.0
    for p in range(prisms):
        hand = 1 if p % 2 == 0 else -1
        for j in range(3):
            for level, angle in ((p, turn), (p + 1, turn + hand * 5 * math.pi / 6)):
                a = angle + 2 * math.pi * j / 3
                places.append((RADIUS * math.cos(a), RADIUS * math.sin(a), HEIGHT * level))
        first = 6 * p
        for j in range(3):
            after = (j + 1) % 3
            cables += [(first + 2 * j, first + 2 * after), (first + 2 * j + 1, first + 2 * after + 1)]
            densities += [h if p == 0 else h / 2, h if p == prisms - 1 else h / 2]
            cables.append((first + 2 * j, first + 2 * ((j - hand) % 3) + 1))
            densities.append(v)
        turn += hand * 5 * math.pi / 6 + math.pi / 3
        if p > 0:  # each lower node of this prism between two upper nodes of the one below
            for lower in range(first, first + 6, 2):
                near = sorted(range(first - 5, first, 2), key=lambda n: math.dist(places[n], places[lower]))
                cables += [(lower, near[0]), (lower, near[1])]
                densities += [1.5 * h, 1.5 * h]
    nodes, pairs = np.array(places), np.array(cables)
    lengths = np.linalg.norm(nodes[pairs[:, 1]] - nodes[pairs[:, 0]], axis=1)
    speeds = np.zeros_like(nodes)
    speeds[:, 0], speeds[:, 1] = -SPIN * nodes[:, 1], SPIN * nodes[:, 0]
    speeds[:2, 2] += BLOW
    return Stack(nodes, speeds, pairs, lengths / (1 + np.array(densities) * lengths / STIFFNESS))


# --- a script for this problem: a rod is a centre and a direction, all in one compiled loop -------------------------------


@numba.njit(error_model="numpy", fastmath={"contract", "nsz"})
def rates(y, cables, free, inertia, force, out):  # type: ignore[no-untyped-def]
    """`y = (centre c, half axis d of each rod | their rates)`; thin rods: `d'' = |d|^2/J (F_d - (F_d . d) d/|d|^2) - |d'|^2/|d|^2 d`."""
    n = y.shape[0] // 12
    for k in range(6 * n):
        force[k] = 0.0
        out[k] = y[6 * n + k]
    for k in range(cables.shape[0]):
        a, b = cables[k, 0], cables[k, 1]
        i, j, s, t = 6 * (a // 2), 6 * (b // 2), 2.0 * (a % 2) - 1.0, 2.0 * (b % 2) - 1.0
        x = y[j] + t * y[j + 3] - y[i] - s * y[i + 3]
        u = y[j + 1] + t * y[j + 4] - y[i + 1] - s * y[i + 4]
        z = y[j + 2] + t * y[j + 5] - y[i + 2] - s * y[i + 5]
        length = math.sqrt(x * x + u * u + z * z)
        if length > free[k]:
            f = STIFFNESS * (1.0 / free[k] - 1.0 / length)
            x, u, z = f * x, f * u, f * z
            force[i] += x
            force[i + 1] += u
            force[i + 2] += z
            force[i + 3] += s * x
            force[i + 4] += s * u
            force[i + 5] += s * z
            force[j] -= x
            force[j + 1] -= u
            force[j + 2] -= z
            force[j + 3] -= t * x
            force[j + 4] -= t * u
            force[j + 5] -= t * z
    for k in range(n):
        i, j = 6 * k, 6 * n + 6 * k
        square = (
            y[i + 3] * y[i + 3] + y[i + 4] * y[i + 4] + y[i + 5] * y[i + 5]
        )  # not the given length: then its drift would grow
        along = (force[i + 3] * y[i + 3] + force[i + 4] * y[i + 4] + force[i + 5] * y[i + 5]) / square
        speed = (y[j + 3] * y[j + 3] + y[j + 4] * y[j + 4] + y[j + 5] * y[j + 5]) / square
        for m in range(3):
            out[j + m] = force[i + m] / MASS
            out[j + 3 + m] = square / inertia * (force[i + 3 + m] - along * y[i + 3 + m]) - speed * y[i + 3 + m]


def geometry(s: Stack) -> tuple[float, float]:
    """Half length of a rod, and its moment of inertia across."""
    half = float(np.linalg.norm(s.nodes[1] - s.nodes[0])) / 2
    return half, MASS * half**2 / 3


def script(s: Stack) -> tuple[Any, Array]:
    """Right-hand side and start of the script."""
    _, inertia = geometry(s)
    force = np.zeros(6 * s.rods)

    def rate(_: float, y: Array) -> Array:
        out = np.empty(len(y))
        rates(y, s.cables, s.free, inertia, force, out)
        return out

    def parts(ends: Array) -> Array:
        lower, upper = ends[::2], ends[1::2]
        return np.hstack([(lower + upper) / 2, (upper - lower) / 2]).ravel()

    return rate, np.concatenate([parts(s.nodes), parts(s.speeds)])


def ends(states: Array) -> Array:
    """Places of the nodes, from the states of the script."""
    rods = states[:, : states.shape[1] // 2].reshape(len(states), -1, 6)
    centre, axis = rods[..., :3], rods[..., 3:]
    return np.stack([centre - axis, centre + axis], axis=2).reshape(len(states), -1, 3)


def reference(s: Stack) -> Array:
    """The script at a very tight tolerance; small steps, so that kinks where a cable goes slack cost nothing."""
    from scipy.integrate import solve_ivp

    rate, start = script(s)
    return ends(solve_ivp(rate, (0.0, UNTIL), start, "DOP853", t_eval=TIMES, rtol=1e-12, atol=1e-13, max_step=1e-3).y.T)


def quaternions(s: Stack) -> Array:
    """Turns that bring the local x axis along each rod: about the axis across both."""
    axes = s.nodes[1::2] - s.nodes[::2]
    axes /= np.linalg.norm(axes, axis=1)[:, None]
    turns = np.column_stack([1 + axes[:, 0], 0 * axes[:, 0], -axes[:, 2], axes[:, 1]])
    return turns / np.linalg.norm(turns, axis=1)[:, None]


def angular_velocities(s: Stack) -> Array:
    """In components of the rods; nothing about their own axes."""
    from scipy.spatial.transform import Rotation

    axes, relative = s.nodes[1::2] - s.nodes[::2], s.speeds[1::2] - s.speeds[::2]
    across = np.cross(axes, relative) / (axes**2).sum(axis=1)[:, None]
    return Rotation.from_quat(quaternions(s), scalar_first=True).inv().apply(across)


def turned(quaternion: Array, half: float) -> Array:
    """Half axes of the rods; any leading shape."""
    w, x, y, z = np.moveaxis(quaternion, -1, 0)
    return half * np.stack([1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)], axis=-1)


def rod_model(s: Stack) -> vz.Model:
    """Rods as rigid bodies."""
    m = vz.Model("tensegrity", dimension=3, gravity=(0, 0, 0))
    half, inertia = geometry(s)
    centres, speeds = (s.nodes[::2] + s.nodes[1::2]) / 2, (s.speeds[::2] + s.speeds[1::2]) / 2
    for k, (turn, spin) in enumerate(zip(quaternions(s), angular_velocities(s))):
        m.body(
            f"rod{k}",
            position=centres[k].tolist(),
            orientation={"quaternion": turn.tolist()},
            velocity=speeds[k].tolist(),
            angular_velocity=spin.tolist(),
            mass=MASS,
            inertia=[AXIAL, inertia, inertia],
        )
        m.point(f"n{2 * k}", f"rod{k}", (-half, 0, 0))
        m.point(f"n{2 * k + 1}", f"rod{k}", (half, 0, 0))
    for k, ((a, b), free) in enumerate(zip(s.cables, s.free)):
        m.cable(f"cable{k}", (f"n{a}", f"n{b}"), stiffness=STIFFNESS, free_length=float(free))

    return m


def by_vazba(s: Stack) -> list[Way]:
    return [*peers.own_ways(rod_model(s), UNTIL, EVERY, lambda result: _nodes(result, s)), *_as_nodes(s)]


def _nodes(result: vz.Result, s: Stack) -> Array:
    return np.stack([np.column_stack([result[f"n{k}"][c] for c in "xyz"]) for k in range(2 * s.rods)], axis=1)


def node_model(s: Stack) -> vz.Model:
    """The same as nodes and bars."""
    m = vz.Model("nodes and bars", dimension=3, gravity=(0, 0, 0))
    for k, (place, speed) in enumerate(zip(s.nodes, s.speeds)):
        m.node(f"n{k}", place.tolist(), velocity=speed.tolist())
    for k in range(s.rods):
        m.bar(f"rod{k}", (f"n{2 * k}", f"n{2 * k + 1}"), mass=MASS)
    for k, ((a, b), free) in enumerate(zip(s.cables, s.free)):
        m.cable(f"cable{k}", (f"n{a}", f"n{b}"), stiffness=STIFFNESS, free_length=float(free))
    return m


def _as_nodes(s: Stack) -> list[Way]:
    return [
        dataclasses.replace(way, name=f"{way.name}, nodes and bars")
        for way in peers.own_ways(node_model(s), UNTIL, EVERY, lambda result: _nodes(result, s))
    ]


def by_script(s: Stack) -> list[Way]:
    rate, start = script(s)
    return peers.scipy_ways("Numba script", rate, start, TIMES, ends)


def by_mujoco(mujoco: Any, s: Stack) -> list[Way]:
    """Free bodies and spatial tendons that pull when they are longer than their free length; RK4."""
    half, inertia = geometry(s)
    across = f'<inertial pos="0 0 0" mass="{MASS}" diaginertia="{AXIAL} {inertia!r} {inertia!r}"/>'
    bodies = [
        f'<body><freejoint/>{across}<site name="n{2 * k}" pos="{-half!r} 0 0"/><site name="n{2 * k + 1}" pos="{half!r} 0 0"/></body>'
        for k in range(s.rods)
    ]
    tendons = [
        f'<spatial springlength="0 {free!r}" stiffness="{STIFFNESS / free!r}"><site site="n{a}"/><site site="n{b}"/></spatial>'
        for (a, b), free in zip(s.cables.tolist(), s.free.tolist())
    ]
    model = mujoco.MjModel.from_xml_string(f"""
        <mujoco>
          <option gravity="0 0 0" integrator="RK4" jacobian="sparse"/>
          <worldbody>{"".join(bodies)}</worldbody>
          <tendon>{"".join(tendons)}</tendon>
        </mujoco>""")
    data = mujoco.MjData(model)
    centres, speeds = (s.nodes[::2] + s.nodes[1::2]) / 2, (s.speeds[::2] + s.speeds[1::2]) / 2
    place = np.hstack([centres, quaternions(s)]).ravel()
    speed = np.hstack([speeds, angular_velocities(s)]).ravel()

    def prepare(n: int) -> Job:
        def job() -> Array:
            mujoco.mj_resetData(model, data)
            model.opt.timestep = EVERY / n
            data.qpos[:], data.qvel[:] = place, speed
            states = np.empty((len(TIMES), model.nq))
            states[0] = place
            for k in range(1, len(TIMES)):
                mujoco.mj_step(model, data, n)
                states[k] = data.qpos
            rods = states.reshape(len(TIMES), -1, 7)
            axis = turned(rods[..., 3:], half)
            return np.stack([rods[..., :3] - axis, rods[..., :3] + axis], axis=2).reshape(len(TIMES), -1, 3)

        return job

    return [Way("MuJoCo RK4", prepare, [n for n in peers.STEPS if n >= 8], say=peers.per_output(EVERY))]


def run() -> bool:
    found = peers.installed("mujoco")
    met = []
    for prisms in PRISMS:
        s = stack(prisms)
        print(f"  {s.rods} rods, {len(s.cables)} cables")
        ways = by_vazba(s) + by_script(s)
        if "mujoco" in found:
            ways += by_mujoco(found["mujoco"], s)
        exact = reference(s)
        times = peers.race(
            ways,
            (LEVEL,),
            lambda nodes, exact=exact: float(np.abs(nodes - exact).max()),
            "m",
            f"stack of {prisms} tensegrity prisms, 1 s",
        )
        if prisms > 1:
            met += [peers.verdict(times, 2, "m", "Numba script"), peers.verdict(times, 5, "m", "MuJoCo")]
    return all(met)
