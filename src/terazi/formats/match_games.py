"""The games of a match file, each with an id, its dice, and the notes that belong to it.

An id is made of what the file says of itself (site, match id, number of the game), else of the dice, so that
it is the same whatever the file is called and whoever exported it. The same game in two files is found by
either.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import groupby
from typing import BinaryIO

from terazi.formats.game_outcome import GameOutcome
from terazi.formats.match import GameRecord
from terazi.formats.match_files import read_match_file
from terazi.formats.match_notes import Note
from terazi.formats.replay_match import replayed

MATCH_ROLLS = 16
"""Rolls from the beginning of a match by which it is known again, and no more than it takes: a file that was
cut off later still has them. There are 21 rolls, and 21 to the 16th matches that begin differently."""
TELLING_ROLLS = 10
"""Rolls by which a game is known again whatever its match."""

_MATCH_ID = re.compile(r"[0-9A-Za-z._-]{1,40}", re.ASCII)
_NOT_PLAIN = re.compile(r"[^0-9a-z]+")
_LONGEST_SITE = 40
_DIGEST_LENGTH = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class FileGame:
    """One game of a file after it was replayed.

    `dice` are all known rolls in order, the larger die first; `dice_id` is the id that the dice make, whether
    or not it is the game's own. `notes` stand on the game's lines or between it
    and its neighbours.
    """

    file: str
    outcome: GameOutcome
    game_id: str
    dice_id: str
    number: int
    dice: str
    notes: tuple[Note, ...] = ()

    @property
    def place(self) -> str:
        """File and line where the game begins: `match.mat:12`."""
        return f"{self.file}:{self.outcome.game.line}"

    @property
    def record(self) -> GameRecord:
        """The game as the file has it, without its actions."""
        return self.outcome.game

    @property
    def winner(self) -> str:
        """The winner's name, "" where nobody knows."""
        winner = self.outcome.winner
        return "" if winner is None else self.record.players[winner.seat]

    @property
    def loser(self) -> str:
        """The loser's name, "" where nobody knows."""
        loser = self.outcome.loser
        return "" if loser is None else self.record.players[loser.seat]


def file_games(file: str, stream: BinaryIO) -> Iterator[FileGame | Note]:
    """Every game of a match file, in its order; the notes of a file without games stand alone.

    Holds one match in memory, without its moves. Never empty; what the stream itself raises passes through.
    """
    held: FileGame | None = None
    for game in _games(file, replayed(read_match_file(stream))):
        if isinstance(game, FileGame):
            if held is not None:
                yield held
            held = game
        elif held is None:
            yield game
        else:
            held = replace(held, notes=(*held.notes, game))
    if held is not None:
        yield held


@dataclass(frozen=True, slots=True, kw_only=True)
class _Read:
    """A game without its moves, which nobody asks for any more, and the notes before it."""

    outcome: GameOutcome | None
    dice: str = ""
    notes: tuple[Note, ...] = ()


def _games(file: str, records: Iterable[GameOutcome | Note]) -> Iterator[FileGame | Note]:
    """Games with the notes before them; notes after the last game."""
    noted = _with_notes(records)
    for _, group in groupby(noted, key=lambda each: id(each.outcome.game.match) if each.outcome else 0):
        match = list(group)
        outcomes = [each.outcome for each in match if each.outcome is not None]
        if not outcomes:
            yield from match[0].notes
            continue
        own, by_dice = _match_name(outcomes[0].game, "".join(each.dice for each in match))
        for each, outcome, number in zip(match, outcomes, _numbers(outcomes), strict=True):
            # R4: games of one instant are rated in the order of their ids.
            yield FileGame(
                file=file,
                outcome=outcome,
                game_id=f"{own or by_dice}/{number:03}",
                dice_id=f"{by_dice}/{number:03}",
                number=number,
                dice=each.dice,
                notes=each.notes,
            )


def _with_notes(records: Iterable[GameOutcome | Note]) -> Iterator[_Read]:
    notes: list[Note] = []
    for record in records:
        if isinstance(record, Note):
            notes.append(record)
            continue
        bare = replace(record, game=replace(record.game, actions=()))
        yield _Read(outcome=bare, dice=dice_of(record.game), notes=tuple(notes))
        notes = []
    if notes:
        yield _Read(outcome=None, notes=tuple(notes))


def _numbers(outcomes: Sequence[GameOutcome]) -> Sequence[int]:
    """The numbers of a match's games as the file has them, else by their order."""
    stated = [number for outcome in outcomes if (number := outcome.game.number) is not None]
    return stated if len(set(stated)) == len(outcomes) else range(1, len(outcomes) + 1)


def _match_name(first: GameRecord, dice: str) -> tuple[str, str]:
    """What ids of a match begin with: by what the file says ("" if it says nothing), and by its dice."""
    header = first.match
    site = _NOT_PLAIN.sub("-", header.site.lower()).strip("-")[:_LONGEST_SITE]
    said = f"{site}/{header.match_id}" if site and _MATCH_ID.fullmatch(header.match_id) else ""
    dice = dice[: 2 * MATCH_ROLLS]
    if len(dice) < 2 * TELLING_ROLLS:  # so few rolls tell nothing; what else is known has to
        names = sorted(name.casefold() for name in first.players)
        began = (str(header.started_at),) if header.started_at is not None else ()
        dice = "\n".join((dice, *names, str(header.date), str(header.time), header.match_id, *began))
    return said, f"dice/{sha256(dice.encode('utf-8', 'replace')).hexdigest()[:_DIGEST_LENGTH]}"


def dice_of(game: GameRecord) -> str:
    """All known rolls of a game in order, as two figures each, the larger first: `6553`."""
    return "".join(f"{max(roll)}{min(roll)}" for turn in game.turns if (roll := turn.roll) is not None)
