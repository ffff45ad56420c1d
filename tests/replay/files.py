"""Results files as bytes, read the fast way and row by row."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from zoneinfo import ZoneInfo

import numpy as np

from terazi.core.codes import Refusal
from terazi.core.entries import HISTORY
from terazi.core.referee import settle
from terazi.core.types import FIRST_INSTANT_MS, Game, PlayerId
from terazi.formats.columns import Header, header_of, own_names
from terazi.formats.order import Arrival, batch_of, in_order
from terazi.formats.results import ResultFile
from terazi.formats.rows import STDIN, Reject
from terazi.formats.told import told_by_values
from terazi.replay.games import Games, games_of
from terazi.replay.read import Draft, read_games
from terazi.replay.texts import Texts


def texts_of(values: Sequence[str]) -> Texts:
    """Texts as they stand in a file, with something before and nothing behind them."""
    data = b"a header\n" + b"".join(value.encode() for value in values)
    length = np.array([len(value.encode()) for value in values], dtype=np.int32)
    start = len(b"a header\n") + np.concatenate(([0], np.cumsum(length)[:-1])).astype(np.int32)
    return Texts(data=data, start=start, length=length)


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """What a file holds: games in order with their moments, refused rows by line, and repeats."""

    games: list[tuple[Game[PlayerId], int]]
    rejects: list[tuple[int, Refusal]]
    repeats: int


def read_row_by_row(
    data: bytes, *, zone: ZoneInfo | None = None, columns: Mapping[str, str] | None = None
) -> Result | None:
    """The plain path of `formats` and the referee; None where one id has two contents."""
    rejects, arrivals = [], []
    for line in ResultFile(STDIN, stdin=BytesIO(data), columns=columns or {}, zone=zone):
        if isinstance(line, Reject):
            rejects.append((line.row.line, line.refusal))
            continue
        game = settle(line.report, HISTORY)
        if isinstance(game, Refusal):
            rejects.append((line.row.line, game))
        else:
            arrivals.append(Arrival(game=game, row=line.row, accepted_at=line.accepted_at))
    batch = batch_of(arrivals)
    if batch.conflicts:
        return None
    games = [(arrival.game, arrival.moment) for arrival in in_order(batch.arrivals)]
    return Result(games=games, rejects=rejects, repeats=batch.repeats)


def read_at_once(
    data: bytes, *, zone: ZoneInfo | None = None, columns: Mapping[str, str] | None = None
) -> Result | None:
    """The fast path, its suspects settled by `formats` and the referee; None where it gives up."""
    draft = read_games(data, own_names(columns or {}), zone)
    if draft is None:
        return None
    header = header_of(draft.header, own_names(columns or {}))
    assert isinstance(header, Header), "a file without its columns is not read at once"
    rejects = settle_suspects(draft, header, zone)
    games = games_of(draft, FIRST_INSTANT_MS)
    return None if games is None else Result(games=told(games), rejects=rejects, repeats=games.repeats)


def settle_suspects(draft: Draft, header: Header, zone: ZoneInfo | None) -> list[tuple[int, Refusal]]:
    """Every suspect by itself: taken after all, or refused."""
    rejects = []
    for suspect in draft.suspects():
        told_row = told_by_values(header.values(suspect.cells), zone)
        game = told_row if isinstance(told_row, Refusal) else settle(told_row.report, HISTORY)
        if isinstance(game, Refusal) or isinstance(told_row, Refusal):
            assert isinstance(game, Refusal)
            rejects.append((suspect.line, game))
        else:
            draft.take(suspect.row, game, told_row.accepted_at)
    return rejects


def told(games: Games) -> list[tuple[Game[PlayerId], int]]:
    """The games with their moments."""
    moments = games.draft.moment[games.row].tolist()
    return [(games.game(place), moment) for place, moment in enumerate(moments)]
