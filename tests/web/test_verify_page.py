"""What the pages' script tells the reader: right, wrong and where, or not checked."""

import json
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from terazi.core.types import GameId
from terazi.ledger.keys import new_key, save_key
from terazi.ledger.signer import Signer, load_signer
from terazi.service.ladders import ledger_lines
from terazi.store.engine import Store
from terazi.web.app import create_app
from terazi.web.desk import Desk
from terazi.web.log_keeper import Keeper
from terazi.web.settings import ServiceSettings
from tests.ledger_log.logs import KEY
from tests.ledger_log.vectors import FOLDER
from tests.service.log_story import tell
from tests.web.script_site import INSECURE, SECURE, VERSIONS, Site

# --- what the reader sees ------------------------------------------------------------------------------

CHECKS = ("entry", "tree", "signature", "sums", "page", "whole")


def page_of(shown: str = "", **data: object) -> str:
    """A page with the section that the script's head describes; `shown` is what it says of its entry."""
    attributes = "".join(f' data-{name}="{value}"' for name, value in data.items() if value is not None)
    places = "".join(f'<li data-check="{check}">?</li>' for check in CHECKS)
    slots = "".join(
        f'<b data-slot="{slot}"></b> ' for slot in ("entries", "number", "field", "says", "should")
    )
    states = ("right", "wrong", "open", "early", "none")
    words = "".join(
        f'<template data-say="{check}.{state}">{check} {state} {slots}</template>'
        for check in CHECKS
        for state in states
    )
    section = f'<section data-verify aria-live="polite"{attributes}><ul>{places}</ul>{words}</section>'
    script = '<script type="module" src="/static/verify.js"></script>'
    return f'<!doctype html><html lang="tr"><title>t</title><body>{shown}{section}{script}</body></html>'


def seen(site: Site, address: str = f"{SECURE}/page") -> tuple[dict[str, str], dict[str, str]]:
    """The state and the words of every check, once the script has come to its end."""
    site.page.goto(address)
    site.page.wait_for_selector("section[data-state]")
    places = site.page.locator("[data-check]").all()
    names = [place.get_attribute("data-check") or "" for place in places]
    states = {
        name: place.get_attribute("data-state") or "" for name, place in zip(names, places, strict=True)
    }
    return states, {name: place.inner_text().strip() for name, place in zip(names, places, strict=True)}


def put_proof(site: Site, **about: object) -> None:
    """The vectors' proof, their first version's table, and a page about both."""
    site.answers["/proof"] = (200, "application/json", (FOLDER / "proof.json").read_text(encoding="utf-8"))
    site.answers["/table"] = (200, "text/csv", VERSIONS[1])
    shown = (
        '<data data-member="winner.delta" value="24">+24</data><data data-member="cube" value="2">2</data>'
    )
    shown += '<data data-member="reason" data-of="320" value="cheating">…</data>'
    given = {"proof": "/proof", "table": "/table", "game": "first", "key": str(KEY.verifier)} | about
    site.answers["/page"] = (200, "text/html; charset=utf-8", page_of(**({"shown": shown} | given)))  # type: ignore[arg-type]


def test_a_page_that_is_right_says_so_in_all_its_parts_under_a_strict_policy(site: Site) -> None:
    put_proof(site)
    states, words = seen(site)
    assert set(states.values()) == {"right"}
    assert words["tree"] == "tree right 327"
    assert words["entry"].startswith("entry right 8")
    assert site.said == []


@pytest.mark.parametrize(
    ("about", "check", "slots"),
    [
        ({"shown": '<data data-member="winner.delta" value="25">+25</data>'}, "page", "8 winner.delta 25 24"),
        ({"shown": '<data data-member="nothing.at.all" value="1">1</data>'}, "page", "8 nothing.at.all 1"),
        ({"game": "boost"}, "entry", "8"),
        ({"game": None, "number": "9"}, "entry", "8"),
        ({"key": f"{KEY.name}+00000000+AAAA"}, "signature", ""),
    ],
)
def test_a_page_that_is_wrong_says_where(site: Site, about: dict[str, Any], check: str, slots: str) -> None:
    put_proof(site, **about)
    states, words = seen(site)
    assert (states[check], states["whole"]) == ("wrong", "wrong")
    assert words[check].startswith(f"{check} wrong {slots}".strip())


def test_without_a_key_of_the_page_the_proofs_own_is_believed(site: Site) -> None:
    put_proof(site, key=None)
    assert seen(site)[0]["whole"] == "right"


@pytest.mark.parametrize(
    ("path", "status", "whole"), [("/proof", 503, "early"), ("/proof", 404, "none"), ("/table", 500, "open")]
)
def test_what_cannot_be_had_is_not_called_right(site: Site, path: str, status: int, whole: str) -> None:
    put_proof(site)
    site.answers[path] = (status, "text/plain", "…")
    assert seen(site)[0]["whole"] == whole


def test_without_https_the_page_says_that_it_could_not_check(site: Site) -> None:
    put_proof(site)
    assert seen(site, f"{INSECURE}/page")[0]["whole"] == "none"
    assert site.said == []


def test_where_the_browser_has_no_ed25519_the_signature_stays_open(site: Site) -> None:
    put_proof(site)
    site.page.add_init_script(
        "crypto.subtle.importKey = () => Promise.reject(new DOMException('', 'NotSupportedError'))"
    )
    states, _ = seen(site)
    assert (states["signature"], states["tree"], states["sums"], states["whole"]) == (
        "open",
        "right",
        "right",
        "open",
    )


def test_what_the_service_answers_is_found_right_for_games_voids_and_awards(
    site: Site, store: Store, tmp_path: Path
) -> None:
    save_key(tmp_path / "key", new_key("example.org/ladder"))
    signer = load_signer(tmp_path / "key")
    assert isinstance(signer, Signer)
    keeper = Keeper(store, tmp_path / "log", signer)
    tell(store, busy=6)
    keeper.publish()
    desk = Desk(store=store, settings=ServiceSettings(), log=keeper)
    lines = list(map(json.loads, ledger_lines(store, 0, 10_000)))
    with TestClient(create_app(desk), raise_server_exceptions=False) as client:
        tables = {
            each["formula"]["name"]: each["table_sha256"]
            for each in client.get("/v1/rulebook").json()["versions"]
        }
        for line in lines:
            if line["kind"] not in {"game", "void", "award"}:
                continue
            proof, version = (
                f"/log/entries/{line['number']}",
                lines[line.get("voids", line["number"])].get("formula"),
            )
            site.answers[proof] = (200, "application/json", client.get(proof).text)
            table = None if version is None else f"/v1/tables/{tables[version]}"
            if table is not None:
                site.answers[table] = (200, "text/csv", client.get(table).text)
            page = page_of(proof=proof, table=table, number=line["number"], key=str(signer.key.verifier))
            site.answers["/page"] = (200, "text/html", page)
            states, _ = seen(site)
            assert states["whole"] == "right", line
            has_sums = line["kind"] != "game" or version is not None
            assert states["sums"] == "right" if has_sums else states["sums"] != "wrong"
        game = client.get("/log/proofs/g3").json()
    assert GameId(json.loads(game["entries"][0]["entry"])["game"]) == "g3"
