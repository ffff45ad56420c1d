"""Whole histories as arrays: read, plan, scan. The same function as the fold over entries (law 4).

>>> import numpy as np
>>> from terazi import CATALOGUE, replay
>>> history = replay.History(
...     players=2,
...     winner=np.array([0, 0, 1], dtype=np.int32),
...     loser=np.array([1, 1, 0], dtype=np.int32),
...     finished_at=np.array([0, 1, 2], dtype=np.int64),
...     stake=np.array([replay.stake_of(cube) for cube in (1, 2, 1)], dtype=np.int32),
...     rated=np.array([True, True, True]),
... )
>>> replay.replay(history, replay.always(CATALOGUE["1.3.1"])).ratings.tolist()
[1517, 1483]
"""

from terazi.core.rulebook import always
from terazi.replay.history import Given, History, Start, Voided, history_of, rulebook_in, stake_of
from terazi.replay.plan import Plan
from terazi.replay.recent import Recent, recent_games
from terazi.replay.run import Replayed, Trace, replay
from terazi.replay.scan import Engine

__all__ = [
    "Engine",
    "Given",
    "History",
    "Plan",
    "Recent",
    "Replayed",
    "Start",
    "Trace",
    "Voided",
    "always",
    "history_of",
    "recent_games",
    "replay",
    "rulebook_in",
    "stake_of",
]
