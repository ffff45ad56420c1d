"""Ledgers made to keep a verifier busy, or to break it: each way does about what the rules alone do.

What is counted is work, not time.
"""

import json
import sys
from dataclasses import replace
from typing import Any

import pytest

from terazi.core.catalogue import CATALOGUE
from terazi.core.codes import VoidReason
from terazi.core.entries import Facts, Podium, Settings, Tournament, Void
from terazi.core.types import EntryNumber, Game, GameId, PlayerNumber, TournamentId
from terazi.core.window import WINDOW_MS
from terazi.ledger import lean, recompute
from terazi.ledger.canonical import canonical
from terazi.ledger.faults import FaultCode, Faulty
from terazi.ledger.lean import Lean, Version
from terazi.ledger.recompute import Recomputer
from tests.ledger_log.logs import told
from tests.ledger_log.ways import DAY_MS, FIRST, agree, answer, beginning, game, played


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[Version]:
    """The versions that were made ready."""
    ready = list[Version]()

    def note(**members: Any) -> Version:
        ready.append(Version(**members))
        return ready[-1]

    monkeypatch.setattr(lean, "Version", lambda **members: note(**members) if members else Version())
    return ready


def test_games_that_alternate_between_versions_make_each_ready_once(
    way: type[Lean], made: list[Version]
) -> None:
    names = ("1.0.5", "1.2.0", "1.3.1")
    tale = beginning(*(CATALOGUE[name] for name in names))
    tale += [game(turn, 2 * (turn % 3), first=4) for turn in range(60)]
    lines = told(tale)
    assert len(lines) == len(tale)
    assert answer(lines, way)[0] is None
    assert [version.name for version in made] == [b'"formula":"%b"' % name.encode() for name in names]
    assert agree(lines) is None


def test_settings_that_change_all_the_time_make_few_versions_ready(
    way: type[Lean], made: list[Version]
) -> None:
    tale = beginning(CATALOGUE["1.3.1"])
    for turn in range(200):
        settings = Settings(late_ms=None, early_ms=None, sparks_win=turn)
        tale += [(settings, 0), game(turn, turn / 10)]
    lines = told(tale)
    assert len(lines) == len(tale)
    assert answer(lines, way)[0] is None
    assert len(made) <= lean._TURNS + 1
    assert agree(lines) is None


def test_a_player_whose_last_game_is_voided_again_and_again_is_looked_at_in_few_places() -> None:
    """The plain way finds where the week begins without walking there."""
    tale = beginning(CATALOGUE["1.3.1"]) + [game(turn, 0) for turn in range(500)]
    for turn in range(500, 540):
        tale.append(game(turn, (WINDOW_MS + 1) / DAY_MS))
        tale.append((Void(entry=EntryNumber(len(tale) - 1), reason=VoidReason.OTHER), 0))
    lines = told(tale)
    assert len(lines) == len(tale)
    looks = 0

    class Counting(list[int]):
        def __getitem__(self, place: Any) -> Any:
            nonlocal looks
            looks += 1
            return super().__getitem__(place)

    seat = lean._Seat(answer(lines[:-1], Lean)[1].players[PlayerNumber(2)])
    seat.look_again()
    seat.instants = Counting(seat.instants)  # type: ignore[assignment]
    seat.oldest = 0
    seat.count(FIRST + 2 * WINDOW_MS)
    assert 0 < looks < 50
    assert agree(lines) is None


def test_players_who_go_home_all_the_time_stay_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """The compiled way gives way to the plain one, where it would carry a long week to and fro."""
    compiled = pytest.importorskip("terazi.ledger.compiled", reason="numba (the extra `fast`) is needed")
    monkeypatch.setattr(compiled, "_MANY_MOVED", 2000)
    monkeypatch.setattr(compiled, "_MOVED_AN_ENTRY", 1)
    tale = beginning(CATALOGUE["1.3.1"]) + [game(turn, 0) for turn in range(400)]
    for turn in range(400, 440):
        facts, at = game(turn, 0)
        assert isinstance(facts, Game)
        tale.append((replace(facts, game_id=GameId(f"ü{turn}")), at))  # only the rules take it
    lines = told(tale)
    recomputer = Recomputer(len(lines), lines.__getitem__, compiled.Compiled)
    for begin in range(0, len(lines), 7):
        recomputer.check(lines[begin : begin + 7])
    assert type(recomputer._lean) is Lean
    assert agree(lines, 7) is None


def test_a_member_as_deep_as_python_reads_is_a_fault_and_nothing_else(way: type[Lean]) -> None:
    lines = played([0, 1])
    depth_found = set[FaultCode]()
    for depth in range(sys.getrecursionlimit() - 150, sys.getrecursionlimit() + 10):
        deep = lines[-1][:-1] + b',"zz":' + b"[" * depth + b"]" * depth + b"}"
        fault, _ = answer([*lines[:-1], deep], way)
        assert fault is not None
        depth_found.add(fault.code)
    assert FaultCode.NOT_AN_ENTRY in depth_found


@pytest.mark.parametrize("what", ["small_ladder", "quickest"])
def test_a_size_that_no_memory_holds_is_a_fault(monkeypatch: pytest.MonkeyPatch, what: str) -> None:
    def too_much(*_: object) -> Any:
        raise MemoryError

    monkeypatch.setattr(recompute, what, too_much)
    with pytest.raises(Faulty) as raised:
        Recomputer(10, lambda number: b"")
    assert raised.value.fault.code is FaultCode.TOO_LARGE


def test_nothing_replaces_an_award() -> None:
    """R16: a void that says `replaced` is of a game, and its replacement follows."""
    cup, winner = TournamentId("cup"), PlayerNumber(2)
    tale: list[tuple[Facts, int]] = [
        *beginning(CATALOGUE["1.3.1"]),
        (Tournament(tournament=cup, name="Cup"), 0),
        (Podium(tournament=cup, places=((1, winner),)), 0),
        (Void(entry=EntryNumber(6), reason=VoidReason.OTHER), 0),
        game(0),
    ]
    lines = told(tale)
    assert json.loads(lines[6])["kind"] == "award"
    assert agree(lines) is None
    lines[7] = canonical(json.loads(lines[7]) | {"reason": "replaced"})
    for rest in (lines, lines[:-1]):
        fault = agree(rest)
        assert fault is not None
        assert (fault.code, fault.entry) == (FaultCode.NOT_REPLACED, 7)
