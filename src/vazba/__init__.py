"""vazba: equations of motion of mechanisms from a description, and the answers an engineer asks of them.

import vazba as vz

m = vz.load("slider-crank.toml")
print(vz.check(m))
res = vz.kinematics(m, until=1.5, every=0.05)
res["slider"].x
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

_HOMES = {
    "Model": "vazba.model", "Result": "vazba.result", "Check": "vazba.kinematic.check", "System": "vazba.system",
    "load": "vazba.files", "save": "vazba.files",
    "check": "vazba.kinematic.check", "matrices": "vazba.dynamics.matrices", "simulate": "vazba.dynamics.run",
    "joint_tree": "vazba.dynamics.joint_space", "mass_matrix": "vazba.dynamics.joint_space", "forward_dynamics": "vazba.dynamics.joint_space",
    "inverse_dynamics": "vazba.dynamics.joint_space", "jacobian": "vazba.dynamics.joint_space",
    "compare": "vazba.dynamics.compare", "Comparison": "vazba.dynamics.comparison", "topology": "vazba.dynamics.structure",
    "compare_beams": "vazba.dynamics.compare_beams", "BeamComparison": "vazba.dynamics.compare_beams",
    "equilibrium": "vazba.statics.equilibrium", "Equilibrium": "vazba.statics.equilibrium_result", "modes": "vazba.statics.modes",
    "Modes": "vazba.statics.mode_results", "Mode": "vazba.statics.mode_results",
    "kinematics": "vazba.kinematic.run", "compile_model": "vazba.compiler",
    "Constant": "vazba.motion", "Polynomial": "vazba.motion", "Harmonic": "vazba.motion", "Trapezoid": "vazba.motion",
    "SmoothStep": "vazba.motion", "Table": "vazba.motion", "Formula": "vazba.motion", "Function": "vazba.motion",
    "plot": "vazba.figures.curves", "picture": "vazba.figures.picture", "animate": "vazba.figures.animate",
    "view": "vazba.viewer.opening", "html": "vazba.viewer.export", "report": "vazba.viewer.report",
    "VazbaError": "vazba.errors", "ModelError": "vazba.errors", "AssemblyError": "vazba.errors", "SolveError": "vazba.errors",
    "Fault": "vazba.errors", "VazbaWarning": "vazba.errors",
}  # fmt: skip

__all__ = [*_HOMES, "__version__"]  # noqa: PLE0604

if TYPE_CHECKING:
    from vazba.compiler import compile_model
    from vazba.dynamics.compare import compare
    from vazba.dynamics.compare_beams import BeamComparison, compare_beams
    from vazba.dynamics.comparison import Comparison
    from vazba.dynamics.joint_space import forward_dynamics, inverse_dynamics, jacobian, joint_tree, mass_matrix
    from vazba.dynamics.matrices import matrices
    from vazba.dynamics.run import simulate
    from vazba.dynamics.structure import topology
    from vazba.errors import AssemblyError, Fault, ModelError, SolveError, VazbaError, VazbaWarning
    from vazba.figures.animate import animate
    from vazba.figures.curves import plot
    from vazba.figures.picture import picture
    from vazba.files import load, save
    from vazba.kinematic.check import Check, check
    from vazba.kinematic.run import kinematics
    from vazba.model import Model
    from vazba.motion import Constant, Formula, Function, Harmonic, Polynomial, SmoothStep, Table, Trapezoid
    from vazba.result import Result
    from vazba.statics.equilibrium import equilibrium
    from vazba.statics.equilibrium_result import Equilibrium
    from vazba.statics.mode_results import Mode, Modes
    from vazba.statics.modes import modes
    from vazba.system import System
    from vazba.viewer.export import html
    from vazba.viewer.opening import view
    from vazba.viewer.report import report


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used: `import vazba` itself stays fast."""
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'vazba' has no attribute {name!r}")
    value = getattr(import_module(home), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOMES])
