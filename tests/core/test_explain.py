"""An explanation's terms give its change again, and say why two sides differ (article; R21)."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from terazi.core.catalogue import CATALOGUE, CURRENT
from terazi.core.entries import Entry, Rated
from terazi.core.explain import Asymmetry, Explanation, SideTerms, Teller, explain
from terazi.core.formula import Formula, round_half_away
from terazi.core.rate import rate_game
from terazi.core.types import CUBES, EntryNumber, GameId, Mode, PlayerNumber, RatingChange, Standing, Win
from tests.core.book import ANN, BEA, book, game
from tests.strategies import formulas

STANDINGS = st.builds(Standing, rating=st.integers(-5000, 8000), games_recent=st.integers(0, 120))


def entry_of(
    formula: Formula, winner: Standing, loser: Standing, cube: int = 1, win: Win = Win.SINGLE
) -> Entry:
    """The entry of such a game."""
    sides = rate_game(formula, winner, loser, cube=cube, win=win)
    effects = tuple(
        Rated(player=player, event=1, change=side.change, games_recent=side.games_recent, k=side.k)
        for player, side in zip((ANN, BEA), sides, strict=True)
    )
    played = replace(game("g1"), cube=cube, win=win)
    return Entry(number=EntryNumber(5), accepted_at=0, facts=played, effects=effects, formula=formula.name)


def told(formula: Formula, entry: Entry) -> Explanation:
    return explain(entry, formula, Teller(name="Ayşe", counted=(GameId("g0"),)), Teller(name="Bora"))


def result_of(side: SideTerms) -> float:
    """The article's sum, from the terms alone."""
    return side.k * (side.result - side.expected) * side.coefficient


@given(formulas(), STANDINGS, STANDINGS, st.sampled_from(CUBES), st.sampled_from(Win))
def test_the_terms_alone_give_the_change_again(
    formula: Formula, winner: Standing, loser: Standing, cube: int, win: Win
) -> None:
    entry = entry_of(formula, winner, loser, cube, win)
    found = told(formula, entry)
    for side, effect in zip((found.winner, found.loser), entry.effects, strict=True):
        assert isinstance(effect, Rated)
        assert side.unrounded == result_of(side)  # R0, to the last bit
        assert side.delta == round_half_away(side.unrounded) == effect.change.delta
        assert (side.before, side.after) == (effect.change.before, effect.change.after)
        assert (side.games_recent, side.k) == (effect.games_recent, effect.k)
        assert side.gap == side.before - side.opponent_before
    assert found.winner.gap == -found.loser.gap
    assert (found.winner.opponent_before, found.loser.opponent_before) == (loser.rating, winner.rating)
    assert (found.winner.result, found.loser.result) == (1, 0)


def test_the_articles_worked_case_is_told_term_by_term() -> None:
    entry = entry_of(CURRENT, Standing(rating=1500, games_recent=60), Standing(rating=1500, games_recent=10))
    found = told(CURRENT, entry)
    assert found.winner == SideTerms(
        player="Ayşe",
        result=1,
        before=1500,
        opponent_before=1500,
        gap=0,
        expected=0.5,
        games_recent=60,
        k=16,
        busy=True,
        coefficient=1.0,
        unrounded=8.0,
        delta=8,
        after=1508,
        counted=(GameId("g0"),),
    )
    assert (found.loser.k, found.loser.busy, found.loser.delta) == (32, False, -16)
    assert (found.entry, found.formula) == (entry, CURRENT)


@pytest.mark.parametrize(
    ("winner", "loser", "why"),
    [
        (10, 10, Asymmetry.NONE),
        (60, 60, Asymmetry.NONE),
        (60, 10, Asymmetry.WINNER_BUSY),
        (10, 60, Asymmetry.LOSER_BUSY),
    ],
)
def test_two_sides_differ_because_one_is_busy(winner: int, loser: int, why: Asymmetry) -> None:
    entry = entry_of(
        CURRENT, Standing(rating=1500, games_recent=winner), Standing(rating=1500, games_recent=loser)
    )
    found = told(CURRENT, entry)
    assert found.asymmetry is why
    assert (found.winner.delta == -found.loser.delta) == (why is Asymmetry.NONE)


def test_an_entry_that_does_not_add_up_is_never_explained() -> None:
    entry = entry_of(CURRENT, Standing(rating=1500), Standing(rating=1500))
    won, lost = entry.effects
    assert isinstance(won, Rated)
    forged = replace(won, change=RatingChange(before=1500, delta=17))
    with pytest.raises(AssertionError):
        told(CURRENT, replace(entry, effects=(forged, lost)))
    with pytest.raises(AssertionError):
        told(CATALOGUE["pre-1.0.5"], entry_of(CURRENT, Standing(rating=1500), Standing(rating=1500), 2))


def test_a_game_that_was_not_rated_has_no_sum() -> None:
    entry = book().write(replace(game("g1"), mode=Mode.BOOSTED))
    with pytest.raises(AssertionError):
        told(CURRENT, entry)


def test_an_entry_of_the_ladder_is_explained_by_the_version_that_rated_it() -> None:
    entry = book(openings=(1800,)).write(game("g1", ANN, PlayerNumber(3)))
    assert told(CURRENT, entry).winner.delta == 12  # article, a favourite by 300
