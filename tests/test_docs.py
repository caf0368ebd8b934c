"""What README and documentation say is true: models load, programs and command lines run, every element is in the reference."""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Iterator
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from typer.testing import CliRunner

import vazba as vz
from vazba.cli.app import app
from vazba.element import SECTIONS
from vazba.expressions import evaluate_parameters
from vazba.files.toml import text_reading
from vazba.joints.joint import PairJoint
from vazba.motion import MOTIONS
from vazba.textbook.inverse_kinematics import Reached
from vazba.textbook.joint_tree import JointTree
from vazba.textbook.structure import Structure

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "NOTATION.md", *sorted((ROOT / "docs").rglob("*.md"))]
EXAMPLES = sorted(path for path in (ROOT / "examples").iterdir() if path.is_dir() and path.name[0] not in "._")
BLOCK = re.compile(r"^```(\w+)([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\((?!https?:|#|mailto:)([^)#\s]+)[^)]*\)")


class Block(NamedTuple):
    """A fenced block: where, what language, what else its first line says, and its text."""

    page: str
    language: str
    note: str
    text: str


def blocks(page: Path) -> Iterator[Block]:
    if "_build" in page.parts:
        return
    for language, note, text in BLOCK.findall(page.read_text(encoding="utf-8")):
        yield Block(str(page.relative_to(ROOT)), language, note.strip(), text)


ALL = [block for page in PAGES for block in blocks(page)]
MODELS = [b for b in ALL if b.language == "toml" and not b.note]
FRAGMENTS = [b for b in ALL if b.language == "toml" and b.note == "fragment"]
PROGRAMS = [b for b in ALL if b.language == "python" and not b.note]
CONSOLES = [b for b in ALL if b.language == "console"]


def named(block: Block) -> str:
    return f"{block.page}:{block.text.splitlines()[0][:30]}"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the examples in it."""
    (tmp_path / "examples").symlink_to(ROOT / "examples", target_is_directory=True)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture(scope="module")
def made() -> Iterator[Any]:
    """The module that makes the generated parts of the pages."""
    sys.path.insert(0, str(ROOT / "docs" / "_ext"))
    try:
        yield import_module("generated")
    finally:
        sys.path.remove(str(ROOT / "docs" / "_ext"))


# --- blocks -----------------------------------------------------------------------------------------------------------


def test_there_are_blocks_of_every_sort() -> None:
    assert {b.page for b in MODELS} == {
        "README.md",
        "docs/beams.md",
        "docs/look.md",
        "docs/model-files.md",
        "docs/tutorials/first.md",
    }
    assert len(FRAGMENTS) > 4
    assert {"README.md", "docs/dynamics.md", "docs/getting-started.md", "docs/results.md"} <= {b.page for b in PROGRAMS}
    assert {b.page for b in CONSOLES} == {
        "README.md",
        "docs/beams.md",
        "docs/compare.md",
        "docs/dynamics.md",
        "docs/fit.md",
        "docs/getting-started.md",
        "docs/inverse.md",
        "docs/linear.md",
        "docs/look.md",
        "docs/model-files.md",
        "docs/modes.md",
        *(f"docs/tutorials/{name}.md" for name in ("first", "flexible", "robot", "tables", "tensegrity")),
    }
    assert {b.note for b in ALL if b.language in ("toml", "python")} <= {"", "fragment"}


@pytest.mark.parametrize("block", MODELS, ids=named)
def test_complete_models_load_assemble_and_are_driven(block: Block, tmp_path: Path) -> None:
    path = tmp_path / "model.toml"
    path.write_text(block.text, encoding="utf-8")
    found = vz.check(vz.load(path))
    assert found.exit_code == 0
    assert found.assembles
    assert found.warnings == ()
    assert found.mobility.undriven == 0


@pytest.mark.parametrize("block", FRAGMENTS, ids=named)
def test_fragments_hold_known_sections_types_and_keys(block: Block) -> None:
    reading = text_reading(block.text, block.page)
    assert reading.faults == []
    assert any(reading.model.section(heading) for heading in SECTIONS)


@pytest.mark.parametrize("block", PROGRAMS, ids=named)
def test_programs_run(block: Block, folder: Path) -> None:
    names: dict[str, Any] = {"__name__": "page"}
    exec(compile(block.text, block.page, "exec"), names)
    compared = [value for value in names.values() if isinstance(value, vz.Comparison)]
    results = [value for value in names.values() if isinstance(value, vz.Result)]
    results += [result for found in compared for result in found.results.values()]
    results += [value.result for value in names.values() if isinstance(value, vz.Equilibrium)]
    answers = (
        Structure,
        vz.Modes,
        vz.Feasible,
        vz.LinearModel,
        JointTree,
        Reached,
        vz.tensegrity.Analysis,
        vz.tensegrity.Form,
        vz.tensegrity.Statics,
        vz.tensegrity.Sweep,
        vz.ModeSweep,
        vz.Sensitivity,
        vz.Fit,
    )
    assert results or any(isinstance(value, answers) for value in names.values())
    assert all(result.status == "done" for result in results)
    assert all(found.agree for found in compared)


@pytest.mark.parametrize("page", sorted({b.page for b in CONSOLES}))
def test_command_lines_run(page: str, folder: Path) -> None:
    for block in MODELS:
        if block.page == page:
            name = text_reading(block.text, page).model.name
            (folder / f"{name}.toml").write_text(block.text, encoding="utf-8")
    lines = [line for b in CONSOLES if b.page == page for line in b.text.splitlines()]
    assert len(lines) > 2
    for line in lines:
        program, *words = shlex.split(line, comments=True)
        assert program == "vazba"
        targets = [Path(target) for option, target in pairwise(words) if option in ("-o", "--output", "--picture")]
        for target in targets:
            target.unlink(missing_ok=True)
        done = CliRunner().invoke(app, words)
        assert done.exit_code == 0, f"{line}\n{done.output}"
        assert done.stdout.strip(), line
        assert all(target.stat().st_size > 0 for target in targets)


def test_the_element_shown_to_contributors_is_a_file_of_the_package() -> None:
    (shown,) = (b.text for b in ALL if b.page == "CONTRIBUTING.md" and b.language == "python")
    assert shown == (ROOT / "src/vazba/joints/cylindrical.py").read_text(encoding="utf-8")


def test_links_lead_somewhere() -> None:
    pages = [
        p for p in (*PAGES, ROOT / "CHANGELOG.md", *(e / "README.md" for e in EXAMPLES)) if "_build" not in p.parts
    ]
    links = [(page, target) for page in pages for target in LINK.findall(page.read_text(encoding="utf-8"))]
    assert len(links) > 20
    assert [f"{page.name}: {target}" for page, target in links if not (page.parent / target).exists()] == []


# --- what the pages state ---------------------------------------------------------------------------------------------


def test_the_readme_lists_the_commands_there_are() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    stated = re.findall(r"^\| `vazba (\w+)", text, re.MULTILINE)
    assert stated == [command.name or command.callback.__name__ for command in app.registered_commands]


def test_getting_started_shows_what_check_says() -> None:
    said = vz.check(vz.load(ROOT / "examples/slider-crank/slider-crank.toml")).lines()[1:]
    shown = next(b.text for b in ALL if b.page == "docs/getting-started.md" and b.language == "text")
    assert shown.splitlines() == said


def test_getting_started_shows_what_simulate_says(folder: Path) -> None:
    _, shown = (b.text for b in ALL if b.page == "docs/getting-started.md" and b.language == "text")
    said = CliRunner().invoke(app, ["simulate", "examples/double-pendulum-tables", "--until", "5"]).output.splitlines()
    assert [line for line in shown.splitlines() if line.strip() != "..." and line not in said] == []


def test_beams_shows_what_check_says() -> None:
    """Of one example; and the frequencies the page tells of its arm."""
    said = vz.check(vz.load(ROOT / "examples/flexible-slider-crank/flexible-slider-crank.toml")).lines()
    shown, arm = (
        next(b.text for b in ALL if b.page == "docs/beams.md" and b.language == kind) for kind in ("text", "toml")
    )
    assert [line for line in shown.splitlines() if line not in said] == []
    model = text_reading(arm, "arm.toml").model
    assert any("first bending frequency 52" in line for line in vz.check(model).lines())
    assert vz.modes(model).frequencies[0] == pytest.approx(3.8, abs=0.05)


@pytest.mark.parametrize(
    ("expression", "start"),
    [
        ("t^2", "unexpected character '^'; use ** for powers"),
        ("2t", "an operator is missing before 't'; write * to multiply"),
        ("2*l1", "unknown name 'l1'"),
        ("2*t", "the time 't' has no value here"),
    ],
)
def test_troubleshooting_quotes_messages_of_expressions(expression: str, start: str) -> None:
    _, faults = evaluate_parameters({"a": expression})
    assert faults["a"].startswith(start)
    assert f"`{start}`" in (ROOT / "docs/troubleshooting.md").read_text(encoding="utf-8")


def test_troubleshooting_quotes_messages_that_exist() -> None:
    """That they stand in the sources; twenty-two of them are provoked in `test_provoked.py`, the others where their models are."""
    text = (ROOT / "docs/troubleshooting.md").read_text(encoding="utf-8")
    sources = " ".join(path.read_text(encoding="utf-8") for path in (ROOT / "src").rglob("*.py"))
    phrases = [
        "assembles: NO", "the model does not assemble", "nothing is driven", "degrees of freedom are not driven",
        "contradict each other", "depend on each other", "redundant constraints: ", "NEAR SINGULAR", "asked for contradict each other",
        "the mechanism locks up at a dead centre, the limit of its reach", "the mechanism passes a singular posture near t = ", "the mechanism passed ",
        "the start was changed to close the joints", "its motion jumps at t = ", "jumps there",
        "its table covers t = ", "refers to itself in a circle: ", "the description does not lead to an assembled configuration by itself",
        "the step needed for the tolerance became too small", "two of its points coincide", "is no longer a finite number", "gives no finite number",
        "do not settle: a joint locks itself", "the mechanism is at a singular posture (change point, dead centre, or a lock)",
        "accelerations are no longer finite", "the equations of a step cannot be solved there",
        "the described velocities do not fit the joints and drivers", "is taken as", "its motion under forces is not determined",
        "cannot be compiled and is called in Python", "They are LARGE", "there is no equilibrium", "no equilibrium was found",
        "nothing holds the mechanism against ", "are pulled together until they meet",
    ]  # fmt: skip
    assert [phrase for phrase in phrases if phrase not in text or phrase not in sources] == []


# --- generated parts --------------------------------------------------------------------------------------------------


def test_every_generated_part_is_known_and_used(made: Any) -> None:
    text = "".join(p.read_text(encoding="utf-8") for p in PAGES if p.parent.name == "docs")
    used = re.findall(r"^<!-- generated: (\S+)", text, re.MULTILINE)
    assert set(used) == set(made.MAKERS)


def test_the_reference_holds_every_element_and_every_key(made: Any) -> None:
    text = made.filled((ROOT / "docs/model-files.md").read_text(encoding="utf-8"))
    assert "<!-- generated" not in text
    for heading, section in SECTIONS.items():
        for name, record in section.types.items():
            for key, field in record.schema().items():
                assert f"| `{key}` |" in text, f"{heading}: {key}"
                assert field.doc.replace("|", "\\|") in text, f"{heading}: {key}"
            if name is not None:
                assert f"#### `{name}`" in text
    for key in set(MOTIONS) - {"function"}:
        assert f"{{{key} = " in text


def test_the_reference_counts_what_joints_forbid_and_leave_free(made: Any) -> None:
    joints = made.registry_tables
    assert "| space | 5 | turn about z of b | `angle` [rad] | `axis` or `axes` |" in joints.joints()
    for name, record in SECTIONS["joints"].types.items():
        if issubclass(record, PairJoint):
            for dimension in record.DIMS:
                row = next(
                    line for line in joints.joint(name, record).splitlines() if f"| {joints.WORDS[dimension]} |" in line
                )
                equations, free = row.split(" | ")[1:3]
                count = 0 if free == "nothing" else free.count(",") + 1
                assert int(equations) + count == (3 if dimension == 2 else 6), row


def test_the_command_line_page_holds_every_command_and_option(made: Any) -> None:
    text = made.registry_tables.commands()
    for command in app.registered_commands:
        name = command.name or command.callback.__name__
        assert f"### `vazba {name}`" in text
        shown = CliRunner().invoke(app, [name, "--help"], env={"COLUMNS": "200", "NO_COLOR": "1"}).output
        for option in set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", shown)) - {"--help"}:
            assert f"`{option}" in text, f"{name} {option}"


def test_the_gallery_shows_every_example(made: Any) -> None:
    text = made.MAKERS["gallery"]()
    for folder in EXAMPLES:
        title = (folder / "README.md").read_text(encoding="utf-8").splitlines()[0]
        assert f"##{title}\n" in text
        assert f"vazba check examples/{folder.name}" in text
        picture = folder / f"{folder.name}.png"
        assert not picture.exists() or f"](../examples/{folder.name}/{picture.name})" in text
    assert [line for line in text.splitlines() if line.startswith("## ")] == [
        f"## {group}" for group in made.gallery.GROUPS
    ]


# --- docstrings -------------------------------------------------------------------------------------------------------


def docstring_code(module: str) -> str:
    """The lines of code in a module's docstring: those after the first blank line that are no sentences."""
    lines = (import_module(module).__doc__ or "").partition("\n\n")[2].splitlines()
    return "\n".join(line.strip() for line in lines if re.match(r"\s*(import|print|m\.|m =|crank =|res\b)", line))


def test_the_docstring_of_the_package_runs(folder: Path) -> None:
    (folder / "slider-crank.toml").write_text((ROOT / "examples/slider-crank/slider-crank.toml").read_text())
    names: dict[str, Any] = {}
    exec(docstring_code("vazba"), names)
    assert names["res"]["slider"].x.shape == (31,)


def test_the_docstring_of_the_model_runs() -> None:
    names: dict[str, Any] = {"vz": vz}
    exec(docstring_code("vazba.model"), names)
    res = vz.kinematics(names["m"], until=1, every=0.5)
    np.testing.assert_allclose(res.joint("A").angle, [0, 0.25, 1], atol=1e-12)


def test_the_docstring_of_the_result_runs() -> None:
    model = vz.Model("arm", dimension=2)
    model.body("rod")
    model.point("B", "rod", (1, 0))
    model.revolute("A", "ground", "rod", at=(0, 0))
    model.drive("A", angle="t")
    names: dict[str, Any] = {"vz": vz, "model": model}
    exec(docstring_code("vazba.result.result"), names)
    np.testing.assert_allclose(names["res"].point("B").velocity[-1], [-np.sin(1), np.cos(1)], atol=1e-9)
