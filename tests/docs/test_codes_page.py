"""The page of codes is the words themselves."""

from tools.codes_page import PAGE, page


def test_the_page_of_codes_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run: .venv/bin/python tools/codes_page.py"
