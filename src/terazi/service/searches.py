"""Players by a part of their name or id, whatever the case of its letters.

Case is folded as Turkish has it (`İ`/`i`, `I`/`ı`) and as other languages have it (`I`/`i`): a name is found
when either way of folding both finds the one in the other, never crosswise (`ilk` finds no `ılk`).

Each process keeps the folded names of its ladder as one text, some 30 bytes a player, and looks through that:
about a millisecond for 100,000 players. Who was registered since is added to it; after a change of a name it
is made again, about 0.3 s for 100,000. Nothing is written anywhere for it.
"""

import unicodedata
from array import array
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from threading import Lock

from terazi.core.types import PlayerNumber
from terazi.service.board_pages import lately_of
from terazi.service.trails import Lately
from terazi.store.board_pages import Row, rows_of
from terazi.store.engine import Store
from terazi.store.ledger import read_head
from terazi.store.names import Called, Names, names_from, read_names
from terazi.store.revision import read_stamp

Fold = Callable[[str], str]
MOST = 100
"""Players that a search finds at most: who wants another must write more of the name."""
_LONGEST = 200


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
            _bring_up_to_date(index, read_stamp(connection).revision, partial(names_from, connection))
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
class _Index:
    """Every player's line: its ways of writing, each led by `_OR`. `starts` are where the lines begin."""

    turkish: Fold
    lock: Lock = field(default_factory=Lock)
    revision: int = -1
    last: int = -1
    text: bytearray = field(default_factory=bytearray)
    starts: "array[int]" = field(default_factory=lambda: array("q"))
    numbers: "array[int]" = field(default_factory=lambda: array("q"))


def _index(store: Store, turkish: Fold) -> _Index:
    shelf = store.known.of("names", 1)
    found: _Index | None = shelf.get("index")
    return found or shelf.keep("index", _Index(turkish))


def _bring_up_to_date(index: _Index, revision: int, names: Callable[[int], Iterator[Called]]) -> None:
    if index.revision != revision:
        index.revision, index.last = revision, -1
        index.text, index.starts, index.numbers = bytearray(), array("q"), array("q")
    for one in names(index.last):
        index.last = one.number
        if not one.unlisted:
            index.starts.append(len(index.text))
            index.numbers.append(one.number)
            index.text += b"".join(_OR + way for way in _ways(index, one)) + _LINE


def _ways(index: _Index, one: Called) -> list[bytes]:
    written = [one.player] if one.display_name is None else [one.display_name, one.player]
    return list(dict.fromkeys(way for text in written for way in _folded(index, text)))


def _folded(index: _Index, text: str) -> tuple[bytes, bytes]:
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
        for number in _numbers(index, chosen, known=found):
            found[number] = tier
            if len(found) > MOST:
                return found
    return found


def _numbers(
    index: _Index, patterns: Iterable[bytes], known: Mapping[PlayerNumber, object]
) -> Iterator[PlayerNumber]:
    for pattern in patterns:
        at = index.text.find(pattern)
        while at >= 0:
            line = bisect_right(index.starts, at) - 1
            number = PlayerNumber(index.numbers[line])
            if number not in known:
                yield number
            if line + 1 == len(index.starts):
                break
            at = index.text.find(pattern, index.starts[line + 1])
