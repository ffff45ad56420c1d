"""`terazi export`: the ledger of a store into files, as `terazi rate --ledger` writes them."""

from pathlib import Path

import click

from terazi.cli import options, stores
from terazi.cli.ledger_files import players_path
from terazi.cli.outputs import outputs
from terazi.words.catalogue import Words

_PAGE = 5_000


@click.command()
@stores.database
@click.argument("out", type=click.Path(dir_okay=False, path_type=Path), metavar="OUT.jsonl")
@click.option("--without-players", is_flag=True, help="Leave out OUT.players.jsonl: the ids and salts.")
@options.language
def command(db: str, out: Path, without_players: bool, words: Words) -> None:
    """Write every entry to OUT.jsonl, and ids and salts of players to OUT.players.jsonl beside it."""
    from terazi.ledger.cards import encode_card
    from terazi.service.keeping import cards
    from terazi.service.ladders import head, ledger_lines
    from terazi.store.trouble import Cause, StoreTrouble

    with stores.opened(words, db) as store, outputs() as files:
        end = head(store).number
        if end == 0:
            raise StoreTrouble(Cause.NO_LADDER, db)
        with files.open(out) as file:
            for start in range(0, end, _PAGE):
                lines = ledger_lines(store, start, min(_PAGE, end - start))
                file.writelines(line + b"\n" for line in lines)
        if not without_players:
            with files.open(players_path(out), private=True) as file:
                file.writelines(encode_card(card) + b"\n" for card in cards(store) if card.number < end)
        files.keep()
    click.echo(words.say("export.done", number=words.numbers.integer(end)), err=True)
