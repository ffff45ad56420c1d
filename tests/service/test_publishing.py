"""What the service writes can be published and verified, on both stores, and no published log ever forks."""

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from terazi.core.codes import Code, Refusal
from terazi.core.types import GameId, PlayerId
from terazi.ledger.cards import Card
from terazi.ledger.checkpoint import Checkpoint
from terazi.ledger.faults import Fault, FaultCode
from terazi.ledger.keys import new_key, save_key
from terazi.ledger.player_history import PlayerHistory, card_fault, history_fault
from terazi.ledger.proof import Proof, ProofChecked, check_proof
from terazi.ledger.signer import Signer, load_signer
from terazi.ledger.source import FolderSource
from terazi.ledger.verify import Verified, open_log, verify_log
from terazi.service.keeping import backup
from terazi.service.ladders import head, ledger_lines
from terazi.service.publishing import card, prove_game, prove_published, publish_ladder
from terazi.store.engine import Store, open_store
from terazi.store.trouble import StoreTrouble
from tests.ledger_log import plain_verifier
from tests.service.log_story import ANN, BEA, KINDS, play, tell
from tests.stores import opened, result
from tests.strategies import BASE_MS


@pytest.fixture
def signer(tmp_path: Path) -> Signer:
    return signer_in(tmp_path / "key")


def signer_in(path: Path) -> Signer:
    save_key(path, new_key("example.org/ladder"))
    made = load_signer(path)
    assert isinstance(made, Signer)
    return made


def published(store: Store, folder: Path, signer: Signer) -> Checkpoint:
    found = publish_ladder(store, folder, signer)
    assert isinstance(found, Checkpoint), found
    return found


def verified(folder: Path, signer: Signer) -> Verified:
    found = verify_log(FolderSource(folder), signer.key.verifier)
    assert isinstance(found, Verified), found
    return found


def test_every_kind_of_entry_of_the_service_is_published_and_verified_by_both_verifiers(
    store: Store, tmp_path: Path, signer: Signer
) -> None:
    folder = tmp_path / "log"
    first = published(store, folder, signer)
    assert first.size == 2
    tell(store)
    checkpoint = published(store, folder, signer)
    lines = ledger_lines(store, 0, 10_000)
    assert {json.loads(line)["kind"] for line in lines} == KINDS
    found = verified(folder, signer)
    assert found.entries == checkpoint.size == head(store).number == len(lines)
    ratings = plain_verifier.verify(
        lambda path: (folder / path).read_bytes(), str(signer.key.verifier), (first.size, first.root)
    )
    assert ratings == {number: player.rating for number, player in found.ladder.players.items()}


def test_publishing_again_writes_only_what_is_new(store: Store, tmp_path: Path, signer: Signer) -> None:
    folder = tmp_path / "log"
    now = tell(store, busy=250)
    published(store, folder, signer)
    before = {path: path.stat().st_mtime_ns for path in folder.rglob("*") if path.is_file()}
    published(store, folder, signer)
    assert before == {path: path.stat().st_mtime_ns for path in folder.rglob("*") if path.is_file()}
    play(store, now, result("one-more", ANN, BEA, now))
    published(store, folder, signer)
    same = [path for path, at in before.items() if path.exists() and path.stat().st_mtime_ns == at]
    assert folder / "tile/entries/000" in same
    assert folder / "tile/0/000" in same
    assert verified(folder, signer).entries == head(store).number


def test_a_restored_backup_is_not_published_not_even_into_another_folder(
    tmp_path: Path, signer: Signer
) -> None:
    store = opened(str(tmp_path / "ladder.db"))
    play(store, BASE_MS, result("g1"), result("g2", at=BASE_MS))
    backup(store, tmp_path / "backup.db")
    play(store, BASE_MS, result("g3"))
    published(store, tmp_path / "log", signer)
    restored = open_store(str(tmp_path / "backup.db"))
    assert codes_of_publishing(restored, tmp_path, signer) == [FaultCode.SHRUNK] * 2
    play(restored, BASE_MS, *(result(f"other{one}") for one in range(3)))
    assert codes_of_publishing(restored, tmp_path, signer) == [FaultCode.REWRITTEN] * 2
    assert verified(tmp_path / "log", signer).entries == head(store).number
    published(store, tmp_path / "new", signer)  # what extends it is published, there too
    assert verified(tmp_path / "new", signer).entries == head(store).number
    for one in (store, restored):
        one.close()


def codes_of_publishing(store: Store, place: Path, signer: Signer) -> list[FaultCode]:
    faults = [publish_ladder(store, place / name, signer) for name in ("log", "new")]
    assert not (place / "new/checkpoint").exists()
    return [fault.code for fault in faults if isinstance(fault, Fault)]


def test_a_ledger_changed_behind_its_guard_is_not_published(tmp_path: Path, signer: Signer) -> None:
    store = opened(str(tmp_path / "ladder.db"))
    play(store, BASE_MS, *(result(f"g{one}") for one in range(300)))
    published(store, tmp_path / "log", signer)
    play(store, BASE_MS, result("later"))
    with store.engine.begin() as connection:
        connection.exec_driver_sql("DROP TRIGGER entry_is_never_changed")
        connection.exec_driver_sql(
            "UPDATE entry SET line = CAST(replace(line, 'single', 'gammon') AS BLOB) WHERE number = 304"
        )
    fault = publish_ladder(store, tmp_path / "log", signer)
    assert isinstance(fault, Fault)
    assert fault.code is FaultCode.WRONG_TREE
    assert verified(tmp_path / "log", signer).entries == 304
    store.close()


def _publish_often(where: str, folder: str, key: str, times: int) -> list[int]:
    store, signer = open_store(where), load_signer(Path(key))
    assert isinstance(signer, Signer)
    sizes = []
    for turn in range(times):
        play(store, BASE_MS, *(result(f"{folder}-{turn}-{one}-{id(store)}") for one in range(9)))
        sizes.append(published(store, Path(folder), signer).size)
    store.close()
    return sizes


def test_many_that_publish_at_once_do_no_harm(tmp_path: Path, signer: Signer) -> None:
    where = str(tmp_path / "ladder.db")
    store = opened(where)
    jobs = [(where, str(tmp_path / name), str(signer.path), 12) for name in ("log", "log", "mirror")]
    with ThreadPoolExecutor(3) as pool:
        found = [each.result() for each in [pool.submit(_publish_often, *job) for job in jobs]]
    assert all(sizes == sorted(sizes) for sizes in found)
    for name in ("log", "mirror"):
        published(store, tmp_path / name, signer)
        assert verified(tmp_path / name, signer).entries == head(store).number
    store.close()


def test_proofs_of_a_store_and_of_its_published_log_are_alike(
    store: Store, tmp_path: Path, signer: Signer
) -> None:
    tell(store)
    published(store, tmp_path / "log", signer)
    note, tree = open_log(FolderSource(tmp_path / "log"), signer.key.verifier)
    for game, kinds in {"g3": ["game", "rulebook", "void"], "outage": ["game", "void"], "after": 2}.items():
        proof = prove_game(store, signer, GameId(game))
        assert isinstance(proof, Proof)
        assert proof == prove_published(store, tree, note, signer.key.verifier, GameId(game))
        assert isinstance(check_proof(proof, signer.key.verifier), ProofChecked)
        told = [json.loads(one.line)["kind"] for one in proof.entries]
        assert kinds in (told, len(told))


def test_a_game_beyond_the_last_checkpoint_has_the_log_signed_as_far(
    store: Store, tmp_path: Path, signer: Signer
) -> None:
    published(store, tmp_path / "log", signer)
    play(store, BASE_MS, result("g1"))
    note, tree = open_log(FolderSource(tmp_path / "log"), signer.key.verifier)
    assert prove_published(store, tree, note, signer.key.verifier, GameId("g1")) is None
    proof = prove_game(store, signer, GameId("g1"))
    assert isinstance(proof, Proof)
    checked = check_proof(proof, signer.key.verifier)
    assert isinstance(checked, ProofChecked)
    assert checked.checkpoint.size == head(store).number
    published(store, tmp_path / "log", signer)
    assert signer.last() == checked.checkpoint
    refused = prove_game(store, signer, GameId("nobody's"))
    assert isinstance(refused, Refusal)
    assert refused.code is Code.UNKNOWN_GAME


def test_a_card_shows_whose_history_is_whole(store: Store, tmp_path: Path, signer: Signer) -> None:
    tell(store)
    published(store, tmp_path / "log", signer)
    held = card(store, ANN)
    assert isinstance(held, Card)
    history = PlayerHistory(player=held.number)
    found = verify_log(FolderSource(tmp_path / "log"), signer.key.verifier, watch=history.watch)
    assert isinstance(found, Verified)
    assert card_fault(held, history.entries) is None
    assert history_fault(held.number, history.entries) is None
    assert len(history.entries) > found.ladder.players[held.number].games
    for stranger in ("nobody", "", "\0"):
        assert isinstance(card(store, PlayerId(stranger)), Refusal)


def test_what_is_no_ladder_is_not_published(where: str, tmp_path: Path, signer: Signer) -> None:
    store = open_store(where)
    with pytest.raises(StoreTrouble):
        publish_ladder(store, tmp_path / "log", signer)
    assert not (tmp_path / "log").exists()
    store.close()
