"""The same work in this process, in several of this machine, or on a Dask cluster: the same answers in
order.
"""

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from typing import Any, Generic, TypeVar

Shared = TypeVar("Shared")
Part = TypeVar("Part")
Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True, kw_only=True)
class Workers:
    """Where to work: so many processes of this machine, or the cluster whose scheduler is at an address."""

    processes: int = 1
    cluster: str | None = None

    def each(
        self, work: Callable[[Shared, Part], Answer], shared: Shared, parts: Sequence[Part]
    ) -> list[Answer]:
        """`work(shared, part)` for every part; `shared` is sent once to whoever works."""
        if self.cluster:
            return _on_cluster(self.cluster, work, shared, parts)
        if self.processes > 1 and len(parts) > 1:
            return _in_processes(min(self.processes, len(parts)), work, shared, parts)
        return [work(shared, part) for part in parts]


@dataclass(slots=True)
class _Kept(Generic[Shared]):
    """What one process was given at its start."""

    shared: Any = None


_KEPT: _Kept[Any] = _Kept()


def _keep(shared: Any) -> None:
    _KEPT.shared = shared


def _work(work: Callable[[Any, Part], Answer], part: Part) -> Answer:
    return work(_KEPT.shared, part)


def _in_processes(
    count: int, work: Callable[[Shared, Part], Answer], shared: Shared, parts: Sequence[Part]
) -> list[Answer]:
    # Spawned, not forked: polars and numpy may have threads, which do not survive a fork.
    context = get_context("spawn")
    with ProcessPoolExecutor(count, mp_context=context, initializer=_keep, initargs=(shared,)) as pool:
        answers: Iterable[Answer] = pool.map(_work, [work] * len(parts), parts)
        return list(answers)


def _on_cluster(
    address: str, work: Callable[[Shared, Part], Answer], shared: Shared, parts: Sequence[Part]
) -> list[Answer]:
    from distributed import Client

    with Client(address, set_as_default=False) as client:  # type: ignore[no-untyped-call]
        everywhere = client.scatter(shared, broadcast=True, hash=False)
        futures = [client.submit(work, everywhere, part, pure=False) for part in parts]
        answers: list[Answer] = client.gather(futures)
        return answers
