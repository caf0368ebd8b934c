"""Building kernels in worker processes, with toys: two processes at once, Ctrl-C, changed sources, no Numba."""

from __future__ import annotations

import os
import signal
import time

import pytest

from vazba._jit.mode import PLAIN

pytestmark = pytest.mark.skipif(PLAIN, reason="nothing is built with NUMBA_DISABLE_JIT=1")

ALL = """
from vazba._jit import builder
from vazba._jit.boundaries import BOUNDARIES
import toys.kernels
for one in BOUNDARIES.values():
    one.address
print((toys.kernels.squared(3.0), builder.COUNT[0]))
"""
SQUARE = """
from vazba._jit import builder
from toys.kernels import squared
print((squared(3.0), builder.COUNT[0]))
"""
WITHOUT_NUMBA = "import sys\nsys.modules['numba'] = sys.modules['llvmlite'] = None\n"


def test_two_processes_at_once_build_every_kernel_once(toys):
    both = [toys.start(ALL) for _ in range(2)]
    found = [process.communicate(timeout=300) for process in both]
    assert [process.returncode for process in both] == [0, 0], found
    values = [eval(out) for out, _ in found]
    assert [value for value, _ in values] == [9.0, 9.0]
    assert sum(count for _, count in values) == 3


def test_what_is_not_used_is_not_built(toys):
    assert toys.run(SQUARE) == (9.0, 1)
    assert len(toys.objects()) == 1
    assert toys.run(ALL) == (9.0, 2)


STAND_INS = """
import numpy as np
from vazba._jit import caller
from vazba._jit.boundaries import _ADDRESSES
from toys import kernels

names = ("squared", "hypotenuse", "scale")
early = [getattr(kernels, name).address for name in names]  # none is built yet
values, call = np.array([1.0, 2.0]), caller("float64(float64, float64)")
kernels.scale(values.ctypes.data, 2, 3.0)
late = [_ADDRESSES["toys.kernels:" + name] for name in names]
print((values.tolist(), call(early[1], 3.0, 4.0), [getattr(kernels, name).address for name in names] == early, len({*early, *late})))
"""


@pytest.mark.parametrize("linker", ["", "none"])
def test_addresses_that_are_handed_out_before_the_code_is_there_lead_to_it(toys, linker):
    assert toys.run(STAND_INS, VAZBA_LINKER=linker) == ([3.0, 6.0], pytest.approx(5.0, rel=1e-15), True, 3)


EARLY = """
import ctypes
from toys import kernels

at = kernels.hypotenuse.address
print(ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_double, ctypes.c_double)(at)(3.0, 4.0))  # not through the boundary: nobody has waited
"""


def test_a_stand_in_that_is_called_too_early_waits_for_its_code(toys):
    assert toys.run(EARLY) == pytest.approx(5.0, rel=1e-15)


FORKED = """
import os
from toys import kernels

kernels.squared.address
if os.fork() == 0:
    os._exit(int(kernels.squared(3.0)))
_, status = os.wait()
print((os.waitstatus_to_exitcode(status), kernels.squared(2.0)))
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
def test_a_process_that_forks_while_code_is_built(toys):
    assert toys.run(FORKED) == (9, 4.0)


@pytest.mark.parametrize("linker", ["", "none"])
def test_a_changed_kernel_of_another_package_is_never_stale(toys, linker):
    assert toys.run(ALL, VAZBA_LINKER=linker) == (9.0, 3)
    assert toys.run(ALL, VAZBA_LINKER=linker) == (9.0, 0)
    helper = toys.folder / "toys" / "helper.py"
    helper.write_text(helper.read_text().replace("return x * x", "# a cube now\n    return x * x * x"))
    assert toys.run(ALL, VAZBA_LINKER=linker) == (27.0, 2)  # two of the three reach it


def test_ctrl_c_keeps_what_is_built(toys):
    many = "".join(
        f"\n@boundary('float64(float64)')\ndef toy{k}(x):\n    for i in range({k} + 2):\n        x = math.sin(x) * i + helper.square(x)\n    return x\n"
        for k in range(30)
    )
    with (toys.folder / "toys" / "kernels.py").open("a") as file:
        file.write(many)
    process = toys.start(ALL)
    deadline = time.monotonic() + 200
    while not toys.objects() and process.poll() is None and time.monotonic() < deadline:
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    kept = len(toys.objects())
    assert process.returncode != 0
    assert 1 <= kept < 33, "it was stopped before the end"
    assert err.count("Traceback") == 1, err  # of this program; the workers say nothing
    assert toys.run(ALL) == (9.0, 33 - kept)


def test_sources_that_change_while_they_are_compiled_leave_no_code_under_a_wrong_name(toys):
    changed = "from vazba._jit import library\nlibrary._sources_now = iter(map(str, range(9))).__next__\n"
    process = toys.start(changed + SQUARE)
    _, err = process.communicate(timeout=300)
    assert process.returncode != 0
    assert "sources were changed while kernels were built from them: run it again" in err
    assert toys.objects() == []


def test_a_kernel_that_allocates_is_refused_by_name(toys):
    with (toys.folder / "toys" / "kernels.py").open("a") as file:
        file.write("\nimport numpy as np\n@boundary('float64(int64)')\ndef greedy(n):\n    return np.zeros(n).sum()\n")
    process = toys.start(ALL)
    _, err = process.communicate(timeout=300)
    assert process.returncode != 0
    assert "CannotBuild: toys.kernels:greedy cannot be compiled:\nin toys.kernels:greedy, line " in err
    assert "np.zeros is not known to kernels" in err


def test_the_command_line_without_kernels_and_without_numba(toys):
    process = toys.start(WITHOUT_NUMBA + "from vazba.cli import main\nsys.argv = ['vazba', 'warmup']\nmain()")
    out, err = process.communicate(timeout=60)
    assert process.returncode == 1
    assert out == ""
    assert err.count("\n") <= 2  # one sentence, which a narrow screen may break
    assert "llvmlite, which builds them, is not installed" in err


LAW = """
import warnings
import vazba as vz

def stiffening(length, rate, t):
    return 100.0 * (length - 1.0) + 5.0 * (length - 1.0) ** 3

def gust(t):
    if t > 0.1:
        return 2.0
    return 1.0

m = vz.Model("swing", dimension=2)
m.body("bob", position=(1.2, 0), mass=1.0, inertia=0.1)
m.point("O", "ground", (0, 0))
m.point("P", "bob", (0, 0))
m.spring("s", "O", "P", law=stiffening)
m.body("arm", mass=1.0, inertia=0.1)
m.revolute("A", "ground", "arm", at=(0, 0))
m.drive("A", angle=gust)
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    r = vz.simulate(m, until=0.05, every=0.01)
print((r.status, r["bob"].x.tolist(), [str(w.message) for w in caught]))
"""


def test_users_functions_run_without_numba_and_it_is_said_where(toys, monkeypatch):
    from vazba._jit import library

    known = os.environ.get("VAZBA_CACHE", str(library.cache_root()))
    compiled = toys.run(LAW, VAZBA_CACHE=known)  # may build
    plain = toys.run(WITHOUT_NUMBA + LAW, VAZBA_CACHE=known)
    assert compiled[0] == plain[0] == "done"
    assert compiled[1] == pytest.approx(plain[1], rel=1e-12)
    assert compiled[2] == []
    told = sorted(text for text in plain[2] if "Numba is not installed: pip install 'vazba[laws]'" in text)
    assert len(told) == 2
    assert "the function gust is called in Python" in told[0]
    assert told[0].startswith("driver ")
    assert told[1].startswith("spring s: the function stiffening is called in Python")


def test_a_kernel_that_moves_to_another_module_gets_code_of_its_own():
    """Its symbol carries the module: the object of the old place would leave the new one without an address."""
    from vazba._jit import digest

    def kernel(x):
        return x

    here = digest.fingerprint(kernel, "int64(int64)", "x86-64")
    kernel.__module__ = "elsewhere"
    assert digest.fingerprint(kernel, "int64(int64)", "x86-64") != here


EXPECTED = """
from vazba._jit import awaited, builder
awaited.SOON = ("toys.kernels:scale",)
from toys import kernels
early = [kernels.squared.address, kernels.hypotenuse.address]  # two, so that there are two workers
first = (kernels.squared(3.0), "toys.kernels:scale" in awaited._WORKS[0]._prints)
while "toys.kernels:scale" not in awaited._WORKS[0].found:
    awaited._WORKS[0].rest(0.1)
print((*first, builder.COUNT[0]))
"""


@pytest.mark.skipif(len(os.sched_getaffinity(0)) < 2, reason="one core builds nothing ahead")
def test_what_will_be_asked_for_is_built_meanwhile(toys):
    assert toys.run(EXPECTED) == (9.0, True, 3)
    assert len(toys.objects()) == 3
