"""`NUMBA_DISABLE_JIT=1`: the kernels as plain Python give the compiled numbers."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import numpy as np

PROGRAM = """
import json, sys
import vazba as vz
m = vz.Model("mixed", dimension=3)
m.body("wheel", position=(0, 0, 0))
m.body("rod", position=(1.5, 0.5, 0))
m.body("block", position=(3, 0, 0))
m.revolute("A", "ground", "wheel", at=(0, 0, 0), axis=(0, 0, 1))
m.spherical("B", "wheel", "rod", at=(1, 1, 0))
m.universal("C", "rod", "block", at=(3, 0, 0), axes=[[0, 0, 1], [0, 1, 0]])
m.prismatic("S", "ground", "block", at=(3, 0, 0), axis=(1, 0, 0))
m.point("P", "rod", (0.1, 0.2, 0.3))
m.drive("A", angle="0.5*sin(3*t)")
r = vz.kinematics(m, until=1.0, every=0.1)
c = vz.check(m)
json.dump({"status": r.status, "table": r.table()[1].tolist(), "columns": r.columns, "said": str(c), "code": c.exit_code}, sys.stdout)
"""


def run(**environment):
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **environment},
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_plain_python_gives_the_compiled_numbers():
    plain, compiled = run(NUMBA_DISABLE_JIT="1"), run(NUMBA_DISABLE_JIT="0")
    assert plain["status"] == compiled["status"] == "done"
    assert plain["columns"] == compiled["columns"]
    a, b = np.array(plain["table"]), np.array(compiled["table"])
    drift = [k for k, name in enumerate(plain["columns"]) if name.startswith("constraint.")]
    assert np.abs(a[:, drift]).max() < 1e-9
    a, b = np.delete(a, drift, axis=1), np.delete(b, drift, axis=1)
    assert np.allclose(a, b, rtol=1e-9, atol=1e-9, equal_nan=True)
    assert np.isfinite(a).any()
    assert plain["code"] == compiled["code"] == 0
