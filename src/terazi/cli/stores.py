"""Commands on a store: where it is, how it is opened, and what is said when it fails."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

import click

from terazi.cli import options
from terazi.core.codes import Refusal
from terazi.core.rulebook import DEFAULT_RULEBOOK, Rulebook
from terazi.words.catalogue import Words

if TYPE_CHECKING:  # help and light commands never load the store
    from terazi.store.engine import Store
    from terazi.web.settings import ServiceSettings

STORE_FAILED = 4
"""Exit code when the store failed."""
USAGE = 2

F = TypeVar("F", bound=Callable[..., Any])

_SENTENCES = {
    "busy": "store.busy",
    "full": "store.full",
    "read_only": "store.read_only",
    "unreachable": "store.unreachable",
    "no_ladder": "store.no_ladder",
    "exists": "store.exists",
    "newer": "store.newer",
    "other": "store.other",
}


def database(command: F) -> F:
    """`--db PATH_OR_URL`, handed on as `db`."""
    return click.option(
        "--db",
        required=True,
        envvar="TERAZI_DB",
        metavar="PATH_OR_URL",
        help="A SQLite file, or a postgresql:// address (or set TERAZI_DB).",
    )(command)


def address(command: F) -> F:
    """`--port` and `--host`: where to listen."""
    host = click.option("--host", default="127.0.0.1", help="Address to listen on (default: 127.0.0.1).")
    port = click.option(
        "--port",
        type=click.IntRange(0, 65535),
        metavar="NUMBER",
        default=8000,
        help="Default: 8000; 0: a free one.",
    )
    return port(host(command))


def settings_file(command: F) -> F:
    """`--settings FILE.toml`, handed on as `settings`."""
    return click.option(
        "--settings",
        envvar="TERAZI_SETTINGS",
        type=click.Path(dir_okay=False, path_type=Path),
        metavar="FILE.toml",
        help="Limits, rule settings, the ladder's name (or set TERAZI_SETTINGS).",
    )(command)


def now_ms() -> int:
    """This moment in UTC milliseconds."""
    return time.time_ns() // 1_000_000


@contextmanager
def opened(words: Words, db: str, patience_ms: int = 10_000, *, may_make: bool = False) -> Iterator["Store"]:
    """The store for as long as the block lasts; where it fails, say why and stop with exit code 4.

    Only a command that `may_make` a ladder opens a file that is not there.
    """
    from terazi.store.engine import open_store
    from terazi.store.trouble import Cause, StoreTrouble

    try:
        store = open_store(db, patience_ms=patience_ms)
        try:
            if not may_make and is_missing(store):  # SQLite would leave an empty file behind
                raise StoreTrouble(Cause.NO_LADDER)
            yield store
        finally:
            store.close()
    except StoreTrouble as trouble:
        failed(words, trouble, db)


def is_missing(store: "Store") -> bool:
    """Whether the store is a SQLite file that is not there."""
    file, uri = store.engine.url.database, "uri" in store.engine.url.query
    return store.is_sqlite and not uri and bool(file) and not Path(str(file)).exists()


def failed(words: Words, trouble: Exception, db: str) -> NoReturn:
    """Say which store failed and why, and stop."""
    cause = str(getattr(trouble, "cause", "other"))
    # An address may hold a password; what is in the way of a new store is another file.
    place = "" if "://" in db or cause == "exists" else f"{db}: "
    click.echo(f"{place}{words.template(_SENTENCES[cause])} ({trouble})", err=True)
    raise SystemExit(STORE_FAILED)


def chosen_settings(words: Words, path: Path | None) -> "ServiceSettings":
    """The settings of the file, or the defaults; a file that is wrong stops the command."""
    from terazi.web.settings import ServiceSettings, read_settings

    if path is None:
        return ServiceSettings()
    read = read_settings(path)
    if isinstance(read, Refusal):
        options.give_up(words, read, where=str(path), code=USAGE)
    return read


def chosen_rulebook(words: Words, path: str | None) -> Rulebook:
    """The rulebook of the file, or the default one; a file that is wrong stops the command."""
    from terazi.formats.rulebook_toml import read_rulebook

    if path is None:
        return DEFAULT_RULEBOOK
    read = read_rulebook(path)
    if isinstance(read, Refusal):
        options.give_up(words, read, where=path, code=USAGE)
    return read
