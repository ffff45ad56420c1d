"""The log measured: appending with and without its tree, verifying beside SHA-256, memory, proofs.

    .venv/bin/python bench/log.py [GAMES]

Processor time, so that other work on the machine counts for little; everything from one run.
"""

import gc
import hashlib
import os
import platform
import random
import sys
import tracemalloc
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from terazi.core.codes import Refusal  # noqa: E402
from terazi.core.entries import HISTORY, Facts, Settings  # noqa: E402
from terazi.core.record import Names, enter, record  # noqa: E402
from terazi.core.reports import OutcomeReport  # noqa: E402
from terazi.core.rulebook import DEFAULT_RULEBOOK  # noqa: E402
from terazi.core.state import Ladder  # noqa: E402
from terazi.core.types import CUBES, Game, GameId, PlayerId  # noqa: E402
from terazi.ledger.codec import encode  # noqa: E402
from terazi.ledger.digest import rulebook_change  # noqa: E402
from terazi.ledger.merkle import Frontier, leaf_hash, leaf_hashes  # noqa: E402
from terazi.ledger.note import SigningKey  # noqa: E402
from terazi.ledger.places import small_ladder  # noqa: E402
from terazi.ledger.proof import Proof, check_proof, make_proof  # noqa: E402
from terazi.ledger.publish import publish  # noqa: E402
from terazi.ledger.recompute import Recomputer  # noqa: E402
from terazi.ledger.source import FolderSource  # noqa: E402
from terazi.ledger.verify import Verified, open_log, verify_log  # noqa: E402

GAMES = 200_000
PLAYERS = 2_000
APPENDED = 10_000
BATCH = 250
PROOFS = 300
ROUNDS = 5
START_MS = 1_790_000_000_000
KEY = SigningKey(name="example.org/bench", seed=bytes(32))


def main() -> None:
    """Measure everything and print it."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    print(f"{platform.machine()}, {os.cpu_count()} processors, Python {platform.python_version()}")
    print(f"load before: {os.getloadavg()[0]:.1f}\n")
    with TemporaryDirectory() as name:
        folder = Path(name)
        for line in (*appending(folder), *verifying(folder / "log", ledger(games))):
            print(line, flush=True)


def seconds(job: Callable[[], object]) -> float:
    """Processor time of a job."""
    gc.collect()
    begin = process_time()
    job()
    return process_time() - begin


def made_up(count: int) -> Iterator[Game[PlayerId]]:
    """Games of players of whom some play much more than others, seven a minute."""
    dice = random.Random(1)
    for number in range(count):
        one, other = (int(dice.random() ** 2 * PLAYERS) for _ in range(2))
        yield Game(
            game_id=GameId(f"g{number:08}"),
            finished_at=START_MS + number * 8_571,
            winner=PlayerId(f"p{one:06}"),
            loser=PlayerId(f"p{other if other != one else (one + 1) % PLAYERS:06}"),
            cube=CUBES[min(int(dice.expovariate(1.2)), len(CUBES) - 1)],
        )


def ledger(count: int) -> list[bytes]:
    """The lines of a ledger of these games."""
    ladder = Ladder()
    names = Names(commit=lambda player: hashlib.sha256(player.encode()).hexdigest())
    facts: list[Facts] = [HISTORY, *map(rulebook_change, DEFAULT_RULEBOOK.editions)]
    lines = [encode(enter(ladder, fact, START_MS)) for fact in facts]
    for game in made_up(count):
        recorded = record(ladder, names, game, game.finished_at)
        assert not isinstance(recorded, Refusal), recorded
        lines += map(encode, recorded.written)
    return lines


# --- appending -------------------------------------------------------------------------------------


def appending(folder: Path) -> Iterator[str]:
    """Games through the whole service into SQLite, and the part of it that is the tree's."""
    from terazi.service.games import Arrival, record_arrivals
    from terazi.service.ladders import head, ledger_lines, open_ladder
    from terazi.store.engine import open_store

    store = open_store(str(folder / "ladder.db"))
    open_ladder(store, START_MS, Settings(late_ms=None, early_ms=None))
    arrivals = [Arrival(report=report(game), now=game.finished_at) for game in made_up(APPENDED)]

    def append() -> None:
        for start in range(0, len(arrivals), BATCH):
            record_arrivals(store, arrivals[start : start + BATCH])

    whole, entries = seconds(append), head(store).number
    lines = ledger_lines(store, 0, entries)
    tree = Frontier()
    part = seconds(lambda: grow(tree, lines))
    assert tree == head(store).tree, "the tree that was kept is the one of these lines"
    store.close()
    yield f"appending, durable, {BATCH} games a transaction: {entries / whole:,.0f} entries/s"
    each = part / entries * 1e6
    yield f"  the tree takes {each:.1f} us an entry: {1 - part / whole:.3f} x as fast as without"


def grow(tree: Frontier, lines: Sequence[bytes]) -> None:
    """What appending does for the tree."""
    for line in lines:
        tree.append(leaf_hash(line))


def report(game: Game[PlayerId]) -> OutcomeReport:
    """A game as it is told."""
    return OutcomeReport(
        game_id=game.game_id,
        finished_at=game.finished_at,
        winner=game.winner,
        loser=game.loser,
        cube=str(game.cube),
    )


# --- verifying -------------------------------------------------------------------------------------


def verifying(folder: Path, lines: Sequence[bytes]) -> Iterator[str]:
    """A published log checked, beside the hashing of its bytes; its memory; its proofs."""
    entries, data = len(lines), b"".join(lines)
    wrote = seconds(lambda: publish(folder, lambda start: lines[start:], KEY))
    yield f"publishing at once: {entries / wrote:,.0f} entries/s"
    whole = min(seconds(lambda: verified(folder)) for _ in range(3))
    hashing, each, checked = by_bundles(folder)
    size = len(data) / entries
    yield f"verifying {entries:,} entries of {size:.0f} bytes: {entries / whole:,.0f} entries/s"
    yield f"  the best of {ROUNDS} rounds of every bundle: {entries / checked:,.0f} entries/s"
    yield f"  {checked / hashing:.0f} x one SHA-256 over the same bytes ({hashing:.2f} s)"
    yield f"  {checked / each:.1f} x one SHA-256 an entry, as every log needs ({each:.2f} s)"
    yield f"  memory beside the players: {places(entries):.0f} bytes an entry"
    yield from proving(folder, entries)


def by_bundles(folder: Path) -> tuple[float, float, float]:
    """Best times of hashing the bytes, of hashing every entry, and of verifying: bundle by bundle, by turns.

    So other work on the machine, which never spares a whole run, spares each bundle at some time. What is
    done once for a whole log is left out: its signature, and the table of each version (0.1 to 0.3 s).
    """
    best: dict[int, tuple[float, ...]] = {}
    for _ in range(ROUNDS):
        tree = open_log(FolderSource(folder), KEY.verifier)[1]
        recomputer = Recomputer(tree.size, tree.entry)
        for index in range(tree.bundles):
            marks = [process_time()]
            lines = tree.bundle(index)
            recomputer.check(lines)
            marks.append(process_time())
            data = b"".join(lines)
            marks.append(process_time())
            hashlib.sha256(data).digest()
            marks.append(process_time())
            leaf_hashes(lines)
            marks.append(process_time())
            found = (marks[3] - marks[2], marks[4] - marks[3], marks[1] - marks[0])
            best[index] = tuple(map(min, found, best.get(index, found)))
    hashing, each, checked = (sum(times) for times in zip(*best.values(), strict=True))
    return hashing, each, checked


def verified(folder: Path) -> Verified:
    """The log, found right."""
    found = verify_log(FolderSource(folder), KEY.verifier)
    assert isinstance(found, Verified), found
    return found


def places(entries: int) -> float:
    """Bytes an entry of what a verifier keeps: its table of places, and two instants of a ranked game."""
    tracemalloc.start()
    kept = small_ladder(entries, lambda number: b"")
    used, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    del kept
    return used / entries + 2 * 8


def proving(folder: Path, entries: int) -> Iterator[str]:
    """Proofs of single entries made from a published log, and checked."""
    note, tree = open_log(FolderSource(folder), KEY.verifier)
    dice = random.Random(2)
    numbers = [[dice.randrange(entries)] for _ in range(PROOFS)]
    proofs: list[Proof] = []
    made = seconds(lambda: proofs.extend(make_proof(tree, note, KEY.verifier, one) for one in numbers))
    near = [[entries // 2 + one] for one in range(PROOFS)]
    again = seconds(lambda: [make_proof(tree, note, KEY.verifier, one) for one in near])
    yield f"proofs made: {PROOFS / made:,.0f}/s anywhere, {PROOFS / again:,.0f}/s of neighbours"
    checked = seconds(lambda: [check_proof(proof, KEY.verifier) for proof in proofs[:50]])
    yield f"proofs checked: {50 / checked:,.0f}/s, signature included"


if __name__ == "__main__":
    main()
