"""Rivals reproduce what was published of them."""

import math

import numpy as np
import pytest

from terazi.core.codes import Code, Refusal
from terazi.core.formula import CubeRule, Formula
from terazi.replay.history import History
from terazi.study.models import NAMES, Model, model_of
from terazi.study.rivals import Elo, Fibs, fibs_expected, fibs_ramp
from terazi.study.rivals_bradley_terry import BradleyTerry, strengths
from terazi.study.rivals_glicko2 import Glicko2, rated_once
from tests.study.worlds import history

# rec.games.backgammon, "Batting average for favorite to maintain his rating" (FIBS): gap, then matches to
# 1, 3, 5, 7, 9, 11 points.
BATTING = [
    (100, 0.529, 0.550, 0.564, 0.576, 0.585, 0.594),
    (200, 0.557, 0.598, 0.626, 0.648, 0.666, 0.682),
    (300, 0.585, 0.645, 0.684, 0.714, 0.738, 0.759),
    (400, 0.613, 0.689, 0.737, 0.772, 0.799, 0.822),
    (500, 0.640, 0.730, 0.784, 0.821, 0.849, 0.871),
    (600, 0.666, 0.768, 0.824, 0.861, 0.888, 0.908),
    (700, 0.691, 0.802, 0.858, 0.894, 0.918, 0.935),
]

# Agresti, Categorical Data Analysis, table 10.10 (American League East, 1987): the row's wins over each.
BASEBALL = {
    "Milwaukee": (0, 7, 9, 7, 7, 9, 11),
    "Detroit": (6, 0, 7, 5, 11, 9, 9),
    "Toronto": (4, 6, 0, 7, 7, 8, 12),
    "New York": (6, 8, 6, 0, 6, 7, 10),
    "Boston": (6, 2, 6, 7, 0, 7, 12),
    "Cleveland": (4, 4, 5, 6, 6, 0, 6),
    "Baltimore": (2, 4, 1, 3, 1, 7, 0),
}
BASEBALL_LOGITS = (1.58, 1.44, 1.29, 1.25, 1.11, 0.68, 0.0)


@pytest.mark.parametrize("row", BATTING, ids=lambda row: f"gap {row[0]}")
def test_fibs_expects_what_its_players_printed(row: tuple[float, ...]) -> None:
    for length, share in zip((1, 3, 5, 7, 9, 11), row[1:], strict=True):
        assert abs(fibs_expected(row[0], length) - share) < 0.0006


@pytest.mark.parametrize(
    ("experience", "factor"), [(0, 5), (100, 4), (200, 3), (399, 1.01), (400, 1), (9000, 1)]
)
def test_fibs_new_players_move_up_to_five_times_as_far(experience: int, factor: float) -> None:
    assert math.isclose(fibs_ramp(experience), factor)


def test_fibs_rates_each_player_by_their_own_experience() -> None:
    """Two matches to 7 of equal newcomers: 4 * sqrt(7) * 5 / 2 points, then with 7 points of experience."""
    games = History(
        players=2,
        winner=np.array([0, 0], dtype=np.int32),
        loser=np.array([1, 1], dtype=np.int32),
        finished_at=np.array([0, 1]),
        stake=np.zeros(2, dtype=np.int32),
        rated=np.ones(2, dtype=np.bool_),
    )
    forecast = Fibs(match_length=7).forecast(games)
    moved = 4 * math.sqrt(7) * 5 * 0.5
    assert forecast[0] == 0.5
    assert math.isclose(forecast[1], fibs_expected(2 * moved, 7), rel_tol=1e-12)


def test_glicko_2_gives_glickman_s_example() -> None:
    rating = rated_once((1500, 200, 0.06), [(1400, 30, True), (1550, 100, False), (1700, 300, False)])
    assert math.isclose(rating[0], 1464.06, abs_tol=0.01)  # the paper rounds on its way
    assert math.isclose(rating[1], 151.52, abs_tol=0.01)
    assert math.isclose(rating[2], 0.05999, abs_tol=0.00001)


def test_bradley_terry_gives_agresti_s_baseball() -> None:
    wins = np.array(list(BASEBALL.values()))
    winner, loser = (np.repeat(side.ravel(), wins.ravel()).astype(np.int32) for side in np.indices((7, 7)))
    found = np.log(strengths(winner, loser, 7))
    assert (found - found[-1]).round(2).tolist() == list(BASEBALL_LOGITS)


def test_bradley_terry_expects_as_many_wins_as_there_were() -> None:
    """The equations of maximum likelihood (Zermelo 1929), with the games of the prior among them."""
    games = history(games=300, players=9)
    for prior in (0.0, 2.0):
        p = strengths(games.winner, games.loser, 9, prior)
        share = p[:, None] / (p[:, None] + p[None, :])
        met = np.zeros((9, 9))
        np.add.at(met, (games.winner, games.loser), 1)
        expected = (share * (met + met.T)).sum(axis=1) + prior * p / (p + 1)
        assert np.allclose(expected, met.sum(axis=1) + prior / 2, atol=1e-3)


def test_elo_without_cube_and_busy_week_is_the_formula_before_rounding() -> None:
    games, formula = history(games=50), Formula(name="x", divisor=400, cube_rule=CubeRule.IGNORED)
    ratings = dict.fromkeys(range(games.players), 1500.0)
    for winner, loser, chance in zip(
        games.winner.tolist(), games.loser.tolist(), Elo().forecast(games).tolist(), strict=True
    ):
        gap = ratings[winner] - ratings[loser]
        assert math.isclose(chance, 1 / (1 + 10 ** (-gap / 400)), rel_tol=1e-12)
        change = formula.k * (1 - chance)
        ratings[winner] += change
        ratings[loser] -= change


def test_rivals_are_found_by_their_names() -> None:
    assert model_of("elo:k=24,divisor=500") == Model(name="elo:k=24,divisor=500", way=Elo(k=24, divisor=500))
    assert model_of("fibs:match_length=5") == Model(name="fibs:match_length=5", way=Fibs(match_length=5))
    assert model_of("glicko-2:tau=0.3") == Model(name="glicko-2:tau=0.3", way=Glicko2(tau=0.3))
    assert model_of("bradley-terry") == Model(name="bradley-terry", way=BradleyTerry())
    assert all(isinstance(model_of(name), Model) for name in NAMES)


def test_a_version_can_be_varied() -> None:
    model = model_of("1.3.1:cube=off,divisor=1000,k=20,busy_games=40,busy_k=10")
    assert isinstance(model, Model)
    assert model.way == Formula(
        name=model.name, divisor=1000, k=20, busy_games=40, busy_k=10, cube_rule=CubeRule.IGNORED
    )
    calm = model_of("1.3.1:busy_games=0")
    assert isinstance(calm, Model)
    assert isinstance(calm.way, Formula)
    assert calm.way.busy_k is None


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("2.0.0", Code.UNKNOWN_FORMULA),
        ("", Code.UNKNOWN_FORMULA),
        ("1.3.1:colour=red", Code.UNKNOWN_FIELD),
        ("1.3.1:k=0", Code.BAD_VALUE),
        ("1.3.1:k=-1", Code.BAD_VALUE),
        ("1.3.1:divisor=1e3", Code.BAD_VALUE),
        ("1.3.1:divisor=1000000", Code.BAD_VALUE),
        ("1.3.1:cube=maybe", Code.BAD_VALUE),
        ("1.2.0:busy_games=50", Code.MISSING_VALUE),
        ("elo:k=nan", Code.BAD_VALUE),
        ("elo:tau=1", Code.UNKNOWN_FIELD),
        ("fibs:match_length=1.5", Code.BAD_VALUE),
        ("fibs:match_length=0", Code.BAD_VALUE),
        ("elo:divisor=0", Code.BAD_VALUE),
        ("glicko-2:days=0", Code.BAD_VALUE),
    ],
)
def test_what_is_no_model_is_refused(text: str, code: Code) -> None:
    found = model_of(text)
    assert isinstance(found, Refusal)
    assert found.code is code
