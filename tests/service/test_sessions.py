"""A session is as good as the key that began it, for a working day."""

import pytest

from terazi.service.keys import Scope, create_key, revoke_key
from terazi.service.sessions import LASTS_MS, is_token, session_of, sign_in, sign_out
from terazi.store.engine import Store
from tests.strategies import BASE_MS as NOW


def signed_in(store: Store) -> tuple[str, str]:
    """An admin's key and session."""
    secret = create_key(store, [Scope.ADMIN, Scope.DIRECT], NOW).secret
    session_id = sign_in(store, secret, NOW)
    assert session_id is not None
    return secret, session_id


def test_only_a_key_with_the_scope_admin_signs_in(store: Store) -> None:
    for scope in (Scope.REPORT, Scope.DIRECT):
        assert sign_in(store, create_key(store, [scope], NOW).secret, NOW) is None
    assert sign_in(store, "tz_nothing", NOW) is None
    signed_in(store)


def test_a_session_has_the_scopes_of_its_key_and_a_token_of_its_own(store: Store) -> None:
    _, first = signed_in(store)
    _, second = signed_in(store)
    one, other = session_of(store, first, NOW), session_of(store, second, NOW)
    assert one is not None
    assert other is not None
    assert one.may(Scope.DIRECT)
    assert not one.may(Scope.REPORT)
    assert is_token(one, one.token)
    assert not is_token(one, other.token)
    assert not is_token(one, "")
    assert not is_token(one, "\ud800")


@pytest.mark.parametrize(("later", "lasts"), [(LASTS_MS - 1, True), (LASTS_MS, False)])
def test_a_session_ends_by_itself(store: Store, later: int, lasts: bool) -> None:
    _, session_id = signed_in(store)
    assert (session_of(store, session_id, NOW + later) is not None) == lasts


def test_a_session_ends_with_its_key(store: Store) -> None:
    secret, session_id = signed_in(store)
    assert revoke_key(store, secret, NOW)
    assert session_of(store, session_id, NOW) is None


def test_who_signs_out_is_out_and_nobody_else(store: Store) -> None:
    (_, first), (_, second) = signed_in(store), signed_in(store)
    sign_out(store, first)
    assert session_of(store, first, NOW) is None
    assert session_of(store, second, NOW) is not None


def test_an_id_that_was_never_given_is_no_session(store: Store) -> None:
    signed_in(store)
    for guess in ("", "x" * 43, "\x00", "ı"):
        assert session_of(store, guess, NOW) is None
