"""How far two results are apart: by arrays whose difference is known."""

from __future__ import annotations

import numpy as np
import pytest

import vazba as vz
from vazba.result import Result
from vazba.result.difference import common_instants

TIME = np.linspace(0.0, 1.0, 11)


def result(time=TIME, shift=0.0, turn=0.0, push=0.0, sign=1.0):
    """A spatial body moved by `shift` along (3, 4, 0)/5 and turned by `turn` about z at t = 0.5; a joint with more force then."""
    there = np.isclose(time, 0.5).astype(float)
    angle = turn * there
    body = {
        "x": 10.0 * time + 0.6 * shift * there, "y": 0.8 * shift * there, "z": 0.0 * time,
        "qw": sign * np.cos(angle / 2), "qx": 0.0 * time, "qy": 0.0 * time, "qz": sign * np.sin(angle / 2),
        "phi_x": 0.0 * time, "phi_y": 0.0 * time, "phi_z": angle,
    }  # fmt: skip
    joint = {"fx": 200.0 + push * there, "fy": 0.0 * time, "fz": 0.0 * time, "mx": 0.0 * time, "my": 0.0 * time, "mz": 1e-15 * sign + 0.0 * time}  # fmt: skip
    energy = {"kinetic": 1.0 + 0.0 * time, "balance": sign * 1e-9 + 0.0 * time}
    return Result(None, time, {"body": body, "joint": joint, "energy": energy}, {"body": ("b",), "joint": ("A",)})


def test_vectors_and_orientations_are_compared_as_a_whole():
    rows = {
        (row.kind, row.element, row.quantity): row
        for row in result().difference(result(shift=1e-3, turn=2e-4, push=0.5, sign=-1.0))
    }
    place, turned, force = (rows[key] for key in (("body", "b", "position"), ("body", "b", "orientation"), ("joint", "A", "reaction force")))  # fmt: skip
    assert (place.largest, place.unit, place.time) == (pytest.approx(1e-3), "m", 0.5)
    assert place.relative == pytest.approx(1e-4)
    assert (turned.largest, turned.unit) == (pytest.approx(2e-4, rel=1e-6), "rad")
    assert (force.largest, force.unit, force.relative) == (pytest.approx(0.5), "N", pytest.approx(0.5 / 200.5))
    # rounding of a moment that is zero is no difference, and the balance is an error itself
    assert rows["joint", "A", "reaction moment"].relative < 1e-14
    assert ("energy", "energy", "balance") not in rows
    assert not any(quantity.startswith("phi") for _, _, quantity in rows)


def test_the_relatively_largest_comes_first():
    rows = result().difference(result(shift=1e-3, turn=0.0, push=1e-3))
    assert [row.quantity for row in rows[:2]] == ["position", "reaction force"]
    assert str(rows[0]) == "b position: 1.00e-03 m at t = 0.5 s"
    assert max(row.largest for row in result().difference(result())) == 0.0


def test_only_common_instants_count():
    fine = np.linspace(0.0, 1.2, 25)
    mine, yours = common_instants(TIME, fine)
    assert TIME[mine] == pytest.approx(fine[yours], abs=1e-12)
    assert len(mine) == 11
    (place,) = (row for row in result().difference(result(fine, shift=1e-3)) if row.quantity == "position")
    assert (place.largest, place.time) == (pytest.approx(1e-3), 0.5)
    with pytest.raises(vz.ModelError, match="no instant in common"):
        result().difference(result(TIME + 0.01234))


# --- tables without kinds, and what only one side has -----------------------------------------------------------------


def swinging(dimension: int) -> vz.Result:
    """A driven crank with a spring: bodies, joints, drivers, springs, energies."""
    z = (0.0,) * (dimension - 2)
    m = vz.Model("crank", dimension=dimension)
    m.body("crank", position=(0.5, 0, *z), mass=1, inertia=0.1 if dimension == 2 else (0.1, 0.2, 0.3))
    m.revolute("crank", "ground", "crank", at=(0, 0, *z), **({"axis": (0.1, 0.2, 1)} if z else {}))
    m.point("B", "crank", (0.5, 0, *z))
    m.drive("crank", angle="sin(2*t)")
    return vz.simulate(m, until=1.0, every=0.1)


@pytest.mark.parametrize("dimension", [2, 3])
@pytest.mark.parametrize("ending", [".csv", ".parquet", ".nc"])
def test_a_table_with_the_same_columns_is_compared_fully(dimension, ending, tmp_path):
    mine = swinging(dimension)
    mine.save(tmp_path / f"run{ending}")
    other = vz.Result.load(tmp_path / f"run{ending}")
    alike = {(row.kind, row.element, row.quantity) for row in mine.difference(mine)}
    assert ("body", "crank", "position") in alike
    assert ("joint", "crank", "angle") in alike  # its column says its kind: a body has the same name
    for found in (mine.difference(other), other.difference(mine)):
        assert {(row.kind, row.element, row.quantity) for row in found} == alike
        assert max(row.largest for row in found) == 0.0
        assert found.compared == len(mine.columns) - 1
        assert found.only_first == found.only_second == ()
        assert found.left_out == []


def test_a_changed_column_of_a_table_is_found_with_its_unit(tmp_path):
    mine = swinging(2)
    mine.save(tmp_path / "run.csv")
    head, *lines = (tmp_path / "run.csv").read_text().splitlines()
    k = head.split(",").index("crank.fx")
    cells = lines[3].split(",")
    cells[k] = repr(float(cells[k]) + 2.5)
    (tmp_path / "run.csv").write_text("\n".join([head, *lines[:3], ",".join(cells), *lines[4:]]) + "\n")
    row = mine.difference(vz.Result.load(tmp_path / "run.csv"))[0]
    assert (row.kind, row.element, row.quantity, row.unit) == ("joint", "crank", "reaction force", "N")
    assert row.largest == pytest.approx(2.5)
    assert row.time == pytest.approx(0.3)


def test_columns_and_instants_of_one_side_are_listed(tmp_path):
    mine = swinging(2)
    table = {name: mine.column(name) for name in ("time", "crank.x", "B.y")} | {"weather.wind": mine.time}
    text = (
        ",".join(table)
        + "\n"
        + "".join(",".join(map(repr, row)) + "\n" for row in zip(*(v.tolist() for v in table.values())))
    )
    (tmp_path / "other.csv").write_text(text + "7.0,0.0,0.0,0.0\n")
    found = mine.difference(vz.Result.load(tmp_path / "other.csv"))
    assert {(row.element, row.quantity) for row in found} == {("crank", "position"), ("B", "position")}
    assert found.compared == 2
    assert found.only_second == ("weather.wind",)
    assert found.only_first == tuple(c for c in mine.columns if c not in ("time", "crank.x", "B.y"))
    assert (found.instants, found.skipped) == (11, (0, 1))
    said = str(found)
    assert "compared 2 columns at 11 instants" in said
    assert f"{len(mine.columns) - 3} columns are in the first result only: crank.y, crank.angle" in said
    assert "1 column is in the second result only: weather.wind" in said
    assert "1 instant is in the second result only" in said


def test_orientations_of_a_table_may_be_given_by_cardan_angles_alone():
    mine = swinging(3)
    angles = {q: mine[f"crank.{q}"] for q in ("phi_x", "phi_y", "phi_z")}
    angles["phi_x"] = angles["phi_x"] + 2 * np.pi  # the same orientation
    other = Result(None, mine.time, {"table": angles}, {"table": ("crank",)})
    (row,) = mine.difference(other)
    assert (row.quantity, row.unit) == ("orientation", "rad")
    assert row.largest < 1e-7
    angles["phi_z"] = angles["phi_z"] + 0.01  # the last turn, about the body's own axis
    (row,) = mine.difference(Result(None, mine.time, {"table": angles}, {"table": ("crank",)}))
    assert row.largest == pytest.approx(0.01, rel=1e-9)


def test_a_number_in_one_result_only_is_a_difference():
    bad = result()
    bad.data["body"]["x"][4] = np.nan
    for row in (result().difference(bad)[0], bad.difference(result())[0]):
        assert (row.element, row.quantity, row.largest, row.time) == ("b", "position", np.inf, pytest.approx(0.4))
    assert max(row.largest for row in bad.difference(bad)) == 0.0
