"""What the figures of studies say: titles that state the finding, axes with units, in the reader's
language.
"""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from terazi.cli.study_report import interval, number
from terazi.study.backtest import Result
from terazi.study.bootstrap import Interval
from terazi.study.calibrate import Calibration
from terazi.study.claims import Claim, Name
from terazi.study.figures import Estimate, Texts, curve, forest, points, scatter, surface
from terazi.study.simulate import Simulation
from terazi.study.sweep import Sweep
from terazi.study.whatif import Standing
from terazi.study.world import Played
from terazi.words.catalogue import Words

NO_BREAK = "\N{NO-BREAK SPACE}"
SHOWN_FROM = 50
"""Games of a group in a picture: the interval of fewer would hide all others."""


def _texts(
    words: Words, title: str, x: str, y: str = "", *, legend: Sequence[str] = (), shares: str = ""
) -> Texts:
    """Texts by the keys of axes, with ticks as the language writes numbers; ratings have no groups."""

    def number(value: float, digits: int) -> str:
        return words.numbers.decimal(value, digits) if digits else words.numbers.rating(round(value))

    return Texts(
        title=title,
        x=words.template(x),
        y=words.template(y) if y else "",
        legend=legend,
        number=number,
        percent=words.numbers.percent,
        shares=shares,
    )


def _bound(text: str) -> str:
    """An interval that no line break tears apart."""
    return text.replace(" ", NO_BREAK)


def calibration_figures(words: Words, found: Calibration, folder: Path) -> None:
    """Reliability, the groups, and the loss over K/divisor."""
    say = words.template
    slope = _bound(interval(words, found.fit.slope, 2))
    title = words.say(_slope_title(found.fit.slope), slope=slope)
    held = (say("figure.as_predicted"), say("figure.won_with_interval"))
    texts = _texts(words, title, "figure.predicted_share", "figure.won_share", legend=held, shares="xy")
    points(folder, "reliability", texts, [(each.predicted, each.won) for each in found.bins])
    names = {"gap": "study.gap", "cube": "study.cube", "k": "study.k", "experience": "study.games"}
    rows = [
        Estimate(name=f"{say(names[each.by])} {each.name}", value=each.won, against=each.predicted)
        for each in found.groups
        if each.games >= SHOWN_FROM
    ]
    outside = sum(not each.value.low <= each.against <= each.value.high for each in rows)
    title = words.say(
        "figure.groups_title", outside=words.numbers.integer(outside), groups=words.numbers.integer(len(rows))
    )
    legend = (say("study.predicted"), say("figure.won_with_interval"))
    forest(folder, "groups", _texts(words, title, "figure.won_share", legend=legend, shares="x"), rows)
    _ratio_figure(words, found, folder)


def _slope_title(slope: Interval) -> str:
    if slope.high < 1:
        return "figure.too_sure"
    return "figure.too_timid" if slope.low > 1 else "figure.slope_fits"


def _ratio_figure(words: Words, found: Calibration, folder: Path) -> None:
    say = words.template
    ratio = _bound(interval(words, found.k_over_divisor, 4))
    now = number(words, found.k_over_divisor_now, 4)
    inside = found.k_over_divisor.low <= found.k_over_divisor_now <= found.k_over_divisor.high
    title = words.say("figure.ratio_fits" if inside else "figure.ratio_differs", ratio=ratio, now=now)
    legend = (say("study.log_loss"), say("figure.least_interval"), say("figure.in_force"), say("study.coin"))
    texts = _texts(words, title, "figure.k_over_divisor_axis", "figure.log_loss_axis", legend=legend)
    line = list(zip(found.ratio.candidates, found.ratio.log_loss, strict=True))
    curve(
        folder,
        "k_over_divisor",
        texts,
        line,
        found.k_over_divisor,
        found.k_over_divisor_now,
        found.log_loss_coin,
    )


def backtest_figure(words: Words, results: Sequence[Result], folder: Path) -> None:
    """Every model's log loss less the coin's."""
    say = words.template
    ordered = sorted(results, key=lambda result: result.versus_coin.estimate)
    legend = (say("study.coin"), say("figure.difference_with_interval"))
    rows = [
        Estimate(name=each.name, value=each.versus_coin, against=0.0)
        for each in ordered
        if each.name != "coin"
    ]
    sure = bool(rows) and rows[0].value.high < 0
    best = rows[0].name if rows else "coin"
    title = words.say("figure.beats_coin" if sure else "figure.none_beats_coin", name=best)
    forest(folder, "backtest", _texts(words, title, "figure.minus_coin_axis", legend=legend), rows)


def sweep_figure(words: Words, found: Sweep, folder: Path) -> None:
    """The least loss at every divisor and K, whatever the other settings."""
    say = words.template
    least: dict[tuple[float, float], float] = {}
    for score in found.scores:
        place = (score.variant.divisor, score.variant.k)
        least[place] = min(least.get(place, float("inf")), score.log_loss)
    picked, now = found.picked.variant, found.in_force.variant
    title = words.say(
        "figure.valley_at_edge" if found.picked_at_edge else "figure.valley",
        ratio=number(words, picked.k / picked.divisor, 4),
        now=number(words, now.k / now.divisor, 4),
    )
    loss = "figure.least_log_loss_axis" if len(least) < len(found.scores) else "figure.log_loss_axis"
    legend = (say("figure.picked"), say("figure.in_force"), say(loss))
    texts = _texts(words, title, "figure.divisor_axis", "figure.k_axis", legend=legend)
    cells = [(*place, lost) for place, lost in least.items()]
    surface(folder, "sweep", texts, cells, [(picked.divisor, picked.k), (now.divisor, now.k)])


def simulation_figure(
    words: Words, played: Played, found: Simulation, folder: Path, ratings: Sequence[int]
) -> None:
    """Final ratings over skills."""
    title = words.say("figure.skill_title", number=number(words, found.rank_correlation, 2))
    texts = _texts(words, title, "figure.skill_axis", "figure.rating_axis")
    scatter(folder, "skill", texts, list(zip(played.skill.tolist(), ratings, strict=True)))


def whatif_figure(words: Words, standings: Sequence[Standing], folder: Path) -> None:
    """Ratings under the other rules over those now."""
    pairs = [(float(each.rating), float(each.rating_then)) for each in standings]
    spread = np.std(np.array(pairs or [(0.0, 0.0)]), axis=0)
    title = words.say(
        "figure.whatif_title", now=number(words, float(spread[0]), 0), then=number(words, float(spread[1]), 0)
    )
    legend = (words.template("figure.unchanged"),)
    texts = _texts(words, title, "figure.rating_now_axis", "figure.rating_then_axis", legend=legend)
    scatter(folder, "whatif", texts, pairs, equal=True)


def claims_figure(words: Words, found: Sequence[Claim], folder: Path) -> None:
    """The claim about the strongest: predicted and won at four K/divisor, in a world whose curve is right."""
    say = words.template
    numbers = next(claim.numbers for claim in found if claim.name is Name.STRONGEST)
    ways = {"800": "32/800", "1200": "32/1200", "16": "16/1200", "8": "8/1200"}
    rows = [
        Estimate(
            name=f"{say('study.k_over_divisor')} {shown}",
            value=Interval(
                estimate=numbers[f"won_{way}"], low=numbers[f"low_{way}"], high=numbers[f"high_{way}"]
            ),
            against=numbers[f"predicted_{way}"],
        )
        for way, shown in ways.items()
    ]
    legend = (say("study.predicted"), say("figure.won_with_interval"))
    title = say("figure.strongest_title")
    texts = _texts(words, title, "figure.won_share", legend=legend, shares="x")
    forest(folder, "strongest", texts, rows)
