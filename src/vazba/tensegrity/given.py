"""What is given to questions beside the model, as numbers: levels, forces, densities, loads; everything wrong is told by name."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from vazba.element import Scope
from vazba.errors import Fault, ModelError, Wrong, suggestion
from vazba.model import Model
from vazba.scope import shown

POSITIVE, ZERO_OR_MORE = "give a positive number", "give zero or a positive number"


def number(scope: Scope, who: str, said: str, raw: object, why: str = "", remedy: str = POSITIVE) -> float:
    """A finite number (or expression); positive, or not below zero, where the remedy says so. `said`: how it is called, as in `level = {} N`."""
    try:
        value = scope.number(raw)
    except Wrong as remark:
        raise ModelError(Fault(who, f"{_told(said, raw)} is not possible", why or remark.what, remedy)) from remark
    if (remedy == POSITIVE and not value > 0) or (remedy == ZERO_OR_MORE and value < 0):
        raise ModelError(Fault(who, f"{_told(said, value)} is not possible", why, remedy))
    return value


def numbers(scope: Scope, who: str, unit: str, given: Mapping[str, object]) -> dict[str, float]:
    """Finite numbers by name."""
    faults: list[Fault] = []
    out: dict[str, float] = {}
    for name, raw in given.items():
        try:
            out[name] = number(scope, who, f"{name} = {{}} {unit}", raw, remedy="give a number")
        except ModelError as error:
            faults += error.faults
    if faults:
        raise ModelError(faults)
    return out


def sizes(who: str, above: Mapping[str, object], not_below: Mapping[str, object] | None = None) -> dict[str, float]:
    """Finite numbers that are positive, and others that are not below zero; raises `ModelError` with all that are not."""
    faults, out, scope = [], {}, Scope()
    for given, least, bound in ((above, 0.0, "positive"), (not_below or {}, -1e-300, "zero or positive")):
        for name, raw in given.items():
            try:
                out[name] = scope.number(raw)
                good = out[name] > least
            except Wrong:
                good = False
            if not good:
                told = _told(f"{name} = {{}}", out.get(name, raw))
                faults.append(Fault(who, f"{told} is not allowed", f"it must be {bound}", "correct the value"))
    if faults:
        raise ModelError(faults)
    return out


def table(who: str, key: str, given: object, example: str) -> Mapping[str, object]:
    """What must be a table by names."""
    if not isinstance(given, Mapping):
        raise ModelError(Fault(who, f"{key} = {shown(given)} is no table", "", f"write {example}"))
    return given


def loads_of(model: Model, who: str, loads: object, known: Collection[str], kinds: str) -> dict[str, tuple[float, ...]]:
    """Loads (N) by the names of what they act on."""
    faults, out, scope = [], {}, model.scope()
    for name, vector in table(who, "loads", loads, '{"n1": [0, 0, -10]}').items():
        if name not in known:
            faults.append(Fault(f"load at {name}", f"there is no such {kinds}", "", suggestion(name, known)))
            continue
        try:
            out[name] = scope.vector(vector, model.dimension)
        except Wrong as remark:
            faults.append(Fault(f"load at {name}", remark.what, remark.why, f"give {model.dimension} components in N"))
    if faults:
        raise ModelError(faults)
    return out


def names_of(who: str, names: object) -> list[str]:
    """A list of names, or one."""
    if isinstance(names, str):
        return [names]
    if not isinstance(names, Collection) or not all(isinstance(name, str) for name in names):
        raise ModelError(Fault(who, f"{shown(names)} is no list of names", "", 'write ["a", "b"]'))
    return list(names)


def _told(said: str, value: object) -> str:
    return said.format(f"{value:g}" if isinstance(value, float) else value if isinstance(value, str) else shown(value))
