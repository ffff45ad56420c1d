"""Find one game in the lines of a ledger, and everything its explanation needs.

Two passes of plain byte searching; only lines that can matter are decoded, so that a ledger of millions of
entries is searched in the time it takes to read it.
"""

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from terazi.core.codes import Refusal
from terazi.core.entries import Entry, RulebookChange, Void
from terazi.core.formula import Formula
from terazi.core.referee import is_id
from terazi.core.rulebook import Rulebook
from terazi.core.types import EntryNumber, Game, GameId, PlayerNumber
from terazi.core.window import WINDOW_MS
from terazi.ledger.codec import NotAnEntry, decode

Lines = Callable[[], Iterable[bytes]]
"""Opens the ledger's lines anew, without their line feeds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A game's entry, the version in force for it, and the recent games counted for each side (R2).

    `void` is the entry that took the game back, `replaced_by` the game that took its place (R16).
    """

    entry: Entry
    game: Game[PlayerNumber]
    formula: Formula
    winner_counted: tuple[GameId, ...]
    loser_counted: tuple[GameId, ...]
    void: Entry | None = None
    replaced_by: GameId | None = None


def find_game(lines: Lines, game_id: GameId) -> Found | None:
    """The game of that id, or None; `NotAnEntry` where a line that matters is spelled otherwise."""
    if not is_id(game_id):  # no entry has it, and its bytes could not even be searched for
        return None
    entry, rulebook = _entry_of(lines(), game_id)
    if entry is None:
        decode(next(iter(lines()), b""))  # a file of anything else has no game either: say so
        return None
    game = entry.facts
    assert isinstance(game, Game)
    formula = rulebook.in_force(game.finished_at)
    if isinstance(formula, Refusal):
        raise NotAnEntry("finished_at", str(game.finished_at))  # R3
    around = _around(lines(), entry, game)
    winner, loser = (tuple(around.counted[player].values()) for player in (game.winner, game.loser))
    return Found(
        entry=entry,
        game=game,
        formula=formula,
        winner_counted=winner,
        loser_counted=loser,
        void=around.void,
        replaced_by=around.replaced_by,
    )


def _entry_of(lines: Iterable[bytes], game_id: GameId) -> tuple[Entry | None, Rulebook]:
    """The game's entry, and the rulebook as it stood before it."""
    wanted = _member("game", game_id)
    rulebook = Rulebook()
    for line in lines:
        if wanted in line:
            entry = decode(line)
            if isinstance(entry.facts, Game) and entry.facts.game_id == game_id:
                return entry, rulebook
        elif b'"kind":"rulebook"' in line:
            change = decode(line).facts
            if isinstance(change, RulebookChange):
                rulebook = _extended(rulebook, change)
    return None, rulebook


def _extended(rulebook: Rulebook, change: RulebookChange) -> Rulebook:
    extended = rulebook.extended(change.edition)
    if isinstance(extended, Refusal):
        raise NotAnEntry("effective_from", str(change.edition.effective_from))  # R3
    return extended


@dataclass(slots=True, kw_only=True)
class _Around:
    """Each side's games that stood in the window when the entry was written, and what became of it later."""

    counted: dict[PlayerNumber, dict[EntryNumber, GameId]]
    void: Entry | None = None
    replaced_by: GameId | None = None


def _around(lines: Iterable[bytes], entry: Entry, game: Game[PlayerNumber]) -> _Around:
    around = _Around(counted={game.winner: {}, game.loser: {}})
    marks = [f'"player":{number}{end}'.encode() for number in around.counted for end in ",}"]
    marks.append(_member("replaces", game.game_id))
    for line in lines:
        if any(mark in line for mark in marks):
            _take(around, decode(line), entry, game)
    return around


def _take(around: _Around, other: Entry, entry: Entry, game: Game[PlayerNumber]) -> None:
    match other.facts:
        case Game() as played if other.number < entry.number and _counts(other, played, game):
            for number in around.counted.keys() & {played.winner, played.loser}:
                around.counted[number][other.number] = played.game_id
        case Game(replaces=replaces, game_id=replaced_by) if replaces == game.game_id:
            around.replaced_by = replaced_by
        case Void(entry=voided) if other.number < entry.number:
            for games in around.counted.values():
                games.pop(voided, None)
        case Void(entry=voided) if voided == entry.number:
            around.void = other
        case _:
            pass


def _member(name: str, value: str) -> bytes:
    return f'"{name}":{json.dumps(value, ensure_ascii=False)}'.encode()


def _counts(entry: Entry, played: Game[PlayerNumber], game: Game[PlayerNumber]) -> bool:
    inside = game.finished_at - WINDOW_MS <= played.finished_at <= game.finished_at
    return entry.unrated is None and inside
