"""`terazi card`: what a player needs to show whose entries theirs are."""

import click

from terazi.cli import options, stores
from terazi.core.codes import Refusal
from terazi.core.types import PlayerId
from terazi.words.catalogue import Words


@click.command()
@click.argument("player")
@stores.database
@options.language
def command(player: str, db: str, words: Words) -> None:
    """Print the card of PLAYER (the operator's id): number, id and salt, as one line of JSON.

    Give it to that player alone: with it anybody can tell which entries of the log are theirs, for ever.
    """
    from terazi.ledger.cards import encode_card
    from terazi.service.publishing import card

    with stores.opened(words, db) as store:
        found = card(store, PlayerId(player))
    if isinstance(found, Refusal):
        options.give_up(words, found)
    click.echo(encode_card(found))
