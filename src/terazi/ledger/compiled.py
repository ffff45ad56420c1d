"""The quick way once more, for a large log where numba is installed: compiled code reads and moves.

A bundle's lines are cut into numbers at once, by a pattern made of the line that `lean` writes: a line that
is cut has no other spelling. Those numbers must follow from each other by the version in force, and go on
from where both players stand. As in `lean`, it can only say yes, and what is unusual is left to the rules.

A player who is in a *seat* here is not up to date in the ladder; whoever asks the ladder for one finds them
back at home, where they stay until the quick way goes on.
"""

from array import array
from collections.abc import ItemsView, Sequence, ValuesView
from typing import Any

import numpy as np

from terazi.core.entries import Entry
from terazi.core.state import Ladder, PlayerState
from terazi.core.types import LAST_INSTANT_MS, Game, PlayerNumber
from terazi.ledger import loops
from terazi.ledger.compiled_tables import Tables, tables
from terazi.ledger.lean import Lean, limits
from terazi.ledger.places import Slots

_MANY_LATE, _MANY_LATE_IN = 1000, 16
"""Late games, and in how many entries, from which the plain way is quicker."""
_MANY_MOVED, _MOVED_AN_ENTRY = 1_000_000, 16
"""Instants that went home and came back, and for how many an entry, from which the plain way is quicker."""
_BLOCKS = 1 << 8
"""Free blocks at the least that there are when more must be made."""


class _Players(dict[PlayerNumber, PlayerState]):
    """The players of a ladder, who come home from their seats when they are asked for, one by one."""

    def __init__(self, players: dict[PlayerNumber, PlayerState], most: int) -> None:
        """Take over these players; there will be none of a number beyond `most`."""
        super().__init__(players)
        self.home = dict.fromkeys(players)
        """Those who may take a seat, in order."""
        self.seat_of = np.zeros(most + 1, np.int32)
        self.seats = np.zeros((2, loops.SEAT), np.int64)
        self.blocks = np.zeros(loops.BLOCK, np.int64)
        self.newcomer = _seat(PlayerState())
        self.moved = 0
        """How many instants went home."""
        self._taken = 1

    def __getitem__(self, number: PlayerNumber, /) -> PlayerState:
        player = super().__getitem__(number)
        self._come_home(number, player)
        return player

    def get(self, number: PlayerNumber, default: Any = None, /) -> Any:
        """The player, at home; or the default."""
        return self[number] if number in self else default  # noqa: SIM401  this is that

    def __setitem__(self, number: PlayerNumber, player: PlayerState, /) -> None:
        super().__setitem__(number, player)
        self.home[number] = None

    def values(self) -> ValuesView[PlayerState]:  # type: ignore[override]  # mypy has a class for dict's own
        """All players, at home."""
        return self.all_home().values()

    def items(self) -> ItemsView[PlayerNumber, PlayerState]:  # type: ignore[override]
        """All players, at home, by their numbers."""
        return self.all_home().items()

    def __eq__(self, other: object) -> bool:
        return self.all_home() == (other.all_home() if isinstance(other, _Players) else other)

    __hash__ = None  # it changes

    def all_home(self) -> dict[PlayerNumber, PlayerState]:
        """All players as they stand."""
        return {number: self[number] for number in self}

    def be_seated(self) -> None:
        """Give a seat to everybody who is at home and may play."""
        for number in self.home:
            player = super().__getitem__(number)
            if not player.erased:
                self._sit_down(number, player)
        self.home.clear()

    def _sit_down(self, number: PlayerNumber, player: PlayerState) -> None:
        self.keep_seat(number)
        instants = player.window.lend_week()
        seat = self.seats[self.seat_of[number]]
        seat[:] = _seat(player)
        if instants:
            self.make_room(len(instants) // (loops.BLOCK - 1) + 1)
            loops.fill(seat, np.array(instants), self.blocks)

    def keep_seat(self, number: int) -> None:
        """See to it that there is a seat for a number."""
        if self.seat_of[number] == loops.NONE:
            self.seat_of[number] = self._taken
            self._taken += 1
            if self._taken > len(self.seats):
                self.seats = np.concatenate((self.seats, np.zeros_like(self.seats)))

    def welcome(self, number: PlayerNumber) -> None:
        """A player who is new has sat down."""
        super().__setitem__(number, PlayerState())

    def _come_home(self, number: PlayerNumber, player: PlayerState) -> None:
        seat = self.seats[self.seat_of[number]]
        if not seat[loops.IS_IN]:
            return
        games = player.games
        player.rating, player.events, player.wins, player.losses = seat[: loops.IS_IN].tolist()
        player.rated = player.rated or player.games > games
        points, sparks = seat[loops.GAINED :].tolist()
        player.points, player.sparks = player.points + points, player.sparks + sparks
        self.moved += int(seat[loops.KEPT])
        instants = np.empty(seat[loops.KEPT], np.int64)
        loops.drain(seat, instants, self.blocks)
        player.window.extend(array("q", instants.tobytes()))
        seat[:] = 0
        self.home[number] = None

    def make_room(self, blocks: int) -> None:
        """See to it that so many blocks are free."""
        free, old = self.blocks[0], len(self.blocks)
        if free >= blocks:
            return
        more = max(_BLOCKS, old // loops.BLOCK // 8, blocks)
        self.blocks = np.concatenate((self.blocks, np.zeros(more * loops.BLOCK, np.int64)))
        for block in range(old, len(self.blocks), loops.BLOCK):
            loops.set_free(block, self.blocks)


def _seat(player: PlayerState) -> Any:
    """A player's seat before the instants of their games."""
    seat = np.zeros(loops.SEAT, np.int64)
    seat[: loops.OLDEST] = player.rating, player.events, player.wins, player.losses, True
    return seat


class Compiled(Lean):
    """The quick way through one ladder, compiled; `ImportError` without numba."""

    def __init__(self, ladder: Ladder, slots: Slots) -> None:
        super().__init__(ladder, slots)
        self._players = ladder.players = _Players(ladder.players, slots.entries)
        self._tables: Tables | None = None
        self._late = 0
        self._cut_of: tuple[object, ...] = ()
        self._cells = np.zeros((0, loops.COLUMNS), np.int64)
        self._ids: tuple[Any, ...] = ()

    def better(self) -> Lean:
        """The plain quick way where many games come late, which only the rules take here, or many go home."""
        head = self._ladder.head
        is_late = self._late > _MANY_LATE + head // _MANY_LATE_IN
        if not is_late and self._players.moved <= _MANY_MOVED + head * _MOVED_AN_ENTRY:
            return self
        self._ladder.players = self._players.all_home()
        return Lean(self._ladder, self._slots)

    def forget(self, entry: Entry) -> None:
        """Forget nothing: players whom the entry changed are at home. Late games are counted."""
        facts, latest = entry.facts, self._ladder.last_finish
        self._late += isinstance(facts, Game) and latest is not None and facts.finished_at < latest

    def _run(self, lines: Sequence[bytes], start: int) -> int:
        if not self._version.changes:
            return 0
        ladder, players = self._ladder, self._players
        self._cut(lines, start)
        players.be_seated()
        players.make_room(2 * (len(lines) - start))
        seats = players.seat_of, players.seats, players.blocks, players.newcomer
        end: int = loops.play(self._cells, start, ladder.clock, self._ids, seats)
        if end > start:
            self._go_on(self._cells[start:end])
        return end - start

    def _go_on(self, played: Any) -> None:
        """Change the ladder, beside its players who have a seat, by lines that were right."""
        ladder, is_new = self._ladder, played[:, loops.SHAPE] == loops.REGISTRATION
        for number in played[is_new, loops.HEAD].tolist():
            self._players.welcome(PlayerNumber(number))
        before = [] if ladder.last_finish is None else [ladder.last_finish]
        finishes = played[~is_new, loops.FINISH].tolist()
        ladder.last_finish = max(before + finishes, default=None)
        ladder.clock = int(played[-1, loops.AT])
        ladder.head += len(played)

    def _unrated(self, line: bytes) -> bool:
        """The loops play such games, too."""
        return False

    def _cut(self, lines: Sequence[bytes], start: int) -> None:
        """Cut a bundle's lines: once for a version, for settings, and for the number that it begins with."""
        version, settings, head = self._version, self._ladder.settings, self._ladder.head - start
        cut_of = tuple(lines), version, settings, head
        if self._cut_of == cut_of:
            return
        if self._tables is None or self._tables.version is not version:
            self._tables = tables(version)
        data = b"\n".join((*lines, b""))
        ends = np.cumsum(np.fromiter(map(len, lines), np.int64, len(lines)) + 1) - 1
        cells = np.zeros((len(lines), loops.COLUMNS), np.int64)
        loops.cut(np.frombuffer(data, np.uint8), ends, *self._tables.cut, cells)
        late, early = limits(settings)
        bounds = (
            head, len(self._players.seat_of), version.since, version.until, LAST_INSTANT_MS, early, late,
            version.busy_games, version.reach,
        )  # fmt: skip
        loops.follow(cells, np.array(bounds), *self._tables.follow)
        for number in cells[cells[:, loops.SHAPE] == loops.REGISTRATION, loops.HEAD].tolist():
            self._players.keep_seat(number)
        places = cells[:, loops.ID_BEGIN : loops.ID_END + 1].tolist()
        hashed = np.array([hash(data[begin:end]) for begin, end in places])
        table, mask = np.asarray(self._slots.table), np.uint64(self._slots.marks)
        self._ids = hashed % len(table), hashed.astype(np.uint64) & mask, table, mask
        self._cut_of, self._cells = cut_of, cells
