"""Counters for Prometheus, of one process."""

from functools import cache

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from terazi.service.writer import Writer

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60)


class Metrics:
    """Requests, their time, and what became of games."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self._requests = Counter(
            "terazi_requests", "Requests served.", ["method", "route", "status"], registry=self._registry
        )
        self._seconds = Histogram(
            "terazi_request_seconds",
            "Time to answer.",
            ["route"],
            buckets=_SECONDS,
            registry=self._registry,
        )
        self._games = Counter(
            "terazi_games",
            "Reports by what became of them: rated, the reason why not, repeated, or a refusal's code.",
            ["outcome"],
            registry=self._registry,
        )
        self._waiting = Gauge(
            "terazi_waiting_games", "Reports that wait for the writer.", registry=self._registry
        )
        # Children are looked up once; labels() is slow.
        self._request = cache(self._requests.labels)
        self._second = cache(self._seconds.labels)
        self._game = cache(self._games.labels)

    def watch(self, writer: Writer) -> None:
        """Tell how many reports wait for this writer."""
        self._waiting.set_function(lambda: writer.waiting)

    def served(self, method: str, route: str, status: int, seconds: float) -> None:
        """One request was answered."""
        self._request(method, route, str(status)).inc()
        self._second(route).observe(seconds)

    def game(self, outcome: str) -> None:
        """One report was answered."""
        self._game(outcome).inc()

    def text(self) -> bytes:
        """All of it, as Prometheus reads it."""
        return generate_latest(self._registry)
