"""Pictures of the pages for README and handbook, taken from the demo ladder: docs/pictures/*.png.

.venv/bin/python tools/pictures.py
"""

import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from playwright.sync_api import Browser, Page  # noqa: E402

from tests.browser import browsing  # noqa: E402
from tests.web.pages.walking import Site, demo, samples  # noqa: E402

FOLDER = ROOT / "docs" / "pictures"
WIDE = {"width": 1100, "height": 760}
TALL = {"width": 1100, "height": 1300}
PHONE = {"width": 390, "height": 780}


def main() -> None:
    """Take them all anew."""
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, demo(Path(folder)) as site, browsing() as browser:
        found = samples(site)
        player, game = found["players", "{id}"][0], _busy_game(site, found["players", "{id}"][0])
        cup = found["tournaments", "{id}"][0]
        calculator = "calculator?you=1720&opponent=1540&cube=4"
        for language in ("en", "tr"):
            shots = {"leaderboard": "", "calculator": calculator, "player": player}
            _take(browser, site, language, shots, WIDE, "light")
            _take(browser, site, language, {"game": game}, TALL, "light")
        more = {"formula": "formula", "boosted": "boosted", "tournament": cup, "rulebook": "rulebook"}
        _take(browser, site, "en", more | {"resign": "resign?you=1720&opponent=1540&cube=4"}, WIDE, "light")
        _take(browser, site, "tr", {"phone": game}, PHONE, "dark")
        _take_admin(browser, site)


def _busy_game(site: Site, player: str) -> str:
    """A ranked game whose two players had different K."""
    for event in site.read(f"/v1/{player}/history?limit=200")["events"]:
        game = event.get("game")
        if game and game["rated"] and game["winner"]["k"] != game["loser"]["k"]:
            return f"games/{game['game_id']}"
    raise AssertionError("the demo has a busy player")


def _take(
    browser: Browser,
    site: Site,
    language: str,
    shots: Mapping[str, str],
    size: Mapping[str, int],
    scheme: str,
) -> None:
    context = browser.new_context(viewport=dict(size), color_scheme=scheme, locale=language)  # type: ignore[arg-type]
    page = context.new_page()
    for name, address in shots.items():
        page.goto(f"{site.base}/{language}/{address}")
        page.wait_for_load_state("networkidle")
        page.screenshot(path=FOLDER / f"{name}.{language}.png")
    context.close()


def _take_admin(browser: Browser, site: Site) -> None:
    context = browser.new_context(viewport=WIDE, locale="en")  # type: ignore[arg-type]
    page = context.new_page()
    page.goto(f"{site.base}/en/admin")
    _sign_in(page, site.key)
    for name, address in {"admin": "admin", "import": "admin/import"}.items():
        page.goto(f"{site.base}/en/{address}")
        page.screenshot(path=FOLDER / f"{name}.en.png")
    context.close()


def _sign_in(page: Page, key: str) -> None:
    page.locator("input[type=password]").fill(key)
    page.locator("main button[type=submit]").first.click()
    page.wait_for_load_state("networkidle")


if __name__ == "__main__":
    main()
