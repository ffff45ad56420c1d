"""The reports that were refused last: kept off the road of those that are rated."""

from collections.abc import Sequence

from terazi.store.engine import Store
from terazi.store.refused import KEPT, RefusedReport, put_refused, read_refused

__all__ = ["KEPT", "RefusedReport", "keep_refused", "list_refused"]


def keep_refused(store: Store, reports: Sequence[RefusedReport]) -> None:
    """Keep refusals, in one transaction."""
    with store.writing() as connection:
        put_refused(connection, reports)


def list_refused(store: Store) -> list[RefusedReport]:
    """The newest refusals first, from every process."""
    with store.reading() as connection:
        return read_refused(connection)
