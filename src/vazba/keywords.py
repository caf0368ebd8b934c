"""Keywords of the methods of `Model`, for editors and type checkers alone: nothing imports it when a program runs.

Made by `tools/keywords.py`; a test says when it is out of date.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, TypedDict

from numpy.typing import NDArray

from vazba.element import Element, Number

Named = str | Element
Vector = Sequence[Number] | NDArray[Any]


class BodyKeys(TypedDict, total=False):
    """Of `m.body(...)`."""

    position: Vector | None
    """origin of the body frame [m]"""
    angle: Number | None
    """angle of the body frame [rad]"""
    orientation: Any
    """orientation of the body frame"""
    mass: Number | None
    """mass (dynamics only) [kg]"""
    inertia: Any
    """inertia about the centre of mass, body axes (dynamics only) [kg m^2]"""
    com: Vector | None
    """centre of mass in the body frame [m]"""
    velocity: Vector | None
    """initial velocity of the origin, ground components [m/s]"""
    angular_velocity: Any
    """initial angular velocity (space: body components) [rad/s]"""
    fixed: bool | None
    """assembly keeps this body where it is described, if the joints allow it"""
    shape: Any
    """how it looks, body frame: `{box = [a, b, c]}`, `{sphere = {radius}}`, `{cylinder = {radius, length, axis}}`, `{plate = {corners, thickness}}` [m]"""
    mesh: Any
    """how it looks: an .stl or .obj file, body frame, or `{file, scale, position, orientation}`, or several [m]"""
    colour: Any
    """its colour in pictures: `"#rrggbb"` or a name"""


class BeamKeys(TypedDict, total=False):
    """Of `m.beam(...)`."""

    length: Number | None
    """its length, with the pose of its start [m]"""
    position: Vector | None
    """its start, with `length` [m]"""
    angle: Number | None
    """angle of its axis, with `length` [rad]"""
    orientation: Any
    """orientation of its frame: x along it, y and z in its section"""
    section: Any
    """cross section: `{shape = "round", diameter}`, `{shape = "tube", diameter, thickness}`, `{shape = "rectangle", width, height}` (height along local y), or `{A, J, It}` (space also `Jy`, `Jz`) [m, m^2, m^4]"""
    E: Number
    """modulus of elasticity [Pa]"""
    G: Number | None
    """shear modulus; without it E/2.6 [Pa]"""
    density: Number
    """density [kg/m^3]"""
    kappa: Number | None
    """shear factor; without it that of Cowper for round sections and tubes, else 5/6"""
    damping: Number | None
    """Kelvin-Voigt damping: `sigma = E (eps + damping eps')` [s]"""
    model: Literal["rigid", "rfe", "natural", "modal", "ancf"] | None
    """how it is computed"""
    elements: Number | None
    """elements along it"""
    modes: Number | None
    """bending shapes (modal)"""
    shapes: Literal["supported", "clamped", "free", "static"] | None
    """which shapes (modal)"""
    axial: Number | None
    """axial shapes (modal); 0: it does not stretch"""
    twist: Number | None
    """shapes of twist (modal)"""
    data: Any
    """shapes from another program (modal): a TOML file, see the page on beams"""
    stiffening: bool | None
    """axial forces make it stiffer or softer against bending (modal)"""
    flexibility: Literal["all", "bending"] | None
    """what of it is elastic (rfe): all, or bending alone (plane only): then its segments are joined by pins with springs"""
    stations: Any
    """further stations to report, from its start [m]"""
    velocity: Vector | None
    """initial velocity of its start, ground components [m/s]"""
    angular_velocity: Any
    """initial angular velocity, as of a rigid body (space: local components) [rad/s]"""


class NodeKeys(TypedDict, total=False):
    """Of `m.node(...)`."""

    mass: Number | None
    """its own mass, beside that of bars and cables [kg]"""
    fixed: Any
    """true: it does not move; or the axes along which it does not"""
    velocity: Vector | None
    """initial velocity [m/s]"""


class BarKeys(TypedDict, total=False):
    """Of `m.bar(...)`."""

    mass: Number | None
    """its whole mass [kg]"""
    density: Number | None
    """density, instead of a mass [kg/m^3]"""
    area: Number | None
    """cross-section [m^2]"""
    inertia: Number | None
    """moment of inertia about its middle, across it (without it `m l^2/12`) [kg m^2]"""
    stiffness: Number | None
    """E A (force per unit strain); rigid without [N]"""
    free_length: Number | None
    """free length l0 of an elastic bar (as drawn) [m]"""
    damping: Number | None
    """specific damping b of an elastic bar [N s]"""


class PointKeys(TypedDict, total=False):
    """Of `m.point(...)`."""

    body: Named | None
    """the body it is fixed in"""
    position: Vector | None
    """local position in the body frame [m]"""
    at: Vector | None
    """position in ground components, described configuration [m]"""
    orientation: Any
    """orientation of a frame at the point, in the body frame (for placements: a tool)"""


class DriveKeys(TypedDict, total=False):
    """Of `m.drive(...)`."""

    joint: Named | None
    """joint whose coordinate is driven"""
    point: Named | None
    """point driven along a ground trajectory"""
    points: Sequence[Named] | None
    """two points whose distance or connecting vector is driven"""
    body: Named | None
    """body whose angle or orientation is driven, relative to ground"""
    bodies: Sequence[Named] | None
    """two bodies whose relative angle or orientation is driven"""
    frame: Named | None
    """the first point's body, when `vector`, `x`, `y`, `z` are its components (default: ground components)"""
    angle: Any
    """angle, second body relative to the first [rad]"""
    displacement: Any
    """displacement, second body relative to the first [m]"""
    angle_1: Any
    """first angle of a universal joint [rad]"""
    angle_2: Any
    """second angle of a universal joint [rad]"""
    displacement_1: Any
    """first displacement of a planar or point-on-plane joint [m]"""
    displacement_2: Any
    """second displacement of a planar or point-on-plane joint [m]"""
    distance: Any
    """distance of two points [m]"""
    vector: Any
    """vector from the first point to the second [m]"""
    position: Any
    """trajectory of a point, ground components [m]"""
    x: Any
    """x component alone [m]"""
    y: Any
    """y component alone [m]"""
    z: Any
    """z component alone [m]"""
    orientation: Any
    """orientation {cardan = [..]} of the second body in the first [rad]"""


class SpringKeys(TypedDict, total=False):
    """Of `m.spring(...)`."""

    points: Sequence[Named] | None
    """its two end points"""
    joint: Named | None
    """joint on whose coordinate it acts, instead of points"""
    coordinate: Any
    """which coordinate of the joint, where it has several (`angle`, `displacement`, ..)"""
    stiffness: Number | None
    """stiffness K [N/m]"""
    force: Any
    """force over the stretch x, instead of a stiffness [N]"""
    law: Any
    """Python function (length, rate, t) -> force, instead of a stiffness"""
    free_length: Any
    """free length l0 (may be a motion law) [m]"""
    free_angle: Any
    """free angle, at a joint [rad]"""
    damping: Number | None
    """damping B [N s/m]"""
    actuated: bool | None
    """whether its effort is chosen by inverse analyses (`vz.inverse`)"""
    minimum: Any
    """least effort in inverse analyses; "none": no bound (default: none) [N or N m]"""
    maximum: Any
    """greatest effort in inverse analyses; "none": no bound (default: none) [N or N m]"""
    weight: Number | None
    """price of the effort in inverse analyses: sum of weight F^2"""
    member: bool | None
    """whether it is a member of a tensegrity (`vz.tensegrity`)"""


class DamperKeys(TypedDict, total=False):
    """Of `m.damper(...)`."""

    points: Sequence[Named] | None
    """its two end points"""
    joint: Named | None
    """joint on whose coordinate it acts, instead of points"""
    coordinate: Any
    """which coordinate of the joint, where it has several (`angle`, `displacement`, ..)"""
    damping: Number | None
    """damping B [N s/m]"""
    force: Any
    """force over the rate x, instead of a damping [N]"""


class CableKeys(TypedDict, total=False):
    """Of `m.cable(...)`."""

    stiffness: Number
    """specific stiffness k (force per unit strain) [N]"""
    damping: Number | None
    """specific damping b [N s]"""
    free_length: Any
    """free length l0 (may be a motion law) [m]"""
    mass: Number | None
    """its whole mass [kg]"""
    density: Number | None
    """density, instead of a mass [kg/m^3]"""
    area: Number | None
    """cross-section [m^2]"""
    actuated: bool | None
    """whether its effort is chosen by inverse analyses (`vz.inverse`)"""
    minimum: Any
    """least effort in inverse analyses; "none": no bound (default: 0, it cannot push) [N or N m]"""
    maximum: Any
    """greatest effort in inverse analyses; "none": no bound (default: none) [N or N m]"""
    weight: Number | None
    """price of the effort in inverse analyses: sum of weight F^2"""


class ActuatorKeys(TypedDict, total=False):
    """Of `m.actuator(...)`."""

    through: Sequence[Named] | None
    """the points it pulls together, in order"""
    joint: Named | None
    """joint on whose coordinate it acts, instead of points"""
    coordinate: Any
    """which coordinate of the joint, where it has several (`angle`, `displacement`, ..)"""
    tension: Any
    """commanded tension [N]"""
    force: Any
    """commanded force along a joint's displacement [N]"""
    torque: Any
    """commanded moment about a joint's axis [N m]"""
    actuated: bool | None
    """whether its effort is chosen by inverse analyses (`vz.inverse`)"""
    minimum: Any
    """least effort in inverse analyses; "none": no bound (default: none) [N or N m]"""
    maximum: Any
    """greatest effort in inverse analyses; "none": no bound (default: none) [N or N m]"""
    weight: Number | None
    """price of the effort in inverse analyses: sum of weight F^2"""
    armature: Number | None
    """moment of inertia of the motor's rotor about its own axis [kg m^2]"""
    gear: Number | None
    """gear ratio: turns of the rotor in one of the joint (at a displacement: rad/m); efforts are those at the joint"""


class LimitKeys(TypedDict, total=False):
    """Of `m.limit(...)`."""

    coordinate: Any
    """which coordinate of the joint, where it has several (`angle`, `displacement`, ..)"""
    lower: Number | None
    """least value of the coordinate [rad or m]"""
    upper: Number | None
    """largest value of the coordinate [rad or m]"""
    stiffness: Number
    """stiffness K of the stop [N m/rad or N/m]"""
    damping: Number | None
    """damping B of the stop [N m s/rad or N s/m]"""


class EventKeys(TypedDict, total=False):
    """Of `m.event(...)`."""

    points: Sequence[Named] | None
    """its two end points"""
    joint: Named | None
    """joint on whose coordinate it acts, instead of points"""
    coordinate: Any
    """which coordinate of the joint, where it has several (`angle`, `displacement`, ..)"""
    value: Number | None
    """value that is passed [m or rad]"""
    direction: Literal["both", "rising", "falling"] | None
    """which way"""
    stop: bool | None
    """whether the run ends there"""
    function: Any
    """Python function (length, rate, t) or (length, rate, t, q, v), instead of the length"""


class ForceKeys(TypedDict, total=False):
    """Of `m.force(...)`."""

    frame: Named | None
    """body whose components are meant (default: ground components)"""
    start: Number | None
    """time from which it acts [s]"""
    stop: Number | None
    """time until which it acts [s]"""


class TorqueKeys(TypedDict, total=False):
    """Of `m.torque(...)`."""

    bodies: Sequence[Named] | None
    """two bodies: it acts on the second, its opposite on the first"""
    frame: Named | None
    """body whose components are meant (default: ground components)"""
    start: Number | None
    """time from which it acts [s]"""
    stop: Number | None
    """time until which it acts [s]"""


class BushingKeys(TypedDict, total=False):
    """Of `m.bushing(...)`."""

    bodies: Sequence[Named] | None
    """the two bodies it joins"""
    at: Vector | None
    """its place, ground components, described configuration [m]"""
    points: Sequence[Named] | None
    """two points it joins, instead of bodies and at"""
    stiffness: Any
    """stiffness K: translations, then rotations [N/m, N m/rad]"""
    damping: Any
    """damping B [N s/m, N m s/rad]"""
    turns: Literal["sine", "vector"] | None
    """how turns are measured in space: by their sines, or by the rotation vector (its length is the angle, below half a turn)"""
    axes: Literal["middle", "first"] | None
    """axes of displacements: half-way between both bodies, or those of the first body (a bearing in which a shaft turns); without it `middle` where every turn is resisted, else `first`"""


class FrictionKeys(TypedDict, total=False):
    """Of `m.friction(...)`."""

    coordinate: Any
    """which coordinate of the joint, where it has several (`angle`, `displacement`, ..)"""
    coefficient: Number | None
    """coefficient of friction mu"""
    radius: Number | None
    """radius of the pin, for an angle [m]"""
    viscous: Number | None
    """viscous friction c [N m s/rad or N s/m]"""
    speed: Number | None
    """speed x_s of the smoothed jump at rest [rad/s or m/s]"""
