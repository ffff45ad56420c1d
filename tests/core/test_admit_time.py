"""What enters the ledger by when it happened: versions and results, to the millisecond (R3, R5, R22)."""

from dataclasses import replace

import pytest

from terazi.core.catalogue import CATALOGUE
from terazi.core.codes import Code, Refusal
from terazi.core.entries import (
    HISTORY,
    Entry,
    Registration,
    RulebookChange,
    Settings,
)
from terazi.core.rulebook import Edition, Rulebook
from terazi.core.types import (
    FIRST_INSTANT_MS,
    Mode,
)
from terazi.core.window import WINDOW_MS
from tests.core.book import NOW, book, code, game

EARLY_MS = 300_000  # R5


def version(effective_from: int, name: str = "1.2.0") -> RulebookChange:
    return RulebookChange(
        edition=Edition(effective_from=effective_from, formula=CATALOGUE[name]), table_sha256=""
    )


# --- R3: versions ----------------------------------------------------------------------------------


@pytest.mark.parametrize("effective_from", [FIRST_INSTANT_MS + 1, 0, NOW - 1, NOW, NOW + 10**9])
def test_before_the_first_game_any_dates_may_be_set(effective_from: int) -> None:
    assert code(book().tell(version(effective_from))) is None


@pytest.mark.parametrize(
    ("effective_from", "refused"),
    [
        (NOW - 1, True),
        (NOW, True),
        (NOW + EARLY_MS, True),  # a game may still be accepted that finished at that instant
        (NOW + EARLY_MS + 1, False),
    ],
)
def test_a_version_takes_effect_later_than_now_plus_the_early_limit(
    effective_from: int, refused: bool
) -> None:
    told = book()
    told.write(game("g1", finished_at=NOW - 1000))
    answer = told.tell(version(effective_from))
    if refused:
        wanted = Refusal(code=Code.RULEBOOK_BACKDATED, field="effective_from", value="1.2.0")
        assert answer == wanted
    else:
        assert isinstance(answer, Entry)


@pytest.mark.parametrize("early_ms", [None, 0])
@pytest.mark.parametrize(("effective_from", "refused"), [(NOW, True), (NOW + 1, False)])
def test_without_an_early_limit_a_version_takes_effect_later_than_now(
    early_ms: int | None, effective_from: int, refused: bool
) -> None:
    told = book(settings=Settings(early_ms=early_ms))
    told.write(game("g1", finished_at=0), at=0)
    told.write(game("g2", finished_at=NOW - EARLY_MS), at=NOW)
    assert code(told.tell(version(effective_from))) is (Code.RULEBOOK_BACKDATED if refused else None)


@pytest.mark.parametrize("finishes", [(NOW,), (NOW, NOW - 5), (0,), (0, -5), (-5, 0)])
@pytest.mark.parametrize("later_ms", [0, 1])
def test_a_version_takes_effect_later_than_every_game(finishes: tuple[int, ...], later_ms: int) -> None:
    told = book(settings=HISTORY)
    for index, finished_at in enumerate(finishes):
        told.write(game(f"g{index}", finished_at=finished_at), at=FIRST_INSTANT_MS)
    answer = told.tell(version(max(finishes) + later_ms), at=FIRST_INSTANT_MS)
    assert code(answer) is (None if later_ms else Code.RULEBOOK_BACKDATED)


def test_now_is_never_earlier_than_the_last_entry() -> None:
    told = book(settings=HISTORY)
    told.write(game("g1", finished_at=0), at=NOW)
    assert code(told.tell(version(NOW), at=0)) is Code.RULEBOOK_BACKDATED  # a clock that jumped back
    assert code(told.tell(version(NOW + 1), at=0)) is None


@pytest.mark.parametrize("mode", [Mode.BOOSTED, Mode.TOURNAMENT])
def test_games_that_are_not_rated_bar_back_dating_too(mode: Mode) -> None:
    told = book(settings=HISTORY)
    told.write(replace(game("g1", finished_at=NOW), mode=mode), at=FIRST_INSTANT_MS)
    assert code(told.tell(version(NOW), at=FIRST_INSTANT_MS)) is Code.RULEBOOK_BACKDATED


@pytest.mark.parametrize("mode", Mode)
def test_a_game_before_the_first_version_is_refused(mode: Mode) -> None:
    told = book(rulebook=Rulebook((Edition(effective_from=NOW, formula=CATALOGUE["1.0.5"]),)))
    early = replace(game("g1", finished_at=NOW - 1), mode=mode)
    assert told.tell(early) == Refusal(code=Code.NO_FORMULA, field="finished_at")
    assert code(told.tell(replace(early, finished_at=NOW))) is None


# --- R5: late and early ----------------------------------------------------------------------------

ARRIVALS = [
    (NOW - WINDOW_MS - 1, Code.TOO_LATE),
    (NOW - WINDOW_MS, None),
    (NOW, None),
    (NOW + EARLY_MS, None),
    (NOW + EARLY_MS + 1, Code.IN_THE_FUTURE),
]


@pytest.mark.parametrize(("finished_at", "refused"), ARRIVALS)
def test_results_are_taken_within_the_limits_to_the_millisecond(
    finished_at: int, refused: Code | None
) -> None:
    answer = book().tell(game("g1", finished_at=finished_at), at=NOW)
    if refused is None:
        assert isinstance(answer, Entry)
    else:
        assert answer == Refusal(code=refused, field="finished_at", value="g1")


@pytest.mark.parametrize(("finished_at", "refused"), ARRIVALS)
def test_the_moment_of_arrival_is_the_entrys_own(finished_at: int, refused: Code | None) -> None:
    # R22: a clock that jumped back does not make the limits jump back.
    told = book()
    told.write(Registration(commitment="late"), at=NOW)
    assert code(told.tell(game("g1", finished_at=finished_at), at=0)) is refused


@pytest.mark.parametrize("finished_at", [FIRST_INSTANT_MS, 0, NOW + 10**12])
def test_a_history_knows_no_limits(finished_at: int) -> None:
    assert code(book(settings=HISTORY).tell(game("g1", finished_at=finished_at), at=NOW)) is None


@pytest.mark.parametrize("settings", [Settings(late_ms=1000), Settings(late_ms=0, early_ms=0)])
def test_the_limits_are_settings(settings: Settings) -> None:
    late_ms = settings.late_ms or 0
    assert code(book(settings=settings).tell(game("g1", finished_at=NOW - late_ms))) is None
    assert code(book(settings=settings).tell(game("g1", finished_at=NOW - late_ms - 1))) is Code.TOO_LATE
