"""`vz.modes`: natural frequencies, damping and shapes of small motions about rest."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vazba.algebra.threads import one_thread
from vazba.equations.mass_matrix import sparse_mass_matrix
from vazba.errors import Fault, ModelError, SolveError, suggestion
from vazba.frozen import frozen
from vazba.model import Model
from vazba.statics.balance import distance, settle_nearby
from vazba.statics.equilibrium import settled
from vazba.statics.equilibrium_result import Equilibrium
from vazba.statics.idle import idle_parts
from vazba.statics.large import LargePosture, is_large, large_posture
from vazba.statics.large_modes import large_spectrum, large_tangent
from vazba.statics.mechanics import Bodies, Mechanics
from vazba.statics.mode_results import CREEPS, FREE, UNSTABLE, VIBRATES, Mode, Modes
from vazba.statics.naming import motions_in_words
from vazba.statics.prepare import Prepared, prepared
from vazba.statics.spectrum import Spectrum, first_of, spectrum
from vazba.statics.tangent import Posture, posture, spanned, tangent

Array = NDArray[np.float64]
PLACES = ("auto", "drawn", "equilibrium")
MOTION = "motion"  # a steady one
BALANCED = 1e-6  # of the largest force, and of the characteristic length to the equilibrium: less is balanced
SKEW = 1e-6  # of the largest stiffness: less is symmetric
GROWS, GROWS_SKEW = 1e-12, 1e-9  # of the fastest rate: less is rounding, also where eigenvalues nearly meet


@frozen
class Place:
    """The state about which small motions are looked at."""

    start: Prepared
    here: Posture | LargePosture
    force: float  # the largest there is, N
    found: Equilibrium | None  # where it is one that was looked for
    remarks: list[str]


def place(model: Model, at: str, t: float, who: str = "modes") -> Place:
    """The drawn state, the equilibrium, or (`auto`) the drawn one where it is balanced and else the equilibrium; raises where there is none."""
    if at not in PLACES:
        raise ModelError(Fault(who, f"at = {at!r} is unknown", "", suggestion(str(at), (*PLACES, MOTION))))
    start = prepared(model, t)
    mechanics, remarks = start.mechanics, list(start.remarks)
    look = large_posture if is_large(mechanics) else posture
    here, force = look(mechanics, start.q), mechanics.largest_force(start.q)
    near = distance(mechanics, here, force, BALANCED) <= BALANCED * mechanics.length
    balanced = near and here.size <= BALANCED * max(force, 1e-300)
    found: Equilibrium | None = None
    if at == "equilibrium" or (at == "auto" and not balanced):
        found = settled(start)
        if not found.ok:
            raise SolveError(f"there are no small motions about rest: {found.message}", found)
        mechanics.look(found.q)
        here, force = look(mechanics, found.q), found.force
    elif balanced:
        here = settle_nearby(mechanics, here)  # what rounding in the input left
    else:
        remarks.append(
            f"forces are not balanced as drawn: up to {here.size:.3g} N are left. These are the motions about a state it does not stay in; "
            'for those about rest use at = "equilibrium"'
        )
    return Place(start, here, force, found, remarks)


@one_thread()
def modes(model: Model, *, at: str = "auto", t: float = 0.0, count: int | None = None) -> Modes:
    """Natural frequencies, damping ratios and shapes of all small motions that joints and drivers allow.

    `at`: `drawn`, about the state as described and assembled; `equilibrium`, about the static equilibrium found from there; `auto`, as drawn where all
    forces are balanced there, else about the equilibrium. Drivers are held at their values at time `t`, loads and commanded forces act as at that time.
    `motion`: about the steady motion described (a rotor that spins, a mechanism that turns as one), with gyroscopic and centrifugal terms; drivers go on.
    `count`: how many, the lowest; without it all, of large mechanisms (more than 240 velocities) 20.
    """
    if count is not None and count < 1:
        raise ModelError(Fault("modes", f"count = {count} is not positive", "", "give 1 or more"))
    if at == MOTION:
        from vazba.statics.whirl import steady_modes

        return steady_modes(model, t, count)
    where = place(model, at, t)
    mechanics, here, force, found, remarks = where.start.mechanics, where.here, where.force, where.found, where.remarks
    if mechanics.system.v0.any():
        remarks.append("the velocities the model describes are not used: the motions are about rest")
    remarks += mechanics.undecided(here.q)
    if isinstance(here, LargePosture):
        linear, k, d, m = large_tangent(mechanics, here, count)
        result = large_spectrum(linear, (k, d, m), here, mechanics, force)
        if result.rough:
            remarks.append(
                f"modes {', '.join(map(str, result.rough))} are damped so much that other shapes have a part in them: their damping is estimated from the "
                "lowest shapes; ask for more modes (count)"
            )
        allowed = spanned(mechanics, here.q, _orthonormal(mechanics, result.shapes[:, result.free]))
        idle = idle_parts(mechanics, allowed)
    else:
        linear, allowed = tangent(mechanics, here), here
        idle = idle_parts(mechanics, here)
        result = first_of(spectrum(linear, force, mechanics.length, idle), count)
    if linear.asymmetry > SKEW:
        remarks.append(
            f"the stiffness is not symmetric ({linear.asymmetry:.1g} of it): forces that turn with a body, or laws of one's own, "
            "can feed energy in; frequencies and damping are those of the whole equations"
        )
    if not here.freedoms:
        remarks.append("joints and drivers leave nothing free to move")
    told = motions_in_words(mechanics, here.q, allowed.n @ idle)
    free = _beside(mechanics, allowed, idle, result.shapes[:, result.free])
    shapes = _modes(mechanics, here.q, result)
    remarks += _without_mass(mechanics, shapes)
    return Modes(
        model, float(t), "drawn" if found is None else "equilibrium", shapes, mechanics.names, here.q,
        mechanics.work.turns.copy(), here.size, free + told, told, linear.asymmetry, linear, found, tuple(dict.fromkeys(remarks)),
    )  # fmt: skip


def _without_mass(mechanics: Bodies, shapes: tuple[Mode, ...]) -> list[str]:
    """What is said of motions that move no mass; at the state last evaluated."""
    if mechanics.elastic or not mechanics.dynamics.light:
        return []
    mass = sparse_mass_matrix(mechanics.system, mechanics.dynamics, mechanics.work)
    found = [mode for mode in shapes if mode.kind != FREE and mode.shape @ (mass @ mode.shape) < 0.5 * mode.mass]
    return [
        f"mode {mode.number} ({mode.movers[0][0]}) moves no mass: its frequency is that of a billionth of a usual mass, and means nothing"
        for mode in found
    ]


def _orthonormal(mechanics: Mechanics, motions: Array) -> Array:
    """The same motions, orthonormal in the metric of the weights."""
    roots = np.sqrt(mechanics.weights)[:, None]
    return np.asarray(np.linalg.qr(roots * motions)[0] / roots)


def _beside(mechanics: Bodies, at: Posture, idle: Array, motions: Array) -> tuple[str, ...]:
    """Motions without stiffness that are not idle, in words."""
    y = at.n.T @ (mechanics.weights[:, None] * motions)
    y = y - idle @ (idle.T @ y)
    left, sizes, _ = np.linalg.svd(y, full_matrices=False)
    return motions_in_words(mechanics, at.q, at.n @ left[:, sizes > 1e-6 * max(float(np.linalg.norm(motions)), 1e-300)])


def _modes(mechanics: Mechanics, q: Array, of: Spectrum) -> tuple[Mode, ...]:
    mass, roots = mechanics.sparse_mass(q), np.sqrt(mechanics.weights)
    owners = [name for name, _ in mechanics.names]
    elements = list(dict.fromkeys(owners))
    number = {name: k for k, name in enumerate(elements)}
    place = np.array([number[name] for name in owners], int)
    fastest = float(np.abs(of.eigenvalues).max(initial=0.0))
    sizes = np.abs(of.shapes * roots[:, None])
    largest = np.argmax(sizes > (1 - 1e-6) * sizes.max(axis=0, initial=0.0), axis=0)  # of equal ones the first
    shapes = of.shapes / (of.shapes * roots[:, None])[largest, np.arange(len(largest))]
    energy = shapes * (mass @ shapes)
    out = []
    for k, (square, pair) in enumerate(zip(of.squares, of.eigenvalues)):
        modal = float(energy[:, k].sum())
        parts = np.bincount(place, energy[:, k] / modal, len(elements))
        order = np.argsort(-np.round(parts, 9), kind="stable")
        movers = tuple((elements[j], float(parts[j])) for j in order if parts[j] > 1e-9)
        omega, damping = _rates(float(square), bool(of.skew[k]), pair)
        out.append(Mode(k + 1, _kind(float(square), bool(of.free[k]), bool(of.skew[k]), pair, fastest), omega, damping,
                        (complex(pair[0]), complex(pair[1])), shapes[:, k].copy(), modal, movers))  # fmt: skip
    return tuple(out)


def _rates(square: float, skew: bool, pair: NDArray[np.complex128]) -> tuple[float, float]:
    """Undamped frequency and damping ratio: `s1 s2 = w^2`, `s1 + s2 = -2 zeta w`."""
    product, total = float((pair[0] * pair[1]).real), float(-(pair[0] + pair[1]).real)
    omega = np.sqrt(max(product if skew else square, 0.0))
    return float(omega), float(total / (2 * np.sqrt(product))) if product > 0 else float("nan")


def _kind(square: float, free: bool, skew: bool, pair: NDArray[np.complex128], fastest: float) -> str:
    if (square < 0 and not skew) or pair.real.max() > (GROWS_SKEW if skew else GROWS) * fastest:
        return UNSTABLE
    if free:
        return FREE
    return VIBRATES if abs(pair[0].imag) > 0 else CREEPS
