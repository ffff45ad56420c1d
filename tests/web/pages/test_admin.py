"""Administration: only who is signed in, only from its own forms; look first, then once."""

import hashlib

import pytest
from sqlalchemy import select

from terazi.core.types import PlayerId
from terazi.service.keys import Scope, create_key, revoke_key
from terazi.service.sessions import LASTS_MS
from terazi.store.engine import open_store
from terazi.store.schema import session
from terazi.web.pages.site import PLACES
from terazi.web.settings import ServiceSettings
from tests.stores import opened
from tests.web.pages.desk_work import FORM, Person, entries, sign_in, signed_in
from tests.web.service import DEFAULT, Service, at, served

LANGUAGES = ("en", "tr")
INSIDE = sorted(
    steps for steps in PLACES if steps[0] == "admin" and steps[1:] not in (("sign-in",), ("sign-out",))
)
FORMS = [
    ("void", {"game": "g1", "reason": "test", "step": "commit"}),
    ("award", {"tournament": "t", "player": "a", "reason": "test", "step": "commit"}),
    ("outage", {"since": at(), "until": at(), "step": "commit"}),
    ("tournaments", {"tournament": "t", "name": "Cup", "step": "make"}),
    ("rulebook", {"formula": "1.2.0", "effective_from": at(10**9), "step": "commit"}),
    ("players", {"player": "a", "name": "Ayşe", "step": "change"}),
    ("players", {"player": "a", "number": "3", "step": "erase_confirmed"}),
]


@pytest.mark.parametrize("language", LANGUAGES)
def test_nobody_sees_anything_without_signing_in(service: Service, language: str) -> None:
    assert len(INSIDE) >= 10
    stranger = Person(service, "x" * 43)
    for steps in INSIDE:
        path = f"/{language}/{'/'.join(steps)}".removesuffix("/")
        seen = stranger.get(path)
        assert (seen.status_code, seen.headers["location"]) == (303, f"/{language}/admin/sign-in")
        if PLACES[steps].act is not None:
            assert stranger.send(path, {"step": "commit"}).status_code == 303


@pytest.mark.parametrize("key", ["report", "direct", "tz_wrong", ""])
def test_other_keys_do_not_sign_in(service: Service, key: str) -> None:
    response = sign_in(service, key)
    assert response.status_code == 403
    assert "set-cookie" not in response.headers
    assert "That is no key" in response.text


def test_guesses_are_limited(where: str) -> None:
    slow = {"limits.address_burst": 6, "limits.address_requests_per_second": 1}
    limited = ServiceSettings(values=dict(DEFAULT.values) | slow)
    for service in served(opened(where), limited):
        statuses = [sign_in(service, "tz_guess").status_code for _ in range(8)]
        assert statuses[0] == 403
        assert statuses[-1] == 429


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_the_cookie_is_for_this_site_s_forms_alone_and_only_its_digest_is_kept(
    service: Service, scheme: str
) -> None:
    service.client.base_url = f"{scheme}://testserver"
    response = sign_in(service)
    told = response.headers["set-cookie"].lower()
    assert "httponly" in told
    assert "samesite=strict" in told
    assert ("secure" in told) == (scheme == "https")
    secret = response.cookies["terazi_admin"]
    with service.store.reading() as connection:
        kept = [bytes(digest) for digest in connection.scalars(select(session.c.digest))]
    assert kept == [hashlib.sha256(secret.encode()).digest()]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_is_shown_to_who_is_signed_in_and_kept_nowhere(service: Service, language: str) -> None:
    service.game("g1")
    person = signed_in(service)
    for steps in INSIDE:
        shown = person.page(f"/{language}/{'/'.join(steps)}".removesuffix("/"))
        assert shown.one("html").attributes["lang"] == language
        assert shown.one("h1").text


@pytest.mark.parametrize(("step", "fields"), FORMS)
def test_a_form_from_elsewhere_does_nothing(service: Service, step: str, fields: dict[str, str]) -> None:
    service.game("g1")
    person, other = signed_in(service), signed_in(service)
    before, path = entries(service), f"/en/admin/{step}"
    tries = [
        person.send(path, fields | {"proof": ""}),
        person.send(path, fields | {"proof": other.proof}),
        person.send(path, fields, headers={"Origin": "https://elsewhere.example"}),
        person.send(path, fields, headers={"Origin": "null"}),
        person.send(path, fields, headers={"Sec-Fetch-Site": "cross-site"}),
        person.send(path, fields, headers={"Sec-Fetch-Site": "same-site"}),
    ]
    assert [response.status_code for response in tries] == [403] * len(tries)
    assert entries(service) == before
    assert service.get("/v1/players/a")["name"] == "a"


def test_a_form_from_here_is_taken(service: Service) -> None:
    service.game("g1")
    person = signed_in(service)
    here = {"Origin": "http://testserver", "Sec-Fetch-Site": "same-origin"}
    taken = person.send("/en/admin/void", {"game": "g1", "reason": "test", "step": "look"}, headers=here)
    assert taken.status_code == 200


def test_signing_in_from_elsewhere_is_refused(service: Service) -> None:
    assert sign_in(service, headers={"Origin": "https://elsewhere.example"}).status_code == 403


@pytest.mark.parametrize(("later", "status"), [(LASTS_MS - 1, 200), (LASTS_MS, 303)])
def test_a_session_ends_by_itself(service: Service, later: int, status: int) -> None:
    person = signed_in(service)
    service.now += later
    assert person.get("/en/admin").status_code == status


def test_a_revoked_key_ends_its_sessions(service: Service) -> None:
    key = create_key(service.store, list(Scope), service.now)
    person, other = signed_in(service, key.secret), signed_in(service)
    assert revoke_key(service.store, key.stored.begins, service.now)
    assert person.get("/en/admin").status_code == 303
    assert person.send("/en/admin/void", {"game": "g1", "step": "look"}).status_code == 303
    assert other.get("/en/admin").status_code == 200


def test_who_signs_out_is_out(service: Service) -> None:
    person = signed_in(service)
    assert person.send("/en/admin/sign-out", {"proof": "guess"}).status_code == 403
    assert person.send("/en/admin/sign-out", {}).status_code == 303
    assert person.get("/en/admin").status_code == 303


def test_another_process_knows_the_session(service: Service, where: str) -> None:
    person = signed_in(service)
    for elsewhere in served(open_store(where)):
        assert Person(elsewhere, person.cookie).get("/en/admin").status_code == 200


@pytest.mark.parametrize("step", ["void", "award", "outage", "tournaments", "import"])
def test_a_key_does_only_what_its_scopes_allow(service: Service, step: str) -> None:
    service.game("g1")
    person, before = signed_in(service, "admin"), entries(service)
    assert person.send(f"/en/admin/{step}", {"game": "g1", "step": "commit"}).status_code == 403
    assert person.page(f"/en/admin/{step}").all("div", class_="warn")
    assert entries(service) == before


@pytest.mark.parametrize(
    "kind", [FORM, "multipart/form-data; boundary=x", "application/json", "", "multipart/"]
)
@pytest.mark.parametrize("body", [b"", b"\xff\x00", b"--x", b"--x\r\n\r\n--x--", b"a=%zz&&=", b"x" * 60_000])
def test_a_body_that_is_no_form_is_refused(service: Service, kind: str, body: bytes) -> None:
    person = signed_in(service)
    assert person.post("/en/admin/void", body, kind).status_code in (400, 403, 422)


def test_a_game_is_looked_at_then_taken_back_once(service: Service) -> None:
    service.game("g1", cube=4)
    person, before = signed_in(service), entries(service)
    fields = {"game": "g1", "reason": "wrong_result", "note": "typed\r\nwrongly"}
    looked = person.done("/en/admin/void", fields | {"step": "look"})
    told = service.post("/v1/games/g1/void?dry_run=true", {"reason": "wrong_result"}, 200)
    deltas = [side["delta"] for side in told["sides"]]
    shown = [change.text for change in looked.all("span", class_="change")]
    assert shown == ["▼ −21", "▲ +21"] == [f"{'▲ +' if d > 0 else '▼ −'}{abs(d)}" for d in deltas]
    assert entries(service) == before
    for _ in range(2):
        done = person.done("/tr/admin/void", fields | {"step": "commit"})
        assert not done.all("textarea")
        assert entries(service) == before + 1
    view = service.get("/v1/games/g1")
    assert (view["reason"], view["void"]["reason"], view["void"]["note"]) == (
        "void",
        "wrong_result",
        "typed\nwrongly",
    )


@pytest.mark.parametrize(
    ("fields", "beside"),
    [
        ({"game": "nothing", "reason": "test"}, "game"),
        ({"game": "\x00", "reason": "test"}, "game"),
        ({"game": "g1", "reason": "replaced"}, "reason"),
        ({"game": "g1", "reason": "whim"}, "reason"),
        ({"game": "g1", "reason": "test", "note": "\x07"}, "note"),
    ],
)
def test_what_cannot_be_taken_back_is_told_beside_its_field(
    service: Service, fields: dict[str, str], beside: str
) -> None:
    service.game("g1")
    person, before = signed_in(service), entries(service)
    for step in ("look", "commit"):
        told = person.done("/en/admin/void", fields | {"step": step})
        assert told.one("span", id=f"{beside}-wrong").text
    assert entries(service) == before


def test_tournaments_are_made_closed_and_an_award_is_taken_back_once(service: Service) -> None:
    service.game("g1")
    person = signed_in(service)
    cup = {"tournament": "cup 1/2", "name": "Kış Kupası", "visibility": "public", "awards": "40, 20"}
    for _ in range(2):
        person.done("/en/admin/tournaments", cup | {"step": "make"})
    podium = {"tournament": "cup 1/2", "podium": "1. a\r\n\r\n2) b", "step": "podium"}
    for _ in range(2):
        person.done("/en/admin/tournaments", podium)
    held = service.get("/v1/tournaments/cup%201%2F2")
    assert [one["side"]["delta"] for one in held["given"]] == [40, 20]
    other = person.done("/en/admin/tournaments", podium | {"podium": "1 b"})
    assert not other.all("div", class_="note")
    before = entries(service)
    award = {"tournament": "cup 1/2", "player": "a", "reason": "other"}
    person.done("/en/admin/award", award | {"step": "look"})
    assert entries(service) == before
    for _ in range(2):
        person.done("/en/admin/award", award | {"step": "commit"})
        assert entries(service) == before + 1


@pytest.mark.parametrize(
    ("fields", "beside"),
    [
        ({"step": "make", "tournament": "", "name": "x"}, "tournament"),
        ({"step": "make", "tournament": "t", "name": ""}, "name"),
        ({"step": "make", "tournament": "t", "name": "x", "awards": "1, many"}, "awards"),
        ({"step": "make", "tournament": "t", "name": "x", "visibility": "secret"}, "visibility"),
    ],
)
def test_what_is_no_tournament_is_told_beside_its_field(
    service: Service, fields: dict[str, str], beside: str
) -> None:
    person, before = signed_in(service), entries(service)
    told = person.done("/en/admin/tournaments", fields)
    assert told.one("span", id=f"{beside}-wrong").text
    assert entries(service) == before


def test_an_outage_is_listed_and_taken_back_by_its_list(service: Service) -> None:
    for number in range(3):
        service.game(f"g{number}", finished_at=at(number))
    person, before = signed_in(service), entries(service)
    span = {"since": at(0), "until": at(1), "note": "power"}
    looked = person.done("/en/admin/outage", span | {"step": "look"})
    digest = looked.one("input", name="digest").attributes["value"]
    assert entries(service) == before
    service.game("late", finished_at=at(1))
    refused = person.done("/en/admin/outage", span | {"digest": digest, "step": "commit"})
    assert refused.one("span", id="since-wrong").text
    assert entries(service) == before + 1
    looked = person.done("/en/admin/outage", span | {"step": "look"})
    digest = looked.one("input", name="digest").attributes["value"]
    for _ in range(2):
        person.done("/en/admin/outage", span | {"digest": digest, "step": "commit"})
        assert entries(service) == before + 4


def test_a_version_is_rehearsed_then_put_into_force_once(service: Service) -> None:
    for number in range(4):
        service.game(f"g{number}")
    person, before = signed_in(service), entries(service)
    wanted = {"name": "club", "divisor": "400", "k": "64", "effective_from": at(10**9)}
    looked = person.done("/en/admin/rulebook", wanted | {"step": "look"})
    assert "Last month under version club" in looked.text
    assert len(looked.one("main").all("table")) == 2
    assert entries(service) == before
    for _ in range(2):
        person.done("/en/admin/rulebook", wanted | {"step": "commit"})
        assert entries(service) == before + 1
    assert [one["formula"]["name"] for one in service.get("/v1/rulebook")["versions"]] == ["1.3.1", "club"]


@pytest.mark.parametrize(
    ("fields", "beside"),
    [
        ({"formula": "1.2.0", "effective_from": ""}, "effective_from"),
        ({"formula": "1.2.0", "effective_from": "tomorrow"}, "effective_from"),
        ({"formula": "9.9", "effective_from": at(10**9)}, "formula"),
        ({"name": "x", "divisor": "0", "effective_from": at(10**9)}, "divisor"),
        ({"name": "x", "divisor": "many", "effective_from": at(10**9)}, "divisor"),
        ({"name": "x", "divisor": "400", "busy_k": "16", "effective_from": at(10**9)}, "busy_games"),
        ({"name": "1.2.0", "divisor": "401", "effective_from": at(10**9)}, "formula"),
    ],
)
def test_what_is_no_version_is_told_beside_its_field(
    service: Service, fields: dict[str, str], beside: str
) -> None:
    person, before = signed_in(service), entries(service)
    told = person.done("/en/admin/rulebook", fields | {"step": "commit"})
    assert [e.attributes["id"] for e in told.all("span", class_="wrong") if e.text] == [f"{beside}-wrong"]
    assert entries(service) == before


def test_a_version_that_comes_too_soon_is_refused(service: Service) -> None:
    service.game("g1")
    told = signed_in(service).done(
        "/en/admin/rulebook", {"formula": "1.2.0", "effective_from": at(), "step": "commit"}
    )
    assert told.one("span", id="effective_from-wrong").text


def test_a_player_is_named_unlisted_and_listed_again(service: Service) -> None:
    service.game("g1")
    person = signed_in(service)
    for fields, expected in (
        ({"name": "Ayşe <b>", "unlisted": "yes"}, ("Ayşe <b>", True)),
        ({"name": ""}, ("a", False)),
    ):
        person.done("/en/admin/players", {"player": "a", "step": "change"} | fields)
        told = service.get("/v1/players/a")
        assert (told["name"], told["unlisted"]) == expected
    told = person.done("/en/admin/players", {"player": "nobody", "name": "x", "step": "change"})
    assert told.one("span", id="player-wrong").text


def test_an_erasure_asks_first_and_never_meets_somebody_else(service: Service) -> None:
    service.game("g1")
    person, before = signed_in(service), entries(service)
    asked = person.done("/en/admin/players", {"player": "a", "step": "erase"})
    assert entries(service) == before
    number = asked.one("input", name="number").attributes["value"]
    sure = {"player": "a", "number": number, "step": "erase_confirmed"}
    person.done("/en/admin/players", sure)
    assert entries(service) == before + 1
    service.put(f"/v1/players/{PlayerId('a')}", {}, 201)
    again = entries(service)
    told = person.done("/en/admin/players", sure)
    assert told.one("span", id="player-wrong").text
    assert entries(service) == again


HOSTILE = ("<script>alert(1)</script>", '"onload="x', "\u202eabc", "=cmd", "😀" * 20)


def test_what_was_refused_is_shown_newest_first_as_text(service: Service) -> None:
    service.game("g1")
    service.game("g1", winner="b", loser="a", status=409)
    for value in HOSTILE:
        body = {"finished_at": at(), "winner": value, "loser": value}
        assert service.send("PUT", "/v1/games/g2", body).status_code == 422
    person = signed_in(service)
    shown = person.page("/en/admin/refusals")
    codes = [code.text for code in shown.one("main").all("code")]
    assert codes == ["same_player"] * len(HOSTILE) + ["conflict"]
    assert not shown.one("main").all("script")
    assert "\u202e" not in shown.text
    assert "nothing was refused" not in shown.text.lower()


def test_refused_lines_of_a_batch_are_shown_too(service: Service) -> None:
    service.send("POST", "/v1/games:batch", b'{"game_id":"g9","winner":"a"}\nnonsense\n')
    codes = [code.text for code in signed_in(service).page("/en/admin").one("tbody").all("code")]
    assert sorted(codes) == ["bad_json", "missing_value"]


def test_keys_are_listed_without_their_secrets(service: Service) -> None:
    person = signed_in(service)
    text = person.get("/en/admin/keys").text
    for secret in service.keys.values():
        assert secret[:11] in text
        assert secret not in text
        assert hashlib.sha256(secret.encode()).hexdigest() not in text
