"""The text of one function of LLVM as it is written: instructions block by block, registers, declarations, constants."""

from __future__ import annotations

import hashlib


class Block:
    """Instructions one after the other; `ended` once the last of them leads elsewhere."""

    def __init__(self, label: str) -> None:
        self.label, self.lines, self.ended = label, [], False  # type: tuple[str, list[str], bool]


class Emitter:
    """What is written of one function, and where the next instruction goes (`block`)."""

    def __init__(self, flags: str) -> None:
        self.flags = flags  # what the compiler may do with arithmetic, in the words of LLVM
        self.rooms: list[str] = []  # of variables
        self.declared: set[str] = set()
        self.constants: set[str] = set()
        self.block = Block("start")
        self.blocks = [self.block]
        self._count = 0

    def line(self, text: str) -> None:
        """Write an instruction."""
        self.block.lines.append(text)

    def made(self, text: str) -> str:
        """Write an instruction; the register that holds what it makes."""
        self._count += 1
        name = f"%x{self._count}"
        self.block.lines.append(f"{name} = {text}")
        return name

    def room(self, kind: str) -> str:
        """A place for a variable."""
        self._count += 1
        self.rooms.append(f"%v{self._count} = alloca {kind}")
        return f"%v{self._count}"

    def fresh(self, word: str) -> Block:
        """A block that is not begun yet."""
        self._count += 1
        return Block(f"{word}{self._count}")

    def begin(self, block: Block) -> None:
        """Go on in a block."""
        self.blocks.append(block)
        self.block = block

    def jump(self, to: Block) -> None:
        """End this block."""
        self.end(f"br label %{to.label}")

    def branch(self, condition: str, yes: Block, no: Block) -> None:
        """End this block where it depends."""
        self.end(f"br i1 {condition}, label %{yes.label}, label %{no.label}")

    def end(self, text: str) -> None:
        """Write what ends this block, unless it is ended."""
        if not self.block.ended:
            self.line(text)
            self.block.ended = True

    def declare(self, text: str) -> None:
        """Something that is called and stands elsewhere."""
        self.declared.add(text)

    def constant_of(self, text: str) -> str:
        """The name of a constant of that type and contents."""
        name = f"@c{hashlib.blake2b(text.encode(), digest_size=8).hexdigest()}"
        self.constants.add(f"{name} = private unnamed_addr constant {text}, align 8")
        return name

    def body(self) -> str:
        """All that was written."""
        first, *rest = self.blocks
        lines = [f"{first.label}:", *self.rooms, *first.lines]
        for block in rest:
            lines += [f"{block.label}:", *block.lines]
            if not block.ended:
                lines.append("unreachable")
        return "\n".join(lines)
