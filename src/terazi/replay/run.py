"""A whole history rated at once: the fold over its entries, as arrays (law 4)."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from terazi.core.rulebook import Rulebook
from terazi.core.types import STARTING_RATING
from terazi.replay.arrays import Integers
from terazi.replay.history import Correction, Given, History, Voided
from terazi.replay.plan import Plan, plan_of
from terazi.replay.recent import Recent
from terazi.replay.scan import Engine, Running, running


@dataclass(frozen=True, slots=True, kw_only=True)
class Trace:
    """What every game did: ratings before it, and changes; rows as in the history.

    In rows of games that were not rated the changes are 0.
    """

    winner_before: Integers
    loser_before: Integers
    winner_delta: Integers
    loser_delta: Integers


@dataclass(frozen=True, slots=True, kw_only=True)
class Replayed:
    """A history's end: a place for every player.

    `wins` and `losses` count ranked games that stand, `awards` awards that stand. `plan` holds the
    columns that were used; `trace` is there if it was asked for, and only then are all recent games counted.
    """

    ratings: Integers
    wins: Integers
    losses: Integers
    awards: Integers
    plan: Plan
    trace: Trace | None = None


def replay(
    history: History,
    rulebook: Rulebook,
    *,
    traced: bool = False,
    recent: Recent | None = None,
    engine: Engine = Engine.QUICKEST,
) -> Replayed:
    """Rate every game of a history in ledger order under a rulebook.

    The same integers as folding `decide` and `apply` over its entries. `traced` asks for every game's ratings
    and changes; `recent` hands in the counts of R2, which are the same under every rulebook; `engine` changes
    the time it takes and nothing else. Refused games (`no_formula`) must not be in the history.
    """
    plan = plan_of(history, rulebook, recent, counted=traced)
    voids = history.voided_rows()
    noted = history.games if traced or voids else 0  # a void takes back what its game gave
    before = np.empty((noted, 2), dtype=np.int32)
    awards = np.zeros(history.players, dtype=np.int32)
    under_way = running(history, plan, _starting_ratings(history), before, engine)
    _run(history, plan, under_way, before, awards)
    wins, losses = _records(history, voids)
    return Replayed(
        ratings=np.asarray(under_way.ratings, dtype=np.int32),
        wins=wins,
        losses=losses,
        awards=awards,
        plan=plan,
        trace=_trace(plan, before) if traced else None,
    )


def _starting_ratings(history: History) -> Integers:
    ratings = np.full(history.players, STARTING_RATING, dtype=np.int32)
    for player, start in history.starts.items():
        ratings[player] = start.rating
    return ratings


def _run(history: History, plan: Plan, under_way: Running, before: Integers, awards: Integers) -> None:
    done = 0
    for correction in history.corrections:  # between two corrections there are only games
        under_way.advance(done, correction.position)
        done = correction.position
        for player, amount in _moves(history, plan, before, correction):
            under_way.ratings[player] += amount
        if isinstance(correction, Given):
            awards[correction.player] += correction.awards
    under_way.advance(done, history.games)


def _moves(
    history: History, plan: Plan, before: Integers, correction: Correction
) -> Iterator[tuple[int, int]]:
    match correction:
        case Given(player=player, amount=amount):
            yield player, amount
        case Voided(row=row):  # R16: exactly the amounts that the game gave
            given = _trace(plan, before, slice(row, row + 1))
            yield int(history.winner[row]), -int(given.winner_delta[0])
            yield int(history.loser[row]), -int(given.loser_delta[0])


def _trace(plan: Plan, before: Integers, rows: slice = slice(None)) -> Trace:
    """What the games of some rows did, from the ratings before them."""
    won, lost = before[rows, 0], before[rows, 1]
    return Trace(
        winner_before=won,
        loser_before=lost,
        winner_delta=plan.table.delta(won - lost, plan.winner_column[rows]),
        loser_delta=-plan.table.delta(won - lost, plan.loser_column[rows]),
    )


def _records(history: History, voids: list[int]) -> tuple[Integers, Integers]:
    stands = history.rated.copy()
    stands[voids] = False
    rows = slice(None) if stands.all() else stands
    wins = np.bincount(history.winner[rows], minlength=history.players)
    losses = np.bincount(history.loser[rows], minlength=history.players)
    return wins.astype(np.int32), losses.astype(np.int32)
