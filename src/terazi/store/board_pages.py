"""Pages of the leaderboard in both directions, and chosen players of it, each with their last event."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cache

from sqlalchemy import Connection, bindparam, case, func, select

from terazi.core.leaderboard import Histogram, Line, ranks
from terazi.core.quick import quickly_made
from terazi.core.referee import is_id
from terazi.core.types import PlayerId, PlayerNumber
from terazi.store.asking import Question, Rows, ask_among
from terazi.store.board import Key
from terazi.store.players import last_event
from terazi.store.schema import Whole, histogram, name, player


@quickly_made
@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One player as stored: a line of the board (rank 0 where they are not listed), and their last event."""

    line: Line
    listed: bool
    last: int | None
    last_finish: int | None

    @property
    def key(self) -> Key:
        """The place on the board."""
        return self.line.rating, self.line.player


_ROW = select(
    player.c.number,
    player.c.rating,
    player.c.wins,
    player.c.losses,
    player.c.listed,
    player.c.last_finish,
    player.c.tally,
)
_BY_NUMBER = _ROW.where(player.c.erased.is_(None))
_BY_ID = Question(
    _ROW.join(name, name.c.number == player.c.number).where(name.c.player_id == bindparam("wanted"))
)


def rows_beyond(
    connection: Connection, key: Key | None, limit: int, active_since: int | None, *, above: bool = False
) -> list[Row]:
    """Listed players below a key, or above it: those next to it, in the order of the board (R18)."""
    values = {"limit": limit, "since": active_since}
    if key is not None:
        values |= {"rating": key[0], "number": key[1]}
    wanted = _beyond(keyed=key is not None, active=active_since is not None, above=above)
    rows = wanted.ask(connection, **{name: one for name, one in values.items() if one is not None})
    return ranked(connection, rows[::-1] if above else rows)


@cache
def _beyond(*, keyed: bool, active: bool, above: bool) -> Question:
    wanted = _ROW.where(player.c.listed.is_(True)).limit(bindparam("limit"))
    rating, number = bindparam("rating", type_=Whole), bindparam("number", type_=Whole)
    if keyed and above:
        wanted = wanted.where(player.c.rating >= rating)
        wanted = wanted.where((player.c.rating > rating) | (player.c.number < number))
    elif keyed:
        wanted = wanted.where(player.c.rating <= rating)
        wanted = wanted.where((player.c.rating < rating) | (player.c.number > number))
    if active:
        wanted = wanted.where(player.c.last_finish >= bindparam("since"))
    if above:
        return Question(wanted.order_by(player.c.rating.asc(), player.c.number.desc()))
    return Question(wanted.order_by(player.c.rating.desc(), player.c.number))


def rows_of(connection: Connection, numbers: Collection[PlayerNumber]) -> list[Row]:
    """Chosen players in the order of the board, those who are not listed among them."""
    rows = ask_among(connection, _BY_NUMBER, player.c.number, numbers)
    return ranked(connection, sorted(rows, key=lambda row: (-row[1], row[0])))


def row_of(connection: Connection, player_id: PlayerId) -> Row | None:
    """A player by the operator's id."""
    if not is_id(player_id):  # nobody has another, and not every text can be asked about
        return None
    return next(iter(ranked(connection, _BY_ID.ask(connection, wanted=player_id))), None)


def ranked(connection: Connection, rows: Rows) -> list[Row]:
    """Rows with their ranks; they come in the order of the board."""
    places = ranks(_span(connection, [rating for _, rating, _, _, listed, *_ in rows if listed]))
    return [
        Row(
            line=Line(
                rank=places[rating] if listed else 0,
                player=number,
                rating=rating,
                wins=wins,
                losses=losses,
            ),
            listed=bool(listed),
            last=last_event(tally),
            last_finish=last_finish,
        )
        for number, rating, wins, losses, listed, last_finish, tally in rows
    ]


_SIDE = case((histogram.c.rating > bindparam("top"), bindparam("top") + 1), else_=histogram.c.rating)
_SPAN = Question(
    select(_SIDE, func.sum(histogram.c.players))
    .where(histogram.c.rating >= bindparam("least"))
    .group_by(_SIDE)
)


def _span(connection: Connection, descending: Sequence[int]) -> Histogram:
    """The histogram over some ratings; all who stand above them count as one rating."""
    if not descending:
        return {}
    found = _SPAN.ask(connection, top=descending[0], least=descending[-1])
    return {int(at): int(players) for at, players in found}
