"""A match as the package `ogxm` tells it (its JSON projection), as game records.

White is the first player. The points of the board are numbered once for both: White moves upwards from 1,
Black downwards from 24; 0 and 25 are White's and Black's bar. There are no lines: what other formats call a
line is the number of a ply, counted through the file.
"""

import datetime as dt
from collections.abc import Iterator, Mapping
from typing import Any

from terazi.board.plays import CheckerMove, Play, Roll
from terazi.board.position import BAR, OFF, WinMultiplier
from terazi.board.side import Side
from terazi.formats.match import (
    Action,
    CubeAction,
    CubeKind,
    GameRecord,
    GivingUp,
    MatchHeader,
    MatchStream,
    Resignation,
    StatedResult,
    Turn,
    conceded,
    header_notes,
)
from terazi.formats.match_notes import Note, NoteCode, note

LAST_ROLL = 20
"""The actions 0 to 20 are the twenty-one rolls."""
CUBE_ACTIONS = {
    21: CubeKind.DOUBLE,
    22: CubeKind.TAKE,
    23: CubeKind.DROP,
    32: CubeKind.BEAVER,
    33: CubeKind.RACCOON,
}
RESIGNATIONS = frozenset({27, 28})
"""Of the game, and of the match."""
SET_POSITION = 31
SAY_NOTHING = frozenset({24, 25, 26, 30, 34, 37})
"""Marks at the end of a game, a settlement (its result says all), and a player who passes."""
CONCEDED: dict[str, WinMultiplier] = {"single": 1, "gammon": 2, "backgammon": 3}
TERMINATIONS = {"resigned": GivingUp.RESIGN, "forfeited": GivingUp.FORFEIT}
PLAYED_HERE = 0
"""The source of a match that was recorded as it was played; others were converted or written down."""
DAY, INSTANT = 3, 4
"""How exactly a date is known (1 the year, 2 the month)."""


def records_of(document: Mapping[str, Any], plies_before: int) -> MatchStream:
    """The games of one match; `plies_before` are those of the matches before it in the file."""
    header = _header(document, plies_before + 1)
    yield from header_notes(header)
    score: tuple[int, int] | None = _score(document)
    ply = plies_before
    for index, game in enumerate(document.get("games", ())):
        reader = _Game(game, ply)
        yield from reader.notes
        record = reader.record(header, index + 1, score)
        yield record
        ply = reader.ply
        score = _score_after(header, score, record.result)


def _header(document: Mapping[str, Any], line: int) -> MatchHeader:
    began = document.get("started_at")
    precision = document.get("date_precision", INSTANT)
    known_here = document.get("source", PLAYED_HERE) == PLAYED_HERE and precision == INSTANT
    moment = _moment(began) if precision >= DAY else None
    return MatchHeader(
        players=(document.get("player_white", ""), document.get("player_black", "")),
        length=document.get("match_length"),
        site=document.get("site", ""),
        match_id=document.get("match_ref", ""),
        event=document.get("event", ""),
        # Whoever converts a text file has no zone for its times: those are somebody's local times still.
        date=None if moment is None or known_here else moment.date(),
        time=None if moment is None or known_here or precision == DAY else moment.time(),
        started_at=began if moment is not None and known_here else None,
        variation=str(document.get("variant", "")),
        crawford_rule=bool(document.get("crawford")) or not document.get("match_length"),
        jacoby_rule=bool(document.get("jacoby")),
        cube_limit=document.get("cube_limit") or None,
        in_plies=True,
        line=line,
    )


def _moment(began: int | None) -> dt.datetime | None:
    """A time as people write it; None where there is none, or none of this era."""
    if began is None:
        return None
    try:
        return dt.datetime(1970, 1, 1) + dt.timedelta(milliseconds=began)  # noqa: DTZ001  # no zone is meant
    except OverflowError:
        return None


def _score(document: Mapping[str, Any]) -> tuple[int, int]:
    return document.get("white_score_start", 0), document.get("black_score_start", 0)


def _score_after(
    header: MatchHeader, score: tuple[int, int] | None, result: StatedResult | None
) -> tuple[int, int] | None:
    """As the format defines it: the sum of the stated points, as far as a match needs them."""
    if score is None or result is None or result.side is None or result.points is None:
        return None
    points = [*score]
    points[result.side.seat] += result.points
    if header.length:
        points[result.side.seat] = min(points[result.side.seat], header.length)
    return points[0], points[1]


class _Game:
    """One game while its plies are read."""

    def __init__(self, game: Mapping[str, Any], plies_before: int) -> None:
        self.game = game
        self.first = plies_before + 1
        self.ply = plies_before
        self.actions: list[Action] = []
        self.notes: list[Note] = []
        self.from_opening = True
        if not game.get("is_default_board", True):
            self._set_up("")
        for ply in game.get("plies", ()):
            self.ply += 1
            self._read(ply, ply.get("action_id"))

    def record(self, header: MatchHeader, number: int, score: tuple[int, int] | None) -> GameRecord:
        """The finished game."""
        last = max(self.ply, self.first)
        cube = (self.game.get("initial_cube_value") or 1) << self.game.get("auto_doubles", 0)
        stated = self._stated(last)
        how = TERMINATIONS.get(str(self.game.get("termination")))
        gave_up = any(isinstance(action, Resignation) for action in self.actions)
        if how is not None and not gave_up and stated is not None and stated.side is not None:
            multiplier = conceded(self.actions, stated.points, cube)
            self.actions.append(
                Resignation(side=stated.side.other, line=last, how=how, multiplier=multiplier)
            )
        return GameRecord(
            match=header,
            players=header.players,
            line=self.first,
            last_line=last,
            number=number,
            score=score,
            actions=tuple(self.actions),
            result=stated,
            from_opening=self.from_opening,
            crawford=bool(self.game.get("is_crawford")) if header.length else None,
            cube=cube,
        )

    def _stated(self, line: int) -> StatedResult | None:
        winner = self.game.get("winner")
        if winner not in {0, 1}:
            return None
        side = Side.FIRST if winner == 0 else Side.SECOND
        return StatedResult(side=side, line=line, points=self.game.get("points_won") or None)

    def _read(self, ply: Mapping[str, Any], action: int | None) -> None:
        side = Side.FIRST if ply.get("color") == 1 else Side.SECOND
        if action is not None and action <= LAST_ROLL:
            self._turn(ply, side)
        elif action in CUBE_ACTIONS:
            self.actions.append(CubeAction(side=side, line=self.ply, kind=CUBE_ACTIONS[action]))
        elif action in RESIGNATIONS:
            multiplier = CONCEDED.get(str(ply.get("resign_value")))
            self.actions.append(Resignation(side=side, line=self.ply, multiplier=multiplier))
        elif action == SET_POSITION and "d1" in ply:
            # A play that cannot be told in steps: who rolled is the other one of whose turn it then is.
            self.notes.append(note(self.ply, NoteCode.UNKNOWN_PLAY))
            self.actions.append(Turn(side=side.other, line=self.ply, roll=_roll(ply), play=None))
        elif action == SET_POSITION:
            self._set_up(f"{action}")
        elif action not in SAY_NOTHING:
            self.notes.append(note(self.ply, NoteCode.NOT_UNDERSTOOD, f"{action}"))

    def _set_up(self, text: str) -> None:
        self.from_opening = False
        self.notes.append(note(max(self.ply, self.first), NoteCode.SETUP_POSITION, text))

    def _turn(self, ply: Mapping[str, Any], side: Side) -> None:
        play = _play(ply.get("moves", ()), side)
        if play is None:
            self.notes.append(note(self.ply, NoteCode.BAD_MOVE, str(ply.get("moves"))))
        self.actions.append(Turn(side=side, line=self.ply, roll=_roll(ply), play=play))


def _roll(ply: Mapping[str, Any]) -> Roll:
    return ply["d1"], ply["d2"]


def _play(steps: Any, side: Side) -> Play | None:
    moves = tuple(_moves(steps, side))
    return moves if all(OFF <= move.end < move.start <= BAR for move in moves) else None


def _moves(steps: Any, side: Side) -> Iterator[CheckerMove]:
    for step in steps:
        start = BAR - step["from"] if side is Side.FIRST else step["from"]
        yield CheckerMove(start=start, end=max(start - step["pips"], OFF))
