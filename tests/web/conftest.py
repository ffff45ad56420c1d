"""A service in this process, on stores of both kinds."""

from tests.stores import server, store, where
from tests.web.script_site import browser, site
from tests.web.service import service

__all__ = ["browser", "server", "service", "site", "store", "where"]
