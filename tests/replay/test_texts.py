"""Texts are told apart and put in order as strings are, by their code points and nothing else."""

from collections.abc import Sequence
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from terazi.core.referee import is_id
from terazi.replay.choices import CUBE_WORDS, TERMINATION_WORDS, are_ids, chosen, strange_bytes
from terazi.replay.texts import Texts, are_different, are_equal, first_alike, numbered, order_keys
from tests.replay.files import texts_of

NAMES = [
    "ada", "Ada", "ADA", "ada1", "ada12345", "ada123456", "ada12345678901234567890", "İlk", "ilk", "Ilk",
    "ılk", "57578", "057578", "1e5", "NA", "null", "None", "nan", "=cmd", "-1", "♡보아♡", "*万人迷",
    "TGIF(P)", "Ali Veli", "🎲", "🎲🎲", "🎲🎲🎲", "é", "e\u0301", "x" * 127, "x" * 128, "",
]  # fmt: skip
names = st.one_of(
    st.sampled_from(NAMES),
    st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=40),
)
many_names = st.lists(names, min_size=1, max_size=60)


def first_places(values: Sequence[str]) -> list[int]:
    return [values.index(value) for value in values]


@given(values=many_names, slot_bits=st.sampled_from([1, 2, 20]))
def test_equal_texts_are_found_and_no_others(values: list[str], slot_bits: int) -> None:
    """However small the table in which they meet, so that strangers meet there, too."""
    assert first_alike(texts_of(values), slot_bits).tolist() == first_places(values)


@given(values=many_names)
def test_names_are_numbered_by_first_appearance(values: list[str]) -> None:
    numbers, different = numbered(texts_of(values))
    assert list(different.strings()) == list(dict.fromkeys(values))
    assert [list(different.strings())[number] for number in numbers] == values


@given(values=many_names, chance=st.randoms(use_true_random=False))
def test_order_survives_shuffling_repeating_and_mixing(values: list[str], chance: Random) -> None:
    mixed = values * 3
    chance.shuffle(mixed)
    numbers, different = numbered(texts_of(mixed))
    names = list(different.strings())
    assert [names[number] for number in numbers.tolist()] == mixed


@given(values=many_names)
def test_texts_are_ordered_by_code_point(values: list[str]) -> None:
    order = np.lexsort(order_keys(texts_of(values)))
    assert [values[place] for place in order.tolist()] == sorted(values)


@given(pairs=st.lists(st.tuples(names, names) | names.map(lambda name: (name, name)), min_size=1))
def test_texts_are_equal_where_strings_are(pairs: list[tuple[str, str]]) -> None:
    one, other = (texts_of(side) for side in zip(*pairs, strict=True))
    assert are_equal(one, other).tolist() == [a == b for a, b in pairs]


@given(values=many_names)
def test_texts_that_are_called_different_are(values: list[str]) -> None:
    if are_different(texts_of(values)):
        assert len(set(values)) == len(values)


def test_a_hundred_thousand_different_ids_are_called_different() -> None:
    assert are_different(texts_of([f"game-{number:07}" for number in range(100_000)]))


@given(values=many_names)
def test_ids_are_the_referees(values: list[str]) -> None:
    texts = texts_of(values)
    assert are_ids(texts, strange_bytes(texts.data)).tolist() == [is_id(value) for value in values]


@pytest.mark.parametrize("words", [CUBE_WORDS, TERMINATION_WORDS], ids=["cube", "termination"])
@given(extra=many_names)
def test_choices_are_exact_words(words: dict[str, int], extra: list[str]) -> None:
    values = [*words, *(word + " " for word in words), *(word.upper() for word in words), *extra]
    numbers, known = chosen(texts_of(values), words)
    assert known.tolist() == [value in words for value in values]
    assert numbers[known].tolist() == [words[value] for value in values if value in words]


@given(extra=many_names)
def test_short_choices_are_exact_words(extra: list[str]) -> None:
    """Texts of two bytes at most are looked up in a table of all of them."""
    values = [*CUBE_WORDS, "3", "01", "2 ", "ş", "x", *(name for name in extra if len(name.encode()) <= 2)]
    numbers, known = chosen(texts_of(values), CUBE_WORDS)
    assert known.tolist() == [value in CUBE_WORDS for value in values]
    assert numbers[known].tolist() == [CUBE_WORDS[value] for value in values if value in CUBE_WORDS]


def test_texts_at_the_very_end_of_a_file_are_read_whole() -> None:
    data = b"header,12345678,abc"
    for start in range(len(data) + 1):
        texts = Texts(data=data, start=np.array([start]), length=np.array([len(data) - start]))
        (text,) = texts.strings()
        padded = b"".join(word.astype("<u8").tobytes() for word in texts.words())
        assert padded.rstrip(b"\0").decode() == text
