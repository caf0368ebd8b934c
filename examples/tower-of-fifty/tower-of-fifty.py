"""Tower of fifty stages: 150 bars and 300 nodes, clamped below and free above, drawn straight and let down by its own weight."""

import vazba as vz

STAGES = 50

model = vz.tensegrity.tower(
    STAGES,
    3,
    radius=0.5,
    height=0.4,
    class_=1,
    supported=True,
    prestress=6000,
    stiffness=2e6,
    damping=500,
    bar_mass=0.1,
    gravity=(0, 0, -9.81),
)
model.name = "tower-of-fifty"
model.simulation.update(until=0.1, every=0.005)
