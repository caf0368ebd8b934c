"""Where the machine code of kernels comes from: a library that was built ahead (in a wheel), or one built here and kept in a cache folder.

In a checkout each boundary is one object file, named by the digest of all it is made of (`digest.py`); those at hand are linked into one shared
library, which a process loads in less than a millisecond. An index tells which library belongs to the sources as they stand (by their dates and sizes). Files
are written whole or not at all and carry a digest of their contents: a damaged one is made again. Where nothing can be written, code is kept in memory.
"""

from __future__ import annotations

import contextlib
import ctypes
import hashlib
import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

from vazba._jit.worker import symbol_of
from vazba.errors import VazbaError

PACKAGE = Path(__file__).parent.parent
SHIPPED = PACKAGE / "_kernels"  # in a wheel
BASELINE = (
    "x86-64" if platform.machine().lower() in ("x86_64", "amd64") else "generic"
)  # what every processor of the family runs
KEEP_DAYS = 14.0
_LENGTH = 16  # bytes of the digest behind an object
_GARBLED = (OSError, ValueError, LookupError, TypeError, AttributeError)  # an index that is missing or says nonsense
_LOADED: list[Any] = []  # libraries and engines, kept as long as the process


class CannotBuild(VazbaError):
    """Code is missing and cannot be made here."""

    exit_code = 1


def cache_root() -> Path:
    """Folder of all compiled code of this package: `VAZBA_CACHE`, or the user's cache folder."""
    named = os.environ.get("VAZBA_CACHE")
    if named:
        return Path(named)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "vazba"


@cache
def cpu_kind() -> str:
    """The kind of processor code is made for: not this one exactly, so that the same kinds compute the same bits. `VAZBA_CPU` names another."""
    named = os.environ.get("VAZBA_CPU")
    if named:
        if not all(c.isalnum() or c in "-_+" for c in named):
            raise CannotBuild(
                f"VAZBA_CPU: '{named}' is not a kind of processor; write x86-64-v3 or x86-64, for example"
            )
        return named
    if BASELINE != "x86-64":
        return BASELINE
    try:
        with open("/proc/cpuinfo") as file:
            text = file.read(8192)
        flags = next(line for line in text.splitlines() if line.startswith("flags")).split()
    except (OSError, StopIteration):
        return "x86-64"
    return "x86-64-v3" if {"avx2", "bmi1", "bmi2", "f16c", "fma", "movbe", "abm"} <= set(flags) else "x86-64"


def cache_folder(cpu: str | None = None) -> Path:
    """Folder of the code built here, for this kind of processor or another."""
    return cache_root() / f"kernels-{cpu or cpu_kind()}"


def _digest(data: bytes) -> bytes:
    return hashlib.blake2b(data, digest_size=_LENGTH).digest()


def written(path: Path, data: bytes) -> bool:
    """Write a file whole or not at all; False where that cannot be done (no space, no permission)."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=".new-")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
            os.replace(name, path)
        except OSError:
            Path(name).unlink(missing_ok=True)
            return False
    except OSError:
        return False
    return True


@cache
def sources_key() -> str:
    """Digest of the dates and sizes of all sources of the package, as this process began with them: changes whenever one may have changed."""
    return _sources_now()


def sources_unchanged() -> bool:
    """Whether the sources are still those this process began with: others, which import them now, would compile something else."""
    return _sources_now() == sources_key()


def _sources_now() -> str:
    digest = hashlib.blake2b(f"{sys.version_info[:2]} {PACKAGE}".encode(), digest_size=16)
    for folder, names, files in os.walk(PACKAGE):
        names.sort()
        for name in sorted(files):
            if name.endswith(".py"):
                found = os.stat(os.path.join(folder, name))
                digest.update(f"{folder}/{name} {found.st_mtime_ns} {found.st_size}\n".encode())
    return digest.hexdigest()


# --- objects ------------------------------------------------------------------------------------------------------------------


def stored_object(print_: str, cpu: str) -> bytes | None:
    """Object code kept under a digest; None where it is missing or damaged."""
    path = cache_folder(cpu) / "objects" / f"{print_}.o"
    try:
        data = path.read_bytes()
    except OSError:
        return None
    code, mark = data[:-_LENGTH], data[-_LENGTH:]
    return code if code and _digest(code) == mark else None


def store_object(print_: str, code: bytes, cpu: str) -> bool:
    """Keep object code; False where it cannot be written."""
    return written(cache_folder(cpu) / "objects" / f"{print_}.o", code + _digest(code))


# --- libraries ----------------------------------------------------------------------------------------------------------------


def linker() -> str | None:
    """The C compiler that is used to link; None where there is none, or `VAZBA_LINKER=none` forbids it."""
    if os.environ.get("VAZBA_LINKER") == "none":
        return None
    return next((found for found in map(shutil.which, ("cc", "gcc", "clang")) if found), None)


def link(objects: Iterable[bytes], *options: str) -> bytes:
    """One shared library of these objects; raises `OSError` or `CalledProcessError`."""
    with tempfile.TemporaryDirectory() as folder:
        files = []
        for k, code in enumerate(objects):
            files.append(Path(folder) / f"{k}.o")
            files[-1].write_bytes(code)
        out = Path(folder) / "kernels.so"
        command = [linker() or "cc", "-shared", "-nostartfiles", "-o", str(out), *map(str, files), *options, "-Wl,-s"]
        subprocess.run(command, check=True, capture_output=True)
        return out.read_bytes()


def linked(objects: Iterable[bytes]) -> bytes | None:
    """One shared library of these objects for this computer; None without a linker."""
    try:
        return link(objects, "-lm") if linker() else None
    except (OSError, subprocess.CalledProcessError):
        return None


def _addresses(library: Any, names: Iterable[str]) -> dict[str, int]:
    cast = ctypes.cast
    return {name: int(cast(getattr(library, symbol_of(name)), ctypes.c_void_p).value or 0) for name in names}


def _loaded_file(path: Path, mark: str, names: Iterable[str]) -> dict[str, int] | None:
    """Addresses from a shared library, if it is whole; a torn one could end the process."""
    try:
        if _digest(path.read_bytes()).hex() != mark:
            return None
        library = ctypes.CDLL(str(path))
        _LOADED.append(library)
        return _addresses(library, names)
    except (OSError, AttributeError):
        return None


def load_objects(objects: dict[str, bytes]) -> dict[str, int]:
    """Addresses of boundaries from their objects, in memory: where there is no linker, or nothing can be written."""
    try:
        from llvmlite import binding
    except ImportError:
        raise CannotBuild(
            "the compiled kernels cannot be linked or kept here, and llvmlite, which could load them, is not installed: "
            "pip install 'vazba[laws]', or set VAZBA_CACHE to a folder you may write to"
        ) from None
    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    machine = binding.Target.from_default_triple().create_target_machine()
    engine = binding.create_mcjit_compiler(binding.parse_assembly(""), machine)
    for code in objects.values():
        engine.add_object_file(binding.ObjectFileRef.from_data(code))
    engine.finalize_object()
    _LOADED.append(engine)
    return {name: int(engine.get_function_address(symbol_of(name))) for name in objects}


def sources_sizes() -> str:
    """Digest of the names and sizes of all sources: they are the same in a checkout and in the wheel made of it."""
    digest = hashlib.blake2b(digest_size=16)
    for folder, names, files in os.walk(PACKAGE):
        names[:] = sorted(name for name in names if name not in ("_examples", "_kernels", "__pycache__"))
        for name in sorted(files):
            if name.endswith(".py"):
                path = os.path.join(folder, name)
                digest.update(f"{os.path.relpath(path, PACKAGE)} {os.stat(path).st_size}\n".encode())
    return digest.hexdigest()


def shipped() -> dict[str, int]:
    """Addresses from the library that came with the package; empty where there is none that is whole and fits the sources.

    The one for this kind of processor is taken, else the one that any processor of the family runs.
    """
    try:
        index = json.loads((SHIPPED / "index.json").read_text())
        if index["sources"] != sources_sizes():
            return {}
        for kind in dict.fromkeys((cpu_kind(), BASELINE)):
            one = index["libraries"].get(kind)
            found = one and _loaded_file(SHIPPED / one["file"], one["digest"], index["names"])
            if found:
                return found
    except _GARBLED:
        pass
    return {}


def _index_path() -> Path:
    return cache_folder() / f"{sources_key()}.json"


def indexed() -> dict[str, int]:
    """Addresses from the library that was built here from the sources as they stand; empty where there is none or it is damaged."""
    try:
        index = json.loads(_index_path().read_text())
        return _loaded_file(cache_folder() / index["file"], index["digest"], index["names"]) or {}
    except _GARBLED:
        return {}


def install(objects: dict[str, bytes], prints: dict[str, str] | None = None) -> dict[str, int]:
    """Link objects, keep the library for the next process, and load it. With `prints`, the names under which they are kept, they are of this package:
    the index then tells of the library, to which all that the index told of before is added."""
    if prints is not None:
        objects = _told_before() | objects
    library = linked(objects.values())
    if library is not None:
        mark = _digest(library).hex()
        path = cache_folder() / f"kernels-{mark}.so"
        names = {name: prints.get(name, "") for name in sorted(objects)} if prints is not None else {}
        index = {"file": path.name, "digest": mark, "names": names}
        before = _file_told_of() if names else None
        if written(path, library) and (not names or written(_index_path(), json.dumps(index).encode())):
            if before not in (None, path):  # it is part of the new one; a process that was about to load it links again
                _remove(before)
            _prune()
            found = _loaded_file(path, mark, objects)
            if found is not None:
                return found
    return load_objects(objects)


def _file_told_of() -> Path | None:
    try:
        return cache_folder() / json.loads(_index_path().read_text())["file"]  # type: ignore[no-any-return]
    except _GARBLED:
        return None


def _remove(path: Path | None) -> None:
    with contextlib.suppress(OSError):
        if path is not None and path.suffix == ".so":
            path.unlink()


def _told_before() -> dict[str, bytes]:
    """Object code of all that the index for these sources tells of, as far as it is still kept."""
    try:
        found = {
            name: stored_object(mark, cpu_kind())
            for name, mark in json.loads(_index_path().read_text())["names"].items()
        }
    except _GARBLED:
        return {}
    return {name: code for name, code in found.items() if code is not None}


def where() -> str:
    """Where the kernels come from, in words."""
    if SHIPPED.is_dir():
        if shipped():
            path = Path(_LOADED[-1]._name)
            return f"came with the package: {path.name} ({path.stat().st_size / 1e6:.1f} MB)"
        return f"those that came with the package do not fit its sources or are damaged; {_built_here()}"
    return _built_here()


def _built_here() -> str:
    try:
        index = json.loads(_index_path().read_text())
        path = cache_folder() / index["file"]
        whole = _digest(path.read_bytes()).hex() == index["digest"]
        state = f"{path.stat().st_size / 1e6:.1f} MB" if whole else "DAMAGED, will be built again"
        return f"{len(index['names'])} kernels built here, in {path} ({state})"
    except _GARBLED:
        return f"not built yet: vazba warmup does it, in {cache_folder()}"


def _prune() -> None:
    """Remove code that was not used for a while."""
    try:
        for path in cache_folder().rglob("*"):
            if path.is_file() and time.time() - max(path.stat().st_mtime, path.stat().st_atime) > KEEP_DAYS * 86400:
                path.unlink()
    except OSError:
        pass  # the cache is a convenience: never a reason to stop
