"""The same service as for the API."""

from tests.web.conftest import server, service, store, where

__all__ = ["server", "service", "store", "where"]
