"""Who is busy, and which column of the table rates each side: from times alone, before any rating is known.

While a player's games stand in time order and none is void, the recent ones are the last few of the player's
slice, and all slices are counted at once. Whoever has a late game, a void or games elsewhere is counted with
the ladder's own `Window`, entry by entry: one such game spoils the short way for later games too.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from terazi.core.rulebook import Rulebook
from terazi.core.window import WINDOW_MS, Window
from terazi.replay.arrays import Flags, Instants, Integers, Rows
from terazi.replay.history import History, Start, Voided
from terazi.replay.table import NOTHING, Table, table_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Recent:
    """Recent ranked games (R2) of both sides of every game; 0 where the game is not rated."""

    winner: Integers
    loser: Integers


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


def plan_of(history: History, rulebook: Rulebook, recent: Recent | None = None) -> Plan:
    """The plan of a history under a rulebook; `recent` may be handed in, for it is the same under all."""
    recent = recent or recent_games(history)
    table = table_of(rulebook)
    effective = np.array([edition.effective_from for edition in rulebook.editions], dtype=np.int64)
    version = np.searchsorted(effective, history.finished_at, side="right").astype(np.int32) - 1
    assert not np.any(history.rated & (version < 0)), "a game before the first version was refused (R3)"
    busy_games = table.busy_games[version]
    winner_busy, loser_busy = recent.winner >= busy_games, recent.loser >= busy_games

    def column(busy: Flags) -> Integers:
        places = table.column[version, busy.astype(np.int8), history.stake]
        return np.where(history.rated, places, np.int32(NOTHING))

    return Plan(
        table=table,
        recent=recent,
        version=version,
        winner_busy=winner_busy,
        loser_busy=loser_busy,
        winner_column=column(winner_busy),
        loser_column=column(loser_busy),
    )


def recent_games(history: History) -> Recent:
    """The recent games of both players of every game, by R2: exact, whatever came late or was voided."""
    sides = _sides(history)
    in_rows = np.empty(len(sides.order), dtype=np.int32)
    in_rows[sides.order] = _counted_in_slices(sides)
    counts = np.zeros((history.games, 2), dtype=np.int32)
    counts[history.rated] = in_rows.reshape(-1, 2)
    irregular = _irregular_players(history, sides)
    if irregular:
        _count_by_window(history, irregular, counts)
    return Recent(winner=counts[:, 0].copy(), loser=counts[:, 1].copy())


@dataclass(frozen=True, slots=True, kw_only=True)
class _Sides:
    """Both sides of every rated game, sorted by player and then in ledger order: each player has a slice.

    `order` says where each stood in ledger order, winner before loser.
    """

    order: Rows
    player: Integers
    finished_at: Instants


def _sides(history: History) -> _Sides:
    rated = history.rated
    player = np.stack((history.winner[rated], history.loser[rated]), axis=1).ravel()
    order = _stable_order(player)
    finished_at = history.finished_at[rated]
    return _Sides(order=order, player=player[order], finished_at=finished_at[order >> 1])


def _stable_order(player: Integers) -> Rows:
    """The places of the players in order, equal ones as they stood; 16 bits at a time are radix-sorted."""
    order = np.argsort((player & 0xFFFF).astype(np.uint16), kind="stable")
    high = player >> 16
    if not high.any():
        return order
    return order[np.argsort(high[order].astype(np.uint16), kind="stable")]


def _counted_in_slices(sides: _Sides) -> Integers:
    """Earlier games of the slice that are not too old, which is R2 wherever the slice is in time order."""
    if not len(sides.order):
        return np.zeros(0, dtype=np.int32)
    # One rising clock for all slices: no step is longer than just too long, and between players each is.
    step = np.diff(sides.finished_at).clip(0, WINDOW_MS + 1)
    step[sides.player[1:] != sides.player[:-1]] = WINDOW_MS + 1
    clock = np.concatenate((np.zeros(1, dtype=np.int64), np.cumsum(step)))
    oldest = np.searchsorted(clock, clock - WINDOW_MS, side="left")
    return (np.arange(len(clock)) - oldest).astype(np.int32)


def _irregular_players(history: History, sides: _Sides) -> set[int]:
    """Players whose slice is not simply in time order: late games, voids, games elsewhere."""
    same = sides.player[1:] == sides.player[:-1]
    late = same & (sides.finished_at[1:] < sides.finished_at[:-1])
    players = set(np.unique(sides.player[1:][late]).tolist())
    for row in history.voided_rows():
        players |= {int(history.winner[row]), int(history.loser[row])}
    return players | {player for player, start in history.starts.items() if start.recent}


def _count_by_window(history: History, players: set[int], counts: Integers) -> None:
    """Count the sides of some players again, walking the ledger with a `Window` each."""
    windows = {player: Window(history.starts.get(player, Start()).recent) for player in players}
    chosen = np.zeros(history.players, dtype=np.bool_)
    chosen[list(players)] = True
    voids = [item for item in history.corrections if isinstance(item, Voided)]
    voids.reverse()
    for row in np.flatnonzero(history.rated & (chosen[history.winner] | chosen[history.loser])).tolist():
        while voids and voids[-1].position <= row:
            _take_out(history, windows, voids.pop().row)
        finished_at = int(history.finished_at[row])
        for side, player in enumerate((history.winner[row], history.loser[row])):
            if player in windows:
                counts[row, side] = windows[player].count(finished_at)
                windows[player].add(finished_at)


def _take_out(history: History, windows: Mapping[int, Window], row: int) -> None:
    for player in (int(history.winner[row]), int(history.loser[row])):
        windows[player].remove(int(history.finished_at[row]))  # R16: no longer counts in R2
