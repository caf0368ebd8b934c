"""Net of cables over a square whose rim is bent to a saddle: its shape by force densities, then a load in its middle."""

import vazba as vz

N, SIDE, RISE, DENSITY, EA = 7, 6.0, 1.0, 300.0, 2e6  # nodes along a side; m; m; force over length, N/m; N

corner = {(i, j): (SIDE * i / (N - 1) - SIDE / 2, SIDE * j / (N - 1) - SIDE / 2) for i in range(N) for j in range(N)}
rim = {key for key in corner if {*key} & {0, N - 1}}
name = {key: f"n{key[0]}-{key[1]}" for key in corner}
nodes = {name[key]: (x, y, 4 * RISE * x * y / SIDE**2 if key in rim else 0.0) for key, (x, y) in corner.items()}
steps = {"x": (1, 0), "y": (0, 1)}
members = {
    f"{word}{i}-{j}": (name[i, j], name[i + a, j + b])
    for word, (a, b) in steps.items()
    for i, j in corner
    if (i + a, j + b) in corner and not {(i, j), (i + a, j + b)} <= rim
}
form = vz.tensegrity.form_find(nodes, DENSITY, members=members, fixed=[name[key] for key in rim])

model = vz.Model("cable-net", gravity=[0, 0, 0])
for key in corner:
    model.node(name[key], form.positions[name[key]].tolist(), mass=0.0 if key in rim else 2.0, fixed=key in rim)
for member, ends in members.items():
    length, force = form.lengths[member], form.forces[member]
    model.cable(member, through=list(ends), stiffness=EA, free_length=EA * length / (EA + force), damping=2000.0)
model.force("load", point=name[N // 2, N // 2], force=[0, 0, -100.0])
model.simulation.update(until=0.5, every=0.01)
