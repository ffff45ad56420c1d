"""A file of openings: what players bring from elsewhere when a ladder moves in (R7)."""

from collections.abc import Iterator
from dataclasses import dataclass

from terazi.core.codes import Code, Refusal
from terazi.core.types import PlayerId
from terazi.formats.csv_records import Record, csv_records
from terazi.formats.instants import parse_instant
from terazi.formats.raw_lines import raw_lines
from terazi.formats.sources import chunks_of, open_file, unpacked

COLUMNS = ("player", "rating", "recent")
_LONGEST_RATING = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldOpening:
    """A line of the file: who, with what rating, and when recent ranked games elsewhere finished (UTC ms)."""

    line: int
    player: PlayerId
    rating: int
    recent: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class BadOpening:
    """A line that tells no opening, and why; line 0 is the file as a whole."""

    line: int
    refusal: Refusal


def read_openings(path: str) -> Iterator[ToldOpening | BadOpening]:
    """Every line of a CSV file with the columns `player`, `rating` and perhaps `recent`.

    `recent` holds instants (RFC 3339 with an offset) with blanks between. Refused: what is no such file
    (`missing_column`, `empty_file`), and lines with a rating or an instant that is none.
    """
    stream = open_file(path)
    if isinstance(stream, Refusal):
        yield BadOpening(line=0, refusal=stream)
        return
    with stream:
        records = csv_records(raw_lines(unpacked(chunks_of(stream))))
        head = next(records, None)
        if head is None:
            yield BadOpening(line=0, refusal=Refusal(code=Code.EMPTY_FILE, value=path))
            return
        columns = head.cells if isinstance(head.cells, list) else []
        for name in COLUMNS[:2]:
            if name not in columns:
                listed = ", ".join(columns)
                refusal = Refusal(code=Code.MISSING_COLUMN, field=name, other=listed)
                yield BadOpening(line=head.line, refusal=refusal)
                return
        for record in records:
            told = _told(record, columns)
            yield BadOpening(line=record.line, refusal=told) if isinstance(told, Refusal) else told


def _told(record: Record, columns: list[str]) -> ToldOpening | Refusal:
    cells = record.cells
    if isinstance(cells, Refusal):
        return cells
    if len(cells) != len(columns):
        return Refusal(code=Code.WRONG_FIELD_COUNT, value=str(len(cells)), other=str(len(columns)))
    row = dict(zip(columns, cells, strict=True))
    rating = row["rating"]
    digits = rating.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(rating) <= _LONGEST_RATING):
        return Refusal(code=Code.BAD_VALUE, field="rating", value=rating)
    recent = [parse_instant(text, field="recent") for text in row.get("recent", "").split()]
    instants = tuple(one for one in recent if not isinstance(one, Refusal))
    if len(instants) < len(recent):
        return next(one for one in recent if isinstance(one, Refusal))
    return ToldOpening(line=record.line, player=PlayerId(row["player"]), rating=int(rating), recent=instants)
