"""Spring between two points."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vazba.element import Element, NamesField, Number, NumberField, element, given


@element("springs")
class Spring(Element):
    """Tension `F = K (l - l0)` along the straight line between two points."""

    points: Any = given(NamesField("its two end points", to=("points",)))
    stiffness: Number = given(NumberField("stiffness K", unit="N/m"))
    free_length: Number = given(NumberField("free length l0", unit="m", minimum=0.0, default=0.0))

    def tension(
        self, values: SimpleNamespace, length: NDArray[np.float64], rate: NDArray[np.float64]
    ) -> NDArray[np.float64]:  # noqa: ARG002
        """Tension for given lengths."""
        return np.asarray(values.stiffness * (length - values.free_length))
