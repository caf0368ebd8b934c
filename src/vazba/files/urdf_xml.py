"""XML as a plain tree with lines, read safely: no document types, no entities, nothing outside the file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from xml.parsers import expat

from vazba.errors import ModelError
from vazba.files.reading import refused

MAX_DEPTH = 40  # elements inside each other
MAX_ELEMENTS = 100_000
_UNEXPANDED = re.compile(r"\$\(|\$\{")
_PLACE = re.compile(r": line \d+, column \d+$")


@dataclass
class Node:
    """One element: its tag, its attributes, its line and what is inside it."""

    tag: str
    attributes: dict[str, str]
    line: int
    children: list[Node] = field(default_factory=list)

    def all(self, tag: str) -> Iterator[Node]:
        """The children with a tag."""
        return (child for child in self.children if child.tag == tag)

    def first(self, tag: str) -> Node | None:
        """The first child with a tag."""
        return next(self.all(tag), None)


def read_xml(data: bytes, file: str) -> Node:
    """The outermost element of an XML text; raises `ModelError` with the line where it cannot be read."""
    if not data.strip(b"\xef\xbb\xbf \t\r\n"):
        raise refused(file, "the file is empty", "a robot is written as XML", "check that it is the right file")
    builder = _Builder(file)
    try:
        builder.parser.Parse(data, True)
    except expat.ExpatError as error:
        raise _syntax(error, data, file) from error
    except (LookupError, ValueError) as error:  # encodings that are not known
        raise refused(file, "the encoding cannot be read", str(error), "save the file as UTF-8", 1) from error
    assert builder.root is not None  # else the parser complains
    _refuse_macros(builder.root, file)
    return builder.root


class _Builder:
    """Puts the tree together from what the parser meets, and stops at whatever a robot does not need."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.root: Node | None = None
        self.open: list[Node] = []
        self.count = 0
        self.parser = expat.ParserCreate()
        self.parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.StartDoctypeDeclHandler = self._doctype
        self.parser.EntityDeclHandler = self._doctype

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        node = Node(tag, attributes, self.parser.CurrentLineNumber)
        self.count += 1
        if len(self.open) >= MAX_DEPTH or self.count > MAX_ELEMENTS:
            deep = len(self.open) >= MAX_DEPTH
            what = f"nested more than {MAX_DEPTH} deep" if deep else f"more than {MAX_ELEMENTS} elements"
            raise self._refused(what, "no robot needs that", "check that it is the right file")
        if self.open:
            self.open[-1].children.append(node)
        else:
            self.root = node
        self.open.append(node)

    def _end(self, tag: str) -> None:  # noqa: ARG002
        self.open.pop()

    def _doctype(self, *_: object) -> None:
        why = "document types and entities can blow a file up or fetch others, and no robot needs them"
        raise self._refused("the file declares a document type (<!DOCTYPE ...>)", why, "remove the declaration")

    def _refused(self, what: str, why: str, remedy: str) -> ModelError:
        return refused(self.file, what, why, remedy, self.parser.CurrentLineNumber)


def _syntax(error: expat.ExpatError, data: bytes, file: str) -> ModelError:
    what = _PLACE.sub("", str(error))
    if not data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith((b"<", b"\xff\xfe", b"\xfe\xff")):
        return refused(file, "this is not XML", what, "check that it is the right file", error.lineno)
    remedy = "check that every element is closed and every value stands in quotes"
    return refused(file, f"not valid XML: {what}, column {error.offset + 1}", "", remedy, error.lineno)


def _refuse_macros(root: Node, file: str) -> None:
    """Files for the macro processor xacro are programs, not robots."""
    for node in _walk(root):
        macro = node.tag.startswith("xacro:")
        found = next((f"{k}={v!r}" for k, v in node.attributes.items() if _UNEXPANDED.search(v)), None)
        if macro or found:
            what = f"<{node.tag}> is a macro" if macro else f"<{node.tag}> holds a substitution: {found:.80}"
            why = "this is a xacro file, from which a robot is still to be made"
            raise refused(file, what, why, "expand it first: xacro robot.urdf.xacro > robot.urdf", node.line)


def _walk(node: Node) -> Iterator[Node]:
    """All elements in order, without those meant for another program."""
    waiting = [node]
    while waiting:
        node = waiting.pop()
        yield node
        waiting.extend(child for child in reversed(node.children) if child.tag != "gazebo")
