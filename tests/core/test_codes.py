"""Codes are names that other programs read: each once, in one spelling (R19)."""

import re
from enum import StrEnum

import pytest

from terazi.core.codes import Code, Unrated, VoidReason


@pytest.mark.parametrize("codes", [Code, Unrated, VoidReason])
def test_a_code_is_its_own_name_in_lower_case(codes: type[StrEnum]) -> None:
    for code in codes:
        assert re.fullmatch(r"[a-z0-9]+(_[a-z0-9]+)*", code)
        assert code == code.name.lower()


def test_every_reason_for_not_rating_has_its_code() -> None:
    assert {*Unrated} == {"boosted", "tournament", "aborted", "void"}  # R19
