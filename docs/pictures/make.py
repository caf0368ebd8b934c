"""The pictures of the page in README and documentation: `python docs/pictures/make.py`, with Chromium and playwright."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import Any

import vazba as vz
from vazba.viewer.opening import live_model

HERE = Path(__file__).parent
EXAMPLES = HERE.parents[1] / "examples"
FLAGS = ["--headless", "--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"]
WIDE, PHONE = (1440, 860), (390, 844)


def taken(
    browser: Any, address: str, name: str, size: tuple[int, int], theme: str, script: str, ready: str = ""
) -> None:
    """One picture: a page of a size and theme, after a script that sets it up."""
    context = browser.new_context(viewport={"width": size[0], "height": size[1]}, color_scheme=theme)
    page = context.new_page()
    page.goto(address)
    page.wait_for_selector("body[data-ready='1']", timeout=60_000)
    page.evaluate(f"(async () => {{ {script} }})()")
    if ready:
        page.wait_for_selector(ready, timeout=20_000)
    page.wait_for_timeout(1500)
    page.screenshot(path=str(HERE / name))
    context.close()


def faults(browser: Any, folder: Path) -> None:
    """A file with a fault, beside the last picture that was right."""
    path = Path(shutil.copy(EXAMPLES / "slider-crank" / "slider-crank.toml", folder / "slider-crank.toml"))
    server = live_model(lambda: vz.load(path), path, 0)
    server.start()
    context = browser.new_context(viewport={"width": WIDE[0], "height": WIDE[1]}, color_scheme="light")
    page = context.new_page()
    page.goto(server.address)
    page.wait_for_selector("body[data-ready='1']", timeout=60_000)
    page.evaluate("vazba.seek(0.5)")
    path.write_text(path.read_text(encoding="utf-8").replace('"prismatic"', '"prismtic"'), encoding="utf-8")
    page.wait_for_selector(".faults li", timeout=20_000)
    page.wait_for_timeout(1500)
    page.screenshot(path=str(HERE / "look-faults.png"))
    context.close()
    server.stop()


def main() -> None:
    from playwright.sync_api import sync_playwright

    path = next(found for word in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(word)))
    with tempfile.TemporaryDirectory() as name, sync_playwright() as driver:
        folder = Path(name)
        browser = driver.chromium.launch(executable_path=path, args=FLAGS)
        pendulum = vz.simulate(vz.load(EXAMPLES / "double-pendulum-tables")).html(folder / "a.html")
        swung = "vazba.seek(1.2); vazba.selected = 'cable20'; await vazba.app.arrow('reactions', true); vazba.app.trace('bodies/body2');"
        taken(browser, pendulum.as_uri(), "look-light.png", WIDE, "light", swung)
        stewart = vz.kinematics(vz.load(EXAMPLES / "stewart" / "stewart.toml")).html(folder / "b.html")
        taken(browser, stewart.as_uri(), "look-dark.png", WIDE, "dark", "vazba.seek(0.6);")
        platform = vz.simulate(vz.load(EXAMPLES / "platform-tables")).html(folder / "c.html")
        taken(browser, platform.as_uri(), "look-phone.png", PHONE, "light", "vazba.seek(0.8);")
        faults(browser, folder)
        browser.close()


if __name__ == "__main__":
    main()
