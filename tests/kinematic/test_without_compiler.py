"""`NUMBA_DISABLE_JIT=1`: the kernels as plain Python give the compiled numbers."""

from __future__ import annotations

import importlib
import json
import os
import pkgutil
import subprocess
import sys

import numpy as np

import vazba
from vazba._jit import Record

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


BEAMS = """
import json, sys
import vazba as vz
found = {}
for dimension in (2, 3):
    for model, size in (("modal", {"modes": 2, "axial": 1}), ("ancf", {"elements": 2})):
        z = (0.0,) * (dimension - 2)
        m = vz.Model("arm", dimension=dimension, gravity=(0.3, -9.81, *z))
        m.beam("arm", (0, 0, *z), (1, 0, *z), section={"shape": "round", "diameter": 0.05}, E=1e6, G=4e5, density=1000, damping=1e-3, model=model, **size)
        m.revolute("A", "ground", "arm", at=(0, 0, *z), **({"axis": (0, 0, 1)} if z else {}))
        for integrator in ("dop853", "radau"):
            r = vz.simulate(m, until=0.005, every=0.005, rtol=1e-5, integrator=integrator)
            key = f"{model} {dimension} {integrator}"
            found[key] = {"status": r.status, "columns": r.columns, "table": r.table()[1].tolist()}
json.dump(found, sys.stdout)
"""


def run(program=PROGRAM, **environment):
    done = subprocess.run(
        [sys.executable, "-c", program],
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


def test_elastic_beams_run_without_the_compiler():
    """Modal and nodal beams, explicit and implicit; the step sizes, and so the errors, may differ by rounding."""
    plain, compiled = run(BEAMS, NUMBA_DISABLE_JIT="1"), run(BEAMS, NUMBA_DISABLE_JIT="0")
    assert len(plain) == 8
    assert plain.keys() == compiled.keys()
    for key, mine in plain.items():
        yours = compiled[key]
        assert mine["status"] == yours["status"] == "done", key
        assert mine["columns"] == yours["columns"], key
        held = [k for k, name in enumerate(mine["columns"]) if not name.startswith(("constraint.", "energy.balance"))]
        a, b = (np.array(run["table"])[:, held] for run in (mine, yours))
        sizes = np.maximum(np.nanmax(np.abs(b), axis=0, initial=0.0), 1.0)
        assert (np.isnan(a) == np.isnan(b)).all(), key
        assert np.nanmax(np.abs(a - b) / sizes) < 1e-7, key
        tip = mine["columns"].index("arm@1.vy")
        assert abs(np.array(mine["table"])[-1, tip]) > 0.02, key


def test_no_field_of_a_record_is_an_attribute_of_arrays():
    """`record.size` means the field in compiled code, and something else in plain Python."""
    taken = {*dir(np.recarray), *dir(np.record), *dir(np.ndarray)}
    seen, wrong = set(), set()
    for module in pkgutil.walk_packages(vazba.__path__, "vazba."):
        if module.name.endswith("__main__"):
            continue
        for name, value in vars(importlib.import_module(module.name)).items():
            value = value.dtype if isinstance(value, Record) else value
            if isinstance(value, np.dtype) and value.names:
                seen.add(name)
                wrong |= {f"{module.name}.{name}.{field}" for field in value.names if field in taken}
    assert {"ROW", "FRAME", "MODAL", "STATION", "FLEXIBLE", "TREE", "DYNAMICS"} <= seen
    assert not wrong, sorted(wrong)
