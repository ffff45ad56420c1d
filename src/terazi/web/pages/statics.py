"""Stylesheet, scripts and pictures: read once, addressed by what they hold, kept by browsers for ever."""

import gzip
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

FOLDER = Path(__file__).parents[1] / "static"
PREFIX = "/static/"
_KINDS: Mapping[str, str] = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}
_FOR_EVER = "public, max-age=31536000, immutable"


@dataclass(frozen=True, slots=True, kw_only=True)
class Static:
    """One file: its address, its bytes as they are and compressed."""

    address: str
    kind: str
    plain: bytes
    packed: bytes


@cache
def statics() -> Mapping[str, Static]:
    """Every file by its name."""
    return {path.name: _read(path) for path in sorted(FOLDER.iterdir()) if path.suffix in _KINDS}


def _read(path: Path) -> Static:
    data = path.read_bytes()
    digest = hashlib.sha256(data).hexdigest()[:12]
    return Static(
        address=f"{PREFIX}{digest}/{path.name}",
        kind=_KINDS[path.suffix],
        plain=data,
        packed=gzip.compress(data, 9, mtime=0),
    )


@cache
def _by_address() -> Mapping[str, Static]:
    return {static.address: static for static in statics().values()}


def served(request: Request) -> Response | None:
    """The file at an address; None where there is none."""
    found = _by_address().get(request.scope["path"])
    if found is None:
        return None
    headers = {"Cache-Control": _FOR_EVER, "Vary": "Accept-Encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(found.packed, 200, headers | {"Content-Encoding": "gzip"}, found.kind)
    return Response(found.plain, 200, headers, found.kind)
