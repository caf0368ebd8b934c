"""What a result holds of each kind of element: names, order and units of the quantities."""

from __future__ import annotations

from collections.abc import Container

COORDINATES = ("angle", "displacement", "angle_1", "angle_2", "displacement_1", "displacement_2")  # of joints
# The kinds in the order of the columns, and the quantities of each in theirs (planar and spatial together).
QUANTITIES: dict[str, tuple[str, ...]] = {
    "body": (
        *("x", "y", "z", "angle", "phi_x", "phi_y", "phi_z", "qw", "qx", "qy", "qz"),
        *("vx", "vy", "vz", "w", "wx", "wy", "wz", "ax", "ay", "az", "alpha", "alx", "aly", "alz"),
    ),
    "point": ("x", "y", "z", "vx", "vy", "vz", "ax", "ay", "az"),
    "station": (
        *("x", "y", "z", "vx", "vy", "vz", "ax", "ay", "az"),
        *("N", "Q", "Qy", "Qz", "M", "T", "My", "Mz"),
    ),
    "joint": (
        *COORDINATES,
        *(f"{name}_rate" for name in COORDINATES),
        *(f"{name}_acceleration" for name in COORDINATES),
        *("fx", "fy", "fz", "m", "mx", "my", "mz", "drift"),
    ),
    "driver": (*("value", "value_x", "value_y", "value_z", "effort", "effort_x", "effort_y", "effort_z", "power"),),
    "spring": ("length", "rate", "force"),
    "damper": ("length", "rate", "force"),
    "cable": ("length", "rate", "force", "free_length"),
    "actuator": ("value", "rate", "effort", "power"),
    "controller": ("value", "rate", "effort", "power"),
    "limit": ("length", "rate", "force"),
    "friction": ("rate", "effort", "power"),
    "momentum": ("px", "py", "pz", "l", "lx", "ly", "lz"),
    "energy": ("kinetic", "potential", "elastic", "input", "dissipated", "balance"),
    "inverse": ("residual", "violation"),
    "tracking": ("position", "angle"),
    "constraint": ("position", "velocity"),
}
LONE = (
    "energy",
    "constraint",
    "momentum",
    "inverse",
    "tracking",
)  # kinds with a single element that is called like the kind

_UNITS = {
    "m": "x y z length free_length position displacement displacement_1 displacement_2 drift",
    "rad": "angle angle_1 angle_2 phi_x phi_y phi_z",
    "m/s": "vx vy vz rate speed displacement_rate displacement_1_rate displacement_2_rate",
    "rad/s": "w wx wy wz angle_rate angle_1_rate angle_2_rate",
    "m/s^2": "ax ay az acceleration displacement_acceleration displacement_1_acceleration displacement_2_acceleration",
    "rad/s^2": "alpha alx aly alz angle_acceleration angle_1_acceleration angle_2_acceleration",
    "N": "force residual violation fx fy fz N Q Qy Qz",
    "N m": "m mx my mz M T My Mz moment",
    "W": "power",
    "kg m/s": "px py pz",
    "kg m^2/s": "l lx ly lz",
    "J": "kinetic potential elastic input dissipated balance total",
}
UNITS = {quantity: unit for unit, quantities in _UNITS.items() for quantity in quantities.split()}
CONSTRAINT_UNITS = {"position": "m", "velocity": "m/s"}

# Vectors of a view: the alternatives in space and in the plane; one component alone is a 1-D array.
COMPOSITES: dict[str, tuple[tuple[str, ...], ...]] = {
    "position": (("x", "y", "z"), ("x", "y")),
    "velocity": (("vx", "vy", "vz"), ("vx", "vy")),
    "acceleration": (("ax", "ay", "az"), ("ax", "ay")),
    "cardan": (("phi_x", "phi_y", "phi_z"),),
    "quaternion": (("qw", "qx", "qy", "qz"),),
    "angular_velocity": (("wx", "wy", "wz"), ("w",)),
    "angular_acceleration": (("alx", "aly", "alz"), ("alpha",)),
    "force_vector": (("fx", "fy", "fz"), ("fx", "fy")),
    "moment_vector": (("mx", "my", "mz"), ("m",)),
}
# Made of what is stored when they are asked for: magnitudes of vectors, and the sum of energies.
MAGNITUDES: dict[str, tuple[tuple[str, ...], ...]] = {
    "speed": COMPOSITES["velocity"],
    "acceleration": COMPOSITES["acceleration"],
    "force": COMPOSITES["force_vector"],
    "moment": COMPOSITES["moment_vector"],
}
SUMS = {"total": ("kinetic", "potential", "elastic")}


def derived_from(quantity: str, held: Container[str]) -> tuple[str, ...]:
    """The stored quantities from which one follows; none where it is stored itself, or does not follow."""
    if quantity in held:
        return ()
    ways = (*MAGNITUDES.get(quantity, ()), *((SUMS[quantity],) if quantity in SUMS else ()))
    return next((parts for parts in ways if all(part in held for part in parts)), ())
