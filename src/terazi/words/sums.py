"""One player's sum written out, as a reader would do it by hand.

The law here: whoever multiplies the figures shown gets, once rounded, exactly the change that was made.
"""

from dataclasses import dataclass
from decimal import Decimal

from terazi.core.explain import Explanation, SideTerms
from terazi.core.formula import CubeRule, Formula, GammonRule, round_half_away
from terazi.core.types import WIN_POINTS, Game
from terazi.words.catalogue import Words
from terazi.words.shown import shown

_FEWEST_FACTOR_DIGITS, _FEWEST_CHANGE_DIGITS = 6, 4
_MOST_DIGITS = 17
"""A double needs no more."""

_LISTED = 3
"""Counted games shown from either end of a long list."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SumLine:
    """One line of a sum: its key in the catalogues, what it is called, and the calculation."""

    key: str
    label: str
    text: str


def sum_lines(words: Words, explanation: Explanation, side: SideTerms) -> tuple[SumLine, ...]:
    """The lines of one side's sum, top to bottom; `side` is the explanation's winner or loser."""
    digits = max(_factor_digits(explanation.winner), _factor_digits(explanation.loser))
    lines = [
        ("sum.gap", _gap(words, side)),
        ("sum.expected", _expected(words, explanation, side, digits)),
        ("sum.games", _games(words, side) if explanation.formula.busy_games is not None else ""),
        ("sum.k", _k(words, explanation.formula, side)),
        ("sum.coefficient", _coefficient(words, explanation, side, digits)),
        ("sum.change", _change(words, side, digits)),
        ("sum.rounded", _rounded(words, side)),
        ("sum.rating", f"{words.numbers.rating(side.before)} → {words.numbers.rating(side.after)}"),
    ]
    return tuple(SumLine(key=key, label=words.template(key), text=text) for key, text in lines if text)


def _gap(words: Words, side: SideTerms) -> str:
    own, other = _term(words, side.before), _term(words, side.opponent_before)
    return f"{own} − {other} = {words.numbers.signed(side.gap)}"


def _expected(words: Words, explanation: Explanation, side: SideTerms, digits: int) -> str:
    expected = _figure(words, side.expected, digits)
    if side.result == 0:  # R0: the loser's expected score is 1 minus the winner's
        sum_text = f"1 − {_figure(words, explanation.winner.expected, digits)}"
    else:
        own, other = _term(words, side.before), _term(words, side.opponent_before)
        sum_text = f"1 / (1 + 10^(({other} − {own}) / {explanation.formula.divisor}))"
    return f"{sum_text} = {expected} ({words.numbers.percent(side.expected)})"


def _games(words: Words, side: SideTerms) -> str:
    games = words.count("sum.counted", side.games_recent)
    if not side.counted:
        return games
    listed = _listed(words, tuple(map(shown, side.counted)))
    elsewhere = side.games_recent - len(side.counted)  # an opening's games have no id here (R7)
    if elsewhere > 0:
        listed = words.say("sum.elsewhere", number=words.numbers.integer(elsewhere), games=listed)
    return f"{games}: {listed}"


def _listed(words: Words, games: tuple[str, ...]) -> str:
    if len(games) <= 2 * _LISTED + 1:
        return ", ".join(games)
    first, last = ", ".join(games[:_LISTED]), ", ".join(games[-_LISTED:])
    left_out = words.numbers.integer(len(games) - 2 * _LISTED)
    return words.say("sum.left_out", number=left_out, first=first, last=last)


def _k(words: Words, formula: Formula, side: SideTerms) -> str:
    if formula.busy_games is None:
        return words.say("sum.k_for_all", k=str(side.k))
    key = "sum.k_busy" if side.games_recent >= formula.busy_games else "sum.k_calm"
    games, limit = words.numbers.integer(side.games_recent), words.numbers.integer(formula.busy_games)
    return words.say(key, k=str(side.k), games=games, limit=limit)


def _coefficient(words: Words, explanation: Explanation, side: SideTerms, digits: int) -> str:
    game, formula = explanation.entry.facts, explanation.formula
    assert isinstance(game, Game)
    factor = {
        CubeRule.ONE_TO_TWO: f"1 + log2({game.cube}) / 6",
        CubeRule.MULTIPLIES: str(game.cube),
        CubeRule.IGNORED: "1",
    }[formula.cube_rule]
    coefficient = _figure(words, side.coefficient, digits)
    if formula.gammon_rule is GammonRule.NOTHING:
        return coefficient if factor == coefficient else f"{factor} = {coefficient}"
    factor = f"({factor})" if " " in factor else factor
    text = f"{factor} × {WIN_POINTS[game.win]} = {coefficient}"
    return words.say("sum.assumed_gammon", sum=text, win=words.label(game.win))


def _change(words: Words, side: SideTerms, digits: int) -> str:
    expected, coefficient = (_figure(words, term, digits) for term in (side.expected, side.coefficient))
    unrounded = words.numbers.signed_decimal(side.unrounded, _change_digits(side))
    return f"{side.k} × ({side.result} − {expected}) × {coefficient} = {unrounded}"


def _rounded(words: Words, side: SideTerms) -> str:
    delta = words.numbers.signed(side.delta)
    is_half = abs(side.unrounded) % 1 == 0.5
    return words.say("sum.half", change=delta) if is_half else delta


def _term(words: Words, rating: int) -> str:
    """A rating inside a sum; a negative one (R0: no floor) in brackets."""
    return words.numbers.rating(rating) if rating >= 0 else f"({words.numbers.rating(rating)})"


def _figure(words: Words, term: float, digits: int) -> str:
    """A factor to so many digits, fewer only where they say all of it: `0,640065`, `1,5`, `1`."""
    fewest = next((fewer for fewer in range(digits) if round(term, fewer) == term), digits)
    return words.numbers.decimal(term, fewest)


def _factor_digits(side: SideTerms) -> int:
    """How many digits of expected score and coefficient it takes for the reader's sum to come out right."""

    def comes_out_right(digits: int) -> bool:
        expected, coefficient = (Decimal(f"{x:.{digits}f}") for x in (side.expected, side.coefficient))
        return round_half_away(float(side.k * (side.result - expected) * coefficient)) == side.delta

    candidates = range(_FEWEST_FACTOR_DIGITS, _MOST_DIGITS)
    return next((digits for digits in candidates if comes_out_right(digits)), _MOST_DIGITS)


def _change_digits(side: SideTerms) -> int:
    """How many digits of the unrounded change it takes to see to which side it is rounded."""
    candidates = range(_FEWEST_CHANGE_DIGITS, _MOST_DIGITS)
    enough = (digits for digits in candidates if round_half_away(round(side.unrounded, digits)) == side.delta)
    return next(enough, _MOST_DIGITS)
