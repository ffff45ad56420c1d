"""Write `docs/codes.md`: every refusal and every reason, in both languages, from the words themselves."""

import sys
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path

from terazi.core.codes import Code, Unrated, VoidReason
from terazi.ledger.faults import FaultCode
from terazi.web.problem_codes import PROBLEMS
from terazi.words.catalogue import words_in

PAGE = Path(__file__).parents[1] / "docs" / "codes.md"

INTRODUCTION = """\
Everything that is refused, and every game that is not rated, says so with one of these codes. What stands in
braces is filled in; what stands in square brackets is said only where there is something to fill in."""

TITLES: dict[type[StrEnum], str] = {
    Code: "Refusals",
    Unrated: "Why a recorded game was not rated",
    VoidReason: "Why a game or an award was taken back",
}


def page() -> str:
    """The page as Markdown."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    yield "# Every code"
    yield ""
    yield INTRODUCTION
    for codes, title in TITLES.items():
        yield from ("", f"## {title}", "", "| code | English | Türkçe |", "|---|---|---|")
        for code in codes:
            english, turkish = (words_in(language).label(code) for language in ("en", "tr"))
            yield f"| `{code}` | {english} | {turkish} |"
    yield from _problems()
    yield from _faults()


def _problems() -> Iterator[str]:
    yield from (
        "",
        "## What else a service answers",
        "",
        "| code | status | English | Türkçe |",
        "|---|---|---|---|",
    )
    for code, (status, key) in PROBLEMS.items():
        english, turkish = (words_in(language).template(key) for language in ("en", "tr"))
        yield f"| `{code}` | {status} | {english} | {turkish} |"


def _faults() -> Iterator[str]:
    yield from ("", "## What `terazi verify` finds wrong", "", "| code | English | Türkçe |", "|---|---|---|")
    for code in FaultCode:
        english, turkish = (words_in(language).template(f"fault.{code}") for language in ("en", "tr"))
        yield f"| `{code}` | {english} | {turkish} |"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    sys.stdout.write(f"{PAGE.name} written\n")
