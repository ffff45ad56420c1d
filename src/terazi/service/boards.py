"""The sorted views: the leaderboard, the Boosted leaderboard, the distribution of ratings (R14, R18)."""

from collections.abc import Sequence
from dataclasses import dataclass

from terazi.core.leaderboard import Histogram, Line
from terazi.core.types import PlayerNumber
from terazi.service.bounds import held, page_of
from terazi.store.board import Key, read_histogram, read_page
from terazi.store.boosted import EVER, BoostedKey, BoostedLine, page_above, read_boosted
from terazi.store.engine import Store
from terazi.store.ledger import entries_until, read_head
from terazi.store.names import Names, read_names
from terazi.store.part import rules_at
from terazi.store.past import read_page_at


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """A page of the leaderboard; `after` asks for the next one; it stands on the first `entries` entries."""

    lines: Sequence[Line]
    names: Names
    after: Key | None
    entries: int


def leaderboard(
    store: Store,
    *,
    after: Key | None = None,
    limit: int = 100,
    active_since: int | None = None,
    as_of: int | None = None,
) -> Board:
    """Listed players after a key, by rating, then in order of registration; ranks 1, 2, 2, 4 (R18).

    Any key is a place on the board, whether or not a page ended there. `active_since` (UTC ms) leaves out who
    finished no game since, and never renumbers. `as_of` (UTC ms) reads what happened since then, or, where
    that is much, all that happened until then.
    """
    limit, after = page_of(limit), _key(after)
    active_since = None if active_since is None else held(active_since)
    with store.reading() as connection:
        head = read_head(connection).number
        count = head if as_of is None else entries_until(connection, as_of)
        if count == head:
            page = read_page(connection, after, limit, active_since)
        else:
            listed_games = rules_at(store, connection, count)[0].listed_games
            page = read_page_at(connection, count, listed_games, after, limit, active_since)
        names = read_names(connection, [line.player for line in page.lines])
        return Board(lines=page.lines, names=names, after=page.after, entries=count)


def _key(after: tuple[int, PlayerNumber] | None) -> tuple[int, PlayerNumber] | None:
    return None if after is None else (held(after[0]), PlayerNumber(held(after[1])))


@dataclass(frozen=True, slots=True, kw_only=True)
class BoostedBoard:
    """A page of the Boosted leaderboard: the amounts are ours, `assumed` (R14).

    `after` asks for the next page, `before` for the one that ends right above this one.
    """

    lines: Sequence[BoostedLine]
    names: Names
    after: BoostedKey | None
    before: BoostedKey | None = None


def boosted(
    store: Store,
    *,
    week: int | None = None,
    after: BoostedKey | None = None,
    before: BoostedKey | None = None,
    limit: int = 100,
) -> BoostedBoard:
    """Players by points of boosted games, of one week (`store.boosted.week_of`) or of all time.

    With `before`, the page that ends right above that key; where fewer stand there, the first page.
    """
    limit = page_of(limit)
    period = EVER if week is None else held(week)
    after, before = _key(after), _key(before)
    with store.reading() as connection:
        if before is not None:
            after = page_above(connection, period, before, limit)
        page = read_boosted(connection, period, after, limit)
        names = read_names(connection, [line.player for line in page.lines])
        return BoostedBoard(lines=page.lines, names=names, after=page.following, before=page.previous)


def distribution(store: Store) -> Histogram:
    """Rating -> number of listed players, lowest rating first."""
    with store.reading() as connection:
        return read_histogram(connection)
