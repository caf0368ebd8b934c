"""A joint, a law, an integrator and a formulation of somebody else's: one file each, and nothing of vazba is touched."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

LAW = '''
"""A spring that hardens: `F = K s^3 + B l'`."""
from typing import Any
from vazba._jit import boundary, view_of
from vazba.element import Number, NumberField, element, given
from vazba.laws.entered import ENERGY, SLOPE, TENSION, EnteredLaw
from vazba.laws.records import ENTERED
from vazba.motion.fields import MotionField
from vazba.paths.path import Law, PathElement, ends_field

numbers_at = view_of("f8")

@boundary(TENSION)
def tension(l, rate, t, at):
    n = numbers_at(at, 6)
    return n[0] * (l - n[2]) ** 3 + n[1] * rate

@boundary(SLOPE)
def slope(l, rate, t, at, of_rate):
    n = numbers_at(at, 6)
    return n[1] if of_rate else 3.0 * n[0] * (l - n[2]) ** 2

@boundary(ENERGY)
def energy(l, t, at):
    n = numbers_at(at, 6)
    return 0.25 * n[0] * (l - n[2]) ** 4

HARDENING = EnteredLaw("hardening", tension, slope, energy)

@element("springs", "hardening")
class Hardening(PathElement):
    """`F = K (l - l0)^3 + B l'`."""
    points: Any = ends_field()
    stiffness: Number = given(NumberField("K", unit="N/m^3"))
    damping: Number = given(NumberField("B", unit="N s/m", default=0.0))
    free_length: Any = given(MotionField("l0", unit="m", default=0.0))

    def law_of(self, values):
        return Law(ENTERED, values.stiffness, values.damping, values.free_length, entered=HARDENING)
'''

METHOD = '''
"""Bogacki and Shampine's pair of order 3(2), Appl. Math. Lett. 2 (1989) 321-325."""
import numpy as np
from vazba.integrate.explicit import explicit
from vazba.integrate.method import enter
from vazba.integrate.tableau import Tableau

A = np.array([[0, 0, 0, 0], [1 / 2, 0, 0, 0], [0, 3 / 4, 0, 0], [2 / 9, 1 / 3, 4 / 9, 0]])
E = np.array([2 / 9 - 7 / 24, 1 / 3 - 1 / 4, 4 / 9 - 1 / 3, -1 / 8])
P = np.array([[1, -4 / 3, 5 / 9], [0, 1, -2 / 3], [0, 4 / 3, -8 / 9], [0, -1, 1]])

enter(explicit(Tableau(
    name="bogacki23", stages=3, extra=0, order=3, a=A, c=np.array([0, 1 / 2, 3 / 4, 1]), error=E, error_low=np.zeros(4), dense=P, stiff=2.5,
)))
'''

FORMULATION = '''
"""As absolute, with accelerations from a kernel of its own, which counts its calls."""
import numpy as np
from vazba._jit import boundary
from vazba.equations import absolute
from vazba.equations.records import DYNAMICS
from vazba.equations.verbs import VERB, call_verb
from vazba.formulations.formulation import enter
from vazba.formulations.in_bodies import Absolute, body_record

@boundary(VERB)
def solve(d_at, out_at, unused):
    d = DYNAMICS.at(d_at)
    DYNAMICS.room(d)[0] += 1.0
    return call_verb(d.solve_once, d_at, out_at, 0)

MADE = []

class Counting(Absolute):
    name = "counting"

    def __init__(self, whole):
        super().__init__(whole.system, whole.dynamics, whole.work)
        once = absolute.solve_few if whole.system.tables.small else absolute.solve_many
        self.record = body_record(whole.system, whole.dynamics, whole.work, solve=solve, solve_once=once)
        MADE.append(self)

enter("counting", lambda whole, y, settings: Counting(whole))
'''

JOINT = '''
"""A body made one with another, by rows that look from the second one (`swap`): `b_x . d = b_y . d = 0`, the angle as drawn."""
from vazba.element import element
from vazba.joints.joint import PairJoint
from vazba.joints.rows import ANGLE, NORMAL_A, Row

@element("joints", "welded", dims=(2,))
class Welded(PairJoint):
    """Nothing moves."""
    ROWS = {2: (Row(NORMAL_A, "x", i=0, swap=True), Row(NORMAL_A, "y", i=1, swap=True), Row(ANGLE, "rotation", swap=True))}
    FREE = {2: ()}
    COORDINATES = {2: ()}
'''

PENDULUM = """
import vazba as vz
m = vz.Model("pendulum", dimension=2)
m.body("rod", mass=2.0, inertia=0.3, com=(0.6, 0), position=(0, 0))
m.revolute("A", "ground", "rod", at=(0, 0))
"""


@pytest.fixture
def toys(tmp_path: Path) -> Any:
    package = tmp_path / "toys"
    package.mkdir()
    (package / "__init__.py").write_text("")

    def run(file: str, text: str, program: str) -> Any:
        (package / file).write_text(text)
        path = os.pathsep.join([str(tmp_path), *(x for x in sys.path if x)])
        command = [sys.executable, "-W", "ignore", "-c", program]
        done = subprocess.run(
            command, check=False, env=os.environ | {"PYTHONPATH": path}, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr
        return eval(done.stdout)

    return run


@pytest.mark.parametrize("order", [("ground", "s"), ("s", "ground")])
def test_a_joint_that_looks_from_its_second_body(toys, order):
    """Slanting weight on an arm: its second body is held by what balances the weight, or gets the opposite."""
    mass, arm, g = 2.0, (1.1, 0.2), (3.0, -9.0)
    found = toys("joint.py", JOINT, f"""
import vazba as vz
import toys.joint
m = vz.Model("carried", dimension=2, gravity={g})
m.body("s", mass={mass}, inertia=0.1, position=(0.6, 0.4))
m.joint("welded", "P", bodies={list(order)}, at=(-0.5, 0.2))
j = vz.simulate(m, 1e-3, 1e-3, method="absolute").joint("P")
print([float(x[0]) for x in (j.fx, j.fy, j.m)])
""")  # fmt: skip
    sign = 1 if order[1] == "s" else -1
    held = [-mass * g[0], -mass * g[1], -mass * (arm[0] * g[1] - arm[1] * g[0])]
    assert found == pytest.approx([sign * x for x in held], abs=1e-9)


def test_a_law(toys):
    """Against the same force as a curve, whose energy is integrated and not known, with its own tangent too."""
    worst, balance, status = toys("law.py", LAW, """
import numpy as np
import vazba as vz
from toys.law import Hardening

def model(own):
    m = vz.Model("toy", dimension=2, gravity=(0, 0))
    m.body("block", mass=2.0, inertia=0.1, position=(1.5, 0))
    m.prismatic("slide", "ground", "block", at=(0, 0), axis=(1, 0))
    m.point("P", "ground", (0, 0)), m.point("Q", "block", (0, 0))
    if own:
        m.add(Hardening(name="s", points=["P", "Q"], stiffness=50.0, damping=0.2, free_length=1.0))
    else:
        m.spring("s", "P", "Q", force="50*x**3", damping=0.2, free_length=1.0)
    return m

worst, balance, status = 0.0, 0.0, []
for settings in ({"method": "recursive"}, {"method": "absolute", "integrator": "radau"}):
    runs = [vz.simulate(model(own), 3.0, 0.05, rtol=1e-10, atol=1e-12, **settings) for own in (True, False)]
    worst = max(worst, float(np.abs(runs[0]["block"].x - runs[1]["block"].x).max()))
    balance = max(balance, float(np.abs(runs[0]["energy.balance"]).max()))
    status += [r.status for r in runs]
print((worst, balance, set(status)))
""")  # fmt: skip
    assert status == {"done"}
    assert worst < 1e-8
    assert balance < 1e-8


def test_an_integrator(toys):
    difference, used, order = toys("method.py", METHOD, PENDULUM + """
import numpy as np
import toys.method
exact = vz.simulate(m, 2.0, 0.5, rtol=1e-12, atol=1e-14)["rod"].angle
runs = [vz.simulate(m, 2.0, 0.5, integrator="bogacki23", rtol=r, atol=r) for r in (1e-5, 1e-8)]
errors = [float(np.abs(r["rod"].angle - exact).max()) for r in runs]
order = np.log(errors[0] / errors[1]) / np.log(runs[1].info["steps"] / runs[0].info["steps"])
print((errors[1], runs[1].info["integrator"], float(order)))
""")  # fmt: skip
    assert used == "bogacki23"
    assert difference < 1e-6
    assert order == pytest.approx(3.0, abs=0.4)


def test_a_formulation(toys):
    same, used, calls, evaluations = toys("formulation.py", FORMULATION, PENDULUM + """
import numpy as np
from toys import formulation
first = vz.simulate(m, 1.0, 0.1, method="absolute", integrator="dop853")
own = vz.simulate(m, 1.0, 0.1, method="counting", integrator="dop853")
made = formulation.MADE[0]
same = bool(np.array_equal(first["rod"].angle, own["rod"].angle))
print((same, own.info["method"], float(made.dynamics.room[0]), own.info["evaluations"]))
""")  # fmt: skip
    assert same
    assert used == "counting"
    assert calls >= evaluations > 0


def test_names_that_nobody_entered_are_refused(toys):
    text = toys("none.py", "", PENDULUM + """
try:
    vz.simulate(m, 1.0, 0.1, integrator="bogacki23")
except vz.ModelError as error:
    print(repr(str(error)))
""")  # fmt: skip
    assert "integrator = 'bogacki23' is not available" in text
