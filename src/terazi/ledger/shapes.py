"""The lines of games and registrations as templates, and what may stand in them: most of every ledger.

The quick ways (`lean`, `compiled`) write a line again from its few facts. What a kind of game does is asked
of the core: no rule is written here a second time. Tests hold all of it to what the codec writes.
"""

import re
from collections.abc import Iterator, Mapping
from itertools import product
from typing import NamedTuple

from terazi.core.entries import Effect, Present, Scored, Settings
from terazi.core.formula import Formula
from terazi.core.modes import Seat, step_for
from terazi.core.referee import LONGEST_ID
from terazi.core.types import (
    CUBES,
    SINGLE_BY_RULE,
    STARTING_RATING,
    Game,
    GameId,
    Mode,
    PlayerNumber,
    Termination,
    Win,
)

# --- templates: numbers (`%d`), and pieces between two commas (`%b`) ---------------------------------

RANKED = (
    b'{"accepted_at":%d,%b,"finished_at":%d,%b,%b,"kind":"game","loser":{"after":%d,"before":%d,"delta":%d,'
    b'"event":%d,%b,%b,"recent":%d},"mode":"ranked","number":%d,%b,%b,"winner":{"after":%d,"before":%d,'
    b'"delta":%d,"event":%d,%b,%b,"recent":%d}}'
)
"""The line of a ranked game."""

UNRATED = (
    b'{"accepted_at":%d,%b,"finished_at":%d,%b,"kind":"game","loser":%b,%b,"number":%d,%b,%b%b,%b,'
    b'"winner":%b}'
)
"""The line of a game that moved no rating; before `unrated` its tournament and a comma may stand."""
PRESENT = b'{"event":%d,%b}'
"""A player's side of it, who only took part."""
SCORED = b'{"assumed":true,"event":%d,%b,"points":%d,"sparks":%d}'
"""A player's side of it, who got points and Sparks."""

REGISTRATION = b'{"accepted_at":%d,%b,"kind":"register","number":%d}'

# --- pieces ------------------------------------------------------------------------------------------

_ID = rb'"[!#-+\--\[\]-~]{1,%d}"' % LONGEST_ID
_INSTANT, _CHOICE = rb"(-?[0-9]{1,15})", rb'"[a-z_]+"'
_SIDE = (
    rb'\{(?:"assumed":true,)?"event":[0-9]+,("player":[0-9]{1,15})'
    rb'(?:,"points":-?[0-9]+,"sparks":-?[0-9]+)?\}'
)

plain_game = re.compile(rb'"game":' + _ID).fullmatch
"""An id of letters that JSON writes as they are, and no commas."""

registration_parts = re.compile(rb'\{"accepted_at":%b,("commitment":"[0-9a-f]{64}"),' % _INSTANT).match
finish_part = re.compile(rb'"finished_at":%b,' % _INSTANT).search

unrated_parts = re.compile(
    rb'\{"accepted_at":%b,("cube":[0-9]+),"finished_at":%b,("game":%b),"kind":"game","loser":%b,("mode":%b),'
    rb'"number":[0-9]+,("termination":%b),((?:"tournament":%b,)?)("unrated":%b),("win":%b),"winner":%b\}'
    % (_INSTANT, _INSTANT, _ID, _SIDE, _CHOICE, _CHOICE, _ID, _CHOICE, _CHOICE, _SIDE)
).fullmatch
"""The pieces of `UNRATED` in their order; of each side, only who it is."""


def player_piece(number: int) -> bytes:
    """The piece that names a player."""
    return b'"player":%d' % number


def unrated_side(piece: bytes, event: int, gain: "Gain | None") -> bytes:
    """A player's side of `UNRATED`."""
    return PRESENT % (event, piece) if gain is None else SCORED % (event, piece, *gain)


# --- kinds of games ----------------------------------------------------------------------------------

Kind = tuple[bytes, bytes, bytes]
"""The pieces of a line with cube, ending and size of win."""


def _together() -> Iterator[tuple[int, Termination, Win]]:
    """Cube, ending and win that can go together (R8, R9, R10)."""
    for cube, ending, win in product(CUBES, Termination, Win):
        if win is Win.SINGLE or ending not in SINGLE_BY_RULE:
            yield cube, ending, win


def _kind(cube: int, ending: Termination, win: Win) -> Kind:
    return b'"cube":%d' % cube, f'"termination":"{ending}"'.encode(), f'"win":"{win}"'.encode()


KINDS = {
    _kind(cube, ending, win): (cube, win)
    for cube, ending, win in _together()
    if ending is not Termination.ABORTED
}
"""Cube and win of all kinds of ranked games."""

UnratedKind = tuple[bytes, bytes, bytes, bytes, bytes]
"""The pieces of a line with cube, mode, ending, why it was not rated, and size of win."""

Gain = tuple[int, int]
"""Points and Sparks (R14)."""


class Gains(NamedTuple):
    """What a game that moved no rating gave the winner and the loser; None where they only took part."""

    won: Gain | None
    lost: Gain | None


def unrated_kinds(formula: Formula, settings: Settings) -> Mapping[UnratedKind, Gains]:
    """What the core says of all kinds of games that move no rating."""
    one, two = (Seat(rating=STARTING_RATING, player=PlayerNumber(number), event=1) for number in (1, 2))
    found: dict[UnratedKind, Gains] = {}
    for mode, (cube, ending, win) in product(Mode, _together()):
        game = Game(
            game_id=GameId("any"),
            finished_at=0,
            winner=one.player,
            loser=two.player,
            mode=mode,
            cube=cube,
            termination=ending,
            win=win,
        )
        outcome = step_for(game)(game, formula, settings, one, two)
        if outcome.unrated is not None:
            cubes, endings, wins = _kind(cube, ending, win)
            modes, reasons = f'"mode":"{mode}"'.encode(), f'"unrated":"{outcome.unrated}"'.encode()
            found[cubes, modes, endings, reasons, wins] = Gains(*map(_gain, outcome.effects))
    return found


def _gain(effect: Effect) -> Gain | None:
    if isinstance(effect, Scored):
        return effect.points, effect.sparks
    assert isinstance(effect, Present), "no rating moves"
    return None
