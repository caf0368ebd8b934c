"""Writes `keywords.py`, `joint_keywords.py` and `result/typed.py` of the package: what the methods of `Model` accept and the views of results have.

    python tools/keywords.py          # after a change of an element's keys or of the quantities of results

They are for editors and type checkers alone; `tests/test_keywords.py` says when they are out of date.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import vazba.model  # registers all elements
from vazba.element import SECTIONS, Field
from vazba.joints.joint import PairJoint
from vazba.result.quantities import COMPOSITES, MAGNITUDES, QUANTITIES, SUMS, UNITS
from vazba.signatures import METHODS, kind_of

PACKAGE = Path(vazba.model.__file__).parent

HEAD = '''"""Keywords of the methods of `Model`, for editors and type checkers alone: nothing imports it when a program runs.

Made by `tools/keywords.py`; a test says when it is out of date.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, TypedDict

from numpy.typing import NDArray

from vazba.element import Element, Number

Named = str | Element
Vector = Sequence[Number] | NDArray[Any]
'''


def keys(name: str, schema: Mapping[str, Field], doc: str, base: str = "TypedDict") -> list[str]:
    """One class of keywords."""
    out = ["", "", f"class {name}({base}, total=False):", f'    """{doc}"""', *([""] if schema else [])]
    for key, field in schema.items():
        unit = f" [{field.unit}]" if field.unit else ""
        out += [f"    {key}: {kind_of(field)}", f'    """{_plain(field.doc)}{unit}"""']
    return out


def _plain(text: str) -> str:
    return " ".join(text.replace('"""', "'''").replace("\\", "\\\\").split())


def class_of(word: str) -> str:
    """`point_on_line`: `PointOnLineKeys`."""
    return "".join(part.capitalize() for part in word.split("_")) + "Keys"


def written() -> str:
    """The text of `keywords.py`."""
    lines = HEAD.splitlines()
    for word, section in METHODS.items():
        if section in SECTIONS and not SECTIONS[section].typed and hasattr(vazba.model.Model, word):
            code = vars(vazba.model.Model)[word].__code__
            named = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
            schema = {key: field for key, field in SECTIONS[section].types[None].schema().items() if key not in named}
            lines += keys(class_of(word), schema, f"Of `m.{word}(...)`.")
    return "\n".join(lines) + "\n"


def joints() -> str:
    """The text of `joint_keywords.py`."""
    pair = PairJoint.schema()
    lines = HEAD.splitlines() + keys("PairKeys", pair, "Of every joint between two bodies or points.")
    further: dict[str, Field] = {}
    for word, record in sorted(SECTIONS["joints"].types.items(), key=lambda item: str(item[0])):
        paired = issubclass(record, PairJoint)
        own = {key: field for key, field in record.schema().items() if not paired or key not in pair}
        further |= {key: field for key, field in own.items() if key not in pair}
        if own:
            lines += keys(class_of(str(word)), own, f"Of `m.{word}(...)`.", "PairKeys" if paired else "TypedDict")
    lines += keys("JointKeys", further, "Of `m.joint(type, ...)`: those of all types.", "PairKeys")
    return "\n".join(lines) + "\n"


QUANTITIES_HEAD = '''"""Quantities of results, for editors and type checkers alone: nothing imports it when a program runs.

Made by `tools/keywords.py`; a test says when it is out of date.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


class Quantities:
    """What a view of a result may have, each over time: `res.body("rod").x`."""

'''


def quantities() -> str:
    """The text of `result/typed.py`."""
    stored = dict.fromkeys(word for words in QUANTITIES.values() for word in words)
    words = dict.fromkeys((*stored, *COMPOSITES, *MAGNITUDES, *SUMS))
    return QUANTITIES_HEAD + "".join(
        f"    {word}: Array{f'  # {UNITS[word]}' if word in UNITS else ''}\n" for word in words
    )


def made() -> dict[Path, str]:
    """The files as they should be, laid out."""
    texts = {"keywords.py": written(), "joint_keywords.py": joints(), "result/typed.py": quantities()}
    return {PACKAGE / name: laid_out(text) for name, text in texts.items()}


def laid_out(text: str) -> str:
    command = [sys.executable, "-m", "ruff", "format", "--stdin-filename", "keywords.py", "-"]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=True, cwd=PACKAGE).stdout


if __name__ == "__main__":
    for path, text in made().items():
        path.write_text(text, encoding="utf-8")
