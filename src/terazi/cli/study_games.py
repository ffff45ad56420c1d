"""The games that a study is made of: read as `terazi rate` reads them, plus Parquet; draws counted apart."""

import json
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, is_dataclass
from functools import wraps
from pathlib import Path
from typing import Any, NoReturn, TypeVar
from zoneinfo import ZoneInfo

import click

from terazi.cli import options
from terazi.cli.rate_fast import read_fast
from terazi.cli.rate_plain import Job
from terazi.cli.rate_report import conflict_lines, reject_lines, say
from terazi.cli.reading import read_files
from terazi.core.codes import Code, Refusal
from terazi.core.rulebook import DEFAULT_RULEBOOK
from terazi.formats.columns import NOT_MAPPED, Mapped, columns_from
from terazi.formats.instants import find_zone
from terazi.formats.order import in_order
from terazi.formats.rows import Reject
from terazi.replay.history import History, history_of
from terazi.service.history import History as Folded
from terazi.service.history import begin, rate_all
from terazi.study.walk import games_that_stand
from terazi.words.catalogue import Words

USAGE = 2

F = TypeVar("F", bound=Callable[..., Any])


figures = click.option(
    "--figures",
    type=click.Path(file_okay=False, path_type=Path),
    help="Write the figures into this folder, as PNG and SVG.",
)


def leaves_games(games: "StudyGames", burn_in: int) -> int:
    """The burn-in, or a usage error where it leaves no game to score."""
    if burn_in >= games.history.games:
        raise click.UsageError("the burn-in leaves no games to score")
    return burn_in


@dataclass(frozen=True, slots=True, kw_only=True)
class StudyGames:
    """Rated games that stand, in ledger order; draws left out, and rows refused for other reasons."""

    history: History
    draws: int
    rejects: Sequence[Reject]

    @property
    def exit_code(self) -> int:
        """0 when nothing but draws was left out."""
        return options.INPUT_REFUSED if self.rejects else 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What every study of games is asked: which games, and how to tell what was found."""

    words: Words
    files: tuple[str, ...]
    timezone: str | None
    columns: str | None
    figures: Path | None
    as_json: bool

    def games(self) -> StudyGames:
        """The games; what was left out is said on stderr."""
        return read_study_games(self.words, self.files, self.timezone, self.columns)

    def answer(self, games: StudyGames, members: dict[str, Any], lines: Sequence[str]) -> NoReturn:
        """Print one JSON object, or lines, and stop with the exit code of the games."""
        if self.as_json:
            echo_json(members)
        else:
            click.echo("\n".join(lines))
        raise SystemExit(games.exit_code)


def asks(command: Callable[..., Any]) -> Callable[..., Any]:
    """FILE..., `--timezone` and `--columns`, handed on with those of `tells` as `asked`.

    This decorator stands above a command's own options, `tells` below them.
    """

    @wraps(command)
    def with_asked(**values: Any) -> None:
        asked = Asked(**{field.name: values.pop(field.name) for field in fields(Asked)})
        command(asked=asked, **values)

    names = click.option(
        "--columns", metavar="OURS=THEIRS,...", help="Names of columns where files have others."
    )(with_asked)
    zone = click.option("--timezone", metavar="ZONE", help="Zone of times without an offset.")(names)
    return click.argument("files", nargs=-1, required=True, metavar="FILE...")(zone)


def tells(command: F) -> F:
    """`--figures`, `--json` and `--lang`."""
    return figures(options.as_json(options.language(command)))


def burn_in(command: F) -> F:
    """`--burn-in N`: games that move ratings and are not scored."""
    return click.option(
        "--burn-in",
        type=click.IntRange(min=0),
        default=0,
        help="The first N games move ratings and are not scored (default: 0).",
    )(command)


def read_study_games(
    words: Words, files: Sequence[str], timezone: str | None, columns: str | None
) -> StudyGames:
    """The games of CSV, JSONL and Parquet files; what was left out is said on stderr.

    Stops where an option is wrong, where one id has two contents, and where no game is left.
    """
    mapped = usable(words, "--columns", columns_from(columns) if columns else NOT_MAPPED)
    zone = usable(words, "--timezone", find_zone(timezone)) if timezone else None
    games = _read(words, tuple(files), mapped, zone)
    if games.draws:
        click.echo(words.count("study.draws", games.draws), err=True)
    say(reject_lines(words, games.rejects))
    if not games.history.games:
        click.echo(words.template("study.no_games"), err=True)
        raise SystemExit(options.INPUT_REFUSED)
    return games


def _read(words: Words, files: tuple[str, ...], columns: Mapped, zone: ZoneInfo | None) -> StudyGames:
    if any(file.endswith((".parquet", ".pq")) for file in files):
        from terazi.cli.study_parquet import read_parquet, told_as_csv

        read = read_parquet(files, columns, zone)
        if isinstance(read, Refusal):
            options.give_up(words, read, where=", ".join(files))
        if read is not None:
            return StudyGames(history=read.history, draws=read.draws, rejects=())
        with told_as_csv(files) as paths:
            return _read(words, paths, columns, zone)
    job = Job(files=files, columns=columns, zone=zone, rulebook=DEFAULT_RULEBOOK)
    fast = read_fast(job)
    if fast is not None:
        return _sorted_out(fast.games.history(), fast.rejects)
    return _read_plainly(words, job)


def _read_plainly(words: Words, job: Job) -> StudyGames:
    reading = read_files(job.files, job.columns, job.zone)
    if reading.batch.conflicts:
        say(conflict_lines(words, reading.batch.conflicts))
        raise SystemExit(options.INPUT_REFUSED)
    arrivals = in_order(reading.batch.arrivals)
    folded, entries, rejects = Folded(), [], list(reading.rejects)
    if arrivals:
        first = max(arrivals[0].moment, arrivals[0].game.finished_at)
        entries += begin(folded, job.rulebook, first)
    answers = rate_all(folded, ((arrival.game, arrival.moment) for arrival in arrivals))
    for arrival, answer in zip(arrivals, answers, strict=True):
        if isinstance(answer, Refusal):
            rejects.append(Reject(row=arrival.row, refusal=answer))
        else:
            entries += answer.written
    return _sorted_out(history_of(entries), rejects)


def _sorted_out(history: History, rejects: Sequence[Reject]) -> StudyGames:
    others = [reject for reject in rejects if reject.refusal.code is not Code.DRAW]
    return StudyGames(history=games_that_stand(history), draws=len(rejects) - len(others), rejects=others)


T = TypeVar("T")


def usable(words: Words, where: str, value: T | Refusal) -> T:
    """The value, or the end of a command line that cannot be carried out."""
    if isinstance(value, Refusal):
        options.give_up(words, value, where=where, code=USAGE)
    return value


def echo_json(report: Any) -> None:
    """Print one object; what is not known is null, as JSON has no NaN."""
    click.echo(json.dumps(plain(report), ensure_ascii=False))


def plain(value: Any) -> Any:
    """A report as JSON's own kinds of values."""
    if is_dataclass(value) and not isinstance(value, type):
        return plain({name: getattr(value, name) for name in value.__dataclass_fields__})
    if isinstance(value, dict):
        return {str(key): plain(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [plain(each) for each in value]
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value
