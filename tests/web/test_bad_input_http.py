"""Whatever comes in, the answer is a problem with a code and never a broken program."""

import base64
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from terazi.service.ladders import head
from terazi.web.settings import ServiceSettings
from tests.stores import opened
from tests.web.service import Service, at, checked, served

DEEP = b"[" * 100_000
RAW = {
    "nothing": (b"", 400, "bad_json"),
    "blanks": (b" \n", 400, "bad_json"),
    "a list": (b"[]", 400, "bad_json"),
    "half": (b'{"winner":', 400, "bad_json"),
    "deep": (b'{"a":' * 10_000 + b"1" + b"}" * 10_000, 400, "bad_json"),
    "deeper": (DEEP[:60_000], 400, "bad_json"),
    "not UTF-8": (b'{"winner": "\xff"}', 400, "bad_utf8"),
    "UTF-16": ('{"winner": "a"}'.encode("utf-16"), 400, None),
    "NUL": (b'{"winner": "a\\u0000"}', 400, "nul_byte"),
    "half a pair": (b'{"winner": "\\ud800"}', 400, "bad_json"),
    "a key twice": (b'{"winner": "a", "winner": "b"}', 400, "bad_json"),
    "NaN": (b'{"cube": NaN}', 400, "bad_json"),
    "a huge integer": (b'{"cube": ' + b"9" * 5_000 + b"}", 400, "bad_json"),
    "too large": (b" " * 70_000, 413, "body_too_large"),
}
AWKWARD_IDS = [
    "'; DROP TABLE entry; --",
    '" OR 1=1 --',
    "<script>alert(1)</script>",
    "%s%n%x",
    "../../etc/passwd",
    "a/b",
    "a%2Fb",
    "g1/explain",
    "..",
    "İ",
    "ı",
    "🎲",
    "a b",
    "a?b#c",
    "x" * 128,
    ":batch",
]
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
KEYS = st.sampled_from(
    "finished_at winner loser mode cube win termination fault tournament replaces draw accepted_at players "
    "events until name opening unlisted awards visibility places reason note since digest you opponent "
    "formula k".split()
)
BODIES = st.dictionaries(KEYS | st.text(max_size=5), VALUES, max_size=6)
ROUTES = st.sampled_from(
    [
        ("PUT", "/v1/games/{}"),
        ("POST", "/v1/games/{}/void"),
        ("PUT", "/v1/players/{}"),
        ("PUT", "/v1/tournaments/{}"),
        ("PUT", "/v1/tournaments/{}/podium"),
        ("POST", "/v1/outages/void"),
        ("POST", "/v1/preview"),
        ("POST", "/v1/rulebook"),
    ]
)


@pytest.fixture
def where(tmp_path: Path) -> str:
    """SQLite alone: the store has no part in this."""
    return str(tmp_path / "ladder.db")


@pytest.mark.parametrize("what", RAW)
def test_bodies_that_are_none(service: Service, what: str) -> None:
    body, status, code = RAW[what]
    for method, path in (("PUT", "/v1/games/g1"), ("PUT", "/v1/players/a"), ("POST", "/v1/preview")):
        answer = checked(service.send(method, path, body), status)
        assert code is None or answer["code"] == code, answer
    assert head(service.store).number == 2


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (b'{"winner":', "1:11"),
        (b'{"winner": "a",\n "loser" "b"}', "2:10"),
        (b'{"winner": "a", "loser": "b", "winner": "c"}', "“winner”"),
        (b'{"cube": NaN}', "“NaN”"),
        (b"", "1:1"),
    ],
)
def test_what_is_no_json_is_told_in_the_callers_language(service: Service, body: bytes, said: str) -> None:
    told = {
        language: checked(service.send("PUT", "/v1/games/g1", body, lang=language), 400)["detail"]
        for language in ("en", "tr")
    }
    assert all(said in detail for detail in told.values()), told
    assert "JSON object" in told["en"]
    assert "JSON nesnesi" in told["tr"]


@pytest.mark.parametrize(
    ("facts", "pointer"),
    [
        ({"winner": 1.5}, "#/winner"),
        ({"winner": ["a"]}, "#/winner"),
        ({"winner": {}}, "#/winner"),
        ({"winner": True}, "#/winner"),
        ({"winner": ""}, "#/winner"),
        ({"winner": " a"}, "#/winner"),
        ({"winner": "x" * 129}, "#/winner"),
        ({"winner": "a\n"}, "#/winner"),
        ({"cube": 10**300}, "#/cube"),
        ({"cube": -2}, "#/cube"),
        ({"cube": True}, "#/cube"),
        ({"finished_at": 1790000000000}, "#/finished_at"),
        ({"finished_at": "2026-13-01T00:00:00Z"}, "#/finished_at"),
        ({"finished_at": "2026-10-01T00:00:00"}, "#/finished_at"),
        ({"finished_at": "9" * 10_000}, "#/finished_at"),
        ({"mode": "chess"}, "#/mode"),
        ({"win": 2}, "#/win"),
        ({"termination": "bored"}, "#/termination"),
        ({"fault": "a", "termination": "resign"}, "#/fault"),
        ({"win": "gammon", "termination": "drop"}, "#/win"),
        ({"events": {}}, "#/winner"),
    ],
)
def test_values_of_the_wrong_kind_are_named(service: Service, facts: dict[str, Any], pointer: str) -> None:
    assert service.game("g1", status=422, **facts)["pointer"] == pointer


def test_ids_are_exact_whatever_they_hold(service: Service) -> None:
    for number, game_id in enumerate(AWKWARD_IDS):
        path = "".join(f"%{byte:02X}" for byte in game_id.encode())
        answer = service.game(path, game_id, "other", finished_at=at(number))
        assert (answer["game_id"], answer["winner"]["player"]) == (game_id, game_id)
        assert service.get(f"/v1/games/{path}")["game_id"] == game_id
        assert service.get(f"/v1/players/{path}")["player"] == game_id
        assert service.get(f"/v1/games/{path}/explain")["game"]["game_id"] == game_id
    assert service.get("/v1/players/other")["games"] == len(AWKWARD_IDS)


def test_names_are_text_and_nothing_else(service: Service) -> None:
    for name in ("<b>x</b>", "'; DROP TABLE name; --", "{{7*7}}", "=cmd"):
        service.send("PUT", "/v1/players/a", {"name": name})
        assert service.get("/v1/players/a")["name"] == name
    for name in ("", " a", "a\nb", "\u202ea", "x" * 201):
        assert service.put("/v1/players/a", {"name": name}, 422)["pointer"] == "#/name"


@pytest.mark.parametrize(
    ("path", "body", "pointer", "possible"),
    [
        ("/v1/games/g1/void", {"reason": "bored"}, "#/reason", "test, cheating, outage, wrong_result, other"),
        ("/v1/preview", {"you": "a", "opponent": "b", "cube": 3}, "#/cube", "1, 2, 4, 8, 16, 32, 64"),
        ("/v1/preview", {"you": {"rating": 10**9}, "opponent": "b"}, "#/you/rating", "≤ 1000000"),
        ("/v1/games/g1/void", {"reason": "test", "note": "x" * 2001}, "#/note", "≤ 2000"),
    ],
)
def test_small_bodies_are_told_what_would_have_been_right(
    service: Service, path: str, body: dict[str, Any], pointer: str, possible: str
) -> None:
    for lang in ("en", "tr"):
        problem = service.post(path, body, 422, lang=lang)
        assert (problem["pointer"], possible in problem["detail"]) == (pointer, True), problem


def test_paths_and_methods_that_are_not_there(service: Service) -> None:
    assert service.get("/v2/games/g1", 404)["code"] == "no_such_page"
    assert service.get("/v1/games/", 404)["code"] == "no_such_page"
    assert service.get("/problems/nonsense", 404)["code"] == "no_such_page"
    response = service.send("PATCH", "/v1/games/g1", {})
    assert (response.status_code, response.json()["code"]) == (405, "method_not_allowed")
    assert "allow" in response.headers
    assert service.put("/v1/games/%FF", {}, 422)["code"] == "bad_game_id"
    service.get("/v1/games/%FF", 422)


def test_a_batch_has_limits_and_every_bad_line_its_own_problem(service: Service) -> None:
    body = b"\n".join(raw for raw, *_ in RAW.values() if b"\n" not in raw and len(raw) < 7_000 and raw)
    answers = [
        json.loads(line) for line in service.send("POST", "/v1/games:batch", body).content.splitlines()
    ]
    assert len(answers) == len(body.splitlines())
    assert {answer["status"] for answer in answers} == {400}
    too_many = service.send("POST", "/v1/games:batch", b"{}\n" * 10_001)
    assert checked(too_many, 413)["code"] == "too_many_lines"


def test_limits_of_size_hold_for_bodies_in_pieces(service: Service) -> None:
    pieces = (b" " * 1_000 for _ in range(100))
    headers = {"Authorization": f"Bearer {service.keys['all']}"}
    response = service.client.request("PUT", "/v1/games/g1", content=pieces, headers=headers)
    assert (response.status_code, response.json()["code"]) == (413, "body_too_large")


def test_every_request_has_an_id(service: Service) -> None:
    given = service.send("GET", "/healthz", headers={"X-Request-ID": "abc-1"})
    assert given.headers["x-request-id"] == "abc-1"
    made = service.send("GET", "/nothing", headers={"X-Request-ID": "a b\n<"[:3]})
    assert made.json()["request_id"] == made.headers["x-request-id"] != "a b"


def test_fuzzed_bodies_never_break_the_service(tmp_path_factory: pytest.TempPathFactory) -> None:
    store = opened(str(tmp_path_factory.mktemp("fuzz") / "ladder.db"))
    values = {**ServiceSettings().values, "limits.body_bytes": 4_096}
    for service in served(store, ServiceSettings(values=values)):
        fuzz(service)


def fuzz(service: Service) -> None:
    @settings(suppress_health_check=list(HealthCheck))
    @given(route=ROUTES, name=st.text(min_size=1, max_size=10), body=BODIES)
    def one(route: tuple[str, str], name: str, body: dict[str, Any]) -> None:
        method, path = route
        place = "".join(f"%{byte:02X}" for byte in name.encode("utf-8", "surrogatepass"))
        response = service.send(method, path.format(place), json.dumps(body).encode())
        assert response.status_code < 500, response.text
        if response.status_code >= 400:
            checked(response, response.status_code)

    one()


NUMBERS = st.integers() | st.sampled_from(
    [sign * 2**power + by for sign in (1, -1) for power in (31, 53, 62, 63) for by in (-1, 0, 1)]
)
PARTS = st.lists(NUMBERS | VALUES, max_size=3)
TEXTS = (
    st.text(max_size=12)
    | NUMBERS.map(str)
    | st.sampled_from(["", "9" * 5_000, "1e3", "+1", "٣", at(), at(10**12)])
)
ASKED = st.sampled_from(
    "leaderboard?cursor leaderboard?limit leaderboard?active_days leaderboard?as_of "
    "boosted?cursor boosted?limit boosted?week players/a?as_of "
    "players/a/history?cursor players/a/history?limit players/a/history?as_of "
    "ledger?from ledger?limit".split()
)


def test_fuzzed_cursors_and_numbers_never_break_the_service(service: Service) -> None:
    service.game("g1")
    service.game("b1", mode="boosted")

    @settings(suppress_health_check=list(HealthCheck))
    @given(asked=ASKED, parts=PARTS, text=TEXTS, as_parts=st.booleans())
    def one(asked: str, parts: list[Any], text: str, as_parts: bool) -> None:
        path, _, name = asked.partition("?")
        raw = base64.urlsafe_b64encode(json.dumps(parts).encode()).decode().rstrip("=")
        response = service.send("GET", f"/v1/{path}", params={name: raw if as_parts else text})
        assert response.status_code in (200, 422), response.text
        if response.status_code == 422:
            assert checked(response, 422)["parameter"] == name

    one()
