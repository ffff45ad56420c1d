"""Compile the catalogues of sentences: every `.po` below src/terazi/words/locale into its `.mo`.

.venv/bin/python tools/catalogues.py
"""

from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

LOCALE = Path(__file__).resolve().parents[1] / "src" / "terazi" / "words" / "locale"


def main() -> None:
    """Compile all; the same sentences give the same bytes."""
    for source in sorted(LOCALE.glob("*/LC_MESSAGES/*.po")):
        with source.open("rb") as lines:
            catalogue = read_po(lines, abort_invalid=True)
        with source.with_suffix(".mo").open("wb") as compiled:
            write_mo(compiled, catalogue)


if __name__ == "__main__":
    main()
