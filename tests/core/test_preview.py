"""What the next game is worth is what it will be worth (article)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from terazi.core.catalogue import CATALOGUE, CURRENT
from terazi.core.formula import Formula
from terazi.core.preview import Preview, Stakes, preview
from terazi.core.rate import rate_game
from terazi.core.types import CUBES, Standing, Win
from tests.strategies import formulas

STANDINGS = st.builds(Standing, rating=st.integers(-5000, 8000), games_recent=st.integers(0, 120))


@given(formulas(), STANDINGS, STANDINGS, st.sampled_from(CUBES), st.sampled_from(Win))
def test_a_preview_is_what_the_game_will_do(
    formula: Formula, you: Standing, opponent: Standing, cube: int, size: Win
) -> None:
    found = preview(you, opponent, cube=cube, size=size, formula=formula)
    won, lost = rate_game(formula, you, opponent, cube=cube, win=size)
    assert found.win == Stakes(you=won.change.delta, opponent=lost.change.delta)
    won, lost = rate_game(formula, opponent, you, cube=cube, win=size)
    assert found.lose == Stakes(you=lost.change.delta, opponent=won.change.delta)


@given(STANDINGS, STANDINGS, st.sampled_from(CUBES))
def test_the_opponents_preview_is_the_same_from_the_other_side(
    you: Standing, opponent: Standing, cube: int
) -> None:
    mine, theirs = preview(you, opponent, cube=cube), preview(opponent, you, cube=cube)
    assert (mine.win.you, mine.win.opponent) == (theirs.lose.opponent, theirs.lose.you)
    assert (mine.lose.you, mine.lose.opponent) == (theirs.win.opponent, theirs.win.you)


@pytest.mark.parametrize(
    ("recent", "win", "lose"),
    [
        (10, Stakes(you=16, opponent=-16), Stakes(you=-16, opponent=16)),
        (60, Stakes(you=8, opponent=-16), Stakes(you=-8, opponent=16)),
    ],
)
def test_the_articles_worked_case(recent: int, win: Stakes, lose: Stakes) -> None:
    found = preview(Standing(rating=1500, games_recent=recent), Standing(rating=1500, games_recent=10))
    assert found == Preview(win=win, lose=lose)


def test_the_version_in_force_is_assumed_unless_said() -> None:
    you, opponent = Standing(rating=1800), Standing(rating=1500)
    assert preview(you, opponent) == preview(you, opponent, formula=CURRENT)
    assert preview(you, opponent, formula=CATALOGUE["1.0.5"]).lose == Stakes(you=-27, opponent=27)
