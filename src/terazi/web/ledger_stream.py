"""The ledger as it is, entry by entry: exact bytes, in the order of acceptance, without a gap."""

from collections.abc import AsyncIterator
from typing import Annotated

from fastapi import APIRouter, Query
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from terazi.service.ladders import head, ledger_lines
from terazi.store.engine import Store
from terazi.web.desk import desk_of
from terazi.web.serving import NDJSON, STRICT, problem_answer

router = APIRouter(prefix="/v1", tags=["ledger"], dependencies=STRICT)

_PAGE = 1_000
_LINES = {
    200: {
        "description": "Entries, a JSON object a line; `Ledger-Next` is where to go on.",
        "content": {NDJSON: {"schema": {"type": "string"}}},
    }
}


@router.get(
    "/ledger",
    response_model=None,
    responses=_LINES | {status: problem_answer() for status in (422, 429, 503)},  # type: ignore[arg-type]
)
async def get_ledger(
    request: Request,
    start: Annotated[int, Query(alias="from", ge=0, le=2**53)] = 0,
    limit: Annotated[int | None, Query(ge=1, le=2**53)] = None,
) -> Response:
    """Every entry from a number on, as far as the ledger reaches now.

    The number is contiguous and in commit order, so whoever goes on from `Ledger-Next` misses nothing.
    """
    store = desk_of(request).store
    end = (await run_in_threadpool(head, store)).number
    stop = end if limit is None else min(end, start + limit)
    headers = {"Ledger-Next": str(max(stop, min(start, end))), "Cache-Control": "no-cache"}
    return StreamingResponse(_lines(store, start, stop), 200, headers, NDJSON)


async def _lines(store: Store, start: int, stop: int) -> AsyncIterator[bytes]:
    while start < stop:
        lines = await run_in_threadpool(ledger_lines, store, start, min(_PAGE, stop - start))
        assert lines, "entries up to the head are there"
        yield b"".join(line + b"\n" for line in lines)
        start += len(lines)
