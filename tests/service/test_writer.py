"""Group commit: each is answered after its commit, in the order of arrival; trouble harms only its own."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from sqlalchemy import text

from terazi.core.codes import Code
from terazi.core.record import record
from terazi.service import games
from terazi.service.games import record_game
from terazi.service.keeping import rebuild
from terazi.service.ladders import head
from terazi.service.writer import Writer
from terazi.store.engine import Store
from terazi.store.trouble import Cause, StoreTrouble
from tests.service.saying import answered, refused
from tests.stores import result
from tests.strategies import BASE_MS

PATIENCE = 60


@pytest.fixture
def writer(store: Store) -> Iterator[Writer]:
    one = Writer(store, most=16)
    yield one
    one.close()


def test_everybody_is_answered_in_the_order_of_arrival(store: Store, writer: Writer) -> None:
    reports = [result(f"g{n}", f"p{n % 5}", "q", at=BASE_MS + n % 3) for n in range(100)]
    futures = [writer.submit(report, BASE_MS) for report in reports]
    numbers = [answered(future.result(PATIENCE)).entry.number for future in futures]
    assert numbers == sorted(numbers)
    assert rebuild(store) == []


def test_the_same_report_from_many_threads_is_rated_once(store: Store, writer: Writer) -> None:
    with ThreadPoolExecutor(8) as pool:
        futures = list(pool.map(lambda _: writer.submit(result("g1"), BASE_MS), range(64)))
    answers = [answered(future.result(PATIENCE)) for future in futures]
    assert (sum(not answer.repeated for answer in answers), len({answer.entry for answer in answers})) == (
        1,
        1,
    )


def test_an_answer_comes_after_its_commit(store: Store, writer: Writer) -> None:
    for number in range(20):
        answer = answered(writer.submit(result(f"g{number}"), BASE_MS).result(PATIENCE))
        assert head(store).number > answer.entry.number


def test_refusals_are_answers(writer: Writer) -> None:
    futures = [writer.submit(result("g", "a", "a"), BASE_MS), writer.submit(result("g"), BASE_MS)]
    assert refused(futures[0].result(PATIENCE)) is Code.SAME_PLAYER
    answered(futures[1].result(PATIENCE))


def test_a_closed_writer_has_answered_all(store: Store) -> None:
    writer = Writer(store, most=4)
    futures = [writer.submit(result(f"g{n}"), BASE_MS) for n in range(30)]
    writer.close()
    assert all(future.done() for future in futures)
    assert writer.waiting == 0


def test_a_broken_program_harms_one_report_and_not_its_neighbours(
    store: Store, writer: Writer, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(ladder: Any, names: Any, game: Any, at: int) -> Any:
        assert game.game_id != "g3", "a bug"
        return record(ladder, names, game, at)

    monkeypatch.setattr(games, "record", broken)
    futures = [writer.submit(result(f"g{n}"), BASE_MS) for n in range(8)]
    for number, future in enumerate(futures):
        if number == 3:
            with pytest.raises(AssertionError, match="a bug"):
                future.result(PATIENCE)
        else:
            answered(future.result(PATIENCE))
    assert rebuild(store) == []


def test_trouble_of_the_store_is_told_and_passes(store: Store, writer: Writer) -> None:
    with store.writing() as connection:
        connection.execute(text("ALTER TABLE histogram RENAME TO elsewhere"))
    with pytest.raises(StoreTrouble) as trouble:
        writer.submit(result("g1"), BASE_MS).result(PATIENCE)
    assert trouble.value.cause is Cause.NO_LADDER
    with store.writing() as connection:
        connection.execute(text("ALTER TABLE elsewhere RENAME TO histogram"))
    assert not answered(writer.submit(result("g1"), BASE_MS).result(PATIENCE)).repeated
    assert answered(record_game(store, result("g1"), BASE_MS)).repeated
