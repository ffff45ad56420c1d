"""Bring a database to this version's tables, with Alembic; two processes that try at once take turns."""

from importlib import resources

from sqlalchemy import Connection, inspect, text

from terazi.store.engine import Store
from terazi.store.trouble import Cause, StoreTrouble, told

NEWEST = "0007"
"""The last migration in `migrations/versions`."""

_TURN = 7_382_911_606_264_913_001
"""The advisory lock that whoever migrates a PostgreSQL database holds: any number will do."""


def version_of(connection: Connection) -> str | None:
    """The migration that the database stands at; None: it has no tables of ours."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    version = connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one_or_none()
    return None if version is None else str(version)


def upgrade(store: Store) -> None:
    """Make or change the tables as needed; quick, and without Alembic, where nothing is to be done."""
    with store.reading() as connection:
        if version_of(connection) == NEWEST:
            return
    with told(), store.engine.connect() as connection:
        connection.execution_options(terazi_writes=True)
        with connection.begin():
            if not store.is_sqlite:
                connection.execute(text("SELECT pg_advisory_xact_lock(:turn)"), {"turn": _TURN})
            _run(connection)


def _run(connection: Connection) -> None:
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", str(resources.files("terazi.store") / "migrations"))
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, "head")
    except CommandError as error:
        raise StoreTrouble(Cause.NEWER, str(error)) from error
