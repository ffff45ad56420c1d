"""The leaderboard on a terminal or as JSON lines."""

import json
from collections.abc import Iterable

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
    headings = list(leaderboard_headings(words))
    rows = [[str(getattr(line, name)) for name in COLUMNS] for line in board]
    widths = [max(map(shown_width, column)) for column in zip(headings, *rows, strict=True)]
    for cells in (headings, *rows):
        padded = (
            cell + blanks if name == "player" else blanks + cell
            for name, cell, blanks in zip(COLUMNS, cells, _blanks(cells, widths), strict=True)
        )
        yield "  ".join(padded).rstrip()


def _blanks(cells: list[str], widths: list[int]) -> Iterable[str]:
    return (" " * (width - shown_width(cell)) for cell, width in zip(cells, widths, strict=True))


def shown_width(text: str) -> int:
    """Columns that a text takes on a terminal: wide letters take two, combining marks none."""
    if text.isascii():
        return len(text)
    from rich.cells import cell_len

    return cell_len(text)
