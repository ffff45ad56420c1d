"""A service in this process, on stores of both kinds."""

from tests.stores import server, store, where
from tests.web.service import service

__all__ = ["server", "service", "store", "where"]
