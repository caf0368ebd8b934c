"""Opens every page of the built documentation in Chromium, as wide as a phone and as a desk, and names those that scroll sideways.

    python tools/widths.py [docs/_build/html]

`make docs` runs it at its end. Where there is no Chromium or no playwright it says so and measures nothing.
"""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

WIDTHS = (390, 1280)  # px
# What sticks out of the window, and is not inside something that scrolls by itself
STICKS_OUT = """() => {
  const wide = document.documentElement.clientWidth;
  const scrolls = n => n && n !== document.body && (/auto|scroll|hidden/.test(getComputedStyle(n).overflowX) || scrolls(n.parentElement));
  const out = [...document.querySelectorAll('body *')].filter(n => n.getBoundingClientRect().right > wide + 1 && !scrolls(n));
  return [document.documentElement.scrollWidth - wide, ...out.slice(0, 3).map(n => `${n.tagName.toLowerCase()}.${n.className}`)];
}"""


def main(folder: Path) -> int:
    chromium = os.environ.get("VAZBA_CHROMIUM") or next(
        (found for word in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(word))), None
    )
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        chromium = None
    if chromium is None:
        print("no Chromium or no playwright: the widths of the pages are not measured")
        return 0
    pages = sorted(path for path in folder.rglob("*.html") if "live" not in path.relative_to(folder).parts)
    if not pages:
        print(f"{folder} holds no pages: make docs")
        return 2
    wrong = 0
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium, args=["--headless", "--no-sandbox", "--disable-gpu"])
        tab = browser.new_context().new_page()
        tab.route("**/*", lambda route: route.continue_() if _own(route.request.url) else route.abort())
        for width in WIDTHS:
            tab.set_viewport_size({"width": width, "height": 900})
            for path in pages:
                tab.goto(path.resolve().as_uri(), wait_until="load")
                beyond, *culprits = tab.evaluate(STICKS_OUT)
                if beyond > 0:
                    wrong += 1
                    print(
                        f"{path.relative_to(folder)} scrolls sideways by {beyond} px at {width} px: {', '.join(culprits)}"
                    )
        browser.close()
    print(
        f"{len(pages)} pages at {' and '.join(map(str, WIDTHS))} px: "
        + (f"{wrong} too wide" if wrong else "none scrolls sideways")
    )
    return 1 if wrong else 0


def _own(url: str) -> bool:
    """Files of the documentation, without the moving mechanisms, which are frames of a width of their own."""
    return url.startswith("file:") and "/live/" not in url


if __name__ == "__main__":
    raise SystemExit(main(Path(sys.argv[1] if len(sys.argv) > 1 else "docs/_build/html")))
