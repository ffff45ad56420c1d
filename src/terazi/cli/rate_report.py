"""What `terazi rate` says besides the leaderboard, on stderr, and the file of refused rows."""

import io
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import BinaryIO

import click

from terazi.cli.rate_plain import Rated
from terazi.formats.order import Conflict
from terazi.formats.rejects import write_rejects
from terazi.formats.rows import Reject
from terazi.words.catalogue import Words
from terazi.words.refusals import refusal_sentence

MOST_SHOWN = 10
"""Refused rows and columns named on the terminal."""


def say(lines: Iterable[str]) -> None:
    """Print lines on stderr."""
    for line in lines:
        click.echo(line, err=True)


def conflict_lines(words: Words, conflicts: Sequence[Conflict]) -> Iterator[str]:
    """One id with two contents: where, and that nothing was written."""
    for conflict in conflicts[:MOST_SHOWN]:
        yield f"{conflict.second.place}: {refusal_sentence(words, conflict.refusal)} [conflict]"
    yield words.template("rate.nothing_written")


def report_lines(words: Words, rated: Rated, *, told_all: bool) -> Iterator[str]:
    """Ignored columns, repeats, refused rows (the first few), and how many games were taken."""
    if rated.ignored:
        yield words.say("rate.ignored", columns=_few(words, rated.ignored))
    if rated.repeats:
        yield words.count("rate.repeats", rated.repeats)
    yield from reject_lines(words, rated.rejects)
    rows = sum(not reject.whole_file for reject in rated.rejects)
    if rows and not told_all:
        yield words.template("rate.ask_for_rejects")
    games = words.count("rate.games", rated.games)
    yield words.say("rate.done", games=games, rows=words.count("rate.rows", rows))


def reject_lines(words: Words, rejects: Sequence[Reject]) -> Iterator[str]:
    """The first few refused rows, and how many more there are."""
    for reject in rejects[:MOST_SHOWN]:
        yield _reject_line(words, reject)
    if len(rejects) > MOST_SHOWN:
        yield words.count("rate.more_refused", len(rejects) - MOST_SHOWN)


def _few(words: Words, names: Sequence[str]) -> str:
    more = len(names) - MOST_SHOWN
    shown = ", ".join(names[:MOST_SHOWN])
    return f"{shown} … (+{words.numbers.integer(more)})" if more > 0 else shown


def _reject_line(words: Words, reject: Reject) -> str:
    place = reject.row.place if reject.row.line else reject.row.path
    return f"{place}: {refusal_sentence(words, reject.refusal)} [{reject.refusal.code}]"


def write_rejects_file(words: Words, file: BinaryIO, rejects: Sequence[Reject], *, name_files: bool) -> None:
    """Every refused row as CSV, to be mended and given again."""
    text = io.TextIOWrapper(file, encoding="utf-8", newline="", write_through=True)
    write_rejects(text, rejects, partial(refusal_sentence, words), name_files=name_files)
    text.detach()
