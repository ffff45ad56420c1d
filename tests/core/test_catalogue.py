"""The named versions are the article's (SPEC 1, "Versions"; R20)."""

from dataclasses import replace

import pytest

from terazi.core.catalogue import CATALOGUE, CURRENT
from terazi.core.formula import CubeRule, GammonRule

# SPEC 1, "Versions", and R20 for the last two: divisor, K, cube, gammons, (busy from, busy K).
VERSIONS = [
    ("pre-1.0.5", 400, 32, CubeRule.MULTIPLIES, GammonRule.MULTIPLIES, (None, None)),
    ("1.0.5", 400, 32, CubeRule.ONE_TO_TWO, GammonRule.NOTHING, (None, None)),
    ("1.2.0", 800, 32, CubeRule.ONE_TO_TWO, GammonRule.NOTHING, (None, None)),
    ("1.3.0", 800, 32, CubeRule.ONE_TO_TWO, GammonRule.NOTHING, (None, None)),
    ("1.3.1", 1200, 32, CubeRule.ONE_TO_TWO, GammonRule.NOTHING, (50, 16)),
    ("chess", 400, 32, CubeRule.ONE_TO_TWO, GammonRule.NOTHING, (None, None)),
    ("fibs-1pt", 2000, 32, CubeRule.ONE_TO_TWO, GammonRule.NOTHING, (None, None)),
]


@pytest.mark.parametrize(("name", "divisor", "k", "cube", "gammon", "busy"), VERSIONS)
def test_each_version_has_the_articles_numbers(
    name: str, divisor: int, k: int, cube: CubeRule, gammon: GammonRule, busy: tuple[int | None, int | None]
) -> None:
    formula = CATALOGUE[name]
    assert (formula.name, formula.divisor, formula.k) == (name, divisor, k)
    assert (formula.cube_rule, formula.gammon_rule) == (cube, gammon)
    assert (formula.busy_games, formula.busy_k) == busy


def test_the_catalogue_holds_these_versions_and_no_others() -> None:
    assert [*CATALOGUE] == [name for name, *_ in VERSIONS]


def test_1_3_0_is_1_2_0_by_another_name() -> None:
    assert replace(CATALOGUE["1.3.0"], name="1.2.0") == CATALOGUE["1.2.0"]


def test_only_the_gammons_before_1_0_5_are_assumed() -> None:
    assert [name for name, formula in CATALOGUE.items() if formula.assumed] == ["pre-1.0.5"]


def test_1_3_1_is_the_current_version() -> None:
    assert CURRENT is CATALOGUE["1.3.1"]
