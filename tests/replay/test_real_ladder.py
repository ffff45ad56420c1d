"""A real ladder, rated both ways: the sums add up, and arrays and entries say the same."""

import gzip
from pathlib import Path

import numpy as np
import pytest

from terazi.core.catalogue import CATALOGUE
from terazi.core.codes import Refusal
from terazi.core.entries import HISTORY, RulebookChange
from terazi.core.record import Names, enter, record
from terazi.core.rulebook import DEFAULT_RULEBOOK, Edition, Rulebook
from terazi.core.state import Ladder
from terazi.core.types import FIRST_INSTANT_MS
from terazi.formats.columns import own_names
from terazi.replay.games import Games, games_of
from terazi.replay.read import read_games
from terazi.replay.run import replay
from terazi.replay.scan import Engine, compiled_scan

GAMES = 4353
PLAYERS = 1044
MIDWAY = 1_704_067_200_000
"""2024-01-01T00:00:00Z, inside the file."""

RULEBOOKS = {
    "1.3.1": DEFAULT_RULEBOOK,
    "two versions": Rulebook(
        (
            Edition(effective_from=FIRST_INSTANT_MS, formula=CATALOGUE["1.2.0"]),
            Edition(effective_from=MIDWAY, formula=CATALOGUE["1.3.1"]),
        )
    ),
}


@pytest.fixture(scope="module")
def games(shared: Path) -> Games:
    data = gzip.decompress((shared / "data" / "backgammon_games.csv.gz").read_bytes())
    draft = read_games(data, own_names())
    assert draft is not None
    assert draft.sure.all(), "all rows are taken"
    games = games_of(draft, FIRST_INSTANT_MS)
    assert games is not None
    return games


def folded(games: Games, rulebook: Rulebook) -> tuple[Ladder, Names]:
    """The plain path: every game recorded, in order."""
    ladder, names = Ladder(settings=HISTORY), Names(commit=lambda _: "0" * 64)
    for edition in rulebook.editions:
        enter(ladder, RulebookChange(edition=edition, table_sha256=""), FIRST_INSTANT_MS)
    for place, at in enumerate(games.accepted_at.tolist()):
        recorded = record(ladder, names, games.game(place), at)
        assert not isinstance(recorded, Refusal)
    return ladder, names


@pytest.mark.parametrize("rulebook", RULEBOOKS.values(), ids=RULEBOOKS.keys())
def test_replay_and_fold_give_everybody_the_same(games: Games, rulebook: Rulebook) -> None:
    ladder, names = folded(games, rulebook)
    result = replay(games.history(), rulebook)
    assert list(games.players) == list(names.numbers), "in order of registration"
    players = [ladder.players[number] for number in names.numbers.values()]
    assert result.ratings.tolist() == [player.rating for player in players]
    assert result.wins.tolist() == [player.wins for player in players]
    assert result.losses.tolist() == [player.losses for player in players]


def test_the_sum_of_what_everybody_won_and_lost_is_their_rating(games: Games) -> None:
    history = games.history()
    result = replay(history, DEFAULT_RULEBOOK, traced=True)
    assert (len(games), len(games.players)) == (GAMES, PLAYERS)
    assert result.trace is not None
    sums = np.full(PLAYERS, 1500)
    np.add.at(sums, history.winner, result.trace.winner_delta)
    np.add.at(sums, history.loser, result.trace.loser_delta)
    assert result.ratings.tolist() == sums.tolist()
    assert max(result.plan.recent.winner.max(), result.plan.recent.loser.max()) >= 50, "weeks are busy here"


@pytest.mark.skipif(compiled_scan() is None, reason="needs numba")
def test_both_engines_give_the_same(games: Games) -> None:
    plain, compiled = (
        replay(games.history(), DEFAULT_RULEBOOK, traced=True, engine=engine)
        for engine in (Engine.PLAIN, Engine.COMPILED)
    )
    assert plain.ratings.tolist() == compiled.ratings.tolist()
    assert plain.trace is not None
    assert compiled.trace is not None
    assert plain.trace.winner_delta.tolist() == compiled.trace.winner_delta.tolist()
    assert plain.trace.loser_before.tolist() == compiled.trace.loser_before.tolist()
