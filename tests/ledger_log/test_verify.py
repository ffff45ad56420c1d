"""Every ledger that the rules write is right, whichever way it is checked; nothing else is."""

import json
import re
import tracemalloc
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from terazi.core.catalogue import CATALOGUE
from terazi.core.entries import Entry, Facts, Opening, Registration, Settings
from terazi.core.ladder import apply
from terazi.core.rulebook import DEFAULT_RULEBOOK, Edition
from terazi.core.state import Ladder
from terazi.core.types import FIRST_INSTANT_MS, Game, GameId, PlayerNumber
from terazi.ledger.codec import NotAnEntry, decode
from terazi.ledger.digest import rulebook_change
from terazi.ledger.faults import Fault, FaultCode, Faulty
from terazi.ledger.lean import Lean
from terazi.ledger.ledger_file import LedgerFile
from terazi.ledger.recompute import Recomputer
from terazi.ledger.tiles import WIDTH, pack
from terazi.ledger.verify import Verified, verify_entries, verify_log
from tests.ledger_log import plain_verifier
from tests.ledger_log.logs import KEY, changed, signed, story, told
from tests.ledger_log.ways import ByRule, answer, by_rule, seen
from tests.strategies import Told, histories

DAY_MS = 86_400_000
pytestmark = pytest.mark.usefixtures("quick_way")


def folded(lines: Sequence[bytes]) -> Ladder:
    ladder = Ladder()
    for line in lines:
        apply(ladder, decode(line))
    return ladder


@given(histories())
def test_what_the_rules_write_is_right_and_makes_the_same_ladder(history: list[Told]) -> None:
    lines = told((one.facts, one.at) for one in history)
    recomputer = Recomputer(len(lines), lines.__getitem__)
    recomputer.check(lines)
    assert seen(recomputer.finish()) == seen(folded(lines))


@given(histories(), st.data())
def test_the_quick_way_and_the_rules_agree_on_every_answer(history: list[Told], data: st.DataObject) -> None:
    lines = told((one.facts, one.at) for one in history)
    if data.draw(st.booleans()):
        lines = data.draw(mutations(lines))
    quick, plain = (answer(lines, way, 7) for way in (None, ByRule))
    assert quick[0] == plain[0]
    assert seen(quick[1]) == seen(plain[1])


def late(lines: Sequence[bytes], quick_way: type[Lean]) -> set[bytes]:
    """Rated games earlier than another one of their players: the compiled way leaves them to the rules."""
    found, newest = set[bytes](), dict[PlayerNumber, int]()
    for line, entry in zip(lines, map(decode, lines), strict=True):
        instants = dict[PlayerNumber, int]()
        match entry.facts:
            case Opening(player=player, recent=recent) if recent:
                instants[player] = max(recent)
            case Game(winner=winner, loser=loser, finished_at=finished_at) if entry.formula:
                instants = {winner: finished_at, loser: finished_at}
        if any(instant < newest.get(player, instant) for player, instant in instants.items()):
            found.add(line)
        newest |= {player: max(instant, newest.get(player, instant)) for player, instant in instants.items()}
    return set() if quick_way is Lean else found


def test_every_game_with_a_plain_id_and_every_registration_goes_the_quick_way(
    quick_way: type[Lean],
) -> None:
    games = [line for line in story() if b'"kind":"game"' in line]
    new = next(number for number, line in enumerate(games) if b'"formula":"1.3.1"' in line)
    are_late = late(story(), quick_way) | {line for line in games[new:] if b'"formula":"1.2.0"' in line}
    unusual = [line for line in games if b'"replaces"' in line or not line.isascii() or line in are_late]
    slow = by_rule(story())
    assert [line for line in slow if line in games] == unusual
    assert not [line for line in slow if b'"kind":"register"' in line]
    assert len(games) > 300


DAYS = st.integers(0, 20)
SLIPS = st.sampled_from((-1, 0, 1))


@given(
    st.lists(st.tuples(DAYS, SLIPS), max_size=12),
    st.lists(st.tuples(DAYS, SLIPS, st.permutations((2, 3, 4)), st.booleans()), min_size=1, max_size=40),
)
def test_the_quick_way_counts_a_busy_week_as_the_rules_do(
    quick_way: type[Lean],
    before: list[tuple[int, int]],
    games: list[tuple[int, int, list[int], bool]],
) -> None:
    """In whatever order games come, and wherever an opening's instants lie: each count stands in its line."""
    version = Edition(effective_from=FIRST_INSTANT_MS, formula=replace(CATALOGUE["1.3.1"], busy_games=3))
    tale: list[tuple[Facts, int]] = [(Settings(late_ms=None, early_ms=None), 0)]
    tale.append((rulebook_change(replace(version, formula=replace(version.formula, name="soon busy"))), 0))
    tale += [(Registration(commitment=f"{number:064x}"), 0) for number in range(3)]
    recent = tuple(day * DAY_MS + slip for day, slip in before)
    tale.append((Opening(player=PlayerNumber(2), rating=1600, recent=recent), 0))
    for turn, (day, slip, (winner, loser, _), is_unusual) in enumerate(games):
        name, at = GameId(f"{turn}, by rule" if is_unusual else f"{turn}"), day * DAY_MS + slip
        won, lost = PlayerNumber(winner), PlayerNumber(loser)
        tale.append((Game(game_id=name, finished_at=at, winner=won, loser=lost), 0))
    lines = told(tale)
    assert len(lines) == len(tale)
    unusual = [line for line in lines if b", by" in line or line in late(lines, quick_way)]
    assert [line for line in by_rule(lines) if b'"game":' in line] == unusual


@st.composite
def mutations(draw: st.DrawFn, lines: Sequence[bytes]) -> list[bytes]:
    """A ledger with one thing wrong with it, or with nothing where the change changes nothing."""
    number = draw(st.integers(0, len(lines) - 1))
    line = lines[number]
    match draw(st.sampled_from(("byte", "integer", "other integer", "gone", "twice", "swapped", "other"))):
        case "byte":
            at = draw(st.integers(0, len(line) - 1))
            line = line[:at] + bytes([draw(st.integers(0, 255))]) + line[at + 1 :]
        case "integer":
            places = [match.span() for match in re.finditer(rb"(?<=[:\[,])-?[0-9]+", line)]
            begin, end = draw(st.sampled_from(places))
            value = int(line[begin:end]) + draw(st.sampled_from((-1, 1, 2**20, -(2**60))))
            line = line[:begin] + str(value).encode() + line[end:]
        case "other integer":
            places = [match.span() for match in re.finditer(rb"(?<=[:\[,])-?[0-9]+", line)]
            (begin, end), (first, last) = draw(st.tuples(*[st.sampled_from(places)] * 2))
            line = line[:begin] + line[first:last] + line[end:]
        case "gone":
            return [*lines[:number], *lines[number + 1 :]]
        case "twice":
            return [*lines[:number], line, *lines[number:]]
        case "swapped":
            other = draw(st.integers(0, len(lines) - 1))
            swapped = list(lines)
            swapped[number], swapped[other] = swapped[other], swapped[number]
            return swapped
        case _:
            line = lines[draw(st.integers(0, len(lines) - 1))]
    return [*lines[:number], line, *lines[number + 1 :]]


def is_true(lines: Sequence[bytes]) -> bool:
    """Whether these lines are what the rules write of their own facts: a change may make another history."""
    try:
        entries = [decode(line) for line in lines]
    except NotAnEntry:
        return False
    return told((entry.facts, entry.accepted_at) for entry in entries) == list(lines)


@given(st.data())
def test_no_mutated_ledger_passes_unless_it_is_what_the_rules_write(data: st.DataObject) -> None:
    lines = list(story()[:40])
    mutated = data.draw(mutations(lines))
    log = signed(mutated)
    answer = verify_log(log, KEY.verifier)
    try:
        plain_verifier.verify(log.bytes_of, str(KEY.verifier))
        taken = True
    except Exception:
        taken = False
    assert isinstance(answer, Verified) == taken
    assert not taken or is_true(mutated), "only a history that the rules write may pass"


@given(st.data())
def test_no_log_with_a_mutated_file_passes(data: st.DataObject) -> None:
    log = signed(story())
    path = data.draw(st.sampled_from(sorted(log.files)))
    old = log.files[path]
    begin = data.draw(st.integers(0, len(old)))
    end = data.draw(st.integers(begin, min(len(old), begin + 8)))
    new = old[:begin] + data.draw(st.binary(max_size=8)) + old[end:]
    answer = verify_log(log.but(path, new), KEY.verifier)
    assert isinstance(answer, Fault) == (new != old)


@given(st.lists(st.binary(max_size=40) | st.text().map(str.encode), max_size=3))
def test_any_bytes_at_all_get_an_answer(lines: list[bytes]) -> None:
    answer = verify_log(signed(lines), KEY.verifier)
    assert isinstance(answer, Fault) == bool(lines)


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
        lambda inside: st.lists(inside) | st.dictionaries(st.text(), inside),
    ),
    st.data(),
)
def test_any_value_in_any_member_gets_an_answer(value: object, data: st.DataObject) -> None:
    lines = list(story()[:25])
    number = data.draw(st.integers(0, 24))
    entry = json.loads(lines[number])
    entry[data.draw(st.sampled_from(sorted(entry)))] = value
    lines[number] = json.dumps(entry, sort_keys=True, separators=(",", ":")).encode()
    fault, _ = answer(lines, None, 7)
    assert fault is None or fault.entry is not None


def memory_after(games: int) -> int:
    """Bytes that a verification of so many games still holds at its end; two players who win by turns."""
    tale: list[tuple[Facts, int]] = [(Settings(), 0), (rulebook_change(DEFAULT_RULEBOOK.editions[0]), 0)]
    tale += [(Registration(commitment=name), 0) for name in ("x", "y")]
    for turn in range(games):
        winner, loser = (PlayerNumber(2 + (turn + side) % 2) for side in (0, 1))
        game = Game(game_id=GameId(f"g{turn}"), finished_at=turn * 1000, winner=winner, loser=loser)
        tale.append((game, turn * 1000))
    lines = told(tale)
    assert len(lines) == games + 4
    tracemalloc.start()
    recomputer = Recomputer(len(lines), lines.__getitem__)
    for begin in range(0, len(lines), WIDTH):
        recomputer.check(lines[begin : begin + WIDTH])
    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return held


def test_a_verification_keeps_at_most_forty_bytes_an_entry() -> None:
    memory_after(1)  # code that is loaded once
    few, many = memory_after(4_000), memory_after(20_000)
    assert 16_000 * 20 < many - few <= 16_000 * 40


# --- ledgers in one file ---------------------------------------------------------------------------------


def test_a_ledger_file_is_verified_line_by_line_or_packed(tmp_path: Path) -> None:
    for name, data in (("ledger.jsonl", b"\n".join([*story(), b""])), ("bundle", pack(story()))):
        (tmp_path / name).write_bytes(data)
        answer = verify_entries(LedgerFile(tmp_path / name))
        assert isinstance(answer, Verified)
        assert seen(answer.ladder) == seen(folded(story()))


def test_a_ledger_file_with_half_an_entry_at_its_end_is_at_fault_there(tmp_path: Path) -> None:
    for name, data in (("ledger.jsonl", b"\n".join(story())), ("bundle", pack(story())[:-1])):
        (tmp_path / name).write_bytes(data)
        with pytest.raises(Faulty) as raised:
            LedgerFile(tmp_path / name)
        assert raised.value.fault == Fault(code=FaultCode.BAD_BUNDLE, entry=326, place=name)


def test_an_empty_ledger_is_right(tmp_path: Path) -> None:
    (tmp_path / "empty").write_bytes(b"")
    assert isinstance(verify_entries(LedgerFile(tmp_path / "empty")), Verified)
    assert isinstance(verify_log(signed([]), KEY.verifier), Verified)


def test_the_watcher_is_told_every_entry_that_was_found_right() -> None:
    lines, told_of = list(story()), list[bytes]()
    lines[20] = changed(lines[20], "winner.delta", 99)
    fault = verify_log(signed(lines), KEY.verifier, watch=told_of.append)
    assert isinstance(fault, Fault)
    assert told_of == lines[:20]


def test_entries_are_what_their_facts_decide() -> None:
    """The story is worth its name: every kind of entry is in it."""
    kinds = {json.loads(line)["kind"] for line in story()}
    assert kinds == {
        "settings", "rulebook", "register", "opening", "game", "tournament", "award", "void", "erase"
    }  # fmt: skip
    assert all(isinstance(decode(line), Entry) for line in story())
