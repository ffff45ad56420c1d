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

NUMBER, TEXT, ID, HERE, STOP = 256, 512, 768, 1024, 1280
"""Marks in a pattern, beyond all bytes: a number, one of some texts, an id, a place to note, the end. The
column that it goes to is added to a mark; those of texts are the places of their lists."""
_MARK, _COLUMN = 0xFF00, 0x00FF
END = -1
"""After a text: no byte is like it."""

CUBE, MODE, ENDING, REASON, WIN, AT, FINISH, ID_BEGIN, ID_END, HEAD, SHAPE = range(11)
"""Columns of a line that is cut; the last says what line it is."""
AFTER, BEFORE, DELTA, EVENT, K, PLAYER, RECENT, POINTS, SPARKS = range(9)
"""Columns of a player's side, from LOST or WON on."""
LOST, WON, COLUMNS = 11, 20, 29
WRONG, RANKED, SCORED, PRESENT, REGISTRATION = range(5)
"""Lines: one that is not right, or not surely; a game that was ranked, one that gave points and Sparks, one
in which both only took part; a registration."""

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
    """The place after an id of these letters; -1 where none stands."""
    first = at
    while letters[data[at]] and at - first < LONGEST_ID:
        at += 1
    return at if at > first else -1


@_compiled
def _fit(data: Any, at: int, pattern: Any, texts: Any, letters: Any, row: Any) -> int:
    """Put the numbers of what stands at a place into a row; the place after it, -1 where the pattern differs.

    No pattern, text or id has a line feed, so nothing beyond a line's end is read.
    """
    row[:] = 0
    for piece in pattern:
        if piece < NUMBER:  # a byte as it is: nearly always
            if data[at] != piece:
                return -1
            at += 1
            continue
        mark, column, value = piece & _MARK, piece & _COLUMN, at
        if mark == STOP:
            break
        if mark == NUMBER:
            value, at = _number(data, at)
        elif mark == TEXT:
            value, at = _text(data, at, texts[column])
        elif mark == ID:
            at = _id(data, at, letters)
        if at < 0:
            return -1
        if mark != ID:
            row[column] = value
    return at


@_compiled
def cut(data: Any, ends: Any, lines: Any, words: Any, cells: Any) -> None:
    """Put the numbers of each line of `data` into a row of `cells`, by the first pattern that it fits.

    After each line a line feed stands, at its place in `ends`. `lines` are the patterns, and what line each
    is of; `words` the lists of texts, and whether a byte is a letter of an id.
    """
    (patterns, shapes), (texts, letters), begin = lines, words, 0
    for line in range(len(ends)):
        shape = WRONG
        for pattern in range(len(patterns)):
            if _fit(data, begin, patterns[pattern], texts, letters, cells[line]) == ends[line]:
                shape = shapes[pattern]
                break
        cells[line, SHAPE], begin = shape, ends[line] + 1


@_compiled
def _rates(row: Any, busy_games: int, reach: int, kinds: Any, changes: Any, ks: Any) -> bool:
    """Whether K, changes and sums of a ranked game follow from its ratings and its players' weeks."""
    won, lost = row[WON:], row[LOST:WON]
    won_busy = 1 if won[RECENT] >= busy_games else 0
    lost_busy = 1 if lost[RECENT] >= busy_games else 0
    gap = min(max(won[BEFORE] - lost[BEFORE] + reach, 0), 2 * reach)
    kind = kinds[row[CUBE], row[ENDING], row[WIN]]
    gain, loss = changes[kind[won_busy], gap], changes[kind[lost_busy], gap]
    return bool(
        kind[0] >= 0  # R8, R9, R10
        and won[K] == ks[won_busy]
        and lost[K] == ks[lost_busy]
        and won[DELTA] == gain
        and lost[DELTA] == -loss  # SPEC 3: with equal K the loser's change is the exact negative
        and won[AFTER] == won[BEFORE] + gain
        and lost[AFTER] == lost[BEFORE] - loss
    )


@_compiled
def _gives(row: Any, gains: Any) -> bool:
    """Whether a game that moved no rating gave what its kind gives, and says so in the right line."""
    shape, won_points, won_sparks, lost_points, lost_sparks = gains[
        row[CUBE], row[MODE], row[ENDING], row[REASON], row[WIN]
    ]
    won, lost = row[WON:], row[LOST:WON]
    return bool(
        shape == row[SHAPE]
        and won[POINTS] == won_points
        and won[SPARKS] == won_sparks
        and lost[POINTS] == lost_points
        and lost[SPARKS] == lost_sparks
    )


@_compiled
def follow(cells: Any, limits: Any, ranked: Any, gains: Any) -> None:
    """Leave those lines right whose numbers follow from each other, by the version and the settings.

    `limits` are the number of the first line, how many numbers players may have, and what an instant, a
    delay, a week and a gap may be. `ranked` has the columns of changes of a kind of ranked game, calm and
    busy, the changes, and both K; `gains` what a kind of game gives that moves no rating.
    """
    head, players, since, until, latest, early, late, busy_games, reach = limits
    kinds, changes, ks = ranked
    for line in range(len(cells)):
        row = cells[line]
        won, lost, finish, delay = row[WON:], row[LOST:WON], row[FINISH], row[AT] - row[FINISH]
        is_right = row[SHAPE] == REGISTRATION or (
            won[PLAYER] != lost[PLAYER]  # R12
            and 0 <= won[PLAYER] < players
            and 0 <= lost[PLAYER] < players
            and since <= finish < until  # R3
            and -early <= delay <= late  # R5
        )
        if row[SHAPE] == RANKED:
            is_right = is_right and _rates(row, busy_games, reach, kinds, changes, ks)
        elif row[SHAPE] != REGISTRATION:
            is_right = is_right and _gives(row, gains)
        if not is_right or row[HEAD] != head + line or row[HEAD] >= players or row[AT] > latest:  # R22
            row[SHAPE] = WRONG


# --- players ---------------------------------------------------------------------------------------

RATING, EVENTS, WINS, LOSSES, IS_IN, OLDEST, KEPT, FIRST, COUNT, NEXT, GAINED = range(11)
"""Columns of a player's seat. Instants of games stand in a chain of blocks, KEPT many from OLDEST on; those
of the busy week (R2) are the last, COUNT many from FIRST on; at NEXT the next one will stand, but at the end
of a block. From GAINED on, points and Sparks since they sat down."""
SEAT = 12
NONE = 0
"""No block, no seat."""
BLOCK = 16
"""Places of a block; the last has the place where the block after it begins. Block 0 leads the free ones, and
holds how many they are."""
_END = BLOCK - 1


@_compiled
def _append(seat: Any, instant: int, blocks: Any) -> None:
    """Put an instant behind a player's last."""
    place = seat[NEXT]
    if place == NONE or place % BLOCK == _END:
        block = blocks[_END]
        blocks[NONE], blocks[_END] = blocks[NONE] - 1, blocks[block + _END]
        if place == NONE:
            seat[OLDEST] = block
        else:
            blocks[place] = block
        place = block
    if seat[COUNT] == 0:
        seat[FIRST] = place
    blocks[place], seat[NEXT] = instant, place + 1
    seat[KEPT], seat[COUNT] = seat[KEPT] + 1, seat[COUNT] + 1


@_compiled
def fill(seat: Any, instants: Any, blocks: Any) -> None:
    """Put instants behind a player's last, in order."""
    for instant in instants:
        _append(seat, instant, blocks)


@_compiled
def set_free(block: int, blocks: Any) -> int:
    """Set a block free; the one after it."""
    after = blocks[block + _END]
    blocks[NONE], blocks[block + _END], blocks[_END] = blocks[NONE] + 1, blocks[_END], block
    return int(after)


@_compiled
def drain(seat: Any, instants: Any, blocks: Any) -> None:
    """Take all of a player's instants out of their blocks, and set these free."""
    place = seat[OLDEST]
    for at in range(len(instants)):
        if place % BLOCK == _END:
            place = set_free(place - _END, blocks)
        instants[at], place = blocks[place], place + 1
    if place != NONE:
        set_free((place - 1) // BLOCK * BLOCK, blocks)


@_compiled
def _leaving(seat: Any, earliest: int, blocks: Any) -> tuple[int, int]:
    """How many instants of a player's week are earlier than this, and where the first stands that is not."""
    place, leaving = seat[FIRST], 0
    while leaving < seat[COUNT]:
        if place % BLOCK == _END:
            place = blocks[place]
        if blocks[place] >= earliest:
            break
        place, leaving = place + 1, leaving + 1
    return leaving, place


@_compiled
def _follows(side: Any, finish: int, seat: Any, blocks: Any) -> bool:
    """Whether a player stands as their side of a ranked line says, and no game of theirs finished later."""
    if seat[RATING] != side[BEFORE] or (seat[NEXT] != NONE and blocks[seat[NEXT] - 1] > finish):
        return False
    leaving, _ = _leaving(seat, finish - WINDOW_MS, blocks)
    return bool(seat[COUNT] - leaving == side[RECENT])


@_compiled
def _move(side: Any, finish: int, seat: Any, blocks: Any) -> None:
    """Change a player's rating and week as their side of a ranked line says."""
    leaving, seat[FIRST] = _leaving(seat, finish - WINDOW_MS, blocks)
    seat[RATING], seat[COUNT] = side[AFTER], seat[COUNT] - leaving
    _append(seat, finish, blocks)


@_compiled
def _play(row: Any, winner: Any, loser: Any, blocks: Any) -> bool:
    """Change both players by a game; False, and nothing changed, where they do not stand as it says."""
    won, lost, finish = row[WON:], row[LOST:WON], row[FINISH]
    if not (winner[IS_IN] and loser[IS_IN]):
        return False
    if winner[EVENTS] + 1 != won[EVENT] or loser[EVENTS] + 1 != lost[EVENT]:
        return False
    if row[SHAPE] == RANKED:
        if not _follows(won, finish, winner, blocks):
            return False
        if not _follows(lost, finish, loser, blocks):
            return False
        _move(won, finish, winner, blocks)
        _move(lost, finish, loser, blocks)
        winner[WINS] += 1
        loser[LOSSES] += 1
    winner[EVENTS], loser[EVENTS] = won[EVENT], lost[EVENT]
    for gain in range(2):
        winner[GAINED + gain] += won[POINTS + gain]
        loser[GAINED + gain] += lost[POINTS + gain]
    return True


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
    seat for each number of a player, the seats, their blocks, and the seat of somebody who is new. A line
    that is not right changes nothing.
    """
    (places, marks, slots, mask), (seat_of, seats, blocks, newcomer) = ids, players
    for line in range(start, len(cells)):
        row = cells[line]
        if row[SHAPE] == WRONG or row[AT] < clock:  # R22
            return line
        free = _free(places[line], marks[line], slots, mask)
        if free < 0:  # R6, R7
            return line
        if row[SHAPE] == REGISTRATION:
            seats[seat_of[row[HEAD]]] = newcomer
        else:
            winner, loser = seats[seat_of[row[WON + PLAYER]]], seats[seat_of[row[LOST + PLAYER]]]
            if not _play(row, winner, loser, blocks):
                return line
        slots[free] = marks[line] | np.uint64(row[HEAD] + 1)
        clock = row[AT]
    return len(cells)
