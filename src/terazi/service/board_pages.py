"""The leaderboard as a page shows it: any stretch of it, with how each player moved in the last week."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection

from terazi.core.codes import Code, Refusal
from terazi.core.leaderboard import Line
from terazi.core.types import PlayerId, PlayerNumber
from terazi.core.window import WINDOW_MS
from terazi.service.bounds import held, page_of
from terazi.service.trails import Lately, lately_since, read_lately
from terazi.store.board import Key
from terazi.store.board_pages import Row, row_of, rows_beyond, rows_of
from terazi.store.engine import Store
from terazi.store.ledger import Head, entries_until, read_head
from terazi.store.names import Names, read_names
from terazi.store.part import rules_at
from terazi.store.past import read_page_at

DAY_MS = 86_400_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Stretch:
    """Which part of the board is wanted: what follows a key, what leads up to one, or a player's neighbours.

    `active_days` leaves out who finished no game within so many days, and never renumbers.
    """

    after: Key | None = None
    before: Key | None = None
    around: PlayerId | None = None
    limit: int = 50
    active_days: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardPage:
    """Lines of the board, on the first `entries` entries; keys of the pages before and after, if there are.

    `here` is the player who was looked for, where they are listed. Lines and changes stay as they are until
    `until` (UTC ms), if nothing happens.
    """

    lines: Sequence[Line]
    names: Names
    entries: int
    previous: Key | None = None
    following: Key | None = None
    here: PlayerNumber | None = None
    lately: Mapping[PlayerNumber, Lately]
    until: int | None = None


def board_page(store: Store, wanted: Stretch, now: int, as_of: int | None = None) -> BoardPage | Refusal:
    """A page of the leaderboard at `now`, or as of an instant (UTC ms; `store.past` says what that costs).

    Refused: neighbours of a player who is not there (`unknown_player`).
    """
    with store.reading() as connection:
        head = read_head(connection)
        count = head.number if as_of is None else entries_until(connection, as_of)
        if as_of is None or count == head.number:
            return _page_now(store, connection, wanted, now, head)
        return _page_then(store, connection, wanted, as_of, count)


# --- now --------------------------------------------------------------------------------------------


def _page_now(
    store: Store, connection: Connection, wanted: Stretch, now: int, head: Head
) -> BoardPage | Refusal:
    limit = page_of(wanted.limit)
    since = None if wanted.active_days is None else held(now - wanted.active_days * DAY_MS)
    here = None if wanted.around is None else row_of(connection, wanted.around)
    if wanted.around is not None and here is None:
        return Refusal(code=Code.UNKNOWN_PLAYER, field="around", value=wanted.around)
    above, below = _stretch(connection, wanted, here, limit, since)
    more_above, more_below = _has_more(wanted, len(above), len(below), limit)
    read = [*above, *below]
    rows = read[more_above : len(read) - more_below]
    lately, until = lately_of(store, connection, head, rows, now)
    if wanted.active_days is not None:
        stays_ms = wanted.active_days * DAY_MS + 1
        until = _earliest(until, *(row.last_finish + stays_ms for row in read if row.last_finish is not None))
    return BoardPage(
        lines=[row.line for row in rows],
        names=read_names(connection, [row.line.player for row in rows]),
        entries=head.number,
        previous=rows[0].key if rows and more_above else None,
        following=rows[-1].key if rows and more_below else None,
        here=here.line.player if here and here.listed else None,
        lately=lately,
        until=until,
    )


def _stretch(
    connection: Connection, wanted: Stretch, here: Row | None, limit: int, since: int | None
) -> tuple[list[Row], list[Row]]:
    """Rows above and below where the page is cut, one more on each side than it may show."""
    if here is not None:
        key, half = _just_above(here.key), limit // 2
        above = rows_beyond(connection, key, half + 1, since, above=True)
        return above, rows_beyond(connection, key, limit - half + 1, since)
    if wanted.before is not None:
        key = _held(wanted.before)
        above = rows_beyond(connection, key, limit + 1, since, above=True)
        return above, rows_beyond(connection, _just_above(key), 1, since)
    if wanted.after is None:
        return [], rows_beyond(connection, None, limit + 1, since)
    key = _held(wanted.after)
    above = rows_beyond(connection, _just_below(key), 1, since, above=True)
    return above, rows_beyond(connection, key, limit + 1, since)


def _has_more(wanted: Stretch, above: int, below: int, limit: int) -> tuple[bool, bool]:
    """Whether the first row that was read, and the last one, are only there to say that there are more."""
    if wanted.around is not None:
        return above > limit // 2, below > limit - limit // 2
    if wanted.before is not None:
        return above > limit, below > 0
    return above > 0, below > limit


def _just_above(key: Key) -> Key:
    """The key right above a line: what follows it begins with the line itself."""
    return key[0], PlayerNumber(key[1] - 1)


def _just_below(key: Key) -> Key:
    return key[0], PlayerNumber(key[1] + 1)


def _held(key: Key) -> Key:
    return held(key[0]), PlayerNumber(held(key[1]))


def lately_of(
    store: Store, connection: Connection, head: Head, rows: Sequence[Row], now: int
) -> tuple[Mapping[PlayerNumber, Lately], int | None]:
    """How players moved lately, by number, and until when (UTC ms) that stays so if nothing happens."""
    last = {row.last: row.line.player for row in rows if row.last is not None}
    found, until = read_lately(store, connection, head, last, now)
    return {last[one]: lately for one, lately in found.items()}, until


def _earliest(*instants: int | None) -> int | None:
    return min((one for one in instants if one is not None), default=None)


# --- then -------------------------------------------------------------------------------------------

_WHOLE = 2**62
"""More lines than there are."""


def _page_then(
    store: Store, connection: Connection, wanted: Stretch, as_of: int, count: int
) -> BoardPage | Refusal:
    limit, key = page_of(wanted.limit), None if wanted.after is None else _held(wanted.after)
    listed_games = rules_at(store, connection, count)[0].listed_games
    since = None if wanted.active_days is None else held(as_of - wanted.active_days * DAY_MS)
    found = None if wanted.around is None else row_of(connection, wanted.around)
    if wanted.around is not None and (found is None or found.line.player >= count):
        return Refusal(code=Code.UNKNOWN_PLAYER, field="around", value=wanted.around)
    onward = wanted.around is None and wanted.before is None
    most = limit + 1 if onward else _WHOLE  # a page that is cut from above needs all that stands above
    page = read_page_at(connection, count, listed_games, key, most, since)
    read = page.lines
    here = None if found is None else _index(read, found.line.player)
    first = 0 if onward else _first(read, wanted, here, limit)
    lines = read[first : first + limit]
    return BoardPage(
        lines=lines,
        names=read_names(connection, [line.player for line in lines]),
        entries=count,
        previous=_key(lines[0]) if lines and (first or key) else None,
        following=_key(lines[-1]) if lines and len(read) > first + limit else None,
        here=None if here is None else read[here].player,
        lately=_lately_then(store, connection, as_of, lines, page.last),
    )


def _lately_then(
    store: Store, connection: Connection, as_of: int, lines: Sequence[Line], last: Mapping[PlayerNumber, int]
) -> Mapping[PlayerNumber, Lately]:
    """How players had moved in the seven days before an instant; `last` are the last events before it of who
    had others since.
    """
    others = rows_of(connection, [line.player for line in lines if line.player not in last])
    ends = {last[line.player]: line.player for line in lines if line.player in last}
    ends |= {row.last: row.line.player for row in others if row.last is not None}
    found = lately_since(store, connection, ends, entries_until(connection, as_of - WINDOW_MS))
    return {ends[one]: lately for one, lately in found.items()}


def _index(lines: Sequence[Line], player: PlayerNumber) -> int | None:
    return next((place for place, line in enumerate(lines) if line.player == player), None)


def _first(lines: Sequence[Line], wanted: Stretch, here: int | None, limit: int) -> int:
    """Where the page begins in the whole board."""
    if here is not None:
        return max(0, here - limit // 2)
    if wanted.before is None:
        return 0
    rating, number = wanted.before
    above = sum((-line.rating, line.player) < (-rating, number) for line in lines)
    return max(0, above - limit)


def _key(line: Line) -> Key:
    return line.rating, line.player
