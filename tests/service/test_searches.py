"""A search that is kept up to date finds what one that begins anew finds, whatever happened to names."""

import pytest

from terazi.core.types import PlayerId
from terazi.service import searches
from terazi.service.players import erase_player, put_player
from terazi.service.searches import search
from terazi.store import names
from terazi.store.engine import Store
from terazi.words.turkish import casefold_tr
from tests.strategies import BASE_MS

TEXTS = ("a", "an", "ann", "ayşe", "I", "ılk", "ilk", "p1", "x")


def found(store: Store, text: str) -> set[tuple[int, str]]:
    """Numbers and names of who is found."""
    one = search(store, text, BASE_MS, casefold_tr)
    assert not one.more
    return {(row.line.player, one.names[row.line.player].shown) for row in one.rows}


def forgotten(store: Store) -> None:
    """As in a process that has searched nothing yet."""
    store.known.shelves.clear()


def agree(store: Store) -> None:
    """Every text finds the same, kept up to date and begun anew."""
    kept = [found(store, text) for text in TEXTS]
    forgotten(store)
    assert [found(store, text) for text in TEXTS] == kept


def registered(store: Store) -> list[PlayerId]:
    players = [PlayerId(f"p{number}") for number in range(12)]
    for player in players:
        put_player(store, player, BASE_MS)
    return players


def changed(store: Store, players: list[PlayerId]) -> None:
    """Everything that can happen to a name, some of it twice."""
    put_player(store, players[1], BASE_MS, display_name="İlk Ann")
    put_player(store, players[1], BASE_MS, display_name="ILK")
    put_player(store, players[2], BASE_MS, display_name="Ayşe", unlisted=True)
    put_player(store, players[3], BASE_MS, unlisted=True)
    put_player(store, players[3], BASE_MS, unlisted=False)
    put_player(store, players[4], BASE_MS, display_name="Xan")
    put_player(store, players[4], BASE_MS, display_name=None)
    erase_player(store, players[5], BASE_MS)
    put_player(store, players[5], BASE_MS, display_name="Ann again")
    put_player(store, PlayerId("ann"), BASE_MS, display_name="new")
    erase_player(store, players[11], BASE_MS)


def test_a_search_follows_all_that_happens_to_names(store: Store) -> None:
    players = registered(store)
    assert len(found(store, "p")) == 12
    changed(store, players)
    assert {name for _, name in found(store, "ann")} == {"Ann again", "new"}
    assert {name for _, name in found(store, "ILK")} == {"ILK"}
    agree(store)
    put_player(store, players[2], BASE_MS, unlisted=False)
    assert {name for _, name in found(store, "ayşe")} == {"Ayşe"}
    agree(store)


@pytest.mark.parametrize(("kept", "many"), [(2, 10_000), (1_000, 3)])
def test_it_begins_anew_where_too_much_happened(
    store: Store, monkeypatch: pytest.MonkeyPatch, kept: int, many: int
) -> None:
    monkeypatch.setattr(names, "RENAMINGS_KEPT", kept)
    monkeypatch.setattr(searches, "_MANY", many)
    players = registered(store)
    found(store, "p")
    changed(store, players)
    agree(store)
    for number, player in enumerate(players[6:10]):
        put_player(store, player, BASE_MS, display_name=f"ann {number}")
        assert len(found(store, "ann")) == number + 3, "Ann again and the player whose id it is, too"
    agree(store)


def test_nothing_of_an_erased_name_stays(store: Store) -> None:
    put_player(store, PlayerId("secret"), BASE_MS, display_name="Hidden")
    assert found(store, "hidden")
    index = store.known.of("names", 1).get("index")
    assert index is not None
    erase_player(store, PlayerId("secret"), BASE_MS)
    assert not found(store, "hidden")
    assert not found(store, "secret")
    assert b"hidden" not in index.lines.text + index.new_lines.text
    put_player(store, PlayerId("other"), BASE_MS)
    put_player(store, PlayerId("other"), BASE_MS, display_name="Hidden too")
    erase_player(store, PlayerId("other"), BASE_MS)
    assert not found(store, "hidden")
    assert b"hidden" not in index.lines.text + index.new_lines.text


@pytest.mark.parametrize("text", ["ann", "p1", "a-b", "%", "_", "\x00", "\n", "ANN", "iI", "É"])
def test_plain_letters_fold_the_same_the_short_way(text: str) -> None:
    index = searches._Index(casefold_tr)
    both = {casefold_tr(text).encode(), searches._plainly(text).encode()}
    assert set(searches._folded(index, text)) == both
