"""A browser for the page: Debian's Chromium, driven by Playwright. Where there is none, the tests say so and are skipped."""

from __future__ import annotations

import functools
import os
import shutil
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import vazba as vz
from vazba.cli.examples import model_of

EXAMPLES = Path(__file__).parents[2] / "examples"
NAMES = sorted(path.name for path in EXAMPLES.iterdir() if path.is_dir() and not path.name.startswith((".", "_")))
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--use-gl=angle",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def chromium() -> str | None:
    """The browser of the system."""
    named = os.environ.get("VAZBA_CHROMIUM")
    return named or next(
        (found for word in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(word))), None
    )


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    playwright = pytest.importorskip(
        "playwright.sync_api", reason="the page is tested by playwright, which is not installed: pip install playwright"
    )
    path = chromium()
    if path is None:
        pytest.skip("the page is tested in Chromium, which is not installed: apt-get install chromium")
    with playwright.sync_playwright() as driver:
        made = driver.chromium.launch(executable_path=path, args=FLAGS)
        yield made
        made.close()


class Looked:
    """A page with all it said and asked for."""

    def __init__(self, browser: Any, size: tuple[int, int] = (900, 600), **options: Any) -> None:
        self.context = browser.new_context(viewport={"width": size[0], "height": size[1]}, **options)
        self.page = self.context.new_page()
        self.errors: list[str] = []
        self.beyond: list[str] = []
        self.address = ""
        self.page.on("console", lambda said: self.errors.append(said.text) if said.type == "error" else None)
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.context.route("**/*", self._asked)

    def _asked(self, route: Any) -> None:
        """Only the page itself, and what its own server has, is let through; all else is blocked and counted."""
        url = route.request.url
        if url.startswith((self.address, "blob:", "data:")):
            route.continue_()
        else:
            self.beyond.append(url)
            route.abort()

    def open(self, address: str) -> Any:
        self.address = address
        self.page.goto(address, wait_until="commit", timeout=90_000)  # a busy machine takes its time
        self.page.wait_for_selector("body[data-ready='1']", timeout=90_000)
        return self.page

    def again(self, address: str) -> Any:
        """Another page in the same tab, which is cheaper than a new one; what was said before is forgotten."""
        self.errors.clear()
        self.beyond.clear()
        return self.open(address)

    def quiet(self) -> None:
        """Nothing was wrong, and nothing was asked of anybody else."""
        assert self.errors == []
        assert self.beyond == []


@pytest.fixture
def looked(browser: Any) -> Iterator[Any]:
    made: list[Looked] = []

    def look(**options: Any) -> Looked:
        made.append(Looked(browser, **options))
        return made[-1]

    yield look
    for each in made:
        each.context.close()


@pytest.fixture(scope="module")
def tab(browser: Any) -> Iterator[Looked]:
    """One tab for all tests of a module that look at pages one after the other."""
    made = Looked(browser)
    yield made
    made.context.close()


@functools.cache
def run_of(name: str) -> vz.Result:
    """The run of an example, as its README says."""
    folder = EXAMPLES / name
    model = vz.load(model_of(folder))
    text = (folder / "README.md").read_text(encoding="utf-8")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return vz.simulate(model) if "\nvazba simulate " in text else vz.kinematics(model)
