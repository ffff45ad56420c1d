"""A formula walked through a history: every game predicted from those before it, then rated.

What is kept of the forecasts is a histogram: how many games the winner's side entered with which gap, in each
block of time. Gaps are integers, so that is all that log loss, Brier score and calibration can ask for.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from terazi.core.formula import Formula
from terazi.core.rulebook import always
from terazi.replay import Recent, recent_games
from terazi.replay.arrays import Integers, Rows
from terazi.replay.history import History
from terazi.replay.recent import may_be_busy
from terazi.replay.run import Replayed, replay
from terazi.study.arrays import Counts, Reals
from terazi.study.bootstrap import block_of
from terazi.study.curve import briers, expected_by_gap, log_losses


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored:
    """The games of a history that are scored: rated ones, after the first `burn_in` of them.

    `rows` are their rows in the history, `block` the block of time of each.
    """

    history: History
    rows: Rows
    block: Counts
    blocks: int

    @property
    def games(self) -> int:
        """How many."""
        return len(self.rows)


def scored_games(history: History, burn_in: int) -> Scored:
    """What is left to be scored; the first `burn_in` rated games only move ratings."""
    rows = np.flatnonzero(history.rated)[burn_in:]
    block = block_of(len(rows))
    return Scored(history=history, rows=rows, block=block, blocks=int(block[-1]) + 1 if len(rows) else 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """Games by block and by the winner's gap: `counts[block, gap + limit]`."""

    divisor: int
    limit: int
    counts: Counts

    @property
    def games(self) -> int:
        """How many games."""
        return int(self.counts.sum())

    @property
    def expected(self) -> Reals:
        """What the formula gave the winner, by gap."""
        return expected_by_gap(self.divisor, self.limit)

    def by_gap(self) -> Counts:
        """Games by the winner's gap, all blocks together."""
        total: Counts = self.counts.sum(axis=0)
        return total

    def block_losses(self) -> Reals:
        """The sum of log losses in each block."""
        return self.counts @ log_losses(self.expected)

    def block_briers(self) -> Reals:
        """The sum of Brier scores in each block."""
        return self.counts @ briers(self.expected)

    def block_games(self) -> Counts:
        """Games in each block."""
        games: Counts = self.counts.sum(axis=1)
        return games

    def right(self) -> float:
        """The share of games that the favourite won; even games count half."""
        games = self.by_gap()
        return float((games[self.limit + 1 :].sum() + games[self.limit] / 2) / max(games.sum(), 1))


@dataclass(frozen=True, slots=True, kw_only=True)
class Walk:
    """A formula's way through a history: its end, and the gap (winner minus loser) of every scored game."""

    formula: Formula
    scored: Scored
    replayed: Replayed
    gap: Integers

    def tally(self) -> Tally:
        """The histogram of all scored games."""
        return tally_of(self.formula.divisor, self.gap, self.scored.block, self.scored.blocks)


def walk(scored: Scored, formula: Formula, recent: Recent | None = None) -> Walk:
    """Walk a formula through the history; `recent` hands in the counts of R2 (`busy_weeks`)."""
    replayed = replay(scored.history, always(formula), traced=True, recent=recent)
    assert replayed.trace is not None
    gap = replayed.trace.winner_before[scored.rows] - replayed.trace.loser_before[scored.rows]
    return Walk(formula=formula, scored=scored, replayed=replayed, gap=gap)


def tally_of(divisor: int, gap: Integers, block: Counts, blocks: int) -> Tally:
    """The histogram of gaps by block."""
    limit = int(np.abs(gap).max(initial=1))
    width = 2 * limit + 1
    counts = np.bincount(block * width + (gap + limit), minlength=blocks * width)
    return Tally(divisor=divisor, limit=limit, counts=counts.reshape(blocks, width))


def busy_weeks(history: History, formulas: Iterable[Formula]) -> Recent:
    """The counts of R2 as far as these formulas ask for them: players who never come near are not counted."""
    games = (formula.busy_games for formula in formulas if formula.busy_games is not None)
    fewest = min(games, default=NEVER)
    return recent_games(history, may_be_busy(history, fewest))


NEVER = 2**62
"""More games than anybody plays."""


def games_that_stand(history: History) -> History:
    """The rated games alone, without those that were voided, awards and openings: what results can
    speak of.
    """
    stands = history.rated.copy()
    stands[history.voided_rows()] = False
    if stands.all() and not history.corrections and not history.starts:
        return history
    return History(
        players=history.players,
        winner=history.winner[stands],
        loser=history.loser[stands],
        finished_at=history.finished_at[stands],
        stake=history.stake[stands],
        rated=np.ones(int(stands.sum()), dtype=np.bool_),
    )
