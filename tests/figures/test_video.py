"""Films by the encoder of the system: what is sent to it, and what is said where there is none."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import numpy as np
import pytest

import vazba as vz
from vazba.figures.video import encoder, write_video

FAKE = """#!{python}
import pathlib, sys
data = sys.stdin.buffer.read()
pathlib.Path(sys.argv[-1]).write_bytes(repr((sys.argv[1:-1], len(data), data[:3])).encode())
"""


@pytest.fixture
def fake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "ffmpeg"
    path.write_text(FAKE.format(python=sys.executable))
    path.chmod(0o755)
    monkeypatch.setenv("VAZBA_FFMPEG", str(path))
    return path


def test_all_frames_reach_the_encoder(fake: Path, tmp_path: Path) -> None:
    frames = (np.full((30, 41, 3), k, np.uint8) for k in range(7))
    assert write_video(tmp_path / "a.mp4", frames, 12.5) == 7
    words, count, first = eval((tmp_path / "a.mp4").read_text())  # written by the script above
    assert count == 7 * 30 * 41 * 3
    assert first == b"\0\0\0"
    said = " ".join(words)
    assert "-s 41x30 -r 12.5" in said
    assert "libx264" in said
    assert "yuv420p" in said


def test_a_film_lasts_as_long_as_the_motion(fake: Path, tmp_path: Path) -> None:
    m = vz.Model("one", dimension=2)
    m.body("a", mass=1.0, inertia=1.0)
    m.point("p", "a", (1, 0))
    res = vz.simulate(m, until=2.0, every=0.01)
    count = vz.animate(res, tmp_path / "a.webm", fps=30, size=(200, 150))
    words, size, _ = eval((tmp_path / "a.webm").read_text())
    assert count == 61
    assert size == 61 * 200 * 150 * 3
    assert float(words[words.index("-r") + 1]) == pytest.approx(30.0)
    assert "<video" in count._repr_html_()


def test_a_missing_encoder_is_told_by_name_before_anything_is_drawn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("VAZBA_FFMPEG", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr("vazba.figures.video.find_spec", lambda _: None)
    with pytest.raises(vz.ModelError, match="ffmpeg, which is not installed"):
        encoder("a.mp4")


@pytest.mark.skipif(os.name != "posix", reason="the encoder is a script")
def test_an_encoder_that_fails_is_told_and_writes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bad = tmp_path / "ffmpeg"
    bad.write_text("#!/bin/sh\necho 'Unknown encoder libx264' >&2\nexit 1\n")
    bad.chmod(0o755)
    monkeypatch.setenv("VAZBA_FFMPEG", str(bad))
    with pytest.raises(vz.VazbaError, match="Unknown encoder libx264"):
        write_video(tmp_path / "a.mp4", iter([np.zeros((4, 4, 3), np.uint8)] * 3), 10)
    assert not (tmp_path / "a.mp4").exists()
