"""Delta robot: three arms and six rods carry a plate that does not turn; motor torques for a pick-and-place path, then the direct run with them."""

from math import acos, atan2, cos, pi, sin

import vazba as vz

BASE, PLATE, ARM, ROD, HALF = (
    0.2,
    0.06,
    0.3,
    0.7,
    0.05,
)  # m: radii of motors and plate, lengths of arms and rods, half the width of a pair of rods
DOWN = 0.6  # m, of the plate below the motors as drawn
# The arms as drawn lie in vertical planes at 120 degrees, at an angle for which the rods fit: (BASE + ARM cos a - PLATE)^2 + (DOWN + ARM sin a)^2 = ROD^2
across, reach = BASE - PLATE, DOWN
size = (ROD**2 - ARM**2 - across**2 - reach**2) / (2 * ARM)
span = (across**2 + reach**2) ** 0.5
lowered = acos(size / span) - atan2(reach, across)

model = vz.Model("delta")
model.parameters |= {"width": 0.2, "lift": 0.08, "T": 0.5}  # m, m, s: of the path
model.body("plate", position=(0, 0, -DOWN), mass=1.2, inertia=(2e-3, 2e-3, 4e-3))
for k in (1, 2, 3):
    turn = 2 * pi * (k - 1) / 3
    out, side = (cos(turn), sin(turn)), (-sin(turn), cos(turn))

    def at(radius, along, height, out=out, side=side):
        """A place in the plane of the arm, moved aside."""
        return (radius * out[0] + along * side[0], radius * out[1] + along * side[1], height)

    elbow = BASE + ARM * cos(lowered), ARM * sin(lowered)
    model.body(f"arm{k}", position=at((BASE + elbow[0]) / 2, 0, elbow[1] / 2), mass=0.5, inertia=(4e-3, 4e-3, 4e-3))
    model.revolute(f"A{k}", "ground", f"arm{k}", at=at(BASE, 0, 0), axis=(side[0], side[1], 0))
    model.actuator(f"motor{k}", joint=f"A{k}")
    for letter, along in (("L", -HALF), ("R", HALF)):
        upper = model.point(f"E{k}{letter}", f"arm{k}", at=at(elbow[0], along, elbow[1]))
        lower = model.point(f"P{k}{letter}", "plate", at=at(PLATE, along, -DOWN))
        model.distance(f"rod{k}{letter}", upper, lower)
model.point("tool", "plate", (0, 0, 0))
go = "step(t, 0, 0, T, 1)"
model.drive("path", point="tool", position=(f"width*({go} - 0.5)", "0", f"-{DOWN} + 4*lift*{go}*(1 - {go})"))
model.simulation = {"until": "T", "every": 0.005}
