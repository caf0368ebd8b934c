"""The live window: it follows the file, keeps the last good picture, moves parameters and joints."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import vazba as vz
from vazba.viewer.opening import live_model

from .conftest import EXAMPLES

TEXT = (EXAMPLES / "slider-crank" / "slider-crank.toml").read_text(encoding="utf-8")


@pytest.fixture
def live(looked: Any, tmp_path: Path) -> Iterator[Any]:
    path = tmp_path / "crank.toml"
    path.write_text(TEXT, encoding="utf-8")
    server = live_model(lambda: vz.load(path), path, 0)
    server.start()
    look = looked(size=(1200, 760))
    try:
        look.open(server.address)
        yield look, path
        look.quiet()
    finally:
        server.stop()


def pins(page: Any) -> float:
    """How far the slider is, at the start."""
    return page.evaluate("(() => { vazba.seek(0); return vazba.bodies().slider[12]; })()")


def test_the_picture_follows_the_file_and_keeps_the_last_good_one(live: Any) -> None:
    look, path = live
    page = look.page
    before = pins(page)
    version = page.evaluate("vazba.app.header.parameters.find(p => p.name === 'b').value")
    path.write_text(TEXT.replace("b = 5.0", "b = 6.0"), encoding="utf-8")
    page.wait_for_function("vazba.app.header.parameters.find(p => p.name === 'b').value === 6", timeout=20_000)
    assert version == 5
    assert pins(page) != pytest.approx(before, abs=1e-3)
    good = pins(page)

    broken = TEXT.replace("b = 5.0", "b = 6.0").replace('type = "prismatic"', 'type = "prismtic"')
    assert broken.count("prismtic") == 1
    line = next(k for k, text in enumerate(broken.splitlines(), 1) if "prismtic" in text)
    path.write_text(broken, encoding="utf-8")
    page.wait_for_selector(".faults li", timeout=20_000)
    fault = page.locator(".faults li").first.inner_text()
    assert "crank.toml" in fault
    assert "prismtic" in fault
    assert any(f"line {k}" in fault for k in range(line - 4, line + 1)), fault
    assert "did you mean 'prismatic'?" in fault
    assert page.locator(".fault-chip").inner_text() == "1 fault"
    assert pins(page) == good  # the last good picture stays
    look.errors.clear()

    path.write_text(TEXT, encoding="utf-8")
    page.wait_for_function("vazba.app.faults.length === 0", timeout=20_000)
    page.wait_for_selector(".sheet", state="hidden")
    assert pins(page) == pytest.approx(before, abs=1e-9)


def test_a_parameter_slider_changes_the_picture(live: Any) -> None:
    look, _ = live
    page = look.page
    before = pins(page)
    row = page.locator(".parameter[data-name='b']")
    row.locator("input[type=range]").evaluate("s => { s.value = 6.5; s.dispatchEvent(new Event('input')); }")
    page.wait_for_function(
        "Math.abs(vazba.app.header.parameters.find(p => p.name === 'b').value - 6.5) < 0.02", timeout=20_000
    )
    value = page.evaluate("vazba.app.header.parameters.find(p => p.name === 'b').value")
    expected = vz.kinematics(vz.load(EXAMPLES / "slider-crank" / "slider-crank.toml").with_parameters(b=value))[
        "slider"
    ].x[0]
    assert pins(page) == pytest.approx(float(expected), abs=1e-5)
    assert pins(page) != pytest.approx(before, abs=1e-2)
    page.locator(".parameters .link").click()
    page.wait_for_function("vazba.app.header.parameters.find(p => p.name === 'b').value === 5", timeout=20_000)
    assert pins(page) == pytest.approx(before, abs=1e-9)


def test_described_and_assembled_and_the_run(live: Any) -> None:
    page = live[0].page
    words = page.locator(".postures .chip").all_inner_texts()
    assert words[:2] == ["as described", "assembled"]
    assert words[-1] == "run"
    page.get_by_role("radio", name="as described").click()
    described = page.evaluate("vazba.bodies()")
    assert np.abs(np.subtract(described["rod"][12:15], [0, 0, 0])).max() == 0.0  # bodies are drawn at the origin
    page.wait_for_function("vazba.app.gaps.count > 0", timeout=20_000)
    page.get_by_role("radio", name="assembled").click()
    page.wait_for_function("vazba.app.gaps.count === 0", timeout=20_000)


def test_free_motions_swing_and_joints_can_be_dragged(looked: Any) -> None:
    m = vz.Model("pendulum", dimension=2)
    m.body("arm", mass=1.0, inertia=0.1, com=(0.5, 0))
    m.point("tip", "arm", (1, 0))
    m.revolute("A", "ground", "arm", at=(0, 0))
    with vz.view(m, browser=False) as window:
        look = looked(size=(1200, 760))
        page = look.open(window.address)
        page.get_by_role("radio", name="free motion 1").click()
        page.wait_for_function("vazba.time > 0.1")
        assert page.evaluate("vazba.app.track.entry.loop") is True
        angles = page.evaluate(
            "[0.75, 2.25].map(t => { vazba.seek(t); const m = vazba.bodies().arm; return Math.atan2(m[1], m[0]); })"
        )
        assert angles[0] == pytest.approx(-angles[1], abs=1e-6)
        assert abs(angles[0]) > 0.3
        page.get_by_role("radio", name="assembled").click()
        row = page.locator(".parameter[data-name='A.angle']")
        row.locator("input.number").fill("30")
        row.locator("input.number").press("Enter")
        page.wait_for_function("vazba.app.posed !== null", timeout=20_000)
        page.wait_for_timeout(200)
        matrix = page.evaluate("vazba.bodies().arm")
        assert np.degrees(np.arctan2(matrix[1], matrix[0])) == pytest.approx(30.0, abs=1e-6)
        look.quiet()


def test_a_model_that_cannot_be_assembled_shows_its_gaps(looked: Any) -> None:
    m = vz.Model("open", dimension=2)
    m.body("rod", mass=1.0, inertia=1.0)
    m.point("a", "rod", (0, 0))
    m.point("b", "rod", (1, 0))
    m.point("g", "ground", (0, 0))
    m.point("h", "ground", (3, 0))
    m.revolute("A", "g", "a")
    m.revolute("B", "h", "b")
    with vz.view(m, browser=False) as window:
        look = looked()
        page = look.open(window.address)
        page.wait_for_function("vazba.app.gaps.count > 0", timeout=20_000)
        assert "does not assemble: open are joint" in page.locator(".posture-note.bad").inner_text()
        page.locator(".chip", has_text="Summary").click()
        text = page.locator(".sheet").inner_text()
        assert "Not closed" in text
        assert "joint A" in text
        look.quiet()


def test_redundant_joints_are_marked(looked: Any) -> None:
    m = vz.Model("doubled", dimension=2)
    m.body("rod", mass=1.0, inertia=1.0)
    m.fixed("A", "ground", "rod", at=(0, 0))
    m.revolute("B", "ground", "rod", at=(1, 0))
    with vz.view(m, browser=False) as window:
        look = looked()
        page = look.open(window.address)
        assert page.locator(".pick.redundant").count() >= 1
        look.quiet()


def test_modes_have_a_list_of_frequencies(looked: Any, tmp_path: Path) -> None:
    m = vz.Model("swing", dimension=2)
    m.body("bob", position=(0, -1), mass=2.0, inertia=0.0)
    m.revolute("A", "ground", "bob", at=(0, 0))
    modes = vz.modes(m)
    path = vz.html(modes, tmp_path / "modes.html")
    look = looked()
    page = look.open(path.as_uri())
    frequency = (9.81 / 1.0) ** 0.5 / (2 * np.pi)
    assert f"{frequency:.5g} Hz" in page.locator(".said, .postures, .stage").all_inner_texts()[0] or page.evaluate(
        "vazba.app.track.entry.label"
    ).startswith("mode 1: ")
    assert f"{frequency:.4f}"[:5] in page.evaluate("vazba.app.track.entry.label")
    top = page.evaluate("(() => { vazba.seek(0.5); const m = vazba.bodies().bob; return [m[12], m[13]]; })()")
    assert np.hypot(*top) == pytest.approx(1.0, abs=1e-6)  # the joint stays closed
    assert abs(top[0]) > 0.05
    look.quiet()


def test_a_file_that_is_wrong_from_the_start_is_told_and_comes_when_it_is_mended(looked: Any, tmp_path: Path) -> None:
    path = tmp_path / "crank.toml"
    path.write_text("name = \n", encoding="utf-8")
    server = live_model(lambda: vz.load(path), path, 0)
    server.start()
    try:
        look = looked()
        page = look.open(server.address)
        assert "crank.toml, line 1" in page.locator(".faults li").first.inner_text()
        page.keyboard.press("Space")
        path.write_text(TEXT, encoding="utf-8")
        page.wait_for_selector(".tree .label", timeout=20_000)
        page.wait_for_selector(".sheet", state="hidden")
        assert page.locator("h1").inner_text() == "slider-crank"
        assert set(page.evaluate("vazba.bodies()")) == {"crank", "rod", "slider"}
        look.quiet()
    finally:
        server.stop()


def test_a_folder_of_tables_is_followed(looked: Any, tmp_path: Path) -> None:
    import shutil

    from vazba.viewer.session import files_of

    folder = shutil.copytree(EXAMPLES / "crane-tables", tmp_path / "crane")
    assert {path.name.upper() for path in files_of(folder)} >= {"BODY.CSV", "POINT.CSV", "JOINT.CSV"}
    server = live_model(lambda: vz.load(folder), folder, 0)
    server.start()
    try:
        look = looked()
        page = look.open(server.address)
        before = page.evaluate("vazba.app.header.scene.points.length")
        table = next(path for path in folder.iterdir() if path.name.upper() == "POINT.CSV")
        lines = table.read_text(encoding="utf-8").rstrip().splitlines()
        sign = ";" if ";" in lines[0] else ","
        new = sign.join(["999", "1", "0", "0", "0", "0"][: len(lines[0].split(sign))])
        table.write_text("\n".join([*lines, new]) + "\n", encoding="utf-8")
        page.wait_for_function(f"vazba.app.header.scene.points.length === {before + 1}", timeout=20_000)
        look.quiet()
    finally:
        server.stop()
