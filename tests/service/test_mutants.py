"""Every deliberate mistake in the rules or on the write path is found by the oracle's machine."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test
from sqlalchemy import CTE, Select, select

from terazi.core.record import record
from terazi.core.types import Game, PlayerId
from terazi.core.window import WINDOW_MS, Window
from terazi.service import corrections, games
from terazi.store import append, chain, ledger, part, players, tally
from terazi.store.bulk import Meeting
from terazi.store.players import read_player
from tests.service.test_oracle import in_sqlite, template

__all__ = ["template"]

Patch = pytest.MonkeyPatch
MUTANTS: list[Callable[[Patch], None]] = []


def mutant(mistake: Callable[[Patch], None]) -> Callable[[Patch], None]:
    MUTANTS.append(mistake)
    return mistake


class Exclusive(Window):
    """Forgets the game that is exactly seven days old."""

    def count(self, finished_at: int) -> int:
        return super().count(finished_at) - self.since(finished_at - WINDOW_MS)[:99].count(
            finished_at - WINDOW_MS
        )


@mutant
def a_game_exactly_seven_days_old_does_not_count(patch: Patch) -> None:
    patch.setattr(players, "Window", Exclusive)


class Blind(Window):
    """Forgets games of the same millisecond."""

    def count(self, finished_at: int) -> int:
        return super().count(finished_at) - self.since(finished_at).count(finished_at)


@mutant
def a_game_of_the_same_millisecond_does_not_count(patch: Patch) -> None:
    patch.setattr(players, "Window", Blind)


@mutant
def the_row_is_believed_to_know_more_than_it_does(patch: Patch) -> None:
    def complete(row: Sequence[Any], *, unlisted: bool) -> players.Loaded:
        return replace(read_player(row, unlisted=unlisted), since=None)

    patch.setattr(part, "read_player", complete)


@mutant
def nobody_reaches_back_beyond_the_row(patch: Patch) -> None:
    patch.setattr(part, "reach_back", lambda *_: None)


@mutant
def voided_games_still_count_when_reaching_back(patch: Patch) -> None:
    def all_of_them(one: CTE, count: int) -> Select[Any]:
        return select(one).where(one.c.counted_at.is_not(None))

    patch.setattr(chain, "_standing", all_of_them)


@mutant
def openings_elsewhere_are_forgotten_when_reaching_back(patch: Patch) -> None:
    patch.setattr(part, "read_opening", lambda *_: None)


@mutant
def a_batch_is_rated_in_the_order_of_the_reports(patch: Patch) -> None:
    patch.setattr(games, "_in_time_order", list)


@mutant
def a_batch_is_ordered_by_time_alone(patch: Patch) -> None:
    patch.setattr(games, "_in_time_order", lambda told: sorted(told, key=lambda n: told[n].finished_at))


@mutant
def a_game_arrives_a_millisecond_early(patch: Patch) -> None:
    def hasty(ladder: Any, names: Any, game: Game[PlayerId], at: int) -> Any:
        return record(ladder, names, game, at - 1)

    patch.setattr(games, "record", hasty)


@mutant
def games_told_before_are_not_looked_up(patch: Patch) -> None:
    patch.setattr(part, "_load_games", lambda *_: None)


@mutant
def a_replaced_game_is_loaded_without_its_fate(patch: Patch) -> None:
    patch.setattr(games, "load_fates", lambda *_: None)


@mutant
def voids_are_forgotten(patch: Patch) -> None:
    patch.setattr(part, "load_voids", lambda *_: None)


@mutant
def replacements_are_forgotten(patch: Patch) -> None:
    patch.setattr(part, "load_replacements", lambda *_: None)


@mutant
def a_void_leaves_the_record_alone(patch: Patch) -> None:
    count = tally._count_game

    def only_up(one: Any, entry: Any, side: int, by: int) -> None:
        if by > 0:
            count(one, entry, side, by)

    patch.setattr(tally, "_count_game", only_up)


@mutant
def the_histogram_forgets_who_left_a_rating(patch: Patch) -> None:
    put = append.put_histogram
    patch.setattr(append, "put_histogram", lambda c, moved: put(c, {r: max(n, 0) for r, n in moved.items()}))


@mutant
def equal_points_are_added_instead_of_replaced(patch: Patch) -> None:
    patch.setattr(append, "Meeting", type("Wrong", (), {"ADD": Meeting.REPLACE, "REPLACE": Meeting.REPLACE}))


@mutant
def an_outage_forgets_its_last_millisecond(patch: Patch) -> None:
    between = ledger.finished_between
    patch.setattr(corrections, "finished_between", lambda c, since, until: between(c, since, until - 1))


@mutant
def the_head_forgets_the_latest_finish(patch: Patch) -> None:
    move = append.move_head

    def forgetful(one: part.Part) -> None:
        one.ladder.last_finish = None
        move(one)

    patch.setattr(append, "move_head", forgetful)


@mutant
def the_unlisted_are_listed(patch: Patch) -> None:
    save = append.save_players

    def everybody(one: part.Part, numbers: Any) -> None:
        for number in (numbers := list(numbers)):
            one.players[number].unlisted = False
        save(one, numbers)

    patch.setattr(append, "save_players", everybody)


@pytest.mark.slow
@pytest.mark.parametrize("mistake", MUTANTS, ids=lambda mistake: mistake.__name__)
def test_a_mistake_is_found(
    mistake: Callable[[Patch], None], template: Path, tmp_path: Path, monkeypatch: Patch
) -> None:
    mistake(monkeypatch)
    search = settings(
        max_examples=600,  # it ends with the first find; where one begins depends on what else is loaded
        stateful_step_count=30,
        phases=[Phase.generate],
        database=None,
        report_multiple_bugs=False,
        suppress_health_check=list(HealthCheck),
    )
    with pytest.raises(Exception):  # noqa: B017, PT011  # it may be found by any assertion, here or inside
        run_state_machine_as_test(in_sqlite(template, tmp_path), settings=search)
