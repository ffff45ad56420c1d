"""Players by a part of their name or id, whatever the case of its letters.

Case is folded as Turkish has it (`İ`/`i`, `I`/`ı`) and as other languages have it (`I`/`i`): a name is found
when either way of folding both finds the one in the other, never crosswise (`ilk` finds no `ılk`).

Each process keeps the folded names of its ladder as one text, some 30 bytes a player, and looks through that:
some milliseconds for 100,000 players. Who was registered or called otherwise since is read and added; the
whole is made at the first search alone, and where very many names changed. Nothing of it is written anywhere.
"""

import unicodedata
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from threading import Lock

from sqlalchemy import Connection

from terazi.core.types import PlayerNumber
from terazi.service.board_pages import lately_of
from terazi.service.trails import Lately
from terazi.store.board_pages import Row, rows_of
from terazi.store.engine import Store
from terazi.store.ledger import read_head
from terazi.store.names import Called, Names, names_from, names_of, read_names, renamed_since
from terazi.store.revision import read_stamp

Fold = Callable[[str], str]
MOST = 100
"""Players that a search finds at most: who wants another must write more of the name."""
_LONGEST = 200
_MANY = 10_000
"""Players called otherwise, after whom the lines are made anew."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """Who was found, the best matches first; `more` where there are others, too."""

    rows: Sequence[Row]
    names: Names
    lately: Mapping[PlayerNumber, Lately]
    more: bool
    until: int | None = None


def search(store: Store, text: str, now: int, turkish: Fold) -> Found:
    """Players of whose name or id `text` is a part; `turkish` folds case as Turkish does.

    Whole names come first, then beginnings of names, of words in them, and other parts; each in the order of
    the board. Who has asked to be unlisted is not found.
    """
    with store.reading() as connection:
        index = _index(store, turkish)
        with index.lock:
            _bring_up_to_date(index, connection)
            tiers = _matches(index, text[:_LONGEST])
        shown = list(tiers)[:MOST]
        rows = sorted(rows_of(connection, shown), key=lambda row: tiers[row.line.player])
        names = read_names(connection, shown)
        lately, until = lately_of(store, connection, read_head(connection), rows, now)
        return Found(rows=rows, names=names, lately=lately, more=len(tiers) > MOST, until=until)


# --- the folded names -------------------------------------------------------------------------------

_LINE, _OR, _WORD = b"\n", b"\x00", b" "
"""Between players, and between the ways to write one: no name and no id has such a letter."""


@dataclass(slots=True)
class _Lines:
    """A player each: their ways of writing, each led by `_OR`. `starts` are where the lines begin."""

    text: bytearray = field(default_factory=bytearray)
    starts: "array[int]" = field(default_factory=lambda: array("q"))
    numbers: "array[int]" = field(default_factory=lambda: array("q"))

    def add(self, number: PlayerNumber, line: bytes) -> None:
        """A further player."""
        self.starts.append(len(self.text))
        self.numbers.append(number)
        self.text += line

    def blank(self, number: PlayerNumber) -> None:
        """Leave nothing of a player's line, where there is one; numbers must have come in order."""
        at = bisect_left(self.numbers, number)
        if at < len(self.numbers) and self.numbers[at] == number:
            start = self.starts[at]
            end = self.starts[at + 1] if at + 1 < len(self.starts) else len(self.text)
            self.text[start:end] = _LINE * (end - start)


@dataclass(slots=True)
class _Index:
    """The folded names of a ladder at a revision, of players up to `last`.

    Who was called otherwise since the lines were made is blank there, and stands in `renamed`.
    """

    turkish: Fold
    lock: Lock = field(default_factory=Lock)
    revision: int = -1
    last: int = -1
    lines: _Lines = field(default_factory=_Lines)
    renamed: dict[PlayerNumber, bytes] = field(default_factory=dict)
    new_lines: _Lines = field(default_factory=_Lines)


def _index(store: Store, turkish: Fold) -> _Index:
    shelf = store.known.of("names", 1)
    found: _Index | None = shelf.get("index")
    return found or shelf.keep("index", _Index(turkish))


def _bring_up_to_date(index: _Index, connection: Connection) -> None:
    revision = read_stamp(connection).revision
    if revision > index.revision:  # else another has seen more already
        renamed = None if index.revision < 0 else renamed_since(connection, index.revision, revision)
        if renamed is None or len(index.renamed) + len(renamed) > _MANY:
            index.last, index.lines, index.renamed, renamed = -1, _Lines(), {}, set()
        _call_otherwise(index, renamed, names_of(connection, renamed))
        index.revision = revision
    for one in names_from(connection, index.last):
        index.last = one.number
        if not one.unlisted:
            index.lines.add(one.number, _line(index, one))


def _call_otherwise(index: _Index, renamed: Iterable[PlayerNumber], names: Iterable[Called]) -> None:
    for number in renamed:
        index.lines.blank(number)
        index.renamed.pop(number, None)
    for one in names:
        if not one.unlisted and one.number <= index.last:  # all later ones are still to be read
            index.renamed[one.number] = _line(index, one)
    index.new_lines = _Lines()
    for number, line in index.renamed.items():
        index.new_lines.add(number, line)


def _line(index: _Index, one: Called) -> bytes:
    written = [one.player] if one.display_name is None else [one.display_name, one.player]
    ways = dict.fromkeys(way for text in written for way in _folded(index, text))
    return b"".join([_OR + way for way in ways]) + _LINE


def _folded(index: _Index, text: str) -> tuple[bytes, ...]:
    if text.isascii() and "I" not in text:  # the one such letter whose small one languages differ about
        return (text.lower().encode(),)
    return _bytes(index.turkish(text)), _bytes(_plainly(text))


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def _plainly(text: str) -> str:
    """Case folded as most languages have it."""
    folded = unicodedata.normalize("NFC", text).casefold()
    return unicodedata.normalize("NFC", folded.replace("i\N{COMBINING DOT ABOVE}", "i"))


def _matches(index: _Index, text: str) -> dict[PlayerNumber, int]:
    """Who was found -> how well (0 best); at most one more than is shown."""
    found: dict[PlayerNumber, int] = {}
    ways = dict.fromkeys(_folded(index, text.strip()))
    wanted = [way for way in ways if way and _LINE not in way and _OR not in way]
    patterns = [
        [_OR + way + end for way in wanted for end in (_OR, _LINE)],
        [_OR + way for way in wanted],
        [_WORD + way for way in wanted],
        wanted,
    ]
    for tier, chosen in enumerate(patterns):
        for number in chain(*(_numbers(lines, chosen, found) for lines in (index.lines, index.new_lines))):
            found[number] = tier
            if len(found) > MOST:
                return found
    return found


def _numbers(
    lines: _Lines, patterns: Iterable[bytes], known: Mapping[PlayerNumber, object]
) -> Iterator[PlayerNumber]:
    for pattern in patterns:
        at = lines.text.find(pattern)
        while at >= 0:
            line = bisect_right(lines.starts, at) - 1
            number = PlayerNumber(lines.numbers[line])
            if number not in known:
                yield number
            if line + 1 == len(lines.starts):
                break
            at = lines.text.find(pattern, lines.starts[line + 1])
