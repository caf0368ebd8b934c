"""LINEAR: `F = K s + B l'`; springs and dampers."""

from __future__ import annotations

from vazba._jit import inlined


@inlined
def tension(path):  # type: ignore[no-untyped-def]
    return path.stiffness * (path.length - path.free) + path.damping * path.rate


@inlined
def powers(path):  # type: ignore[no-untyped-def]
    given = -path.stiffness * (path.length - path.free) * path.free_rate
    return given, path.damping * path.rate * path.rate, 0.0


@inlined
def energy(path):  # type: ignore[no-untyped-def]
    stretch = path.length - path.free
    return 0.5 * path.stiffness * stretch * stretch
