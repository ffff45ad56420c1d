"""A service in this process, on stores of both kinds."""

from tests.browser import browser
from tests.stores import server, store, where
from tests.web.script_site import site
from tests.web.service import service

__all__ = ["browser", "server", "service", "site", "store", "where"]
