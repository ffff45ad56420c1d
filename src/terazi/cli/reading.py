"""Files of results read whole: settled games in their order, and every row that was refused."""

import sys
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from zoneinfo import ZoneInfo

import click

from terazi.core.codes import Refusal
from terazi.core.entries import HISTORY
from terazi.core.referee import settle
from terazi.formats.columns import Mapped
from terazi.formats.order import Arrival, Batch, batch_of
from terazi.formats.results import ResultFile
from terazi.formats.rows import STDIN, Line, Reject


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What the files hold; `ignored` are columns that mean nothing here."""

    batch: Batch
    rejects: list[Reject]
    ignored: tuple[str, ...]


def read_files(
    paths: Iterable[str], columns: Mapped, zone: ZoneInfo | None, more: Iterable[Line | Reject] = ()
) -> Reading:
    """Read and settle every row of the files, in order; a progress bar shows where stderr is a terminal.

    `more` are rows that come from elsewhere, such as match files; they stand after those of the files.
    """
    stdin = sys.stdin.buffer
    files = [ResultFile(path, stdin=stdin, columns=columns, zone=zone) for path in paths]
    rejects: list[Reject] = []
    batch = batch_of(_arrivals(chain(_lines(files), more), rejects))
    ignored = dict.fromkeys(name for file in files for name in file.ignored)
    return Reading(batch=batch, rejects=rejects, ignored=tuple(ignored))


def _lines(files: list[ResultFile]) -> Iterator[Line | Reject]:
    size = sum(_size(file.path) for file in files)
    shown = sys.stderr.isatty() and size > 0
    with click.progressbar(length=size, file=sys.stderr) if shown else nullcontext() as bar:
        for file in files:
            seen = 0
            for line in file:
                if bar is not None and file.bytes_read > seen:
                    bar.update(file.bytes_read - seen)
                    seen = file.bytes_read
                yield line


def _size(path: str) -> int:
    return Path(path).stat().st_size if path != STDIN and Path(path).is_file() else 0


def _arrivals(lines: Iterable[Line | Reject], rejects: list[Reject]) -> Iterator[Arrival]:
    for line in lines:
        if isinstance(line, Reject):
            rejects.append(line)
            continue
        game = settle(line.report, HISTORY)
        if isinstance(game, Refusal):
            rejects.append(Reject(row=line.row, refusal=game))
        else:
            yield Arrival(game=game, row=line.row, accepted_at=line.accepted_at)
