"""The operator's ids and salts, which stand beside the ledger and can be erased (R22).

A *card* ties a player's number to an id: whoever holds it can show, by the salt, whose entries these are.
"""

import json
import secrets
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from terazi.core.types import PlayerId, PlayerNumber
from terazi.ledger.canonical import canonical
from terazi.ledger.digest import SALT_BYTES, commitment
from terazi.ledger.facts import identifier, integer, text


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """One player's number, id and salt."""

    number: PlayerNumber
    player: PlayerId
    salt: bytes

    @property
    def commitment(self) -> str:
        """What the player's `register` entry holds."""
        return commitment(self.player, self.salt)


@dataclass(slots=True)
class Salts:
    """A fresh random salt for each new player, remembered for the cards."""

    of: dict[PlayerId, bytes] = field(default_factory=dict)

    def commit(self, player: PlayerId) -> str:
        """The commitment to a new player's id, under a new salt."""
        salt = self.of[player] = secrets.token_bytes(SALT_BYTES)
        return commitment(player, salt)

    def cards(self, numbers: Iterable[tuple[PlayerId, PlayerNumber]]) -> Iterator[Card]:
        """The cards of players who have a salt here."""
        return (Card(number=number, player=player, salt=self.of[player]) for player, number in numbers)


def encode_card(card: Card) -> bytes:
    """The line of a card, without its line feed."""
    return canonical({"number": card.number, "player": card.player, "salt": card.salt.hex()})


def decode_card(line: bytes) -> Card:
    """The card of a line; `ValueError` where it is none."""
    try:
        read = json.loads(line)
        number, player = PlayerNumber(integer(read["number"])), PlayerId(identifier(read["player"]))
        salt = bytes.fromhex(text(read["salt"]))
    except (KeyError, TypeError, RecursionError) as error:
        raise ValueError(f"not a card: {error}") from error
    if len(salt) != SALT_BYTES:
        raise ValueError(f"a salt has {SALT_BYTES} bytes, not {len(salt)}")
    return Card(number=number, player=player, salt=salt)
