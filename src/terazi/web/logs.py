"""Logs as JSON lines on standard error, each with the id of the request it is about."""

import json
import logging
import sys
import traceback
from typing import Any

from terazi.formats.instants import instant_text
from terazi.store.trouble import Cause, StoreTrouble

_PLAIN = logging.getLogger("terazi.web")


class JsonLines(logging.Formatter):
    """One JSON object a record; `extra={"members": …}` adds members."""

    def format(self, record: logging.LogRecord) -> str:
        """The record as a line."""
        members: dict[str, Any] = {
            "at": instant_text(int(record.created * 1000)),
            "level": record.levelname.lower(),
            "message": record.getMessage(),
        }
        members |= getattr(record, "members", {})
        if record.exc_info:
            members["traceback"] = "".join(traceback.format_exception(*record.exc_info))
        return json.dumps(members, ensure_ascii=True, default=str)


def set_up(*, quiet: bool = False) -> None:
    """Send all logs to standard error as JSON lines; only trouble, where a person looks on (`quiet`)."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    logging.basicConfig(level=logging.WARNING if quiet else logging.INFO, handlers=[handler], force=True)
    logging.getLogger("uvicorn.access").disabled = True


def log(message: str, **members: Any) -> None:
    """Note something that happened."""
    _PLAIN.info(message, extra={"members": members})


def log_error(message: str, error: BaseException, **members: Any) -> None:
    """Note something that should not have happened, with its traceback."""
    _PLAIN.error(message, exc_info=error, extra={"members": members})


def log_failure(error: Exception, **members: Any) -> None:
    """Note why a request failed: a store out of reach in a line, a broken program with its traceback."""
    if isinstance(error, StoreTrouble) and error.cause is not Cause.OTHER:
        members |= {"cause": error.cause, "says": str(error)}
        _PLAIN.warning("the store failed", extra={"members": members})
    else:
        log_error("a request failed", error, **members)
