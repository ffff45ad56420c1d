"""The leaderboard on a terminal or as JSON lines."""

import json
from collections.abc import Iterable, Sequence

from terazi.service.board import Place
from terazi.words.catalogue import Words
from terazi.words.tables import leaderboard_headings

COLUMNS = ("rank", "player", "rating", "games", "wins", "losses")


def json_lines(board: Iterable[Place]) -> Iterable[str]:
    """The board as JSON objects, one a line."""
    for line in board:
        yield json.dumps({name: getattr(line, name) for name in COLUMNS}, ensure_ascii=False)


def text_lines(words: Words, board: Iterable[Place]) -> Iterable[str]:
    """The board as a table in plain text: numbers to the right, names as wide as they are shown."""
    headings = leaderboard_headings(words)
    rows = ((str(p.rank), p.player, str(p.rating), str(p.games), str(p.wins), str(p.losses)) for p in board)
    columns = list(zip(headings, *rows, strict=True))  # a column at a time: boards can be long
    padded = (
        _names(column) if name == "player" else _numbers(column)
        for name, column in zip(COLUMNS, columns, strict=True)
    )
    return map("  ".join, zip(*padded, strict=True))


def _numbers(column: Sequence[str]) -> list[str]:
    width = max(map(shown_width, column))
    return [cell.rjust(width) for cell in column]


def _names(column: Sequence[str]) -> list[str]:
    widths = list(map(shown_width, column))
    widest = max(widths)
    return [cell + " " * (widest - width) for cell, width in zip(column, widths, strict=True)]


def shown_width(text: str) -> int:
    """Columns that a text takes on a terminal: wide letters take two, combining marks none."""
    if text.isascii():
        return len(text)
    from rich.cells import cell_len

    return cell_len(text)
