"""Every kind of facts has a writer and a reader, and the kinds are those of R22."""

from typing import get_args

import pytest

from terazi.core.entries import Facts
from terazi.core.types import FIRST_INSTANT_MS, LAST_INSTANT_MS
from terazi.ledger.canonical import LARGEST_INTEGER
from terazi.ledger.facts import READERS, WRITERS, identifier, instant, integer, positive, text
from tests.ledger.kinds import LINES

# R22, "Kinds".
KINDS = ["settings", "rulebook", "register", "opening", "game", "tournament", "award", "void", "erase"]


def test_the_kinds_are_those_of_the_rule() -> None:
    assert [*READERS] == KINDS
    assert {kind for kind, _ in WRITERS.values()} == {*KINDS}


def test_all_that_the_ladder_can_be_told_can_be_written() -> None:
    told = {getattr(facts, "__origin__", facts) for facts in get_args(Facts)}
    assert told == {*WRITERS} == {type(entry.facts) for entry, _ in LINES.values()}


@pytest.mark.parametrize("value", [0, -1, LARGEST_INTEGER, -LARGEST_INTEGER])
def test_an_integer_is_exact_in_every_language(value: int) -> None:
    assert integer(value) == value


@pytest.mark.parametrize("value", [True, 1.0, "1", None, [], LARGEST_INTEGER + 1, -LARGEST_INTEGER - 1])
def test_nothing_else_is_an_integer(value: object) -> None:
    with pytest.raises(TypeError):
        integer(value)


@pytest.mark.parametrize("value", [b"text", 1, None, ["text"], True])
def test_only_text_is_text(value: object) -> None:
    assert text("") == ""
    with pytest.raises(TypeError):
        text(value)


@pytest.mark.parametrize("value", [FIRST_INSTANT_MS - 1, LAST_INSTANT_MS + 1])
def test_instants_are_those_of_rfc_3339(value: int) -> None:
    assert instant(FIRST_INSTANT_MS) == FIRST_INSTANT_MS
    assert instant(LAST_INSTANT_MS) == LAST_INSTANT_MS
    with pytest.raises(ValueError, match="not an instant"):
        instant(value)


@pytest.mark.parametrize("value", ["", " a", "a\n", "\x1b[2J", "x" * 129])
def test_ids_are_what_a_door_lets_in(value: str) -> None:
    assert identifier("İlk") == "İlk"
    with pytest.raises(ValueError, match="not an id"):
        identifier(value)


@pytest.mark.parametrize("value", [0, -1, 33, 2**53 - 1])
def test_a_bound_holds_even_without_asserts(value: int) -> None:
    assert (positive(1, 32), positive(32, 32)) == (1, 32)
    with pytest.raises(ValueError, match="not from 1 to 32"):
        positive(value, 32)
