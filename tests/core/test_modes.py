"""What a game does, by what it was played for (article; R9, R14, R15, R19)."""

from dataclasses import replace

import pytest

from terazi.core.codes import Unrated
from terazi.core.entries import Entry, Present, Rated, Scored, Settings
from terazi.core.modes import STEPS
from terazi.core.types import CUBES, Mode, Termination, Win
from tests.core.book import ANN, BEA, book, game

# Mode -> what the winner and the loser have of it, and why it is not rated.
RULES = [
    (Mode.RANKED, Rated, None),
    (Mode.BOOSTED, Scored, Unrated.BOOSTED),
    (Mode.TOURNAMENT, Present, Unrated.TOURNAMENT),
]


def entry_of(mode: Mode, **others: object) -> Entry:
    return book().write(replace(game("g1"), mode=mode, **others))  # type: ignore[arg-type]


@pytest.mark.parametrize(("mode", "effect", "unrated"), RULES)
def test_each_mode_has_its_effect_and_says_why_it_is_not_rated(
    mode: Mode, effect: type, unrated: Unrated | None
) -> None:
    entry = entry_of(mode)
    assert [type(each) for each in entry.effects] == [effect, effect]
    assert [each.player for each in entry.effects] == [ANN, BEA]
    assert entry.unrated is unrated
    assert entry.formula == ("1.3.1" if unrated is None else None)


def test_every_mode_has_a_step() -> None:
    assert {mode for mode, *_ in RULES} == {*STEPS} == {*Mode}


@pytest.mark.parametrize("mode", Mode)
def test_an_aborted_game_changes_nothing_in_any_mode(mode: Mode) -> None:
    entry = entry_of(mode, termination=Termination.ABORTED)  # R9
    assert [type(each) for each in entry.effects] == [Present, Present]
    assert (entry.unrated, entry.formula) == (Unrated.ABORTED, None)


@pytest.mark.parametrize("ending", [ending for ending in Termination if ending is not Termination.ABORTED])
def test_a_ranked_game_that_ends_early_is_rated_like_any_other(ending: Termination) -> None:
    assert entry_of(Mode.RANKED, termination=ending).effects == entry_of(Mode.RANKED).effects


@pytest.mark.parametrize("win", Win)
@pytest.mark.parametrize("cube", CUBES)
def test_a_boosted_game_gives_its_points_to_the_winner_and_sparks_to_both(cube: int, win: Win) -> None:
    ladder = book(settings=Settings(sparks_win=7, sparks_loss=3))
    played = replace(game("g1"), mode=Mode.BOOSTED, cube=cube, win=win)
    won, lost = ladder.write(played).effects
    assert won == Scored(player=ANN, event=1, points=played.points, sparks=7)  # R14
    assert lost == Scored(player=BEA, event=1, points=0, sparks=3)


def test_sparks_are_ten_and_two_unless_set() -> None:
    won, lost = entry_of(Mode.BOOSTED).effects
    assert isinstance(won, Scored)
    assert isinstance(lost, Scored)
    assert (won.sparks, lost.sparks) == (10, 2)  # R14, assumed
