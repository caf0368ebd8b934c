"""Six-axis robot arm read from a URDF file; it swings its gripper to another place and back, and the drives tell their torques."""

from pathlib import Path

import vazba as vz

REACH = {"axis_1": 1.6, "axis_2": 0.9, "axis_3": -0.7, "axis_4": 1.2, "axis_5": 0.8, "axis_6": -2.5}  # rad

model = vz.load(Path(__file__).with_name("arm.urdf"))
model.name = "serial-robot"
model.parameters["T"] = 0.8  # s, time of one swing; --set T=0.5 for a hurried one
for axis, angle in REACH.items():
    model.drive(axis, angle=f"step(t, 0.1, 0, 0.1 + T, {angle}) - step(t, 0.3 + T, 0, 0.3 + 2*T, {angle})")
model.simulation = {"until": "0.4 + 2*T", "every": 0.01}
