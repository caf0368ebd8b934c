"""What the pages claim of methods, times and tables, held against the program and the tables themselves."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

import vazba as vz
from vazba.cli.app import app
from vazba.cli.summary import _rows

ROOT = Path(__file__).parents[1]
BEAMS = {"rigid": 3, "rfe": 3, "natural": 1, "modal": 1, "ancf": 1}  # how many of the three methods each has


def page(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def beam(model: str) -> vz.Model:
    m = vz.Model("beam", dimension=2)
    m.beam("b", (0, 0), (1, 0), section={"shape": "round", "diameter": 0.02}, E=1e9, density=1000, model=model)
    m.revolute("A", "ground", "b", at=(0, 0))
    return m


def nodes() -> vz.Model:
    m = vz.Model("node", dimension=2)
    m.node("N", (1.0, 0.0), mass=1.0)
    m.point("O", "ground", (0, 0))
    m.spring("s", "O", "N", stiffness=10.0)
    return m


def methods_of(model: vz.Model) -> int:
    """How many of the three run it; the others say why not."""
    found, refused = 0, []
    for method in ("absolute", "recursive", "minimal"):
        try:
            found += vz.simulate(model, 1e-5, 1e-5, method=method).status == "done"
        except vz.ModelError as error:
            refused.append(str(error))
    assert all("coordinates of their own" in text or "node" in text for text in refused)
    assert found + len(refused) == 3
    return found


@pytest.mark.parametrize("model", BEAMS)
def test_which_beams_have_three_methods(model: str) -> None:
    assert methods_of(beam(model)) == BEAMS[model]


def test_the_page_on_methods_names_what_has_one() -> None:
    assert methods_of(nodes()) == 1
    (said,) = re.findall(
        r"Models with ([^;]*), have the absolute method only; all others have the three\.", page("docs/compare.md")
    )
    assert "nodes" in said
    assert set(re.findall(r"`(\w+)`", said)) == {name for name, count in BEAMS.items() if count == 1}


def test_what_methods_share_is_said_where_they_are_compared() -> None:
    told = CliRunner().invoke(app, ["compare", "--help"], env={"COLUMNS": "200", "NO_COLOR": "1"}).output
    for text in (told, vz.compare.__doc__ or "", page("docs/compare.md"), page("README.md")):
        assert all(word in " ".join(text.split()) for word in ("laws of", "integrators"))
    for text in map(page, ("README.md", "docs/compare.md", "docs/index.md", "docs/dynamics.md")):
        assert "little else" not in text
        assert not re.search(r"(three|all) (formulations|methods) of every model\b(?! of rigid)", text)


def test_the_models_of_the_cost_page_are_in_the_repository() -> None:
    """And the bounds it tells are those of its table."""
    with open(ROOT / "docs/methods.csv", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    made = page("benchmarks/methods.py")
    assert len(rows) > 20
    for row in rows:
        assert (ROOT / "examples" / row["model"]).is_dir() or f'"{row["model"]}": ' in made, row["model"]
    times = [(float(row["absolute [ms]"]), float(row["recursive [ms]"]), row["`auto` takes"]) for row in rows]
    worst = max((a if taken == "absolute" else r) / min(a, r) for a, r, taken in times)
    (told,) = re.findall(r"what `auto` takes needs at most ([\d.]+) times", page("docs/cost.md"))
    assert float(told) == pytest.approx(worst, abs=0.01)
    (simpler,) = re.findall(r"recursive wherever there is\s+a joint, takes up to ([\d.]+) times", page("docs/cost.md"))
    joined = [r / a for (a, r, _), row in zip(times, rows, strict=True) if int(row["equations"]) > 0]
    assert float(simpler) == pytest.approx(max(joined), abs=0.1)


def test_speed_against_real_time_counts_the_whole_command() -> None:
    """Not the steps alone: 2 s of motion in 0.5 s are 4 times real time, whatever part of it the steps took."""
    m = beam("rigid")
    result = vz.simulate(m, 2.0, 1.0)
    result.info["seconds"] = 0.1
    told = dict(_rows(result, m, 0.5))["time taken"]
    assert "4 times real time" in told
    assert "0.10 s of it in the steps" in told


def test_times_of_building_are_told_once() -> None:
    pages = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")), *sorted((ROOT / "docs/tutorials").glob("*.md"))]
    told = [p.name for p in pages if re.search(r"(minutes?|[\d.]+ s) of (CPU|processor) time", p.read_text(encoding="utf-8"))]  # fmt: skip
    assert told == ["getting-started.md"]
