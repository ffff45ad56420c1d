"""Run `terazi` in this process, as the command line would."""

import csv
import json
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from terazi.cli import main
from terazi.core.entries import Entry
from terazi.ledger.codec import decode


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """What a command printed, and its exit code."""

    code: int
    out: str
    err: str

    @property
    def objects(self) -> list[dict[str, Any]]:
        """Its standard output as JSON lines."""
        return [json.loads(line) for line in self.out.splitlines()]


def terazi(*arguments: object, stdin: bytes | None = None) -> Done:
    """Run a command in English; a traceback fails the test."""
    runner = CliRunner(env={"TERAZI_LANG": "en"})
    result = runner.invoke(main, [str(argument) for argument in arguments], input=stdin)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return Done(code=result.exit_code, out=result.stdout, err=result.stderr)


def written(path: Path, *rows: str, header: str = "game_id,finished_at,winner,loser") -> Path:
    """A CSV file of these rows."""
    path.write_text("\n".join((header, *rows, "")), encoding="utf-8")
    return path


def entries_of(path: Path) -> list[Entry]:
    """A ledger's entries."""
    return [decode(line) for line in path.read_bytes().splitlines()]


def refused_rows(path: Path) -> list[dict[str, str]]:
    """The rows of a rejects file, by column."""
    return list(csv.DictReader(StringIO(path.read_text(encoding="utf-8"), newline="")))
