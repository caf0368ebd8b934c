"""The gallery: every folder of `examples/` with its first line, its picture, its README and its files.

What the README runs by `vazba simulate` is dynamics, by `vazba inverse` inverse dynamics, the rest driven motion.
"""

from __future__ import annotations

import re
from pathlib import Path

from live import frame

from vazba.cli.examples import description, model_of
from vazba.files import load

EXAMPLES = Path(__file__).parents[2] / "examples"
GROUPS = (
    *("Kinematics in the plane", "Kinematics in space", "Dynamics in the plane", "Dynamics in space"),
    *("Inverse dynamics in the plane", "Inverse dynamics in space"),
)


def gallery(root: Path = EXAMPLES) -> str:
    """All examples, in groups."""
    groups: dict[str, list[str]] = {heading: [] for heading in GROUPS}
    for folder in sorted(path for path in root.iterdir() if path.is_dir() and not path.name.startswith((".", "_"))):
        text = (folder / "README.md").read_text(encoding="utf-8")
        kind = next((2 * k for k, word in ((1, "simulate"), (2, "inverse")) if f"\nvazba {word} " in text), 0)
        place = load(model_of(folder)).dimension - 2 + kind
        groups[GROUPS[place]].append(entry(folder))
    return "\n\n".join(part for heading, held in groups.items() if held for part in (f"## {heading}", *held))


def entry(folder: Path) -> str:
    """One example: its README below the headings of this page, with its one-line description and its files."""
    text = (folder / "README.md").read_text(encoding="utf-8")
    place = f"../examples/{folder.name}"
    text = re.sub(r"^(#+ )", r"##\1", text, flags=re.MULTILINE)
    text = re.sub(r"\]\((?!https?:|#|/)([^)]+)\)", rf"]({place}/\1)", text)
    text = re.sub(r"^```\n(?=vazba )", "```console\n", text, flags=re.MULTILINE)
    title, _, rest = text.partition("\n")
    said = description(folder)
    line = f"*{said}.*" if said and said.rstrip(".") not in rest.replace("\n", " ") else ""
    files = [path for path in sorted(folder.iterdir()) if path.suffix.lower() in (".toml", ".csv", ".py", ".urdf")]
    links = ", ".join(f"{{download}}`{path.name} <{place}/{path.name}>`" for path in files)
    moving = f"<details><summary>Move it</summary>\n\n{frame(folder.name)}\n\n</details>"
    return "\n\n".join(part for part in (title, line, rest.strip(), moving, f"Files: {links}") if part)
