"""Stores of both kinds for the same tests: a fresh, empty place for each test, and a ladder opened there."""

import atexit
from collections.abc import Iterator
from contextlib import ExitStack
from functools import cache
from itertools import count
from pathlib import Path

import pytest

from terazi.core.entries import Settings
from terazi.core.reports import OutcomeReport
from terazi.core.types import PlayerId
from terazi.service.ladders import open_ladder
from terazi.store.engine import Store, open_store
from tests.postgres import Cluster, cluster
from tests.strategies import BASE_MS

KINDS = ("sqlite", "postgresql")
DAY_MS = 86_400_000
_serial = count()


@cache
def _shared() -> Cluster | str:
    stack = ExitStack()
    atexit.register(stack.close)
    return stack.enter_context(cluster(durable=False))


@pytest.fixture
def server() -> Cluster:
    """A PostgreSQL that all tests of this process share, each with a schema of its own."""
    running = _shared()
    if isinstance(running, str):
        pytest.skip(running)
    return running


@pytest.fixture(params=KINDS)
def where(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database, of one kind and then the other."""
    if request.param == "sqlite":
        return str(tmp_path / "ladder.db")
    running: Cluster = request.getfixturevalue("server")
    return running.create(f"ladder{next(_serial)}")


@pytest.fixture
def store(where: str) -> Iterator[Store]:
    """A ladder that was just opened, with the default settings."""
    one = opened(where)
    yield one
    one.close()


def opened(where: str, settings: Settings | None = None) -> Store:
    """The ladder at an address, opened there if there was none; quick rather than durable."""
    one = open_store(where, durable=False)
    open_ladder(one, BASE_MS, settings)
    return one


def result(
    game_id: str, winner: str = "a", loser: str = "b", at: int = BASE_MS, **more: str
) -> OutcomeReport:
    """A report of one game."""
    return OutcomeReport(game_id=game_id, finished_at=at, winner=winner, loser=loser, **more)


A, B, C = PlayerId("a"), PlayerId("b"), PlayerId("c")
