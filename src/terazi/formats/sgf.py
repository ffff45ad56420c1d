"""Reading gnubg's `.sgf` matches: a game tree per game (GM[6]), the main line only.

White (`PW`, `W`) is the first player.
"""

from collections.abc import Iterable

from terazi.formats.mat_heading import parsed_date
from terazi.formats.match import (
    MOST_ACTIONS,
    MatchHeader,
    MatchStream,
    header_notes,
)
from terazi.formats.match_notes import Note, NoteCode, joined_runs, note
from terazi.formats.sgf_game import SETUP, SIDES, GameTree, read_action, record_of
from terazi.formats.sgf_tokens import Token, TokenKind, sgf_tokens


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


class _Reader:
    """What must be remembered from sign to sign."""

    def __init__(self) -> None:
        self.tree: GameTree | None = None
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
            self.tree = GameTree(line)
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

    def _property(self, tree: GameTree, token: Token) -> MatchStream:
        tree.last_line = token.line
        if self.name in SIDES and tree.is_backgammon:
            if len(tree.actions) < MOST_ACTIONS:
                yield from read_action(tree, SIDES[self.name], token)
            elif not tree.too_long:
                tree.too_long = True
                yield note(token.line, NoteCode.GAME_TOO_LONG, token.text)
        elif self.name in SETUP:
            if tree.from_opening:
                yield note(token.line, NoteCode.SETUP_POSITION, f"{self.name}[{token.text}]")
            tree.from_opening = False
        elif tree.nodes <= 1:
            tree.root.setdefault(self.name, []).append(token.text)

    def _finished(self, tree: GameTree) -> MatchStream:
        if not tree.is_backgammon:
            yield note(tree.line, NoteCode.OTHER_VARIATION, f"GM[{tree.value('GM')}]")
            return
        if not tree.root and not tree.actions:
            yield note(tree.line, NoteCode.NOT_UNDERSTOOD, "()")
            return
        header = self._header(tree)
        if header is not self.header:
            self.header = header
            yield from header_notes(header)
        self.games += 1
        yield record_of(tree, header, self.last_index)

    def _header(self, tree: GameTree) -> MatchHeader:
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
            jacoby_rule="Jacoby" in tree.rules,
            line=tree.line,
            tags=tuple((name, value) for name, values in tree.root.items() for value in values),
        )
