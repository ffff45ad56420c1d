"""Commands on a public log: whose key signs it, and what is said when something is wrong with it."""

import secrets
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, NoReturn, TypeVar

import click

from terazi.core.codes import Code
from terazi.ledger import ed25519
from terazi.ledger.faults import Fault, FaultCode
from terazi.ledger.keys import new_key, save_key
from terazi.ledger.note import SignBytes, SigningKey, is_key_name
from terazi.ledger.signer import Signer, load_signer
from terazi.words.catalogue import Words
from terazi.words.refusals import filled
from terazi.words.shown import shown

F = TypeVar("F", bound=Callable[..., Any])

_SQLITE = "sqlite://"


def key_file(command: F) -> F:
    """`--key-file FILE`, handed on as `key_path`."""
    return click.option(
        "--key-file",
        "key_path",
        envvar="TERAZI_LOG_KEY",
        type=click.Path(dir_okay=False, path_type=Path),
        help="The log's signing key (default: DATABASE.log-key beside a SQLite file; or set TERAZI_LOG_KEY).",
    )(command)


def checked_name(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    """A name that a log can have."""
    if value is not None and not is_key_name(value):
        raise click.BadParameter("a log's name has no blanks and no plus, such as example.org/ladder")
    return value


def log_name(command: F) -> F:
    """`--name NAME`, for a key that is made, handed on as `name`."""
    return click.option(
        "--name", callback=checked_name, help="The log's name, for a new key: its address without https://."
    )(command)


def signer_of(words: Words, db: str, path: Path | None, name: str | None = None) -> Signer:
    """The signer of a database's log; a key is made where there is none yet. Nothing overwrites a key."""
    found = _place(words, db) if path is None else path
    if not found.exists():
        made = new_key(name or f"terazi/{secrets.token_hex(4)}")
        try:
            save_key(found, made)
        except FileExistsError:  # another process made it at the same moment
            pass
        except OSError as error:
            raise click.UsageError(f"{found}: {error.strerror}") from error
        else:
            click.echo(words.say("publish.key_made", path=str(found)), err=True)
    signer = load_signer(found, signing())
    if isinstance(signer, Fault):
        raise click.BadParameter(key_fault(words, signer, found), param_hint="--key-file")
    check_name(words, found, signer.key, name)
    return signer


def key_fault(words: Words, fault: Fault, path: Path) -> str:
    """Why a file gives no key to sign with."""
    if fault.code is FaultCode.BAD_KEY:
        return words.say("publish.no_key", path=path_shown(path))
    return fault_sentence(words, replace(fault, place=str(path)))


def check_name(words: Words, path: Path, key: SigningKey, name: str | None) -> None:
    """See that the key of a file has the name that was asked for, if any was."""
    if name is not None and name != key.name:
        said = words.say("publish.other_name", path=path_shown(path), name=shown(key.name))
        raise click.BadParameter(said, param_hint="--name")


def signing() -> SignBytes:
    """How to sign: with `cryptography`, which hides its timing, where that is installed."""
    try:
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    except ImportError:
        return ed25519.sign
    return lambda seed, message: Ed25519PrivateKey.from_private_bytes(seed).sign(message)


def _place(words: Words, db: str) -> Path:
    if "://" not in db:
        return Path(f"{db}.log-key")
    if db.startswith(_SQLITE):
        return Path(f"{db.partition('///')[2]}.log-key")
    raise click.UsageError(words.template("publish.where_is_key"))


def path_shown(path: Path | str) -> str:
    """A path in a sentence, whole: its end is what tells one from another."""
    return shown(str(path), _LONGEST_PATH)


def fault_sentence(words: Words, fault: Fault) -> str:
    """A fault in one line of text, safe for a terminal, with its code."""
    places = {name: shown(getattr(fault, name), _LONGEST) for name in ("place", "field", "says", "should")}
    code = str(fault.code)
    if fault.code is FaultCode.REFUSED:  # then `should` is the refusal's code, which has words of its own
        code = f"{code}: {fault.should}"
        places["should"] = filled(words.label(Code(fault.should)), {"value": "", "other": ""}).rstrip(".")
    sentence = filled(words.template(f"fault.{fault.code}"), places)
    sentence = sentence[:1].upper() + sentence[1:]
    if fault.entry is None:
        return f"{sentence} [{code}]"
    return f"{words.say('verify.at_entry', number=str(fault.entry))} {sentence} [{code}]"


def refuse(words: Words, fault: Fault, code: int) -> NoReturn:
    """Say on stderr what is wrong, and that nothing was published."""
    click.echo(fault_sentence(words, fault), err=True)
    click.echo(words.template("publish.refused"), err=True)
    raise SystemExit(code)


_LONGEST = 130
_LONGEST_PATH = 1000
