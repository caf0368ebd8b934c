"""What a result tells of one element: `res.body("rod")`, `res.joint(A)`, one method for each kind."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from vazba.element import Element
from vazba.result.view import UnknownName, View

if TYPE_CHECKING:
    from vazba.result.result import Result


class Views:
    """The methods of `Result` that look at one element."""

    if TYPE_CHECKING:
        names: dict[str, tuple[str, ...]]
        _place: dict[str, dict[str, int]]

    def _view(self, kind: str, what: str | Element) -> View:
        name = what.name if isinstance(what, Element) else what
        if name not in self._place.get(kind, {}):
            raise UnknownName(kind, name, self.names.get(kind, ()))
        return View(cast("Result", self), name, (kind,))

    def body(self, name: str | Element) -> View:
        """The motion of a body's frame."""
        return self._view("body", name)

    def point(self, name: str | Element) -> View:
        """The motion of a point."""
        return self._view("point", name)

    def station(self, beam: str | Element, at: float | None = None) -> View:
        """The motion of a station of a beam, and the section forces there: `res.station("arm", 0.25)` or `res.station("arm@0.25")`."""
        name = beam.name if isinstance(beam, Element) else beam
        return self._view("station", name if at is None else f"{name}@{at:g}")

    def joint(self, name: str | Element) -> View:
        """The coordinates and the reaction of a joint."""
        return self._view("joint", name)

    def driver(self, name: str | Element) -> View:
        """Value, effort and power of a driver."""
        return self._view("driver", name)

    def spring(self, name: str | Element) -> View:
        """Length, rate and force of a spring."""
        return self._view("spring", name)

    def damper(self, name: str | Element) -> View:
        """Length, rate and force of a damper."""
        return self._view("damper", name)

    def cable(self, name: str | Element) -> View:
        """Length, rate and force of a cable."""
        return self._view("cable", name)

    def actuator(self, name: str | Element) -> View:
        """Value, rate, effort and power of an actuator."""
        return self._view("actuator", name)

    def controller(self, name: str | Element) -> View:
        """Value, rate, effort and power of a controller."""
        return self._view("controller", name)

    def limit(self, name: str | Element) -> View:
        """Value (`length`), rate and force of the coordinate a limit watches."""
        return self._view("limit", name)

    def friction(self, name: str | Element) -> View:
        """Rate, effort and power of a friction."""
        return self._view("friction", name)

    @property
    def momentum(self) -> View:
        """Momentum and moment of momentum about the ground origin."""
        return self._view("momentum", "momentum")

    @property
    def energy(self) -> View:
        """The energy ledger."""
        return self._view("energy", "energy")

    @property
    def constraint(self) -> View:
        """The largest violation of the constraints."""
        return self._view("constraint", "constraint")
