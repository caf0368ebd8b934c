"""Building the machine code of kernels: a process a core, the largest kernel first, what is known from before taken from the cache."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from vazba._jit import digest, library
from vazba._jit.library import CannotBuild

if TYPE_CHECKING:
    from vazba._jit.boundaries import Boundary

Tell = Callable[[int, int, str], None]  # done, of how many, what was built last ("" at the end)


def tell_on_screen(done: int, total: int, name: str) -> None:
    """A line on the error stream that grows; one line where that is no terminal."""
    out = sys.stderr
    if out is None:
        return
    if out.isatty():
        words = f"vazba: building kernels, once for these sources: {done} of {total}  {name}"
        out.write("\r\x1b[K" + (words[:118] if name else ""))
    elif done == 0:
        out.write(f"vazba: building {total} kernels, once for these sources (a minute at most) ...\n")
    with contextlib.suppress(OSError, ValueError):
        out.flush()


SECONDS: list[float] = []  # that this process has spent building
COUNT = [0]  # kernels it has built
TELL: list[Tell] = [tell_on_screen]  # the last one is told


def built(boundaries: Sequence[Boundary], cpu: str | None = None) -> dict[str, bytes]:
    """Object code of these boundaries, from the cache or compiled now."""
    cpu = cpu or library.cpu_kind()
    library.sources_key()
    prints = {b.name: digest.fingerprint(b.function, b.signature, cpu) for b in boundaries}
    found: dict[str, bytes] = {}

    def look() -> None:
        for name, mark in prints.items():
            if name not in found and (code := library.stored_object(mark, cpu)) is not None:
                found[name] = code

    look()
    if len(found) < len(prints):
        if find_spec("numba") is None:
            raise CannotBuild(
                "this installation has no compiled kernels that fit its sources, and Numba, which builds them, is not installed: "
                "pip install 'vazba[laws]', or install vazba from a wheel again"
            )
        with _alone(cpu):  # another process may have built them in the meantime
            look()
            missing = [b for b in boundaries if b.name not in found]
            if missing:
                started = time.perf_counter()
                _compile(missing, prints, found, cpu)
                COUNT[0] += len(missing)
                SECONDS.append(time.perf_counter() - started)
    return found


@contextlib.contextmanager
def _alone(cpu: str) -> Iterator[None]:
    """One process builds at a time, where the system can tell: a second one waits and finds the work done."""
    with contextlib.ExitStack() as held:
        with contextlib.suppress(ImportError, OSError):
            import fcntl

            library.cache_folder(cpu).mkdir(parents=True, exist_ok=True)
            file = held.enter_context(open(library.cache_folder(cpu) / ".lock", "w"))
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                print("vazba: waiting for another process that builds kernels ...", file=sys.stderr, flush=True)
                fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _weight(boundary: Boundary) -> int:
    """How much code a boundary reaches: a guess at its time."""
    total, seen, todo = 0, {boundary.function}, [boundary.function]
    while todo:
        function: Any = todo.pop()
        total += len(function.__code__.co_code)
        for one in digest._reached(function)[1]:
            if one not in seen:
                seen.add(one)
                todo.append(one)
    return total


def _compile(boundaries: Sequence[Boundary], prints: dict[str, str], found: dict[str, bytes], cpu: str) -> None:
    """Compile in worker processes; each object is kept as soon as it is there, so that nothing is lost when the user stops."""
    todo = sorted(boundaries, key=_weight)  # taken from the end
    total, lock, faults = len(todo), threading.Lock(), []
    count = max(1, min(os.cpu_count() or 1, total))
    path = os.pathsep.join(x for x in sys.path if x)
    environment = os.environ | {"VAZBA_COMPILING": "1", "PYTHONPATH": path, "PYTHONWARNINGS": "ignore"}
    command = [sys.executable, "-m", "vazba._jit.worker", cpu]
    pipe, apart = subprocess.PIPE, {"process_group": 0} if os.name == "posix" else {}  # Ctrl-C is for this process
    workers = [
        subprocess.Popen(command, stdin=pipe, stdout=pipe, env=environment, **apart)  # type: ignore[call-overload]
        for _ in range(count)
    ]
    done = 0

    def feed(worker: Any) -> None:
        nonlocal done
        while True:
            with lock:
                if not todo:
                    break
                boundary = todo.pop()
            try:
                worker.stdin.write(f"{boundary.name}\n".encode())
                worker.stdin.flush()
                head = worker.stdout.readline().split()
                code, fault = worker.stdout.read(int(head[2])), worker.stdout.read(int(head[3]))
            except (OSError, IndexError, ValueError):
                why = f"; is VAZBA_CPU = {cpu} a kind of processor?" if "VAZBA_CPU" in os.environ else ""
                faults.append(f"the process that compiles {boundary.name} ended{why}")
                break
            if fault:
                faults.append(f"{boundary.name} cannot be compiled:\n{fault.decode()}")
                continue
            if not library.sources_unchanged():
                faults.append("sources were changed while kernels were built from them: run it again")
                break
            library.store_object(prints[boundary.name], code, cpu)
            with lock:
                found[boundary.name], done = code, done + 1

    threads = [threading.Thread(target=feed, args=(worker,), daemon=True) for worker in workers]
    tell = TELL[-1]
    tell(0, total, "")
    try:
        for thread in threads:
            thread.start()
        told = 0
        while any(thread.is_alive() for thread in threads):
            time.sleep(0.05)
            if done > told:
                with lock:
                    told, last = done, next(reversed(found))
                tell(told, total, last)
    except BaseException:
        for worker in workers:
            worker.kill()
        raise
    finally:
        for thread in threads:
            if thread.ident:
                thread.join()
        for worker in workers:
            with contextlib.suppress(OSError):
                worker.stdin.close()
            worker.wait()
            worker.stdout.close()
        tell(total, total, "")
    if faults:
        raise CannotBuild("\n".join(dict.fromkeys(faults)))
