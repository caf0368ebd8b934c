"""The processes that compile, and who of them takes what."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import threading
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from vazba._jit import builder, digest, library

if TYPE_CHECKING:
    from vazba._jit.boundaries import Boundary

PATIENCE = 20.0  # seconds that a worker without work is kept: it holds some hundred megabytes


class _Worker:
    """A process that compiles."""

    def __init__(self, cpu: str) -> None:
        command = [sys.executable, "-m", "vazba._jit.worker", cpu]
        pipe, apart = subprocess.PIPE, {"process_group": 0} if os.name == "posix" else {}  # Ctrl-C is for this process
        self.process: Any = subprocess.Popen(command, stdin=pipe, stdout=pipe, env=builder.environment(), **apart)  # type: ignore[call-overload]

    def object_code(self, name: str) -> tuple[bytes, str]:
        """What it makes of a boundary: object code, or what went wrong; raises where it has ended."""
        process = self.process
        process.stdin.write(f"{name}\n".encode())
        process.stdin.flush()
        head = process.stdout.readline().split()
        return process.stdout.read(int(head[2])), process.stdout.read(int(head[3])).decode()

    def end(self) -> None:
        with contextlib.suppress(OSError):
            self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()


class Works:
    """Boundaries that are asked for go in, object code comes out; each object is kept at once, so that nothing is lost when the user stops."""

    def __init__(self, cpu: str) -> None:
        self.cpu, self.owner = cpu, os.getpid()
        self.found: dict[str, bytes] = {}
        self.faults: dict[str, str] = {}
        self.waiting_for_others = False
        self._prints: dict[str, str] = {}
        self._todo: dict[str, Boundary] = {}
        self._soon: dict[str, Boundary] = {}  # not asked for yet
        self._elsewhere: dict[str, Boundary] = {}  # another process builds these
        self._workers: list[_Worker] = []
        self._idle: list[_Worker] = []
        self._threads: list[threading.Thread] = []
        self._done, self._last, self._closed = 0, "", False
        self._changed = threading.Condition()

    def ask(self, boundaries: Sequence[Boundary], prints: dict[str, str]) -> None:
        """Begin with these, which are not in the cache; does not wait."""
        with self._changed:
            for one in boundaries:
                if one.name not in self._prints or self._soon.pop(one.name, None) is not None:
                    self._prints[one.name], self._todo[one.name] = prints[one.name], one
            self._hire()

    def expect(self, boundaries: Sequence[Boundary], prints: dict[str, str]) -> None:
        """These will be asked for, most likely: begun with where a worker has nothing to do and another one is left for what is asked for."""
        with self._changed:
            for one in boundaries:
                if one.name not in self._prints:
                    self._prints[one.name], self._soon[one.name] = prints[one.name], one
            self._hire()

    def _hire(self) -> None:
        """As many workers as there is work for, at most one a core."""
        cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
        busy = len(self._workers) - len(self._idle)
        for _ in range(min(cores, busy + len(self._todo) + len(self._soon)) - len(self._workers)):
            worker = _Worker(self.cpu)
            self._workers.append(worker)
            self._threads.append(threading.Thread(target=self._feed, args=(worker,), daemon=True))
            self._threads[-1].start()
        self._changed.notify_all()

    def progress(self) -> tuple[int, int, str]:
        """How many are built, of how many that were asked for, and the last one."""
        return self._done, len(self._prints) - len(self._soon), self._last

    def missing(self, names: Iterable[str]) -> bool:
        """Whether some of these are still to come."""
        with self._changed:
            if self._todo and not self._workers:  # all have ended, which is among the faults
                return False
            return "" not in self.faults and any(name not in self.found and name not in self.faults for name in names)

    def rest(self, seconds: float) -> None:
        """Until something is done, or that long."""
        with self._changed:
            self._changed.wait(seconds)

    def close(self) -> None:
        """End the processes, whatever they are doing."""
        with self._changed:
            self._closed = True
            self._todo.clear()
            self._soon.clear()
            self._elsewhere.clear()
            workers, threads = list(self._workers), list(self._threads)
            self._changed.notify_all()
        for worker in workers:
            worker.process.kill()
        for thread in threads:
            thread.join()

    # --- in the threads, one a worker -------------------------------------------------------------------------------------

    def _feed(self, worker: _Worker) -> None:
        try:
            while (boundary := self._next(worker)) is not None and self._build(worker, boundary):
                pass
        finally:
            with self._changed:
                self._workers.remove(worker)
                self._changed.notify_all()
            worker.end()

    def _next(self, worker: _Worker) -> Boundary | None:
        """What this worker does next; None where it is not needed any more."""
        with self._changed:
            self._idle.append(worker)
            try:
                while not self._closed:
                    if not self._todo and self._elsewhere:
                        self.waiting_for_others = True
                        self._changed.wait(0.05)
                        self._todo, self._elsewhere = self._todo | self._elsewhere, {}
                    if self._todo:  # the largest, so that none is left for the end
                        return self._todo.pop(max(self._todo, key=lambda name: _size(self._todo[name])))
                    if self._soon and len(self._idle) > 1:
                        return self._soon.pop(next(iter(self._soon)))
                    alone = len(self._idle) == len(self._workers) and not self._todo
                    if not self._changed.wait(PATIENCE) and alone and not self._todo:
                        return None
                return None
            finally:
                self._idle.remove(worker)
                self._changed.notify_all()

    def _build(self, worker: _Worker, boundary: Boundary) -> bool:
        """Build one, unless another process does so; whether the worker can go on."""
        name, mark = boundary.name, self._prints[boundary.name]
        with builder.claimed(mark, self.cpu) as mine:
            if not mine:
                with self._changed:
                    self._elsewhere[name] = boundary
                return True
            code, fault, alive = library.stored_object(mark, self.cpu), "", True
            if code is None:
                try:
                    code, fault = worker.object_code(name)
                except (OSError, IndexError, ValueError):
                    why = f"; is VAZBA_CPU = {self.cpu} a kind of processor?" if "VAZBA_CPU" in os.environ else ""
                    fault, alive = f"the process that compiles {name} ended{why}", False
                else:
                    fault = fault and f"{name} cannot be compiled:\n{fault}"
                    builder.COUNT[0] += not fault
                if not fault and not library.sources_unchanged():
                    name, fault = "", "sources were changed while kernels were built from them: run it again"
                if not fault and code is not None:
                    library.store_object(mark, code, self.cpu)
        with self._changed:
            if fault or code is None:
                self.faults[name] = fault
            else:
                self.found[name], self._last, self._done = code, name, self._done + 1
            self._changed.notify_all()
        return alive and name != ""


def _size(boundary: Boundary) -> int:
    """How much there is to compile."""
    return sum(len(one.__code__.co_code) for one in digest.reach(boundary.function))
