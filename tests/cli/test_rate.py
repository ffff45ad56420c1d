"""`terazi rate`: games in, exact ratings out."""

import gzip
import json
from pathlib import Path

import pytest
from rich.cells import cell_len

from terazi.core.entries import Rated, Registration, Void
from terazi.core.ladder import apply, decide
from terazi.core.state import Ladder
from terazi.core.types import Game
from tests.cli.terazi import Done, entries_of, terazi, written

ROOT = Path(__file__).parents[2]
SAMPLE = ROOT / "examples" / "ladder.csv"

TWO = ("1,2026-11-01T20:00:00Z,ayşe,can", "2,2026-11-01T21:00:00Z,can,ayşe")


def ratings(done: Done) -> dict[str, int]:
    return {line["player"]: line["rating"] for line in done.objects}


def test_the_board_has_rank_player_rating_games_wins_losses(tmp_path: Path) -> None:
    done = terazi("rate", written(tmp_path / "games.csv", TWO[0]), "--json")
    assert done.code == 0
    assert done.objects == [
        {"rank": 1, "player": "ayşe", "rating": 1516, "games": 1, "wins": 1, "losses": 0},
        {"rank": 2, "player": "can", "rating": 1484, "games": 1, "wins": 0, "losses": 1},
    ]


def test_the_table_shows_what_the_json_says() -> None:
    table, lines = terazi("rate", SAMPLE), terazi("rate", SAMPLE, "--json")
    rows = [line.split() for line in table.out.splitlines()[1:]]
    assert rows == [[str(value) for value in line.values()] for line in lines.objects]


def test_columns_stand_under_each_other_however_wide_the_names(tmp_path: Path) -> None:
    rows = [f"{n},2026-11-01T20:00:0{n}Z,{name},can" for n, name in enumerate(["♡보아♡", "İlk", "a\u0301ya"])]
    board = terazi("rate", written(tmp_path / "g.csv", *rows)).out.splitlines()
    ends = {cell_len(line[: line.index("  15")]) for line in board[1:4]}
    assert len(ends) == 1


def test_games_are_rated_in_order_of_finish_whatever_the_order_of_the_file(tmp_path: Path) -> None:
    rows = SAMPLE.read_text(encoding="utf-8").splitlines()
    backwards = written(tmp_path / "backwards.csv", *reversed(rows[1:]), header=rows[0])
    assert terazi("rate", backwards, "--json").out == terazi("rate", SAMPLE, "--json").out


def test_several_files_are_one_history(tmp_path: Path) -> None:
    rows = SAMPLE.read_text(encoding="utf-8").splitlines()
    odd = written(tmp_path / "odd.csv", *rows[1::2], header=rows[0])
    even = written(tmp_path / "even.csv", *rows[2::2], header=rows[0])
    assert terazi("rate", even, odd, "--json").out == terazi("rate", SAMPLE, "--json").out


@pytest.mark.parametrize("name", ["games.csv.gz", "games.gz"])
def test_gzip_and_standard_input_give_the_same(tmp_path: Path, name: str) -> None:
    packed = tmp_path / name
    packed.write_bytes(gzip.compress(SAMPLE.read_bytes()))
    expected = terazi("rate", SAMPLE, "--json").out
    assert terazi("rate", packed, "--json").out == expected
    assert terazi("rate", "-", "--json", stdin=SAMPLE.read_bytes()).out == expected
    assert terazi("rate", "-", "--json", stdin=packed.read_bytes()).out == expected


def test_json_lines_give_the_same_as_csv(tmp_path: Path) -> None:
    header, *rows = SAMPLE.read_text(encoding="utf-8").splitlines()
    names = header.split(",")
    lines = [json.dumps(dict(zip(names, row.split(","), strict=True))) for row in rows]
    path = tmp_path / "games.jsonl"
    path.write_text("\n".join(lines))
    assert terazi("rate", path, "--json").out == terazi("rate", SAMPLE, "--json").out


@pytest.mark.parametrize("separator", [";", "\t"])
def test_semicolons_and_tabs_separate_as_commas_do(tmp_path: Path, separator: str) -> None:
    text = SAMPLE.read_text(encoding="utf-8").replace("ayla", '"ay,la"').replace("cem", '"c""em"')
    commas, others = tmp_path / "commas.csv", tmp_path / "others.csv"
    commas.write_text(text, encoding="utf-8")
    others.write_text(text.replace(",", separator).replace(f"ay{separator}la", "ay,la"), encoding="utf-8")
    assert terazi("rate", others, "--json") == terazi("rate", commas, "--json")


def test_only_ranked_games_move_ratings(tmp_path: Path) -> None:
    header = "game_id,finished_at,winner,loser,mode,termination,tournament"
    rows = (
        "1,2026-11-01T20:00:00Z,ayşe,can,boosted,,cup",
        "2,2026-11-01T20:01:00Z,ayşe,can,tournament,,cup",
        "3,2026-11-01T20:02:00Z,ayşe,can,ranked,aborted,cup",
        "4,2026-11-01T20:03:00Z,ayşe,can,ranked,,cup",
    )
    done = terazi("rate", written(tmp_path / "g.csv", *rows, header=header), "--json")
    assert ratings(done) == {"ayşe": 1516, "can": 1484}
    assert [line["games"] for line in done.objects] == [1, 1]


def test_a_replacement_voids_the_old_game_and_counts_the_new(tmp_path: Path) -> None:
    header = "game_id,finished_at,winner,loser,replaces"
    rows = ("b,2026-11-01T20:00:00Z,ayşe,can,", "a,2026-11-01T20:00:00Z,can,ayşe,b")
    ledger = tmp_path / "l.jsonl"
    done = terazi("rate", written(tmp_path / "g.csv", *rows, header=header), "--json", "--ledger", ledger)
    assert ratings(done) == {"can": 1516, "ayşe": 1484}
    assert [type(entry.facts) for entry in entries_of(ledger)[-3:]] == [Game, Void, Game]


def test_accepted_at_gives_the_order(tmp_path: Path) -> None:
    header = "game_id,finished_at,winner,loser,cube,accepted_at"
    late = (
        "1,2026-11-01T20:00:00Z,ayşe,can,64,2026-11-03T00:00:00Z",
        "2,2026-11-02T20:00:00Z,can,ayşe,1,2026-11-02T20:00:01Z",
    )
    ledger = tmp_path / "l.jsonl"
    terazi("rate", written(tmp_path / "g.csv", *late, header=header), "--ledger", ledger)
    games = [entry for entry in entries_of(ledger) if isinstance(entry.facts, Game)]
    assert [entry.facts.game_id for entry in games if isinstance(entry.facts, Game)] == ["2", "1"]
    assert [entry.accepted_at for entry in games] == [1793649601000, 1793664000000]


def test_a_zone_is_needed_only_for_times_without_an_offset(tmp_path: Path) -> None:
    rows = ("1,2026-11-01 20:00:00,ayşe,can", "2,2026-11-01T18:00:00Z,ayşe,can")
    ledger = tmp_path / "l.jsonl"
    path = written(tmp_path / "g.csv", *rows)
    assert terazi("rate", path, "--timezone", "Europe/Istanbul", "--ledger", ledger).code == 0
    finished = [entry.facts.finished_at for entry in entries_of(ledger) if isinstance(entry.facts, Game)]
    assert finished == [1793552400000, 1793556000000]


def test_other_columns_are_named_once_and_ignored(tmp_path: Path) -> None:
    header = "game_id,finished_at,winner,loser,how,points,rated"
    rows = [f"{n},2026-11-01T20:00:00Z,ayşe,can,drop,9,0" for n in range(3)]
    done = terazi("rate", written(tmp_path / "g.csv", *rows, header=header), "--json")
    assert done.code == 0
    assert done.err.count("how, points, rated") == 1
    assert sum(line["games"] for line in done.objects) == 6


@pytest.mark.parametrize(
    ("formula", "ratings_after"),
    [("chess", (1558, 1442)), ("1.3.1", (1562, 1438)), ("pre-1.0.5", (2524, 476))],
)
def test_the_formula_rates(tmp_path: Path, formula: str, ratings_after: tuple[int, int]) -> None:
    header = "game_id,finished_at,winner,loser,cube"
    rows = ("1,2026-11-01T20:00:00Z,a,b,64", "2,2026-11-01T21:00:00Z,a,b,64")
    done = terazi("rate", written(tmp_path / "g.csv", *rows, header=header), "--json", "--formula", formula)
    assert tuple(ratings(done).values()) == ratings_after


def test_a_rulebook_rates_each_game_by_its_finish(tmp_path: Path) -> None:
    rulebook = tmp_path / "rulebook.toml"
    rulebook.write_text(
        '[[version]]\nformula = "chess"\neffective_from = "beginning"\n'
        '[[version]]\nformula = "1.3.1"\neffective_from = "2026-11-01T20:30:00Z"\n'
    )
    ledger = tmp_path / "l.jsonl"
    path = written(tmp_path / "g.csv", *TWO)
    assert terazi("rate", path, "--rulebook", rulebook, "--ledger", ledger).code == 0
    assert [entry.formula for entry in entries_of(ledger) if isinstance(entry.facts, Game)] == [
        "chess",
        "1.3.1",
    ]


def test_the_ledger_holds_every_change_and_decides_itself_again(tmp_path: Path) -> None:
    ledger = tmp_path / "l.jsonl"
    done = terazi("rate", SAMPLE, "--json", "--ledger", ledger)
    entries, ladder = entries_of(ledger), Ladder()
    for entry in entries:
        assert decide(ladder, entry.facts, entry.accepted_at) == entry
        apply(ladder, entry)
    cards = map(json.loads, (tmp_path / "l.players.jsonl").read_bytes().splitlines())
    names = {card["number"]: card["player"] for card in cards}
    assert {names[number]: player.rating for number, player in ladder.players.items()} == ratings(done)
    assert sorted(names) == [entry.number for entry in entries if isinstance(entry.facts, Registration)]


def test_sums_add_up_for_every_player(tmp_path: Path) -> None:
    ledger = tmp_path / "l.jsonl"
    done = terazi("rate", SAMPLE, "--json", "--ledger", ledger)
    totals: dict[int, int] = {}
    for effect in (effect for entry in entries_of(ledger) for effect in entry.effects):
        if isinstance(effect, Rated):
            totals[effect.player] = totals.get(effect.player, 1500) + effect.change.delta
    assert sorted(totals.values()) == sorted(ratings(done).values())


def test_who_is_who_can_be_read_by_the_owner_alone(tmp_path: Path) -> None:
    terazi("rate", SAMPLE, "--ledger", tmp_path / "l.jsonl")
    assert (tmp_path / "l.players.jsonl").stat().st_mode & 0o077 == 0
    assert not [path for path in tmp_path.iterdir() if "unfinished" in path.name]


def test_nothing_is_written_where_a_place_cannot_be_written(tmp_path: Path) -> None:
    done = terazi("rate", SAMPLE, "--ledger", tmp_path / "nowhere" / "l.jsonl")
    assert (done.code, done.out) == (2, "")
    assert "No such file or directory" in done.err


def test_formula_and_rulebook_exclude_each_other(tmp_path: Path) -> None:
    rulebook = ROOT / "examples" / "rulebook.toml"
    done = terazi("rate", SAMPLE, "--formula", "chess", "--rulebook", rulebook)
    assert (done.code, done.out) == (2, "")
