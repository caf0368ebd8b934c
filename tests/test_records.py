"""Records of elements compare, hash and show themselves as a plain dataclass with the same fields does."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from vazba.element import Element, Origin, registered
from vazba.model import Model  # which registers all of them


def twin(kind: type[Element]) -> Any:
    """A dataclass of the standard library with the same name and fields."""
    fields = [
        (f.name, Any, dataclasses.field(default=None, compare=f.compare, repr=f.repr)) for f in dataclasses.fields(kind)
    ]
    return dataclasses.make_dataclass(kind.__qualname__, fields, frozen=True)


@pytest.mark.parametrize("kind", list(registered()), ids=lambda kind: f"{kind.SECTION}-{kind.TYPE}")
def test_as_a_plain_dataclass(kind: type[Element]) -> None:
    plain, keys = twin(kind), list(kind.schema())
    values = [
        {"name": "a"},
        {"name": "b"},
        *({"name": "a", key: 1.5} for key in keys),
        {"name": "a", "origin": Origin("file", 3)},
    ]
    ours = [kind(**{"name": "a"} | given) for given in values]
    theirs = [plain(**{f.name: getattr(one, f.name) for f in dataclasses.fields(kind)}) for one in ours]
    assert [repr(one) for one in ours] == [repr(one) for one in theirs]
    for k, one in enumerate(ours):
        assert [one == other for other in ours] == [theirs[k] == other for other in theirs]
        assert hash(one) == hash(theirs[k])
        assert one != theirs[k]


def test_of_another_kind_is_another() -> None:
    m = Model()
    assert m.point("a", "ground", (0, 0, 0)) != Model().body("a", position=(0, 0, 0))
