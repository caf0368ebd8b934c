"""The script and the style sheet in the package are those that the sources make, byte for byte."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCES = ROOT / "viewer"
BUNDLE = ROOT / "src" / "vazba" / "viewer" / "bundle"


def test_the_lock_names_no_other_host() -> None:
    lock = (SOURCES / "package-lock.json").read_text(encoding="utf-8")
    hosts = set(re.findall(r'https?://([^/"]+)', lock))
    assert hosts <= {"registry.npmjs.org", "github.com", "opencollective.com"}
    wanted = json.loads(lock)["packages"]
    assert all("integrity" in entry for name, entry in wanted.items() if name.startswith("node_modules/"))


def test_the_style_asks_for_nothing() -> None:
    style = (BUNDLE / "viewer.css").read_text(encoding="utf-8")
    assert "url(" not in style
    assert "@import" not in style


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the sources with the packages of the lock."""
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("node and npm are not installed: the page is not built again")
    folder = tmp_path_factory.mktemp("viewer")
    shutil.copytree(SOURCES, folder / "viewer", ignore=shutil.ignore_patterns("node_modules", ".tests"))
    done = subprocess.run(
        [npm, "ci", "--prefer-offline"], cwd=folder / "viewer", capture_output=True, text=True, check=False, timeout=300
    )
    if done.returncode:
        pytest.skip(f"npm ci could not fetch the packages: {done.stderr.strip()[-200:]}")
    return folder / "viewer"


def test_building_again_makes_the_same_bytes(packages: Path) -> None:
    subprocess.run(["node", "build.mjs", "made"], cwd=packages, check=True, timeout=120)
    for name in ("viewer.js", "viewer.css"):
        assert (packages / "made" / name).read_bytes() == (BUNDLE / name).read_bytes(), (
            f"{name}: run npm run build in viewer/"
        )


def test_types_and_unit_tests_of_the_page(packages: Path) -> None:
    for task in ("check", "test"):
        done = subprocess.run(
            ["npm", "run", task], cwd=packages, capture_output=True, text=True, check=False, timeout=300
        )
        assert done.returncode == 0, done.stdout[-3000:]
