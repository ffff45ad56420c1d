"""Logs in memory for tests: any lines signed as a log, and one made-up ledger with every kind of entry."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from terazi.core.catalogue import CATALOGUE
from terazi.core.codes import Code, Refusal, VoidReason
from terazi.core.entries import (
    Award,
    Entry,
    Erasure,
    Facts,
    Opening,
    Podium,
    Registration,
    RulebookChange,
    Settings,
    Tournament,
    Visibility,
    Void,
)
from terazi.core.ladder import apply, decide
from terazi.core.record import close
from terazi.core.rulebook import Edition
from terazi.core.state import Ladder
from terazi.core.types import (
    FIRST_INSTANT_MS,
    EntryNumber,
    Game,
    GameId,
    Mode,
    PlayerNumber,
    Termination,
    TournamentId,
    Win,
)
from terazi.ledger.canonical import canonical
from terazi.ledger.checkpoint import Checkpoint, sign_checkpoint
from terazi.ledger.codec import decode, encode
from terazi.ledger.digest import rulebook_change
from terazi.ledger.faults import Fault, FaultCode
from terazi.ledger.merkle import complete_root, leaf_hash, root_of
from terazi.ledger.note import SigningKey
from terazi.ledger.tiles import WIDTH, bundle_path, pack, tile_path

KEY = SigningKey(name="example.org/ladder", seed=bytes(range(32)))
START_MS = 1_790_000_000_000
MINUTE_MS = 60_000


@dataclass(frozen=True, slots=True)
class Files:
    """A published log in memory."""

    files: Mapping[str, bytes]

    def read(self, path: str, limit: int) -> bytes | Fault:
        data = self.files.get(path)
        return Fault(code=FaultCode.MISSING, place=path) if data is None else data

    def expect(self, files: Iterable[tuple[str, int]]) -> None:
        pass

    def close(self) -> None:
        pass

    def bytes_of(self, path: str) -> bytes:
        return self.files[path]

    def but(self, path: str, data: bytes | None) -> "Files":
        """The same log with one file changed, or gone."""
        rest = {name: old for name, old in self.files.items() if name != path}
        return Files(rest if data is None else rest | {path: data})


def signed(lines: Sequence[bytes], key: SigningKey = KEY) -> Files:
    """A log of these lines, rightly hashed and signed whatever they say: a lying operator's."""
    files: dict[str, bytes] = {}
    row = [leaf_hash(line) for line in lines]
    level = 0
    while row:
        for begin in range(0, len(row), WIDTH):
            part = row[begin : begin + WIDTH]
            files[tile_path(level, begin // WIDTH, len(part))] = b"".join(part)
            if level == 0:
                entries = pack(lines[begin : begin + WIDTH])
                files[bundle_path(begin // WIDTH, len(part))] = entries
        whole = len(row) // WIDTH * WIDTH
        row = [complete_root(b"".join(row[begin : begin + WIDTH])) for begin in range(0, whole, WIDTH)]
        level += 1
    checkpoint = Checkpoint(origin=key.name, size=len(lines), root=root_of(lines))
    return Files(files | {"checkpoint": sign_checkpoint(checkpoint, key)})


def told(history: Iterable[tuple[Facts, int]]) -> list[bytes]:
    """The lines of a ledger that was told these facts: the refused left out, podiums with their awards."""
    ladder, lines, commitments = Ladder(), [], set[str]()
    tale = list(history)
    for (facts, at), after in zip(tale, [*tale[1:], None], strict=True):
        if isinstance(facts, Registration):
            if facts.commitment in commitments:
                continue
            commitments.add(facts.commitment)
        if (
            isinstance(facts, Void)
            and facts.reason is VoidReason.REPLACED
            and not _replaced(ladder, facts, after)
        ):
            continue
        if isinstance(facts, Podium):
            closed = close(ladder, facts, at)
            lines += [] if isinstance(closed, Refusal) else [encode(entry) for entry in closed.written]
            continue
        with_table = rulebook_change(facts.edition) if isinstance(facts, RulebookChange) else facts
        entry = decide(ladder, with_table, at)
        if isinstance(entry, Entry) and entry.number == ladder.head and not isinstance(facts, Award):
            apply(ladder, entry)
            lines.append(encode(entry))
    return lines


def _replaced(ladder: Ladder, void: Void, after: tuple[Facts, int] | None) -> bool:
    """Whether what comes next takes the place of the game that a void takes back (R16)."""
    if after is None or not isinstance(after[0], Game) or void.entry not in ladder.voidable:
        return False
    game, old = after[0], ladder.voidable[void.entry].facts
    refusal = decide(ladder, *after)
    stands = isinstance(refusal, Refusal) and refusal.code is Code.REPLACED_STANDS
    return isinstance(old, Game) and game.replaces == old.game_id and stands


@dataclass(slots=True)
class _Story:
    """Facts one minute apart."""

    facts: list[tuple[Facts, int]] = field(default_factory=list)
    now: int = START_MS

    def tell(self, *facts: Facts) -> None:
        for fact in facts:
            self.now += MINUTE_MS
            self.facts.append((fact, self.now))

    def play(self, name: str, winner: int, loser: int, **more: Any) -> None:
        finished_at = self.now + more.pop("late", 0)
        won, lost = PlayerNumber(winner), PlayerNumber(loser)
        self.tell(Game(game_id=GameId(name), finished_at=finished_at, winner=won, loser=lost, **more))


@cache
def story() -> tuple[bytes, ...]:
    """A ledger of some 330 entries, of every kind, mode and correction; players are 2 to 6."""
    tale = _Story(now=FIRST_INSTANT_MS)
    tale.tell(
        Settings(), rulebook_change(Edition(effective_from=FIRST_INSTANT_MS, formula=CATALOGUE["1.2.0"]))
    )
    tale.now = START_MS
    tale.tell(*(Registration(commitment=f"{number:064x}") for number in range(5)))
    tale.tell(Opening(player=PlayerNumber(3), rating=1712, recent=(START_MS,) * 48))
    tale.play("first", 2, 3, cube=2, win=Win.GAMMON, termination=Termination.BEAR_OFF)
    tale.play("boost", 4, 5, cube=4, win=Win.GAMMON, mode=Mode.BOOSTED)
    tale.play("cup-1", 4, 2, mode=Mode.TOURNAMENT, tournament=TournamentId("cup"))
    tale.play("outage", 5, 2, termination=Termination.ABORTED)
    tale.play('ünlü, "oyun"', 5, 3, termination=Termination.RESIGN)
    cup = TournamentId("cup")
    tale.tell(Tournament(tournament=cup, name="Kış Kupası", awards=(50, 25, 15)))
    tale.tell(Tournament(tournament=TournamentId("club"), name="Club", visibility=Visibility.PRIVATE))
    places = ((1, PlayerNumber(2)), (2, PlayerNumber(3)), (2, PlayerNumber(4)), (4, PlayerNumber(5)))
    tale.tell(Podium(tournament=cup, places=places))
    version = rulebook_change(Edition(effective_from=tale.now + 20 * MINUTE_MS, formula=CATALOGUE["1.3.1"]))
    tale.tell(version)
    for turn in range(300):  # long enough for a second bundle, busy weeks, a late game now and then
        names = (2 + turn % 3, 5 - turn % 2) if turn % 3 != 2 else (5 - turn % 2, 3)
        winner, loser = names if names[0] != names[1] else (2, 5)
        late = -3 * MINUTE_MS if turn % 7 == 0 else 0
        tale.play(f"g{turn}", winner, loser, cube=2 ** (turn % 4), late=late)
    tale.tell(
        Void(entry=EntryNumber(8), reason=VoidReason.CHEATING),
        Void(entry=EntryNumber(9), reason=VoidReason.OUTAGE),
    )
    tale.tell(Void(entry=EntryNumber(12), reason=VoidReason.REPLACED))
    tale.play("mended", 3, 5, late=-300 * MINUTE_MS, replaces=GameId('ünlü, "oyun"'))
    tale.tell(Void(entry=EntryNumber(16), reason=VoidReason.WRONG_RESULT))
    tale.tell(Erasure(player=PlayerNumber(6)))
    tale.play("last", 2, 4)
    return tuple(told(tale.facts))


def needed(lines: Sequence[bytes], number: int) -> list[int]:
    """An entry and those that its sums follow from, as a proof brings them."""
    entry = decode(lines[number])
    found = [number]
    if entry.formula is not None:
        found.append(_first(lines, b'"formula":"%s","gammon_rule"' % entry.formula.encode()))
    if isinstance(entry.facts, Void):
        found += needed(lines, entry.facts.entry)
    if isinstance(entry.facts, Award):
        found.append(_first(lines, b'"tournament":"%s","visibility"' % entry.facts.tournament.encode()))
    return found


def _first(lines: Sequence[bytes], part: bytes) -> int:
    return next(number for number, line in enumerate(lines) if part in line)


def changed(line: bytes, path: str, value: object) -> bytes:
    """A line with one member (`winner.delta`) set to a value, or taken out for None, in canonical form."""
    entry = json.loads(line)
    *parents, name = path.split(".")
    inside = entry
    for parent in parents:
        inside = inside[parent]
    if value is None:
        del inside[name]
    else:
        inside[name] = value
    return canonical(entry)
