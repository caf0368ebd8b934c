"""Where a model with beams starts: straight, in the configuration and with the velocities its beams would have as rigid bodies.

Segments of a beam are held together by forces, not by joints, so that assembling them would tear the beam. The model is assembled with rigid beams, and
every beam laid into the pose of its rigid body.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vazba.algebra.rotations import matrices
from vazba.bodies.space import PLANE
from vazba.compiler import compile_model
from vazba.equations.projection import project_state
from vazba.equations.tables import dynamics_of
from vazba.equations.verbs import EXTRA
from vazba.errors import Fault, ModelError
from vazba.formulations.in_bodies import Absolute
from vazba.kinematic.assembly import Assembly, assemble
from vazba.kinematic.start import start_moved
from vazba.model import Model
from vazba.system import System

Array = NDArray[np.float64]


def compiled(model: Model, t: float = 0.0) -> System:
    """The system of a model, its beams laid out straight as described or, where the joints ask for it, as assembled."""
    system = compile_model(model)
    return laid_out(system, t) if any(plan.model != "rigid" for plan in system.beams) else system


def without_elastic(system: System, what: str) -> System:
    """The same system; raises `ModelError` where beams have coordinates of their own, which `what` does not know."""
    faults = [
        Fault(f"beam {plan.name}", f"{what} does not know model = {plan.model}", "such beams have coordinates of their own", "use model = rfe")
        for plan in system.beams
        if plan.own
    ]  # fmt: skip
    if system.net is not None and system.net.nodes and not faults:
        node = system.net.nodes[0]
        who = f"node {node}" if ("point", node) not in system.net.hidden else f"point {node.partition('#')[0]}"
        told = f"{what} does not know nodes" + (", and cables with mass end in such" if who.startswith("point") else "")
        faults.append(Fault(who, told, "they have coordinates of their own", "use bodies"))
    if faults:
        raise ModelError(faults)
    return system


def start_changed(system: System, assembly: Assembly) -> list[str]:
    """The remark on a start that had to be changed to assemble; with beams it is that of the rigid ones, in whose poses they are laid out."""
    if any(plan.model != "rigid" for plan in system.beams):
        rigid = compile_model(system.described, rigid=True)
        found = assemble(rigid)
        if found.closed:
            return start_moved(rigid, found)
    return start_moved(system, assembly)


def laid_out(system: System, t: float = 0.0) -> System:
    """The same system, starting where its beams lie as rigid bodies; unchanged where these do not assemble (a beam that is bent as described)."""
    rigid = compile_model(system.described, rigid=True)
    try:
        dynamics = dynamics_of(rigid)
    except ModelError:
        return system  # told of the system itself
    found = assemble(rigid, t)
    if not found.closed:
        return system
    y = np.concatenate([found.q, rigid.v0, np.zeros(EXTRA)])
    whole = Absolute(rigid, dynamics, found.work)  # kept until the kernel returns
    project_state(whole.record.here, y.ctypes.data, t)
    if not np.isfinite(y).all():
        y = np.concatenate([found.q, rigid.v0])
    q, v = spread(system, rigid, y[: rigid.nq], y[rigid.nq : rigid.nq + rigid.nv])
    guided = None if system.guided is None else replace(system.guided, q0=q, v0=v)
    return replace(system, q0=q, v0=v, guided=guided)


def spread(system: System, rigid: System, q: Array, v: Array) -> tuple[Array, Array]:
    """Coordinates and velocities of the bodies of a system from those of the same model with rigid beams."""
    owner = {name: (plan.name, local) for plan in system.beams for name, local in plan.bodies}
    index = {name: k for k, name in enumerate(rigid.body_names)}
    out_q, out_v = [], []
    nq, nv = system.space.nq, system.space.nv
    for name in system.body_names:
        held, local = owner.get(name, (name, np.zeros(3)))
        if held not in index:  # a node of a cable with mass
            k = system.body_names.index(name)
            out_q.append(system.q0[nq * k : nq * (k + 1)])
            out_v.append(system.v0[nv * k : nv * (k + 1)])
            continue
        k = index[held]
        q_k, v_k = q[nq * k : nq * (k + 1)].copy(), v[nv * k : nv * (k + 1)].copy()
        if local.any() and system.space is PLANE:
            c, s = np.cos(q_k[2]), np.sin(q_k[2])
            arm = np.array([c * local[0] - s * local[1], s * local[0] + c * local[1]])
            q_k[:2] += arm
            v_k[:2] += v_k[2] * np.array([-arm[1], arm[0]])
        elif local.any():
            turn = matrices(q_k[3:])
            q_k[:3] += turn @ local
            v_k[:3] += turn @ np.cross(v_k[3:], local)
        out_q.append(q_k)
        out_v.append(v_k)
    return np.concatenate(out_q), np.concatenate(out_v)
