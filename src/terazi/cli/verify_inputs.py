"""What `terazi verify` is given: a log, checkpoints, a card. What is not what it should be is named."""

import os
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import click

from terazi.cli.log_keys import fault_sentence, path_shown
from terazi.cli.seen_checkpoints import place_of
from terazi.cli.verify_report import Report
from terazi.ledger.cards import Card, decode_card
from terazi.ledger.checkpoint import Checkpoint, open_checkpoint
from terazi.ledger.faults import Fault, FaultCode
from terazi.ledger.note import LONGEST_NOTE, VerifierKey
from terazi.ledger.proof import LARGEST_PROOF
from terazi.ledger.source import FolderSource, Source
from terazi.ledger.tiles import CHECKPOINT
from terazi.words.catalogue import Language, Words

LONGEST_CARD = 10_000
_on_the_web = re.compile("https?://[^/?#]").match
_PAGE = rf"(?<=[^/])/({'|'.join(Language)})(/.*)?$"
"""The path of a page, below the service's address."""
_BEGINS = b'{"checkpoint":'
_NO_CHECKPOINT = frozenset({FaultCode.BAD_NOTE, FaultCode.BAD_CHECKPOINT})


def log_at(say: Report, source: str) -> Source:
    """The log in a folder or at an address; where none is there, that of a service, below its `/log/`."""
    if not _on_the_web(source):
        if not os.path.exists(source):
            said = say.words.say("verify.nowhere", source=path_shown(source))
            raise click.BadParameter(said, param_hint="SOURCE")
        return FolderSource(Path(source))
    address, below = _places(source)
    log = _log_on_web(say, address)
    if log is None:
        log = _log_on_web(say, below)
        if log is None:
            say.fault(Fault(code=FaultCode.NOT_A_LEDGER, place=address, says=below))
        click.echo(say.words.say("verify.found_at", address=path_shown(below)), err=True)
    return log


def _places(source: str) -> tuple[str, str]:
    """The address without what follows its path, and where the log is if it is a service's or a page's."""
    scheme, _, rest = re.split("[?#]", source)[0].partition("//")
    place = rest.rstrip("/")
    service = re.sub(_PAGE, "", place)
    return f"{scheme}//{place}", f"{scheme}//{service}/log"


def _log_on_web(say: Report, address: str) -> Source | None:
    """The log at an address; None where there is no checkpoint."""
    # Imported here: a folder needs none of it, and it is slow to import.
    from terazi.ledger.web_source import WebSource

    log = WebSource(address)
    click.get_current_context().call_on_close(log.close)
    note = log.read(CHECKPOINT, LONGEST_NOTE)
    if not isinstance(note, Fault):
        return log
    if note.code is not FaultCode.MISSING:
        say.fault(replace(note, place=f"{address}/{CHECKPOINT}"))
    return None


def read_file(words: Words, path: Path, limit: int, option: str) -> bytes:
    """The bytes of a file that an option names; bad usage where it cannot be read or is too large."""
    data = _read(path, limit)
    if isinstance(data, Fault):
        raise click.BadParameter(fault_sentence(words, data), param_hint=option)
    return data


def _read(path: Path, limit: int) -> bytes | Fault:
    return FolderSource(Path()).read(str(path), limit)


def is_proof(words: Words, path: Path) -> bool:
    """Whether a file is a proof, by how it begins."""
    try:
        with path.open("rb") as file:
            begins = file.read(len(_BEGINS))
            return begins == _BEGINS and b'"format":"terazi-proof-' in file.read(LARGEST_PROOF)
    except OSError as error:
        fault = Fault(code=FaultCode.UNREADABLE, place=str(path), says=error.strerror or "")
        raise click.BadParameter(fault_sentence(words, fault), param_hint="SOURCE") from error


def earlier(words: Words, since: Path | None, key: VerifierKey) -> Iterator[Checkpoint | Fault]:
    """The checkpoints that the log must extend: that of `--since`, and the one seen last.

    A fault names its file: a checkpoint that this log's key has not signed.
    """
    if since is not None:
        found = _opened(since, read_file(words, since, LONGEST_NOTE, "--since"), key)
        if isinstance(found, Fault) and found.code in _NO_CHECKPOINT:
            said = words.say("verify.no_checkpoint", path=path_shown(since))
            raise click.BadParameter(said, param_hint="--since")
        yield found
    seen = place_of(key)
    note = _read(seen, LONGEST_NOTE)
    if not isinstance(note, Fault):
        yield _opened(seen, note, key)
    elif note.code is not FaultCode.MISSING:
        click.echo(fault_sentence(words, note), err=True)


def _opened(path: Path, note: bytes, key: VerifierKey) -> Checkpoint | Fault:
    found = open_checkpoint(note, key)
    return replace(found, place=str(path)) if isinstance(found, Fault) else found


def card_in(words: Words, path: Path) -> Card:
    """The card of `--card`."""
    try:
        return decode_card(read_file(words, path, LONGEST_CARD, "--card").strip())
    except ValueError as error:
        said = words.say("verify.no_card", path=path_shown(path))
        raise click.BadParameter(said, param_hint="--card") from error
