"""`vazba examples`."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Annotated

import typer

from vazba.cli.completing import example_names
from vazba.cli.guard import Refused
from vazba.cli.say import pairs, say
from vazba.errors import VazbaError, suggestion


def home() -> Path | None:
    """Where the examples are: inside the installed package, or beside `src` in a checkout."""
    package = Path(__file__).resolve().parents[1]
    for folder in (package / "_examples", package.parents[1] / "examples"):
        if folder.is_dir():
            return folder
    return None


def examples(
    name: Annotated[
        str | None,
        typer.Argument(metavar="[NAME]", show_default=False, autocompletion=example_names, help="One of them; without it they are listed."),
    ] = None,
    copy_to: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", show_default=False, help="Copy it into this folder (without NAME: all of them)."),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Write over files that are there.")] = False,
) -> None:  # fmt: skip
    """List the examples that come with vazba, or copy one to start from."""
    known = held()
    if not known:
        raise VazbaError("this installation has no examples; `vazba new NAME` writes a model to start from")
    if name is not None and name not in known:
        raise Refused("examples", f"there is no example '{name}'", remedy=suggestion(name, known))
    chosen = known if name is None else {name: known[name]}
    if copy_to is not None:
        _copy(chosen, copy_to, force)
    elif name is None:
        pairs((each, description(path)) for each, path in known.items())
        say("\none of them to try:  vazba examples NAME --copy-to .")
    else:
        _tell(name, known[name])


def held() -> dict[str, Path]:
    """Folders of the examples by name."""
    folder = home()
    return {path.name: path for path in sorted(folder.iterdir()) if _is_example(path)} if folder else {}


def _tell(name: str, path: Path) -> None:
    say(f"{name}: {description(path)}".rstrip(": "), "bold")
    for file in sorted(path.rglob("*")):
        if file.is_file() and "__pycache__" not in file.parts:
            say(f"  {file.relative_to(path)}")
    say(f"\nvazba check {model_of(path)}\nvazba examples {name} --copy-to .     to change it")


def _copy(chosen: dict[str, Path], into: Path, force: bool) -> None:
    there = [each for each in chosen if (into / each).exists()]
    if there and not force:
        what = f"{', '.join(str(into / each) for each in there)}: there already"
        raise Refused("--copy-to", what, "nothing was copied", "choose another folder, or --force to write over it")
    for each, path in chosen.items():
        try:
            shutil.copytree(path, into / each, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__", "*.nc"))
        except OSError as error:
            why = error.strerror or str(error)
            raise Refused("--copy-to", f"{into / each} cannot be written", why, "choose another folder") from None
    if len(chosen) == 1:
        say(f"copied {into / each}\n\nnext:  vazba check {into / model_of(path).relative_to(path.parent)}")
    else:
        say(f"copied {len(chosen)} examples to {into}")


def _is_example(path: Path) -> bool:
    return path.is_dir() and not path.name.startswith((".", "_")) and any(path.iterdir())


def model_of(path: Path) -> Path:
    """The model of an example: its .toml or .py file, or the folder of tables itself."""
    if any(file.suffix.lower() == ".csv" and file.stem.upper() in ("BODY", "JOINT") for file in path.iterdir()):
        return path
    own = [path / f"{path.name}{ending}" for ending in (".toml", ".py")]
    others = sorted(file for file in path.iterdir() if file.suffix in (".toml", ".py"))
    return next((file for file in (*own, *others) if file.is_file()), path)


def description(path: Path) -> str:
    """One line: the first comment of the model, or the first line of the README that is no heading."""
    files = [path / f"{path.name}.toml", path / "model.toml", *sorted(path.glob("*.toml")), path / f"{path.name}.py"]
    for file in files:
        first = _lines(file)[:1]
        if first and first[0].startswith(("#", '"""')):
            return first[0].strip('#" ').rstrip(".")
    lines = _lines(path / "README.md")
    plain = next((line for line in lines if line and not line.startswith("#")), "")
    return plain.strip().rstrip(".")


def _lines(file: Path) -> list[str]:
    try:
        return file.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        return []
