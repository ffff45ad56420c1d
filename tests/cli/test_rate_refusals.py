"""`terazi rate` and bad input: each refused row has its line, a code and a sentence; nothing else is lost."""

import gzip
from pathlib import Path

import pytest

from tests.cli.terazi import Done, entries_of, refused_rows, terazi, written

COLUMNS = "game_id,finished_at,winner,loser,mode,cube,win,termination,fault,draw"
GOOD = "good,2026-11-01T20:00:00Z,ayşe,can,,,,,,"
AT = "2026-11-01T20:00:00Z"

ROWS = [
    ("time_without_offset", "x,2026-11-01T20:00:00,a,b,,,,,,"),
    ("bad_time", "x,yesterday,a,b,,,,,,"),
    ("bad_time", "x,2026-02-30T20:00:00Z,a,b,,,,,,"),
    ("bad_time", "x,1.50421E+12,a,b,,,,,,"),
    ("time_too_fine", "x,2026-11-01T20:00:00.0001Z,a,b,,,,,,"),
    ("cube_out_of_range", f"x,{AT},a,b,,3,,,,"),
    ("cube_out_of_range", f"x,{AT},a,b,,0,,,,"),
    ("cube_out_of_range", f"x,{AT},a,b,,128,,,,"),
    ("cube_out_of_range", f"x,{AT},a,b,,two,,,,"),
    ("same_player", f"x,{AT},a,a,,,,,,"),
    ("missing_value", f"x,{AT},,b,,,,,,"),
    ("missing_value", f",{AT},a,b,,,,,,"),
    ("missing_value", "x,,a,b,,,,,,"),
    ("unknown_mode", f"x,{AT},a,b,casual,,,,,"),
    ("unknown_win", f"x,{AT},a,b,,,triple,,,"),
    ("unknown_termination", f"x,{AT},a,b,,,,rage,,"),
    ("winner_at_fault", f"x,{AT},a,b,,,,resign,a,"),
    ("fault_not_a_player", f"x,{AT},a,b,,,,resign,c,"),
    ("fault_without_cause", f"x,{AT},a,b,,,,bear_off,b,"),
    ("win_not_single", f"x,{AT},a,b,,,gammon,drop,,"),
    ("draw", f"x,{AT},a,b,,,,,,1"),
    ("bad_value", f"x,{AT},a,b,,,,,,maybe"),
    ("bad_player_id", f"x,{AT}, a,b,,,,,,"),
    ("bad_player_id", f"x,{AT},{'a' * 129},b,,,,,,"),
    ("bad_game_id", f"x ,{AT},a,b,,,,,,"),
    ("wrong_field_count", f"x,{AT},a,b"),
    ("wrong_field_count", f"x,{AT},a,b,,,,,,,,,"),
]


@pytest.mark.parametrize(("code", "row"), ROWS)
def test_a_bad_row_is_named_and_the_others_are_rated(tmp_path: Path, code: str, row: str) -> None:
    path, rejects = written(tmp_path / "g.csv", GOOD, row, header=COLUMNS), tmp_path / "r.csv"
    done = terazi("rate", path, "--json", "--rejects", rejects)
    assert done.code == 3
    assert [line["player"] for line in done.objects] == ["ayşe", "can"]
    assert [(refused["line"], refused["code"]) for refused in refused_rows(rejects)] == [("3", code)]
    assert f"{path}:3: " in done.err
    assert f"[{code}]" in done.err
    assert len(refused_rows(rejects)[0]["sentence"]) > 20


@pytest.mark.parametrize(
    ("zone", "time", "code"),
    [
        ("Europe/Berlin", "2026-10-25T02:30:00", "time_ambiguous"),
        ("Europe/Berlin", "2026-03-29T02:30:00", "time_skipped"),
        ("America/New_York", "2026-11-01T01:00:00", "time_ambiguous"),
        ("America/New_York", "2026-03-08T02:00:00", "time_skipped"),
    ],
)
def test_a_local_time_that_the_clocks_repeat_or_skip_is_refused(
    tmp_path: Path, zone: str, time: str, code: str
) -> None:
    path, rejects = written(tmp_path / "g.csv", f"1,{time},a,b", f"2,{AT},a,b"), tmp_path / "r.csv"
    assert terazi("rate", path, "--timezone", zone, "--rejects", rejects).code == 3
    assert [(refused["line"], refused["code"]) for refused in refused_rows(rejects)] == [("2", code)]


def test_an_unknown_zone_is_a_usage_error(tmp_path: Path) -> None:
    done = terazi("rate", written(tmp_path / "g.csv", GOOD, header=COLUMNS), "--timezone", "Mars/Base")
    assert (done.code, done.out) == (2, "")
    assert "[unknown_zone]" in done.err


BYTES = [
    ("bad_utf8", b"x,2026-11-01T20:00:00Z,ay\xfee,b\n"),
    ("nul_byte", b"x,2026-11-01T20:00:00Z,a\0,b\n"),
    ("line_too_long", b"x,2026-11-01T20:00:00Z," + b"a" * 10_000_000 + b",b\n"),
]


@pytest.mark.parametrize(("code", "line"), BYTES, ids=[code for code, _ in BYTES])
def test_a_line_of_bad_bytes_is_lost_alone(tmp_path: Path, code: str, line: bytes) -> None:
    path, rejects = tmp_path / "g.csv", tmp_path / "r.csv"
    good = b"1,2026-11-01T20:00:00Z,a,b\n", b"2,2026-11-01T20:00:00Z,a,b\n"
    path.write_bytes(b"game_id,finished_at,winner,loser\n" + good[0] + line + good[1])
    done = terazi("rate", path, "--json", "--rejects", rejects)
    assert done.code == 3
    assert [line["games"] for line in done.objects] == [2, 2]
    assert [(refused["line"], refused["code"]) for refused in refused_rows(rejects)] == [("3", code)]


@pytest.mark.parametrize("ends", [b"\n", b"\r\n"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_byte_order_mark_and_line_ends_change_nothing(tmp_path: Path, mark: bytes, ends: bytes) -> None:
    path = tmp_path / "g.csv"
    path.write_bytes(mark + ends.join((b"game_id,finished_at,winner,loser", b"1,2026-11-01T20:00:00Z,a,b")))
    done = terazi("rate", path, "--json")
    assert (done.code, [line["player"] for line in done.objects]) == (0, ["a", "b"])


def refused_whole(done: Done, code: str) -> bool:
    return done.code == 3 and done.out.count("\n") <= 1 and f"[{code}]" in done.err


def test_files_that_cannot_be_read_are_refused_whole(tmp_path: Path) -> None:
    (tmp_path / "empty.csv").write_bytes(b"")
    written(tmp_path / "other.csv", "1", header="id")
    written(tmp_path / "double.csv", f"1,{AT},a,b,c", header="game_id,finished_at,winner,loser,winner")
    assert refused_whole(terazi("rate", tmp_path / "none.csv"), "not_found")
    assert "--rejects" not in terazi("rate", tmp_path / "none.csv").err  # no row of it could be mended
    assert refused_whole(terazi("rate", tmp_path), "not_a_file")
    assert refused_whole(terazi("rate", tmp_path / "empty.csv"), "empty_file")
    assert refused_whole(terazi("rate", tmp_path / "other.csv"), "missing_column")
    assert refused_whole(terazi("rate", tmp_path / "double.csv"), "repeated_column")


def test_a_truncated_gzip_keeps_what_came_before(tmp_path: Path) -> None:
    rows = [f"{n},{AT},a,b" for n in range(20_000)]
    whole = gzip.compress(written(tmp_path / "g.csv", *rows).read_bytes())
    (tmp_path / "g.csv.gz").write_bytes(whole[: len(whole) // 2])
    done = terazi("rate", tmp_path / "g.csv.gz", "--json")
    assert done.code == 3
    assert "[truncated_gzip]" in done.err
    assert 100 < done.objects[0]["games"] < 20_000


def test_a_file_that_cannot_be_read_leaves_an_older_ledger_alone(tmp_path: Path) -> None:
    ledger = tmp_path / "l.jsonl"
    ledger.write_text("older")
    assert terazi("rate", tmp_path / "none.csv", "--ledger", ledger).code == 3
    assert ledger.read_text() == "older"


def test_nothing_is_written_when_one_id_has_two_contents(tmp_path: Path) -> None:
    path = written(tmp_path / "g.csv", f"1,{AT},a,b", f"2,{AT},a,b", f"1,{AT},b,a", "3,never,a,b")
    ledger, rejects = tmp_path / "l.jsonl", tmp_path / "r.csv"
    done = terazi("rate", path, "--ledger", ledger, "--rejects", rejects)
    assert (done.code, done.out) == (3, "")
    assert f"{path}:4: " in done.err
    assert f"{path}:2" in done.err
    assert sorted(file.name for file in tmp_path.iterdir()) == ["g.csv"]


def test_the_same_row_again_counts_once(tmp_path: Path) -> None:
    path = written(tmp_path / "g.csv", f"1,{AT},a,b", f"1,{AT},a,b", f"1,{AT},a,b")
    done = terazi("rate", path, "--json")
    assert (done.code, done.objects[0]["games"]) == (0, 1)
    assert "2 rows said again" in done.err


def test_a_game_before_the_first_version_is_refused(tmp_path: Path) -> None:
    rulebook, rejects = tmp_path / "rulebook.toml", tmp_path / "r.csv"
    rulebook.write_text('[[version]]\nformula = "1.3.1"\neffective_from = "2026-10-01T00:00:00Z"\n')
    path = written(tmp_path / "g.csv", "1,2026-09-30T23:59:59.999Z,a,b", "2,2026-10-01T00:00:00Z,a,b")
    done = terazi("rate", path, "--json", "--rulebook", rulebook, "--rejects", rejects)
    assert (done.code, done.objects[0]["games"]) == (3, 1)
    assert [(row["line"], row["code"]) for row in refused_rows(rejects)] == [("2", "no_formula")]


def test_a_backdated_rulebook_is_refused(tmp_path: Path) -> None:
    rulebook = tmp_path / "rulebook.toml"
    version = '[[version]]\nformula = "{}"\neffective_from = "2026-10-01T00:00:00Z"\n'
    rulebook.write_text(version.format("1.2.0") + version.format("1.3.1"))
    done = terazi("rate", written(tmp_path / "g.csv", f"1,{AT},a,b"), "--rulebook", rulebook)
    assert (done.code, done.out) == (2, "")
    assert "[rulebook_backdated]" in done.err


@pytest.mark.parametrize(
    ("replaces", "code"), [("nobody", "unknown_game"), ("2", "unknown_game"), ("1", "already_replaced")]
)
def test_a_replacement_must_replace_a_game_that_nothing_has_replaced(
    tmp_path: Path, replaces: str, code: str
) -> None:
    header = "game_id,finished_at,winner,loser,replaces"
    rows = (f"1,{AT},a,b,", f"1b,{AT},b,a,1", f"2,{AT},b,a,{replaces}")
    rejects = tmp_path / "r.csv"
    assert terazi("rate", written(tmp_path / "g.csv", *rows, header=header), "--rejects", rejects).code == 3
    assert [(row["line"], row["code"]) for row in refused_rows(rejects)] == [("4", code)]


NAMES = ["57578", "a,b", 'a"b', "İ", "i", "I", "ı", "♡보아♡", "👨‍👩‍👧", "=cmd", "'=cmd", "NA", "null"]


def test_players_keep_their_names_to_the_letter(tmp_path: Path) -> None:
    rows = [f'{n},{AT},"{name.replace(chr(34), chr(34) * 2)}",other' for n, name in enumerate(NAMES)]
    done = terazi("rate", written(tmp_path / "g.csv", *rows), "--json")
    assert done.code == 0
    assert {line["player"] for line in done.objects} == {*NAMES, "other"}


def test_a_newline_in_a_name_is_refused_with_the_line_where_its_row_begins(tmp_path: Path) -> None:
    path, rejects = (
        written(tmp_path / "g.csv", f"1,{AT},a,b", f'2,{AT},"a\nb",c', "3,bad,a,b"),
        tmp_path / "r.csv",
    )
    terazi("rate", path, "--rejects", rejects)
    named = [(row["line"], row["code"]) for row in refused_rows(rejects)]
    assert named == [("3", "bad_player_id"), ("5", "bad_time")]


def test_a_rejects_file_can_be_mended_and_given_again(tmp_path: Path) -> None:
    rows = [f"{n},{AT},{name},other,two" for n, name in enumerate(["=cmd", "'=cmd", "@x", "57578", "İ"])]
    path, rejects = tmp_path / "g.csv", tmp_path / "r.csv"
    written(path, *rows, header="game_id,finished_at,winner,loser,cube")
    assert terazi("rate", path, "--rejects", rejects).code == 3
    assert not any(row["winner"].startswith(("=", "@")) for row in refused_rows(rejects))
    rejects.write_bytes(rejects.read_bytes().replace(b",two,", b",2,"))
    done = terazi("rate", rejects, "--json")
    assert done.code == 0
    assert {line["player"] for line in done.objects} == {"=cmd", "'=cmd", "@x", "57578", "İ", "other"}


def test_only_the_first_refusals_are_named_and_all_are_counted(tmp_path: Path) -> None:
    path = written(tmp_path / "g.csv", *(f"{n},never,a,b" for n in range(25)))
    done = terazi("rate", path)
    assert done.err.count("[bad_time]") == 10
    assert "15 more" in done.err
    assert "25 rows were refused" in done.err


def test_a_ledger_is_written_when_some_rows_are_refused(tmp_path: Path) -> None:
    ledger = tmp_path / "l.jsonl"
    assert (
        terazi("rate", written(tmp_path / "g.csv", f"1,{AT},a,b", "2,bad,a,b"), "--ledger", ledger).code == 3
    )
    assert len(entries_of(ledger)) == 5
