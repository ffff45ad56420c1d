"""What the tests of this room share: results as bytes, read as from standard input."""

import io

from terazi.core.codes import Code, Refusal
from terazi.core.reports import OutcomeReport
from terazi.formats.columns import NOT_MAPPED, Mapped
from terazi.formats.instants import find_zone
from terazi.formats.results import ResultFile
from terazi.formats.rows import Line, Reject

HEADER = b"game_id,finished_at,winner,loser,mode,cube,draw\n"
GOOD = b"g1,2026-10-18T14:03:07Z,ada,bora,,2,0\n"
OTHER = b"g2,2026-10-18T15:03:07Z,bora,ada,,,\n"
"""A second good row."""
OBJECT = b'{"game_id":"g1","finished_at":"2026-10-18T14:03:07Z","winner":"ada","loser":"bora"}\n'


def read(data: bytes, *, zone: str | None = None, columns: Mapped = NOT_MAPPED) -> list[Line | Reject]:
    """Every answer to a file with these bytes."""
    found = find_zone(zone) if zone else None
    assert not isinstance(found, Refusal), found
    return list(ResultFile("-", stdin=io.BytesIO(data), zone=found, columns=columns))


def outcome(data: bytes, *, zone: str | None = None, columns: Mapped = NOT_MAPPED) -> OutcomeReport:
    """The one outcome that these bytes tell."""
    (answer,) = read(data, zone=zone, columns=columns)
    assert isinstance(answer, Line), answer
    assert isinstance(answer.report, OutcomeReport)
    return answer.report


def seen(answers: list[Line | Reject]) -> list[tuple[int, str]]:
    """Of every answer its line, and the game's id or the code of the refusal."""
    return [
        (answer.row.line, answer.refusal.code if isinstance(answer, Reject) else answer.report.game_id)
        for answer in answers
    ]


def refused(answers: list[Line | Reject]) -> list[tuple[int, Code, str]]:
    """Line, code and field of every refusal."""
    return [
        (answer.row.line, answer.refusal.code, answer.refusal.field)
        for answer in answers
        if isinstance(answer, Reject)
    ]
