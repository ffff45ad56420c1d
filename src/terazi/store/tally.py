"""What is shown of a player beside what the rating step must know: a fold over the player's own events.

The core's `apply` keeps the state that rates; this keeps the state after every event, highs and lows, and the
record by mode and ending. Where both count the same thing, `append` holds one against the other.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import product
from typing import assert_never

from terazi.core.entries import Award, Effect, Entry, Moved, Present, Rated, Scored, Void
from terazi.core.types import STARTING_RATING, EntryNumber, Game, Mode, Termination

MODES = tuple(Mode)
TERMINATIONS = tuple(Termination)
"""Their order is part of what is stored: new ones may only be added at the end."""

_KINDS = tuple(product(MODES, TERMINATIONS))
_PLACES = {both: place for place, both in enumerate(_KINDS)}


@dataclass(slots=True, kw_only=True)
class Tally:
    """One player's numbers after an event. `record` counts games that stand, by `slot`.

    `high_entry` and `low_entry` are the entries that first gave the highest and the lowest rating.
    """

    rating: int = STARTING_RATING
    events: int = 0
    wins: int = 0
    losses: int = 0
    awards: int = 0
    points: int = 0
    sparks: int = 0
    high: int | None = None
    high_entry: EntryNumber | None = None
    low: int | None = None
    low_entry: EntryNumber | None = None
    last: int | None = None
    last_finish: int | None = None
    erased: EntryNumber | None = None
    record: dict[int, int] = field(default_factory=dict)


def slot(mode: Mode, termination: Termination, *, lost: bool) -> int:
    """The place in a record of games of that mode and ending, won or lost."""
    return 2 * _PLACES[mode, termination] + lost


def event_id(entry: EntryNumber, side: int) -> int:
    """The event of an entry's first or second player: 2 x number, plus one for the second."""
    return 2 * entry + side


def win_and_loss(record: Mapping[int, int]) -> dict[tuple[Mode, Termination], tuple[int, int]]:
    """A record as (won, lost) by (mode, ending), where there are any."""
    places = sorted({place // 2 for place, count in record.items() if count})
    return {_KINDS[place]: (record.get(2 * place, 0), record.get(2 * place + 1, 0)) for place in places}


def follow(tally: Tally, entry: Entry, side: int, voided: Entry | None = None) -> None:
    """Take one more event: what `entry` did to its first (0) or second (1) player.

    `voided` is the entry that a void takes back.
    """
    match entry.facts:
        case Game() as game:
            _count_game(tally, entry, side, 1)
            latest = tally.last_finish
            tally.last_finish = game.finished_at if latest is None else max(latest, game.finished_at)
        case Award():
            tally.awards += 1
        case Void():
            assert voided is not None, "a void takes something back"
            if isinstance(voided.facts, Award):
                tally.awards -= 1
            else:
                _count_game(tally, voided, side, -1)
        case _:
            raise AssertionError("only games, awards and voids have effects")
    _move(tally, entry.effects[side], entry.number)
    tally.last = event_id(entry.number, side)


def _count_game(tally: Tally, entry: Entry, side: int, by: int) -> None:
    game = entry.facts
    assert isinstance(game, Game)
    place = slot(game.mode, game.termination, lost=side == 1)
    tally.record[place] = tally.record.get(place, 0) + by
    if entry.unrated is not None:
        return
    if side == 0:
        tally.wins += by
    else:
        tally.losses += by


def _move(tally: Tally, effect: Effect, number: EntryNumber) -> None:
    tally.events = effect.event
    match effect:
        case Rated() | Moved():
            rating = tally.rating = effect.change.after
            if tally.high is None or rating > tally.high:
                tally.high, tally.high_entry = rating, number
            if tally.low is None or rating < tally.low:
                tally.low, tally.low_entry = rating, number
        case Scored():
            tally.points += effect.points
            tally.sparks += effect.sparks
        case Present():
            pass
        case _:
            assert_never(effect)
