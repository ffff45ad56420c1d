"""One change as terms: everything that went in and came out, and no sentences (those are in `words`)."""

from dataclasses import dataclass
from enum import StrEnum

from terazi.core.entries import Entry, Rated
from terazi.core.formula import Formula
from terazi.core.types import Game, GameId


class Asymmetry(StrEnum):
    """Why the two changes of a game are not mirror images."""

    NONE = "none"
    """They are."""
    WINNER_BUSY = "winner_busy"
    """Only the winner has the K of a busy week."""
    LOSER_BUSY = "loser_busy"
    """Only the loser has the K of a busy week."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SideTerms:
    """One player's sum: `delta = round(k * (result - expected) * coefficient)`.

    `gap` is own rating minus the opponent's; `counted` are the recent ranked games that made the count, where
    the teller knows them.
    """

    player: str
    result: int
    before: int
    opponent_before: int
    gap: int
    expected: float
    games_recent: int
    k: int
    busy: bool
    coefficient: float
    unrounded: float
    delta: int
    after: int
    counted: tuple[GameId, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    """A rated game: the winner's sum and the loser's, under one version."""

    entry: Entry
    formula: Formula
    winner: SideTerms
    loser: SideTerms

    @property
    def asymmetry(self) -> Asymmetry:
        """Why one player won another amount than the other lost."""
        if self.winner.k == self.loser.k:
            return Asymmetry.NONE
        return Asymmetry.WINNER_BUSY if self.winner.busy else Asymmetry.LOSER_BUSY


@dataclass(frozen=True, slots=True, kw_only=True)
class Teller:
    """What an explanation shows of a player besides the entry: a name, and the games counted."""

    name: str
    counted: tuple[GameId, ...] = ()


def explain(entry: Entry, formula: Formula, winner: Teller, loser: Teller) -> Explanation:
    """The terms of a rated game's entry, from the formula that rated it.

    The terms are computed again and must give the entry's own changes: an explanation cannot drift from
    what was done.
    """
    game, (won, lost) = entry.facts, entry.effects
    assert isinstance(game, Game) and isinstance(won, Rated) and isinstance(lost, Rated)
    gap = won.change.before - lost.change.before
    coefficient = formula.coefficient(game.cube, game.win)
    assert formula.changes(gap, won.k, lost.k, coefficient) == (won.change.delta, lost.change.delta)
    expected = formula.expected(gap)
    unrounded = formula.winner_unrounded(gap, won.k, coefficient)
    won_sum = _Sum(result=1, gap=gap, expected=expected, coefficient=coefficient, unrounded=unrounded)
    unrounded = formula.loser_unrounded(gap, lost.k, coefficient)
    lost_sum = _Sum(result=0, gap=-gap, expected=1 - expected, coefficient=coefficient, unrounded=unrounded)
    return Explanation(
        entry=entry,
        formula=formula,
        winner=_side(formula, won, won_sum, winner),
        loser=_side(formula, lost, lost_sum, loser),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Sum:
    result: int
    gap: int
    expected: float
    coefficient: float
    unrounded: float


def _side(formula: Formula, own: Rated, terms: _Sum, teller: Teller) -> SideTerms:
    return SideTerms(
        player=teller.name,
        result=terms.result,
        before=own.change.before,
        opponent_before=own.change.before - terms.gap,
        gap=terms.gap,
        expected=terms.expected,
        games_recent=own.games_recent,
        k=own.k,
        busy=own.k != formula.k_for(0),
        coefficient=terms.coefficient,
        unrounded=terms.unrounded,
        delta=own.change.delta,
        after=own.change.after,
        counted=teller.counted,
    )
