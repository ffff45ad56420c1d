"""A million short texts at once: compared, told apart and put in order without making one of them a string.

A text is loaded eight bytes at a time, as numbers; a file without NUL bytes can pad the last one with zeros.
Nothing is joined, so nothing can change its order.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from terazi.replay.arrays import Flags, Integers, Places, Rows, Words

_WORD = 8
_MASKS = np.array([(1 << 8 * count) - 1 for count in range(_WORD + 1)], dtype=np.uint64)
_MIX = np.uint64(0x9E37_79B9_7F4A_7C15)
"""2 ** 64 by the golden ratio, made odd: the multiplier of Fibonacci hashing (Knuth, TAOCP 3, 6.4)."""
_SLOT_BITS = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Texts:
    """Texts in a file's bytes, which hold no NUL: the first byte and the number of bytes of each."""

    data: bytes
    start: Places
    length: Places

    def __len__(self) -> int:
        """How many."""
        return len(self.start)

    def __getitem__(self, rows: Rows | Flags) -> "Texts":
        """Some of them, by place or by mask."""
        return Texts(data=self.data, start=self.start[rows], length=self.length[rows])

    def word(self, place: int) -> Words:
        """Bytes 8 * place and on, up to eight, of every text; the first is the lowest."""
        assert len(self.data) >= _WORD, "a file with four columns has a longer header"
        everywhere = np.ndarray((len(self.data) - _WORD + 1,), "<u8", self.data, strides=(1,))
        at, last = self.start + _WORD * place, len(everywhere) - 1
        too_far = at - last
        is_near_the_end = int(too_far.max(initial=0)) > 0
        word = everywhere[np.minimum(at, last) if is_near_the_end else at]  # `take` would align a copy first
        if is_near_the_end:
            word >>= (8 * np.clip(too_far, 0, _WORD - 1)).astype(np.uint64)
        word &= _MASKS.take(self.length - _WORD * place, mode="clip")
        return word

    def words(self) -> list[Words]:
        """All words of all texts: equal texts are those with equal words."""
        return self.words_up_to(int(self.length.max(initial=1)))

    def words_up_to(self, length: int) -> list[Words]:
        """The words that hold the first so many bytes, at least one."""
        return [self.word(place) for place in range(max(1, (length + _WORD - 1) // _WORD))]

    def strings(self) -> Iterator[str]:
        """The texts themselves, one by one."""
        for start, length in zip(self.start.tolist(), self.length.tolist(), strict=True):
            yield self.data[start : start + length].decode()


def are_equal(one: Texts, other: Texts) -> Flags:
    """Which texts are the same as the other's at the same place."""
    equal: Flags = one.length == other.length
    for place, word in enumerate(one.words()):
        equal &= word == other.word(place)
    return equal


def hashes(words: Sequence[Words], turn: int = 0) -> Words:
    """A number for each text: equal texts have equal ones, and others hardly ever."""
    mixed = np.full(len(words[0]), turn, dtype=np.uint64)
    for word in words:
        mixed ^= word
        mixed *= _MIX
        mixed ^= mixed >> np.uint64(29)
    mixed *= _MIX
    return mixed


def are_different(texts: Texts) -> bool:
    """Whether no two texts can be equal. False may still mean that none are."""
    ordered = np.sort(hashes(texts.words()))
    return bool(np.all(ordered[1:] != ordered[:-1]))


def first_alike(texts: Texts, slot_bits: int = _SLOT_BITS) -> Rows:
    """For every text the place of the first one that equals it, which may be its own.

    Texts meet in a table by their hashes. The first at each place there finds all that equal it; the others
    there were not compared with their own kind yet, and meet again by other hashes. `slot_bits` make the
    table's size, which changes nothing else.
    """
    words = texts.words()
    alike = np.arange(len(texts))
    open_rows, turn = alike.copy(), 0
    table = np.empty(1 << slot_bits, dtype=np.int64)
    while len(open_rows):
        slot = (hashes(words, turn) >> np.uint64(64 - slot_bits)).astype(np.int64)
        table[slot[::-1]] = np.arange(len(open_rows))[::-1]  # of many rows for one place, the first stays
        first = table[slot]
        found: Flags = np.ones(len(open_rows), dtype=np.bool_)
        for word in words:
            found &= word == word[first]
        alike[open_rows[found]] = open_rows[first[found]]
        words = [word[~found] for word in words]
        open_rows, turn = open_rows[~found], turn + 1
    return alike


def numbered(texts: Texts) -> tuple[Integers, Texts]:
    """Every text's number, by first appearance, and the different texts in that order."""
    alike = first_alike(texts)
    is_first = alike == np.arange(len(alike))
    number = np.cumsum(is_first, dtype=np.int32) - np.int32(1)
    return number[alike], texts[is_first]


def order_keys(texts: Texts) -> list[Words]:
    """Keys for `numpy.lexsort`, last first: texts in order of code points, which UTF-8 bytes have too."""
    return [word.byteswap() for word in reversed(texts.words())]
