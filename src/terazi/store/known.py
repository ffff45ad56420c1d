"""What was read of things that never change, kept for as long as there is room: it cannot grow stale."""

from collections import OrderedDict
from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field
from threading import Lock
from typing import Any, Generic, TypeVar

V = TypeVar("V")


class Known(Generic[V]):
    """At most `most` values by key, those asked for last; any number of threads may use it."""

    __slots__ = ("_lock", "_most", "_values")

    def __init__(self, most: int) -> None:
        """An empty shelf."""
        self._most, self._lock = most, Lock()
        self._values: OrderedDict[Hashable, V] = OrderedDict()

    def __len__(self) -> int:
        return len(self._values)

    def get(self, key: Hashable) -> V | None:
        """The value of a key, if it is still there."""
        with self._lock:
            value = self._values.get(key)
            if value is not None:
                self._values.move_to_end(key)
            return value

    def keep(self, key: Hashable, value: V) -> V:
        """Keep a value, and forget the one that was asked for longest ago where there is no room."""
        with self._lock:
            self._values[key] = value
            self._values.move_to_end(key)
            if len(self._values) > self._most:
                self._values.popitem(last=False)
        return value

    def those(self, keys: Iterable[Hashable]) -> dict[Any, V]:
        """The values of those keys that are there."""
        return {key: value for key in keys if (value := self.get(key)) is not None}


@dataclass(slots=True)
class Shelves:
    """One shelf for each kind of thing."""

    shelves: dict[str, Known[Any]] = field(default_factory=dict)

    def of(self, kind: str, most: int) -> Known[Any]:
        """The shelf of a kind, with room for so many."""
        return self.shelves.setdefault(kind, Known(most))
