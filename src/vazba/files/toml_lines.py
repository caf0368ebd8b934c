"""Lines of the keys and headings of a TOML text, which the parser of the standard library does not tell."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator

Path = tuple[str, ...]

_TOKEN = re.compile(
    r'''"""(?:\\[\s\S]|(?!""")[^\\])*"{3,5}'''  # texts over several lines
    r"""|'''(?:(?!''')[\s\S])*'{3,5}"""
    r'''|"(?:\\.|[^"\\\n])*"'''
    r"""|'[^'\n]*'"""
    r"""|\#[^\n]*"""
    r"""|[\n\[\]{}=,.]"""
    r"""|[^\s\[\]{}=,.\#"']+"""
    r"""|["']"""  # a quote that is never closed
)


def lines_of(text: str) -> dict[Path, int]:
    """First line of every key path: `("bodies", "crank", "mass") -> 12`."""
    lines: dict[Path, int] = {}
    for path, line in statements(text):
        for length in range(1, len(path) + 1):
            lines.setdefault(path[:length], line)
    return lines


def statements(text: str) -> Iterator[tuple[Path, int]]:
    """Every heading and key with its line, in order; never fails, whatever the text."""
    prefix: Path = ()  # of the heading
    opened: list[tuple[str, Path]] = []  # brackets open in a value, and whose value it is
    words: list[str] = []
    state = "start"  # start, heading, key, value
    line, position = 1, 0
    for token in _TOKEN.finditer(text):
        word = token[0]
        line += text.count("\n", position, token.start())
        position = token.start()
        if word == "\n":
            if not opened:
                state, words = "start", []
        elif word.startswith("#"):
            continue
        elif state == "start":
            state, words = ("heading", []) if word == "[" else ("key", [_plain(word)])
        elif state == "heading":
            if word == "]":
                if words:
                    prefix = tuple(words)
                    yield prefix, line
                words = []
            elif word not in "[.":
                words.append(_plain(word))
        elif state == "key":
            if word == "=":
                base = opened[-1][1] if opened else prefix
                path = (*base, *words)
                yield path, line
                state = "value"
            elif word == "}" and opened:
                path = opened.pop()[1]
                state = "value"
            elif word != ".":
                words.append(_plain(word))
        elif word in ("{", "["):
            opened.append((word, path))
            if word == "{":
                state, words = "key", []
        elif word in ("}", "]") and opened:
            path = opened.pop()[1]
        elif word == "," and opened:
            path = opened[-1][1]
            if opened[-1][0] == "{":
                state, words = "key", []


def _plain(word: str) -> str:
    """A key without its quotes."""
    if word[0] not in "\"'":
        return word
    try:
        return str(tomllib.loads(f"key = {word}")["key"])
    except ValueError:
        return word
