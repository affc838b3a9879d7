"""Tests that the migration that creates a table for invitations does not change the meaning of older challenges."""

import pytest

BEFORE = [("duels", "0002_challenge_options"), ("accounts", "0001_initial")]
AFTER = [("duels", "0003_mountain")]

pytestmark = [pytest.mark.django_db, pytest.mark.thorough]


def before(apps):
    """Create one challenge of each kind that existed before the migration."""
    user, mage, challenge = (
        apps.get_model(*name) for name in (("accounts", "User"), ("accounts", "Mage"), ("duels", "Challenge"))
    )
    merlin, morgana = (
        mage.objects.create(name=name, folded=name.lower(), owner=user.objects.create(username=name))
        for name in ("Merlin", "Morgana")
    )
    to_one = {"challenger": merlin, "audience": "mage", "opponent": morgana}
    challenge.objects.create(token="all", challenger=merlin)
    challenge.objects.create(token="one", **to_one)
    challenge.objects.create(token="declined", **to_one, state="declined")
    challenge.objects.create(token="withdrawn", **to_one, state="withdrawn")
    challenge.objects.create(token="link", challenger=merlin, audience="link")


def state_of(apps, token):
    challenge = apps.get_model("duels", "Challenge").objects.get(token=token)
    people = dict(challenge.invitations.values_list("mage__name", "state"))
    return (challenge.is_open, challenge.private, challenge.limit, challenge.state, people)


EXPECTED = {
    "all": (True, False, 2, "open", {"Merlin": "accepted"}),
    "one": (False, False, None, "open", {"Merlin": "accepted", "Morgana": "challenged"}),
    "declined": (False, False, None, "withdrawn", {"Merlin": "accepted", "Morgana": "declined"}),
    "withdrawn": (False, False, None, "withdrawn", {"Merlin": "accepted", "Morgana": "challenged"}),
    "link": (True, True, 2, "open", {"Merlin": "accepted"}),
}


def test_old_challenges_keep_their_state_and_the_mages_they_are_for(migrate):
    before(migrate(BEFORE))
    apps = migrate(AFTER)
    assert {token: state_of(apps, token) for token in EXPECTED} == EXPECTED
