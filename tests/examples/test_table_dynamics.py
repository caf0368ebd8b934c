"""Examples in CSV tables that are let go, against other formulations integrated by SciPy (`simulation.references`).

The platform is set up from its own tables, read here by a few lines that share nothing with the package.
"""

from __future__ import annotations

import csv

import numpy as np
import pytest

import vazba as vz
from reference.runs import EXAMPLES, home, let_go, near
from simulation.references import Loops, Pendulum

TABLES = ("double-pendulum-tables", "double-pendulum-push-tables", "platform-tables", "platform-5N-tables")


def rows(folder, table):
    """Rows of a table as dictionaries of text with decimal points; what is too much is joined to the last column."""
    path = EXAMPLES / folder / f"{table}.CSV"
    if not path.exists():
        return []
    text = path.read_text(encoding="utf-8-sig").splitlines()
    if ";" in text[0]:
        lines = [[cell.replace(",", ".") for cell in line.split(";")] for line in text]
    else:
        lines = list(csv.reader(text))
    heading = lines[0]
    return [dict(zip(heading, [*line[: len(heading) - 1], ",".join(line[len(heading) - 1 :])])) for line in lines[1:]]


def numbers(row, keys):
    return np.array([float(row[key]) for key in keys.split()])


def quaternion(x, y, z):
    """Of `Rx(x) Ry(y) Rz(z)`."""
    out = np.array([1.0, 0, 0, 0])
    for axis, angle in enumerate((x, y, z)):
        w, u = out[0], out[1:]
        c, s = np.cos(angle / 2), np.sin(angle / 2) * np.eye(3)[axis]
        out = np.array([w * c - u @ s, *(w * s + c * u + np.cross(u, s))])
    return out


def loops_of(folder, start=None):
    """Bodies, ball joints, cables and the force of a folder; and the state described. `start` instead of that of the force."""
    bodies = rows(folder, "BODY")
    index = {"0": -1, **{row["ID"]: k for k, row in enumerate(bodies)}}
    place = {row["ID"]: (index[row["IDCON"]], numbers(row, "x y z")) for row in rows(folder, "POINT")}
    joints = [(place[row["ID_FROM"]], place[row["ID_TO"]]) for row in rows(folder, "JOINT")]
    cables = []
    for row in rows(folder, "CABLE"):
        first, last = row["ID_THROUGH"].split(",")
        cables.append((place[first], place[last], *numbers(row, "k b l0")))
    forces = [(place[row["ID_POINT"]], numbers(row, "fx fy fz")) for row in rows(folder, "FORCE")]
    begins = start if start is not None else max((float(row["t_start"]) for row in rows(folder, "FORCE")), default=0.0)
    masses = [float(row["Mass"]) for row in bodies]
    inertias = [np.diag(numbers(row, "Ix Iy Iz")) for row in bodies]  # no products in these
    state = [np.r_[numbers(row, "x0 y0 z0"), quaternion(*numbers(row, "px0 py0 pz0"))] for row in bodies]
    loops = Loops(masses, inertias, joints, cables, (0, 0, -9.8), forces[0] if forces else None, begins)
    return loops, np.concatenate([*state, np.zeros(6 * len(bodies))])


def same_places(res, found, tolerance):
    for k, name in enumerate(res.model.bodies):
        view = res.body(name)
        near(np.column_stack([view.x, view.y, view.z])[-len(found) :], found[:, 7 * k : 7 * k + 3], tolerance)


@pytest.mark.parametrize(("folder", "push"), [("platform-tables", 40.0), ("platform-5N-tables", 5.0)])
def test_platform_is_pushed(folder: str, push: float) -> None:
    """It rests until 3 s: what follows is the motion from its description, pushed from the beginning."""
    res = vz.simulate(vz.load(home(folder)), 4.5, 0.05, rtol=1e-11, atol=1e-13)
    loops, start = loops_of(folder, start=0.0)
    found = loops.run(start, res.time[60:] - 3.0, rtol=1e-10, atol=1e-12)
    assert loops.switches >= 2
    same_places(res, found, 1e-8)
    plate = res.body("body4")
    assert np.abs(plate.position[:61] - plate.position[0]).max() < 1e-10
    near(res.energy.input, push * plate.x, 1e-8)  # a constant force: work = force x way


def test_double_pendulum_is_pushed() -> None:
    """Swings with its cable going slack and taut, and feels 100 N along x from 3 s on; beside minimal coordinates."""
    res = vz.simulate(vz.load(home("double-pendulum-push-tables")), 3.6, 0.05, rtol=1e-11, atol=1e-13)
    pendulum = Pendulum(push=(100, 0, 0), begins=3.0)
    found = np.array([pendulum.centres(y) for y in pendulum.run(pendulum.start, res.time, rtol=1e-10, atol=1e-11)])
    assert pendulum.switches >= 5
    for k, name in enumerate(("body1", "body2")):
        near(res.body(name).position, found[:, k], 1e-8)
    plate = res.body("body2")
    late = res.time >= 3.0
    near(res.energy.input[late], 100 * (plate.x[late] - plate.x[late][0]), 1e-8)
    assert np.abs(res.energy.input[~late]).max() == 0


def test_the_pushed_ones_are_the_same_but_for_their_force() -> None:
    for one, two in (TABLES[:2], TABLES[2:]):
        for table in ("BODY", "JOINT", "CABLE"):
            assert rows(one, table) == rows(two, table)
        first, second = rows(one, "POINT"), rows(two, "POINT")
        assert first == second[: len(first)]
        assert rows(one, "FORCE") != rows(two, "FORCE")
    still, pushed = (let_go(name).body("body2").position for name in TABLES[:2])
    near(pushed[:301], still[:301], 1e-7)  # until 3 s
    assert np.abs(pushed[400] - still[400]).max() > 0.01
