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

    def __getitem__(self, rows: Rows | Flags | slice) -> "Texts":
        """Some of them, by place, by mask or in a row."""
        return Texts(data=self.data, start=self.start[rows], length=self.length[rows])

    def word(self, place: int) -> Words:
        """Bytes 8 * place and on, up to eight, of every text; the first is the lowest."""
        assert len(self.data) >= _WORD, "a file with four columns has a longer header"
        everywhere = np.ndarray((len(self.data) - _WORD + 1,), "<u8", self.data, strides=(1,))
        at, last = self.start + _WORD * place if place else self.start, len(everywhere) - 1
        if int(at.max(initial=0)) <= last:
            word = everywhere[at]  # `take` would first copy everything, to align it
        else:
            too_far = np.clip(at - last, 0, _WORD - 1)
            word = everywhere[np.minimum(at, last)] >> (8 * too_far).astype(np.uint64)
        if int(self.length.min(initial=_WORD * (place + 1))) < _WORD * (
            place + 1
        ):  # what follows a text is not of it
            word &= _MASKS.take(self.length - _WORD * place, mode="clip")
        return word

    def words(self) -> list[Words]:
        """All words of all texts: equal texts are those with equal words."""
        return [self.word(place) for place in range(self.words_needed())]

    def words_needed(self) -> int:
        """How many words the longest text has, at least one."""
        return -(-int(self.length.max(initial=1)) // _WORD) or 1

    def strings(self) -> Iterator[str]:
        """The texts themselves, one by one."""
        for start, length in zip(self.start.tolist(), self.length.tolist(), strict=True):
            yield self.data[start : start + length].decode()


def are_equal(one: Texts, other: Texts) -> Flags:
    """Which texts are the same as the other's at the same place."""
    equal: Flags = one.length == other.length
    for place in range(one.words_needed()):
        if not equal.any():
            break
        equal &= one.word(place) == other.word(place)
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

    `slot_bits` make the size of the table in which they meet, which changes nothing else.
    """
    return _first_alike(texts.words(), slot_bits, turn=0)


def _first_alike(words: Sequence[Words], slot_bits: int, turn: int) -> Rows:
    """The texts meet in a table by their hashes; those that meet strangers meet again by other hashes."""
    slot = (hashes(words, turn) >> np.uint64(64 - slot_bits)).view(np.int64)
    table = np.empty(1 << slot_bits, dtype=np.intp)
    table[slot[::-1]] = np.arange(
        len(slot) - 1, -1, -1
    )  # of many for one slot the first comes last, and stays
    first = table[slot]
    is_stranger = np.zeros(len(slot), dtype=np.bool_)
    for word in words:
        is_stranger |= word != word[first]
    strangers = np.flatnonzero(is_stranger)
    if len(strangers):
        first[strangers] = strangers[_first_alike([word[strangers] for word in words], slot_bits, turn + 1)]
    return first


def numbered(texts: Texts) -> tuple[Integers, Texts]:
    """Every text's number, by first appearance, and the different texts in that order."""
    alike = first_alike(texts)
    is_first = alike == np.arange(len(alike))
    number = np.cumsum(is_first, dtype=np.int32) - np.int32(1)
    return number[alike], texts[is_first]


def order_keys(texts: Texts) -> list[Words]:
    """Keys for `numpy.lexsort`, last first: texts in order of code points, which UTF-8 bytes have too."""
    return [word.byteswap() for word in reversed(texts.words())]
