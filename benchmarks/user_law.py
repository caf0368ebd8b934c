"""Law of one's own, 400 springs: what a Python function costs more than the built-in law, for each call."""

from __future__ import annotations

import itertools
from typing import Any

import measure
import numpy as np
import peers

import vazba as vz

BODIES, SPRINGS = 20, 400
UNTIL, EVERY, TURNS = 1.0, 0.1, 9
K, B, FREE = 300.0, 4.0, 0.6
HOW = {"integrator": "dop853", "rtol": 1e-8, "atol": 1e-8}
TARGET = 10e-9  # s


def linear(length: float, rate: float, t: float) -> float:  # noqa: ARG001
    return K * (length - FREE) + B * rate


def of_the_state(length: float, rate: float, t: float, q: Any, v: Any) -> float:  # noqa: ARG001
    """The same; that it may look at all coordinates must cost nothing."""
    return K * (length - FREE) + B * rate + 0.0 * q[0] * v[0]


def model(**law: Any) -> vz.Model:
    """Free bodies, each tied to the next by many springs."""
    rng = np.random.default_rng(1)
    m = vz.Model("springs", dimension=3, gravity=(0, 0, 0))
    for k in range(BODIES):
        m.body(
            f"b{k}", position=(float(k), 0, 0), mass=2.0, inertia=[0.3, 0.4, 0.5], velocity=rng.normal(size=3).tolist()
        )
    for n, (a, b) in enumerate(itertools.islice(itertools.cycle(itertools.pairwise(range(BODIES))), SPRINGS)):
        for end, body in ((f"a{n}", a), (f"z{n}", b)):
            m.point(end, f"b{body}", rng.uniform(-0.3, 0.3, 3).tolist())
        m.spring(f"s{n}", f"a{n}", f"z{n}", **law)
    return m


def run() -> bool:
    ways = {
        "built-in": peers.Own(model(stiffness=K, damping=B, free_length=FREE), UNTIL, EVERY, last_place, **HOW),
        "f(length, rate, t)": peers.Own(model(law=linear), UNTIL, EVERY, last_place, **HOW),
        "f(length, rate, t, q, v)": peers.Own(model(law=of_the_state), UNTIL, EVERY, last_place, **HOW),
    }
    found = {name: job() for name, job in ways.items()}  # compiles
    least = dict.fromkeys(ways, float("inf"))
    for _ in range(TURNS):
        for name, job in ways.items():
            job()
            least[name] = min(least[name], job.seconds)
    calls = {name: job.info["evaluations"] * SPRINGS for name, job in ways.items()}
    each = {name: least[name] / calls[name] for name in ways}
    measure.row("", "CPU ms", "evaluations", "ns a spring")
    for name, job in ways.items():
        measure.row(name, f"{least[name] * 1e3:.2f}", job.info["evaluations"], f"{each[name] * 1e9:.1f}")
    same = max(float(np.abs(x - found["built-in"]).max()) for x in found.values())
    measure.row("largest difference of the last places", f"{same:.1e} m")
    more = max(each.values()) - each["built-in"]
    return measure.verdict(
        more < TARGET and same < 1e-6,
        f"below {TARGET * 1e9:.0f} ns a call more than a built-in law (measured {more * 1e9:.1f} ns)",
    )


def last_place(result: vz.Result) -> np.ndarray:
    """Where the bodies are at the end."""
    return np.array([[result[f"b{k}"][c][-1] for c in "xyz"] for k in range(BODIES)])
