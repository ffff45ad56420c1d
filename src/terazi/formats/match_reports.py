"""A recorded game as the row of a results file that `terazi rate` reads; what nothing shows stays empty."""

from terazi.board.position import WinMultiplier
from terazi.core.types import Termination, Win
from terazi.formats.game_outcome import Ending
from terazi.formats.instants import instant_text
from terazi.formats.match import MatchHeader
from terazi.formats.match_games import FileGame

COLUMNS = ("game_id", "finished_at", "winner", "loser", "mode", "cube", "win", "termination", "fault")
"""The columns that a recorded game can fill."""

WINS: dict[WinMultiplier | None, str] = {
    None: "",
    1: Win.SINGLE,
    2: Win.GAMMON,
    3: Win.BACKGAMMON,
}

# R9: a known winner with an unknown cause is `unspecified`.
TERMINATIONS = {
    Ending.BEAR_OFF: Termination.BEAR_OFF,
    Ending.DROP: Termination.DROP,
    Ending.RESIGN: Termination.RESIGN,
    Ending.TIMEOUT: Termination.TIMEOUT,
    Ending.FORFEIT: Termination.UNSPECIFIED,
    Ending.UNKNOWN_EARLY_END: Termination.UNSPECIFIED,
    Ending.UNFINISHED: Termination.UNSPECIFIED,
}


def report_row(game: FileGame, mode: str = "") -> dict[str, str]:
    """The game under `COLUMNS`.

    `finished_at` is the date and time of the whole match as the file gives them, without an offset unless the
    file knows the instant itself: no text file names its zone. Empty without a date; the day alone where the
    file gives no time of day. `winner` and `loser` are empty where nothing shows who won, and where the file
    says that it is not backgammon.
    """
    outcome = game.outcome
    known = outcome.winner is not None and game.record.match.is_backgammon
    return {
        "game_id": game.game_id,
        "finished_at": played_at(game.record.match),
        "winner": game.winner if known else "",
        "loser": game.loser if known else "",
        "mode": mode,
        "cube": str(outcome.cube),
        "win": WINS[outcome.multiplier],
        "termination": TERMINATIONS[outcome.ending],
        "fault": game.loser if outcome.ending in {Ending.RESIGN, Ending.TIMEOUT} and known else "",
    }


def played_at(header: MatchHeader) -> str:
    """When the match was played: in UTC where the file knows, else on a clock whose zone it does not name."""
    if header.started_at is not None:
        return instant_text(header.started_at)
    if header.date is None:
        return ""
    if header.time is None:
        return header.date.isoformat()
    return f"{header.date.isoformat()}T{header.time.isoformat('seconds')}"
