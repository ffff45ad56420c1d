"""Match files as input of `terazi rate`: rows that can be rated, and what a person has to say first."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from zoneinfo import ZoneInfo

from terazi.cli.match_reading import MatchFiles, Unread, first_known, found_games
from terazi.core.codes import Code, Refusal
from terazi.formats.columns import NAMES
from terazi.formats.match_games import FileGame
from terazi.formats.match_reports import COLUMNS
from terazi.formats.match_review import Review, answered
from terazi.formats.rows import STDIN, Line, Reject, Row
from terazi.formats.sources import open_file
from terazi.formats.told import told_by_values

MATCH_ENDINGS = frozenset({".mat", ".sgf"})
RESULT_ENDINGS = frozenset({".csv", ".jsonl", ".ndjson", ".json", ".gz"})
SNIFFED_BYTES = 1 << 16

Told = tuple[FileGame, dict[str, str]]
"""A game and its row."""

_LOOKS_LIKE_A_MATCH = re.compile(
    rb"^\s*\(;|^\s*;\s*\[|^\s*\d+ points? match\b|^\s*Game \d+\s*$", re.MULTILINE | re.IGNORECASE
)

# What a person can say; everything else is refused as in any file of results.
_FOR_A_PERSON = frozenset({Code.MISSING_VALUE, Code.BAD_TIME, Code.TIME_AMBIGUOUS, Code.TIME_SKIPPED})


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """What no match file can know: the zone and the mode of its games, players' ids, a person's answers."""

    zone: ZoneInfo | None = None
    mode: str = ""
    ids: Mapping[str, str] | None = None
    answers: Mapping[str, Review] = field(default_factory=dict)


@dataclass(slots=True, kw_only=True)
class MatchInput:
    """The rows of all match files, those that wait for a person, and how often every name occurs."""

    lines: list[Line | Reject] = field(default_factory=list)
    review: list[Review] = field(default_factory=list)
    repeats: int = 0
    left_out: int = 0
    names: Counter[str] = field(default_factory=Counter)


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
    files = MatchFiles()
    files.add(path)
    return files.paths


def is_match_file(path: str) -> bool:
    """Whether a file holds a recorded match, by its ending or else by how it begins."""
    ending = Path(path).suffix.lower()
    if ending in MATCH_ENDINGS or path == STDIN or ending in RESULT_ENDINGS:
        return ending in MATCH_ENDINGS
    stream = open_file(path)
    if isinstance(stream, Refusal):
        return False
    with stream:
        try:
            start = stream.read(SNIFFED_BYTES)
        except OSError:
            return False
    plain = start.replace(b"\0", b"").replace(b"\r", b"\n")  # UTF-16, and line ends of every kind
    return _LOOKS_LIKE_A_MATCH.search(plain.removeprefix(b"\xef\xbb\xbf").lstrip(b"\xff\xfe")) is not None


def match_input(paths: Sequence[str], given: Given) -> MatchInput:
    """Every game of the files once, as `terazi rate` reads rows."""
    read = MatchInput()
    for found in _each_once(paths, read):
        if isinstance(found, Reject):
            read.lines.append(found)
            continue
        game, row = found
        read.names.update(game.record.players)
        answer = given.answers.get(row["game_id"])
        filled = row if answer is None else answered(row, game.record.players, answer)
        if filled is None:
            read.left_out += 1
            continue
        line = _told(game, filled, given)
        read.lines.append(line)
        if isinstance(line, Reject) and line.refusal.code in _FOR_A_PERSON:
            read.review.append(_for_review(game, filled, line.refusal))
    return read


def _each_once(paths: Sequence[str], read: MatchInput) -> Iterator[Told | Reject]:
    """The games in the order of their first record, and files that give none."""
    rows: dict[str, Told] = {}
    with_games: set[str] = set()
    silent: dict[str, Unread] = {}
    for found in found_games(paths):
        if isinstance(found, Unread):
            silent.setdefault(found.path, found)
            continue
        with_games.add(found.game.file)
        read.repeats += found.is_repeat
        row = found.row()
        rows[row["game_id"]] = _better(rows.get(row["game_id"]), (found.game, row))
    yield from rows.values()
    for path, unread in silent.items():
        if path not in with_games or isinstance(unread.trouble, Refusal):
            yield _reject_file(unread)


def _better(first: Told | None, second: Told) -> Told:
    """The record that shows who won, with the time of whichever has one; the first, where both do."""
    if first is None:
        return second
    game, _ = first if first[1]["winner"] or not second[1]["winner"] else second
    return game, first_known(first[1], second[1])


def _reject_file(unread: Unread) -> Reject:
    no_games = Refusal(code=Code.EMPTY_FILE, value=unread.path)
    refusal = unread.trouble if isinstance(unread.trouble, Refusal) else no_games
    return Reject(row=Row(path=unread.path), refusal=refusal, whole_file=True)


def _told(game: FileGame, row: dict[str, str], given: Given) -> Line | Reject:
    row = row | {"mode": given.mode}
    place = Row(
        path=game.file,
        line=game.record.line,
        columns=COLUMNS,
        cells=tuple(row[name] for name in COLUMNS),
    )
    if given.ids is not None:
        for name in ("winner", "loser", "fault"):
            if row[name] and row[name] not in given.ids:
                unknown = Refusal(code=Code.UNKNOWN_PLAYER, field=name, value=row[name])
                return Reject(row=place, refusal=unknown)
            row = row | {name: given.ids.get(row[name], "")}
    told = told_by_values([row.get(name, "") for name in NAMES], given.zone)
    if isinstance(told, Refusal):
        return Reject(row=place, refusal=told)
    return Line(row=place, report=told.report, accepted_at=told.accepted_at)


def _for_review(game: FileGame, row: dict[str, str], why: Refusal) -> Review:
    score = game.record.score
    return row | {
        "file": game.file,
        "line": str(game.outcome.line),
        "player_1": game.record.players[0],
        "player_2": game.record.players[1],
        "score": "" if score is None else " : ".join(map(str, score)),
        "ending": game.outcome.ending,
        "why": f"{why.field} {why.code}".strip(),
    }
