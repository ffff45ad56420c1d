"""Compile the catalogues of sentences: every `.po` below src/terazi/words/locale into its `.mo`.

.venv/bin/python tools/catalogues.py

What stands after a dash in a file's name only divides the work: `pages-board.po` and `pages-site.po` make
`pages.mo` together.
"""

from itertools import groupby
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

LOCALE = Path(__file__).resolve().parents[1] / "src" / "terazi" / "words" / "locale"


def main() -> None:
    """Compile all; the same sentences give the same bytes."""
    for target, sources in groupby(sorted(LOCALE.glob("*/LC_MESSAGES/*.po")), _compiled):
        with target.open("wb") as file:
            write_mo(file, _joined(list(sources)))


def _compiled(source: Path) -> Path:
    return source.with_name(f"{source.stem.partition('-')[0]}.mo")


def _joined(sources: list[Path]) -> Catalog:
    catalogues = []
    for source in sources:
        with source.open("rb") as lines:
            catalogues.append(read_po(lines, abort_invalid=True))
    whole = catalogues[0]
    for catalogue in catalogues[1:]:
        for message in catalogue:
            if message.id:
                assert message.id not in whole, f"{message.id} has words in two files"
                whole[message.id] = message
    return whole


if __name__ == "__main__":
    main()
