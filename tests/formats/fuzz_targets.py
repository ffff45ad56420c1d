"""What every reader must hold of any bytes, and the seeds from which a fuzzer begins.

`tools/fuzz_files.py` feeds these with atheris (`make fuzz`); the tests feed them with the seeds and with
every input that was a finding (`fuzzed/`). An input is a byte that chooses the reader, and what it reads.
"""

import io
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from zoneinfo import ZoneInfo

from terazi.core.codes import Refusal
from terazi.core.rulebook import Rulebook
from terazi.formats.decode import text_lines
from terazi.formats.game_outcome import Ending, GameOutcome
from terazi.formats.mat_write import DIALECTS, write_mat
from terazi.formats.match import GameRecord
from terazi.formats.match_files import read_match_file
from terazi.formats.match_found import upload
from terazi.formats.match_names import COLUMNS as NAME_COLUMNS
from terazi.formats.match_names import ids_of, proposed_names, table_of, write_names
from terazi.formats.match_notes import DETAIL_LENGTH
from terazi.formats.match_proposal import Given, Proposal, propose
from terazi.formats.match_review import ANSWERS, write_review
from terazi.formats.ogxm import MAGIC
from terazi.formats.replay_match import replayed
from terazi.formats.results import ResultFile
from terazi.formats.rulebook_toml import rulebook_from
from terazi.formats.sgf import read_sgf
from tests.formats.match_maker import made_match
from tests.formats.sgf_writer import sgf_text

HERE = Path(__file__).parent
EXAMPLES = HERE.parents[1] / "examples"
ZONE = ZoneInfo("Europe/Istanbul")
SIZE_AT = slice(12, 16)
"""Where an OGXM file says how long it is."""


def match_file(data: bytes) -> None:
    """Any match file: read and replayed, and never in silence."""
    records = list(replayed(read_match_file(io.BytesIO(data))))
    assert records, "silence"
    for record in records:
        if isinstance(record, GameOutcome):
            _outcome(record)
        else:
            assert len(record.detail) <= DETAIL_LENGTH


def match_rows(data: bytes) -> None:
    """Its games as rows: every file gives some or is refused, and is known again when it is given twice."""
    source = upload("m.mat", data)
    once = propose([source], Given(zone=ZONE))
    assert once.lines, "silence"
    assert propose([source, source], Given(zone=ZONE)).lines == once.lines
    _answers(once, data)


def _outcome(outcome: GameOutcome) -> None:
    assert outcome.cube == 1 << (outcome.cube.bit_length() - 1)
    assert outcome.game.line <= outcome.game.last_line
    assert (outcome.winner is None) == (outcome.ending is Ending.UNFINISHED)
    assert outcome.points is None or outcome.points % outcome.cube == 0


def _answers(asked: Proposal, data: bytes) -> None:
    """A review that comes back as it went out changes nothing."""
    table = io.StringIO(newline="")
    write_review(table, asked.review)
    rows = table_of(io.StringIO(table.getvalue(), newline=""), ANSWERS)
    assert isinstance(rows, list), rows
    answers = {row["game_id"]: row for row in rows}
    given = Given(zone=ZONE, answers=answers)
    assert propose([upload("m.mat", data)], given).lines == asked.lines


def sgf_file(data: bytes) -> None:
    """The same for `.sgf`, whatever its first sign."""
    assert list(replayed(read_sgf(text_lines(data.decode("utf-8", "replace"))))), "silence"


def ogxm_file(data: bytes) -> None:
    """The same for OGXM: the mark and the length are put right, or nearly nothing would be read."""
    whole = bytearray(MAGIC + data)
    whole[SIZE_AT] = len(whole).to_bytes(4, "little")
    match_file(bytes(whole))


def results(data: bytes) -> None:
    """A file of results, CSV or JSON lines: every record is answered."""
    answers = list(ResultFile("-", stdin=io.BytesIO(data), zone=ZONE))
    records = [line for line in data.splitlines() if line.strip()]
    assert answers or len(records) < 2 or b'"' in data, "silence"


def rulebook(data: bytes) -> None:
    """A rulebook: one, or why not."""
    assert isinstance(rulebook_from(data), Rulebook | Refusal)


def table(data: bytes) -> None:
    """A table that was handed out and comes back: read or refused, and names survive the way out and in."""
    text = data.decode("utf-8", "replace")
    for required in (NAME_COLUMNS[:2], ANSWERS):
        rows = table_of(io.StringIO(text, newline=""), required)
        if isinstance(rows, Refusal) or "name" not in required:
            continue
        names = {name: 1 for name in ids_of(rows) if name.strip()}
        again = io.StringIO(newline="")
        write_names(again, proposed_names(names))
        back = table_of(io.StringIO(again.getvalue(), newline=""), required)
        assert isinstance(back, list), back
        assert set(ids_of(back)) == set(names)


TARGETS: tuple[Callable[[bytes], None], ...] = (
    match_file,
    match_rows,
    sgf_file,
    ogxm_file,
    results,
    rulebook,
    table,
)


def answer(data: bytes) -> None:
    """One input of the fuzzer."""
    if data:
        TARGETS[data[0] % len(TARGETS)](data[1:])


def seeds() -> Iterator[bytes]:
    """Inputs to begin with: our own samples, each led by the byte of its reader."""
    for number, samples in enumerate(_samples()):
        yield from (bytes([number]) + sample for sample in samples)


def _samples() -> tuple[list[bytes], ...]:
    made = _short_games()
    mats = [write_mat([game], dialect).encode() for game in made for dialect in DIALECTS.values()]
    twins = [file.read_bytes() for file in sorted((HERE / "matches").glob("*.mat"))]
    trees = [sgf_text([game]).encode() for game in made]
    ladder = (EXAMPLES / "ladder.csv").read_bytes().splitlines(keepends=True)[:9]
    mixed = b"game_id,finished_at,winner,loser,mode,cube,win,termination,fault,draw\n"
    mixed += (
        b'g1,2026-10-18T14:03,"a, b",c,boosted,4,gammon,resign,c,\ng2,2026-10-18T14:03:01+03:00,d,e,,,,,,1\n'
    )
    return (
        [*mats, *twins, *trees, *ogxm_samples()],
        [*mats, *twins],
        trees,
        [sample.removeprefix(MAGIC) for sample in ogxm_samples()],
        [b"".join(ladder), mixed, *_json_samples()],
        [(EXAMPLES / "rulebook.toml").read_bytes()],
        [
            b"name,id,games,alike\nilk,7,2,\xc4\xb0lk\n'=x,8,1,\n",
            b"game_id;finished_at;winner\na/1/001;2026-11-08 21:00;-\n",
        ],
    )


def _short_games() -> list[GameRecord]:
    """A few games that are soon over, with and without a length: a fuzzer wants small seeds."""
    games = [game for seed in range(30) for length in (0, 3) for game in made_match(seed, length)]
    return [game for game in games if len(game.actions) < 13][:6]


def ogxm_samples() -> list[bytes]:
    """Without their sums, which no mutation would survive; none where the package is missing."""
    try:
        from tests.formats.ogxm_writer import ogxm_document, packed

        documents = [ogxm_document([game]) for game in _short_games()]
        return [packed({k: v for k, v in each.items() if k != "checksum"}) for each in documents]
    except ImportError:
        return []


def _json_samples() -> list[bytes]:
    told = {
        "game_id": "g1",
        "finished_at": "2026-10-18T14:03:07Z",
        "winner": "ada",
        "loser": "bora",
        "cube": 2,
    }
    events = [
        {"kind": "offered", "player": "ada", "at": "2026-10-18T14:00:00Z"},
        {"kind": "taken", "player": "bora", "at": "2026-10-18T14:00:05Z"},
        {"kind": "borne_off", "player": "ada", "at": "2026-10-18T14:03:07Z"},
    ]
    by_events = {
        "game_id": "g2",
        "players": ["ada", "bora"],
        "until": "2026-10-18T14:04:00Z",
        "events": events,
    }
    return [json.dumps(each).encode() + b"\n" for each in (told, by_events)]
