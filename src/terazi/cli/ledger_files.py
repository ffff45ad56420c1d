"""A ledger in a file, and the players' ids beside it."""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import BinaryIO

from terazi.cli.outputs import Outputs
from terazi.core.entries import Entry
from terazi.core.types import PlayerNumber
from terazi.ledger.cards import Card, decode_card, encode_card
from terazi.ledger.codec import encode

Naming = Callable[[PlayerNumber], str]
"""What to call a player."""


def players_path(ledger: Path) -> Path:
    """Where the ids and salts of a ledger file stand: `OUT.jsonl` has `OUT.players.jsonl` (R22)."""
    return ledger.with_name(f"{ledger.name.removesuffix('.jsonl')}.players.jsonl")


class LedgerFiles:
    """Writes a ledger as it grows and its cards at the end; nothing where no path is given.

    The files are made with the first line, so that a job without a game leaves older ones alone.
    """

    def __init__(self, out: Outputs, path: Path | None) -> None:
        self._out = out
        self._path = path
        self._ledger: BinaryIO | None = None

    @property
    def wanted(self) -> bool:
        """Whether a ledger is to be written at all."""
        return self._path is not None

    def write(self, entries: Iterable[Entry]) -> None:
        """Write the next entries."""
        if self._path:
            self.write_lines(map(encode, entries))

    def write_lines(self, lines: Iterable[bytes]) -> None:
        """Write the next entries' lines, which have no line feed yet."""
        if self._path:
            self._ledger = self._ledger or self._out.open(self._path)
            self._ledger.writelines(line + b"\n" for line in lines)

    def write_cards(self, cards: Iterable[Card]) -> None:
        """Write who is who, once, after a ledger was written."""
        if self._path and self._ledger:
            with self._out.open(players_path(self._path), private=True) as file:
                file.writelines(encode_card(card) + b"\n" for card in cards)


def lines_of(path: Path) -> Iterator[bytes]:
    """The lines of a file without their line feeds."""
    with path.open("rb") as file:
        for line in file:
            yield line.removesuffix(b"\n")


def names_beside(ledger: Path) -> Naming:
    """Players by their ids where the ledger's cards are, else by number; `ValueError` for a broken card."""
    cards = players_path(ledger)
    read = map(decode_card, lines_of(cards)) if cards.exists() else ()
    names = {card.number: str(card.player) for card in read}
    return lambda number: names.get(number, f"#{number}")
