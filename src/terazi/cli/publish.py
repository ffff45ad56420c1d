"""`terazi publish`: the ledger of a store as a signed log of static files."""

from pathlib import Path

import click

from terazi.cli import log_keys, options, stores
from terazi.cli.verify_report import FAULT_FOUND
from terazi.ledger.faults import Fault
from terazi.words.catalogue import Words


@click.command()
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path), metavar="DIR")
@stores.database
@log_keys.key_file
@log_keys.log_name
@options.language
def command(folder: Path, db: str, key_path: Path | None, name: str | None, words: Words) -> None:
    """Write the ledger into DIR as a log for any web host, or what is new of it; print the verifier key.

    The first time a key is made: a secret file beside the database. The last checkpoint signed is kept beside
    the key, and a ledger that does not extend it, such as one from a backup, is not published (exit code 1).
    """
    from terazi.service.ladders import settings
    from terazi.service.publishing import publish_ladder

    with stores.opened(words, db) as store:
        settings(store)  # no key for what is no ladder
        signer = log_keys.signer_of(words, db, key_path, name)
        try:
            published = publish_ladder(store, folder, signer)
        except OSError as error:
            raise click.UsageError(f"{error.filename or folder}: {error.strerror}") from error
    if isinstance(published, Fault):
        log_keys.refuse(words, published, FAULT_FOUND)
    count = words.numbers.integer(published.size)
    click.echo(words.say("publish.done", entries=count, folder=str(folder)), err=True)
    click.echo(signer.key.verifier)
