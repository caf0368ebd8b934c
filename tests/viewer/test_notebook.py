"""A notebook shows results, models, checks and pictures by themselves, without any magic command."""

from __future__ import annotations

from typing import Any

import pytest

CELLS = (
    "import vazba as vz\nfrom vazba.cli.examples import model_of\nm = vz.load(PATH)\nm",
    "vz.check(m)",
    "res = vz.kinematics(m)\nres",
    'vz.plot(res, ["slider.x"])',
    "vz.picture(m)",
    "import tempfile, pathlib\nvz.animate(res, pathlib.Path(tempfile.mkdtemp()) / 'a.gif', frames=3)",
    "n = vz.Model('one', dimension=2)\nn.body('crank', mass=1.0, inertia=0.1, com=(0.5, 0))\nn.revolute('A', 'ground', 'crank', at=(0, 0))\nvz.matrices(n)",
    "import vazba.progress as p\np.PATIENCE = p.LOOKS = 0.0\nvz.kinematics(m, until=0.5, every=0.25)\nNone",
    "from vazba._jit.builder import tell_on_screen as t\nt(0, 3, ''), t(1, 3, 'joints'), t(3, 3, '')\nNone",
    "import sys\n'matplotlib.pyplot' in sys.modules",
)


def test_a_notebook_holds_images_and_the_page() -> None:
    nbformat = pytest.importorskip("nbformat", reason="notebooks are executed by nbclient, which is not installed")
    nbclient = pytest.importorskip("nbclient", reason="notebooks are executed by nbclient, which is not installed")
    from .conftest import EXAMPLES

    path = str(EXAMPLES / "slider-crank" / "slider-crank.toml")
    book = nbformat.v4.new_notebook()
    book.cells = [nbformat.v4.new_code_cell(cell.replace("PATH", repr(path))) for cell in CELLS]
    nbclient.NotebookClient(book, timeout=240, kernel_name="python3").execute()
    shown: list[dict[str, Any]] = [cell.outputs[-1].get("data", {}) if cell.outputs else {} for cell in book.cells]
    assert "<iframe" in shown[0]["text/html"]
    assert "<table" in shown[1]["text/html"]
    assert "degrees of freedom" in shown[1]["text/html"]
    assert "<iframe" in shown[2]["text/html"]
    assert "vazba-numbers" in shown[2]["text/html"]
    assert "image/png" in shown[3] or "image/svg+xml" in shown[3]
    assert "image/png" in shown[4] or "image/svg+xml" in shown[4]
    assert "data:image/gif" in shown[5]["text/html"]
    assert "mass matrix" in shown[6]["text/html"]
    assert "crank.vx" in shown[6]["text/html"]
    for cell, words in ((7, "moving"), (8, "building kernels")):  # a bar that has gone again when the work is done
        (bar,) = book.cells[cell].outputs
        assert bar["output_type"] == "display_data", words
        assert bar["data"]["text/html"] == ""
    assert shown[9]["text/plain"] == "False"  # no magic, no windows
