"""The two roads of `terazi rate`, from files to a rated history: row by row, or all at once over arrays.

They give the same board, the same ledger and the same refused rows. The fast one is taken for large, regular
CSV files where numpy is installed; it needs about a tenth of a second before its first game.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from terazi.cli.ledger_files import LedgerFiles
from terazi.cli.reading import read_files
from terazi.core.codes import Refusal
from terazi.core.formula import Formula
from terazi.core.rulebook import Rulebook
from terazi.formats.columns import Mapped
from terazi.formats.order import Batch, Conflict, in_order
from terazi.formats.rows import Line, Reject
from terazi.service.board import Place, places
from terazi.service.history import History, begin, rate_all


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """Files to be rated: paths in order, names of their columns, zone of their naive times, the versions.

    `more` are rows that were read already, from match files.
    """

    files: tuple[str, ...]
    columns: Mapped
    zone: ZoneInfo | None
    rulebook: Rulebook
    more: Sequence[Line | Reject] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Rated:
    """What came of a job: the board, how many games were taken, and all that was not."""

    board: Iterable[Place]
    games: int
    rejects: Sequence[Reject]
    ignored: Sequence[str]
    repeats: int


def rate_plainly(job: Job, ledger: LedgerFiles) -> Rated | Sequence[Conflict]:
    """Read, settle, sort and rate row by row; conflicts where one id has two contents."""
    reading = read_files(job.files, job.columns, job.zone, job.more)
    if reading.batch.conflicts:
        return reading.batch.conflicts
    history = History()
    refused = _rate(history, reading.batch, job.rulebook, ledger)
    ledger.write_cards(history.cards())
    return Rated(
        board=places(history.ladder, history.names),
        games=len(reading.batch.arrivals) - len(refused),
        rejects=[*reading.rejects, *refused],
        ignored=reading.ignored,
        repeats=reading.batch.repeats,
    )


def _rate(history: History, batch: Batch, rulebook: Rulebook, ledger: LedgerFiles) -> list[Reject]:
    """Rate the games in their order (R4); those that the ladder refuses."""
    arrivals = in_order(batch.arrivals)
    opened = (each for each in arrivals if isinstance(rulebook.in_force(each.game.finished_at), Formula))
    if (first := next(opened, None)) is not None:
        ledger.write(begin(history, rulebook, max(first.moment, first.game.finished_at)))
    rejects = []
    answers = rate_all(history, ((arrival.game, arrival.moment) for arrival in arrivals))
    for arrival, answer in zip(arrivals, answers, strict=True):
        if isinstance(answer, Refusal):
            rejects.append(Reject(row=arrival.row, refusal=answer))
        else:
            ledger.write(answer.written)
    return rejects
