"""The OpenAPI document is complete and true: schemathesis tries what it tells of, and finds it so."""

from collections.abc import Iterator
from pathlib import Path
from tempfile import gettempdir
from typing import Any

import pytest
import schemathesis
from fastapi.routing import APIRoute
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import positive_data_acceptance

from terazi.service.keys import Scope, create_key
from terazi.store.engine import open_store
from terazi.web.app import ROUTERS, create_app
from terazi.web.desk import Desk, clock_ms
from terazi.web.settings import ServiceSettings
from tests.stores import opened
from tests.web.processes import port, servers

EXAMPLES = 12
BATCH = "POST /v1/games:batch"


@schemathesis.serializer("application/x-ndjson")
def ndjson(context: Any, value: Any) -> bytes:
    """Lines as they are."""
    return str(value).encode("utf-8", "replace")


def document() -> dict[str, Any]:
    """The document, made without a store."""
    store = open_store(str(Path(gettempdir()) / "never-opened.db"))
    return create_app(Desk(store=store, settings=ServiceSettings())).document()


DOCUMENT = document()
OPERATIONS: dict[str, Any] = {
    result.ok().label: result.ok()
    for result in schemathesis.openapi.from_dict(DOCUMENT).get_all_operations()
    if isinstance(result, Ok)
}


def test_the_document_tells_of_every_route() -> None:
    told = {(path, method.upper()) for path, methods in DOCUMENT["paths"].items() for method in methods}
    routes = [route for router in ROUTERS for route in router.routes if isinstance(route, APIRoute)]
    there = {(route.path_format, method) for route in routes for method in route.methods or ()}
    assert told == there
    assert len(told) == len(OPERATIONS) > 20


def test_every_route_and_every_body_has_words() -> None:
    routes = [route for methods in DOCUMENT["paths"].values() for route in methods.values()]
    assert all(route.get("description") for route in routes)
    schemas = DOCUMENT["components"]["schemas"]
    ours = {name: schema for name, schema in schemas.items() if schema.get("type") == "object"}
    assert not [name for name, schema in ours.items() if not schema.get("description")]


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, str]]:
    """Where a service listens, and a key to it."""
    where = str(tmp_path_factory.mktemp("openapi") / "ladder.db")
    store = opened(where)
    key = create_key(store, list(Scope), clock_ms()).secret
    store.close()
    at = port()
    with servers(where) as started:
        started.start(at)
        started.ready(at, key)
        yield f"http://127.0.0.1:{at}", key


@pytest.mark.slow
@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE])
@pytest.mark.parametrize("label", OPERATIONS)
def test_the_service_does_what_its_document_says(
    label: str, mode: GenerationMode, address: tuple[str, str]
) -> None:
    where, key = address
    if label == BATCH and mode is GenerationMode.NEGATIVE:
        pytest.skip("every line of a batch has an answer of its own, good or bad")

    @settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
    @given(case=OPERATIONS[label].as_strategy(generation_mode=mode))
    def check(case: Any) -> None:
        headers = {"Authorization": f"Bearer {key}"}
        case.call_and_validate(base_url=where, headers=headers, excluded_checks=[positive_data_acceptance])

    try:
        check()
    except Unsatisfiable:
        assert mode is GenerationMode.NEGATIVE, "there is always something right to say"
        pytest.skip("nothing wrong can be said here")
