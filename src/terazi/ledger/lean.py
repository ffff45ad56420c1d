"""The quick way to verify the plainest entry, a ranked game: most of every ledger is nothing else.

A line is cut at its commas; its few facts are read, and every other piece is put together from what the
ladder says it must be. The pieces are compared: so the quick way can only say yes. Whatever is unusual or
wrong is left to `recompute`, which decides it by the rules and names the fault. A test lets both go through
the same ledgers and compares every answer and the ladders after.
"""

import re
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from itertools import product
from types import MappingProxyType
from typing import NamedTuple

from terazi.core.codes import Refusal
from terazi.core.entries import Entry, Erasure, Opening
from terazi.core.formula import Column, GammonRule
from terazi.core.state import Ladder, PlayerState
from terazi.core.types import (
    CUBES,
    FIRST_INSTANT_MS,
    LAST_INSTANT_MS,
    SINGLE_BY_RULE,
    PlayerNumber,
    Termination,
    Win,
)
from terazi.core.window import WINDOW_MS, Window
from terazi.ledger.canonical import canonical
from terazi.ledger.digest import table
from terazi.ledger.places import Slots

_MOST = 2**13
"""Spellings that are remembered: beyond that they are made again, so that memory stays bounded."""
_NEVER = 2**62
"""More than any count, and than any two instants lie apart."""

_KIND, _MODE = '"kind":"game"', '"mode":"ranked"'

_plain_game = re.compile(r'"game":"[!#-+\--\[\]-~]{1,128}"').fullmatch
"""An id of letters that JSON writes as they are, and no commas."""

_finish = re.compile(rb'"finished_at":(-?[0-9]{1,15}),').search


def _kinds() -> dict[tuple[str, str, str], tuple[int, Win]]:
    """Pieces of cube, ending and size of win -> cube and win, where the three go together (R8, R9, R10)."""
    return {
        (f'"cube":{cube}', f'"termination":"{ending}"', f'"win":"{win}"'): (cube, win)
        for cube, ending, win in product(CUBES, Termination, Win)
        if ending is not Termination.ABORTED and (win is Win.SINGLE or ending not in SINGLE_BY_RULE)
    }


_KINDS = _kinds()


class _Spelled(dict[int, str]):
    """Pieces with one number in them, each put together once."""

    def __init__(self, form: str) -> None:
        super().__init__()
        self._form = form

    def __missing__(self, number: int) -> str:
        if len(self) >= _MOST:
            self.clear()
        piece = self[number] = self._form.format(number)
        return piece


_BEFORE, _DELTA = map(_Spelled, ('"before":{}', '"delta":{}'))
_LOST, _WON = map(_Spelled, ('"loser":{{"after":{}', '"winner":{{"after":{}'))


class _Seat:
    """A player in the quick way: their state, and their window, whose oldest game inside is at hand."""

    __slots__ = ("instants", "oldest", "state")

    def __init__(self, state: PlayerState) -> None:
        self.state = state
        self.instants: array[int] = state.window.kept_since(FIRST_INSTANT_MS)
        state.window = Window.resumed(self.instants)  # the same instants from now on
        self.oldest = 0

    def recent(self, finished_at: int) -> int:
        """What `Window.count` says; games nearly always come in the order of time."""
        instants, oldest = self.instants, self.oldest
        count = len(instants)
        if count and finished_at < instants[-1]:
            self.oldest = 0
            return self.state.window.count(finished_at)
        if oldest < count and instants[oldest] < finished_at - WINDOW_MS:
            self.oldest = oldest = bisect_left(instants, finished_at - WINDOW_MS, oldest)
        return count - oldest

    def add(self, finished_at: int) -> None:
        """What `Window.add` does."""
        if self.instants and finished_at < self.instants[-1]:
            self.state.window.add(finished_at)
        else:
            self.instants.append(finished_at)


class _Seats(dict[str, _Seat]):
    """The seats of players who may take part, by the piece of a line that names them; else `KeyError`."""

    def __init__(self, players: Mapping[PlayerNumber, PlayerState]) -> None:
        super().__init__()
        self._players = players

    def __missing__(self, piece: str) -> _Seat:
        digits = piece.removeprefix('"player":')
        state = self._players.get(PlayerNumber(int(digits))) if digits.isdecimal() else None
        if state is None or state.erased or piece != f'"player":{int(digits)}':
            raise KeyError(piece)
        seat = self[piece] = _Seat(state)
        return seat


class _Version(NamedTuple):
    """A version while it is in force, [since, until), and all that the pieces of its games are made of.

    `columns` has the changes by the pieces of cube, ending and size of win: those of K, then of the busy K.
    """

    since: int = 0
    until: int = 0
    name: str = ""
    busy_games: int = _NEVER
    ks: tuple[str, str] = ("", "")
    reach: int = 0
    columns: Mapping[tuple[str, str, str], Sequence[Sequence[int]]] = MappingProxyType({})


class Lean:
    """The quick way through one ladder."""

    def __init__(self, ladder: Ladder, slots: Slots) -> None:
        self._ladder, self._slots = ladder, slots
        self._seats, self._version = _Seats(ladder.players), _Version()

    def start_anew(self) -> None:
        """Forget the version in force: the rulebook may have changed."""
        self._version = _Version()

    def forget(self, entry: Entry) -> None:
        """Forget the players whom an entry changed that did not come this way."""
        for effect in entry.effects:
            self._seats.pop(f'"player":{effect.player}', None)
        if isinstance(entry.facts, Opening | Erasure):
            self._seats.pop(f'"player":{entry.facts.player}', None)

    def accept(self, lines: Sequence[bytes], start: int) -> int:
        """How many lines from `start` on are right, one after the other; the ladder is changed by them.

        The next one is wrong, or only unusual.
        """
        at = start + self._run(lines, start)
        while at < len(lines) and self._turn(lines[at]):
            at += self._run(lines, at)
        return at - start

    def _run(self, lines: Sequence[bytes], start: int) -> int:
        """The same within one version. A verification spends its time here, so all is written out."""
        ladder, seats, add_new, first = self._ladder, self._seats, self._slots.add_new, self._ladder.head
        since, until, name, busy_games, ks, reach, columns = self._version
        limits = ladder.settings.late_ms, ladder.settings.early_ms
        late, early = (_NEVER if ms is None else ms for ms in limits)
        head, clock, last = ladder.head, ladder.clock, ladder.last_finish
        for at in range(start, len(lines)):
            try:
                pieces = lines[at].decode().split(",")
                (accepted, cube, finished, _, game, _, _, _, _, _, _, loses,
                 _, _, _, ending, win, _, _, _, _, _, wins, _) = pieces  # fmt: skip
                accepted_at, finished_at = int(accepted[15:]), int(finished[14:])
                changes, winner, loser = columns[cube, ending, win], seats[wins], seats[loses]
            except (ValueError, KeyError):
                break
            if winner is loser or not clock <= accepted_at <= LAST_INSTANT_MS:  # R12, R22
                break
            if not (since <= finished_at < until and -early <= accepted_at - finished_at <= late):  # R3, R5
                break
            won, lost = winner.state, loser.state
            won_before, lost_before = won.rating, lost.rating
            won_recent, lost_recent = winner.recent(finished_at), loser.recent(finished_at)
            won_busy, lost_busy = won_recent >= busy_games, lost_recent >= busy_games
            row = won_before - lost_before + reach
            row = row if 0 <= row <= 2 * reach else 0 if row < 0 else 2 * reach
            # SPEC 3: with equal K the loser's change is the exact negative.
            won_after, lost_after = won_before + changes[won_busy][row], lost_before - changes[lost_busy][row]
            if pieces != [
                f'{{"accepted_at":{accepted_at}', cube, f'"finished_at":{finished_at}', name, game, _KIND,
                _LOST[lost_after], _BEFORE[lost_before], _DELTA[lost_after - lost_before],
                f'"event":{lost.events + 1}', ks[lost_busy], loses, f'"recent":{lost_recent}}}', _MODE,
                f'"number":{head}', ending, win, _WON[won_after], _BEFORE[won_before],
                _DELTA[won_after - won_before], f'"event":{won.events + 1}', ks[won_busy], wins,
                f'"recent":{won_recent}}}}}',
            ] or not _plain_game(game) or not add_new(hash(game), head):  # fmt: skip  # R6
                break
            won.rating, won.rated, lost.rating, lost.rated = won_after, True, lost_after, True
            won.events, lost.events = won.events + 1, lost.events + 1
            won.wins, lost.losses = won.wins + 1, lost.losses + 1
            winner.add(finished_at)
            loser.add(finished_at)
            head, clock = head + 1, accepted_at
            last = finished_at if last is None or finished_at > last else last
        ladder.head, ladder.clock, ladder.last_finish = head, clock, last
        return head - first

    def _turn(self, line: bytes) -> bool:
        """Whether another version is in force for a line; then it is at hand (R3)."""
        found, rulebook = _finish(line), self._ladder.rulebook
        finished_at = int(found[1]) if found else FIRST_INSTANT_MS - 1
        formula = rulebook.in_force(finished_at)
        if self._version.since <= finished_at < self._version.until or isinstance(formula, Refusal):
            return False
        dates = [edition.effective_from for edition in rulebook.editions]
        later = bisect_right(dates, finished_at)
        reach, columns = table(formula)
        ks = formula.k, formula.busy_k or formula.k
        wins = formula.gammon_rule is GammonRule.MULTIPLIES
        self._version = _Version(
            since=dates[later - 1],
            until=[*dates, LAST_INSTANT_MS + 1][later],
            name=f'"formula":{canonical(formula.name).decode()}',
            busy_games=_NEVER if formula.busy_games is None else formula.busy_games,
            ks=(f'"k":{ks[0]}', f'"k":{ks[1]}'),
            reach=reach,
            columns={
                pieces: [columns[Column(k=k, cube=cube, win=win if wins else Win.SINGLE)] for k in ks]
                for pieces, (cube, win) in _KINDS.items()
            },
        )
        return True
