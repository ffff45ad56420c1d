"""`terazi backtest`: versions of the formula and other people's systems on the same games."""

from typing import Any

import click

from terazi.cli.study_games import Asked, StudyGames, asks, burn_in, leaves_games, tells, usable
from terazi.cli.study_report import ends, interval, number, table
from terazi.core.catalogue import CURRENT
from terazi.study.backtest import Result, backtest
from terazi.study.models import model_of
from terazi.words.catalogue import Words

HEADINGS = (
    "study.model",
    "study.log_loss",
    "study.brier",
    "study.accuracy",
    "study.versus_coin",
    "study.versus_first",
)


@click.command()
@asks
@click.option(
    "--formula",
    "models",
    multiple=True,
    metavar="NAME[:KEY=VALUE,...]",
    help=f"A version, elo, fibs, glicko-2 or bradley-terry; may be repeated (default: {CURRENT.name}).",
)
@burn_in
@tells
def command(asked: Asked, models: tuple[str, ...], burn_in: int) -> None:
    """Let versions of the formula and rivals forecast the games in FILE..., each game from those before it.

    Files are CSV or JSONL as for `terazi rate`, or Parquet. Draws are left out and counted. A model may be
    varied: 1.3.1:cube=off or 1.2.0:k=24,divisor=1000; elo:k=20,divisor=400; fibs:match_length=5;
    glicko-2:tau=0.5,days=7; bradley-terry:prior=2. The coin, one half for every game, is always among them.

    Exit code: 0, or 3 when rows other than draws were refused.
    """
    entered = [usable(asked.words, name, model_of(name)) for name in dict.fromkeys(models or (CURRENT.name,))]
    games = asked.games()
    results = backtest(games.history, entered, leaves_games(games, burn_in))
    if asked.figures:
        from terazi.cli.study_figures import backtest_figure

        backtest_figure(asked.words, results, asked.figures)
    asked.answer(games, _members(games, results, burn_in), _lines(asked.words, games, results, burn_in))


def _members(games: StudyGames, results: list[Result], burn_in: int) -> dict[str, Any]:
    return {
        "games": results[0].games,
        "burn_in": burn_in,
        "draws": games.draws,
        "refused": len(games.rejects),
        "models": [_model(result) for result in results],
    }


def _model(result: Result) -> dict[str, Any]:
    return {
        "name": result.name,
        "games": result.games,
        "log_loss": result.log_loss.estimate,
        "log_loss_interval": ends(result.log_loss),
        "brier": result.brier.estimate,
        "brier_interval": ends(result.brier),
        "accuracy": result.accuracy,
        "log_loss_minus_coin": result.versus_coin,
        "log_loss_minus_first": result.versus_first,
    }


def _lines(words: Words, games: StudyGames, results: list[Result], burn_in: int) -> list[str]:
    lines = [
        words.say(
            "study.backtest_title",
            games=words.numbers.integer(results[0].games),
            burn_in=words.numbers.integer(burn_in),
        )
    ]
    rows = [
        (
            result.name,
            interval(words, result.log_loss, 4),
            number(words, result.brier.estimate, 4),
            words.numbers.percent(result.accuracy),
            interval(words, result.versus_coin, 4, with_sign=True),
            interval(words, result.versus_first, 4, with_sign=True),
        )
        for result in sorted(results, key=lambda result: result.log_loss.estimate)
    ]
    lines += table(words, "study.least_first", HEADINGS, rows)
    return [
        *lines,
        "",
        words.say("study.versus_note", first=results[0].name),
        words.template("study.intervals"),
    ]
