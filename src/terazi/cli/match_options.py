"""What has to be said of match files on the command line, since no file can know it.

What reads them is imported where there are any: most jobs have none.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields
from functools import reduce, wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, TextIO
from zoneinfo import ZoneInfo

import click

from terazi.cli import options
from terazi.cli.outputs import Outputs, outputs
from terazi.core.codes import Code, Refusal
from terazi.core.types import Mode
from terazi.words.catalogue import Words
from terazi.words.shown import shown

if TYPE_CHECKING:
    from terazi.formats.match_proposal import Proposal

USAGE = 2

path = click.Path(dir_okay=False, path_type=Path)


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchAsked:
    """What the command line said of match files."""

    mode: str | None
    players: Path | None
    review: Path | None
    resolve: Path | None

    @property
    def is_anything(self) -> bool:
        """Whether anything was said, which makes sense only beside a match file."""
        return any((self.mode, self.players, self.review, self.resolve))


def match_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """`--mode`, `--players`, `--review` and `--resolve`, handed on together as `matches`."""

    @wraps(command)
    def with_matches(**values: Any) -> Any:
        said = {each.name: values.pop(each.name) for each in fields(MatchAsked)}
        return command(matches=MatchAsked(**said), **values)

    said_by = (
        click.option("--mode", type=click.Choice([each.value for each in Mode]), help="Mode of match files."),
        click.option(
            "--players", type=path, help="Names in match files -> ids. Proposed where it is not there yet."
        ),
        click.option(
            "--review",
            type=path,
            help="Write match files' games without a time or a winner to this CSV file.",
        ),
        click.option("--resolve", type=path, help="Take the answers in such a file back."),
    )
    return reduce(lambda made, option: option(made), reversed(said_by), with_matches)


def given_matches(
    words: Words, paths: Sequence[str], asked: MatchAsked, zone: ZoneInfo | None
) -> Proposal | None:
    """The games of match files; None where the table of players was proposed instead."""
    from terazi.cli.match_reading import source_at
    from terazi.formats.match_names import ids_of
    from terazi.formats.match_proposal import Given, Proposal, propose
    from terazi.formats.match_review import ANSWERS

    if not paths:
        if asked.is_anything:
            raise click.UsageError("--mode, --players, --review and --resolve are about match files")
        return Proposal()
    if asked.players and not asked.players.exists():
        _propose(words, asked.players, propose(map(source_at, paths), Given()))
        return None
    ids = _table(words, asked.players, ("name", "id")) if asked.players else None
    answers = _table(words, asked.resolve, ANSWERS) if asked.resolve else []
    return propose(
        map(source_at, paths),
        Given(
            zone=zone,
            mode=asked.mode or "",
            ids=None if ids is None else ids_of(ids),
            answers={row["game_id"]: row for row in answers},
        ),
    )


def write_review_file(out: Outputs, asked: MatchAsked, read: Proposal) -> None:
    """The games that wait for a person, where a file for them was named."""
    from terazi.formats.match_review import write_review

    if asked.review:
        with _text(out.open(asked.review)) as text:
            write_review(text, read.review)


def match_report(words: Words, asked: MatchAsked, read: Proposal) -> Iterator[str]:
    """What became of the games of match files that were not simply rated."""
    if read.repeats:
        yield words.count("match_input.repeats", read.repeats)
    if any(reject.refusal.code is Code.TIME_WITHOUT_OFFSET for reject in read.refused):
        yield words.template("match_input.ask_for_zone")
    if read.unused_answers:
        first = shown(read.unused_answers[0], 200)
        yield words.count("match_input.unused", len(read.unused_answers), first=first)
    if read.left_out:
        yield words.count("match_input.left_out", len(read.left_out))
    if read.review:
        yield words.count("match_input.waiting", len(read.review))
        yield words.template("match_input.resolve" if asked.review else "match_input.ask_for_review")


def _propose(words: Words, place: Path, read: Proposal) -> None:
    from terazi.formats.match_names import proposed_names, write_names

    proposed = proposed_names(read.names)
    with outputs() as out:
        with _text(out.open(place)) as text:
            write_names(text, proposed)
        out.keep()
    names = words.count("match_input.names", len(proposed))
    click.echo(words.say("match_input.proposed", path=str(place), names=names), err=True)
    if flagged := sum(bool(each.alike) for each in proposed):
        click.echo(words.count("match_input.alike", flagged), err=True)


def _table(words: Words, place: Path, required: Sequence[str]) -> list[dict[str, str]]:
    from terazi.formats.match_names import table_of

    try:
        text = place.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError:
        options.give_up(words, Refusal(code=Code.BAD_UTF8), where=str(place), code=USAGE)
    except OSError as error:
        trouble = Refusal(code=Code.UNREADABLE, value=str(place), other=error.strerror or "")
        options.give_up(words, trouble, where=str(place), code=USAGE)
    rows = table_of(io.StringIO(text, newline=""), required)
    if isinstance(rows, Refusal):
        options.give_up(words, rows, where=str(place), code=USAGE)
    return rows


@contextmanager
def _text(file: BinaryIO) -> Iterator[TextIO]:
    text = io.TextIOWrapper(file, encoding="utf-8", errors="backslashreplace", newline="", write_through=True)
    yield text
    text.detach()
