"""Random valid instances of every registered joint and of every kind of driver, and their equations at any state.

A joint is made from its schema: two bodies (one may be the ground) at random poses, random local points and axes, a random
positive number for every number that has no default. A joint added to the registry is therefore tested without an edit here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.spatial.transform import Rotation

import vazba.model  # noqa: F401  (registers all elements)
from vazba import Model, System, compile_model
from vazba.algebra.rotations import matrices
from vazba.bodies.space import displaced
from vazba.element import SECTIONS, NumberField
from vazba.joints.joint import PairJoint
from vazba.joints.rows import PERP
from vazba.kinematic.assembly import assemble, row_scales
from vazba.kinematic.evaluate import evaluate, work_for
from vazba.kinematic.rank import dense_jacobian

LAW = "0.3 + 0.45*t + 0.2*sin(1.3*t + 0.4)"
LAWS = ("0.3 + 0.4*t + 0.2*sin(1.3*t)", "0.9 - 0.2*t**2", "0.5*cos(t) + 0.1*t")
WHERE = ("both", "first", "second")  # which bodies move: both, or the first / second with the other one the ground


def f_of(text: str, t: float) -> tuple[float, float, float]:
    """A law of this file and its two derivatives, by hand."""
    s, c = np.sin, np.cos
    return {
        LAW: (
            0.3 + 0.45 * t + 0.2 * s(1.3 * t + 0.4),
            0.45 + 0.26 * c(1.3 * t + 0.4),
            -0.338 * s(1.3 * t + 0.4),
        ),
        LAWS[0]: (0.3 + 0.4 * t + 0.2 * s(1.3 * t), 0.4 + 0.26 * c(1.3 * t), -0.338 * s(1.3 * t)),
        LAWS[1]: (0.9 - 0.2 * t**2, -0.4 * t, -0.4),
        LAWS[2]: (0.5 * c(t) + 0.1 * t, -0.5 * s(t) + 0.1, -0.5 * c(t)),
    }[text]


def vector(rng: np.random.Generator, dimension: int) -> list[float]:
    """A vector of about unit length, not a short one."""
    v = rng.normal(size=dimension)
    return (v / np.linalg.norm(v) * rng.uniform(0.5, 1.5)).tolist()


def pair_joints() -> list[tuple[str, int]]:
    """(type, dimension) of every registered joint between two bodies."""
    types = SECTIONS["joints"].types
    return [(str(name), dim) for name, cls in types.items() if issubclass(cls, PairJoint) for dim in cls.DIMS]


def couplings() -> list[tuple[str, int]]:
    """(type, dimension) of every registered joint that couples two others."""
    types = SECTIONS["joints"].types
    return [(str(name), dim) for name, cls in types.items() if not issubclass(cls, PairJoint) for dim in cls.DIMS]


def driven_coordinates() -> list[tuple[str, int, str]]:
    """(type, dimension, coordinate) of every joint coordinate that can be driven."""
    types = SECTIONS["joints"].types
    return [(kind, dim, c.name) for kind, dim in pair_joints() for c in types[kind].COORDINATES.get(dim, ())]


FREE_DRIVERS = {  # drivers that need no joint: kind -> dimensions
    "distance": (2, 3), "vector": (2, 3), "vector in body": (2, 3), "one component": (2, 3), "one component in body": (2, 3),
    "point": (2, 3), "point y": (2, 3), "angle of body": (2,), "angle of bodies": (2,),
    "orientation of body": (3,), "orientation of bodies": (3,),
}  # fmt: skip


def new_model(rng: np.random.Generator, dimension: int, where: str = "both") -> tuple[Model, str, str]:
    """A model with bodies at random poses; the names of the first and the second body of an element to be tested."""
    m = Model("law", dimension=dimension)
    for name in ("i", "j"):
        if dimension == 2:
            m.body(name, position=vector(rng, 2), angle=rng.uniform(-3, 3))
        else:
            m.body(name, position=vector(rng, 3), orientation={"quaternion": vector(rng, 4)})
    return m, "ground" if where == "second" else "i", "ground" if where == "first" else "j"


def numbers_for(cls: Any, rng: np.random.Generator, dimension: int) -> dict[str, Any]:
    """A positive number for every number a record must be given."""
    schema = cls.schema().items()
    return {
        k: rng.uniform(0.3, 1.0) for k, f in schema if isinstance(f, NumberField) and f.required and dimension in f.dims
    }


def add_joint(
    m: Model, kind: str, rng: np.random.Generator, first: str, second: str, form: str = "points", name: str = "J"
) -> None:
    """Add a random joint: by local points and axes (`form` "points"), or drawn in the described pose ("drawn")."""
    cls: Any = SECTIONS["joints"].types[kind]
    dim = m.dimension
    values = numbers_for(cls, rng, dim)
    needs_axis = dim in cls.NEEDS_AXIS
    if form == "points" or kind == "distance":  # a rod has two end points: there is no place to draw it at
        m.point(f"{name}_P", first, vector(rng, dim))
        m.point(f"{name}_Q", second, vector(rng, dim))
        values["points"] = [f"{name}_P", f"{name}_Q"]
        if needs_axis and dim == 2:
            values["axis"] = vector(rng, 2)
        elif needs_axis:
            values["axes"] = [vector(rng, 3), vector(rng, 3)]
    else:
        values |= {"bodies": [first, second], "at": vector(rng, dim)}
        if needs_axis and kind == "universal":
            arm = np.array(vector(rng, 3))
            values["axes"] = [arm.tolist(), np.cross(arm, vector(rng, 3)).tolist()]
        elif needs_axis:
            values["axis"] = vector(rng, dim)
    m.joint(kind, name, **values)


def joint_model(
    kind: str, dimension: int, rng: np.random.Generator, where: str = "both", form: str = "points"
) -> Model:
    """A model with one random joint `J` between `i` and `j` (or the ground)."""
    m, first, second = new_model(rng, dimension, where)
    add_joint(m, kind, rng, first, second, form)
    return m


def coupling_model(kind: str, dimension: int, rng: np.random.Generator) -> Model:
    """Two joints on a moving carrier, and the coupling `C` between their coordinates."""
    m, first, second = new_model(rng, dimension)
    if dimension == 2:
        m.body("k", position=vector(rng, 2), angle=rng.uniform(-3, 3))
    else:
        m.body("k", position=vector(rng, 3), orientation={"quaternion": vector(rng, 4)})
    cls: Any = SECTIONS["joints"].types[kind]
    carrier = {"angle": "revolute", "displacement": "prismatic"}
    add_joint(m, carrier[cls.WANTED[0]], rng, first, second, name="A")
    add_joint(m, carrier[cls.WANTED[1]], rng, first, "k", name="B")
    values = numbers_for(cls, rng, dimension)
    if kind == "gear":
        values["ratio"] = -1.7
    m.joint(kind, "C", joints=["A", "B"], offset=0.37, **values)
    return m


def driver_model(kind: str, dimension: int, rng: np.random.Generator, where: str = "both") -> Model:
    """A model with one driver `D` of a kind in `FREE_DRIVERS`."""
    m, first, second = new_model(rng, dimension, where)
    m.point("P", first, vector(rng, dimension))
    m.point("Q", second, vector(rng, dimension))
    laws = list(LAWS[:dimension])
    moving = second if second != "ground" else first
    if kind == "distance":
        m.drive("D", points=("P", "Q"), distance=LAW)
    elif kind.startswith("vector"):
        m.drive("D", points=("P", "Q"), vector=laws, **({"frame": first} if kind.endswith("body") else {}))
    elif kind.startswith("one component"):
        m.drive("D", points=("P", "Q"), y=LAW, **({"frame": first} if kind.endswith("body") else {}))
    elif kind == "point":
        m.drive("D", point="P" if moving == first else "Q", position=laws)
    elif kind == "point y":
        m.drive("D", point="P" if moving == first else "Q", y=LAW)
    elif kind == "angle of body":
        m.drive("D", body=moving, angle=LAW)
    elif kind == "angle of bodies":
        m.drive("D", bodies=(first, second), angle=LAW)
    elif kind == "orientation of body":
        m.drive("D", body=moving, orientation={"cardan": list(LAWS)})
    else:
        m.drive("D", bodies=(first, second), orientation={"cardan": list(LAWS)})
    return m


def driven_joint_model(
    kind: str, dimension: int, coordinate: str, rng: np.random.Generator, where: str = "both", form: str = "points"
) -> Model:
    """A random joint with one coordinate driven."""
    m = joint_model(kind, dimension, rng, where, form)
    m.drive("D", joint="J", **{coordinate: LAW})
    return m


@dataclass
class Equations:
    """The equations of a compiled model at any state, in metres and radians (the solver's row scales taken out)."""

    system: System

    def __post_init__(self) -> None:
        self.work = work_for(self.system)
        self.scale = row_scales(self.system)

    def at(self, q: Any, v: Any = None, t: float = 0.0) -> dict[str, Any]:
        """`phi`, `nu`, `gamma`, `jacobian` and the joint coordinates with their rates."""
        v = np.zeros(self.system.nv) if v is None else v
        evaluate(self.system, self.work, q, v, t)  # remembers turns: angles do not jump between neighbouring states
        j = dense_jacobian(self.system, self.work)
        out = {key: getattr(self.work, key) / self.scale for key in ("phi", "nu", "gamma")}
        return out | {
            "jacobian": j / self.scale[:, None],
            "coordinates": self.work.coordinates.copy(),
            "rates": self.work.rates.copy(),
        }

    def settle(self, q: Any, t: float = 0.0) -> None:
        """Let whole turns be counted from this state on (the equations of angles then are smooth around it)."""
        self.at(q, None, t)
        self.at(q, None, t)

    def random_state(self, rng: np.random.Generator) -> tuple[Any, Any]:
        """Coordinates and velocities that satisfy nothing."""
        nb, dim = len(self.system.body_names), self.system.dimension
        if dim == 2:
            q = np.column_stack([rng.normal(size=(nb, 2)), rng.uniform(-3, 3, nb)]).ravel()
        else:
            q = np.column_stack([rng.normal(size=(nb, 3)), Rotation.random(nb, rng).as_quat(scalar_first=True)]).ravel()
        return q, rng.normal(size=self.system.nv)

    def moved(self, q: Any, step: Any, scale: float = 1.0) -> Any:
        """Coordinates after a displacement in the velocity variables."""
        return displaced(self.system.dimension, q, np.asarray(step, float), scale)

    def pose(self, q: Any, body: str) -> tuple[Any, Any]:
        """Origin and rotation matrix (3x3) of a body or the ground."""
        if body == "ground":
            return np.zeros(3), np.eye(3)
        k = self.system.body_names.index(body)
        if self.system.dimension == 2:
            x, y, phi = q[3 * k : 3 * k + 3]
            return np.array([x, y, 0.0]), Rotation.from_rotvec([0, 0, phi]).as_matrix()
        return q[7 * k : 7 * k + 3], matrices(q[7 * k + 3 : 7 * k + 7])


def compiled(model: Model) -> Equations:
    return Equations(compile_model(model))


def closed_state(model: Model, t: float = 0.0) -> tuple[Equations, Any]:
    """A configuration that satisfies the joint `J` of a model, its axes pointing the same way."""
    equations = compiled(model)
    found = assemble(equations.system, t)
    assert found.closed, found.gaps
    assert not opposed_axes(equations, found.q)
    equations.work.turns[:] = found.work.turns
    return equations, found.q


def opposed_axes(equations: Equations, q: Any) -> bool:
    """True when axes that a joint's rows align lie on one line but point in opposite ways."""
    tables = equations.system.tables
    rows = tables.rows[tables.rows["kind"] == PERP]
    if len(rows) < 2:  # the arms of a universal joint stay perpendicular: nothing is aligned
        return False
    for row in rows:
        axes = {}
        for side in ("a", "b"):
            frame = tables.frames[row[side]]
            body = "ground" if frame["body"] < 0 else equations.system.body_names[frame["body"]]
            axes[side] = equations.pose(q, body)[1] @ frame["f"].reshape(3, 3)
        if any(axes["a"][:, k] @ axes["b"][:, k] < -1 + 1e-6 for k in range(3)):
            return True
    return False
