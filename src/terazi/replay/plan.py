"""Everything that rating a history needs besides ratings: columns made from times and facts alone."""

from dataclasses import dataclass

import numpy as np

from terazi.core.rulebook import Rulebook
from terazi.replay.arrays import Flags, Integers
from terazi.replay.history import STAKES, History
from terazi.replay.recent import Recent, may_be_busy, recent_games
from terazi.replay.table import NOTHING, Table, table_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """Everything that rating a history needs besides ratings: the table, and its column for every side.

    `version` is the place of the edition in force in the rulebook; `winner_busy` and `loser_busy` pick its K.
    """

    table: Table
    recent: Recent
    version: Integers
    winner_busy: Flags
    loser_busy: Flags
    winner_column: Integers
    loser_column: Integers


def plan_of(
    history: History, rulebook: Rulebook, recent: Recent | None = None, *, counted: bool = True
) -> Plan:
    """The plan of a history under a rulebook; `recent` may be handed in, for it is the same under all.

    Where only K is wanted and not the counts behind it (`counted` is False), players who never come near a
    busy week are not counted.
    """
    table = table_of(rulebook)
    if recent is None:
        recent = recent_games(history, None if counted else may_be_busy(history, table.busy_games.min()))
    effective = np.array([edition.effective_from for edition in rulebook.editions], dtype=np.int64)
    version = np.searchsorted(effective, history.finished_at, side="right").astype(np.int32) - 1
    assert not np.any(history.rated & (version < 0)), "a game before the first version was refused (R3)"
    busy_games = table.busy_games[version] if len(effective) > 1 else table.busy_games.item()
    winner_busy, loser_busy = recent.winner >= busy_games, recent.loser >= busy_games

    everywhere = table.column.reshape(-1)
    usual = history.stake + np.int32(2 * len(STAKES)) * version  # `column[version, 0, stake]`, in one number
    calm = everywhere.take(usual)
    if not history.rated.all():
        calm[~history.rated] = NOTHING

    def column(busy: Flags) -> Integers:
        rows = np.flatnonzero(busy)  # rated ones: others have no recent games
        if not len(rows):
            return calm
        places = calm.copy()
        places[rows] = everywhere.take(usual[rows] + np.int32(len(STAKES)))
        return places

    return Plan(
        table=table,
        recent=recent,
        version=version,
        winner_busy=winner_busy,
        loser_busy=loser_busy,
        winner_column=column(winner_busy),
        loser_column=column(loser_busy),
    )
