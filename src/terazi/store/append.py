"""Write new entries and everything that is made from them, in the transaction that holds the head."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from sqlalchemy import Connection

from terazi.core.entries import (
    Award,
    Effect,
    Entry,
    Erasure,
    Opening,
    Podium,
    Registration,
    RulebookChange,
    Scored,
    Settings,
    Tournament,
    Void,
)
from terazi.core.leaderboard import is_listed
from terazi.core.types import Game, PlayerNumber
from terazi.ledger.codec import encode
from terazi.ledger.merkle import leaf_hash
from terazi.store.boosted import EVER, week_of
from terazi.store.bulk import Meeting, Row, batched, put, sending
from terazi.store.part import Part, load_numbers, numbers_after
from terazi.store.players import Loaded, written_player
from terazi.store.schema import (
    award,
    boosted,
    config,
    entry,
    event,
    head,
    histogram,
    name,
    opening,
    player,
    replacement,
    tournament,
    void,
)
from terazi.store.tally import Tally, follow

THE_HEAD = 0
"""The id of its one row."""
PAGE = 500
"""Rows sent at once: the database writes some while we make the next."""


@dataclass(slots=True)
class _Rows:
    """New rows by table, gathered while the entries are followed one by one."""

    entries: list[Row] = field(default_factory=list)
    events: list[Row] = field(default_factory=list)
    names: list[Row] = field(default_factory=list)
    config: list[Row] = field(default_factory=list)
    openings: list[Row] = field(default_factory=list)
    tournaments: dict[str, Row] = field(default_factory=dict)
    awards: list[Row] = field(default_factory=list)
    voids: list[Row] = field(default_factory=list)
    replacements: list[Row] = field(default_factory=list)
    boosted: Counter[tuple[int, PlayerNumber, str]] = field(default_factory=Counter)
    touched: set[PlayerNumber] = field(default_factory=set)


def append(part: Part, written: Sequence[Entry], *, beside: bool = True) -> None:
    """Save entries that were decided on `part` and applied to it, in their order.

    `beside` also writes the new players' ids and salts; making projections again does without.
    """
    append_pages(part, batched(written, PAGE), beside=beside)


def append_pages(part: Part, pages: Iterable[Sequence[Entry]], *, beside: bool = True) -> None:
    """Save pages of entries, each decided on `part` and applied to it when it is asked for: the database
    stores a page while the next one is decided, and nothing can be asked of it until the last one is.
    """
    size = part.tree.size
    with sending(part.connection):
        touched = put_pages(part, pages, beside=beside)
        if part.tree.size > size:
            save_players(part, touched)
            move_head(part)


def put_pages(part: Part, pages: Iterable[Sequence[Entry]], *, beside: bool = True) -> set[PlayerNumber]:
    """Save entries, and neither the rows of the players whom they touch, who are returned, nor the head."""
    touched: set[PlayerNumber] = set()
    for page in pages:
        if len(part.ids) < len(part.names.numbers):  # some are new
            part.ids |= {number: known for known, number in part.names.numbers.items()}
        rows = _Rows(touched=touched)
        for one in page:
            _follow(part, rows, one)
        _put(part.connection, rows, beside=beside)
    return touched


def _follow(part: Part, rows: _Rows, one: Entry) -> None:
    game = one.facts if isinstance(one.facts, Game) else None
    line = encode(one)
    part.tree.append(leaf_hash(line))
    rows.entries.append((one.number, one.accepted_at, game and game.game_id, game and game.finished_at, line))
    _follow_facts(part, rows, one)
    voided = part.ladder.voidable[one.facts.entry] if isinstance(one.facts, Void) else None
    counted_at = game.finished_at if game is not None and one.unrated is None else None
    for side, effect in enumerate(one.effects):
        tally = part.players[effect.player].tally
        before = tally.last
        follow(tally, one, side, voided)
        rows.touched.add(effect.player)
        rows.events.append(_event(tally, effect, before, counted_at))
        if isinstance(effect, Scored):
            _score(rows, effect, voided or one, by=-1 if voided else 1)


def _follow_facts(part: Part, rows: _Rows, one: Entry) -> None:
    match one.facts:
        case Game(replaces=old):
            if old is not None:
                rows.replacements.append((part.ladder.games[old].number, one.number))
        case Settings() | RulebookChange():
            rows.config.append((one.number,))
            part.config = one.number
        case Registration():
            _register(part, rows, PlayerNumber(one.number))
        case Opening(player=number, rating=rating):
            part.players[number].tally.rating = rating
            rows.openings.append((number, one.number))
            rows.touched.add(number)
        case Erasure(player=number):
            part.players[number].tally.erased = one.number
            rows.touched.add(number)
        case Tournament(tournament=held):
            rows.tournaments[held] = (held, one.number, None)
        case Podium(tournament=held):
            rows.tournaments[held] = (held, part.ladder.tournaments[held].number, one.number)
        case Award(tournament=held, player=number):
            rows.awards.append((held, number, one.number))
        case Void(entry=voided):
            rows.voids.append((voided, one.number))
        case _:
            pass


def _register(part: Part, rows: _Rows, number: PlayerNumber) -> None:
    one = Loaded.new(part.ladder.players[number], unlisted=number in part.unlisted)
    part.players[number] = one
    rows.touched.add(number)
    if number in part.ids:
        known = part.ids[number]
        rows.names.append((number, known, part.salts.of[known], None, False))


def _event(tally: Tally, effect: Effect, before: int | None, counted_at: int | None) -> Row:
    """The row of a player's newest event, which `tally` has just followed."""
    return (
        tally.last,
        effect.player,
        effect.event,
        before,
        counted_at,
        tally.rating,
        tally.wins,
        tally.losses,
        tally.awards,
        tally.points,
        tally.sparks,
    )


def _score(rows: _Rows, effect: Scored, of: Entry, by: int) -> None:
    assert isinstance(of.facts, Game)
    for period in (EVER, week_of(of.facts.finished_at)):
        for column, amount in (("points", effect.points), ("sparks", effect.sparks), ("games", by)):
            rows.boosted[period, effect.player, column] += amount


def _put(connection: Connection, rows: _Rows, *, beside: bool) -> None:
    put(connection, entry, rows.entries)
    put(connection, event, rows.events)
    if beside:
        put(connection, name, rows.names)
    put(connection, config, rows.config)
    put(connection, opening, rows.openings)
    put(connection, tournament, list(rows.tournaments.values()), Meeting.REPLACE)
    put(connection, award, rows.awards)
    put(connection, void, rows.voids)
    put(connection, replacement, rows.replacements)
    scored = sorted({(period, number) for period, number, _ in rows.boosted})
    amounts = [
        (*key, *(rows.boosted[(*key, column)] for column in ("points", "sparks", "games"))) for key in scored
    ]
    put(connection, boosted, amounts, Meeting.ADD)


def save_players(part: Part, numbers: Iterable[PlayerNumber]) -> None:
    """Save players' rows, and what they moved in the histogram of who is listed (R18)."""
    listed_games = part.ladder.settings.listed_games
    moved: defaultdict[int, int] = defaultdict(int)
    for page in batched(sorted(numbers), PAGE):
        written: list[Row] = []
        for number in page:
            one = part.players[number]
            listed = is_listed(one.state, listed_games) and not one.unlisted
            written.append(written_player(number, one, listed=listed))
            if one.was_listed:
                moved[one.was_rating] -= 1
            if listed:
                moved[one.tally.rating] += 1
            one.was_rating, one.was_listed = one.tally.rating, listed
        put(part.connection, player, written, Meeting.REPLACE)
    put_histogram(part.connection, moved)


def put_histogram(connection: Connection, moved: Mapping[int, int]) -> None:
    """Add to the number of listed players at each rating (R18)."""
    put(connection, histogram, sorted((rating, by) for rating, by in moved.items() if by), Meeting.ADD)


def move_head(part: Part) -> None:
    """Save where the ledger ends now."""
    ladder = part.ladder
    assert part.tree.size == ladder.head, "every entry is a leaf of the tree"
    edge = b"".join(part.tree.edge)
    row = (THE_HEAD, ladder.head, ladder.clock, ladder.last_finish, part.config, edge)
    put(part.connection, head, [row], Meeting.REPLACE)


def list_again(part: Part, page: int = 5_000) -> None:
    """Decide anew for every player who is listed, after a change of settings (R18); slow if they are many."""
    last = -1
    while numbers := numbers_after(part, last, page):
        part.players.clear()
        load_numbers(part, numbers)
        save_players(part, numbers)
        last = numbers[-1]
