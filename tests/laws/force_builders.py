"""Random instances of every force element, planar and spatial, on free bodies or on a joint between two.

A case is one element `E` between the bodies `i`, `j` (and `k` where a path has more points): what it is, how it is added, and which laws it obeys.
A test holds the list against the registry: a new section of force elements needs a case here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.interpolate import CubicSpline
from scipy.spatial.transform import Rotation

import vazba as vz
from vazba.equations.energies import energies
from vazba.equations.forces import all_forces
from vazba.equations.tables import dynamics_of
from vazba.formulations.in_bodies import body_record
from vazba.kinematic.assembly import assemble
from vazba.textbook.matrices import distribution

from .builders import Equations, vector

TABLE = {"table": {"times": [-9, -4, -1, 0, 1, 2, 5, 12], "values": [-300, -90, -25, -2, 20, 70, 180, 700]}}
SPLINE = CubicSpline(
    np.add(TABLE["table"]["times"], 0.5), TABLE["table"]["values"]
).antiderivative()  # over the length, l0 = 0.5


def by_law(length, rate, t):
    return 35.0 * (length - 0.4) + 6.0 * (length - 0.4) ** 3


@dataclass(frozen=True)
class Case:
    """One kind of element."""

    name: str
    section: str
    add: Callable[[vz.Model, np.random.Generator], Any]
    on: str = "points"  # "points", or the type of the joint `J` between i and j
    elastic: bool = False  # its force is the gradient of energy.elastic
    dissipates: bool = False
    internal: bool = True  # it acts between bodies: their momentum stays
    turns: bool = True  # False: given in ground components, which do not turn with the bodies
    potential: Callable[[float], float] | None = None  # energy over its length, where the ledger integrates it


Adding = Callable[[vz.Model, np.random.Generator], Any]


def plain(method: str, *what: Any, **values: Any) -> Adding:
    """Add `m.method("E", ...)` with values that are the same for every instance."""

    def add(m: vz.Model, rng: np.random.Generator) -> Any:
        return getattr(m, method)("E", *what, **values)

    return add


def spring(**values: Any) -> Adding:
    return plain("spring", "P", "Q", **values)


def at_joint(kind: str, coordinate: str, **values: Any) -> Adding:
    return plain(kind, joint="J", coordinate=coordinate, **values)


def cable(count: int, **values: Any) -> Adding:
    return plain("cable", ["P", "Q", "R", "P2", "Q2"][:count], stiffness=200.0, **values)


def bushing(full: bool, damped: bool, points: bool = False, exact: bool = False) -> Adding:
    def add(m: vz.Model, rng: np.random.Generator) -> Any:
        n = 3 if m.dimension == 2 else 6
        root = rng.normal(size=(n, n))
        k = 40 * np.eye(n) + 20 * root @ root.T if full else rng.uniform(20, 90, n)
        values: dict[str, Any] = {"stiffness": k.tolist()}
        if exact and m.dimension == 3:
            values["turns"] = "vector"
        if damped:
            values["damping"] = (np.eye(n) + root.T @ root if full else rng.uniform(1, 5, n)).tolist()
        if points:
            return m.bushing("E", "P", "Q", **values)
        return m.bushing("E", "i", "j", at=vector(rng, m.dimension), **values)

    return add


def force(frame: str | None) -> Adding:
    return lambda m, rng: m.force("E", "P", vector(rng, m.dimension), frame=frame)


def torque(frame: str | None, **on: Any) -> Adding:
    def add(m: vz.Model, rng: np.random.Generator) -> Any:
        return m.torque("E", torque=float(rng.normal()) if m.dimension == 2 else vector(rng, 3), frame=frame, **on)

    return add


def stretched(free: float, *powers: tuple[float, int]) -> Callable[[float], float]:
    """`sum a (length - free)^n`."""
    return lambda length: sum(a * (length - free) ** n for a, n in powers)


def cases() -> list[Case]:
    found = [
        Case("spring", "springs", spring(stiffness=90.0, free_length=0.7), elastic=True),
        Case("spring with damping", "springs", spring(stiffness=90.0, free_length=0.7, damping=7.0), dissipates=True),
        Case("spring by expression", "springs", spring(force="80*x + 9*x**3", free_length=0.5), elastic=True,
             potential=stretched(0.5, (40, 2), (2.25, 4))),
        Case("spring by table", "springs", spring(force=TABLE, free_length=0.5), elastic=True, potential=SPLINE),
        Case("spring by polynomial", "springs", spring(force={"polynomial": [1, 40, 3]}), elastic=True,
             potential=stretched(0, (1, 1), (20, 2), (1, 3))),
        Case("spring by function", "springs", spring(law=by_law)),
        Case("spring by function at angle", "springs", at_joint("spring", "angle", law=by_law), "revolute"),
        Case("spring of moving length", "springs", spring(stiffness=90.0, free_length="0.7 + 0.2*sin(3*t)")),
        Case("curve of moving length", "springs", spring(force="80*x + 9*x**3", free_length="0.7 + 0.2*sin(3*t)")),
        Case("damper", "dampers", plain("damper", "P", "Q", damping=6.0), dissipates=True),
        Case("damper by expression", "dampers", plain("damper", "P", "Q", force="4*x + x*abs(x)"), dissipates=True),
        Case("winch", "actuators", plain("actuator", through=["P", "Q"], tension="5 + sin(4*t)")),
        Case("winch over a pulley", "actuators", plain("actuator", through=["P", "R", "Q"], tension=4.0)),
        Case("reeled cable", "cables", cable(3, damping=9.0, free_length="1 + 0.1*t"), dissipates=True),
        Case("bushing", "bushings", bushing(False, False), elastic=True),
        Case("full bushing", "bushings", bushing(True, False), elastic=True),
        Case("bushing with damping", "bushings", bushing(False, True), dissipates=True),
        Case("full bushing with damping", "bushings", bushing(True, True), dissipates=True),
        Case("bushing of rotation vectors", "bushings", bushing(True, False, exact=True), elastic=True),
        Case("damped bushing of rotation vectors", "bushings", bushing(True, True, exact=True), dissipates=True),
        Case("bushing at points", "bushings", bushing(True, False, points=True), elastic=True),
        Case("force", "forces", force(None), internal=False, turns=False),
        Case("force in body", "forces", force("j"), internal=False),
        Case("torque", "torques", torque(None, body="i"), internal=False, turns=False),
        Case("torque in body", "torques", torque("j", body="i"), internal=False),
        Case("torque between", "torques", torque("i", bodies=("i", "j"))),
        Case("event", "events", plain("event", points=("P", "Q"), value=1.0), elastic=True),
    ]  # fmt: skip
    for count in (2, 3, 4, 5):
        found.append(Case(f"cable of {count} points", "cables", cable(count, free_length=0.5), elastic=True))
        damped = cable(count, damping=9.0, free_length=0.5)
        found.append(Case(f"damped cable of {count} points", "cables", damped, dissipates=True))
    for word, kind in (("angle", "revolute"), ("displacement", "prismatic")):
        free = {"free_angle": 0.2} if word == "angle" else {"free_length": 0.2}
        effort = {"torque": "2*cos(t)"} if word == "angle" else {"force": "2*cos(t)"}
        pin = {"radius": 0.1} if word == "angle" else {}
        found += [
            Case(f"spring at {word}", "springs", at_joint("spring", word, stiffness=50.0, **free), kind, elastic=True),
            Case(f"damped spring at {word}", "springs", at_joint("spring", word, stiffness=50.0, damping=3.0, **free), kind, dissipates=True),
            Case(f"cubic spring at {word}", "springs", at_joint("spring", word, force="30*x + 8*x**3", **free), kind, elastic=True,
                 potential=stretched(0.2, (15, 2), (2, 4))),
            Case(f"damper at {word}", "dampers", at_joint("damper", word, damping=5.0), kind, dissipates=True),
            Case(f"actuator at {word}", "actuators", at_joint("actuator", word, **effort), kind),
            Case(f"controller at {word}", "controllers",
                 at_joint("controller", word, type="pd", target="0.3*sin(t)", kp=20.0, kd=2.0, feedforward=1.5), kind),
            Case(f"stop at {word}", "limits", at_joint("limit", word, upper=-0.3, stiffness=60.0), kind, elastic=True),
            Case(f"damped stop at {word}", "limits", at_joint("limit", word, lower=0.3, stiffness=60.0, damping=4.0), kind, dissipates=True),
            Case(f"friction at {word}", "frictions", at_joint("friction", word, coefficient=0.2, viscous=1.0, speed=0.05, **pin), kind,
                 dissipates=True),
        ]  # fmt: skip
    return found


CASES = {case.name: case for case in cases()}
EVERY = [(name, dimension) for name in CASES for dimension in (2, 3)]


def some(**traits: Any) -> list[tuple[str, int]]:
    """(case, dimension) of all cases with these traits."""
    return [(n, d) for n, d in EVERY if all(getattr(CASES[n], key) == value for key, value in traits.items())]


@dataclass(frozen=True)
class Move:
    """A rigid motion of everything: `p -> turn p + shift`."""

    turn: Any
    shift: Any

    @staticmethod
    def none(dimension: int) -> Move:
        return Move(np.eye(dimension), np.zeros(dimension))

    @staticmethod
    def any(dimension: int, rng: np.random.Generator) -> Move:
        turn = Rotation.from_rotvec([0, 0, rng.uniform(-3, 3)]) if dimension == 2 else Rotation.random(None, rng)
        return Move(turn.as_matrix()[:dimension, :dimension], rng.normal(size=dimension))


def force_model(name: str, dimension: int, seed: int, move: Move | None = None, moving: bool = True) -> vz.Model:
    """A model with the element of a case at a random pose, without gravity: three free bodies, or two joined by `J`.

    `move` turns and shifts all of it (bodies, their velocities, where it is drawn), but not what is given in body components.
    """
    case, rng = CASES[name], np.random.default_rng([seed, dimension, list(CASES).index(name)])
    move = move or Move.none(dimension)
    m = vz.Model("force", dimension=dimension, gravity=(0,) * dimension)
    poses = {}
    for body in "ijk":
        place, speed, spin = rng.normal(size=dimension), rng.normal(size=dimension), rng.normal(size=3)
        turn, angle = Rotation.random(None, rng), rng.uniform(-3, 3)
        poses[body] = (place, turn, angle)
        values: dict[str, Any] = {"position": (move.turn @ place + move.shift).tolist(), "com": vector(rng, dimension), "mass": rng.uniform(1, 3)}  # fmt: skip
        if moving:
            values |= {
                "velocity": (move.turn @ speed).tolist(),
                "angular_velocity": spin[2] if dimension == 2 else spin.tolist(),
            }
        if dimension == 2:
            values |= {"angle": float(angle + np.arctan2(move.turn[1, 0], move.turn[0, 0])), "inertia": rng.uniform(0.5, 2)}  # fmt: skip
        else:
            moved = Rotation.from_matrix(move.turn) * turn
            values |= {
                "orientation": {"quaternion": moved.as_quat(scalar_first=True).tolist()},
                "inertia": rng.uniform(1, 1.5, 3).tolist(),
            }
        if body != "k" or case.on == "points":
            m.body(body, **values)
    for point, body in (("P", "i"), ("Q", "j"), ("R", "k"), ("P2", "i"), ("Q2", "j")):
        local = vector(rng, dimension)
        if body in m.bodies:
            m.point(point, body, local)
    if case.on != "points":
        axes = {"axis": vector(rng, 2)} if dimension == 2 else {"axes": [vector(rng, 3), vector(rng, 3)]}
        if case.on == "revolute" and dimension == 2:
            axes = {}
        m.joint(case.on, "J", points=["P", "Q"], **axes)
    case.add(m, rng)
    bushing = m.bushings.get("E")
    if bushing is not None and bushing.at is not None:
        object.__setattr__(bushing, "at", (move.turn @ bushing.at + move.shift).tolist())
    return m


class Acting(Equations):
    """What acts on a compiled model at any state (but friction, which depends on the reactions)."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.dynamics = dynamics_of(self.system)
        self.record = body_record(self.system, self.dynamics, self.work)

    def on(self, q: Any, v: Any, t: float = 0.0) -> dict[str, Any]:
        """Generalised forces; tension, length, rate and column of every path; the elastic energy."""
        super().at(q, v, t)
        tables = self.system.tables.record
        all_forces(self.record.here, q.ctypes.data, v.ctypes.data, t)
        paths = self.work.paths
        return {
            "force": self.dynamics.force.copy(), "columns": distribution(self.system, self.work),
            "elastic": energies(tables, self.work.record, self.record, v)[2],
            **{key: paths[key].copy() for key in ("tension", "length", "rate")},
        }  # fmt: skip

    def state(self, seed: int) -> tuple[Any, Any]:
        """A closed configuration (free bodies: away from the described one) and velocities that fit nothing."""
        found, rng = assemble(self.system), np.random.default_rng(seed)
        assert found.closed
        away = rng.normal(size=self.system.nv)
        return found.q if self.system.m else self.moved(found.q, away, 0.3), rng.normal(size=self.system.nv)


def acting(model: vz.Model) -> Acting:
    return Acting(vz.compile_model(model))
