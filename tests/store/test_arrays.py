"""What is packed for PostgreSQL is what it reads."""

import struct
from typing import Any

import psycopg
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from terazi.store.arrays import packed, teach
from tests.postgres import Cluster

VALUES: dict[str, st.SearchStrategy[Any]] = {
    "bigint": st.integers(-(2**63), 2**63 - 1),
    "text": st.text(st.characters(codec="utf-8", exclude_characters="\0")),
    "boolean": st.booleans(),
    "bytea": st.binary(max_size=300),
}


@pytest.mark.parametrize("kind", VALUES)
@given(data=st.data())
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_an_array_comes_back_as_it_was_sent(kind: str, server: Cluster, data: st.DataObject) -> None:
    values = data.draw(st.lists(st.none() | VALUES[kind], min_size=1))
    with psycopg.connect(server.address("postgres")) as connection:
        teach(connection)
        asked = f"SELECT %s::{kind}[], pg_typeof(%s)::text"
        array = packed(kind, values)
        assert connection.execute(asked, [array, array]).fetchone() == (values, f"{kind}[]")


@pytest.mark.parametrize("value", [2**63, -(2**63) - 1, "1", 1.0, b"1"])
def test_what_is_no_bigint_is_not_sent(value: Any) -> None:
    with pytest.raises(struct.error):
        packed("bigint", [value])
