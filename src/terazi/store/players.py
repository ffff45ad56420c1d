"""A player's row, and what it means: the state that rates, and the tally that is shown."""

import struct
import sys
from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from terazi.core.state import PlayerState
from terazi.core.types import FIRST_INSTANT_MS, EntryNumber, PlayerNumber
from terazi.core.window import WINDOW_MS, Window
from terazi.store.bulk import Row
from terazi.store.tally import Tally

KEPT_MS = 2 * WINDOW_MS
"""How far back from a player's latest finish the row keeps instants: a week for games in time, and another
for games that come a week late (R5's default). Whatever reaches further back is counted from the events."""


@dataclass(slots=True, kw_only=True)
class Loaded:
    """A player as a transaction found them. `since` is where the state's window is whole from."""

    state: PlayerState
    tally: Tally
    since: int | None = None
    was_listed: bool = False
    was_rating: int = 0
    unlisted: bool = False

    @classmethod
    def new(cls, state: PlayerState, *, unlisted: bool = False) -> "Loaded":
        """A player who was registered in this transaction."""
        return cls(state=state, tally=Tally(), unlisted=unlisted)


def kept_since(last_finish: int | None) -> int | None:
    """The instant from which the row keeps all that counts; None: from the beginning."""
    return None if last_finish is None else last_finish - KEPT_MS


def read_player(row: Sequence[Any], *, unlisted: bool) -> Loaded:
    """A player from the row: its columns in their order."""
    _, rating, wins, losses, last_finish, erased, listed, packed, recent = row
    tally = _read_tally(packed)
    tally.rating, tally.wins, tally.losses = rating, wins, losses
    tally.last_finish, tally.erased = last_finish, erased
    state = PlayerState(
        rating=rating,
        window=Window.resumed(read_instants(recent)),
        events=tally.events,
        wins=wins,
        losses=losses,
        awards=tally.awards,
        points=tally.points,
        sparks=tally.sparks,
        rated=tally.high is not None,
        erased=erased is not None,
    )
    return Loaded(
        state=state,
        tally=tally,
        since=kept_since(last_finish),
        was_listed=listed,
        was_rating=rating,
        unlisted=unlisted,
    )


def written_player(number: PlayerNumber, player: Loaded, *, listed: bool) -> Row:
    """The player's row; what rates and what is shown must have counted alike."""
    tally, state = player.tally, player.state
    assert (
        tally.rating == state.rating
        and tally.events == state.events
        and (tally.wins, tally.losses) == (state.wins, state.losses)
        and (tally.awards, tally.points, tally.sparks) == (state.awards, state.points, state.sparks)
    ), "the core's state and the tally are folds over the same events"
    assert state.rated == (tally.high is not None) and state.erased == (tally.erased is not None)
    return (
        number,
        tally.rating,
        tally.wins,
        tally.losses,
        tally.last_finish,
        tally.erased,
        listed,
        _written_tally(tally),
        _written_instants(state.window, kept_since(tally.last_finish)),
    )


# --- packed columns: integers of fixed size, least significant byte first ---------------------------

_TALLY = struct.Struct("<9q")
_PLACE = struct.Struct("<BI")
_NOTHING = -1
"""Stands for no entry and no event: they are numbered from 0."""


def _written_tally(tally: Tally) -> bytes:
    high, low = _extreme(tally.high, tally.high_entry), _extreme(tally.low, tally.low_entry)
    last = _NOTHING if tally.last is None else tally.last
    counts = tally.events, tally.awards, tally.points, tally.sparks
    return _TALLY.pack(*counts, *high, *low, last) + _written_record(tally.record)


def _read_tally(packed: bytes) -> Tally:
    events, awards, points, sparks, high, high_entry, low, low_entry, last = _TALLY.unpack_from(packed)
    tally = Tally(events=events, awards=awards, points=points, sparks=sparks)
    if high_entry != _NOTHING:
        tally.high, tally.high_entry = high, EntryNumber(high_entry)
        tally.low, tally.low_entry = low, EntryNumber(low_entry)
    tally.last = None if last == _NOTHING else last
    tally.record = _read_record(packed[_TALLY.size :])
    return tally


def last_event(packed: bytes) -> int | None:
    """The last event in a packed tally: all that a board must know of it."""
    last: int = _TALLY.unpack_from(packed)[-1]
    return None if last == _NOTHING else last


def _extreme(rating: int | None, entry: EntryNumber | None) -> tuple[int, int]:
    return (0, _NOTHING) if rating is None or entry is None else (rating, entry)


def _written_record(record: Mapping[int, int]) -> bytes:
    return b"".join([_PLACE.pack(place, record[place]) for place in sorted(record) if record[place]])


def _read_record(packed: bytes) -> dict[int, int]:
    return dict(_PLACE.iter_unpack(packed))


def _written_instants(window: Window, since: int | None) -> bytes:
    return _in_order(window.kept_since(FIRST_INSTANT_MS if since is None else since)).tobytes()


def read_instants(packed: bytes) -> "array[int]":
    """Instants from their 8 bytes each."""
    return _in_order(array("q", packed))


def _in_order(instants: "array[int]") -> "array[int]":
    """Least significant byte first, on whatever machine."""
    if sys.byteorder == "big":
        instants.byteswap()
    return instants
