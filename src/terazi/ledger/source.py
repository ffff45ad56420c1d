"""Where a published log is read from: a folder, or the web."""

import errno
import os
import zlib
from pathlib import Path
from typing import Protocol

from terazi.ledger.faults import Fault, FaultCode


class Source(Protocol):
    """A place that holds the files of a log."""

    def read(self, path: str, limit: int) -> bytes | Fault:
        """The bytes at a path of tlog-tiles; `missing`, `unreadable`, or `too_large` beyond `limit` bytes."""


class FolderSource:
    """A log in a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = str(folder)

    def read(self, path: str, limit: int) -> bytes | Fault:
        """The bytes of a file."""
        try:
            with open(f"{self._folder}/{path}", "rb") as file:
                # As many bytes as there are: asked for more, Python makes room for all of them first.
                size = os.fstat(file.fileno()).st_size
                return _bounded(file.read(min(size, limit) + 1), path, limit)
        except OSError as error:
            gone = error.errno in {errno.ENOENT, errno.ENOTDIR}
            reason = "" if gone else error.strerror or type(error).__name__
            return Fault(code=FaultCode.MISSING if gone else FaultCode.UNREADABLE, place=path, says=reason)


class WebSource:
    """A log on the web, below an http or https address; each answer within `timeout_s` seconds."""

    def __init__(self, prefix: str, timeout_s: float = 30.0) -> None:
        assert prefix.startswith(("http://", "https://")), "an address is checked at the door"
        self._prefix, self._timeout_s = prefix.rstrip("/"), timeout_s

    def read(self, path: str, limit: int) -> bytes | Fault:
        """The body at an address; compressed or not, as tlog-tiles lets a log choose."""
        # Imported here: a folder needs none of it, and it is slow to import.
        from http.client import HTTPException
        from urllib.error import HTTPError
        from urllib.request import Request, urlopen

        headers = {"Accept-Encoding": "gzip, identity", "User-Agent": "terazi"}
        request = Request(f"{self._prefix}/{path}", headers=headers)  # noqa: S310 - http(s) only, asserted
        try:
            with urlopen(request, timeout=self._timeout_s) as answer:  # noqa: S310
                if answer.headers.get("Content-Encoding") == "gzip":
                    body = answer.read(limit + limit // 100 + 1000)  # hashes do not get smaller by zipping
                    return _bounded(_unzipped(body, limit + 1), path, limit)
                return _bounded(answer.read(limit + 1), path, limit)
        except HTTPError as error:
            gone = error.code in {404, 410}
            code = FaultCode.MISSING if gone else FaultCode.UNREADABLE
            return Fault(code=code, place=path, says="" if gone else str(error.code))
        except (OSError, HTTPException, ValueError, zlib.error) as error:
            reason = getattr(error, "reason", error)  # urllib's errors wrap the system's
            says = getattr(reason, "strerror", None) or str(reason) or type(reason).__name__
            return Fault(code=FaultCode.UNREADABLE, place=path, says=says)


def _unzipped(body: bytes, limit: int) -> bytes:
    return zlib.decompressobj(wbits=31).decompress(body, limit)


def _bounded(data: bytes, path: str, limit: int) -> bytes | Fault:
    if len(data) > limit:
        return Fault(code=FaultCode.TOO_LARGE, place=path, should=str(limit))
    return data
