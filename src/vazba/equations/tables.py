"""Masses of a system and the arrays of its equations of motion, as tables for the kernels."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vazba._jit import Boundary, packed
from vazba.algebra.rotations import steiner
from vazba.bodies.space import PLANE
from vazba.equations.friction import room_for
from vazba.equations.records import DYNAMICS, MASS, NAMES
from vazba.equations.rotors import rotors_of
from vazba.equations.verbs import EXTRA
from vazba.errors import Fault, ModelError, Wrong
from vazba.frozen import frozen
from vazba.kinematic.evaluate import Work
from vazba.laws.records import EFFORT, WATCH
from vazba.model import Model
from vazba.system import System

Array = NDArray[np.float64]
SOFT, HARD = (
    1e-5,
    1e-9,
)  # of a usual mass: what a body without any is given for refined solutions, and where nothing is refined
MOST_DENSE = 400  # unknowns up to which there is room for a matrix of all of them (`dense_solution`)
UNEVEN = 1e4  # of masses, from where on every solution is looked at
SLENDER = 1e4  # of what a force moves, by a turn over the characteristic length and without one
_UNIT = np.eye(3)
NONE = 1e-14  # of the largest moment of inertia: zero but for rounding


@frozen(eq=False, repr=False)
class Dynamics:
    """Masses of a system; `force`, `acceleration`, `multipliers` are written by the kernels."""

    masses: NDArray[np.void]
    gravity: Array
    reference: Array  # one mass, by which the mass matrix is divided
    force: Array
    applied: Array  # forces without friction
    acceleration: Array
    multipliers: Array
    block: Array
    inverse: Array  # of the mass blocks, one after another
    baumgarte: Array  # alpha, beta; zeros: not used
    powers: Array  # put in, dissipated, stored in curves; energy of the bushings; rows in doubt; when last factorised
    diagonals: Array  # of the inverse mass matrix
    settling: Array  # friction against reactions: see `settle`
    shown: Array  # coordinates and velocities of all bodies, where a formulation shows them
    room: Array  # for the rates of that
    refining: Array  # room for refined solutions
    dense: Array  # room for `dense_solution`, where there are few unknowns
    order: NDArray[np.int32]
    plain: bool  # it is diagonal
    light: bool  # some body has no mass, or no inertia about an axis
    uneven: bool  # light bodies between heavy ones: their accelerations are small differences of large forces
    slender: bool  # some moment of inertia is tiny: what torques would do without joints may be large
    rotors: NDArray[np.void]  # of motors: see `equations.rotors`
    remarks: tuple[str, ...] = ()

    def record_with(
        self, system: System, work: Work, verbs: Mapping[str, Boundary | None], chart: NDArray[np.void], change: Array, **numbers: int
    ) -> Any:  # fmt: skip
        """What kernels are given: these tables, where those of the system and its work arrays are, and the kernels this model needs.

        `verbs`, `chart`: see `equations.verbs`; `change`: room for a step of the velocities. The caller keeps both arrays alive.
        """
        from vazba.equations import forces
        from vazba.equations.derivative import derivative

        t = system.tables
        needed = dict(verbs) | {
            "derivative": derivative,
            "path_kernel": forces.path_forces
            if len(t.paths) and ((t.paths["kind"] != EFFORT) | (t.paths["law"] == WATCH)).any()
            else None,
            "bushing_kernel": forces.bushing_forces if len(t.bushings) else None,
            "load_kernel": forces.load_forces if len(t.loads) else None,
        }
        if system.controls is not None:
            from vazba.equations import control

            needed |= {
                "inner_force": needed["force_kernel"],
                "force_kernel": control.controlled,
                "sample": control.sample,
            }
            numbers["controls"] = system.controls.here
        arrays = {name: getattr(self, name) for name in ("masses", "rotors", *NAMES)} | {
            "order": self.order,
            "chart": chart,
            "change": change,
        }
        kernels = {name: kernel.address for name, kernel in needed.items() if kernel is not None}
        given = (
            {"tables": t.here, "work": work.here, "plain": self.plain, "light": self.light, "uneven": self.uneven}
            | {"slender": self.slender}
            | kernels
            | numbers
        )
        return packed(DYNAMICS, arrays, **given)


def dynamics_of(system: System) -> Dynamics:
    """Masses and arrays; raises `ModelError` where a body has no mass or inertia."""
    if not system.reused:
        return _dynamics(system)
    kept = system.remembered("dynamics", None, lambda: _dynamics(system))
    arrays: dict[str, Any] = {name: value.copy() for name, value in vars(kept).items() if isinstance(value, np.ndarray)}
    return replace(kept, **arrays)  # kernels write into most of them


def _dynamics(system: System) -> Dynamics:
    model, scope = system.model, system.model.scope()
    down = system.space.down
    gravity = np.zeros(3)
    gravity[: system.dimension] = down if model.gravity is None else scope.vector(model.gravity, system.dimension)
    masses, remarks = _masses(system)
    heavy = masses["m"][masses["m"] > 0]
    reference = np.array([np.exp(np.log(heavy).sum() / len(heavy)) if len(heavy) else 1.0])
    light = bool(masses["soft"].any() or masses["soft_turn"].any())
    uneven = bool(len(heavy) and heavy.max() > UNEVEN * heavy.min())
    inverse, size = _inverses(system, masses, float(reference[0])), system.space.nv
    blocks = inverse.reshape(-1, size, size)
    diagonals = blocks.reshape(-1, size * size)[:, :: size + 1].ravel()
    plain = bool(np.count_nonzero(blocks) == np.count_nonzero(diagonals) and not masses["c"].any())
    moved, places = diagonals.reshape(-1, size), system.dimension
    turns = moved[:, places:].max(initial=0.0) * system.length**2
    slender = bool(turns > SLENDER * moved[:, :places].min(initial=np.inf))
    n = system.nv + system.m
    whole = n * (n + 2) if system.m and n <= MOST_DENSE else 0
    return Dynamics(
        masses, gravity, reference, np.zeros(system.nv), np.zeros(system.nv), np.zeros(system.nv), np.zeros(system.m), np.zeros(36),
        inverse, np.zeros(2), np.zeros(7), diagonals, np.zeros(room_for(len(system.tables.frictions))), np.zeros(system.nq + system.nv + EXTRA),
        np.zeros(system.nq + system.nv + EXTRA), np.zeros(5 * system.nv + 4 * system.m),
        np.empty(whole), np.zeros(system.nv + system.m, np.int32), plain, light, uneven, slender, rotors_of(system), remarks,
    )  # fmt: skip


def _masses(system: System) -> tuple[NDArray[np.void], tuple[str, ...]]:
    """Mass, centre of mass and inertia about the frame's origin: `J_P = J - m ~c ~c`; and remarks.

    No mass, or no inertia about some axis (a point mass, a thin rod), is taken as it is (`refinement`); a moment of inertia that is not zero but below 1e-9 of
    `m L^2` as that: the turn it belongs to would be too quick to follow.
    """
    read = system.values["bodies"]
    faults = mass_faults(system.model)
    if faults:
        raise ModelError(faults)
    table = np.zeros(len(system.body_names), MASS)
    table["m"] = [values.mass for values in read.values()]
    table["c"][:, : system.dimension] = [values.com or (0.0,) * system.dimension for values in read.values()]
    least = 1e-9 * table["m"] * system.length**2
    inertia = np.array([values.inertia for values in read.values()], float)
    if system.space is PLANE:
        lowest = inertia
        own = np.zeros((len(table), 3, 3))
        own[:, 2, 2] = np.where(lowest > 0.0, np.maximum(lowest, least), 0.0)
    else:
        moments, axes = np.linalg.eigh(inertia)
        zero = moments <= NONE * moments.max(axis=1, initial=0.0, keepdims=True)
        lowest = np.where(zero, np.inf, moments).min(axis=1)
        raised = np.where(zero, 0.0, np.maximum(moments, least[:, None]))
        mended = (axes * raised[:, None]) @ axes.transpose(0, 2, 1)
        own = np.where(((lowest < least) | zero.any(axis=1))[:, None, None], mended, inertia)
    table["inertia"] = (table["m"][:, None, None] * steiner(table["c"]) + own).reshape(-1, 9)
    remarks = tuple(
        f"body {system.body_names[k]}: a moment of inertia of {lowest[k]:.3g} kg m^2 is taken as {least[k]:.3g} kg m^2"
        for k in np.flatnonzero((lowest > 0.0) & (lowest < least))
    )
    soften(table, system, SOFT)
    return table, remarks


def soften(masses: NDArray[np.void], system: System, part: float) -> None:
    """Enter what is added to bodies without mass, or without inertia about some axis, where their mass block is factorised: a part of a usual mass (the
    smallest of the others) and of a usual inertia (`m L^2`, L the characteristic length)."""
    positive = masses["m"] > 0
    least = float(masses["m"][positive].min()) if positive.any() else 1.0
    masses["soft"] = np.where(positive, 0.0, part * least)
    usual = np.where(positive, masses["m"], least) * system.length**2
    c, m = masses["c"], masses["m"][:, None, None]
    inertia = masses["inertia"].reshape(-1, 3, 3) - m * steiner(c)
    moments = inertia[:, 2, 2] if system.space is PLANE else np.linalg.eigvalsh(inertia)[:, 0]
    masses["soft_turn"] = np.where(moments < 1e-3 * HARD * usual, part * usual, 0.0)


def hardened(masses: NDArray[np.void], system: System) -> NDArray[np.void]:
    """Masses for what does not refine (beams with coordinates of their own, statics): those without get a billionth of a usual one."""
    out = masses.copy()
    soften(out, system, HARD)
    out["m"] += out["soft"]
    for k in range(3):
        out["inertia"][:, 4 * k] += out["soft_turn"]
    out["inertia"] += (out["soft"][:, None, None] * steiner(out["c"])).reshape(-1, 9)
    out["soft"] = out["soft_turn"] = 0.0
    return out


def mass_faults(model: Model) -> list[Fault]:
    """Bodies without mass or inertia; what is wrong with the values that are given is told elsewhere."""
    faults = []
    for body in model.bodies.values():
        missing = [word for word in ("mass", "inertia") if getattr(body, word) is None]
        if not missing:
            continue
        are = "is" if len(missing) == 1 else "are"
        what = f"{' and '.join(missing)} {are} not given"
        why = "its motion under forces is not determined"
        remedy = "give mass and inertia (0 for a part whose mass does not count)"
        faults.append(body.fault(Wrong(what, why, remedy), None))
    return faults


def _inverses(system: System, masses: NDArray[np.void], reference: float) -> Array:
    """Inverse mass blocks in body axes, times the reference mass; also entered into the table of masses."""
    size = system.space.nv
    m, c = masses["m"], masses["c"]
    blocks = np.zeros((len(masses), size, size))
    for i in range(size - 1 if size == 3 else 3):
        blocks[:, i, i] = m + masses["soft"]
    if size == 3:
        blocks[:, 0, 2] = blocks[:, 2, 0] = -m * c[:, 1]
        blocks[:, 1, 2] = blocks[:, 2, 1] = m * c[:, 0]
        blocks[:, 2, 2] = masses["inertia"][:, 8] + masses["soft_turn"]
    else:
        blocks[:, 3:, 3:] = masses["inertia"].reshape(-1, 3, 3) + masses["soft_turn"][:, None, None] * _UNIT
        for i, j, k in ((0, 1, 2), (1, 2, 0), (2, 0, 1)):  # -m ~c
            blocks[:, i, 3 + j], blocks[:, j, 3 + i] = m * c[:, k], -m * c[:, k]
        blocks[:, 3:, :3] = blocks[:, :3, 3:].transpose(0, 2, 1)
    inverse = (reference * np.linalg.inv(blocks)).reshape(len(masses), -1)
    masses["inverse"][:, : size * size] = inverse
    return np.asarray(inverse.ravel(), np.float64)
