"""What the loops are told of a version: patterns that cut its lines, and what their numbers follow from.

All of it is made from the templates and tables of the plain quick way.
"""

from collections.abc import Sequence
from itertools import repeat
from typing import Any, NamedTuple

import numpy as np

from terazi.ledger import loops
from terazi.ledger.lean import Version
from terazi.ledger.shapes import PRESENT, RANKED, REGISTRATION, SCORED, UNRATED, plain_game

_LARGEST_GAIN = 2**31
"""Of points or Sparks at once: so that no sum of them leaves 64 bits."""


class Tables(NamedTuple):
    """A version's, as arguments of `loops.cut` and `loops.follow`."""

    version: Version
    cut: tuple[Any, ...]
    follow: tuple[Any, ...]


def tables(version: Version) -> Tables:
    """Those of a version that is in force."""
    words = [list(dict.fromkeys(pieces)) for pieces in zip(*version.gains, strict=True)]
    return Tables(
        version=version,
        cut=(_patterns(version), _words(words)),
        follow=(_ranked(version, words), _gains(version, words)),
    )


# --- patterns --------------------------------------------------------------------------------------

_NUMBER, _TEXT, _ID, _HERE = (bytes([mark >> 8]) for mark in (loops.NUMBER, loops.TEXT, loops.ID, loops.HERE))
"""Marks before their columns are added; no line has such a byte."""
_SIDES = {
    loops.RANKED: (loops.AFTER, loops.BEFORE, loops.DELTA, loops.EVENT, loops.K, loops.PLAYER, loops.RECENT),
    loops.SCORED: (loops.EVENT, loops.PLAYER, loops.POINTS, loops.SPARKS),
    loops.PRESENT: (loops.EVENT, loops.PLAYER),
}
"""The columns of a player's side, in the order of the line."""
_ID_COLUMNS = loops.ID_BEGIN, 0, loops.ID_END


def _patterns(version: Version) -> tuple[Any, ...]:
    """Every line that is cut, and which it is; the more frequent first."""
    lines = [(loops.RANKED, _ranked_line(version))]
    for shape, side in (loops.PRESENT, PRESENT), (loops.SCORED, SCORED):
        lines += [(shape, _unrated_line(shape, side, among)) for among in (b"", _named(b"tournament") + b",")]
    lines.append((loops.REGISTRATION, _registration_line()))
    patterns = np.full((len(lines), 1 + max(len(line) for _, line in lines)), loops.STOP, np.int16)
    for row, (_, line) in zip(patterns, lines, strict=True):
        row[: len(line)] = line
    return patterns, np.array([shape for shape, _ in lines])


def _ranked_line(version: Version) -> Any:
    game, k, player = _noted(b"game"), b'"k":' + _NUMBER, b'"player":' + _NUMBER
    pieces = _TEXT, version.name, game, k, player, _TEXT, _TEXT, k, player
    columns = (
        loops.AT, loops.CUBE, loops.FINISH, *_ID_COLUMNS, *_side(loops.RANKED, loops.LOST), loops.HEAD,
        loops.ENDING, loops.WIN, *_side(loops.RANKED, loops.WON),
    )  # fmt: skip
    return _pattern(RANKED.replace(b"%d", _NUMBER) % pieces, columns)


def _unrated_line(shape: int, side: bytes, among: bytes) -> Any:
    """That of a game whose sides are such; `among` is the piece with its tournament, if any."""
    game, either = _noted(b"game"), side.replace(b"%d", _NUMBER) % (b'"player":' + _NUMBER)
    pieces = _TEXT, game, either, _TEXT, _TEXT, among, _TEXT, _TEXT, either
    columns = (
        loops.AT, loops.CUBE, loops.FINISH, *_ID_COLUMNS, *_side(shape, loops.LOST), loops.MODE, loops.HEAD,
        loops.ENDING, *(0 for _ in among.split(_ID)[1:]), loops.REASON, loops.WIN, *_side(shape, loops.WON),
    )  # fmt: skip
    return _pattern(UNRATED.replace(b"%d", _NUMBER) % pieces, columns)


def _registration_line() -> Any:
    line = REGISTRATION.replace(b"%d", _NUMBER) % _noted(b"commitment")
    return _pattern(line, (loops.AT, *_ID_COLUMNS, loops.HEAD))


def _named(name: bytes) -> bytes:
    return b'"%b":"%b"' % (name, _ID)


def _noted(name: bytes) -> bytes:
    """A member with an id whose place is noted: the columns of `_ID_COLUMNS`."""
    return _HERE + _named(name) + _HERE


def _side(shape: int, first: int) -> tuple[int, ...]:
    return tuple(first + column for column in _SIDES[shape])


def _pattern(line: bytes, columns: Sequence[int]) -> Any:
    """A line with marks as the loops take it: each with the column that it goes to."""
    pattern = np.frombuffer(line, np.uint8).astype(np.int16)
    are_marks = pattern <= max(_NUMBER + _TEXT + _ID + _HERE)
    pattern[are_marks] = (pattern[are_marks] << 8) + columns
    return pattern


# --- words -----------------------------------------------------------------------------------------


def _words(words: Sequence[Sequence[bytes]]) -> tuple[Any, ...]:
    """Lists of texts, each ended by the comma that follows; and whether a byte is a letter of an id."""
    most, longest = max(map(len, words)), max(len(text) for texts in words for text in texts)
    texts = np.full((len(words), most, longest + 2), loops.END)
    for row, options in zip(texts, words, strict=True):
        filled = *options, *repeat(options[-1], most - len(options))  # a text is found where it stands first
        for place, text in zip(row, filled, strict=True):
            place[: len(text) + 1] = list(text + b",")
    letters = np.array([plain_game(b'"game":"%c"' % letter) is not None for letter in range(256)])
    return texts, letters


# --- what numbers follow from ----------------------------------------------------------------------


def _ranked(version: Version, words: Sequence[Sequence[bytes]]) -> tuple[Any, ...]:
    """Of each kind of ranked game the rows of its changes, calm and busy; the changes; both K."""
    cubes, _, endings, _, wins = words
    rows = {id(row): row for pair in version.changes.values() for row in pair}
    number = {key: place for place, key in enumerate(rows)}
    kinds = np.full((len(cubes), len(endings), len(wins), 2), -1)
    for (cube, ending, win), pair in version.changes.items():
        kinds[cubes.index(cube), endings.index(ending), wins.index(win)] = [number[id(row)] for row in pair]
    ks = [int(piece.removeprefix(b'"k":')) for piece in (version.k, version.busy_k)]
    return kinds, np.stack([np.asarray(row, np.int32) for row in rows.values()]), np.array(ks)


def _gains(version: Version, words: Sequence[Sequence[bytes]]) -> Any:
    """Of each kind of game that moves no rating its line, and both players' points and Sparks."""
    gains = np.zeros((*map(len, words), 5), np.int64)
    for kind, (won, lost) in version.gains.items():
        amounts = *(won or (0, 0)), *(lost or (0, 0))
        shape = loops.PRESENT if won is None else loops.SCORED
        if max(map(abs, amounts)) <= _LARGEST_GAIN:
            place = tuple(texts.index(text) for texts, text in zip(words, kind, strict=True))
            gains[place] = shape, *amounts
    return gains
