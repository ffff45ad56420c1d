"""The same work in one thread, in several, or on a Dask cluster: the same answers in order."""

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

Shared = TypeVar("Shared")
Part = TypeVar("Part")
Answer = TypeVar("Answer")


def processors() -> int:
    """Processors that this process may use: those it is bound to, where the system tells, else all."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Workers:
    """Where to work: so many threads of this process, or the cluster whose scheduler is at an address."""

    threads: int = 1
    cluster: str | None = None

    def each(
        self, work: Callable[[Shared, Part], Answer], shared: Shared, parts: Sequence[Part]
    ) -> list[Answer]:
        """`work(shared, part)` for every part; `shared` is sent once to whoever works."""
        if self.cluster:
            return _on_cluster(self.cluster, work, shared, parts)
        if self.threads > 1 and len(parts) > 1:
            return _in_threads(min(self.threads, len(parts)), work, shared, parts)
        return [work(shared, part) for part in parts]


def _in_threads(
    count: int, work: Callable[[Shared, Part], Answer], shared: Shared, parts: Sequence[Part]
) -> list[Answer]:
    # Threads, not processes: compiled loops let go of the interpreter, nothing is compiled or sent twice.
    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(partial(work, shared), parts))


def _on_cluster(
    address: str, work: Callable[[Shared, Part], Answer], shared: Shared, parts: Sequence[Part]
) -> list[Answer]:
    from distributed import Client

    with Client(address, set_as_default=False) as client:  # type: ignore[no-untyped-call]
        everywhere = client.scatter(shared, broadcast=True, hash=False)
        futures = [client.submit(work, everywhere, part, pure=False) for part in parts]
        answers: list[Answer] = client.gather(futures)
        return answers
