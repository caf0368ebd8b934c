"""`vz.inverse_kinematics`: joint coordinates that bring a frame of a tree to a place, an orientation, or both.

Of all that do, those nearest to a start are taken (redundant arms, points only), within the limits of the joints:

    min |q - q_start|^2     with     frame(q) = target,     loops(q) = 0,     lower <= q <= upper

where turns count in rad and slides in parts of the size of the mechanism. First the target is reached by damped steps (from the start; where that leads
nowhere from postures drawn by lot, always the same), then what is free is moved towards the start.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from vazba.algebra.chart import moved_by
from vazba.algebra.rotations import cardan_matrix, matrices, rotation_vectors
from vazba.bodies.space import PLANE
from vazba.equations import recursive
from vazba.equations.verbs import EXTRA
from vazba.errors import Fault, ModelError, suggestion
from vazba.frozen import frozen
from vazba.kinematic.assembly import row_scales
from vazba.model import Model
from vazba.textbook.frames import jacobians_at, placement
from vazba.textbook.joint_limits import model_limits
from vazba.textbook.joint_tree import JointTree, tree_for, vectors
from vazba.tree.records import BALL, SLIDE

Array = NDArray[np.float64]
STEPS, TRIES, NEARER = 100, 16, 400
FARTHEST = 0.5  # rad, or of the size of the mechanism: a step at most
EXACT = 1e-10  # of the size of the mechanism, and rad: reached
CLOSE, BRANCHES = (
    0.5,
    4,
)  # rad: a posture so near to the start is taken; else so many ways to reach the target are compared
STILL = 1e-9  # rad: nothing more to gain


@frozen
class Reached:
    """Joint coordinates found, and how far the frame is from its target with them."""

    q: Array
    values: dict[str, float]  # joint coordinates by name
    status: str  # "reached", or "unreachable"
    message: str
    distance: float  # m
    angle: float  # rad
    at_limits: tuple[str, ...]  # coordinates that stand at their limits

    @property
    def reached(self) -> bool:
        return self.status == "reached"


def inverse_kinematics(
    model: Model | JointTree, frame: str, position: ArrayLike | None = None, orientation: Any = None, *,
    start: Any = None, limits: Any = None, hold: Iterable[str] | None = None,
) -> Reached:  # fmt: skip
    """Joint coordinates with which a point or a body's frame is where it shall be, nearest to `start`.

    `position` in ground components; `orientation` a rotation matrix, `{"quaternion": [w, x, y, z]}`, `{"cardan": [a, b, c]}`, in the plane an angle.
    `start`: joint coordinates of the tree, or some of them by name (`{"elbow.angle": 1.2}`); else as described. `limits`: `{"elbow.angle": (lower, upper)}`,
    False for none; else those of the model (stops, limits of a robot's file). `hold` names coordinates, joints or bodies that stay; else bodies that float.
    What cannot be reached comes back as near as possible, with status `unreachable` and a message that says how far it is and what keeps it.
    """
    j = tree_for(model)
    task = _Task(j, frame, position, orientation)
    q0 = _start(j, start)
    bounds = _bounds(j, limits)
    free = _free(j, hold)
    best, least = q0, np.inf
    for n, (found, left) in enumerate(_search(task, q0, bounds, free)):
        if left > EXACT:
            best = found
            break
        near = _nearer(task, found, q0, bounds, free)
        far = float(np.linalg.norm(task.back(near, q0)))
        best, least = (near, far) if far < least else (best, least)
        if least < CLOSE or n + 1 >= BRANCHES:
            break
    return _told(task, best, q0, bounds, free)


class _Task:
    """What is to be brought to zero: position and orientation of the frame, and the loops; lengths in parts of the size of the mechanism."""

    def __init__(self, j: JointTree, frame: str, position: ArrayLike | None, orientation: Any) -> None:
        self.j, self.frame, self.flat = j, frame, j.system.space is PLANE
        self.length, tree = max(j.system.length, 1e-12), j._tree
        if position is None and orientation is None:
            raise ValueError("neither position nor orientation is given: say where the frame shall be")
        self.position = None if position is None else _vector(position, j.system.dimension)
        self.turn = None if orientation is None else _rotation(orientation, self.flat)
        slides = tree.freedoms["kind"] == SLIDE
        self.sizes = np.where(slides, self.length, 1.0)  # of a unit step of each speed
        self.rows = [] if position is None else list(range(j.system.dimension))
        self.rows += [] if orientation is None else ([5] if self.flat else [3, 4, 5])
        placement(j, j.zero, frame)  # says what is wrong with the name

    def errors(self, q: Array) -> tuple[Array, Array]:
        """Of the position (m), and of the orientation (rad), ground components."""
        turn, place = placement(self.j, q, self.frame)
        far = np.zeros(0) if self.position is None else place[: len(self.position)] - self.position
        if self.turn is None:
            return far, np.zeros(0)
        off = -rotation_vectors((self.turn @ turn.T)[None])[0]
        return far, off[2:] if self.flat else off

    def at(self, q: Array) -> tuple[Array, Array]:
        """What is left, and its derivative by the scaled speeds."""
        far, off = self.errors(q)
        jac = jacobians_at(self.j, self.j.inner(q), self.frame)[0][self.rows] * self.sizes
        jac[: len(far)] /= self.length
        left = np.concatenate([far / self.length, off])
        if not self.j.loops:
            return left, jac
        gap, closing = _loops(self.j, q)
        return np.concatenate([left, gap / self.length]), np.vstack([jac, closing * self.sizes / self.length])

    def moved(self, q: Array, step: Array) -> Array:
        """After a step of the scaled speeds."""
        j = self.j
        return moved_by(j._tree.chart, q - j._shift, self.sizes * step) + j._shift

    def back(self, q: Array, to: Array) -> Array:
        """The scaled step from one posture to another."""
        out, at, kinds = np.zeros(self.j.nv), 0, self.j._tree.freedoms["kind"]
        k = 0
        while k < len(out):
            if kinds[k] == BALL:
                turn = matrices(q[at : at + 4]).T @ matrices(to[at : at + 4])
                out[k : k + 3], k, at = rotation_vectors(turn[None])[0], k + 3, at + 4
            else:
                out[k], k, at = (to[at] - q[at]) / self.sizes[k], k + 1, at + 1
        return out


def _loops(j: JointTree, q: Array) -> tuple[Array, Array]:
    """How far loops are open, and their derivatives by the speeds."""
    tree, form = j._tree, j._form
    y = np.concatenate([j.inner(q)[0], np.zeros(j.nv + EXTRA)])
    recursive.pose(form.record.here, y.ctypes.data, 0.0)
    out, scale = np.zeros((len(tree.rows), j.nv)), row_scales(tree.attached)[: len(tree.rows)]
    tree.rooms[1].closure(tree.record.here, form.work.record.jacobian, out.ctypes.data)
    return form.work.phi / scale, out / scale[:, None]


# --- what is given --------------------------------------------------------------------------------------------------------


def _vector(given: ArrayLike, size: int) -> Array:
    value = np.asarray(given, dtype=float)
    if value.shape == (3,) and size == 2 and value[2] == 0.0:
        value = value[:2]
    if value.shape != (size,) or not np.isfinite(value).all():
        raise ValueError(f"position = {given!r} is not {size} numbers")
    return value


def _rotation(given: Any, flat: bool) -> Array:
    if isinstance(given, Mapping) and set(given) == {"quaternion"}:
        return matrices(np.asarray(given["quaternion"], float) / np.linalg.norm(given["quaternion"]))
    if isinstance(given, Mapping) and set(given) == {"cardan"}:
        return cardan_matrix(given["cardan"])
    value = np.asarray(given, dtype=float) if not isinstance(given, Mapping) else np.zeros(0)
    if flat and value.ndim == 0:
        return cardan_matrix((0.0, 0.0, float(value)))
    if value.shape == (3, 3) and np.abs(value @ value.T - np.eye(3)).max() < 1e-6 and np.linalg.det(value) > 0:
        return value
    wanted = 'a rotation matrix, {"quaternion": [..]} or {"cardan": [..]}' + (", or an angle" if flat else "")
    raise ValueError(f"orientation = {given!r} is not understood: give {wanted}")


def _places(j: JointTree) -> dict[str, int]:
    """Where coordinates that are numbers stand in q."""
    out, at = {}, 0
    for k, name in enumerate(j.coordinate_names):
        ball = j._tree.freedoms["kind"][k] == BALL
        if not ball:
            out[name] = at
        at += 1 + (bool(ball) and name.endswith("_z"))
    return out


def _named(j: JointTree, names: Iterable[str], what: str) -> None:
    known = _places(j)
    faults = [
        Fault(what, f"'{name}' is no coordinate of the tree of joints", "", suggestion(str(name), list(known)))
        for name in names if name not in known
    ]  # fmt: skip
    if faults:
        raise ModelError(faults)


def _start(j: JointTree, start: Any) -> Array:
    if not isinstance(start, Mapping):
        return j.zero if start is None else vectors(start, j.nq, "start")[0].copy()
    _named(j, start, "start")
    places, q = _places(j), j.zero
    for name, value in start.items():
        q[places[name]] = j.model.scope().number(value)
    return q


def _bounds(j: JointTree, limits: Any) -> tuple[Array, Array]:
    """Least and largest values of the coordinates."""
    lower, upper, places = np.full(j.nq, -np.inf), np.full(j.nq, np.inf), _places(j)
    if isinstance(limits, Mapping):
        _named(j, limits, "limits")
        for name, (low, high) in limits.items():
            lower[places[name]] = -np.inf if low is None else float(low)
            upper[places[name]] = np.inf if high is None else float(high)
            if not lower[places[name]] <= upper[places[name]]:
                raise ValueError(f"limits of {name}: lower = {low} is above upper = {high}")
    elif limits is not False:
        for name, at in places.items():
            low, high = model_limits(j.model).get(name, (-np.inf, np.inf))
            lower[at], upper[at] = low, high
    return lower, upper


def _free(j: JointTree, hold: Iterable[str] | None) -> NDArray[np.int64]:
    """The speeds that may move."""
    owners = [name.partition(".")[0] for name in j.coordinate_names]
    if hold is None:
        held = {owner for owner in owners if owner in j.model.bodies and owner not in j.model.joints}
    else:
        held = {hold} if isinstance(hold, str) else set(hold)
        known = {*owners, *j.coordinate_names}
        if faults := [
            Fault("hold", f"'{name}' is neither a joint nor a coordinate of the tree", "", suggestion(str(name), known))
            for name in held if name not in known
        ]:  # fmt: skip
            raise ModelError(faults)
    moving = [k for k, name in enumerate(j.coordinate_names) if name not in held and owners[k] not in held]
    if not moving:
        raise ValueError("nothing is left to move: all coordinates are held")
    return np.array(moving)


# --- the search -----------------------------------------------------------------------------------------------------------


def _steps(task: _Task, q: Array, bounds: tuple[Array, Array]) -> tuple[Array, Array]:
    """How far the speeds may go before a limit."""
    lower, upper = np.full(task.j.nv, -np.inf), np.full(task.j.nv, np.inf)
    places = _places(task.j)
    for k, name in enumerate(task.j.coordinate_names):
        if name in places:
            at = places[name]
            lower[k], upper[k] = ((bound[at] - q[at]) / task.sizes[k] for bound in bounds)
    return np.minimum(lower, 0.0), np.maximum(upper, 0.0)


def _bounded(jac: Array, right: Array, wish: Array, span: tuple[Array, Array], damping: float) -> Array:
    """`min |jac x - right|^2 + damping |x - wish|^2` between bounds."""
    root = np.sqrt(damping)
    a, b = np.vstack([jac, root * np.eye(jac.shape[1])]), np.concatenate([right, root * wish])
    x = np.linalg.lstsq(a, b, rcond=None)[0]
    if (x >= span[0]).all() and (x <= span[1]).all():
        return np.asarray(x)
    from scipy.optimize import lsq_linear

    found = lsq_linear(a, b, (span[0] - 1e-14, span[1] + 1e-14), method="bvls").x
    return np.asarray(np.clip(found, *span))


def _reach(task: _Task, q: Array, bounds: tuple[Array, Array], free: NDArray[np.int64]) -> tuple[Array, float]:
    """Damped steps towards the target; where they end, and what is left."""
    left, jac = task.at(q)
    size, damping = float(np.linalg.norm(left)), 1e-3
    for _ in range(STEPS):
        if size <= EXACT / 10 or damping > 1e8:
            break
        low, high = _steps(task, q, bounds)
        step = np.zeros(task.j.nv)
        weight = damping * min(1.0, size**2)
        step[free] = _bounded(jac[:, free], -left, np.zeros(len(free)), (low[free], high[free]), weight)
        step *= min(1.0, FARTHEST / max(float(np.abs(step).max()), 1e-300))
        new = task.moved(q, step)
        left_new, jac_new = task.at(new)
        size_new = float(np.linalg.norm(left_new))
        if size_new < size:
            gain, q, left, jac = size - size_new, new, left_new, jac_new
            damping, size = max(damping / 5, 1e-12), size_new
            if gain < 1e-13 * size:
                break
        else:
            damping *= 8
    return q, size


def _search(
    task: _Task, q0: Array, bounds: tuple[Array, Array], free: NDArray[np.int64]
) -> Iterator[tuple[Array, float]]:
    """Postures that reach the target from several beginnings: the start, then postures drawn by lot, farther and farther away; if none does, the best one."""
    rng, best, least = np.random.default_rng(0), q0, np.inf
    inside = np.clip(q0, *bounds)
    for n in range(TRIES):
        begin, spread = inside, np.pi * min(1.0, n / 8)
        if n:
            step = np.zeros(task.j.nv)
            step[free] = rng.uniform(-spread, spread, len(free)) * np.where(task.sizes[free] == 1.0, 1.0, 0.3)
            begin = np.clip(task.moved(inside, step), *bounds)
        q, left = _reach(task, begin, bounds, free)
        if left < least:
            best, least = q, left
        if left <= EXACT:
            yield q, left
    if least > EXACT:
        yield best, least


def _nearer(task: _Task, q: Array, q0: Array, bounds: tuple[Array, Array], free: NDArray[np.int64]) -> Array:
    """Of all that reach the target, go towards the one nearest to the start."""
    part, far = 1.0, float(np.linalg.norm(task.back(q, q0)))
    for _ in range(NEARER):
        wish = task.back(q, q0)[free]
        _, jac = task.at(q)
        low, high = _steps(task, q, bounds)
        step = np.zeros(task.j.nv)
        strict = 1e6 * jac[:, free]  # stay on target, else as wished
        step[free] = _bounded(strict, np.zeros(len(jac)), wish, (low[free], high[free]), 1.0)
        size = float(np.abs(step).max())
        if size < STILL or part < 1e-6:
            break
        new, left = _reach(task, task.moved(q, step * min(part, FARTHEST / size)), bounds, free)
        far_new = float(np.linalg.norm(task.back(new, q0)))
        if left <= EXACT and far_new < far - 1e-15:
            q, far, part = new, far_new, min(1.0, 2 * part)
        else:
            part /= 4
    return q


def _told(task: _Task, q: Array, q0: Array, bounds: tuple[Array, Array], free: NDArray[np.int64]) -> Reached:
    far, off = (float(np.linalg.norm(part)) if len(part) else 0.0 for part in task.errors(q))
    gap = float(np.abs(_loops(task.j, q)[0]).max(initial=0.0)) if task.j.loops else 0.0
    places = _places(task.j)
    low, high = _steps(task, q, bounds)
    stopped = [
        name for k, name in enumerate(task.j.coordinate_names)
        if name in places and k in free and min(high[k], -low[k]) < 1e-9
    ]  # fmt: skip
    values = {name: float(q[at]) for name, at in places.items()}
    if max(far / task.length, off, gap / task.length) <= 10 * EXACT:
        return Reached(q, values, "reached", "", far, off, tuple(stopped))
    parts = [f"{far:.4g} m"] if task.position is not None else []
    parts += [f"{off:.4g} rad"] if task.turn is not None else []
    message = f"{task.frame} cannot be brought to its target: it comes no closer than {' and '.join(parts)}"
    message += f", with loops open by {gap:.3g} m or rad" if gap > EXACT * task.length else ""
    none = np.full(task.j.nq, -np.inf), np.full(task.j.nq, np.inf)
    _, left = next(_search(task, q0, none, free)) if np.isfinite(bounds).any() else (q, np.inf)
    if left <= EXACT:
        message += f"; limits of the joints keep it: {', '.join(_at(task, name, q, bounds) for name in stopped)}"
    else:
        message += f"; {_lost(task, q, free)}"
    return Reached(q, values, "unreachable", message, far, off, tuple(stopped))


def _at(task: _Task, name: str, q: Array, bounds: tuple[Array, Array]) -> str:
    at = _places(task.j)[name]
    unit = "m" if name.rpartition(".")[2].startswith(("displacement", "slide")) else "rad"
    return (
        f"{name} stands at {'lower' if q[at] - bounds[0][at] < bounds[1][at] - q[at] else 'upper'} = {q[at]:.4g} {unit}"
    )


def _lost(task: _Task, q: Array, free: NDArray[np.int64]) -> str:
    """Which way it cannot move from where it ends."""
    left, jac = task.at(q)
    count = len(task.rows)
    ways = left[:count] / max(float(np.linalg.norm(left[:count])), 1e-300)
    moved = float(np.linalg.norm(ways @ jac[:count, free]))
    words = ("x", "y", "z", "turn x", "turn y", "turn z")
    main = [f"{words[row]} {x:+.2f}" for row, x in zip(task.rows, ways) if abs(x) > 0.1]
    if moved < 1e-3:
        return f"in the posture nearest to it nothing moves it that way any more ({', '.join(main)}): it is beyond its reach"
    return f"no posture was found nearer to it (missing: {', '.join(main)}): try another start"
