"""The page in a browser: every example from disk and from the server, and what one can do in it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import vazba as vz
from vazba.figures.skeleton import motion
from vazba.viewer.document import of_result
from vazba.viewer.server import Server
from vazba.viewer.session import Session

from .conftest import EXAMPLES, NAMES, Looked, run_of

SHARED = "four-bar"


def places(page: Any, t: float) -> dict[str, np.ndarray]:
    """Matrices of all bodies at a time, read back from the picture; given column by column."""
    found = page.evaluate("t => { vazba.seek(t); return vazba.bodies(); }", t)
    return {name: np.array(numbers).reshape(4, 4).T for name, numbers in found.items()}


def agree(page: Any, result: vz.Result, instants: list[int]) -> None:
    poses = motion(result)
    nodes = {name for name, node in result.model.nodes.items() if node.fixed is not True} if result.model else set()
    bodies = {*result.names.get("body", ()), *nodes}
    size = max((float(np.abs(poses[name][0]).max(initial=0.0)) for name in bodies), default=0.0) or 1.0
    for k in instants:
        found = places(page, float(result.time[k]))
        assert set(found) == set(bodies)
        for name, matrix in found.items():
            r, s = poses[name]
            assert np.abs(matrix[:3, 3] - r[k]).max() <= 6e-8 * size, name  # float32 has 24 bits
            assert np.abs(matrix[:3, :3] - s[k]).max() <= 2e-7, name
            assert matrix[3].tolist() == [0, 0, 0, 1]


@pytest.mark.parametrize("name", NAMES)
def test_every_example_from_disk(tab: Any, tmp_path: Path, name: str) -> None:
    result = run_of(name)
    path = result.html(tmp_path / "run.html")
    page = tab.again(path.as_uri())
    agree(page, result, [0, len(result) // 3, len(result) - 1])
    shown = page.eval_on_selector_all(".tree .label", "nodes => nodes.map(n => n.textContent)")
    elements = [
        e for heading in ("bodies", "beams", "joints", "cables", "springs") for e in result.model.section(heading)
    ]
    assert set(elements) <= set(shown) or len(shown) == 0 < len(elements) > 200
    tab.quiet()


class Served:
    """One window that shows one result after the other: the page follows, as it follows a file."""

    def __init__(self, browser: Any) -> None:
        self.result = run_of(NAMES[0])
        self.session = Session(lambda _: of_result(self.result, live=True))
        self.server = Server(self.session, None, 0)
        self.server.start()
        self.look = Looked(browser, size=(700, 480))
        self.look.open(self.server.address)

    def show(self, result: vz.Result) -> Any:
        self.result = result
        self.session.refresh()
        page = self.look.page
        page.wait_for_function("n => vazba.version === n", arg=self.session.version, timeout=90_000)
        return page


@pytest.fixture(scope="module")
def served(browser: Any) -> Iterator[Served]:
    made = Served(browser)
    yield made
    made.look.context.close()
    made.server.stop()


@pytest.mark.parametrize("name", NAMES)
def test_every_example_from_the_server(served: Served, name: str) -> None:
    result = run_of(name)
    page = served.show(result)
    assert page.locator("h1").inner_text() == result.name
    agree(page, result, [0, len(result) // 2])
    page.wait_for_selector(".plot canvas", timeout=10_000)
    served.look.quiet()


@pytest.fixture(scope="module")
def shared(browser: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Looked]:
    look = Looked(browser, size=(1200, 760))
    look.open(run_of(SHARED).html(tmp_path_factory.mktemp("shared") / "run.html").as_uri())
    yield look
    look.context.close()


@pytest.fixture
def four_bar(shared: Looked) -> Looked:
    """The page of the four-bar, with nothing selected and at its start."""
    shared.page.evaluate("document.activeElement?.blur(), vazba.seek(0), vazba.selected = null, 0")
    return shared


def test_slider_moves_the_bodies(four_bar: Any) -> None:
    page, result = four_bar.page, run_of(SHARED)
    before = page.evaluate("vazba.bodies().crank")
    slider = page.locator(".timeline input[type=range]")
    t = float(result.time[60])
    slider.evaluate("(s, t) => { s.value = t; s.dispatchEvent(new Event('input')); }", t)
    assert page.evaluate("vazba.time") == pytest.approx(t, abs=1e-9)
    after = page.evaluate("vazba.bodies().crank")
    assert np.abs(np.subtract(after, before)).max() > 0.01
    angle = float(result["crank"].angle[60])
    assert after[0] == pytest.approx(np.cos(angle), abs=2e-7)
    assert after[1] == pytest.approx(np.sin(angle), abs=2e-7)
    assert page.locator(".clock").inner_text().startswith(f"{t:.2f}"[:3])
    four_bar.quiet()


def test_between_instants_the_motion_is_continuous(four_bar: Any) -> None:
    result = run_of(SHARED)
    t0, t1 = (float(t) for t in result.time[20:22])
    middle = places(four_bar.page, (t0 + t1) / 2)["coupler"]
    low, high = places(four_bar.page, t0)["coupler"], places(four_bar.page, t1)["coupler"]
    assert np.abs(middle[:3, 3] - (low[:3, 3] + high[:3, 3]) / 2).max() < 1e-9
    assert np.linalg.det(middle[:3, :3]) == pytest.approx(1.0, abs=1e-12)


def test_pick_in_the_picture_selects_in_tree_and_curves(four_bar: Any) -> None:
    page = four_bar.page
    page.evaluate("vazba.seek(0.5), vazba.bodies(), 0")  # asking for the bodies puts everything in its place
    spot = page.evaluate(
        """() => {
          const { app } = vazba, { stage, mechanism } = app, { body, at } = mechanism.anchors.get('bodies/coupler');
          const m = mechanism.mats, o = 16 * body;
          const p = [0, 1, 2].map(i => m[o + 12 + i] + m[o + i] * at[0] + m[o + 4 + i] * at[1] + m[o + 8 + i] * at[2]);
          const v = stage.controls.target.clone().set(...p).project(stage.camera);
          const r = stage.renderer.domElement.getBoundingClientRect();
          return [r.left + (v.x + 1) / 2 * r.width, r.top + (1 - v.y) / 2 * r.height];
        }"""
    )
    page.mouse.click(*spot)
    assert page.evaluate("vazba.selected") == "coupler"
    assert page.locator(".row.chosen .label").inner_text() == "coupler"
    assert page.locator(".details h2").inner_text() == "coupler"
    page.locator(".details tr", has_text=re.compile("^vx")).locator("button").click()
    page.wait_for_selector(".entry.chosen .curve-name:text-is('coupler.vx')")
    page.locator(".tree .pick", has_text="rocker").click()
    assert page.evaluate("vazba.selected") == "rocker"
    assert page.locator(".details h2").inner_text() == "rocker"
    page.locator(".curve-name", has_text="coupler.vx").click()
    assert page.evaluate("vazba.selected") == "coupler"
    page.keyboard.press("Escape")
    assert page.evaluate("vazba.selected") is None
    four_bar.quiet()


def test_cursor_and_readouts_follow_the_time(four_bar: Any) -> None:
    page, result = four_bar.page, run_of(SHARED)
    page.locator(".finder input").fill("rocker.angle")
    page.keyboard.press("Enter")
    page.wait_for_selector(".curve-name:text-is('rocker.angle')")
    spots = []
    for k in (10, 100):
        page.evaluate("t => vazba.seek(t)", float(result.time[k]))
        spots.append(page.locator(".plot .cursor").first.evaluate("n => n.getBoundingClientRect().left"))
        entry = page.locator(".entry", has_text="rocker.angle").locator(".value").inner_text()
        number = float(entry.split()[0].replace("\u2212", "-"))
        assert number == pytest.approx(float(np.degrees(result["rocker"].angle[k])), rel=1e-4)
        assert "°" in entry
    assert spots[1] - spots[0] > 20
    four_bar.quiet()


def test_keys_play_and_step(four_bar: Any) -> None:
    page, result = four_bar.page, run_of(SHARED)
    page.evaluate("vazba.seek(0)")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("vazba.time") == pytest.approx(float(result.time[1]), abs=1e-9)
    page.keyboard.press("End")
    assert page.evaluate("vazba.time") == pytest.approx(float(result.time[-1]), abs=1e-9)
    page.keyboard.press("Home")
    page.keyboard.press("Space")
    page.wait_for_function("vazba.time > 0.1", timeout=10_000)
    page.keyboard.press("Space")
    stopped = page.evaluate("vazba.time")
    page.wait_for_timeout(200)
    assert page.evaluate("vazba.time") == stopped


def test_everything_that_can_be_clicked_has_a_name_and_can_be_reached(four_bar: Any) -> None:
    page = four_bar.page
    nameless = page.eval_on_selector_all(
        "button, input, select",
        "all => all.filter(n => !(n.getAttribute('aria-label') || n.textContent.trim() || n.labels?.length)).map(n => n.outerHTML)",
    )
    assert nameless == []
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.tagName") in ("BUTTON", "INPUT")
    assert (
        page.evaluate("[...document.querySelectorAll('button, input, select')].filter(n => n.tabIndex < 0).length") == 0
    )


def test_ghost_of_a_second_result(tab: Any, tmp_path: Path) -> None:
    model = vz.load(EXAMPLES / "slider-crank" / "slider-crank.toml")
    first = vz.kinematics(model)
    second = vz.kinematics(model.with_parameters(a=1.3))
    page = tab.again(first.html(tmp_path / "two.html", second).as_uri())
    page.evaluate("vazba.seek(1.0), vazba.bodies(), 0")
    ghost = page.evaluate("Array.from(vazba.app.ghost.mats)")
    assert page.evaluate("vazba.app.ghost.group.visible") is True
    k, slot = first.index(1.0), page.evaluate("vazba.app.header.scene.bodies.indexOf('slider')")
    assert ghost[16 * slot + 12] == pytest.approx(float(second["slider"].x[k]), abs=1e-6)
    assert page.evaluate("vazba.bodies().slider[12]") == pytest.approx(float(first["slider"].x[k]), abs=1e-6)
    crank = page.evaluate("vazba.app.ghost.header.scene.solids.find(s => s.element === 'bodies/crank')")
    assert abs(np.subtract(crank["a"], crank["b"])).max() == pytest.approx(1.3)  # it is drawn as long as it is
    assert page.locator(".curve-name", has_text="(2)").count() >= 1
    tab.quiet()


def test_what_is_attached_to_a_beam_bends_with_it(tab: Any, tmp_path: Path) -> None:
    result = run_of("whip")
    page = tab.again(result.html(tmp_path / "whip.html").as_uri())
    for k in (0, len(result) // 2, len(result) - 1):
        spot = page.evaluate(
            """t => {
              vazba.seek(t), vazba.bodies();
              const { mats, anchors } = vazba.app.mechanism, { body, at } = anchors.get('points/tip'), o = 16 * body;
              return [0, 1].map(i => mats[o + 12 + i] + mats[o + i] * at[0] + mats[o + 4 + i] * at[1] + mats[o + 8 + i] * at[2]);
            }""",
            float(result.time[k]),
        )
        assert np.abs(spot - result.point("tip").position[k]).max() < 1e-6
    tab.quiet()


def test_modes_of_beams_are_listed_and_bend(tab: Any, tmp_path: Path) -> None:
    modes = vz.modes(vz.load(EXAMPLES / "heavy-cantilever" / "heavy-cantilever.toml"))
    page = tab.again(vz.html(modes, tmp_path / "modes.html").as_uri())
    words = page.eval_on_selector_all(".right .postures .chip", "all => all.map(n => n.textContent)")
    assert len(words) == min(len(modes), 24)
    assert f"{modes[0].frequency:.5g} Hz" in words[0]
    places = page.evaluate(
        "t => { vazba.seek(t); return Array.from(vazba.app.track.stations('strip', t).places); }", 0.5
    )
    line = np.array(places).reshape(-1, 3)  # a quarter of the period: the largest displacement
    rest = page.evaluate("Array.from(vazba.app.track.stations('strip', 0).places)")
    assert np.abs(line - np.array(rest).reshape(-1, 3)).max(axis=0)[1] > 0.01
    assert np.abs(line[0]).max() < 1e-9  # clamped at its start
    tab.quiet()


def test_curves_of_two_results_are_saved_with_the_times_of_both(tab: Any, tmp_path: Path) -> None:
    model = vz.load(EXAMPLES / "slider-crank" / "slider-crank.toml")
    first, second = vz.kinematics(model, until=1, every=0.25), vz.kinematics(model, until=1, every=0.4)
    page = tab.again(first.html(tmp_path / "two.html", second, columns=["slider.x"]).as_uri())
    page.wait_for_selector(".curve-name:text-is('slider.x (2)')")
    with page.expect_download() as kept:
        page.get_by_role("button", name="Save these curves as CSV").first.click()
    head, *rows = Path(kept.value.path()).read_text(encoding="utf-8").splitlines()
    table = {float(t): (a, b) for t, a, b in (row.split(",") for row in rows)}
    assert sorted(table) == sorted({*first.time.tolist(), *second.time.tolist()}), head
    for k, result in enumerate((first, second)):
        for t, x in zip(result.time, result["slider"].x, strict=True):
            assert float(table[float(t)][k]) == pytest.approx(float(x), rel=1e-6)
    assert table[0.25][1] == "" == table[0.4][0]
    tab.quiet()


def test_pointing_tells_the_value_and_panels_fold_away(four_bar: Any) -> None:
    page, result = four_bar.page, run_of(SHARED)
    wide = page.locator(".stage").bounding_box()["width"]
    for word in ("List of elements", "Curves and values"):
        page.get_by_role("button", name=word).click()
    assert page.locator(".stage").bounding_box()["width"] > wide + 400
    assert not page.locator(".tree").is_visible()
    for word in ("List of elements", "Curves and values"):
        page.get_by_role("button", name=word).click()
    assert page.locator(".stage").bounding_box()["width"] == wide
    page.evaluate("t => vazba.seek(t)", float(result.time[50]))
    said = page.evaluate("vazba.app.telling('bodies/rocker')")
    assert float(said.split()[1].replace("\u2212", "-")) == pytest.approx(
        float(np.degrees(result["rocker"].angle[50])), rel=1e-4
    )
    four_bar.quiet()


def test_keys_go_from_event_to_event_and_a_failed_run_says_why(tab: Any, tmp_path: Path) -> None:
    m = vz.Model("pulled too hard", dimension=2)
    m.body("stone", mass=1.0, inertia=0.1)
    m.prismatic("line", "ground", "stone", at=(0, 0), axis=(1, 0))
    m.point("P", "stone", (0, 0))
    m.force("f", "P", force=("1/(0.5037 - t)**3", 0))  # to infinity between two instants
    with pytest.warns(vz.VazbaWarning):
        failed = vz.simulate(m, until=1, every=0.01)
    assert failed.status == "failed"
    page = tab.again(failed.html(tmp_path / "failed.html").as_uri())
    assert page.locator(".said.bad").inner_text() == "simulate · failed"
    page.locator(".chip", has_text="Summary").click()
    assert failed.message in page.locator(".sheet").inner_text()
    swing = vz.simulate(vz.load(EXAMPLES / "double-pendulum-tables"), until=0.5, every=0.01)
    times = [t for t, _, _ in swing.events]
    assert len(times) > 2
    page = tab.again(swing.html(tmp_path / "swing.html").as_uri())
    for key, t in (("PageDown", times[0]), ("PageDown", times[1]), ("PageDown", times[2]), ("PageUp", times[1])):
        page.keyboard.press(key)
        assert page.evaluate("vazba.time") == pytest.approx(t, abs=1e-9)
    tab.quiet()


def test_names_are_text_and_never_markup(tab: Any, tmp_path: Path) -> None:
    m = vz.Model("<b>bold</b></script><script>window.hit=2</script>", dimension=2)
    m.body("<script>", mass=1.0, inertia=0.1)
    for name in ("crank&amp", "<svg onload>"):
        m.body(name, position=(0.4, 0), mass=1.0, inertia=0.1)
    m.revolute("<u>A<u>", "ground", "<script>", at=(0.5, 0))
    m.revolute("B&lt", "<script>", "crank&amp", at=(0.3, 0))
    m.revolute("C", "crank&amp", "<svg onload>", at=(0.1, 0.1))
    result = vz.simulate(m, until=0.2, every=0.01)
    path = result.html(tmp_path / "evil.html")
    assert "<script>window" not in path.read_text(encoding="utf-8")
    page = tab.again(path.as_uri())
    assert page.evaluate("window.hit") is None
    assert page.evaluate("document.querySelectorAll('.tree u, .tree .tree svg:not(.icon), .top b').length") == 0
    assert page.locator("h1").inner_text() == m.name
    page.evaluate("vazba.selected = '<u>A<u>'")
    assert page.locator(".details h2").inner_text() == "<u>A<u>"
    page.locator(".chip", has_text="Summary").click()
    report = vz.report(result, tmp_path / "report.html")
    tab.address = report.as_uri()
    page.goto(report.as_uri())
    assert page.evaluate("window.hit") is None
    assert page.locator("h1").inner_text() == m.name
    tab.quiet()


@pytest.mark.parametrize(("theme", "size"), [("light", (1440, 860)), ("dark", (1440, 860)), ("light", (390, 844))])
def test_light_dark_and_phone(tab: Any, tmp_path: Path, theme: str, size: tuple[int, int]) -> None:
    tab.page.set_viewport_size({"width": size[0], "height": size[1]})
    tab.page.emulate_media(color_scheme=theme)
    path = run_of(SHARED).html(tmp_path / "run.html").as_uri()
    tab.again(path).evaluate("localStorage.clear()")  # what a test before has chosen by hand
    page = tab.again(path)
    assert page.evaluate("document.documentElement.dataset.theme") == theme
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")  # no sideways scrolling
    stage = page.locator(".stage").bounding_box()
    assert stage["width"] >= 0.5 * size[0]
    assert stage["height"] >= 0.35 * size[1]
    if size[0] < 500:
        page.locator(".tab", has_text="Elements").click()
        assert page.locator(".tree .label", has_text="crank").is_visible()
    page.get_by_role("button", name="Dark or light").click()
    assert page.evaluate("document.documentElement.dataset.theme") != theme
    page.get_by_role("button", name="Dark or light").click()
    tab.quiet()
