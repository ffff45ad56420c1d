"""The reports that were refused last, for a person to look at: bounded, beside the ledger."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import Connection, delete, func, select

from terazi.core.codes import Code, Refusal
from terazi.store.bulk import put
from terazi.store.schema import refused

KEPT = 500
"""Refusals kept; the oldest go."""
_LONGEST = 300


@dataclass(frozen=True, slots=True, kw_only=True)
class RefusedReport:
    """A report that was refused at an instant (UTC ms); `game_id` is empty where none could be read."""

    at: int
    game_id: str
    refusal: Refusal


def put_refused(connection: Connection, reports: Sequence[RefusedReport]) -> None:
    """Keep refusals, the newest `KEPT` in all."""
    last = connection.scalar(select(func.max(refused.c.number)))
    start = 0 if last is None else last + 1
    kept = reports[-KEPT:]
    put(connection, refused, [(start + place, one.at, _told(one)) for place, one in enumerate(kept)])
    connection.execute(delete(refused).where(refused.c.number < start + len(kept) - KEPT))


def read_refused(connection: Connection, limit: int = KEPT) -> list[RefusedReport]:
    """The newest refusals first."""
    chosen = select(refused).order_by(refused.c.number.desc()).limit(limit)
    return [_read(row.at, bytes(row.told)) for row in connection.execute(chosen)]


def _told(one: RefusedReport) -> bytes:
    """As JSON in ASCII: what was refused may hold letters that no database takes."""
    told = {"game_id": one.game_id} | asdict(one.refusal)
    return json.dumps({name: text[:_LONGEST] for name, text in told.items()}).encode()


def _read(at: int, told: bytes) -> RefusedReport:
    said: dict[str, Any] = json.loads(told)
    refusal = Refusal(code=Code(said["code"]), field=said["field"], value=said["value"], other=said["other"])
    return RefusedReport(at=at, game_id=said["game_id"], refusal=refusal)
