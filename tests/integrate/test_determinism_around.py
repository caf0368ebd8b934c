"""A run gives the same bits in other processes, under other hash seeds, and while others run beside it."""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import vazba as vz

from .bits import digest, home
from .test_determinism import eventful, spatial, with_masses

RUNS = [  # (model, seconds, method, integrator)
    ("bennett", 0.5, "absolute", "auto"),
    ("bennett", 0.5, "recursive", "auto"),
    ("bennett", 0.5, "minimal", "auto"),
    ("quarter-car", 0.5, "absolute", "radau"),
    ("four-bar-free", 1.0, "recursive", "dop853"),
    ("pendulum-chain", 0.5, "recursive", "dopri5"),
    ("four-bar-free", 0.5, "recursive", "taylor"),
    ("four-bar-free", 0.3, "absolute", "generalized_alpha"),
    ("three-loops", 0.3, "minimal", "auto"),
    ("falling-flexible-pendulum", 0.01, "absolute", "auto"),
    ("eventful", 1.0, "recursive", "auto"),
    ("spatial", 1.0, "absolute", "auto"),
]


def model(name: str) -> vz.Model:
    return {"eventful": eventful, "spatial": spatial}[name]() if name in ("eventful", "spatial") else with_masses(name)


def bits_of(name: str, span: float, method: str, integrator: str) -> str:
    return digest(vz.simulate(model(name), span, span / 32, method=method, integrator=integrator))


def all_bits() -> list[str]:
    return [bits_of(*one) for one in RUNS]


PROGRAM = """
import sys
sys.path.insert(0, {tests!r})
from integrate.test_determinism_around import all_bits
print(*all_bits())
"""


def test_other_processes_and_hash_seeds():
    """Four at a time, which share two cores or so: each is held up by the others."""
    program = PROGRAM.format(tests=str(Path(__file__).parents[1]))
    path = os.pathsep.join(x for x in sys.path if x)
    seeds = ["0", "1", "4711", "random"]
    others = [
        subprocess.Popen(
            [sys.executable, "-c", program], env=os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": path}, stdout=subprocess.PIPE, text=True
        )
        for seed in seeds
    ]  # fmt: skip
    usual = all_bits()
    for seed, process in zip(seeds, others, strict=True):
        printed, _ = process.communicate(timeout=300)
        assert process.returncode == 0
        assert printed.split() == usual, f"PYTHONHASHSEED={seed}"


@pytest.mark.parametrize(("name", "span", "method", "integrator"), RUNS)
def test_threads(name, span, method, integrator):
    """Several threads run the same model, and another one beside it: they share no memory that a run writes into."""
    alone = bits_of(name, span, method, integrator)
    jobs = [(name, span, method, integrator), ("pendulum-chain", 0.1, "recursive", integrator if integrator in ("dop853", "dopri5") else "auto")]  # fmt: skip
    beside = bits_of(*jobs[1])
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda k: bits_of(*jobs[k % 2]), range(8)))
    assert found[::2] == [alone] * 4
    assert found[1::2] == [beside] * 4


def test_one_model_in_several_threads():
    """Many output times: the reports of the runs overlap."""
    m = vz.load(home("four-bar-free"))

    def bits(_: int) -> str:
        return digest(vz.simulate(m, 1.0, 1 / 4000, integrator="dopri5"))

    with ThreadPoolExecutor(4) as pool:
        assert set(pool.map(bits, range(12))) == {bits(0)}
