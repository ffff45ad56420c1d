"""Tournaments in the order in which they became known."""

from collections.abc import Sequence

from sqlalchemy import Connection, select

from terazi.core.types import EntryNumber, TournamentId
from terazi.store.schema import tournament

Known = tuple[EntryNumber, EntryNumber | None]
"""A tournament's entry and that of its podium, once it has one."""


def tournaments_before(connection: Connection, number: int | None, limit: int) -> Sequence[Known]:
    """At most so many tournaments told before entry `number` (or at all), the newest first."""
    chosen = select(tournament.c.number, tournament.c.podium).order_by(tournament.c.number.desc())
    if number is not None:
        chosen = chosen.where(tournament.c.number < number)
    return [
        (EntryNumber(row.number), None if row.podium is None else EntryNumber(row.podium))
        for row in connection.execute(chosen.limit(limit))
    ]


def knows_tournament(connection: Connection, wanted: TournamentId) -> bool:
    """Whether a tournament of that id was ever told."""
    found = select(tournament.c.number).where(tournament.c.id == wanted)
    return connection.execute(found).one_or_none() is not None
