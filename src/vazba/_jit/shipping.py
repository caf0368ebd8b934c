"""The library of kernels for a wheel: `python -m vazba._jit.shipping FOLDER` writes it there, and tells for which platform it is.

It is linked against empty stand-ins of the C library that know only the oldest version of each symbol, so that it runs wherever that library is as
old as `GLIBC` says, whatever is installed where it is built; a symbol that is not mathematics does not link.
"""

from __future__ import annotations

import json
import platform
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterable
from pathlib import Path

from vazba._jit import library
from vazba._jit.boundaries import all_of_the_package
from vazba._jit.builder import built
from vazba._jit.library import CannotBuild
from vazba._jit.worker import MATHS

GLIBC = "2.17"  # the oldest that wheels are for (2012)
_FIRST = {"x86_64": "GLIBC_2.2.5", "aarch64": "GLIBC_2.17"}  # the version in which the C library began, by machine


def kinds() -> tuple[str, ...]:
    """The kinds of processor a wheel made here carries code for."""
    return ("x86-64-v3", "x86-64") if library.BASELINE == "x86-64" else (library.BASELINE,)


def _with_stand_ins() -> bool:
    return platform.libc_ver()[0] == "glibc" and platform.machine() in _FIRST


def wheel_tag() -> str:
    """The code does not depend on the version of Python."""
    system = f"manylinux_{GLIBC}_{platform.machine()}" if _with_stand_ins() else sysconfig.get_platform()
    return f"py3-none-{system.replace('.', '_').replace('-', '_')}"


def portable(objects: Iterable[bytes]) -> bytes:
    """One shared library of these objects that needs nothing but the C library and its mathematics."""
    linker = library.linker()
    if linker is None:
        raise CannotBuild("a wheel with kernels needs a C compiler (cc, gcc or clang) to link them")
    try:
        if not _with_stand_ins():
            return library.link(objects, "-lm")
        with tempfile.TemporaryDirectory() as folder:
            versions = Path(folder) / "versions"
            versions.write_text(f"{_FIRST[platform.machine()]} {{ global: *; }};")
            files, memory = [], {name for name in MATHS if name.startswith("mem")}
            for name, symbols in (("libm.so.6", MATHS - memory), ("libc.so.6", memory)):
                source, out = Path(folder) / f"{name}.c", Path(folder) / name
                source.write_text("".join(f"void {symbol}(void) {{}}\n" for symbol in sorted(symbols)))
                options = (
                    "-w",
                    "-fno-builtin",
                    "-shared",
                    "-nostdlib",
                    f"-Wl,-soname,{name},--version-script,{versions}",
                )
                subprocess.run([linker, *options, str(source), "-o", str(out)], check=True, capture_output=True)
                files.append(str(out))
            return library.link(objects, "-nostdlib", *files, "-Wl,-z,defs,-z,noexecstack")
    except subprocess.CalledProcessError as error:
        raise CannotBuild(f"the kernels do not link into a library for a wheel:\n{error.stderr.decode()}") from None


def build(folder: Path) -> None:
    """Write the libraries of all kernels, one a kind of processor, and their index."""
    boundaries = all_of_the_package()
    names, libraries = sorted(boundary.name for boundary in boundaries), {}
    for cpu in kinds():
        code = portable(built(boundaries, cpu).values())
        path, digest = folder / f"kernels-{cpu}.so", library._digest(code).hex()
        path.write_bytes(code)
        path.chmod(0o755)
        libraries[cpu] = {"file": path.name, "digest": digest}
        if library._loaded_file(path, digest, names) is None:
            raise CannotBuild(f"{path} was linked, but cannot be loaded")
        print(f"{path.name}: {len(names)} kernels, {len(code) / 1e6:.2f} MB", file=sys.stderr)
    index = {"sources": library.sources_sizes(), "names": names, "libraries": libraries}
    (folder / "index.json").write_text(json.dumps(index))


if __name__ == "__main__":
    try:
        build(Path(sys.argv[1]))
    except CannotBuild as error:
        sys.exit(str(error))
    print(wheel_tag())
