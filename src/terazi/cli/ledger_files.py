"""A ledger in a file, and the players' ids beside it."""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

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
    """Writes a ledger as it grows and its cards at the end; writes nothing where no path is given."""

    def __init__(self, out: Outputs, path: Path | None) -> None:
        self._ledger = out.open(path) if path else None
        self._cards = out.open(players_path(path), private=True) if path else None

    def write(self, entries: Iterable[Entry]) -> None:
        """Write the next entries."""
        if self._ledger:
            self._ledger.writelines(encode(entry) + b"\n" for entry in entries)

    def write_cards(self, cards: Iterable[Card]) -> None:
        """Write who is who."""
        if self._cards:
            self._cards.writelines(encode_card(card) + b"\n" for card in cards)


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
