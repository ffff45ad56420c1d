"""`terazi log`: the key that signs a published log."""

from pathlib import Path

import click

from terazi.cli import log_keys, options
from terazi.ledger.faults import Fault
from terazi.ledger.keys import load_key, new_key, save_key
from terazi.words.catalogue import Words


@click.group()
def command() -> None:
    """The key that signs the published log."""


@command.command("key")
@click.argument("path", type=click.Path(dir_okay=False, path_type=Path))
@click.option(
    "--name",
    required=True,
    callback=log_keys.checked_name,
    help="The log's name: its address without https://.",
)
@options.language
def key(path: Path, name: str, words: Words) -> None:
    """Make a key in the file PATH (mode 0600), or read the one that is there; print its verifier key.

    The verifier key is public: give it to whoever verifies the log. The file is secret, and belongs into no
    database and no repository. A key that is there is never overwritten.
    """
    made = load_key(path) if path.exists() else new_key(name)
    if isinstance(made, Fault):
        raise click.BadParameter(log_keys.key_fault(words, made, path), param_hint="PATH")
    log_keys.check_name(words, path, made, name)
    if not path.exists():
        try:
            save_key(path, made)
        except OSError as error:
            raise click.UsageError(f"{path}: {error.strerror}") from error
    click.echo(made.verifier)
