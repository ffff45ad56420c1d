"""`terazi serve`: the service over HTTP."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from terazi.cli import log_keys, options, stores
from terazi.cli.verify_report import FAULT_FOUND
from terazi.ledger.faults import Fault
from terazi.ledger.signer import Signer
from terazi.words.catalogue import Words

if TYPE_CHECKING:
    from terazi.store.engine import Store
    from terazi.web.log_keeper import Keeper


@click.command()
@stores.database
@stores.address
@stores.settings_file
@click.option("--rulebook", metavar="FILE.toml", help="Versions with their dates, for a new ladder.")
@click.option(
    "--log",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Publish the log into DIR, and under /log/.",
)
@log_keys.key_file
@options.language
def command(
    db: str,
    port: int,
    host: str,
    settings: Path | None,
    rulebook: str | None,
    folder: Path | None,
    key_path: Path | None,
    words: Words,
) -> None:
    """Serve a ladder over HTTP; a new one is opened where there is none.

    Rule settings of --settings are written into the ledger where others were in force; without the option
    those of the ledger stay. Any number of processes may serve one PostgreSQL ladder, or one SQLite file on
    the same machine. A log that does not extend what was signed before is not served (exit code 1).
    """
    chosen = stores.chosen_settings(words, settings)
    book = stores.chosen_rulebook(words, rulebook)
    check_address(words, host, port)
    from terazi.service.ladders import change_settings, open_ladder

    with stores.opened(words, db, chosen["limits.store_patience_ms"], may_make=True) as store:
        open_ladder(store, stores.now_ms(), chosen.rules, book)
        if settings is not None:
            change_settings(store, chosen.rules, stores.now_ms())
    signer = log_keys.signer_of(words, db, key_path) if folder else None
    run(words, db, host, port, settings, (folder, signer) if folder and signer else None)


def check_address(words: Words, host: str, port: int) -> None:
    """Stop where nobody could listen, before anything is made."""
    from terazi.web.server import listening_trouble

    trouble = listening_trouble(host, port)
    if trouble is not None:
        place = {"address": f"{host}:{port}", "reason": trouble.reason}
        click.echo(words.say("serve.taken" if trouble.taken else "serve.no_address", **place), err=True)
        raise SystemExit(stores.USAGE)


def run(
    words: Words,
    db: str,
    host: str,
    port: int,
    settings: Path | None,
    log: tuple[Path, Signer] | None = None,
    *,
    demo: bool = False,
) -> None:
    """Serve a ladder that is there, and its log where a folder and a signer are given.

    A `demo` is for a person at a terminal: it says so, and writes no line per request.
    """
    from terazi.web import logs
    from terazi.web.desk import Desk
    from terazi.web.server import free_port, serve

    chosen = stores.chosen_settings(words, settings)
    port = port or free_port(host)
    with stores.opened(words, db, chosen["limits.store_patience_ms"], may_make=True) as store:
        keeper = log and _keeper(words, store, *log)
        shown = f"http://{f'[{host}]' if ':' in host else host}:{port}"
        click.echo(
            words.say("demo.serving", address=shown) if demo else f"{chosen['ladder.name']}: {shown}",
            err=True,
        )
        _tell_of_keys(words, store, db)
        logs.set_up(quiet=demo)
        serve(Desk(store=store, settings=chosen, log=keeper), host, port)


def _tell_of_keys(words: Words, store: "Store", db: str) -> None:
    """Where nobody could report a game, say how to change that."""
    from terazi.service.keys import keyring

    if not keyring(store):
        click.echo(words.say("serve.no_keys", db=db if "://" not in db else "…"), err=True)


def _keeper(words: Words, store: "Store", folder: Path, signer: Signer) -> "Keeper":
    """Who publishes the log; a first time before anything is served, or not at all."""
    from terazi.service.publishing import publish_ladder
    from terazi.web.log_keeper import Keeper

    published = publish_ladder(store, folder, signer)
    if isinstance(published, Fault):
        log_keys.refuse(words, published, FAULT_FOUND)
    return Keeper(store, folder, signer)
