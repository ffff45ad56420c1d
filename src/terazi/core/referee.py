"""From a report to settled facts, or the reason why not. Settle at the door: inside there are only facts."""

import unicodedata
from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import TypeVar

from terazi.core.codes import Code, Refusal
from terazi.core.entries import Settings
from terazi.core.outcome import outcome_of
from terazi.core.reports import EventsReport, GameReport, OutcomeReport
from terazi.core.types import (
    AT_FAULT,
    CUBES,
    FIRST_INSTANT_MS,
    LAST_INSTANT_MS,
    SINGLE_BY_RULE,
    Game,
    GameId,
    Mode,
    PlayerId,
    Termination,
    TournamentId,
    Win,
)

LONGEST_ID = 128
"""Bytes of UTF-8 that an id may have (R7)."""

CUBE_BY_TEXT: Mapping[str, int] = {"": 1} | {str(cube): cube for cube in CUBES}
MODE_BY_TEXT: Mapping[str, Mode] = {"": Mode.RANKED} | {mode.value: mode for mode in Mode}
WIN_BY_TEXT: Mapping[str, Win] = {"": Win.SINGLE} | {win.value: win for win in Win}
TERMINATION_BY_TEXT: Mapping[str, Termination] = {"": Termination.UNSPECIFIED} | {
    ending.value: ending for ending in Termination
}
"""What a report says, and what it leaves out -> the choice that it means."""
NOT_A_DRAW = frozenset({"", "0", "false"})
A_DRAW = frozenset({"1", "true"})

_FORBIDDEN = frozenset({"Cc", "Cs", "Zl", "Zp"})
"""Unicode categories no id may hold: control characters, lone surrogates, line and paragraph breaks."""

Choice = TypeVar("Choice", bound=StrEnum)


def settle(report: GameReport, settings: Settings) -> Game[PlayerId] | Refusal:
    """The facts of one reported game; refused with the first thing that is wrong with it.

    Checks, in order: ids (R6, R7), a draw and a game against oneself (R12), the choices (R8-R10), who is at
    fault (R9) and how big a win can be (R10). A game told by its events gets its outcome first (R11).
    """
    if isinstance(report, EventsReport):
        outcome = outcome_of(report, settings)
        if isinstance(outcome, Refusal):
            return outcome
        report = outcome
    return settle_outcome(report)


def settle_outcome(report: OutcomeReport) -> Game[PlayerId] | Refusal:
    """The same of a game told by its outcome, for which no setting matters."""
    return _refused(report) or _settled(report)


def is_id(text: str) -> bool:
    """Whether a text can be an id: 1 to 128 bytes, no outer blanks, no control characters (R7)."""
    if text.isascii():
        return 0 < len(text) <= LONGEST_ID and text.isprintable() and text == text.strip()
    if text != text.strip() or any(unicodedata.category(letter) in _FORBIDDEN for letter in text):
        return False
    return 0 < len(text.encode()) <= LONGEST_ID


def _refused(report: OutcomeReport) -> Refusal | None:
    for check in _CHECKS:
        refusal = check(report)
        if refusal is not None:
            return refusal
    return None


def _settled(report: OutcomeReport) -> Game[PlayerId]:
    mode = MODE_BY_TEXT[report.mode]
    in_tournament = mode is Mode.TOURNAMENT and report.tournament
    return Game(
        game_id=GameId(report.game_id),
        finished_at=report.finished_at,
        winner=PlayerId(report.winner),
        loser=PlayerId(report.loser),
        mode=mode,
        cube=CUBE_BY_TEXT[report.cube],
        win=WIN_BY_TEXT[report.win],
        termination=TERMINATION_BY_TEXT[report.termination],
        tournament=TournamentId(report.tournament) if in_tournament else None,
        replaces=GameId(report.replaces) if report.replaces else None,
    )


def _ids(report: OutcomeReport) -> Refusal | None:
    for field, value, code in (
        ("game_id", report.game_id, Code.BAD_GAME_ID),
        ("winner", report.winner, Code.BAD_PLAYER_ID),
        ("loser", report.loser, Code.BAD_PLAYER_ID),
    ):
        if not value:
            return Refusal(code=Code.MISSING_VALUE, field=field)
        if not is_id(value):
            return Refusal(code=code, field=field, value=value)
    if report.replaces and not is_id(report.replaces):
        return Refusal(code=Code.BAD_GAME_ID, field="replaces", value=report.replaces)
    if report.replaces == report.game_id:
        return Refusal(code=Code.UNKNOWN_GAME, field="replaces", value=report.replaces)
    return None


def _tournament(report: OutcomeReport) -> Refusal | None:
    if report.mode == Mode.TOURNAMENT and report.tournament and not is_id(report.tournament):
        return Refusal(code=Code.BAD_TOURNAMENT_ID, field="tournament", value=report.tournament)
    return None


def _instant(report: OutcomeReport) -> Refusal | None:
    if FIRST_INSTANT_MS <= report.finished_at <= LAST_INSTANT_MS:
        return None
    return Refusal(code=Code.BAD_TIME, field="finished_at", value=str(report.finished_at))


def _draw(report: OutcomeReport) -> Refusal | None:
    if report.draw in NOT_A_DRAW:
        return None
    if report.draw in A_DRAW:
        return Refusal(code=Code.DRAW, field="draw")
    return Refusal(code=Code.BAD_VALUE, field="draw", value=report.draw, other="0, 1")


def _same_player(report: OutcomeReport) -> Refusal | None:
    if report.winner != report.loser:
        return None
    return Refusal(code=Code.SAME_PLAYER, field="loser", value=report.loser)


def _choices(report: OutcomeReport) -> Refusal | None:
    if report.mode not in MODE_BY_TEXT:
        return _no_choice("mode", report.mode, Mode, Code.UNKNOWN_MODE)
    refusal = _tournament(report) or _cube(report)
    if refusal is not None:
        return refusal
    if report.win not in WIN_BY_TEXT:
        return _no_choice("win", report.win, Win, Code.UNKNOWN_WIN)
    if report.termination not in TERMINATION_BY_TEXT:
        return _no_choice("termination", report.termination, Termination, Code.UNKNOWN_TERMINATION)
    return None


def _no_choice(field: str, value: str, choices: type[StrEnum], code: Code) -> Refusal:
    return Refusal(code=code, field=field, value=value, other=", ".join(choices))


def _cube(report: OutcomeReport) -> Refusal | None:
    if report.cube in CUBE_BY_TEXT:
        return None
    other = ", ".join(str(cube) for cube in CUBES)
    return Refusal(code=Code.CUBE_OUT_OF_RANGE, field="cube", value=report.cube, other=other)


def _fault(report: OutcomeReport) -> Refusal | None:
    if not report.fault:
        return None
    if report.fault not in (report.winner, report.loser):
        return Refusal(code=Code.FAULT_NOT_A_PLAYER, field="fault", value=report.fault)
    if report.termination not in AT_FAULT:
        cause = report.termination or Termination.UNSPECIFIED
        return Refusal(code=Code.FAULT_WITHOUT_CAUSE, field="fault", value=report.fault, other=cause)
    if report.fault == report.winner:
        return Refusal(code=Code.WINNER_AT_FAULT, field="fault", value=report.fault, other=report.termination)
    return None


def _size_of_win(report: OutcomeReport) -> Refusal | None:
    if report.termination in SINGLE_BY_RULE and report.win not in ("", Win.SINGLE):
        return Refusal(code=Code.WIN_NOT_SINGLE, field="win", value=report.win, other=report.termination)
    return None


_CHECKS: tuple[Callable[[OutcomeReport], Refusal | None], ...] = (
    _ids,
    _instant,
    _draw,
    _same_player,
    _choices,
    _fault,
    _size_of_win,
)
