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
    "check": "vazba.kinematic.check", "matrices": "vazba.textbook.matrices", "simulate": "vazba.simulation.simulate",
    "Stepper": "vazba.simulation.stepper", "linearize": "vazba.linear.linearize", "LinearModel": "vazba.linear.linear_model",
    "joint_tree": "vazba.textbook.joint_tree", "speeds": "vazba.textbook.joint_tree", "placement": "vazba.textbook.frames",
    "inverse_kinematics": "vazba.textbook.inverse_kinematics",
    "recursion_matrices": "vazba.textbook.recursion", "minimal_matrices": "vazba.textbook.recursion", "block_system": "vazba.textbook.recursion",
    "mass_matrix": "vazba.textbook.joint_space", "forward_dynamics": "vazba.textbook.joint_space",
    "inverse_dynamics": "vazba.textbook.joint_space", "jacobian": "vazba.textbook.frames",
    "sensitivity": "vazba.fitting.sensitivity", "Sensitivity": "vazba.fitting.sensitivity", "fit": "vazba.fitting.fit", "Fit": "vazba.fitting.fitted",
    "compare": "vazba.comparison.compare", "Comparison": "vazba.comparison.comparison", "topology": "vazba.textbook.structure",
    "compare_beams": "vazba.comparison.compare_beams", "BeamComparison": "vazba.comparison.compare_beams",
    "equilibrium": "vazba.statics.equilibrium", "Equilibrium": "vazba.statics.equilibrium_result", "modes": "vazba.statics.modes",
    "Modes": "vazba.statics.mode_results", "Mode": "vazba.statics.mode_results", "sweep_modes": "vazba.statics.mode_sweep",
    "ModeSweep": "vazba.statics.mode_sweep",
    "kinematics": "vazba.simulation.driven", "compile_model": "vazba.compiler",
    "inverse": "vazba.inversion.inverse", "replay": "vazba.inversion.replay", "feasible": "vazba.inversion.feasible", "Feasible": "vazba.inversion.feasible",
    "Constant": "vazba.motion", "Polynomial": "vazba.motion", "Harmonic": "vazba.motion", "Trapezoid": "vazba.motion",
    "SmoothStep": "vazba.motion", "Table": "vazba.motion", "Formula": "vazba.motion", "Function": "vazba.motion",
    "plot": "vazba.figures.curves", "picture": "vazba.figures.picture", "animate": "vazba.figures.animate",
    "view": "vazba.viewer.opening", "html": "vazba.viewer.export", "report": "vazba.viewer.report",
    "VazbaError": "vazba.errors", "ModelError": "vazba.errors", "AssemblyError": "vazba.errors", "SolveError": "vazba.errors",
    "Fault": "vazba.errors", "VazbaWarning": "vazba.errors",
}  # fmt: skip

_ROOMS = ("tensegrity",)  # whole modules

# in full, because editors and type checkers read it and do not run it; `tests/test_typing.py` says when a name is missing
__all__ = [  # noqa: RUF022
    "animate", "AssemblyError", "BeamComparison", "block_system", "Check", "check", "compare", "compare_beams",
    "Comparison", "compile_model", "Constant", "Equilibrium", "equilibrium", "Fault", "Feasible", "feasible", "Fit",
    "fit", "Formula", "forward_dynamics", "Function", "Harmonic", "html", "inverse", "inverse_dynamics",
    "inverse_kinematics", "jacobian", "joint_tree", "kinematics", "linearize", "LinearModel", "load", "mass_matrix",
    "matrices", "minimal_matrices", "Mode", "Model", "ModelError", "Modes", "modes", "ModeSweep", "picture",
    "placement", "plot", "Polynomial", "recursion_matrices", "replay", "report", "Result", "save", "Sensitivity",
    "sensitivity", "simulate", "SmoothStep", "SolveError", "speeds", "Stepper", "sweep_modes", "System", "Table",
    "topology", "Trapezoid", "VazbaError", "VazbaWarning", "view", "tensegrity", "__version__",
]  # fmt: skip

if TYPE_CHECKING:
    from vazba import tensegrity
    from vazba.comparison.compare import compare
    from vazba.comparison.compare_beams import BeamComparison, compare_beams
    from vazba.comparison.comparison import Comparison
    from vazba.compiler import compile_model
    from vazba.errors import AssemblyError, Fault, ModelError, SolveError, VazbaError, VazbaWarning
    from vazba.figures.animate import animate
    from vazba.figures.curves import plot
    from vazba.figures.picture import picture
    from vazba.files import load, save
    from vazba.fitting.fit import fit
    from vazba.fitting.fitted import Fit
    from vazba.fitting.sensitivity import Sensitivity, sensitivity
    from vazba.inversion.feasible import Feasible, feasible
    from vazba.inversion.inverse import inverse
    from vazba.inversion.replay import replay
    from vazba.kinematic.check import Check, check
    from vazba.linear.linear_model import LinearModel
    from vazba.linear.linearize import linearize
    from vazba.model import Model
    from vazba.motion import Constant, Formula, Function, Harmonic, Polynomial, SmoothStep, Table, Trapezoid
    from vazba.result import Result
    from vazba.simulation.driven import kinematics
    from vazba.simulation.simulate import simulate
    from vazba.simulation.stepper import Stepper
    from vazba.statics.equilibrium import equilibrium
    from vazba.statics.equilibrium_result import Equilibrium
    from vazba.statics.mode_results import Mode, Modes
    from vazba.statics.mode_sweep import ModeSweep, sweep_modes
    from vazba.statics.modes import modes
    from vazba.system import System
    from vazba.textbook.frames import jacobian, placement
    from vazba.textbook.inverse_kinematics import inverse_kinematics
    from vazba.textbook.joint_space import forward_dynamics, inverse_dynamics, mass_matrix
    from vazba.textbook.joint_tree import joint_tree, speeds
    from vazba.textbook.matrices import matrices
    from vazba.textbook.recursion import block_system, minimal_matrices, recursion_matrices
    from vazba.textbook.structure import topology
    from vazba.viewer.export import html
    from vazba.viewer.opening import view
    from vazba.viewer.report import report


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used: `import vazba` itself stays fast."""
    if name in _ROOMS:
        return import_module(f"vazba.{name}")
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'vazba' has no attribute {name!r}")
    value = getattr(import_module(home), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOMES, *_ROOMS])
