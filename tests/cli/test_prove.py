"""`terazi prove` and `terazi card`: one game, one player, shown to anybody, offline."""

import json
from pathlib import Path

import pytest

from tests.cli.terazi import Done, terazi
from tests.service.log_story import tell
from tests.stores import opened


@pytest.fixture
def db(tmp_path: Path) -> Path:
    store = opened(str(tmp_path / "ladder.db"))
    tell(store)
    store.close()
    return tmp_path / "ladder.db"


def proof_in(path: Path, *arguments: object) -> Path:
    done = terazi("prove", *arguments, "--out", path)
    assert (done.code, done.out) == (0, "")
    return path


def test_a_proof_is_checked_offline_and_says_what_it_proves(db: Path, tmp_path: Path) -> None:
    proof = proof_in(tmp_path / "proof.json", 'ünlü, "oyun"', "--db", db)
    key = terazi("publish", tmp_path / "log", "--db", db).out.strip()
    done = terazi("verify", proof, "--json")
    told = done.objects[0]
    assert (done.code, told["ok"], told["key"], told["key_given"]) == (0, True, key, False)
    assert [entry["kind"] for entry in told["entries"]] == ["game", "rulebook"]
    assert "claim" in terazi("verify", proof).out
    with_key = terazi("verify", proof, "--key", key)
    assert (with_key.code, "claim" in with_key.out) == (0, False)
    other = terazi("log", "key", tmp_path / "other", "--name", "other").out.strip()
    assert terazi("verify", proof, "--key", other).code == 1


def test_the_published_log_gives_the_same_proof_as_the_store(db: Path, tmp_path: Path) -> None:
    terazi("publish", tmp_path / "log", "--db", db)
    stored = terazi("prove", "g3", "--db", db)
    assert stored.code == 0
    assert stored.out == terazi("prove", "g3", "--log", tmp_path / "log").out
    assert [entry["number"] for entry in json.loads(stored.out)["entries"]][1] == 1


@pytest.mark.parametrize("said", ["delta", '"k', '"number"', "g3"])
def test_a_changed_proof_is_refused(db: Path, tmp_path: Path, said: str) -> None:
    proof = proof_in(tmp_path / "proof.json", "g3", "--db", db)
    text = proof.read_text()
    at = text.index(said)
    digit = next(at + i for i, letter in enumerate(text[at:]) if letter.isdigit())
    proof.write_text(text[:digit] + str((int(text[digit]) + 1) % 10) + text[digit + 1 :])
    done = terazi("verify", proof, "--json")
    assert (done.code, done.objects[0]["ok"]) == (1, False)


def test_a_game_that_is_not_there_has_no_proof(db: Path, tmp_path: Path) -> None:
    terazi("publish", tmp_path / "log", "--db", db)
    for where in (("--db", db), ("--log", tmp_path / "log")):
        done = terazi("prove", "g999", *where)
        assert (done.code, done.out) == (3, "")
        assert "[unknown_game]" in done.err
    for language, words in (("en", "Name a store (--db)"), ("tr", "Bir depo (--db)")):
        nowhere = terazi("prove", "g3", "--lang", language)
        assert (nowhere.code, words in nowhere.err) == (2, True)
    assert terazi("prove", "g3", "--log", tmp_path / "nowhere").code == 2
    no_log = terazi("prove", "g3", "--log", tmp_path)
    assert (no_log.code, "[not_a_ledger]" in no_log.err) == (1, True)


def card_in(path: Path, done: Done) -> Path:
    path.write_text(done.out)
    return path


def test_a_card_shows_its_players_whole_history(db: Path, tmp_path: Path) -> None:
    terazi("publish", tmp_path / "log", "--db", db)
    card = card_in(tmp_path / "card.json", terazi("card", "ann", "--db", db))
    told = json.loads(card.read_text())
    assert (told.keys(), told["player"]) == ({"number", "player", "salt"}, "ann")
    shown = terazi("verify", tmp_path / "log", "--card", card, "--json").objects[0]["player"]
    events = [
        side["event"]
        for entry in shown["entries"]
        for side in entry.values()
        if isinstance(side, dict) and side["player"] == told["number"]
    ]
    assert events == list(range(1, len(events) + 1))
    assert (
        shown == terazi("verify", tmp_path / "log", "--player", told["number"], "--json").objects[0]["player"]
    )


def test_a_card_of_somebody_else_shows_nothing(db: Path, tmp_path: Path) -> None:
    terazi("publish", tmp_path / "log", "--db", db)
    told = json.loads(terazi("card", "ann", "--db", db).out)
    lied = card_in(tmp_path / "card.json", Done(code=0, out=json.dumps(told | {"player": "bea"}), err=""))
    done = terazi("verify", tmp_path / "log", "--card", lied)
    assert (done.code, "[other_player]" in done.out) == (1, True)
    assert terazi("card", "nobody", "--db", db).code == 3
    erased = terazi("card", "der", "--db", db)  # an id that came back after its erasure is somebody new
    assert json.loads(erased.out)["number"] > told["number"]


def test_no_key_is_made_for_a_store_without_a_ladder(tmp_path: Path) -> None:
    db = tmp_path / "keys-only.db"
    assert terazi("keys", "create", "--db", db, "--scope", "admin").code == 0
    for done in (terazi("prove", "g1", "--db", db), terazi("publish", tmp_path / "log", "--db", db)):
        assert (done.code, done.out) == (4, "")
    assert not (tmp_path / "keys-only.db.log-key").exists()
