"""One game tree of an `.sgf` file as a game record.

A move is the dice and pairs of points, `52lqac`: a-x are the points from 1 to 24 as White counts them, y is
the bar, z is off. White is the first player.
"""

import re
from collections.abc import Iterable

from terazi.board.plays import CheckerMove, Play
from terazi.board.position import BAR, OFF
from terazi.board.side import Side
from terazi.formats.match import (
    Action,
    CubeAction,
    CubeKind,
    GameRecord,
    MatchHeader,
    Resignation,
    StatedResult,
    Turn,
    conceded,
)
from terazi.formats.match_notes import Note, NoteCode, note
from terazi.formats.sgf_tokens import Token

SIDES = {"W": Side.FIRST, "B": Side.SECOND}
CUBE_WORDS = {"double": CubeKind.DOUBLE, "take": CubeKind.TAKE, "drop": CubeKind.DROP}
ANSWERS = {
    CubeKind.DOUBLE: CubeKind.BEAVER,
    CubeKind.BEAVER: CubeKind.RACCOON,
    CubeKind.RACCOON: CubeKind.RACCOON,
}
"""What a double is that answers another one: SGF has one word for all."""
SETUP = frozenset({"AB", "AW", "AE", "CV", "CP"})
TURN = re.compile(r"([1-6])([1-6])((?:[a-z]{2}){0,8})")
RESULT = re.compile(r"([WB])\+(\d{1,9})?(R(?:esign)?)?", re.IGNORECASE)
BACKGAMMON = "6"
"""The number of backgammon among SGF's games (property GM)."""
CRAWFORD_GAME = "CrawfordGame"


class GameTree:
    """A game tree while it is being read: the properties of its root, and what was played."""

    def __init__(self, line: int) -> None:
        self.line = self.last_line = line
        self.root: dict[str, list[str]] = {}
        self.actions: list[Action] = []
        self.from_opening = True
        self.nodes = 0
        self.too_long = False

    def value(self, name: str, key: str = "") -> str:
        """The first value of a root property, or the one that begins with `key:`."""
        for value in self.root.get(name, ()):
            if not key or value.startswith(f"{key}:"):
                return value[len(key) + 1 :] if key else value
        return ""

    def number(self, key: str) -> int | None:
        """A number of the match information (property MI)."""
        text = self.value("MI", key)
        return int(text) if text.isascii() and text.isdigit() and len(text) <= 9 else None

    @property
    def is_backgammon(self) -> bool:
        """Whether the tree is a game of backgammon, as it is if nothing else is said."""
        return self.value("GM").strip() in {"", BACKGAMMON}

    @property
    def rules(self) -> list[str]:
        """The names in the rules property."""
        return self.value("RU").split(":")


def read_action(tree: GameTree, side: Side, token: Token) -> Iterable[Note]:
    """Takes one move or cube action of `side` into its game."""
    text = token.text.strip().lower()
    if (kind := CUBE_WORDS.get(text)) is not None:
        kind = _answering(tree, side) if kind is CubeKind.DOUBLE else kind
        tree.actions.append(CubeAction(side=side, line=token.line, kind=kind))
        return
    turn = TURN.fullmatch(text)
    if turn is None:
        yield note(token.line, NoteCode.BAD_MOVE, token.text)
        return
    play = _play(turn[3], side)
    if play is None:
        yield note(token.line, NoteCode.BAD_MOVE, token.text)
    roll = int(turn[1]), int(turn[2])
    tree.actions.append(Turn(side=side, line=token.line, roll=roll, play=play))


def _answering(tree: GameTree, side: Side) -> CubeKind:
    """What the double of `side` is, by what the opponent has just done."""
    last = tree.actions[-1] if tree.actions else None
    if isinstance(last, CubeAction) and last.side is not side:
        return ANSWERS.get(last.kind, CubeKind.DOUBLE)
    return CubeKind.DOUBLE


def _play(letters: str, side: Side) -> Play | None:
    points = [_point(letter, side) for letter in letters]
    moves = tuple(CheckerMove(start=a, end=b) for a, b in zip(points[::2], points[1::2], strict=True))
    return moves if all(move.end < move.start for move in moves) else None


def _point(letter: str, side: Side) -> int:
    number = ord(letter) - ord("a") + 1
    if number == BAR:
        return BAR
    if number > BAR:
        return OFF
    return number if side is Side.FIRST else BAR - number


def record_of(tree: GameTree, header: MatchHeader, index: int | None) -> GameRecord:
    """The finished game; `index` is its number in the match, counted from 0."""
    score = tree.number("ws"), tree.number("bs")
    result = RESULT.match(tree.value("RE").strip())
    stated = None
    if result is not None:
        winner = SIDES[result[1].upper()]
        points = int(result[2]) if result[2] else None
        stated = StatedResult(side=winner, line=tree.line, points=points)
        if result[3]:
            multiplier = conceded(tree.actions, points)
            tree.actions.append(Resignation(side=winner.other, line=tree.last_line, multiplier=multiplier))
    return GameRecord(
        match=header,
        players=header.players,
        line=tree.line,
        last_line=tree.last_line,
        number=None if index is None else index + 1,
        score=None if score[0] is None or score[1] is None else (score[0], score[1]),
        actions=tuple(tree.actions),
        result=stated,
        from_opening=tree.from_opening,
        crawford=CRAWFORD_GAME in tree.rules if header.length else None,
    )
