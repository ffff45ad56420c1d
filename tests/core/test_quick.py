"""A value that is made quickly is the value that `dataclasses` makes."""

from dataclasses import FrozenInstanceError, asdict, dataclass, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from terazi.core.quick import quickly_made


@dataclass(frozen=True, slots=True, kw_only=True)
class Plain:
    first: int
    second: str = "two"
    third: tuple[int, ...] = ()


@quickly_made
@dataclass(frozen=True, slots=True, kw_only=True)
class Quick:
    first: int
    second: str = "two"
    third: tuple[int, ...] = ()


MEMBERS = st.fixed_dictionaries(
    {"first": st.integers()}, optional={"second": st.text(), "third": st.tuples(st.integers())}
)


@given(MEMBERS)
def test_it_has_the_same_fields_and_is_equal_and_hashed_by_them(members: dict[str, object]) -> None:
    plain, quick = Plain(**members), Quick(**members)  # type: ignore[arg-type]
    assert asdict(quick) == asdict(plain)
    assert repr(quick) == repr(plain).replace("Plain", "Quick")
    assert quick == replace(quick)
    assert hash(quick) == hash(replace(quick))
    assert replace(quick, first=quick.first + 1) != quick


@pytest.mark.parametrize("members", [{}, {"first": 1, "fourth": 4}])
def test_it_takes_the_same_arguments(members: dict[str, object]) -> None:
    for cls in (Plain, Quick):
        with pytest.raises(TypeError):
            cls(**members)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        Quick(1)  # type: ignore[call-arg]


def test_it_cannot_be_changed() -> None:
    with pytest.raises(FrozenInstanceError):
        Quick(first=1).first = 2  # type: ignore[misc]
