"""`vz.tensegrity`: bars, strings and what holds them: self-stress, mechanisms, prestress, shapes, loads, sizes.

m = vz.tensegrity.prism(bars=3, radius=1, height=2)
print(vz.tensegrity.analyse(m))
"""

from __future__ import annotations

from vazba.tensegrity.analysis import Analysis, analyse
from vazba.tensegrity.form_finding import Form, form_find
from vazba.tensegrity.prestress import prestress
from vazba.tensegrity.shapes import d_bar, icosahedron, platform, prism, t_bar, tower
from vazba.tensegrity.sizing import Sizes, size
from vazba.tensegrity.statics import Statics, statics
from vazba.tensegrity.strength import STEEL, Material
from vazba.tensegrity.sweep import Sweep, sweep

__all__ = [
    "STEEL", "Analysis", "Form", "Material", "Sizes", "Statics", "Sweep", "analyse", "d_bar", "form_find", "icosahedron", "platform", "prestress", "prism",
    "size", "statics", "sweep", "t_bar", "tower",
]  # fmt: skip
