"""Pendulum over an electromagnet that is switched on; the law of its pull is a Python function."""

import math

import vazba as vz

ON, RISE = 3.0, 0.2  # s: when the magnet is switched on, and how fast its current rises
PULL = 6e-5  # N m^4: at full current the pull is PULL / distance**4
BRAKE = 4e-5  # N s m^3: eddy currents in the bob brake, by BRAKE / distance**4 * rate


def magnet(length: float, rate: float, t: float) -> float:
    """Tension between magnet and bob; it is compiled, so it costs what a built-in law costs."""
    if t < ON:
        return 0.0
    current = 1.0 - math.exp(-(t - ON) / RISE)
    return current**2 * (PULL + BRAKE * rate) / length**4


model = vz.Model("user-law", dimension=2, parameters={"l": 0.5, "m": 0.25, "start": "35*deg", "gap": 0.05})
model.body(
    "pendulum", angle="start - 90*deg", mass="m", inertia=0.002, com=("l", 0)
)  # frame in the pin, x towards the bob
model.point("bob", "pendulum", ("l", 0))
model.point("pole", "ground", (0, "-l - gap"))
model.revolute("pin", "ground", "pendulum", at=(0, 0))
model.spring("magnet", "pole", "bob", law=magnet)
model.simulation = {"until": 8, "every": 0.01}
