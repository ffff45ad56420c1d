"""The sums of a game page, done again by hand from what the page shows."""

import re
from dataclasses import dataclass
from decimal import Decimal

from terazi.core.formula import round_half_away
from terazi.words.catalogue import page_words_in
from tests.web.pages.reading import Element

_STEPS = ("gap", "expected", "games", "k", "coefficient", "change", "rounded", "rating")


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownSum:
    """One player's sum as text, step by step, and what the page says of the change above it."""

    steps: dict[str, str]
    before: int
    delta: int
    after: int
    counted: list[str]


def figures(language: str, text: str) -> list[Decimal]:
    """Every number of a text, as the language writes them; a sign stands close to its number."""
    point, thousands = (",", ".") if language == "tr" else (".", ",")
    plain = text.replace(thousands, "").replace(point, ".").replace("\N{MINUS SIGN}", "-")
    return [Decimal(found) for found in re.findall(r"[-+]?\d+(?:\.\d+)?", plain)]


def shown_sum(page: Element, role: str) -> ShownSum:
    """What a page shows of its winner's or loser's sum."""
    card = next(
        one for one in page.all("section", class_="card") if one.attributes["aria-labelledby"] == role
    )
    words = page_words_in(page.one("html").attributes["lang"])
    labels = {words.template(f"sum.{step}"): step for step in _STEPS}
    pairs = zip(card.one("dl", class_="sums").all("dt"), card.one("dl", class_="sums").all("dd"), strict=True)

    def member(name: str) -> int:
        values = {data.attributes["value"] for data in card.all("data", **{"data-member": f"{role}.{name}"})}
        (value,) = values
        return int(value)

    return ShownSum(
        steps={labels[label.text]: text.text for label, text in pairs},
        before=member("before"),
        delta=member("delta"),
        after=member("after"),
        counted=[item.text for listed in card.all("ol") for item in listed.all("li")],
    )


def recompute(page: Element, role: str, formula: dict[str, object], cube: int, factor: int = 1) -> None:
    """Do the sum again, each step from the figures that are shown before it, and compare."""
    language = page.one("html").attributes["lang"]
    found, other = shown_sum(page, role), shown_sum(page, "loser" if role == "winner" else "winner")
    steps = {step: figures(language, text) for step, text in found.steps.items()}
    gap = found.before - other.before
    assert steps["gap"] == [found.before, other.before, gap]
    expected = _expected(language, role, found, other, formula)
    games = int(steps["games"][0]) if "games" in steps else 0
    k = steps["k"][0]
    busy = formula["busy_games"]
    assert k == (formula["busy_k"] if isinstance(busy, int) and games >= busy else formula["k"])
    coefficient = steps["coefficient"][-1]
    assert abs(float(coefficient) - _coefficient(formula, cube, factor)) < 1e-6
    result = Decimal(role == "winner")
    k_shown, result_shown, expected_shown, coefficient_shown, unrounded = steps["change"]
    assert (k_shown, result_shown, expected_shown, coefficient_shown) == (k, result, expected, coefficient)
    by_hand = k * (result - expected) * coefficient
    assert abs(by_hand - unrounded) < Decimal("0.01")
    assert round_half_away(float(by_hand)) == found.delta == steps["rounded"][0]
    assert steps["rating"] == [found.before, found.after]
    assert found.before + found.delta == found.after


def _expected(
    language: str, role: str, found: ShownSum, other: ShownSum, formula: dict[str, object]
) -> Decimal:
    sum_text, _, percent = found.steps["expected"].rpartition(" (")
    assert percent
    *terms, own = figures(language, sum_text)
    divisor = formula["divisor"]
    assert isinstance(divisor, int)
    if role == "loser":
        one, winner = terms
        assert own == one - winner
    else:
        assert terms == [1, 1, 10, other.before, found.before, divisor]
    exact = 1 / (1 + 10 ** ((other.before - found.before) / divisor))
    assert abs(float(own) - exact) < 1e-6
    return own


def _coefficient(formula: dict[str, object], cube: int, factor: int) -> float:
    if formula["cube_rule"] == "multiplies":
        return float(cube * factor)
    return 1 + (cube.bit_length() - 1) / 6
