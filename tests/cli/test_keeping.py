"""The commands that keep a ladder: keys, import, export, rebuild, backup, restore, demo."""

from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from terazi.core.entries import Entry, Opening, Settings
from terazi.core.types import Game
from terazi.ledger.codec import decode
from terazi.service.keys import list_keys
from terazi.service.ladders import head, ledger_lines, settings
from terazi.store.engine import open_store
from tests.cli.terazi import entries_of, terazi, written
from tests.house.tree import ROOT

LADDER = ROOT / "examples" / "ladder.csv"
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


@pytest.mark.parametrize("command", [["rebuild"], ["export", "out.jsonl"], ["keys", "list"]], ids=" ".join)
def test_a_store_without_a_ladder_or_out_of_reach_is_said(tmp_path: Path, command: list[str]) -> None:
    empty = terazi(command[0], *command[1:], "--db", tmp_path / "empty.db")
    assert (empty.code, bool(empty.err)) == (4, True)
    assert terazi(command[0], *command[1:], "--db", tmp_path / "no" / "such" / "folder.db").code == 4
    assert terazi(command[0], *command[1:], "--db", "mysql://x/y").code == 4


def test_a_demo_ladder_has_everything_to_look_at(tmp_path: Path) -> None:
    db = tmp_path / "new" / "demo.db"
    assert terazi("demo", "--db", db, "--make-only").code == 0
    entries = ledger(db)
    played = [one.facts for one in entries if isinstance(one.facts, Game)]
    assert {game.mode.value for game in played} == {"ranked", "boosted", "tournament"}
    assert len({game.termination for game in played}) >= 7
    kinds = {type(one.facts).__name__ for one in entries}
    assert {"Void", "Award", "Podium", "Tournament", "Erasure", "Opening", "Registration"} <= kinds
    assert any(effect.k == 16 for one in entries for effect in one.effects if hasattr(effect, "k"))
    assert 55 <= sum(type(one.facts).__name__ == "Registration" for one in entries) <= 65
    assert terazi("rebuild", "--db", db).code == 0
    before = head_of(db)
    assert terazi("demo", "--db", db, "--make-only").code == 0
    assert head_of(db) == before


def head_of(db: Path) -> int:
    return len(ledger(db))
