"""Outcome reports: settled facts, or the first thing that is wrong, with its field (R6-R12)."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from terazi.core.codes import Code, Refusal
from terazi.core.entries import Settings
from terazi.core.referee import LONGEST_ID, is_id, settle
from terazi.core.reports import OutcomeReport
from terazi.core.types import CUBES, FIRST_INSTANT_MS, LAST_INSTANT_MS, Game, Mode, PlayerId, Termination, Win
from tests.strategies import BASE_MS, ids

SETTINGS = Settings()
PLAIN = OutcomeReport(game_id="g1", finished_at=BASE_MS, winner="Ayşe", loser="Bora")


def settled(report: OutcomeReport) -> Game[PlayerId]:
    answer = settle(report, SETTINGS)
    assert isinstance(answer, Game), answer
    return answer


def refused(report: OutcomeReport) -> Refusal:
    answer = settle(report, SETTINGS)
    assert isinstance(answer, Refusal), answer
    return answer


# --- what is taken ---------------------------------------------------------------------------------


def test_what_is_not_said_has_the_plain_default() -> None:
    game = settled(PLAIN)
    assert (game.game_id, game.finished_at, game.winner, game.loser) == ("g1", BASE_MS, "Ayşe", "Bora")
    assert (game.mode, game.cube, game.win) == (Mode.RANKED, 1, Win.SINGLE)
    assert (game.termination, game.tournament, game.replaces) == (Termination.UNSPECIFIED, None, None)


@given(ids(), ids(), ids())
def test_ids_are_kept_to_the_code_point(game_id: str, winner: str, loser: str) -> None:
    report = replace(PLAIN, game_id=game_id, winner=winner, loser=loser)
    if winner == loser:
        assert refused(report).code is Code.SAME_PLAYER
    else:
        game = settled(report)
        assert (game.game_id, game.winner, game.loser) == (game_id, winner, loser)


def test_names_are_never_folded() -> None:
    # The last two: a letter composed, and the same letter with its accent apart.
    names = ["İ", "i", "I", "ı", "i\u0307", "\u00c9", "E\u0301"]
    assert len({settled(replace(PLAIN, winner=name)).winner for name in names}) == len(names)


@pytest.mark.parametrize("cube", CUBES)
@pytest.mark.parametrize("win", Win)
@pytest.mark.parametrize("mode", Mode)
def test_every_mode_cube_and_size_is_taken(mode: Mode, win: Win, cube: int) -> None:
    game = settled(replace(PLAIN, mode=mode.value, win=win.value, cube=str(cube), termination="bear_off"))
    assert (game.mode, game.win, game.cube) == (mode, win, cube)


# R9, R10: ending -> sizes of win that it can make.
SIZES = {
    Termination.BEAR_OFF: {*Win},
    Termination.DROP: {Win.SINGLE},
    Termination.RESIGN: {*Win},  # a resignation may concede a gammon or a backgammon
    Termination.LEAVE: {Win.SINGLE},
    Termination.DISCONNECT: {Win.SINGLE},
    Termination.TIMEOUT: {Win.SINGLE},
    Termination.UNSPECIFIED: {*Win},
    Termination.ABORTED: {*Win},
}


@pytest.mark.parametrize("win", Win)
@pytest.mark.parametrize("ending", Termination)
def test_each_ending_takes_its_sizes_of_win_and_no_other(ending: Termination, win: Win) -> None:
    report = replace(PLAIN, termination=ending.value, win=win.value)
    if win in SIZES[ending]:
        assert settled(report).termination is ending
    else:
        wanted = Refusal(code=Code.WIN_NOT_SINGLE, field="win", value=win, other=ending)
        assert refused(report) == wanted


@pytest.mark.parametrize("ending", ["resign", "leave", "disconnect", "timeout"])
def test_the_loser_may_be_named_as_the_one_at_fault(ending: str) -> None:
    plain = settled(replace(PLAIN, termination=ending))
    assert settled(replace(PLAIN, termination=ending, fault="Bora")) == plain


@pytest.mark.parametrize("draw", ["", "0", "false"])
def test_no_draw_is_no_draw(draw: str) -> None:
    assert settled(replace(PLAIN, draw=draw)) == settled(PLAIN)


@pytest.mark.parametrize("mode", ["", "ranked", "boosted"])
@pytest.mark.parametrize("tournament", ["t1", " not an id ", "\0"])
def test_a_tournament_is_ignored_outside_its_mode_and_never_sets_it(mode: str, tournament: str) -> None:
    game = settled(replace(PLAIN, mode=mode, tournament=tournament))
    assert (game.mode, game.tournament) == (mode or "ranked", None)


def test_a_tournament_game_tells_its_tournament_if_it_has_one() -> None:
    assert settled(replace(PLAIN, mode="tournament", tournament="t1")).tournament == "t1"
    assert settled(replace(PLAIN, mode="tournament")).tournament is None


@pytest.mark.parametrize("instant", [FIRST_INSTANT_MS, -1, 0, LAST_INSTANT_MS])
def test_every_instant_of_rfc_3339_is_taken(instant: int) -> None:
    assert settled(replace(PLAIN, finished_at=instant)).finished_at == instant


# --- what is refused -------------------------------------------------------------------------------

MODES, WINS = "ranked, boosted, tournament", "single, gammon, backgammon"
ENDINGS = "bear_off, drop, resign, leave, disconnect, timeout, unspecified, aborted"
CUBE = "1, 2, 4, 8, 16, 32, 64"

# What is changed in a plain report -> code, field, value, other.
REFUSED = [
    ({"game_id": ""}, Code.MISSING_VALUE, "game_id", "", ""),
    ({"winner": ""}, Code.MISSING_VALUE, "winner", "", ""),
    ({"loser": ""}, Code.MISSING_VALUE, "loser", "", ""),
    ({"game_id": " g1"}, Code.BAD_GAME_ID, "game_id", " g1", ""),
    ({"winner": "a\n"}, Code.BAD_PLAYER_ID, "winner", "a\n", ""),
    ({"loser": "a\0b"}, Code.BAD_PLAYER_ID, "loser", "a\0b", ""),
    ({"replaces": "\t"}, Code.BAD_GAME_ID, "replaces", "\t", ""),
    ({"replaces": "g1"}, Code.UNKNOWN_GAME, "replaces", "g1", ""),  # R16: nothing replaces itself
    ({"finished_at": FIRST_INSTANT_MS - 1}, Code.BAD_TIME, "finished_at", str(FIRST_INSTANT_MS - 1), ""),
    ({"finished_at": LAST_INSTANT_MS + 1}, Code.BAD_TIME, "finished_at", str(LAST_INSTANT_MS + 1), ""),
    ({"draw": "1"}, Code.DRAW, "draw", "", ""),  # R12
    ({"draw": "true"}, Code.DRAW, "draw", "", ""),
    ({"draw": "2"}, Code.BAD_VALUE, "draw", "2", "0, 1"),
    ({"loser": "Ayşe"}, Code.SAME_PLAYER, "loser", "Ayşe", ""),  # R12
    ({"mode": "casual"}, Code.UNKNOWN_MODE, "mode", "casual", MODES),
    ({"mode": "Ranked"}, Code.UNKNOWN_MODE, "mode", "Ranked", MODES),
    ({"mode": "tournament", "tournament": " t"}, Code.BAD_TOURNAMENT_ID, "tournament", " t", ""),
    ({"cube": "0"}, Code.CUBE_OUT_OF_RANGE, "cube", "0", CUBE),  # R8
    ({"cube": "3"}, Code.CUBE_OUT_OF_RANGE, "cube", "3", CUBE),
    ({"cube": "128"}, Code.CUBE_OUT_OF_RANGE, "cube", "128", CUBE),
    ({"cube": "two"}, Code.CUBE_OUT_OF_RANGE, "cube", "two", CUBE),
    ({"cube": "2.0"}, Code.CUBE_OUT_OF_RANGE, "cube", "2.0", CUBE),
    ({"cube": "02"}, Code.CUBE_OUT_OF_RANGE, "cube", "02", CUBE),
    ({"cube": "٢"}, Code.CUBE_OUT_OF_RANGE, "cube", "٢", CUBE),  # an Arabic two, which int() takes
    ({"win": "triple"}, Code.UNKNOWN_WIN, "win", "triple", WINS),
    ({"termination": "quit"}, Code.UNKNOWN_TERMINATION, "termination", "quit", ENDINGS),
    ({"termination": "leave", "fault": "Cem"}, Code.FAULT_NOT_A_PLAYER, "fault", "Cem", ""),
    ({"termination": "resign", "fault": "Ayşe"}, Code.WINNER_AT_FAULT, "fault", "Ayşe", "resign"),  # R9
    ({"termination": "timeout", "fault": "Ayşe"}, Code.WINNER_AT_FAULT, "fault", "Ayşe", "timeout"),
    ({"fault": "Bora"}, Code.FAULT_WITHOUT_CAUSE, "fault", "Bora", "unspecified"),
    ({"termination": "bear_off", "fault": "Ayşe"}, Code.FAULT_WITHOUT_CAUSE, "fault", "Ayşe", "bear_off"),
    ({"termination": "aborted", "fault": "Bora"}, Code.FAULT_WITHOUT_CAUSE, "fault", "Bora", "aborted"),
    ({"termination": "drop", "win": "gammon"}, Code.WIN_NOT_SINGLE, "win", "gammon", "drop"),  # R10
]


@pytest.mark.parametrize(("changed", "code", "field", "value", "other"), REFUSED)
def test_what_is_wrong_is_named_with_its_field(
    changed: dict[str, object], code: Code, field: str, value: str, other: str
) -> None:
    report = replace(PLAIN, **changed)  # type: ignore[arg-type]
    assert refused(report) == Refusal(code=code, field=field, value=value, other=other)


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"winner": "", "cube": "3"}, Code.MISSING_VALUE),
        ({"winner": "Bora", "draw": "1"}, Code.DRAW),
        ({"winner": "Bora", "mode": "casual"}, Code.SAME_PLAYER),
        ({"cube": "3", "win": "triple"}, Code.CUBE_OUT_OF_RANGE),
        ({"termination": "drop", "win": "gammon", "fault": "Ayşe"}, Code.FAULT_WITHOUT_CAUSE),
    ],
)
def test_the_first_thing_that_is_wrong_is_told(changed: dict[str, str], code: Code) -> None:
    assert refused(replace(PLAIN, **changed)).code is code  # type: ignore[arg-type]


@given(
    st.builds(
        OutcomeReport,
        **dict.fromkeys(OutcomeReport.__slots__, st.text(max_size=9)) | {"finished_at": st.integers()},
    )
)
def test_any_report_is_settled_or_refused(report: OutcomeReport) -> None:
    assert isinstance(settle(report, SETTINGS), Game | Refusal)


# --- ids -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "a",
        "57578",
        "a b",
        "İlk",
        "♡보아♡",
        "👨‍👩‍👧",
        "x" * LONGEST_ID,
        "ş" * (LONGEST_ID // 2),
        "=cmd|' /C calc'!A0",
    ],
)
def test_a_plain_id_is_an_id(text: str) -> None:
    assert is_id(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        " a",
        "a ",
        "\u00a0a",  # a blank that does not look like one
        "a\u3000",
        "a\tb",
        "a\nb",
        "a\r",
        "a\0",
        "a\x7fb",
        "a\x85b",
        "a\x1b[2J",
        "a\u2028b",
        "a\ud800",
        "x" * (LONGEST_ID + 1),
        "ş" * (LONGEST_ID // 2) + "x",
    ],
    ids=ascii,
)
def test_blanks_outside_control_characters_and_too_many_bytes_make_no_id(text: str) -> None:
    assert not is_id(text)  # R7
