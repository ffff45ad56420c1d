"""`terazi restore`: a backup back into a store."""

from pathlib import Path

import click

from terazi.cli import options, stores
from terazi.words.catalogue import Words


@click.command()
@click.argument("backup_file", type=click.Path(path_type=Path), metavar="BACKUP.db")
@stores.database
@options.language
def command(backup_file: Path, db: str, words: Words) -> None:
    """Bring BACKUP.db back into a store that has no ladder yet, of either kind."""
    from terazi.service.keeping import restore

    with stores.opened(words, db, may_make=True) as store:
        restore(backup_file, store)
    click.echo(words.template("restore.done"), err=True)
