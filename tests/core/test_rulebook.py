"""The dated list of versions: which one is in force, and what can be added (R3, R20, R21)."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from terazi.core.catalogue import CATALOGUE, CURRENT
from terazi.core.codes import Code, Refusal
from terazi.core.formula import Formula
from terazi.core.rulebook import DEFAULT_RULEBOOK, Edition, Rulebook, always, rulebook_of
from terazi.core.types import FIRST_INSTANT_MS, LAST_INSTANT_MS

T1, T2 = 1_000, 2_000


def edition(name: str, effective_from: int) -> Edition:
    return Edition(effective_from=effective_from, formula=CATALOGUE[name])


@pytest.mark.parametrize(
    ("instant", "version"),
    [
        (T1, "1.0.5"),
        (T1 + 1, "1.0.5"),
        (T2 - 1, "1.0.5"),
        (T2, "1.3.1"),
        (T2 + 1, "1.3.1"),
        (LAST_INSTANT_MS, "1.3.1"),
    ],
)
def test_a_version_is_in_force_from_its_own_millisecond_on(instant: int, version: str) -> None:
    assert Rulebook((edition("1.0.5", T1), edition("1.3.1", T2))).in_force(instant) == CATALOGUE[version]


@pytest.mark.parametrize("instant", [T1 - 1, FIRST_INSTANT_MS])
def test_before_the_first_version_there_is_no_formula(instant: int) -> None:
    refusal = Rulebook((edition("1.0.5", T1),)).in_force(instant)
    assert refusal == Refusal(code=Code.NO_FORMULA, field="finished_at")


def test_the_empty_rulebook_rates_nothing() -> None:
    assert isinstance(Rulebook().in_force(LAST_INSTANT_MS), Refusal)


@given(st.lists(st.integers(0, 50), min_size=1, unique=True).map(sorted), st.integers(-1, 51), st.data())
def test_in_force_is_the_last_version_that_has_begun(
    dates: list[int], instant: int, data: st.DataObject
) -> None:
    names = data.draw(st.lists(st.sampled_from(sorted(CATALOGUE)), min_size=len(dates), max_size=len(dates)))
    editions = [edition(name, date) for name, date in zip(names, dates, strict=True)]
    begun = [each.formula for each in editions if each.effective_from <= instant]
    found = rulebook_of(*editions)
    assert isinstance(found, Rulebook)
    answer = found.in_force(instant)
    assert answer == begun[-1] if begun else isinstance(answer, Refusal)


@pytest.mark.parametrize("date", [T1, T1 - 1, FIRST_INSTANT_MS])
def test_a_version_must_be_later_than_all_before_it(date: int) -> None:
    refusal = Rulebook((edition("1.0.5", T1),)).extended(edition("1.3.1", date))
    assert refusal == Refusal(code=Code.RULEBOOK_BACKDATED, field="effective_from", value="1.3.1")


def test_a_rulebook_is_not_empty() -> None:
    assert rulebook_of() == Refusal(code=Code.RULEBOOK_EMPTY)


def test_a_rulebook_out_of_order_is_refused() -> None:
    refusal = rulebook_of(edition("1.3.1", T2), edition("1.0.5", T1))
    assert isinstance(refusal, Refusal)
    assert refusal.code is Code.RULEBOOK_BACKDATED


def test_a_version_can_come_back() -> None:
    rulebook = rulebook_of(edition("1.2.0", 0), edition("1.3.1", T1), edition("1.2.0", T2))
    assert isinstance(rulebook, Rulebook)
    assert rulebook.in_force(T2) == CATALOGUE["1.2.0"]


@pytest.mark.parametrize("first", ["our own", "1.3.1"])
def test_one_name_is_one_formula(first: str) -> None:
    # R21: an entry tells its version by the name alone.
    ours = Formula(name="our own", divisor=1000)
    other = replace(ours, name=first, divisor=900)
    rulebook = Rulebook((Edition(effective_from=0, formula=ours),))
    refusal = rulebook.extended(Edition(effective_from=T1, formula=other))
    assert refusal == Refusal(code=Code.BAD_FORMULA, field="formula", value=first)


def test_the_default_is_1_3_1_from_the_beginning_of_time() -> None:
    assert always(CURRENT) == DEFAULT_RULEBOOK
    assert DEFAULT_RULEBOOK.in_force(FIRST_INSTANT_MS) == CURRENT


def test_a_rulebook_cannot_be_made_out_of_order() -> None:
    with pytest.raises(AssertionError):
        Rulebook((edition("1.3.1", T2), edition("1.0.5", T2)))
