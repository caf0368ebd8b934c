"""Threads of dense algebra: one inside, as many as before behind it, as OpenBLAS itself tells."""

from __future__ import annotations

import os
import subprocess
import sys

CODE = """
import ctypes, threading
import numpy as np, scipy.linalg
import vazba as vz
from vazba.algebra.threads import one_thread
found = [line.split()[-1] for line in open("/proc/self/maps") if "openblas" in line]  # not as the package finds them
names = ("scipy_openblas_get_num_threads64_", "scipy_openblas_get_num_threads", "openblas_get_num_threads")
asked = [getattr(ctypes.CDLL(path), name) for path in sorted(set(found)) for name in names if hasattr(ctypes.CDLL(path), name)]
def told():
    return sorted({ask() for ask in asked})
if not asked or told() != [2]:
    print("none"); raise SystemExit
with one_thread():
    assert told() == [1]
    with one_thread():
        assert told() == [1]
    assert told() == [1]
assert told() == [2]
try:
    with one_thread():
        raise ValueError
except ValueError:
    pass
assert told() == [2]
first, second = threading.Event(), threading.Event()
def other():
    with one_thread():
        first.set(); second.wait(10)
        assert told() == [1]
thread = threading.Thread(target=other)
with one_thread():
    thread.start(); first.wait(10)
assert told() == [1]  # the other is inside still
second.set(); thread.join()
assert told() == [2]
vz.tensegrity.analyse(vz.tensegrity.prism())
vz.equilibrium(vz.tensegrity.prism()); vz.modes(vz.tensegrity.prism())
assert told() == [2]
print("done")
"""


def test_one_thread_inside_and_as_many_as_before_behind() -> None:
    """In a process that begins with two threads; where there is no OpenBLAS (or it may not have two) nothing is to be seen."""
    env = {**os.environ, "OPENBLAS_NUM_THREADS": "2"}
    done = subprocess.run([sys.executable, "-c", CODE], env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() in (["done"], ["none"])
