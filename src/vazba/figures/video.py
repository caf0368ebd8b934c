"""MP4 and WebM, by the encoder of the system: frames go to ffmpeg through a pipe, and nothing is written where it fails."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path

import numpy as np

from vazba.errors import Fault, ModelError, VazbaError
from vazba.files.atomic import write_whole

CODECS = {
    ".mp4": ("-c:v", "libx264", "-preset", "medium", "-crf", "18", "-movflags", "+faststart"),
    ".webm": ("-c:v", "libvpx-vp9", "-crf", "28", "-b:v", "0", "-row-mt", "1"),
}
ENDINGS = tuple(CODECS)


def encoder(path: str | Path) -> str:
    """The program that encodes: `VAZBA_FFMPEG`, that of the system, or that of the Python package imageio-ffmpeg."""
    named = os.environ.get("VAZBA_FFMPEG") or shutil.which("ffmpeg")
    if named:
        return named
    if find_spec("imageio_ffmpeg") is not None:
        from imageio_ffmpeg import get_ffmpeg_exe  # type: ignore[import-not-found]

        return str(get_ffmpeg_exe())
    what = f"'{path}': {Path(path).suffix[1:].upper()} needs the encoder ffmpeg, which is not installed"
    remedy = "install it (apt install ffmpeg, or pip install imageio-ffmpeg), or write .gif, .apng or, to play with, .html (vazba export)"
    raise ModelError(Fault("animation", what, remedy=remedy))


def write_video(path: str | Path, frames: Iterable[np.ndarray], rate: float) -> int:
    """Encode RGB frames (height x width x 3 bytes) at a rate (1/s); returns how many there were."""
    program, ending = encoder(path), Path(path).suffix.lower()
    count = 0
    with tempfile.TemporaryDirectory(prefix="vazba-") as folder:
        target, said = Path(folder) / f"made{ending}", Path(folder) / "said"
        with said.open("wb") as words:
            process: subprocess.Popen[bytes] | None = None
            try:
                for frame in frames:
                    process = process or _started(program, frame.shape, rate, target, words)
                    assert process.stdin is not None
                    process.stdin.write(np.ascontiguousarray(frame).tobytes())
                    count += 1
            except BrokenPipeError:
                pass  # it has ended, and tells why
            finally:
                if process is not None and process.stdin is not None:
                    with contextlib.suppress(BrokenPipeError):
                        process.stdin.close()
                    process.wait()
        if process is None or process.returncode or not target.is_file() or not target.stat().st_size:
            lines = said.read_text(encoding="utf-8", errors="replace").strip().splitlines()
            raise VazbaError(
                f"{program} could not write {ending}: {lines[-1] if lines else 'it said nothing'}; write .gif or .apng instead"
            )
        write_whole(path, target.read_bytes())
    return count


def _started(program: str, shape: tuple[int, ...], rate: float, target: Path, words: object) -> subprocess.Popen[bytes]:
    source = ("-f", "rawvideo", "-pix_fmt", "rgb24", "-s", f"{shape[1]}x{shape[0]}", "-r", f"{rate:.6g}", "-i", "-")
    even = ("-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2:color=white", "-pix_fmt", "yuv420p")  # what every player shows
    command = [program, "-y", "-loglevel", "error", *source, "-an", *even, *CODECS[target.suffix], str(target)]
    try:
        return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=words)  # type: ignore[call-overload,no-any-return]
    except OSError as error:
        raise VazbaError(f"{program} cannot be started: {error.strerror or error}") from error
