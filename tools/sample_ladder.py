"""Make the sample ladder `examples/ladder.csv`: a small club's six weeks, the same at every run.

Players, results and times are invented. Who wins follows a hidden strength through the formula's own
expected score; how often the cube turns and how games end follow what is seen in recorded games.
"""

import csv
import random
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TextIO

from terazi.core.catalogue import CURRENT

SEED = 1500
START = datetime(2026, 10, 5, tzinfo=UTC)
DAYS = 42
GAMES = 720
BUSY = "defne"

NAMES = (
    "ayla barış cem defne ece ferit gül halil ilknur İnci jale kaan leyla murat nalan onur "
    "özge pelin rıza selin şule tarık umut ümit vedat yasemin zeki"
).split()
COLUMNS = ("game_id", "finished_at", "winner", "loser", "mode", "cube", "win", "termination", "fault")

Row = dict[str, str]


def main() -> None:
    """Write the ladder to the file given, or to standard output."""
    if len(sys.argv) > 1:
        with Path(sys.argv[1]).open("w", encoding="utf-8", newline="") as file:
            write(file)
    else:
        write(sys.stdout)


def write(file: TextIO) -> None:
    """Write the games as CSV, oldest first."""
    writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(games(random.Random(SEED)))


def games(dice: random.Random) -> list[Row]:
    """Six weeks of games with a few regulars, one very busy player, and some boosted and tournament games."""
    strength = {name: round(dice.gauss(1500, 220)) for name in NAMES}
    appetite = {name: 1 / (place + 2) for place, name in enumerate(dice.sample(NAMES, len(NAMES)))}
    appetite[BUSY] = 1.2
    minutes = sorted(dice.sample(range(DAYS * 24 * 60), GAMES))
    return [
        {"game_id": f"g{number:04}", "finished_at": _text(minute)} | _game(dice, strength, appetite)
        for number, minute in enumerate(minutes, start=1)
    ]


def _text(minute: int) -> str:
    return (START + timedelta(minutes=minute)).strftime("%Y-%m-%dT%H:%M:%SZ")


def _game(dice: random.Random, strength: dict[str, int], appetite: dict[str, float]) -> Row:
    first = dice.choices(NAMES, [appetite[name] for name in NAMES])[0]
    others = [name for name in NAMES if name != first]
    second = dice.choices(others, [appetite[name] for name in others])[0]
    first_wins = dice.random() < CURRENT.expected(strength[first] - strength[second])
    winner, loser = (first, second) if first_wins else (second, first)
    return {"winner": winner, "loser": loser} | _ending(dice, loser)


def _ending(dice: random.Random, loser: str) -> Row:
    termination = dice.choices(
        ("bear_off", "drop", "resign", "timeout", "disconnect", "leave", "aborted"),
        (49, 37, 8, 2, 2, 1, 1),
    )[0]
    at_fault = termination in ("resign", "timeout", "disconnect", "leave")
    played_out = termination in ("bear_off", "resign")
    return {
        "mode": dice.choices(("ranked", "boosted", "tournament"), (90, 7, 3))[0],
        "cube": dice.choices(("1", "2", "4", "8"), (49, 43, 7, 1))[0],
        "win": dice.choices(("single", "gammon", "backgammon"), (67, 28, 5))[0] if played_out else "single",
        "termination": termination,
        "fault": loser if at_fault else "",
    }


if __name__ == "__main__":
    main()
