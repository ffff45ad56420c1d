"""`terazi claims`: the article's claims beside what calculation and simulation say."""

from collections.abc import Callable, Mapping
from pathlib import Path
from textwrap import wrap

import click

from terazi.cli.study_games import echo_json, tells
from terazi.study.claims import Claim, Name, Verdict, claims
from terazi.words.catalogue import Words

_SAID = {
    Name.BUSY_WEEK: "study.said_busy_week",
    Name.FAVOURITE_300: "study.said_favourite_300",
    Name.STRONGEST: "study.said_strongest",
    Name.SQUEEZED: "study.said_squeezed",
    Name.FAVOURITE_200: "study.said_favourite_200",
    Name.SWING: "study.said_swing",
    Name.SHORTFALL_IS_LUCK: "study.said_shortfall",
    Name.BUSY_IS_NORMAL: "study.said_busy_is_normal",
    Name.PAST_3000: "study.said_past_3000",
    Name.CUBE: "study.said_cube",
}
_FOUND = {
    Name.BUSY_WEEK: "study.found_busy_week",
    Name.FAVOURITE_300: "study.found_favourite_300",
    Name.STRONGEST: "study.found_strongest",
    Name.SQUEEZED: "study.found_squeezed",
    Name.FAVOURITE_200: "study.found_favourite_200",
    Name.SWING: "study.found_swing",
    Name.SHORTFALL_IS_LUCK: "study.found_shortfall",
    Name.BUSY_IS_NORMAL: "study.found_busy_is_normal",
    Name.PAST_3000: "study.found_past_3000",
    Name.CUBE: "study.found_cube",
}
_VERDICTS = {
    Verdict.AGREES: "study.agrees",
    Verdict.PARTLY: "study.partly",
    Verdict.DIFFERS: "study.differs",
}
_IN_PERCENT = {Name.FAVOURITE_300, Name.FAVOURITE_200, Name.STRONGEST, Name.SHORTFALL_IS_LUCK}
_WIDTH = 100


@click.command()
@tells
def command(figures: Path | None, as_json: bool, words: Words) -> None:
    """Examine every claim of the article again, by calculation or in worlds whose truth is known.

    Shown are the claim, what was found, and whether they agree. The worlds are seeded: everybody finds
    the same.
    """
    found = claims()
    if figures:
        from terazi.cli.study_figures import claims_figure

        claims_figure(words, found, figures)
    if as_json:
        echo_json(found)
    else:
        click.echo("\n\n".join("\n".join(_lines(words, claim)) for claim in found))


def _lines(words: Words, claim: Claim) -> list[str]:
    verdict = words.template(_VERDICTS[claim.verdict])
    said = words.say("study.said", said=words.template(_SAID[claim.name]))
    found = words.say(_FOUND[claim.name], **_written(words, claim))
    return [
        *wrap(said, _WIDTH, subsequent_indent="  "),
        *wrap(f"  {words.say('study.found', verdict=verdict, found=found)}", _WIDTH, subsequent_indent="  "),
    ]


def _written(words: Words, claim: Claim) -> Mapping[str, str]:
    write: Callable[[float], str] = _points(words)
    if claim.name in _IN_PERCENT:
        write = words.numbers.percent
    elif claim.name is Name.CUBE:
        write = _nats(words)
    return {name: write(number) for name, number in claim.numbers.items()}


def _points(words: Words) -> Callable[[float], str]:
    return lambda number: words.numbers.rating(round(number))


def _nats(words: Words) -> Callable[[float], str]:
    return lambda number: words.numbers.signed_decimal(number, 4)
