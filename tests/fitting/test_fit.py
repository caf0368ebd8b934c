"""Parameters from noisy data: against linear least squares, with intervals that hold what they promise."""

from __future__ import annotations

import json
from types import SimpleNamespace

import numpy as np
import pytest
from scipy.stats import chi2
from typer.testing import CliRunner

import vazba as vz
from vazba.cli.app import app
from vazba.fitting import fit as fitting

from .test_sensitivity import motion, oscillator

TRUE = {"m": 2.0, "k": 50.0, "c": 1.2, "a": 0.3}
TIME = np.arange(0, 3.0001, 0.05)


def noisy(rng, sigma=0.005):
    return {"time": TIME, "b.x": motion(TIME, **TRUE) + rng.normal(0, sigma, len(TIME))}


def test_a_linear_model_is_linear_regression():
    """`x = x0 + v0 t + F t^2 / 2m` with F and x0 wanted: values and covariance are those of the normal equations."""
    rng = np.random.default_rng(4)
    model = vz.Model("push", dimension=2, gravity=(0, 0), parameters={"F": 1.0, "x0": 0.2, "m": 2.5})
    model.body("b", position=("x0", 0), velocity=(0.4, 0), mass="m", inertia=1)
    model.force("push", model.point("c", "b", (0, 0)), ("F", 0))
    t = np.linspace(0, 2, 40)
    y = 0.1 + 0.4 * t + 3.0 / 5.0 * t**2 + rng.normal(0, 0.02, 40)
    found = vz.fit(model, {"time": t, "b.x": y}, ["F", "x0"])
    a = np.column_stack([t**2 / 5.0, np.ones_like(t)])
    best, rest, _, _ = np.linalg.lstsq(a, y - 0.4 * t, rcond=None)
    sigma = np.sqrt(rest[0] / 38)
    deviations = sigma * np.sqrt(np.diag(np.linalg.inv(a.T @ a)))
    assert found.values["F"] == pytest.approx(best[0], rel=1e-7)
    assert found.values["x0"] == pytest.approx(best[1], rel=1e-7)
    assert [found.deviations[name] for name in ("F", "x0")] == pytest.approx(deviations, rel=1e-4)
    assert found.noise["b.x"] == pytest.approx(sigma, rel=1e-6)
    low, high = found.intervals["F"]
    assert (high - low) / 2 == pytest.approx(2.0244 * deviations[0], rel=1e-3)  # t distribution, 38 freedoms, 95 %
    assert np.allclose(found.residuals["b.x"], y - 0.4 * t - a @ best, atol=1e-7)
    assert found.model.parameters["F"] == found.values["F"]


def test_intervals_hold_what_they_promise():
    """Over repetitions `((found - true)/deviation)^2` is distributed as chi squared."""
    total, inside, names = 0.0, 0, ("k", "c")
    for seed in range(8):
        found = vz.fit(oscillator(k=40.0, c=2.0), noisy(np.random.default_rng(seed)), names, rtol=1e-8, atol=1e-10)
        assert found.ok
        for name in names:
            total += ((found.values[name] - TRUE[name]) / found.deviations[name]) ** 2
            low, high = found.intervals[name]
            inside += low <= TRUE[name] <= high
    assert chi2.ppf(0.001, 16) < total < chi2.ppf(0.999, 16)
    assert inside >= 12


class Formula:
    """Stands for runs: the closed form of the oscillator and its rate, so that hundreds of fits cost little."""

    def __init__(self, model, time, columns):
        self.count, self.time, self.columns = 0, time, columns
        self.again = SimpleNamespace(changed=lambda values: model)  # noqa: ARG005

    def __call__(self, values):
        self.count += 1
        now = {**TRUE, **values}
        return np.column_stack([
            motion(self.time, **now) if name == "b.x" else (motion(self.time + 1e-5, **now) - motion(self.time - 1e-5, **now)) / 2e-5
            for name in self.columns
        ])  # fmt: skip

    def result(self, values):  # noqa: ARG002
        return None


@pytest.mark.parametrize(
    ("columns", "count", "known"), [(("b.x", "b.vx"), 61, False), (("b.x", "b.vx"), 61, True), (("b.x",), 14, False)]
)
def test_intervals_hold_the_truth_as_often_as_they_say(monkeypatch, columns, count, known):
    """95 % of 160 repetitions, within the error of such a count (3 deviations); scores have a deviation of 1. Also with few data, where the noise is vague."""
    time, names, repetitions = TIME[:: 60 // (count - 1)][:count], ("k", "c", "a"), 160
    monkeypatch.setattr(fitting, "_runs", lambda model, table, start, **said: Formula(model, time, columns))  # noqa: ARG005
    model, sigma = oscillator(k=45.0, c=1.4, a=0.28), dict(zip(columns, (0.005, 0.06), strict=False))
    exact = Formula(model, time, columns)({})
    scores, inside = np.zeros((repetitions, 3)), np.zeros(3)
    for seed in range(repetitions):
        noise = np.random.default_rng(seed).normal(size=exact.shape) * list(sigma.values())
        data = {"time": time, **dict(zip(columns, (exact + noise).T, strict=True))}
        found = vz.fit(model, data, names, sigma=sigma if known else None)
        scores[seed] = [(found.values[name] - TRUE[name]) / found.deviations[name] for name in names]
        inside += [found.intervals[name][0] <= TRUE[name] <= found.intervals[name][1] for name in names]
    assert np.abs(inside / repetitions - 0.95).max() < 3 * np.sqrt(0.95 * 0.05 / repetitions)
    if count > 30:
        assert np.abs(scores.std(axis=0) - 1).max() < 3 / np.sqrt(2 * repetitions)
        assert np.abs(scores.mean(axis=0)).max() < 3.5 / np.sqrt(repetitions)


def test_what_the_data_do_not_tell_is_named():
    """Free oscillations tell k/m and c/m only; nothing tells `idle`."""
    found = vz.fit(oscillator(k=45.0), noisy(np.random.default_rng(1)), ["k", "m", "c", "idle"])
    together = next(one for one in found.unidentifiable if "k" in one)
    assert set(together) == {"k", "m", "c"}
    assert together["k"] == pytest.approx(together["m"], rel=1e-2)
    assert together["k"] == pytest.approx(together["c"], rel=1e-2)
    assert {"idle": 1.0} in [dict(one) for one in found.unidentifiable]
    assert found.intervals["k"][1] == np.inf
    assert found.values["k"] / found.values["m"] == pytest.approx(25.0, rel=5e-3)
    said = " ".join(found.warnings)
    assert "do not tell k, m, c apart" in said
    assert "do not tell idle at all" in said


def test_several_columns_with_noise_of_their_own_and_gaps():
    rng = np.random.default_rng(7)
    data = noisy(rng)
    rate = (motion(TIME + 1e-6, **TRUE) - motion(TIME - 1e-6, **TRUE)) / 2e-6
    data["P.displacement_rate"] = rate + rng.normal(0, 0.2, len(TIME))
    data["P.displacement_rate"][::3] = np.nan
    found = vz.fit(oscillator(k=60.0), data, ["k", "c", "a"])
    assert found.noise["b.x"] == pytest.approx(0.005, rel=0.3)
    assert found.noise["P.displacement_rate"] == pytest.approx(0.2, rel=0.4)
    for name in ("k", "c", "a"):
        assert abs(found.values[name] - TRUE[name]) < 4 * found.deviations[name]
    assert np.isnan(found.residuals["P.displacement_rate"][0])


def test_a_model_that_lacks_something_is_told():
    found = vz.fit(oscillator(c=0.0), noisy(np.random.default_rng(2)), ["k"])
    assert any("not independent" in text for text in found.warnings)


def test_bounds_are_kept_and_told():
    found = vz.fit(oscillator(k=40.0), noisy(np.random.default_rng(3)), {"k": (30.0, 45.0), "c": None})
    assert found.values["k"] == pytest.approx(45.0, rel=1e-6)
    assert any("ended at its bound" in text for text in found.warnings)


def test_faults():
    data = noisy(np.random.default_rng(5))
    for wrong, words in (
        ({"time": TIME}, "nothing but times"),
        ({"t": TIME, "b.x": data["b.x"]}, "no column 'time'"),
        ({"time": TIME, "b.xx": data["b.x"]}, "b.xx"),
        ({"time": TIME[::-1], "b.x": data["b.x"]}, "growing"),
        ({"time": TIME[:2], "b.x": data["b.x"][:2]}, "more numbers than parameters"),
        (3.0, "is not a table"),
    ):
        with pytest.raises(vz.ModelError, match=words):
            vz.fit(oscillator(), wrong, ["k", "c"])
    with pytest.raises(vz.ModelError, match="kk"):
        vz.fit(oscillator(), data, ["kk"])
    with pytest.raises(vz.ModelError, match="outside"):
        vz.fit(oscillator(), data, {"k": (1, 2)})


def test_tables_as_instruments_write_them(tmp_path):
    rows = noisy(np.random.default_rng(6))
    path = tmp_path / "measured.csv"
    lines = [f"{t:.4f};{x:.6f}".replace(".", ",") for t, x in zip(rows["time"].tolist(), rows["b.x"].tolist())]
    lines[4] = "0,2000;"
    path.write_text("\ufefftime;b.x\r\n" + "\r\n".join(lines))
    found = vz.fit(oscillator(k=45.0), path, ["k", "c"])
    assert abs(found.values["k"] - 50.0) < 4 * found.deviations["k"]
    assert np.isnan(found.residuals["b.x"][4])
    path.write_text("time;b.x\n0;x\n")
    with pytest.raises(vz.ModelError, match="row 2"):
        vz.fit(oscillator(), path, ["k"])


TOML = """name = "oscillator"
dimension = 2
gravity = [0, 0]
[parameters]
m = 2
k = 40
c = 2
a = 0.3
[bodies.b]
position = ["a", 0]
mass = "m"
inertia = 1
[joints.P]
type = "prismatic"
points = ["O", "C"]
axis = [1, 0]
[points]
O = { body = "ground", position = [0, 0] }
C = { body = "b", position = [0, 0] }
[springs.s]
joint = "P"
stiffness = "k"
damping = "c"
"""


def test_command_line(tmp_path):
    model, data = tmp_path / "m.toml", tmp_path / "data.csv"
    model.write_text(TOML)
    rows = noisy(np.random.default_rng(6))
    data.write_text(
        "time,b.x\n" + "\n".join(f"{t!r},{x!r}" for t, x in zip(rows["time"].tolist(), rows["b.x"].tolist()))
    )
    words = [
        "fit",
        str(model),
        str(data),
        "-p",
        "k=10..90",
        "-p",
        "c",
        "-o",
        str(tmp_path / "fit.json"),
        "-o",
        str(tmp_path / "fit.png"),
    ]
    out = CliRunner().invoke(app, words)
    assert out.exit_code == 0, out.output
    found = json.loads((tmp_path / "fit.json").read_text())
    assert found["parameters"]["k"]["lower"] < 50.0 < found["parameters"]["k"]["upper"]
    assert "95 %" in out.output
    assert (tmp_path / "fit.png").stat().st_size > 5000
    for wrong, words in (
        (["-p", "kk"], "kk"),
        (["-p", "k=3"], "bounds"),
        (["--column", "b.y"], "b.y"),
        (["-o", "x.txt"], ".json"),
    ):
        out = CliRunner().invoke(app, ["fit", str(model), str(data), *wrong])
        assert out.exit_code == 2, out.output
        assert words in out.output
