"""Stores of both kinds."""

from tests.stores import server, store, where

__all__ = ["server", "store", "where"]
