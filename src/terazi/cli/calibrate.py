"""`terazi calibrate`: does the formula in force fit real results?"""

from typing import Any

import click

from terazi.cli import options
from terazi.cli.study_games import Asked, StudyGames, asks, burn_in, leaves_games, tells
from terazi.cli.study_report import ends, interval, number, percents, table
from terazi.core.formula import Formula
from terazi.study.calibrate import EXPERIENCED, Calibration, Warn, calibrate
from terazi.words.catalogue import Words

_WARNINGS = {
    Warn.FEW_GAMES: "study.warn_few_games",
    Warn.FEW_EXPERIENCED: "study.warn_few_experienced",
    Warn.RATIO_AT_EDGE: "study.warn_ratio_at_edge",
}
_GROUPS = {
    "gap": "study.by_gap",
    "cube": "study.by_cube",
    "k": "study.by_k",
    "experience": "study.by_experience",
}


@click.command()
@asks
@options.formula()
@burn_in
@tells
def command(asked: Asked, formula: Formula, burn_in: int) -> None:
    """Hold the formula's forecasts of the games in FILE... against the results.

    Every game is forecast from the games before it. Shown are how often favourites won beside what was
    predicted, slope and intercept on the logit, losses beside a coin's, all with 95 % intervals; and the
    K/divisor that results ask for. Results cannot tell K and divisor apart: the divisor alone only sets how
    wide the ladder spreads, which is shown separately.

    Exit code: 0, or 3 when rows other than draws were refused.
    """
    games = asked.games()
    found = calibrate(games.history, formula, leaves_games(games, burn_in))
    if asked.figures:
        from terazi.cli.study_figures import calibration_figures

        calibration_figures(asked.words, found, asked.figures)
    asked.answer(games, _members(games, found, burn_in), _lines(asked.words, games, found))


def _members(games: StudyGames, found: Calibration, burn_in: int) -> dict[str, Any]:
    return {
        "formula": found.formula,
        "games": found.games,
        "players": found.players,
        "burn_in": burn_in,
        "draws": games.draws,
        "refused": len(games.rejects),
        "experienced_games": found.experienced_games,
        "log_loss": found.log_loss.estimate,
        "log_loss_interval": ends(found.log_loss),
        "log_loss_coin": found.log_loss_coin,
        "log_loss_best_constant": found.log_loss_constant,
        "brier": found.brier.estimate,
        "brier_interval": ends(found.brier),
        "brier_coin": found.brier_coin,
        "brier_best_constant": found.brier_constant,
        "slope": found.fit.slope,
        "intercept": found.fit.intercept,
        "slope_beside_intercept": found.fit.slope_beside,
        "k_over_divisor": found.k_over_divisor,
        "k_over_divisor_now": found.k_over_divisor_now,
        "k_over_divisor_tried": [
            {"k_over_divisor": ratio, "log_loss": loss}
            for ratio, loss in zip(found.ratio.candidates, found.ratio.log_loss, strict=True)
        ],
        "reliability": found.bins,
        "groups": found.groups,
        "spread": found.spread,
        "spread_by_divisor": found.spreads,
        "drift": found.spread.drift,
        "warnings": found.warnings,
    }


def _lines(words: Words, games: StudyGames, found: Calibration) -> list[str]:
    numbers = words.numbers
    lines = [
        words.say(
            "study.calibrate_title",
            formula=found.formula,
            games=numbers.integer(found.games),
            players=numbers.integer(found.players),
        ),
        *(words.template(_WARNINGS[warning]) for warning in found.warnings),
        "",
        words.say("study.slope", slope=interval(words, found.fit.slope, 2)),
        words.say(
            "study.intercept",
            intercept=interval(words, found.fit.intercept, 2),
            slope=interval(words, found.fit.slope_beside, 2),
        ),
        words.say(
            "study.ratio",
            ratio=interval(words, found.k_over_divisor, 4),
            now=number(words, found.k_over_divisor_now, 4),
        ),
        words.template("study.only_the_ratio"),
    ]
    lines += _losses(words, found)
    lines += _reliability(words, found)
    for by, title in _GROUPS.items():
        lines += _groups(words, found, by, title)
    return [*lines, *_spreads(words, found), "", words.template("study.intervals")]


def _losses(words: Words, found: Calibration) -> list[str]:
    rows = (
        (found.formula, interval(words, found.log_loss, 4), interval(words, found.brier, 4)),
        *(
            (words.template(name), number(words, log_loss, 4), number(words, brier, 4))
            for name, log_loss, brier in (
                ("study.coin", found.log_loss_coin, found.brier_coin),
                ("study.constant", found.log_loss_constant, found.brier_constant),
            )
        ),
    )
    return table(words, "study.losses", ("study.model", "study.log_loss", "study.brier"), rows)


def _reliability(words: Words, found: Calibration) -> list[str]:
    headings = ("study.gap", "study.games", "study.predicted", "study.won")
    rows = (
        (
            f"{each.low_gap}–{each.high_gap}",
            words.numbers.integer(each.games),
            words.numbers.percent(each.predicted),
            percents(words, each.won),
        )
        for each in found.bins
    )
    return table(words, "study.reliability", headings, rows)


def _groups(words: Words, found: Calibration, by: str, title: str) -> list[str]:
    headings = ("study.group", "study.games", "study.predicted", "study.won", "study.log_loss")
    rows = [
        (
            each.name,
            words.numbers.integer(each.games),
            words.numbers.percent(each.predicted),
            percents(words, each.won),
            number(words, each.log_loss, 4),
        )
        for each in found.groups
        if each.by == by
    ]
    return table(words, title, headings, rows) if len(rows) > 1 else []


def _spreads(words: Words, found: Calibration) -> list[str]:
    headings = ("study.divisor", "study.k", "study.sd", "study.middle_half", "study.lowest", "study.highest")
    rows = (
        (
            f"÷{each.divisor}",
            str(each.k),
            number(words, each.standard_deviation, 1),
            number(words, each.middle_half, 1),
            words.numbers.rating(each.lowest),
            words.numbers.rating(each.highest),
        )
        for each in found.spreads
    )
    drift = words.say("study.drift", drift=words.numbers.signed_decimal(found.spread.drift, 2))
    return [*table(words, "study.spread", headings, rows), "", drift]


assert EXPERIENCED == 30, "the catalogues' sentence says 30"
