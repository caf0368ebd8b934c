"""Mechanisms that move in the documentation: the page of an example's run, in a frame that is loaded when it comes into sight."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import vazba as vz
from vazba.cli.examples import model_of
from vazba.viewer.document import of_result
from vazba.viewer.page import page

EXAMPLES = Path(__file__).parents[2] / "examples"
MOST = 3_000_000  # bytes of numbers in a frame
WANTED: set[str] = set()


def live(*names: str) -> str:
    """Frames with the runs of some examples, side by side where there is room."""
    WANTED.update(names)
    return "\n\n".join(['<div class="live-row">', *(frame(name) for name in names), "</div>"])


def frame(name: str) -> str:
    """The frame of one example."""
    WANTED.add(name)
    return f'<iframe class="live" loading="lazy" src="live/{name}.html" title="{name}, moving"></iframe>'


def written(name: str) -> str:
    """The page of an example, as its README runs it."""
    folder = EXAMPLES / name
    model = vz.load(model_of(folder))
    dynamic = "\nvazba simulate " in (folder / "README.md").read_text(encoding="utf-8")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        result = vz.simulate(model) if dynamic else vz.kinematics(model)
    return page(of_result(result, budget=MOST), name, embedded=True)


def write_all(app: Any, error: Exception | None) -> None:
    """Write the pages that the frames show."""
    if error is not None or app.builder.format != "html":
        return
    folder = Path(app.outdir) / "live"
    folder.mkdir(exist_ok=True)
    for name in sorted(WANTED):
        (folder / f"{name}.html").write_text(written(name), encoding="utf-8")


def setup(app: Any) -> dict[str, bool]:
    app.connect("build-finished", write_all)
    return {"parallel_read_safe": False, "parallel_write_safe": True}
