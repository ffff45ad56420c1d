"""Match files and files of results, told apart; what reads match files is imported where there may be any."""

from collections.abc import Iterable
from pathlib import Path

from terazi.core.codes import Refusal
from terazi.formats.rows import STDIN
from terazi.formats.sources import open_file

MATCH_ENDINGS = frozenset({".mat", ".sgf", ".ogxm", ".ogxms"})
RESULT_ENDINGS = frozenset({".csv", ".jsonl", ".ndjson", ".json", ".gz"})


def parted(paths: Iterable[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Files of results, and match files, each in their order; of a folder the match files in it."""
    results: list[str] = []
    matches: list[str] = []
    for path in paths:
        inside = [each for each in _inside(path) if is_match_file(each)]
        if inside:
            matches += inside
        else:
            (matches if is_match_file(path) else results).append(path)
    return tuple(results), tuple(matches)


def _inside(path: str) -> list[str]:
    if path == STDIN or not Path(path).is_dir():
        return []
    from terazi.cli.match_reading import MatchFiles

    files = MatchFiles()
    files.add(path)
    return files.paths


def is_match_file(path: str) -> bool:
    """Whether a file holds a recorded match, by its ending or else by how it begins."""
    ending = Path(path).suffix.lower()
    if ending in MATCH_ENDINGS or path == STDIN or ending in RESULT_ENDINGS:
        return ending in MATCH_ENDINGS
    from terazi.formats.match_files import SNIFFED_BYTES, looks_like_a_match

    stream = open_file(path)
    if isinstance(stream, Refusal):
        return False
    with stream:
        try:
            return looks_like_a_match(stream.read(SNIFFED_BYTES))
        except OSError:
            return False
