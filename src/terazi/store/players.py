"""A player's row, and what it means: the state that rates, and the tally that is shown."""

import struct
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from terazi.core.state import PlayerState
from terazi.core.types import EntryNumber, PlayerNumber
from terazi.core.window import WINDOW_MS, Window
from terazi.store.bulk import Row
from terazi.store.tally import Peak, Tally

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


def read_player(row: Mapping[Any, Any]) -> Loaded:
    """A row of `player`, with `unlisted` of `name` where the player was not erased."""
    tally = Tally(
        rating=row["rating"],
        events=row["events"],
        wins=row["wins"],
        losses=row["losses"],
        awards=row["awards"],
        points=row["points"],
        sparks=row["sparks"],
        high=_peak(row["high"], row["high_entry"]),
        low=_peak(row["low"], row["low_entry"]),
        last=row["last"],
        last_finish=row["last_finish"],
        erased=row["erased"],
        record=_read_record(row["record"]),
    )
    return Loaded(
        state=_state(tally, Window(read_instants(row["recent"]))),
        tally=tally,
        since=kept_since(tally.last_finish),
        was_listed=row["listed"],
        was_rating=tally.rating,
        unlisted=bool(row["unlisted"]),
    )


def _state(tally: Tally, window: Window) -> PlayerState:
    return PlayerState(
        rating=tally.rating,
        window=window,
        events=tally.events,
        wins=tally.wins,
        losses=tally.losses,
        awards=tally.awards,
        points=tally.points,
        sparks=tally.sparks,
        rated=tally.high is not None,
        erased=tally.erased is not None,
    )


def written_player(number: PlayerNumber, player: Loaded, *, listed: bool) -> Row:
    """The player's row, in the order of the table's columns; the state and the tally must agree."""
    tally, state = player.tally, player.state
    assert state == _state(tally, state.window), "what rates and what is shown count alike"
    since = kept_since(tally.last_finish)
    recent = state.window.since(since) if since is not None else state.window.since(-(2**63))
    return (
        number,
        tally.rating,
        tally.events,
        tally.wins,
        tally.losses,
        tally.awards,
        tally.points,
        tally.sparks,
        tally.high and tally.high.rating,
        tally.high and tally.high.entry,
        tally.low and tally.low.rating,
        tally.low and tally.low.entry,
        tally.last,
        tally.last_finish,
        tally.erased,
        listed,
        struct.pack(f"<{len(recent)}q", *recent),
        _written_record(tally.record),
    )


def read_instants(packed: bytes) -> tuple[int, ...]:
    """Instants from their 8 bytes each, least significant first."""
    return struct.unpack(f"<{len(packed) // 8}q", packed)


def _peak(rating: int | None, entry: int | None) -> Peak | None:
    if rating is None or entry is None:
        return None
    return Peak(rating=rating, entry=EntryNumber(entry))


def _written_record(record: Mapping[int, int]) -> bytes:
    pairs = [value for place in sorted(record) if record[place] for value in (place, record[place])]
    return struct.pack("<" + "BI" * (len(pairs) // 2), *pairs)


def _read_record(packed: bytes) -> dict[int, int]:
    return dict(struct.iter_unpack("<BI", packed))
