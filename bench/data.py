"""One large ladder for every benchmark: a million players, five million games, on SQLite and on PostgreSQL.

    .venv/bin/python bench/data.py [--players N] [--games N]

Made once, in `build/bench-data`, and used again. The core records every game, on a ladder that stays in
memory; the store writes the entries page by page, and each player's row once, at the end. Then all rows are
copied into a PostgreSQL cluster of its own. Invented: a tenth of the players plays most games of a year.
"""

import argparse
import random
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

import psycopg  # noqa: E402
from sqlalchemy import Connection, Table, func, select  # noqa: E402

from terazi.core.entries import Entry  # noqa: E402
from terazi.core.record import Recorded, record, register  # noqa: E402
from terazi.core.types import Game, GameId, Mode, PlayerId, Termination, Win  # noqa: E402
from terazi.service.ladders import open_ladder  # noqa: E402
from terazi.store.append import move_head, put_pages, save_players  # noqa: E402
from terazi.store.engine import Store, open_store  # noqa: E402
from terazi.store.migrate import upgrade  # noqa: E402
from terazi.store.part import Part, begin  # noqa: E402
from terazi.store.schema import entry, event, metadata  # noqa: E402
from tests.postgres import Cluster, binaries, other_user, reachable  # noqa: E402

HOME = ROOT / "build" / "bench-data"
PLAYERS = 1_000_000
GAMES = 5_000_000
PAGE = 20_000
YEAR_MS = 365 * 86_400_000
DAY_MS = 86_400_000
INDEXES = [index for table in metadata.sorted_tables for index in table.indexes]
BUSY = 10
"""One player in so many is among those who play most."""


def player_id(number: int) -> PlayerId:
    """The id of a player, from 0."""
    return PlayerId(f"p{number}")


def invented(players: int, games: int, begins: int) -> Iterator[Game[PlayerId]]:
    """Games in order of time: first everybody once, then mostly the busy ones; a few that are not ranked."""
    dice = random.Random(20_261_130)
    everybody = list(range(players))
    dice.shuffle(everybody)
    step = YEAR_MS / games
    for number in range(games):
        if 2 * number + 1 < players:
            winner, loser = everybody[2 * number], everybody[2 * number + 1]
        else:
            among = players // BUSY if dice.random() < 0.6 else players
            winner = dice.randrange(among)
            loser = (winner + dice.randrange(1, among)) % among
        played = dice.random()
        yield Game(
            game_id=GameId(f"g{number:08}"),
            finished_at=begins + int(number * step),
            winner=player_id(winner),
            loser=player_id(loser),
            mode=Mode.RANKED if played < 0.95 else Mode.BOOSTED if played < 0.98 else Mode.TOURNAMENT,
            cube=dice.choice((1, 1, 1, 1, 2, 2, 2, 4)),
            win=Win.GAMMON if played < 0.2 else Win.SINGLE,
            termination=Termination.BEAR_OFF if played < 0.5 else Termination.RESIGN,
        )


def written(part: Part, games: list[Game[PlayerId]]) -> list[Entry]:
    """The entries of games that nobody refuses."""
    entries: list[Entry] = []
    for game in games:
        recorded = record(part.ladder, part.names, game, game.finished_at + 500)
        assert isinstance(recorded, Recorded), recorded
        entries += recorded.written
    return entries


def registered(part: Part, first: int, players: int, at: int) -> list[Entry]:
    """The entries of a page of players."""
    ids = tuple(map(player_id, range(first, min(first + PAGE, players))))
    return register(part.ladder, part.names, ids, at)


def fill(store: Store, players: int, games: int) -> None:
    """The whole ladder, into an empty store."""
    begins = time.time_ns() // 1_000_000 - YEAR_MS - DAY_MS
    open_ladder(store, begins)
    with store.reading() as connection:
        part = begin(store, connection)

    def put(made: Callable[[], list[Entry]]) -> None:
        with store.writing() as connection:
            part.connection = connection
            put_pages(part, [made()])
            move_head(part)
        part.ladder.games.clear()  # what was written need not be known any more
        part.ladder.voidable.clear()

    for first in range(0, players, PAGE):
        put(lambda first=first: registered(part, first, players, begins))  # type: ignore[misc]
    told = invented(players, games, begins)
    for done in range(0, games, PAGE):
        put(lambda: written(part, list(islice(told, PAGE))))
        say(f"{done + PAGE:>9,} games", done % (PAGE * 25) == 0)
    with store.writing() as connection:
        part.connection = connection
        save_players(part, list(part.players))


def say(words: str, really: bool = True) -> None:
    """A line of progress."""
    if really:
        print(f"{time.strftime('%H:%M:%S')} {words}", file=sys.stderr, flush=True)


@contextmanager
def without_indexes(connection: Connection) -> Iterator[None]:
    """Indexes are made at the end, in order."""
    for index in INDEXES:
        index.drop(connection)
    yield
    for index in INDEXES:
        index.create(connection)


# --- SQLite ----------------------------------------------------------------------------------------


def sqlite_path(players: int = PLAYERS, games: int = GAMES) -> Path:
    """Where the SQLite ladder is."""
    return HOME / f"ladder-{players}-{games}.db"


def make_sqlite(players: int, games: int) -> Path:
    """The SQLite ladder, made if it is not there, and brought to the newest tables."""
    path = sqlite_path(players, games)
    if not path.exists():
        HOME.mkdir(parents=True, exist_ok=True)
        unfinished = path.with_suffix(".unfinished")
        for left in HOME.glob(f"{unfinished.name}*"):
            left.unlink()
        store = open_store(str(unfinished), durable=False)
        upgrade(store)
        with store.writing() as connection:
            for index in INDEXES:
                index.drop(connection)
        fill(store, players, games)
        say("indexes")
        with store.writing() as connection:
            for index in INDEXES:
                index.create(connection)
        with store.engine.connect() as connection:
            connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
        store.close()
        unfinished.rename(path)
    store = open_store(str(path))
    upgrade(store)
    store.close()
    return path


# --- PostgreSQL ------------------------------------------------------------------------------------


@contextmanager
def postgresql(players: int = PLAYERS, games: int = GAMES) -> Iterator[Cluster | None]:
    """The running cluster with the same ladder in its database, made if it is not there; None without one."""
    found, user = binaries(), other_user()
    if found is None:
        yield None
        return
    folder = HOME / f"pg-{players}-{games}"
    whole = folder / "whole"
    if not whole.exists():
        shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True, exist_ok=True)
    one = Cluster(reachable(found, folder, user), folder, user)
    if not whole.exists():
        one.make()
    one.start()
    try:
        if not whole.exists():
            _copy(make_sqlite(players, games), one.address("postgres"))
            whole.touch()
        store = open_store(one.address("postgres"))
        upgrade(store)
        store.close()
        yield one
    finally:
        one.stop()


def _copy(path: Path, address: str) -> None:
    source, target = open_store(str(path)), open_store(address)
    upgrade(target)
    with source.reading() as reading, target.engine.begin() as writing, without_indexes(writing):
        for table in metadata.sorted_tables:
            say(f"copying {table.name}")
            _copy_table(reading, writing, table)
        say("indexes")
    with psycopg.connect(address, autocommit=True) as connection:
        say("statistics")
        connection.execute("VACUUM ANALYZE")
        connection.execute("CHECKPOINT")
    source.close()
    target.close()


def _copy_table(reading: Connection, writing: Connection, table: Table) -> None:
    writing.execute(table.delete())
    names = ", ".join(column.name for column in table.columns)
    flags = [place for place, column in enumerate(table.columns) if column.type.python_type is bool]
    driver = writing.connection.driver_connection
    assert isinstance(driver, psycopg.Connection)
    rows = reading.exec_driver_sql(f"SELECT {names} FROM {table.name}")
    with driver.cursor().copy(f"COPY {table.name} ({names}) FROM STDIN".encode()) as out:
        while page := rows.fetchmany(PAGE):
            for row in page:
                values = list(row)
                for place in flags:
                    values[place] = bool(values[place])
                out.write_row(values)


def main() -> None:
    """Make what is missing, and say what there is."""
    options = argparse.ArgumentParser()
    options.add_argument("--players", type=int, default=PLAYERS)
    options.add_argument("--games", type=int, default=GAMES)
    chosen = options.parse_args()
    path = make_sqlite(chosen.players, chosen.games)
    store = open_store(str(path))
    with store.reading() as connection:
        entries, events = (
            connection.execute(select(func.count()).select_from(table)).scalar_one()
            for table in (entry, event)
        )
    store.close()
    size = path.stat().st_size / 2**30
    print(f"{path.relative_to(ROOT)}: {entries:,} entries, {events:,} events, {size:.1f} GiB")
    with postgresql(chosen.players, chosen.games) as server:
        print("no PostgreSQL here" if server is None else f"{server.folder.relative_to(ROOT)}: the same")


if __name__ == "__main__":
    main()
