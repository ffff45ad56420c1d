"""Law 4: the fast path over arrays and the slow path over objects are the same function."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from terazi.core.catalogue import CATALOGUE, CURRENT
from terazi.core.codes import Unrated
from terazi.core.entries import Rated
from terazi.core.formula import Formula
from terazi.core.types import CUBES, Mode, Win
from terazi.core.window import WINDOW_MS
from terazi.replay.history import Voided, history_of, rulebook_in
from terazi.replay.recent import may_be_busy, recent_games
from terazi.replay.run import Replayed, replay
from terazi.replay.scan import Engine, compiled_scan
from tests.replay.stories import (
    FORMULAS,
    Awarding,
    Changing,
    Erasing,
    Event,
    Opened,
    Played,
    Story,
    Voiding,
    stories,
    told,
)

ENGINES = [
    Engine.PLAIN,
    pytest.param(Engine.COMPILED, marks=pytest.mark.skipif(compiled_scan() is None, reason="needs numba")),
]

Row = tuple[int, ...]


def replayed(story: Story, engine: Engine, *, traced: bool = True) -> Replayed:
    return replay(history_of(story.entries), rulebook_in(story.entries), traced=traced, engine=engine)


def rows_of_the_ledger(story: Story) -> list[Row]:
    """Of every rated game entry: before, delta, recent games and K, winner's first."""
    return [
        tuple(
            number
            for side in entry.effects
            if isinstance(side, Rated)
            for number in (side.change.before, side.change.delta, side.games_recent, side.k)
        )
        for entry in story.played()
    ]


def rows_of_the_replay(result: Replayed) -> list[Row]:
    """The same from a replay; an empty row where the game was not rated."""
    trace, plan = result.trace, result.plan
    assert trace is not None
    winner_k = plan.table.k[plan.version, plan.winner_busy.astype(int)]
    loser_k = plan.table.k[plan.version, plan.loser_busy.astype(int)]
    columns = (
        *(trace.winner_before, trace.winner_delta, plan.recent.winner, winner_k),
        *(trace.loser_before, trace.loser_delta, plan.recent.loser, loser_k),
    )
    rated = plan.winner_column > 0
    rows = zip(*(column.tolist() for column in columns), strict=True)
    return [row if is_rated else () for row, is_rated in zip(rows, rated.tolist(), strict=True)]


def agree(story: Story, engine: Engine) -> None:
    result = replayed(story, engine)
    players = story.ladder.players.values()
    assert rows_of_the_replay(result) == rows_of_the_ledger(story)
    assert result.ratings.tolist() == [player.rating for player in players]
    assert result.wins.tolist() == [player.wins for player in players]
    assert result.losses.tolist() == [player.losses for player in players]
    assert result.awards.tolist() == [player.awards for player in players]


@pytest.mark.parametrize("engine", ENGINES)
@given(story=stories)
def test_replay_is_the_fold(engine: Engine, story: Story) -> None:
    agree(story, engine)


@given(story=stories)
def test_a_trace_changes_no_rating(story: Story) -> None:
    with_trace, without = (replayed(story, Engine.PLAIN, traced=traced) for traced in (True, False))
    assert without.trace is None
    assert with_trace.ratings.tolist() == without.ratings.tolist()


@given(story=stories)
def test_what_every_game_gave_and_took_adds_up(story: Story) -> None:
    history = history_of(story.entries)
    result = replayed(story, Engine.PLAIN)
    assert result.trace is not None
    sums = np.full(history.players, 1500)
    for player, start in history.starts.items():
        sums[player] = start.rating
    np.add.at(sums, history.winner, result.trace.winner_delta)
    np.add.at(sums, history.loser, result.trace.loser_delta)
    for correction in history.corrections:
        if isinstance(correction, Voided):
            sums[history.winner[correction.row]] -= result.trace.winner_delta[correction.row]
            sums[history.loser[correction.row]] -= result.trace.loser_delta[correction.row]
        else:
            sums[correction.player] += correction.amount
    assert result.ratings.tolist() == sums.tolist()


@given(story=stories)
def test_the_recent_games_serve_every_rulebook(story: Story) -> None:
    history, rulebook = history_of(story.entries), rulebook_in(story.entries)
    counted_before = recent_games(history)
    again = replay(history, rulebook, recent=counted_before, engine=Engine.PLAIN)
    assert again.ratings.tolist() == replayed(story, Engine.PLAIN).ratings.tolist()


@given(story=stories, busy_games=st.integers(1, 60))
def test_whoever_has_a_busy_week_is_among_those_who_may(story: Story, busy_games: int) -> None:
    history = history_of(story.entries)
    may, recent = may_be_busy(history, busy_games), recent_games(history)
    assert may[history.winner[recent.winner >= busy_games]].all()
    assert may[history.loser[recent.loser >= busy_games]].all()


@pytest.mark.parametrize(("apart", "may"), [(WINDOW_MS - 1, True), (2 * WINDOW_MS, False)])
def test_whoever_plays_seldom_is_not(apart: int, may: bool) -> None:
    history = history_of(told(CURRENT, [pair(0), pair(apart), pair(apart), pair(apart)]).entries)
    assert may_be_busy(history, 2).tolist() == [may, may]


def pair(after: int, times: int = 1, *, mode: Mode = Mode.RANKED) -> Event:
    return Played(winner=0, loser=1, after=after, times=times, mode=mode)


BUSY_FROM_3 = FORMULAS[-2]

EDGES: dict[str, tuple[Formula, list[Event]]] = {
    "nothing at all": (CURRENT, []),
    "49 games, then one": (CURRENT, [pair(0, 49), pair(1)]),
    "50 games, then one": (CURRENT, [pair(0, 50), pair(1)]),
    "51 games in the same millisecond": (CURRENT, [pair(0, 51)]),
    "120 games, a second apart": (CURRENT, [pair(1000)] * 120),
    "a second before seven days": (CURRENT, [pair(0, 50), pair(WINDOW_MS - 1)]),
    "exactly seven days": (CURRENT, [pair(0, 50), pair(WINDOW_MS)]),
    "a millisecond after seven days": (CURRENT, [pair(0, 50), pair(WINDOW_MS + 1)]),
    "boosted and tournament games do not count": (
        CURRENT,
        [pair(0, 49), pair(0, 5, mode=Mode.BOOSTED), pair(0, 5, mode=Mode.TOURNAMENT), pair(0)],
    ),
    "a void inside the window": (BUSY_FROM_3, [pair(0, 3), Voiding(which=1), pair(1), pair(1)]),
    "a void of a void's game again": (BUSY_FROM_3, [pair(0, 3), *[Voiding(which=1)] * 2, pair(1)]),
    "a late game spoils the short way for the next": (
        BUSY_FROM_3,
        [pair(0), pair(WINDOW_MS), pair(-WINDOW_MS - 1, 2), pair(WINDOW_MS + 2), pair(0)],
    ),
    "a replaced game": (BUSY_FROM_3, [pair(0, 3), Played(winner=1, loser=0, after=-1, replaces=1), pair(2)]),
    "games elsewhere make the week busy": (
        BUSY_FROM_3,
        [Opened(player=0, rating=-300, recent=(0, WINDOW_MS, WINDOW_MS + 1)), pair(0), pair(1), pair(1)],
    ),
    "games elsewhere later than the first game here": (
        BUSY_FROM_3,
        [Opened(player=0, rating=1700, recent=(0, 0, 0)), pair(-1), pair(1)],
    ),
    "a rating beyond the table's reach, both ways": (
        CURRENT,
        [Opened(player=0, rating=9000, recent=()), pair(0), Played(winner=1, loser=0, after=1)],
    ),
    "a version changes within a millisecond": (
        CURRENT,
        [pair(0, 2), Changing(formula=CATALOGUE["pre-1.0.5"], after=1), pair(0), pair(1), pair(0)],
    ),
    "an award and its void between games": (
        CURRENT,
        [pair(0), Awarding(places=(1, 2)), pair(0), Voiding(which=1), pair(0)],
    ),
    "an erased player comes back as somebody new": (CURRENT, [pair(0, 2), Erasing(player=0), pair(0)]),
    "the last thing is a void": (CURRENT, [pair(0), Voiding(which=0)]),
}


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("edge", EDGES)
def test_replay_is_the_fold_at_the_edge(edge: str, engine: Engine) -> None:
    agree(told(*EDGES[edge]), engine)


@pytest.mark.parametrize("formula", FORMULAS, ids=lambda formula: formula.name)
def test_every_cube_and_win_under_every_version(formula: Formula) -> None:
    happened = [
        Played(winner=winner, loser=1 - winner, after=1, cube=cube, win=win)
        for win in Win
        for cube in CUBES
        for winner in (0, 1)
    ]
    agree(told(formula, happened), Engine.PLAIN)


def test_the_stories_tell_of_everything() -> None:
    """The edges above reach what they are there for: a story that is refused proves nothing."""
    entries = [entry for formula, happened in EDGES.values() for entry in told(formula, happened).entries]
    kinds = {type(entry.facts).__name__ for entry in entries}
    assert {"Game", "Opening", "Award", "Void", "Erasure", "RulebookChange"} <= kinds
    assert {entry.unrated for entry in entries} >= {None, Unrated.BOOSTED, Unrated.TOURNAMENT}
    busiest = max(side.games_recent for entry in entries for side in entry.effects if isinstance(side, Rated))
    assert busiest >= 100
