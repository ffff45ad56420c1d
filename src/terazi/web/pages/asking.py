"""What a page's address asks for: an instant of the past, a page of a table, a number of days."""

import re
from collections.abc import Mapping
from datetime import date, datetime, timedelta
from urllib.parse import urlencode

from starlette.responses import RedirectResponse, Response

from terazi.core.codes import Code, Refusal
from terazi.formats.instants import instant_text
from terazi.web.pages.places import Visit
from terazi.web.problems import ProblemError, Where
from terazi.web.reading import instant_in
from terazi.web.serving import page_size

_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
_NUMBER = re.compile(r"[0-9]{1,6}")


def text_asked(visit: Visit, parameter: str) -> str:
    """A parameter without outer blanks; nothing where it is not said."""
    return visit.query.get(parameter, "").strip()


def as_of_asked(visit: Visit) -> int | None:
    """`as_of`, an instant of the past (UTC ms); None for now, and for what is still to come."""
    text = text_asked(visit, "as_of")
    if not text:
        return None
    asked = instant_in(text, "as_of")
    if asked >= visit.now:
        visit.changes_at(asked)
        return None
    return asked


def day_asked(visit: Visit) -> Response | None:
    """Where a bare day leads that a form sent as `as_of`: to its last millisecond where the reader is.

    So the address that is passed on says one instant, wherever it is opened.
    """
    text = text_asked(visit, "as_of")
    if not _DAY.fullmatch(text):
        return None
    try:
        following = date.fromisoformat(text) + timedelta(days=1)
        midnight = datetime(following.year, following.month, following.day, tzinfo=visit.zone)
        end = int(midnight.timestamp()) * 1000 - 1
    except (ValueError, OverflowError):
        return None  # it is no day: refused like any other text
    kept = {name: value for name, value in visit.query.items() if name != "as_of"}
    told = kept if end >= visit.now else kept | {"as_of": instant_text(end)}
    return RedirectResponse(address(visit.path, told), 303)


def number_asked(visit: Visit, parameter: str, most: int) -> int | None:
    """A whole number up to `most`; None where nothing is said."""
    text = text_asked(visit, parameter)
    if not text:
        return None
    if not _NUMBER.fullmatch(text) or int(text) > most:
        refusal = Refusal(code=Code.BAD_VALUE, field=parameter, value=text, other=f"0 … {most}")
        raise ProblemError(refusal, where=Where(parameter=parameter))
    return int(text)


def limit_asked(visit: Visit, usual: int) -> int:
    """How many lines a page has."""
    return page_size(visit.request, number_asked(visit, "limit", 999_999), usual)


def cursor_asked(visit: Visit, parameter: str = "cursor") -> str | None:
    """A cursor that a page before gave; None where nothing is said."""
    return text_asked(visit, parameter) or None


def address(path: str, parameters: Mapping[str, str]) -> str:
    """A path with parameters, those that say something.

    >>> address("/en/", {"q": "a b", "as_of": ""})
    '/en/?q=a+b'
    """
    said = {name: value for name, value in parameters.items() if value}
    return f"{path}?{urlencode(said)}" if said else path


def kept(visit: Visit, *parameters: str, **others: str) -> str:
    """The same page with these parameters as they are, and others anew."""
    return address(visit.path, {name: text_asked(visit, name) for name in parameters} | others)
