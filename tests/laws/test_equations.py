"""Phi, Jacobian and gamma against the closed formulas of the theory, written out here a second time with NumPy.

`i` is the first body, `j` the second, `d = r_j + S_j s_B - r_i - S_i s_A`, velocities `(r', w)` with w in body components.
States are random and satisfy nothing.
"""

from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from vazba import Model

from .builders import LAW, LAWS, WHERE, compiled, coupling_model, driver_model, f_of, joint_model, new_model, vector

OMEGA = np.array([[0.0, -1.0], [1.0, 0.0]])


def rotation(phi):
    return np.array([[np.cos(phi), -np.sin(phi)], [np.sin(phi), np.cos(phi)]])


def cross_matrix(a):
    return np.array([[0, -a[2], a[1]], [a[2], 0, -a[0]], [-a[1], a[0], 0]])


def unit(a):
    return np.array(a) / np.linalg.norm(a)


class Planar:
    """Coordinates of two planar bodies by the letters of the theory; the ground stands still."""

    def __init__(self, equations, q, v, first, second, s_a, s_b):
        names = equations.system.body_names
        for letter, name in (("i", first), ("j", second)):
            k = names.index(name) if name != "ground" else None
            state = (np.zeros(3), np.zeros(3)) if k is None else (q[3 * k : 3 * k + 3], v[3 * k : 3 * k + 3])
            setattr(self, f"r_{letter}", state[0][:2])
            setattr(self, f"phi_{letter}", state[0][2])
            setattr(self, f"R_{letter}", rotation(state[0][2]))
            setattr(self, f"v_{letter}", state[1][:2])
            setattr(self, f"w_{letter}", state[1][2])
        self.s_a, self.s_b = np.array(s_a), np.array(s_b)
        self.d = self.r_j + self.R_j @ self.s_b - self.r_i - self.R_i @ self.s_a
        self.columns = [
            None if n == "ground" else slice(3 * names.index(n), 3 * names.index(n) + 3) for n in (first, second)
        ]
        self.nv = 3 * len(names)

    def blocks(self, r_i, phi_i, r_j, phi_j):
        """A Jacobian from its four blocks; those of the ground fall away."""
        full = np.zeros((len(np.atleast_2d(r_i)), self.nv))
        for columns, r, phi in zip(self.columns, (r_i, r_j), (phi_i, phi_j)):
            if columns is not None:
                full[:, columns] = np.column_stack([np.atleast_2d(r), np.atleast_1d(phi)])
        return full

    def revolute(self):
        arm_i, arm_j = self.R_i @ self.s_a, self.R_j @ self.s_b
        phi = self.r_i + arm_i - self.r_j - arm_j
        jacobian = self.blocks(np.eye(2), OMEGA @ arm_i, -np.eye(2), -OMEGA @ arm_j)
        return phi, jacobian, arm_i * self.w_i**2 - arm_j * self.w_j**2

    def angle(self, phi_0):
        zero = np.zeros((1, 2))
        return [self.phi_i - self.phi_j - phi_0], self.blocks(zero, 1.0, zero, -1.0), [0.0]

    def point_on_line(self, v):
        n = self.R_j @ v
        across = self.r_j - self.r_i - self.R_i @ self.s_a
        jacobian = self.blocks(-n, -n @ OMEGA @ self.R_i @ self.s_a, n, -n @ OMEGA @ across)
        gamma = n @ (
            2 * OMEGA @ (self.v_j - self.v_i) * self.w_j
            + (self.r_j - self.r_i) * self.w_j**2
            - self.R_i @ self.s_a * (self.w_j - self.w_i) ** 2
        )
        return [n @ self.d], jacobian, [gamma]

    def vector_in_body(self, f, f2):
        back, arm = self.R_i.T, self.R_j @ self.s_b
        phi = back @ (self.r_j + arm - self.r_i) - self.s_a - f
        jacobian = self.blocks(-back, -back @ OMEGA @ (self.r_j + arm - self.r_i), back, back @ OMEGA @ arm)
        gamma = back @ (
            2 * OMEGA @ (self.v_j - self.v_i) * self.w_i
            + (self.r_j - self.r_i) * self.w_i**2
            + arm * (self.w_j - self.w_i) ** 2
        )
        return phi, jacobian, gamma + f2

    def vector_in_ground(self, f, f2):
        phi, jacobian, gamma = self.revolute()
        return -phi - f, -jacobian, -gamma + f2


def planar_cases(where, rng):
    """(name, model, formulas): every planar equation of the theory."""
    _, first, second = new_model(np.random.default_rng(0), 2, where)
    s_a, s_b, u = vector(rng, 2), vector(rng, 2), vector(rng, 2)
    normal = OMEGA @ unit(u)

    def model():
        m, _, _ = new_model(rng, 2, where)
        m.point("P", first, s_a)
        m.point("Q", second, s_b)
        return m

    def stacked(*parts):
        return tuple(np.concatenate([np.atleast_1d(part[k]) for part in parts]) for k in range(3))

    def states(m):
        equations = compiled(m)
        q, v = equations.random_state(rng)
        t = float(rng.uniform(0, 2))
        return equations.at(q, v, t), Planar(equations, q, v, first, second, s_a, s_b), t

    m = model()
    m.revolute("J", "P", "Q")
    found, p, _ = states(m)
    yield "revolute", found, p.revolute()
    m = model()
    m.fixed("J", "P", "Q", angle=0.4)  # of the second relative to the first: phi_i - phi_j - phi0 with phi0 = -0.4
    found, p, _ = states(m)
    yield "fixed", found, stacked(p.revolute(), p.angle(-0.4))
    m = model()
    m.slot("J", "P", "Q", axis=u)
    found, p, _ = states(m)
    yield "slot", found, p.point_on_line(normal)
    m = model()
    m.prismatic("J", "P", "Q", axis=u)
    found, p, _ = states(m)
    yield "prismatic", found, stacked(p.angle(0.0), p.point_on_line(normal))
    m = model()
    m.prismatic("J", "P", "Q", axis=u, angle=-0.7)
    m.drive("D", joint="J", displacement=LAW)
    found, p, t = states(m)
    f, _, f2 = f_of(LAW, t)
    along = p.point_on_line(unit(u))
    driven = ([along[0][0] - f], along[1], [along[2][0] + f2])
    yield "prismatic with phi0, displacement", found, stacked(p.angle(0.7), p.point_on_line(normal), driven)
    m = model()
    m.revolute("J", "P", "Q")
    m.drive("D", joint="J", angle=LAW)
    found, p, t = states(m)
    f, _, f2 = f_of(LAW, t)
    phi, jacobian, _ = p.angle(0.0)
    yield "rotation of a revolute", found, stacked(p.revolute(), ([-phi[0] - f], -jacobian, [f2]))
    m = model()
    m.drive("D", bodies=(first, second), angle=LAW)
    found, p, t = states(m)
    f, _, f2 = f_of(LAW, t)
    phi, jacobian, _ = p.angle(0.0)
    yield "relative angle", found, ([-phi[0] - f], -jacobian, [f2])
    m = model()
    m.drive("D", points=("P", "Q"), vector=list(LAWS[:2]))
    found, p, t = states(m)
    f, f2 = (np.array([f_of(law, t)[k] for law in LAWS[:2]]) for k in (0, 2))
    yield "vector in ground components", found, p.vector_in_ground(f, f2)
    if first != "ground":
        m = model()
        m.drive("D", points=("P", "Q"), vector=list(LAWS[:2]), frame=first)
        found, p, t = states(m)
        f, f2 = (np.array([f_of(law, t)[k] for law in LAWS[:2]]) for k in (0, 2))
        yield "vector in body i", found, p.vector_in_body(f, f2)


@pytest.mark.parametrize("where", WHERE)
@pytest.mark.parametrize("seed", range(4))
def test_planar_equations(where, seed):
    names = []
    for name, found, (phi, jacobian, gamma) in planar_cases(where, np.random.default_rng(100 + seed)):
        names.append(name)
        if name.startswith(("prismatic", "fixed")):  # the whole turns of an angle that is held are those drawn
            phi = phi + 2 * np.pi * np.rint((found["phi"] - phi) / (2 * np.pi))
        assert np.allclose(found["phi"], phi, rtol=0, atol=1e-13), name
        assert np.allclose(found["jacobian"], jacobian, rtol=0, atol=1e-13), name
        assert np.allclose(found["gamma"], gamma, rtol=1e-12, atol=1e-12), name
    assert len(names) == (8 if where == "second" else 9)


class Spatial:
    """Poses and velocities of the two bodies of a spatial joint, ground components except `w` (body components)."""

    def __init__(self, equations, q, v, model, points=("J_P", "J_Q")):
        names = equations.system.body_names
        self.columns = {}
        for letter, name in zip("ij", points):
            body = model.points[name].body
            r, s = equations.pose(q, body)
            k = None if body == "ground" else names.index(body)
            rates = np.zeros(6) if k is None else v[6 * k : 6 * k + 6]
            setattr(self, f"r_{letter}", r)
            setattr(self, f"S_{letter}", s)
            setattr(self, f"v_{letter}", rates[:3])
            setattr(self, f"w_{letter}", rates[3:])
            setattr(self, "s_a" if letter == "i" else "s_b", np.array(model.points[name].position, float))
            self.columns[letter] = k
        self.nv = 6 * len(names)
        self.d = self.r_j + self.S_j @ self.s_b - self.r_i - self.S_i @ self.s_a

    def coincidence(self):
        phi = self.r_i + self.S_i @ self.s_a - self.r_j - self.S_j @ self.s_b
        jacobian = np.zeros((3, self.nv))
        if self.columns["i"] is not None:
            k = 6 * self.columns["i"]
            jacobian[:, k : k + 6] = np.hstack([np.eye(3), -self.S_i @ cross_matrix(self.s_a)])
        if self.columns["j"] is not None:
            k = 6 * self.columns["j"]
            jacobian[:, k : k + 6] = np.hstack([-np.eye(3), self.S_j @ cross_matrix(self.s_b)])
        w_i, w_j = cross_matrix(self.w_i), cross_matrix(self.w_j)
        return phi, jacobian, self.S_j @ w_j @ w_j @ self.s_b - self.S_i @ w_i @ w_i @ self.s_a


def spatial(kind, where, rng):
    model = joint_model(kind, 3, rng, where)
    equations = compiled(model)
    q, v = equations.random_state(rng)
    axes = model.joints["J"].axes
    n_i, n_j = (unit(a) for a in axes) if axes is not None else (None, None)
    s = Spatial(equations, q, v, model)
    axis_i, axis_j = (None, None) if axes is None else (s.S_i @ n_i, s.S_j @ n_j)
    return model, equations, equations.at(q, v), s, axis_i, axis_j


@pytest.mark.parametrize("where", WHERE)
@pytest.mark.parametrize("kind", ["spherical", "revolute", "universal", "fixed"])
def test_coincidence_rows(kind, where):
    for seed in range(3):
        _, _, found, s, _, _ = spatial(kind, where, np.random.default_rng(seed))
        phi, jacobian, gamma = s.coincidence()
        assert np.allclose(found["phi"][:3], phi, rtol=0, atol=1e-14)
        assert np.allclose(found["jacobian"][:3], jacobian, rtol=0, atol=1e-14)
        assert np.allclose(found["gamma"][:3], gamma, rtol=1e-12, atol=1e-13)


def gaps(model, found):
    """(translation rows, rotation rows) of the joint's Phi, without the coincidence rows of a pin or ball."""
    directions = compiled(model).system.groups[0].directions
    moves = [k for k, word in enumerate(directions) if word.startswith("translation local")]
    turns = [k for k, word in enumerate(directions) if word.startswith("rotation")]
    return found["phi"][moves], found["phi"][turns]


@pytest.mark.parametrize("where", WHERE)
@pytest.mark.parametrize("seed", range(3))
def test_other_spatial_rows_whatever_the_choice_of_normals(where, seed):
    """Two normals of an axis may be chosen freely: the sum of squares of their two rows does not depend on the choice."""
    for kind in ("revolute", "cylindrical", "prismatic", "planar", "screw"):
        model, _, found, s, axis_i, axis_j = spatial(kind, where, np.random.default_rng(seed))
        moves, turns = gaps(model, found)
        assert turns[:2] @ turns[:2] == pytest.approx(np.linalg.norm(np.cross(axis_i, axis_j)) ** 2, abs=1e-13), kind
        if kind in ("cylindrical", "prismatic", "screw"):
            assert moves @ moves == pytest.approx(np.linalg.norm(np.cross(axis_j, s.d)) ** 2, abs=1e-13), kind
        if kind == "planar":
            assert moves[0] == pytest.approx(axis_i @ s.d, abs=1e-13)
    model, _, found, s, _, axis_j = spatial("point_on_line", where, np.random.default_rng(seed))
    assert found["phi"] @ found["phi"] == pytest.approx(np.linalg.norm(np.cross(axis_j, s.d)) ** 2, abs=1e-13)
    model, _, found, s, _, axis_j = spatial("point_on_plane", where, np.random.default_rng(seed))
    assert found["phi"] == pytest.approx([axis_j @ s.d], abs=1e-13)
    model, _, found, s, axis_i, axis_j = spatial("universal", where, np.random.default_rng(seed))
    assert found["phi"][3] == pytest.approx(axis_i @ axis_j, abs=1e-13)


@pytest.mark.parametrize("dimension", [2, 3])
@pytest.mark.parametrize("where", WHERE)
def test_distance(dimension, where):
    m, first, second = new_model(np.random.default_rng(5), dimension, where)
    s_a, s_b = vector(np.random.default_rng(6), dimension), vector(np.random.default_rng(7), dimension)
    m.point("P", first, s_a)
    m.point("Q", second, s_b)
    m.distance("J", "P", "Q", length=0.8)
    m.drive("D", points=("P", "Q"), distance=LAW)
    equations = compiled(m)
    q, v = equations.random_state(np.random.default_rng(8))
    ends = []
    for body, local in ((first, s_a), (second, s_b)):
        r, s = equations.pose(q, body)
        ends.append(r + s @ np.array([*local, 0.0][:3]))
    length = np.linalg.norm(ends[1] - ends[0])
    assert equations.at(q, v, 0.6)["phi"] == pytest.approx([length - 0.8, length - f_of(LAW, 0.6)[0]], abs=1e-14)


def test_z_axes_make_the_bases_those_of_the_bodies():
    """With both axes along z nothing is free to choose: `a_x . b_y = 0` of a guide, displacement and angle of a screw."""
    rng = np.random.default_rng(9)
    for kind in ("prismatic", "screw"):
        m, _, _ = new_model(rng, 3)
        m.point("P", "i", vector(rng, 3))
        m.point("Q", "j", vector(rng, 3))
        more = {"lead": 0.8} if kind == "screw" else {}
        m.joint(kind, "J", points=["P", "Q"], axes=[[0, 0, 1], [0, 0, 1]], **more)
        equations = compiled(m)
        q, v = equations.random_state(rng)
        s = Spatial(equations, q, v, m, ("P", "Q"))
        found = equations.at(q, v)
        directions = equations.system.groups[0].directions
        if kind == "prismatic":
            row = directions.index("rotation about local z")
            assert found["phi"][row] == pytest.approx(s.S_i[:, 0] @ s.S_j[:, 1], abs=1e-14)
        else:
            angle = np.arctan2(s.S_i[:, 1] @ s.S_j[:, 0], s.S_i[:, 0] @ s.S_j[:, 0])
            thread = s.S_j[:, 2] @ s.d - 0.8 / (2 * np.pi) * angle
            assert found["phi"][directions.index("thread")] == pytest.approx(thread, abs=1e-14)


@pytest.mark.parametrize("where", WHERE)
def test_driven_vectors_points_and_orientations_in_space(where):
    rng = np.random.default_rng(10)
    for kind in ("vector", "vector in body", "one component", "one component in body", "point", "point y"):
        m = driver_model(kind, 3, rng, where)
        if "in body" in kind and where == "second":
            continue
        equations = compiled(m)
        q, v = equations.random_state(rng)
        s = Spatial(equations, q, v, m, ("P", "Q"))
        t = 0.9
        f = np.array([f_of(law, t)[0] for law in LAWS])
        p = s.r_i + s.S_i @ s.s_a if where == "first" else s.r_j + s.S_j @ s.s_b
        expected = {
            "vector": s.d - f, "vector in body": s.S_i.T @ (s.r_j + s.S_j @ s.s_b - s.r_i) - s.s_a - f,
            "one component": [s.d[1] - f_of(LAW, t)[0]], "one component in body": [s.S_i[:, 1] @ s.d - f_of(LAW, t)[0]],
            "point": p - f, "point y": [p[1] - f_of(LAW, t)[0]],
        }[kind]  # fmt: skip
        assert equations.at(q, v, t)["phi"] == pytest.approx(np.array(expected), abs=1e-13), kind


def cardan(a, b, c):
    rx = np.array([[1, 0, 0], [0, np.cos(a), -np.sin(a)], [0, np.sin(a), np.cos(a)]])
    ry = np.array([[np.cos(b), 0, np.sin(b)], [0, 1, 0], [-np.sin(b), 0, np.cos(b)]])
    rz = np.array([[np.cos(c), -np.sin(c), 0], [np.sin(c), np.cos(c), 0], [0, 0, 1]])
    return rx @ ry @ rz


@pytest.mark.parametrize("where", WHERE)
def test_orientation_drivers_close_exactly_at_the_driven_orientation(where):
    rng, t = np.random.default_rng(11), 0.7
    driven = cardan(*(f_of(law, t)[0] for law in LAWS))
    for kind in ("orientation of body", "orientation of bodies"):
        m = driver_model(kind, 3, rng, where)
        equations = compiled(m)
        q, _ = equations.random_state(rng)
        if kind.endswith("body"):
            names = ("ground", "i" if where == "first" else "j")
        else:
            names = tuple(m.points[p].body for p in "PQ")
        if names[1] == "ground":  # S_1 = (Rx Ry Rz)^T
            which, s = names[0], driven.T
        else:
            which, s = names[1], equations.pose(q, names[0])[1] @ driven
        k = equations.system.body_names.index(which)
        q[7 * k + 3 : 7 * k + 7] = Rotation.from_matrix(s).as_quat(scalar_first=True)
        assert np.abs(equations.at(q, None, t)["phi"]).max() < 1e-14
        assert np.abs(equations.at(q, None, t + 0.1)["phi"]).max() > 1e-3
        jacobian = equations.at(q, None, t)["jacobian"]
        assert np.linalg.matrix_rank(jacobian) == 3


@pytest.mark.parametrize(("kind", "dimension"), [("gear", 2), ("gear", 3), ("rack", 2), ("rack", 3)])
def test_couplings(kind, dimension):
    rng = np.random.default_rng(12)
    m = coupling_model(kind, dimension, rng)
    ratio = -1.7 if kind == "gear" else m.joints["C"].radius
    equations = compiled(m)
    q, v = equations.random_state(rng)
    equations.settle(q)
    found = equations.at(q, v)
    first, second = found["coordinates"]
    assert found["phi"][-1] == pytest.approx(first - ratio * second - 0.37, abs=1e-13)


@pytest.mark.parametrize(("given", "ratio"), [
    ({"teeth": [20, 40]}, -2.0), ({"teeth": [20, 40], "internal": True}, 2.0), ({"ratio": 0.25}, 0.25),
])  # fmt: skip
def test_gear_ratio_is_angle_of_the_first_per_angle_of_the_second(given, ratio):
    """20 teeth drive 40: the small wheel turns twice as far, the other way; the offset is the one drawn."""
    m = Model("gears", dimension=2)
    m.body("small", position=(0, 0), angle=0.3)
    m.body("large", position=(3, 0), angle=0.1)
    m.revolute("A", "ground", "small", at=(0, 0))
    m.revolute("B", "ground", "large", at=(3, 0))
    m.gear("G", "A", "B", **given)
    equations = compiled(m)
    q = equations.system.q0.copy()
    assert np.abs(equations.at(q)["phi"]).max() < 1e-15
    q[2] += ratio * 0.2
    q[5] += 0.2
    assert np.abs(equations.at(q)["phi"]).max() < 1e-15
    q[2] += 0.1
    assert equations.at(q)["phi"][-1] == pytest.approx(0.1)
