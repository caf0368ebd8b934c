"""The live window: what is shown now, and what becomes of it when the file is saved, a parameter is moved or a joint is dragged."""

from __future__ import annotations

import base64
import os
import threading
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from vazba.errors import Fault, ModelError, VazbaError
from vazba.viewer.facts import faults_of

if TYPE_CHECKING:
    from vazba.model import Model
    from vazba.result import Result
    from vazba.viewer.document import Document

LOOK = 0.2  # s between two looks at the file
BRIEF = 6.0  # s that a run may take before the picture does without it
MOST_SHOWN = 600  # instants of a short run


class Stopped(Exception):  # noqa: N818  (ends a run that takes too long)
    """A run was given up."""


def short_run(model: Model, brief: float = BRIEF) -> tuple[Result | None, VazbaError | None]:
    """A run of the model as its `[simulation]` says, driven or let go; nothing where it has no times or cannot run, with the reason."""
    if model.simulation.get("until") is None:
        return None, None
    import vazba

    vz: Any = vazba  # the public functions, wherever they live

    started = time.monotonic()

    def patience(_reached: float, _end: float) -> None:
        if time.monotonic() - started > brief:
            raise Stopped

    analyses: list[Callable[..., Result]] = [vz.simulate, vz.kinematics] if _dynamic(model) else [vz.kinematics]
    trouble: VazbaError | None = None
    for analyse in analyses:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                return analyse(model, progress=patience), None
        except Stopped:
            return None, VazbaError(
                f"the run takes more than {brief:g} s: it is not shown here; run it by itself and look at the result"
            )
        except VazbaError as error:
            trouble = trouble or error
    return None, trouble


def _dynamic(model: Model) -> bool:
    return bool(model.beams) or any(body.mass is not None for body in model.bodies.values())


class Session:
    """What a window shows. `read` gives it anew; `watched` lists the files by whose change it is asked again."""

    def __init__(
        self, read: Callable[[dict[str, float]], Document], watched: Callable[[], list[Path]] | None = None
    ) -> None:
        self._read, self._watched = read, watched
        self.changed = threading.Condition()
        self.version = 0
        self.document: Document | None = None
        self.faults: list[dict[str, Any]] = []
        self.changes: dict[str, float] = {}
        self.held: np.ndarray | None = None  # coordinates of the posture that was dragged last
        self._working = threading.Lock()
        self._over = threading.Event()
        self._stamp = self._look()
        self.refresh()

    # --- what there is to see -------------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Read again; faults leave the last good document."""
        with self._working:
            try:
                document: Document | None = self._read(self.changes)
                faults = list(document.header.get("trouble", [])) if document is not None else []
            except VazbaError as error:
                document, faults = None, faults_of(error)
            except Exception as error:  # noqa: BLE001  (a model file in Python may raise anything)
                document, faults = None, faults_of(ModelError(Fault("", f"{type(error).__name__}: {error}")))
            with self.changed:
                if document is not None:
                    self.document, self.held = document, None
                self.faults = faults
                self.version += 1
                self.changed.notify_all()

    def reply(self) -> dict[str, Any]:
        """Everything for the page."""
        with self.changed:
            out: dict[str, Any] = {"version": self.version, "faults": self.faults}
            if self.document is not None:
                out |= {"header": self.document.header, "numbers": base64.b64encode(self.document.blob).decode("ascii")}
            return out

    def column(self, index: int, version: int | None = None) -> bytes | None:
        """A curve of what is shown now; empty where the page asks for one of what was shown before, nothing where there is none."""
        with self.changed:
            if version is not None and version != self.version:
                return b""
            document = self.document
        return None if document is None else document.column(index)

    def wait(self, version: int, seconds: float) -> int:
        """The version, as soon as it is another one."""
        with self.changed:
            self.changed.wait_for(lambda: self.version != version or self._over.is_set(), seconds)
            return self.version

    def set_parameters(self, values: dict[str, float]) -> dict[str, Any]:
        """The same with other values of parameters; none: as in the file."""
        self.changes = dict(values)
        self.refresh()
        return self.reply()

    def drag(self, model: Model, joint: str, coordinate: str, value: float) -> dict[str, list[float]]:
        """Where the bodies are when a joint is held at a value."""
        from vazba.viewer.postures import dragged, poses_of

        with self._working:
            system, q, closed = dragged(model, self.held, joint, coordinate, value)
            if not closed:
                return {}
            self.held = q
        out = {}
        for name, (r, s) in poses_of(system, q).items():
            if name != "ground":
                matrix = np.eye(4)
                matrix[:3, :3], matrix[:3, 3] = s[0], r[0]
                out[name] = [float(x) for x in matrix.T.ravel()]
        return out

    # --- the files --------------------------------------------------------------------------------------------------------

    def watch(self) -> None:
        """Follow the files until the session is over, in a thread of its own."""
        if self._watched is not None:
            threading.Thread(target=self._follow, name="vazba-watch", daemon=True).start()

    def _follow(self) -> None:
        while not self._over.wait(LOOK):
            stamp = self._look()
            if stamp != self._stamp:
                self._stamp = stamp
                self.refresh()

    def _look(self) -> tuple[Any, ...]:
        """Names, sizes and dates of the files."""
        found = []
        for path in self._watched() if self._watched else ():
            try:
                state = os.stat(path)
                found.append((str(path), state.st_size, state.st_mtime_ns))
            except OSError:
                found.append((str(path), -1, -1))
        return tuple(found)

    def end(self) -> None:
        """Let go of everybody who waits."""
        self._over.set()
        with self.changed:
            self.changed.notify_all()


def files_of(source: Path) -> list[Path]:
    """The files a model may consist of: itself, or all of its folder, and tables beside it."""
    folder = source if source.is_dir() else source.parent
    try:
        beside = [
            path
            for path in folder.iterdir()
            if path.suffix.lower() in (".csv", ".toml", ".stl", ".obj", ".json") and path.is_file()
        ]
    except OSError:
        beside = []
    return sorted({source, *beside}) if len(beside) <= 200 else [source]
