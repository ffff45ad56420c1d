"""A player's profile and history, now or as of an earlier moment (R18, R22)."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from sqlalchemy import Connection

from terazi.core.codes import Code, Refusal
from terazi.core.entries import Entry, Void
from terazi.core.leaderboard import Histogram, is_listed, percentile, rank
from terazi.core.outlook import Outlook, outlook
from terazi.core.state import PlayerState
from terazi.core.types import EntryNumber, Mode, PlayerId, PlayerNumber, Termination
from terazi.core.window import WINDOW_MS, Window
from terazi.service.bounds import held, page_of
from terazi.store.board import around
from terazi.store.chain import Event, counted_instants, last_before, owner_of, read_events
from terazi.store.engine import Store
from terazi.store.ledger import entries_until, read_entries
from terazi.store.names import Name, Names, read_names
from terazi.store.part import Part, begin, load_ids, reach_back, read_opening, rules_at
from terazi.store.past import listed_at
from terazi.store.players import Loaded
from terazi.store.tally import Tally, follow, win_and_loss

_ENTRIES_KEPT = 2_048
_PAGES_KEPT, _SMALL = 512, 10
"""Pages of events that a process keeps, none longer than the one on a player's page: some 10 MB."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Extreme:
    """A highest or lowest rating, and the entry that first gave it: a game, an award or a void."""

    rating: int
    entry: Entry


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A listed player's rank, and how many of the listed stand strictly below (R18)."""

    rank: int
    below: int
    listed: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """A player as shown. `record` counts games that stand, (won, lost) by (mode, ending).

    `place` is None for who is not listed; `outlook` for a moment without a version in force. `awards` counts
    awards that stand; `points` and `sparks` are of boosted games (R14, assumed). `last` is the last event;
    `recent_until` (UTC ms) the first instant at which the recent games are others, if nothing happens (R2).
    """

    number: PlayerNumber
    name: Name
    rating: int
    wins: int
    losses: int
    awards: int
    points: int
    sparks: int
    events: int
    unlisted: bool
    place: Place | None = None
    outlook: Outlook | None = None
    high: Extreme | None = None
    low: Extreme | None = None
    last_finish: int | None = None
    last: int | None = None
    recent_until: int | None = None
    record: Mapping[tuple[Mode, Termination], tuple[int, int]] = field(default_factory=dict)

    @property
    def games(self) -> int:
        """Ranked games that stand."""
        return self.wins + self.losses


def player(store: Store, player_id: PlayerId, now: int, as_of: int | None = None) -> Profile | Refusal:
    """A player's profile; `as_of` (UTC ms): after all entries accepted until then (R22).

    Refused: an id that is not there, or was not there yet (`unknown_player`).
    """
    with store.reading() as connection:
        part = begin(store, connection)
        found = _found(store, part, player_id, now, as_of)
        if isinstance(found, Refusal):
            return found
        return _profile(store, part, found, read_names(connection, [found.number]))


def player_and_newest(
    store: Store, player_id: PlayerId, now: int, as_of: int | None, limit: int
) -> tuple[Profile, "HistoryPage"] | Refusal:
    """A player's profile and the newest events of it: what `player` and `history` say of one state."""
    with store.reading() as connection:
        part = begin(store, connection)
        found = _found(store, part, player_id, now, as_of)
        if isinstance(found, Refusal):
            return found
        last = part.players[found.number].tally.last
        newest = _back_from(store, connection, last, limit, also=found.number)
        return _profile(store, part, found, newest.names), newest


class _Found(NamedTuple):
    """A player in a part, as they stood at an instant (UTC ms), after so many entries of the ledger."""

    number: PlayerNumber
    at: int
    entries: int


def _found(store: Store, part: Part, player_id: PlayerId, now: int, as_of: int | None) -> _Found | Refusal:
    load_ids(part, [player_id])
    number = part.names.numbers.get(player_id)
    count = part.ladder.head if as_of is None else entries_until(part.connection, as_of)
    if number is None or number >= count:
        return Refusal(code=Code.UNKNOWN_PLAYER, field="player", value=player_id)
    if count < part.ladder.head:
        _turn_back(part, store, number, count)
    reach_back(part, number, now - WINDOW_MS)
    return _Found(number, now if as_of is None else as_of, count)


def _turn_back(part: Part, store: Store, number: PlayerNumber, count: int) -> None:
    """Make the player, settings and rulebook in `part` what they were after the first `count` entries."""
    loaded = part.players[number]
    opening = read_opening(part.connection, number, count)
    tally = Tally(rating=opening.rating) if opening else Tally()
    _follow_until(part, tally, loaded.tally.last, count)
    recent = list(opening.recent) if opening else []
    if tally.last is not None:
        recent += counted_instants(part.connection, tally.last, count)
    part.ladder.settings, part.ladder.rulebook = rules_at(store, part.connection, count)
    state = PlayerState(
        rating=tally.rating, window=Window(recent), wins=tally.wins, losses=tally.losses, awards=tally.awards
    )
    part.players[number] = Loaded(state=state, tally=tally, unlisted=loaded.unlisted)


def _follow_until(part: Part, tally: Tally, last: int | None, count: int) -> None:
    """Take a player's events among the first `count` entries: the same fold as when they were written."""
    start = None if last is None else last_before(part.connection, last, count)
    past = [] if start is None else read_events(part.connection, start)
    entries = {event.entry.number: event.entry for event in past}
    for event in reversed(past):
        facts = event.entry.facts
        follow(tally, event.entry, event.side, entries[facts.entry] if isinstance(facts, Void) else None)


def _profile(store: Store, part: Part, found: _Found, names: Names) -> Profile:
    number, at, count = found
    loaded = part.players[number]
    tally, state = loaded.tally, loaded.state
    formula = part.ladder.rulebook.in_force(at)
    numbers = {number for number in (tally.high_entry, tally.low_entry) if number is not None}
    extremes = _known_entries(store, part.connection, numbers)
    return Profile(
        number=number,
        name=names[number],
        rating=tally.rating,
        wins=tally.wins,
        losses=tally.losses,
        awards=tally.awards,
        points=tally.points,
        sparks=tally.sparks,
        events=tally.events,
        unlisted=loaded.unlisted,
        place=_place(part, loaded, count),
        outlook=None if isinstance(formula, Refusal) else outlook(formula, state.window, at),
        high=_extreme(extremes, tally.high, tally.high_entry),
        low=_extreme(extremes, tally.low, tally.low_entry),
        last_finish=tally.last_finish,
        last=tally.last,
        recent_until=state.window.next_change(at),
        record=win_and_loss(tally.record),
    )


def _place(part: Part, loaded: Loaded, count: int) -> Place | None:
    listed_games = part.ladder.settings.listed_games
    if loaded.unlisted or not is_listed(loaded.state, listed_games):
        return None
    rating = loaded.state.rating
    if count == part.ladder.head:
        return place_in(around(part.connection, rating), rating)
    return place_in(listed_at(part.connection, count, listed_games), rating)


def place_in(ratings: Histogram, rating: int) -> Place:
    """Where a rating stands among the listed (R18)."""
    below, listed = percentile(ratings, rating)
    return Place(rank=rank(ratings, rating), below=below, listed=listed)


def _extreme(
    entries: Mapping[EntryNumber, Entry], rating: int | None, number: EntryNumber | None
) -> Extreme | None:
    return None if rating is None or number is None else Extreme(rating=rating, entry=entries[number])


def _known_entries(
    store: Store, connection: Connection, numbers: Collection[EntryNumber]
) -> dict[EntryNumber, Entry]:
    """Entries, which never change: those that were read before are not read again."""
    shelf = store.known.of("entries", _ENTRIES_KEPT)
    known: dict[EntryNumber, Entry] = shelf.those(numbers)
    missing = [number for number in numbers if number not in known]
    return known | {
        number: shelf.keep(number, entry) for number, entry in read_entries(connection, missing).items()
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryPage:
    """Events of a player, the newest first; `before` asks for the next page, None at the beginning.

    `names` are of everyone in them, but for those who were erased.
    """

    events: Sequence[Event]
    before: int | None
    names: Names


def history(
    store: Store, player_id: PlayerId, *, before: int | None = None, limit: int = 50, as_of: int | None = None
) -> HistoryPage | Refusal:
    """A page of a player's events; `before` is what the page before gave.

    Refused: an id that is not there (`unknown_player`), a `before` that no page of theirs gave (`bad_value`).
    """
    with store.reading() as connection:
        part = begin(store, connection)
        load_ids(part, [player_id])
        number = part.names.numbers.get(player_id)
        if number is None:
            return Refusal(code=Code.UNKNOWN_PLAYER, field="player", value=player_id)
        if before is not None and not (before == held(before) and owner_of(connection, before) == number):
            return Refusal(code=Code.BAD_VALUE, field="before", value=str(before))
        start = part.players[number].tally.last if before is None else before
        if start is not None and as_of is not None:
            start = last_before(connection, start, entries_until(connection, as_of))
        limit = page_of(limit)
        return _back_from(store, connection, start, limit)


def _back_from(
    store: Store, connection: Connection, start: int | None, limit: int, also: PlayerNumber | None = None
) -> HistoryPage:
    """A page of events from one back, with the name of one more player. What lies before an event never
    changes, so it is read once.
    """
    shelf = store.known.of("events", _PAGES_KEPT)
    events: tuple[Event, ...] | None = () if start is None else shelf.get((start, limit))
    if events is None:
        assert start is not None
        events = tuple(read_events(connection, start, limit + 1))
        if limit <= _SMALL:
            shelf.keep((start, limit), events)
    shown, following = events[:limit], events[limit:]
    players = {effect.player for event in shown for effect in event.entry.effects}
    players |= set() if also is None else {also}
    names = read_names(connection, players)
    return HistoryPage(events=shown, before=following[0].id if following else None, names=names)
