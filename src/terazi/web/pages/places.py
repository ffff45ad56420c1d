"""What a page is made of: a place in the site, a visit to it, and what is shown there."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from zoneinfo import ZoneInfo

from starlette.requests import Request
from starlette.responses import Response

from terazi.store.revision import Stamp
from terazi.web.desk import Desk
from terazi.words.catalogue import Language, Words

Row = Sequence[str | int | None]


@dataclass(slots=True, kw_only=True)
class Visit:
    """One request for a page. `ids` are the ids in its address; `form` its twin (`json`, `csv`), or `html`.

    `until` is the first instant (UTC ms) at which something shown changes by itself, as a window moves on:
    whatever shows such a thing must tell it to `changes_at`, or a page would be called fresh for too long.
    """

    request: Request
    desk: Desk
    words: Words
    zone: ZoneInfo
    now: int
    path: str
    ids: tuple[str, ...] = ()
    form: str = "html"
    until: int | None = None
    stamp: Stamp | None = None
    """The state of the ladder, read before anything that is shown: what is shown may be newer."""

    @property
    def language(self) -> Language:
        """The language of the page."""
        return self.words.language

    @property
    def query(self) -> Mapping[str, str]:
        """The parameters of the address."""
        return self.request.query_params

    @property
    def section(self) -> str:
        """The first step of the address below the language."""
        return self.path.split("/")[2]

    def in_language(self, language: str) -> str:
        """The same address in another language."""
        query = self.request.scope["query_string"].decode("latin-1")
        return f"/{language}/{self.path.partition('/')[2].partition('/')[2]}" + (f"?{query}" if query else "")

    def changes_at(self, instant: int | None) -> None:
        """Something shown changes at an instant (UTC ms), or never."""
        if instant is not None and (self.until is None or instant < self.until):
            self.until = instant


def _nothing() -> Any:
    raise AssertionError("this page has no twin of that form")


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """What stands at a place: a template and its facts; `members` for the JSON twin, `rows` for the CSV one.

    `bare` pages stand in another site's frame, without our head and foot.
    """

    template: str
    facts: Mapping[str, Any] = field(default_factory=dict)
    members: Callable[[], Any] = _nothing
    rows: Callable[[], Iterable[Row]] = _nothing
    status: int = 200
    bare: bool = False


Show = Callable[[Visit], Shown | Response]


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """An address in the site: its steps below the language, `ID` for an operator's id, and who shows it.

    `forms` are its twins; `act` answers a POST, with the body read as far as the setting `most` allows. What
    a `private` place shows is for one person and is kept nowhere: no tag, no twin, no compression beside a
    secret.
    """

    steps: tuple[str, ...]
    show: Show
    forms: frozenset[str] = frozenset()
    act: Callable[[Visit, bytes], Shown | Response] | None = None
    private: bool = False
    most: str = "limits.body_bytes"


ID = "{id}"
TWINS = frozenset({"json", "csv"})
JSON_TWIN = frozenset({"json"})
