"""Ladder of ten four-bar loops, let go: eleven cranks hang from the ground, ten rungs join their ends; in Python."""

import vazba as vz

N = 10  # loops

model = vz.Model("four-bar-ladder", dimension=2, parameters={"l": 1.0, "m": 1.0, "start": "60*deg"})
rod = {"mass": "m", "inertia": "m*l**2/12", "com": ("l/2", 0)}
for k in range(N + 1):  # cranks; `start` is measured from the vertical
    model.body(f"crank{k}", position=(f"{k}*l", 0), angle="start - 90*deg", **rod)
    model.point(f"end{k}", f"crank{k}", ("l", 0))
    model.revolute(f"A{k}", "ground", f"crank{k}", at=(f"{k}*l", 0))
for k in range(1, N + 1):  # rungs, from the end of one crank to the end of the next
    model.body(f"rung{k}", position=(f"({k - 1} + sin(start))*l", "-l*cos(start)"), **rod)
    model.point(f"left{k}", f"rung{k}", (0, 0))
    model.point(f"right{k}", f"rung{k}", ("l", 0))
    model.revolute(f"B{k}", f"end{k - 1}", f"left{k}")
    model.revolute(f"C{k}", f"right{k}", f"end{k}")
model.simulation = {"until": 6, "every": 0.02}
