"""`vazba warmup`."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from vazba.cli.say import counted, duration, say

if TYPE_CHECKING:
    from vazba.model import Model


def warmup() -> None:
    """Compile now what the first run would compile; later runs start at once."""
    from vazba._jit import CACHE
    from vazba.cli.compiling import announce, files

    announce("simulate")
    before, started = files(), time.perf_counter()
    compile_all()
    made = files() - before
    if made:
        say(f"compiled {counted(made, 'piece')} of code in {duration(time.perf_counter() - started)}, kept in {CACHE}")
    elif before:
        say(f"everything is compiled already: {counted(before, 'piece')} of code in {CACHE}")
    else:
        say(f"compiled, but nothing could be kept in {CACHE}; set VAZBA_CACHE to a folder you may write to")


def compile_all() -> None:
    """One small planar and one small spatial run: the kernels are the same for all models."""
    from vazba.dynamics.run import simulate
    from vazba.kinematic.check import check
    from vazba.kinematic.run import kinematics
    from vazba.statics.modes import modes

    for model in (slider_crank(), _spatial()):
        check(model)
        kinematics(model, until=0.1, every=0.05)
    short: dict[str, Any] = {"until": 0.01, "every": 0.005}
    for integrator in ("dop853", "radau", "generalized_alpha"):
        simulate(_hanging(), **short, method="absolute", integrator=integrator)
    simulate(_hanging(), **short, method="recursive", integrator="generalized_alpha")
    for method in ("absolute", "recursive", "minimal"):
        simulate(_chain(), **short, method=method)
        simulate(_swinging(), **short, method=method)
    for model in (_hanging(), _chain(), _swinging()):
        modes(model, at="drawn")
    for model in (_four_bar(), _top()):
        simulate(model, **short)


def _hanging() -> Model:
    """A pendulum held by a cable: what a dynamic run needs."""
    from vazba.model import Model

    m = Model("hanging", dimension=2)
    m.body("rod", mass=1.0, inertia=0.1, com=(0.5, 0.0))
    m.revolute("A", "ground", "rod", at=(0, 0))
    m.cable("c", [m.point("O", "ground", (0, 1)), m.point("P", "rod", (1, 0))], stiffness=10.0, free_length=1.0)
    return m


def _chain() -> Model:
    """Many pins, a load, a bushing and friction: the kernels only some models need."""
    from vazba.model import Model

    m = Model("chain", dimension=2)
    for k in range(12):
        m.body(f"b{k}", position=(k + 0.5, 0), mass=1.0, inertia=0.1)
        m.revolute(f"j{k}", f"b{k - 1}" if k else "ground", f"b{k}", at=(k, 0))
    m.force("push", m.point("P", "b11", (0.5, 0)), (0, 1), start=0.005)
    m.bushing("u", "ground", "b11", at=(12, 0), stiffness=(1, 1, 1))
    m.friction("f", "j0", coefficient=0.1, radius=0.01)
    return m


def _four_bar() -> Model:
    """Nothing but gravity and a loop of pins: what has a power series."""
    from vazba.model import Model

    m = Model("four-bar", dimension=2)
    for name, start, end in (("crank", (0, 0), (0, 1)), ("coupler", (0, 1), (2, 2)), ("rocker", (2, 0), (2, 2))):
        m.rod(name, start, end, diameter=0.02, density=1000.0)
    for one, two, at in (
        ("ground", "crank", (0, 0)), ("crank", "coupler", (0, 1)), ("coupler", "rocker", (2, 2)), ("ground", "rocker", (2, 0)),
    ):  # fmt: skip
        m.revolute(one, two, at=at)
    return m


def _top() -> Model:
    """A tree in space without loops."""
    from vazba.model import Model

    m = Model("top", dimension=3)
    m.body("top", position=(0.5, 0, 0), mass=1.0, inertia=(0.1, 0.1, 0.1))
    m.spherical("A", "ground", "top", at=(0, 0, 0))
    return m


def _swinging() -> Model:
    """Two bodies in space on a ball and a pin, closed by a rod."""
    from vazba.model import Model

    m = Model("swinging", dimension=3)
    m.body("a", position=(0.5, 0, 0), mass=1.0, inertia=(0.1, 0.1, 0.1))
    m.body("b", position=(1.5, 0, 0), mass=1.0, inertia=(0.1, 0.1, 0.1))
    m.spherical("A", "ground", "a", at=(0, 0, 0))
    m.revolute("B", "a", "b", at=(1, 0, 0), axis=(0, 1, 0))
    m.distance("rod", m.point("P", "b", (0.5, 0, 0)), m.point("G", "ground", (2, 1, 0)))
    return m


def slider_crank() -> Model:
    """Crank 1, rod 5, slider on the line y = 4, crank angle t^2 + pi/2: its motion is known in closed form."""
    from vazba.model import Model

    m = Model("slider-crank", dimension=2)
    m.body("crank", angle="90*deg")
    m.body("rod", position=(0, 1), angle="37*deg")
    m.body("slider", position=(4, 4))
    m.point("B1", "crank", (1, 0))
    m.point("B2", "rod", (0, 0))
    m.point("C2", "rod", (5, 0))
    m.point("C3", "slider", (0, 0))
    m.point("G", "ground", (0, 4))
    m.revolute("A", "ground", "crank", at=(0, 0))
    m.revolute("B", "B1", "B2")
    m.revolute("C", "C2", "C3")
    m.prismatic("S", "C3", "G", axis=(1, 0))
    m.drive("A", angle="t**2 + pi/2")
    return m


def _spatial() -> Model:
    from vazba.model import Model

    m = Model("arm", dimension=3)
    m.body("arm", position=(0.5, 0, 0))
    m.body("hand", position=(1.5, 0, 0))
    m.revolute("shoulder", "ground", "arm", at=(0, 0, 0), axis=(0, 0, 1))
    m.revolute("elbow", "arm", "hand", at=(1, 0, 0), axis=(0, 1, 0))
    m.drive("shoulder", angle="sin(t)")
    m.drive("elbow", angle="t")
    return m
