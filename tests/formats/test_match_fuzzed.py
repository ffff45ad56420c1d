"""The fuzzer's laws hold of its seeds, and of every input that once broke one."""

from pathlib import Path

import pytest

from tests.formats.fuzz_targets import TARGETS, answer, seeds

FUZZED = Path(__file__).parent / "fuzzed"
FOUND = sorted(FUZZED.glob("*.bin"))


@pytest.mark.parametrize("file", FOUND, ids=lambda file: file.stem)
def test_what_was_a_finding_is_none_any_more(file: Path) -> None:
    answer(file.read_bytes())


def test_every_reader_answers_its_seeds() -> None:
    given = list(seeds())
    assert {seed[0] for seed in given} == set(range(len(TARGETS)))
    for seed in given:
        answer(seed)
