"""What a game does, by what it was played for: the one table that branches on the mode (R14, R15)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from terazi.core.codes import Unrated
from terazi.core.entries import Effect, Present, Rated, Scored, Settings
from terazi.core.formula import Formula
from terazi.core.quick import quickly_made
from terazi.core.rate import RatedSide, rate_game
from terazi.core.types import Game, Mode, PlayerNumber, Standing, Termination


@quickly_made
@dataclass(frozen=True, slots=True, kw_only=True)
class Seat(Standing):
    """A player about to be rated: their standing, who it is, and the number of this event among theirs."""

    player: PlayerNumber
    event: int


@quickly_made
@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What a game did: effects on winner and loser, and the version that rated it or why none did."""

    effects: tuple[Effect, Effect]
    formula: str | None = None
    unrated: Unrated | None = None


Step = Callable[[Game[PlayerNumber], Formula, Settings, Seat, Seat], Outcome]


def _ranked(
    game: Game[PlayerNumber], formula: Formula, settings: Settings, winner: Seat, loser: Seat
) -> Outcome:
    won, lost = rate_game(formula, winner, loser, cube=game.cube, win=game.win)
    return Outcome(effects=(_rated(winner, won), _rated(loser, lost)), formula=formula.name)


def _rated(seat: Seat, side: RatedSide) -> Rated:
    return Rated(
        player=seat.player, event=seat.event, change=side.change, games_recent=side.games_recent, k=side.k
    )


def _boosted(
    game: Game[PlayerNumber], formula: Formula, settings: Settings, winner: Seat, loser: Seat
) -> Outcome:
    won = Scored(player=winner.player, event=winner.event, points=game.points, sparks=settings.sparks_win)
    lost = Scored(player=loser.player, event=loser.event, points=0, sparks=settings.sparks_loss)
    return Outcome(effects=(won, lost), unrated=Unrated.BOOSTED)


def _recorded(reason: Unrated) -> Step:
    def step(
        game: Game[PlayerNumber], formula: Formula, settings: Settings, winner: Seat, loser: Seat
    ) -> Outcome:
        won, lost = (Present(player=seat.player, event=seat.event) for seat in (winner, loser))
        return Outcome(effects=(won, lost), unrated=reason)

    return step


STEPS: Mapping[Mode, Step] = MappingProxyType(
    {
        Mode.RANKED: _ranked,
        Mode.BOOSTED: _boosted,
        Mode.TOURNAMENT: _recorded(Unrated.TOURNAMENT),
    }
)
"""The step of each mode."""

_ABORTED = _recorded(Unrated.ABORTED)


def step_for(game: Game[PlayerNumber]) -> Step:
    """The step that makes this game's outcome; an aborted game changes nothing in any mode (R9)."""
    return _ABORTED if game.termination is Termination.ABORTED else STEPS[game.mode]
