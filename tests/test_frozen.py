"""`vazba.frozen` makes what `dataclasses` makes."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import pickle
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, ClassVar

import pytest

from vazba.frozen import changed, frozen


def made(decorate: Callable[[Any], Any]) -> Any:
    @decorate
    class Base:
        """A base."""

        KIND: ClassVar[str] = "base"
        name: str
        count: int = 3
        origin: tuple[int, int] = field(default=(0, 0), compare=False, repr=False)

    @decorate
    class Record(Base):
        """A record."""

        values: list[int] = field(default_factory=list, kw_only=True)
        memory: dict[str, int] = field(default_factory=dict, init=False, compare=False)
        used: bool = field(default=False, init=False)

        def __post_init__(self) -> None:
            if self.count < 0:
                raise ValueError("count")

    return Record


OURS, THEIRS = made(frozen), made(dataclass(frozen=True))


def test_it_is_made_as_by_dataclasses() -> None:
    assert str(inspect.signature(OURS)) == str(inspect.signature(THEIRS))
    told = [[(f.name, f.init, f.compare, f.repr) for f in dataclasses.fields(kind)] for kind in (OURS, THEIRS)]
    assert told[0] == told[1]
    for arguments, words in [(("a",), {}), (("a", 4, (1, 2)), {"values": [1]})]:
        ours, theirs = OURS(*arguments, **words), THEIRS(*arguments, **words)
        assert repr(ours) == repr(theirs)
        assert dataclasses.asdict(ours) == dataclasses.asdict(theirs)
        assert repr(dataclasses.replace(ours, name="b")) == repr(dataclasses.replace(theirs, name="b"))
        assert ours.values is not OURS("a").values
        assert copy.deepcopy(ours) == ours == copy.copy(ours)
    for kind in (OURS, THEIRS):
        with pytest.raises(ValueError, match="count"):
            kind("a", -1)
        with pytest.raises(TypeError):
            kind()


def test_it_is_frozen() -> None:
    for kind in (OURS, THEIRS):
        record = kind("a")
        for name in ("name", "other"):
            with pytest.raises(dataclasses.FrozenInstanceError, match=f"cannot assign to field '{name}'"):
                setattr(record, name, 1)
            with pytest.raises(dataclasses.FrozenInstanceError, match=f"cannot delete field '{name}'"):
                delattr(record, name)
        plain = type("Plain", (kind,), {})("a")
        plain.other = 1
        with pytest.raises(dataclasses.FrozenInstanceError):
            plain.name = "b"


def test_equal_and_hash() -> None:
    @frozen
    class Pair:
        a: int
        b: str = field(default="", compare=False)

    @frozen(eq=False, repr=False)
    class Alone:
        a: int

    assert Pair(1, "x") == Pair(1, "y") != Pair(2, "x")
    assert hash(Pair(1, "x")) == hash(Pair(1, "y"))
    assert Pair(1) != Alone(1) != Alone(1)
    assert repr(Pair(1, "x")).endswith("Pair(a=1, b='x')")
    assert "object at" in repr(Alone(1))


def test_records_of_models_can_be_sent_to_other_processes() -> None:
    import vazba as vz

    m = vz.Model("sent", dimension=2)
    body = m.body("rod", position=(1, 2))
    assert pickle.loads(pickle.dumps(body)) == body


def test_changed_is_replace() -> None:
    record = OURS("a", 4, (1, 2), values=[1])
    record.memory["found"] = 1
    ours, theirs = changed(record, name="b", values=[2]), dataclasses.replace(record, name="b", values=[2])
    assert ours == theirs != record
    assert dataclasses.asdict(ours) == dataclasses.asdict(theirs)
    assert ours.memory == {}
    assert record.name == "a"
