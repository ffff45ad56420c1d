"""History into an empty ladder: without the limits of R5, each game accepted when it finished (R22)."""

from collections.abc import Iterator, Sequence
from enum import Enum

from terazi.core.entries import HISTORY, Settings
from terazi.core.reports import GameReport
from terazi.core.rulebook import Rulebook
from terazi.service.games import Arrival, record_arrivals
from terazi.service.ladders import change_settings, open_ladder, settings
from terazi.service.writer import Outcome
from terazi.store.engine import Store
from terazi.store.ledger import read_head
from terazi.store.migrate import upgrade

PAGE = 2_000
"""Games in one transaction."""


class Begun(Enum):
    """Whether an import may go on."""

    EMPTY = "empty"
    """The ladder was opened for it now."""
    AGAIN = "again"
    """An import that did not come to its end goes on: what it did is not done twice (R6)."""
    REFUSED = "refused"
    """There is a ladder already."""


def begin_import(store: Store, rulebook: Rulebook, at: int) -> Begun:
    """Open the ladder at moment `at` (UTC ms), with the settings of a history."""
    upgrade(store)
    with store.reading() as connection:
        empty = read_head(connection).number == 0
    if empty:
        open_ladder(store, at, HISTORY, rulebook)
        return Begun.EMPTY
    return Begun.AGAIN if settings(store) == HISTORY else Begun.REFUSED


def import_games(store: Store, told: Sequence[tuple[GameReport, int]]) -> Iterator[Outcome]:
    """Record games in the order given, each with its moment of acceptance (UTC ms); an answer for each."""
    for start in range(0, len(told), PAGE):
        page = told[start : start + PAGE]
        yield from record_arrivals(store, [Arrival(report=report, now=at) for report, at in page])


def end_import(store: Store, chosen: Settings, now: int) -> None:
    """From now on the ladder has the settings of a running one."""
    change_settings(store, chosen, now)
