"""What a modal beam misses because of the shapes that are left out: its answer to a load beside that of a beam of very many elements, which has all shapes.

Shapes and the motion of the frame, `w = a + b x + sum q_k W_k(x)`, with stations that are held, `A q = 0`, have modes of their own, `w = sum phi_k(x) y_k(t)`,

    y_k'' + d w_k^2 y_k' + w_k^2 y_k = F_k s(t),     at rest y_k = F_k s/w_k^2,

and so has a beam of cubic elements. Modes in which the beam moves as a whole are the same in both; what is left is bending, and

    error = max_(x,t) |w_n - w| / max_(x,t) |w|.

Where the shapes are modes of the beam as it is held, it is what the modes left out would do: at rest the missing compliance `sum F_k/w_k^2`, in a harmonic
motion each term over `1 - (W/w_k)^2`. Where they are not (static, free), the errors of the frequencies of the modes kept are in it as well. Loads: a force
or a moment at a station, and the inertia of a beam whose supports are shifted or turned (constant along it, or proportional to x). The law `s` acts from t = 0
on a beam at rest. Lengths are in parts of the beam's, frequencies in `sqrt(E J/(rho A))/L^2`. Twist is the same with `phi'` for `w''`, frequencies in
`sqrt(G It/(rho Jp))/L`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from vazba.flexible.shapes import axial_shapes, bending_shapes

Array = NDArray[np.float64]
BEND, TWIST = 2, 1  # order of the derivative that is a strain
ELEMENTS = {BEND: 72, TWIST: 160}  # of the beam that stands for all shapes
SAME = 1e-6  # stations nearer than this part of the length are one
WHOLE = 1.0  # w_k^2 below which a mode is a motion as a whole (of bending modes it is 12 at least, of twist 2.4)
NOTHING = 1e-9  # part of the load's largest compliance that is none
SLOW = 10.0  # modes faster than the load by this factor follow it as at rest
LOOKED = 33  # stations where deflections are compared
DECAY = 12.0  # exponent of the window over twice the run, in which the answer to a law is transformed
PANELS, POINTS = 24, 10


class Held(NamedTuple):
    """A station that does not move and, clamped, does not turn."""

    at: float
    clamped: bool = False


class Load(NamedTuple):
    """`force`, `moment` (twist: `force` is a torque) at a station; `shift`, `turn`: inertia where all supports are shifted, or turned about the start."""

    kind: str
    at: float = 0.0


class Law(NamedTuple):
    """A load over time: samples at equal steps from the start to the end of a run, its length, and the highest frequency in it (rad); dimensionless."""

    values: Array
    span: float
    highest: float
    damping: float = 0.0


class Modes(NamedTuple):
    """Squares of frequencies, deflections at the stations looked at (stations, modes), and what each load does to each (modes, loads)."""

    squares: Array
    deflections: Array
    forces: Array


def _power(k: int) -> Any:
    return lambda x, n: np.asarray(x**k if n == 0 else np.full_like(x, 1.0 if n == k == 1 else 0.0))


@lru_cache(maxsize=64)
def _basis(order: int, kind: str, count: int) -> tuple[Any, Array, Array]:
    """Motions of the frame, then shapes: values (functions, stations) of a derivative, mass and stiffness."""
    shapes = (bending_shapes if order == BEND else axial_shapes)(kind, count, 1.0)
    functions = (*(_power(k) for k in range(order)), *shapes)

    def values(x: Array, n: int = 0) -> Array:
        return np.array([f(np.atleast_1d(x), n) for f in functions])

    x, w = np.polynomial.legendre.leggauss(POINTS)
    points = ((np.arange(PANELS)[:, None] + (x + 1) / 2) / PANELS).ravel()
    weights = np.tile(w / (2 * PANELS), PANELS)
    f, strain = values(points), values(points, order)
    return values, (f * weights) @ f.T, (strain * weights) @ strain.T


def _modes(mass: Array, stiffness: Array, free: Array, shown: Array, loads: Array) -> Modes:
    """Modes within the columns of `free`, without those as a whole."""
    if not free.shape[1]:
        return Modes(np.zeros(0), np.zeros((len(shown), 0)), np.zeros((0, loads.shape[1])))
    root = np.linalg.cholesky(free.T @ mass @ free)
    half = np.linalg.solve(root, free.T @ stiffness @ free)
    squares, vectors = np.linalg.eigh(np.linalg.solve(root, half.T))
    phi = free @ np.linalg.solve(root.T, vectors)
    kept = squares > WHOLE
    return Modes(squares[kept], (shown @ phi)[:, kept], (phi.T @ loads)[kept])


def _of_shapes(order: int, kind: str, count: int, held: Sequence[Held], loads: Sequence[Load], x: Array) -> Modes:
    values, mass, stiffness = _basis(order, kind, count)
    rows = [values(h.at, n)[:, 0] for h in held for n in range(1 + (h.clamped and order == BEND))]
    free = np.eye(len(mass))
    if rows:
        _, size, right = np.linalg.svd(np.array(rows))
        free = right[int((size > 1e-10 * size.max()).sum()) :].T
    columns = [
        mass[:, int(load.kind == "turn")]
        if load.kind in ("shift", "turn")
        else values(load.at, int(load.kind == "moment"))[:, 0]
        for load in loads
    ]
    return _modes(mass, stiffness, free, values(x).T, np.array(columns).T)


def _element(order: int, h: float) -> tuple[Array, Array]:
    if order == TWIST:
        return np.array([[1, -1], [-1, 1]]) / h, np.array([[2, 1], [1, 2]]) * h / 6
    k = np.array([[12, 6, -12, 6], [6, 4, -6, 2], [-12, -6, 12, -6], [6, 2, -6, 4]])
    m = np.array([[156, 22, 54, -13], [22, 4, 13, -3], [54, 13, 156, -22], [-13, -3, -22, 4]])
    scale = np.outer((1, h, 1, h), (1, h, 1, h))  # of deflections and slopes
    return k * scale / h**3, m * scale * h / 420


def _nodes(order: int, stations: Sequence[float]) -> Array:
    kept: list[float] = []
    for x in sorted((*stations, 0.0, 1.0)):
        if not kept or x - kept[-1] > SAME:
            kept.append(x)
    inner = np.linspace(0.0, 1.0, ELEMENTS[order] + 1)[1:-1]
    return np.array(sorted([*kept, *(x for x in inner if min(abs(x - y) for y in kept) > 0.2 / ELEMENTS[order])]))


def _of_elements(
    order: int, nodes: Array, held: Sequence[Held], loads: Sequence[Load], looked: NDArray[np.intp]
) -> Modes:
    size = order * len(nodes)
    mass, stiffness = np.zeros((size, size)), np.zeros((size, size))
    for e, h in enumerate(np.diff(nodes)):
        part = slice(order * e, order * (e + 2))
        k, m = _element(order, float(h))
        stiffness[part, part] += k
        mass[part, part] += m

    def unknown(at: float) -> int:
        return order * int(np.abs(nodes - at).argmin())

    p = np.zeros((size, len(loads)))
    for column, load in enumerate(loads):
        if load.kind in ("shift", "turn"):
            motion = np.zeros((len(nodes), order))
            motion[:, 0] = nodes if load.kind == "turn" else 1.0
            motion[:, 1:] = 1.0 if load.kind == "turn" else 0.0
            p[:, column] = mass @ motion.ravel()
        else:
            p[unknown(load.at) + (load.kind == "moment"), column] = 1.0
    stuck = {unknown(h.at) + n for h in held for n in range(1 + (h.clamped and order == BEND))}
    every = np.eye(size)
    return _modes(mass, stiffness, every[:, [k for k in range(size) if k not in stuck]], every[order * looked], p)


def _answer(modes: Modes, load: int, law: Law | None) -> Array:
    """Deflections (stations, times) under a load."""
    still = modes.forces[:, load] / modes.squares
    if law is None:
        return (modes.deflections @ still)[:, None]
    n, follows = len(law.values), modes.squares < (SLOW * law.highest) ** 2
    rest = np.outer(modes.deflections[:, ~follows] @ still[~follows], law.values)
    if not follows.any():
        return rest
    step = law.span / (n - 1)
    rate = DECAY / (2 * n * step)
    window = np.exp(-rate * step * np.arange(n))
    s = rate + 2j * np.pi * np.fft.rfftfreq(2 * n, step)
    w = modes.squares[follows][:, None]
    parts = np.fft.irfft(np.fft.rfft(law.values * window, 2 * n) / (s * s + law.damping * w * s + w))[:, :n] / window
    return np.asarray(rest + (modes.deflections[:, follows] * modes.forces[follows, load]) @ parts)


class Truncation:
    """Errors by the number of shapes, for a beam that is held and loaded in a way; `law` None: at rest."""

    def __init__(self, order: int, held: Sequence[Held], loads: Sequence[Load], law: Law | None = None) -> None:
        self.order, self.held, self.loads, self.law = order, held, loads, law
        nodes = _nodes(order, [*(h.at for h in held), *(load.at for load in loads)])
        special = [int(np.abs(nodes - load.at).argmin()) for load in loads]
        spread = np.linspace(0, len(nodes) - 1, LOOKED).round().astype(int)
        looked = np.unique([*spread, *special])
        self.x = nodes[looked]
        whole = _of_elements(order, nodes, held, loads, looked)
        self.exact = [_answer(whole, k, law) for k in range(len(loads))]
        self.sizes = [float(np.abs(one).max()) for one in self.exact]

    def error(self, kind: str, count: int) -> float:
        """With so many shapes of a family, of the load for which it is largest."""
        few = _of_shapes(self.order, kind, count, self.held, self.loads, self.x)
        largest = max(self.sizes) if self.sizes else 0.0
        return max(
            (
                float(np.abs(_answer(few, k, self.law) - one).max()) / size
                for k, (one, size) in enumerate(zip(self.exact, self.sizes, strict=True))
                if size > NOTHING * largest and size > 0
            ),
            default=0.0,
        )
