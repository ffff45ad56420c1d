"""Small ledgers of two players, verified in the compiled way, in the plain one, and by the rules alone."""

import json
from collections.abc import Sequence

import pytest

from terazi.core.catalogue import CATALOGUE
from terazi.core.entries import Facts, Registration, Settings
from terazi.core.formula import Formula
from terazi.core.rulebook import Edition
from terazi.core.state import Ladder
from terazi.core.types import Game, GameId, PlayerNumber
from terazi.ledger.digest import rulebook_change
from terazi.ledger.faults import Fault, Faulty
from terazi.ledger.lean import Lean
from terazi.ledger.recompute import COMPILED_FROM, Recomputer, quickest
from tests.ledger_log.logs import changed, told

DAY_MS = 86_400_000
FIRST = 1_790_000_000_000


class ByRule(Lean):
    """No quick way at all: every line goes by the rules."""

    def accept(self, lines: Sequence[bytes], start: int) -> int:
        return 0


def seen(ladder: Ladder) -> tuple[object, ...]:
    """All of a ladder that does not depend on where it keeps its entries."""
    return ladder.head, ladder.clock, ladder.last_finish, ladder.settings, ladder.rulebook, ladder.players


def answer(lines: Sequence[bytes], quick: type[Lean] | None, size: int = 256) -> tuple[Fault | None, Ladder]:
    """The first fault and the ladder before it, with a quick way and bundles of a size."""
    recomputer = Recomputer(len(lines), lines.__getitem__, quick)
    try:
        for begin in range(0, len(lines), size):
            recomputer.check(lines[begin : begin + size])
        return None, recomputer.finish()
    except Faulty as faulty:
        return faulty.fault, recomputer.ladder


def by_rule(lines: Sequence[bytes], quick: type[Lean] | None = None) -> list[bytes]:
    """The lines of a true ledger that do not go a quick way."""
    noted = list[bytes]()
    check_by_rule = Recomputer._check_by_rule

    def note(self: Recomputer, line: bytes) -> None:
        noted.append(line)
        check_by_rule(self, line)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Recomputer, "_check_by_rule", note)
        assert answer(lines, quick, 7)[0] is None
    return noted


def agree(lines: Sequence[bytes], size: int = 256) -> Fault | None:
    """The first fault, on which all ways agree; so they do on the ladder."""
    fault, ladder = answer(lines, ByRule, size)
    for way in Lean, quickest(COMPILED_FROM):
        quick_fault, quick = answer(lines, way, size)
        assert quick_fault == fault
        assert seen(quick) == seen(ladder)
    return fault


def beginning(*formulas: Formula) -> list[tuple[Facts, int]]:
    """Settings, versions that come into force two days apart, two players."""
    tale: list[tuple[Facts, int]] = [(Settings(late_ms=None, early_ms=None), 0)]
    for turn, formula in enumerate(formulas):
        edition = Edition(effective_from=FIRST + (2 * turn - 1) * DAY_MS, formula=formula)
        tale.append((rulebook_change(edition), 0))
    numbers = range(len(tale), len(tale) + 2)
    return [*tale, *((Registration(commitment=f"{number:064x}"), 0) for number in numbers)]


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


def moved(line: bytes, by: int, *fields: str) -> bytes:
    """A line with the same added to some of its numbers."""
    for field in fields:
        value = json.loads(line)
        for name in field.split("."):
            value = value[name]
        line = changed(line, field, value + by)
    return line
