"""`terazi rate` of recorded matches: nothing guessed, everything asked for, each game once."""

import csv
import io
import json
from pathlib import Path

import pytest

from tests.cli.terazi import Done, refused_rows, terazi, written

TWINS = Path(__file__).parents[1] / "formats" / "matches"
PLAIN, NO_DATE, CUT = TWINS / "plain.mat", TWINS / "no_date.mat", TWINS / "cut_in_a_move.mat"
ZONE = ("--timezone", "Europe/Istanbul")


def rows(path: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(path.read_text(encoding="utf-8"), newline="")))


def filled(path: Path, delimiter: str = ",", **answers: str) -> Path:
    """The table with these answers in every row."""
    found = [row | answers for row in rows(path)]
    text = io.StringIO()
    writer = csv.DictWriter(text, found[0].keys(), delimiter=delimiter)
    writer.writeheader()
    writer.writerows(found)
    path.write_text("\ufeff" + text.getvalue(), encoding="utf-8")
    return path


def wins(done: Done) -> dict[str, int]:
    return {line["player"]: line["wins"] for line in done.objects}


def test_a_match_is_rated_as_the_table_of_its_games_is(tmp_path: Path) -> None:
    terazi("files", PLAIN, "--games", tmp_path / "games.csv")
    done = terazi("rate", PLAIN, *ZONE, "--json")
    assert done.code == 0
    assert done.out == terazi("rate", tmp_path / "games.csv", *ZONE, "--json").out


def test_a_known_winner_with_an_unknown_cause_is_rated_as_unspecified(tmp_path: Path) -> None:
    terazi("rate", PLAIN, *ZONE, "--ledger", tmp_path / "l.jsonl", "--mode", "ranked")
    entries = map(json.loads, (tmp_path / "l.jsonl").read_text(encoding="utf-8").splitlines())
    games = [(entry["termination"], entry["cube"]) for entry in entries if entry["kind"] == "game"]
    assert games == [("drop", 1), ("unspecified", 2)]


def test_matches_and_tables_are_one_history(tmp_path: Path) -> None:
    table = written(tmp_path / "g.csv", "1,2024-03-09T10:00:00Z,bora,can")
    assert wins(terazi("rate", table, PLAIN, *ZONE, "--json")) == {"ayla": 2, "bora": 1, "can": 0}


@pytest.mark.parametrize("name", ["m.mat", "m.txt", "m", "m.MAT", "m.dat"])
def test_a_match_is_known_by_its_ending_or_by_what_is_in_it(tmp_path: Path, name: str) -> None:
    for encoding in ("utf-8-sig", "utf-16"):
        (tmp_path / name).write_text(PLAIN.read_text(encoding="utf-8"), encoding=encoding)
        assert wins(terazi("rate", tmp_path / name, *ZONE, "--json")) == {"ayla": 2, "bora": 0}


def test_of_a_folder_the_matches_in_it_are_rated(tmp_path: Path) -> None:
    (tmp_path / "m.txt").write_bytes(PLAIN.read_bytes())
    (tmp_path / "notes.txt").write_text("what we played on Friday\n")
    assert wins(terazi("rate", tmp_path, *ZONE, "--json")) == {"ayla": 2, "bora": 0}
    (tmp_path / "m.txt").unlink()
    assert "[not_a_file]" in terazi("rate", tmp_path, *ZONE).err


def test_a_table_whose_name_says_nothing_is_still_a_table(tmp_path: Path) -> None:
    table = written(tmp_path / "games.txt", "1,2024-03-09T10:00:00Z,bora,can")
    assert wins(terazi("rate", table, "--json")) == {"bora": 1, "can": 0}


def test_a_file_without_games_is_named_and_the_others_are_rated(tmp_path: Path) -> None:
    (tmp_path / "odd.mat").write_bytes(b"\0\1\2" * 99)
    done = terazi("rate", tmp_path / "odd.mat", PLAIN, *ZONE, "--json")
    assert (done.code, len(done.objects)) == (3, 2)
    assert "odd.mat" in done.err


def test_without_a_zone_no_time_is_guessed() -> None:
    done = terazi("rate", PLAIN, "--json")
    assert (done.code, done.out) == (3, "")
    assert "[time_without_offset]" in done.err


def test_the_same_match_twice_counts_once(tmp_path: Path) -> None:
    (tmp_path / "again.txt").write_bytes(PLAIN.read_bytes())
    done = terazi("rate", PLAIN, tmp_path / "again.txt", *ZONE, "--json")
    assert done.code == 0
    assert done.out == terazi("rate", PLAIN, *ZONE, "--json").out
    assert "2 games of the match files were given before" in done.err


def test_the_options_of_matches_are_refused_where_there_is_no_match(tmp_path: Path) -> None:
    table = written(tmp_path / "g.csv", "1,2024-03-09T10:00:00Z,bora,can")
    assert terazi("rate", table, "--mode", "ranked").code == 2


# --- what a person has to say ---


def test_games_without_a_date_wait_for_a_person_and_are_rated_with_the_answer(tmp_path: Path) -> None:
    review = tmp_path / "review.csv"
    done = terazi("rate", NO_DATE, *ZONE, "--review", review, "--json")
    assert (done.code, done.out) == (3, "")
    assert {row["why"] for row in rows(review)} == {"finished_at missing_value"}
    filled(review, finished_at="2024-03-09 18:33")
    after = terazi("rate", NO_DATE, *ZONE, "--resolve", review, "--json")
    assert after.code == 0
    assert after.out == terazi("rate", PLAIN, *ZONE, "--json").out


def test_a_game_without_a_winner_waits_and_the_rest_is_rated(tmp_path: Path) -> None:
    review = tmp_path / "review.csv"
    done = terazi("rate", CUT, *ZONE, "--review", review, "--json")
    assert (done.code, wins(done)) == (3, {"ayla": 1, "bora": 0})
    (row,) = rows(review)
    assert (row["ending"], row["winner"], row["player_1"]) == ("unfinished", "", "ayla")
    filled(review, delimiter=";", winner="bora")  # as a spreadsheet writes it where a comma is in numbers
    assert wins(terazi("rate", CUT, *ZONE, "--resolve", review, "--json")) == {"ayla": 1, "bora": 1}


def test_a_game_can_be_left_out(tmp_path: Path) -> None:
    review = tmp_path / "review.csv"
    terazi("rate", CUT, *ZONE, "--review", review)
    filled(review, winner="-")
    done = terazi("rate", CUT, *ZONE, "--resolve", review, "--json")
    assert (done.code, wins(done)) == (0, {"ayla": 1, "bora": 0})
    assert "1 game was left out" in done.err


def test_an_answer_that_names_nobody_of_the_game_is_no_answer(tmp_path: Path) -> None:
    review = tmp_path / "review.csv"
    terazi("rate", CUT, *ZONE, "--review", review)
    filled(review, winner="zeynep")
    assert terazi("rate", CUT, *ZONE, "--resolve", review).code == 3


def test_another_variation_is_never_rated_without_being_asked(tmp_path: Path) -> None:
    done = terazi("rate", TWINS / "other_variation.mat", *ZONE, "--review", tmp_path / "r.csv", "--json")
    assert (done.code, done.out) == (3, "")
    assert rows(tmp_path / "r.csv")


@pytest.mark.parametrize("text", ["", "a,b\n1,2\n", 'game_id,"'], ids=["empty", "columns", "csv"])
def test_a_table_that_cannot_be_read_stops_before_anything_is_rated(tmp_path: Path, text: str) -> None:
    (tmp_path / "answers.csv").write_text(text)
    done = terazi("rate", CUT, *ZONE, "--resolve", tmp_path / "answers.csv")
    assert (done.code, done.out) == (2, "")


def test_a_table_with_a_winner_that_looks_like_a_formula_comes_back_as_it_was(tmp_path: Path) -> None:
    odd = tmp_path / "odd.mat"
    odd.write_text(CUT.read_text(encoding="utf-8").replace("ayla", "=cmd"), encoding="utf-8")
    terazi("rate", odd, *ZONE, "--review", tmp_path / "r.csv")
    (row,) = rows(tmp_path / "r.csv")
    assert row["player_1"] == "'=cmd"
    filled(tmp_path / "r.csv", winner=row["player_1"])
    assert wins(terazi("rate", odd, *ZONE, "--resolve", tmp_path / "r.csv", "--json"))["=cmd"] == 2


# --- names ---


def test_the_first_run_proposes_ids_and_rates_nothing(tmp_path: Path) -> None:
    names = tmp_path / "players.csv"
    done = terazi("rate", TWINS / "dotted_i.mat", PLAIN, *ZONE, "--players", names)
    assert (done.code, done.out) == (3, "")
    proposed = {row["name"]: (row["id"], row["alike"]) for row in rows(names)}
    assert (proposed["ilk"], proposed["İlk"]) == (("ilk", "İlk"), ("İlk", "ilk"))
    assert all(row["id"] == row["name"] for row in rows(names))
    assert "2 names differ" in done.err


def test_names_become_the_ids_of_the_table(tmp_path: Path) -> None:
    names = tmp_path / "players.csv"
    names.write_text("name,id\nayla,57578\nbora,p2\n", encoding="utf-8")
    done = terazi("rate", PLAIN, *ZONE, "--players", names, "--json")
    assert (done.code, wins(done)) == (0, {"57578": 2, "p2": 0})


def test_a_name_that_the_table_lacks_is_refused_by_name(tmp_path: Path) -> None:
    (tmp_path / "players.csv").write_text("name,id\nayla,57578\nbora,\n", encoding="utf-8")
    asked = ("--players", tmp_path / "players.csv", "--rejects", tmp_path / "r.csv")
    done = terazi("rate", PLAIN, *ZONE, *asked)
    assert done.code == 3
    assert {row["code"] for row in refused_rows(tmp_path / "r.csv")} == {"unknown_player"}
    assert "bora" in done.err


def test_real_matches_rate_and_wait_but_are_never_lost(shared: Path, tmp_path: Path) -> None:
    files = sorted((shared / "data" / "matches").glob("*.txt"))
    review = tmp_path / "review.csv"
    done = terazi("rate", *files, *ZONE, "--review", review, "--json")
    assert sum(wins(done).values()) + len(rows(review)) == 317
    filled(review, finished_at="2024-01-01T12:00:00")
    after = terazi("rate", *files, *ZONE, "--resolve", review, "--json")
    assert (after.code, sum(wins(after).values())) == (0, 317)


# --- terazi import ---


def test_a_history_of_matches_is_brought_in_as_it_would_be_rated(tmp_path: Path) -> None:
    db = tmp_path / "l.db"
    assert terazi("import", "--db", db, PLAIN, *ZONE).code == 0
    assert terazi("export", "--db", db, tmp_path / "l.jsonl").code == 0
    entries = map(json.loads, (tmp_path / "l.jsonl").read_text(encoding="utf-8").splitlines())
    assert [entry["winner"]["after"] for entry in entries if entry["kind"] == "game"] == [1516, 1534]


def test_nothing_is_brought_in_while_a_game_waits_for_a_person(tmp_path: Path) -> None:
    db, review = tmp_path / "l.db", tmp_path / "review.csv"
    assert terazi("import", "--db", db, CUT, *ZONE, "--review", review).code == 3
    assert not db.exists()
    filled(review, winner="bora")
    assert terazi("import", "--db", db, CUT, *ZONE, "--resolve", review).code == 0
    assert db.exists()


def test_a_command_that_lacks_the_zone_brings_nothing_in_and_stands_in_nobody_s_way(tmp_path: Path) -> None:
    db = tmp_path / "l.db"
    done = terazi("import", "--db", db, PLAIN)
    assert done.code == 3
    assert "--timezone" in done.err
    assert not db.exists()
    assert terazi("import", "--db", db, PLAIN, *ZONE).code == 0


def test_a_table_of_which_every_row_is_refused_brings_nothing_in(tmp_path: Path) -> None:
    db = tmp_path / "l.db"
    table = written(tmp_path / "g.csv", "1,2024-03-09T10:00:00,bora,can")
    done = terazi("import", "--db", db, table)
    assert (done.code, db.exists()) == (3, False)
    assert "[time_without_offset]" in done.err
    assert terazi("import", "--db", db, table, *ZONE).code == 0


# --- OGXM ---

OGXM = Path(__file__).parents[2] / "examples" / "friday.ogxm"
AS_TEXT = OGXM.parent / "matches" / "friday.txt"


def test_ogxm_is_listed_rated_and_brought_in_as_its_text_twin_is(tmp_path: Path) -> None:
    pytest.importorskip("ogxm", reason="needs the package ogxm (extra files)")
    listed = {name: terazi("files", name, "--json").objects for name in (OGXM, AS_TEXT)}
    shown = ("game_id", "players", "winner", "cube", "points", "points_stated", "termination", "played_at")
    for one, other in zip(listed[OGXM], listed[AS_TEXT], strict=True):
        assert [one[key] for key in shown] == [other[key] for key in shown]
    assert terazi("rate", OGXM, *ZONE, "--json").out == terazi("rate", AS_TEXT, *ZONE, "--json").out
    both = terazi("rate", AS_TEXT, OGXM, *ZONE, "--json")
    assert (both.code, both.out) == (0, terazi("rate", AS_TEXT, *ZONE, "--json").out)
    assert terazi("import", "--db", tmp_path / "l.db", OGXM, *ZONE).code == 0


def test_answers_about_other_games_are_told(tmp_path: Path) -> None:
    review = tmp_path / "review.csv"
    assert terazi("rate", CUT, *ZONE, "--review", review).code == 3
    done = terazi(
        "rate", OGXM.parent / "matches" / "friday.txt", *ZONE, "--resolve", filled(review, winner="bora")
    )
    assert done.code == 0
    assert "1 answer is about no game of these files" in done.err


@pytest.mark.parametrize("language", ["en", "tr"])
def test_an_answer_that_names_neither_player_is_refused(tmp_path: Path, language: str) -> None:
    review = tmp_path / "review.csv"
    assert terazi("rate", CUT, *ZONE, "--review", review).code == 3
    done = terazi("rate", CUT, *ZONE, "--resolve", filled(review, winner="zeki"), "--lang", language)
    assert done.code == 3
    assert "zeki" in done.err
    assert "[bad_value]" in done.err
