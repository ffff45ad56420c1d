"""The quick way to verify the plainest entry, a ranked game: most of every ledger is nothing else.

Its facts are picked out of the line, the ladder says what the whole line must be, and the two are compared.
So it can only say yes: whatever is unusual or wrong is left to `recompute`, which decides it by the rules and
names the fault. A test lets both go through the same ledgers and compares every answer and the ladders after.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable
from functools import lru_cache

from terazi.core.codes import Refusal
from terazi.core.formula import Formula
from terazi.core.state import Ladder, PlayerState
from terazi.core.types import (
    CUBES,
    LAST_INSTANT_MS,
    SINGLE_BY_RULE,
    GameId,
    PlayerNumber,
    Termination,
    Win,
)
from terazi.ledger.canonical import canonical
from terazi.ledger.places import Entries, Slots
from terazi.ledger.ranked_line import ranked_line, ranked_side

_REMEMBERED = 2**16
"""Changes remembered of a version: beyond that they are computed again, so that memory stays bounded."""


Changes = Callable[[int, int, int, str, str], tuple[int, int]]


def _one_of(values: Iterable[object]) -> str:
    return f"({'|'.join(map(str, values))})"


# Numbers only in their one spelling; ids only of letters that JSON writes as they are. Of the sides only the
# player is read: the comparison sees to the rest.
_NUMBER = "([1-9][0-9]{0,15})"
_PLAYER = (
    r'\{"after":[-0-9]+,"before":[-0-9]+,"delta":[-0-9]+,"event":[0-9]+,"k":[0-9]+,'
    rf'"player":{_NUMBER},"recent":[0-9]+\}}'
)
_ENDINGS = [ending.value for ending in Termination if ending is not Termination.ABORTED]
_RANKED = re.compile(
    rf'\{{"accepted_at":{_NUMBER},"cube":{_one_of(CUBES)},"finished_at":{_NUMBER},"formula":"[^"\\]+",'
    rf'"game":"([!#-\[\]-~]{{1,128}})","kind":"game","loser":{_PLAYER},"mode":"ranked","number":[0-9]+,'
    rf'"termination":"{_one_of(_ENDINGS)}","win":"{_one_of(map(str, Win))}","winner":{_PLAYER}\}}'
).fullmatch

_IMPOSSIBLE = frozenset(
    (ending.value, win.value) for ending in SINGLE_BY_RULE for win in Win if win is not Win.SINGLE
)
"""Endings and sizes of win that do not go together (R10)."""


class Lean:
    """The quick way through one ladder."""

    def __init__(self, ladder: Ladder, games: Entries[GameId], slots: Slots) -> None:
        self._ladder, self._games, self._slots = ladder, games, slots
        self._changes: dict[Formula, Changes] = {}
        self.start_anew()

    def start_anew(self) -> None:
        """Forget the version in force: the rulebook may have changed."""
        self._from = self._until = 0

    def accepts(self, line: bytes) -> bool:
        """Whether the line is right; then the ladder has been changed by it. False says nothing yet."""
        text = line.decode() if line.isascii() else ""
        match = _RANKED(text)
        if match is None:
            return False
        accepted, cube, finished, game, loser, ending, win, winner = match.groups()
        ladder, accepted_at, finished_at = self._ladder, int(accepted), int(finished)
        won = ladder.players.get(PlayerNumber(int(winner)))
        lost = ladder.players.get(PlayerNumber(int(loser)))
        if won is None or lost is None or won is lost or won.erased or lost.erased:
            return False
        if (ending, win) in _IMPOSSIBLE or not self._admits(accepted_at, finished_at):
            return False
        won_recent, lost_recent = won.window.count(finished_at), lost.window.count(finished_at)
        won_k, lost_k = self._formula.k_for(won_recent), self._formula.k_for(lost_recent)
        won_before, lost_before = won.rating, lost.rating
        gained, dropped = self._change(won_before - lost_before, won_k, lost_k, cube, win)
        above = ranked_side(won_before, gained, won.events + 1, won_k, winner, won_recent)
        below = ranked_side(lost_before, dropped, lost.events + 1, lost_k, loser, lost_recent)
        name, number = f'"{game}"', ladder.head
        if text != ranked_line(number, accepted, finished, cube, name, self._name, ending, win, above, below):
            return False
        if not self._slots.add_new(self._games.hash_of(GameId(game)), ladder.head):  # R6
            return False
        won.wins += 1
        lost.losses += 1
        _move(won, gained, finished_at)
        _move(lost, dropped, finished_at)
        ladder.head += 1
        ladder.clock = accepted_at
        if ladder.last_finish is None or finished_at > ladder.last_finish:
            ladder.last_finish = finished_at
        return True

    def _admits(self, accepted_at: int, finished_at: int) -> bool:
        """R22, R3 and R5; and the version in force is at hand afterwards."""
        ladder, late, early = self._ladder, self._ladder.settings.late_ms, self._ladder.settings.early_ms
        return (
            ladder.clock <= accepted_at <= LAST_INSTANT_MS >= finished_at
            and (late is None or finished_at >= accepted_at - late)
            and (early is None or finished_at <= accepted_at + early)
            and (self._from <= finished_at < self._until or self._turn_to(finished_at))
        )

    def _turn_to(self, instant: int) -> bool:
        """Take up the version in force at an instant; False before the first (R3)."""
        rulebook = self._ladder.rulebook
        formula = rulebook.in_force(instant)
        if isinstance(formula, Refusal):
            return False
        dates = [edition.effective_from for edition in rulebook.editions]
        later = bisect_right(dates, instant)
        self._from, self._until = dates[later - 1], [*dates, LAST_INSTANT_MS + 1][later]
        self._formula, self._name = formula, canonical(formula.name).decode()
        self._change = self._changes.setdefault(formula, _changes(formula))
        return True


def _changes(formula: Formula) -> Changes:
    """The changes of one version by gap, both K, cube and win, remembered."""

    @lru_cache(_REMEMBERED)
    def changes(gap: int, winner_k: int, loser_k: int, cube: str, win: str) -> tuple[int, int]:
        return formula.changes(gap, winner_k, loser_k, formula.coefficient(int(cube), Win(win)))

    return changes


def _move(player: PlayerState, delta: int, finished_at: int) -> None:
    """What `ladder.apply` does to a player of a ranked game."""
    player.rating += delta
    player.events += 1
    player.rated = True
    player.window.add(finished_at)
