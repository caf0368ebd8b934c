"""Editors and notebooks complete what there is: keywords of elements, names, columns and quantities."""

from __future__ import annotations

import importlib.util
import inspect
from pathlib import Path

import numpy as np
import pytest

import vazba as vz
from vazba.element import SECTIONS

TOOL = Path(__file__).parents[1] / "tools" / "keywords.py"


def test_the_files_for_editors_are_those_of_the_registry() -> None:
    spec = importlib.util.spec_from_file_location("keywords_tool", TOOL)
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    for path, text in tool.made().items():
        assert path.read_text(encoding="utf-8") == text, f"{path.name} is out of date: python tools/keywords.py"


@pytest.mark.parametrize(
    ("method", "section", "kind"), [("body", "bodies", None), ("revolute", "joints", "revolute"), ("screw", "joints", "screw"), ("cable", "cables", None)]
)  # fmt: skip
def test_signatures_tell_the_keys_of_elements(method: str, section: str, kind: str | None) -> None:
    told = inspect.signature(getattr(vz.Model, method)).parameters
    assert set(SECTIONS[section].types[kind].schema()) <= set(told)
    assert not any(p.kind is inspect.Parameter.VAR_KEYWORD for p in told.values())


def test_a_result_offers_its_names_and_columns() -> None:
    m = vz.Model("one", dimension=2)
    m.body("rod", mass=1.0, inertia=1.0)
    res = vz.simulate(m, until=0.1, every=0.05)
    offered = res._ipython_key_completions_()
    assert {"rod", "rod.x", "time", "energy", "energy.kinetic"} <= set(offered)
    for key in offered:
        assert key in res
    assert {"x", "position", "speed", "quantities"} <= set(dir(res["rod"]))
    assert all(isinstance(getattr(res["rod"], word), (np.ndarray, tuple, str)) for word in dir(res["rod"]))


def test_a_notebook_completes_them() -> None:
    shell = pytest.importorskip("IPython.core.interactiveshell", reason="IPython is not installed")
    from IPython.core.completer import provisionalcompleter

    m = vz.Model("one", dimension=2)
    m.body("rod", mass=1.0, inertia=1.0)
    ip = shell.InteractiveShell.instance()
    ip.user_ns.update(m=m, res=vz.simulate(m, until=0.1, every=0.05))

    def offered(text: str) -> set[str]:
        with provisionalcompleter():
            return {found.text.lstrip(".") for found in ip.Completer.completions(text, len(text))}

    assert {"rod", "rod.x", "rod.vx"} <= offered('res["ro')
    assert {"angle", "angular_velocity"} <= offered('res["rod"].an')
    assert {"angle", "angular_velocity"} <= offered('res.body("rod").an')
    assert {"mass="} <= offered("m.body(ma")
    assert {"at=", "axis="} <= offered("m.revolute(a")
