"""What stands in the fields of a form, checked: a value, or why it is none, told beside the field."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TypeVar
from zoneinfo import ZoneInfo

from terazi.core.codes import Code, Refusal
from terazi.core.types import CUBES
from terazi.formats.instants import parse_instant
from terazi.web.problems import ProblemError, Where
from terazi.words.catalogue import Words
from terazi.words.refusals import refusal_sentence

_INTEGER = re.compile(r"[+-]?[0-9]{1,9}")
_TO_THE_MINUTE = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d", re.ASCII)
_MINUS = "\N{MINUS SIGN}"

C = TypeVar("C", bound=StrEnum)
T = TypeVar("T")


@dataclass(slots=True, kw_only=True)
class Fields:
    """A form as it was sent; each `refused` field is told in words, and has its default meanwhile."""

    said: Mapping[str, str]
    refused: dict[str, Refusal] = field(default_factory=dict)

    def text(self, name: str) -> str:
        """What stands in a field, without outer blanks; a browser ends lines as the web does."""
        return self.said.get(name, "").replace("\r\n", "\n").strip()

    def integer(self, name: str, default: int, low: int, high: int) -> int:
        """A whole number within bounds; an empty field has its default."""
        text = self.text(name)
        number = integer_in(text) if text else default
        if number is None or not low <= number <= high:
            return self._refuse(name, Code.BAD_VALUE, f"{low} … {high}", default)
        return number

    def cube(self, name: str) -> int:
        """The value of a cube (R8); 1 where nothing is said."""
        text = self.text(name) or "1"
        if text not in map(str, CUBES):
            return self._refuse(name, Code.CUBE_OUT_OF_RANGE, "", 1)
        return int(text)

    def choice(self, name: str, default: C) -> C:
        """One of several choices."""
        text = self.text(name)
        found = next((choice for choice in type(default) if choice == text), None)
        if text and found is None:
            return self._refuse(name, Code.BAD_VALUE, ", ".join(type(default)), default)
        return found or default

    def instant(self, name: str, zone: ZoneInfo) -> int:
        """A time as people write it, to the minute or finer, in a zone where it has no offset (R1)."""
        text = self.text(name).replace(" ", "T", 1)
        read = parse_instant(f"{text}:00" if _TO_THE_MINUTE.fullmatch(text) else text, zone, field=name)
        if isinstance(read, Refusal):
            self.refuse(read)
            return 0
        return read

    def refuse(self, refusal: Refusal) -> None:
        """Tell a refusal beside its field; of several in one field the first."""
        self.refused.setdefault(refusal.field, refusal)

    def sentences(self, words: Words) -> dict[str, str]:
        """Field -> what is wrong with it."""
        return {
            name: refusal_sentence(words, replace(refusal, field=""))
            for name, refusal in self.refused.items()
        }

    def hold(self) -> None:
        """Let pass what is right: a twin has no place beside a field."""
        for name, refusal in self.refused.items():
            raise ProblemError(replace(refusal, field=name), where=Where(parameter=name))

    def _refuse(self, name: str, code: Code, other: str, default: T) -> T:
        self.refuse(Refusal(code=code, field=name, value=self.text(name), other=other))
        return default


def integer_in(text: str) -> int | None:
    """A whole number as people type it, with either minus; None where it is none."""
    plain = text.replace(_MINUS, "-")
    return int(plain) if _INTEGER.fullmatch(plain) else None
