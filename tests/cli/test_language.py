"""In which language commands speak: the option, else TERAZI_LANG, else the locale's (POSIX's order)."""

import pytest
from click.testing import CliRunner

from terazi.cli import main

VARIABLES = ("TERAZI_LANG", "LC_ALL", "LC_MESSAGES", "LANG")


@pytest.mark.parametrize(
    ("said", "turkish"),
    [
        ({}, False),
        ({"LANG": "tr_TR.UTF-8"}, True),
        ({"LANG": "en_US.UTF-8", "LC_MESSAGES": "tr_TR.UTF-8"}, True),
        ({"LANG": "tr_TR.UTF-8", "LC_ALL": "C.UTF-8"}, False),
        ({"LANG": "tr_TR.UTF-8", "LC_ALL": ""}, True),
        ({"LANG": "tr_TR.UTF-8", "TERAZI_LANG": "en"}, False),
        ({"LC_ALL": "C", "TERAZI_LANG": "tr"}, True),
    ],
)
def test_the_language_is_the_one_that_was_chosen_or_the_locales(said: dict[str, str], turkish: bool) -> None:
    runner = CliRunner(env={name: said.get(name) for name in VARIABLES})
    for more, expected in (((), turkish), (("--lang", "tr"), True), (("--lang", "en"), False)):
        done = runner.invoke(main, ["preview", "1500", "1500", *more])
        assert ("Kazanırsan" in done.stdout) == expected
