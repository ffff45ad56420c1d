"""The part of a ladder that one transaction can touch; the core decides on it, and `append` saves it."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

from sqlalchemy import Connection, bindparam, func, select

from terazi.core.codes import Refusal
from terazi.core.entries import Entry, Opening, RulebookChange, Settings
from terazi.core.record import Names
from terazi.core.referee import is_id
from terazi.core.rulebook import Rulebook
from terazi.core.state import Ladder
from terazi.core.types import EntryNumber, Game, GameId, PlayerId, PlayerNumber, TournamentId
from terazi.core.window import WINDOW_MS, Window
from terazi.ledger.cards import Salts
from terazi.ledger.merkle import Frontier
from terazi.store.asking import Question, Rows, ask_among, ask_among_ahead
from terazi.store.bulk import sending
from terazi.store.chain import counted_instants
from terazi.store.engine import Rules, Store
from terazi.store.ledger import ask_games_ahead, games_in, read_entries, read_head
from terazi.store.players import Loaded, read_player
from terazi.store.schema import award, config, name, opening, player, replacement, tournament, void
from terazi.store.trouble import Cause, StoreTrouble


@dataclass(slots=True, kw_only=True)
class Part:
    """A partial ladder: whoever is not in it was not loaded, or does not exist."""

    connection: Connection
    ladder: Ladder
    salts: Salts = field(default_factory=Salts)
    names: Names = field(init=False)
    players: dict[PlayerNumber, Loaded] = field(default_factory=dict)
    ids: dict[PlayerNumber, PlayerId] = field(default_factory=dict)
    """The ids of players who were not erased."""
    config: int
    """The last settings or rulebook entry."""
    tree: Frontier
    """The tree over the ledger, at its right edge."""
    unlisted: frozenset[PlayerNumber] = frozenset()
    """Who will have asked to be unlisted, when a ledger is followed again."""

    def __post_init__(self) -> None:
        self.names = Names(commit=self.salts.commit)


def begin(store: Store, connection: Connection, *, empty: bool = False) -> Part:
    """The part that every transaction needs: head, settings, rulebook; `empty` takes an empty ledger, too."""
    end = read_head(connection)
    if end.number == 0 and not empty:
        raise StoreTrouble(Cause.NO_LADDER)
    settings, rulebook = rules_after(store, connection, end.config)
    ladder = Ladder(
        head=end.number,
        clock=end.clock,
        last_finish=end.last_finish,
        settings=settings,
        rulebook=rulebook,
    )
    return Part(connection=connection, ladder=ladder, config=end.config, tree=end.tree)


def rules_after(store: Store, connection: Connection, number: int) -> Rules:
    """Settings and rulebook as they stood after an entry, which must exist."""
    if number not in store.rules:
        numbers = connection.scalars(select(config.c.number).where(config.c.number <= number)).all()
        store.rules[number] = _rules(read_entries(connection, numbers))
    return store.rules[number]


_LAST_CONFIG = Question(select(func.max(config.c.number)).where(config.c.number < bindparam("count")))


def rules_at(store: Store, connection: Connection, count: int) -> Rules:
    """Settings and rulebook as they stood after the ledger's first `count` entries."""
    ((number,),) = _LAST_CONFIG.ask(connection, count=count)
    return rules_after(store, connection, -1 if number is None else number)


def _rules(entries: Mapping[EntryNumber, Entry]) -> Rules:
    settings, rulebook = Settings(), Rulebook()
    for _, entry in sorted(entries.items()):
        match entry.facts:
            case Settings():
                settings = entry.facts
            case RulebookChange(edition=edition):
                extended = rulebook.extended(edition)
                assert not isinstance(extended, Refusal), "decided before it was written"
                rulebook = extended
            case _:
                raise AssertionError("config names settings and rulebook entries alone")
    return settings, rulebook


# --- players ---------------------------------------------------------------------------------------

_PLAYER = (*player.c, name.c.player_id, name.c.unlisted)
_NAMED = select(*_PLAYER).select_from(name.join(player, player.c.number == name.c.number))
_ALL = select(*_PLAYER).select_from(player.outerjoin(name, name.c.number == player.c.number))


def load_ids(part: Part, ids: Collection[PlayerId]) -> None:
    """Load the players who have these ids, in one query."""
    load_told(part, (), ids)


def load_told(part: Part, games: Collection[GameId], ids: Collection[PlayerId]) -> None:
    """Load games that are in the ledger already, and the players with these ids: two questions at once."""
    possible = list(filter(is_id, ids))  # nobody has another, and not every text can be asked about
    with sending(part.connection):
        entries = ask_games_ahead(part.connection, games)
        players = ask_among_ahead(part.connection, _NAMED, name.c.player_id, possible)
        _load_games(part, games_in(entries()))
        _load_players(part, players())


def load_numbers(part: Part, numbers: Iterable[PlayerNumber]) -> None:
    """Load players by number, erased ones too."""
    missing = {number for number in numbers if number not in part.players}
    if missing:
        _load_players(part, ask_among(part.connection, _ALL, player.c.number, missing))


def numbers_after(part: Part, number: int, limit: int) -> list[PlayerNumber]:
    """The next players in order of registration."""
    following = select(player.c.number).where(player.c.number > number).order_by(player.c.number)
    return list(map(PlayerNumber, part.connection.scalars(following.limit(limit))))


def _load_players(part: Part, rows: Rows) -> None:
    for row in rows:
        number, player_id = row[0], row[-2]
        loaded = part.players.get(number)
        if loaded is None:
            loaded = part.players[number] = read_player(row[:-2], unlisted=bool(row[-1]))
        part.ladder.players[number] = loaded.state
        if player_id is not None:
            part.ids[number] = player_id
            part.names.numbers[player_id] = number


def reach_back(part: Part, number: PlayerNumber, instant: int) -> None:
    """Make sure that a loaded player's window is whole from `instant` (UTC ms) on.

    A row keeps the last two weeks, which is all that a game in time, or up to a week late, can ask for (R2).
    For the rare rest every event is read.
    """
    loaded = part.players.get(number)
    if loaded is None or loaded.since is None or instant >= loaded.since:
        return
    told = read_opening(part.connection, number, part.ladder.head)
    instants = list(told.recent) if told else []
    if loaded.tally.last is not None:
        instants += counted_instants(part.connection, loaded.tally.last, part.ladder.head)
    kept = loaded.state.window.since(loaded.since)
    loaded.state.window, loaded.since = Window(instants), None
    assert loaded.state.window.since(instant)[-len(kept) :] == kept or not kept, "the row keeps the newest"


def read_opening(connection: Connection, player: PlayerNumber, count: int) -> Opening | None:
    """A player's opening as of the ledger's first `count` entries; the last one told is in force (R7)."""
    numbers = select(func.max(opening.c.number)).where(opening.c.player == player, opening.c.number < count)
    number = connection.execute(numbers).scalar_one()
    if number is None:
        return None
    facts = read_entries(connection, [number])[number].facts
    assert isinstance(facts, Opening)
    return facts


def reach_for(part: Part, games: Iterable[Game[PlayerId]]) -> None:
    """Make the windows whole that rating these games will ask for."""
    for game in games:
        for one in (game.winner, game.loser):
            number = part.names.numbers.get(one)
            if number is not None:
                reach_back(part, number, game.finished_at - WINDOW_MS)


_VOIDS, _REPLACEMENTS = select(void.c.entry, void.c.number), select(replacement.c.number)

# --- entries ---------------------------------------------------------------------------------------


def load_games(part: Part, games: Collection[GameId]) -> None:
    """Load games that are in the ledger already, in one query."""
    load_told(part, games, ())


def _load_games(part: Part, entries: Mapping[GameId, Entry]) -> None:
    for game_id, entry in entries.items():
        part.ladder.games[game_id] = entry
        part.ladder.voidable[entry.number] = entry


def load_voidable(part: Part, numbers: Collection[EntryNumber]) -> None:
    """Load games and awards that may be taken back, their voids, their players, and what replaced them."""
    for number, entry in read_entries(part.connection, numbers).items():
        if entry.effects:
            part.ladder.voidable[number] = entry
    load_fates(part)


def load_fates(part: Part) -> None:
    """Load what became of the loaded games and awards, and their players, so that all can be voided."""
    ladder = part.ladder
    load_voids(part)
    load_replacements(part)
    load_numbers(part, {effect.player for entry in ladder.voidable.values() for effect in entry.effects})
    for entry in ladder.voidable.values():
        if entry.number not in ladder.voids and isinstance(entry.facts, Game):
            for effect in entry.effects:
                reach_back(part, effect.player, entry.facts.finished_at)


def load_voids(part: Part) -> None:
    """Load the voids of the games and awards that are loaded."""
    ladder, connection = part.ladder, part.connection
    found = ask_among(connection, _VOIDS, void.c.entry, ladder.voidable)
    voids = {EntryNumber(number): EntryNumber(taken_back) for taken_back, number in found}
    ladder.voids |= {voids[number]: entry for number, entry in read_entries(connection, voids).items()}


def load_replacements(part: Part) -> None:
    """Load which games replace those that are loaded (R16)."""
    ladder, connection = part.ladder, part.connection
    found = ask_among(connection, _REPLACEMENTS, replacement.c.entry, ladder.voidable)
    successors = {EntryNumber(number) for (number,) in found}
    for entry in read_entries(connection, successors).values():
        game = entry.facts
        assert isinstance(game, Game) and game.replaces is not None
        ladder.replaced[game.replaces] = game.game_id


def load_tournament(part: Part, wanted: TournamentId) -> None:
    """Load a tournament, its podium, its awards and their fates."""
    ladder, connection = part.ladder, part.connection
    if not is_id(wanted):
        return
    row = connection.execute(select(tournament).where(tournament.c.id == wanted)).one_or_none()
    if row is None:
        return
    awards = set(connection.scalars(select(award.c.number).where(award.c.tournament == wanted)))
    numbers = {row.number} | awards | ({row.podium} - {None})
    entries = read_entries(connection, numbers)
    ladder.tournaments[wanted] = entries[row.number]
    if row.podium is not None:
        ladder.podiums[wanted] = entries[row.podium]
    for number in awards:
        placed = entries[number]
        ladder.awards[wanted, placed.effects[0].player] = placed
        ladder.voidable[number] = placed
    load_fates(part)
