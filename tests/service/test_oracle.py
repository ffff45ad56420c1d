"""Whatever is told in whatever order, the service writes what the ladder in memory writes."""

import os
import shutil
from itertools import count
from pathlib import Path

import pytest
from hypothesis import Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from terazi.store.engine import open_store
from terazi.store.migrate import upgrade
from tests.postgres import Cluster
from tests.service.machine import Machine

_serial = count()
PHASES = [phase for phase in Phase if phase is not Phase.shrink or os.environ.get("TERAZI_SHRINK")]
"""Making a failure small takes minutes: TERAZI_SHRINK=1 asks for it."""


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A SQLite file with the tables and nothing in them."""
    path = tmp_path_factory.mktemp("template") / "empty.db"
    store = open_store(str(path), durable=False)
    upgrade(store)
    store.close()
    return path


def in_sqlite(template: Path, folder: Path) -> type[Machine]:
    class InSqlite(Machine):
        def place(self) -> str:
            where = folder / f"ladder{next(_serial)}.db"
            shutil.copy(template, where)
            return str(where)

    return InSqlite


def in_postgresql(server: Cluster) -> type[Machine]:
    class InPostgresql(Machine):
        def place(self) -> str:
            return server.create(f"oracle{next(_serial)}")

    return InPostgresql


def test_the_service_on_sqlite_is_the_ladder(template: Path, tmp_path: Path) -> None:
    run_state_machine_as_test(
        in_sqlite(template, tmp_path),
        settings=settings(max_examples=40, stateful_step_count=30, phases=PHASES),
    )


def test_the_service_on_postgresql_is_the_ladder(server: Cluster) -> None:
    run_state_machine_as_test(
        in_postgresql(server), settings=settings(max_examples=12, stateful_step_count=30, phases=PHASES)
    )
