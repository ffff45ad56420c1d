"""Games that move no rating, and registrations, go the quick ways too; so does no lie in them."""

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from terazi.core.catalogue import CATALOGUE
from terazi.core.codes import Code
from terazi.core.entries import Facts, Opening, Registration, Settings
from terazi.core.rulebook import Edition
from terazi.core.types import (
    CUBES,
    FIRST_INSTANT_MS,
    LAST_INSTANT_MS,
    SINGLE_BY_RULE,
    Game,
    GameId,
    Mode,
    PlayerNumber,
    Termination,
    TournamentId,
    Win,
)
from terazi.ledger.canonical import canonical
from terazi.ledger.digest import rulebook_change
from terazi.ledger.faults import FaultCode
from terazi.ledger.lean import Lean
from tests.ledger_log.logs import changed, told
from tests.ledger_log.ways import DAY_MS, FIRST, agree, answer, beginning, by_rule, game, moved

Tale = list[tuple[Facts, int]]
FORMULA = CATALOGUE["1.3.1"]
HOUR_MS = 3_600_000
ALL_KINDS = [
    (mode, cube, ending, win, among)
    for mode, cube, ending, win, among in product(Mode, CUBES, Termination, Win, (None, TournamentId("cup")))
    if (mode is not Mode.RANKED or ending is Termination.ABORTED)
    and (win is Win.SINGLE or ending not in SINGLE_BY_RULE)
]


def unrated(turn: int, hour: float = 0, **facts: Any) -> tuple[Facts, int]:
    """A game of the two that moves no rating; a boosted one, if nothing else is said."""
    told_game, _ = game(turn)
    assert isinstance(told_game, Game)
    at = FIRST + int(hour * HOUR_MS)
    all_facts: dict[str, Any] = {"mode": Mode.BOOSTED, "finished_at": at} | facts
    return replace(told_game, **all_facts), at


def begun(*, sparks_win: int = 7, sparks_loss: int = 3) -> Tale:
    """Settings, a version, two players."""
    settings = Settings(late_ms=HOUR_MS, early_ms=HOUR_MS, sparks_win=sparks_win, sparks_loss=sparks_loss)
    return [(settings, 0), *beginning(FORMULA)[1:]]


def rows(lines: Sequence[bytes]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in lines]


# --- what is right ---------------------------------------------------------------------------------


def test_every_kind_of_game_goes_the_quick_way_as_the_rules_write_it(way: type[Lean]) -> None:
    tale = begun()
    for turn, (mode, cube, ending, win, among) in enumerate(ALL_KINDS):
        kind = {"mode": mode, "cube": cube, "termination": ending, "win": win, "tournament": among}
        tale.append(unrated(turn, turn, **kind))
    lines = told(tale)
    assert len(lines) == len(tale) > 400
    assert by_rule(lines, way) == lines[:2]
    assert agree(lines) is None
    players = answer(lines, way)[1].players
    assert sum(player.points for player in players.values()) > 1000
    assert all(player.events == len(ALL_KINDS) and not player.rated for player in players.values())


def test_ranked_games_and_others_go_on_from_each_other(way: type[Lean]) -> None:
    tale = begun() + [game(turn, turn / 24) if turn % 3 else unrated(turn, turn) for turn in range(300)]
    lines = told(tale)
    assert len(lines) == len(tale)
    assert by_rule(lines, way) == lines[:2]
    assert agree(lines) is None


def test_who_only_played_for_points_may_still_have_an_opening(way: type[Lean]) -> None:
    tale = [*begun(), unrated(0), (Opening(player=PlayerNumber(2), rating=1700), FIRST), game(1)]
    lines = told(tale)
    assert len(lines) == len(tale)
    assert by_rule(lines, way) == [*lines[:2], lines[5]]
    assert agree(lines) is None


def test_other_sparks_count_from_where_the_settings_change() -> None:
    settings = Settings(sparks_win=50, sparks_loss=3)
    tale = [*begun(), unrated(0), (settings, FIRST), unrated(2, 1), unrated(4, 2)]
    lines = told(tale)
    assert [row["winner"]["sparks"] for row in rows(lines) if "winner" in row] == [7, 50, 50]
    assert agree(lines) is None
    assert agree([*lines[:-1], changed(lines[-1], "winner.sparks", 7)]) is not None


@pytest.mark.parametrize(
    ("sparks", "games"), [(0, 9), (2**31, 9), (2**31 + 1, 9), (10**15 - 1, 9300), (2**53 - 1, 1100)]
)
def test_sparks_may_be_as_many_as_a_ledger_can_write(way: type[Lean], sparks: int, games: int) -> None:
    """And their sum more than 64 bits hold."""
    tale = begun(sparks_win=sparks, sparks_loss=sparks)
    tale += [unrated(turn, turn) for turn in range(games)]
    lines = told(tale)
    fault, ladder = answer(lines, way)
    assert fault is None
    assert [player.sparks for player in ladder.players.values()] == [games * sparks] * 2


def test_a_game_of_another_version_s_time_brings_that_version(way: type[Lean]) -> None:
    twins = [replace(FORMULA, name=name) for name in ("old", "new")]
    tale = [
        *beginning(*twins),
        game(0, first=3),
        unrated(1, 48, winner=PlayerNumber(3), loser=PlayerNumber(4)),
    ]
    lines = told([*tale, game(2, 3, first=3)])
    assert len(lines) == 8
    assert by_rule(lines, way) == lines[:3]
    assert agree(lines) is None


# --- what is not -----------------------------------------------------------------------------------

LIES = [
    "accepted_at", "finished_at", "number",
    *(f"{side}.{name}" for side in ("winner", "loser") for name in ("event", "player", "points", "sparks")),
]  # fmt: skip


@pytest.mark.parametrize("kind", [{}, {"mode": Mode.TOURNAMENT}, {"termination": Termination.ABORTED}])
@pytest.mark.parametrize("field", LIES)
@pytest.mark.parametrize("by", [-(2**40), -1, 1, 2**40])
def test_a_changed_number_is_found(kind: dict[str, Any], field: str, by: int) -> None:
    lines = told([*begun(), unrated(0), unrated(1, 0, **kind)])
    _, _, name = field.rpartition(".")
    if kind and name in {"points", "sparks"}:
        lied = changed(lines[-1], field, by)
    else:
        lied = moved(lines[-1], by, field)
    fault = agree([*lines[:-1], lied])
    may_be = field in {"accepted_at", "finished_at"} and abs(by) == 1 and (field, by) != ("accepted_at", -1)
    assert (fault is None) == may_be


@pytest.mark.parametrize(
    "field", ["number", "winner.event", "winner.player", "winner.points", "winner.sparks"]
)
@pytest.mark.parametrize("digits", [16, 20, 5000])
def test_a_number_longer_than_any_ledger_s_is_a_fault_and_nothing_else(field: str, digits: int) -> None:
    lines = told([*begun(), unrated(0)])
    name = field.rpartition(".")[2].encode()
    spelled = re.sub(rb'(.*)"%b":\d+' % name, rb'\1"%b":%b' % (name, b"9" * digits), lines[-1], count=1)
    assert spelled != lines[-1]
    assert agree([*lines[:-1], spelled]) is not None


WORDS = {
    "mode": [*Mode],
    "unrated": ["boosted", "tournament", "aborted", "void", "other"],
    "termination": [*Termination],
    "win": [*Win],
    "cube": [*CUBES, 128],
    "tournament": ["cup", "ünlü", " ", None],
    "kind": ["game", "register"],
    "formula": ["1.3.1"],
    "winner.assumed": [True, False],
    "loser.assumed": [True, False],
}


@pytest.mark.parametrize("mode", Mode)
def test_every_other_word_gets_the_answer_of_the_rules(mode: Mode) -> None:
    ending = Termination.ABORTED if mode is Mode.RANKED else Termination.LEAVE
    lines = told([*begun(), unrated(0, mode=mode, termination=ending, tournament="cup")])
    faults = [
        agree([*lines[:-1], changed(lines[-1], field, word)])
        for field, words in WORDS.items()
        for word in words
    ]
    assert faults.count(None) > 5
    assert len([fault for fault in faults if fault is not None]) > 15


def refused(tale: Tale, **lies: object) -> object:
    """The code of what is wrong with the last line once some members are others; all ways agree."""
    lines = told(tale)
    assert len(lines) == len(tale)
    for field, value in lies.items():
        lines[-1] = changed(lines[-1], field.replace("__", "."), value)
    fault = agree(lines)
    assert fault is not None
    return fault.should if fault.code is FaultCode.REFUSED else fault.code


def test_who_cannot_play_does_not_play_for_points_either() -> None:
    tale = [*begun(), unrated(0)]
    assert refused(tale, winner__player=3) == Code.SAME_PLAYER
    for nobody in (0, 1, 4, 9, -1):  # settings, a rulebook, the game itself, no entry
        assert refused(tale, winner__player=nobody) == Code.UNKNOWN_PLAYER
        assert refused(tale, loser__player=nobody) == Code.UNKNOWN_PLAYER
    lines = told([*tale, unrated(1)])
    lines[-2] = canonical({"accepted_at": FIRST, "kind": "erase", "number": len(lines) - 2, "player": 3})
    fault = agree(lines)
    assert fault is not None
    assert fault.should == Code.PLAYER_ERASED


@pytest.mark.parametrize("other", [game(0), unrated(0)], ids=["of a ranked game", "of another one"])
def test_an_id_is_taken_once(other: tuple[Facts, int]) -> None:
    tale = [*begun(), other, unrated(1), unrated(2, cube=2)]
    assert refused(tale, game="g0") == Code.CONFLICT
    assert refused([*tale, game(3)], game="g1") == Code.CONFLICT


def test_instants_keep_to_the_settings_and_to_the_rulebook() -> None:
    tale = [*begun(), unrated(0), unrated(1, 30)]
    assert refused(tale, finished_at=FIRST + 29 * HOUR_MS - 1) == Code.TOO_LATE
    assert refused(tale, finished_at=FIRST + 31 * HOUR_MS + 1) == Code.IN_THE_FUTURE
    assert refused(tale, accepted_at=FIRST - 1, finished_at=FIRST) == FaultCode.WRONG_VALUE
    early = FIRST - 2 * DAY_MS
    assert refused([*begun(), unrated(0)], finished_at=early, accepted_at=early) == Code.NO_FORMULA
    no_limits = [*beginning(FORMULA), game(0), unrated(1)]
    assert refused(no_limits, finished_at=early) == Code.NO_FORMULA


def test_no_instant_is_later_than_any_that_can_be_written() -> None:
    lines = told([*beginning(FORMULA), unrated(0)])
    for at, is_right in ((LAST_INSTANT_MS, True), (LAST_INSTANT_MS + 1, False)):
        assert (agree([*lines[:-1], changed(lines[-1], "accepted_at", at)]) is None) == is_right
    lines = told([*arriving(3), (Registration(commitment="f" * 64), FIRST + 3000)])
    assert agree([*lines[:-1], changed(lines[-1], "accepted_at", LAST_INSTANT_MS + 1)]) is not None


def test_no_version_comes_before_a_game_that_moved_no_rating() -> None:
    """R3: the last finish is that of any game."""
    lines = told([*begun(), game(0), unrated(1, 30)])
    change = {
        "effective_from": FIRST + 20 * HOUR_MS,
        "accepted_at": FIRST + 31 * HOUR_MS,
        "number": len(lines),
    }
    new = json.loads(lines[1]) | change | {"formula": "new", "k": 33}
    fault = agree([*lines, canonical(new)])
    assert fault is not None
    assert fault.should == Code.RULEBOOK_BACKDATED


@pytest.mark.parametrize("instant", [LAST_INSTANT_MS + 1, 10**15 - 1, FIRST_INSTANT_MS - 1])
@pytest.mark.parametrize("line", [game(1), unrated(1)], ids=["ranked", "unrated"])
def test_an_instant_that_cannot_be_written_brings_no_version(line: tuple[Facts, int], instant: int) -> None:
    for tale in ([*begun(), line], [*begun(), game(0), line]):
        lines = told(tale)
        fault = agree([*lines[:-1], changed(lines[-1], "finished_at", instant)])
        assert fault is not None
        assert fault.code is FaultCode.NOT_AN_ENTRY
        assert agree([*lines[:-1], b'"finished_at":%d,' % instant]) is not None


# --- registrations ---------------------------------------------------------------------------------


def arriving(players: int) -> Tale:
    """Players who come one by one, and play with the one before."""
    tale: Tale = [*begun(), game(0)]
    last = PlayerNumber(3)
    for turn in range(1, players):
        new = PlayerNumber(len(tale))
        at = FIRST + turn * 1000
        tale.append((Registration(commitment=f"{turn:064d}"[::-1]), at))
        tale.append((Game(game_id=GameId(f"g{turn}"), finished_at=at, winner=new, loser=last), at))
        last = new
    return tale


@pytest.mark.parametrize("size", [1, 5, 256])
def test_players_play_as_soon_as_they_are_registered(way: type[Lean], size: int) -> None:
    lines = told(arriving(200))
    assert len(lines) == 403
    assert by_rule(lines, way) == lines[:2]
    assert agree(lines, size) is None
    twice = changed(lines[-2], "commitment", f"{5:064d}"[::-1])
    fault = agree([*lines[:-2], twice, lines[-1]], size)
    assert fault is not None
    assert fault.code is FaultCode.REGISTERED_TWICE


def test_a_registration_is_no_game_that_finished() -> None:
    """Not even among games before 1970, whose instants are below zero."""
    edition = Edition(effective_from=FIRST_INSTANT_MS, formula=FORMULA)
    tale: Tale = [(Settings(late_ms=None, early_ms=None), 0), (rulebook_change(edition), 0)]
    tale += [*beginning(FORMULA)[2:], (unrated(0, mode=Mode.RANKED, finished_at=-DAY_MS)[0], 0)]
    lines = told([*tale, (Registration(commitment="f" * 64), 0)])
    assert len(lines) == 6
    assert agree(lines) is None
    assert answer(lines, None)[1].last_finish == -DAY_MS


@pytest.mark.parametrize("field", ["accepted_at", "number"])
@pytest.mark.parametrize("by", [-(2**40), -1, 1, 2**40])
def test_a_registration_has_its_number_and_comes_in_time(field: str, by: int) -> None:
    lines = told([*arriving(3), (Registration(commitment="f" * 64), FIRST + 2001)])
    fault = agree([*lines[:-1], moved(lines[-1], by, field)])
    assert (fault is None) == (field == "accepted_at" and by >= -1)


def test_a_player_is_registered_before_they_play() -> None:
    lines = told(arriving(3))
    assert agree([*lines[:-2], lines[-1], lines[-2]]) is not None
    assert agree([*lines[:-2], lines[-1]]) is not None
