"""The signs of an SGF file (Smart Game Format, FF[4]), line by line: brackets, semicolons, names, values."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from terazi.formats.match_notes import Note, NoteCode, note

OUTSIDE = re.compile(r"[A-Za-z]+|[();\[]|[^A-Za-z();\[\s]+")
VALUE_END = re.compile(r"[\]\\]")
LONGEST_VALUE = 4096
"""What is kept of one value, in characters; analyses and comments may be longer, and nobody reads them."""


class TokenKind(StrEnum):
    """What a sign is."""

    OPEN = "("
    CLOSE = ")"
    NODE = ";"
    NAME = "name"
    VALUE = "value"


@dataclass(frozen=True, slots=True, kw_only=True)
class Token:
    """One sign, the line it begins on, and for a name or a value its text without escapes."""

    kind: TokenKind
    line: int
    text: str = ""


def sgf_tokens(lines: Iterable[str | Note]) -> Iterator[Token | Note]:
    """The signs of a file in order; what is no sign becomes a note. Takes linear time, whatever comes."""
    value: list[str] | None = None
    began = number = 0
    for line in lines:
        if isinstance(line, Note):
            yield line
            continue
        number += 1
        at = 0
        while True:
            if value is not None:
                at = _value_part(line, at, value)
                if at < 0:
                    break
                yield Token(kind=TokenKind.VALUE, line=began, text="".join(value)[:LONGEST_VALUE])
                value = None
            sign = OUTSIDE.search(line, at)
            if sign is None:
                break
            at = sign.end()
            if sign[0] == "[":
                value, began = [], number
            else:
                yield _outside(sign[0], number)
    if value is not None:
        yield note(began, NoteCode.CUT_OFF, "".join(value))


def _outside(sign: str, line: int) -> Token | Note:
    if sign in {"(", ")", ";"}:
        return Token(kind=TokenKind(sign), line=line)
    if sign.isascii() and sign.isalpha():
        return Token(kind=TokenKind.NAME, line=line, text=sign)
    return note(line, NoteCode.NOT_UNDERSTOOD, sign)


def _value_part(line: str, at: int, value: list[str]) -> int:
    """Adds one line's part of a value; where the line goes on after the value, or -1 if it does not end."""
    while (end := VALUE_END.search(line, at)) is not None:
        _keep(value, line[at : end.start()])
        if end[0] == "]":
            return end.end()
        if end.end() == len(line):
            return -1  # an escaped line end is none
        _keep(value, line[end.end()])
        at = end.end() + 1
    _keep(value, line[at:] + "\n")
    return -1


def _keep(value: list[str], text: str) -> None:
    """Only the beginning of a value is kept, in few pieces."""
    if len(value) <= LONGEST_VALUE:
        value.append(text[:LONGEST_VALUE])
