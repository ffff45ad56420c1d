"""The vectors that others test their verifiers with are what this one says."""

import pytest

from tests.ledger_log.vectors import FOLDER, vectors


@pytest.mark.parametrize(
    "name", ["ledger.jsonl", "checkpoint", "proof.json", "notes.json", "tree.json", "tiles.json"]
)
def test_a_file_of_vectors_is_as_it_would_be_written_today(name: str) -> None:
    assert (FOLDER / name).read_bytes() == vectors()[name]


def test_every_file_of_vectors_is_written_by_the_tool() -> None:
    assert {path.name for path in FOLDER.iterdir()} == vectors().keys()
    assert (FOLDER / "faults.json").read_bytes() == vectors()["faults.json"]
