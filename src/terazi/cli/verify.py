"""`terazi verify`: a published log, a ledger file or a proof, checked to the last sum."""

import os
from pathlib import Path

import click

from terazi.cli import options
from terazi.cli.seen_checkpoints import remember
from terazi.cli.verify_inputs import card_in, earlier, is_proof, log_at, read_file
from terazi.cli.verify_progress import Progress
from terazi.cli.verify_report import Report
from terazi.core.types import PlayerNumber
from terazi.ledger.cards import Card
from terazi.ledger.codec import encode
from terazi.ledger.faults import Fault, FaultCode, Faulty
from terazi.ledger.ledger_file import LedgerFile
from terazi.ledger.note import LONGEST_NOTE, VerifierKey, parse_verifier_key
from terazi.ledger.player_history import PlayerHistory, card_fault
from terazi.ledger.proof import LARGEST_PROOF, check_proof, decode_proof
from terazi.ledger.source import Source
from terazi.ledger.tiles import CHECKPOINT, VERIFIER_KEY
from terazi.ledger.verify import Verified, Watch, verify_entries, verify_log
from terazi.words.catalogue import Words

LONGEST_KEY = 1000
file = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command()
@click.argument("source")
@click.option("--key", "key_text", help="The log's verifier key (default: what the log itself says).")
@click.option("--since", type=file, help="An earlier checkpoint, beside the one you saw last.")
@click.option(
    "--player",
    type=click.IntRange(min=1),
    metavar="NUMBER",
    help="Show the history of the player of this number.",
)
@click.option("--card", type=file, help="Show the history of the player of this card.")
@options.as_json
@options.language
def command(
    source: str,
    key_text: str | None,
    since: Path | None,
    player: int | None,
    card: Path | None,
    as_json: bool,
    words: Words,
) -> None:
    """Check SOURCE: the address or folder of a log, a ledger file, or a proof of one game.

    The address of a service, or of a page of it, does as well: its log is below /log/.

    Of a log: the signature, the tree, that it extends the checkpoint you saw last, and every sum of every
    entry. A ledger file is signed by nobody: only its sums are checked. Ends with 1 at the first fault.
    """
    say, path = Report(words=words, as_json=as_json), Path(source)
    is_file = os.path.isfile(source)
    if is_file and is_proof(words, path):
        _only_for_logs(words, "verify.not_of_proof", since=since, player=player, card=card)
        return _prove(say, path, key_text)
    whose = card_in(words, card) if card else None
    number = whose.number if whose else player
    history = PlayerHistory(player=PlayerNumber(number)) if number else None
    watch = history.watch if history else None
    is_known = True
    if is_file:
        _only_for_logs(words, "verify.not_of_file", key=key_text, since=since)
        answer, key, before = _file(say, path, watch), None, []
    else:
        log = log_at(say, source)
        key = _key(say, log, source, key_text)
        before = list(dict.fromkeys(map(say.unless_fault, earlier(words, since, key))))
        is_known = key_text is not None or bool(before)
        progress = Progress(watch)
        with progress:
            found = verify_log(log, key, since=before, watch=progress.watch, begin=progress.begin)
        answer = say.unless_fault(found)
        _remember(words, key, answer.note)
    if history is not None:
        _check_known(say, history, whose)
    say.right(answer, history, key, before)
    if not is_known:
        click.echo(words.say("verify.key_of_log"), err=True)
    return None


def _only_for_logs(words: Words, reason: str, **options: object) -> None:
    for name, value in options.items():
        if value is not None:
            raise click.UsageError(words.say(reason, option=f"--{name}"))


def _remember(words: Words, key: VerifierKey, note: bytes) -> None:
    try:
        remember(key, note)
    except OSError as error:  # what was checked is right all the same
        reason = error.strerror or type(error).__name__
        click.echo(words.say("verify.not_remembered", reason=reason), err=True)


def _file(say: Report, path: Path, watch: Watch | None) -> Verified:
    try:
        ledger = LedgerFile(path)
        if not ledger.size:
            say.fault(Fault(code=FaultCode.NOT_A_LEDGER, place=path.name))
        return say.unless_fault(verify_entries(ledger, watch=watch))
    except Faulty as faulty:
        say.fault(faulty.fault)


def _check_known(say: Report, history: PlayerHistory, whose: Card | None) -> None:
    fault = card_fault(whose, history.entries) if whose else None
    if not history.entries:
        fault = Fault(code=FaultCode.NO_SUCH_PLAYER, says=str(history.player))
    if fault is not None:
        say.fault(fault)


def _key(say: Report, log: Source, source: str, given: str | None) -> VerifierKey:
    told = given.encode() if given else log.read(VERIFIER_KEY, LONGEST_KEY)
    if isinstance(told, Fault) and told.code is FaultCode.MISSING:
        note = log.read(CHECKPOINT, LONGEST_NOTE)
        is_log = not isinstance(note, Fault) or note.code is not FaultCode.MISSING
        told = Fault(code=FaultCode.KEY_NEEDED if is_log else FaultCode.NOT_A_LEDGER, place=source)
    text = say.unless_fault(told)
    return say.unless_fault(parse_verifier_key(text.decode(errors="replace").strip()))


def _prove(say: Report, path: Path, key_text: str | None) -> None:
    proof = say.unless_fault(decode_proof(read_file(say.words, path, LARGEST_PROOF, "SOURCE")))
    key = say.unless_fault(parse_verifier_key(key_text or proof.key))
    checked = say.unless_fault(check_proof(proof, key))
    say.proved(key, checked.checkpoint, map(encode, checked.entries), given=key_text is not None)
