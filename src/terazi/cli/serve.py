"""`terazi serve`: the service over HTTP."""

from pathlib import Path

import click

from terazi.cli import options, stores
from terazi.words.catalogue import Words


@click.command()
@stores.database
@click.option("--port", type=click.IntRange(0, 65535), default=8000, help="Default: 8000; 0: a free one.")
@click.option("--host", default="127.0.0.1", help="Address to listen on (default: 127.0.0.1).")
@stores.settings_file
@click.option("--rulebook", metavar="FILE.toml", help="Versions with their dates, for a new ladder.")
@options.language
def command(db: str, port: int, host: str, settings: Path | None, rulebook: str | None, words: Words) -> None:
    """Serve a ladder over HTTP; a new one is opened where there is none.

    Rule settings of --settings are written into the ledger where others were in force; without the option
    those of the ledger stay. Any number of processes may serve one PostgreSQL ladder, or one SQLite file on
    the same machine.
    """
    chosen = stores.chosen_settings(words, settings)
    book = stores.chosen_rulebook(words, rulebook)
    from terazi.service.ladders import change_settings, open_ladder

    with stores.opened(words, db, chosen["limits.store_patience_ms"]) as store:
        open_ladder(store, stores.now_ms(), chosen.rules, book)
        if settings is not None:
            change_settings(store, chosen.rules, stores.now_ms())
    run(words, db, host, port, settings)


def run(words: Words, db: str, host: str, port: int, settings: Path | None) -> None:
    """Serve a ladder that is there."""
    from terazi.web import logs
    from terazi.web.desk import Desk
    from terazi.web.server import free_port, serve

    chosen = stores.chosen_settings(words, settings)
    port = port or free_port(host)
    with stores.opened(words, db, chosen["limits.store_patience_ms"]) as store:
        click.echo(f"{chosen['ladder.name']}: http://{host}:{port}", err=True)
        logs.set_up()
        serve(Desk(store=store, settings=chosen), host, port)
