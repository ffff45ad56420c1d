"""Names in match files and the ids they stand for: a table that people fill in."""

import csv
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TextIO

from terazi.core.codes import Code, Refusal
from terazi.formats.rejects import armed, disarmed

COLUMNS = ("name", "id", "games", "alike")
"""`games` and `alike` are for the reader: how often the name occurs, and names it could be confused with."""

_ONE_I = str.maketrans({"İ": "i", "I": "i", "ı": "i", "\u0307": None})


def folded(name: str) -> str:
    """What is left of a name without case, blanks and the dots of its i.

    >>> folded(" İLK Oyuncu") == folded("ılkoyuncu")
    True
    """
    return "".join(name.translate(_ONE_I).casefold().translate(_ONE_I).split())


def alike(names: Iterable[str]) -> dict[str, list[str]]:
    """Every name that differs from another only by case, blanks or dotted i -> those others, in order."""
    groups: defaultdict[str, list[str]] = defaultdict(list)
    for name in dict.fromkeys(names):
        groups[folded(name)].append(name)
    return {name: [other for other in group if other != name] for group in groups.values() for name in group}


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposedName:
    """A name in match files, the id proposed for it, in how many games it occurs, and names alike."""

    name: str
    id: str
    games: int
    alike: tuple[str, ...]


def proposed_names(names: Mapping[str, int]) -> list[ProposedName]:
    """Every name with itself as its id, those that are alike together; blank ones are left out.

    `names` says in how many games each occurs. Nothing is joined: that is for a person (R7).
    """
    others = alike(names)
    return [
        ProposedName(name=name, id=name.strip(), games=names[name], alike=tuple(others[name]))
        for name in sorted(filter(str.strip, names), key=lambda each: (folded(each), each))
    ]


def write_names(out: TextIO, proposed: Iterable[ProposedName]) -> None:
    """The table of names, to be filled in with any spreadsheet."""
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for each in proposed:
        flagged = " | ".join(each.alike)
        writer.writerow([disarmed(each.name), disarmed(each.id), each.games, disarmed(flagged)])


def table_of(lines: Iterable[str], required: Sequence[str]) -> list[dict[str, str]] | Refusal:
    """The rows of a table that was handed out and came back, cells as they were before `disarmed`.

    Refused: a missing column (`missing_column`), and what is no CSV (`bad_csv`). Commas or semicolons stand
    between cells, as the spreadsheet of the country writes them.
    """
    rows = list(lines)
    header = rows[0] if rows else ""
    delimiter = ";" if header.count(";") > header.count(",") else ","
    try:
        found = list(csv.DictReader(rows, delimiter=delimiter, restval="", restkey="", strict=True))
    except csv.Error as error:
        return Refusal(code=Code.BAD_CSV, value=str(error))
    columns = next(csv.reader([header], delimiter=delimiter), [])
    for name in required:
        if name not in columns:
            return Refusal(code=Code.MISSING_COLUMN, field=name, other=", ".join(columns))
    return [{name: armed(row[name]) for name in columns if name} for row in found]


def ids_of(rows: Iterable[Mapping[str, str]]) -> dict[str, str]:
    """Name -> id; a name without an id is left out."""
    return {row["name"]: row["id"].strip() for row in rows if row["id"].strip()}
