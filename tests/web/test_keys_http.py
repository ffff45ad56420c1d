"""Who may do what; keys are known by their digests alone; nobody comes too often."""

from itertools import product
from pathlib import Path

import pytest

from terazi.cli.keys import SCOPES
from terazi.service.keys import Scope, create_key, list_keys, revoke_key
from terazi.store.engine import Store
from terazi.web.rate_limits import Buckets
from terazi.web.settings import ServiceSettings
from tests.stores import opened
from tests.strategies import BASE_MS
from tests.web.service import Service, at, served

NEEDED = [
    (Scope.REPORT, "PUT", "/v1/games/g1"),
    (Scope.REPORT, "POST", "/v1/games:batch"),
    (Scope.DIRECT, "POST", "/v1/games/g1/void"),
    (Scope.DIRECT, "POST", "/v1/outages/void"),
    (Scope.DIRECT, "PUT", "/v1/tournaments/t"),
    (Scope.DIRECT, "PUT", "/v1/tournaments/t/podium"),
    (Scope.DIRECT, "POST", "/v1/tournaments/t/awards/a/void"),
    (Scope.DIRECT, "PUT", "/v1/players/a"),
    (Scope.ADMIN, "DELETE", "/v1/players/a"),
    (Scope.ADMIN, "POST", "/v1/rulebook"),
]


@pytest.fixture
def where(tmp_path: Path) -> str:
    """SQLite alone: the store has no part in this."""
    return str(tmp_path / "ladder.db")


def test_every_route_that_writes_needs_its_own_scope(service: Service) -> None:
    for (needed, method, path), scope in product(NEEDED, Scope):
        status = service.send(method, path, {}, key=scope.value).status_code
        assert (status == 403) == (scope is not needed), (method, path, scope, status)
        assert service.send(method, path, {}, key=None).status_code == 401


def test_a_key_that_lacks_a_scope_is_told_which(service: Service) -> None:
    for lang in ("en", "tr"):
        problem = service.put("/v1/games/g1", {}, 403, key="admin", lang=lang)
        assert "“report”" in problem["detail"]
    for words in service.get("/problems/forbidden")["words"].values():
        assert "[" not in words and "{" not in words  # noqa: PT018


def test_every_route_that_writes_is_known_to_this_test(service: Service) -> None:
    writes = {
        (method.upper(), path)
        for path, methods in service.get("/openapi.json")["paths"].items()
        for method, route in methods.items()
        if route.get("security")
    }
    assert len(writes) == len(NEEDED)


@pytest.mark.parametrize(
    "header", ["Bearer", "Bearer ", "Bearer nonsense", "Basic abc", "bearer tz_x", "\xff"]
)
def test_what_is_no_key_is_401(service: Service, header: str) -> None:
    response = service.send(
        "GET", "/v1/leaderboard", key=None, headers={"Authorization": header.encode("latin-1")}
    )
    assert response.status_code == 401
    assert response.headers["www-authenticate"].startswith("Bearer")
    assert response.json()["code"] == "unauthorized"


def test_only_digests_are_stored_and_a_revoked_key_is_none(tmp_path: Path) -> None:
    where = tmp_path / "ladder.db"
    store = opened(str(where))
    secret = create_key(store, [Scope.REPORT], BASE_MS, "a server").secret
    (stored,) = list_keys(store)
    assert (stored.label, stored.scopes) == ("a server", frozenset({"report"}))
    assert secret.startswith(stored.begins)
    assert revoke_key(store, stored.begins, BASE_MS + 1)
    assert not revoke_key(store, stored.begins, BASE_MS + 2)
    for service in served(store):
        assert service.send("PUT", "/v1/games/g1", {}, key=secret).status_code == 401
    for file in tmp_path.iterdir():
        assert secret.encode() not in file.read_bytes()


def test_a_key_made_while_the_service_runs_is_taken_at_once_or_soon(service: Service) -> None:
    secret = create_key(service.store, [Scope.REPORT], BASE_MS).secret
    facts = {"finished_at": at(), "winner": "a", "loser": "b"}
    statuses = [service.send("PUT", "/v1/games/g1", facts, key=secret).status_code for _ in range(200)]
    assert statuses[-1] == 200, set(statuses)


def test_the_command_s_scopes_are_the_service_s() -> None:
    assert set(SCOPES) == set(Scope)


def test_who_comes_too_often_is_told_when_to_come_again(store: Store) -> None:
    limits = {"limits.address_requests_per_second": 1, "limits.address_burst": 3}
    values = ServiceSettings().values
    for service in served(store, ServiceSettings(values={**values, **limits})):
        statuses = [service.send("GET", "/v1/ladder", key=None).status_code for _ in range(6)]
        assert statuses[:3] == [200] * 3
        response = service.send("GET", "/v1/ladder", key=None)
        assert response.status_code == 429
        assert int(response.headers["retry-after"]) >= 1
        assert service.send("GET", "/v1/ladder", key="report").status_code == 200
        assert service.send("GET", "/healthz", key=None).status_code == 200


def test_a_bucket_gives_its_burst_and_then_its_rate() -> None:
    bucket = Buckets(rate=10, burst=5)
    assert [bucket.wait("a", 0.0) > 0 for _ in range(6)] == [False] * 5 + [True]
    assert bucket.wait("a", 0.0) == pytest.approx(0.1)
    assert bucket.wait("b", 0.0) == 0
    assert bucket.wait("a", 0.11) == 0
    assert bucket.wait("a", 0.11) > 0
    assert sum(bucket.wait("c", tenth / 10) == 0 for tenth in range(100)) == 100
