"""Everything that a request may need, in one place: the store, its writer, the settings, the clock."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from starlette.requests import Request

from terazi.service.keys import Scope
from terazi.service.writer import Writer
from terazi.store.engine import Store
from terazi.store.revision import Glance
from terazi.web.handing import Handing
from terazi.web.keyring import Keyring
from terazi.web.log_keeper import Keeper
from terazi.web.metrics import Metrics
from terazi.web.problem_codes import ProblemCode
from terazi.web.problems import ProblemError
from terazi.web.rate_limits import Buckets
from terazi.web.refused import Refused
from terazi.web.settings import ServiceSettings
from terazi.web.shelf import Shelf
from terazi.words.catalogue import Words, words_in


def clock_ms() -> int:
    """This moment in UTC milliseconds."""
    return time.time_ns() // 1_000_000


@dataclass(slots=True, kw_only=True)
class Desk:
    """One process's part of the service."""

    store: Store
    settings: ServiceSettings
    now: Callable[[], int] = clock_ms
    log: Keeper | None = None
    """Who publishes the log; None where nobody does."""
    writer: Writer = field(init=False)
    handing: Handing = field(init=False)
    refused: Refused = field(init=False)
    glance: Glance = field(init=False)
    shelf: Shelf = field(default_factory=Shelf)
    keyring: Keyring = field(init=False)
    metrics: Metrics = field(init=False)
    keys: Buckets = field(init=False)
    addresses: Buckets = field(init=False)

    def __post_init__(self) -> None:
        """Limits and counters as the settings have them; the writer begins with `open`."""
        chosen = self.settings
        self.glance = Glance(self.store)
        self.keyring = Keyring(self.store)
        self.metrics = Metrics()
        self.keys = Buckets(chosen["limits.key_requests_per_second"], chosen["limits.key_burst"])
        self.addresses = Buckets(chosen["limits.address_requests_per_second"], chosen["limits.address_burst"])

    def open(self) -> None:
        """Start the writer, within the running event loop."""
        self.writer = Writer(self.store)
        self.handing = Handing(self.writer, self.settings["limits.waiting_games"])
        self.metrics.watch(self.writer)
        self.refused = Refused(self.store)
        if self.log is not None:
            self.log.open()

    def close(self) -> None:
        """Rate what waits, then let go of the store."""
        self.writer.close()
        self.refused.close()
        if self.log is not None:
            self.log.close()
        self.glance.close()
        self.store.close()


def desk_of(request: Request) -> Desk:
    """The desk of the process that serves a request."""
    desk = request.scope["desk"]
    assert isinstance(desk, Desk)
    return desk


def words_of(request: Request) -> Words:
    """The words of the caller's language."""
    return words_in(request.scope["language"])


def scopes_of(request: Request) -> frozenset[str] | None:
    """What the caller's key may do; None without a key."""
    scopes: frozenset[str] | None = request.scope["scopes"]
    return scopes


def need(request: Request, scope: Scope) -> None:
    """Let pass who has a key with this scope."""
    scopes = scopes_of(request)
    if scopes is None:
        raise ProblemError(ProblemCode.UNAUTHORIZED)
    if scope not in scopes:
        raise ProblemError(ProblemCode.FORBIDDEN, other=scope)
