"""The games that everybody is measured on: made up, seeded, the same in every run."""

import sys
from pathlib import Path

import numpy as np

from terazi.replay.history import History

SEED = 20_261_001
GAMES = 1_000_000
FIRST_SECOND = 1_767_225_600
"""2026-01-01T00:00:00Z."""
SECONDS = 365 * 86_400
CUBES = (1, 2, 4, 8)
CUBE_SHARES = (0.49, 0.43, 0.07, 0.01)
"""How often real games end at each cube."""


def made_up(players: int, games: int = GAMES) -> History:
    """So many games of random pairs over a year, in order of time."""
    chance = np.random.default_rng(SEED)
    winner = chance.integers(0, players, games, dtype=np.int32)
    loser = (winner + chance.integers(1, players, games, dtype=np.int32)) % players
    seconds = FIRST_SECOND + np.sort(chance.integers(0, SECONDS, games))
    return History(
        players=players,
        winner=winner,
        loser=loser.astype(np.int32),
        finished_at=1000 * seconds,
        stake=chance.choice(len(CUBES), games, p=CUBE_SHARES).astype(np.int32),
        rated=np.ones(games, dtype=np.bool_),
    )


def write_csv(history: History, path: Path) -> None:
    """The games as a CSV file with the five plain columns."""
    times = np.datetime_as_string((history.finished_at // 1000).astype("datetime64[s]"), timezone="UTC")
    columns = (times, history.winner, history.loser, history.stake)
    rows = zip(*(column.tolist() for column in columns), strict=True)
    with path.open("w", encoding="ascii") as out:
        out.write("game_id,finished_at,winner,loser,cube\n")
        out.writelines(
            f"g{number:07},{time},p{winner:05},p{loser:05},{CUBES[stake]}\n"
            for number, (time, winner, loser, stake) in enumerate(rows)
        )


if __name__ == "__main__":
    write_csv(made_up(int(sys.argv[1])), Path(sys.argv[2]))
