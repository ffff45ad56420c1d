"""When a player's K changes: after how many more games, or at what instant if they stop (article, R2)."""

from dataclasses import dataclass

from terazi.core.formula import Formula
from terazi.core.window import WINDOW_MS, Window


@dataclass(frozen=True, slots=True, kw_only=True)
class Outlook:
    """A player's K for a game that finishes at one instant, and what would change it.

    `games_until_change` are the ranked games still rated with this K if they are all played at that instant;
    `changes_at` (UTC ms) is the first instant at which a busy player who stops has the other K. Both are None
    where the version has no busy week, and one of them always is.
    """

    games_recent: int
    k: int
    games_until_change: int | None = None
    changes_at: int | None = None


def outlook(formula: Formula, window: Window, now: int) -> Outlook:
    """K of a game that finishes at `now` (UTC ms), and when it changes, if the version stays in force.

    >>> from terazi.core.catalogue import CURRENT
    >>> outlook(CURRENT, Window([0] * 48), 0)
    Outlook(games_recent=48, k=32, games_until_change=2, changes_at=None)
    >>> outlook(CURRENT, Window([0, 1000, *[2000] * 49]), 2000).changes_at
    604801001
    """
    recent = window.count(now)
    k = formula.k_for(recent)
    if formula.busy_games is None:
        return Outlook(games_recent=recent, k=k)
    if recent < formula.busy_games:
        return Outlook(games_recent=recent, k=k, games_until_change=formula.busy_games - recent)
    # R2: a game exactly 7 days old still counts. Games finished after `now` will count in time, too.
    last_to_leave = window.since(now - WINDOW_MS)[-formula.busy_games]
    return Outlook(games_recent=recent, k=k, changes_at=last_to_leave + WINDOW_MS + 1)
