"""Recorded games that lack a time or a winner, handed to a person and taken back (never guessed)."""

import csv
import re
from collections.abc import Iterable, Mapping
from typing import TextIO

from terazi.formats.rejects import disarmed

COLUMNS = (
    "game_id",
    "file",
    "line",
    "player_1",
    "player_2",
    "score",
    "cube",
    "ending",
    "why",
    "finished_at",
    "winner",
)
ANSWERS = ("game_id", "finished_at", "winner")
"""The columns that are read back; `winner` as the file names the player, or `LEAVE_OUT`."""
LEAVE_OUT = "-"
"""The answer that a game shall not be rated."""

_NO_SECONDS = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d", re.ASCII)

Review = Mapping[str, str]


def write_review(out: TextIO, rows: Iterable[Review]) -> None:
    """The rows as a table for any spreadsheet."""
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows([disarmed(row[name]) for name in COLUMNS] for row in rows)


def answered(row: dict[str, str], players: tuple[str, str], answer: Review) -> dict[str, str] | None:
    """A game's row with what the answer says of it; None where it is to be left out.

    A winner who is neither player leaves the game without a winner.
    """
    if answer["winner"].strip() == LEAVE_OUT:
        return None
    filled = row | {"finished_at": _time(answer["finished_at"]) or row["finished_at"]}
    winner = answer["winner"]
    if not winner or winner == row["winner"] or winner not in players or players[0] == players[1]:
        return filled
    loser = players[1] if winner == players[0] else players[0]
    # R9: who is said to be at fault has lost; a corrected winner cannot have been.
    return filled | {"winner": winner, "loser": loser, "fault": loser if row["fault"] else ""}


def _time(text: str) -> str:
    """A time as people write it, with the seconds that `terazi rate` asks for."""
    text = text.strip()
    return f"{text}:00" if _NO_SECONDS.fullmatch(text) else text
