"""Drivers while a model is compiled: the rows they add, and their motion laws; `Driving` works for the compiler, as `Attaching` does."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import numpy as np

from vazba.bodies.space import SPACE, space_of
from vazba.drivers.driver import COMPONENTS, COORDINATES, Driver
from vazba.element import GROUND
from vazba.errors import Wrong, suggestion
from vazba.joints.coupling import Coupling
from vazba.joints.joint import Placed
from vazba.joints.rows import ANGLE, COMPONENT, DISTANCE, LENGTHS, NORMAL_A, PERP, Row
from vazba.motion.motion import Motion

if TYPE_CHECKING:
    from vazba.compiler import Compiler


class Driving:
    """Enters the drivers of a model into what its compiler collects."""

    def __init__(self, compiler: Compiler) -> None:
        self.c = compiler
        self.starts: list[
            tuple[str, str, float]
        ] = []  # planar angles at t = 0: (first body, second body, driven angle)

    def enter(self) -> None:
        """The rows of all drivers, and their motions."""
        for driver in self.c.model.drivers.values():
            values = self.c._read(driver)
            try:
                rows, motions = self._driver_rows(driver, values)
            except Wrong as remark:
                self.c.faults.append(driver.fault(remark))
                continue
            self.c.laws.tell_of(driver.label)
            if rows is None:
                continue
            start = self.c.equations
            self.c._group(driver.name, "driver", rows)
            self.c.driver_rows[driver.name] = tuple(range(start, self.c.equations))
            spans = [motion.span() for motion in motions]
            self.c.driver_spans[driver.name] = (max(s[0] for s in spans), min(s[1] for s in spans))
            units = ["m" if row.kind in LENGTHS else "rad" for _, row in rows]
            self.c.driver_motions[driver.name] = tuple(
                ("" if len(rows) == 1 else "_" + row.direction.split()[-1], motion, unit)
                for (_, row), motion, unit in zip(rows, motions, units, strict=True)
            )

    def whole_turns(self) -> None:
        """Start planar bodies in the turn their driver starts in: the posture is the one drawn.

        Bodies held to each other at an angle (guides, welds) turn together.
        """
        for first, second, wanted in self.starts:
            here = self.c.place[second].angle - self.c.place[first].angle
            if not np.isfinite(wanted) or abs(wanted - here) <= np.pi:
                continue
            moving, turns = self._held_with(second), 2 * np.pi * round((wanted - here) / (2 * np.pi))
            if first not in moving:
                for name in moving - {GROUND}:
                    self.c.q0[3 * self.c.body_index[name] + 2] += turns

    def _held_with(self, body: str) -> set[str]:
        """Bodies whose angle is held to that of a body."""
        found, fresh = {body}, [body]
        while fresh:
            here = fresh.pop()
            for name, laid in self.c.laid.items():
                pair = {laid.a.body, laid.b.body}
                if here in pair and self.c.model.joints[name].TYPE in ("prismatic", "fixed"):
                    fresh += list(pair - found)
                    found |= pair
            for bushing in self.c.model.bushings.values() if self.c.model.lowered else ():  # segments of one beam
                if "#" in bushing.name and here in bushing.bodies:
                    fresh += list(set(bushing.bodies) - found)
                    found |= set(bushing.bodies)
        return found

    def _driver_rows(
        self, driver: Driver, values: SimpleNamespace
    ) -> tuple[list[tuple[dict[str, Any], Row]] | None, list[Motion]]:
        """Table rows of a driver, and its motion laws; None when its joint has a fault of its own."""
        plan_name = driver.plan(values)
        if plan_name == "joint":
            key = next(key for key in COORDINATES if getattr(values, key) is not None)
            return self._joint_driver(values.joint, key, getattr(values, key))
        if plan_name == "distance":
            a, b = (self.c._point_frame(name) for name in values.points)
            return self._driven([(Row(DISTANCE, "distance"), values.distance)], a, b)
        if plan_name == "point":
            motions = values.position or tuple(getattr(values, key) for key in COMPONENTS)
            b = self.c._point_frame(values.point)
            a = self.c._frame(Placed(GROUND, np.zeros(3), np.eye(3)))
            return self._driven(
                [(Row(COMPONENT, f"{COMPONENTS[k]}", i=k), f) for k, f in enumerate(motions) if f is not None], a, b
            )
        if plan_name == "vector":
            motions = values.vector or tuple(getattr(values, key) for key in COMPONENTS)
            a, b = (self.c._point_frame(name) for name in values.points)
            if values.frame in (None, GROUND):
                return self._driven(
                    [(Row(COMPONENT, COMPONENTS[k], i=k), f) for k, f in enumerate(motions) if f is not None], a, b
                )
            if values.frame != self.c.points[values.points[0]][0]:
                raise Wrong(f"frame = {values.frame} is not the body of the first point",
                            "the vector is measured in the body of the first point, or in ground components",
                            f"use frame = \"{self.c.points[values.points[0]][0]}\"")  # fmt: skip
            return self._driven(
                [(Row(NORMAL_A, f"local {COMPONENTS[k]}", i=k), f) for k, f in enumerate(motions) if f is not None],
                a,
                b,
            )
        names = values.bodies or (GROUND, values.body)
        if names[0] == names[1]:
            raise Wrong(f"{names[0]} is driven relative to itself", remedy="name two different bodies")
        if plan_name == "angle":
            if space_of(self.c.dimension) is SPACE:
                raise Wrong(
                    "angle does not fit a body in space",
                    "its orientation has three angles",
                    "use orientation = {cardan = [..]}, or drive a joint",
                )
            a, b = (self.c._frame(Placed(name, np.zeros(3), np.eye(3))) for name in names)
            self.starts.append((*names, float(values.angle.at(0.0)[0])))
            return self._driven([(Row(ANGLE, "angle"), values.angle)], a, b)
        laws = [self.c.laws.add(f) for f in values.orientation]
        a = self.c._frame(Placed(names[0], np.zeros(3), np.eye(3)), laws)
        b = self.c._frame(Placed(names[1], np.zeros(3), np.eye(3)))
        rows = [Row(PERP, f"rotation about {axis}", i=i, j=j) for axis, i, j in (("x", 1, 2), ("y", 2, 0), ("z", 0, 1))]
        upright = [Row(PERP, "direction", i=k, j=k, value=1.0) for k in range(3)]
        self.c.guides.append((driver.name, [(self.c._row(row, a, b, ""), row) for row in upright]))
        return [(self.c._row(row, a, b, ""), row) for row in rows], list(values.orientation)

    def _joint_driver(self, name: str, key: str, motion: Motion) -> Any:
        if name not in self.c.laid:
            joint = self.c.model.joints[name]
            if isinstance(joint, Coupling):
                raise Wrong(
                    f"joint {name} is a {joint.TYPE}: it has no coordinate of its own",
                    remedy=f"drive {' or '.join(joint.joints)}",
                )
            return None, []
        known = [c.name for c in self.c.laid[name].coordinates]
        if key not in known:
            kind = self.c.model.joints[name].TYPE
            remedy = (
                suggestion(key, known) if known else "drive a joint with an angle or a displacement, points, or a body"
            )
            raise Wrong(f"joint {name} ({kind}) has no {key}", remedy=remedy)
        coordinate = next(c for c in self.c.laid[name].coordinates if c.name == key)
        row = {**self.c._coordinate_row(name, coordinate), "law": self.c.laws.add(motion)}
        if coordinate.row.kind == ANGLE:
            self.starts.append((self.c.laid[name].a.body, self.c.laid[name].b.body, float(motion.at(0.0)[0])))
        if row["turn"] >= 0:
            self.c.turns[row["turn"]] = row["factor"] * motion.at(0.0)[0]
        return [(row, replace(coordinate.row, direction=key))], [motion]

    def _driven(self, rows: list[tuple[Row, Motion]], a: int, b: int) -> Any:
        if not rows:
            raise Wrong("no motion is given", remedy="give at least one component")
        return [({**self.c._row(row, a, b, ""), "law": self.c.laws.add(f)}, row) for row, f in rows], [
            f for _, f in rows
        ]
