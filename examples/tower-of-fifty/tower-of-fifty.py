"""Tower of fifty stages: a mast of 150 bars and 300 nodes for where nothing has weight, held at its foot and pushed aside at its head."""

import vazba as vz

STAGES = 50

model = vz.tensegrity.tower(
    STAGES, 3, radius=0.5, height=0.6, class_=1, supported=True, prestress=2000, stiffness=2e5, damping=20, bar_mass=0.4
)
model.name = "tower-of-fifty"
for k in (1, 2, 3):
    model.force(f"push{k}", point=f"m{STAGES}-{k}", force=["8*sin(10*pi*t)", 0, 0], stop=0.1)
model.simulation.update(until=0.3, every=0.01)
