"""`terazi publish` and `terazi log key`: one key, one log, and the same files every time."""

import stat
from pathlib import Path

import pytest

from terazi.cli.log_keys import signing
from terazi.ledger.ed25519 import sign
from terazi.ledger.note import VerifierKey, parse_verifier_key
from terazi.service.keeping import backup
from tests.cli.terazi import Done, terazi
from tests.service.log_story import play, tell
from tests.stores import opened, result
from tests.strategies import BASE_MS


@pytest.fixture
def db(tmp_path: Path) -> Path:
    store = opened(str(tmp_path / "ladder.db"))
    tell(store)
    store.close()
    return tmp_path / "ladder.db"


def publish(folder: Path, db: Path, *more: object) -> Done:
    return terazi("publish", folder, "--db", db, *more)


def test_the_first_time_makes_a_secret_key_beside_the_database_and_prints_its_verifier(
    db: Path, tmp_path: Path
) -> None:
    first, again = publish(tmp_path / "log", db), publish(tmp_path / "log", db)
    assert (first.code, again.code) == (0, 0)
    assert first.out == again.out == (tmp_path / "log/key").read_text()
    assert isinstance(parse_verifier_key(first.out.strip()), VerifierKey)
    key = tmp_path / "ladder.db.log-key"
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    assert str(key) in first.err
    assert str(key) not in again.err
    assert terazi("verify", tmp_path / "log").code == 0


def test_the_key_is_named_and_kept_where_it_is_told(db: Path, tmp_path: Path) -> None:
    key = tmp_path / "secret"
    made = terazi("log", "key", key, "--name", "example.org/ladder")
    assert (made.code, stat.S_IMODE(key.stat().st_mode)) == (0, 0o600)
    assert made.out.startswith("example.org/ladder+")
    assert terazi("log", "key", key, "--name", "example.org/ladder").out == made.out
    assert terazi("log", "key", key, "--name", "other").code == 2
    done = publish(tmp_path / "log", db, "--key-file", key)
    assert (done.code, done.out) == (0, made.out)
    assert publish(tmp_path / "log", db, "--key-file", key, "--name", "other").code == 2
    assert not (tmp_path / "ladder.db.log-key").exists()


def test_a_ledger_from_a_backup_is_refused_with_a_clear_sentence(db: Path, tmp_path: Path) -> None:
    store = opened(str(db))
    backup(store, tmp_path / "old.db")
    play(store, BASE_MS, result("newer"))
    store.close()
    key = ("--key-file", tmp_path / "ladder.db.log-key")
    assert publish(tmp_path / "log", db).code == 0
    done = publish(tmp_path / "log", tmp_path / "old.db", *key)
    assert done.code == 1
    assert "backup" in done.err
    assert "[shrunk]" in done.err
    assert "Nothing was published" in done.err
    assert publish(tmp_path / "elsewhere", tmp_path / "old.db", *key).code == 1
    assert not (tmp_path / "elsewhere/checkpoint").exists()
    assert terazi("verify", tmp_path / "log").code == 0


def test_what_cannot_be_published_is_refused(db: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    assert publish(tmp_path / "file", db).code == 2
    assert publish(tmp_path / "log", tmp_path / "nothing.db").code == 4
    assert not list(tmp_path.glob("nothing*key"))
    assert publish(tmp_path / "log", db, "--name", "a b").code == 2
    assert terazi("publish", tmp_path / "log", "--db", "postgresql://127.0.0.1:9/x").code in {2, 4}
    assert publish(tmp_path / "log", db).code == 0
    stranger = publish(tmp_path / "log", db, "--key-file", tmp_path / "new-key")
    assert (stranger.code, "[not_signed]" in stranger.err) == (1, True)
    assert "log/checkpoint”: " in stranger.err
    (tmp_path / "ladder.db.log-key.checkpoint").write_text("no note")
    assert "log-key.checkpoint”: The checkpoint is no signed note" in publish(tmp_path / "log", db).err


@pytest.mark.parametrize("language", ["en", "tr"])
def test_a_file_that_is_no_key_is_named(db: Path, tmp_path: Path, language: str) -> None:
    for name, data in {"empty": b"", "binary": bytes(range(256)), "words": b"no key"}.items():
        path = tmp_path / name
        path.write_bytes(data)
        told = [
            publish(tmp_path / "log", db, "--key-file", path, "--lang", language),
            terazi("prove", "g1", "--db", db, "--key-file", path, "--lang", language),
            terazi("log", "key", path, "--name", "a", "--lang", language),
        ]
        for done in told:
            assert (done.code, f"{name}”" in done.err, "log key" in done.err) == (2, True, True), done.err
        assert path.read_bytes() == data
    assert publish(tmp_path / "log", db, "--name", "a", "--lang", language).code == 0
    other = publish(tmp_path / "log", db, "--name", "b", "--lang", language)
    assert (other.code, "ladder.db.log-key” " in other.err, "“a”" in other.err) == (2, True, True)


def test_a_file_that_is_no_store_is_named(tmp_path: Path) -> None:
    (tmp_path / "words").write_text("no database, however long it may be")
    for where in ("words", "nowhere", "."):
        done = publish(tmp_path / "log", tmp_path / where)
        assert (done.code, done.err.startswith(f"{tmp_path / where}: The")) == (4, True), done.err


@pytest.mark.parametrize("message", [b"", b"a checkpoint\n", bytes(range(256))])
def test_whatever_signs_makes_the_same_signature(message: bytes) -> None:
    seed = bytes(range(32))
    assert signing() is not sign, "cryptography is among what the tests need"
    assert signing()(seed, message) == sign(seed, message)
