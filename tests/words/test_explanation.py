"""A game told to a player: the whole text in both languages, and the laws every telling keeps."""

import re
import unicodedata
from collections import Counter
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from terazi.core.catalogue import CATALOGUE, CURRENT
from terazi.core.codes import VoidReason
from terazi.core.entries import Void
from terazi.core.explain import Asymmetry, Explanation
from terazi.core.formula import Formula, round_half_away
from terazi.core.types import CUBES, GameId, Mode, Standing, Termination, TournamentId, Win
from terazi.words.catalogue import Language, words_in
from terazi.words.explanation import explanation_lines, game_lines
from tests.strategies import formulas
from tests.words.told import HOUR_MS, NAMES, entry_of, explanation_of, void_of

UNSEEN = {"Cc", "Cf", "Cs", "Zl", "Zp"}
BUSY, CALM = Standing(rating=1500, games_recent=60), Standing(rating=1500, games_recent=10)
HERE = Path(__file__).parent
SIXTY = tuple(f"g{number:04d}" for number in range(300, 360))


@pytest.mark.parametrize("language", Language)
def test_the_article_s_busy_player_is_told_in_full(language: str) -> None:
    facts: dict[str, Any] = {"cube": 2, "win": Win.GAMMON, "termination": Termination.RESIGN}
    explanation = explanation_of(BUSY, CALM, counted=SIXTY, late_ms=HOUR_MS, **facts)
    typed_by_hand = (HERE / f"worked_case.{language}.txt").read_text(encoding="utf-8").splitlines()
    assert explanation_lines(words_in(language), explanation) == typed_by_hand


# --- laws ------------------------------------------------------------------------------------------

standings = st.builds(Standing, rating=st.integers(-500, 4000), games_recent=st.integers(0, 100))
versions = st.sampled_from(sorted(CATALOGUE)).map(CATALOGUE.__getitem__) | formulas()
cubes, wins = st.sampled_from(CUBES), st.sampled_from(Win)
CHANGE = re.compile(r"(\d+) × \((\d) − ([\d.]+)\) × ([\d.]+) = ([+−]?[\d.]+)$")


def numbers_in(language: str, text: str) -> str:
    """Text with the language's numbers as a machine reads them."""
    return text.replace(".", "").replace(",", ".") if language == "tr" else text.replace(",", "")


def comes_out_right(language: str, explanation: Explanation) -> None:
    """Assert that the figures shown, multiplied, give the changes that were made."""
    lines = explanation_lines(words_in(language), explanation)
    sums = [found for line in lines if (found := CHANGE.search(numbers_in(language, line)))]
    assert len(sums) == 2
    for found, side in zip(sums, (explanation.winner, explanation.loser), strict=True):
        k, result, expected, coefficient, unrounded = (Decimal(x.replace("−", "-")) for x in found.groups())
        assert round_half_away(float(k * (result - expected) * coefficient)) == side.delta
        assert round_half_away(float(unrounded)) == side.delta
        assert side.before + side.delta == side.after


@given(st.sampled_from(Language), versions, standings, standings, cubes, wins)
def test_whoever_multiplies_the_figures_shown_gets_the_change(
    language: str, formula: Formula, winner: Standing, loser: Standing, cube: int, win: Win
) -> None:
    explanation = explanation_of(winner, loser, formula=formula, cube=cube, win=win)
    comes_out_right(language, explanation)


@given(versions, standings, standings, cubes, wins)
def test_both_languages_show_the_same_numbers(
    formula: Formula, winner: Standing, loser: Standing, cube: int, win: Win
) -> None:
    explanation = explanation_of(winner, loser, formula=formula, cube=cube, win=win)
    turkish, english = (
        Counter(re.findall(r"\d+", "\n".join(explanation_lines(words_in(language), explanation))))
        for language in ("tr", "en")
    )
    if formula.busy_games is None or formula.busy_games < 1000:  # groups of thousands have their own marks
        assert turkish == english


@given(
    st.sampled_from(Language),
    st.text(max_size=90),
    st.text(max_size=90),
    st.lists(st.text(max_size=90), max_size=12),
)
def test_names_and_ids_cannot_break_a_line_or_move_a_cursor(
    language: str, one: str, other: str, counted: list[str]
) -> None:
    explanation = explanation_of(BUSY, CALM, names=(one, other), counted=tuple(counted))
    for line in explanation_lines(words_in(language), explanation):
        assert not [letter for letter in line if unicodedata.category(letter) in UNSEEN]


# --- one game, one thing said otherwise ---------------------------------------------------------------


def said(language: str, *args: Any, **facts: Any) -> str:
    """The whole explanation as one text."""
    return "\n".join(explanation_lines(words_in(language), explanation_of(*args, **facts)))


@pytest.mark.parametrize(
    ("winner", "loser", "asymmetry", "turkish", "english"),
    [
        (CALM, CALM, Asymmetry.NONE, "ayşe ne kazandıysa bora tam o kadar kaybetti", "mirror each other"),
        (BUSY, BUSY, Asymmetry.NONE, "ikisinin de K’sı 16", "both have K 16"),
        (BUSY, CALM, Asymmetry.WINNER_BUSY, "bora daha az oynadı", "bora played fewer"),
        (CALM, BUSY, Asymmetry.LOSER_BUSY, "ayşe daha az oynadı", "ayşe played fewer"),
    ],
)
def test_why_the_sides_differ_or_not(
    winner: Standing, loser: Standing, asymmetry: Asymmetry, turkish: str, english: str
) -> None:
    assert explanation_of(winner, loser).asymmetry is asymmetry
    assert turkish in said("tr", winner, loser)
    assert english in said("en", winner, loser)


# R2: 49, 50 and 51 games.
@pytest.mark.parametrize(
    ("games", "rule"),
    [
        (49, "32, because 49 is fewer than 50"),
        (50, "16, because 50 is 50 or more"),
        (51, "16, because 51 is 50 or more"),
    ],
)
def test_the_count_that_decided_k_is_shown(games: int, rule: str) -> None:
    assert rule in said("en", Standing(rating=1500, games_recent=games), CALM)


def test_a_version_without_a_busy_week_counts_nothing() -> None:
    text = said("en", BUSY, CALM, formula=CATALOGUE["1.2.0"])
    assert "32, the same for every player" in text
    assert "7 days" not in text


# R20: the size of the gammon reward was never published.
@pytest.mark.parametrize(
    ("win", "factor"), [(Win.SINGLE, "4 × 1 = 4"), (Win.GAMMON, "4 × 2 = 8"), (Win.BACKGAMMON, "4 × 3 = 12")]
)
def test_the_gammons_of_the_first_version_are_marked_assumed(win: Win, factor: str) -> None:
    facts: dict[str, Any] = {"formula": CATALOGUE["pre-1.0.5"], "cube": 4, "win": win}
    turkish, english = said("tr", CALM, CALM, **facts), said("en", CALM, CALM, **facts)
    assert factor in turkish
    assert factor in english
    assert "varsayım" in turkish
    assert "assumed" in english


def test_no_number_that_was_published_is_marked_assumed() -> None:
    for name in CATALOGUE.keys() - {"pre-1.0.5"}:
        facts: dict[str, Any] = {"formula": CATALOGUE[name], "cube": 64, "win": Win.BACKGAMMON}
        assert "assumed" not in said("en", CALM, CALM, **facts)
        assert "varsayım" not in said("tr", CALM, CALM, **facts)


@pytest.mark.parametrize(
    ("count", "listed"),
    [
        (1, "1 ranked game: g0"),
        (7, "7 ranked games: g0, g1, g2, g3, g4, g5, g6"),
        (8, "8 ranked games: g0, g1, g2, … 2 more …, g5, g6, g7"),
    ],
)
def test_a_long_list_of_counted_games_is_shortened_in_the_middle(count: int, listed: str) -> None:
    winner = Standing(rating=1500, games_recent=count)
    counted = tuple(f"g{number}" for number in range(count))
    assert f"{listed}\n" in said("en", winner, CALM, counted=counted)


def test_games_brought_from_elsewhere_are_counted_without_a_name() -> None:
    winner = Standing(rating=1500, games_recent=5)
    assert "5 ranked games: g0, g1, and 3 played before" in said("en", winner, CALM, counted=("g0", "g1"))


def test_a_half_is_said_to_go_away_from_zero() -> None:
    odd = Formula(name="odd", divisor=1200, k=25)
    text = said("en", CALM, CALM, formula=odd)
    assert "= +12.5000\n  Rounded          +13 (a half is rounded away from zero)" in text
    assert "= −12.5000\n  Rounded          −13 (a half is rounded away from zero)" in text


def test_a_negative_rating_stands_in_brackets_inside_a_sum() -> None:
    text = said("en", Standing(rating=-40), Standing(rating=-90))
    assert "(−40) − (−90) = +50" in text
    assert "10^(((−90) − (−40)) / 1200)" in text
    assert "−40 → −25" in text


def close_calls(formula: Formula) -> list[tuple[int, int]]:
    """(gap, cube) where the winner's change at the ordinary K is within 0.0002 of a half, but no half."""
    return [
        (gap, cube)
        for cube in CUBES
        for gap in range(-4000, 4001)
        if 0 < abs(formula.winner_unrounded(gap, formula.k, formula.coefficient(cube)) % 1 - 0.5) < 2e-4
    ]


# SPEC 3: nothing comes closer to a tie than 1.8e-5 for ÷1200 and 8.3e-7 for ÷2000.
@pytest.mark.parametrize("name", ["1.0.5", "1.2.0", "1.3.1", "fibs-1pt"])
def test_a_change_close_to_a_half_shows_the_digits_that_decide(name: str) -> None:
    calls = close_calls(CATALOGUE[name])
    assert calls
    for gap, cube in calls:
        winner, loser = Standing(rating=1500 + gap), Standing(rating=1500)
        explanation = explanation_of(winner, loser, formula=CATALOGUE[name], cube=cube)
        comes_out_right("en", explanation)


# --- games that moved no rating, and games that no longer count ----------------------------------------


def told(language: str, entry: Any, **others: Any) -> str:
    """The game's lines as one text."""
    return "\n".join(game_lines(words_in(language), entry, NAMES.__getitem__, **others))


def test_a_boosted_game_says_why_it_is_unrated_and_what_is_assumed() -> None:
    entry = entry_of(CALM, CALM, mode=Mode.BOOSTED, cube=4, win=Win.GAMMON)
    assert told("en", entry).splitlines()[1:] == [
        "  18 October 2026, 14:03:07 UTC · boosted · cube 4 · gammon",
        "  Entry 517, recorded 18 October 2026, 14:03:07 UTC",
        "",
        "Boosted games give points and Sparks; they never change a rating.",
        "  ayşe   points +8, Sparks +10 (assumed)",
        "  bora   points 0, Sparks +2 (assumed)",
        "Assumed: how much a boosted game gives was never published; these amounts are Terazi’s own choice.",
    ]
    assert told("tr", entry).count("(varsayım)") == 2


def test_a_tournament_game_says_why_it_is_unrated() -> None:
    entry = entry_of(CALM, CALM, mode=Mode.TOURNAMENT, tournament=TournamentId("güz"))
    assert "  Tournament güz\n" in told("en", entry)
    assert "Tournament games never change a rating" in told("en", entry)
    assert "Turnuva oyunları reytingi değiştirmez" in told("tr", entry)


def test_a_game_broken_off_has_no_winner_no_cube_and_nobody_to_blame() -> None:
    entry = entry_of(CALM, CALM, termination=Termination.ABORTED, cube=4)
    assert told("en", entry).splitlines()[0] == "Game g0412: ayşe and bora"
    assert "cube" not in told("en", entry)
    assert "through nobody’s fault" in told("en", entry)


def test_a_rated_game_without_its_sums_shows_its_changes() -> None:
    assert told("en", entry_of(BUSY, CALM)).splitlines()[-3:] == [
        "  Rated by version 1.3.1 of the formula",
        "  ayşe   1500 → 1508   ▲ +8",
        "  bora   1500 → 1484   ▼ −16",
    ]


@pytest.mark.parametrize("reason", VoidReason)
@pytest.mark.parametrize("language", Language)
def test_a_game_taken_back_says_so_at_once_and_by_what_and_why(language: str, reason: VoidReason) -> None:
    words, explanation = words_in(language), explanation_of(BUSY, CALM)
    void = void_of(explanation.entry, Void(entry=explanation.entry.number, reason=reason))
    lines = explanation_lines(words, explanation, void=void, replaced_by=GameId("g0413"))
    assert lines[3].strip() == words.template("unrated.void")
    back = "\n".join(lines[-4:])
    assert "600" in back
    assert words.label(reason) in back
    assert "g0413" in back
    assert "1508 → 1500   ▼ −8" in back
    assert "1484 → 1500   ▲ +16" in back


def test_a_replacement_names_the_game_it_replaces() -> None:
    assert "Takes the place of game g0411" in told("en", entry_of(CALM, CALM, replaces=GameId("g0411")))


def test_the_version_in_force_is_named() -> None:
    assert f"version {CURRENT.name}" in said("en", CALM, CALM)
