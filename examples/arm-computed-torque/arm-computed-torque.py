"""Seven-axis arm that carries a payload along joint paths by computed torque: where it starts beside the path, the error fades as told."""

import vazba as vz

LENGTHS = (0.2, 0.2, 0.2, 0.2, 0.2, 0.15, 0.1)  # of the links, m
MASSES = (4.0, 4.0, 3.0, 2.5, 2.0, 1.5, 0.8)  # kg
REACH = (0.8, 0.6, -0.5, -1.1, 0.7, 0.9, 1.5)  # rad, of the path of each joint

model = vz.Model("arm-computed-torque")
model.parameters |= {"payload": 3.0, "root": 12.0, "T": 1.0}  # kg; 1/s, how fast errors fade; s, time of the path
height, below = 0.0, "ground"
for k, (length, mass) in enumerate(zip(LENGTHS, MASSES, strict=True), start=1):
    thick = mass * length**2 / 12 + 1e-3
    model.body(f"link{k}", position=(0, 0, height + length / 2), mass=mass, inertia=(thick, thick, 2e-3 * mass))
    model.revolute(f"axis{k}", below, f"link{k}", at=(0, 0, height), axis=(0, 0, 1) if k % 2 else (0, 1, 0))
    height, below = height + length, f"link{k}"
model.body("load", position=(0.04, 0, height + 0.05), mass="payload", inertia=("0.002*payload",) * 3)
model.fixed("grip", below, "load", at=(0, 0, height))
model.point("tool", "load", (0, 0, 0.05))
model.controller(
    "computed_torque", "arm", targets={f"axis{k}": f"step(t, 0, 0, T, {angle})" for k, angle in enumerate(REACH, start=1)}, kp="root**2", kd="2*root",
)  # fmt: skip
model.start = {"axis2.angle": 0.1, "axis4.angle": -0.1}  # beside the path
model.simulation = {"until": 1.2, "every": 0.01}
