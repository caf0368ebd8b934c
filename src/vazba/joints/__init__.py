"""All joints; importing this package registers them."""

from vazba.joints import (
    coupling,
    cylindrical,
    distance,
    fixed,
    planar,
    point_on_line,
    point_on_plane,
    prismatic,
    revolute,
    screw,
    slot,
    spherical,
    universal,
)

__all__ = [
    "coupling", "cylindrical", "distance", "fixed", "planar", "point_on_line", "point_on_plane", "prismatic", "revolute",
    "screw", "slot", "spherical", "universal",
]  # fmt: skip
