"""Turkish letters: two pairs of i, and an alphabet of 29 letters of which no machine's order knows."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from terazi.words.turkish import casefold_tr, lower_tr, sort_key_tr, upper_tr

ALPHABET = "a b c ç d e f g ğ h ı i j k l m n o ö p r s ş t u ü v y z".split()
turkish = st.text(st.sampled_from([*ALPHABET, *"ABCÇDEFGĞHIİJKLMNOÖPRSŞTUÜVYZ ’-0123456789âîû"]), max_size=12)


# FIELD 8: `'I'.lower()` is `i`; `'İ'.lower()` is two code points.
@pytest.mark.parametrize(
    ("small", "capital"),
    [
        ("ı", "I"),
        ("i", "İ"),
        ("ışık", "IŞIK"),
        ("ilki", "İLKİ"),
        ("çağrı öğün", "ÇAĞRI ÖĞÜN"),
        ("57578", "57578"),
    ],
)
def test_small_letters_and_capitals_are_pairs(small: str, capital: str) -> None:
    assert (lower_tr(capital), upper_tr(small)) == (small, capital)
    assert casefold_tr(small) == casefold_tr(capital)


@given(turkish)
def test_case_goes_there_and_back(text: str) -> None:
    assert lower_tr(upper_tr(text)) == lower_tr(text)
    assert upper_tr(lower_tr(text)) == upper_tr(text)
    assert len(lower_tr(text)) == len(text)


@pytest.mark.parametrize(("one", "other"), [("ILK", "ilk"), ("Isık", "İsik"), ("SAĞ", "sag"), ("ö", "o")])
def test_different_letters_stay_different(one: str, other: str) -> None:
    assert casefold_tr(one) != casefold_tr(other)


@pytest.mark.parametrize("text", ["İlk", "i̇lk", "I\u0307LK", "ilk", "İLK"])
def test_every_spelling_of_a_dotted_i_meets(text: str) -> None:
    assert casefold_tr(text) == "ilk"


@given(st.text())
def test_folding_again_changes_nothing(text: str) -> None:
    assert casefold_tr(casefold_tr(text)) == casefold_tr(text)


@given(st.text())
def test_a_text_and_its_decomposed_twin_fold_and_sort_alike(text: str) -> None:
    twin = unicodedata.normalize("NFD", text)
    assert casefold_tr(twin) == casefold_tr(text)
    assert sort_key_tr(twin) == sort_key_tr(text)


# FIELD 8: default sorting puts Ç Ö İ Ş after Z.
def test_names_stand_in_the_order_of_the_alphabet() -> None:
    words = [f"{letter}x" for letter in ALPHABET]
    assert sorted(sorted(words), key=sort_key_tr) == words
    assert sorted(map(upper_tr, words), key=sort_key_tr) == [upper_tr(word) for word in words]


@pytest.mark.parametrize(
    "names",
    [
        ["Cem", "cemre", "Çağ", "çam", "Defne"],
        ["Iğdır", "ılık", "ilk", "İlk", "İzmir", "Jale"],
        ["Oya", "Öykü", "Pınar"],
        ["su", "Şule", "Tan", "uç", "üç", "Veli"],
        ["*star", "57578", "ada", "Zeki", "Ωmega", "보아"],
        ["hala", "hâlâ", "halat"],
        ["kar", "Kar", "kara"],
        ["Pelin", "Quentin", "Reha", "van", "Walter", "Xena", "Yıldız"],
    ],
)
def test_a_turkish_dictionary_has_this_order(names: list[str]) -> None:
    assert sorted(sorted(names, reverse=True), key=sort_key_tr) == names


@given(st.text(), st.text())
def test_only_the_same_name_sorts_the_same(one: str, other: str) -> None:
    same = unicodedata.normalize("NFC", one) == unicodedata.normalize("NFC", other)
    assert same or sort_key_tr(one) != sort_key_tr(other)
