"""Motion laws: values and derivatives against closed forms and other tools, corners, files, functions, messages."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.interpolate import CubicSpline

from vazba.element import Scope
from vazba.errors import Wrong
from vazba.motion import (
    MOTIONS,
    Constant,
    Formula,
    Function,
    Harmonic,
    Motion,
    Polynomial,
    Table,
    Trapezoid,
    read_motion,
)
from vazba.motion.kernels import LawTable, motion_at, new_stack

SCOPE = Scope(parameters={"a": 2.0, "w": 3.0})


def law(raw: Any, scope: Scope = SCOPE) -> Motion:
    return read_motion(raw, scope)


def jets(raw: Any, t: float) -> tuple[float, float, float]:
    f, f1, f2 = law(raw).at(t)
    return float(f), float(f1), float(f2)


def slope(function: Any, t: float, h: float = 1e-3) -> float:
    """Derivative by central differences of eighth order, independent of the package."""
    weights = {1: 4 / 5, 2: -1 / 5, 3: 4 / 105, 4: -1 / 280}
    return sum(w * (function(t + k * h) - function(t - k * h)) for k, w in weights.items()) / h


# ----- what holds for every law


@pytest.mark.parametrize("kind", MOTIONS.values(), ids=list(MOTIONS))
@pytest.mark.parametrize("seed", range(3))
def test_derivatives_are_those_of_f(kind: type[Motion], seed: int) -> None:
    rng = np.random.default_rng(seed)
    motion = kind.example(rng)
    low, high = motion.span()
    times = rng.uniform(max(low, 0.0) + 0.01, min(high, 4.0) - 0.01, size=12)
    corners = np.array([*motion.breaks(), *getattr(motion, "times", ()), 99.0])  # f'' has a corner or jumps: no slope
    times = [t for t in times if np.min(np.abs(t - corners)) > 5e-3]
    assert len(times) > 3
    for t in times:
        f, f1, f2 = (float(x) for x in motion.at(t))
        assert f1 == pytest.approx(slope(lambda s: float(motion.at(s)[0]), t), rel=1e-8, abs=1e-8), t
        assert f2 == pytest.approx(slope(lambda s: float(motion.at(s)[1]), t), rel=1e-8, abs=1e-8), t
        assert math.isfinite(f)


@pytest.mark.parametrize("kind", [kind for kind in MOTIONS.values() if kind is not Function])
def test_written_and_read_again(kind: type[Motion]) -> None:
    motion = kind.example(np.random.default_rng(5))
    scope = Scope(parameters=dict(getattr(motion, "parameters", {})))
    again = read_motion(motion.to_raw(), scope)
    times = np.linspace(*np.clip(motion.span(), 0.0, 3.0), 11)
    assert np.array(again.at(times)) == pytest.approx(np.array(motion.at(times)), rel=1e-15, abs=1e-15)
    assert read_motion(motion, scope).to_raw() == motion.to_raw()


def test_shapes() -> None:
    f, f1, f2 = Harmonic(1.0, 2.0).at(np.zeros((3, 2)))
    assert f.shape == f1.shape == f2.shape == (3, 2)
    assert Constant(2.0).at(0.0)[0].shape == ()
    assert Constant(2.0).at([])[0].shape == (0,)


# ----- each kind


def test_constant() -> None:
    assert jets(2, 5.0) == (2.0, 0.0, 0.0)
    assert jets({"constant": "a*3"}, -1.0) == (6.0, 0.0, 0.0)
    assert law(2).span() == (-math.inf, math.inf)


def test_polynomial() -> None:
    assert jets({"polynomial": [1, "a", 3, -1]}, 2.0) == pytest.approx((1 + 4 + 12 - 8, 2 + 12 - 12, 6 - 12))
    assert jets({"polynomial": [7]}, 2.0) == (7.0, 0.0, 0.0)
    assert jets({"polynomial": [0, 1]}, 0.0) == (0.0, 1.0, 0.0)


def test_harmonic() -> None:
    raw = {"harmonic": {"mean": 1, "amplitude": "a", "frequency": 0.5, "phase": "30*deg"}}
    t = 0.7
    angle = math.pi * t + math.pi / 6
    w = math.pi
    wanted = (1 + 2 * math.sin(angle), 2 * w * math.cos(angle), -2 * w**2 * math.sin(angle))
    assert jets(raw, t) == pytest.approx(wanted, rel=1e-14)
    assert jets({"harmonic": {"amplitude": 3, "frequency": 1}}, 0.25) == pytest.approx((3.0, 0.0, -12 * math.pi**2))


def test_trapezoid() -> None:
    """60 deg, to 40 rpm in half a second, hold until 3 s, stop at 3.5 s: the area under the speed is the angle."""
    raw = {"trapezoid": {"start": "60*deg", "speed": "40*2*pi/60", "times": [0, 0.5, 3.0, 3.5]}}
    start, speed = math.pi / 3, 4 * math.pi / 3
    assert jets(raw, -1.0) == (start, 0.0, 0.0)
    assert jets(raw, 0.25) == pytest.approx((start + speed * 0.0625, speed / 2, 2 * speed))
    assert jets(raw, 1.5) == pytest.approx((start + speed * 1.25, speed, 0.0))
    assert jets(raw, 3.25) == pytest.approx((start + speed * (0.25 + 2.5 + 0.1875), speed / 2, -2 * speed))
    assert jets(raw, 9.0) == pytest.approx((start + speed * 3.0, 0.0, 0.0))
    for corner in (0.0, 0.5, 3.0, 3.5):  # angle and speed are continuous there
        before, after = law(raw).at(corner - 1e-12), law(raw).at(corner)
        assert float(before[0]) == pytest.approx(float(after[0]), abs=1e-10)
        assert float(before[1]) == pytest.approx(float(after[1]), abs=1e-10)
    assert law(raw).breaks() == (0.0, 0.5, 3.0, 3.5)
    assert law({"trapezoid": {"speed": 1, "times": [0, 1, 1, 2]}}).breaks() == (0.0, 1.0, 2.0)
    assert jets({"trapezoid": {"speed": 1, "times": [0, 1, 1, 2]}}, 5.0)[0] == pytest.approx(1.0)


def test_step() -> None:
    raw = {"step": {"from": 1, "to": "1 + a", "start": 2, "end": 6}}
    assert jets(raw, 1.9) == (1.0, 0.0, 0.0)
    assert jets(raw, 2.0) == (1.0, 0.0, 0.0)
    assert jets(raw, 4.0) == pytest.approx((2.0, 2 * 1.875 / 4, 0.0))
    assert jets(raw, 3.0) == pytest.approx((1 + 2 * 0.103515625, 2 * 1.0546875 / 4, 2 * 5.625 / 16))
    assert jets(raw, 6.0) == (3.0, 0.0, 0.0)
    assert jets("step(t, 2, 1, 6, 3)", 3.0) == pytest.approx(jets(raw, 3.0))
    assert law(raw).at(6.0 - 1e-9)[2] == pytest.approx(0.0, abs=1e-7)


@pytest.mark.parametrize("n", [4, 5, 8, 40])
def test_table_is_the_not_a_knot_spline(n: int) -> None:
    rng = np.random.default_rng(n)
    times, values = np.cumsum(rng.uniform(0.05, 2.0, size=n)), rng.normal(size=n)
    spline = CubicSpline(times, values)
    t = np.concatenate([rng.uniform(times[0], times[-1], size=30), times[[0, -1]]])
    wanted = np.array([spline(t, k) for k in range(3)])
    motion = law({"table": {"times": times.tolist(), "values": values.tolist()}})
    assert np.array(motion.at(t)) == pytest.approx(wanted, rel=1e-9, abs=1e-9)
    assert motion.span() == (times[0], times[-1])


def test_table_of_few_rows() -> None:
    t = np.linspace(0.0, 3.0, 7)
    three = law({"table": {"times": [0, 1, 3], "values": [1, 5, 2]}})
    spline = CubicSpline([0, 1, 3], [1, 5, 2], bc_type="natural")
    assert np.array(three.at(t)) == pytest.approx(np.array([spline(t, k) for k in range(3)]), abs=1e-13)
    assert jets({"table": {"times": [1, 3], "values": [5, "5 + a"]}}, 2.0) == pytest.approx((6.0, 1.0, 0.0))


def test_table_meets_a_cubic_exactly() -> None:
    times = [0.0, 0.5, 0.7, 1.5, 2.0]
    motion = Table(times, [t**3 - 2 * t for t in times])
    t = np.linspace(0, 2, 9)
    assert np.array(motion.at(t)) == pytest.approx(np.array([t**3 - 2 * t, 3 * t**2 - 2, 6 * t]), abs=1e-12)


@pytest.mark.parametrize(
    "data",
    [
        b"0,0\n1,1\n2,4\n3,9\n4,16\n",
        b"time,value\r\n0,0\r\n1,1\r\n\r\n2,4\r\n3,9\r\n4,16",
        b"\xef\xbb\xbftime;value\n0,0;0\n1,0;1,0\n2,0;4\n3;9,0\n;;\n4;16;;\n",
        '"čas";"úhel"\n0;0\n1;1\n2;4\n3;9\n4;16\n'.encode("cp1250"),
    ],
)
def test_table_file(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "law.csv").write_bytes(data)
    motion = law({"table": "law.csv"}, Scope(folder=tmp_path))
    assert np.array(motion.at([0.5, 2.5])) == pytest.approx(np.array([[0.25, 6.25], [1, 5], [2, 2]]))
    assert motion.to_raw() == {"table": {"times": [0.0, 1.0, 2.0, 3.0, 4.0], "values": [0.0, 1.0, 4.0, 9.0, 16.0]}}
    assert motion.span() == (0.0, 4.0)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "too few rows of numbers (0)"),
        (b"time,value\n0,1\n", "too few rows of numbers (1)"),
        (b"0,1\n1,2\n1,3\n", "row 3: the first column, 1, is the same as the one before (1)"),
        (b"t,f\n0,1\n2,2\n\n1,3\n", "row 5: the first column, 1, is below the one before (2)"),
        (b"0,1\n1,abc\n", "row 2: 'abc' is not a finite number"),
        (b"0,1\nx,2\n", "row 2: 'x' is not a finite number"),
        (b"0,1\n1,nan\n", "row 2: 'nan' is not a finite number"),
        (b"0,1\n1,inf\n", "row 2"),
        (b"0,1\n1,\n", "row 2: ''"),
        (b"0,1\n1\n", "row 2 has 1 column"),
        (b"0,5,1,5\n1,5,2,5\n", "row 1 has 4 columns"),
    ],
)
def test_table_file_faults(tmp_path: Path, data: bytes, words: str) -> None:
    (tmp_path / "law.csv").write_bytes(data)
    with pytest.raises(Wrong) as caught:
        law({"table": "law.csv"}, Scope(folder=tmp_path))
    assert words in str(caught.value)
    assert "law.csv" in caught.value.what
    assert caught.value.remedy


def test_table_file_missing(tmp_path: Path) -> None:
    for name in ("none.csv", "."):
        with pytest.raises(Wrong, match="is not there"):
            law({"table": name}, Scope(folder=tmp_path))


# ----- expressions

CLOSED = """
    t**2 + pi/2                 | t**2 + pi/2       | 2*t                     | 2
    sin(w*t)                    | sin(3*t)          | 3*cos(3*t)              | -9*sin(3*t)
    cos(w*t)                    | cos(3*t)          | -3*sin(3*t)             | -9*cos(3*t)
    tan(t)                      | tan(t)            | cos(t)**-2              | 2*tan(t)/cos(t)**2
    asin(t)                     | asin(t)           | (1 - t**2)**-0.5        | t*(1 - t**2)**-1.5
    acos(t)                     | acos(t)           | -(1 - t**2)**-0.5       | -t*(1 - t**2)**-1.5
    atan(t)                     | atan(t)           | 1/(1 + t**2)            | -2*t/(1 + t**2)**2
    sinh(2*t)                   | sinh(2*t)         | 2*cosh(2*t)             | 4*sinh(2*t)
    cosh(2*t)                   | cosh(2*t)         | 2*sinh(2*t)             | 4*cosh(2*t)
    tanh(t)                     | tanh(t)           | cosh(t)**-2             | -2*tanh(t)/cosh(t)**2
    exp(-a*t)                   | exp(-2*t)         | -2*exp(-2*t)            | 4*exp(-2*t)
    log(t)                      | log(t)            | 1/t                     | -1/t**2
    log10(t)                    | log10(t)          | 1/t/log(10)             | -1/t**2/log(10)
    sqrt(t)                     | sqrt(t)           | 0.5*t**-0.5             | -0.25*t**-1.5
    t**2.5                      | t**2.5            | 2.5*t**1.5              | 3.75*t**0.5
    t**-2                       | t**-2             | -2*t**-3                | 6*t**-4
    a**t                        | 2**t              | log(2)*2**t             | log(2)**2*2**t
    t**t                        | t**t              | t**t*(log(t) + 1)       | t**t*((log(t) + 1)**2 + 1/t)
    1/(1 + t**2)                | 1/(1 + t**2)      | -2*t/(1 + t**2)**2      | (6*t**2 - 2)/(1 + t**2)**3
    t*sin(t)                    | t*sin(t)          | sin(t) + t*cos(t)       | 2*cos(t) - t*sin(t)
    atan2(sin(w*t), cos(w*t))   | 3*t               | 3                       | 0
    atan2(1, t)                 | pi/2 - atan(t)    | -1/(1 + t**2)           | 2*t/(1 + t**2)**2
    hypot(3*t, 4*t)             | 5*t               | 5                       | 0
    hypot(t, 1)                 | (t*t + 1)**0.5    | t*(t*t + 1)**-0.5       | (t*t + 1)**-1.5
    abs(t - 2)*t                | (2 - t)*t         | 2 - 2*t                 | -2
    sign(t - 2)*t**2            | -t**2             | -2*t                    | -2
    floor(t + 7.5)*t            | 8*t               | 8                       | 0
    min(t, t**2, 5)             | t**2              | 2*t                     | 2
    max(t, t**2, -5)            | t                 | 1                       | 0
    a - -t/2                    | 2 + t/2           | 0.5                     | 0
    step(t, 0, 5*t, 0.1, t**2)  | t**2              | 2*t                     | 2
"""


@pytest.mark.parametrize("row", [row.strip() for row in CLOSED.strip().splitlines()])
def test_expression_derivatives(row: str) -> None:
    """f, f', f'' worked out by hand, computed by Python."""
    text, *by_hand = row.split("|")
    t = 0.6
    wanted = [eval(form, {"__builtins__": {}}, {**vars(math), "t": t}) for form in by_hand]
    assert jets(text, t) == pytest.approx(wanted, rel=1e-13, abs=1e-13)


def test_moving_step() -> None:
    """All five values of step may move; differences of the plain value are the reference."""
    text = "step(t, sin(t) - 1, t, 2 + t**2, exp(t))"

    def f(t: float) -> float:
        u = (t - math.sin(t) + 1) / (3 + t**2 - math.sin(t))
        return t + (math.exp(t) - t) * (10 * u**3 - 15 * u**4 + 6 * u**5)

    value, rate, acceleration = jets(text, 0.4)
    assert value == pytest.approx(f(0.4), rel=1e-14)
    assert rate == pytest.approx(slope(f, 0.4, 1e-2), rel=1e-10)
    assert acceleration == pytest.approx(slope(lambda s: slope(f, s, 1e-2), 0.4, 1e-2), rel=1e-8)


@pytest.mark.parametrize(
    ("text", "t", "wanted"),
    [
        ("t**0", 0.0, (1, 0, 0)),
        ("t**1", 0.0, (0, 1, 0)),
        ("t**2", 0.0, (0, 0, 2)),
        ("t**3", 0.0, (0, 0, 0)),
        ("t**2", -3.0, (9, -6, 2)),
        ("t**3", -2.0, (-8, 12, -12)),
        ("t**5", -1.0, (-1, 5, -20)),
        ("t**-1", -2.0, (-0.5, -0.25, -0.25)),
        ("(t - 1)**2", 1.0, (0, 0, 2)),
        ("t*t", 0.0, (0, 0, 2)),
        ("abs(t)", 0.0, (0, 1, 0)),
        ("60*deg", 4.0, (math.pi / 3, 0, 0)),
    ],
)
def test_exact_corners(text: str, t: float, wanted: tuple[float, float, float]) -> None:
    assert jets(text, t) == wanted


@pytest.mark.parametrize(
    ("text", "t"), [("sqrt(t)", 0.0), ("log(t)", -1.0), ("1/t", 0.0), ("t**0.5", -1.0), ("asin(t)", 1.5)]
)
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_no_value_is_seen(text: str, t: float) -> None:
    assert not np.isfinite(jets(text, t)).all()


# ----- Python functions


@pytest.mark.parametrize(
    ("function", "text"),
    [
        (lambda t: 2 * np.sin(3 * t) - t**2 / 4, "2*sin(3*t) - t**2/4"),
        (lambda t: np.float64(2) * t + np.arctan2(t, 1 + t) ** 2, "2*t + atan2(t, 1 + t)**2"),
        (lambda t: abs(-t) + np.maximum(t, 1) + 2**t - (1 - t) / (3 - t), "t + 1 + 2**t - (1 - t)/(3 - t)"),
        (lambda t: np.square(np.exp(-t)) + np.radians(t) + t % 0.4, "exp(-t)**2 + t*deg + t - 0.4*floor(t/0.4)"),
        (lambda t: np.hypot(t, 2) * np.log2(t + 1), "hypot(t, 2)*log(t + 1)/log(2)"),
        (lambda _: 7, "7"),
        (lambda t: t, "t"),
    ],
)
def test_traced_functions_are_exact(function: Any, text: str) -> None:
    motion = law(function)
    assert motion.lower().addresses == (0, 0, 0)  # read as an expression, not called
    assert [float(x) for x in motion.at(0.63)] == pytest.approx(jets(text, 0.63), rel=1e-14, abs=1e-14)


def _ramp(t: float) -> float:
    return 0.0 if t < 1.0 else (t - 1.0) ** 2


class Notebook:
    """A callable that Numba cannot compile."""

    def __init__(self) -> None:
        self.table = {0: 1.0}

    def __call__(self, t: float) -> float:
        return self.table[0] * math.sin(5.0 * float(t))


@pytest.mark.parametrize("function", [lambda t: math.sin(5.0 * t), Notebook()])
def test_called_functions_are_differenced(function: Any) -> None:
    for t in (0.0, 0.3, 12.7):
        wanted = (math.sin(5 * t), 5 * math.cos(5 * t), -25 * math.sin(5 * t))
        f, f1, f2 = jets(function, t)
        assert f == wanted[0]
        assert f1 == pytest.approx(wanted[1], abs=1e-10)
        assert f2 == pytest.approx(wanted[2], abs=1e-7)


@pytest.mark.parametrize("w", [0.1, 10.0, 1000.0])
def test_differences_hold_their_promise(w: float) -> None:
    times = np.linspace(0.0, 9.0, 23)
    _, f1, f2 = Function(lambda t: math.sin(w * t)).at(times)
    assert np.abs(f1 - w * np.cos(w * times)).max() < 1e-7 * w
    assert np.abs(f2 + w**2 * np.sin(w * times)).max() < 1e-7 * w**2


def test_branches() -> None:
    assert jets(_ramp, 0.5) == pytest.approx((0.0, 0.0, 0.0), abs=1e-9)
    assert jets(_ramp, 1.5) == pytest.approx((0.25, 1.0, 2.0), rel=1e-8)
    assert jets(_ramp, 1.001) == pytest.approx((1e-6, 2e-3, 2.0), rel=1e-6)  # the coarse steps reach over the corner


def test_function_that_tells_a_tracer_from_a_number() -> None:
    assert jets(lambda t: 2.0 * t if isinstance(t, float) else 3.0 * t, 1.0) == pytest.approx((2.0, 2.0, 0.0), abs=1e-8)


def test_given_derivatives_are_used() -> None:
    motion = Function(lambda t: t**2, rate=lambda t: 2 * t, acceleration=lambda _: 2.5)
    assert [float(x) for x in motion.at(3.0)] == [9.0, 6.0, 2.5]
    motion = Function(lambda t: t**2, rate=math.sin)
    assert [float(x) for x in motion.at(3.0)] == pytest.approx([9.0, math.sin(3), math.cos(3)], abs=1e-10)
    motion = Function(math.sin, acceleration=lambda _: 2.5)
    assert [float(x) for x in motion.at(3.0)] == pytest.approx([math.sin(3), math.cos(3), 2.5], abs=1e-10)


def test_function_that_gives_no_number() -> None:
    def broken(t: float) -> float:
        raise KeyError("no such thing")

    with pytest.raises(Wrong, match=r"broken gives no number; at t = 0 it raises KeyError"):
        law(broken)
    with pytest.raises(Wrong, match="it gives None"):
        law(lambda _: None)
    with pytest.raises(Wrong, match="cannot be written to a file"):
        law(lambda t: t).to_raw()


# ----- messages


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        ({"harmonics": {}}, "unknown motion law 'harmonics'; did you mean 'harmonic'?"),
        ({"harmonic": {"amplitud": 1, "frequency": 1}}, "did you mean 'amplitude'?"),
        ({"harmonic": {"amplitude": 1}}, "harmonic lacks frequency"),
        ({"harmonic": 3}, "harmonic = 3 is not a table of values"),
        ({"harmonic": {"amplitude": "b", "frequency": 1}}, "amplitude: expression 'b': unknown name 'b'"),
        ({"harmonic": {"amplitude": True, "frequency": 1}}, "amplitude: True is not a number"),
        ({"polynomial": []}, "no coefficients"),
        ({"polynomial": 3}, "is not a list of numbers"),
        ({"polynomial": [1, "x"]}, "polynomial[2]"),
        ({"polynomial": [1, math.nan]}, "not a finite number"),
        ({"trapezoid": {"speed": 1, "times": [0, 1, 2]}}, "four are expected"),
        ({"trapezoid": {"speed": 1, "times": [0, 2, 1, 3]}}, "out of order"),
        ({"trapezoid": {"speed": 1, "times": [0, 0, 1, 3]}}, "a speed cannot jump"),
        ({"step": {"from": 0, "to": 1, "start": 2, "end": 2}}, "must start before it ends"),
        ({"table": {"times": [0, 1], "values": [1]}}, "2 times and 1 values"),
        (
            {"table": {"times": [0, 2, 1], "values": [1, 2, 3]}},
            "table row 3: the first column, 1, is below the one before (2)",
        ),
        ({"table": {"times": [0], "values": [1]}}, "at least two rows"),
        ({"table": {"times": [0, "nan"], "values": [1, 2]}}, "times[2]"),
        ({"table": 3}, "is not a table"),
        ({"expression": 3}, "is not a text"),
        ({"function": "f"}, "in Python only"),
        ({"step": {}, "table": {}}, "2 keys instead of one"),
        ({}, "0 keys instead of one"),
        ([1, 2], "is not a motion law"),
        (True, "is not a motion law"),
        (None, "is not a motion law"),
        ("2*omega*t", "unknown name 'omega'"),
        ("t +", "ends where a number or name should follow"),
        ("t/0", "t/0 divides by zero"),
        ("__import__('os')", "underscore"),
    ],
)
def test_messages(raw: Any, words: str) -> None:
    with pytest.raises(Wrong) as caught:
        law(raw)
    assert words in str(caught.value)


def test_records_may_hold_expressions() -> None:
    motion = Trapezoid(speed="a", times=[0, "a", 4, 6], start="w")
    assert motion.to_raw() == {"trapezoid": {"start": "w", "speed": "a", "times": [0, "a", 4, 6]}}
    assert read_motion(motion, SCOPE) == Trapezoid(2.0, (0.0, 2.0, 4.0, 6.0), 3.0)
    with pytest.raises(Wrong, match="unknown name 'a'"):
        motion.at(0.0)
    assert float(Formula("a*t", {"a": 5.0}).at(2.0)[0]) == 10.0
    assert Polynomial(np.array([1.0, 2.0])).to_raw() == {"polynomial": [1.0, 2.0]}


# ----- tables


def test_law_table_holds_many() -> None:
    table = LawTable()
    raws = ["t**2", 3, "a*t + 1", {"polynomial": [0, 0, 1]}, math.exp, "sin(t)", 0]
    indices = [table.add(law(raw)) for raw in raws]
    assert indices == [1, 2, 3, 4, 5, 6, 0]
    laws, ops, numbers = table.arrays()
    assert (laws.shape, ops.dtype, numbers.dtype) == ((7,), np.int32, np.float64)
    stack = new_stack()
    values = [motion_at(laws, ops, numbers, stack, index, 0.5)[0] for index in [0, *indices]]
    assert values == pytest.approx([0.0, 0.25, 3.0, 2.0, 0.25, math.exp(0.5), math.sin(0.5), 0.0])
    assert motion_at(laws, ops, numbers, stack, 0, 1.0) == (0.0, 0.0, 0.0)


@pytest.mark.parametrize(("motion", "raw"), [
    (Harmonic(1, 2), {"harmonic": {"amplitude": 1, "frequency": 2}}),
    (Harmonic(0, 2, phase="a"), {"harmonic": {"amplitude": 0, "frequency": 2, "phase": "a"}}),
    (Trapezoid(1, (0, 1, 2, 3)), {"trapezoid": {"speed": 1, "times": [0, 1, 2, 3]}}),
    (Trapezoid(1, (0, 1, 2, 3), "-a"), {"trapezoid": {"start": "-a", "speed": 1, "times": [0, 1, 2, 3]}}),
])  # fmt: skip
def test_what_was_not_given_is_not_written(motion: Motion, raw: dict[str, Any]) -> None:
    assert motion.to_raw() == raw
    scope = Scope({"a": 0.5})
    assert read_motion(raw, scope) == motion.resolve(scope)
