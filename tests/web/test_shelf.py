"""What is kept of pages: never what was called otherwise, and never more than there is room for."""

from markupsafe import Markup

from terazi.web.shelf import _MOST_IN_PIECES, Pieces

PART = Markup("<td>Ayşe</td>")


def test_a_part_is_found_while_the_names_are_the_same() -> None:
    pieces = Pieces()
    pieces.keep("a", 3, PART)
    assert pieces.find("a", 3) == PART
    assert pieces.find("b", 3) is None


def test_nothing_of_older_names_is_found_or_stays() -> None:
    pieces = Pieces()
    pieces.keep("a", 3, PART)
    assert pieces.find("a", 4) is None
    pieces.keep("b", 4, PART)
    assert (pieces.find("a", 4), list(pieces.made)) == (None, ["b"])


def test_a_page_that_began_before_a_name_was_erased_leaves_nothing() -> None:
    pieces = Pieces()
    pieces.keep("now", 4, PART)
    pieces.keep("then", 3, PART)
    assert list(pieces.made) == ["now"]
    assert pieces.find("now", 3) is None


def test_room_is_bounded() -> None:
    pieces, large = Pieces(), Markup("x" * 1_000_000)
    for number in range(100):
        pieces.keep(number, 1, large)
        assert sum(map(len, pieces.made.values())) <= _MOST_IN_PIECES + len(large)
    assert pieces.find(99, 1) == large
