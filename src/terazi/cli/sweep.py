"""`terazi sweep`: thousands of variants of the formula on the same games."""

from typing import Any

import click

from terazi.cli.study_games import Asked, StudyGames, asks, tells
from terazi.cli.study_report import interval, number, table
from terazi.core.formula import LARGEST_DIVISOR, LARGEST_K, CubeRule
from terazi.study.sweep import Grid, Score, Sweep, sweep
from terazi.study.workers import Workers, processors
from terazi.words.catalogue import Words

SHOWN = 10
MOST_VALUES = 10_000


class Whole(click.ParamType[tuple[int, ...]]):
    """Whole numbers: `8,16,24`, or `400:3000:50` for 400, 450 … up to 3000; or both."""

    name = "numbers"

    def __init__(self, low: int, high: int) -> None:
        """The least and the largest number that makes sense."""
        self.low, self.high = low, high

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, ...]:
        """The numbers in the order given, each once."""
        if isinstance(value, tuple):
            return value
        try:
            numbers = [number for part in value.split(",") for number in _numbers(part)]
        except ValueError:
            self.fail(f"{value!r} is no list such as 8,16,24 or 400:3000:50", param, ctx)
        wrong = [number for number in numbers if not self.low <= number <= self.high]
        if wrong or len(numbers) > MOST_VALUES:
            self.fail(f"{value!r}: numbers from {self.low} to {self.high}", param, ctx)
        return tuple(dict.fromkeys(numbers))


def _numbers(part: str) -> range:
    first, *others = map(int, part.split(":"))
    last, step = others or (first, 1)
    if step <= 0 or last < first:
        raise ValueError(part)
    return range(first, last + 1, step)


def _cubes(ctx: click.Context, param: click.Parameter, value: str) -> tuple[bool, ...]:
    known = {"on": True, "off": False}
    words = value.split(",")
    if not set(words) <= set(known):
        raise click.BadParameter("on, off or on,off")
    return tuple(dict.fromkeys(known[word] for word in words))


@click.command()
@asks
@click.option(
    "--divisor",
    type=Whole(1, LARGEST_DIVISOR),
    default="400:3000:200",
    show_default=True,
    help="Divisors to try.",
)
@click.option(
    "--k", type=Whole(1, LARGEST_K), default="8,16,24,32", show_default=True, help="Values of K to try."
)
@click.option(
    "--busy-games",
    type=Whole(0, 10**6),
    default="50",
    show_default=True,
    help="Games in 7 days that make a week busy; 0: none do.",
)
@click.option("--busy-k", type=Whole(1, LARGEST_K), default="16", show_default=True, help="K in a busy week.")
@click.option(
    "--cube", callback=_cubes, default="on", show_default=True, help="The cube's coefficient: on,off."
)
@click.option(
    "--burn-in", type=click.IntRange(min=0), help="Games that only move ratings (default: a fifth)."
)
@click.option(
    "--workers",
    type=click.IntRange(min=1),
    default=processors,
    help="Threads of this process (default: one for each processor that it may use).",
)
@click.option("--cluster", metavar="ADDRESS", help="Scheduler of a Dask cluster, such as tcp://host:8786.")
@tells
def command(
    asked: Asked,
    divisor: tuple[int, ...],
    k: tuple[int, ...],
    busy_games: tuple[int, ...],
    busy_k: tuple[int, ...],
    cube: tuple[bool, ...],
    burn_in: int | None,
    workers: int,
    cluster: str | None,
) -> None:
    """Score every combination of divisor, K, busy week and cube on the games in FILE...

    Values are lists such as 8,16,24 or ranges such as 400:3000:50. All forecasts are walk-forward. The
    earlier half of the scored games picks the variant that loses least; the later half, which had no
    part in that, says what it gains over the formula in force. Variants with the same K/divisor
    forecast nearly the same: the surface is a valley, and only across it do results decide.
    """
    games = asked.games()
    grid = Grid(divisor=divisor, k=k, busy_games=busy_games, busy_k=busy_k, cube=cube)
    total = games.history.games
    first = total // 5 if burn_in is None else burn_in
    if total - first < 2:
        raise click.UsageError("the burn-in leaves no games to score")
    found = sweep(games.history, grid.variants(), first, Workers(threads=workers, cluster=cluster))
    if asked.figures:
        from terazi.cli.study_figures import sweep_figure

        sweep_figure(asked.words, found, asked.figures)
    asked.answer(games, _members(games, found), _lines(asked.words, found))


def _members(games: StudyGames, found: Sweep) -> dict[str, Any]:
    return {
        "burn_in": found.burn_in,
        "picking_games": found.picking_games,
        "held_out_games": found.held_out_games,
        "draws": games.draws,
        "refused": len(games.rejects),
        "picked": _member(found.picked),
        "picked_at_edge": found.picked_at_edge,
        "in_force": _member(found.in_force),
        "held_out_log_loss_minus_in_force": found.gain,
        "variants": [_member(score) for score in found.scores],
    }


def _member(score: Score) -> dict[str, Any]:
    variant = score.variant
    return {
        "divisor": variant.divisor,
        "k": variant.k,
        "busy_games": variant.busy_games,
        "busy_k": variant.busy_k,
        "cube": variant.cube_rule is not CubeRule.IGNORED,
        "k_over_divisor": variant.k / variant.divisor,
        "log_loss": score.log_loss,
        "brier": score.brier,
        "held_out_log_loss": score.held_out_log_loss,
        "held_out_brier": score.held_out_brier,
    }


def _lines(words: Words, found: Sweep) -> list[str]:
    title = words.say(
        "study.sweep_title",
        variants=words.numbers.integer(len(found.scores)),
        picking=words.numbers.integer(found.picking_games),
        held_out=words.numbers.integer(found.held_out_games),
    )
    headings = (
        "study.divisor",
        "study.k",
        "study.busy_week",
        "study.cube",
        "study.k_over_divisor",
        "study.log_loss",
        "study.held_out",
    )
    rows = [_row(words, score) for score in (*found.scores[:SHOWN], found.in_force)]
    edge = [words.template("study.warn_picked_at_edge")] if found.picked_at_edge else []
    lines = [title, *edge, *table(words, "study.least_first_then_in_force", headings, rows), ""]
    gain = interval(words, found.gain, 5, with_sign=True)
    return [
        *lines,
        words.say("study.gain", gain=gain),
        words.template("study.valley"),
        words.template("study.intervals"),
    ]


def _row(words: Words, score: Score) -> tuple[str, ...]:
    variant = score.variant
    busy = "–" if variant.busy_k is None else f"{variant.busy_k} ≥ {variant.busy_games}"
    cube = "study.off" if variant.cube_rule is CubeRule.IGNORED else "study.on"
    return (
        f"÷{variant.divisor}",
        str(variant.k),
        busy,
        words.template(cube),
        number(words, variant.k / variant.divisor, 4),
        number(words, score.log_loss, 5),
        number(words, score.held_out_log_loss, 5),
    )
