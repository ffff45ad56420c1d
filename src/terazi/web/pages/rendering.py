"""Templates into bytes: an environment per language, with the words and the numbers of it."""

import hashlib
from collections.abc import Callable, Iterable, Mapping
from functools import cache, partial
from pathlib import Path
from typing import Any, TypeVar

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from terazi.core.types import PlayerNumber
from terazi.store.names import Names
from terazi.web.pages import links, moments
from terazi.web.pages.places import Shown, Visit
from terazi.web.pages.statics import FOLDER, statics
from terazi.words.catalogue import Language, Words, page_words_in
from terazi.words.shown import shown

T = TypeVar("T")

TEMPLATES = Path(__file__).parents[1] / "templates"


@cache
def environment(language: Language) -> Environment:
    """The templates with the words of a language; every value is escaped, and a missing one is an error."""
    words = page_words_in(language)
    made = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    numbers = words.numbers
    # Filters, not functions: Jinja fills in the words of a fixed key once, when it compiles a template.
    made.filters |= {
        "t": words.say,
        "n": words.count,
        "label": words.label,
        "integer": numbers.integer,
        "rating": numbers.rating,
        "decimal": numbers.decimal,
        "coefficient": numbers.coefficient,
        "percent": numbers.percent,
        "signed": numbers.signed,
        "ordinal": numbers.ordinal,
    }
    made.globals |= {
        "lang": str(language),
        "others": [str(other) for other in Language if other is not language],
        "links": links,
        "static": {name: static.address for name, static in statics().items()},
        "called": called,
        "shown": shown,
        "rich": partial(rich, words),
    }
    return made


def rich(words: Words, key: str, /, **places: str | Markup) -> Markup:
    """A sentence of a key with places that may be markup, such as a link; whatever is not is escaped."""
    return escape(words.template(key)).format(**places)


def called(names: Names, number: PlayerNumber) -> str:
    """What a player is called: the name, the id, or the number of who was erased."""
    name = names.get(number)
    return name.shown if name else f"#{number}"


@cache
def build() -> str:
    """A digest of all that makes a page but its facts: templates, stylesheet, scripts, words."""
    whole = hashlib.sha256()
    words = (Path(__file__).parents[2] / "words" / "locale").glob("*/LC_MESSAGES/*.mo")
    for path in sorted([*TEMPLATES.iterdir(), *FOLDER.iterdir(), *words]):
        whole.update(path.read_bytes())
    return whole.hexdigest()


def rendered(visit: Visit, shown: Shown) -> bytes:
    """The page as HTML."""
    template = environment(visit.language).get_template(shown.template)
    return template.render(_common(visit, shown), **shown.facts).encode("utf-8", "backslashreplace")


def pieces(visit: Visit, template: str, each: Iterable[T], facts: Callable[[T], Mapping[str, Any]]) -> Markup:
    """A finished part for each of several things, put together; `facts` are what the template is told of one.

    A part once made for an equal thing is taken again: it must show nothing else but language and zone.
    """
    assert visit.stamp is not None, "only what is shown to everybody is kept"
    known, revision = visit.desk.shelf.pieces, visit.stamp.revision
    kind = template, visit.language, visit.zone.key
    parts = []
    for one in each:
        part = known.find((kind, one), revision)
        if part is None:
            part = _part(visit, template, facts(one))
            known.keep((kind, one), revision, part)
        parts.append(part)
    return Markup("".join(parts))  # noqa: S704  # they are escaped


def _part(visit: Visit, template: str, facts: Mapping[str, Any]) -> Markup:
    made = environment(visit.language).get_template(template).render(_instants(visit), **facts)
    return Markup(made)  # noqa: S704  # every value in it was escaped


def _common(visit: Visit, shown: Shown) -> dict[str, Any]:
    settings = visit.desk.settings
    return {
        "visit": visit,
        "ladder": settings["ladder.name"],
        "contact": settings["ladder.contact"],
        "base": "bare.html" if shown.bare else "base.html",
    } | _instants(visit)


def _instants(visit: Visit) -> dict[str, Any]:
    """How instants are shown to a visitor."""
    return {
        "moment": lambda instant: moments.moment(visit.words, visit.zone, instant),
        "day": lambda instant: moments.day(visit.words, visit.zone, instant),
    }
