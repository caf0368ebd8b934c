"""Chain of ten pendulums, let go from a straight line; the model is written in Python."""

import vazba as vz

N = 10  # rods

model = vz.Model("pendulum-chain", dimension=2, parameters={"l": 0.2, "m": 0.5, "start": "80*deg"})
model.point("end0", "ground", (0, 0))
for k in range(1, N + 1):
    # frame at the upper pin, x axis along the rod; `start` is measured from the vertical
    model.body(
        f"rod{k}",
        position=(f"{k - 1}*l*sin(start)", f"-{k - 1}*l*cos(start)"),
        angle="start - 90*deg",
        mass="m",
        inertia="m*l**2/12",
        com=("l/2", 0),
    )
    model.point(f"top{k}", f"rod{k}", (0, 0))
    model.point(f"end{k}", f"rod{k}", ("l", 0))
    model.revolute(f"pin{k}", f"end{k - 1}", f"top{k}")
model.simulation = {"until": 3, "every": 0.01}
