"""How many requests a caller may send: a bucket of tokens each, filled at a steady rate."""

from collections import OrderedDict

_MOST_CALLERS = 100_000


class Buckets:
    """One bucket per caller. `rate` is in requests a second, `burst` how many may come at once."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate, self._burst = rate, burst
        self._full_at: OrderedDict[str | bytes, float] = OrderedDict()

    def wait(self, caller: str | bytes, now: float) -> float:
        """Take a token at `now` (seconds of a steady clock): 0, or the seconds until there is one.

        Only the moment at which the bucket would be full again is kept.
        """
        full_at = max(self._full_at.get(caller, now), now) + 1 / self._rate
        late = full_at - now - self._burst / self._rate
        if late > 0:
            return late
        self._full_at[caller] = full_at
        self._full_at.move_to_end(caller)
        if len(self._full_at) > _MOST_CALLERS:  # the one who was silent for longest
            self._full_at.popitem(last=False)
        return 0.0
