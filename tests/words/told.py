"""Made-up games as entries, for telling."""

from typing import Any

from terazi.core.catalogue import CURRENT
from terazi.core.entries import HISTORY, Effect, Entry, Moved, Rated, Void
from terazi.core.explain import Explanation, Teller, explain
from terazi.core.formula import Formula
from terazi.core.modes import Seat, step_for
from terazi.core.types import EntryNumber, Game, GameId, PlayerNumber, RatingChange, Standing

AYSE, BORA = PlayerNumber(2), PlayerNumber(3)
NAMES = {AYSE: "ayşe", BORA: "bora"}
FINISHED_AT = 1_792_332_187_000
"""18 October 2026, 14:03:07 UTC."""
HOUR_MS = 3_600_000


def entry_of(
    winner: Standing, loser: Standing, *, formula: Formula = CURRENT, late_ms: int = 0, **facts: Any
) -> Entry:
    """The entry of a game that ayşe won against bora."""
    game = Game(game_id=GameId("g0412"), finished_at=FINISHED_AT, winner=AYSE, loser=BORA, **facts)
    seats = [
        Seat(player=player, event=1, rating=standing.rating, games_recent=standing.games_recent)
        for player, standing in ((AYSE, winner), (BORA, loser))
    ]
    outcome = step_for(game)(game, formula, HISTORY, seats[0], seats[1])
    return Entry(
        number=EntryNumber(517),
        accepted_at=FINISHED_AT + late_ms,
        facts=game,
        effects=outcome.effects,
        formula=outcome.formula,
        unrated=outcome.unrated,
    )


def explanation_of(
    winner: Standing,
    loser: Standing,
    *,
    formula: Formula = CURRENT,
    names: tuple[str, str] = ("ayşe", "bora"),
    counted: tuple[str, ...] = (),
    **facts: Any,
) -> Explanation:
    """The explanation of such a game; `counted` are the winner's games in the window."""
    entry = entry_of(winner, loser, formula=formula, **facts)
    games = tuple(map(GameId, counted))
    return explain(entry, formula, Teller(name=names[0], counted=games), Teller(name=names[1]))


def void_of(entry: Entry, void: Void) -> Entry:
    """The entry that takes a rated game back an hour later, its players' ratings being as it left them."""
    return Entry(
        number=EntryNumber(600),
        accepted_at=entry.accepted_at + HOUR_MS,
        facts=void,
        effects=tuple(map(_back, entry.effects)),
    )


def _back(effect: Effect) -> Effect:
    assert isinstance(effect, Rated)
    change = RatingChange(before=effect.change.after, delta=-effect.change.delta)
    return Moved(player=effect.player, event=2, change=change)
