import pytest
from django.core.validators import validate_email
from hypothesis import given
from hypothesis import strategies as st

from accounts.models import User
from accounts.signed_addresses import is_of_the_mailroom, payload_of, signed_address
from duels.mailroom.addresses import Claim, confirm_address, read_address, read_confirmation, reply_address
from duels.models import new_slug

SLUGS = st.text("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_", min_size=1, max_size=16)


@given(
    st.integers(1, 36**6 - 1), SLUGS, st.integers(0, 36**3 - 1), st.sampled_from([str, str.upper, str.lower, str.title])
)
def test_a_reply_address_can_be_read_in_any_case(user: int, slug: str, round_number: int, written) -> None:
    address = reply_address(User(pk=user), slug, round_number)
    assert read_address(f"<{written(address)}>") == Claim(user, slug, round_number)
    assert len(address.partition("@")[0]) <= 64
    validate_email(address)


def test_an_address_with_one_changed_character_is_rejected():
    address = reply_address(User(pk=7), new_slug(), 3)
    name, _at, domain = address.partition("@")
    for at in range(len("duels+r"), len(name)):
        other = "b" if name[at] != "b" else "c"
        assert read_address(f"{name[:at]}{other}{name[at + 1 :]}@{domain}") is None


def test_addresses_of_one_kind_are_not_valid_as_another():
    assert read_address(confirm_address(5)) is None
    assert read_confirmation(confirm_address(5)) == 5
    assert read_confirmation(reply_address(User(pk=7), "abc", 3)) is None
    assert payload_of(signed_address("r", "not.what-it.should"), "r") is None


@pytest.mark.parametrize("claim", ["", "a", "a.b", "a.b.c.d", "1.1.8", "1.1.777", "....", "1..me"])
def test_a_signed_address_without_a_valid_claim_is_rejected(claim: str):
    assert read_address(signed_address("r", claim)) is None


def test_only_the_addresses_of_the_mailroom_are_recognized():
    assert is_of_the_mailroom("Duels@LOCALHOST")
    assert is_of_the_mailroom("Waving Hands <duels+whatever@localhost>")
    for other in (
        "",
        "duels",
        "duels@example.org",
        "duel@localhost",
        "x+duels@localhost",
        "duels@localhost@example.org",
    ):
        assert not is_of_the_mailroom(other)


def test_without_a_mailroom_there_are_no_reply_addresses(settings):
    settings.MAILROOM_ADDRESS = ""
    assert reply_address(User(pk=7), "abc", 3) == ""
    assert not is_of_the_mailroom("duels@localhost")


def test_an_address_signed_with_another_key_is_rejected(settings):
    address = reply_address(User(pk=7), "abc", 3)
    settings.SECRET_KEY = "another"
    assert read_address(address) is None
