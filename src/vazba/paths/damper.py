"""Damper between two points."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vazba.element import Element, NamesField, Number, NumberField, element, given


@element("dampers")
class Damper(Element):
    """Tension `F = B dl/dt` along the straight line between two points."""

    points: Any = given(NamesField("its two end points", to=("points",)))
    damping: Number = given(NumberField("damping B", unit="N s/m"))

    def tension(
        self, values: SimpleNamespace, length: NDArray[np.float64], rate: NDArray[np.float64]
    ) -> NDArray[np.float64]:  # noqa: ARG002
        """Tension for given rates."""
        return np.asarray(values.damping * rate)
