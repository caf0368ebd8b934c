"""How the models of beams converge to each other: the four-bar linkage with elastic rods, and what damping costs.

    python benchmarks/beam_models.py [--quick]

Prints the tables of docs/beams.md as Markdown. The linkage is `examples/four-bar-flexible` with `damping = 5e-4 s`, so that nothing rings for ever and
errors of space are not hidden by those of time; all runs at rtol 1e-6. "To the finest" is the largest distance of the point L on the coupler (0.5 m
from its start) from where the finest run has it; "bent" is the largest distance from where rigid rods would carry it.
"""

from __future__ import annotations

import copy
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

import vazba as vz

EXAMPLES = Path(__file__).parents[1] / "examples"
TIGHT = {"rtol": 1e-6, "atol": 1e-8}
FINEST = ("ANCF, 32 elements", {"model": "ancf", "elements": 32})
WAYS = [
    *((f"RFE, {n} elements", {"model": "rfe", "elements": n}) for n in (6, 12, 24, 48)),
    ("modal, 9 sines, no axial shapes", {"model": "modal", "shapes": "supported", "modes": 9, "axial": 0}),
    ("modal, 9 sines, 2 axial", {"model": "modal", "shapes": "supported", "modes": 9, "axial": 2}),
    ("modal, 6 static, no axial shapes", {"model": "modal", "shapes": "static", "modes": 6, "axial": 0}),
    ("modal, 6 static, 2 axial", {"model": "modal", "shapes": "static", "modes": 6, "axial": 2}),
    ("modal, 6 static, 3 axial", {"model": "modal", "shapes": "static", "modes": 6, "axial": 3}),
    ("modal, 12 static, 4 axial", {"model": "modal", "shapes": "static", "modes": 12, "axial": 4}),
    *((f"ANCF, {n} elements", {"model": "ancf", "elements": n}) for n in (4, 8, 16)),
]


def computed(mechanism: vz.Model, **keys: Any) -> vz.Model:
    """The model with its elastic beams computed in another way."""
    out = copy.copy(mechanism)
    out.beams = {name: b if b.model == "rigid" else replace(b, **keys) for name, b in mechanism.beams.items()}
    return out


def timed(model: vz.Model, **options: Any) -> tuple[vz.Result, float]:
    """A run and its CPU time, of the run alone: everything is compiled before."""
    vz.simulate(model, **{**options, "until": 1e-3, "every": 1e-3})
    start = time.process_time()
    res = vz.simulate(model, **options)
    return res, time.process_time() - start


def convergence(until: float = 4.0) -> None:
    model = vz.load(EXAMPLES / "four-bar-flexible" / "four-bar-flexible.toml").with_parameters(tau=5e-4)
    rigid = vz.simulate(computed(model, model="rigid"), until=until, **TIGHT).point("L").position
    finest = vz.simulate(computed(model, **FINEST[1]), until=until, **TIGHT)
    bent = np.linalg.norm(finest.point("L").position - rigid, axis=1).max()
    print(
        f"\nfinest: {FINEST[0]}; bent by up to {bent * 1e3:.3f} mm; largest torque {np.abs(finest['motor.effort']).max():.2f} N m\n"
    )
    print("| beams | to the finest [mm] | part of the bending | largest torque of the motor [N m] | steps | time [s] |")
    print("|---|---|---|---|---|---|")
    for name, keys in WAYS:
        res, spent = timed(computed(model, **keys), until=until, **TIGHT)
        far = np.linalg.norm(res.point("L").position - finest.point("L").position, axis=1).max()
        torque = np.abs(res["motor.effort"]).max()
        print(
            f"| {name} | {far * 1e3:.3f} | {100 * far / bent:.2g} % | {torque:.2f} | {res.info['steps']} | {spent:.2f} |",
            flush=True,
        )


ARM = """
name = "arm"
dimension = 2
[parameters]
tau = 0
[beams.arm]
from = [0, 0]
to = [1, 0]
section = { shape = "rectangle", width = 0.02, height = 0.01 }
E = 7e10
density = 2700
damping = "tau"
[joints.shoulder]
type = "revolute"
bodies = ["ground", "arm"]
at = [0, 0]
[drivers.motor]
joint = "shoulder"
angle = { step = { from = 0, to = "90*deg", start = 0, end = 0.5 } }
[simulation]
until = 1
every = 0.01
"""


def damping() -> None:
    from vazba.files.toml import read_text

    model = read_text(ARM)
    taus = (0.0, 1e-6, 1e-5, 1e-4, 1e-3)
    print("\n| beam | " + " | ".join(f"damping {tau:g} s" for tau in taus) + " |")
    print("|---|" + "---|" * len(taus))
    for name, keys in (
        ("RFE, 8 elements", {"model": "rfe", "elements": 8}),
        ("modal, 6 bending, 3 axial", {"model": "modal", "modes": 6, "axial": 3}),
        ("ANCF, 8 elements", {"model": "ancf", "elements": 8}),
    ):
        cells = []
        for tau in taus:
            res, spent = timed(computed(model.with_parameters(tau=tau), **keys), rtol=1e-6, atol=1e-8)
            cells.append(f"{res.info['steps']} ({spent:.2f} s)")
        print(f"| {name} | " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    quick = "--quick" in sys.argv[1:]
    convergence(0.5 if quick else 4.0)
    damping()
