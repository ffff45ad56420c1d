"""A file is read in chunks, so that what is looked at stays near the processor."""

import pytest

from terazi.replay import cells, choices, instants
from tests.replay.files import read_at_once, read_row_by_row


def test_it_does_not_matter_in_what_chunks_a_file_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [f"g{number:03},2026-10-01T12:{number % 60:02}:00Z,Ayşe,{number}" for number in range(100)]
    data = "\n".join(["game_id,finished_at,winner,loser", *lines]).encode()
    whole = read_at_once(data)
    assert whole == read_row_by_row(data)
    for module, name in ((cells, "CHUNK"), (choices, "CHUNK"), (instants, "_CHUNK")):
        monkeypatch.setattr(module, name, 7)
    assert read_at_once(data) == whole
