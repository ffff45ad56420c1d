"""Words cost a command line almost nothing: the standard library alone, and no Babel."""

import subprocess
import sys
from pathlib import Path

from terazi.words.catalogue import LOCALE, Language

PROGRAM = """
import sys
before = set(sys.modules)
import terazi.words
from terazi.words import entries, explanation, instants, stakes, tables, turkish
terazi.words.words_in("tr").numbers.percent(0.64)
new = {name.partition(".")[0] for name in set(sys.modules) - before}
print(*sorted(new - set(sys.stdlib_module_names) - {"terazi"}))
"""


def test_words_load_nothing_but_the_standard_library() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, encoding="utf-8", check=True)
    assert done.stdout.split() == []


def test_both_catalogues_stand_beside_the_code() -> None:
    found = {path.relative_to(LOCALE).as_posix() for path in Path(LOCALE).rglob("*.[mp]o")}
    for language in Language:
        here = {path.partition("MESSAGES/")[2] for path in found if path.startswith(f"{language}/")}
        assert here >= {"terazi.po", "terazi.mo", "pages.mo", "pages-site.po"}
        assert {name.partition("-")[0].removesuffix(".po") for name in here if name.endswith(".po")} == {
            name.removesuffix(".mo") for name in here if name.endswith(".mo")
        }
