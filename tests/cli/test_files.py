"""`terazi files`: recorded matches replayed, listed, and written as rows that can be rated."""

import csv
import io
from pathlib import Path
from typing import Any

import pytest

from tests.cli.terazi import Done, terazi, written

TWINS = Path(__file__).parents[1] / "formats" / "matches"
PLAIN, PLAYED_OUT = TWINS / "plain.mat", TWINS / "played_out_studio.mat"
EXAMPLES = Path(__file__).parents[2] / "examples" / "matches"
ENDS = {"bear_off": "bearoff", "drop": "drop", "unknown_early_end": "early"}


def rows(path: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(path.read_text(encoding="utf-8"), newline="")))


def changed(path: Path, name: str, folder: Path, *changes: tuple[str, str]) -> Path:
    """A copy of a match file with other text in it."""
    text = path.read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    (folder / name).write_text(text, encoding="utf-8")
    return folder / name


def same_as(done: Done) -> list[Any]:
    return [game["same_as"] for game in done.objects]


def test_every_game_is_one_json_object_on_a_line() -> None:
    done = terazi("files", PLAIN, "--json")
    assert done.code == 0
    first, second = done.objects
    assert first | {"file": "", "line": 0} == {
        "file": "",
        "game": 1,
        "game_id": "our-own-site/M1/001",
        "line": 0,
        "site": "Our Own Site",
        "match_id": "M1",
        "length": 3,
        "played_at": "2024-03-09T18:33:00",
        "players": ["ayla", "bora"],
        "score": [0, 0],
        "winner": "ayla",
        "loser": "bora",
        "cube": 1,
        "points": 1,
        "points_stated": 1,
        "termination": "drop",
        "board_known": True,
        "same_as": None,
        "contradicts": None,
        "disagreements": [],
        "notes": [],
    }
    assert (second["winner"], second["points"], second["points_stated"]) == ("ayla", None, 2)


def test_points_are_the_board_s_and_never_clipped(tmp_path: Path) -> None:
    told = changed(PLAYED_OUT, "clipped.mat", tmp_path, ("Wins 4 point", "Wins 3 point"))
    (game,) = terazi("files", told, "--json").objects
    assert (game["cube"], game["points"], game["points_stated"]) == (2, 4, 3)


def test_real_files_are_listed_as_the_table_of_truth_has_them(shared: Path) -> None:
    folder = shared / "data" / "matches"
    done = terazi("files", *sorted(folder.glob("*.txt")), "--json")
    truth = rows(folder / "TRUTH.csv")
    found = [
        (
            Path(game["file"]).name,
            str(game["game"]),
            game["winner"],
            str(game["points_stated"]),
            str(game["cube"]),
            ENDS[game["termination"]],
        )
        for game in done.objects
    ]
    columns = ("file", "game", "stated_winner", "stated_points", "cube_in_force", "end")
    assert found == [tuple(row[column] for column in columns) for row in truth]
    assert not any(same_as(done))


@pytest.mark.parametrize("language", ["en", "tr"])
def test_every_broken_file_is_told_in_both_languages(language: str) -> None:
    for file in sorted(TWINS.glob("*.mat")):
        done = terazi("files", file, "--lang", language)
        assert done.out or done.code == 3, file
        assert done.out or file.name in done.err, file


def test_a_listing_shows_what_does_not_fit_with_its_line_and_code() -> None:
    done = terazi("files", TWINS / "drop_with_the_wrong_winner.mat")
    assert "! line 14: The file names bora as the winner; the board shows ayla. [winner]" in done.out
    assert "1 disagreement." in done.err


def test_notes_stand_with_the_game_they_are_about() -> None:
    game = terazi("files", TWINS / "bad_dice.mat", "--json").objects[0]
    assert [(note["line"], note["code"]) for note in game["notes"]] == [(12, "bad_dice")]


def test_a_folder_is_read_whole_and_other_files_in_it_are_counted(tmp_path: Path) -> None:
    (tmp_path / "inside").mkdir()
    changed(PLAIN, "b.MAT", tmp_path / "inside")
    changed(PLAYED_OUT, "a.txt", tmp_path)
    (tmp_path / "photo.jpg").write_bytes(b"\xff\xd8")
    done = terazi("files", tmp_path, "--json")
    assert [Path(game["file"]).name for game in done.objects][-1] == "b.MAT"
    assert "1 file of the folders" in done.err


@pytest.mark.parametrize("content", [b"", b"\0\1\2\3" * 99, b"hello\n"], ids=["empty", "binary", "prose"])
def test_a_file_without_games_is_named_and_the_others_are_read(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "odd.mat").write_bytes(content)
    done = terazi("files", tmp_path / "odd.mat", PLAIN, "--json")
    assert (done.code, len(done.objects)) == (3, 2)
    assert "odd.mat" in done.err


def test_a_file_that_is_not_there_is_named() -> None:
    done = terazi("files", "nowhere.mat")
    assert (done.code, done.out) == (3, "")
    assert "[not_found]" in done.err


# --- the same game twice ---


def test_the_same_match_under_another_name_is_found(tmp_path: Path) -> None:
    done = terazi("files", PLAIN, changed(PLAIN, "copy.txt", tmp_path), "--json")
    assert same_as(done)[:2] == [None, None]
    assert [place.split(":")[0] for place in same_as(done)[2:]] == [str(PLAIN)] * 2


def test_a_match_is_found_by_its_dice_whatever_its_dialect_and_its_heading(tmp_path: Path) -> None:
    dialects = [TWINS / f"played_out_{name}.mat" for name in ("galaxy", "gnubg", "studio", "tabbed", "xg")]
    done = terazi("files", *dialects, "--json")
    games = len(terazi("files", dialects[0], "--json").objects)
    assert same_as(done)[:games] == [None] * games
    assert all(same_as(done)[games:])


def test_a_record_that_was_cut_off_is_the_same_game_and_the_winner_is_taken_from_the_whole(
    tmp_path: Path,
) -> None:
    cut, out = TWINS / "cut_in_a_move.mat", tmp_path / "games.csv"
    for files in ((cut, PLAIN), (PLAIN, cut)):
        assert terazi("files", *files, "--games", out).code == 0
        assert [row["winner"] for row in rows(out)] == ["ayla", "ayla"]


@pytest.mark.parametrize(
    "change",
    [("31: 8/5 6/5", "42: 8/4 6/4"), ("    Wins 1 point", "                                 Wins 1 point")],
    ids=["dice", "winner"],
)
def test_a_game_that_contradicts_its_twin_is_not_lost_and_not_believed(
    tmp_path: Path, change: tuple[str, str]
) -> None:
    early = ("  2)  Doubles => 2                Drops\n", "")
    one = changed(PLAIN, "one.mat", tmp_path, early)
    other = changed(PLAIN, "other.mat", tmp_path, early, change)
    done = terazi("files", one, other, "--json", "--games", tmp_path / "games.csv")
    assert [game["contradicts"] is not None for game in done.objects] == [False, False, True, False]
    first, second, third = rows(tmp_path / "games.csv")
    assert third["game_id"].startswith(f"{first['game_id']}/")
    assert (first["winner"], second["winner"], third["winner"]) == ("ayla", "ayla", "")


# --- rows that can be rated ---


def test_the_games_written_are_rated_as_they_are(tmp_path: Path) -> None:
    out = tmp_path / "games.csv"
    assert terazi("files", PLAIN, "--games", out, "--mode", "ranked").code == 0
    assert [(row["termination"], row["win"]) for row in rows(out)] == [
        ("drop", "single"),
        ("unspecified", ""),
    ]
    board = terazi("rate", out, "--timezone", "Europe/Istanbul", "--json")
    assert board.code == 0
    assert [(line["player"], line["wins"]) for line in board.objects] == [("ayla", 2), ("bora", 0)]


def test_what_no_file_says_is_left_to_be_given(tmp_path: Path) -> None:
    out = tmp_path / "games.csv"
    done = terazi("files", TWINS / "no_date.mat", "--games", out)
    assert {row["finished_at"] for row in rows(out)} == {""}
    assert "finished_at has to be filled in" in done.err


def test_a_name_that_a_spreadsheet_would_run_goes_in_and_out_unchanged(tmp_path: Path) -> None:
    odd = changed(PLAIN, "odd.mat", tmp_path, ("ayla", "=cmd"))
    terazi("files", odd, "--games", tmp_path / "games.csv")
    done = terazi("rate", tmp_path / "games.csv", "--timezone", "UTC", "--json")
    assert "=cmd" in {line["player"] for line in done.objects}


def test_a_results_table_is_no_match_file(tmp_path: Path) -> None:
    table = written(tmp_path / "g.csv", "1,2026-11-01T20:00:00Z,ayşe,can")
    done = terazi("files", table)
    assert done.code == 3
    assert "[no_games]" in done.err


def test_a_game_of_three_rolls_is_found_by_the_match_that_it_belongs_to() -> None:
    friday, again = EXAMPLES / "friday.txt", EXAMPLES / "friday_again.mat"
    for files in ((friday, again), (again, friday)):
        done = terazi("files", *files, "--json")
        assert [place is not None for place in same_as(done)] == [False] * 3 + [True] * 3
