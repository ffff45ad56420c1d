"""A real browser walks every page: both languages, light and dark, narrow and wide, without scripts too."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page

from terazi.web.pages.places import ID
from terazi.web.pages.site import PLACES
from tests.web.pages.walking import Site, demo, samples

LANGUAGES = ("en", "tr")
Addresses = Mapping[tuple[str, ...], tuple[str, ...]]
"""Every public place -> addresses of it, below the language."""
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
MOST_BYTES = 60_000
NARROW, WIDE = 320, 1280
QUERIES: Mapping[tuple[str, ...], tuple[str, ...]] = {
    ("calculator",): ("calculator", "calculator?you=1600&opponent=1400&cube=4", "calculator?you=x&cube=3"),
}
"""Places that are also looked at with parameters."""
PUBLIC = tuple(steps for steps, place in PLACES.items() if not place.private)
ADMIN = tuple(steps for steps in PLACES if steps[0] == "admin" and not {"sign-in", "sign-out"} & {*steps})


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with demo(tmp_path_factory.mktemp("demo")) as running:
        yield running


@pytest.fixture(scope="module")
def addresses(site: Site) -> Addresses:
    """Every public place -> its addresses; a place that nobody gave a sample is missed by a test."""
    known = samples(site)
    found = {}
    for steps in PUBLIC:
        if ID not in steps:
            found[steps] = QUERIES.get(steps, ("/".join(steps),))
        else:
            rest = "".join(f"/{step}" for step in steps[2:])
            found[steps] = tuple(address + rest for address in known[steps[:2]])
    return found


@dataclass(slots=True)
class Watch:
    """A page, and what went wrong on it."""

    page: Page
    site: Site
    trouble: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.on("console", lambda message: self._console(message.type, message.text))
        self.page.on("pageerror", lambda error: self.trouble.append(f"error: {error}"))
        self.page.on("request", lambda request: self._asked(request.url))

    def _console(self, kind: str, text: str) -> None:
        if kind in ("error", "warning") and "status of 4" not in text:
            self.trouble.append(f"{kind}: {text}")

    def _asked(self, url: str) -> None:
        if not url.startswith((self.site.base, "data:")):
            self.trouble.append(f"a request leaves the site: {url}")

    def open(self, path: str, expected: tuple[int, ...] = (200,)) -> None:
        """Go to a page and see that it is whole."""
        response = self.page.goto(self.site.base + path)
        assert response is not None
        assert response.status in expected, (path, response.status)
        assert self.page.locator("h1").count() == 1, path
        wider = self.page.evaluate(
            "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        )
        assert wider <= 0, f"{path} is {wider} px too wide"
        assert not self.trouble, (path, self.trouble)


EXPECTED = {"calculator?you=x&cube=3": (200, 422)}


def sign_in(watch: Watch, language: str) -> None:
    """Into the pages of administration, as a person does."""
    watch.open(f"/{language}/admin")
    watch.page.locator("input[type=password]").fill(watch.site.key)
    watch.page.locator("main form button").first.click()
    watch.page.wait_for_url("**/admin")
    assert "sign-in" not in watch.page.url


def one_of_each(addresses: Addresses) -> Iterator[tuple[str, tuple[int, ...]]]:
    """An address of every place, with the statuses that are right there."""
    return ((found[0], EXPECTED.get(found[0], (200,))) for found in addresses.values())


def all_others(addresses: Addresses) -> Iterator[tuple[str, tuple[int, ...]]]:
    """The other addresses: further kinds of games and entries, further parameters."""
    return ((one, EXPECTED.get(one, (200,))) for found in addresses.values() for one in found[1:])


def context(browser: Browser, width: int, scheme: Any, **more: Any) -> BrowserContext:
    made = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme, **more)
    made.set_default_timeout(60_000)
    return made


def faults(page: Page) -> list[str]:
    """What axe-core finds at WCAG 2.2 AA."""
    found = Axe().run(page, options={"runOnly": {"type": "tag", "values": RULES}}).response["violations"]
    return [f"{one['id']}: {node['html'][:200]}" for one in found for node in one["nodes"]]


@pytest.mark.parametrize(
    ("language", "width", "scheme"),
    [("en", NARROW, "light"), ("en", WIDE, "dark"), ("tr", NARROW, "dark"), ("tr", WIDE, "light")],
)
def test_no_page_has_a_barrier_overflows_or_errs(
    site: Site, browser: Browser, addresses: Addresses, language: str, width: int, scheme: str
) -> None:
    with context(browser, width, scheme, locale=language) as made:
        watch = Watch(made.new_page(), site)
        for address, expected in one_of_each(addresses):
            watch.open(f"/{language}/{address}", expected)
            assert not (found := faults(watch.page)), (address, found)


@pytest.mark.parametrize(("language", "width", "scheme"), [("en", WIDE, "light"), ("tr", NARROW, "dark")])
def test_nor_has_a_page_of_any_kind_of_game_or_entry(
    site: Site, browser: Browser, addresses: Addresses, language: str, width: int, scheme: str
) -> None:
    with context(browser, width, scheme, locale=language) as made:
        watch = Watch(made.new_page(), site)
        for address, expected in all_others(addresses):
            watch.open(f"/{language}/{address}", expected)
            assert not (found := faults(watch.page)), (address, found)


@pytest.mark.parametrize(("language", "scheme"), [("en", "dark"), ("tr", "light")])
def test_the_pages_of_administration_have_no_barrier_either(
    site: Site, browser: Browser, language: str, scheme: str
) -> None:
    assert ADMIN
    with context(browser, NARROW, scheme, locale=language) as made:
        watch = Watch(made.new_page(), site)
        watch.open(f"/{language}/admin")
        assert not (found := faults(watch.page)), found
        sign_in(watch, language)
        for steps in ADMIN:
            watch.open(f"/{language}/{'/'.join(steps)}")
            assert not (found := faults(watch.page)), (steps, found)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_reads_the_same_without_scripts(
    site: Site, browser: Browser, addresses: Addresses, language: str
) -> None:
    with context(browser, WIDE, "light", java_script_enabled=False) as without:
        watch = Watch(without.new_page(), site)
        for address, expected in one_of_each(addresses):
            watch.open(f"/{language}/{address}", expected)
            words = watch.page.locator("main").inner_text()
            assert len(words) > 20, address


FOCUSED = """() => {
  const one = document.activeElement, style = getComputedStyle(one);
  const focused = one.matches(":focus-visible, :focus-within");
  const outlined = focused && style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
  return {
    body: one === document.body,
    seen: outlined,
    html: one.outerHTML.slice(0, 160),
    at: [...document.querySelectorAll("*")].indexOf(one),
  };
}"""
REACHABLE = """() => {
  const all = [...document.querySelectorAll("*")];
  const kinds = "a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex='0']";
  return [...document.querySelectorAll(kinds)]
    .filter(one => !one.disabled && one.checkVisibility() && !(one.type === "radio" && !one.checked))
    .map(one => all.indexOf(one));
}"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_keyboard_reaches_everything_and_focus_is_seen(
    site: Site, browser: Browser, addresses: Addresses, language: str
) -> None:
    with context(browser, WIDE, "light") as made:
        watch = Watch(made.new_page(), site)
        for place, found in addresses.items():
            watch.open(f"/{language}/{found[0]}")
            watch.page.wait_for_load_state(
                "networkidle"
            )  # a game's page says more when it has checked itself
            wanted, reached = set(watch.page.evaluate(REACHABLE)), set()
            for _ in range(len(wanted) + 20):  # a date has several stops of its own
                watch.page.keyboard.press("Tab")
                focus = watch.page.evaluate(FOCUSED)
                if focus["body"]:
                    break
                assert focus["seen"], (place, focus["html"])
                reached.add(focus["at"])
            assert wanted <= reached, (place, len(wanted - reached))


def test_every_page_weighs_little(site: Site, browser: Browser, addresses: Addresses) -> None:
    for address, expected in one_of_each(addresses):
        with context(browser, NARROW, "light") as made:  # nothing is cached
            page = made.new_page()
            network = made.new_cdp_session(page)
            network.send("Network.enable")
            sizes: list[float] = []
            network.on(
                "Network.loadingFinished", lambda event, sizes=sizes: sizes.append(event["encodedDataLength"])
            )
            Watch(page, site).open(f"/en/{address}", expected)
            assert 0 < sum(sizes) <= MOST_BYTES, (address, sum(sizes))
