"""`terazi explain`: the whole calculation of one game's changes, from a ledger file."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from terazi.cli import options
from terazi.cli.ledger_files import Naming, lines_of, names_beside
from terazi.core.codes import Code, Refusal
from terazi.core.explain import Explanation, Teller, explain
from terazi.core.types import GameId
from terazi.ledger.codec import NotAnEntry, encode
from terazi.ledger.search import Found, find_game
from terazi.words.catalogue import Words
from terazi.words.explanation import explanation_lines, game_lines


@click.command()
@click.argument("ledger", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.argument("game_id")
@options.as_json
@options.language
def command(ledger: Path, game_id: str, as_json: bool, words: Words) -> None:
    """Show every step of both players' changes in GAME_ID, from a LEDGER that `terazi rate` wrote.

    Players are shown by the ids in LEDGER's .players.jsonl beside it, or by number where that is absent.
    """
    try:
        found = find_game(lambda: lines_of(ledger), GameId(game_id))
        name = names_beside(ledger)
    except (NotAnEntry, ValueError) as error:
        refusal = Refusal(code=Code.NOT_A_LEDGER, value=str(error))
        options.give_up(words, refusal, where=str(ledger))
    if found is None:
        options.give_up(words, Refusal(code=Code.UNKNOWN_GAME, value=game_id), where=str(ledger))
    if as_json:
        click.echo(json.dumps(_members(found, name), ensure_ascii=False))
    else:
        click.echo("\n".join(_lines(words, found, name)))


def _lines(words: Words, found: Found, name: Naming) -> list[str]:
    after: Any = {"void": found.void, "replaced_by": found.replaced_by}
    if found.entry.unrated is not None:
        return game_lines(words, found.entry, name, **after)
    return explanation_lines(words, _explained(found, name), **after)


def _explained(found: Found, name: Naming) -> Explanation:
    return explain(
        found.entry,
        found.formula,
        Teller(name=name(found.game.winner), counted=found.winner_counted),
        Teller(name=name(found.game.loser), counted=found.loser_counted),
    )


def _members(found: Found, name: Naming) -> dict[str, Any]:
    """The entry as it stands in the ledger, what took it back, and for a rated game every term."""
    members: dict[str, Any] = {
        "entry": json.loads(encode(found.entry)),
        "void": None if found.void is None else json.loads(encode(found.void)),
        "replaced_by": found.replaced_by,
    }
    if found.entry.unrated is not None:
        return {"rated": False, "reason": found.entry.unrated.value} | members
    explanation = _explained(found, name)
    return {
        "rated": True,
        "formula": asdict(explanation.formula),
        "winner": asdict(explanation.winner),
        "loser": asdict(explanation.loser),
        "asymmetry": explanation.asymmetry.value,
    } | members
