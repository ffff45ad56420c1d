"""A player's career: how the rating went, streaks, and results by the opponents' strength.

Counted are ranked games that stand, in the order of the ledger; void games do not count. Everything follows
from the player's events back from one of them, which never change: it is worked out once for each last event.
"""

from array import array
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from terazi.core.codes import Refusal
from terazi.core.rulebook import Rulebook
from terazi.core.window import WINDOW_MS
from terazi.store.engine import Store
from terazi.store.part import rules_at
from terazi.store.trails import Step, Way, read_way

MOST = 20_000
"""Events that a career is read from, the newest: some 0.5 s for so many, once."""
_SHELVES = (("careers", 1_000, 1_024), ("long careers", MOST, 64))
"""Where a process keeps careers of at most so many events, and how many: 24 bytes an event, so 25 and 31 MB
where all of them are as long as can be."""

EDGES = (-200, -100, -50, 50, 100, 200)
"""Where bands of strength meet: the opponent's rating minus one's own, before the game, in points. A gap on
an edge belongs to the band farther from zero."""
_STARTS = tuple(edge if edge > 0 else edge + 1 for edge in EDGES)
"""The least gap of each band but the first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Band:
    """Games against opponents of one strength: (opponent - own) within [least, most], None without an end.

    `expected` is the sum of the expected scores, each by the version in force at the game's finish (R3).
    """

    least: int | None
    most: int | None
    won: int = 0
    lost: int = 0
    expected: float = 0.0

    @property
    def games(self) -> int:
        """Games in this band."""
        return self.won + self.lost


@dataclass(frozen=True, slots=True, kw_only=True)
class Streak:
    """Games won, or lost, one after another; when the first and the last of them were accepted (UTC ms)."""

    won: bool
    games: int
    since: int
    until: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Week:
    """The change of a rating in seven days; until when (UTC ms) that stays so, if nothing happens."""

    change: int = 0
    until: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Career:
    """`ratings` are those after every event that moved or could move them, the oldest first; `instants` are
    when these were accepted (UTC ms), `events` their ids. `start` is the rating before the first of them.
    Where not `whole`, older events than the last `MOST` are not in it.
    """

    start: int
    instants: "array[int]" = field(default_factory=lambda: array("q"))
    ratings: "array[int]" = field(default_factory=lambda: array("q"))
    events: "array[int]" = field(default_factory=lambda: array("q"))
    bands: tuple[Band, ...] = ()
    current: Streak | None = None
    longest_won: Streak | None = None
    longest_lost: Streak | None = None
    whole: bool = True

    @property
    def won(self) -> int:
        """Games won."""
        return sum(band.won for band in self.bands)

    @property
    def lost(self) -> int:
        """Games lost."""
        return sum(band.lost for band in self.bands)

    @property
    def expected(self) -> float:
        """How many of the games the formula expected to be won."""
        return sum(band.expected for band in self.bands)


def career(store: Store, last: int | None, rating: int) -> Career:
    """The career that ends with an event; of who has none, `rating` is all there is."""
    if last is None:
        return Career(start=rating, bands=bands((), Rulebook()))
    shelves = {most: store.known.of(name, kept) for name, most, kept in _SHELVES}
    known: Career | None = next((one for shelf in shelves.values() if (one := shelf.get(last))), None)
    if known is None:
        with store.reading() as connection:
            rulebook = rules_at(store, connection, last // 2 + 1)[1]
            known = told(read_way(connection, last, MOST), rulebook)
        next(shelf for most, shelf in shelves.items() if len(known.events) <= most).keep(last, known)
    return known


def told(way: Way, rulebook: Rulebook) -> Career:
    """The career that a way is."""
    games = [step for step in way.steps if step.finished_at is not None]
    streaks = tuple(_streaks(games))
    rated = [step for step in way.steps if step.finished_at is not None or step.after != step.before]
    return Career(
        start=rated[0].before if rated else way.steps[-1].after,
        instants=array("q", [step.accepted_at for step in rated]),
        ratings=array("q", [step.after for step in rated]),
        events=array("q", [step.id for step in rated]),
        bands=bands(games, rulebook),
        current=streaks[-1] if streaks else None,
        longest_won=_longest(streaks, won=True),
        longest_lost=_longest(streaks, won=False),
        whole=way.whole,
    )


def change_of_week(found: Career, now: int) -> Week:
    """What the entries of the seven days before an instant (UTC ms) did to the rating (`service.trails`)."""
    first = bisect_right(found.instants, now - WINDOW_MS)  # R22: `accepted_at` never goes back
    if first == len(found.instants):
        return Week()
    before = found.ratings[first - 1] if first else found.start
    return Week(change=found.ratings[-1] - before, until=found.instants[first] + WINDOW_MS)


def _streaks(games: Iterable[Step]) -> Iterable[Streak]:
    run: list[Step] = []
    for game in games:
        if run and run[-1].won != game.won:
            yield _streak(run)
            run = []
        run.append(game)
    if run:
        yield _streak(run)


def _streak(run: Sequence[Step]) -> Streak:
    return Streak(won=run[0].won, games=len(run), since=run[0].accepted_at, until=run[-1].accepted_at)


def _longest(streaks: Iterable[Streak], *, won: bool) -> Streak | None:
    """The first of the longest ones."""
    return max((one for one in streaks if one.won == won), key=lambda one: one.games, default=None)


def bands(games: Iterable[Step], rulebook: Rulebook) -> tuple[Band, ...]:
    """Results by the opponents' strength, the weakest opponents first."""
    sums = [[0, 0, 0.0] for _ in range(len(EDGES) + 1)]
    for game in games:
        assert game.finished_at is not None
        gap = game.opponent_before - game.before
        formula = rulebook.in_force(game.finished_at)
        assert not isinstance(formula, Refusal), "a game was rated by the version in force"
        one = sums[band_of(gap)]
        one[0 if game.won else 1] += 1
        one[2] += formula.expected(-gap)
    starts, ends = (None, *_STARTS), (*(start - 1 for start in _STARTS), None)
    return tuple(
        Band(least=least, most=most, won=int(won), lost=int(lost), expected=expected)
        for least, most, (won, lost, expected) in zip(starts, ends, sums, strict=True)
    )


def band_of(gap: int) -> int:
    """The place among the bands of an opponent's rating minus one's own.

    >>> [band_of(gap) for gap in (-200, -199, -50, -49, 0, 49, 50, 200)]
    [0, 1, 2, 3, 3, 3, 4, 6]
    """
    return bisect_right(_STARTS, gap)
