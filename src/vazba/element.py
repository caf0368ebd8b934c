"""What an element is: a frozen record of what the user said, with a schema, known to a registry.

A record keeps the values *as given* (numbers, expression texts, lists), so that a model can be saved as it was written and
evaluated again with other parameters. Each field carries a `Field` that turns a raw value into numbers within a `Scope`
(parameters, dimension, folder of the file) or raises `Wrong`. Files, Python interface and documentation read the same schema.
"""

from __future__ import annotations

import dataclasses
import functools
import math
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any, ClassVar, TypeVar, dataclass_transform

from vazba.errors import Fault, Wrong, suggestion
from vazba.frozen import frozen
from vazba.scope import LARGEST, bounded
from vazba.scope import Number as Number
from vazba.scope import Scope as Scope
from vazba.scope import Vector as Vector
from vazba.scope import shown as shown

GROUND = "ground"


@frozen
class Origin:
    """Where an element was written: file, line of its heading and of each key."""

    file: str | None = None
    line: int | None = None
    keys: Mapping[str, int] = field(default_factory=dict)

    def line_of(self, key: str | None) -> int | None:
        """Line of a key, or of the element's heading."""
        return self.keys.get(key, self.line) if key else self.line


NOWHERE = Origin()


_MISSING: Any = object()


class Field:
    """Schema of one field: unit, meaning, default, and how a raw value becomes numbers."""

    def __init__(self, doc: str, *, unit: str = "", default: Any = _MISSING, dims: tuple[int, ...] = (2, 3)) -> None:
        self.doc, self.unit, self.default, self.dims = doc, unit, default, dims
        self.name = ""

    @property
    def required(self) -> bool:
        return self.default is _MISSING

    def read(self, raw: Any, scope: Scope) -> Any:
        """Numbers from the raw value; raises `Wrong`."""
        raise NotImplementedError(type(self).__name__)  # every concrete field has its own

    def alone(self, raw: Any, scope: Scope) -> Any:  # noqa: ARG002
        """The raw value as it is written where no other file is at hand; raises `Wrong`."""
        return raw


class NumberField(Field):
    """A number; `minimum` with `strict` excludes the bound itself."""

    def __init__(
        self, doc: str, *, minimum: float | None = None, strict: bool = False, nonzero: bool = False, largest: float = LARGEST, **options: Any,
    ) -> None:  # fmt: skip
        super().__init__(doc, **options)
        self.minimum, self.strict, self.nonzero, self.largest = minimum, strict, nonzero, largest

    def read(self, raw: Any, scope: Scope) -> float:
        value = bounded(self.name, scope.number(raw), self.largest)
        if self.minimum is not None and (value < self.minimum or (self.strict and value == self.minimum)):
            bound = "positive" if self.strict else "zero or positive"
            raise Wrong(
                f"{self.name} = {value:g} is not allowed",
                f"it must be {bound}"
                if self.minimum == 0
                else f"it must be {'above' if self.strict else 'at least'} {self.minimum:g}",
                "correct the value",
            )
        if self.nonzero and value == 0:
            raise Wrong(f"{self.name} = 0 is not allowed", "it must not be zero", "correct the value")
        return value


class VectorField(Field):
    """A vector with as many components as the model has dimensions, or `length`; `direction` refuses the zero vector."""

    def __init__(self, doc: str, *, length: int | None = None, direction: bool = False, **options: Any) -> None:
        super().__init__(doc, **options)
        self.length, self.direction = length, direction

    def read(self, raw: Any, scope: Scope) -> tuple[float, ...]:
        values = scope.vector(raw, self.length or scope.dimension)
        for value in values:
            bounded(self.name, value)
        if self.direction and math.hypot(*values) < 1e-12:
            raise Wrong(
                f"{self.name} = {shown(raw)} is a zero vector", "it must show a direction", "give a nonzero vector"
            )
        return values


class VectorsField(Field):
    """A fixed number of vectors, such as one axis in each body."""

    def __init__(self, doc: str, *, count: int, direction: bool = False, **options: Any) -> None:
        super().__init__(doc, **options)
        self.count, self.item = count, VectorField(doc, direction=direction)

    def read(self, raw: Any, scope: Scope) -> tuple[tuple[float, ...], ...]:
        if isinstance(raw, (str, Mapping)) or not hasattr(raw, "__len__") or len(raw) != self.count:
            raise Wrong(
                f"{self.name} = {shown(raw)} is not a list of {self.count} vectors",
                remedy="give one vector for each body",
            )
        self.item.name = self.name
        return tuple(self.item.read(value, scope) for value in raw)


class NumbersField(Field):
    """A list of numbers of any (or a given) length."""

    def __init__(self, doc: str, *, length: int | None = None, **options: Any) -> None:
        super().__init__(doc, **options)
        self.length = length

    def read(self, raw: Any, scope: Scope) -> tuple[float, ...]:
        if isinstance(raw, (str, Mapping)) or not hasattr(raw, "__len__"):
            raise Wrong(f"{self.name} = {shown(raw)} is not a list of numbers")
        return scope.vector(raw, self.length if self.length is not None else len(raw))


class NameField(Field):
    """Name of another element, in one of the given sections (`ground` counts as a body)."""

    def __init__(self, doc: str, *, to: tuple[str, ...], **options: Any) -> None:
        super().__init__(doc, **options)
        more = {
            "bodies": "beams",
            "points": "nodes",
        }  # a beam may be named wherever a body may, a node wherever a point may
        self.to = (*to, *(more[heading] for heading in to if heading in more))

    def names(self, value: Any) -> tuple[str, ...]:
        """The names in a value that was read."""
        return (value,) if isinstance(value, str) else tuple(name for name in value or () if isinstance(name, str))

    def read(self, raw: Any, scope: Scope) -> str:  # noqa: ARG002
        name = getattr(raw, "name", raw)
        if not isinstance(name, str) or not name:
            raise Wrong(f"{self.name} = {shown(raw)} is not a name", remedy=f"name one of the {' or '.join(self.to)}")
        return name


class NamesField(NameField):
    """Several names; `count` = (fewest, most)."""

    def __init__(self, doc: str, *, count: tuple[int, int | None] = (2, 2), **options: Any) -> None:
        super().__init__(doc, **options)
        self.count = count

    def read(self, raw: Any, scope: Scope) -> tuple[str, ...]:  # type: ignore[override]
        if isinstance(raw, (str, Mapping)) or not hasattr(raw, "__len__"):
            raise Wrong(
                f"{self.name} = {shown(raw)} is not a list of names", remedy=f'write {self.name} = ["...", "..."]'
            )
        low, high = self.count
        if len(raw) < low or (high is not None and len(raw) > high):
            wanted = str(low) if low == high else f"at least {low}"
            raise Wrong(f"{self.name} has {len(raw)} names, expected {wanted}")
        return tuple(super(NamesField, self).read(value, scope) for value in raw)


class ChoiceField(Field):
    """One word out of a few."""

    def __init__(self, doc: str, *, choices: Sequence[str], **options: Any) -> None:
        super().__init__(doc, **options)
        self.choices = choices

    def read(self, raw: Any, scope: Scope) -> str:  # noqa: ARG002
        if raw not in self.choices:
            raise Wrong(f"{self.name} = {shown(raw)} is unknown", remedy=suggestion(str(raw), self.choices))
        return str(raw)


class FlagField(Field):
    """true or false."""

    def read(self, raw: Any, scope: Scope) -> bool:  # noqa: ARG002
        if not isinstance(raw, bool):
            raise Wrong(f"{self.name} = {shown(raw)} is not true or false")
        return raw


def given(schema: Field) -> Any:
    """Declare a field of a record: `stiffness: Number = given(NumberField("...", unit="N/m"))`."""
    default = None if schema.required else schema.default
    return field(default=default, metadata={"schema": schema})


@frozen
class Element:
    """Base of all records: a name, and where it was written."""

    name: str = ""
    origin: Origin = field(default=NOWHERE, compare=False, repr=False, kw_only=True)

    SECTION = ""  # heading in files: "bodies"
    KIND = ""  # word in messages: "body"
    TYPE: ClassVar[str | None] = None  # "revolute" where a section holds several types
    DIMS: ClassVar[tuple[int, ...]] = (2, 3)
    ALIASES: ClassVar[Mapping[str, str]] = {}  # other words for keys in files

    @property
    def label(self) -> str:
        """How messages call this element."""
        return f"{self.KIND} {self.name}"

    @classmethod
    @functools.cache
    def schema(cls) -> dict[str, Field]:
        """The fields by name, in order."""
        return {f.name: f.metadata["schema"] for f in dataclasses.fields(cls) if "schema" in f.metadata}

    @classmethod
    @functools.cache
    def references(cls) -> tuple[tuple[str, NameField], ...]:
        """The fields that name other elements."""
        return tuple((key, schema) for key, schema in cls.schema().items() if isinstance(schema, NameField))

    @classmethod
    @functools.cache
    def angles(cls) -> tuple[str, ...]:
        """The keys that are angles."""
        return tuple(key for key, schema in cls.schema().items() if schema.unit == "rad")

    def check_form(self) -> None:
        """Whether what is given goes together; only asks what is there, not whether it is right. Raises `Wrong`."""

    def drawing(self) -> Mapping[str, Any]:
        """What pictures and the page draw of it: `form`, a word, and the names of what it lies on (`through`, `joint`, `at`, `body`)."""
        return {}

    def given(self) -> dict[str, Any]:
        """The raw values that were given (not None and not the default)."""
        said = self.__dict__
        return {
            key: raw
            for key, schema in self.schema().items()
            if (raw := said[key]) is not None and not same(raw, schema.default)
        }

    def says(self, key: str) -> bool:
        """Whether a value was given: it is among those of `given`."""
        raw = self.__dict__[key]
        return raw is not None and not same(raw, self.schema()[key].default)

    def fault(self, remark: Wrong, key: str | None = None) -> Fault:
        """A remark about one of this element's values as a fault with its place."""
        return remark.fault(self.label, self.origin.file, self.origin.line_of(key))

    def read(self, scope: Scope, faults: list[Fault]) -> SimpleNamespace:
        """All fields as numbers; what is wrong is added to `faults` and stands as None."""
        schemas, said = self.schema(), self.__dict__
        values: dict[str, Any] = dict.fromkeys(schemas)
        for key, schema in schemas.items():
            raw = said[key]
            if raw is None:
                if schema.required and scope.dimension in schema.dims:
                    faults.append(self.fault(Wrong(f"{key} is missing", schema.doc, f"add {key} = ...")))
                continue
            if scope.dimension not in schema.dims:
                if not same(raw, schema.default):
                    faults.append(
                        self.fault(
                            Wrong(f"{key} has no meaning in dimension {scope.dimension}", schema.doc, f"remove {key}"),
                            key,
                        )
                    )
                continue
            try:
                values[key] = schema.read(raw, scope)
            except Wrong as remark:
                what = remark.what if remark.what.startswith(key) else f"{key}: {remark.what}"
                faults.append(self.fault(Wrong(what, remark.why, remark.remedy), key))
        return SimpleNamespace(**values)


def split_station(name: str, beams: Collection[str]) -> tuple[str | None, float | None]:
    """Beam and station of a name such as `coupler` or `coupler@0.5`; no beam when it names none."""
    if name in beams:
        return name, None
    beam, sign, text = name.rpartition("@")
    if not sign or beam not in beams:
        return None, None
    try:
        return beam, float(text)
    except ValueError as error:
        raise Wrong(
            f"{name}: '{text}' is not a station", "", f'write "{beam}@0.5" for the frame 0.5 m from its start'
        ) from error


def same(a: Any, b: Any) -> bool:
    """Equality that does not stumble over arrays."""
    if a is b:
        return True
    try:
        return bool(a == b)
    except ValueError:
        return bool((a == b).all()) if hasattr(a, "shape") else False


@dataclass
class Section:
    """One section of a model file: its heading, the word for one element, and the record types it holds."""

    heading: str
    kind: str
    types: dict[str | None, type[Element]] = field(default_factory=dict)

    @property
    def typed(self) -> bool:
        """True when each element says its `type`."""
        return None not in self.types


SECTIONS: dict[str, Section] = {}
KINDS = {
    "bodies": "body", "beams": "beam", "nodes": "node", "bars": "bar", "points": "point", "joints": "joint", "drivers": "driver", "springs": "spring",
    "dampers": "damper", "cables": "cable", "actuators": "actuator", "limits": "limit", "events": "event", "forces": "force", "torques": "torque",
    "bushings": "bushing", "frictions": "friction", "controllers": "controller",
}  # fmt: skip

T = TypeVar("T", bound=type)


@dataclass_transform(kw_only_default=True, frozen_default=True, field_specifiers=(given,))
def element(section: str, type: str | None = None, dims: tuple[int, ...] = (2, 3)) -> Callable[[T], T]:  # noqa: A002
    """Register a record class: `@element("joints", "revolute")`."""

    def register(cls: T) -> T:
        record: Any = frozen(cls)
        record.SECTION, record.KIND, record.TYPE, record.DIMS = section, KINDS[section], type, dims
        for name, schema in record.schema().items():
            schema.name = name
        SECTIONS.setdefault(section, Section(section, KINDS[section])).types[type] = record
        return record  # type: ignore[no-any-return]

    return register


def registered(section: str | None = None) -> Iterator[type[Element]]:
    """All record classes, of one section or of all."""
    for heading, entry in SECTIONS.items():
        if section in (None, heading):
            yield from entry.types.values()
