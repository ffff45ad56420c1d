"""A player's page: where they stand, how they came there, whom they beat; its chart as a table; its card."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup
from starlette.responses import RedirectResponse, Response

from terazi.core.codes import Code
from terazi.core.types import Mode, PlayerId, Termination
from terazi.service.boards import distribution
from terazi.service.careers import MOST, Career, career, change_of_week
from terazi.service.profiles import Profile, history, player, player_and_newest
from terazi.web.cursors import cursor, numbers_in
from terazi.web.pages import links
from terazi.web.pages.asking import as_of_asked, cursor_asked, day_asked, kept, limit_asked, text_asked
from terazi.web.pages.charts import Bars, bar_chart
from terazi.web.pages.events import HEADINGS, event_lines, event_rows
from terazi.web.pages.feed import show_feed
from terazi.web.pages.moments import day_of
from terazi.web.pages.places import ID, TWINS, Place, Row, Shown, Visit
from terazi.web.pages.rendering import pieces
from terazi.web.pages.spans import Chart, Period, chart_asked, chart_of, periods, stretch_asked
from terazi.web.players import history_members, profile_members
from terazi.web.problems import taken
from terazi.web.showing import instant
from terazi.words.catalogue import Language

RECENT = 10
PAGE = 50


def show(visit: Visit) -> Shown | Response:
    """A player."""
    if elsewhere := day_asked(visit):
        return elsewhere
    if visit.form == "atom":
        return show_feed(visit)
    as_of = as_of_asked(visit)
    found = player_and_newest(visit.desk.store, PlayerId(visit.ids[0]), visit.now, as_of, RECENT)
    profile, events = taken(found, absent=Code.UNKNOWN_PLAYER)
    known = _known(visit, profile, as_of)
    spread = _distribution(visit) if known.as_of is None else None
    here = spread.bars.place(known.profile.rating) if spread and known.profile.place else None
    facts = known.facts(visit) | {
        "chart": _drawn(visit, known),
        "distribution": spread,
        "here": here,
        "table": spread and spread.table(here),
        "events": event_lines(visit, events, known.profile.number),
        "record": pieces(visit, "player_record.html", [known.profile.last], lambda _: _record(known)),
        "here_address": kept(visit, "as_of"),
        "chosen_day": "" if known.as_of is None else (instant(known.as_of) or "")[:10],
    }
    return Shown(template="player.html", facts=facts, members=lambda: members(known))


def show_card(visit: Visit) -> Shown:
    """A player in a small frame on somebody else's page."""
    known = read(visit)
    return Shown(
        template="player_card.html",
        facts=known.facts(visit) | {"chart": chart_asked(visit, known.career, known.at)},
        bare=True,
    )


def show_rating(visit: Visit) -> Shown | Response:
    """The rating chart, and the same as a table."""
    if elsewhere := day_asked(visit):
        return elsewhere
    known = read(visit)
    chart = chart_asked(visit, known.career, known.at)
    facts = known.facts(visit) | {
        "chart": chart,
        "periods": [(_period(visit, one), one) for one in periods(chart, visit.zone)],
        "said": {name: text_asked(visit, name) for name in ("from", "to", "as_of")},
        "here_address": kept(visit, "span", "from", "to", "as_of"),
    }
    return Shown(
        template="player_rating.html",
        facts=facts,
        members=lambda: _chart_members(known, chart),
        rows=lambda: _chart_rows(chart),
    )


def show_history(visit: Visit) -> Shown | Response:
    """Everything that happened to a player, page by page."""
    if elsewhere := day_asked(visit):
        return elsewhere
    known, asked = read(visit), cursor_asked(visit)
    found = history(
        visit.desk.store,
        known.id,
        before=None if asked is None else numbers_in(asked, 1)[0],
        limit=limit_asked(visit, PAGE),
        as_of=known.as_of,
    )
    page = taken(found, absent=Code.UNKNOWN_PLAYER)
    older = None if page.before is None else kept(visit, "as_of", "limit", cursor=cursor(page.before))
    facts = known.facts(visit) | {
        "events": event_lines(visit, page, known.profile.number),
        "older": older,
        "newest": asked and kept(visit, "as_of", "limit"),
        "here_address": kept(visit, "as_of", "cursor", "limit"),
    }
    return Shown(
        template="player_history.html",
        facts=facts,
        members=lambda: history_members(known.id, page),
        rows=lambda: (HEADINGS, *event_rows(page, known.profile.number)),
    )


# --- what all of them read --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """A player as their pages show them, at an instant (UTC ms): now, or as of one that is past."""

    profile: Profile
    career: Career
    change: int
    at: int
    as_of: int | None

    @property
    def id(self) -> PlayerId:
        """The operator's id."""
        return self.profile.name.player

    def facts(self, visit: Visit) -> dict[str, Any]:
        """What every template is told."""
        return {
            "profile": self.profile,
            "career": self.career,
            "change": self.change,
            "as_of": self.as_of,
            "as_of_text": "" if self.as_of is None else instant(self.as_of),
            "now": visit.path,
            "home": links.player(visit.language, self.id),
            "base_address": f"/{visit.language}/players/{links.segment(self.id)}",
        }


def read(visit: Visit) -> Known:
    """The player of an address; a problem where there is none."""
    as_of = as_of_asked(visit)
    found = player(visit.desk.store, PlayerId(visit.ids[0]), visit.now, as_of)
    return _known(visit, taken(found, absent=Code.UNKNOWN_PLAYER), as_of)


def _known(visit: Visit, profile: Profile, as_of: int | None) -> Known:
    at = visit.now if as_of is None else as_of
    found_career = career(visit.desk.store, profile.last, profile.rating)
    week = change_of_week(found_career, at)
    if as_of is None:
        visit.changes_at(week.until)
        visit.changes_at(profile.recent_until)
        visit.changes_at(profile.outlook.changes_at if profile.outlook else None)
    return Known(
        profile=profile,
        career=found_career,
        change=week.change,
        at=at,
        as_of=as_of,
    )


def members(known: Known) -> dict[str, Any]:
    """The profile as the API tells it, and the career beside it."""
    found = known.career
    return profile_members(known.profile) | {
        "as_of": instant(known.as_of),
        "change_7_days": known.change,
        "by_strength": [
            {"least": one.least, "most": one.most, "won": one.won, "lost": one.lost, "expected": one.expected}
            for one in found.bands
        ],
        "streaks": {
            name: one
            and {"won": one.won, "games": one.games, "since": instant(one.since), "until": instant(one.until)}
            for name, one in (
                ("current", found.current),
                ("longest_won", found.longest_won),
                ("longest_lost", found.longest_lost),
            )
        },
        "whole": found.whole,
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class Distribution:
    """The distribution of ratings as it is written: bars, and the row of each in a table."""

    bars: Bars
    rows: tuple[Markup, ...]

    def table(self, here: int | None) -> Markup:
        """The rows of the table, with the one where a player stands marked."""
        rows = list(self.rows)
        if here is not None:
            rows[here] = Markup('<tr class="here">') + rows[here].removeprefix("<tr>")
        return Markup("".join(rows))  # noqa: S704  # rows are escaped


_ROW = Markup('<tr><th scope="row">{} … {}</th><td class="number">{}</td></tr>')


def _distribution(visit: Visit) -> Distribution | None:
    """That of this state of the ladder, made once for all of its pages; None while nobody is listed."""
    stamp = visit.stamp  # read before the ratings: they may be newer than it says, never older
    shelf = visit.desk.store.known.of("distribution", len(Language))
    known: Distribution | None = shelf.get((stamp, visit.language))
    if known is None and (ratings := distribution(visit.desk.store)):
        bars, numbers = bar_chart(ratings), visit.words.numbers
        rows = tuple(
            _ROW.format(numbers.rating(bar.low), numbers.rating(bar.high), numbers.integer(bar.players))
            for bar in bars.bars
        )
        known = shelf.keep((stamp, visit.language), Distribution(bars=bars, rows=rows))
    return known


def _drawn(visit: Visit, known: Known) -> Markup:
    """The rating chart: it follows from the last event and what is shown of what came before."""
    stretch = stretch_asked(visit, known.career, known.at)
    here, last = kept(visit, "as_of"), known.profile.last

    def facts(_: object) -> Mapping[str, Any]:
        return known.facts(visit) | {"chart": chart_of(visit, known.career, stretch)}

    return pieces(visit, "player_chart.html", [(here, last, stretch)], facts)


def _record(known: Known) -> Mapping[str, Any]:
    """Results in all their kinds: they follow from the player's events up to the last one."""
    return {
        "profile": known.profile,
        "career": known.career,
        "most": MOST,
        "modes": by_mode(known.profile),
        "endings": by_ending(known.profile),
    }


def by_mode(profile: Profile) -> Mapping[Mode, tuple[int, int]]:
    """Games that stand, (won, lost) by mode; aborted games have no winner."""
    found = {mode: [0, 0] for mode in Mode}
    for (mode, ending), (won, lost) in profile.record.items():
        if ending is not Termination.ABORTED:
            found[mode][0] += won
            found[mode][1] += lost
    return {mode: (won, lost) for mode, (won, lost) in found.items()}


def by_ending(profile: Profile) -> Mapping[Termination, tuple[int, int]]:
    """Games that stand, (won, lost) by how they ended, in all modes; endings that came."""
    found = {ending: [0, 0] for ending in Termination}
    for (_, ending), (won, lost) in profile.record.items():
        found[ending][0] += won
        found[ending][1] += lost
    return {ending: (won, lost) for ending, (won, lost) in found.items() if won or lost}


def _period(visit: Visit, period: Period) -> str:
    """A day or a month by its name."""
    if period.monthly:
        month = visit.words.template(f"month.{period.begins.month}")
        return visit.words.say("player.month_of", month=month, year=str(period.begins.year))
    return day_of(visit.words, period.begins)


def _chart_members(known: Known, chart: Chart) -> dict[str, Any]:
    return {
        "player": known.id,
        "since": instant(chart.since),
        "until": instant(chart.until),
        "start": chart.start,
        "points": [{"at": instant(at), "rating": rating} for at, rating in chart.points],
    }


def _chart_rows(chart: Chart) -> Iterable[Row]:
    yield ("at", "rating")
    for at, rating in chart.points:
        yield (instant(at), rating)


def find(visit: Visit) -> Response:
    """There is no list of players but the board: to look for one there."""
    query = text_asked(visit, "q")
    return RedirectResponse(f"/{visit.language}/" + (f"?q={links.parameter(query)}" if query else ""), 303)


PLACES = (
    Place(steps=("players",), show=find, private=True),
    Place(steps=("players", ID), show=show, forms=frozenset({"json", "atom"})),
    Place(steps=("players", ID, "history"), show=show_history, forms=TWINS),
    Place(steps=("players", ID, "rating"), show=show_rating, forms=TWINS),
    Place(steps=("players", ID, "card"), show=show_card),
)
