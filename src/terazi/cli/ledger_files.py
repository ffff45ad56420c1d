"""A ledger in a file, and the players' ids beside it."""

from collections.abc import Callable, Iterator
from pathlib import Path

from terazi.core.types import PlayerNumber
from terazi.ledger.cards import decode_card

Naming = Callable[[PlayerNumber], str]
"""What to call a player."""


def players_path(ledger: Path) -> Path:
    """Where the ids and salts of a ledger file stand: `OUT.jsonl` has `OUT.players.jsonl` (R22)."""
    return ledger.with_name(f"{ledger.name.removesuffix('.jsonl')}.players.jsonl")


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
