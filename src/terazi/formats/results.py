"""A file of finished games as a stream: for every row the report it tells, or why it was refused."""

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any, BinaryIO
from zoneinfo import ZoneInfo

from terazi.core.codes import Code, Refusal
from terazi.formats.columns import NOT_MAPPED, REQUIRED, Mapped, header_of, own_names, picked
from terazi.formats.csv_records import Record, csv_records
from terazi.formats.json_records import json_object, shown_value
from terazi.formats.raw_lines import RawLine, raw_lines
from terazi.formats.rejects import is_rejects, mended_cells
from terazi.formats.rows import STDIN, Line, Reject, Row, shown_bytes
from terazi.formats.sources import Chunks, chunks_of, open_file, unpacked
from terazi.formats.told import Told, told_by_object, told_by_values
from terazi.formats.told_events import EVENT_KEYS

_JSON_NAMES = (".jsonl", ".ndjson", ".json")
_CSV_NAME = ".csv"
_MOST_IGNORED = 1000


class ResultFile:
    """Reads one file of results, CSV or JSON Lines, plain or gzip (R1, R4).

    `path` "-" reads `stdin`. `columns` maps our names to the file's own (`columns_from`); `zone` is that of
    times without an offset. Iterating gives a `Line` or a `Reject` for every record, in the order of the
    file, and holds one record in memory; a `Reject` of the whole file is the last. A file can be iterated
    once.
    """

    def __init__(
        self,
        path: str,
        *,
        stdin: BinaryIO | None = None,
        columns: Mapped = NOT_MAPPED,
        zone: ZoneInfo | None = None,
    ) -> None:
        self.path = path
        self.bytes_read = 0
        """Bytes of the file, packed as it is, that were read so far: for a progress bar."""
        self._stdin = stdin
        self._names = own_names(columns)
        self._required = [self._names.get(name, name) for name in REQUIRED]
        self._known = frozenset(self._names.values()) | frozenset(EVENT_KEYS)
        self._zone = zone
        self._ignored: dict[str, None] = {}

    @property
    def ignored(self) -> tuple[str, ...]:
        """Columns seen so far that mean nothing here, each once."""
        return tuple(self._ignored)

    def __iter__(self) -> Iterator[Line | Reject]:
        """Every record of the file."""
        stream = self._stdin if self.path == STDIN else open_file(self.path)
        assert stream is not None, "standard input is given by whoever names it"
        if isinstance(stream, Refusal):
            yield self._whole_file(stream)
            return
        try:
            yield from self._records(raw_lines(unpacked(self._counted(chunks_of(stream)))))
        finally:
            if stream is not self._stdin:
                stream.close()

    def _counted(self, chunks: Chunks) -> Chunks:
        for chunk in chunks:
            self.bytes_read += 0 if isinstance(chunk, Refusal) else len(chunk)
            yield chunk

    def _records(self, lines: Iterator[RawLine]) -> Iterator[Line | Reject]:
        first = next((line for line in lines if line.refusal or not line.data.isspace()), None)
        if first is None:
            yield self._whole_file(Refusal(code=Code.EMPTY_FILE, value=self.path))
        elif self._is_json(first.data):
            yield from self._objects(chain([first], lines))
        else:
            yield from self._rows(csv_records(chain([first], lines)))

    def _is_json(self, first: bytes) -> bool:
        name = self.path.lower().removesuffix(".gz")
        if name.endswith(_JSON_NAMES):
            return True
        return not name.endswith(_CSV_NAME) and first.lstrip().startswith(b"{")

    # --- JSON Lines --------------------------------------------------------------------------------

    def _objects(self, lines: Iterator[RawLine]) -> Iterator[Line | Reject]:
        for line in lines:
            if line.refusal is None and line.data.isspace():
                continue
            members = line.refusal or json_object(line.data)
            if isinstance(members, Refusal):
                yield self._unread(line.line, line.data, members, whole_file=line.ends)
            else:
                self._ignore(key for key in members if key not in self._known)
                row = self._object_row(line, members)
                yield _answer(row, told_by_object(members, self._zone, self._names))

    def _object_row(self, line: RawLine, members: dict[str, Any]) -> Row:
        if not members.keys().isdisjoint(EVENT_KEYS):  # no table has room for these
            return Row(path=self.path, line=line.line, raw=shown_bytes(line.data))
        # A required key that is missing gets its column, so that its value can be filled in.
        absent = [name for name in self._required if name not in members]
        cells = [shown_value(value) for value in members.values()]
        return Row(
            path=self.path,
            line=line.line,
            columns=(*members, *absent),
            cells=(*cells, *("" for _ in absent)),
        )

    # --- CSV ---------------------------------------------------------------------------------------

    def _rows(self, records: Iterator[Record]) -> Iterator[Line | Reject]:
        head = next(records)
        if isinstance(head.cells, Refusal):
            yield self._unread(head.line, head.data, head.cells, whole_file=True)
            return
        mended = is_rejects(head.cells)
        columns = mended_cells(head.cells, head.cells)[0] if mended else tuple(head.cells)
        # A rejects file of nothing but raw lines has no columns, and its rows say so themselves.
        header = header_of(columns, self._names) if columns else picked(columns, self._names)
        if isinstance(header, Refusal):
            yield self._unread(head.line, head.data, header, whole_file=True)
            return
        self._ignore(header.ignored)
        for record in records:
            cells, raw = record.cells, ""
            if not isinstance(cells, Refusal) and len(cells) != len(head.cells):
                count, wanted = str(len(cells)), str(len(head.cells))
                cells = Refusal(code=Code.WRONG_FIELD_COUNT, value=count, other=wanted)
            if isinstance(cells, Refusal):
                yield self._unread(record.line, record.data, cells, whole_file=record.ends)
                continue
            own = tuple(cells)
            if mended:
                own, raw = mended_cells(head.cells, cells)
            row = Row(path=self.path, line=record.line, columns=columns, cells=own, raw=raw)
            yield _answer(row, told_by_values(header.values(own), self._zone))

    # --- both --------------------------------------------------------------------------------------

    def _ignore(self, names: Iterable[str]) -> None:
        for name in names:
            if len(self._ignored) < _MOST_IGNORED:
                self._ignored[name] = None

    def _unread(self, line: int, data: bytes, refusal: Refusal, *, whole_file: bool) -> Reject:
        row = Row(path=self.path, line=line, raw=shown_bytes(data))
        return Reject(row=row, refusal=refusal, whole_file=whole_file)

    def _whole_file(self, refusal: Refusal) -> Reject:
        return Reject(row=Row(path=self.path), refusal=refusal, whole_file=True)


def _answer(row: Row, told: Told | Refusal) -> Line | Reject:
    if isinstance(told, Refusal):
        return Reject(row=row, refusal=told)
    return Line(row=row, report=told.report, accepted_at=told.accepted_at)
