"""Games from Parquet files, through polars, lazily: only the columns that mean something are ever read.

Where every row is plainly right the columns become a history at once. Where one is not, the files are told as
CSV, so that the same road as always says what is wrong with it; lines are then counted as in that CSV.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from zoneinfo import ZoneInfo

import numpy as np
import polars as pl

from terazi.core.codes import Code, Refusal
from terazi.core.referee import LONGEST_ID, is_id
from terazi.core.types import CUBES, Mode, Termination, Win
from terazi.formats.columns import NAMES, REQUIRED, Mapped, own_names
from terazi.replay.arrays import Integers
from terazi.replay.history import History, stake_of

_TEXTS = ("mode", "win", "termination")
_STAKES = {(cube, win): stake_of(cube, win) for cube in CUBES for win in Win}
_NOT_HERE = ("fault", "replaces", "accepted_at", "tournament")
"""Columns with rules of their own: where one of them says something, the files are told as CSV."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ParquetGames:
    """The rated games of Parquet files in ledger order, and how many draws were left out."""

    history: History
    draws: int


def read_parquet(
    files: Sequence[str], columns: Mapped, zone: ZoneInfo | None
) -> ParquetGames | Refusal | None:
    """The games, or None where they must be told as CSV; refused is what cannot be read at all."""
    try:
        lazy = pl.scan_parquet(list(files))
        theirs = lazy.collect_schema()
    except (pl.exceptions.PolarsError, OSError) as error:
        return Refusal(code=Code.UNREADABLE, value=str(error).partition("\n")[0])
    names = {ours: name for ours, name in own_names(columns).items() if name in theirs}
    missing = next((name for name in REQUIRED if name not in names), None)
    if missing:
        return Refusal(code=Code.MISSING_COLUMN, field=missing)
    when = theirs[names["finished_at"]]
    if not isinstance(when, pl.Datetime) or (when.time_zone is None and zone is None):
        return None
    frame = lazy.select(pl.col(name).alias(ours) for ours, name in names.items()).collect()
    return _games(frame, zone)


def _games(frame: pl.DataFrame, zone: ZoneInfo | None) -> ParquetGames | None:
    if any(name in frame.columns and frame[name].null_count() < len(frame) for name in _NOT_HERE):
        return None
    draws = 0
    if "draw" in frame.columns:
        drawn = frame["draw"].cast(pl.String).fill_null("0").is_in(["1", "true"])
        draws, frame = int(drawn.sum()), frame.filter(~drawn)
    timed = _with_times(_with_defaults(frame), zone)
    if timed is None or not _is_plain(timed):
        return None
    if not _is_in_order(timed):
        timed = timed.sort("finished_at", "game_id")  # R4; polars compares the bytes of texts
    return ParquetGames(history=_history(timed), draws=draws)


def _with_defaults(frame: pl.DataFrame) -> pl.DataFrame:
    texts = [pl.col(name).cast(pl.String) for name in ("game_id", "winner", "loser")]
    cube = (
        pl.col("cube").fill_null(1).cast(pl.String) if "cube" in frame.columns else pl.lit("1").alias("cube")
    )
    plain = {"mode": Mode.RANKED, "win": Win.SINGLE, "termination": Termination.UNSPECIFIED}
    choices = [
        pl.col(name).cast(pl.String).replace("", value).fill_null(str(value))
        if name in frame.columns
        else pl.lit(str(value)).alias(name)
        for name, value in plain.items()
    ]
    return frame.with_columns(*texts, cube, *choices)


def _with_times(frame: pl.DataFrame, zone: ZoneInfo | None) -> pl.DataFrame | None:
    """With `finished_at` as UTC milliseconds; None where a local time is skipped or told twice."""
    when = pl.col("finished_at")
    kind = frame.schema["finished_at"]
    assert isinstance(kind, pl.Datetime)
    try:
        if kind.time_zone is None:
            assert zone is not None
            frame = frame.with_columns(when.dt.replace_time_zone(zone.key))
        exact = frame.select((when.dt.epoch("us") % 1000 == 0).all()).item()
    except pl.exceptions.PolarsError:
        return None
    return frame.with_columns(when.dt.epoch("ms")) if exact else None


def _is_plain(frame: pl.DataFrame) -> bool:
    """Whether every row is right by the referee's rules (R6-R12), as far as can be seen here."""
    if any(frame[name].null_count() for name in REQUIRED):
        return False
    columns = frame.select(
        same=(pl.col("winner") == pl.col("loser")).any(),
        cube=pl.col("cube").is_in([str(cube) for cube in CUBES]).all(),
        mode=pl.col("mode").is_in(list(map(str, Mode))).all(),
        win=(pl.col("win") == str(Win.SINGLE)).all() | _fitting_wins(),
        termination=pl.col("termination").is_in(list(map(str, Termination))).all(),
        game_id=pl.col("game_id").str.contains(rf"^[!-~]{{1,{LONGEST_ID}}}$").all(),
    ).row(0, named=True)
    if columns.pop("same") or not all(columns.values()):
        return False
    return frame["game_id"].n_unique() == len(frame) and all(is_id(name) for name in _players(frame))


def _fitting_wins() -> pl.Expr:
    wins = pl.col("win").is_in(list(map(str, Win)))
    open_ends = [str(end) for end in (Termination.BEAR_OFF, Termination.RESIGN, Termination.UNSPECIFIED)]
    return (wins & ((pl.col("win") == str(Win.SINGLE)) | pl.col("termination").is_in(open_ends))).all()


def _players(frame: pl.DataFrame) -> list[str]:
    return (
        pl.concat([frame["winner"].unique(), frame["loser"].unique()]).unique(maintain_order=True).to_list()
    )


def _is_in_order(frame: pl.DataFrame) -> bool:
    when = frame["finished_at"]
    if not when.is_sorted():
        return False
    tied = (when == when.shift()) & (frame["game_id"] < frame["game_id"].shift())
    return not tied.any()


def _history(frame: pl.DataFrame) -> History:
    rated = (frame["mode"] == str(Mode.RANKED)) & (frame["termination"] != str(Termination.ABORTED))
    frame = frame.filter(rated)
    players = pl.Enum(_players(frame))
    winner, loser = (frame[side].cast(players).to_physical().to_numpy() for side in ("winner", "loser"))
    return History(
        players=len(players.categories),
        winner=winner.astype(np.int32),
        loser=loser.astype(np.int32),
        finished_at=frame["finished_at"].to_numpy().astype(np.int64),
        stake=_stakes(frame),
        rated=np.ones(len(frame), dtype=np.bool_),
    )


def _stakes(frame: pl.DataFrame) -> Integers:
    cube = frame["cube"].cast(pl.Enum([str(cube) for cube in CUBES])).to_physical().to_numpy()
    win = frame["win"].cast(pl.Enum(list(map(str, Win)))).to_physical().to_numpy()
    places = np.array([[_STAKES[value, size] for value in CUBES] for size in Win], dtype=np.int32)
    stakes: Integers = places[win, cube]
    return stakes


@contextmanager
def told_as_csv(files: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """The same rows as CSV files of the same names in a folder of their own, gone afterwards."""
    with TemporaryDirectory(prefix="terazi-") as folder:
        paths = []
        for number, file in enumerate(files):
            path = Path(folder, str(number), f"{Path(file).name}.csv")
            path.parent.mkdir()
            frame = pl.read_parquet(file)
            times = [
                pl.col(name).dt.strftime(_time_of(kind))
                for name, kind in frame.schema.items()
                if kind == pl.Datetime
            ]
            kept = [
                pl.col(name)
                for name, kind in frame.schema.items()
                if kind != pl.Datetime and not kind.is_nested()
            ]
            frame.select(*kept, *times).write_csv(path)
            paths.append(str(path))
        yield tuple(paths)


def _time_of(kind: pl.DataType) -> str:
    assert isinstance(kind, pl.Datetime)
    return "%Y-%m-%dT%H:%M:%S%.3f" + ("" if kind.time_zone is None else "%:z")


assert set(_NOT_HERE) | set(_TEXTS) <= set(NAMES)
