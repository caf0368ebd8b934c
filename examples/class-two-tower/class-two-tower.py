"""Tower of prisms that share their triangles, so that two bars meet at a node: hung on three springs and let go."""

import vazba as vz

STAGES = 3

model = vz.tensegrity.tower(
    STAGES,
    3,
    radius=0.5,
    height=0.8,
    top_radius=0.35,
    prestress=300,
    stiffness=2e4,
    damping=20,
    bar_mass=0.5,
    gravity=(0, 0, -9.81),
)
model.name = "class-two-tower"
for k in (1, 2, 3):  # springs above its head, not yet stretched; dampers take the swing out
    x, y, z = model.nodes[f"n{STAGES}-{k}"].position
    model.point(f"hook{k}", "ground", [x, y, z + 1.0])
    model.spring(f"spring{k}", f"hook{k}", f"n{STAGES}-{k}", stiffness=600.0, free_length=1.0, damping=5.0)
model.simulation.update(until=1.0, every=0.01)
