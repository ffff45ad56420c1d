"""The loops of `compiled` as machine code: to cut lines, to see that numbers follow, to move players.

Only `compiled` imports this module, and late: nothing else in the ledger needs numba or numpy. The code is
kept where numba keeps it: beside this module if that folder can be written, else in the user's own cache
folder; where neither can be, every process compiles it anew. It is made anew when this file changes, and not
when a constant that it imports does.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numba import njit

from terazi.core.referee import LONGEST_ID
from terazi.core.window import WINDOW_MS


def _compiled(loop: Callable[..., Any]) -> Callable[..., Any]:
    # Bounds are checked, which costs a tenth: what is read here may be a forger's.
    try:
        return njit(cache=True, nogil=True, boundscheck=True)(loop)
    except (RuntimeError, OSError):  # no folder can be written
        return njit(nogil=True, boundscheck=True)(loop)


# --- a line as numbers -----------------------------------------------------------------------------

NUMBER, TEXT, ID, HERE = 1, 2, 3, 4
"""Marks in a pattern, which no line can have: a number, one of some texts, a game's id, a place to note."""
END = -1
"""After a text: no byte is like it."""

AT, CUBE, FINISH, GAME, GAME_END, LOST, HEAD, ENDING, WIN, WON, RIGHT = 0, 1, 2, 3, 4, 5, 12, 13, 14, 15, 22
"""Columns of a line that is cut, as the marks follow each other; the last says whether the line is right."""
AFTER, BEFORE, DELTA, EVENT, K, PLAYER, RECENT = range(7)
"""Columns of a player's side, from LOST or WON on."""
COLUMNS = 23

_DIGITS = 15
"""Of a number at most: instants have as many, and no sum of a few such numbers leaves 64 bits."""
_MINUS, _ZERO, _NINE = b"-09"


@_compiled
def _number(data: Any, at: int) -> tuple[int, int]:
    """The integer that stands at a place as canonical JSON writes it, and the place after it; or 0, -1."""
    sign, value = 1, 0
    if data[at] == _MINUS:
        sign, at = -1, at + 1
    first = at
    while _ZERO <= data[at] <= _NINE and at - first < _DIGITS:
        value, at = 10 * value + data[at] - _ZERO, at + 1
    if at == first or (data[first] == _ZERO and (at - first > 1 or sign < 0)):
        return 0, -1
    return sign * value, at


@_compiled
def _text(data: Any, at: int, texts: Any) -> tuple[int, int]:
    """Which of some texts stands at a place with a comma after it, and the comma's place; or 0, -1."""
    for option in range(len(texts)):
        length = 0
        while texts[option, length] == data[at + length]:
            length += 1
        if texts[option, length] == END:
            return option, at + length - 1
    return 0, -1


@_compiled
def _id(data: Any, at: int, letters: Any) -> int:
    """The place after a game's id of these letters; -1 where none stands."""
    first = at
    while letters[data[at]] and at - first < LONGEST_ID:
        at += 1
    return at if at > first else -1


@_compiled
def cut(data: Any, ends: Any, pattern: Any, texts: Any, letters: Any, cells: Any) -> None:
    """Put the numbers of each line of `data` into a row of `cells`; right are lines that fit the pattern.

    After each line a line feed stands, at its place in `ends`. No pattern, text or id has one, so nothing
    beyond a line's end is read.
    """
    begin = 0
    for line in range(len(ends)):
        at, column, choice = begin, 0, 0
        begin = ends[line] + 1
        for piece in pattern:
            if piece > HERE:  # a byte as it is: nearly always
                if data[at] != piece:
                    at = -1
                    break
                at += 1
                continue
            value = at
            if piece == NUMBER:
                value, at = _number(data, at)
            elif piece == TEXT:
                value, at = _text(data, at, texts[choice])
                choice += 1
            elif piece == ID:
                at = _id(data, at, letters)
            if at < 0:
                break
            if piece != ID:
                cells[line, column] = value
                column += 1
        cells[line, RIGHT] = at == ends[line]


@_compiled
def follow(cells: Any, limits: Any, kinds: Any, changes: Any, ks: Any) -> None:
    """Leave those lines right whose numbers follow from each other, by the version and the settings.

    `limits` are the number of the first line, how many numbers players may have, and what an instant, a
    delay, a week and a gap may be; `kinds` has the columns of `changes` of a kind of game, calm and busy;
    `ks` both K.
    """
    head, players, since, until, latest, early, late, busy_games, reach = limits
    for line in range(len(cells)):
        row = cells[line]
        won, lost, finish, delay = row[WON:RIGHT], row[LOST:HEAD], row[FINISH], row[AT] - row[FINISH]
        won_busy = 1 if won[RECENT] >= busy_games else 0
        lost_busy = 1 if lost[RECENT] >= busy_games else 0
        gap = min(max(won[BEFORE] - lost[BEFORE] + reach, 0), 2 * reach)
        kind = kinds[row[CUBE], row[ENDING], row[WIN]]
        gain, loss = changes[kind[won_busy], gap], changes[kind[lost_busy], gap]
        row[RIGHT] = (
            row[RIGHT]
            and row[HEAD] == head + line  # R22
            and won[PLAYER] != lost[PLAYER]  # R12
            and 0 <= won[PLAYER] < players
            and 0 <= lost[PLAYER] < players
            and since <= finish < until  # R3
            and row[AT] <= latest
            and -early <= delay <= late  # R5
            and kind[0] >= 0  # R8, R9, R10
            and won[K] == ks[won_busy]
            and lost[K] == ks[lost_busy]
            and won[DELTA] == gain
            and lost[DELTA] == -loss  # SPEC 3: with equal K the loser's change is the exact negative
            and won[AFTER] == won[BEFORE] + gain
            and lost[AFTER] == lost[BEFORE] - loss
        )


# --- players ---------------------------------------------------------------------------------------

RATING, EVENTS, WINS, LOSSES, IS_IN, OLDEST, FIRST, LAST, STALE, COUNT = range(10)
"""Columns of a player's seat. Instants of games are nodes of a chain, from OLDEST to LAST; those of the busy
week (R2) begin at FIRST, and are COUNT many; STALE many before them are too old for it."""
SEAT = 10
NONE = 0
"""No node, no seat: node 0 leads the free ones, and holds how many they are."""


@_compiled
def _append(seat: Any, instant: int, nodes: Any, following: Any) -> None:
    """Put an instant behind a player's last."""
    node = following[NONE]
    following[NONE], following[node], nodes[node] = following[node], NONE, instant
    if seat[LAST] == NONE:
        seat[OLDEST] = node
    else:
        following[seat[LAST]] = node
    if seat[COUNT] == 0:
        seat[FIRST] = node
    seat[LAST], seat[COUNT] = node, seat[COUNT] + 1
    nodes[NONE] -= 1


@_compiled
def fill(seat: Any, instants: Any, nodes: Any, following: Any) -> None:
    """Put instants behind a player's last, in order."""
    for instant in instants:
        _append(seat, instant, nodes, following)


@_compiled
def drain(seat: Any, instants: Any, nodes: Any, following: Any) -> None:
    """Take a player's oldest instants out of the chain, as many as there is room for."""
    node = seat[OLDEST]
    for place in range(len(instants)):
        after = following[node]
        instants[place] = nodes[node]
        following[NONE], following[node] = node, following[NONE]
        nodes[NONE] += 1
        node = after
    seat[OLDEST] = node


@_compiled
def _leaving(seat: Any, earliest: int, nodes: Any, following: Any) -> tuple[int, int]:
    """How many instants of a player's week are earlier than this, and the first that is not."""
    node, leaving = seat[FIRST], 0
    while leaving < seat[COUNT] and nodes[node] < earliest:
        node, leaving = following[node], leaving + 1
    return leaving, node


@_compiled
def _fits(side: Any, finish: int, seat: Any, nodes: Any, following: Any) -> bool:
    """Whether a player stands as their side of a line says, and no game of theirs finished later."""
    if seat[RATING] != side[BEFORE] or seat[EVENTS] + 1 != side[EVENT]:
        return False
    if seat[LAST] != NONE and nodes[seat[LAST]] > finish:
        return False
    leaving, _ = _leaving(seat, finish - WINDOW_MS, nodes, following)
    return bool(seat[COUNT] - leaving == side[RECENT])


@_compiled
def _move(side: Any, finish: int, seat: Any, nodes: Any, following: Any) -> None:
    """Change a player as their side of a line says."""
    leaving, first = _leaving(seat, finish - WINDOW_MS, nodes, following)
    seat[FIRST], seat[STALE], seat[COUNT] = first, seat[STALE] + leaving, seat[COUNT] - leaving
    seat[RATING], seat[EVENTS] = side[AFTER], side[EVENT]
    _append(seat, finish, nodes, following)


@_compiled
def _free(place: int, mark: int, table: Any, mask: int) -> int:
    """The free place for an id's mark in the table of `Slots`; -1 where the mark is there already."""
    while table[place] != 0:
        if (table[place] & mask) == mark:
            return -1
        place = place + 1 if place + 1 < len(table) else 0
    return place


@_compiled
def play(cells: Any, start: int, clock: int, ids: Any, players: Any) -> int:
    """The first line from `start` on that is not right, or not surely; those before it change the players.

    `ids` are a place and a mark for each line, the table of `Slots` and the bits of its marks; `players` a
    seat for each number of a player, the seats, and their chains. A line that is not right changes nothing.
    """
    (places, marks, slots, mask), (seat_of, seats, nodes, following) = ids, players
    for line in range(start, len(cells)):
        row = cells[line]
        won, lost, finish = row[WON:RIGHT], row[LOST:HEAD], row[FINISH]
        if not row[RIGHT] or row[AT] < clock:  # R22
            return line
        winner, loser = seats[seat_of[won[PLAYER]]], seats[seat_of[lost[PLAYER]]]
        if not winner[IS_IN] or not loser[IS_IN]:
            return line
        if not _fits(won, finish, winner, nodes, following):
            return line
        if not _fits(lost, finish, loser, nodes, following):
            return line
        free = _free(places[line], marks[line], slots, mask)
        if free < 0:  # R6
            return line
        slots[free] = marks[line] | np.uint64(row[HEAD] + 1)
        _move(won, finish, winner, nodes, following)
        _move(lost, finish, loser, nodes, following)
        winner[WINS] += 1
        loser[LOSSES] += 1
        clock = row[AT]
    return len(cells)
