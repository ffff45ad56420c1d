"""Hypothesis strategies that several rooms share: edge instants, ids, versions, facts, entries, histories."""

from dataclasses import dataclass
from typing import TypeVar

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from terazi.core.catalogue import CATALOGUE
from terazi.core.codes import Unrated, VoidReason
from terazi.core.entries import (
    Award,
    Effect,
    Entry,
    Erasure,
    Facts,
    Moved,
    Opening,
    Podium,
    Present,
    Rated,
    Registration,
    RulebookChange,
    Scored,
    Settings,
    Tournament,
    Visibility,
    Void,
)
from terazi.core.formula import LARGEST_DIVISOR, LARGEST_K, CubeRule, Formula, GammonRule
from terazi.core.referee import LONGEST_ID, is_id
from terazi.core.rulebook import Edition
from terazi.core.types import (
    CUBES,
    FIRST_INSTANT_MS,
    LARGEST_AMOUNT,
    LAST_INSTANT_MS,
    EntryNumber,
    Game,
    GameId,
    Mode,
    PlayerId,
    PlayerNumber,
    RatingChange,
    Termination,
    TournamentId,
    Win,
)
from terazi.core.window import WINDOW_MS

BASE_MS = 1_790_000_000_000
"""An instant in September 2026 around which all histories happen, UTC ms."""

P = TypeVar("P", PlayerId, PlayerNumber)
T = TypeVar("T")

# --- values ----------------------------------------------------------------------------------------


def edge_instants(hours: int = 1) -> SearchStrategy[int]:
    """Instants (UTC ms) that meet at the edges of the window: the same, or 7 days apart, one ms to a side."""
    near = st.sampled_from((-1, 0, 1)) | st.integers(0, hours * 3_600_000)
    return st.builds(lambda weeks, ms: BASE_MS + weeks * WINDOW_MS + ms, st.integers(0, 2), near)


def any_instants() -> SearchStrategy[int]:
    """Every instant that RFC 3339 can write."""
    return st.integers(FIRST_INSTANT_MS, LAST_INSTANT_MS)


def ids() -> SearchStrategy[str]:
    """The operator's ids (R7): letters of all scripts, commas, quotes, emoji, never folded."""
    letters = st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Zl", "Zp"))
    awkward = st.sampled_from(("57578", "İlk", "ilk", "a,b", '"a"', "=cmd", "♡보아♡", "x" * LONGEST_ID))
    return awkward | st.text(letters, min_size=1, max_size=20).filter(is_id)


def texts() -> SearchStrategy[str]:
    """Free text that UTF-8 can hold, control characters included."""
    return st.text(st.characters(codec="utf-8"), max_size=20)


def numbers() -> SearchStrategy[int]:
    """Numbers of entries: small ones often, and as large as a ledger may become."""
    return st.integers(0, 9) | st.integers(0, 2**40)


def changes() -> SearchStrategy[RatingChange]:
    """Changes of ratings that have no floor and no ceiling (R0)."""
    size = st.integers(-4000, 4000) | st.integers(-(2**50), 2**50)
    return st.builds(RatingChange, before=size, delta=size)


def formulas() -> SearchStrategy[Formula]:
    """Versions of any parameters, with and without the busy week."""
    ks = st.integers(1, LARGEST_K)
    busy = st.tuples(st.integers(1, 1000), ks) | st.just((None, None))
    return st.builds(
        lambda busy, **others: Formula(busy_games=busy[0], busy_k=busy[1], **others),
        busy,
        name=texts().filter(bool),
        divisor=st.integers(1, LARGEST_DIVISOR),
        k=ks,
        cube_rule=st.sampled_from(CubeRule),
        gammon_rule=st.sampled_from(GammonRule),
    )


def games(
    players: SearchStrategy[P],
    game_ids: SearchStrategy[str] | None = None,
    *,
    modes: tuple[Mode, ...] = (*Mode,),
) -> SearchStrategy[Game[P]]:
    """Settled games between two different players, at edge instants, that replace nothing."""
    pairs = st.tuples(players, players).filter(lambda pair: pair[0] != pair[1])
    return st.builds(
        lambda pair, **others: Game(winner=pair[0], loser=pair[1], **others),
        pairs,
        game_id=(ids() if game_ids is None else game_ids).map(GameId),
        finished_at=edge_instants(),
        mode=st.sampled_from(modes),
        cube=st.sampled_from(CUBES),
        win=st.sampled_from(Win),
        termination=st.sampled_from((Termination.BEAR_OFF, Termination.RESIGN, Termination.ABORTED)),
    )


# --- entries, each well-formed by itself, whatever stands before it -----------------------------------


def facts_without_effects() -> SearchStrategy[Facts]:
    """Facts whose entries name nobody's rating."""
    amounts = st.integers(-LARGEST_AMOUNT, LARGEST_AMOUNT)
    limits = st.none() | st.integers(0, 2**40)
    counts = st.integers(0, 2**40)
    players = numbers().map(PlayerNumber)
    tournaments = ids().map(TournamentId)
    hexes = st.binary(min_size=32, max_size=32).map(bytes.hex)
    return st.one_of(
        st.builds(
            Settings,
            late_ms=limits,
            early_ms=limits,
            sparks_win=counts,
            sparks_loss=counts,
            missed_moves=counts,
            grace_ms=counts,
            listed_games=counts,
        ),
        st.builds(
            RulebookChange,
            edition=st.builds(Edition, effective_from=any_instants(), formula=formulas()),
            table_sha256=hexes,
        ),
        st.builds(Registration, commitment=hexes),
        st.builds(
            Opening, player=players, rating=amounts, recent=st.lists(any_instants(), max_size=4).map(tuple)
        ),
        st.builds(
            Tournament,
            tournament=tournaments,
            name=texts(),
            visibility=st.sampled_from(Visibility),
            awards=st.lists(amounts, max_size=4).map(tuple),
        ),
        st.builds(
            Podium,
            tournament=tournaments,
            places=st.lists(st.tuples(st.integers(1, 9), players), max_size=4).map(tuple),
        ),
        st.builds(Erasure, player=players),
    )


def moved(player: PlayerNumber) -> SearchStrategy[Effect]:
    """An award, or its void, on a player."""
    return st.builds(Moved, player=st.just(player), event=numbers(), change=changes())


def scored(player: PlayerNumber) -> SearchStrategy[Effect]:
    """A boosted game, or its void, on a player."""
    amounts = st.integers(-LARGEST_AMOUNT, LARGEST_AMOUNT)
    return st.builds(Scored, player=st.just(player), event=numbers(), points=amounts, sparks=amounts)


def present(player: PlayerNumber) -> SearchStrategy[Effect]:
    """Nothing on a player, on the record."""
    return st.builds(Present, player=st.just(player), event=numbers())


def rated(player: PlayerNumber) -> SearchStrategy[Effect]:
    """A ranked game on a player."""
    return st.builds(
        Rated,
        player=st.just(player),
        event=numbers(),
        change=changes(),
        games_recent=numbers(),
        k=st.integers(1, LARGEST_K),
    )


@st.composite
def game_entries(draw: st.DrawFn) -> Entry:
    """A game and what it did, by its mode."""
    game = draw(games(numbers().map(PlayerNumber)))
    aborted = game.termination is Termination.ABORTED
    unrated = (
        Unrated.ABORTED
        if aborted
        else {Mode.BOOSTED: Unrated.BOOSTED, Mode.TOURNAMENT: Unrated.TOURNAMENT}.get(game.mode)
    )
    effect = rated if unrated is None else scored if unrated is Unrated.BOOSTED else present
    return Entry(
        number=EntryNumber(draw(numbers())),
        accepted_at=draw(any_instants()),
        facts=game,
        effects=(draw(effect(game.winner)), draw(effect(game.loser))),
        formula=draw(texts()) if unrated is None else None,
        unrated=unrated,
    )


@st.composite
def void_entries(draw: st.DrawFn) -> Entry:
    """A game or an award taken back."""
    effect = draw(st.sampled_from((moved, scored, present)))
    players = draw(st.lists(numbers().map(PlayerNumber), min_size=1, max_size=2, unique=True))
    return Entry(
        number=EntryNumber(draw(numbers())),
        accepted_at=draw(any_instants()),
        facts=Void(entry=EntryNumber(draw(numbers())), reason=draw(st.sampled_from(VoidReason))),
        effects=tuple(draw(effect(player)) for player in players),
    )


@st.composite
def award_entries(draw: st.DrawFn) -> Entry:
    """An award on one player."""
    player = PlayerNumber(draw(numbers()))
    award = Award(tournament=TournamentId(draw(ids())), place=draw(st.integers(1, 9)), player=player)
    number, at = EntryNumber(draw(numbers())), draw(any_instants())
    return Entry(number=number, accepted_at=at, facts=award, effects=(draw(moved(player)),))


def entries() -> SearchStrategy[Entry]:
    """Entries of every kind (R22)."""
    plain = st.builds(
        Entry, number=numbers().map(EntryNumber), accepted_at=any_instants(), facts=facts_without_effects()
    )
    return plain | game_entries() | void_entries() | award_entries()


# --- histories -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """One thing a ladder is told, and the moment (UTC ms) of telling; it may well be refused."""

    facts: Facts
    at: int


FIRST_PLAYER = PlayerNumber(2)
"""In histories entry 0 is the settings, entry 1 the first version; then come the players."""


def opened(editions: list[Edition], players: int, settings: Settings) -> list[Told]:
    """How every history begins: settings, one version, players; further versions after them."""
    versions = [RulebookChange(edition=edition, table_sha256="") for edition in editions]
    people = [Registration(commitment=f"player {index}") for index in range(players)]
    facts: list[Facts] = [settings, *versions[:1], *people, *versions[1:]]
    return [Told(facts=fact, at=FIRST_INSTANT_MS) for fact in facts]


def rulebooks() -> SearchStrategy[list[Edition]]:
    """One to three versions of the catalogue, the later ones in force from edge instants on."""
    names = st.lists(st.sampled_from(sorted(CATALOGUE)), min_size=3, max_size=3)
    dates = st.lists(edge_instants(), max_size=2, unique=True).map(sorted)
    return st.builds(
        lambda names, dates: [
            Edition(effective_from=date, formula=CATALOGUE[name])
            for name, date in zip(names, [FIRST_INSTANT_MS, *dates], strict=False)
        ],
        names,
        dates,
    )


def later_facts(players: int) -> SearchStrategy[Facts]:
    """Facts for a ladder of so many players, from pools so small that repeats, conflicts and voids happen."""
    people = st.integers(FIRST_PLAYER, FIRST_PLAYER + players - 1).map(PlayerNumber)
    names = st.integers(0, 40).map(lambda number: f"g{number}")
    tournaments = st.sampled_from(("t1", "t2")).map(TournamentId)
    entry_numbers = st.integers(-1, 60).map(EntryNumber)
    places = st.lists(st.tuples(st.integers(0, 4), people), max_size=4).map(tuple)
    awards = st.sampled_from(((50, 25, 15), (30,), ()))
    visibilities = st.sampled_from(Visibility)
    recent = st.builds(lambda at, games: (at,) * games, edge_instants(), st.sampled_from((0, 1, 49, 50)))
    play = games(people, names)
    return st.one_of(
        play,
        play,
        play,
        st.builds(Opening, player=people, rating=st.integers(-100, 3000), recent=recent),
        st.builds(Void, entry=entry_numbers, reason=st.sampled_from(VoidReason)),
        st.builds(Tournament, tournament=tournaments, name=names, visibility=visibilities, awards=awards),
        st.builds(Podium, tournament=tournaments, places=places),
        st.builds(Award, tournament=tournaments, place=st.integers(0, 4), player=people),
        st.builds(Erasure, player=people),
        st.builds(
            Settings, late_ms=st.sampled_from((None, WINDOW_MS)), early_ms=st.sampled_from((None, 300_000))
        ),
    )


@st.composite
def histories(draw: st.DrawFn, players: int = 4, longest: int = 40) -> list[Told]:
    """What a ladder may be told from its first entry on, moments in no order; some of it it must refuse."""
    begin = opened(draw(rulebooks()), players, Settings(late_ms=None, early_ms=None))
    told = st.builds(Told, facts=later_facts(players), at=edge_instants())
    return begin + draw(st.lists(told, max_size=longest))
