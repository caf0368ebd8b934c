"""`vazba new NAME`."""

from __future__ import annotations

import enum
import json
from pathlib import Path
from typing import Annotated

import typer

from vazba.cli.guard import Refused
from vazba.cli.say import say

_TEMPLATES = Path(__file__).parent / "templates"


class Template(enum.StrEnum):
    """The models there are to start from."""

    SLIDER_CRANK = "slider-crank"
    FOUR_BAR = "four-bar"
    SPATIAL = "spatial"
    PRISM = "prism"
    TOWER = "tower"
    BALL = "icosahedron"
    T_BAR = "t-bar"
    D_BAR = "d-bar"
    PLATFORM = "platform"
    TABLES = "tables"


_GENERATED = {  # written by `vz.tensegrity`: its function, what is given, and what it is
    Template.TOWER: ("tower", {"stages": 3, "supported": True}, "A tower of three prisms on each other: nodes, bars and cables"),
    Template.BALL: ("icosahedron", {}, "The ball of six bars and 24 strings: nodes, bars and cables"),
    Template.T_BAR: ("t_bar", {}, "Two bars in line, held straight by bars across and strings around, in the plane"),
    Template.D_BAR: ("d_bar", {}, "A diamond of bars with strings along and across it, in the plane"),
    Template.PLATFORM: ("platform", {}, "A plate on three rods, held by six cables: rigid bodies, ball joints and cables"),
}  # fmt: skip


def new(
    name: Annotated[
        str, typer.Argument(metavar="NAME", show_default=False, help="Name of the model; NAME.toml or the folder NAME is written.")
    ],
    template: Annotated[
        Template, typer.Option(help="What to start from; `tables` is a folder of CSV tables.")
    ] = Template.SLIDER_CRANK,
    force: Annotated[bool, typer.Option("--force", help="Write over files that are there.")] = False,
) -> None:  # fmt: skip
    """Write a small commented model to start from."""
    bare = Path(name[: -len(".toml")] if name.lower().endswith(".toml") else name)
    if bare.name in ("", ".", ".."):
        raise Refused("new", f"'{name}' is no name for a model", remedy="vazba new my-crank")
    tables = template is Template.TABLES
    target = bare if tables else bare.with_name(f"{bare.name}.toml")
    contents = _contents(template, target, bare.name)
    there = [path for path in contents if path.exists()] or ([target] if tables and target.is_file() else [])
    if there and not force:
        raise Refused(str(target), f"{', '.join(p.name for p in there)}: there already", "nothing was written",
                      "choose another name, or --force to write over it")  # fmt: skip
    _write(contents, target if tables else target.parent)
    for path in contents:
        say(f"wrote {path}")
    structure = template is Template.PRISM or template in _GENERATED
    then = f"tensegrity {_quoted(target)}" if structure else f"kinematics {_quoted(target)} -o run.nc"
    say(f"\nnext:  vazba check {_quoted(target)}\n       vazba {then}")


def _contents(template: Template, target: Path, name: str) -> dict[Path, str]:
    source = _TEMPLATES / template.value
    if template in _GENERATED:
        return {target: _generated(template, target, name)}
    if source.is_dir():
        files = {target / path.name: path for path in sorted(source.iterdir()) if path.is_file()}
    else:
        files = {target: source.with_name(f"{source.name}.toml")}
    words = {"@NAME@": json.dumps(name, ensure_ascii=False), "@FILE@": _quoted(target)}
    made = {}
    for place, path in files.items():
        text = path.read_text(encoding="utf-8")
        for sign, word in words.items():
            text = text.replace(sign, word)
        made[place] = text
    return made


def _generated(template: Template, target: Path, name: str) -> str:
    """A structure as `vz.tensegrity` makes it, with a head that says what to do with it."""
    from vazba import tensegrity
    from vazba.files.toml import write_toml

    function, given, what = _GENERATED[template]
    model = getattr(tensegrity, function)(**given)
    model.name = name
    model.simulation.update(until=2, every=0.02)
    file, called = _quoted(target), ", ".join(f"{key}={value}" for key, value in given.items())
    commands = {
        f"tensegrity {file}": "its self-stress, mechanisms, and whether it stands",
        f"modes {file}": "natural frequencies",
        f"simulate {file} -o run.nc": "let it go",
    }
    head = [what, "", *(f"  vazba {command:<44} {says}" for command, says in commands.items()), ""]
    head += [
        f"Other sizes in Python: vz.save(vz.tensegrity.{function}({called}), {str(target)!r}).",
        "Lengths in metres, forces in newtons.",
    ]
    return "\n".join([*(f"# {line}".rstrip() for line in head), "", write_toml(model)])


def _write(contents: dict[Path, str], folder: Path) -> None:
    from vazba.files.atomic import not_written, write_whole

    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise not_written(folder, error) from error
    for path, text in contents.items():
        write_whole(path, text)


def _quoted(path: Path) -> str:
    text = str(path)
    return f'"{text}"' if " " in text else text
