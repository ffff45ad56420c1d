"""`terazi demo`: an invented ladder, served to be looked at."""

import shutil
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

from terazi.cli import log_keys, options, stores
from terazi.cli.serve import check_address, run
from terazi.ledger.keys import new_key, save_key
from terazi.words.catalogue import Words

if TYPE_CHECKING:
    from terazi.core.entries import Settings
    from terazi.ledger.signer import Signer
    from terazi.store.engine import Store


@click.command()
@stores.database
@stores.address
@click.option("--make-only", is_flag=True, help="Make the ladder, and do not serve it.")
@stores.settings_file
@options.language
def command(db: str, port: int, host: str, make_only: bool, settings: Path | None, words: Words) -> None:
    """Make a ladder of 60 invented players over six weeks, and serve it; one that is there is only served.

    The six weeks end with the hour in which it is made. The log of a ladder in a file is published beside it.
    """
    chosen = stores.chosen_settings(words, settings)
    if not make_only:
        check_address(words, host, port)
    _make(words, db, chosen.rules)
    if not make_only:
        run(words, db, host, port, settings, _log(words, db), demo=True)


def _make(words: Words, db: str, rules: "Settings") -> None:
    """Make the ladder where there is none: a new file under another name first, to be whole or not there."""
    file = Path(db) if "://" not in db else None
    if file is None or file.exists():
        with stores.opened(words, db, may_make=True) as store:
            _tell(words, store, rules)
        return
    _forget_log(db)
    unfinished = file.with_name(f"{file.name}.unfinished")
    file.parent.mkdir(parents=True, exist_ok=True)
    unfinished.unlink(missing_ok=True)
    with stores.opened(words, str(unfinished), may_make=True) as store:
        _tell(words, store, rules)
    unfinished.replace(file)


def _forget_log(db: str) -> None:
    """Away with the log of a ladder that is gone: a new one does not extend it."""
    shutil.rmtree(f"{db}.log", ignore_errors=True)
    for name in (f"{db}.log-key", f"{db}.log-key.checkpoint"):
        Path(name).unlink(missing_ok=True)


def _log(words: Words, db: str) -> "tuple[Path, Signer] | None":
    """Where the log of a ladder in a file is published, and who signs it; the key is made without a word."""
    if "://" in db:
        return None
    with suppress(FileExistsError):
        save_key(Path(f"{db}.log-key"), new_key("terazi/demo"))
    return Path(f"{db}.log"), log_keys.signer_of(words, db, None)


def _tell(words: Words, store: "Store", rules: "Settings") -> None:
    from terazi.cli.demo_ladder import make
    from terazi.service.ladders import head
    from terazi.store.migrate import upgrade

    upgrade(store)
    if head(store).number:
        return
    make(store, stores.now_ms(), rules)
    click.echo(words.say("demo.made", number=words.numbers.integer(head(store).number)), err=True)
