"""Inverse dynamics: leg forces of a Stewart platform against pinocchio with NumPy and SciPy; bounded tensions; linearisation of a long chain.

The peer is given the legs' angles in closed form, which somebody has to derive; pinocchio makes of them what the legs need (`rnea`), NumPy or SciPy solves
the six equations of the platform for the forces: instant by instant, and all instants at once (`rneaInParallel` on one thread, arrays).
"""

from __future__ import annotations

import math
import time
from pathlib import Path
from typing import Any

import measure
import numpy as np
import peers
from numpy.typing import NDArray

import vazba as vz
from vazba.compiler import compile_model
from vazba.inversion.acting import cast_of, silent
from vazba.inversion.inverse import solve
from vazba.inversion.motions import course_of

Array = NDArray[np.float64]
EXAMPLES = Path(__file__).parents[1] / "examples"
INSTANTS = 1000
TIMES = np.linspace(0.0, 1.0, INSTANTS)
G, MASS, RB, RP = 9.81, 40.0, 0.60, 0.35  # of examples/stewart-forces
INERTIA = np.diag([MASS * RP**2 / 4, MASS * RP**2 / 4, MASS * RP**2 / 2])
FEET, HEADS = np.radians([10, 110, 130, 230, 250, 350]), np.radians([50, 70, 170, 190, 290, 310])
BARREL, ROD = (3.0, 0.25, (0.07, 0.07, 0.003)), (1.5, -0.25, (0.035, 0.035, 0.0004))  # mass, centre, moments
LONGEST = 1000  # bodies of the chain that is linearised


def cost(name: str, instants: int = 2000, repeats: int = 7) -> float:
    """Microseconds an instant of the compiled loop, the motion at hand."""
    model = vz.load(EXAMPLES / name / f"{name}.toml")
    until = model.scope().number(model.simulation["until"])
    cast = cast_of(model, None, None, None)
    course = course_of(model, None, until, until / instants)
    system = compile_model(silent(model, cast), rigid=True)
    best = float("inf")
    for _ in range(repeats):
        begun = time.process_time()
        solve(system, course, cast, {}, False)
        best = min(best, time.process_time() - begun)
    return 1e6 * best / len(course.times)


# --- the peer -------------------------------------------------------------------------------------------------------------------


def motion() -> tuple[Array, ...]:
    """Of the platform: place, velocity, acceleration, and turn about z with its two derivatives, a row an instant."""
    w, psi, t = 2 * math.pi, math.radians(15), TIMES
    sine, cosine = np.sin(w * t), np.cos(w * t)
    place = np.column_stack([0.12 * sine, 0.08 * np.sin(2 * w * t), 0.8 + 0.10 * (1 - cosine)])
    speed = w * np.column_stack([0.12 * cosine, 0.16 * np.cos(2 * w * t), 0.10 * sine])
    push = w * w * np.column_stack([-0.12 * sine, -0.32 * np.sin(2 * w * t), 0.10 * cosine])
    return place, speed, push, psi * sine, psi * w * cosine, -psi * w * w * sine


def legs_of(pin: Any) -> Any:
    """Six chains: two turns and a slide each, z along the leg."""
    model = pin.Model()
    model.gravity.linear = np.array([0, 0, -G])

    def inertia(mass: float, centre: float, moments: tuple[float, ...]) -> Any:
        return pin.Inertia(mass, np.array([0, 0, centre]), np.diag(moments))

    for k, angle in enumerate(FEET):
        c, s = math.cos(angle), math.sin(angle)
        place = pin.SE3(np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]]), RB * np.array([c, s, 0]))
        joint = model.addJoint(0, pin.JointModelRX(), place, f"x{k}")
        joint = model.addJoint(joint, pin.JointModelRY(), pin.SE3.Identity(), f"y{k}")
        model.appendBodyToJoint(joint, inertia(*BARREL), pin.SE3.Identity())
        joint = model.addJoint(joint, pin.JointModelPZ(), pin.SE3.Identity(), f"z{k}")
        model.appendBodyToJoint(joint, inertia(*ROD), pin.SE3.Identity())
    return model


def legs_along(place: Array, speed: Array, push: Array, turn: Array, rate: Array, gain: Array) -> tuple[Array, ...]:
    """Angles and lengths of the legs with two derivatives (instant, leg, 3); Jacobians of the heads, in the frames of the feet; arms of the heads."""
    c, s = np.cos(turn[:, None] + HEADS), np.sin(turn[:, None] + HEADS)
    zero = np.zeros_like(c)
    arm, across = RP * np.stack([c, s, zero], -1), RP * np.stack([-s, c, zero], -1)
    head = place[:, None] + arm
    rates = speed[:, None] + across * rate[:, None, None]
    gains = push[:, None] + across * gain[:, None, None] - arm * (rate**2)[:, None, None]
    cf, sf = np.cos(FEET), np.sin(FEET)
    back = np.stack([np.stack([cf, sf, 0 * cf], -1), np.stack([-sf, cf, 0 * cf], -1), np.tile([0.0, 0, 1], (6, 1))], 1)
    along, rates, gains = (
        np.einsum("kij,tkj->tki", back, x) for x in (head - RB * np.stack([cf, sf, 0 * cf], -1), rates, gains)
    )
    x, y, z = along[..., 0], along[..., 1], along[..., 2]
    upright = np.hypot(y, z)
    length = np.hypot(x, upright)
    sa, ca, sb, cb = -y / upright, z / upright, x / length, upright / length
    jacobian = np.stack(
        [
            np.stack([zero, length * cb, sb], -1),
            np.stack([-length * ca * cb, length * sa * sb, -sa * cb], -1),
            np.stack([-length * sa * cb, -length * ca * sb, ca * cb], -1),
        ],
        -2,
    )
    q = np.stack([np.arctan2(-y, z), np.arctan2(x, upright), length], -1)
    v = np.linalg.solve(jacobian, rates[..., None])[..., 0]
    va, vb, vl = v[..., 0], v[..., 1], v[..., 2]
    # accelerations of the heads while those of the joints are zero
    still = np.stack(
        [
            -length * sb * vb * vb + 2 * cb * vb * vl,
            length * sa * cb * (va * va + vb * vb) + 2 * length * ca * sb * va * vb - 2 * vl * (ca * cb * va - sa * sb * vb),
            -length * ca * cb * (va * va + vb * vb) + 2 * length * sa * sb * va * vb - 2 * vl * (sa * cb * va + ca * sb * vb),
        ],
        -1,
    )  # fmt: skip
    a = np.linalg.solve(jacobian, (gains - still)[..., None])[..., 0]
    return q, v, a, jacobian, np.broadcast_to(back, (len(turn), 6, 3, 3)), arm


def forces(needs: Array, jacobian: Array, back: Array, arm: Array, push: Array, gain: Array, answer: Any) -> Array:
    """Forces of the legs: what the heads carry is `J^-T (needs - e3 F)`, and all of them hold the platform."""
    across = np.swapaxes(back, -1, -2) @ np.linalg.inv(np.swapaxes(jacobian, -1, -2))  # to the frame of the ground
    own = (across @ needs[..., None])[..., 0]
    per = across[..., 2]
    matrix = np.concatenate([per, np.cross(arm, per)], -1)  # ... x leg x 6
    wrench = np.concatenate(
        [MASS * (push + np.array([0, 0, G])), np.stack([0 * gain, 0 * gain, INERTIA[2, 2] * gain], -1)], -1
    )
    load = wrench + np.concatenate([own, np.cross(arm, own)], -1).sum(-2)
    return answer(np.swapaxes(matrix, -1, -2), load)


def at_once(pin: Any) -> Any:
    """All instants in arrays; NumPy's batched solution."""
    pool, course = pin.ModelPool(legs_of(pin), 1), motion()

    def job() -> Array:
        q, v, a, jacobian, back, arm = legs_along(*course)
        rows = (np.asfortranarray(x.reshape(len(x), 18).T) for x in (q, v, a))
        needs = pin.rneaInParallel(1, pool, *rows).T.reshape(-1, 6, 3)
        return forces(
            needs, jacobian, back, arm, course[2], course[5], lambda m, r: np.linalg.solve(m, r[..., None])[..., 0]
        )

    return job


def one_by_one(pin: Any) -> Any:
    """Instant by instant, as it is written first: pinocchio's kinematics of the legs, SciPy's solution."""
    from scipy.linalg import solve as solution

    model = legs_of(pin)
    data, course = model.createData(), motion()

    def job() -> Array:
        out = np.empty((INSTANTS, 6))
        for k in range(INSTANTS):
            here = [x[k : k + 1] for x in course]
            q, v, a, jacobian, back, arm = legs_along(*here)
            needs = pin.rnea(model, data, q.ravel(), v.ravel(), a.ravel()).reshape(6, 3)
            out[k] = forces(needs, jacobian[0], back[0], arm[0], here[2][0], here[5][0], solution)
        return out

    return job


def stewart(found: dict[str, Any]) -> bool:
    model = vz.load(EXAMPLES / "stewart-forces" / "stewart-forces.toml")
    seconds: list[float] = []

    def ours() -> Array:
        result = vz.inverse(model, until=1.0, every=1.0 / (INSTANTS - 1))
        seconds.append(1e-6 * cost_of_loop * INSTANTS)
        return np.column_stack([result.data["actuator"]["effort"][:, k] for k in range(6)])

    cost_of_loop = cost("stewart-forces", INSTANTS - 1)
    jobs = {"vazba, whole call": ours}
    if "pinocchio" in found:
        jobs["pinocchio and NumPy, all instants at once"] = at_once(found["pinocchio"])
        jobs["pinocchio and SciPy, instant by instant"] = one_by_one(found["pinocchio"])
    least, what = measure.in_turns(jobs, 5)
    own, case = least["vazba, whole call"], f"leg forces of a Stewart platform, {INSTANTS} instants"
    measure.note(case, "**vazba, whole call**", own, "", 1.0)
    measure.note("", "vazba, its loop over instants", seconds[0], "", seconds[0] / own)
    measure.row("", "us an instant", "apart N")
    measure.row("vazba, whole call (motion, forces, result)", f"{own / INSTANTS * 1e6:.1f}")
    measure.row("vazba, its loop over instants", f"{cost_of_loop:.1f}")
    met = True
    for name in list(jobs)[1:]:
        apart = float(np.abs(what[name] - what["vazba, whole call"]).max())
        measure.row(name, f"{least[name] / INSTANTS * 1e6:.1f}", f"{apart:.0e}", widths=(46, 14, 14))
        measure.note("", name, least[name], f"{apart:.0e} N apart", least[name] / own)
    if "pinocchio" not in found:
        measure.verdict(None, "leg forces 5x faster than pinocchio and SciPy (pinocchio not installed)")
        return True
    ahead = least["pinocchio and SciPy, instant by instant"] / own
    met &= measure.verdict(
        ahead >= 5,
        f"leg forces, whole call: 5x faster than pinocchio and SciPy instant by instant (measured {ahead:.1f}x)",
    )
    return met


def chain(n: int) -> vz.Model:
    """Links of 0.1 m that hang, with springs and dampers in the joints and a motor in the first."""
    m, below = vz.Model(f"chain of {n}"), "ground"
    for k in range(n):
        m.body(f"b{k}", position=(0, 0, -0.1 * k), mass=1.0, inertia=(1e-3, 1e-3, 1e-3), com=(0, 0, -0.05))
        m.revolute(f"j{k}", below, f"b{k}", at=(0, 0, -0.1 * k), axis=(0, 1, 0))
        m.spring(f"s{k}", joint=f"j{k}", stiffness=50.0, damping=0.1)
        below = f"b{k}"
    m.actuator("motor", joint="j0")
    return m


def linearised() -> bool:
    taken = {n: measure.least_cpu(lambda n=n: vz.linearize(chain(n), at="drawn"), 1)[0] for n in (100, 300, LONGEST)}
    measure.row("linearisation of a chain", *(f"{n}: {seconds:.2f} s" for n, seconds in taken.items()))
    for n, seconds in taken.items():
        measure.note("linearisation of a chain" if n == 100 else "", f"vazba, {n} bodies", seconds)
    return measure.verdict(
        taken[LONGEST] < 1.0,
        f"linearisation of {LONGEST} bodies below 1 s of CPU time (measured {taken[LONGEST]:.2f} s)",
    )


def run() -> bool:
    met = stewart(peers.installed("pinocchio"))
    for name in ("platform-cables", "eight-cables", "three-rrr"):
        taken = cost(name)
        measure.row(f"{name}, loop over instants", f"{taken:.1f} us an instant")
        measure.note(
            "an instant of inverse dynamics" if name == "platform-cables" else "", f"vazba, {name}", taken * 1e-6
        )
        if name == "platform-cables":
            met &= measure.verdict(
                taken < 20, f"platform with bounded tensions below 20 us an instant (measured {taken:.1f} us)"
            )
    return linearised() and met
