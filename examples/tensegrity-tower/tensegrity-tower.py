"""Tower of five stages in which no two bars meet: fifteen bars and strings, in a gust of wind on its top."""

import vazba as vz

STAGES = 5

model = vz.tensegrity.tower(
    STAGES,
    3,
    radius=0.5,
    height=0.6,
    class_=1,
    supported=True,
    prestress=2000,
    stiffness=2e5,
    damping=200,
    bar_mass=0.4,
    gravity=(0, 0, -9.81),
)
model.name = "tensegrity-tower"
for k in (1, 2, 3):
    model.force(f"gust{k}", point=f"m{STAGES}-{k}", force=["4*sin(4*pi*t)", 0, 0], stop=0.25)
model.simulation.update(until=0.5, every=0.01)
