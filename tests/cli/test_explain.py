"""`terazi explain`: the whole calculation of one game, from a ledger file."""

import json
from pathlib import Path

import pytest

from terazi.core.formula import round_half_away
from terazi.core.types import Game, GameId
from tests.cli.terazi import entries_of, terazi, written

SAMPLE = Path(__file__).parents[2] / "examples" / "ladder.csv"


@pytest.fixture(scope="module")
def ledger(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("ledger") / "l.jsonl"
    assert terazi("rate", SAMPLE, "--ledger", path).code == 0
    return path


def rated_games(ledger: Path) -> list[str]:
    facts = [entry.facts for entry in entries_of(ledger) if entry.formula]
    return [game.game_id for game in facts if isinstance(game, Game)]


def test_the_terms_of_every_side_give_its_change(ledger: Path) -> None:
    for game_id in rated_games(ledger)[::97]:
        told = terazi("explain", ledger, game_id, "--json").objects[0]
        for side in (told["winner"], told["loser"]):
            change = side["k"] * (side["result"] - side["expected"]) * side["coefficient"]
            assert round_half_away(change) == side["delta"] == side["after"] - side["before"]
            assert side["gap"] == side["before"] - side["opponent_before"]
            assert len(side["counted"]) == side["games_recent"]
            assert side["k"] == (16 if side["games_recent"] >= 50 else 32)


def test_the_counted_games_are_those_of_the_7_days_before(ledger: Path) -> None:
    told = terazi("explain", ledger, "g0285", "--json").objects[0]
    rated = [entry.facts for entry in entries_of(ledger) if entry.formula]
    games = {game.game_id: game for game in rated if isinstance(game, Game)}
    now, number = games[GameId("g0285")].finished_at, told["entry"]["loser"]["player"]
    expected = [
        game_id
        for game_id, game in games.items()
        if number in (game.winner, game.loser) and game_id < "g0285"
        if now - 604_800_000 <= game.finished_at <= now
    ]
    assert told["loser"]["counted"] == expected


@pytest.mark.parametrize(("language", "percent"), [("tr", "%55,8"), ("en", "55.8%")])
def test_it_is_told_in_both_languages(ledger: Path, language: str, percent: str) -> None:
    done = terazi("explain", ledger, "g0285", "--lang", language)
    assert done.code == 0
    assert percent in done.out
    assert "g0284" in done.out
    assert "jale" in done.out


def test_a_void_game_says_which_entry_took_it_back(tmp_path: Path) -> None:
    header = "game_id,finished_at,winner,loser,replaces"
    rows = ("1,2026-11-01T20:00:00Z,a,b,", "2,2026-11-01T20:00:00Z,b,a,1", "3,2026-11-01T20:01:00Z,a,b,")
    ledger = tmp_path / "l.jsonl"
    terazi("rate", written(tmp_path / "g.csv", *rows, header=header), "--ledger", ledger)
    told = terazi("explain", ledger, "1", "--json").objects[0]
    assert (told["void"]["kind"], told["void"]["reason"]) == ("void", "replaced")
    assert told["replaced_by"] == "2"
    assert str(told["void"]["number"]) in terazi("explain", ledger, "1").out
    assert terazi("explain", ledger, "3", "--json").objects[0]["winner"]["counted"] == ["2"]


def test_an_unrated_game_says_why(ledger: Path) -> None:
    unrated = [entry for entry in entries_of(ledger) if entry.unrated]
    assert {entry.unrated for entry in unrated} == {"boosted", "tournament", "aborted"}
    for entry in unrated[:6]:
        assert isinstance(entry.facts, Game)
        told = terazi("explain", ledger, entry.facts.game_id, "--json").objects[0]
        assert (told["rated"], told["reason"]) == (False, entry.unrated)
        assert terazi("explain", ledger, entry.facts.game_id).code == 0


def test_players_have_numbers_where_their_ids_were_erased(ledger: Path, tmp_path: Path) -> None:
    alone = tmp_path / "alone.jsonl"
    alone.write_bytes(ledger.read_bytes())
    done = terazi("explain", alone, "g0285")
    assert done.code == 0
    assert "jale" not in done.out
    assert "#" in done.out


def test_what_is_not_there_is_refused_with_a_code(ledger: Path, tmp_path: Path) -> None:
    done = terazi("explain", ledger, "g9999")
    assert (done.code, done.out) == (3, "")
    assert "[unknown_game]" in done.err
    (tmp_path / "text.jsonl").write_text("not a ledger\n")
    (tmp_path / "empty.jsonl").write_text("")
    for name in ("text.jsonl", "empty.jsonl"):
        assert "[not_a_ledger]" in terazi("explain", tmp_path / name, "g0001").err


def test_a_game_whose_line_was_spelled_anew_is_refused(ledger: Path, tmp_path: Path) -> None:
    changed = tmp_path / "changed.jsonl"
    lines = [json.dumps(json.loads(line)) for line in ledger.read_bytes().splitlines()]
    changed.write_text("\n".join(lines).replace('"game": "g0285"', '"game":"g0285"'))
    assert "[not_a_ledger]" in terazi("explain", changed, "g0285").err
