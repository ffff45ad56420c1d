"""The heading of a match in a `.mat` file: its `; [Name "value"]` lines and its length."""

import datetime as dt
import re
from collections.abc import Iterator

from terazi.formats.match import MatchHeader, is_backgammon
from terazi.formats.match_notes import Note, NoteCode, note

DATE = re.compile(r"\s*(\d{4})[./-](\d{1,2})[./-](\d{1,2})\b")
TIME = re.compile(r"\s*(\d{1,2})[.:](\d{2})(?:[.:](\d{2}))?\s*\Z")
POWER = re.compile(r"\d{1,9}", re.ASCII)
DATE_TAGS = ("eventdate", "date")
TIME_TAGS = ("eventtime", "time")


class Heading:
    """A heading while it is being read."""

    def __init__(self, line: int) -> None:
        self.line = line
        self.length: int | None = None
        self.tags: list[tuple[str, str]] = []
        self.lines: dict[str, int] = {}
        self.values: dict[str, str] = {}

    @property
    def is_empty(self) -> bool:
        """Whether no line of it has been read."""
        return self.length is None and not self.tags

    def add(self, name: str, value: str, line: int) -> Iterator[Note]:
        """Takes in one heading line."""
        key = " ".join(name.casefold().split())
        self.tags.append((name, value))
        if key in self.values:
            yield note(line, NoteCode.REPEATED_TAG, f"{name}: {value}")
            return
        self.values[key] = value.strip()
        self.lines[key] = line
        if key in DATE_TAGS and parsed_date(value) is None:
            yield note(line, NoteCode.BAD_DATE, value)
        if key in TIME_TAGS and parsed_time(value) is None:
            yield note(line, NoteCode.BAD_TIME, value)

    def header(self, players: tuple[str, str]) -> MatchHeader:
        """The finished heading; `players` stand in where it names none."""
        date = next((d for tag in DATE_TAGS if (d := parsed_date(self.values.get(tag, "")))), None)
        time = next((t for tag in TIME_TAGS if (t := parsed_time(self.values.get(tag, "")))), None)
        return MatchHeader(
            players=self.named or players,
            length=self.length,
            site=self.values.get("site", ""),
            match_id=self.values.get("match id", ""),
            event=self.values.get("event", ""),
            date=date,
            time=time,
            variation=self.values.get("variation", ""),
            crawford_rule=self.values.get("crawford", "").casefold() != "off",
            jacoby_rule=self.values.get("jacoby", "").casefold() == "on",
            cube_limit=cube_limit(self.values.get("cubelimit", "")),
            line=self.line,
            tags=tuple(self.tags),
        )

    def notes(self) -> Iterator[Note]:
        """What is odd about the whole heading."""
        if self.length is None:
            yield note(self.line, NoteCode.NO_MATCH_LENGTH)
        if not is_backgammon(self.values.get("variation", "")):
            yield note(self.lines["variation"], NoteCode.OTHER_VARIATION, self.values["variation"])

    @property
    def named(self) -> tuple[str, str] | None:
        """The two players that the heading names; None unless it has a line for each."""
        names = self.values.get("player 1"), self.values.get("player 2")
        return None if names[0] is None or names[1] is None else (names[0], names[1])


def cube_limit(text: str) -> int | None:
    """How high the cube may go: a power of two; None if nothing of the kind is said."""
    value = int(text) if POWER.fullmatch(text) else 0
    return value if value.bit_count() == 1 else None


def parsed_date(text: str) -> dt.date | None:
    """The day that `2024.10.07`, `2024-10-07` or `2024/10/7` names; None if there is no such day."""
    match = DATE.match(text)
    if match is None:
        return None
    try:
        return dt.date(int(match[1]), int(match[2]), int(match[3]))
    except ValueError:
        return None


def parsed_time(text: str) -> dt.time | None:
    """The time of day that `18.33`, `16:15` or `16:15:30` names; None if there is no such time."""
    match = TIME.match(text)
    if match is None:
        return None
    try:
        return dt.time(int(match[1]), int(match[2]), int(match[3] or 0))
    except ValueError:
        return None
