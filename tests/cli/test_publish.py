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
    (tmp_path / "broken").write_text("no key")
    assert publish(tmp_path / "log", db, "--key-file", tmp_path / "broken").code == 2
    assert publish(tmp_path / "log", db, "--name", "a b").code == 2
    assert terazi("publish", tmp_path / "log", "--db", "postgresql://127.0.0.1:9/x").code in {2, 4}
    assert publish(tmp_path / "log", db).code == 0
    stranger = publish(tmp_path / "log", db, "--key-file", tmp_path / "new-key")
    assert (stranger.code, "[not_signed]" in stranger.err) == (1, True)


@pytest.mark.parametrize("message", [b"", b"a checkpoint\n", bytes(range(256))])
def test_whatever_signs_makes_the_same_signature(message: bytes) -> None:
    seed = bytes(range(32))
    assert signing() is not sign, "cryptography is among what the tests need"
    assert signing()(seed, message) == sign(seed, message)
