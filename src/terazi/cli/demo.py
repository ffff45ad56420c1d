"""`terazi demo`: an invented ladder, served to be looked at."""

from pathlib import Path

import click

from terazi.cli import options, stores
from terazi.cli.serve import run
from terazi.words.catalogue import Words


@click.command()
@stores.database
@click.option("--port", type=click.IntRange(0, 65535), default=8000, help="Default: 8000; 0: a free one.")
@click.option("--host", default="127.0.0.1", help="Address to listen on (default: 127.0.0.1).")
@click.option("--make-only", is_flag=True, help="Make the ladder, and do not serve it.")
@stores.settings_file
@options.language
def command(db: str, port: int, host: str, make_only: bool, settings: Path | None, words: Words) -> None:
    """Make a ladder of 60 invented players over six weeks, and serve it; one that is there is only served."""
    from terazi.cli.demo_ladder import make
    from terazi.service.ladders import head
    from terazi.store.migrate import upgrade

    if "://" not in db:
        Path(db).parent.mkdir(parents=True, exist_ok=True)
    chosen = stores.chosen_settings(words, settings)
    with stores.opened(words, db) as store:
        upgrade(store)
        if head(store).number == 0:
            make(store, stores.now_ms(), chosen.rules)
            number = words.numbers.integer(head(store).number)
            click.echo(words.say("demo.made", number=number), err=True)
    if not make_only:
        run(words, db, host, port, settings)
