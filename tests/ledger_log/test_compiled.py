"""The compiled way of a verification, where it works by other means than the plain one."""

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from terazi.core.catalogue import CATALOGUE
from terazi.core.codes import Code, VoidReason
from terazi.core.entries import Erasure, Facts, Opening, Registration, Settings, Void
from terazi.core.formula import Formula
from terazi.core.rulebook import Edition
from terazi.core.state import Ladder, PlayerState
from terazi.core.types import CUBES, EntryNumber, Game, GameId, Mode, PlayerNumber, Termination, Win
from terazi.core.window import WINDOW_MS
from terazi.ledger import places, recompute
from terazi.ledger.digest import rulebook_change
from terazi.ledger.faults import Fault, Faulty
from terazi.ledger.lean import KINDS, RANKED, Lean, Version, plain_game
from terazi.ledger.recompute import Recomputer
from tests.ledger_log.logs import changed, story, told
from tests.ledger_log.test_verify import mutations, seen

pytest.importorskip("numba", reason="the compiled way needs numba (the extra `fast`)")

import numpy as np

from terazi.ledger import compiled, loops
from terazi.ledger.compiled import Compiled

DAY_MS = 86_400_000
FIRST = 1_790_000_000_000


def answer(lines: Sequence[bytes], quick: type[Lean], size: int = 256) -> tuple[Fault | None, Ladder]:
    """The first fault and the ladder before it, with a quick way and bundles of a size."""
    recomputer = Recomputer(len(lines), lines.__getitem__, quick)
    try:
        for begin in range(0, len(lines), size):
            recomputer.check(lines[begin : begin + size])
        return None, recomputer.finish()
    except Faulty as faulty:
        return faulty.fault, recomputer.ladder


def agree(lines: Sequence[bytes], size: int = 256) -> Fault | None:
    """The first fault, on which both ways agree; so they do on the ladder."""
    (fault, quick), (plain_fault, plain) = (answer(lines, way, size) for way in (Compiled, Lean))
    assert fault == plain_fault
    assert seen(quick) == seen(plain)
    return fault


@pytest.fixture(scope="module", params=["few nodes", "nodes as they are"])
def nodes(request: pytest.FixtureRequest) -> Iterator[None]:
    """Chains that must grow, and give their instants back, all the time; or as they do for large ledgers."""
    with pytest.MonkeyPatch.context() as patch:
        if request.param == "few nodes":
            patch.setattr(compiled, "_NODES", 1)
            patch.setattr(compiled, "_MANY_STALE", 1)
        yield


# --- whole ledgers ---------------------------------------------------------------------------------

STEPS_MS = st.sampled_from(
    (0, 1, 1, 60_000, DAY_MS, 2 * DAY_MS, WINDOW_MS - 1, WINDOW_MS, WINDOW_MS + 1, -1, -60_000, -2 * DAY_MS)
)
PLAYERS = range(2, 6)


@st.composite
def tales(draw: st.DrawFn) -> list[bytes]:
    """The lines of a ledger of games, most of which go on in time, and now and then something else."""
    soon_busy = replace(CATALOGUE["1.3.1"], name="soon busy", busy_games=3)
    new = replace(CATALOGUE["1.3.1"], name="new", k=40, busy_k=7, busy_games=2, divisor=30)
    dates = (FIRST - 30 * DAY_MS, soon_busy), (FIRST + 9 * DAY_MS, new)
    tale: list[tuple[Facts, int]] = [(Settings(late_ms=draw(st.sampled_from((None, DAY_MS)))), 0)]
    tale += [(rulebook_change(Edition(effective_from=at, formula=formula)), 0) for at, formula in dates]
    tale += [(Registration(commitment=f"{number:064x}"), 0) for number in PLAYERS]
    tale += [(Opening(player=PlayerNumber(4), rating=draw(st.integers(-50, 3000))), 0)]
    finished_at = FIRST
    for turn in range(draw(st.integers(1, 60))):
        finished_at += draw(STEPS_MS)
        at = finished_at + draw(st.sampled_from((0, 0, 1000, DAY_MS)))
        winner, loser = draw(st.permutations(range(3, 7)))[:2]
        ending = draw(st.sampled_from(Termination))
        can_be_more = ending in {Termination.BEAR_OFF, Termination.RESIGN}
        game = Game(
            game_id=GameId(draw(st.sampled_from((f"g{turn}", f"g{turn}", f"g{turn}", "ünlü", "g0")))),
            finished_at=finished_at,
            winner=PlayerNumber(winner),
            loser=PlayerNumber(loser),
            cube=draw(st.sampled_from(CUBES)),
            win=draw(st.sampled_from(Win)) if can_be_more else Win.SINGLE,
            termination=ending,
        )
        others: tuple[Facts, ...] = (
            Void(entry=EntryNumber(draw(st.integers(0, 60))), reason=VoidReason.CHEATING),
            Erasure(player=PlayerNumber(6)),
            Registration(commitment=f"{turn + 100:064x}"),
            Opening(player=PlayerNumber(3), rating=1700, recent=(finished_at, finished_at - DAY_MS)),
            replace(game, mode=Mode.BOOSTED),
            Settings(late_ms=WINDOW_MS, early_ms=0),
        )
        other = draw(st.sampled_from(others))
        tale.append((other if draw(st.integers(0, 9)) == 0 else game, at))
    return told(tale)


@given(tales(), st.sampled_from((1, 7, 256)), st.data())
def test_both_ways_find_the_same_in_any_ledger(
    nodes: None, lines: list[bytes], size: int, data: st.DataObject
) -> None:
    assert agree(lines, size) is None
    agree(data.draw(mutations(lines)), size)


@given(tales(), st.sets(st.integers(0, 70)), st.data())
def test_whoever_asks_for_a_player_finds_them_as_they_stand(
    nodes: None, lines: list[bytes], looks: set[int], data: st.DataObject
) -> None:
    ways = [Recomputer(len(lines), lines.__getitem__, way) for way in (Compiled, Lean)]
    for number in range(len(lines)):
        for way in ways:
            way.check(lines[number : number + 1])
        if number in looks:
            player = PlayerNumber(number % 5 + 2)
            one, other = (way.ladder.players.get(player) for way in ways)
            assert one == other
    quick, plain = (way.finish().players for way in ways)
    whole: Callable[[dict[PlayerNumber, PlayerState]], object] = data.draw(
        st.sampled_from((lambda players: list(players.values()), lambda players: list(players.items()), len))
    )
    assert whole(quick) == whole(plain)
    assert quick == plain == quick


def beginning(*formulas: Formula) -> list[tuple[Facts, int]]:
    """Settings, versions that come into force two days apart, two players."""
    tale: list[tuple[Facts, int]] = [(Settings(late_ms=None, early_ms=None), 0)]
    for turn, formula in enumerate(formulas):
        edition = Edition(effective_from=FIRST + (2 * turn - 1) * DAY_MS, formula=formula)
        tale.append((rulebook_change(edition), 0))
    numbers = range(len(tale), len(tale) + 2)
    return [*tale, *((Registration(commitment=f"{number}"), 0) for number in numbers)]


def game(turn: int, day: float = 0, cube: int = 1, first: int = 2) -> tuple[Facts, int]:
    """A game of the two, who win by turns."""
    at, one, other = (
        FIRST + int(day * DAY_MS),
        PlayerNumber(first + turn % 2),
        PlayerNumber(first + 1 - turn % 2),
    )
    return Game(game_id=GameId(f"g{turn}"), finished_at=at, winner=one, loser=other, cube=cube), at


def played(days: Sequence[float], before_last: Settings | None = None) -> list[bytes]:
    """Two players' games on these days, and other settings before the last of them."""
    tale = beginning(CATALOGUE["1.3.1"]) + [game(turn, day) for turn, day in enumerate(days)]
    if before_last is not None:
        tale.insert(-1, (before_last, 0))
    return told(tale)


@pytest.mark.parametrize("each_days", [0, 0.01, 0.1, 3, 7, 8])
def test_long_chains_and_short_ones_count_the_same_weeks(nodes: None, each_days: float) -> None:
    assert agree(played([turn * each_days for turn in range(600)])) is None


def test_where_many_games_are_late_the_plain_way_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled, "_MANY_LATE", 20)
    lines = played([*range(300), *range(200, 0, -1), *range(300, 400)])
    assert agree(lines, 7) is None
    recomputer = Recomputer(len(lines), lines.__getitem__, Compiled)
    for begin in range(0, len(lines), 7):
        recomputer.check(lines[begin : begin + 7])
    assert type(recomputer._lean) is Lean
    assert type(recomputer.finish().players) is dict


def test_slots_of_sixty_four_bits_do_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(places, "_MOST_IN_32_BITS", 0)
    assert agree(story()) is None
    lines = played(range(300))
    assert agree([*lines, changed(lines[-1], "number", len(lines))]) is not None


# --- one line --------------------------------------------------------------------------------------

LINES = [
    line for line in story() if b'"mode":"ranked"' in line and b'"unrated"' not in line and line.isascii()
]


def cut(lines: Sequence[bytes], formula: bytes) -> list[list[int] | None]:
    """The columns of each line; None where it is left to the rules."""
    version = Version(name=b'"formula":' + formula, k=b'"k":32', busy_k=b'"k":16')
    version = version._replace(changes={kind: ([0], [0]) for kind in KINDS})
    cells = np.zeros((len(lines), loops.COLUMNS), np.int64)
    data = b"\n".join((*lines, b""))
    ends = np.cumsum([len(line) + 1 for line in lines]) - 1
    loops.cut(np.frombuffer(data, np.uint8), ends, *compiled._tables(version).cut, cells)
    return [row if row[loops.RIGHT] else None for row in cells.tolist()]


def written(row: list[int], line: bytes, begin: int, formula: bytes) -> bytes:
    """The line that the columns make; its texts and id are taken from where they stand in it."""
    cubes, endings, wins = (list(dict.fromkeys(texts)) for texts in zip(*KINDS, strict=True))
    at, cube, finished_at, game, game_end, *rest = row[: loops.RIGHT]
    lost_k, loser, number, ending, win, won_k, winner = (rest[place] for place in (4, 5, 7, 8, 9, 14, 15))
    return RANKED % (
        at, cubes[cube], finished_at, b'"formula":' + formula, line[game - begin : game_end - begin],
        *rest[:4], b'"k":%d' % lost_k, b'"player":%d' % loser, rest[6], number, endings[ending], wins[win],
        *rest[10:14], b'"k":%d' % won_k, b'"player":%d' % winner, rest[16],
    )  # fmt: skip


def check_spelling(lines: Sequence[bytes], formula: bytes) -> int:
    """How many of some lines are cut; each of these is what its columns make."""
    begin = taken = 0
    for line, row in zip(lines, cut(lines, formula), strict=True):
        if row is not None:
            assert written(row, line, begin, formula) == line
            assert plain_game(line[row[loops.GAME] - begin : row[loops.GAME_END] - begin])
            taken += 1
        begin += len(line) + 1
    return taken


def test_every_ranked_line_is_cut() -> None:
    for formula in (b'"1.2.0"', b'"1.3.1"'):
        lines = [line for line in LINES if formula in line and b'"replaces"' not in line]
        assert check_spelling(lines, formula) == len(lines) > 5


@pytest.mark.parametrize("line", LINES[:3], ids=range(3))
def test_a_line_with_any_one_byte_changed_is_cut_only_if_it_is_what_its_numbers_make(line: bytes) -> None:
    lines = [
        line[:at] + bytes(new) + line[after:]
        for at in range(len(line) + 1)
        for after in (at, at + 1)
        for new in ((), *((byte,) for byte in range(256)))
    ]
    taken = check_spelling(lines, b'"1.2.0"')
    assert 1_000 < taken < len(lines) // 10


NUMBERS = (
    "0",
    "-0",
    "00",
    "01",
    "-1",
    "+1",
    "1.0",
    "1e3",
    " 1",
    "1 ",
    "",
    "-",
    "9" * 15,
    "9" * 16,
    "-" + "9" * 15,
)


@pytest.mark.parametrize("text", NUMBERS)
def test_a_number_has_one_spelling(text: str) -> None:
    digits = text.removeprefix("-")
    is_canonical = digits.isdigit() and len(digits) <= 15 and str(int(text)) == text
    spelled = LINES[0].replace(b'"recent":0', b'"recent":' + text.encode(), 1)
    assert check_spelling([spelled], b'"1.2.0"') == is_canonical


def test_lines_within_a_line_are_not_lines() -> None:
    line = LINES[0]
    wrong = [line + b"\n" + line, b"", b"\n", line[:-1], line + b"}", line + b"\0"]
    assert check_spelling(wrong, b'"1.2.0"') == 0
    assert check_spelling([*wrong, line, *wrong, line], b'"1.2.0"') == 2


FIELDS = [
    f"{side}.{name}"
    for side in ("winner", "loser")
    for name in ("after", "before", "delta", "event", "k", "player", "recent")
]


@pytest.mark.parametrize("field", ["accepted_at", "finished_at", "number", *FIELDS])
@pytest.mark.parametrize("by", [-(2**40), -1, 1, 2**40])
def test_a_changed_number_is_found_by_the_compiled_way_too(field: str, by: int) -> None:
    """Though the line was read before, with other settings."""
    lines = played([0, 1, 2, 3], Settings(late_ms=None, early_ms=0))
    said = json.loads(lines[-1])
    for name in field.split("."):
        said = said[name]
    fault = agree([*lines[:-1], changed(lines[-1], field, said + by)])
    may_be = field in {"accepted_at", "finished_at"}
    assert fault is not None or may_be


@pytest.mark.parametrize(("letters", "is_right"), [(1, True), (128, True), (129, False)])
def test_an_id_is_as_long_as_it_may_be(letters: int, is_right: bool) -> None:
    lines = played([0, 1])
    lines[-1] = changed(lines[-1], "game", "a" * letters)
    assert (agree(lines) is None) == is_right
    assert (cut(lines[-1:], b'"1.3.1"')[0] is not None) == is_right


@pytest.mark.parametrize(("delay_ms", "is_right"), [(-501, False), (-500, True), (1000, True), (1001, False)])
def test_a_game_may_be_as_late_or_early_as_the_settings_say(delay_ms: int, is_right: bool) -> None:
    lines = played([0, 1])
    lines[-1] = changed(lines[-1], "accepted_at", FIRST + DAY_MS + delay_ms)
    lines[0] = told([(Settings(late_ms=1000, early_ms=500), 0)])[0]
    assert (agree(lines) is None) == is_right


@pytest.mark.parametrize("win", Win)
@pytest.mark.parametrize("ending", Termination)
def test_an_ending_and_a_win_go_together_or_do_not(ending: Termination, win: Win) -> None:
    formula = replace(CATALOGUE["1.3.1"], name="never busy", busy_games=None, busy_k=None)
    for cube in CUBES:
        tale = [*beginning(formula), game(0), game(1, cube=cube)]
        lines = told(tale)
        lines[-1] = changed(changed(lines[-1], "termination", ending), "win", win)
        kind = b'"cube":%d' % cube, f'"termination":"{ending}"'.encode(), f'"win":"{win}"'.encode()
        assert (agree(lines) is None) == (kind in KINDS)


def test_nobody_plays_with_themselves() -> None:
    lines = told([*beginning(CATALOGUE["1.3.1"]), game(0)])
    sides = json.loads(lines[-1])
    for name in ("player", "before", "recent", "k", "event"):
        lines[-1] = changed(lines[-1], f"winner.{name}", sides["loser"][name])
    fault = agree(lines)
    assert fault is not None
    assert fault.should == Code.SAME_PLAYER


@pytest.mark.parametrize("by_ms", [-1, 0, 1])
def test_a_game_names_the_version_of_its_instant(by_ms: int) -> None:
    twins = [replace(CATALOGUE["1.3.1"], name=name) for name in ("old", "new")]
    edge = 1 + by_ms / DAY_MS
    lines = told([*beginning(*twins), game(0, first=3), game(1, edge, first=3)])
    assert json.loads(lines[-1])["finished_at"] == FIRST + DAY_MS + by_ms
    assert agree(lines) is None
    name, other = ("new", "old") if by_ms >= 0 else ("old", "new")
    assert b'"formula":"%s"' % name.encode() in lines[-1]
    assert agree([*lines[:-1], changed(lines[-1], "formula", other)]) is not None


# --- which way -------------------------------------------------------------------------------------


def test_the_compiled_way_is_taken_for_large_ledgers_where_numba_is(monkeypatch: pytest.MonkeyPatch) -> None:
    most = recompute.COMPILED_FROM
    assert [recompute.quickest(size) for size in (0, most - 1, 2**29)] == [Lean] * 3
    assert recompute.quickest(most) is Compiled
    monkeypatch.setitem(sys.modules, "terazi.ledger.compiled", None)
    assert recompute.quickest(most) is Lean
