"""The page: size of its files, time to open, frames a second, in the Chromium of the system with software rendering.

    python benchmarks/run.py page

Everything is drawn by the processor (SwiftShader): with a graphics card it is faster. Targets are held against CPU times, which a busy machine leaves
as they are: drawing (one process) and computing (another) go on at once, so that the slower of the two sets the pace on two free cores.
Where there is no Chromium or no playwright, only sizes are measured.
Writes docs/page.csv.
"""

from __future__ import annotations

import csv
import os
import platform
import shutil
import tempfile
import time
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np
from measure import row, verdict

import vazba as vz

FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"]  # fmt: skip
WAVES = ("x", "y", "z", "vx", "vy", "vz", "wx", "wy", "wz", "ax", "ay", "az")
SIZES = ((900, 600), (1440, 860))
TABLE: list[tuple[str, str]] = []


def told(what: str, *values: str) -> None:
    """A line on the screen and in the table of the documentation."""
    row(what, *values, widths=(46, 60, 30, 30))
    TABLE.append((what, ", ".join(values)))


def tumbling(instants: int, bodies: int, seconds: float = 100.0) -> vz.Result:
    """A spatial result: bodies that swing and tumble, each with frequencies of its own."""
    m, rng = vz.Model("tumbling"), np.random.default_rng(3)
    names = [f"body{k}" for k in range(bodies)]
    for k, name in enumerate(names):
        m.body(name, position=(0.3 * k, 0, 0), mass=1.0, inertia=(1.0, 1.0, 1.0))
        m.point(f"p{k}", name, (0.2, 0.1, 0))
    t = np.linspace(0, seconds, instants)
    data: dict[str, np.ndarray] = {q: np.empty((instants, bodies)) for q in (*WAVES, "qw", "qx", "qy", "qz")}
    for k in range(bodies):
        for q in WAVES:
            a, w, p = rng.uniform(0.1, 1.0), rng.uniform(0.3, 6.0, 2), rng.uniform(0, 6, 2)
            data[q][:, k] = a * np.sin(w[0] * t + p[0]) + 0.3 * np.sin(w[1] * t + p[1])
        angle, axis = rng.uniform(0.5, 3.0) * t, rng.normal(size=3)
        axis /= np.linalg.norm(axis)
        data["qw"][:, k] = np.cos(angle / 2)
        for i, q in enumerate(("qx", "qy", "qz")):
            data[q][:, k] = axis[i] * np.sin(angle / 2)
    return vz.Result(m, t, {"body": data}, {"body": names}, info={"analysis": "simulate"})


def swarm(dimension: int, count: int = 1000) -> vz.Result:
    """Bars that turn, on a grid; in space they go up and down too."""
    m = vz.Model("swarm", dimension=dimension)
    names = [f"b{k}" for k in range(count)]
    rest = (0.0,) * (dimension - 2)
    k, t = np.arange(count), np.linspace(0, 5, 101)
    for i, name in enumerate(names):
        m.body(name, position=(i % 40, i // 40, *rest))
        for side, x in (("s", -0.4), ("e", 0.4)):
            m.point(f"{side}{i}", name, (x, 0, *rest))
    data = {"x": (k % 40) + 0.0 * t[:, None], "y": (k // 40) + 0.1 * np.sin(3 * t)[:, None]}
    turn = 0.01 * k + t[:, None]
    if dimension == 2:
        data["angle"] = turn
    else:
        zero = 0.0 * turn
        data |= {"z": 0.2 * np.sin(turn), "qw": np.cos(turn / 2), "qx": zero, "qy": zero, "qz": np.sin(turn / 2)}
    return vz.Result(m, t, {"body": data}, {"body": names})


def spent() -> dict[str, float]:
    """CPU seconds of the browser's processes so far, by what they do (Linux)."""
    parents, found = {}, {"gpu": 0.0, "renderer": 0.0, "other": 0.0}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            words = path.read_text().rpartition(")")[2].split()
            line = (path.parent / "cmdline").read_text()
        except OSError:
            continue
        parents[int(path.parent.name)] = (
            int(words[1]),
            (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK"),
            line,
        )
    for process, (parent, seconds, line) in parents.items():
        while parent in parents and parent != os.getpid():
            parent = parents[parent][0]
        if parent == os.getpid() and process != parent and "chrom" in line:
            kind = "gpu" if "type=gpu" in line else "renderer" if "type=renderer" in line else "other"
            found[kind] += seconds
    return found


def machine(browser: Any) -> str:
    """When, where and in what it was measured."""
    cpu = Path("/proc/cpuinfo")
    lines = cpu.read_text().splitlines() if cpu.exists() else []
    model = next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), "")
    return f"{date.today()}, {model or platform.machine()}, {os.cpu_count()} cores, Chromium {browser.version}"


def opened(browser: Any, path: Path, size: tuple[int, int]) -> tuple[Any, float, float]:
    """A page from disk; CPU seconds of all processes, and those by the clock, from the beginning of its load until it is drawn."""
    page = browser.new_context(viewport={"width": size[0], "height": size[1]}).new_page()
    before, started = sum(spent().values()), time.monotonic()
    page.goto(path.as_uri(), wait_until="commit", timeout=120_000)
    page.wait_for_selector("body[data-ready='1']", timeout=120_000)
    page.wait_for_function("vazba.frames > 0", timeout=120_000)
    clock = time.monotonic() - started
    return page, sum(spent().values()) - before, clock


def frames(page: Any, count: int = 80) -> tuple[float, float, float]:
    """While it plays (after forty frames in which it finds its pace): CPU seconds a frame of the slower process, frames a second here, part of the pixels."""
    page.evaluate("vazba.seek(0), vazba.play(true), 0")
    page.wait_for_function("n => vazba.frames > n", arg=page.evaluate("vazba.frames") + 40, timeout=120_000)
    before, used = page.evaluate("[vazba.frames, performance.now()]"), spent()
    page.wait_for_function("n => vazba.frames > n", arg=before[0] + count, timeout=120_000)
    after, now = page.evaluate("[vazba.frames, performance.now()]"), spent()
    count = max(after[0] - before[0], 1)
    cost = max((now[kind] - used[kind]) / count for kind in ("gpu", "renderer"))
    ratio = float(page.evaluate("vazba.app.stage.renderer.getPixelRatio()"))
    return cost, 1000 * count / (after[1] - before[1]), ratio


def followed(browser: Any, folder: Path) -> float:
    """Seconds from saving a model file to the changed picture; the quickest of three."""
    from vazba.viewer.opening import live_model

    example = Path(__file__).parents[1] / "examples" / "slider-crank" / "slider-crank.toml"
    text, path, took = example.read_text(encoding="utf-8"), folder / "crank.toml", []
    path.write_text(text, encoding="utf-8")
    server = live_model(lambda: vz.load(path), path, 0)
    server.start()
    try:
        page = browser.new_page()
        page.goto(server.address)
        page.wait_for_selector("body[data-ready='1']", timeout=60_000)
        for value in (6.0, 5.5, 6.5):
            path.write_text(text.replace("b = 5.0", f"b = {value}"), encoding="utf-8")
            started = time.monotonic()
            page.wait_for_function(
                f"vazba.app.header.parameters.find(p => p.name === 'b').value === {value}", timeout=20_000
            )
            took.append(time.monotonic() - started)
    finally:
        server.stop()
    return min(took)


def run() -> bool:
    met = True
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        size = tumbling(10_000, 50).html(folder / "large.html").stat().st_size / 1e6
        told("file, 10,000 instants x 50 bodies", f"{size:.1f} MB")
        met &= verdict(size < 15, "below 15 MB")
        chromium = os.environ.get("VAZBA_CHROMIUM") or next(
            (w for word in ("chromium", "chromium-browser", "google-chrome") if (w := shutil.which(word))), None
        )
        try:
            from playwright.sync_api import sync_playwright
        except ImportError:
            chromium = None
        if chromium is None:
            print("  no Chromium or no playwright: the rest is not measured")
            return met
        with sync_playwright() as driver:
            browser = driver.chromium.launch(executable_path=chromium, args=FLAGS)
            met &= in_browser(browser, folder)
            browser.close()
    with (Path(__file__).parents[1] / "docs" / "page.csv").open("w", newline="", encoding="utf-8") as file:
        csv.writer(file, lineterminator="\n").writerows([("what", "measured"), *TABLE])
    return met


def in_browser(browser: Any, folder: Path) -> bool:
    met = True
    path = tumbling(60_001, 20, 600.0).html(folder / "long.html")
    told("file, 10 minutes x 20 bodies, 100 a second", f"{path.stat().st_size / 1e6:.1f} MB")
    taken = []
    for _ in range(3):
        page, *seconds = opened(browser, path, SIZES[1])
        taken.append(seconds)
        page.context.close()
        time.sleep(2)  # until its process has ended
    cpu, clock = (min(column) for column in zip(*taken, strict=True))
    told("opening it", f"{cpu:.1f} s of CPU time in all, {clock:.1f} s by the clock")
    met &= verdict(cpu < 3, "below 3 s")
    for dimension in (2, 3):
        path = swarm(dimension).html(folder / f"swarm{dimension}.html")
        for window in SIZES:
            page, took, _ = opened(browser, path, window)
            cost, rate, pixels = frames(page)
            what = f"1,000 bodies, {dimension}D, {window[0]} x {window[1]}"
            said = f"{1000 * cost:.0f} ms a frame: {min(60.0, 1 / cost):.0f} frames/s on two free cores"
            told(what, said, f"{pixels:.2f} of the pixels each way", f"opening {took:.1f} s of CPU time")
            print(f"    (here and now, beside whatever else runs: {rate:.0f} frames/s)")
            met &= verdict(cost < 1 / 30, "30 frames/s")
            page.context.close()
            time.sleep(2)
    took = followed(browser, folder)
    told("changed picture after saving a file", f"{took:.2f} s by the clock")
    told("measured", machine(browser))
    return met
