"""The log measured: appending with and without its tree, verifying beside SHA-256, memory, proofs.

    .venv/bin/python bench/log.py [GAMES]

Processor time, so that other work on the machine counts for little; everything from one run.
"""

import gc
import hashlib
import os
import platform
import random
import subprocess
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
from terazi.core.types import CUBES, Game, GameId, Mode, PlayerId  # noqa: E402
from terazi.ledger import recompute  # noqa: E402
from terazi.ledger.codec import encode  # noqa: E402
from terazi.ledger.compiled import Compiled  # noqa: E402
from terazi.ledger.digest import rulebook_change  # noqa: E402
from terazi.ledger.lean import Lean  # noqa: E402
from terazi.ledger.merkle import Frontier, leaf_hash, leaf_hashes  # noqa: E402
from terazi.ledger.note import SigningKey  # noqa: E402
from terazi.ledger.proof import Proof, check_proof, make_proof  # noqa: E402
from terazi.ledger.publish import publish  # noqa: E402
from terazi.ledger.recompute import Recomputer  # noqa: E402
from terazi.ledger.source import FolderSource  # noqa: E402
from terazi.ledger.verify import Verified, open_log, verify_log  # noqa: E402

GAMES = 200_000
PLAYERS = 2_000
NOT_RANKED = 0.05
"""Share of the games that are boosted or of a tournament, in a mixed ladder."""
APPENDED = 10_000
BATCH = 250
PROOFS = 300
ROUNDS = 5
WAYS = {"plain": Lean, "compiled": Compiled}
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
        for line in mixed(folder / "mixed", ledger(games, NOT_RANKED)):
            print(line, flush=True)


def seconds(job: Callable[[], object]) -> float:
    """Processor time of a job."""
    gc.collect()
    begin = process_time()
    job()
    return process_time() - begin


def made_up(count: int, not_ranked: float = 0) -> Iterator[Game[PlayerId]]:
    """Games of players of whom some play much more than others, seven a minute; a share is not ranked."""
    dice = random.Random(1)
    for number in range(count):
        one, other = (int(dice.random() ** 2 * PLAYERS) for _ in range(2))
        others = dice.choice((Mode.BOOSTED, Mode.TOURNAMENT))
        yield Game(
            game_id=GameId(f"g{number:08}"),
            finished_at=START_MS + number * 8_571,
            winner=PlayerId(f"p{one:06}"),
            loser=PlayerId(f"p{other if other != one else (one + 1) % PLAYERS:06}"),
            cube=CUBES[min(int(dice.expovariate(1.2)), len(CUBES) - 1)],
            mode=others if dice.random() < not_ranked else Mode.RANKED,
        )


def ledger(count: int, not_ranked: float = 0) -> list[bytes]:
    """The lines of a ledger of these games."""
    ladder = Ladder()
    names = Names(commit=lambda player: hashlib.sha256(player.encode()).hexdigest())
    facts: list[Facts] = [HISTORY, *map(rulebook_change, DEFAULT_RULEBOOK.editions)]
    lines = [encode(enter(ladder, fact, START_MS)) for fact in facts]
    for game in made_up(count, not_ranked):
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
    yield f"verifying {entries:,} entries of {len(data) / entries:.0f} bytes"
    compiled_from = recompute.COMPILED_FROM
    ways = {"plain": compiled_from + entries, "compiled": 0}
    whole = dict.fromkeys(ways, 9000000000.0)
    for _ in range(3):
        for way, recompute.COMPILED_FROM in ways.items():
            whole[way] = min(whole[way], seconds(lambda: verified(folder)))
    recompute.COMPILED_FROM = compiled_from
    hashing, each, checked = by_bundles(folder)
    yield f"one SHA-256 over all bytes {hashing:.2f} s, of each entry {each:.2f} s"
    for way, took in checked.items():
        yield f"{way}: {entries / whole[way]:,.0f} entries/s"
        yield from beside(took, hashing, each, entries)
        yield f"  memory beside the players: {memory(folder, WAYS[way]):.0f} bytes an entry"
    yield f"loading numba and the code that it keeps: {loading():.2f} s, from {compiled_from:,} entries on"
    yield from proving(folder, entries)


def mixed(folder: Path, lines: Sequence[bytes]) -> Iterator[str]:
    """A published log in which some games are not ranked."""
    publish(folder, lambda start: lines[start:], KEY)
    hashing, each, checked = by_bundles(folder)
    yield f"\nverifying {len(lines):,} entries, {NOT_RANKED:.0%} of the games not ranked"
    for way, took in checked.items():
        yield f"{way}:"
        yield from beside(took, hashing, each, len(lines))


def beside(took: float, hashing: float, each: float, entries: int) -> Iterator[str]:
    """A verification beside hashing."""
    yield f"  the best of {ROUNDS} rounds of every bundle: {entries / took:,.0f} entries/s"
    yield f"  {took / hashing:.1f} x one SHA-256 over the same bytes"
    yield f"  {took / each:.1f} x one SHA-256 an entry, as every log needs"


def by_bundles(folder: Path) -> tuple[float, float, dict[str, float]]:
    """Best times of hashing the bytes, of hashing every entry, and of verifying in each way: by turns.

    Bundle by bundle: so other work on the machine, which never spares a whole run, spares each bundle at some
    time. What is done once for a whole log is left out: its signature, the table of each version (0.1 to
    0.3 s), and loading numba.
    """
    best: dict[tuple[str, int], float] = {}

    def note(what: str, index: int, begin: float) -> float:
        now = process_time()
        best[what, index] = min(now - begin, best.get((what, index), now - begin))
        return process_time()

    for _ in range(ROUNDS):
        for way, quick in WAYS.items():
            tree = open_log(FolderSource(folder), KEY.verifier)[1]
            recomputer = Recomputer(tree.size, tree.entry, quick)
            for index in range(tree.bundles):
                begin = process_time()
                lines = tree.bundle(index)
                recomputer.check(lines)
                note(way, index, begin)
                data = b"".join(lines)
                begin = process_time()
                hashlib.sha256(data).digest()
                begin = note("bytes", index, begin)
                leaf_hashes(lines)
                note("entries", index, begin)
    sums = {what: sum(took for (of, _), took in best.items() if of == what) for what, _ in best}
    return sums["bytes"], sums["entries"], {way: sums[way] for way in WAYS}


def verified(folder: Path) -> Verified:
    """The log, found right."""
    found = verify_log(FolderSource(folder), KEY.verifier)
    assert isinstance(found, Verified), found
    return found


def memory(folder: Path, quick: type[Lean]) -> float:
    """Bytes an entry of what a verifier keeps, beside the players.

    What grows is measured over the second half of the log, where hardly a player is new.
    """
    tree = open_log(FolderSource(folder), KEY.verifier)[1]
    half = tree.bundles // 2
    tracemalloc.start()
    recomputer, marks = Recomputer(tree.size, tree.entry, quick), [tracemalloc.get_traced_memory()[0]]
    for index in range(tree.bundles):
        recomputer.check(tree.bundle(index))
        if index + 1 in {half, tree.bundles}:
            marks.append(tracemalloc.get_traced_memory()[0])
    recomputer.finish()
    tracemalloc.stop()
    begin, middle, end = marks
    return begin / tree.size + (end - middle) / (tree.size - half * 256)


def loading() -> float:
    """Processor time of a new process for what the compiled way needs before its first entry."""
    script = """
from time import process_time
from terazi.ledger.recompute import COMPILED_FROM, Lean, quickest
begin = process_time()
assert quickest(COMPILED_FROM) is not Lean
print(process_time() - begin)
"""
    command = [sys.executable, "-c", script]
    return float(subprocess.run(command, capture_output=True, check=True, text=True).stdout)


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
