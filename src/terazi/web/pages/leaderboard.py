"""The leaderboard: the front page. A stretch of it, a player's neighbours, a moment of the past, a search."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from starlette.responses import Response

from terazi.core.codes import Code
from terazi.core.leaderboard import Line
from terazi.core.types import PlayerId, PlayerNumber
from terazi.service.board_pages import BoardPage, Stretch, board_page
from terazi.service.searches import MOST, Found, search
from terazi.service.trails import Lately
from terazi.store.names import Name, Names
from terazi.web.boards import key_in, line_members
from terazi.web.cursors import cursor
from terazi.web.pages import links
from terazi.web.pages.asking import (
    as_of_asked,
    cursor_asked,
    day_asked,
    kept,
    limit_asked,
    number_asked,
    text_asked,
)
from terazi.web.pages.charts import trend_path
from terazi.web.pages.places import TWINS, Place, Row, Shown, Visit
from terazi.web.pages.rendering import pieces
from terazi.web.problems import taken
from terazi.web.showing import Members, instant
from terazi.words.turkish import casefold_tr

PAGE = 50
ACTIVE_DAYS = (7, 30, 90, 365)
"""Choices of the filter; an address may ask for any other number."""
_MOST_DAYS = 36_500
HEADINGS = ("rank", "player", "name", "rating", "change_7_days", "games", "wins", "losses")


def show(visit: Visit) -> Shown | Response:
    """Who stands where; or who is looked for."""
    if elsewhere := day_asked(visit):
        return elsewhere
    return _found(visit) if text_asked(visit, "q") else _board(visit)


def _board(visit: Visit) -> Shown:
    as_of = as_of_asked(visit)
    around = text_asked(visit, "around")
    days = number_asked(visit, "active_days", _MOST_DAYS)
    wanted = Stretch(
        after=key_in(cursor_asked(visit)),
        before=key_in(cursor_asked(visit, "before")),
        around=PlayerId(around) if around else None,
        limit=limit_asked(visit, PAGE),
        active_days=days,
    )
    page = taken(board_page(visit.desk.store, wanted, visit.now, as_of), absent=Code.UNKNOWN_PLAYER)
    visit.changes_at(page.until)
    facts: dict[str, Any] = {
        "rows": pieces(visit, "board_row.html", _board_rows(page), _facts),
        "missing": around and page.here is None and around,
        "previous": page.previous and _page(visit, before=cursor(*page.previous)),
        "following": page.following and _page(visit, cursor=cursor(*page.following)),
    }
    return Shown(
        template="leaderboard.html",
        facts=_forms(visit, as_of, days) | facts,
        members=lambda: _page_members(page, as_of),
        rows=lambda: table(page.lines, page.names, page.lately),
    )


def _page(visit: Visit, **where: str) -> str:
    return kept(visit, "active_days", "as_of", "limit", **where)


def _forms(visit: Visit, as_of: int | None, days: int | None) -> dict[str, Any]:
    choices = sorted({*ACTIVE_DAYS, *([] if days is None else [days])})
    return {
        "query": text_asked(visit, "q"),
        "as_of": as_of,
        "chosen_day": "" if as_of is None else (instant(as_of) or "")[:10],
        "days": days,
        "choices": choices,
        "most": MOST,
        "found": None,
        "now": kept(visit, "active_days", "limit"),
        "here_address": _here_address(visit),
    }


def _here_address(visit: Visit) -> str:
    """This page's address with all that it asks for, for its twins."""
    return kept(visit, "q", "around", "cursor", "before", "active_days", "as_of", "limit")


def _found(visit: Visit) -> Shown:
    found = search(visit.desk.store, text_asked(visit, "q"), visit.now, casefold_tr)
    visit.changes_at(found.until)
    lines = [row.line for row in found.rows]
    facts: dict[str, Any] = {
        "rows": pieces(visit, "board_row.html", _found_rows(found), _facts),
        "missing": None,
        "previous": None,
        "following": None,
        "found": found,
    }
    return Shown(
        template="leaderboard.html",
        facts=_forms(visit, None, None) | facts,
        members=lambda: _found_members(found),
        rows=lambda: table(lines, found.names, found.lately),
    )


# --- lines ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardRow:
    """All that a line of the board shows."""

    line: Line
    name: Name | None
    lately: Lately
    here: bool = False
    found: bool = False


_QUIET = Lately()


def _board_rows(page: BoardPage) -> Iterable[BoardRow]:
    for line in page.lines:
        number = line.player
        yield BoardRow(
            line=line,
            name=page.names.get(number),
            lately=page.lately.get(number, _QUIET),
            here=number == page.here,
        )


def _found_rows(found: Found) -> Iterable[BoardRow]:
    for row in found.rows:
        number = row.line.player
        name, lately = found.names.get(number), found.lately.get(number, _QUIET)
        yield BoardRow(line=row.line, name=name, lately=lately, found=True)


def _facts(row: BoardRow) -> Mapping[str, Any]:
    lately, name = row.lately, row.name
    return {
        "row": row,
        "change": lately.change,
        "trend": lately.trend,
        "path": trend_path(lately.trend) if lately.trend else "",
        "segment": links.segment(name.player) if name else "",
        "parameter": links.parameter(name.player) if name else "",
    }


# --- twins ------------------------------------------------------------------------------------------


def _line_members(line: Line, names: Names, lately: Mapping[PlayerNumber, Lately]) -> Members:
    members = line_members(line, names)
    if not line.rank:
        members["rank"] = None
    if line.player in lately:
        one = lately[line.player]
        members |= {"change_7_days": one.change, "trend": list(one.trend)}
    return members


def _page_members(page: BoardPage, as_of: int | None) -> Members:
    here = None if page.here is None else page.names.get(page.here)
    return {
        "lines": [_line_members(line, page.names, page.lately) for line in page.lines],
        "next": page.following and cursor(*page.following),
        "previous": page.previous and cursor(*page.previous),
        "here": here and here.player,
        "entries": page.entries,
        "as_of": instant(as_of),
    }


def _found_members(found: Found) -> Members:
    lines = [_line_members(row.line, found.names, found.lately) for row in found.rows]
    return {"lines": lines, "more": found.more}


def table(lines: Iterable[Line], names: Names, lately: Mapping[PlayerNumber, Lately]) -> Iterable[Row]:
    """Lines as a table."""
    yield HEADINGS
    for line in lines:
        name = names.get(line.player)
        shown = (name.player, name.shown) if name else (None, f"#{line.player}")
        change = lately[line.player].change if line.player in lately else None
        yield (line.rank or None, *shown, line.rating, change, line.games, line.wins, line.losses)


PLACES = (
    Place(steps=("",), show=show),
    Place(steps=("leaderboard",), show=show, forms=TWINS),
)
