"""A browser at a site whose answers come from a service in this process, its log published."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import Browser, Page, Route
from starlette.testclient import TestClient

from terazi.ledger.keys import new_key, save_key
from terazi.ledger.signer import Signer, load_signer
from terazi.store.engine import Store
from terazi.web.app import create_app
from terazi.web.desk import Desk
from terazi.web.log_keeper import Keeper
from terazi.web.settings import ServiceSettings

SECURE, INSECURE = "https://ladder.example", "http://ladder.example"
Change = Callable[[str], str]


@dataclass
class Reader:
    """A browser at a site whose answers come from a service in this process, changed on the way or not."""

    page: Page
    client: TestClient
    change: dict[str, Change] = field(default_factory=dict)
    trouble: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.on("console", lambda message: self.trouble.append(message.text))
        self.page.on("pageerror", lambda error: self.trouble.append(str(error)))
        self.page.route("**/*", self._answer)

    def _answer(self, route: Route) -> None:
        path = route.request.url.removeprefix(SECURE).removeprefix(INSECURE)
        answer = self.client.get(path, headers={"Accept-Encoding": "identity"})
        body = answer.content
        if path in self.change:
            body = self.change[path](body.decode()).encode()
        headers = {name: value for name, value in answer.headers.items() if name != "content-length"}
        route.fulfill(status=answer.status_code, headers=headers, body=body)

    def verdict(self, path: str, site: str = SECURE) -> str:
        """What the page finds of itself: the state of the whole."""
        self.page.goto(site + path)
        self.page.wait_for_selector("section[data-verify][data-state]")
        return str(self.page.get_attribute("section[data-verify]", "data-state"))

    def said(self, check: str) -> str:
        """What the page says of a check."""
        return self.page.locator(f'[data-check="{check}"]').inner_text().strip()


@contextmanager
def reader_of(browser: Browser, store: Store, folder: Path) -> Iterator[Reader]:
    """A reader of a ladder whose log is published into a folder."""
    save_key(folder / "key", new_key("example.org/ladder"))
    signer = load_signer(folder / "key")
    assert isinstance(signer, Signer)
    keeper = Keeper(store, folder / "log", signer)
    keeper.publish()
    desk = Desk(store=store, settings=ServiceSettings(), log=keeper)
    page = browser.new_page()
    with TestClient(create_app(desk), raise_server_exceptions=False) as client:
        yield Reader(page, client)
    page.close()
