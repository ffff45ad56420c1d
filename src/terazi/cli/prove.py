"""`terazi prove`: a small file that shows anybody that a game is in the log, and its sums."""

from pathlib import Path

import click

from terazi.cli import log_keys, options, stores
from terazi.cli.outputs import outputs
from terazi.cli.verify_report import FAULT_FOUND
from terazi.core.codes import Code, Refusal
from terazi.core.types import GameId
from terazi.ledger.faults import Fault, FaultCode, Faulty
from terazi.ledger.note import LONGEST_NOTE, parse_verifier_key
from terazi.ledger.proof import Proof, encode_proof, make_proof, numbers_of_game
from terazi.ledger.source import FolderSource
from terazi.ledger.tiles import CHECKPOINT, VERIFIER_KEY
from terazi.ledger.verify import open_log
from terazi.words.catalogue import Words

LONGEST_KEY = 1000


@click.command()
@click.argument("game_id")
@click.option("--db", envvar="TERAZI_DB", metavar="PATH_OR_URL", help="The store (or set TERAZI_DB).")
@click.option(
    "--log",
    "folder",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    metavar="DIR",
    help="A published log instead of a store.",
)
@log_keys.key_file
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Default: standard output.")
@options.language
def command(
    game_id: str, db: str | None, folder: Path | None, key_path: Path | None, out: Path | None, words: Words
) -> None:
    """Write the proof of a game: its entry, the way from it to the signed root, and the checkpoint.

    `terazi verify FILE` checks it offline. A store whose log was not signed so far yet signs it now.
    """
    found = _published(folder, GameId(game_id)) if folder else _stored(words, db, key_path, GameId(game_id))
    if isinstance(found, Refusal):
        options.give_up(words, found)
    if isinstance(found, Fault):
        click.echo(log_keys.fault_sentence(words, found), err=True)
        raise SystemExit(FAULT_FOUND)
    data = encode_proof(found)
    if out is None:
        click.echo(data, nl=False)
        return
    with outputs() as files:
        files.open(out).write(data)
        files.keep()


def _stored(words: Words, db: str | None, key_path: Path | None, game_id: GameId) -> Proof | Fault | Refusal:
    from terazi.service.ladders import settings
    from terazi.service.publishing import prove_game

    if db is None:
        raise click.UsageError(words.template("prove.from_where"))
    with stores.opened(words, db) as store:
        settings(store)  # no key for what is no ladder
        return prove_game(store, log_keys.signer_of(words, db, key_path), game_id)


def _published(folder: Path, game_id: GameId) -> Proof | Fault | Refusal:
    source = FolderSource(folder)
    if source.read(CHECKPOINT, LONGEST_NOTE) == Fault(code=FaultCode.MISSING, place=CHECKPOINT):
        return Fault(code=FaultCode.NOT_A_LEDGER, place=str(folder))
    text = source.read(VERIFIER_KEY, LONGEST_KEY)
    key = text if isinstance(text, Fault) else parse_verifier_key(text.decode(errors="replace").strip())
    if isinstance(key, Fault):
        return key
    try:
        note, tree = open_log(source, key)
        numbers = numbers_of_game(tree, game_id)
        if not numbers:
            return Refusal(code=Code.UNKNOWN_GAME, field="game_id", value=game_id)
        return make_proof(tree, note, key, numbers)
    except Faulty as faulty:
        return faulty.fault
