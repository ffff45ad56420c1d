"""The log over HTTP is the published one: whoever has the address verifies it."""

import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from terazi.ledger.faults import Fault, FaultCode
from terazi.ledger.keys import new_key, save_key
from terazi.ledger.proof import Proof, ProofChecked, check_proof, decode_proof
from terazi.ledger.signer import Signer, load_signer
from terazi.ledger.verify import Verified, verify_log
from terazi.service.keeping import backup
from terazi.service.ladders import head, ledger_lines
from terazi.store.engine import Store, open_store
from terazi.web.app import create_app
from terazi.web.desk import Desk
from terazi.web.log_keeper import Keeper
from terazi.web.settings import ServiceSettings
from tests.cli.terazi import terazi
from tests.service.log_story import KINDS, play, tell
from tests.stores import opened, result
from tests.strategies import BASE_MS


@dataclass(frozen=True, slots=True)
class Spoken:
    """A source of a log that asks the service."""

    client: TestClient

    def read(self, path: str, limit: int) -> bytes | Fault:
        answer = self.client.get(f"/log/{path}")
        if answer.status_code == 404:
            return Fault(code=FaultCode.MISSING, place=path)
        assert answer.status_code == 200, answer.text
        return bytes(answer.content)

    def expect(self, files: Iterable[tuple[str, int]]) -> None:
        pass

    def close(self) -> None:
        pass


@pytest.fixture
def keeper(store: Store, tmp_path: Path) -> Keeper:
    save_key(tmp_path / "key", new_key("example.org/ladder"))
    signer = load_signer(tmp_path / "key")
    assert isinstance(signer, Signer)
    return Keeper(store, tmp_path / "log", signer)


@pytest.fixture
def client(store: Store, keeper: Keeper) -> Iterator[TestClient]:
    desk = Desk(store=store, settings=ServiceSettings(), log=keeper)
    with TestClient(create_app(desk), raise_server_exceptions=False) as spoken:
        yield spoken


def verified(client: TestClient, keeper: Keeper) -> Verified:
    found = verify_log(Spoken(client), keeper.signer.key.verifier)
    assert isinstance(found, Verified), found
    return found


def test_the_log_that_is_served_is_verified(store: Store, keeper: Keeper, client: TestClient) -> None:
    tell(store, busy=250)
    keeper.publish()
    assert verified(client, keeper).entries == head(store).number > 256
    assert client.get("/log/key").text == f"{keeper.signer.key.verifier}\n"


def test_a_game_says_where_its_proof_is(store: Store, keeper: Keeper, client: TestClient) -> None:
    for game_id in ("g1", "a/b ç", ".."):
        play(store, BASE_MS, result(game_id))
    keeper.publish()
    for place in ("g1", "a%2Fb%20%C3%A7", "..%20"):
        game = client.get(f"/v1/games/{place}").json()
        assert client.get(f"/v1/games/{place}/explain").json()["game"]["proof"] == game["proof"]
        proof = decode_proof(client.get(game["proof"]).content)
        assert isinstance(proof, Proof)
        assert isinstance(check_proof(proof, keeper.signer.key.verifier), ProofChecked)


def test_what_never_changes_may_be_kept_and_the_checkpoint_may_not(
    store: Store, keeper: Keeper, client: TestClient
) -> None:
    play(store, BASE_MS, result("g1"))
    keeper.publish()
    assert client.get("/log/checkpoint").headers["cache-control"] == "no-cache"
    assert "immutable" in client.get("/log/tile/0/000.p/5").headers["cache-control"]


def test_a_game_is_proved_once_the_log_reaches_so_far(
    store: Store, keeper: Keeper, client: TestClient
) -> None:
    keeper.publish()
    play(store, BASE_MS, result("a/ş"))
    address = "/log/proofs/a%2F%C5%9F"
    early = client.get(address)
    assert (early.status_code, early.json()["code"]) == (503, "not_published_yet")
    assert early.headers["retry-after"] == "1"
    keeper.publish()
    proof = decode_proof(client.get(address).content)
    assert isinstance(proof, Proof)
    assert isinstance(check_proof(proof, keeper.signer.key.verifier), ProofChecked)
    gone = client.get("/log/proofs/nobody's")
    assert (gone.status_code, gone.json()["code"]) == (404, "unknown_game")


@pytest.mark.parametrize(
    "path",
    ["tile/../../key", "tile/0/..%2f..%2fkey", "tile/6/000", "tile/0/0", "tile/0/000.p/", "tile/0/999", "x"],
)
def test_nothing_but_the_log_is_served(keeper: Keeper, client: TestClient, path: str) -> None:
    keeper.publish()
    assert client.get(f"/log/{path}").status_code == 404


def test_without_a_log_there_is_none(store: Store) -> None:
    with TestClient(create_app(Desk(store=store, settings=ServiceSettings()))) as client:
        for path in ("checkpoint", "key", "tile/0/000", "proofs/g1"):
            assert client.get(f"/log/{path}").status_code == 404


def test_what_was_recorded_is_published_when_the_service_ends(
    where: str, keeper: Keeper, store: Store
) -> None:
    with TestClient(create_app(Desk(store=store, settings=ServiceSettings(), log=keeper))):
        play(store, BASE_MS, result("g1"))
    last = keeper.signer.last()
    again = open_store(where)
    assert not isinstance(last, Fault)
    assert last.size == head(again).number
    again.close()


def test_a_service_on_a_restored_backup_does_not_start_to_publish(tmp_path: Path) -> None:
    store = opened(str(tmp_path / "ladder.db"))
    backup(store, tmp_path / "old.db")
    play(store, BASE_MS, result("g1"))
    store.close()
    assert terazi("publish", tmp_path / "log", "--db", tmp_path / "ladder.db").code == 0
    key = ("--key-file", tmp_path / "ladder.db.log-key")
    done = terazi("serve", "--db", tmp_path / "old.db", "--log", tmp_path / "log", *key, "--port", 0)
    assert (done.code, "[shrunk]" in done.err) == (1, True)


def test_any_entry_is_proved_with_those_that_its_sums_follow_from(
    store: Store, keeper: Keeper, client: TestClient
) -> None:
    tell(store)
    keeper.publish()
    kinds = set()
    for number, line in enumerate(ledger_lines(store, 0, 10_000)):
        proof = decode_proof(client.get(f"/log/entries/{number}").content)
        assert isinstance(proof, Proof)
        assert proof.entries[0].line == line
        checked = check_proof(proof, keeper.signer.key.verifier)
        assert isinstance(checked, ProofChecked), checked
        kinds.add(json.loads(line)["kind"])
    assert kinds == KINDS
    for gone, status in ((head(store).number, 404), (-1, 422), ("x", 422)):
        assert client.get(f"/log/entries/{gone}").status_code == status


def test_a_versions_table_is_served_by_its_digest_and_kept_for_ever(store: Store, client: TestClient) -> None:
    (version,) = client.get("/v1/rulebook").json()["versions"]
    address = f"/v1/tables/{version['table_sha256']}"
    plain = client.get(address, headers={"Accept-Encoding": "identity"})
    zipped = client.get(address, headers={"Accept-Encoding": "gzip"})
    assert hashlib.sha256(plain.content).hexdigest() == version["table_sha256"]
    assert (zipped.content, zipped.headers["content-encoding"]) == (plain.content, "gzip")
    assert "immutable" in plain.headers["cache-control"]
    assert json.loads(ledger_lines(store, 0, 10)[1])["table_sha256"] == version["table_sha256"]
    assert client.get(f"/v1/tables/{'0' * 64}").status_code == 404
