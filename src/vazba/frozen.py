"""Frozen dataclasses, made in a seventh of the time: a command makes a hundred of them when it starts, and `dataclasses` compiles six functions for each.

Only `__init__` is written for each class; the others are the same for all. `fields`, `replace` and `asdict` of `dataclasses` know these classes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, Field, FrozenInstanceError, dataclass, field, fields
from operator import attrgetter
from typing import Any, TypeVar, dataclass_transform, overload

T = TypeVar("T")
_NEW = type("Factory", (), {"__repr__": lambda _: "<factory>"})()  # stands for what it makes


@overload
def frozen(cls: type[T]) -> type[T]: ...
@overload
def frozen(*, eq: bool = ..., repr: bool = ...) -> Callable[[type[T]], type[T]]: ...
@dataclass_transform(frozen_default=True, field_specifiers=(field, Field))
def frozen(cls: Any = None, *, eq: bool = True, repr: bool = True) -> Any:
    """As `dataclass(frozen=True)`, with the same meaning of `eq` and `repr`."""

    def made(cls: Any) -> Any:
        dataclass(init=False, repr=False, eq=False)(cls)
        own, held = cls.__dict__, fields(cls)
        cls.__init__, cls.__setattr__, cls.__delattr__ = _init(cls, held), _set, _delete
        if eq:
            compared = [f.name for f in held if f.compare]
            cls._compared = attrgetter(*compared) if compared else staticmethod(_nothing)
            cls.__hash__ = own.get("__hash__") or _hash
            cls.__eq__ = own.get("__eq__", _equal)
        if repr:
            cls.__repr__ = own.get("__repr__", _repr)
        return cls

    return made if cls is None else made(cls)


def changed(record: T, **values: Any) -> T:
    """As `dataclasses.replace` of a frozen record, in a fifth of the time; `__post_init__` is not asked."""
    new, held = object.__new__(type(record)), record.__dict__
    own = new.__dict__
    for name, f in record.__dataclass_fields__.items():  # type: ignore[attr-defined]
        if not f.init and f.default_factory is not MISSING:
            own[name] = f.default_factory()
        elif f.init and name in held:  # what belongs to the class is not
            own[name] = held[name]
    own.update(values)
    return new


def _init(cls: Any, held: tuple[Field[Any], ...]) -> Any:
    known: dict[str, Any] = {"_NEW": _NEW}
    places: list[str] = []
    words: list[str] = []
    lines = ["_held = self.__dict__"]
    for f in held:
        value, default = f.name, ""
        if f.default_factory is not MISSING:
            known[f"_make_{f.name}"] = f.default_factory
            made = f"_make_{f.name}()"
            value, default = (f"{made} if {f.name} is _NEW else {f.name}", "=_NEW") if f.init else (made, "")
        elif f.default is not MISSING:
            known[f"_default_{f.name}"], default = f.default, f"=_default_{f.name}"
        if f.init:
            (words if f.kw_only else places).append(f.name + default)
        if f.init or f.default_factory is not MISSING:
            lines.append(f"_held[{f.name!r}] = {value}")
    if hasattr(cls, "__post_init__"):
        lines.append("self.__post_init__()")
    told = ", ".join(["self", *places, *(["*", *words] if words else [])])
    exec(f"def __init__({told}):\n " + "\n ".join(lines), known)
    init = known["__init__"]
    init.__qualname__, init.__module__ = f"{cls.__qualname__}.__init__", cls.__module__
    init.__annotations__ = {f.name: f.type for f in held if f.init} | {"return": None}
    return init


def _set(self: Any, name: str, value: Any) -> None:
    _refuse("assign to", self, name)
    object.__setattr__(self, name, value)


def _delete(self: Any, name: str) -> None:
    _refuse("delete", self, name)
    object.__delattr__(self, name)


def _refuse(doing: str, record: Any, name: str) -> None:
    """Only a plain class that inherits from a frozen one may have more than its fields."""
    if "__dataclass_fields__" in type(record).__dict__ or name in record.__dataclass_fields__:
        raise FrozenInstanceError(f"cannot {doing} field {name!r}")


def _nothing(_: Any) -> tuple[()]:
    return ()


def _equal(self: Any, other: Any) -> Any:
    return self._compared(self) == other._compared(other) if other.__class__ is self.__class__ else NotImplemented


def _hash(self: Any) -> int:
    return hash(self._compared(self))


def _repr(self: Any) -> str:
    told = ", ".join(f"{f.name}={getattr(self, f.name)!r}" for f in fields(self) if f.repr)
    return f"{type(self).__qualname__}({told})"
