"""The grammar of expressions: text in, postfix code out. Text of a model file can never run code.

    expression := term (("+" | "-") term)*            left to right
    term       := factor (("*" | "/") factor)*        left to right
    factor     := ("-" | "+") factor | power
    power      := atom ["**" factor]                  right to left, so -t**2 = -(t**2) and 2**3**2 = 2**9
    atom       := number | name | name "." name | function "(" expression ("," expression)* ")" | "(" expression ")"

`name.name` is a column of a result (`A.angle_rate`): it has a value in laws of forces, and of results.

The parser writes postfix code straight away (no tree), so a long sum costs no recursion; brackets, signs and powers may
nest 60 deep. `expression.py` gives the code its meaning.
"""

from __future__ import annotations

import math
import re
from typing import NamedTuple

from vazba.errors import suggestion
from vazba.expressions.units import unit_hint

MAX_LENGTH = 2000  # characters
MAX_NESTING = 60  # brackets, signs and powers inside each other

# Operation codes: values first, then those of two values, then those of one.
PUSH, TIME = 0, 1
FIRST_BINARY = ADD = 2
SUB, MUL, DIV, POW, MIN, MAX, ATAN2, HYPOT = 3, 4, 5, 6, 7, 8, 9, 10
FIRST_UNARY = NEG = 11
SIN, COS, TAN, ASIN, ACOS, ATAN, SINH, COSH, TANH = 12, 13, 14, 15, 16, 17, 18, 19, 20
EXP, LOG, LOG10, SQRT, ABS, SIGN, FLOOR = 21, 22, 23, 24, 25, 26, 27
POWC = 28  # power with a constant exponent, which stands among the numbers
STEP = 29  # of five values
NAME = 40  # never in a program: the names are replaced there

CONSTANTS: dict[str, float] = {"pi": math.pi, "deg": math.pi / 180.0}
FORBIDDEN = ("inf", "infinity", "nan")
_MANY = -1
FUNCTIONS: dict[str, tuple[int, int]] = {  # name: (operation, number of values)
    "sin": (SIN, 1), "cos": (COS, 1), "tan": (TAN, 1), "asin": (ASIN, 1), "acos": (ACOS, 1), "atan": (ATAN, 1),
    "sinh": (SINH, 1), "cosh": (COSH, 1), "tanh": (TANH, 1), "exp": (EXP, 1), "log": (LOG, 1), "log10": (LOG10, 1),
    "sqrt": (SQRT, 1), "abs": (ABS, 1), "sign": (SIGN, 1), "floor": (FLOOR, 1), "atan2": (ATAN2, 2),
    "hypot": (HYPOT, 2), "min": (MIN, _MANY), "max": (MAX, _MANY), "step": (STEP, 5),
}  # fmt: skip


class ExpressionError(ValueError):
    """What is wrong with an expression, in the user's words, and at which character (1-based) where that is known."""

    def __init__(self, message: str, column: int | None = None) -> None:
        self.message = message
        self.column = column
        super().__init__(message if column is None else f"{message} (column {column})")


def clipped(text: str) -> str:
    """Text short enough to be quoted in a message."""
    return text if len(text) <= 60 else text[:57] + "..."


class Instruction(NamedTuple):
    """One postfix step; `start:end` is the part of the text it stands for."""

    op: int
    payload: float | str | None
    start: int
    end: int


_TOKEN = re.compile(
    r"\s*(?:((?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)|([^\W\d_]\w*(?:\.[^\W\d_]\w*)?)|(\*\*|[-+*/(),]))"
)
_BINARY = {"+": (ADD, 10), "-": (SUB, 10), "*": (MUL, 20), "/": (DIV, 20), "**": (POW, 40)}
_SIGN_BINDS = 30


class _Token(NamedTuple):
    kind: str  # number, name, sign, end
    text: str
    start: int


def _tokens(text: str) -> list[_Token]:
    found: list[_Token] = []
    position, length = 0, len(text.rstrip())
    while position < length:
        match = _TOKEN.match(text, position)
        if match is None or (match[2] and not all(word.isidentifier() for word in match[2].split("."))):
            raise _strange(text, position + len(text[position:]) - len(text[position:].lstrip()))
        kind = "number" if match[1] else "name" if match[2] else "sign"
        word = match[1] or match[2] or match[3]
        found.append(_Token(kind, word, match.end() - len(word)))
        position = match.end()
    return [*found, _Token("end", "", length)]


def _strange(text: str, at: int) -> ExpressionError:
    """Name a character the grammar does not have."""
    character = text[at]
    if character == "_":
        word = clipped(re.findall(r"\w+", text[at:])[0])
        return ExpressionError(f"names may not start with an underscore: '{word}'", at + 1)
    hints = {"^": "; use ** for powers", "=": "; an expression has no '='", "%": "; a remainder is a - b*floor(a/b)"}
    shown = character if character.isprintable() else repr(character)[1:-1]
    return ExpressionError(f"unexpected character '{shown}'" + hints.get(character, ""), at + 1)


class _Parser:
    """Precedence climbing over the tokens; methods return where in the text their part starts and ends."""

    def __init__(self, text: str) -> None:
        self.tokens = _tokens(text)
        self.next = 0
        self.depth = 0
        self.code: list[Instruction] = []

    def take(self) -> _Token:
        token = self.tokens[self.next]
        self.next = min(self.next + 1, len(self.tokens) - 1)
        return token

    def nested(self, binds: int, column: int) -> tuple[int, int]:
        self.depth += 1
        if self.depth > MAX_NESTING:
            raise ExpressionError(f"brackets, signs or powers are nested more than {MAX_NESTING} deep", column)
        span = self.expression(binds)
        self.depth -= 1
        return span

    def expression(self, binds: int) -> tuple[int, int]:
        start, end = self.operand()
        while True:
            token = self.tokens[self.next]
            op, strength = _BINARY.get(token.text, (0, -1))
            if strength < binds:
                return start, end
            self.take()
            _, end = self.nested(_SIGN_BINDS, token.start + 1) if op == POW else self.expression(strength + 1)
            self.code.append(Instruction(op, None, start, end))

    def operand(self) -> tuple[int, int]:
        token = self.take()
        start, end = token.start, token.start + len(token.text)
        if token.kind == "number":
            value = float(token.text)
            if not math.isfinite(value):
                raise ExpressionError(f"{clipped(token.text)} is too large", start + 1)
            self.code.append(Instruction(PUSH, value, start, end))
            return start, end
        if token.kind == "name":
            return (start, self.call(token)) if self.tokens[self.next].text == "(" else (start, self.name(token))
        if token.text in ("-", "+"):
            _, end = self.nested(_SIGN_BINDS, start + 1)
            if token.text == "-":
                self.code.append(Instruction(NEG, None, start, end))
            return start, end
        if token.text == "(":
            self.nested(0, start + 1)
            return start, self.close(start)
        if token.kind == "end":
            raise ExpressionError("the expression ends where a number or name should follow", start + 1)
        raise ExpressionError(f"a number or name is missing before '{token.text}'", start + 1)

    def close(self, opened: int) -> int:
        token = self.take()
        if token.text == ")":
            return token.start + 1
        if token.kind == "end":
            raise ExpressionError("missing ')': this '(' is never closed", opened + 1)
        raise _unexpected(token, self.tokens[max(self.next - 2, 0)])

    def name(self, token: _Token) -> int:
        end = token.start + len(token.text)
        owner, dot, _ = token.text.partition(".")
        if dot and (owner in FUNCTIONS or owner in CONSTANTS or owner == "t"):
            raise ExpressionError(f"'{owner}' is no element: it has no columns", token.start + 1)
        if token.text in FUNCTIONS:
            raise ExpressionError(f"'{token.text}' is a function: write {token.text}(...)", token.start + 1)
        if token.text.lower() in FORBIDDEN:
            raise ExpressionError(f"'{token.text}' is not allowed: numbers must be finite", token.start + 1)
        if token.text in CONSTANTS:
            self.code.append(Instruction(PUSH, CONSTANTS[token.text], token.start, end))
        else:
            self.code.append(Instruction(NAME, token.text, token.start, end))
        return end

    def call(self, token: _Token) -> int:
        if token.text not in FUNCTIONS:
            word = clipped(token.text)
            raise ExpressionError(f"unknown function '{word}'; {suggestion(word, FUNCTIONS)}", token.start + 1)
        op, wanted = FUNCTIONS[token.text]
        opened = self.take().start
        given = 0
        while given == 0 or self.tokens[self.next].text == ",":
            if given:
                self.take()
            elif self.tokens[self.next].text == ")":
                break
            self.nested(0, token.start + 1)
            given += 1
            if wanted == _MANY and given > 1:
                self.code.append(Instruction(op, None, token.start, self.tokens[self.next].start + 1))
        end = self.close(opened)
        if (given < 2) if wanted == _MANY else (given != wanted):
            need = "at least 2 values" if wanted == _MANY else "1 value" if wanted == 1 else f"{wanted} values"
            raise ExpressionError(f"{token.text}(...) takes {need}, not {given}", token.start + 1)
        if wanted != _MANY:
            self.code.append(Instruction(op, None, token.start, end))
        return end


def _unexpected(token: _Token, before: _Token = _Token("end", "", 0)) -> ExpressionError:  # noqa: B008  (frozen)
    """The error for a token that cannot follow what stands before it."""
    if token.text == ")":
        return ExpressionError("')' without a '(' before it", token.start + 1)
    if token.text == ",":
        return ExpressionError("unexpected ','; write numbers with a decimal point", token.start + 1)
    word = clipped(token.text)
    hint = unit_hint(before.text, word) if before.kind == "number" else ""
    return ExpressionError(f"an operator is missing before '{word}'; {hint or 'write * to multiply'}", token.start + 1)


def postfix(text: str) -> list[Instruction]:
    """Postfix code of an expression, or `ExpressionError`."""
    if not isinstance(text, str):
        raise ExpressionError(f"{clipped(str(text))} is not an expression")
    if len(text) > MAX_LENGTH:
        raise ExpressionError(f"the expression has {len(text)} characters; at most {MAX_LENGTH} are read")
    if not text.strip():
        raise ExpressionError("the expression is empty")
    parser = _Parser(text)
    parser.expression(0)
    if parser.tokens[parser.next].kind != "end":
        raise _unexpected(parser.tokens[parser.next], parser.tokens[parser.next - 1])
    return parser.code
