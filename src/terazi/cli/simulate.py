"""`terazi simulate`: a world whose truth is known, and what a formula makes of it."""

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

import click
import numpy as np

from terazi.cli import options
from terazi.cli.outputs import outputs
from terazi.cli.study_games import echo_json, tells
from terazi.cli.study_report import interval, number, percents
from terazi.core.formula import Formula
from terazi.core.rulebook import always
from terazi.replay import replay
from terazi.replay.history import STAKES
from terazi.study.simulate import Simulation, simulate
from terazi.study.world import ENDING_NAMES, Meeting, Played, Truth, World, play
from terazi.words.catalogue import Words

_CHUNK = 100_000
_STAKES = [f"{cube},{win}" for cube, win in STAKES]
share = click.FloatRange(min=0, max=1)
positive = click.FloatRange(min=0, max=1e6)


@click.command()
@click.option("--players", type=click.IntRange(min=2, max=10_000_000), default=400, show_default=True)
@click.option("--games", type=click.IntRange(min=1, max=1_000_000_000), default=60_000, show_default=True)
@click.option(
    "--seed", type=click.IntRange(min=0), default=1, show_default=True, help="The same seed, the same games."
)
@options.formula()
@click.option(
    "--output", type=click.Path(dir_okay=False, path_type=Path), help="Write the games: .csv or .parquet."
)
@click.option("--skill-spread", type=positive, default=0.25, show_default=True, help="Of skills, in logits.")
@click.option(
    "--skill-drift", type=positive, default=0.0, show_default=True, help="Of a skill a week, in logits."
)
@click.option("--games-per-week", type=click.FloatRange(min=0.001, max=1e6), default=10.0, show_default=True)
@click.option(
    "--activity-spread",
    type=click.FloatRange(min=0, max=10),
    default=1.3,
    show_default=True,
    help="Of the log of activity.",
)
@click.option("--meeting", type=click.Choice(list(map(str, Meeting))), default="random", show_default=True)
@click.option(
    "--cube/--no-cube", default=True, show_default=True, help="Cubes as in real games, or always 1."
)
@click.option("--cube-noise/--no-cube-noise", default=True, show_default=True, help="High cubes hide skill.")
@click.option(
    "--droppers", type=share, default=0.0, show_default=True, help="Share of players who leave games."
)
@click.option("--truth", type=click.Choice(list(map(str, Truth))), default="skill", show_default=True)
@tells
def command(
    words: Words, formula: Formula, output: Path | None, figures: Path | None, as_json: bool, **asked: Any
) -> None:
    """Play a population of known skill under a formula, and hold its ladder against the truth.

    Who wins is decided by the difference of skills, in logits, on the same curve that the formula has; with
    --truth ladder by the ladder's own expected scores, a world in which the formula is exactly right.
    --output writes the games in the format that every other command reads.
    """
    world = World(**asked | {"meeting": Meeting(asked["meeting"]), "truth": Truth(asked["truth"])})
    played = play(world, formula)
    if output:
        _write(output, played)
    found = simulate(world, played, formula)
    if figures:
        from terazi.cli.study_figures import simulation_figure

        ratings = replay(played.history, always(formula)).ratings.tolist()
        simulation_figure(words, played, found, figures, ratings)
    if as_json:
        echo_json(found)
    else:
        click.echo("\n".join(_lines(words, found)))


def _lines(words: Words, found: Simulation) -> list[str]:
    numbers = words.numbers
    few = found.arrival_games is None
    return [
        words.say(
            "study.simulate_title",
            formula=found.formula,
            players=numbers.integer(found.players),
            games=numbers.integer(found.games),
            weeks=numbers.decimal(found.weeks, 1),
        ),
        "",
        words.say("study.rank_correlation", number=number(words, found.rank_correlation, 3)),
        words.say(
            "study.simulated_spread",
            sd=number(words, found.spread.standard_deviation, 1),
            half=number(words, found.spread.middle_half, 1),
            lowest=numbers.rating(found.spread.lowest),
            highest=numbers.rating(found.spread.highest),
        ),
        words.say(
            "study.favourites",
            games=numbers.integer(found.favourites.games),
            predicted=_percent(words, found.favourites.predicted),
            won=percents(words, found.favourites.won),
            deserved=_percent(words, found.favourites.deserved),
        ),
        words.say("study.slope", slope=interval(words, found.fit.slope, 2)),
        words.template("study.no_arrival")
        if few
        else words.say("study.arrival", games=numbers.integer(found.arrival_games or 0)),
        words.say(
            "study.swing",
            games=numbers.integer(found.swing.games),
            sd=number(words, found.swing.standard_deviation, 0),
            low=numbers.signed(round(found.swing.low)),
            high=numbers.signed(round(found.swing.high)),
        ),
        words.say("study.streak", points=numbers.integer(found.streak)),
        words.say("study.drift_per_week", drift=numbers.signed_decimal(found.drift_per_week, 3)),
    ]


def _percent(words: Words, share: float) -> str:
    return "–" if share != share else words.numbers.percent(share)  # noqa: PLR0124


def _write(path: Path, played: Played) -> None:
    if path.suffix == ".parquet":
        _frame(played).write_parquet(path)
        return
    with outputs() as out:
        file: BinaryIO = out.open(path)
        text = io.TextIOWrapper(file, encoding="utf-8", newline="", write_through=True)
        text.write("game_id,finished_at,winner,loser,cube,win,termination\n")
        for lines in _chunks(played):
            text.write(lines)
        text.detach()
        out.keep()


def _chunks(played: Played) -> Iterator[str]:
    history = played.history
    for start in range(0, history.games, _CHUNK):
        part = slice(start, min(start + _CHUNK, history.games))
        times = np.datetime_as_string(history.finished_at[part].astype("datetime64[ms]"), timezone="UTC")
        rows = zip(
            times.tolist(),
            history.winner[part].tolist(),
            history.loser[part].tolist(),
            history.stake[part].tolist(),
            played.ending[part].tolist(),
            strict=True,
        )
        yield "".join(
            f"g{start + at:09},{time},p{winner:07},p{loser:07},{_STAKES[stake]},{ENDING_NAMES[ending]}\n"
            for at, (time, winner, loser, stake, ending) in enumerate(rows)
        )


def _frame(played: Played) -> Any:
    import polars as pl

    history = played.history
    names = pl.Series([f"p{player:07}" for player in range(history.players)])
    return pl.DataFrame(
        {
            "game_id": pl.int_range(history.games, eager=True).cast(pl.String).str.zfill(9),
            "finished_at": pl.Series(history.finished_at).cast(pl.Datetime("ms", "UTC")),
            "winner": names.gather(history.winner),
            "loser": names.gather(history.loser),
            "cube": pl.Series([cube for cube, _ in STAKES]).gather(history.stake),
            "win": pl.Series([str(win) for _, win in STAKES]).gather(history.stake),
            "termination": pl.Series(list(map(str, ENDING_NAMES))).gather(played.ending),
        }
    )
