"""Pages that are still true are not made twice: the answers of this process, for as long as nothing changes.

Any entry and any change of a name empties the shelf, so what was erased is never taken from it.
"""

from collections.abc import Hashable
from dataclasses import dataclass, field

from markupsafe import Markup
from starlette.responses import Response

from terazi.store.revision import Stamp

Key = tuple[str, ...]
MOST_BYTES = 32 * 1024 * 1024
_LARGEST = 1024 * 1024
_MOST_IN_PIECES = 16 * 1024 * 1024


@dataclass(slots=True)
class Pieces:
    """Finished parts of pages by all that they show, so that they never grow stale; bounded by their letters.

    They are kept as long as no name changes: what was erased is not even kept.
    """

    revision: int = -1
    size: int = 0
    made: dict[Hashable, Markup] = field(default_factory=dict)

    def find(self, key: Hashable, revision: int) -> Markup | None:
        """The part that shows the same, made since the names became as they are."""
        return self.made.get(key) if revision == self.revision else None

    def keep(self, key: Hashable, revision: int, part: Markup) -> None:
        """Keep a part of a page of this revision of the names; one of older names is not kept."""
        if revision < self.revision:
            return
        if revision > self.revision or self.size > _MOST_IN_PIECES:
            self.revision, self.size, self.made = revision, 0, {}
        self.size += len(part)
        self.made[key] = part


@dataclass(slots=True)
class Shelf:
    """Answers by what was asked, all of one state of the ladder; bounded by their bytes."""

    stamp: Stamp | None = None
    size: int = 0
    answers: dict[Key, tuple[int | None, Response]] = field(default_factory=dict)
    pieces: Pieces = field(default_factory=Pieces)

    def find(self, key: Key, stamp: Stamp, now: int) -> Response | None:
        """The answer to the same question, if it is still true at `now` (UTC ms)."""
        if stamp != self.stamp:
            return None
        until, response = self.answers.get(key, (0, None))
        return response if until is None or now < until else None

    def keep(self, key: Key, stamp: Stamp, until: int | None, response: Response) -> None:
        """Keep an answer that is true of a state until an instant (UTC ms), or while the state lasts."""
        length = len(response.body)
        if stamp != self.stamp or self.size + length > MOST_BYTES:
            self.stamp, self.size, self.answers = stamp, 0, {}
        if length <= _LARGEST and response.status_code == 200:
            _, before = self.answers.get(key, (None, None))
            self.size += length - (len(before.body) if before else 0)
            self.answers[key] = (until, response)
