"""Options that several commands share, and how a command gives up."""

import os
from collections.abc import Callable
from typing import Any, NoReturn, TypeVar

import click

from terazi.core.catalogue import CATALOGUE, CURRENT
from terazi.core.codes import Refusal
from terazi.core.formula import Formula
from terazi.core.types import CUBES
from terazi.words.catalogue import Words, words_in
from terazi.words.refusals import refusal_sentence

INPUT_REFUSED = 3
"""Exit code when some input was refused."""

F = TypeVar("F", bound=Callable[..., Any])


def _language() -> str:
    """`TERAZI_LANG`, else Turkish where the locale is, else English.

    The locale of messages is what POSIX says: the first of three variables that is set.
    """
    locale = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    return os.environ.get("TERAZI_LANG") or ("tr" if locale.startswith("tr") else "en")


def _words(ctx: click.Context, param: click.Parameter, value: str) -> Words:
    return words_in(value)


def _formula(ctx: click.Context, param: click.Parameter, value: str | None) -> Formula | None:
    return None if value is None else CATALOGUE[value]


def language(command: F) -> F:
    """`--lang tr|en`, handed on as `words`."""
    return click.option(
        "--lang",
        "words",
        type=click.Choice(["tr", "en"]),
        default=_language,
        callback=_words,
        help="Language of what is printed (default: TERAZI_LANG, else the locale's).",
    )(command)


def formula(default: str | None = CURRENT.name) -> Callable[[F], F]:
    """`--formula NAME`, a version of the catalogue, handed on as `formula`."""
    return click.option(
        "--formula",
        type=click.Choice(list(CATALOGUE)),
        default=default,
        callback=_formula,
        help=f"Version of the formula (default: {CURRENT.name}).",
    )


def cube(command: F) -> F:
    """`--cube N`, handed on as an integer."""
    return click.option(
        "--cube",
        type=click.Choice([str(value) for value in CUBES]),
        default="1",
        callback=lambda ctx, param, value: int(value),
        help="Value of the doubling cube (default: 1).",
    )(command)


def as_json(command: F) -> F:
    """`--json`, handed on as `as_json`."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")(command)


def give_up(words: Words, refusal: Refusal, where: str = "", code: int = INPUT_REFUSED) -> NoReturn:
    """Say on stderr what was refused, with its code, and stop."""
    place = f"{where}: " if where else ""
    click.echo(f"{place}{refusal_sentence(words, refusal)} [{refusal.code}]", err=True)
    raise SystemExit(code)
