"""Compile the catalogues of sentences: every `.po` below src/terazi/words/locale into its `.mo`.

.venv/bin/python tools/catalogues.py

What stands after a dash in a file's name only divides the work: `pages-board.po` and `pages-site.po` make
`pages.mo` together.
"""

from collections.abc import Iterator
from datetime import UTC, datetime
from io import BytesIO
from itertools import groupby
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

LOCALE = Path(__file__).resolve().parents[1] / "src" / "terazi" / "words" / "locale"
_NO_DATE = datetime(1970, 1, 1, tzinfo=UTC)
"""Without it Babel writes the moment of compiling into the head."""


def main() -> None:
    """Compile all, and write what has changed."""
    for target, data in compiled():
        if not target.exists() or target.read_bytes() != data:
            target.write_bytes(data)


def compiled() -> Iterator[tuple[Path, bytes]]:
    """Each `.mo` and its bytes: the same sentences give the same."""
    for target, sources in groupby(sorted(LOCALE.glob("*/LC_MESSAGES/*.po")), _target):
        file = BytesIO()
        write_mo(file, _joined(list(sources)))
        yield target, file.getvalue()


def _target(source: Path) -> Path:
    return source.with_name(f"{source.stem.partition('-')[0]}.mo")


def _joined(sources: list[Path]) -> Catalog:
    catalogues = []
    for source in sources:
        with source.open("rb") as lines:
            catalogues.append(read_po(lines, abort_invalid=True))
    whole = catalogues[0]
    whole.creation_date = _NO_DATE
    for catalogue in catalogues[1:]:
        for message in catalogue:
            if message.id:
                assert message.id not in whole, f"{message.id} has words in two files"
                whole[message.id] = message
    return whole


if __name__ == "__main__":
    main()
