"""Mass of what lies along a line (bars, cables): given, or by density and area."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from vazba.element import NumberField, given
from vazba.errors import Wrong


def mass_field() -> Any:
    return given(NumberField("its whole mass", unit="kg", minimum=0.0, default=None))


def density_field() -> Any:
    return given(NumberField("density, instead of a mass", unit="kg/m^3", minimum=0.0, default=None))


def area_field() -> Any:
    return given(NumberField("cross-section", unit="m^2", minimum=0.0, strict=True, default=None))


def check_mass(record: Any) -> None:
    """A mass, or a density with an area; raises `Wrong`."""
    if record.mass is not None and record.density is not None:
        raise Wrong("mass and density are given together", remedy="give one of them")
    if record.density is not None and record.area is None:
        raise Wrong("density is given without an area", "its mass is not known", "add area = ..")


def mass_of(values: SimpleNamespace, length: float) -> float:
    """kg; `length` is what density and area are multiplied by."""
    if values.density is not None:
        return float(values.density * values.area * length)
    return float(values.mass or 0.0)
