"""Tables of the tree of a mechanism, its loops and what else is kept by equations; of large models the first rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from vazba.cli.say import say, table

if TYPE_CHECKING:
    from vazba.textbook.structure import Structure

MOST_BODIES, MOST_LOOPS, MOST_AROUND = 30, 15, 8  # rows, and bodies in a row
MOST_DEEP = 10  # steps by which names are moved to the right


def show_structure(structure: Structure) -> None:
    """How the recursive methods see the mechanism."""
    from vazba.textbook.structure import listed

    if not structure.bodies:
        return
    bodies = [
        (
            "  " * min(body.depth - 1, MOST_DEEP) + body.body,
            "floats" if body.joint is None else f"{body.joint} ({body.type})",
            body.parent if body.joint is not None else "",
            body.freedoms,
        )
        for body in structure.bodies
    ]
    _short("Tree: what carries what", ("body", "carried by", "on", "freedoms"), bodies, MOST_BODIES, "body", "bodies")
    loops = [(loop.cut, loop.type, loop.equations, loop.around(MOST_AROUND)) for loop in structure.loops]
    _short("Loops", ("cut at", "type", "equations", "bodies around"), loops, MOST_LOOPS, "loop", "loops")
    kept = [(row.name, row.kind, row.equations, listed(row.bodies, MOST_AROUND, ", ")) for row in structure.kept]
    _short("Kept by equations", ("name", "kind", "equations", "bodies"), kept, MOST_LOOPS, "row", "rows")
    say()
    say(f"structure: {structure.headline()}")
    for name in structure.refused:
        say(f"joint {name} cannot be cut: nothing else carries what it carries", "yellow")


def _short(
    title: str, headings: Sequence[str], rows: Sequence[Sequence[object]], most: int, one: str, many: str
) -> None:
    """A table, or its beginning."""
    if not rows:
        return
    number = [k for k, heading in enumerate(headings) if heading in ("equations", "freedoms")]
    table(title, headings, rows[:most], right=number)
    left = len(rows) - most
    if left > 0:
        say(f"... and {left} more {one if left == 1 else many}")
