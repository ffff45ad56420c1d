"""The kinds of lines of a `.mat` file, each recognised by itself."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from terazi.board.side import Side
from terazi.formats.mat_cells import CELL_START
from terazi.formats.names import spell_alike

# No two unbounded runs of blanks stand side by side below: a hostile line must not take quadratic time.
TAG = re.compile(r';?\s*\[([^"\]]*)"(.*?)"\s*\](?=\s*(?:;|\Z))')
TAG_THEN_MORE = re.compile(r';?\s*\[([^"\]]*)"(.*?)"\s*\]')
MATCH_LENGTH = re.compile(
    r"\s*(?:(\d{1,6})[\s-]*points?\s+match\b|match\s+of\s+(\d{1,6})\s+points?\b)", re.IGNORECASE
)
UNLIMITED = re.compile(r"\s*(?:unlimited|money)\s+(?:match|game|session)\b", re.IGNORECASE)
GAME = re.compile(r"\s*Game\s+#?(\d{1,9})\b[.:]?(?!\s*:)", re.IGNORECASE)
SET_POSITION = re.compile(r"\s*;\s*Set\s?Pos\b", re.IGNORECASE)
"""A comment by which a program says where the checkers stand."""
NUMBERED = re.compile(r"\s*(\d{1,6})\)")
RESULT_WORDS = frozenset({"win", "wins", "lose", "loses", "loss", "losses"})
AFTER_RESULT = re.compile(r"\d+|points?", re.IGNORECASE)
POINTS = re.compile(r":\s*(\d{1,6})(?=\s|\Z)")
GLUE = re.compile(
    r"(?<=\s)(?=Game\s+\d+\s*(?:\Z|\S.*:\s*\d))"
    r"|(?<=\s)(?=\d{1,6}\s+points?\s+match\b)"
    r"|(?<=\s)(?=\d{1,4}\)\s)"
    r"|(?<=\S)(?=\s*;\s*\[)",
    re.IGNORECASE,
)
"""Where one line goes on as another kind of line."""

MAYBE_GLUED = re.compile(r";|game|match", re.IGNORECASE)
"""What a line holds, or the number of a turn in its middle, that may go on as another."""

TAB = 8
RIGHT_COLUMN = 24
"""Where the right column may begin when no line has shown it."""
LEFT_GAP = 4
"""A lone cell that begins within this many blanks of its number is the left player's."""
TABBED_GAP = 12
"""The same where the gap begins with a tab: one tab is the left column, two are the right one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreLine:
    """` name : 0      name : 2`: the names without outer blanks, the points, where the right name begins."""

    players: tuple[str, str]
    score: tuple[int, int]
    right_column: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CellText:
    """A cell's text and the player whose column it stands in."""

    side: Side
    text: str


def is_blank(text: str) -> bool:
    """Whether a line says nothing; DOS ends a file with ^Z, and joined files keep their marks inside."""
    return not text.strip().strip("\x1a\ufeff")


def is_heading(text: str) -> bool:
    """Whether a line belongs to the heading or is a comment."""
    return text.lstrip(" \t\ufeff").startswith((";", "["))


def tags_of(text: str) -> tuple[list[tuple[str, str]], str]:
    """The headings `; [Name "value"]` on a line, in order, and what is left of it."""
    tags: list[tuple[str, str]] = []
    text = text.lstrip(" \t\ufeff")
    while (tag := TAG.match(text) or TAG_THEN_MORE.match(text)) is not None:
        tags.append((tag[1].strip(), tag[2]))
        text = text[tag.end() :].lstrip()
    return tags, text


def match_length_of(text: str) -> int | None:
    """The length that a line states (`7 point match`, `Match of 7 points`), 0 for an unlimited match.

    None for another line.
    """
    if UNLIMITED.match(text):
        return 0
    length = MATCH_LENGTH.match(text)
    return int(length[1] or length[2]) if length else None


def unglued(text: str) -> list[str]:
    """The lines that stand on one line; nearly always it alone."""
    numbers = text.count(")") - (NUMBERED.match(text) is not None)
    if numbers <= 0 and MAYBE_GLUED.search(text) is None:
        return [text]
    return [piece for piece in GLUE.split(text) if not is_blank(piece)]


def score_line(text: str, known: Sequence[str]) -> ScoreLine | None:
    """The names and points of a line, or None if it has no two of each.

    A name may itself look like a score (`a : 3 b`): of several readings the one with `known` names wins,
    else the one with the widest gap between the columns.
    """
    text = text.rstrip().expandtabs(TAB)
    scores = list(POINTS.finditer(text))
    if len(scores) < 2 or scores[-1].end() != len(text):
        return None
    right = scores[-1]
    readings = [_reading(text, left, right) for left in scores[:-1]]
    if len(readings) == 1:
        return readings[0]
    return max(readings, key=lambda reading: _likelihood(text, reading, known))


def numbered_cells(text: str) -> tuple[int, list[CellText], str] | None:
    """The number of a line `12) cell cell`, its cells, and what is left over; None for another line."""
    number = NUMBERED.match(text)
    if number is None:
        return None
    rest = text[number.end() :]
    words = " ".join(rest.split())
    starts = [start.start() for start in CELL_START.finditer(words)]
    if words and not (starts and starts[0] == 0):
        starts.insert(0, 0)
    cells = [words[a:b].rstrip() for a, b in pairwise([*starts, len(words)])]
    sides = list(Side) if len(cells) > 1 else [lone_side(rest[: len(rest) - len(rest.lstrip())])]
    placed = [CellText(side=side, text=cell) for side, cell in zip(sides, cells, strict=False)]
    return int(number[1]), placed, " ".join(cells[2:])


def result_line(
    text: str, right_column: int | None, players: Sequence[str]
) -> tuple[Side | None, str] | None:
    """In whose column a result line stands (None: in nobody's) and its words; None for another line.

    The result may also follow a player's name.
    """
    words = text.split()
    at = next((i for i, word in enumerate(words) if word.casefold() in RESULT_WORDS), None)
    if at is None or not (at + 1 == len(words) or AFTER_RESULT.match(words[at + 1])):
        return None
    said = " ".join(words[at:])
    if at:
        name = " ".join(words[:at])
        named = [side for side in Side if players and spell_alike(name, players[side.seat])]
        return (named[0], said) if len(named) == 1 else None
    gap = text[: len(text) - len(text.lstrip())]
    if "\t" in gap:
        return lone_side(gap), said
    column = len(gap)
    if column >= (right_column or RIGHT_COLUMN) * 3 // 5:
        return Side.SECOND, said
    return (Side.FIRST if column >= LEFT_GAP - 1 else None), said


def _reading(text: str, left: re.Match[str], right: re.Match[str]) -> ScoreLine:
    between = text[left.end() : right.start()]
    return ScoreLine(
        players=(text[: left.start()].strip(), between.strip()),
        score=(int(left[1]), int(right[1])),
        right_column=left.end() + len(between) - len(between.lstrip()),
    )


def _likelihood(text: str, reading: ScoreLine, known: Sequence[str]) -> tuple[int, int]:
    fits = sum(any(spell_alike(name, player) for name in known) for player in reading.players)
    before = text[: reading.right_column]
    return fits, len(before) - len(before.rstrip())


def lone_side(gap: str) -> Side:
    """Whose column a lone cell stands in, by the blanks before it (after its line's number)."""
    if tabs := gap.count("\t"):
        left = tabs == 1 and len(gap.expandtabs(TAB)) <= TABBED_GAP
    else:
        left = len(gap) <= LEFT_GAP
    return Side.FIRST if left else Side.SECOND
