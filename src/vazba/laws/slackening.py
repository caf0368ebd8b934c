"""CABLE, REELED, LIMIT: linear laws that let go. `F = K (l - bound) + B l'` while it is stretched and pulls, else nothing.

A cable is stretched beyond its free length; a limit below its lower and above its upper bound. Where the elastic part pulls but the sum would push
(a damped cable that shortens fast), the force is zero and what the spring gives back is lost (LOOSE).
"""

from __future__ import annotations

from vazba._jit import inlined
from vazba.laws.records import BY_LAW, LIMIT, LOOSE, REELED, SLACK, TAUT, UPPER, UPPER_LOOSE


@inlined
def stiffness_of(path):  # type: ignore[no-untyped-def]
    """`(K, B)` in force: those of a reeled cable belong to its free length."""
    if path.law == REELED:
        return path.stiffness / path.free, path.damping / path.free
    return path.stiffness, path.damping


@inlined
def bound_of(path, mode):  # type: ignore[no-untyped-def]
    """From where it is stretched."""
    if path.law != LIMIT:
        return path.free
    return path.upper if mode >= UPPER else path.lower


@inlined
def natural_mode(path, length, rate):  # type: ignore[no-untyped-def]
    """The mode that fits a length and rate."""
    k, b = stiffness_of(path)
    if path.law == LIMIT:
        if length < path.lower:
            return TAUT if k * (length - path.lower) + b * rate < 0.0 else LOOSE
        if length > path.upper:
            return UPPER if k * (length - path.upper) + b * rate > 0.0 else UPPER_LOOSE
        return SLACK
    elastic = k * (length - path.free)
    if elastic <= 0.0:
        return SLACK
    return TAUT if elastic + b * rate > 0.0 else LOOSE


@inlined
def mode_of(path):  # type: ignore[no-untyped-def]
    """The mode it is held in, or the one that fits."""
    return path.mode if path.mode != BY_LAW else natural_mode(path, path.length, path.rate)


@inlined
def margin(path, length, rate):  # type: ignore[no-untyped-def]
    """How well it fits its mode: zero where it switches."""
    mode = path.mode
    k, b = stiffness_of(path)
    if path.law == LIMIT:
        if mode == SLACK:
            return k * min(length - path.lower, path.upper - length)
        beyond = length - path.upper if mode >= UPPER else path.lower - length
        total = k * beyond + b * (rate if mode >= UPPER else -rate)
        return min(k * beyond, total) if mode in (TAUT, UPPER) else min(k * beyond, -total)
    elastic = k * (length - path.free)
    if mode == SLACK:
        return -elastic
    total = elastic + b * rate
    return min(elastic, total) if mode != LOOSE else min(elastic, -total)


@inlined
def behind(path):  # type: ignore[no-untyped-def]
    """The mode behind the switch it is nearest to, where rounding leaves it a hair before one that was located."""
    mode, (k, b) = path.mode, stiffness_of(path)
    if mode == SLACK:
        above = path.law == LIMIT and path.upper - path.length < path.length - path.lower
        if path.law == REELED and b * path.rate < 0.0:  # wound up faster than its ends part
            return LOOSE
        return UPPER if above else TAUT
    above = mode >= UPPER
    sign = 1.0 if above or path.law != LIMIT else -1.0
    elastic = sign * k * (path.length - bound_of(path, mode))
    if elastic <= abs(elastic + sign * b * path.rate):
        return SLACK
    if mode in (TAUT, UPPER):
        return UPPER_LOOSE if above else LOOSE
    return UPPER if above else TAUT


@inlined
def tension(path):  # type: ignore[no-untyped-def]
    mode = mode_of(path)
    if mode in (TAUT, UPPER):
        k, b = stiffness_of(path)
        return k * (path.length - bound_of(path, mode)) + b * path.rate
    return 0.0


@inlined
def slopes(path):  # type: ignore[no-untyped-def]
    k, b = stiffness_of(path)
    return (k, b) if mode_of(path) in (TAUT, UPPER) else (0.0, 0.0)


@inlined
def powers(path):  # type: ignore[no-untyped-def]
    mode = mode_of(path)
    if mode == SLACK:
        return 0.0, 0.0, 0.0
    k, b = stiffness_of(path)
    beyond = path.length - bound_of(path, mode)
    given = -k * beyond * (1.0 + 0.5 * beyond / path.free) * path.free_rate if path.law == REELED else 0.0
    return given, b * path.rate * path.rate if mode in (TAUT, UPPER) else -k * beyond * path.rate, 0.0


@inlined
def energy(path):  # type: ignore[no-untyped-def]
    if path.law == LIMIT:
        beyond = max(path.length - path.upper, 0.0) + min(path.length - path.lower, 0.0)
        return 0.5 * path.stiffness * beyond * beyond
    stretch = path.length - path.free
    k, _ = stiffness_of(path)
    return 0.5 * k * stretch * stretch if k * stretch > 0.0 else 0.0
