"""A line that the compiled way takes is what its numbers make, and they follow from the ladder."""

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import count, islice

import pytest

from terazi.core.catalogue import CATALOGUE
from terazi.core.codes import Code
from terazi.core.entries import Facts, Opening, Registration, Settings
from terazi.core.rulebook import Edition
from terazi.core.types import CUBES, PlayerNumber, Termination, Win
from terazi.core.window import WINDOW_MS
from terazi.ledger.canonical import canonical
from terazi.ledger.digest import rulebook_change
from terazi.ledger.lean import Version
from terazi.ledger.places import Slots
from terazi.ledger.shapes import (
    KINDS,
    RANKED,
    REGISTRATION,
    UNRATED,
    plain_game,
    unrated_kinds,
    unrated_side,
)
from tests.ledger_log.logs import changed, story, told
from tests.ledger_log.ways import DAY_MS, FIRST, agree, beginning, game, moved, played

pytest.importorskip("numba", reason="the compiled way needs numba (the extra `fast`)")

import numpy as np

from terazi.ledger import compiled_tables, loops
from terazi.ledger.compiled_tables import Tables

LINES = [
    line
    for line in story()
    if (b'"kind":"game"' in line or b'"kind":"register"' in line)
    and b'"replaces"' not in line
    and line.isascii()
]
"""All lines of the story that can be cut."""
SHAPES = {
    "ranked": next(line for line in LINES if b'"formula"' in line),
    "scored": next(line for line in LINES if b'"points"' in line),
    "of a cup": next(line for line in LINES if b'"tournament":"cup"' in line),
    "present": next(line for line in LINES if b'"unrated":"aborted"' in line),
    "registration": next(line for line in LINES if b'"register"' in line),
}


def tables(formula: bytes) -> Tables:
    """What the loops are told of a version of this name, which changes no rating."""
    version = Version(name=b'"formula":' + formula, k=b'"k":32', busy_k=b'"k":16')
    changes = {kind: ([0], [0]) for kind in KINDS}
    gains = unrated_kinds(CATALOGUE["1.3.1"], Settings())
    return compiled_tables.tables(version._replace(changes=changes, gains=gains))


def cut(lines: Sequence[bytes], formula: bytes) -> list[list[int] | None]:
    """The columns of each line; None where it is left to the rules."""
    cells = np.zeros((len(lines), loops.COLUMNS), np.int64)
    data = b"\n".join((*lines, b""))
    ends = np.cumsum([len(line) + 1 for line in lines]) - 1
    loops.cut(np.frombuffer(data, np.uint8), ends, *tables(formula).cut, cells)
    return [row if row[loops.SHAPE] else None for row in cells.tolist()]


def written(row: list[int], line: bytes, begin: int, formula: bytes) -> bytes:
    """The line that the columns make; its texts and ids are taken from where they stand in it."""
    words = [list(dict.fromkeys(pieces)) for pieces in zip(*tables(formula).version.gains, strict=True)]
    cube, mode, ending, reason, win = (texts[place] for texts, place in zip(words, row, strict=False))
    at, finish, id_begin, id_end, head, shape = row[loops.AT : loops.LOST]
    game = line[id_begin - begin : id_end - begin]
    if shape == loops.REGISTRATION:
        return REGISTRATION % (at, game, head)
    lost, won = row[loops.LOST : loops.WON], row[loops.WON :]
    if shape == loops.RANKED:
        sides = [
            (*side[:4], b'"k":%d' % side[loops.K], b'"player":%d' % side[loops.PLAYER], side[loops.RECENT])
            for side in (lost, won)
        ]
        name = b'"formula":' + formula
        return RANKED % (at, cube, finish, name, game, *sides[0], head, ending, win, *sides[1])
    ends = [
        unrated_side(
            b'"player":%d' % side[loops.PLAYER],
            side[loops.EVENT],
            (side[loops.POINTS], side[loops.SPARKS]) if shape == loops.SCORED else None,
        )
        for side in (lost, won)
    ]
    found = re.search(rb'"tournament":"[^,]+",', line)
    tournament = found[0] if found else b""
    return UNRATED % (at, cube, finish, game, ends[0], mode, head, ending, tournament, reason, win, ends[1])


def check_spelling(lines: Sequence[bytes], formula: bytes) -> int:
    """How many of some lines are cut; each of these is what its columns make."""
    begin = taken = 0
    for line, row in zip(lines, cut(lines, formula), strict=True):
        if row is not None:
            assert written(row, line, begin, formula) == line
            named = line[row[loops.ID_BEGIN] - begin : row[loops.ID_END] - begin]
            assert plain_game(named.replace(b"commitment", b"game"))
            taken += 1
        begin += len(line) + 1
    return taken


def test_every_game_and_every_registration_is_cut() -> None:
    for formula in (b'"1.2.0"', b'"1.3.1"'):
        lines = [line for line in LINES if formula in line or b'"formula"' not in line]
        assert check_spelling(lines, formula) == len(lines) > 10


@pytest.mark.parametrize("line", SHAPES.values(), ids=SHAPES)
def test_a_line_with_any_one_byte_changed_is_cut_only_if_it_is_what_its_numbers_make(line: bytes) -> None:
    lines = [
        line[:at] + bytes(new) + line[after:]
        for at in range(len(line) + 1)
        for after in (at, at + 1)
        for new in ((), *((byte,) for byte in range(256)))
    ]
    taken = check_spelling(lines, b'"1.2.0"')
    assert 100 < taken < len(lines) // 4


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
    spelled = SHAPES["ranked"].replace(b'"recent":0', b'"recent":' + text.encode(), 1)
    assert check_spelling([spelled], b'"1.2.0"') == is_canonical


def test_lines_within_a_line_are_not_lines() -> None:
    line = SHAPES["ranked"]
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
    fault = agree([*lines[:-1], moved(lines[-1], by, field)])
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


@pytest.mark.parametrize("by_ms", [-1, 0, 1])
@pytest.mark.parametrize("sides", [("winner",), ("loser",), ("winner", "loser")])
@pytest.mark.parametrize("by", [-1, 0, 1])
def test_a_week_has_the_games_of_seven_days_to_the_millisecond(
    by_ms: int, sides: tuple[str, ...], by: int
) -> None:
    lines = played([0, 3, 7 + by_ms / DAY_MS])
    assert json.loads(lines[-1])["finished_at"] == FIRST + WINDOW_MS + by_ms
    lines[-1] = moved(lines[-1], by, *(f"{side}.recent" for side in sides))
    assert (agree(lines) is None) == (by == 0)


@pytest.mark.parametrize("sides", [("winner",), ("loser",), ("winner", "loser")])
@pytest.mark.parametrize("by", [-1, 0, 1])
def test_a_change_starts_where_the_last_one_ended(sides: tuple[str, ...], by: int) -> None:
    lines = played([0, 1])
    lines[-1] = moved(lines[-1], by, *(f"{side}.{name}" for side in sides for name in ("before", "after")))
    assert (agree(lines) is None) == (by == 0)


@pytest.mark.parametrize("size", [1, 256])
@pytest.mark.parametrize("by_ms", [-1, 0])
def test_no_game_is_accepted_before_the_last_one(size: int, by_ms: int) -> None:
    lines = played([0, 1])
    lines[-1] = changed(lines[-1], "accepted_at", FIRST + by_ms)
    assert (agree(lines, size) is None) == (by_ms == 0)


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


def test_a_late_game_is_not_of_the_version_that_is_read() -> None:
    """Others have played by the new version already; its name in a game of the old one's time is a lie."""
    twins = [replace(CATALOGUE["1.3.1"], name=name) for name in ("old", "new")]
    more: list[tuple[Facts, int]] = [(Registration(commitment=f"{number:064x}"), 0) for number in (8, 9)]
    tale = [*beginning(*twins), *more, game(0, 2, first=3), game(1, 0, first=5)]
    lines = told(tale)
    assert len(lines) == len(tale)
    assert agree(lines) is None
    assert agree([*lines[:-1], changed(lines[-1], "formula", "new")]) is not None


@pytest.mark.parametrize(("turn", "side"), [(0, "winner"), (1, "loser")])
@pytest.mark.parametrize("nobody", [0, 1, 4, 5, 6])
def test_a_game_is_between_two_who_are_there(turn: int, side: str, nobody: int) -> None:
    """Numbers of no player, though all else would fit somebody who starts at 0."""
    opening = Opening(player=PlayerNumber(2), rating=0), 0
    lines = told([*beginning(CATALOGUE["1.3.1"]), opening, game(turn)])
    assert json.loads(lines[-1])[side]["before"] == 0
    assert agree(lines) is None
    assert agree([*lines[:-1], changed(lines[-1], f"{side}.player", nobody)]) is not None


def test_a_version_that_comes_while_a_bundle_is_read_is_in_force() -> None:
    old, new = (replace(CATALOGUE["1.3.1"], name=name) for name in ("old", "new"))
    change = rulebook_change(Edition(effective_from=FIRST + DAY_MS, formula=new))
    lines = told([*beginning(old), game(0), (change, FIRST), game(1, 2), game(2, 3)])
    assert agree(lines) is None
    assert agree([*lines[:-1], changed(lines[-1], "formula", "old")]) is not None


def test_an_id_is_taken_once() -> None:
    lines = played([0, 1, 2])
    assert agree([*lines[:-1], changed(lines[-1], "game", "g0")]) is not None


def test_ids_find_their_places_beyond_the_end_of_the_table() -> None:
    size = len(Slots(len(played([0] * 5))).table)
    ids = (f"g{number}" for number in count())
    last = [one for one in islice(ids, 20 * size) if hash(f'"game":"{one}"'.encode()) % size == size - 1][:5]
    assert len(last) == 5
    lines = [
        line if turn < 0 else changed(line, "game", last[turn])
        for turn, line in enumerate(played([0] * 5), start=-len(beginning(CATALOGUE["1.3.1"])))
    ]
    assert agree(lines) is None
    assert agree([*lines[:-1], changed(lines[-1], "game", last[0])]) is not None


def test_an_erased_player_plays_no_more() -> None:
    lines = played([0, 1], Settings(late_ms=None, early_ms=None))
    assert agree(lines) is None
    lines[-2] = canonical({"accepted_at": FIRST, "kind": "erase", "number": len(lines) - 2, "player": 3})
    fault = agree(lines)
    assert fault is not None
    assert fault.should == Code.PLAYER_ERASED
