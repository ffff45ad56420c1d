"""What is known of a recorded game after it was replayed: winner, worth, ending, and what does not fit."""

from dataclasses import dataclass
from enum import StrEnum

from terazi.board.position import WinMultiplier
from terazi.board.side import Side
from terazi.formats.match import GameRecord


class Ending(StrEnum):
    """How a recorded game ended."""

    BEAR_OFF = "bear_off"
    """Played out: a player has borne off all checkers."""
    DROP = "drop"
    """A double was declined."""
    RESIGN = "resign"
    """The file says that a player resigned."""
    TIMEOUT = "timeout"
    """The file says that a player lost on time."""
    FORFEIT = "forfeit"
    """The file says so, or the match was given to a player in a game without a single roll."""
    UNKNOWN_EARLY_END = "unknown_early_end"
    """The file names a winner, but neither the board nor a word shows why: resigned, left, lost on time."""
    UNFINISHED = "unfinished"
    """Nothing shows an end."""


class DisagreementCode(StrEnum):
    """What the file says and the board, or the rest of the file, does not."""

    ILLEGAL_PLAY = "illegal_play"
    """A play that the rules do not allow; it was made all the same if its checkers were there."""
    IMPOSSIBLE_PLAY = "impossible_play"
    """A play that could not be made at all; from here on the board is not known."""
    HIT_NOT_THERE = "hit_not_there"
    """A mark for a hit where nothing was hit."""
    OUT_OF_TURN = "out_of_turn"
    """A player acted twice in a row, though the opponent could have moved."""
    CUBE_ACTION = "cube_action"
    """A double, take or drop that the rules do not allow. A double out of place counts if it was taken."""
    CUBE_VALUE = "cube_value"
    """The file gives the cube another value."""
    DOUBLE_UNANSWERED = "double_unanswered"
    """The game went on without an answer to a double."""
    AFTER_THE_END = "after_the_end"
    """Something happened after the game was over."""
    WINNER = "winner"
    """The file names another winner."""
    POINTS = "points"
    """The file gives other points, and what the match still needed does not explain it."""
    SCORE = "score"
    """The points before the game are not those after the game before."""
    MATCH_OVER = "match_over"
    """The match had been won before this game."""
    TOO_MANY = "too_many"
    """So much does not fit that the board is no longer followed, or nothing more is listed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Disagreement:
    """One difference: what the file says on `line`, and what the board (or the file elsewhere) says."""

    line: int
    code: DisagreementCode
    stated: str
    found: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GameOutcome:
    """What is known of one game after replaying it.

    `cube` is the value in force at the end (a dropped double does not count, R8). `multiplier` is 1, 2 or 3
    where the board, the drop or the resignation shows it, else None. `line` is the line that shows how the
    game ended. `board_known` is false if some play could not be followed on the board to the end.
    """

    game: GameRecord
    winner: Side | None
    ending: Ending
    cube: int
    multiplier: WinMultiplier | None
    line: int
    board_known: bool
    disagreements: tuple[Disagreement, ...] = ()

    @property
    def loser(self) -> Side | None:
        """The opponent of the winner."""
        return None if self.winner is None else self.winner.other

    @property
    def points(self) -> int | None:
        """What the game was worth, never clipped to what the match needed; None if nothing shows it."""
        return None if self.multiplier is None else self.cube * self.multiplier

    @property
    def points_stated(self) -> int | None:
        """The points of the result line, which are clipped in some files and not in others."""
        return None if self.game.result is None else self.game.result.points
