"""The columns of a results file: which there are, and what other names a file may have for them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter

from terazi.core.codes import Code, Refusal
from terazi.formats.csv_records import split

REQUIRED = ("game_id", "finished_at", "winner", "loser")
OPTIONAL = (
    "mode",
    "cube",
    "win",
    "termination",
    "fault",
    "tournament",
    "replaces",
    "accepted_at",
    "draw",
)
NAMES = REQUIRED + OPTIONAL
"""All columns that mean something, in the order in which values are handed on."""

Mapped = Mapping[str, str]
"""Our name of a column -> the file's own."""

NOT_MAPPED: Mapped = {}


def columns_from(text: str) -> Mapped | Refusal:
    """`winner=Kazanan,loser=Kaybeden` as a mapping; a pair with a comma in it is quoted as in CSV.

    Refused: what is no list of pairs (`bad_csv`), a column that means nothing
    (`unknown_field`), one that is named twice or that two columns would share (`repeated_column`), a name
    left out (`missing_value`).

    >>> columns_from("winner=Kazanan,loser=Kaybeden")
    {'winner': 'Kazanan', 'loser': 'Kaybeden'}
    """
    mapped: dict[str, str] = {}
    pairs = split(text)
    if pairs is None:
        return Refusal(code=Code.BAD_CSV, value=text)
    for pair in pairs:
        ours, _, theirs = pair.partition("=")
        if ours not in NAMES:
            return Refusal(code=Code.UNKNOWN_FIELD, value=ours, other=", ".join(NAMES))
        if not theirs:
            return Refusal(code=Code.MISSING_VALUE, field=ours)
        if ours in mapped or theirs in mapped.values():
            return Refusal(code=Code.REPEATED_COLUMN, field=ours, value=theirs)
        mapped[ours] = theirs
    return mapped


def own_names(mapped: Mapped = NOT_MAPPED) -> dict[str, str]:
    """Every column that means something -> its name in the file.

    A file's column that the mapping claims means what the mapping says, and nothing else.
    """
    claimed = frozenset(mapped.values())
    return {name: mapped.get(name, name) for name in NAMES if name in mapped or name not in claimed}


@dataclass(frozen=True, slots=True, kw_only=True)
class Header:
    """A file's columns, and how to pick the values of `NAMES` from a row's cells; "" where it has none."""

    columns: tuple[str, ...]
    ignored: tuple[str, ...]
    pick: Callable[[Sequence[str]], tuple[str, ...]]

    def values(self, cells: Sequence[str]) -> tuple[str, ...]:
        """The values of `NAMES`, in that order."""
        return self.pick((*cells, ""))


def header_of(columns: Sequence[str], names: Mapping[str, str]) -> Header | Refusal:
    """How to read the rows under these columns; `names` is from `own_names`.

    Refused: a required column that is not there (`missing_column`), and one that means something and
    stands there twice (`repeated_column`). Other columns are ignored.
    """
    listed = ", ".join(columns)
    for name in NAMES:
        count = columns.count(names[name]) if name in names else 0
        if count > 1:
            return Refusal(code=Code.REPEATED_COLUMN, field=name, value=names[name])
        if count == 0 and name in REQUIRED:
            return Refusal(code=Code.MISSING_COLUMN, field=names.get(name, name), other=listed)
    return picked(columns, names)


def picked(columns: Sequence[str], names: Mapping[str, str]) -> Header:
    """The header without a check: a value whose column is not there is empty."""
    places = [columns.index(names[name]) if names.get(name) in columns else -1 for name in NAMES]
    used = frozenset(names.values())
    ignored = tuple(dict.fromkeys(column for column in columns if column not in used))
    return Header(columns=tuple(columns), ignored=ignored, pick=itemgetter(*places))
