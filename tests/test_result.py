"""Result: access by name, the flat table, units, tables of other libraries."""

from __future__ import annotations

import pickle
import sys

import numpy as np
import pytest

from vazba.errors import ModelError, VazbaError
from vazba.model import Model
from vazba.result import Result, UnknownName


def planar(count: int = 5, **more: object) -> Result:
    """Two bodies (rod, B), a point B with the same name, a revolute joint A, a driver A, a spring."""
    rng = np.random.default_rng(1)
    bodies = {q: rng.normal(size=(count, 2)) for q in ("w", "x", "y", "angle", "vx", "vy", "ax", "ay", "alpha")}
    points = {q: rng.normal(size=(count, 1)) for q in ("x", "y", "vx", "vy", "ax", "ay")}
    joints = {q: rng.normal(size=(count, 2)) for q in ("fx", "fy", "m", "angle", "displacement")}
    joints["angle"][:, 1] = joints["displacement"][:, 0] = np.nan
    data = {
        "spring": {q: rng.normal(size=(count, 1)) for q in ("force", "length", "rate")},
        "energy": {"kinetic": rng.normal(size=count)},
        "joint": joints,
        "driver": {"value": rng.normal(size=(count, 1)), "effort": rng.normal(size=(count, 1))},
        "body": bodies,
        "point": points,
    }
    names = {"body": ("rod", "B"), "point": ("B",), "joint": ("A", "guide"), "driver": ("A",), "spring": ("s",)}
    absent = {("joint", "A", "displacement"), ("joint", "guide", "angle")}
    return Result(more.pop("model", None), np.linspace(0, 1, count), data, names, absent=absent, **more)


def spatial(count: int = 3) -> Result:
    rng = np.random.default_rng(2)
    words = "x y z phi_x phi_y phi_z qw qx qy qz vx vy vz wx wy wz ax ay az alx aly alz"
    data = {
        "body": {q: rng.normal(size=(count, 1)) for q in words.split()},
        "joint": {q: rng.normal(size=(count, 1)) for q in ("fx", "fy", "fz", "mx", "my", "mz")},
    }
    return Result(None, np.arange(count), data, {"body": ("plate",), "joint": ("J",)})


def test_views_give_arrays_and_vectors() -> None:
    res = planar()
    assert np.array_equal(res["rod"].x, res.data["body"]["x"][:, 0])
    assert np.array_equal(res["rod"]["vy"], res["rod.vy"])
    assert res["rod"].position.shape == (5, 2)
    assert np.array_equal(res["rod"].velocity[:, 1], res["rod.vy"])
    assert np.array_equal(res["rod"].angular_velocity, res["rod.w"])
    assert np.array_equal(res.joint("A").force_vector, np.stack([res["A.fx"], res["A.fy"]], axis=1))
    assert np.array_equal(res.joint("A").moment_vector, res["A.m"])
    assert np.allclose(res.joint("A").force, np.hypot(res["A.fx"], res["A.fy"]), rtol=1e-14)
    assert np.array_equal(res["A.moment"], np.abs(res["A.m"]))
    assert res.spring("s").force.shape == (5,)  # its own quantity, not a vector
    assert np.array_equal(res.energy.kinetic, res["energy.kinetic"])
    assert {"x", "position", "angular_velocity", "name"} <= set(dir(res["rod"]))
    assert "quaternion" not in dir(res["rod"])
    assert repr(res["rod"]) == "<body rod: x y angle vx vy w ax ay alpha>"


def test_views_in_space() -> None:
    res = spatial()
    assert res.dimension == 3
    assert planar().dimension == 2
    assert res["plate"].quaternion.shape == (3, 4)
    assert np.array_equal(res["plate"].cardan[:, 2], res["plate.phi_z"])
    assert np.array_equal(res["plate"].angular_acceleration[:, 0], res["plate.alx"])
    assert res["J"].moment_vector.shape == (3, 3)


def test_a_name_of_several_kinds_is_merged() -> None:
    res = planar()
    assert res["A"].kinds == ("joint", "driver")
    assert np.array_equal(res["A"].value, res.driver("A").value)
    assert np.array_equal(res["B"].x, res.body("B").x)  # body before point
    assert not np.array_equal(res["B"].x, res.point("B").x)


def test_columns_are_in_order_and_unique() -> None:
    columns = planar().columns
    rod = [c for c in columns if c.startswith("rod.")]
    assert columns[0] == "time"
    assert rod == [f"rod.{q}" for q in ("x", "y", "angle", "vx", "vy", "w", "ax", "ay", "alpha")]
    assert len(set(columns)) == len(columns)
    assert "B.x" in columns
    assert "B.point.x" in columns
    assert "B.point.vx" in columns
    assert "A.angle" in columns
    assert "A.value" in columns
    assert "A.displacement" not in columns
    assert "guide.angle" not in columns


def test_a_column_may_always_say_its_kind() -> None:
    res = planar()
    assert np.array_equal(res["B.point.x"], res.point("B").x)
    assert np.array_equal(res["B.body.x"], res["B.x"])
    assert "B.body.x" in res
    assert "B.spring.x" not in res


def test_elements_of_the_model_are_keys() -> None:
    model = Model("m", dimension=2)
    body, point = model.body("B"), model.point("B", "B", (1.0, 0.0))
    res = planar(model=model)
    assert res[body].kinds == ("body",)
    assert np.array_equal(res[point].x, res["B.point.x"])
    assert np.array_equal(res.point(point).y, res["B.point.y"])


def test_unknown_names_come_with_a_suggestion() -> None:
    res = planar()
    with pytest.raises(KeyError, match="did you mean 'rod'"):
        res["rood"]
    with pytest.raises(UnknownName, match=r"did you mean 'rod\.angle'"):
        res["rod.angel"]
    with pytest.raises(AttributeError, match=r"no body quantity 'rod.positon'; did you mean 'rod.position'"):
        _ = res["rod"].positon
    with pytest.raises(ModelError, match="no point 'rod'"):
        res.point("rod")
    with pytest.raises(KeyError, match=r"A\.displacement"):
        res["A.displacement"]
    with pytest.raises(TypeError):
        iter(res)


def test_units() -> None:
    res = planar(units={("driver", "A", "value"): "rad", ("driver", "effort"): "N m"})
    units = {"time": "s", "rod.x": "m", "rod.w": "rad/s", "rod.ay": "m/s^2", "A.m": "N m", "A.value": "rad"}
    units |= {"A.effort": "N m", "s.rate": "m/s", "energy.kinetic": "J", "B.point.vx": "m/s", "guide.displacement": "m"}
    assert {column: res.unit(column) for column in units} == units
    assert spatial().unit("plate.qw") == ""


def test_units_of_drivers_follow_from_the_model() -> None:
    model = Model("m", dimension=2)
    model.body("rod")
    model.revolute("A", "ground", "rod", at=(0, 0))
    model.drive("A", angle="t")
    assert planar(model=model).unit("A.value") == "rad"
    assert planar(model=model).unit("A.effort") == "N m"


def test_table_index_and_row() -> None:
    res = planar()
    columns, table = res.table()
    assert table.shape == (5, len(columns))
    assert np.array_equal(table[:, columns.index("B.point.y")], res.point("B").y)
    assert res.index(0.3) == 1
    assert res.at(0.25)["rod.x"] == res["rod"].x[1]
    assert len(res) == 5
    with pytest.raises(ModelError, match=r"t = 0.3 s is no stored instant.*0.25"):
        res.at(0.3)
    with pytest.raises(ModelError, match="no instant"):
        planar(0).at(0.0)


def test_words_about_a_result() -> None:
    res = planar(name="press", status="failed", message="locked at t = 1 s", warnings=["odd inertia"])
    assert repr(res) == "<Result 'press': 5 instants, 0 to 1 s, failed: locked at t = 1 s>"
    assert "0 instants" in repr(planar(0))
    assert "warning: odd inertia" in res.summary()
    assert "joint: A, guide" in res.summary()


def test_wrong_arrays_are_refused() -> None:
    with pytest.raises(ValueError, match=r"body x has shape \(3, 1\), expected \(2, 1\)"):
        Result(None, [0, 1], {"body": {"x": np.zeros((3, 1))}}, {"body": ("a",)})
    with pytest.raises(ValueError, match="status 'fine'"):
        planar(status="fine")


def test_dataframe_and_dataset() -> None:
    res = planar()
    frame = res.to_dataframe()
    assert tuple(frame.columns) == res.columns
    assert np.array_equal(frame["rod.x"], res["rod"].x)
    assert frame.attrs["units"]["rod.x"] == "m"
    dataset = res.to_xarray()
    assert np.array_equal(dataset["body_x"].sel(body="rod"), res["rod"].x)
    assert dataset["point_vx"].attrs["units"] == "m/s"
    assert dataset["energy_kinetic"].dims == ("time",)


@pytest.mark.parametrize(("package", "call"), [("pandas", "to_dataframe"), ("xarray", "to_xarray")])
def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch, package: str, call: str) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(VazbaError, match=rf"{package}: pip install 'vazba\[tables\]'"):
        getattr(planar(), call)()


def test_results_and_their_errors_travel_between_processes() -> None:
    res = planar(message="č")
    twin = pickle.loads(pickle.dumps(res))
    assert twin.columns == res.columns
    assert np.array_equal(twin.table()[1], res.table()[1], equal_nan=True)
    with pytest.raises(UnknownName) as caught:
        res["nothing"]
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)
