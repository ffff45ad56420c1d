"""How many ranked games players had in the 7 days before each of theirs, from times alone (R2).

While a player's games stand in time order and none is void, the recent ones are the last few of the player's
slice, and all slices are counted at once. Whoever has a late game, a void or games elsewhere is counted with
the ladder's own `Window`, entry by entry: one such game spoils the short way for later games too.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from terazi.core.window import WINDOW_MS, Window
from terazi.replay.arrays import Flags, Instants, Integers, Rows
from terazi.replay.history import History, Start, Voided

_MOST_BINS = 1 << 25
"""Numbers of games, by player and week, that are worth holding."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Recent:
    """Recent ranked games (R2) of both sides of every game; 0 where it is not rated.

    So it is for players who were not asked for.
    """

    winner: Integers
    loser: Integers


def recent_games(history: History, asked: Flags | None = None) -> Recent:
    """The recent games of both players of every game, by R2: exact, whatever came late or was voided.

    `asked` are the players who are to be counted; all where it is None.
    """
    counts = np.zeros(2 * history.games, dtype=np.int32)
    if asked is None or asked.any():
        sides = _sides(history, asked)
        counts[sides.place] = _counted_in_slices(sides)
        irregular = _irregular_players(history, sides, asked)
        if irregular:
            _count_by_window(history, irregular, counts)
    return Recent(winner=counts[0::2].copy(), loser=counts[1::2].copy())


def may_be_busy(history: History, busy_games: int) -> Flags:
    """Players of whom so many ranked games may lie within 7 days: never too few, and seldom many.

    Those 7 days touch at most two of the weeks that a calendar cuts time into, so these two hold the games.
    """
    rated = slice(None) if history.rated.all() else history.rated
    games = np.bincount(history.winner[rated], minlength=history.players)
    games += np.bincount(history.loser[rated], minlength=history.players)
    brings = [player for player, start in history.starts.items() if start.recent]
    asked: Flags = games >= busy_games
    asked[brings] = True
    if history.games and asked.any():
        asked[asked] = _most_in_two_weeks(history, asked) >= busy_games
        asked[brings] = True
    return asked


def _most_in_two_weeks(history: History, asked: Flags) -> Instants:
    """Of each player who is asked for, the most ranked games in any two weeks that follow each other."""
    number = np.cumsum(asked) - 1
    week = history.finished_at // WINDOW_MS
    first, last = int(week.min()), int(week.max())
    week -= first
    weeks, players = last - first + 2, int(asked.sum())
    if weeks * players > _MOST_BINS:
        return np.full(players, history.games)
    games = np.zeros(players * weeks, dtype=np.int64)
    for side in (history.winner, history.loser):
        place = number[side] * weeks + week
        counts = history.rated & asked[side]
        games += np.bincount(place if counts.all() else place[counts], minlength=len(games))
    by_week = games.reshape(players, weeks)
    most: Instants = (by_week[:, 1:] + by_week[:, :-1]).max(axis=1)
    return most


@dataclass(frozen=True, slots=True, kw_only=True)
class _Sides:
    """Both sides of every rated game, sorted by player and then in ledger order: each player has a slice.

    `place` says where each stands in ledger order: twice its row, and one more for the loser.
    """

    place: Rows
    player: Integers
    finished_at: Instants


def _sides(history: History, asked: Flags | None) -> _Sides:
    player = np.stack((history.winner, history.loser), axis=1).ravel()
    if asked is None and history.rated.all():
        place = _stable_order(player)
    else:
        counted = np.repeat(history.rated, 2)
        counted &= True if asked is None else asked[player]
        place = np.flatnonzero(counted)
        place = place[_stable_order(player[place])]
    return _Sides(place=place, player=player[place], finished_at=history.finished_at[place >> 1])


def _stable_order(player: Integers) -> Rows:
    """The places of the players in order, equal ones as they stood; 16 bits at a time are radix-sorted."""
    order = np.argsort((player & 0xFFFF).astype(np.uint16), kind="stable")
    high = player >> 16
    if not high.any():
        return order
    return order[np.argsort(high[order].astype(np.uint16), kind="stable")]


def _counted_in_slices(sides: _Sides) -> Integers:
    """Earlier games of the slice that are not too old, which is R2 wherever the slice is in time order."""
    if not len(sides.place):
        return np.zeros(0, dtype=np.int32)
    # One rising clock for all slices: no step is longer than just too long, and between players each is.
    step = np.diff(sides.finished_at).clip(0, WINDOW_MS + 1)
    step[sides.player[1:] != sides.player[:-1]] = WINDOW_MS + 1
    clock = np.concatenate((np.zeros(1, dtype=np.int64), np.cumsum(step)))
    oldest = np.searchsorted(clock, clock - WINDOW_MS, side="left")
    return (np.arange(len(clock)) - oldest).astype(np.int32)


def _irregular_players(history: History, sides: _Sides, asked: Flags | None) -> set[int]:
    """Of those asked for, players whose slice is not in time order: late games, voids, games elsewhere."""
    same = sides.player[1:] == sides.player[:-1]
    late = same & (sides.finished_at[1:] < sides.finished_at[:-1])
    players = set(np.unique(sides.player[1:][late]).tolist())
    for row in history.voided_rows():
        players |= {int(history.winner[row]), int(history.loser[row])}
    players |= {player for player, start in history.starts.items() if start.recent}
    return players if asked is None else {player for player in players if asked[player]}


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
                counts[2 * row + side] = windows[player].count(finished_at)
                windows[player].add(finished_at)


def _take_out(history: History, windows: Mapping[int, Window], row: int) -> None:
    for player in {int(history.winner[row]), int(history.loser[row])} & windows.keys():
        windows[player].remove(int(history.finished_at[row]))  # R16: no longer counts in R2
