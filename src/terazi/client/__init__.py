"""A typed client of the service: standard library only, nothing else of Terazi is needed.

A request that may not have arrived is sent again: the same told again changes nothing (R6, R16), though an
erasure that is asked for again finds nobody. One client serves one thread at a time.
"""

from terazi.client.client import Client
from terazi.client.transport import Problem, ServiceUnreachable

__all__ = ["Client", "Problem", "ServiceUnreachable"]
