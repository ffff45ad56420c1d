"""How it is computed: the rule in our own words; every table and example is made by the formula in force."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from terazi.core.catalogue import CATALOGUE
from terazi.core.formula import Formula
from terazi.core.rulebook import Rulebook
from terazi.core.tables import (
    VERSIONS_GAP,
    VersionRow,
    change_table,
    cube_table,
    expected_table,
    version_table,
)
from terazi.core.types import CUBES, FIRST_INSTANT_MS, STARTING_RATING, Standing, Win
from terazi.formats.instants import instant_text
from terazi.ledger.digest import table_sha256
from terazi.service.calculator import next_edition, supposed, version_in_force
from terazi.service.ladders import rulebook, settings
from terazi.web.pages.curve import curve_of
from terazi.web.pages.places import JSON_TWIN, Place, Shown, Visit
from terazi.web.rules import formula_members
from terazi.words.sums import SumLine, sum_lines
from terazi.words.tables import article_tables

_EXAMPLE = {"you": 1480, "opponent": 1620, "you_recent": 12, "opponent_recent": 60, "cube": 2}
"""The game that is computed by hand: an upset, against somebody with a busy week, after one double."""
_WEEK = 300
"""Ranked games of a very busy week (article)."""
_SHORT = (0.02, 0.03)
"""How much less often than expected such a player won (article)."""
_STAND_STILL = 200
"""The gap of the article's example of standing still."""
_HISTORY = ("pre-1.0.5", "1.0.5", "1.2.0", "1.3.1")
_HIGH_CUBE = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Week:
    """What a very busy week loses at one K, in points, and what luck alone does (a standard deviation)."""

    k: int
    least: int
    most: int
    luck: int


def show(visit: Visit) -> Shown:
    """The reader's guide."""
    book = rulebook(visit.desk.store)
    formula = version_in_force(book, visit.now)
    visit.changes_at(next_edition(book, visit.now))
    return Shown(
        template="formula.html",
        facts=_facts(visit, formula) | {"rules": settings(visit.desk.store), "editions": _dated(book)},
        members=lambda: _members(formula, book),
    )


def _facts(visit: Visit, formula: Formula) -> dict[str, Any]:
    expected, changes, *by_k, cube, versions = article_tables(visit.words, formula)
    even, even_busy = (_even_win(formula, busy=busy) for busy in (False, True))
    return {
        "formula": formula,
        "curve": curve_of(formula),
        "tables": {"expected": expected, "changes": changes, "k": by_k, "cube": cube, "versions": versions},
        "even": even,
        "even_busy": even_busy,
        "start": STARTING_RATING,
        "still": _STAND_STILL,
        "still_share": formula.expected(_STAND_STILL),
        "highest_cube": CUBES[-1],
        "weeks": _weeks(formula),
        "week_games": _WEEK,
        "example": _EXAMPLE,
        "sums": _sums(visit, formula),
        "history": _history(),
        "gap": VERSIONS_GAP,
        "fibs": CATALOGUE["fibs-1pt"],
        "beginning": FIRST_INSTANT_MS,
    }


def _even_win(formula: Formula, *, busy: bool, cube: int = 1, win: Win = Win.SINGLE) -> int:
    """What beating an equal player gives."""
    k = formula.busy_k if busy and formula.busy_k is not None else formula.k
    return formula.changes(0, k, k, formula.coefficient(cube, win))[0]


def _weeks(formula: Formula) -> Sequence[Week]:
    ks = (formula.k,) if formula.busy_k is None else (formula.k, formula.busy_k)
    return [
        Week(
            k=k,
            least=round(_WEEK * k * _SHORT[0]),
            most=round(_WEEK * k * _SHORT[1]),
            luck=round(k * math.sqrt(_WEEK * formula.expected(0) * (1 - formula.expected(0)))),
        )
        for k in ks
    ]


def _sums(visit: Visit, formula: Formula) -> Sequence[Sequence[SumLine]]:
    """The sums of the example: the winner's, then the loser's."""
    winner = Standing(rating=_EXAMPLE["you"], games_recent=_EXAMPLE["you_recent"])
    loser = Standing(rating=_EXAMPLE["opponent"], games_recent=_EXAMPLE["opponent_recent"])
    explanation = supposed(formula, winner, loser, cube=_EXAMPLE["cube"])
    return [sum_lines(visit.words, explanation, side) for side in (explanation.winner, explanation.loser)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Chapter:
    """A version in the history: what it made of a favourite, of a game between equals, and of the cube."""

    row: VersionRow
    even: int
    even_busy: int
    even_high: int
    even_highest: int
    even_backgammon: int


def _history() -> Mapping[str, Chapter]:
    formulas = [CATALOGUE[name] for name in _HISTORY]
    return {row.formula.name: _chapter(row) for row in version_table(formulas)}


def _chapter(row: VersionRow) -> Chapter:
    formula = row.formula
    return Chapter(
        row=row,
        even=_even_win(formula, busy=False),
        even_busy=_even_win(formula, busy=True),
        even_high=_even_win(formula, busy=False, cube=_HIGH_CUBE),
        even_highest=_even_win(formula, busy=False, cube=CUBES[-1]),
        even_backgammon=_even_win(formula, busy=False, win=Win.BACKGAMMON),
    )


def _dated(book: Rulebook) -> Sequence[tuple[int, Formula]]:
    return [(edition.effective_from, edition.formula) for edition in book.editions]


def _members(formula: Formula, book: Rulebook) -> dict[str, Any]:
    """The tables as numbers."""
    return {
        "formula": formula_members(formula),
        "table_sha256": table_sha256(formula),
        "starting_rating": STARTING_RATING,
        "expected": [asdict(row) for row in expected_table(formula)],
        "changes": [asdict(row) for row in change_table(formula, formula.k)],
        "cube": [asdict(row) for row in cube_table(formula)],
        "versions": [
            {"formula": row.formula.name, "expected": row.expected, "swing": asdict(row.swing)}
            for row in version_table([CATALOGUE[name] for name in _HISTORY])
        ],
        "editions": [
            {"effective_from": instant_text(instant), "formula": version.name}
            for instant, version in _dated(book)
        ],
    }


PLACES = (Place(steps=("formula",), show=show, forms=JSON_TWIN),)
