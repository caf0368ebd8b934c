"""The grammar of expressions: what it computes, what it refuses, and in which words."""

from __future__ import annotations

import math
import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vazba.expressions import MAX_STACK, Expression, ExpressionError, evaluate_parameters, parse

ONE = ["sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "exp", "log", "log10", "sqrt"]
PYTHON = {
    **{name: getattr(math, name) for name in [*ONE, "atan2", "hypot", "pi"]},
    "deg": math.pi / 180,
    "abs": abs,
    "min": min,
    "max": max,
    "floor": lambda x: float(math.floor(x)),
    "sign": lambda x: float(x > 0) - float(x < 0),
}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1", 1.0),
        (" 1.5e-3 ", 0.0015),
        (".5", 0.5),
        ("2.", 2.0),
        ("1E3", 1000.0),
        ("2 + 3*4", 14.0),
        ("2 - 3 - 4", -5.0),
        ("12/3/2", 2.0),
        ("-2**2", -4.0),
        ("(-2)**2", 4.0),
        ("2**-1", 0.5),
        ("2**-1*3", 1.5),
        ("2**3**2", 512.0),
        ("2**-1**2", 0.5),
        ("--3", 3.0),
        ("+3", 3.0),
        ("-2*3", -6.0),
        ("2*-3", -6.0),
        ("180*deg - pi", 0.0),
        ("min(3, 1, 2)", 1.0),
        ("max(3, 1, 4, 2)", 4.0),
        ("atan2(1, -1)", 2.356194490192345),
        ("hypot(3, 4)", 5.0),
        ("sign(-7) + floor(-0.5)", -2.0),
        ("log(exp(2)) + log10(1000)", 5.0),
        ("step(0.25, 0, 2, 0.5, 6)", 4.0),
        ("step(-1, 0, 2, 1, 6)", 2.0),
        ("step(9, 0, 2, 1, 6)", 6.0),
        ("step(0.25, 0, 0, 1, 1)", 0.103515625),  # 10/64 - 15/256 + 6/1024
        ("1" + "+1" * 900, 901.0),
        ("(" * 55 + "7" + ")" * 55, 7.0),
    ],
)
def test_value(text: str, value: float) -> None:
    assert parse(text).value({}) == pytest.approx(value, rel=1e-15, abs=1e-15)


def test_names() -> None:
    expression = parse("a_1*sin(délka) + 2*pi*t - a_1*deg")
    assert expression.names == {"a_1", "délka", "t"}
    assert expression.text == "a_1*sin(délka) + 2*pi*t - a_1*deg"
    assert expression.value({"a_1": 0.0, "délka": 1.0, "t": 0.5}) == pytest.approx(math.pi)


@pytest.mark.parametrize(
    ("text", "words", "column"),
    [
        ("", "empty", None),
        ("   ", "empty", None),
        ("sinn(2)", "unknown function 'sinn'; did you mean 'sin'?", 1),
        ("1 + lenght", "unknown name 'lenght'; did you mean 'length'?", 5),
        ("(1 + 2", "missing ')'", 1),
        ("1 + sin(2", "missing ')'", 8),
        ("1 + 2)", "')' without a '('", 6),
        ("3^2", "use **", 2),
        ("2 pi", "an operator is missing before 'pi'; write * to multiply", 3),
        ("2(3)", "an operator is missing before '('", 2),
        ("1,5", "decimal point", 2),
        ("2*", "ends where a number or name should follow", 3),
        ("2*/3", "missing before '/'", 3),
        ("()", "missing before ')'", 2),
        ("sin", "'sin' is a function: write sin(...)", 1),
        ("sin()", "takes 1 value, not 0", 1),
        ("sin(1, 2)", "takes 1 value, not 2", 1),
        ("min(1)", "at least 2 values, not 1", 1),
        ("step(1, 2)", "takes 5 values, not 2", 1),
        ("step(1, 2, 0, 2, 1)", "must start before it ends", 1),
        ("inf", "'inf' is not allowed", 1),
        ("2*NaN", "'NaN' is not allowed", 3),
        ("1e999", "1e999 is too large", 1),
        ("1/0", "1/0 divides by zero", 1),
        ("3 + 1/(2 - 2)", "1/(2 - 2) divides by zero", 5),
        ("0**-1", "0**-1 divides by zero", 1),
        ("10**400", "10**400 is too large", 1),
        ("9**9**9**9**9", "too large", None),
        ("exp(1000)", "exp(1000) is too large", 1),
        ("1e300*1e300", "too large", 1),
        ("(-8)**(1/3)", "(-8)**(1/3) has no real value", 1),
        ("sqrt(-1)", "sqrt(-1) has no real value", 1),
        ("log(0)", "log(0) has no real value", 1),
        ("asin(2)", "no real value", 1),
        ("t + 1", "the time 't' has no value here", 1),
        ("1" * 2001, "2001 characters", None),
        ("(" * 61 + "1" + ")" * 61, "nested more than 60 deep", 61),
        ("-" * 1000 + "1", "nested more than 60 deep", 61),
        ("**".join(["1"] * 100), "nested more than 60 deep", None),
    ],
)
def test_refused(text: str, words: str, column: int | None) -> None:
    with pytest.raises(ExpressionError) as caught:
        parse(text).value({"length": 1.0})
    assert words in caught.value.message
    if column is not None:
        assert caught.value.column == column
        assert f"(column {column})" in str(caught.value)


@pytest.mark.parametrize(
    "text",
    [
        "__import__('os').system('true')", "__builtins__", "_a", "t.real", "(1).__class__", "'a'", '"a"', "[1]", "a[0]",
        "{1}", "lambda: 1", "1 if 1 else 2", "a = 1", "1 < 2", "1 == 1", "a; b", "1 // 2", "1 % 2", "a @ b", "not 1",
        "1 and 2", "f'x'", "1_000", "0x10", "1j", "print(1)", "open(1)", "eval(1)", "exec(1)", "getattr(1, 2)",
        "sin(x=1)", "max(*a)", "a\\b", "a\x00b", "٣", "x²", "1 \u200b+ 1",
    ],
)  # fmt: skip
def test_forbidden(text: str) -> None:
    with pytest.raises(ExpressionError) as caught:
        parse(text)
    assert caught.value.message


def test_deep_stack_is_enough() -> None:
    """The deepest text the grammar takes must not meet Python's own limit, whatever calls it."""

    def down(levels: int) -> float:
        return parse("1+2*(-1**(" * 14 + "1" + "))" * 14).value({}) if levels == 0 else down(levels - 1)

    assert math.isfinite(down(sys.getrecursionlimit() // 3))


_ALPHABET = st.sampled_from([*"0123456789.eE+-*/^(),_ abtxπ'\"[]{}:=<>%\\\n", "**", "sin(", "step(", "max(", "pi"])


@settings(max_examples=300, deadline=None)
@given(st.one_of(st.text(max_size=200), st.lists(_ALPHABET, max_size=60).map("".join)))
def test_any_text_gives_a_number_or_an_expression_error(text: str) -> None:
    value, error = _value_or_error(text, {"a": 1.5, "b": -2.0, "x": 0.0, "t": 0.3})
    if error is None:
        assert math.isfinite(value)
    else:
        assert error.message
        assert error.column is None or 1 <= error.column <= len(text) + 1


def _value_or_error(text: str, values: dict[str, float]) -> tuple[float, ExpressionError | None]:
    try:
        expression = parse(text)
        expression.program(values)
        return expression.value(values), None
    except ExpressionError as error:
        return math.nan, error


def _valid() -> st.SearchStrategy[str]:
    number = st.one_of(st.floats(0, 100).map(repr), st.integers(0, 99).map(lambda n: f"{n}."))
    leaf = st.one_of(number, st.sampled_from(["a", "b", "t", "pi", "deg"]))
    one = st.sampled_from([*ONE, "abs", "sign", "floor"])
    two = st.sampled_from(["atan2", "hypot", "min", "max"])

    def grow(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
        return st.one_of(
            st.tuples(inner, st.sampled_from(["+", "-", "*", "/", "**", " - "]), inner).map("".join),
            st.tuples(inner, st.sampled_from(["+", "-", "*", "/", "**"]), inner).map(lambda p: f"({''.join(p)})"),
            inner.map(lambda x: f"-{x}"),
            st.tuples(one, inner).map(lambda p: f"{p[0]}({p[1]})"),
            st.tuples(two, inner, inner).map(lambda p: f"{p[0]}({p[1]}, {p[2]})"),
        )

    return st.recursive(leaf, grow, max_leaves=8)


@settings(max_examples=300, deadline=None)
@given(_valid(), st.floats(-3, 3), st.floats(-3, 3), st.floats(-3, 3))
def test_agrees_with_python(text: str, a: float, b: float, t: float) -> None:
    values = {"a": a, "b": b, "t": t}
    try:
        wanted = eval(text, {"__builtins__": {}}, {**PYTHON, **values})
        refused = isinstance(wanted, complex) or not math.isfinite(wanted)
    except (ArithmeticError, ValueError, TypeError):
        refused = True
    value, error = _value_or_error(text, values)
    if refused:
        assert error is not None
    elif (
        error is not None
    ):  # Python lets inf pass inside, as in atan(1e308*1e308), and complex numbers, as in abs((-1)**1.5)
        assert "too large" in error.message or "has no real value" in error.message
    else:
        assert value == pytest.approx(wanted, rel=1e-12, abs=1e-300)


def test_program_folds_constants() -> None:
    program = parse("2*pi*a/a + 0*b + 3*t").program({"a": 4.0, "b": 1.0})
    assert program.ops.dtype == np.int32
    assert program.numbers.dtype == np.float64
    assert program.numbers.tolist() == pytest.approx([2 * math.pi, 3.0])
    assert len(program.ops) == 5  # push, push, time, times, plus
    assert program.depth == 3
    assert len(parse("a**2 + sin(b)").program({"a": 1.0, "b": 2.0}).ops) == 1


def test_program_faults() -> None:
    with pytest.raises(ExpressionError, match="t/0 divides by zero"):
        parse("t/0").program({})
    with pytest.raises(ExpressionError, match="must start before it ends"):
        parse("step(t, 1, 0, a, 1)").program({"a": 0.5})
    with pytest.raises(ExpressionError, match="unknown name 'omega'"):
        parse("omega*t").program({"omeg": 1.0})
    deep = "t+(" * (MAX_STACK + 2) + "t" + ")" * (MAX_STACK + 2)
    with pytest.raises(ExpressionError, match="fewer brackets"):
        parse(deep).program({})
    assert parse("s*2").program({}, variable="s").ops.tolist() == parse("t*2").program({}).ops.tolist()


def test_nested_steps_do_not_multiply() -> None:
    text = "t"
    for _ in range(6):
        text = f"step(t,0,{text},1,{text})" if len(text) < 300 else f"step(t,0,{text},1,2)"
    assert len(parse(text).program({}).ops) < len(text)


def test_parse_is_remembered() -> None:
    assert parse("1 + 41") is parse("1 + 41")
    assert isinstance(parse("1 + 41"), Expression)


# ----- parameters


def test_parameters_in_any_order() -> None:
    raw = {"c": "a + b", "b": "2*a", "a": 1.5, "n": 3, "w": "40*2*pi/60", "x": np.float64(2)}
    values, faults = evaluate_parameters(raw)
    assert faults == {}
    assert values == pytest.approx({"c": 4.5, "b": 3.0, "a": 1.5, "n": 3.0, "w": 4.1887902047863905, "x": 2.0})
    assert list(values) == ["c", "b", "a", "n", "w", "x"]


def test_parameters_in_a_circle() -> None:
    values, faults = evaluate_parameters({"a": "b", "b": "a + 1", "c": "c", "d": "a", "e": 1})
    assert values == {"e": 1.0}
    assert "a -> b -> a" in faults["a"]
    assert "b -> a -> b" in faults["b"]
    assert "c -> c" in faults["c"]
    assert "'a'" in faults["d"]


@pytest.mark.parametrize(
    ("name", "raw", "words"),
    [
        ("a", "lenght", "did you mean 'length'?"),
        ("a", "1/0", "1/0 divides by zero"),
        ("a", "2*(", "ends where"),
        ("a", "t", "time 't'"),
        ("a", True, "not a number"),
        ("a", [1], "not a number"),
        ("a", None, "not a number"),
        ("a", math.nan, "not a finite number"),
        ("a", math.inf, "not a finite number"),
        ("a", 10**400, "too large"),
        ("t", 1, "is the time"),
        ("sin", 1, "already means something"),
        ("pi", 3, "already means something"),
        ("inf", 3, "already means something"),
        ("a b", 1, "cannot be a name"),
        ("2a", 1, "cannot be a name"),
        ("_a", 1, "cannot be a name"),
        ("", 1, "cannot be a name"),
        (7, 1, "cannot be a name"),
    ],
)
def test_parameter_faults(name: str, raw: float, words: str) -> None:
    values, faults = evaluate_parameters({"length": 2.0, name: raw})
    assert values == {"length": 2.0}
    assert list(faults) == [name]
    assert words in faults[name]


def test_long_chains_of_parameters() -> None:
    n = 5000
    chain: dict[str, float | str] = {f"a{i}": f"a{i + 1} + 1" for i in range(n)}
    values, faults = evaluate_parameters({**chain, f"a{n}": 0})
    assert faults == {}
    assert values["a0"] == n
    values, faults = evaluate_parameters({**chain, f"a{n}": "a0"})
    assert values == {}
    assert len(faults) == n + 1
    assert faults["a0"].endswith(f"a0 -> a1 -> ... -> a{n} -> a0")
