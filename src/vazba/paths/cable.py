"""Cable that passes freely through two or more points."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vazba.element import Element, NamesField, Number, NumberField, element, given


@element("cables")
class Cable(Element):
    """One tension along the whole path: `F = k/l0 (l - l0) + b/l0 dl/dt`, never negative; `l` is the sum of the segments."""

    through: Any = given(NamesField("the points it passes, in order", to=("points",), count=(2, None)))
    stiffness: Number = given(NumberField("specific stiffness k (force per unit strain)", unit="N"))
    damping: Number = given(NumberField("specific damping b", unit="N s", default=0.0))
    free_length: Number = given(NumberField("free length l0", unit="m", minimum=0.0, strict=True))

    def tension(
        self, values: SimpleNamespace, length: NDArray[np.float64], rate: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        """Tension for given lengths and rates: zero whenever the elastic part or the sum is negative."""
        elastic = values.stiffness / values.free_length * (length - values.free_length)
        total = elastic + values.damping / values.free_length * rate
        return np.where((elastic < 0) | (total < 0), 0.0, total)
