"""Entries to their exact bytes and back. What is stored is what is hashed; nothing is serialised twice.

One entry is one line of canonical JSON. `encode` writes it; `decode` reads it and refuses every line that
`encode` would not have written, so that a ledger has one spelling only.
"""

import json
import re
from collections.abc import Sequence
from typing import Any, assert_never

from terazi.core.codes import Unrated
from terazi.core.entries import Effect, Entry, Moved, Present, Rated, Scored
from terazi.core.types import EntryNumber, Game, Mode, RatingChange
from terazi.ledger.canonical import Value, canonical, quoted
from terazi.ledger.facts import READERS, WRITERS, Json, instant, integer, player, text
from terazi.ledger.faults import Fault, FaultCode, shown
from terazi.ledger.ranked_line import ranked_line, ranked_side

_GAME_SIDES = ("winner", "loser")
_ONE_SIDE = ("placed",)
_SIDES = {"game": _GAME_SIDES, "award": _ONE_SIDE}


class NotAnEntry(ValueError):
    """A line that is no entry in this ledger's spelling.

    Where a member is to blame, `field` is its path (`winner.k`); `says` is the JSON that stands there, and
    empty where the member is missing.
    """

    def __init__(self, field: str = "", says: str = "") -> None:
        super().__init__(": ".join(part for part in (field, says) if part))
        self.field, self.says = field, says

    def fault(self, number: int) -> Fault:
        """The fault at the place of this number; a missing member is what `should` be there."""
        missing = "" if self.says else self.field
        says, code = shown(self.says), FaultCode.NOT_AN_ENTRY
        return Fault(code=code, entry=number, field=self.field, says=says, should=missing)


def encode(entry: Entry) -> bytes:
    """The line of an entry, without its line feed."""
    return _encode_ranked(entry) or encode_any(entry)


def encode_any(entry: Entry) -> bytes:
    """The same line by the one way that serves every kind."""
    kind, write = WRITERS[type(entry.facts)]
    line: dict[str, Value] = {"number": entry.number, "accepted_at": entry.accepted_at, "kind": kind}
    line.update(write(entry.facts))
    if entry.formula is not None:
        line["formula"] = entry.formula
    if entry.unrated is not None:
        line["unrated"] = entry.unrated.value
    names = _GAME_SIDES if len(entry.effects) == len(_GAME_SIDES) else _ONE_SIDE
    for name, effect in zip(names, entry.effects, strict=False):
        line[name] = _written_effect(effect)
    return canonical(line)


def _encode_ranked(entry: Entry) -> bytes | None:
    """The quick way, for nothing but a ranked game that was rated."""
    game = entry.facts
    if not isinstance(game, Game) or game.mode is not Mode.RANKED or game.tournament is not None:
        return None
    if entry.formula is None or entry.unrated is not None or len(entry.effects) != len(_GAME_SIDES):
        return None
    winner, loser = entry.effects
    if not (isinstance(winner, Rated) and isinstance(loser, Rated)):
        return None
    return ranked_line(
        entry.number,
        entry.accepted_at,
        game.finished_at,
        game.cube,
        quoted(game.game_id),
        quoted(entry.formula),
        game.termination,
        game.win,
        _ranked_side(winner),
        _ranked_side(loser),
        quoted(game.replaces) if game.replaces is not None else "",
    ).encode()


def _ranked_side(effect: Rated) -> str:
    change = effect.change
    return ranked_side(
        change.before, change.delta, effect.event, effect.k, effect.player, effect.games_recent
    )


def decode(line: bytes) -> Entry:
    """The entry of a line; `NotAnEntry` where the line is not exactly what `encode` writes."""
    entry, again = parse(line)
    if again != line:
        raise NotAnEntry
    return entry


def parse(line: bytes) -> tuple[Entry, bytes]:
    """The entry that a line tells in whatever spelling, unknown members passed over, and its one spelling.

    A verifier compares them member by member. Refused: what tells none (`NotAnEntry`).
    """
    try:
        entry = _read_entry(json.loads(line))
    except _WRONG as error:
        raise _blamed(line) from error
    try:
        return entry, encode(entry)
    except _WRONG as error:  # half a letter, which no UTF-8 can hold
        raise NotAnEntry from error


_before = re.compile(rb'"before":(-?[0-9]+)').findall  # in no text of a line: there a quote is escaped


def ratings_before(line: bytes) -> tuple[int, ...]:
    """Of an entry's line that was written here, the ratings before it of the players whom it rates or moves,
    in the order of its effects; none where it moves none.

    >>> ratings_before(b'{"kind":"game","loser":{"before":1487},"winner":{"before":1512}}')
    (1512, 1487)
    """
    return tuple(map(int, reversed(_before(line))))  # the loser's stands first, by the alphabet


_WRONG = (ValueError, KeyError, TypeError, AssertionError, RecursionError)


def _blamed(line: bytes) -> NotAnEntry:
    """Read again what could not be read, to find the member that was asked for last."""
    asked: list[tuple[str, str]] = []
    try:
        _read_entry(_Watched(json.loads(line), asked))
    except AssertionError:  # two members that do not go together: neither is to blame alone
        return NotAnEntry()
    except _WRONG:
        pass
    return NotAnEntry(*asked[-1]) if asked else NotAnEntry()


class _Watched(dict[str, Any]):
    """An object that notes each member it is asked for, with the JSON that stands there."""

    def __init__(self, members: Json, asked: list[tuple[str, str]], path: str = "") -> None:
        super().__init__(members)
        self._asked, self._path = asked, path

    def __getitem__(self, name: str) -> Any:
        field = f"{self._path}{name}"
        self._asked.append((field, _json(super().__getitem__(name)) if name in self else ""))
        value = super().__getitem__(name)
        return _Watched(value, self._asked, f"{field}.") if isinstance(value, dict) else value


def _json(value: object) -> str:
    """A value as it may be shown; half a letter, which no UTF-8 can hold, as an escape."""
    return json.dumps(value, ensure_ascii=False).encode(errors="backslashreplace").decode()


def _read_entry(line: Any) -> Entry:
    if not isinstance(line, dict):
        raise TypeError("an entry is an object")
    kind = text(line["kind"])
    facts = READERS[kind](line)
    is_game = isinstance(facts, Game)
    return Entry(
        number=EntryNumber(integer(line["number"])),
        accepted_at=instant(line["accepted_at"]),
        facts=facts,
        effects=tuple(_read_effect(line[name]) for name in _sides(kind, line)),
        formula=text(line["formula"]) if is_game and "formula" in line else None,
        unrated=Unrated(line["unrated"]) if is_game and "unrated" in line else None,
    )


def _sides(kind: str, line: Json) -> Sequence[str]:
    if kind == "void":  # of a game, or of an award
        return _GAME_SIDES if "winner" in line else _ONE_SIDE
    return _SIDES.get(kind, ())


def _written_effect(effect: Effect) -> dict[str, Value]:
    members: dict[str, Value] = {"player": effect.player, "event": effect.event}
    match effect:
        case Rated(games_recent=recent, k=k):
            return members | _written_change(effect.change) | {"recent": recent, "k": k}
        case Moved():
            return members | _written_change(effect.change)
        case Scored(points=points, sparks=sparks):
            return members | {"points": points, "sparks": sparks, "assumed": True}  # R14
        case Present():
            return members
        case _:
            assert_never(effect)


def _written_change(change: RatingChange) -> dict[str, Value]:
    return {"before": change.before, "delta": change.delta, "after": change.after}


def _read_effect(line: Any) -> Effect:
    who, event = player(line["player"]), integer(line["event"])
    if "points" in line:
        points, sparks = integer(line["points"]), integer(line["sparks"])
        return Scored(player=who, event=event, points=points, sparks=sparks)
    if "before" not in line:
        return Present(player=who, event=event)
    change = RatingChange(before=integer(line["before"]), delta=integer(line["delta"]))
    if "recent" not in line:
        return Moved(player=who, event=event, change=change)
    recent, k = integer(line["recent"]), integer(line["k"])
    return Rated(player=who, event=event, change=change, games_recent=recent, k=k)
