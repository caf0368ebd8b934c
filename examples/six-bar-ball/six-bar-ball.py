"""Ball of six bars and 24 equal strings: squeezed between two opposite bars and let go, it breathes."""

import vazba as vz

model = vz.tensegrity.icosahedron(2.0, prestress=60, stiffness=2000, damping=2, bar_mass=0.3)
model.name = "six-bar-ball"
for side, way in (("+", -1), ("-", 1)):  # the two bars along x are pressed towards each other
    for end in "+-":
        model.force(f"press{side}{end}", point=f"x{side}{end}", force=[0, 20 * way, 0], stop=0.2)
model.simulation.update(until=1.5, every=0.01)
