"""A table is what the formula says, everywhere: law 1 leaves the arrays nothing to say themselves."""

import numpy as np
import pytest

from terazi.core.catalogue import CATALOGUE
from terazi.core.formula import Formula
from terazi.core.rulebook import Edition, Rulebook, always
from terazi.replay.history import STAKES
from terazi.replay.table import NOTHING, table_of
from tests.replay.stories import FORMULAS

BEYOND = 100
"""Gaps looked at beyond a table's reach."""


@pytest.mark.parametrize("formula", FORMULAS, ids=lambda formula: formula.name)
def test_every_value_is_the_formulas(formula: Formula) -> None:
    table = table_of(always(formula))
    gaps = range(-formula.reach() - BEYOND, formula.reach() + BEYOND + 1)
    for busy, k in enumerate(table.k[0].tolist()):
        for stake, (cube, win) in enumerate(STAKES):
            column = np.full(len(gaps), table.column[0, busy, stake], dtype=np.int32)
            coefficient = formula.coefficient(cube, win)
            expected = [formula.changes(gap, k, k, coefficient) for gap in gaps]
            won = table.delta(np.array(gaps, dtype=np.int32), column)
            assert won.tolist() == [change for change, _ in expected]
            assert (-won).tolist() == [change for _, change in expected]


def test_versions_stand_side_by_side_at_the_widest_reach() -> None:
    editions = [
        Edition(effective_from=begin, formula=formula) for begin, formula in enumerate(CATALOGUE.values())
    ]
    together = table_of(Rulebook(tuple(editions)))
    gaps = np.arange(-together.reach - BEYOND, together.reach + BEYOND, 7, dtype=np.int32)
    for version, edition in enumerate(editions):
        alone = table_of(always(edition.formula))
        for place, column in np.ndenumerate(alone.column[0]):
            same = np.full(len(gaps), together.column[(version, *place)], dtype=np.int32)
            own = np.full(len(gaps), column, dtype=np.int32)
            assert together.delta(gaps, same).tolist() == alone.delta(gaps, own).tolist()


def test_a_game_that_is_not_rated_moves_nobody() -> None:
    table = table_of(always(CATALOGUE["1.3.1"]))
    gaps = np.arange(-table.reach, table.reach + 1, dtype=np.int32)
    assert not table.delta(gaps, np.full(len(gaps), NOTHING, dtype=np.int32)).any()
    assert NOTHING not in table.column
