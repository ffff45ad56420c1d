"""One player's cell of a `.mat` line: a roll and its play, a cube word, or a result.

Spellings met in real files: `25/24`, `bar/20`, `Bar/20`; `5/0`, `5/off(2)`, `5/Off`; `24/15*`,
`24/18*/15`; an empty play, `Cannot Move`, `????`; `Doubles => 2`, `Takes`, `Drops`; `Wins 2 point`,
`Wins 4016 point`, `Losses 3 point`; `Resigns`, `Resigned Game`, `Forfeits`, `Lost on time`. A cell's text
comes with single blanks (`mat_lines.numbered_cells`).
"""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from terazi.board.plays import CheckerMove, Play, Roll
from terazi.board.position import BAR, OFF
from terazi.board.side import Side
from terazi.formats.match import Action, CubeAction, CubeKind, GivingUp, Resignation, StatedResult, Turn
from terazi.formats.match_notes import Note, NoteCode, note

CUBE_WORDS = {
    "double": CubeKind.DOUBLE,
    "redouble": CubeKind.DOUBLE,
    "take": CubeKind.TAKE,
    "accept": CubeKind.TAKE,
    "drop": CubeKind.DROP,
    "pass": CubeKind.DROP,
    "passe": CubeKind.DROP,
    "reject": CubeKind.DROP,
    "beaver": CubeKind.BEAVER,
    "raccoon": CubeKind.RACCOON,
}
"""The words for the cube, without their final s."""

CELL_START = re.compile(
    r"\d{2}\s?:"
    r"|(?<!\S)[1-6]{2}(?=\s+(?:bar|\d{1,2})/)"
    r"|(?<!\S)(?:(?:re)?doubles?|takes?|accepts?|drops?|pass(?:es)?|rejects?|beavers?|raccoons?|wins?|los[et]s?|loss(?:es)?"
    r"|resign(?:s|ed)?|forfeit(?:s|ed)?)\b",
    re.IGNORECASE,
)
"""Where a cell begins: dice before a colon, wherever they stand, dice before a move, or a word."""

ROLL_CELL = re.compile(r"(\d)(\d)(?:\s?:|\s)(.*)", re.DOTALL)
CUBE_CELL = re.compile(r"(\w+?)s?\b(?:\s*(?:=+>|to|at)?\s*(\d{1,9}))?\s*\Z", re.IGNORECASE)
RESULT_CELL = re.compile(r"(win|lose|loss)\w*\b(?:\s+(\d{1,9}))?(?:\s+points?\b)?(.*)", re.IGNORECASE)
GIVING_UP = (
    (re.compile(r"resign(?:s|ed)?\b", re.IGNORECASE), GivingUp.RESIGN),
    (re.compile(r"forfeit(?:s|ed)?\b", re.IGNORECASE), GivingUp.FORFEIT),
    (re.compile(r"los(?:es|t)\s+on\s+time\b", re.IGNORECASE), GivingUp.TIMEOUT),
)
"""How a cell says that its player gave the game up."""
NO_PLAY = re.compile(r"(?:can(?:'|no)t\s+move|no\s+(?:legal\s+)?moves?|dance[sd]?|-+)?", re.IGNORECASE)
UNKNOWN_PLAY = re.compile(r"\?{2,}")
ORDINARY = re.compile(r"\s*(\d{1,6})\)(\s*)([1-6])([1-6]):([^:]*)(?:(?<=\s)([1-6])([1-6]):([^:]*))?\Z")
"""A numbered line with the turns of both players, or of one."""
MOVE = re.compile(r"(?:(bar)|(\d{1,2}))(\*?)((?:/(?:bar|off|\d{1,2})\*?)+)(?:\((\d)\))?,*", re.IGNORECASE)
LANDING = re.compile(r"/(off|\d{1,2})(\*?)", re.IGNORECASE)
MOST_MOVES = 8
"""More checker moves than any play has, however it is written."""

Cell: TypeAlias = Action | StatedResult | None
"""What a cell says; None: nothing that can be used."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where a cell stands: whose column, which line."""

    side: Side
    line: int


def read_cell(text: str, place: Place) -> tuple[Cell, Note | None]:
    """What the cell `text` says, and what is odd about it."""
    if (roll := ROLL_CELL.match(text)) is not None:
        return _read_turn(_roll(roll[1], roll[2]), roll[3], place, text)
    if UNKNOWN_PLAY.fullmatch(text.strip()):
        return _read_turn(None, text, place, text)
    how = next((how for pattern, how in GIVING_UP if pattern.match(text)), None)
    if how is not None:
        return Resignation(side=place.side, line=place.line, how=how), None
    if (result := RESULT_CELL.match(text)) is not None:
        return _read_result(result, place), None
    cube = CUBE_CELL.match(text)
    if cube is not None and (kind := CUBE_WORDS.get(cube[1].lower())) is not None:
        value = int(cube[2]) if cube[2] else None
        return CubeAction(side=place.side, line=place.line, kind=kind, value=value), None
    return None, note(place.line, NoteCode.NOT_UNDERSTOOD, text)


def read_play(text: str) -> Play | None:
    """The checker moves of a written play, or None if any of it cannot be read."""
    moves: list[CheckerMove] = []
    for word in text.split():
        chains = _chains(word)
        if chains is None or len(moves) > MOST_MOVES:
            return None
        moves += chains
    return tuple(moves) if len(moves) <= MOST_MOVES else None


def ordinary_turns(text: str, line: int) -> tuple[int, str, list[Turn]] | None:
    """A line of turns with nothing odd about it, as nearly all lines are; None for another.

    Its number, the blanks after it, and the turns: of both players, or of one who may be either. Says nothing
    that `mat_lines.numbered_cells` and `read_cell` would not say, sooner.
    """
    match = ORDINARY.match(text)
    if match is None:
        return None
    number, gap, a, b, first, c, d, second = match.groups()
    play = _ordinary_play(first.strip())
    if play is None:
        return None
    turns = [Turn(side=Side.FIRST, line=line, roll=(int(a), int(b)), play=play)]
    if c is not None:
        play = _ordinary_play(second.strip())
        if play is None:
            return None
        turns.append(Turn(side=Side.SECOND, line=line, roll=(int(c), int(d)), play=play))
    return int(number), gap, turns


@lru_cache(maxsize=1 << 14)
def _ordinary_play(text: str) -> Play | None:
    """Real files repeat themselves: of three plays two were written before in the same words."""
    play = read_play(text)
    return () if play is None and NO_PLAY.fullmatch(text) else play


def _roll(first: str, second: str) -> Roll | None:
    dice = int(first), int(second)
    return dice if all(1 <= die <= 6 for die in dice) else None


def _read_turn(roll: Roll | None, play_text: str, place: Place, text: str) -> tuple[Turn, Note | None]:
    play_text = play_text.strip()
    play = () if NO_PLAY.fullmatch(play_text) else read_play(play_text)
    turn = Turn(side=place.side, line=place.line, roll=roll, play=play)
    if play is None:
        code = NoteCode.UNKNOWN_PLAY if UNKNOWN_PLAY.fullmatch(play_text) else NoteCode.BAD_MOVE
        return turn, note(place.line, code, text)
    return turn, None if roll else note(place.line, NoteCode.BAD_DICE, text)


def _read_result(result: re.Match[str], place: Place) -> StatedResult:
    won = result[1].lower() == "win"
    return StatedResult(
        side=place.side if won else place.side.other,
        line=place.line,
        points=int(result[2]) if result[2] else None,
        wins_match="match" in result[3].lower(),
    )


@lru_cache(maxsize=1 << 14)
def _chains(word: str) -> Play | None:
    """`24/18*/15(2)` as moves: each leg, then all once more. There are few such words, in many plays."""
    moves: list[CheckerMove] = []
    at = 0
    while at < len(word):
        match = MOVE.match(word, at)
        if match is None or len(moves) > MOST_MOVES:
            return None
        moves += _chain(match)
        at = match.end()
    return tuple(moves) if all(OFF <= move.end < move.start <= BAR for move in moves) else None


def _chain(match: re.Match[str]) -> Play:
    start = BAR if match[1] else int(match[2])
    legs: list[CheckerMove] = []
    for landing in LANDING.finditer(match[4]):
        end = OFF if landing[1].lower() == "off" else int(landing[1])
        legs.append(CheckerMove(start=start, end=end, hit=bool(landing[2])))
        start = end
    # Only the first checker to land hits; a mark stands for all of them.
    again = [CheckerMove(start=leg.start, end=leg.end) for leg in legs]
    return (*legs, *again * (int(match[5] or 1) - 1))
