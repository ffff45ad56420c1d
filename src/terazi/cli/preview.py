"""`terazi preview`: what the next game is worth to both players."""

import json
from dataclasses import asdict

import click

from terazi.cli import options
from terazi.core.formula import Formula
from terazi.core.preview import preview
from terazi.core.types import Standing, Win
from terazi.words.catalogue import Words
from terazi.words.stakes import preview_lines

count = click.IntRange(min=0)


@click.command(context_settings={"ignore_unknown_options": True})
@click.argument("rating", type=int)
@click.argument("opponent", type=int)
@options.cube
@click.option(
    "--win",
    type=click.Choice([str(win) for win in Win]),
    default=str(Win.SINGLE),
    callback=lambda ctx, param, value: Win(value),
    help="Size of the win; matters only in pre-1.0.5 (default: single).",
)
@click.option("--recent", type=count, default=0, help="Your ranked games in the last 7 days (default: 0).")
@click.option("--opponent-recent", type=count, default=0, help="The opponent's (default: 0).")
@options.formula()
@options.as_json
@options.language
def command(
    rating: int,
    opponent: int,
    cube: int,
    win: Win,
    recent: int,
    opponent_recent: int,
    formula: Formula,
    as_json: bool,
    words: Words,
) -> None:
    """Show what you (rated RATING) and your OPPONENT win or lose in one game.

    Example: terazi preview 1500 1800 --cube 2
    """
    you = Standing(rating=rating, games_recent=recent)
    them = Standing(rating=opponent, games_recent=opponent_recent)
    stakes = preview(you, them, cube=cube, size=win, formula=formula)
    if as_json:
        click.echo(json.dumps(asdict(stakes)))
        return
    lines = preview_lines(words, stakes, you=you, opponent=them, cube=cube, formula=formula)
    click.echo("\n".join(lines))
