"""A site in a browser whose every address is answered by a test: for the script of the pages."""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route

from terazi.core.entries import RulebookChange
from terazi.ledger.codec import decode
from terazi.ledger.digest import table_lines
from tests.ledger_log.logs import story
from tests.ledger_log.vectors import FOLDER

SCRIPT = Path(__file__).parents[2] / "src/terazi/web/static/verify.js"
SECURE, INSECURE = "https://ladder.example", "http://ladder.example"
POLICY = {"Content-Security-Policy": "default-src 'none'; script-src 'self'; connect-src 'self'"}


class Site:
    """A site in a browser whose every address is answered here; whatever the console says is an error."""

    def __init__(self, page: Page) -> None:
        self.page, self.said = page, list[str]()
        self.answers: dict[str, tuple[int, str, str]] = {
            "/": (200, "text/html", "<!doctype html><title>t</title>"),
            "/static/verify.js": (200, "text/javascript", SCRIPT.read_text(encoding="utf-8")),
        }
        page.on("console", lambda message: self.said.append(message.text))
        page.on("pageerror", lambda error: self.said.append(str(error)))
        page.route("**/*", self._answer)

    def _answer(self, route: Route) -> None:
        path = route.request.url.removeprefix(SECURE).removeprefix(INSECURE)
        status, kind, body = self.answers.get(path, (404, "text/plain", ""))
        route.fulfill(status=status, headers={"Content-Type": kind} | POLICY, body=body)

    def run(self, body: str, argument: object) -> Any:
        """What a function of the script's exports gives."""
        self.page.goto(f"{SECURE}/")
        return self.page.evaluate(
            f"async (given) => {{ const verify = await import('/static/verify.js'); {body} }}", argument
        )


@pytest.fixture
def site(browser: Browser) -> Iterator[Site]:
    page = browser.new_page()
    made = Site(page)
    yield made
    page.close()


@cache
def table(line: bytes) -> str:
    """The table of the version of a rulebook's line."""
    change = decode(line).facts
    assert isinstance(change, RulebookChange)
    formula = change.edition.formula
    return "".join(f"{row}\n" for row in table_lines(formula, formula.reach()))


def vector(name: str) -> Any:
    return json.loads((FOLDER / name).read_bytes())


VERSIONS = {number: table(story()[number]) for number in (1, 19)}
"""Rulebook entries of the vectors' ledger, with their tables."""
