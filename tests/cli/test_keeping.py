"""The commands that keep a ladder: keys, import, export, rebuild, backup, restore, demo."""

import socket
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from terazi.core.entries import Entry, Opening, Settings, Void
from terazi.core.types import Game, Mode, Termination, Win
from terazi.ledger.codec import decode
from terazi.service.boards import leaderboard
from terazi.service.keys import list_keys
from terazi.service.ladders import head, ledger_lines, settings
from terazi.service.profiles import Profile, player
from terazi.store.engine import open_store
from tests.cli.terazi import entries_of, terazi, written
from tests.house.tree import ROOT

LADDER = ROOT / "examples" / "ladder.csv"
DAY_MS = 86_400_000
ROWS = ("g1,2026-10-05T10:00:00Z,a,b", "g2,2026-10-05T11:00:00Z,b,c", "g3,2026-10-12T11:00:00Z,a,c")


def ledger(db: Path) -> list[Entry]:
    store = open_store(str(db))
    lines = ledger_lines(store, 0, head(store).number)
    store.close()
    return [decode(line) for line in lines]


def games(entries: list[Entry]) -> list[Any]:
    """What was played and what it did, whatever the salts."""
    return [
        (one.accepted_at, one.facts, one.effects, one.formula)
        for one in entries
        if isinstance(one.facts, Game)
    ]


def test_a_key_is_shown_once_listed_by_its_beginning_and_revoked(tmp_path: Path) -> None:
    db = tmp_path / "ladder.db"
    made = terazi(
        "keys", "create", "--db", db, "--scope", "report", "--scope", "direct", "--label", "x", "--json"
    )
    (key,) = made.objects
    assert key["key"].startswith("tz_")
    (listed,) = terazi("keys", "list", "--db", db, "--json").objects
    assert listed["scopes"] == ["direct", "report"]
    assert key["key"] not in str(listed)
    plain = terazi("keys", "create", "--db", db, "--scope", "admin")
    assert plain.out.startswith("tz_")
    assert terazi("keys", "revoke", "--db", db, key["key"]).code == 0
    assert terazi("keys", "revoke", "--db", db, key["key"]).code == 3
    assert "revoked" in terazi("keys", "list", "--db", db).out
    assert terazi("keys", "create", "--db", db, "--scope", "everything").code == 2


def test_import_rates_as_terazi_rate_does_and_export_writes_the_same_files(tmp_path: Path) -> None:
    db, rated, out = tmp_path / "ladder.db", tmp_path / "rated.jsonl", tmp_path / "out.jsonl"
    assert terazi("rate", LADDER, "--ledger", rated).code == 0
    done = terazi("import", "--db", db, LADDER)
    assert (done.code, done.err.splitlines()[-1]) == (0, "720 games were taken, 0 rows were refused.")
    assert terazi("export", "--db", db, out).code == 0
    ours = [one for one in entries_of(out) if not isinstance(one.facts, Settings)]
    theirs = [one for one in entries_of(rated) if not isinstance(one.facts, Settings)]
    assert games(ours) == games(theirs)
    assert [one.number for one in ours] == [one.number for one in theirs]
    assert (tmp_path / "out.players.jsonl").stat().st_mode & 0o077 == 0
    store = open_store(str(db))
    assert settings(store) == Settings()  # the running ladder has its limits again
    store.close()
    explained = terazi("explain", out, "g0285", "--json").objects[0]
    assert explained == terazi("explain", rated, "g0285", "--json").objects[0] | {"entry": explained["entry"]}


def test_an_import_is_into_an_empty_ladder_only_and_goes_on_where_it_stopped(tmp_path: Path) -> None:
    db, file = tmp_path / "ladder.db", written(tmp_path / "games.csv", *ROWS)
    assert terazi("import", "--db", db, file).code == 0
    again = terazi("import", "--db", db, file)
    assert (again.code, "empty" in again.err) == (4, True)
    half = tmp_path / "half.db"
    from terazi.core.rulebook import DEFAULT_RULEBOOK
    from terazi.service.importing import begin_import

    store = open_store(str(half))
    begin_import(store, DEFAULT_RULEBOOK, ledger(db)[0].accepted_at)
    store.close()
    assert terazi("import", "--db", half, file).code == 0
    assert games(ledger(half)) == games(ledger(db))


def test_bad_rows_are_named_and_two_contents_write_nothing(tmp_path: Path) -> None:
    db, rejects = tmp_path / "ladder.db", tmp_path / "rejects.csv"
    file = written(tmp_path / "games.csv", *ROWS, "g4,2026-10-05T10:00:00Z,a,a")
    done = terazi("import", "--db", db, file, "--rejects", rejects)
    assert done.code == 3
    assert "same_player" in rejects.read_text()
    other = tmp_path / "other.db"
    twice = written(tmp_path / "twice.csv", *ROWS, "g1,2026-10-05T10:00:00Z,b,a")
    assert terazi("import", "--db", other, twice).code == 3
    assert not other.exists()


def test_openings_come_before_the_first_game(tmp_path: Path) -> None:
    db, file = tmp_path / "ladder.db", written(tmp_path / "games.csv", *ROWS)
    openings = tmp_path / "openings.csv"
    openings.write_text(
        "player,rating,recent\na,1700,2026-10-04T10:00:00Z 2026-10-05T09:00:00+03:00\nd,1450,\n"
    )
    assert terazi("import", "--db", db, file, "--openings", openings).code == 0
    entries = ledger(db)
    told = [one.facts for one in entries if isinstance(one.facts, Opening)]
    assert [(one.rating, len(one.recent)) for one in told] == [(1700, 2), (1450, 0)]
    first = next(one for one in entries if isinstance(one.facts, Game))
    assert first.effects[0].change.before == 1700  # type: ignore[union-attr]
    assert first.effects[0].games_recent == 2  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("content", "code"),
    [
        ("", "empty_file"),
        ("player\na\n", "missing_column"),
        ("player,rating\na,many\n", "bad_value"),
        ("player,rating\na,1\u0663\n", "bad_value"),
        ("player,rating\na,9999999\n", "bad_value"),
        ("player,rating\n a,1500\n", "bad_player_id"),
        ("player,rating,recent\na,1500,yesterday\n", "bad_time"),
        ("player,rating\na\n", "wrong_field_count"),
    ],
)
def test_openings_that_are_none_stop_the_import_before_any_game(
    tmp_path: Path, content: str, code: str
) -> None:
    db, file = tmp_path / "ladder.db", written(tmp_path / "games.csv", *ROWS)
    openings = tmp_path / "openings.csv"
    openings.write_text(content, encoding="utf-8")
    done = terazi("import", "--db", db, file, "--openings", openings)
    assert (done.code, f"[{code}]" in done.err) == (3, True), done.err
    assert games(ledger(db)) == []


def test_rebuild_finds_and_mends_what_differs(tmp_path: Path) -> None:
    db, file = tmp_path / "ladder.db", written(tmp_path / "games.csv", *ROWS)
    terazi("import", "--db", db, file)
    assert terazi("rebuild", "--db", db).code == 0
    store = open_store(str(db))
    with store.writing() as connection:
        connection.execute(text("UPDATE player SET rating = rating + 1 WHERE wins = 2"))
    store.close()
    found = terazi("rebuild", "--db", db, "--json")
    assert (found.code, [one["table"] for one in found.objects]) == (1, ["player"])
    assert terazi("rebuild", "--db", db, "--repair").code == 0
    assert terazi("rebuild", "--db", db).code == 0


def test_a_backup_comes_back_whole(tmp_path: Path) -> None:
    db, copy, back = tmp_path / "ladder.db", tmp_path / "copy.db", tmp_path / "back.db"
    terazi("import", "--db", db, written(tmp_path / "games.csv", *ROWS))
    terazi("keys", "create", "--db", db, "--scope", "report")
    assert terazi("backup", "--db", db, copy).code == 0
    assert terazi("backup", "--db", db, copy).code == 4
    assert terazi("restore", copy, "--db", back).code == 0
    assert terazi("restore", copy, "--db", back).code == 4
    assert terazi("restore", tmp_path / "none.db", "--db", tmp_path / "x.db").code == 4
    assert ledger(back) == ledger(db)
    store = open_store(str(back))
    assert len(list_keys(store)) == 1
    store.close()


READERS = (
    ("rebuild",),
    ("export", "out.jsonl"),
    ("keys", "list"),
    ("keys", "revoke", "tz_12345678"),
    ("backup", "out.db"),
    ("card", "a"),
    ("prove", "g1"),
    ("publish", "out"),
)
"""Commands that need a ladder, as they are typed but for --db."""


@pytest.mark.parametrize("command", READERS, ids=" ".join)
def test_a_command_that_needs_a_ladder_makes_nothing_where_there_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]
) -> None:
    monkeypatch.chdir(tmp_path)
    for where in ("none.db", "sqlite:///none.db", "no/such/folder.db"):
        done = terazi(*command, "--db", where)
        assert (done.code, "no_ladder" in done.err) == (4, True), done.err
    turkish = terazi(*command, "--db", "none.db", "--lang", "tr")
    assert "Burada bir sıralama yok" in turkish.err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "command", [("rebuild",), ("export", "out.jsonl"), ("backup", "out.db")], ids=" ".join
)
def test_a_store_that_holds_no_ladder_is_said_and_nothing_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert terazi("keys", "create", "--db", "keys.db", "--scope", "report").code == 0
    (tmp_path / "empty.db").touch()
    before = {path.name for path in tmp_path.iterdir()}
    for where in ("keys.db", "empty.db"):
        done = terazi(*command, "--db", where)
        assert (done.code, "no_ladder" in done.err) == (4, True), done.err
    assert {path.name for path in tmp_path.iterdir()} == before
    assert terazi(*command, "--db", "mysql://x/y").code == 4


def test_what_is_no_backup_makes_no_store_and_stays_as_it_is(tmp_path: Path) -> None:
    back = tmp_path / "back.db"
    other = tmp_path / "other.db"
    with closing(sqlite3.connect(other)) as connection:
        connection.execute("CREATE TABLE theirs (x)")
    for file in (tmp_path / "none.db", other, written(tmp_path / "games.csv", *ROWS)):
        assert terazi("restore", file, "--db", back).code == 4
    assert not back.exists()
    with closing(sqlite3.connect(other)) as connection:
        assert connection.execute("SELECT name FROM sqlite_schema").fetchall() == [("theirs",)]


@pytest.mark.parametrize("command", ["serve", "demo"])
def test_an_address_that_is_taken_is_said_before_anything_is_made(tmp_path: Path, command: str) -> None:
    db = tmp_path / "new.db"
    with socket.create_server(("127.0.0.1", 0)) as other:
        taken = terazi(command, "--db", db, "--port", other.getsockname()[1])
        assert (taken.code, "--port" in taken.err) == (2, True)
    nowhere = terazi(command, "--db", db, "--host", "192.0.2.1")
    assert (nowhere.code, "192.0.2.1:8000" in nowhere.err) == (2, True)
    assert not db.exists()


def test_a_demo_ladder_has_everything_to_look_at(tmp_path: Path) -> None:
    db = tmp_path / "new" / "demo.db"
    assert terazi("demo", "--db", db, "--make-only").code == 0
    entries = ledger(db)
    played = [one.facts for one in entries if isinstance(one.facts, Game)]
    for choices, chosen in ((Mode, "mode"), (Termination, "termination"), (Win, "win")):
        assert {getattr(game, chosen) for game in played} == set(choices)
    assert {game.cube for game in played} >= {1, 2, 4, 8}
    kinds = {type(one.facts).__name__ for one in entries}
    assert {"Void", "Award", "Podium", "Tournament", "Erasure", "Opening", "Registration"} <= kinds
    assert {one.facts.reason.value for one in entries if isinstance(one.facts, Void)} == {"test", "replaced"}
    assert 55 <= sum(type(one.facts).__name__ == "Registration" for one in entries) <= 65
    span = max(game.finished_at for game in played) - min(game.finished_at for game in played)
    assert 41 * DAY_MS < span <= 42 * DAY_MS
    late = [one.accepted_at - one.facts.finished_at for one in entries if isinstance(one.facts, Game)]
    assert max(late) > DAY_MS
    assert terazi("rebuild", "--db", db).code == 0


def test_the_demo_s_busy_player_is_busy_on_the_day_and_only_some_are(tmp_path: Path) -> None:
    db = tmp_path / "demo.db"
    assert terazi("demo", "--db", db, "--make-only").code == 0
    store = open_store(str(db))
    board = leaderboard(store, limit=100)
    now = head(store).clock
    profiles = [player(store, board.names[line.player].player, now) for line in board.lines]
    store.close()
    ks = [one.outlook.k for one in profiles if isinstance(one, Profile) and one.outlook]
    assert len(ks) == len(profiles) > 50
    assert 1 <= ks.count(16) < 10
    assert ks.count(32) > 40


def test_a_demo_ladder_that_is_there_is_left_as_it_is_and_an_unfinished_one_is_made_again(
    tmp_path: Path,
) -> None:
    db = tmp_path / "demo.db"
    (tmp_path / "demo.db.unfinished").write_bytes(b"half a story")
    assert terazi("demo", "--db", db, "--make-only").code == 0
    before = head_of(db)
    again = terazi("demo", "--db", db, "--make-only")
    assert (again.code, again.err) == (0, "")
    assert head_of(db) == before
    assert [path.name for path in tmp_path.iterdir()] == ["demo.db"]


def head_of(db: Path) -> int:
    return len(ledger(db))
