"""One game found in a ledger's lines, with the games that were counted for it (R2, R21)."""

from collections.abc import Iterable
from dataclasses import replace

import pytest
from hypothesis import given, settings

from terazi.core.catalogue import CATALOGUE
from terazi.core.codes import VoidReason
from terazi.core.entries import HISTORY, Entry, Opening, Rated, Void
from terazi.core.rulebook import Edition, Rulebook
from terazi.core.types import FIRST_INSTANT_MS, Game, GameId
from terazi.core.window import WINDOW_MS
from terazi.ledger.codec import NotAnEntry, encode
from terazi.ledger.search import Found, Lines, find_game
from tests.core.book import ANN, BEA, CEM, NOW, Book, book, game
from tests.strategies import Told, histories


def lines_of(entries: Iterable[Entry]) -> Lines:
    lines = [encode(entry) for entry in entries]
    return lambda: iter(lines)


def found(told: Book, name: str) -> Found:
    answer = find_game(lines_of(told.entries), GameId(name))
    assert answer is not None
    return answer


@settings(max_examples=settings().max_examples // 4)
@given(histories(longest=25))
def test_the_games_found_are_as_many_as_the_entry_counted(history: list[Told]) -> None:
    told = Book()
    for each in history:
        told.tell(each.facts, each.at)
    lines = lines_of(told.entries)
    for entry in told.entries:
        if isinstance(entry.facts, Game):
            answer = find_game(lines, entry.facts.game_id)
            assert answer is not None
            assert (answer.entry, answer.game) == (entry, entry.facts)
            assert answer.void == told.ladder.voids.get(entry.number)
            for effect, counted in zip(
                entry.effects, (answer.winner_counted, answer.loser_counted), strict=True
            ):
                if isinstance(effect, Rated):
                    assert answer.formula.name == entry.formula
                    brought = len(counted_elsewhere(told, entry, effect.player))
                    assert effect.games_recent == len(counted) + brought
                    assert len(counted) == len({*counted})


def counted_elsewhere(told: Book, entry: Entry, player: int) -> list[int]:
    """The instants of an opening that lie in the entry's window: games without an id here (R7)."""
    assert isinstance(entry.facts, Game)
    at = entry.facts.finished_at
    facts = [other.facts for other in told.entries[: entry.number]]
    openings = [each.recent for each in facts if isinstance(each, Opening) and each.player == player]
    return [instant for instant in (openings or [()])[-1] if at - WINDOW_MS <= instant <= at]


def test_what_was_counted_is_named_in_order() -> None:
    told = book(settings=HISTORY)
    told.write(game("old", ANN, BEA, NOW - WINDOW_MS - 1))
    told.write(game("edge", ANN, CEM, NOW - WINDOW_MS))
    taken_back = told.write(game("void", ANN, BEA, NOW - 5))
    told.write(Void(entry=taken_back.number, reason=VoidReason.OUTAGE))
    told.write(game("later", ANN, BEA, NOW + 1))
    told.write(game("same", BEA, ANN, NOW))
    told.write(game("it", ANN, BEA, NOW))
    told.write(game("after", ANN, BEA, NOW))
    answer = found(told, "it")
    assert answer.winner_counted == ("edge", "same")
    assert answer.loser_counted == ("same",)
    assert answer.void is None


def test_what_was_void_later_was_counted_then() -> None:
    told = book()
    first = told.write(game("g1"))
    second = told.write(game("g2"))
    told.write(Void(entry=first.number, reason=VoidReason.OUTAGE))
    void = told.write(Void(entry=second.number, reason=VoidReason.CHEATING))
    answer = found(told, "g2")
    assert (answer.winner_counted, answer.void) == (("g1",), void)


def test_the_version_is_that_of_the_games_own_time() -> None:
    editions = (
        Edition(effective_from=FIRST_INSTANT_MS, formula=CATALOGUE["1.0.5"]),
        Edition(effective_from=NOW, formula=CATALOGUE["1.3.1"]),
    )
    told = book(rulebook=Rulebook(editions))
    told.write(game("before", finished_at=NOW - 1))
    told.write(game("after", finished_at=NOW))
    assert [found(told, name).formula.name for name in ("before", "after")] == ["1.0.5", "1.3.1"]


@pytest.mark.parametrize("name", ["g2", "g", "", "\ud800", "g1\n", '"', 'g1","kind":"game'])
def test_a_game_that_is_not_there_is_not_found(name: str) -> None:
    told = book()
    told.write(game("g1"))
    assert find_game(lines_of(told.entries), GameId(name)) is None


@pytest.mark.parametrize("name", ["İlk", 'a"b', "a\\b", "♡보아♡", "57578", '"game":"g1"'])
def test_an_awkward_id_is_found(name: str) -> None:
    told = book()
    told.write(game(name))
    told.write(game("g1"))
    assert found(told, name).game.game_id == name


def test_a_ledger_that_is_spelled_otherwise_is_no_ledger() -> None:
    told = book()
    told.write(game("g1"))
    lines = [encode(entry) + b" " for entry in told.entries]
    with pytest.raises(NotAnEntry):
        find_game(lambda: iter(lines), GameId("g1"))


def test_what_replaced_a_game_is_named() -> None:
    told = book()
    old = told.write(game("old"))
    void = told.write(Void(entry=old.number, reason=VoidReason.REPLACED))
    told.write(replace(game("new", BEA, ANN), replaces=GameId("old")))
    answer = found(told, "old")
    assert (answer.void, answer.replaced_by) == (void, "new")
    assert found(told, "new").replaced_by is None


def test_a_file_of_something_else_is_no_ledger() -> None:
    for lines in ([b"game_id,winner,loser"], []):
        with pytest.raises(NotAnEntry):
            find_game(lambda lines=lines: iter(lines), GameId("g1"))  # type: ignore[misc]


def test_a_game_without_a_version_is_in_no_ledger() -> None:
    told = book()
    told.write(game("g1"))
    with pytest.raises(NotAnEntry, match="finished_at"):
        find_game(lines_of(entry for entry in told.entries if entry.number != 1), GameId("g1"))


def test_a_rulebook_out_of_order_is_in_no_ledger() -> None:
    told = book()
    told.write(game("g1"))
    with pytest.raises(NotAnEntry, match="effective_from"):
        find_game(lines_of([told.entries[1], *told.entries]), GameId("g1"))
