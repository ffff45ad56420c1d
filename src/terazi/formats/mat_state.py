"""What a reader of `.mat` files holds while it reads: one game, and what the games of a match share."""

from collections.abc import Iterator
from dataclasses import replace

from terazi.board.side import Side
from terazi.formats.mat_heading import Heading
from terazi.formats.match import Action, MatchHeader, StatedResult
from terazi.formats.match_notes import Note, NoteCode, note
from terazi.formats.names import spell_alike


class GameBeingRead:
    """A game while it is being read."""

    def __init__(self, line: int, number: int | None) -> None:
        self.line = self.last_line = line
        self.number = number
        self.players: tuple[str, str] | None = None
        self.score: tuple[int, int] | None = None
        self.actions: list[Action] = []
        self.result: StatedResult | None = None
        self.turn_number = 0
        self.from_opening = True

    @property
    def awaits_score(self) -> bool:
        """Whether the line of names and points may still come."""
        return self.score is None and not self.actions and self.result is None

    def state(self, result: StatedResult) -> Note | None:
        """Takes in a result; a line for the loser and one for the winner are one result."""
        old = self.result
        if old is None:
            self.result = result
            return None
        if {old.side, result.side} == set(Side) or (result.points or old.points) != old.points:
            return note(result.line, NoteCode.RESULT_TWICE, f"{result.points}")
        wins_match = old.wins_match or result.wins_match
        self.result = replace(old, side=old.side or result.side, wins_match=wins_match)
        return None


class MatchBeingRead:
    """A match while it is being read: its heading, and what its games have in common."""

    def __init__(self, line: int) -> None:
        self.heading = Heading(line)
        self.header: MatchHeader | None = None
        """Made when the first game is finished."""
        self.began = False
        self.last_number = 0
        self.right_column: int | None = None
        self.players: tuple[str, str] | None = None
        self.noted: set[NoteCode] = set()
        """What is said once of a match, not once of every game."""

    def once(self, line: int, code: NoteCode, text: str) -> Iterator[Note]:
        """A note, unless the match has one of its kind."""
        if code not in self.noted:
            self.noted.add(code)
            yield note(line, code, text)


def reconciled(
    columns: tuple[str, str], named: tuple[str, str] | None
) -> tuple[tuple[str, str], NoteCode | None]:
    """The players of a game, in the order of its columns, from its own line and from the heading.

    The heading has the better spelling (columns are cut, blanks become underscores), the columns have the
    order; where they name different people the columns are right.
    """
    if named is None:
        return columns, None
    orders: tuple[tuple[str, str, NoteCode | None], ...]
    orders = (named[0], named[1], None), (named[1], named[0], NoteCode.NAMES_SWAPPED)
    for first, second, code in orders:
        pairs = (columns[0], first), (columns[1], second)
        if all(not column or not name or spell_alike(column, name) for column, name in pairs):
            return (first or columns[0], second or columns[1]), code
    return columns, NoteCode.NAMES_DIFFER
