"""What the pages ask finds its rows by key, and as often for many lines as for one."""

from typing import Any

from terazi.core.types import EntryNumber, PlayerId
from terazi.service.board_pages import BoardPage, Stretch, board_page
from terazi.service.careers import career
from terazi.service.games import record_batch
from terazi.service.players import put_player
from terazi.service.profiles import player
from terazi.service.searches import search
from terazi.store.engine import Store
from terazi.store.names import numbers_called
from terazi.store.tournaments import tournaments_before
from terazi.words.turkish import casefold_tr
from tests.service.saying import profile
from tests.store.test_plans import asked, scans, steps
from tests.stores import opened, result
from tests.strategies import BASE_MS


def crowded(where: str) -> Store:
    store = opened(where)
    names = [f"p{number}" for number in range(40)]
    reports = [result(f"g{n}", names[n % 40], names[(n + 1) % 40], at=BASE_MS + n) for n in range(400)]
    record_batch(store, reports, BASE_MS + 400)
    return store


def look(store: Store, limit: int) -> None:
    """Everything that a board and a profile ask for."""
    board = board_page(store, Stretch(limit=limit), BASE_MS + 400)
    assert isinstance(board, BoardPage)
    board_page(store, Stretch(around=PlayerId("p7"), limit=limit), BASE_MS + 400)
    shown = profile(player(store, PlayerId("p7"), BASE_MS + 400))
    career(store, shown.last, shown.rating)


def test_no_page_reads_a_big_table_from_end_to_end(tmp_path: Any) -> None:
    store = crowded(str(tmp_path / "ladder.db"))
    with asked(store) as heard:
        look(store, 10)
    assert len(heard) > 10
    assert scans(store, heard) == []
    store.close()


def test_many_lines_are_asked_for_as_one(tmp_path: Any) -> None:
    store = crowded(str(tmp_path / "ladder.db"))
    counts = []
    for limit in (2, 30):
        store.known.shelves.clear()
        with asked(store) as heard:
            look(store, limit)
        counts.append(len(heard))
    assert counts[1] <= counts[0]
    with asked(store) as heard:
        look(store, 30)
    assert len(heard) < counts[1], "what lies before an event is not read again"
    store.close()


def test_only_the_first_search_reads_every_name(tmp_path: Any) -> None:
    store = crowded(str(tmp_path / "ladder.db"))
    search(store, "p1", BASE_MS + 400, casefold_tr)
    with asked(store) as heard:
        found = search(store, "p1", BASE_MS + 400, casefold_tr)
    assert len(found.rows) == 11
    (reading,) = (statement for statement in heard if "name.number >" in statement)
    assert f"name.number > {max(row.line.player for row in every(store))} " in reading
    put_player(store, PlayerId("p7"), BASE_MS + 400, display_name="Someone")
    with asked(store) as heard:
        found = search(store, "someone", BASE_MS + 400, casefold_tr)
    assert len(found.rows) == 1
    assert [one for one in heard if "name.number >" in one] == [reading], (
        "of all the others nothing is read again"
    )
    store.close()


def test_exact_names_and_tournaments_are_found_by_their_index(tmp_path: Any) -> None:
    store = crowded(str(tmp_path / "ladder.db"))
    with asked(store) as heard, store.reading() as connection:
        numbers_called(connection, "Someone", 5)
        tournaments_before(connection, None, 5)
        tournaments_before(connection, EntryNumber(9), 5)
    found = steps(store, heard)
    assert len(found) >= 3
    assert all("INDEX" in step for step in found), found
    store.close()


def every(store: Store) -> Any:
    return search(store, "p", BASE_MS + 400, casefold_tr).rows
