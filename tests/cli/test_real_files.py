"""`terazi rate` on the real files beside the repository; skipped where they are not."""

from pathlib import Path

import pytest

from terazi.core.entries import Rated
from tests.cli.terazi import entries_of, refused_rows, terazi


def test_every_backgammon_game_is_taken_and_sums_add_up(shared: Path, tmp_path: Path) -> None:
    ledger = tmp_path / "l.jsonl"
    done = terazi("rate", shared / "data" / "backgammon_games.csv.gz", "--json", "--ledger", ledger)
    assert done.code == 0
    assert sum(line["games"] for line in done.objects) == 2 * 4353
    assert len(done.objects) == 1044
    ratings: dict[int, int] = {}
    for effect in (effect for entry in entries_of(ledger) for effect in entry.effects):
        assert isinstance(effect, Rated)
        assert effect.change.before == ratings.get(effect.player, 1500)
        ratings[effect.player] = effect.change.after
    assert sorted(ratings.values()) == sorted(line["rating"] for line in done.objects)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "draws", "rated"), [("chess_20k", 888, 18_223), ("football_internationals", 11_258, 38_262)]
)
def test_draws_are_refused_and_the_rest_is_rated(
    shared: Path, tmp_path: Path, name: str, draws: int, rated: int
) -> None:
    rejects = tmp_path / "r.csv"
    done = terazi("rate", shared / "data" / f"{name}.csv.gz", "--json", "--rejects", rejects)
    assert done.code == 3
    assert [row["code"] for row in refused_rows(rejects)] == ["draw"] * draws
    assert sum(line["wins"] for line in done.objects) == rated
