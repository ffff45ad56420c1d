"""Made-up ladders for replay: everything that can happen to one, told through the plain path of core."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from hypothesis import strategies as st

from terazi.core.catalogue import CATALOGUE
from terazi.core.codes import Refusal, VoidReason
from terazi.core.entries import (
    HISTORY,
    Entry,
    Erasure,
    Facts,
    Opening,
    Podium,
    Registration,
    RulebookChange,
    Tournament,
    Void,
)
from terazi.core.formula import Formula
from terazi.core.ladder import apply, decide
from terazi.core.record import Names, Recorded, close, enter, record
from terazi.core.rulebook import Edition
from terazi.core.state import Ladder
from terazi.core.types import (
    CUBES,
    FIRST_INSTANT_MS,
    Game,
    GameId,
    Mode,
    PlayerId,
    PlayerNumber,
    Termination,
    TournamentId,
    Win,
)
from terazi.core.window import WINDOW_MS

BEGIN = 1_700_000_000_000
PLAYERS = [PlayerId(name) for name in ("ada", "İlk", "57578", "dilan")]
FORMULAS = (
    *CATALOGUE.values(),
    Formula(name="busy from 3", divisor=1200, busy_games=3, busy_k=16),
    Formula(name="busy from 1", divisor=37, k=999, busy_games=1, busy_k=90),
)


@dataclass(slots=True)
class Story:
    """A ladder in memory and all that was written to it."""

    ladder: Ladder = field(default_factory=lambda: Ladder(settings=HISTORY))
    names: Names = field(default_factory=lambda: Names(commit=lambda _: "0" * 64))
    entries: list[Entry] = field(default_factory=list)
    serial: int = 0
    now: int = BEGIN

    def tell(self, facts: Facts) -> None:
        """Write facts, unless they are refused or known."""
        entry = decide(self.ladder, facts, self.now)
        if isinstance(entry, Entry) and entry.number == self.ladder.head:
            apply(self.ladder, entry)
            self.entries.append(entry)

    def keep(self, recorded: Recorded | Refusal) -> None:
        """Keep what was written, if anything was."""
        if isinstance(recorded, Recorded):
            self.entries.extend(recorded.written)

    def played(self) -> list[Entry]:
        """All game entries so far."""
        return [entry for entry in self.entries if isinstance(entry.facts, Game)]


Event = Callable[[Story], None]


def begun(formula: Formula) -> Story:
    """A ladder under one version from the beginning of time."""
    story = Story()
    story.tell(
        RulebookChange(edition=Edition(effective_from=FIRST_INSTANT_MS, formula=formula), table_sha256="")
    )
    return story


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """Games between two players, `times` of them at the same instant: `after` ms after the last one."""

    winner: int
    loser: int
    after: int
    times: int = 1
    cube: int = 1
    win: Win = Win.SINGLE
    mode: Mode = Mode.RANKED
    termination: Termination = Termination.UNSPECIFIED
    replaces: int | None = None

    def __call__(self, story: Story) -> None:
        story.now += self.after
        for _ in range(self.times):
            story.serial += 1
            story.keep(record(story.ladder, story.names, self._game(story), story.now))

    def _game(self, story: Story) -> Game[PlayerId]:
        return Game(
            game_id=GameId(f"g{story.serial}"),
            finished_at=story.now,
            winner=PLAYERS[self.winner],
            loser=PLAYERS[self.loser],
            mode=self.mode,
            cube=self.cube,
            win=self.win,
            termination=self.termination,
            replaces=self._replaced(story),
        )

    def _replaced(self, story: Story) -> GameId | None:
        games = story.played()
        if self.replaces is None or not games:
            return None
        facts = games[self.replaces % len(games)].facts
        assert isinstance(facts, Game)
        return facts.game_id


@dataclass(frozen=True, slots=True, kw_only=True)
class Voiding:
    """A game or an award is voided."""

    which: int

    def __call__(self, story: Story) -> None:
        voidable = list(story.ladder.voidable)
        if voidable:
            number = voidable[self.which % len(voidable)]
            story.tell(Void(entry=number, reason=VoidReason.OUTAGE))


@dataclass(frozen=True, slots=True, kw_only=True)
class Awarding:
    """A public tournament ends: the players known by now share its places."""

    places: tuple[int, ...]

    def __call__(self, story: Story) -> None:
        story.serial += 1
        name = TournamentId(f"t{story.serial}")
        story.tell(Tournament(tournament=name, name=name))
        places = tuple(zip(self.places, story.names.numbers.values(), strict=False))
        story.keep(close(story.ladder, Podium(tournament=name, places=places), story.now))


@dataclass(frozen=True, slots=True, kw_only=True)
class Changing:
    """Another version takes effect, `after` ms after the latest game."""

    formula: Formula
    after: int

    def __call__(self, story: Story) -> None:
        latest = max(story.ladder.last_finish or 0, story.ladder.clock, story.now)
        edition = Edition(effective_from=latest + self.after, formula=self.formula)
        story.tell(RulebookChange(edition=edition, table_sha256=""))


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened:
    """A player enters with a rating and with recent games elsewhere."""

    player: int
    rating: int
    recent: tuple[int, ...]

    def __call__(self, story: Story) -> None:
        number = story.names.numbers.get(PLAYERS[self.player])
        if number is None:
            number = self._registered(story)
        recent = tuple(story.now - before for before in self.recent)
        story.tell(Opening(player=number, rating=self.rating, recent=recent))

    def _registered(self, story: Story) -> PlayerNumber:
        entry = enter(story.ladder, Registration(commitment="0" * 64), story.now)
        story.entries.append(entry)
        story.names.numbers[PLAYERS[self.player]] = PlayerNumber(entry.number)
        return story.names.numbers[PLAYERS[self.player]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Erasing:
    """A player is erased; the same name comes back as somebody new."""

    player: int

    def __call__(self, story: Story) -> None:
        number = story.names.numbers.pop(PLAYERS[self.player], None)
        if number is not None:
            story.tell(Erasure(player=number))


EDGES = [edge + step for edge in (0, WINDOW_MS, WINDOW_MS // 2) for step in (-1, 0, 1)]
afters = st.one_of(
    st.sampled_from([0, 0, 1, 1000, *EDGES, *(-edge for edge in EDGES)]),
    st.integers(-2 * WINDOW_MS, 2 * WINDOW_MS),
)
pairs = st.permutations(range(len(PLAYERS))).map(lambda order: order[:2])


@st.composite
def games(draw: st.DrawFn, most: int = 3) -> Event:
    """One game or a burst."""
    winner, loser = draw(pairs)
    plain = st.just(Termination.UNSPECIFIED)
    return Played(
        winner=winner,
        loser=loser,
        after=draw(afters),
        times=draw(st.integers(1, most)),
        cube=draw(st.sampled_from(CUBES)),
        win=draw(st.sampled_from(Win)),
        mode=draw(st.one_of(st.just(Mode.RANKED), st.sampled_from(Mode))),
        termination=draw(st.one_of(plain, plain, st.sampled_from(Termination))),
        replaces=draw(st.one_of(st.none(), st.none(), st.none(), st.integers(0, 50))),
    )


ratings = st.one_of(st.integers(1000, 2000), st.integers(-10_000, 10_000))
events: st.SearchStrategy[Event] = st.one_of(
    games(),
    games(),
    games(most=60),
    st.builds(Voiding, which=st.integers(0, 200)),
    st.builds(Awarding, places=st.lists(st.integers(1, 4), max_size=4).map(tuple)),
    st.builds(Changing, formula=st.sampled_from(FORMULAS), after=st.sampled_from([0, 1, 1000, WINDOW_MS])),
    st.builds(
        Opened,
        player=st.integers(0, len(PLAYERS) - 1),
        rating=ratings,
        recent=st.lists(st.one_of(st.sampled_from(EDGES), st.integers(0, WINDOW_MS)), max_size=5).map(tuple),
    ),
    st.builds(Erasing, player=st.integers(0, len(PLAYERS) - 1)),
)


def told(formula: Formula, happened: Sequence[Event]) -> Story:
    """The ladder after all that happened."""
    story = begun(formula)
    for event in happened:
        event(story)
    return story


stories = st.builds(told, st.sampled_from(FORMULAS), st.lists(events, max_size=25))
