"""Columns of words, numbers and ids, judged all at once by the referee's own rules (R7-R10, R12)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from terazi.core.referee import CUBE_BY_TEXT, LONGEST_ID, NOT_A_DRAW, is_id
from terazi.core.types import AT_FAULT, CUBES, SINGLE_BY_RULE, Mode, Termination, Win
from terazi.replay.arrays import Choices, Flags, Integers, Rows, Words
from terazi.replay.cells import CHUNK
from terazi.replay.texts import Texts, are_equal, numbered

MODES, WINS, TERMINATIONS = tuple(Mode), tuple(Win), tuple(Termination)
"""What the numbers in columns of choices mean."""

MODE_WORDS: Mapping[str, int] = {"": MODES.index(Mode.RANKED)} | {word: at for at, word in enumerate(MODES)}
WIN_WORDS: Mapping[str, int] = {"": WINS.index(Win.SINGLE)} | {word: at for at, word in enumerate(WINS)}
TERMINATION_WORDS: Mapping[str, int] = {"": TERMINATIONS.index(Termination.UNSPECIFIED)} | {
    word: at for at, word in enumerate(TERMINATIONS)
}
CUBE_WORDS: Mapping[str, int] = {word: CUBES.index(cube) for word, cube in CUBE_BY_TEXT.items()}
NOT_A_DRAW_WORDS: Mapping[str, int] = dict.fromkeys(NOT_A_DRAW, 0)


_SHORT = 2
"""Bytes of texts that a table of all such texts answers for."""


def chosen(texts: Texts, words: Mapping[str, int]) -> tuple[Choices, Flags]:
    """The number of each text among `words`, and which texts are there at all."""
    table = _word_table(tuple(words.items()))
    if int(texts.length.max(initial=0)) <= _SHORT:
        number = table.short[texts.word(0)]
        return number, number >= 0
    place = np.searchsorted(table.loaded[0], texts.word(0)).clip(max=len(words) - 1)
    known: Flags = texts.length == table.length[place]
    for at, loaded in enumerate(table.loaded):
        known &= texts.word(at) == loaded[place]
    return table.number[place], known


@dataclass(frozen=True, slots=True, kw_only=True)
class _WordTable:
    """Words as `Texts` loads them, in order of their first eight bytes, which differ; a place for each.

    `short` has the numbers of words of two bytes at most by what is loaded of them; -1 where there is none.
    """

    loaded: Sequence[Words]
    length: Integers
    number: Choices
    short: Choices


@cache
def _word_table(words: tuple[tuple[str, int], ...]) -> _WordTable:
    count = max(1, *(-(-len(word) // 8) for word, _ in words))
    padded = b"".join(word.encode().ljust(8 * count, b"\0") for word, _ in words)
    loaded = np.frombuffer(padded, dtype="<u8").astype(np.uint64).reshape(len(words), count)
    order = np.argsort(loaded[:, 0])
    assert np.all(np.diff(loaded[order, 0]) > 0), "words differ in their first eight bytes"
    short = np.full(1 << 8 * _SHORT, -1, dtype=np.int8)
    for word, number in words:
        if len(word) <= _SHORT:
            short[int.from_bytes(word.encode(), "little")] = number
    return _WordTable(
        loaded=[loaded[order, at] for at in range(count)],
        length=np.array([len(word) for word, _ in words], dtype=np.int32)[order],
        number=np.array([number for _, number in words], dtype=np.int8)[order],
        short=short,
    )


def are_ids(texts: Texts, strange: Rows) -> Flags:
    """Which texts can be ids (R7); `strange` are the `strange_bytes` of their file."""
    sure: Flags = (texts.length > 0) & (texts.length <= LONGEST_ID)
    odd = np.flatnonzero(sure & ~_are_plain(texts, strange))
    if len(odd):  # each different text that is not plain is asked for once
        number, different = numbered(texts[odd])
        answers = np.array([is_id(text) for text in different.strings()], dtype=np.bool_)
        sure[odd] = answers[number]
    return sure


def strange_bytes(data: bytes) -> Rows:
    """Where a file has bytes that are neither printable ASCII nor line feeds, or are blanks."""
    letters = np.frombuffer(data, dtype=np.uint8)
    found = [np.zeros(0, dtype=np.intp)]
    for first in range(0, len(data), CHUNK):
        chunk = letters[first : first + CHUNK]
        strange = (chunk - np.uint8(ord("!"))) > np.uint8(ord("~") - ord("!"))
        strange &= chunk != np.uint8(ord("\n"))
        if strange.any():
            found.append(np.flatnonzero(strange) + first)
    return np.concatenate(found)


def _are_plain(texts: Texts, strange: Rows) -> Flags:
    if not len(strange):
        return np.ones(len(texts), dtype=np.bool_)
    first, behind = np.searchsorted(strange, (texts.start, texts.start + texts.length))
    plain: Flags = first == behind
    return plain


def faults_fit(fault: Texts, loser: Texts, termination: Choices) -> Flags:
    """Where nobody is at fault, or the loser of a game that ended by a fault (R9)."""
    at_fault = np.isin(termination, [TERMINATIONS.index(ending) for ending in AT_FAULT])
    nobody: Flags = fault.length == 0
    return nobody | (at_fault & are_equal(fault, loser))


def wins_fit(win: Choices, termination: Choices) -> Flags:
    """Where a win is single if its ending can make no other (R10)."""
    single = np.isin(termination, [TERMINATIONS.index(ending) for ending in SINGLE_BY_RULE])
    fits: Flags = ~single | (win == WINS.index(Win.SINGLE))
    return fits
