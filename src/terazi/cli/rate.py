"""`terazi rate`: finished games in, exact ratings out, and a name for every row that was refused."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import click

from terazi.cli import options
from terazi.cli.board import json_lines, text_lines
from terazi.cli.ledger_files import LedgerFiles
from terazi.cli.match_input import parted
from terazi.cli.match_options import (
    MatchAsked,
    given_matches,
    match_options,
    match_report,
    write_review_file,
)
from terazi.cli.outputs import outputs
from terazi.cli.rate_fast import rate_fast
from terazi.cli.rate_plain import Job, Rated, rate_plainly
from terazi.cli.rate_report import conflict_lines, report_lines, say, write_rejects_file
from terazi.core.codes import Refusal
from terazi.core.formula import Formula
from terazi.core.rulebook import DEFAULT_RULEBOOK, Rulebook, always
from terazi.formats.columns import NOT_MAPPED, columns_from
from terazi.formats.instants import find_zone
from terazi.words.catalogue import Words

USAGE = 2
"""Exit code of a command line that cannot be carried out."""

T = TypeVar("T")
output = click.Path(dir_okay=False, path_type=Path)


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What the command line asked for."""

    files: tuple[str, ...]
    formula: Formula | None
    rulebook: str | None
    timezone: str | None
    columns: str | None
    ledger: Path | None
    rejects: Path | None
    as_json: bool
    matches: MatchAsked


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@options.formula(default=None)
@click.option("--rulebook", metavar="FILE.toml", help="Versions of the formula with their dates.")
@click.option("--timezone", metavar="ZONE", help="Zone of times without an offset, such as Europe/Istanbul.")
@click.option("--columns", metavar="OURS=THEIRS,...", help="Names of columns where files have others.")
@click.option("--ledger", type=output, help="Write every entry to this JSONL file, the ids beside it.")
@click.option("--rejects", type=output, help="Write every refused row to this CSV file.")
@match_options
@options.as_json
@options.language
def command(words: Words, **asked: Any) -> None:
    """Rate the games in FILE... and print the leaderboard.

    Files are CSV or JSONL, plain or .gz; - is standard input. Columns: game_id, finished_at, winner, loser;
    optional: mode, cube, win, termination, fault, tournament, replaces, accepted_at, draw. Games are rated in
    order of finished_at, then game_id. Refused rows are named, and all others rated; nothing is written when
    one id comes with two different contents.

    Recorded matches (see terazi files) are rated, too: --timezone is that of their dates, --players MAP.csv
    turns their names into ids, and games without a time or a winner wait in --review for a person's answers,
    which --resolve takes back.

    Exit code: 0 when every row was taken, 3 when some were refused.
    """
    raise SystemExit(rate(words, Asked(**asked)))


def rate(words: Words, asked: Asked) -> int:
    """The whole job, from files to files; the exit code."""
    columns = _usable(words, "--columns", columns_from(asked.columns) if asked.columns else NOT_MAPPED)
    zone = _usable(words, "--timezone", find_zone(asked.timezone)) if asked.timezone else None
    results, match_files = parted(asked.files)
    matches = None
    if match_files or asked.matches.is_anything:
        matches = given_matches(words, match_files, asked.matches, zone)
        if matches is None:
            return options.INPUT_REFUSED
    more = matches.lines if matches else ()
    job = Job(files=results, columns=columns, zone=zone, rulebook=_rulebook(words, asked), more=more)
    with outputs() as out:
        ledger = LedgerFiles(out, asked.ledger)
        rejects_file = out.open(asked.rejects) if asked.rejects else None
        rated = (None if match_files else rate_fast(job, ledger)) or rate_plainly(job, ledger)
        if not isinstance(rated, Rated):
            say(conflict_lines(words, rated))
            return options.INPUT_REFUSED
        if rejects_file:
            write_rejects_file(words, rejects_file, rated.rejects, name_files=len(asked.files) > 1)
        if matches:
            write_review_file(out, asked.matches, matches)
        out.keep()
    lines = json_lines(rated.board) if asked.as_json else text_lines(words, rated.board)
    click.echo("".join(f"{line}\n" for line in lines), nl=False)
    if matches:
        say(match_report(words, asked.matches, matches))
    say(report_lines(words, rated, told_all=asked.rejects is not None))
    return options.INPUT_REFUSED if rated.rejects else 0


def _rulebook(words: Words, asked: Asked) -> Rulebook:
    if asked.rulebook and asked.formula:
        raise click.UsageError("--formula and --rulebook exclude each other")
    if asked.rulebook:
        from terazi.formats.rulebook_toml import read_rulebook

        return _usable(words, asked.rulebook, read_rulebook(asked.rulebook))
    return always(asked.formula) if asked.formula else DEFAULT_RULEBOOK


def _usable(words: Words, where: str, value: T | Refusal) -> T:
    if isinstance(value, Refusal):
        options.give_up(words, value, where=where, code=USAGE)
    return value
