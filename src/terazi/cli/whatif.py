"""`terazi whatif`: the same history under other rules, side by side."""

from pathlib import Path

import click

from terazi.cli import options
from terazi.cli.ledger_files import lines_of, names_beside
from terazi.cli.study_games import echo_json, tells, usable
from terazi.cli.study_report import table
from terazi.core.codes import Code, Refusal
from terazi.core.entries import Erasure, Registration
from terazi.core.formula import Formula
from terazi.core.rulebook import Rulebook, always
from terazi.core.types import PlayerNumber
from terazi.formats.rulebook_toml import read_rulebook
from terazi.ledger.codec import NotAnEntry, decode
from terazi.replay.history import history_of, rulebook_in
from terazi.study.whatif import Standing, what_if
from terazi.words.catalogue import Words

SHOWN = 20


@click.command()
@click.argument("ledger", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--rulebook", metavar="FILE.toml", help="The other versions, with their dates.")
@options.formula(default=None)
@click.option("--all", "everybody", is_flag=True, help=f"Show everybody, not only the first {SHOWN}.")
@tells
def command(
    ledger: Path,
    rulebook: str | None,
    formula: Formula | None,
    everybody: bool,
    figures: Path | None,
    as_json: bool,
    words: Words,
) -> None:
    """Rate the history in LEDGER again under another rulebook, or one other version, and show both
    side by side.

    LEDGER was written by `terazi rate --ledger` or `terazi export`. Nothing is changed: past games are never
    rated again. Awards keep their amounts, voids take back what the games would have given.
    """
    then = _rules(words, rulebook, formula)
    try:
        entries = [decode(line) for line in lines_of(ledger)]
        name = names_beside(ledger)
    except (NotAnEntry, ValueError) as error:
        options.give_up(words, Refusal(code=Code.NOT_A_LEDGER, value=str(error)), where=str(ledger))
    numbers = [PlayerNumber(entry.number) for entry in entries if isinstance(entry.facts, Registration)]
    gone = {entry.facts.player for entry in entries if isinstance(entry.facts, Erasure)}
    erased = frozenset(place for place, number in enumerate(numbers) if number in gone)
    standings = what_if(history_of(entries), rulebook_in(entries), then, erased)
    if isinstance(standings, Refusal):
        options.give_up(words, standings, where=rulebook or str(formula and formula.name))
    names = [name(number) for number in numbers]
    if figures:
        from terazi.cli.study_figures import whatif_figure

        whatif_figure(words, standings, figures)
    if as_json:
        echo_json([_member(names, each) for each in standings])
    else:
        click.echo("\n".join(_lines(words, names, standings, everybody=everybody)))


def _rules(words: Words, rulebook: str | None, formula: Formula | None) -> Rulebook:
    if bool(rulebook) == bool(formula):
        raise click.UsageError("give either --rulebook or --formula")
    if formula:
        return always(formula)
    assert rulebook is not None
    return usable(words, rulebook, read_rulebook(rulebook))


def _member(names: list[str], each: Standing) -> dict[str, object]:
    return {
        "player": names[each.player],
        "games": each.games,
        "rating": each.rating,
        "rank": each.rank,
        "rating_then": each.rating_then,
        "rank_then": each.rank_then,
    }


def _lines(words: Words, names: list[str], standings: list[Standing], *, everybody: bool) -> list[str]:
    shown = standings if everybody else standings[:SHOWN]
    headings = (
        "board.player",
        "board.games",
        "board.rating",
        "study.then",
        "study.change",
        "board.rank",
        "study.then",
    )
    rows = (
        (
            names[each.player],
            words.numbers.integer(each.games),
            words.numbers.rating(each.rating),
            words.numbers.rating(each.rating_then),
            words.numbers.signed(each.rating_then - each.rating),
            str(each.rank),
            str(each.rank_then),
        )
        for each in shown
    )
    lines = table(words, "study.whatif_title", headings, rows)
    moved = sum(each.rank != each.rank_then for each in standings)
    players = words.numbers.integer(len(standings))
    summary = words.say("study.whatif_moved", moved=words.numbers.integer(moved), players=players)
    return [*lines[1:], "", summary]
