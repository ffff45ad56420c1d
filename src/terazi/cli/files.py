"""`terazi files`: what recorded matches hold, replayed on the board."""

import csv
import io
import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

import click

from terazi.cli import options
from terazi.cli.files_text import as_object, game_lines, match_line, unread_line
from terazi.cli.match_reading import MatchFiles, source_at
from terazi.cli.outputs import outputs
from terazi.core.types import Mode
from terazi.formats.match_found import Found, Unread, first_known, found_games
from terazi.formats.match_reports import COLUMNS
from terazi.words.catalogue import Words

output = click.Path(dir_okay=False, path_type=Path)


@dataclass(slots=True, kw_only=True)
class Tally:
    """What was found so far, and the rows of `--games` by the id of their game."""

    games: int = 0
    open_games: int = 0
    repeats: int = 0
    differences: int = 0
    unread: int = 0
    no_time: int = 0
    rows: dict[str, dict[str, str]] = field(default_factory=dict)

    def add(self, found: Found, mode: str) -> None:
        """Counts a game; a repeat fills a row only where the first record does not show the winner."""
        self.games += 1
        self.open_games += found.game.outcome.winner is None
        self.repeats += found.is_repeat
        self.differences += len(found.game.outcome.disagreements)
        row = found.row(mode)
        first = self.rows.get(row["game_id"])
        self.rows[row["game_id"]] = row if first is None else first_known(first, row)


@click.command()
@click.argument("names", nargs=-1, required=True, metavar="FILE|DIR...")
@click.option("--games", type=output, help="Write the games to this CSV file, in the columns of terazi rate.")
@click.option(
    "--mode",
    type=click.Choice([each.value for each in Mode]),
    help="The mode that --games says all games have.",
)
@options.as_json
@options.language
def command(
    words: Words, names: tuple[str, ...], games: Path | None, mode: str | None, as_json: bool
) -> None:
    """Show the games of recorded matches: who won, for how much, how it ended, and what does not fit.

    Reads .mat and .txt (Jellyfish text in every dialect), .sgf of GNU Backgammon and, with the extra files,
    OGXM, and replays every game on the board. The board is believed before the file; what neither shows
    stays open. Points are those of the board, never clipped to what the match needed. A game that is given
    twice is found by its site and match id, else by its dice. In --games a game without a date has no
    finished_at, and one without a winner no winner: they are to be filled in.

    Exit code: 0, or 3 when a file could not be read or holds no game.
    """
    files = MatchFiles()
    for name in names:
        files.add(name)
    tally = Tally()
    with outputs() as out:
        file = out.open(games) if games else None
        _list(words, files, tally, mode=mode or "", as_json=as_json)
        if file:
            _write_rows(file, tally)
        out.keep()
    if games:
        tally.no_time = sum(len(row["finished_at"]) < len("2026-10-18T14:03") for row in tally.rows.values())
    _summary(words, files, tally)
    raise SystemExit(options.INPUT_REFUSED if tally.unread else 0)


def _list(words: Words, files: MatchFiles, tally: Tally, *, mode: str, as_json: bool) -> None:
    match: object = None
    for found in found_games(map(source_at, files.paths)):
        if isinstance(found, Unread):
            tally.unread += 1
            click.echo(unread_line(words, found), err=True)
            continue
        tally.add(found, mode)
        if as_json:
            click.echo(json.dumps(as_object(found), ensure_ascii=False))
            continue
        if found.game.record.match is not match:
            match = found.game.record.match
            click.echo(match_line(words, found.game))
        for line in game_lines(words, found):
            click.echo(line)


def _write_rows(file: BinaryIO, tally: Tally) -> None:
    text = io.TextIOWrapper(file, encoding="utf-8", errors="backslashreplace", newline="", write_through=True)
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(tally.rows.values())
    text.detach()


def _summary(words: Words, files: MatchFiles, tally: Tally) -> None:
    if files.passed_over:
        click.echo(words.count("files.passed_over", files.passed_over), err=True)
    if tally.no_time:
        click.echo(words.count("files.no_time", tally.no_time), err=True)
    done = words.say(
        "files.done",
        games=words.count("files.games", tally.games),
        open=words.count("files.open", tally.open_games),
        repeats=words.count("files.repeats", tally.repeats),
        differences=words.count("files.differences", tally.differences),
    )
    click.echo(done, err=True)
