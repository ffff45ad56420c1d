"""The fuzzer's laws hold of its seeds, and of every input that once broke one (`fuzzed/`: none so far)."""

from pathlib import Path

from tests.formats.fuzz_targets import TARGETS, answer, seeds

FOUND = sorted((Path(__file__).parent / "fuzzed").glob("*.bin"))


def test_every_reader_answers_its_seeds_and_whatever_was_a_finding() -> None:
    given = [*seeds(), *(file.read_bytes() for file in FOUND)]
    assert {each[0] % len(TARGETS) for each in given} == set(range(len(TARGETS)))
    for each in given:
        answer(each)
