"""Building the machine code of kernels: a process a core, what is known from before taken from the cache.

Of two processes that want the same kernel one builds it and the other waits; kernels that only one of them wants hold up nobody.
"""

from __future__ import annotations

import contextlib
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from vazba._jit import digest, library
from vazba._jit.library import CannotBuild
from vazba.progress import NotebookBar, in_notebook

if TYPE_CHECKING:
    from vazba._jit.boundaries import Boundary
    from vazba._jit.works import Works

Tell = Callable[
    [int, int, str], None
]  # done, of how many (0: it is not known yet), what was built last ("" at the end)


def tell_on_screen(done: int, total: int, name: str) -> None:
    """A line on the error stream that changes: how many of those that are asked for so far, and which was last. Where that is no terminal, one line."""
    out = sys.stderr
    if in_notebook():
        _tell_in_cell(done, total, name)
        return
    if out is None:
        return
    if out.isatty():
        words = f"vazba: building kernels, once for these sources: {done} of {total}  {name}" if name else ""
        out.write("\r\x1b[K" + words[:118])
    elif done == 0:
        out.write(f"vazba: building {total} kernels, once for these sources ...\n".replace(" 0 ", " "))
    with contextlib.suppress(OSError, ValueError):
        out.flush()


_CELL: list[NotebookBar] = []


def _tell_in_cell(done: int, total: int, name: str) -> None:
    """The same as a bar in the cell of a notebook."""
    if not _CELL:
        _CELL.append(NotebookBar("building kernels, once for these sources"))
    if name or not done:
        _CELL[0].show(done / max(total, 1), f"{done} of {total}  {name}" if total else "")
    if not name and done:
        _CELL.pop().close()


SECONDS: list[float] = []  # that this process has spent building
COUNT = [0]  # kernels it has built
TELL: list[Tell] = [tell_on_screen]  # the last one is told


def prints_of(boundaries: Sequence[Boundary], cpu: str) -> dict[str, str]:
    """The names under which the code of these boundaries is kept."""
    library.sources_key()
    return {one.name: digest.fingerprint(one.function, one.signature, cpu) for one in boundaries}


def stored(prints: dict[str, str], cpu: str) -> dict[str, bytes]:
    """Object code that is in the cache, by name of the boundary."""
    found = {name: library.stored_object(mark, cpu) for name, mark in prints.items()}
    return {name: code for name, code in found.items() if code is not None}


def must_have_llvm() -> None:
    if find_spec("llvmlite") is None:
        raise CannotBuild(
            "this installation has no compiled kernels that fit its sources, and llvmlite, which builds them, is not installed: "
            "pip install 'vazba[laws]', or install vazba from a wheel again"
        )


def built(boundaries: Sequence[Boundary], cpu: str | None = None) -> dict[str, bytes]:
    """Object code of these boundaries, from the cache or compiled now."""
    cpu = cpu or library.cpu_kind()
    prints = prints_of(boundaries, cpu)
    found = stored(prints, cpu)
    missing = [one for one in boundaries if one.name not in found]
    if missing:
        must_have_llvm()
        _compile(missing, prints, found, cpu)
    return found


def _compile(boundaries: Sequence[Boundary], prints: dict[str, str], found: dict[str, bytes], cpu: str) -> None:
    from vazba._jit.works import Works

    works = Works(cpu)
    try:
        works.ask(boundaries, prints)
        found.update(waited_for(works, [one.name for one in boundaries]))
    finally:
        works.close()


def waited_for(works: Works, names: Sequence[str], more: bool = False) -> dict[str, bytes]:
    """Object code of boundaries that were asked for, as soon as all of it is there; meanwhile it is told how far that is. `more`: others will be asked for."""
    started, tell, told = time.perf_counter(), TELL[-1], -1
    missing = works.missing(names)
    try:
        while missing:
            done, total, last = works.progress()
            if done > told:
                tell(done, total if done or not more else 0, last)
                told = done
            if works.waiting_for_others:
                works.waiting_for_others = False
                print(
                    "vazba: waiting for another process that builds the same kernels ...", file=sys.stderr, flush=True
                )
            works.rest(0.1)
            missing = works.missing(names)
    except BaseException:
        works.close()
        raise
    finally:
        if told >= 0:
            tell(works.progress()[1], works.progress()[1], "")
            SECONDS.append(time.perf_counter() - started)
    if works.faults:
        works.close()
        raise CannotBuild("\n".join(dict.fromkeys(works.faults.values())))
    return {name: works.found[name] for name in names}


@contextlib.contextmanager
def claimed(mark: str, cpu: str) -> Iterator[bool]:
    """Whether this process may build the object of that name now; False while another one does. Where the system cannot tell, each may."""
    path, file = library.cache_folder(cpu) / "objects" / f"{mark}.lock", None
    with contextlib.suppress(ImportError, OSError):
        import fcntl

        path.parent.mkdir(parents=True, exist_ok=True)
        file = open(path, "w")  # noqa: SIM115  (closed below, which gives the lock back)
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.close()
            yield False
            return
    try:
        yield True
    finally:
        if file is not None:
            with contextlib.suppress(OSError):
                Path(path).unlink(missing_ok=True)
            file.close()


def environment() -> dict[str, str]:
    """That of a process that compiles: the same sources, and nothing said beside the answers."""
    path = os.pathsep.join(x for x in sys.path if x)
    return os.environ | {"PYTHONPATH": path, "PYTHONWARNINGS": "ignore"}
