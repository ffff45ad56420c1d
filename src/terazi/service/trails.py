"""How players' ratings moved lately: the change of the last seven days, and the last few ratings.

The change is the sum of what the entries of the last seven days did: games, awards and voids that were
accepted within (now - 7 days, now], to the millisecond, whatever the calendar says.
"""

from bisect import bisect_right
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from operator import neg

from sqlalchemy import Connection

from terazi.core.window import WINDOW_MS
from terazi.store.engine import Store
from terazi.store.ledger import Head, accepted_at, entries_until
from terazi.store.trails import Trail, read_trails

TREND = 20
"""Rated events in a trend line."""
_STEPS = 30
"""Events read for it: among them are boosted games, which no trend shows."""
_TRAILS_KEPT = 8_192


def read_known_trails(
    store: Store, connection: Connection, last: Collection[int], count: int
) -> Mapping[int, Trail]:
    """The trails that end with these events and reach back to the ledger's first `count` entries.

    What lies before an event never changes, so it is read once: one question for all that are not known.
    """
    shelf = store.known.of("trails", _TRAILS_KEPT)
    known = {one: trail for one, trail in shelf.those(last).items() if trail.reaches(count)}
    missing = [one for one in last if one not in known]
    for one, trail in read_trails(connection, missing, _STEPS, count).items():
        known[one] = shelf.keep(one, trail)
    return known


def entries_a_week_ago(store: Store, connection: Connection, head: Head, now: int) -> int:
    """How many entries had been accepted seven days before an instant (UTC ms); `head` is where they end.

    Looked for once for each stretch of time between two entries: entries before the head do not change.
    """
    then = now - WINDOW_MS
    if head.clock <= then:
        return head.number
    shelf = store.known.of("a week ago", 1)
    since, until, count = shelf.get("found") or (then, then, 0)
    if not since <= then < until:
        count = entries_until(connection, then)
        since = accepted_at(connection, count - 1) if count else then
        shelf.keep("found", (since, accepted_at(connection, count), count))
    return int(count)


def change_since(trail: Trail, count: int) -> int:
    """What the events after the ledger's first `count` entries did to the rating, all together."""
    step = first_since(trail, count)
    return 0 if step is None else trail.ratings[0] - trail.before(step)


def first_since(trail: Trail, count: int) -> int | None:
    """The step of the oldest event after the ledger's first `count` entries."""
    after = bisect_right(trail.ids, -2 * count, key=neg)  # the newest come first
    return after - 1 if after else None


def trend(trail: Trail) -> tuple[int, ...]:
    """The ratings after the last few rated events, the oldest first, led by the one before them."""
    rated = [step for step in range(len(trail.ids) - (not trail.whole)) if _is_rated(trail, step)][:TREND]
    if not rated:
        return ()
    return (trail.before(rated[-1]), *(trail.ratings[step] for step in reversed(rated)))


def _is_rated(trail: Trail, step: int) -> bool:
    return trail.ranked[step] or trail.ratings[step] != trail.before(step)


@dataclass(frozen=True, slots=True, kw_only=True)
class Lately:
    """How a rating moved: the change of the last seven days, the last few ratings, the oldest first.

    `oldest` is the first event of those days: when it is a week old, the change is another.
    """

    change: int = 0
    trend: tuple[int, ...] = ()
    oldest: int | None = None


def read_lately(
    store: Store, connection: Connection, head: Head, last: Collection[int], now: int
) -> tuple[Mapping[int, Lately], int | None]:
    """How the ratings moved that stand after some players' last events, by these; and until when (UTC ms)
    that stays so, if nothing happens.
    """
    found = lately_since(store, connection, last, entries_a_week_ago(store, connection, head, now))
    oldest = min((one.oldest for one in found.values() if one.oldest is not None), default=None)
    # R22: `accepted_at` never goes back, so the oldest event is the first to be a week old.
    return found, None if oldest is None else accepted_at(connection, oldest // 2) + WINDOW_MS


def lately_since(
    store: Store, connection: Connection, last: Collection[int], count: int
) -> Mapping[int, Lately]:
    """How the ratings moved that stand after some events, by these; the change is that since the ledger's
    first `count` entries.
    """
    shelf = store.known.of("lately", _TRAILS_KEPT)
    keys = {(one, count): one for one in last}
    found = {keys[key]: lately for key, lately in shelf.those(keys).items()}
    missing = [one for one in last if one not in found]
    for one, trail in read_known_trails(store, connection, missing, count).items():
        found[one] = shelf.keep((one, count), _lately(trail, count))
    return found


def _lately(trail: Trail, count: int) -> Lately:
    first = first_since(trail, count)
    oldest = None if first is None else trail.ids[first]
    return Lately(change=change_since(trail, count), trend=trend(trail), oldest=oldest)
