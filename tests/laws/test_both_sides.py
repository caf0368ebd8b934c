"""A joint stated from both sides: what it leaves free is orthogonal to what it forbids, and the ranks add to three or six."""

from __future__ import annotations

import numpy as np
import pytest

from vazba.element import SECTIONS
from vazba.kinematic.assembly import assemble

from .builders import WHERE, closed_state, compiled, joint_model, opposed_axes, pair_joints

ROWS = {  # equations of each joint as the theory counts them
    ("spherical", 3): 3, ("revolute", 3): 5, ("prismatic", 3): 5, ("cylindrical", 3): 4, ("universal", 3): 4, ("planar", 3): 3,
    ("fixed", 3): 6, ("distance", 3): 1, ("point_on_line", 3): 2, ("point_on_plane", 3): 1, ("screw", 3): 5,
    ("revolute", 2): 2, ("prismatic", 2): 2, ("slot", 2): 1, ("fixed", 2): 3, ("distance", 2): 1,
}  # fmt: skip


def frames_of(equations, q):
    """(position, basis) of the joint's frames on the first and the second body, and those bodies' origins and matrices."""
    tables, place = equations.system.tables, equations.system.joint_places["J"]
    out = []
    used = {int(row[side]) for row in tables.rows for side in ("a", "b")}
    for body in (place.body_a, place.body_b):
        index = -1 if body == "ground" else equations.system.body_names.index(body)
        (frame,) = (tables.frames[k] for k in used if tables.frames[k]["body"] == index)
        r, s = equations.pose(q, body)
        out.append((r + s @ frame["s"], s @ frame["f"].reshape(3, 3), r, s, index))
    return out


def free_twists(equations, q):
    """The joint's freedoms as twists `(velocity at the origin of frame b, angular velocity)` of b relative to a."""
    record = equations.system.model.joints["J"]
    (p_a, basis_a, *_), (p_b, basis_b, *_) = frames_of(equations, q)
    d = p_b - p_a
    values = record.read(equations.system.model.scope(), [])
    across = np.linalg.svd(d[None, : equations.system.dimension])[2][1:]  # perpendicular to d
    twists = []
    for freedom in record.free(values, equations.system.dimension):
        if freedom.axis in "xyz":
            u = (basis_b if freedom.of == "b" else basis_a)[:, "xyz".index(freedom.axis)]
        else:
            u = np.zeros(3)
            u[: equations.system.dimension] = across[int(freedom.axis) - 1]
        if freedom.turns:
            arm = np.zeros(3) if freedom.about == "b" else d
            twists.append(np.concatenate([np.cross(u, arm) + freedom.advance * u, u]))
        else:
            twists.append(np.concatenate([u, np.zeros(3)]))
    return np.array(twists).reshape(-1, 6)


def velocities(equations, q, twist, side):
    """Velocity variables when frame a or b moves with `twist` (given at frame b's origin) and the other body stands still."""
    (*_,), (p_b, *_) = frames_of(equations, q)
    _, _, r, s, index = frames_of(equations, q)[side]
    v, w = twist[:3] + np.cross(twist[3:], r - p_b), s.T @ twist[3:]
    out = np.zeros(equations.system.nv)
    if index < 0:
        return None
    if equations.system.dimension == 2:
        out[3 * index : 3 * index + 3] = [v[0], v[1], w[2]]
    else:
        out[6 * index : 6 * index + 6] = [*v, *w]
    return out


def cases():
    return [(kind, dim, where, form) for kind, dim in pair_joints() for where in WHERE for form in ("points", "drawn")]


@pytest.mark.parametrize(("kind", "dimension", "where", "form"), cases())
def test_free_motions_satisfy_the_rows_and_ranks_add(kind, dimension, where, form):
    full = 3 if dimension == 2 else 6
    for seed in range(3):
        equations, q = closed_state(joint_model(kind, dimension, np.random.default_rng(40 + seed), where, form))
        jacobian = equations.at(q)["jacobian"]
        twists = free_twists(equations, q)
        sides = [side for side in (0, 1) if velocities(equations, q, np.zeros(6), side) is not None]
        for side in sides:
            for twist in twists:
                rates = jacobian @ velocities(equations, q, twist, side)
                assert np.abs(rates).max(initial=0.0) < 1e-9 * (1 + np.abs(twist).max())
        rows = np.linalg.matrix_rank(jacobian, tol=1e-6)
        free = np.linalg.matrix_rank(twists, tol=1e-6) if len(twists) else 0
        assert rows == len(jacobian), "redundant rows inside one joint"
        assert free == len(twists), "one freedom is named twice"
        assert rows + free == full


@pytest.mark.parametrize("kind", [kind for kind, dim in pair_joints() if dim == 3])
def test_assembly_does_not_oppose_axes(kind):
    """`a_x . b_z = a_y . b_z = 0` also holds with the z axes opposed: that is not the joint that was asked for."""
    for seed in range(8):
        equations = compiled(joint_model(kind, 3, np.random.default_rng(70 + seed)))
        found = assemble(equations.system)
        assert found.closed
        assert not opposed_axes(equations, found.q)


@pytest.mark.parametrize(("kind", "dimension"), pair_joints())
def test_only_relative_motion_counts(kind, dimension):
    """Both bodies moved together as one: no row of a closed joint changes."""
    equations, q = closed_state(joint_model(kind, dimension, np.random.default_rng(50)))
    jacobian, rng = equations.at(q)["jacobian"], np.random.default_rng(51)
    for _ in range(4):
        twist = rng.normal(size=6)
        if dimension == 2:
            twist[2:5] = 0.0
        both = velocities(equations, q, twist, 0) + velocities(equations, q, twist, 1)
        assert np.abs(jacobian @ both).max() < 1e-9
        assert np.abs(jacobian @ velocities(equations, q, twist, 1)).max() > 1e-3


@pytest.mark.parametrize(("kind", "dimension"), pair_joints())
def test_number_of_equations(kind, dimension):
    equations, _ = closed_state(joint_model(kind, dimension, np.random.default_rng(60)))
    record = SECTIONS["joints"].types[kind]
    rows = equations.system.m
    assert rows + len(record.FREE[dimension]) == (3 if dimension == 2 else 6)
    assert rows == ROWS[kind, dimension]
    assert len(equations.system.groups[0].directions) == len(set(equations.system.groups[0].directions)) == rows
