"""Units that people write behind numbers, for the hint: a model has none, all of it is in SI units."""

from __future__ import annotations

import re

SI = "all values are in SI units (m, kg, s, N, rad)"
UNITS: dict[str, tuple[float, str]] = {  # unit: how many SI units it is, and which
    "m": (1.0, "m"), "mm": (1e-3, "m"), "cm": (1e-2, "m"), "dm": (0.1, "m"), "um": (1e-6, "m"), "km": (1e3, "m"), "in": (0.0254, "m"), "inch": (0.0254, "m"),
    "ft": (0.3048, "m"), "kg": (1.0, "kg"), "g": (1e-3, "kg"), "mg": (1e-6, "kg"), "lb": (0.45359237, "kg"), "lbs": (0.45359237, "kg"), "s": (1.0, "s"),
    "sec": (1.0, "s"), "ms": (1e-3, "s"), "us": (1e-6, "s"), "min": (60.0, "s"), "h": (3600.0, "s"), "N": (1.0, "N"), "kN": (1e3, "N"), "MN": (1e6, "N"),
    "Nm": (1.0, "N m"), "rad": (1.0, "rad"), "Pa": (1.0, "Pa"), "kPa": (1e3, "Pa"), "MPa": (1e6, "Pa"), "GPa": (1e9, "Pa"), "J": (1.0, "J"), "W": (1.0, "W"),
}  # fmt: skip
_WRITTEN = re.compile(r"([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)\s*([^\W\d_]\w*)", re.ASCII)
_COMMA = re.compile(r"[+-]?\d+,\d+(?:[eE][+-]?\d+)?", re.ASCII)


def unit_hint(number: str, word: str) -> str:
    """What to write instead of `50 mm`, or nothing where the word is no unit."""
    if word in ("deg", "degree", "degrees"):
        return f"write {number}*deg"
    if word not in UNITS:
        return ""
    factor, unit = UNITS[word]
    return f"write {float(f'{float(number) * factor:.12g}'):g}, without the unit ({unit}): {SI}"


def number_hint(text: str) -> str:
    """What to write instead of a number with a unit (`2 kg`, `50mm`) or a decimal comma (`1,5`), or nothing."""
    text = text.strip()
    if match := _WRITTEN.fullmatch(text):
        return unit_hint(match[1], match[2])
    if _COMMA.fullmatch(text):
        return f"write {text.replace(',', '.')}: numbers have a decimal point"
    return ""
