"""The Boosted leaderboard: points and Sparks of a week or of all time (R14: the amounts are ours)."""

from collections.abc import Iterable

from terazi.core.types import FIRST_INSTANT_MS
from terazi.formats.instants import instant_text
from terazi.service.boards import BoostedBoard, boosted
from terazi.store.boosted import week_of, week_start
from terazi.web.boards import boosted_members, key_in
from terazi.web.cursors import cursor
from terazi.web.pages.asking import address, cursor_asked, kept, limit_asked, text_asked
from terazi.web.pages.places import TWINS, Place, Row, Shown, Visit
from terazi.web.reading import instant_in

PAGE = 50
NOW = "now"
"""`week=now` is the week of this moment; any RFC 3339 instant is the week of that one (as in the API)."""


def show(visit: Visit) -> Shown:
    """Players by points."""
    week = _week(visit)
    board = boosted(
        visit.desk.store,
        week=week,
        after=key_in(cursor_asked(visit)),
        before=key_in(cursor_asked(visit, "before")),
        limit=limit_asked(visit, PAGE),
    )
    begins = None if week is None else max(week_start(week), FIRST_INSTANT_MS)
    facts = {
        "board": board,
        "period": "ever" if week is None else "week",
        "begins": begins,
        "earlier": None if begins is None else _week_before(visit, begins),
        "first": kept(visit, "week", "limit"),
        "previous": board.before and kept(visit, "week", "limit", before=cursor(*board.before)),
        "following": board.after and kept(visit, "week", "limit", cursor=cursor(*board.after)),
        "here_address": kept(visit, "week", "cursor", "before", "limit"),
    }
    return Shown(
        template="boosted.html",
        facts=facts,
        members=lambda: boosted_members(board, week),
        rows=lambda: table(board),
    )


def _week(visit: Visit) -> int | None:
    """The week that is asked for; this one is another after its last moment."""
    text = text_asked(visit, "week")
    if not text:
        return None
    if text != NOW:
        return week_of(instant_in(text, "week"))
    week = week_of(visit.now)
    visit.changes_at(week_start(week + 1))
    return week


def _week_before(visit: Visit, begins: int) -> str | None:
    before = begins - 1
    return None if before < FIRST_INSTANT_MS else address(visit.path, {"week": instant_text(before)})


def table(board: BoostedBoard) -> Iterable[Row]:
    """Lines as a table."""
    yield ("rank", "player", "name", "points", "sparks", "games", "assumed")
    for line in board.lines:
        name = board.names.get(line.player)
        shown = (name.player, name.shown) if name else (None, f"#{line.player}")
        yield (line.rank, *shown, line.points, line.sparks, line.games, "true")


PLACES = (Place(steps=("boosted",), show=show, forms=TWINS),)
