"""Players: registered with a name, an opening, the wish to be unlisted; and erased (R7)."""

from dataclasses import dataclass
from enum import Enum

from terazi.core.codes import Code, Refusal
from terazi.core.entries import Entry, Erasure, Opening
from terazi.core.ladder import apply, decide
from terazi.core.record import register
from terazi.core.referee import is_id
from terazi.core.types import FIRST_INSTANT_MS, LAST_INSTANT_MS, MOST_RECENT, PlayerId, PlayerNumber
from terazi.service.answers import Answer
from terazi.service.entering import enter
from terazi.service.texts import is_name
from terazi.store.append import append, save_players
from terazi.store.engine import Store
from terazi.store.names import forget, set_display_name, set_unlisted
from terazi.store.part import Part, begin, load_ids, read_opening


class Kept(Enum):
    """What was not told stays as it is."""

    KEPT = "kept"


KEPT = Kept.KEPT


@dataclass(frozen=True, slots=True, kw_only=True)
class Start:
    """A player's opening as told: a starting rating, and instants (UTC ms) of ranked games elsewhere."""

    rating: int
    recent: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerPut:
    """What putting a player did: their number, and the entries it wrote."""

    number: PlayerNumber
    written: tuple[Entry, ...]


def put_player(
    store: Store,
    player: PlayerId,
    now: int,
    *,
    display_name: str | Kept | None = KEPT,
    opening: Start | None = None,
    unlisted: bool | None = None,
) -> PlayerPut | Refusal:
    """Register a player who is new, and set what is told; nothing is changed where anything is refused.

    Refused: an id or a name that cannot be one, an opening after the first rated event (R7). The same opening
    again changes nothing.
    """
    if not is_id(player):
        return Refusal(code=Code.BAD_PLAYER_ID, field="player", value=player)
    if isinstance(display_name, str) and not is_name(display_name):
        return Refusal(code=Code.BAD_VALUE, field="name", value=display_name)
    with store.writing() as connection:
        part = begin(store, connection)
        load_ids(part, [player])
        written = register(part.ladder, part.names, (player,), now)
        number = part.names.numbers[player]
        opened = _opened(part, number, opening, now)
        if isinstance(opened, Refusal):
            return opened  # nothing was written yet, not even the registration
        append(part, [*written, *opened])
        if not isinstance(display_name, Kept):
            set_display_name(connection, number, display_name)
        if unlisted is not None:
            set_unlisted(connection, number, unlisted=unlisted)
            part.players[number].unlisted = unlisted
            save_players(part, [number])
        return PlayerPut(number=number, written=(*written, *opened))


def _opened(part: Part, number: PlayerNumber, start: Start | None, now: int) -> list[Entry] | Refusal:
    if start is None:
        return []
    if len(start.recent) > MOST_RECENT or not all(map(_is_instant, start.recent)):
        return Refusal(code=Code.BAD_VALUE, field="recent")
    opening = Opening(player=number, rating=start.rating, recent=tuple(sorted(start.recent)))
    if opening == read_opening(part.connection, number, part.ladder.head):
        return []
    entry = decide(part.ladder, opening, now)
    if isinstance(entry, Refusal):
        return entry
    apply(part.ladder, entry)
    return [entry]


def _is_instant(instant: int) -> bool:
    return FIRST_INSTANT_MS <= instant <= LAST_INSTANT_MS


def erase_player(store: Store, player: PlayerId, now: int) -> Answer | Refusal:
    """Erase a player's id, salt and name; games stay, without a name, and the ledger still verifies (R7).

    The same id can register again as a new player. Refused: an id that is not there (`unknown_player`).
    """
    with store.writing() as connection:
        part = begin(store, connection)
        load_ids(part, [player])
        number = part.names.numbers.get(player)
        if number is None:
            return Refusal(code=Code.UNKNOWN_PLAYER, field="player", value=player)
        answer = enter(part, Erasure(player=number), now)
        if isinstance(answer, Answer):
            forget(connection, number, part.players[number].tally.last)
        return answer
