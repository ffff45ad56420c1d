"""Made-up matches as OGXM: a document for the package `ogxm`, which writes the bytes."""

import datetime as dt
from collections.abc import Iterator, Sequence
from dataclasses import replace
from importlib import import_module
from typing import Any

from terazi.board.plays import Play, legal_plays
from terazi.board.position import OPENING, Position
from terazi.board.side import Side
from terazi.board.written_play import replay_play
from terazi.formats.match import Action, CubeAction, CubeKind, GameRecord, MatchHeader, Resignation, Turn

CUBE_ACTIONS = {
    CubeKind.DOUBLE: 21,
    CubeKind.TAKE: 22,
    CubeKind.DROP: 23,
    CubeKind.BEAVER: 32,
    CubeKind.RACCOON: 33,
}
FIRST_ROLLS = (0, 6, 11, 15, 18, 20)
"""Rolls are numbered 11, 12, … 16, 22, … 66: where those begin whose lower die is 1, 2, …"""
CONCEDED = {None: "single", 1: "single", 2: "gammon", 3: "backgammon"}
CONVERTED = 1
"""The source of a match that was read from a text file."""


def ogxm_bytes(games: Sequence[GameRecord], **more: Any) -> bytes:
    """One match as an OGXM file; `more` goes into its document."""
    return packed(ogxm_document(games) | more)


def in_single_steps(game: GameRecord) -> GameRecord:
    """The game with a step for every die, as OGXM has it: other formats write `24/15`.

    What comes after a play that nobody knows is left out; every other play has to be legal.
    """
    position, seen_by = OPENING, Side.FIRST
    actions: list[Action] = []
    for action in game.actions:
        if not isinstance(action, Turn):
            actions.append(action)
            continue
        if seen_by is not action.side:
            position, seen_by = position.turned(), action.side
        if action.play is None or action.roll is None:
            break
        after = replay_play(position, action.roll, action.play)
        assert isinstance(after, Position)
        steps = legal_plays(position, action.roll)[after]
        actions.append(replace(action, play=steps))
        position = after
    return replace(game, actions=tuple(actions))


def packed(document: dict[str, Any]) -> bytes:
    """A document as OGXM bytes."""
    written = import_module("ogxm").json_to_binary(document)
    assert isinstance(written, bytes)
    return written


def ogxm_document(games: Sequence[GameRecord]) -> dict[str, Any]:
    """The match as the package wants to be told it."""
    header = games[0].match
    return {
        "ogxm": {"major": 2, "minor": 0},
        "checksum": "crc32",
        "match_length": header.length or 0,
        "player_white": header.players[0],
        "player_black": header.players[1],
        "crawford": bool(header.length) and header.crawford_rule,
        "jacoby": header.jacoby_rule,
        "beavers": not header.length,
        "raccoons": not header.length,
        **_named(header),
        **_when(header),
        "games": [_game(game) for game in games],
    }


def _named(header: MatchHeader) -> dict[str, str]:
    """What the match is called; the site has to be a host name."""
    named = {"site": header.site.replace(" ", ".").lower(), "match_ref": header.match_id}
    return {name: value for name, value in named.items() if value}


def _when(header: MatchHeader) -> dict[str, int]:
    if header.started_at is not None:
        return {"started_at": header.started_at}
    if header.date is None or header.time is None:
        return {}
    local = dt.datetime.combine(header.date, header.time, dt.UTC)
    return {"started_at": int(local.timestamp() * 1000), "source": CONVERTED}


def _game(game: GameRecord) -> dict[str, Any]:
    told: dict[str, Any] = {"plies": [_ply(action) for action in game.actions]}
    if game.result is not None and game.result.side is not None:
        told |= {"winner": game.result.side.seat, "points_won": game.result.points}
    return told


def _ply(action: Action) -> dict[str, Any]:
    seat = {"color": 1 if action.side is Side.FIRST else 0}
    if isinstance(action, CubeAction):
        return seat | {"action_id": CUBE_ACTIONS[action.kind]}
    if isinstance(action, Resignation):
        return seat | {"action_id": 27, "resign_value": CONCEDED[action.multiplier]}
    return seat | _turn(action)


def _turn(turn: Turn) -> dict[str, Any]:
    assert turn.roll is not None
    assert turn.play is not None
    low, high = sorted(turn.roll)
    return {
        "action_id": FIRST_ROLLS[low - 1] + high - low,
        "d1": low,
        "d2": high,
        "moves": list(_steps(turn.play, turn.roll, turn.side)),
    }


def _steps(play: Play, roll: tuple[int, int], side: Side) -> Iterator[dict[str, int]]:
    """The steps with the die that was played: a checker may be borne off with more than it needs."""
    left = [roll[0]] * 4 if roll[0] == roll[1] else list(roll)
    for move in play:
        pips = move.start - move.end
        die = pips if pips in left else max(left)
        left.remove(die)
        yield {"from": 25 - move.start if side is Side.FIRST else move.start, "pips": die}
