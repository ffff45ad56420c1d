"""`terazi keys`: make, list and revoke callers' keys. Only their digests are stored."""

import json
from typing import Any

import click

from terazi.cli import options, stores
from terazi.formats.instants import instant_text
from terazi.words.catalogue import Words

SCOPES = ("report", "direct", "admin")
"""What a key can be for; a test holds these to the service's."""


@click.group()
def command() -> None:
    """Make, list and revoke the keys with which callers report games and direct the ladder."""


@command.command("create")
@stores.database
@click.option(
    "--scope",
    "scopes",
    multiple=True,
    required=True,
    type=click.Choice(SCOPES),
    help="report: games; direct: voids, tournaments, players; admin: rulebook, erasing. May be given again.",
)
@click.option("--label", default="", help="Whose key it is.")
@options.as_json
@options.language
def create(db: str, scopes: tuple[str, ...], label: str, as_json: bool, words: Words) -> None:
    """Make a key and print it: it is shown this once. A store that is not there yet is made."""
    from terazi.service.keys import Scope, create_key

    with stores.opened(words, db, may_make=True) as store:
        made = create_key(store, list(map(Scope, scopes)), stores.now_ms(), label)
    if as_json:
        click.echo(json.dumps({"key": made.secret, "scopes": sorted(made.stored.scopes)}))
    else:
        click.echo(words.template("keys.created"), err=True)
        click.echo(made.secret)


@command.command("list")
@stores.database
@options.as_json
@options.language
def list_all(db: str, as_json: bool, words: Words) -> None:
    """List every key by how it begins, with its scopes."""
    from terazi.service.keys import list_keys

    with stores.opened(words, db) as store:
        keys = list_keys(store)
    for key in keys:
        members: dict[str, Any] = {
            "begins": key.begins,
            "scopes": sorted(key.scopes),
            "created_at": instant_text(key.created_at),
            "label": key.label,
            "revoked_at": None if key.revoked_at is None else instant_text(key.revoked_at),
        }
        if as_json:
            click.echo(json.dumps(members, ensure_ascii=False))
            continue
        columns = [members["begins"], ",".join(members["scopes"]), members["created_at"], key.label]
        if key.revoked_at is not None:
            columns.append(f"({words.template('keys.is_revoked')})")
        click.echo("  ".join(columns).rstrip())


@command.command("revoke")
@stores.database
@click.argument("key")
@options.language
def revoke(db: str, key: str, words: Words) -> None:
    """Revoke KEY: the whole key, or how it begins in the list. Running services follow within seconds."""
    from terazi.service.keys import revoke_key

    with stores.opened(words, db) as store:
        done = revoke_key(store, key, stores.now_ms())
    shown = key[:11]
    click.echo(words.say("keys.revoked" if done else "keys.unknown", begins=shown), err=True)
    if not done:
        raise SystemExit(options.INPUT_REFUSED)
