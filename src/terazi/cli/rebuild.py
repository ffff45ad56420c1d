"""`terazi rebuild`: the projections made again from the ledger, and compared."""

import json

import click

from terazi.cli import options, stores
from terazi.words.catalogue import Words

DIFFERS = 1
"""Exit code of a verification that found a fault."""


@click.command()
@stores.database
@click.option("--repair", is_flag=True, help="Put what the ledger makes in the place of what differs.")
@options.as_json
@options.language
def command(db: str, repair: bool, as_json: bool, words: Words) -> None:
    """Make all projections again from the ledger, and name every table that differs.

    Exit code: 0 when all are the same (or were repaired), 1 when something differs.
    """
    from terazi.service.keeping import rebuild

    with stores.opened(words, db) as store:
        found = rebuild(store, repair=repair)
    for one in found:
        stored, made = map(str, one.first)
        if as_json:
            click.echo(json.dumps({"table": one.table, "rows": one.rows, "stored": stored, "made": made}))
        else:
            rows = words.numbers.integer(one.rows)
            click.echo(words.say("rebuild.differs", table=one.table, rows=rows, stored=stored, made=made))
    key = "rebuild.repaired" if found and repair else "rebuild.same"
    if repair or not found:
        click.echo(words.template(key), err=True)
    raise SystemExit(DIFFERS if found and not repair else 0)
