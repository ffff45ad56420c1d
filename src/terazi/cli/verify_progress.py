"""How far a verification has come: a bar on stderr, where that is a terminal."""

import sys
from contextlib import ExitStack
from types import TracebackType
from typing import Any

import click

from terazi.ledger.verify import Watch

_STEPS = 200
"""Times that the bar moves."""


class Progress:
    """Passes every entry on to another watch, and moves a bar."""

    def __init__(self, watch: Watch | None) -> None:
        self._also, self._seen, self._open = watch, 0, ExitStack()
        self._bar: Any = None
        self._every = 1
        self.watch: Watch | None = self._step if sys.stderr.isatty() else watch

    def __enter__(self) -> None:
        """Nothing is shown before `begin`."""

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End the bar's line."""
        self._open.close()

    def begin(self, entries: int) -> None:
        """There are so many entries."""
        if sys.stderr.isatty() and entries:
            self._every = max(1, entries // _STEPS)
            self._bar = self._open.enter_context(click.progressbar(length=entries, file=sys.stderr))

    def _step(self, line: bytes) -> None:
        if self._also is not None:
            self._also(line)
        self._seen += 1
        if self._bar is not None and self._seen % self._every == 0:
            self._bar.update(self._every)
