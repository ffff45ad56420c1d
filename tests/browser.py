"""A real browser: Debian's Chromium, driven by Playwright. Tests that need it are skipped where it is not."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, sync_playwright

ARGUMENTS = ["--no-sandbox", "--disable-dev-shm-usage"]
"""As root, and in small containers, Chromium starts in no other way."""


@contextmanager
def browsing() -> Iterator[Browser]:
    """A browser for as long as the block lasts; skips, saying so, without one."""
    path = shutil.which("chromium")
    if path is None:
        pytest.skip("needs Chromium (Debian's package `chromium`)")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        try:
            yield browser
        finally:
            browser.close()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One browser for all tests of a worker."""
    with browsing() as found:
        yield found
