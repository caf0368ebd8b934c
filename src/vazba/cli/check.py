"""`vazba check MODEL`."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from vazba.cli.common import (
    PICTURE_ENDINGS,
    Allowed,
    ModelPath,
    Settings,
    check_output,
    read_model,
    read_robot,
    settings,
)
from vazba.cli.say import note, say, table

if TYPE_CHECKING:
    from vazba.kinematic.check import Check
    from vazba.textbook.structure import Structure


def check(
    model: ModelPath,
    set_: Settings = None,
    allow_path: Allowed = None,
    picture: Annotated[
        Path | None,
        typer.Option(
            "--picture", "-o", metavar="FILE", show_default=False,
            help="Draw the assembled mechanism, with its tree and loops beside it (.png, .svg, .pdf).",
        ),
    ] = None,
    assemblies: Annotated[
        bool,
        typer.Option("--assemblies", help="Look for other ways to assemble it, and list them."),
    ] = False,
) -> None:  # fmt: skip
    """Does the model assemble, how many degrees of freedom has it, what is redundant or not driven?"""
    if picture is not None:
        check_output(picture, PICTURE_ENDINGS)
    if model.suffix.lower() == ".urdf" and model.is_file():
        described, notes = read_robot(model, settings(set_))
        for text in notes:
            note(text)
    else:
        described = read_model(model, set_, allow_path)

    from vazba.kinematic.check import check as analyse
    from vazba.textbook.structure import structure_of

    found = analyse(described, assemblies)
    structure = structure_of(found.system)
    _show(found, structure)
    if picture is not None:
        draw_assembled(found, picture, structure)
    if found.exit_code:
        raise typer.Exit(found.exit_code)


def _show(found: Check, structure: Structure) -> None:
    from vazba.bodies.space import PLANE, space_of
    from vazba.cli.guard import say_faults
    from vazba.cli.structure import show_structure

    first, *rest = found.lines()
    say(first, "bold")
    if found.model.parameters:
        values = found.model.scope().parameters
        say("parameters: " + ", ".join(f"{name} = {value:.6g}" for name, value in values.items()))
    turned = "angle [deg]" if space_of(found.model.dimension) is PLANE else "Cardan angles x, y, z [deg]"
    if found.bodies:
        table("Bodies" + (" as assembled" if found.assembles else " in the best configuration found"),
              ("name", "origin [m]", turned, "mass [kg]"), [[_tidy(cell) for cell in row] for row in found.bodies])  # fmt: skip
    if found.joints:
        headings = ("name", "type", "joins", "equations", "joint coordinates", "gap")
        table("Joints", headings, found.joints, right=(3,))
    if found.drivers:
        table("Drivers", ("name", "drives", "at the start", "gap"), found.drivers)
    show_structure(structure)
    say()
    for line in rest:
        if line.startswith("problem: "):
            continue  # on stderr below
        odd = line.startswith(("warning: ", "assembles: NO")) or "NEAR SINGULAR" in line
        say(line, "yellow" if odd else None)
    if found.problems:
        say_faults(found.problems, "in the model")


def _tidy(cell: str) -> str:
    """`1e-26, 2` as `0, 2`: what is only rounding is not shown."""
    return re.sub(r"-?\d[\d.]*e-(1[3-9]|[2-9]\d|\d{3})(?!\d)|(?<![\d.])-0(?![\d.])", "0", cell)


def draw_assembled(
    found: Check,
    path: Path,
    structure: Structure | None = None,
    view: str | None = None,
    size: tuple[int, int] | None = None,
) -> None:
    """A picture of the assembled configuration; of the described one where there is none. With `structure` tree and loops stand beside it."""
    from vazba.cli.say import note
    from vazba.figures import picture as draw

    if found.assembles:
        draw(found.model, path, assembled_poses(found), structure=structure, view=view, size=size)
    else:
        note("the model does not assemble: the picture shows it as described", "yellow")
        draw(found.model, path, structure=structure, view=view, size=size)
    say(f"picture: {path}")


def assembled_poses(found: Check) -> dict:  # type: ignore[type-arg]
    """Where the bodies are, in the form the figures take: body -> origins (1, 3) and rotation matrices (1, 3, 3)."""
    import numpy as np

    from vazba.algebra.rotations import matrices
    from vazba.bodies.space import PLANE
    from vazba.element import GROUND

    poses = {GROUND: (np.zeros((1, 3)), np.eye(3)[None])}
    q = found.assembly.q
    for k, name in enumerate(found.system.body_names):
        if found.system.space is PLANE:
            x, y, angle = q[3 * k : 3 * k + 3]
            c, s = np.cos(angle), np.sin(angle)
            poses[name] = (np.array([[x, y, 0.0]]), np.array([[[c, -s, 0], [s, c, 0], [0, 0, 1]]]))
        else:
            poses[name] = (q[None, 7 * k : 7 * k + 3], matrices(q[None, 7 * k + 3 : 7 * k + 7]))
    return poses
