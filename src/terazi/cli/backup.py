"""`terazi backup`: a copy of a ladder while it is served."""

from pathlib import Path

import click

from terazi.cli import options, stores
from terazi.words.catalogue import Words


@click.command()
@stores.database
@click.argument("out", type=click.Path(path_type=Path), metavar="OUT.db")
@options.language
def command(db: str, out: Path, words: Words) -> None:
    """Copy the whole ladder, as it stands at one moment, to the new SQLite file OUT.db; others may write."""
    from terazi.service.keeping import backup

    with stores.opened(words, db) as store:
        backup(store, out)
    click.echo(words.say("backup.done", path=str(out)), err=True)
