"""Notes: everything odd that a reader of match files met, with the line it stands on.

A reader never drops a line in silence and never raises: what it cannot use becomes a note in its stream.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypeVar


class NoteCode(StrEnum):
    """What is odd about a line, or about a file."""

    # the bytes
    NOT_TEXT = "not_text"
    """Bytes that are no text in any encoding; nothing more is read."""
    GUESSED_ENCODING = "guessed_encoding"
    """Bytes that are not UTF-8, read in a Turkish or another 8-bit encoding; letters may be wrong."""
    BROKEN_CHARACTERS = "broken_characters"
    """Bytes that mean nothing in the encoding of the file; U+FFFD stands for them."""
    NEEDS_PACKAGE = "needs_package"
    """A format that only another package can read, which is not installed."""
    DAMAGED = "damaged"
    """Bytes of a binary format that are damaged, and passed over."""
    LINE_CUT = "line_cut"
    """A line longer than any real one; only its beginning is read."""
    # the file
    NO_GAMES = "no_games"
    """Not a single game in the whole file (line 0), or under a heading."""
    NO_MATCH_LENGTH = "no_match_length"
    """Games without a line that says how long the match is."""
    NO_GAME_HEADER = "no_game_header"
    """Plays or a result without a line that begins a game."""
    NO_SCORE_LINE = "no_score_line"
    """A game without the line of names and points."""
    NOT_UNDERSTOOD = "not_understood"
    """Lines that fit nothing."""
    GLUED_LINES = "glued_lines"
    """Several lines on one."""
    CUT_OFF = "cut_off"
    """The file ends in the middle of something."""
    # the heading of a match
    BROKEN_TAG = "broken_tag"
    """A heading line whose name or value cannot be read."""
    REPEATED_TAG = "repeated_tag"
    """A heading that is given twice; the first one counts."""
    BAD_DATE = "bad_date"
    """No day of the calendar."""
    BAD_TIME = "bad_time"
    """No time of a day."""
    OTHER_VARIATION = "other_variation"
    """Not backgammon, so that the board is not replayed."""
    MAYBE_UNLIMITED = "maybe_unlimited"
    """A length that some sites write when there is none."""
    NAMES_DIFFER = "names_differ"
    """A game names other players than the heading."""
    NAMES_SWAPPED = "names_swapped"
    """A game names the players of the heading the other way round."""
    EMPTY_NAME = "empty_name"
    """A player without a name."""
    SAME_NAMES = "same_names"
    """Two players of one name."""
    # a game
    GAME_NUMBER = "game_number"
    """A game's number does not follow the one before."""
    LINE_NUMBER = "line_number"
    """A turn's number does not follow the one before."""
    TOO_MANY_CELLS = "too_many_cells"
    """More than two players' turns on one line."""
    BAD_DICE = "bad_dice"
    """Dice that are not two numbers from 1 to 6."""
    BAD_MOVE = "bad_move"
    """A move that cannot be read."""
    UNKNOWN_PLAY = "unknown_play"
    """The file itself does not know how a roll was played."""
    WINNER_COLUMN = "winner_column"
    """A result that stands in neither player's column."""
    RESULT_TWICE = "result_twice"
    """A second result of one game; the first one counts."""
    SETUP_POSITION = "setup_position"
    """A game that does not begin at the beginning, so that the board is not replayed."""
    GAME_TOO_LONG = "game_too_long"
    """A game with more actions than any real one; the rest of it is not read."""
    VARIATION_LINE = "variation_line"
    """A side line of a game record; only the main line is read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """One oddity: the line it begins on (counted from 1; 0 is the whole file), and how many lines it spans.

    `detail` is a short piece of the text in question, for a person to recognise it.
    """

    line: int
    code: NoteCode
    detail: str = ""
    lines: int = 1


DETAIL_LENGTH = 60
"""The longest piece of a file's text that a note repeats, in characters."""


def note(line: int, code: NoteCode, text: str = "") -> Note:
    """A note about `text` on `line`; blanks at the ends and what exceeds `DETAIL_LENGTH` are left out."""
    return Note(line=line, code=code, detail=text.strip()[:DETAIL_LENGTH])


T = TypeVar("T")


def joined_runs(stream: Iterable[T | Note]) -> Iterator[T | Note]:
    """The same stream, but lines in a row that fit nothing become one note: nonsense gives a short answer."""
    held: Note | None = None
    for record in stream:
        fits_nothing = isinstance(record, Note) and record.code is NoteCode.NOT_UNDERSTOOD
        if held is not None and isinstance(record, Note) and fits_nothing:
            held = replace(held, lines=record.line - held.line + 1)
            continue
        if held is not None:
            yield held
        held = record if isinstance(record, Note) and fits_nothing else None
        if held is None:
            yield record
    if held is not None:
        yield held
