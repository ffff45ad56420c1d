"""`terazi import`: a finished history into an empty ladder."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from terazi.cli import options, stores
from terazi.cli.match_input import parted
from terazi.cli.match_options import (
    MatchAsked,
    given_matches,
    match_options,
    match_report,
    write_review_file,
)
from terazi.cli.outputs import outputs
from terazi.cli.rate_report import conflict_lines, reject_lines, say, write_rejects_file
from terazi.cli.reading import Reading, read_files
from terazi.core.codes import Code, Refusal
from terazi.core.formula import Formula
from terazi.core.reports import OutcomeReport
from terazi.core.rulebook import Rulebook
from terazi.core.types import Game, PlayerId
from terazi.formats.columns import NOT_MAPPED, columns_from
from terazi.formats.instants import find_zone
from terazi.formats.match_proposal import Proposal
from terazi.formats.openings import BadOpening, read_openings
from terazi.formats.order import Arrival, in_order
from terazi.formats.rows import Reject
from terazi.words.catalogue import Words
from terazi.words.refusals import refusal_sentence

if TYPE_CHECKING:
    from terazi.store.engine import Store

output = click.Path(dir_okay=False, path_type=Path)
_LACKING = frozenset({Code.TIME_WITHOUT_OFFSET, Code.UNKNOWN_PLAYER, Code.NEEDS_PACKAGE})
"""Refusals of recorded games that are due to the command: no zone, no id for a name, no package."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What the command line asked for."""

    files: tuple[str, ...]
    db: str
    openings: str | None
    settings: Path | None
    rulebook: str | None
    timezone: str | None
    columns: str | None
    rejects: Path | None
    matches: MatchAsked


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@stores.database
@click.option(
    "--openings", metavar="FILE.csv", help="Columns player, rating, recent (instants, blanks between)."
)
@stores.settings_file
@click.option("--rulebook", metavar="FILE.toml", help="Versions of the formula with their dates.")
@click.option("--timezone", metavar="ZONE", help="Zone of times without an offset, such as Europe/Istanbul.")
@click.option("--columns", metavar="OURS=THEIRS,...", help="Names of columns where files have others.")
@click.option("--rejects", type=output, help="Write every refused row to this CSV file.")
@match_options
@options.language
def command(words: Words, **asked: Any) -> None:
    """Bring the games in FILE... into an empty ladder, as `terazi rate` would rate them.

    Each game is accepted when it finished. An import that was interrupted goes on when the same command is
    given again: nothing is rated twice. Recorded matches are brought in, too, once no game of theirs waits
    for a person (see terazi rate). Exit code: 0 when every row was taken, 3 when some were refused.
    """
    raise SystemExit(bring(words, Asked(**asked)))


def bring(words: Words, asked: Asked) -> int:
    """The whole job; the exit code."""
    columns = columns_from(asked.columns) if asked.columns else NOT_MAPPED
    zone = find_zone(asked.timezone) if asked.timezone else None
    for where, value in (("--columns", columns), ("--timezone", zone)):
        if isinstance(value, Refusal):
            options.give_up(words, value, where=where, code=stores.USAGE)
    assert not isinstance(columns, Refusal) and not isinstance(zone, Refusal)
    chosen = stores.chosen_settings(words, asked.settings)
    book = stores.chosen_rulebook(words, asked.rulebook)
    results, match_files = parted(asked.files)
    matches = given_matches(words, match_files, asked.matches, zone)
    if matches is None or _waits(words, asked.matches, matches):
        return options.INPUT_REFUSED
    reading = read_files(results, columns, zone, matches.lines)
    if reading.batch.conflicts:
        say(conflict_lines(words, reading.batch.conflicts))
        return options.INPUT_REFUSED
    if reading.rejects and not reading.batch.arrivals:
        _nothing_to_import(words, asked, reading)
        return options.INPUT_REFUSED
    with outputs() as out, stores.opened(words, asked.db, may_make=True) as store:
        file = out.open(asked.rejects) if asked.rejects else None
        rejects = _import(words, store, asked, reading, book)
        from terazi.service.importing import end_import

        end_import(store, chosen.rules, stores.now_ms())
        if file:
            write_rejects_file(words, file, rejects, name_files=len(asked.files) > 1)
        out.keep()
    say(match_report(words, asked.matches, matches))
    games = words.count("rate.games", len(reading.batch.arrivals) - len(rejects) + len(reading.rejects))
    say([words.say("rate.done", games=games, rows=words.count("rate.rows", len(rejects)))])
    return options.INPUT_REFUSED if rejects else 0


def _nothing_to_import(words: Words, asked: Asked, reading: Reading) -> None:
    """Tells why: a ladder without a game is not made, it would only be in the way of the next try."""
    with outputs() as out:
        if asked.rejects:
            file = out.open(asked.rejects)
            write_rejects_file(words, file, reading.rejects, name_files=len(asked.files) > 1)
        out.keep()
    say(reject_lines(words, reading.rejects))
    say([words.template("match_input.nothing_imported")])


def _waits(words: Words, asked: MatchAsked, matches: Proposal) -> bool:
    """Whether games wait for a person or for what the command lacks; they are written down, and said to wait.

    A history is brought in once and in its order, so that what is answered later would come too late.
    """
    lacking = [reject for reject in matches.refused if reject.refusal.code in _LACKING]
    if not matches.review and not lacking:
        return False
    with outputs() as out:
        write_review_file(out, asked, matches)
        out.keep()
    say(match_report(words, asked, matches))
    say(reject_lines(words, lacking))
    say([words.template("match_input.nothing_imported")])
    return True


def _import(words: Words, store: "Store", asked: Asked, reading: Reading, book: Rulebook) -> list[Reject]:
    from terazi.service.importing import Begun, begin_import, import_games

    arrivals = in_order(reading.batch.arrivals)
    # As in `terazi rate`: the ladder opens at its first game that has a version.
    moments = (
        max(arrival.moment, arrival.game.finished_at)
        for arrival in arrivals
        if isinstance(book.in_force(arrival.game.finished_at), Formula)
    )
    at = next(moments, stores.now_ms())
    if begin_import(store, book, at) is Begun.REFUSED:
        click.echo(words.template("import.not_empty"), err=True)
        raise SystemExit(stores.STORE_FAILED)
    if asked.openings:
        _open(words, store, asked.openings, at)
    told = [(_report(arrival.game), max(arrival.moment, arrival.game.finished_at)) for arrival in arrivals]
    outcomes = zip(arrivals, import_games(store, told), strict=True)
    refused = [_reject(arrival, one) for arrival, one in outcomes if isinstance(one, Refusal)]
    return [*reading.rejects, *refused]


def _reject(arrival: Arrival, refusal: Refusal) -> Reject:
    return Reject(row=arrival.row, refusal=refusal)


def _report(game: Game[PlayerId]) -> OutcomeReport:
    """A settled game as the report that settles to it again."""
    return OutcomeReport(
        game_id=game.game_id,
        finished_at=game.finished_at,
        winner=game.winner,
        loser=game.loser,
        mode=game.mode,
        cube=str(game.cube),
        win=game.win,
        termination=game.termination,
        tournament=game.tournament or "",
        replaces=game.replaces or "",
    )


def _open(words: Words, store: "Store", path: str, at: int) -> None:
    """Set every opening, or stop at the first that is refused, before any game."""
    from terazi.service.players import Start, put_player

    told = list(read_openings(path))
    for line in told:
        if isinstance(line, BadOpening):
            _stop(words, path, line.line, line.refusal)
    for line in told:
        assert not isinstance(line, BadOpening)
        start = Start(rating=line.rating, recent=line.recent)
        put = put_player(store, line.player, at, opening=start)
        if isinstance(put, Refusal):
            _stop(words, path, line.line, put)


def _stop(words: Words, path: str, line: int, refusal: Refusal) -> None:
    click.echo(f"{path}:{line}: {refusal_sentence(words, refusal)} [{refusal.code}]", err=True)
    raise SystemExit(options.INPUT_REFUSED)
