"""A service to be spoken to in this process, with keys of every scope and a clock that stands still."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import httpx2 as httpx
import pytest
from starlette.testclient import TestClient

from terazi.formats.instants import instant_text
from terazi.service.keys import Scope, create_key
from terazi.store.engine import Store
from terazi.web.app import create_app
from terazi.web.desk import Desk
from terazi.web.settings import ServiceSettings
from tests.strategies import BASE_MS

DEFAULT = ServiceSettings()


def at(ms: int = 0) -> str:
    """An instant so many milliseconds after the tests' beginning, as RFC 3339."""
    return instant_text(BASE_MS + ms)


@dataclass(slots=True)
class Service:
    """A running service; `now` is its clock in UTC ms."""

    store: Store
    client: TestClient
    keys: dict[str, str]
    now: int = BASE_MS
    strict: bool = field(default=True)

    def send(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        key: str | None = "all",
        lang: str = "en",
        **more: Any,
    ) -> httpx.Response:
        """One request; `body` as JSON, or as it is where it is bytes."""
        headers = {"Accept-Language": lang} | more.pop("headers", {})
        if key is not None:
            headers["Authorization"] = f"Bearer {self.keys.get(key, key)}"
        content = body if isinstance(body, bytes) or body is None else json.dumps(body).encode()
        return self.client.request(method, path, content=content, headers=headers, **more)

    def get(self, path: str, status: int = 200, **more: Any) -> Any:
        """What a page holds."""
        return checked(self.send("GET", path, **more), status)

    def put(self, path: str, body: Any, status: int = 201, **more: Any) -> Any:
        """What is answered to a PUT."""
        return checked(self.send("PUT", path, body, **more), status)

    def post(self, path: str, body: Any, status: int = 201, **more: Any) -> Any:
        """What is answered to a POST."""
        return checked(self.send("POST", path, body, **more), status)

    def game(self, game_id: str, winner: str = "a", loser: str = "b", status: int = 201, **more: Any) -> Any:
        """Report one game."""
        facts = {"finished_at": at(), "winner": winner, "loser": loser} | more
        return self.put(f"/v1/games/{game_id}", facts, status)


def checked(response: httpx.Response, status: int) -> Any:
    assert response.status_code == status, (response.status_code, response.text)
    if status >= 400:
        assert response.headers["content-type"] == "application/problem+json"
        members = response.json()
        assert members["status"] == status
        assert members["type"] == f"/problems/{members['code']}"
        assert members["detail"]
    return response.json()


def served(store: Store, settings: ServiceSettings = DEFAULT) -> Iterator[Service]:
    """A service on a store for as long as the generator lives."""
    keys = {scope.value: create_key(store, [scope], BASE_MS).secret for scope in Scope}
    keys["all"] = create_key(store, list(Scope), BASE_MS).secret
    desk = Desk(store=store, settings=settings)
    with TestClient(create_app(desk), raise_server_exceptions=False) as client:
        service = Service(store=store, client=client, keys=keys)
        desk.now = lambda: service.now
        yield service


@pytest.fixture
def service(store: Store) -> Iterator[Service]:
    """A service with the default settings."""
    yield from served(store)
