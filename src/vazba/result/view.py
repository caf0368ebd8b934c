"""What a result knows about one name."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, overload

import numpy as np
from numpy.typing import NDArray

from vazba.errors import Fault, ModelError, suggestion
from vazba.result.quantities import COMPOSITES, MAGNITUDES, SUMS, derived_from

if TYPE_CHECKING:
    from vazba.result.result import Result
    from vazba.result.typed import Quantities
else:
    Quantities = object

Array = NDArray[np.float64]


class UnknownName(ModelError, KeyError):
    """An element, quantity or column that the result does not have."""

    def __init__(self, what: str, name: str, known: Iterable[str]) -> None:
        super().__init__(Fault("", f"the result has no {what} '{name}'", remedy=suggestion(name, known)))

    def __str__(self) -> str:  # a KeyError would show the repr
        return str(self.faults[0])

    def __reduce__(self) -> tuple[Any, ...]:
        return (ModelError, (self.faults,))


class View(Quantities):
    """One name of a result: `view.x`, `view["x"]`, `view.position`. The first kind that has it answers."""

    def __init__(self, result: Result, name: str, kinds: tuple[str, ...]) -> None:
        self._result, self._name, self._kinds = result, name, kinds

    @property
    def name(self) -> str:
        return self._name

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of element that have this name."""
        return self._kinds

    @property
    def quantities(self) -> tuple[str, ...]:
        """The stored quantities (without the vectors made of them)."""
        return tuple(dict.fromkeys(q for kind in self._kinds for q in self._result.quantities(kind, self._name)))

    def __getitem__(self, quantity: str) -> Array:
        for kind in self._kinds:
            held = self._result.quantities(kind, self._name)
            if quantity in held:
                return self._result.array(kind, self._name, quantity)
            for parts in COMPOSITES.get(quantity, ()):
                if set(parts) <= set(held):
                    arrays = [self._result.array(kind, self._name, part) for part in parts]
                    return arrays[0] if len(arrays) == 1 else np.stack(arrays, axis=-1)
            if derived_from(quantity, held):
                return self._result.array(kind, self._name, quantity)
        raise UnknownName(
            f"{'/'.join(self._kinds)} quantity", f"{self._name}.{quantity}", self._known(f"{self._name}.")
        )

    def __getattr__(self, quantity: str) -> Array:
        if quantity.startswith("_"):
            raise AttributeError(quantity)
        try:
            return self[quantity]
        except UnknownName as error:
            raise AttributeError(str(error)) from None

    def __contains__(self, quantity: str) -> bool:
        return quantity in self._known()

    def _known(self, prefix: str = "") -> list[str]:
        held = [set(self._result.quantities(kind, self._name)) for kind in self._kinds]
        made = [word for word, ways in COMPOSITES.items() if any(set(parts) <= have for parts in ways for have in held)]
        made += [word for word in (*MAGNITUDES, *SUMS) if any(derived_from(word, have) for have in held)]
        return [prefix + word for word in dict.fromkeys((*self.quantities, *made))]

    def __dir__(self) -> list[str]:
        return sorted({"name", "kinds", "quantities", *self._known()})

    def __repr__(self) -> str:
        return f"<{'/'.join(self._kinds)} {self._name}: {' '.join(self.quantities)}>"


if TYPE_CHECKING:

    class Found(View, np.ndarray[Any, np.dtype[np.float64]]):  # type: ignore[misc]
        """What `res["..."]` gives, for editors and type checkers alone: the view of an element (`"rod"`) or a column (`"rod.x"`): only the text tells which."""

        @overload
        def __getitem__(self, key: str) -> Array: ...
        @overload
        def __getitem__(self, key: Any) -> Any: ...
        def __getitem__(self, key: Any) -> Any: ...
