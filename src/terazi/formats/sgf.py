"""Reading gnubg's `.sgf` matches: a game tree per game (GM[6]), the main line only.

White (`PW`, `W`) is the first player. A move is the dice and pairs of points, `52lqac`: a-x are the points
from 1 to 24 as White counts them, y is the bar, z is off.
"""

import re
from collections.abc import Iterable

from terazi.board.plays import CheckerMove, Play
from terazi.board.position import BAR, OFF, WinMultiplier
from terazi.board.side import Side
from terazi.formats.mat_heading import parsed_date
from terazi.formats.match import (
    MOST_ACTIONS,
    Action,
    CubeAction,
    CubeKind,
    GameRecord,
    MatchHeader,
    MatchStream,
    Resignation,
    StatedResult,
    Turn,
)
from terazi.formats.match_notes import Note, NoteCode, joined_runs, note
from terazi.formats.sgf_tokens import Token, TokenKind, sgf_tokens

SIDES = {"W": Side.FIRST, "B": Side.SECOND}
CUBE_WORDS = {"double": CubeKind.DOUBLE, "take": CubeKind.TAKE, "drop": CubeKind.DROP}
SETUP = frozenset({"AB", "AW", "AE", "CV", "CP"})
TURN = re.compile(r"([1-6])([1-6])((?:[a-z]{2}){0,8})")
RESULT = re.compile(r"([WB])\+(\d{1,9})?(R(?:esign)?)?", re.IGNORECASE)
BACKGAMMON = "6"
"""The number of backgammon among SGF's games (property GM)."""
CRAWFORD_GAME = "CrawfordGame"


def read_sgf(lines: Iterable[str | Note]) -> MatchStream:
    """The games of an `.sgf` file in its order, with a note for every oddity; never empty, never raises.

    `lines` come from `decode.decoded_lines` or `decode.text_lines`. Holds one game in memory.
    """
    yield from joined_runs(_read(lines))


def _read(lines: Iterable[str | Note]) -> MatchStream:
    reader = _Reader()
    for token in sgf_tokens(lines):
        if isinstance(token, Note):
            yield token
        else:
            yield from reader.token(token)
    yield from reader.end()


class _Tree:
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


class _Reader:
    """What must be remembered from sign to sign."""

    def __init__(self) -> None:
        self.tree: _Tree | None = None
        self.depth = 0
        self.begun: list[bool] = []
        """For every open bracket: whether a line inside it has begun already."""
        self.skipping: int | None = None
        self.name = ""
        self.header: MatchHeader | None = None
        self.last_index: int | None = None
        self.games = 0

    def token(self, token: Token) -> MatchStream:
        """Takes in one sign."""
        match token.kind:
            case TokenKind.OPEN:
                yield from self._open(token.line)
            case TokenKind.CLOSE:
                yield from self._close()
            case TokenKind.NODE if self.tree is not None and self.skipping is None:
                self.tree.nodes += 1
            case TokenKind.NAME:
                self.name = token.text
            case TokenKind.VALUE if self.tree is not None and self.skipping is None:
                yield from self._property(self.tree, token)

    def end(self) -> MatchStream:
        """Finishes the file."""
        if self.tree is not None:
            yield note(self.tree.last_line, NoteCode.CUT_OFF)
            yield from self._finished(self.tree)
        if not self.games:
            yield note(0, NoteCode.NO_GAMES)

    def _open(self, line: int) -> MatchStream:
        if self.tree is None:
            self.tree = _Tree(line)
        elif self.begun[-1] and self.skipping is None:
            self.skipping = len(self.begun)
            yield note(line, NoteCode.VARIATION_LINE)
        if self.begun:
            self.begun[-1] = True
        self.begun.append(False)

    def _close(self) -> MatchStream:
        if self.begun:
            self.begun.pop()
        if self.skipping is not None and len(self.begun) <= self.skipping:
            self.skipping = None
        if not self.begun and self.tree is not None:
            tree, self.tree = self.tree, None
            yield from self._finished(tree)

    def _property(self, tree: _Tree, token: Token) -> MatchStream:
        tree.last_line = token.line
        if self.name in SIDES and tree.is_backgammon:
            if len(tree.actions) < MOST_ACTIONS:
                yield from _action(tree, SIDES[self.name], token)
            elif not tree.too_long:
                tree.too_long = True
                yield note(token.line, NoteCode.GAME_TOO_LONG, token.text)
        elif self.name in SETUP:
            if tree.from_opening:
                yield note(token.line, NoteCode.SETUP_POSITION, f"{self.name}[{token.text}]")
            tree.from_opening = False
        elif tree.nodes <= 1:
            tree.root.setdefault(self.name, []).append(token.text)

    def _finished(self, tree: _Tree) -> MatchStream:
        if not tree.is_backgammon:
            yield note(tree.line, NoteCode.OTHER_VARIATION, f"GM[{tree.value('GM')}]")
            return
        if not tree.root and not tree.actions:
            yield note(tree.line, NoteCode.NOT_UNDERSTOOD, "()")
            return
        header = self._header(tree)
        if header is not self.header:
            self.header = header
            yield from _header_notes(header)
        self.games += 1
        yield _record(tree, header, self.last_index)

    def _header(self, tree: _Tree) -> MatchHeader:
        """The match of a game: the one before it goes on if the numbers and the players do."""
        before, last = self.header, self.last_index
        self.last_index = index = tree.number("game")
        players = tree.value("PW").strip(), tree.value("PB").strip()
        length = tree.number("length")
        goes_on = last is not None and index == last + 1
        if before is not None and goes_on and (before.players, before.length) == (players, length):
            return before
        others = [rule for rule in tree.rules if rule.casefold().endswith("gammon")]
        return MatchHeader(
            players=players,
            length=length,
            site=tree.value("PC").strip(),
            event=tree.value("EV").strip(),
            date=parsed_date(tree.value("DT")),
            variation=others[0] if others else "",
            crawford_rule=not length or "Crawford" in tree.rules,
            line=tree.line,
            tags=tuple((name, value) for name, values in tree.root.items() for value in values),
        )


def _header_notes(header: MatchHeader) -> Iterable[Note]:
    if header.length is None:
        yield note(header.line, NoteCode.NO_MATCH_LENGTH)
    if not header.is_backgammon:
        yield note(header.line, NoteCode.OTHER_VARIATION, header.variation)
    if not all(header.players):
        yield note(header.line, NoteCode.EMPTY_NAME, " / ".join(header.players))
    elif header.players[0] == header.players[1]:
        yield note(header.line, NoteCode.SAME_NAMES, header.players[0])


def _action(tree: _Tree, side: Side, token: Token) -> Iterable[Note]:
    text = token.text.strip().lower()
    if (kind := CUBE_WORDS.get(text)) is not None:
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


def _record(tree: _Tree, header: MatchHeader, index: int | None) -> GameRecord:
    score = tree.number("ws"), tree.number("bs")
    result = RESULT.match(tree.value("RE").strip())
    stated = None
    if result is not None:
        winner = SIDES[result[1].upper()]
        points = int(result[2]) if result[2] else None
        stated = StatedResult(side=winner, line=tree.line, points=points)
        if result[3]:
            multiplier = _resigned(tree, points)
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


def _resigned(tree: _Tree, points: int | None) -> WinMultiplier | None:
    """What was given up: the stated points by the cube in force."""
    taken = sum(isinstance(a, CubeAction) and a.kind is CubeKind.TAKE for a in tree.actions)
    multiples: tuple[WinMultiplier, ...] = (1, 2, 3)
    return next((multiple for multiple in multiples if points == multiple << taken), None)
