"""The library of kernels: whatever is damaged is noticed and made again, and what cannot be kept is kept in memory."""

from __future__ import annotations

import ctypes
import json
import math
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from vazba._jit import builder, library
from vazba._jit.mode import PLAIN

from .conftest import NAMES

pytestmark = pytest.mark.skipif(PLAIN, reason="there is no machine code with NUMBA_DISABLE_JIT=1")


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("VAZBA_CACHE", str(tmp_path / "cache"))
    monkeypatch.delenv("VAZBA_LINKER", raising=False)
    return tmp_path / "cache"


def works(addresses: dict[str, int]) -> None:
    """Whether there is code at these addresses that does what the toys say."""
    number = ctypes.c_double
    assert sorted(addresses) == NAMES
    assert ctypes.CFUNCTYPE(number, number)(addresses[NAMES[2]])(-3.0) == 9.0
    assert ctypes.CFUNCTYPE(number, number, number)(addresses[NAMES[0]])(3.0, 4.0) == pytest.approx(5.0, rel=1e-15)
    values = np.array([1.0, 2.0, math.pi])
    ctypes.CFUNCTYPE(None, ctypes.c_int64, ctypes.c_int64, number)(addresses[NAMES[1]])(values.ctypes.data, 3, 2.0)
    assert values.tolist() == [2.0, 4.0, 2 * math.pi]


def only(folder: Path, pattern: str) -> Path:
    (found,) = folder.glob(pattern)
    return found


# --- the library built here -------------------------------------------------------------------------------------------


def test_a_library_is_kept_and_found_again(objects, cache):
    works(library.install(objects, {}))
    works(library.indexed())
    assert "3 kernels built here" in library.where()


def test_a_library_grows_by_what_other_processes_need(objects, cache):
    prints = {name: name.partition(":")[2] for name in NAMES}
    for name, code in objects.items():
        library.store_object(prints[name], code, library.cpu_kind())
        library.install({name: code}, prints)
    works(library.indexed())
    only(cache, "kernels-*/kernels-*.so")  # those it grew from are gone
    (cache / f"kernels-{library.cpu_kind()}" / "objects" / "scale.o").unlink()
    assert sorted(library.install({NAMES[0]: objects[NAMES[0]]}, prints)) == [NAMES[0], NAMES[2]]


@pytest.mark.parametrize("damage", [b"", b"nonsense", None])
def test_a_damaged_library_is_not_loaded_and_made_again(objects, cache, damage):
    library.install(objects, {})
    path = only(cache, "kernels-*/kernels-*.so")
    whole = path.read_bytes()
    path.unlink()  # this process has it mapped
    path.write_bytes(whole[: len(whole) // 2] if damage is None else damage)
    assert library.indexed() == {}
    assert "DAMAGED" in library.where()
    works(library.install(objects, {}))
    works(library.indexed())


@pytest.mark.parametrize(
    "text", ["", "{", "null", "[]", "3", "{}", '{"file": 3, "digest": 1, "names": 2}', '{"file": "x", "digest": "y", "names": ["z"]}']
)  # fmt: skip
def test_a_garbled_index_counts_as_none(objects, cache, text):
    library.install(objects, {})
    only(cache, "kernels-*/*.json").write_text(text)
    assert library.indexed() == {}
    works(library.install(objects, {}))
    works(library.indexed())


def test_where_nothing_can_be_written_code_stays_in_memory(objects, cache, monkeypatch):
    monkeypatch.setattr(library, "written", lambda *_: False)
    works(library.install(objects, {}))
    assert not cache.exists()


def test_a_cache_folder_that_cannot_be_made(objects, tmp_path, monkeypatch):
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("VAZBA_CACHE", str(tmp_path / "file" / "cache"))
    works(library.install(objects, {}))
    assert library.stored_object("0" * 32, library.cpu_kind()) is None


def test_a_full_disk_leaves_no_pieces(tmp_path, monkeypatch):
    def full(_source, _target):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(library.os, "replace", full)
    assert library.written(tmp_path / "new" / "file", b"content") is False
    assert list((tmp_path / "new").iterdir()) == []


def test_without_a_linker(objects, cache, monkeypatch):
    monkeypatch.setenv("VAZBA_LINKER", "none")
    assert library.linked(objects.values()) is None
    works(library.install(objects, {}))
    assert library.indexed() == {}


def test_without_a_linker_and_without_the_compiler_it_is_said_in_one_sentence(objects, monkeypatch):
    monkeypatch.setenv("VAZBA_LINKER", "none")
    monkeypatch.setitem(__import__("sys").modules, "llvmlite", None)
    with pytest.raises(library.CannotBuild, match=r"pip install 'vazba\[laws\]'"):
        library.install(objects, {})


def test_a_kind_of_processor_is_a_name(monkeypatch):
    monkeypatch.setenv("VAZBA_CPU", "../x86-64")
    with pytest.raises(library.CannotBuild, match=r"VAZBA_CPU: '\.\./x86-64' is not a kind of processor"):
        library.cpu_kind.__wrapped__()


# --- objects ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def compiled(objects, monkeypatch):
    """Toy boundaries, and a list of those that a stand-in for the worker processes was asked for."""
    asked: list[str] = []

    def compile_(boundaries, prints, found, cpu):
        for one in boundaries:
            asked.append(one.name)
            found[one.name] = objects[one.name]
            library.store_object(prints[one.name], objects[one.name], cpu)

    monkeypatch.setattr(builder, "_compile", compile_)
    monkeypatch.setattr(builder.digest, "fingerprint", lambda function, _, cpu: f"{function}-{cpu}")
    toys = [SimpleNamespace(name=name, function=name.partition(":")[2], signature="") for name in NAMES]
    return SimpleNamespace(toys=toys, asked=asked)


def test_objects_are_compiled_once(compiled, objects):
    assert builder.built(compiled.toys) == objects
    assert sorted(compiled.asked) == NAMES
    assert builder.built(compiled.toys) == objects
    assert len(compiled.asked) == 3


@pytest.mark.parametrize("keep", [0, 1, 200])
def test_a_truncated_object_is_compiled_again_and_only_that(compiled, objects, cache, keep):
    builder.built(compiled.toys)
    path = only(cache, "kernels-*/objects/scale-*.o")
    path.write_bytes(path.read_bytes()[:keep])
    compiled.asked.clear()
    assert builder.built(compiled.toys) == objects
    assert compiled.asked == ["toys.kernels:scale"]


def test_an_object_with_one_wrong_bit_is_compiled_again(compiled, objects, cache):
    builder.built(compiled.toys)
    path = only(cache, "kernels-*/objects/squared-*.o")
    data = bytearray(path.read_bytes())
    data[100] ^= 1
    path.write_bytes(data)
    compiled.asked.clear()
    assert builder.built(compiled.toys) == objects
    assert compiled.asked == ["toys.kernels:squared"]


def test_every_kind_of_processor_has_its_own_folder(compiled, cache):
    builder.built(compiled.toys, "x86-64")
    builder.built(compiled.toys, "x86-64-v3")
    assert sorted(path.name for path in cache.iterdir()) == ["kernels-x86-64", "kernels-x86-64-v3"]
    assert len(compiled.asked) == 6
    assert all("x86-64.o" in path.name for path in (cache / "kernels-x86-64" / "objects").iterdir())


def test_without_numba_what_is_missing_is_said_in_one_sentence(compiled, monkeypatch):
    monkeypatch.setattr(builder, "find_spec", lambda _: None)
    with pytest.raises(library.CannotBuild) as said:
        builder.built(compiled.toys)
    assert "pip install 'vazba[laws]'" in str(said.value)
    assert "\n" not in str(said.value)


# --- the library of a wheel -------------------------------------------------------------------------------------------


@pytest.fixture
def wheel(objects, tmp_path, monkeypatch):
    """A folder as in a wheel: two libraries and their index."""
    folder = tmp_path / "_kernels"
    folder.mkdir()
    code, libraries = library.linked(objects.values()), {}
    assert code is not None
    for kind in (library.cpu_kind(), library.BASELINE):
        (folder / f"kernels-{kind}.so").write_bytes(code)
        libraries[kind] = {"file": f"kernels-{kind}.so", "digest": library._digest(code).hex()}
    index = {"sources": library.sources_sizes(), "names": NAMES, "libraries": libraries}
    (folder / "index.json").write_text(json.dumps(index))
    monkeypatch.setattr(library, "SHIPPED", folder)
    return folder


def test_the_library_of_a_wheel_is_found(wheel):
    works(library.shipped())
    assert f"came with the package: kernels-{library.cpu_kind()}.so" in library.where()


def test_where_the_fitting_library_of_a_wheel_is_damaged_the_plain_one_is_taken(wheel, monkeypatch):
    monkeypatch.setattr(library, "cpu_kind", lambda: "x86-64-v9")
    works(library.shipped())
    assert f"kernels-{library.BASELINE}.so" in library.where()
    (wheel / f"kernels-{library.BASELINE}.so").write_bytes(b"torn")
    assert library.shipped() == {}
    assert "damaged" in library.where()


@pytest.mark.parametrize("text", ["", "null", "[]", "{}", '{"sources": 1, "libraries": [], "names": null}'])
def test_a_garbled_index_of_a_wheel_counts_as_none(wheel, text):
    (wheel / "index.json").write_text(text)
    assert library.shipped() == {}


def test_the_library_of_a_wheel_is_not_used_for_other_sources(wheel, monkeypatch):
    monkeypatch.setattr(library, "sources_sizes", lambda: "changed")
    assert library.shipped() == {}
    assert "do not fit its sources" in library.where()
