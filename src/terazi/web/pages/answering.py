"""From a visit to the bytes of its answer: what has not changed is not made again.

What was made is kept while it is true (`web.shelf`). A page's tag holds the state it shows: build, language,
zone and settings as a digest; the head of the ledger; the revision of what stands beside it; and the instant
until which its windows stand still. So a browser's tag is judged by one small read, and an erased name is
never called fresh.
"""

import csv
import gzip
import hashlib
import io
import json
import re
from collections.abc import Iterable
from functools import lru_cache

from starlette.responses import Response

from terazi.store.revision import Stamp
from terazi.web.pages.places import Row, Show, Shown, Visit
from terazi.web.pages.rendering import build, rendered

_TAG = re.compile(r'"([0-9a-f]{16})-([0-9a-f]+)-([0-9a-f]+)-([0-9a-f]+)(?:-gz)?"')
_COMPRESSED_FROM = 1_000
_FAST = 1  # gzip's level: most of the gain for little of the time
KINDS = {
    "html": "text/html; charset=utf-8",
    "json": "application/json",
    "csv": "text/csv; charset=utf-8",
    "atom": "application/atom+xml; charset=utf-8",
}
_POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors {framed}"
)
_SAFE = {
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "interest-cohort=()",
}
_FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r")
"""With these a table program begins a formula."""


def ready(visit: Visit) -> Response | None:
    """An answer that need not be made: 304 where the browser has it, or the page as it was made before."""
    # Before anything is shown: a tag may be too old, never too new.
    visit.stamp = stamp = visit.desk.glance.read()
    if _is_fresh(visit, stamp):
        return Response(None, 304, _headers(visit) | {"ETag": visit.request.headers["if-none-match"]})
    return visit.desk.shelf.find(_key(visit), stamp, visit.now)


def answered(visit: Visit, show: Show) -> Response:
    """The answer to a visit that is not `ready`, made now: what `show` shows."""
    stamp = visit.stamp
    assert stamp is not None, "asked first whether it is ready"
    shown = show(visit)
    if isinstance(shown, Response):
        return shown
    response = sent(visit, shown, _headers(visit) | {"ETag": f'"{_tag(visit, stamp)}"'})
    visit.desk.shelf.keep(_key(visit), stamp, visit.until, response)
    return response


def _key(visit: Visit) -> tuple[str, ...]:
    query = visit.request.scope["query_string"].decode("latin-1")
    return (_frame(visit), visit.path, query, "gzip" if _takes_gzip(visit) else "")


def sent(visit: Visit, shown: Shown, headers: dict[str, str]) -> Response:
    """What is shown, in the form that was asked for."""
    if visit.form == "html":
        headers |= _SAFE | {"Content-Security-Policy": _POLICY.format(framed="*" if shown.bare else "'none'")}
    body = _body(visit, shown)
    if "no-store" not in headers["Cache-Control"] and len(body) >= _COMPRESSED_FROM and _takes_gzip(visit):
        body = gzip.compress(body, _FAST, mtime=0)
        headers |= {"Content-Encoding": "gzip", "ETag": headers["ETag"].removesuffix('"') + '-gz"'}
    return Response(body, shown.status, headers, KINDS[visit.form])


def _body(visit: Visit, shown: Shown) -> bytes:
    match visit.form:
        case "json":
            return json.dumps(shown.members(), ensure_ascii=False, separators=(",", ":")).encode()
        case "csv":
            return csv_bytes(shown.rows())
        case _:
            return rendered(visit, shown)


def csv_bytes(rows: Iterable[Row]) -> bytes:
    """Rows as CSV (RFC 4180). A text that a table program would take for a formula is quoted by a mark."""
    text = io.StringIO()
    csv.writer(text).writerows([_cell(value) for value in row] for row in rows)
    return text.getvalue().encode("utf-8", "backslashreplace")


def _cell(value: str | int | None) -> str:
    if isinstance(value, str) and value.startswith(_FORMULA_SIGNS):
        return f"'{value}"
    return "" if value is None else str(value)


def _headers(visit: Visit) -> dict[str, str]:
    return {
        "Content-Language": visit.language,
        "Cache-Control": "no-cache",
        "Vary": "Cookie, Accept-Encoding",
    }


def _takes_gzip(visit: Visit) -> bool:
    return "gzip" in visit.request.headers.get("accept-encoding", "")


def _tag(visit: Visit, stamp: Stamp) -> str:
    return f"{_frame(visit)}-{stamp.entries:x}-{stamp.revision:x}-{visit.until or 0:x}"


def _is_fresh(visit: Visit, stamp: Stamp) -> bool:
    """Whether the browser has what would be shown."""
    found = _TAG.fullmatch(visit.request.headers.get("if-none-match", "").removeprefix("W/"))
    if found is None:
        return False
    frame, entries, revision, until = found.groups()
    return (
        frame == _frame(visit)
        and (int(entries, 16), int(revision, 16)) == (stamp.entries, stamp.revision)
        and (int(until, 16) == 0 or visit.now < int(until, 16))
    )


def _frame(visit: Visit) -> str:
    """All that a page shows besides the ladder, as a digest.

    The site's own address is part of it: what one visitor's `Host` says is shown to nobody else.
    """
    desk, request = visit.desk, visit.request
    site = (request.scope["scheme"], request.headers.get("host", ""))
    told = (desk.settings["ladder.name"], desk.settings["ladder.contact"])
    log = "" if desk.log is None else str(desk.log.signer.key.verifier)
    return _digest(visit.language, visit.form, str(visit.zone), *site, *told, log)


@lru_cache(maxsize=1024)
def _digest(*parts: str) -> str:
    return hashlib.sha256("\0".join((build(), *parts)).encode()).hexdigest()[:16]
