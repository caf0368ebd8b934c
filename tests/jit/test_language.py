"""The language of kernels: compiled code gives what the same source gives as plain Python, and what is not in the language is refused with its line."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

from vazba._jit import jit, library
from vazba._jit.language.kinds import FLOAT, INT, KernelError
from vazba._jit.language.translate import Program
from vazba._jit.mode import PLAIN
from vazba._jit.plain import prototype
from vazba._jit.records import packed
from vazba._jit.worker import Compiler

from . import language_kernels as kernels

pytestmark = pytest.mark.skipif(PLAIN, reason="nothing is compiled with NUMBA_DISABLE_JIT=1")

WHOLE, REAL = (-9, -8, -7, -3, -2, -1, 0, 1, 2, 3, 5, 7, 8, 12), (-7.25, -1.5, -0.5, 0.5, 1.0, 2.5, 9.75)
TWO_WHOLE, TWO_REAL = "int64(int64, int64)", "float64(float64, float64)"


@pytest.fixture(scope="module")
def compiled():
    """A function that compiles a kernel and gives what is called from Python; what it compiles lives as long as the process."""
    compiler = Compiler(library.BASELINE)

    def make(function, signature):
        name = f"tests.language:{function.__name__}"
        symbol = name.replace(":", "__").replace(".", "_")
        address = library.load_objects({name: compiler.object_code(function, signature, symbol)})[name]
        return prototype(signature)(address)

    return make


@pytest.mark.parametrize(
    ("name", "signature", "values"),
    [
        ("whole_numbers", TWO_WHOLE, [(a, b) for a, b in itertools.product(WHOLE, WHOLE) if b]),
        ("by_known_numbers", TWO_WHOLE, itertools.product(WHOLE, WHOLE)),
        ("real_numbers", TWO_REAL, itertools.product(REAL, REAL)),
        ("functions", TWO_REAL, itertools.product(REAL, REAL)),
        ("mixed", "float64(int64, float64)", itertools.product(range(5), REAL)),
        ("conditions", TWO_WHOLE, itertools.product(WHOLE, WHOLE)),
        ("turns_and_ends", TWO_WHOLE, itertools.product(WHOLE, WHOLE)),
        ("tuples", "float64(float64, float64, int64)", itertools.product(REAL, REAL, range(6))),
        ("names_again", "float64(float64, int64)", itertools.product(REAL, range(4))),
        ("kinds_of_results", "float64(float64)", [(x,) for x in (-2.0, 0.0, 3.0)]),
        ("constants", "float64(int64)", [(n,) for n in range(6)]),
        ("finite", "float64(float64)", [(x,) for x in (1.0, math.inf, -math.inf, math.nan)]),
    ],
)
def test_compiled_code_gives_what_python_gives(compiled, name, signature, values):
    function = getattr(kernels, name)
    call, tried = compiled(function, signature), 0
    for given in values:
        assert call(*given) == pytest.approx(float(function(*given)), rel=1e-14, abs=1e-14, nan_ok=True), given
        tried += 1
    assert tried > 1


def test_a_whole_number_divided_by_zero_is_zero(compiled):
    """As in NumPy; Python would raise, which kernels never do."""

    def quotient(a, b):
        return a // b + a % b

    call = compiled(quotient, TWO_WHOLE)
    assert call(5, 0) == 0
    assert call(-7, 2) == -4 + 1


def both(function, call, make):
    """What Python and compiled code return and leave behind, of the same numbers."""
    found = []
    for one in (function, call):
        arrays, given = make()
        value = float(one(*given))
        found.append((value, [array.tobytes() for array in arrays]))
    return found


def test_vectors_and_matrices(compiled):
    def make():
        x = np.arange(8.0)
        return [x], (x.ctypes.data, 8)

    plain, fast = both(kernels.vectors, compiled(kernels.vectors, "float64(int64, int64)"), make)
    assert fast == plain


def test_records(compiled):
    def make():
        items = np.zeros(4, kernels.ITEM)
        items["kind"], items["count"], items["value"] = [-3, 4, 5, 6], [2, 3, 4, 5], np.arange(4) / 4
        items["at"], items["turn"] = np.arange(12.0).reshape(4, 3), np.arange(24.0).reshape(4, 2, 3)
        return [items], (items.ctypes.data, 4)

    plain, fast = both(kernels.records, compiled(kernels.records, "float64(int64, int64)"), make)
    assert fast == plain
    assert kernels.ITEM.itemsize == 88


def test_records_of_addresses(compiled):
    kept = []

    def make():
        items = np.zeros(2, kernels.ITEM)
        items["value"] = 0.5, 0.75
        arrays = {"numbers": np.array([1.0, 2.0]), "counts": np.array([4, 5], np.int32), "items": items}
        room = packed(kernels.ROOM, arrays, rounds=7)
        kept.append(room)
        return list(arrays.values()), (room.here,)

    plain, fast = both(kernels.held, compiled(kernels.held, "float64(int64)"), make)
    assert fast == plain
    assert plain[0] == 2.0 * 5 + 0.75 + 7 + 2


@pytest.mark.parametrize(("x", "y"), [(1.5, -0.5), (-2.0, 3.0), (-2.0, -3.0), (0.25, 4.0)])
def test_complex_numbers(compiled, x, y):
    call, found = compiled(kernels.complex_numbers, "float64(int64, float64, float64)"), []
    for one in (kernels.complex_numbers, call):
        z = np.zeros(3, complex)
        found.append([one(z.ctypes.data, x, y), *z])
    assert found[1] == pytest.approx(found[0], rel=1e-14)


def refused(function, *kinds):
    with pytest.raises(KernelError) as said:
        Program().translated(jit(function), kinds)
    return str(said.value)


def test_what_is_not_in_the_language_is_refused_with_its_line():
    def allocates(n):
        x = n
        return np.zeros(x)

    def mixes(x):
        return (x, x) + 1

    def raises(x):
        raise ValueError(x)

    def unknown(x):
        return x + nothing_of_that_name  # noqa: F821

    def at_a_fraction(x):
        return kernels.TABLE[x]

    def unmarked(x):
        return helper(x)

    def helper(x):
        return x

    first = allocates.__code__.co_firstlineno
    assert refused(allocates, INT) == f"in {__name__}:allocates, line {first + 2}: np.zeros is not known to kernels"
    assert "(float, float) here and int there" in refused(mixes, FLOAT)
    assert "Raise is not in the language of kernels" in refused(raises, FLOAT)
    assert "nothing_of_that_name is not known" in refused(unknown, FLOAT)
    assert "a place in an array is a whole number, not float" in refused(at_a_fraction, FLOAT)
    assert "helper is not known" in refused(unmarked, FLOAT)  # closures are not looked into


def test_the_same_text_whatever_was_translated_before():
    """Object code is kept under a digest of the sources: it must not depend on the order of the work."""
    alone = Program().module(kernels.tuples, "float64(float64, float64, int64)", "tuples")
    program = Program()
    program.module(kernels.kinds_of_results, "float64(float64)", "other")
    assert program.module(kernels.tuples, "float64(float64, float64, int64)", "tuples") == alone
