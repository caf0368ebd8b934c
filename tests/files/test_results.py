"""Results on disk: lossless, whole or not at all, and clear about files that are no results."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from vazba.errors import ModelError, VazbaError
from vazba.files import results
from vazba.model import Model
from vazba.result import Result

ODD = np.array([0.1, 1 / 3, -0.0, 5e-324, 1.7976931348623157e308, np.nan, np.inf, -np.inf])


def sample(count: int = 8, **more: object) -> Result:
    """Names with accents, odd numbers, a point with the name of a body, absent quantities, units of their own."""
    rng = np.random.default_rng(7)
    column = np.resize(ODD, count)
    bodies = {
        q: np.stack([column, rng.normal(size=count) * 10.0 ** rng.integers(-20, 20, count)], axis=1) for q in "xy"
    }
    data = {
        "body": {**bodies, "angle": rng.normal(size=(count, 2))},
        "point": {"x": rng.normal(size=(count, 1))},
        "joint": {"angle": np.full((count, 2), np.nan), "fx": rng.normal(size=(count, 2))},
        "driver": {"value": rng.normal(size=(count, 2))},
        "energy": {"kinetic": rng.normal(size=count)},
    }
    names = {"body": ("tyč", "B"), "point": ("B",), "joint": ("α", "guide"), "driver": ("turn", "push")}
    values: dict[str, object] = {
        "units": {("driver", "turn", "value"): "rad", ("driver", "push", "value"): "m"},
        "status": "failed",
        "message": 'mez "úvrať"; t = 1\nsecond line',
        "warnings": ["první", "second, with a comma"],
        "info": {"steps": np.int64(3), "residuals": np.array([1e-3, 2e-12]), "method": "absolute"},
        "model_text": 'name = "ř"\ndimension = 2\n[bodies."tyč"]\n',
        "absent": {("joint", "guide", "angle")},
        "name": "mechanismus č. 1",
    }
    return Result(None, np.cumsum(rng.random(count)), data, names, **{**values, **more})


def same_numbers(a: Result, b: Result) -> bool:
    """Every bit of the flat tables is the same (also the sign of zero, and what is NaN)."""
    return a.columns == b.columns and a.table()[1].tobytes() == b.table()[1].tobytes()


def test_netcdf_keeps_everything(tmp_path: Path) -> None:
    res = sample()
    res.save(tmp_path / "run.nc")
    back = Result.load(tmp_path / "run.nc")
    assert same_numbers(res, back)
    for key in ("name", "status", "message", "warnings", "model_text", "absent", "names"):
        assert getattr(back, key) == getattr(res, key), key
    assert back.info == {"steps": 3, "residuals": [1e-3, 2e-12], "method": "absolute"}
    assert {c: back.unit(c) for c in back.columns} == {c: res.unit(c) for c in res.columns}
    assert back.source == tmp_path / "run.nc"
    assert back.model is not None
    assert list(back.model.bodies) == ["tyč"]
    assert results.model_text(tmp_path / "run.nc") == res.model_text


def test_netcdf_keeps_an_empty_run_and_a_long_model(tmp_path: Path) -> None:
    text = "# " + "č" * 200_000
    sample(0, model_text=text, message="").save(tmp_path / "run.nc")
    back = Result.load(tmp_path / "run.nc")
    assert len(back) == 0
    assert back.columns == sample().columns
    assert back.model_text == text
    assert back.message == ""


def test_netcdf_holds_the_text_of_a_model_made_in_python(tmp_path: Path) -> None:
    model = Model("made", dimension=2)
    model.body("tyč", position=(1.0, 2.0))
    res = Result(model, [0.0], {"body": {"x": [[1.0]], "y": [[2.0]]}}, {"body": ("tyč",)})
    res.save(tmp_path / "run.nc")
    back = Result.load(tmp_path / "run.nc")
    assert back.name == "made"
    assert back.model is not None
    assert list(back.model.bodies["tyč"].position or ()) == [1.0, 2.0]


def test_netcdf_is_open_to_other_programs(tmp_path: Path) -> None:
    import xarray

    res = sample()
    res.save(tmp_path / "run.nc")
    tree = xarray.open_datatree(tmp_path / "run.nc", engine="h5netcdf")
    assert np.array_equal(tree["body"]["x"].sel(body="B"), res["B"].x)
    assert tree["body"]["x"].attrs["units"] == "m"
    assert np.array_equal(tree["body"]["time"], res.time)
    assert tree.attrs["title"] == res.name
    tree.close()


@pytest.mark.parametrize("count", [8, 0])
def test_netcdf_keeps_the_state_of_elastic_beams_for_all(tmp_path: Path, count: int) -> None:
    import h5netcdf

    q = np.random.default_rng(1).normal(size=(count, 3))
    res = sample(count)
    res.state = {"q": q, "unknowns": q[:, :2]}
    res.save(tmp_path / "run.nc")
    back = Result.load(tmp_path / "run.nc").state
    assert {key: array.tolist() for key, array in back.items()} == {"q": q.tolist(), "unknowns": q[:, :2].tolist()}
    with h5netcdf.File(tmp_path / "run.nc", "r") as other:
        assert other.variables["state_q"].dimensions == ("time", "state_q")
        assert np.array_equal(other.variables["state_unknowns"][...], q[:, :2])
        assert {name: size.size for name, size in other.dimensions.items()} == {
            "time": count,
            "state_q": 3,
            "state_unknowns": 2,
        }
        assert other["body"].variables["x"].dimensions == ("time", "body")


@pytest.mark.parametrize("ending", [".csv", ".parquet", ".CSV"])
def test_tables_keep_every_number(tmp_path: Path, ending: str) -> None:
    res = sample()
    res.save(tmp_path / f"run{ending}")
    back = Result.load(tmp_path / f"run{ending}")
    for column in res.columns:
        assert np.array_equal(back[column], res[column], equal_nan=True), column
        assert np.array_equal(np.signbit(back[column]), np.signbit(res[column])) or np.isnan(res[column]).any()
    assert set(back.columns) == set(res.columns)
    assert back["B.x"][1] != back["B.point.x"][1]
    assert back.unit("tyč.x") == "m"
    assert back["tyč"].position.shape == (8, 2)


def test_csv_is_plain(tmp_path: Path) -> None:
    Result(None, [0, 0.5], {"body": {"x": [[0.1], [np.nan]]}}, {"body": ("rod",)}).save(tmp_path / "run.csv")
    assert (tmp_path / "run.csv").read_text() == "time,rod.x\n0.0,0.1\n0.5,nan\n"


def test_parquet_keeps_units_and_status(tmp_path: Path) -> None:
    sample().save(tmp_path / "run.parquet")
    back = Result.load(tmp_path / "run.parquet")
    assert back.status == "failed"
    assert back.unit("turn.value") == "rad"
    assert back.unit("push.value") == "m"


@pytest.mark.parametrize("with_arrow", [True, False])
def test_large_csv_files_are_fast_and_exact(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, with_arrow: bool) -> None:
    if not with_arrow:
        monkeypatch.setitem(sys.modules, "pyarrow", None)
    count, bodies = 8200, 25
    bits = np.random.default_rng(3).integers(0, 2**63, size=(count, 2 * bodies), dtype=np.int64)
    numbers = bits.view(np.float64)  # any number a computer can hold
    numbers = np.where(np.isfinite(numbers), numbers, -0.0)
    data = {"body": {"x": numbers[:, :bodies], "y": numbers[:, bodies:]}}
    res = Result(None, np.arange(count) * 1e-3, data, {"body": tuple(f"b{i}" for i in range(bodies))})
    assert res.table()[1].size > results._LARGE
    start = time.process_time()
    res.save(tmp_path / "run.csv")
    assert time.process_time() - start < 4.0  # 0.1 s and 0.4 s
    assert same_numbers(Result.load(tmp_path / "run.csv"), res)


@pytest.mark.parametrize("ending", [".nc", ".csv", ".parquet"])
@pytest.mark.parametrize("share", [0.0, 0.001, 0.3, 0.7, 0.99, 0.999])
def test_files_cut_short_are_refused(tmp_path: Path, ending: str, share: float) -> None:
    path = tmp_path / f"run{ending}"
    sample(200).save(path)
    whole = path.read_bytes()
    path.write_bytes(whole[: int(len(whole) * share)])
    with pytest.raises(ModelError, match=rf"run\{ending}: .*(empty|not a|cut short|damaged)"):
        Result.load(path)


def test_damaged_numbers_are_noticed(tmp_path: Path) -> None:
    path = tmp_path / "run.nc"
    marker = 1234.56789
    Result(None, [0.0, 1.0], {"body": {"x": [[marker], [2.0]]}}, {"body": ("a",)}).save(path)
    whole = bytearray(path.read_bytes())
    place = whole.find(np.float64(marker).tobytes())
    assert place > 0
    whole[place + 6] ^= 0x10
    path.write_bytes(whole)
    with pytest.raises(ModelError, match="damaged"):
        Result.load(path)


def test_foreign_files_are_refused(tmp_path: Path) -> None:
    import h5netcdf

    with h5netcdf.File(tmp_path / "foreign.nc", "w") as file:
        file.dimensions = {"time": 2}
    (tmp_path / "text.nc").write_text("time,x\n")
    (tmp_path / "text.parquet").write_text("time,x\n")
    (tmp_path / "letter.csv").write_text("Dear reader,\nno numbers\n")
    (tmp_path / "image.csv").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "words.csv").write_text("time,a.x\n0,hello\n")
    (tmp_path / "names.csv").write_text("time,a\n0,1\n")
    (tmp_path / "short.csv").write_text("time,a.x,a.y\n0,1\n")
    (tmp_path / "folder.nc").mkdir()
    said = {
        "foreign.nc": "not a result of vazba",
        "text.nc": "not a NetCDF-4 file",
        "text.parquet": "not a Parquet file",
        "letter.csv": "first column must be 'time'",
        "image.csv": "not a text file",
        "words.csv": "not a table of numbers",
        "names.csv": "column 'a' is not understood",
        "short.csv": "3 names and 2 columns",
        "folder.nc": "is a folder",
        "none.nc": "no such file",
        "run.xlsx": r"use \.nc, \.csv, \.parquet",
        "run": "without ending",
    }
    for name, words in said.items():
        with pytest.raises(ModelError, match=words):
            Result.load(tmp_path / name)
    sample(model_text=None).save(tmp_path / "bare.nc")
    with pytest.raises(ModelError, match="holds no model"):
        results.model_text(tmp_path / "bare.nc")


@pytest.mark.parametrize("ending", [".nc", ".csv", ".parquet"])
def test_what_cannot_be_written_leaves_nothing(tmp_path: Path, ending: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(VazbaError, match="nowhere"):
        sample().save(tmp_path / "nowhere" / f"run{ending}")
    path = tmp_path / f"run{ending}"
    path.write_text("before")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(VazbaError, match=rf"run\{ending}.*No space left"):
        sample().save(path)
    assert path.read_text() == "before"
    assert [p.name for p in tmp_path.iterdir()] == [path.name]


def test_an_unknown_ending_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"ending '.xlsx'.*use \.nc, \.csv, \.parquet"):
        sample().save(tmp_path / "run.xlsx")
    assert not list(tmp_path.iterdir())
