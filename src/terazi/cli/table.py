"""`terazi table`: the article's tables, or a version's whole table, from the formula."""

import hashlib

import click

from terazi.cli import options
from terazi.core.formula import Formula
from terazi.ledger.digest import table_lines, table_sha256
from terazi.words.catalogue import Words
from terazi.words.tables import article_table_lines

FULL_REACH = 4000
"""`--full` prints gaps of -4000 to 4000 rating points (SPEC 3)."""


@click.command()
@options.formula()
@click.option("--full", is_flag=True, help="The complete table as CSV: gaps -4000 to 4000, every K and cube.")
@options.language
def command(formula: Formula, full: bool, words: Words) -> None:
    """Print the tables of a version of the formula.

    Every number is computed by the formula itself. With --full, stderr shows the SHA-256 of the printed CSV,
    and below it that of the version's own table (until nothing moves any more), which ledgers carry.
    """
    if full:
        _print_full(formula)
    else:
        click.echo("\n".join(article_table_lines(words, formula)))


def _print_full(formula: Formula) -> None:
    digest = hashlib.sha256()
    for line in table_lines(formula, FULL_REACH):
        data = f"{line}\n".encode()
        digest.update(data)
        click.echo(data, nl=False)
    click.echo(f"sha256 {digest.hexdigest()}", err=True)
    reach = formula.reach()
    click.echo(f"table_sha256 {table_sha256(formula)} ({formula.name}, gaps -{reach} to {reach})", err=True)
