"""A ladder of an earlier version is the same ladder after its tables were changed."""

from importlib import resources

from alembic import command
from alembic.config import Config
from sqlalchemy import text

from terazi.core.types import PlayerNumber
from terazi.store.engine import Store, open_store
from terazi.store.migrate import NEWEST, upgrade, version_of
from terazi.store.part import begin, load_numbers
from terazi.store.tally import Tally

OLD_PLAYERS = """INSERT INTO player (number, rating, events, wins, losses, awards, points, sparks,
high, high_entry, low, low_entry, last, last_finish, erased, listed, recent, record) VALUES
(2, 1524, 3, 1, 1, 1, 4, 12, 1550, 7, 1484, 5, 15, 1790000000000, NULL, :yes, :recent, :record),
(3, 1500, 0, 0, 0, 0, 0, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, :yes, :nothing, :nothing),
(4, -12, 2, 0, 0, 0, 0, 0, -12, 9, -12, 9, 19, -5, 11, :no, :nothing, :nothing)"""


def made_at(store: Store, version: str) -> None:
    """The tables as they were at an earlier version."""
    config = Config()
    config.set_main_option("script_location", str(resources.files("terazi.store") / "migrations"))
    with store.engine.connect().execution_options(terazi_writes=True) as connection, connection.begin():
        config.attributes["connection"] = connection
        command.upgrade(config, version)


def test_players_of_0004_are_the_same_players_in_fewer_columns(where: str) -> None:
    store = open_store(where)
    made_at(store, "0004")
    instants = (1_789_999_999_000).to_bytes(8, "little") + (1_790_000_000_000).to_bytes(8, "little")
    record = bytes([3]) + (2).to_bytes(4, "little")
    values = {"yes": True, "no": False, "recent": instants, "record": record, "nothing": b""}
    with store.writing() as connection:
        connection.execute(text(OLD_PLAYERS), values)
    upgrade(store)
    with store.reading() as connection:
        assert version_of(connection) == NEWEST
        part = begin(store, connection, empty=True)
        load_numbers(part, map(PlayerNumber, (2, 3, 4)))
    second, third, fourth = (part.players[PlayerNumber(number)] for number in (2, 3, 4))
    assert second.tally == Tally(
        rating=1524,
        events=3,
        wins=1,
        losses=1,
        awards=1,
        points=4,
        sparks=12,
        high=1550,
        high_entry=7,  # type: ignore[arg-type]
        low=1484,
        low_entry=5,  # type: ignore[arg-type]
        last=15,
        last_finish=1_790_000_000_000,
        record={3: 2},
    )
    assert second.state.window.since(0) == [1_789_999_999_000, 1_790_000_000_000]
    assert (second.was_listed, fourth.was_listed, fourth.state.erased) == (True, False, True)
    assert third.tally == Tally()
    assert not third.state.rated
    assert (fourth.tally.high, fourth.tally.low, fourth.tally.last) == (-12, -12, 19)
    store.close()
