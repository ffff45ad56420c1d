"""`terazi rate` over arrays: large regular CSV files read, settled, sorted and rated all at once."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING

from terazi.cli.ledger_files import LedgerFiles
from terazi.cli.rate_plain import Job, Rated
from terazi.core.codes import Code, Refusal
from terazi.core.entries import HISTORY
from terazi.core.referee import settle
from terazi.formats.columns import Header, header_of, own_names
from terazi.formats.rejects import is_rejects
from terazi.formats.rows import STDIN, Reject, Row
from terazi.formats.sources import GZIP_MARK, open_file, unpacked
from terazi.formats.told import told_by_values

if TYPE_CHECKING:  # small jobs never load numpy
    from terazi.replay.games import Games
    from terazi.replay.read import Draft, FileRow

WORTH_BYTES = 300_000
"""Unpacked bytes from which the fast road is quicker, its start included."""

_BOM = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadGames:
    """The games of a job's files in ledger order, every refused row, and columns that mean nothing here."""

    games: Games
    rejects: Sequence[Reject]
    ignored: Sequence[str]


def rate_fast(job: Job, ledger: LedgerFiles) -> Rated | None:
    """The same as `rate_plainly`; or None, with nothing written, where that road has to be taken."""
    read = read_fast(job)
    return None if read is None else _rated(job, ledger, read)


def read_fast(job: Job) -> ReadGames | None:
    """The games of a job's files, or None where they have to be read row by row.

    That is: small files, standard input, no numpy, whatever is not regular CSV, games that replace others,
    and one id with two contents, whose lines that road names.
    """
    joined = None if STDIN in job.files or find_spec("numpy") is None else _joined(job.files)
    if joined is None or len(joined.data) < WORTH_BYTES:
        return None
    from terazi.replay.games import games_of
    from terazi.replay.read import read_games

    names = own_names(job.columns)
    draft = read_games(joined.data, names, job.zone)
    header = None if draft is None or is_rejects(draft.header) else header_of(draft.header, names)
    if draft is None or header is None or isinstance(header, Refusal):
        return None
    reading = _Reading(job=job, joined=joined, header=header)
    rejects = reading.settle_suspects(draft)
    games = games_of(draft, job.rulebook.editions[0].effective_from)
    if games is None:
        return None
    rejects += [
        reading.reject(row, Refusal(code=Code.NO_FORMULA, field="finished_at")) for row in games.too_early
    ]
    return ReadGames(games=games, rejects=rejects, ignored=header.ignored)


def _rated(job: Job, ledger: LedgerFiles, read: ReadGames) -> Rated:
    from terazi.replay.run import replay
    from terazi.service.array_history import ArrayLedger, places_of

    games = read.games
    replayed = replay(games.history(), job.rulebook, traced=ledger.wanted)
    if ledger.wanted and len(games):
        lines = ArrayLedger(games, replayed, job.rulebook)
        ledger.write_lines(lines.lines())
        ledger.write_cards(lines.cards())
    return Rated(
        board=places_of(games, replayed),
        games=len(games),
        rejects=read.rejects,
        ignored=read.ignored,
        repeats=games.repeats,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Reading:
    """How the rows of the joined files are read one by one."""

    job: Job
    joined: _Joined
    header: Header

    def settle_suspects(self, draft: Draft) -> list[Reject]:
        """Take every suspect row that settles after all; the others, refused."""
        rejects = []
        for row in draft.suspects():
            told = told_by_values(self.header.values(row.cells), self.job.zone)
            if isinstance(told, Refusal):
                rejects.append(self.reject(row, told))
                continue
            game = settle(told.report, HISTORY)
            if isinstance(game, Refusal):
                rejects.append(self.reject(row, game))
            else:
                draft.take(row.row, game, told.accepted_at)
        return rejects

    def reject(self, row: FileRow, refusal: Refusal) -> Reject:
        """The row refused, by its file and line."""
        path, line = self.joined.place(row.row)
        return Reject(
            row=Row(path=path, line=line, columns=self.header.columns, cells=row.cells), refusal=refusal
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Joined:
    """Files with the same first line as one: its bytes, and at which row each file begins."""

    data: bytes
    paths: Sequence[str]
    first_rows: Sequence[int]

    def place(self, row: int) -> tuple[str, int]:
        """File and line of a row; in a regular file every row is one line, and the first is the header."""
        file = bisect_right(self.first_rows, row) - 1
        return self.paths[file], row - self.first_rows[file] + 2


def _joined(paths: Sequence[str]) -> _Joined | None:
    """The files as one, or None where one cannot be read whole, or has another first line."""
    first, *others = contents = [_contents(path) for path in paths]
    if first is None or not others:
        return None if first is None else _Joined(data=first, paths=paths, first_rows=[0])
    if any(other is None or _header(other) != _header(first) for other in others):
        return None
    ended = [data if data.endswith(b"\n") else data + b"\n" for data in contents if data is not None]
    rows = [data.count(b"\n") - 1 for data in ended]
    first_rows = [sum(rows[:file]) for file in range(len(rows))]
    bodies = (data[data.index(b"\n") + 1 :] for data in ended[1:])
    return _Joined(data=b"".join((ended[0], *bodies)), paths=paths, first_rows=first_rows)


def _header(data: bytes) -> bytes:
    return data[: data.find(b"\n")].removeprefix(_BOM).removesuffix(b"\r")


def _contents(path: str) -> bytes | None:
    """A file's bytes, unpacked; None where the plain road has to say what is wrong with it."""
    stream = open_file(path)
    if isinstance(stream, Refusal):
        return None
    with stream:
        try:
            data = stream.read()
        except OSError:
            return None
    if not data.startswith(GZIP_MARK):
        return data
    chunks = list(unpacked(iter([data])))
    return None if any(isinstance(chunk, Refusal) for chunk in chunks) else b"".join(chunks)  # type: ignore[arg-type]
