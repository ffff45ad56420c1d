"""Where a verifier keeps a ladder in little memory: numbers of entries, which are read again from the log.

A ladder in memory keeps every entry, more than a thousand bytes each. Here a game is kept in 14 bytes: the
number of its entry under a hash of its id. The entry is decoded anew when it is asked for: to void it, to
replace it, or to see whether it really has the id that was looked up.
"""

from array import array
from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

from terazi.core.entries import Award, Entry, Podium, Registration, Tournament, Void
from terazi.core.state import Ladder
from terazi.core.types import EntryNumber, Game, GameId, PlayerNumber, TournamentId
from terazi.ledger.codec import decode

Read = Callable[[int], bytes]
"""The bytes of an entry that was verified before, by its number."""


class Slots:
    """A hash table of entry numbers: a slot holds a number plus one, and above it what fits of its hash.

    It never grows: whoever verifies knows the number of entries. Each takes one slot at most, and two where a
    game replaces another; since a void stands before every such game, some are always free. Those bits of a
    slot that are in `marks` are of the hash: so many that hardly ever an entry is read again in vain.
    """

    __slots__ = ("entries", "marks", "size", "table")

    def __init__(self, entries: int) -> None:
        """Room for a ledger of so many entries."""
        self.entries, self.size = entries, entries + 3 * entries // 4 + 64
        self.table = array("Q", [0]) * self.size
        self.marks = (1 << 64) - (1 << entries.bit_length())

    def find(self, hashed: int) -> Iterator[int]:
        """The numbers that may stand under this hash: all that do, and now and then another."""
        table, at, mark = self.table, hashed % self.size, hashed & self.marks
        while slot := table[at]:
            if slot & self.marks == mark:
                yield slot - mark - 1
            at = at + 1 if at + 1 < self.size else 0

    def add(self, hashed: int, number: int) -> None:
        """Keep a number under a hash."""
        table, at = self.table, hashed % self.size
        while table[at]:
            at = at + 1 if at + 1 < self.size else 0
        table[at] = hashed & self.marks | number + 1

    def add_new(self, hashed: int, number: int) -> bool:
        """Keep a number under a hash that is new; False where it is not, or only seems not to be."""
        table, at = self.table, hashed % self.size
        if table[at]:
            if any(True for _ in self.find(hashed)):
                return False
            self.add(hashed, number)
        else:  # mostly: three of seven slots stay free
            table[at] = hashed & self.marks | number + 1
        return True


K = TypeVar("K")
V = TypeVar("V")


class _Place(dict[K, V], Generic[K, V]):
    """A dict that stays empty: everything asked of it is looked up. The ladder asks no more than this."""

    def get(self, key: K, default: object = None, /) -> V | None:  # type: ignore[override]
        raise NotImplementedError

    def __contains__(self, key: object, /) -> bool:
        return self.get(key) is not None  # type: ignore[arg-type]

    def __getitem__(self, key: K, /) -> V:
        found = self.get(key)
        if found is None:
            raise KeyError(key)
        return found


class Entries(_Place[K, Entry]):
    """Entries by a key of theirs: `key_of` gives it, and None for entries that have none."""

    def __init__(self, slots: Slots, read: Read, name: str, key_of: Callable[[Entry], K | None]) -> None:
        super().__init__()
        self._slots, self._read, self._name, self._key_of = slots, read, name, key_of

    def hash_of(self, key: K) -> int:
        """The hash that a key stands under; one table serves many places, by their names.

        That of a game's id is the hash of its piece of the line, where JSON writes the id as it is.
        """
        return hash(f'"{self._name}":"{key}"'.encode())

    def get(self, key: K, default: object = None, /) -> Entry | None:  # type: ignore[override]
        """The entry of a key, or None."""
        for number in self._slots.find(self.hash_of(key)):
            entry = decode(self._read(number))
            if self._key_of(entry) == key:
                return entry
        return None

    def __setitem__(self, key: K, entry: Entry, /) -> None:
        self._slots.add(self.hash_of(key), entry.number)


class Replaced(_Place[GameId, GameId]):
    """Old game -> the game that replaces it (R16), kept by that game's entry."""

    def __init__(self, games: Entries[GameId], replacing: Entries[GameId]) -> None:
        super().__init__()
        self._games, self._replacing = games, replacing

    def get(self, key: GameId, default: object = None, /) -> GameId | None:  # type: ignore[override]
        """The game that replaces an old one, or None."""
        entry = self._replacing.get(key)
        return _game(entry) if entry else None

    def __setitem__(self, key: GameId, game: GameId, /) -> None:
        self._replacing[key] = self._games[game]


class Voidable(_Place[EntryNumber, Entry]):
    """Games and awards by their number, among the entries that the ladder has applied."""

    def __init__(self, ladder: Ladder, read: Read) -> None:
        super().__init__()
        self._ladder, self._read = ladder, read

    def get(self, key: EntryNumber, default: object = None, /) -> Entry | None:  # type: ignore[override]
        """The entry of that number, if it can be voided."""
        if not 0 <= key < self._ladder.head:
            return None
        entry = decode(self._read(key))
        return entry if isinstance(entry.facts, Game | Award) else None

    def __setitem__(self, key: EntryNumber, entry: Entry, /) -> None:
        """Nothing: the log itself keeps it."""


def small_ladder(entries: int, read: Read) -> tuple[Ladder, Slots]:
    """An empty ladder for a ledger of so many entries, and the slots that all of it shares."""
    slots = Slots(entries)
    games = Entries(slots, read, "game", _game)
    ladder = Ladder(
        games=games,
        awards=Entries(slots, read, "award", _award),
        voids=Entries(slots, read, "voids", _voided),
        replaced=Replaced(games, Entries(slots, read, "replaces", _old_game)),
        tournaments=Entries(slots, read, "tournament", _tournament),
        podiums=Entries(slots, read, "podium", _podium),
    )
    ladder.voidable = Voidable(ladder, read)
    return ladder, slots


def _game(entry: Entry) -> GameId | None:
    return entry.facts.game_id if isinstance(entry.facts, Game) else None


def _old_game(entry: Entry) -> GameId | None:
    return entry.facts.replaces if isinstance(entry.facts, Game) else None


def _award(entry: Entry) -> tuple[TournamentId, PlayerNumber] | None:
    return (entry.facts.tournament, entry.facts.player) if isinstance(entry.facts, Award) else None


def _voided(entry: Entry) -> EntryNumber | None:
    return entry.facts.entry if isinstance(entry.facts, Void) else None


def _tournament(entry: Entry) -> TournamentId | None:
    return entry.facts.tournament if isinstance(entry.facts, Tournament) else None


def commitment_of(entry: Entry) -> str | None:
    """The commitment that an entry registers."""
    return entry.facts.commitment if isinstance(entry.facts, Registration) else None


def _podium(entry: Entry) -> TournamentId | None:
    return entry.facts.tournament if isinstance(entry.facts, Podium) else None
