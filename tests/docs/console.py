"""Console blocks of a document: the commands a reader would type, and what they print."""

import os
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
BLOCK = re.compile(r"^```console[^\S\n]*(?P<info>[^\n]*)\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """One `$ ` line of a document, and the lines below it, up to the next."""

    document: str
    line: int
    text: str
    expected: str
    told_only: bool
    """The block is marked `norun`: shown, not executed here."""


def commands_of(document: Path) -> list[Command]:
    """Every command of a document's console blocks, in order."""
    text = document.read_text(encoding="utf-8")
    commands = []
    for block in BLOCK.finditer(text):
        first = text[: block.start()].count("\n") + 2
        lines = block["body"].splitlines()
        starts = [index for index, line in enumerate(lines) if line.startswith("$ ")]
        for start, stop in zip(starts, [*starts[1:], len(lines)], strict=True):
            commands.append(
                Command(
                    document=str(document.relative_to(ROOT)),
                    line=first + start,
                    text=lines[start][2:],
                    expected="".join(f"{line}\n" for line in lines[start + 1 : stop]),
                    told_only="norun" in block["info"],
                )
            )
    return commands


def run(command: Command, folder: Path) -> str:
    """What the command prints, stdout and stderr together, with the project's own programs on the path."""
    environment = {
        "PATH": f"{ROOT / '.venv/bin'}:{os.environ['PATH']}",
        "HOME": os.environ.get("HOME", str(folder))
        if folder == ROOT
        else str(folder),  # nothing lands in ROOT
        "LANG": "C.UTF-8",
        "TERAZI_LANG": "en",
        "COLUMNS": "100",
    }
    done = subprocess.run(
        ["bash", "-c", f"exec 2>&1; {command.text}"],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    return done.stdout


def pattern(expected: str) -> str:
    """A regular expression of an expected output: `…` alone is any lines, within a line any text."""
    parts = []
    for line in expected.splitlines():
        if line.strip() == "…":
            parts.append(r"(?:.*\n)*?")
        else:
            parts.append(r"[^\n]*?".join(re.escape(piece) for piece in line.split("…")) + r"\n")
    return "".join(parts)
