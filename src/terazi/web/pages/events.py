"""A player's events as rows: what happened, against whom, what it did to the rating."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from markupsafe import Markup

from terazi.core.codes import Unrated
from terazi.core.entries import Award, Moved, Rated, Scored
from terazi.core.types import EntryNumber, Game, GameId, Mode, PlayerNumber, Termination, TournamentId
from terazi.service.profiles import HistoryPage
from terazi.store.chain import Event
from terazi.web.pages.places import Row, Visit
from terazi.web.pages.rendering import pieces
from terazi.web.showing import instant
from terazi.words.entries import KINDS

HEADINGS = (
    "event",
    "entry",
    "accepted_at",
    "kind",
    "game_id",
    "mode",
    "opponent",
    "opponent_name",
    "won",
    "cube",
    "termination",
    "reason",
    "delta",
    "rating",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class EventRow:
    """One event from its player's side. `delta` is None where the rating cannot move; `points` and `sparks`
    are of boosted games (assumed, R14). `won` is None of awards, voids and games without a winner.
    """

    event: int
    number: EntryNumber
    at: int
    kind: str
    rating: int
    delta: int | None
    opponent: PlayerNumber | None = None
    game: GameId | None = None
    mode: Mode | None = None
    won: bool | None = None
    cube: int = 1
    ending: Termination | None = None
    reason: Unrated | None = None
    tournament: TournamentId | None = None
    place: int | None = None
    points: int | None = None
    sparks: int | None = None


def event_row(event: Event, player: PlayerNumber) -> EventRow:
    """An event of a player."""
    entry, own = event.entry, event.entry.effects[event.side]
    assert own.player == player, "an event is one of its player's"
    others = [effect.player for effect in entry.effects if effect.player != player]
    row = EventRow(
        event=event.number,
        number=entry.number,
        at=entry.accepted_at,
        kind=KINDS[type(entry.facts)],
        rating=event.rating,
        delta=own.change.delta if isinstance(own, Rated | Moved) else None,
        opponent=others[0] if others else None,
        reason=entry.unrated,
        points=own.points if isinstance(own, Scored) else None,
        sparks=own.sparks if isinstance(own, Scored) else None,
    )
    match entry.facts:
        case Game() as game:
            won = None if game.termination is Termination.ABORTED else event.side == 0
            row = replace(row, game=game.game_id, mode=game.mode, cube=game.cube, won=won)
            return replace(row, ending=game.termination)
        case Award(tournament=tournament, place=place):
            return replace(row, tournament=tournament, place=place)
        case _:
            return row


def event_lines(visit: Visit, page: HistoryPage, player: PlayerNumber) -> Markup:
    """A page of a history as rows of HTML. Beside an event, only the other player's name can change."""
    told = {(event.id, page.names.get(_other(event))): event for event in page.events}
    return pieces(
        visit, "event_row.html", told, lambda key: {"row": event_row(told[key], player), "names": page.names}
    )


def _other(event: Event) -> PlayerNumber:
    """The other player in it, or the player themselves."""
    effects = event.entry.effects
    return effects[event.side - 1 if len(effects) > 1 else 0].player


def event_rows(page: HistoryPage, player: PlayerNumber) -> Iterator[Row]:
    """A page of a history as the rows of a table."""
    for event in page.events:
        row = event_row(event, player)
        name = None if row.opponent is None else page.names.get(row.opponent)
        opponent = (None, None) if row.opponent is None else (None, f"#{row.opponent}")
        yield (
            row.event,
            row.number,
            instant(row.at),
            row.kind,
            row.game,
            row.mode,
            *((name.player, name.shown) if name else opponent),
            None if row.won is None else str(row.won).lower(),
            row.cube if row.game is not None else None,
            row.ending,
            row.reason,
            row.delta,
            row.rating,
        )
